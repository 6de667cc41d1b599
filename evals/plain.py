"""The plain alternatives to a night, scored by the same scorers: word overlap, and the whole document written anew.

Word overlap: a line of a note that shares words with the document and is not in it already (most of its words on one
line) is copied under the heading whose section it shares most words with. Written anew: a model is given document and
notes, and gives the whole document back.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from agent.budget import Budget, Limits
from agent.document import Document, Section, parse
from agent.errors import BadInput, ModelError
from agent.gist import content
from agent.llm import ChatModel, ask
from agent.markup import plain
from agent.models import Model
from agent.prompts import fence, load
from evals.drafted import Drafted, texts_of
from evals.golden import GoldenCase
from evals.models import asked

OVERLAP, REWRITE = "word overlap", "whole document rewritten"
KNOWN, CONCERNS = 0.8, 0.1
"""Share of a line's words on one line of the document with which it counts as known; and anywhere in the document with
which it concerns it. The usual settings of near-duplicate filters; fitted to nothing."""
_LEAST = 4
"""Words of a line that says something."""
_PROMPTS = Path(__file__).parent / "prompts"
RECORDED = Path(__file__).parent / "data" / "rewrite"
"""What a large model made of some cases: a recording, taken where no model is named."""


class Rewritten(Model):
    """The reply of a model that wrote a document anew."""

    document: str


def overlap(case: GoldenCase) -> Drafted:
    """What word overlap makes of a case's notes."""
    document = parse(case.before.encode())
    lines = [frozenset(content(line)) for line in case.before.split("\n")]
    whole = frozenset[str]().union(*lines)
    placed: dict[int, list[str]] = {}
    for _, text in texts_of(case):
        for said in _lines(text):
            words = frozenset(content(said))
            known = max((len(words & line) for line in lines), default=0) >= KNOWN * len(words)
            if len(words) < _LEAST or known or len(words & whole) < CONCERNS * len(words):
                continue
            placed.setdefault(_section(document, words).end_line, []).append(f"- {said}")
    return _draft(case, OVERLAP, _with(case.before, placed))


def _lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        said = plain(line.strip().lstrip("-*+> ").strip())
        if said and not line.lstrip().startswith(("#", "|--", "|:")):
            yield said


def _section(document: Document, words: frozenset[str]) -> Section:
    return max(document.sections, key=lambda section: len(words & frozenset(content(section.text))))


def _with(before: str, placed: dict[int, list[str]]) -> str:
    """The document with lines after the last line that says something at or above the given ones."""
    lines = before.split("\n")
    for end in sorted(placed, reverse=True):
        at = end
        while at > 0 and not lines[at - 1].strip():
            at -= 1
        lines[at:at] = placed[end] if lines[at - 1].lstrip().startswith("-") else ["", *placed[end]]
    return "\n".join(lines)


def rewritten(case: GoldenCase, model: ChatModel, name: str) -> Drafted | None:
    """What a model makes of document and notes when it gives the whole document back; no change where it fails.

    None of a case that a recording does not hold.
    """
    began = time.perf_counter()
    notes = "\n\n".join(fence("note", f"{path}\n{text}") for path, text in texts_of(case))
    values = {"document": fence("document", case.before), "notes": notes}
    try:
        after = ask(model, load("rewrite", _PROMPTS), values, Rewritten).document
    except BadInput:
        return None
    except ModelError:
        after = case.before
    made = _draft(case, f"{REWRITE} by {name}", after if after.endswith("\n") else f"{after}\n")
    return made.model_copy(update={"seconds": round(time.perf_counter() - began, 2)})


def _draft(case: GoldenCase, writer: str, after: str) -> Drafted:
    return Drafted(
        case=case.id,
        writer=writer,
        night=case.night,
        sources=texts_of(case),
        before=case.before,
        after=after,
    )


def drafts_of(
    name: str, cases: Sequence[GoldenCase], models: Sequence[str], kept: Path
) -> tuple[Drafted, ...]:
    """The drafts of one alternative by its name on the command line; raises `BadInput` for another.

    A model is asked once for each case: what it said is kept in a folder, which is a recording. Where none is named,
    the recorded cases are taken.
    """
    if name == "overlap":
        return tuple(overlap(case) for case in cases)
    if name != "rewrite":
        raise BadInput(f"There is no plain alternative {name!r}.", "There are: overlap, rewrite.")
    if len(models) > 1 or any("=" in one for one in models):
        raise BadInput("Rewriting takes one model.", "Name it with --model NAME.")
    found = _anew(cases, models[0], kept) if models else recorded(cases)
    if not found:
        raise BadInput(
            "No case was rewritten: the recording holds none of them.", "Name a model with --model NAME."
        )
    return found


def recorded(cases: Sequence[GoldenCase]) -> tuple[Drafted, ...]:
    """What a large model was recorded to write of some cases."""
    return _anew(cases, str(RECORDED), RECORDED)


def _anew(cases: Sequence[GoldenCase], name: str, kept: Path) -> tuple[Drafted, ...]:
    return tuple(made for case in cases if (made := _rewritten(case, name, kept)))


def _rewritten(case: GoldenCase, name: str, kept: Path) -> Drafted | None:
    budget = Budget(Limits())
    model = asked(name, kept, "writer", budget)
    made, used = rewritten(case, model, model.name), budget.usage()
    if made is None:
        return None
    spent = {"calls": used.calls, "tokens_in": used.tokens_in, "tokens_out": used.tokens_out}
    recorded = {"seconds": 0.0} if Path(name).is_dir() else {}
    return made.model_copy(update=spent | recorded)
