"""What nobody meant to change is as it was, and what is new has the form of its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inspect_ai.scorer import Scorer, scorer

from evals.drafted import Drafted, Line, lines_of
from evals.golden import GoldenCase
from evals.matching import form_of, line_saying, stands
from evals.record import Finding
from evals.scorers.common import finding, new_lines, scoring, shares

_CELL = re.compile(r"(?<!\\)\|")


@scorer(metrics=[shares()])
def editing() -> Scorer:
    """`untouched`: each line that was taken away was meant to be edited; `form_right`; `rows_fit` their table."""
    return scoring("editing", score)


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `editing`."""
    return [*_untouched(case, drafted), *(_form(case, drafted) if case else ()), *_rows(drafted)]


def _untouched(case: GoldenCase | None, drafted: Drafted) -> Iterator[Finding]:
    if case is None or not drafted.whole:
        return
    gone = [line for line in drafted.removed() if line.text.strip()]
    for line in gone:
        meant = any(label.edits and stands(label.edits, line.text) for label in case.increments)
        why = "it was meant to be edited" if meant else "nobody meant to change it"
        yield Finding(
            metric="untouched",
            what=line.text,
            outcome="right" if meant else "wrong",
            why=why,
            span=line.span("before"),
            quote=line.text,
        )
    if not gone:
        yield finding("untouched", "all lines", right=True, why="no line was taken away")


def _form(case: GoldenCase, drafted: Drafted) -> Iterator[Finding]:
    lines = new_lines(drafted)
    for label in case.increments:
        if label.form is None:
            continue
        line = line_saying(label.words, lines)
        what = f"{', '.join(label.words)} as {label.form}"
        if line is None:
            yield finding("form_right", what, right=None, why="no line says all of its words")
            continue
        form = form_of(line.text)
        yield finding(
            "form_right", what, right=form == label.form, why=f"it is a {form}", group=label.form, at=line
        )


def _rows(drafted: Drafted) -> Iterator[Finding]:
    """Every added row has as many cells as the line of its table above it."""
    lines: list[Line] = list(lines_of(drafted.after))
    for line in drafted.added():
        above = lines[line.number - 2].text if line.number > 1 else ""
        if form_of(line.text) == "row" and form_of(above) == "row":
            cells, wanted = len(_CELL.findall(line.text)), len(_CELL.findall(above))
            why = f"{cells - 1} cells, {wanted - 1} in the row above"
            yield finding("rows_fit", line.text, right=cells == wanted, why=why, at=line)
