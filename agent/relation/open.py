"""What the rules leave open of a statement: a line may say it in other words, or say otherwise of the same thing.

Which answers the facts allow is settled here; somebody who understands words (`Opinion`) chooses among them, and
can say neither that a line has a fact which it has not, nor that two things differ whose figures do not.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from agent.evidence import supports
from agent.facts import facts
from agent.gist import gist
from agent.models import Relation
from agent.relation.cell import names_cell
from agent.relation.figures import newer, recounted, unit_of
from agent.relation.judge import Judged, nearness, other_subjects, shown, subject_of
from agent.relation.pair import COVERED_LINKED, FEW, Pair
from agent.relation.said import Line, Said, without_number
from agent.relation.turned import generations
from agent.relation.versions import rank_of

Says = Literal["covered", "changed"]

_TURNING = frozenset({"direction", "comparison", "superlative", "quantifier", "hedge", "negation"})
_LINES = 3
"""Lines that are put before the one who is asked."""
_LONGEST = 500
"""Characters of a statement, or of a line, that is shown whole; of a longer one nothing can be said."""
_REWORDED = 0.3
"""Share of the terms of either that the other has too, in one language: the least at which somebody is asked."""
_NAMES = 2
"""Names that two texts in two languages have in common, at least: words cannot meet."""


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line of the document that may say a statement, and what may be answered of the two."""

    text: str
    heading: str
    """What stands over it."""
    allowed: tuple[Says, ...]
    """`covered`: it says the statement; `changed`: it says otherwise of the same thing."""


@dataclass(frozen=True, slots=True)
class Question:
    """A statement and the few lines that come into question."""

    text: str
    lines: tuple[OpenLine, ...]


class Opinion(Protocol):
    """The seam at which a model is asked what rules leave open."""

    def __call__(self, question: Question) -> tuple[int, Says] | None:
        """The index of a line and what it is to the statement; None for neither, or no opinion."""
        ...


def reconsidered(
    one: Judged,
    text: str,
    said: Said,
    opinion: Opinion,
    *,
    date: dt.date | None = None,
    near: Sequence[Line] | None = None,
) -> Judged:
    """The judgement of a statement, after an opinion where the rules found only that something is new.

    What the rules found covered, confirmed or contradicted stays so. An answer that is not among those that the
    facts allow changes nothing.
    """
    text = without_number(text)
    if one.relation not in ("new", "extends") or len(text) > _LONGEST:
        return one
    pairs = [pair for pair in _pairs(text, said, near or ()) if _allowed(pair, date)][:_LINES]
    if not pairs:
        return one
    lines = tuple(OpenLine(p.line.text, p.line.section, _allowed(p, date)) for p in pairs)
    answer = opinion(Question(text, lines))
    if answer is None or not 0 <= answer[0] < len(pairs) or answer[1] not in lines[answer[0]].allowed:
        return one
    pair = pairs[answer[0]]
    if answer[1] == "covered":
        return shown(pair, "covered", "the document says it in other words, a model finds")
    change = _change(pair, date)
    assert change is not None, "only what differs is offered as changed"
    return shown(pair, change[0], f"{change[1]}, a model finds")


def _pairs(text: str, said: Said, near: Sequence[Line]) -> list[Pair]:
    """The statement beside each line that may have to do with it, the nearest first."""
    claim = gist(text)
    if len(claim.terms) < FEW:
        return []
    lines = dict.fromkeys([*said.near(text), *said.naming(claim.ids | claim.pages), *near])
    subject = subject_of(text, said)
    told = (line for line in lines if len(line.text) <= _LONGEST and not line.code)
    return sorted(
        (Pair(said, subject, claim, line) for line in told),
        key=lambda pair: (-nearness(pair), pair.line.line),
    )


def _allowed(pair: Pair, date: dt.date | None) -> tuple[Says, ...]:
    found: list[Says] = []
    if _may_cover(pair):
        found.append("covered")
    if _change(pair, date):
        found.append("changed")
    return tuple(found)


def _may_cover(pair: Pair) -> bool:
    """Words are all that differs: no name, figure, version, id, date, direction or denial that the line has not."""
    if pair.missing or pair.elsewhere or pair.claim.negated != pair.block.negated or recounted(pair):
        return False
    if generations(pair.claim.text) != generations(pair.block.text + pair.line.above.text):
        return False
    if pair.claim.han == pair.block.han:
        if min(pair.cover, pair.back) < _REWORDED or len(pair.block.terms) <= FEW:
            return False
    elif not pair.linked and len(pair.claim.names & pair.block.latin) < _NAMES:
        return False
    said = f"{pair.line.section}\n{pair.line.text}"
    if not _turns(pair.claim.text, pair) <= _turns(said, pair):
        return False
    checks = supports(pair.claim.text, said).facts
    return not any(check.status in ("missing", "contradicted") and check.kind != "word" for check in checks)


def _turns(text: str, pair: Pair) -> set[str]:
    """What turns a text's sense: directions, comparisons, bounds. Of two languages only which way can be compared."""
    found = {f"{fact.kind} {fact.normal}" for fact in facts(text) if fact.kind in _TURNING}
    return found if pair.claim.han == pair.block.han else {turn.rpartition(":")[2] for turn in found}


def _change(pair: Pair, date: dt.date | None) -> tuple[Relation, str] | None:
    """What differs between a statement and a line on one thing, if it is one figure, one version, or a denial."""
    if not _of_one_thing(pair):
        return None
    old_versions, theirs = pair.block.versions - pair.claim.versions, pair.block.numbers - pair.claim.numbers
    if len(pair.versions) == len(old_versions) == 1:
        new, old = min(pair.versions), min(old_versions)
        later: Relation = "supersedes" if rank_of(new) > rank_of(old) else "contradicts"
        # Versions of another length are those of another thing.
        return (
            (later, f"version {new} against {old}") if len(rank_of(new)[0]) == len(rank_of(old)[0]) else None
        )
    if len(pair.numbers) == len(theirs) == 1 and unit_of(min(pair.numbers)) == unit_of(min(theirs)):
        return newer(pair, date), f"{min(pair.numbers)} against {min(theirs)}"
    denied = not pair.missing and pair.claim.negated != pair.block.negated
    return ("contradicts", "one of them denies it") if denied else None


def _of_one_thing(pair: Pair) -> bool:
    """Whether both speak of one thing in one language; of a row, whether the statement names one of its cells."""
    if not pair.about_one_thing or pair.elsewhere or pair.names or other_subjects(pair):
        return False
    if pair.claim.han != pair.block.han or pair.cover < COVERED_LINKED:
        return False
    if pair.line.cells and not names_cell(pair.claim.text, pair.line):
        return False
    return generations(pair.claim.text) == generations(pair.block.text + pair.line.above.text)
