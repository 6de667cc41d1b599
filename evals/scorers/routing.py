"""Whether what is new stands in the section where a reader looks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspect_ai.scorer import Scorer, scorer

from evals.drafted import Drafted, Line
from evals.golden import Expected, GoldenCase
from evals.matching import line_saying, matching, plain
from evals.record import Finding
from evals.scorers.common import finding, new_lines, scoring, section_of, shares

_PATH = " › "


@scorer(metrics=[shares()])
def routing() -> Scorer:
    """`section_right`, and `section_offered`: right, or among the places that the reviewer is offered."""
    return scoring("routing", score)


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `routing`. What was not drafted has no place: unscored."""
    return [
        made
        for label in (case.increments if case else ())
        if label.section
        for made in _placed(label, drafted)
    ]


def _placed(expected: Expected, drafted: Drafted) -> Iterator[Finding]:
    what, right = ", ".join(expected.words), {plain(heading) for heading in expected.section}
    wanted = " or ".join(expected.section)
    matched = matching(expected, drafted.outcome.increments if drafted.outcome else ())
    one = next((one for one in matched if one.commit), None)
    line = line_saying(expected.words, new_lines(drafted))
    if one is not None:
        place = _last(one.section)
        offered = [place, *(_last(other) for other in one.alternatives)]
        line = _line(drafted, one.line) or line
    elif drafted.outcome is None and drafted.whole and line is not None:
        place = section_of(drafted, line)
        offered = [place]
    else:
        yield finding("section_right", what, right=None, why="it was not drafted, or its place is not known")
        return
    why = f"it stands under {place!r}, wanted {wanted}"
    yield finding("section_right", what, right=plain(place) in right, why=why, at=line)
    among = bool(right & {plain(other) for other in offered})
    yield finding("section_offered", what, right=among, why=f"offered: {'; '.join(offered)}", at=line)


def _last(path: str) -> str:
    return path.rsplit(_PATH, maxsplit=1)[-1]


def _line(drafted: Drafted, number: int | None) -> Line | None:
    return next((line for line in drafted.added() if line.number == number), None)
