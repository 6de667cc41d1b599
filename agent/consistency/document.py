"""A claim against the document: contradictions that can be quoted on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.consistency.opposed import Stance, stances
from agent.consistency.reading import Reading, Sentence, read
from agent.consistency.series import Series, table_series
from agent.consistency.statements import Statement, in_sentence, names_of, parameters_of
from agent.consistency.twice import against_cells, conflict
from agent.consistency.wording import doubt, quote
from agent.models import Doubt, Model, Quote

_VOLATILE = {"stars", "downloads"}
"""Quantities that only grow old: another value on another day supersedes, and contradicts nothing."""


class Passage(Model):
    """A block of the document, whole (a table with its head), and where it stands."""

    text: str
    line: int = 1
    """Line of its first line in the document, 1-based."""
    heads: tuple[str, ...] = ()
    """Headings over it, outermost first."""
    path: str = ""


def contradictions(
    claim: str, passages: Sequence[Passage], *, heads: Sequence[str] = ()
) -> tuple[Doubt, ...]:
    """Where the document says what cannot hold together with a claim: same subject, same conditions.

    `a` quotes the claim (its line within the claim's own text), `b` the document. `heads` are the
    headings that stand over the claim in its source; they name its subject where it does not. Another
    setting, version or hardware, reported speech, a rounding, a range, and a figure that changes from
    day to day are no contradictions.
    """
    reading = read(claim)
    mine = [s for sentence in reading.sentences for s in in_sentence(sentence)]
    my_stances = [stance for sentence in reading.sentences for stance in stances(sentence)]
    my_heads = names_of(" ".join(heads))
    found: list[Doubt] = []
    for passage in passages:
        theirs = read(passage.text)
        head_names = names_of(" ".join(passage.heads))
        found += _values(_Side(reading, my_heads), mine, _Side(theirs, head_names), passage)
        found += _cells(reading, mine, theirs, passage)
        found += _opposites(reading, my_stances, theirs, passage)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Side:
    """A text and the names in the headings over it."""

    reading: Reading
    heads: frozenset[str]


def _values(claim: _Side, mine: list[Statement], there: _Side, passage: Passage) -> Iterator[Doubt]:
    for sentence in there.reading.sentences:
        if sentence.heading:
            continue
        for other in in_sentence(sentence):
            for one in mine:
                if _comparable(one, claim.heads, other, there.heads) and conflict(one, other):
                    yield doubt(
                        claim.reading,
                        "value",
                        quote(one.sentence.quote, one.sentence.line),
                        _there(sentence, passage),
                        zh=f"新条目写 {one.amount.text}，文档写 {other.amount.text}",
                        en=f"The new entry says {one.amount.text}, the document {other.amount.text}",
                    )


def _comparable(
    one: Statement, my_heads: frozenset[str], other: Statement, head_names: frozenset[str]
) -> bool:
    if not one.metric or one.metric != other.metric or one.metric in _VOLATILE:
        return False
    if one.amount.dimension != other.amount.dimension or not (one.alone and other.alone):
        return False
    if one.change or other.change or one.hedged or other.hedged:
        return False
    about_a, about_b = one.about, other.about
    if about_a != about_b:
        about_a = about_a if one.names else about_a | my_heads
        about_b = about_b if other.names else about_b | head_names
    return bool(about_a) and about_a == about_b


def _cells(reading: Reading, mine: list[Statement], theirs: Reading, passage: Passage) -> Iterator[Doubt]:
    series: list[Series] = [one for table in theirs.tables for one in table_series(table)]
    if not series:
        return
    for statement in mine:
        usable = statement.alone and statement.amount.exact and not statement.change and not statement.hedged
        if not usable or statement.metric in _VOLATILE:
            continue
        rest = names_of(statement.sentence.text) - names_of(statement.clause)
        if rest or parameters_of(statement.sentence.text) - parameters_of(statement.clause):
            continue
        fault = against_cells(reading, statement, series)
        if fault and fault.b:
            there = replace_line(fault.b, passage)
            yield fault.model_copy(update={"b": there})


def replace_line(place: Quote, passage: Passage) -> Quote:
    """A quotation of a passage with its line in the document."""
    return Quote(quote=place.quote, line=place.line + passage.line - 1, path=passage.path)


def _opposites(reading: Reading, mine: list[Stance], theirs: Reading, passage: Passage) -> Iterator[Doubt]:
    if not mine:
        return
    known = {stance.key: stance for stance in mine}
    for sentence in theirs.sentences:
        for stance in stances(replace(sentence, heading=False)):
            one = known.get(stance.key)
            if one is not None and one.yes != stance.yes:
                yield doubt(
                    reading,
                    "opposite",
                    quote(one.sentence.quote, one.sentence.line),
                    _there(sentence, passage),
                    zh=f"「{one.clause}」与文档「{stance.clause}」相反",
                    en=f"{one.clause!r} is opposed to the document's {stance.clause!r}",
                )


def _there(sentence: Sentence, passage: Passage) -> Quote:
    return replace_line(quote(sentence.quote, sentence.line), passage)
