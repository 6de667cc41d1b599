"""A claim against the document: contradictions that can be quoted on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.consistency.dates import event_clash, event_of
from agent.consistency.opposed import stances
from agent.consistency.reading import Reading, Sentence, read
from agent.consistency.series import Series, table_series
from agent.consistency.statements import Statement, in_sentence, names_of, parameters_of
from agent.consistency.twice import conflict
from agent.consistency.twice_tabled import against_cells
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
    mine = _side(claim, heads)
    found: list[Doubt] = []
    for passage in passages:
        theirs = _side(passage.text, passage.heads)
        found += [
            *_values(mine, theirs, passage),
            *_cells(mine, theirs, passage),
            *_tables(mine, theirs, passage),
            *_opposites(mine, theirs, passage),
            *_events(mine, theirs, passage),
        ]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Side:
    """A text as read, and the names in the headings over it."""

    reading: Reading
    heads: frozenset[str]
    said: list[Statement]
    series: list[Series]


def _side(text: str, heads: Sequence[str]) -> _Side:
    reading = read(text)
    said = [
        one for s in reading.sentences if not s.heading for one in in_sentence(s) if s.text.count("|") < 2
    ]
    series = [one for table in reading.tables for one in table_series(table)]
    return _Side(reading, names_of(" ".join(heads)), said, series)


def _values(mine: _Side, theirs: _Side, passage: Passage) -> Iterator[Doubt]:
    for other in theirs.said:
        for one in mine.said:
            if _comparable(one, mine.heads, other, theirs.heads) and conflict(one, other):
                yield doubt(
                    mine.reading,
                    "value",
                    quote(one.sentence.quote, one.sentence.line),
                    _there(other.sentence, passage),
                    zh=f"新条目写 {one.amount.text}，文档写 {other.amount.text}",
                    en=f"The new entry says {one.amount.text}, the document {other.amount.text}",
                )


def _comparable(
    one: Statement, my_heads: frozenset[str], other: Statement, their_heads: frozenset[str]
) -> bool:
    if one.metric != other.metric or one.metric in _VOLATILE or one.amount.dimension in _VOLATILE:
        return False
    if one.amount.dimension != other.amount.dimension or not (one.alone and other.alone):
        return False
    if one.change != other.change or one.hedged or other.hedged:
        return False
    about_a, about_b = one.about, other.about
    if about_a != about_b or not about_a:
        about_a = about_a if one.names else about_a | my_heads
        about_b = about_b if other.names else about_b | their_heads
    return bool(about_a) and about_a == about_b


def _cells(mine: _Side, theirs: _Side, passage: Passage) -> Iterator[Doubt]:
    """A sentence of one side against a table of the other."""
    for statement in mine.said:
        fault = against_cells(mine.reading, statement, theirs.series) if _is_plain(statement) else None
        if fault and fault.b:
            yield fault.model_copy(update={"b": replace_line(fault.b, passage)})
    for statement in theirs.said:
        fault = against_cells(mine.reading, statement, mine.series) if _is_plain(statement) else None
        if fault and fault.a and fault.b:
            yield fault.model_copy(update={"a": fault.b, "b": replace_line(fault.a, passage)})


def _is_plain(statement: Statement) -> bool:
    """Whether a sentence gives one level, now, with nothing said of it outside its clause."""
    usable = statement.alone and statement.amount.exact and not statement.change and not statement.hedged
    if not usable or statement.metric in _VOLATILE or any(word.startswith("~") for word in statement.about):
        return False
    sentence, clause = statement.sentence.text, statement.clause
    return names_of(sentence) == names_of(clause) and parameters_of(sentence) == parameters_of(clause)


def _tables(mine: _Side, theirs: _Side, passage: Passage) -> Iterator[Doubt]:
    """Two tables with the same heads and the same rows, and another value in a cell."""
    for one in mine.series:
        for other in theirs.series:
            same = one.head == other.head and one.parameter == other.parameter and one.parameter
            if not same or not one.metric or one.metric in _VOLATILE or mine.heads != theirs.heads:
                continue
            known = {entry.labels: entry for entry in other.entries}
            for entry in one.entries:
                there = known.get(entry.labels)
                if there is not None and not entry.amount.agrees(there.amount):
                    yield doubt(
                        mine.reading,
                        "value",
                        entry.quote,
                        replace_line(there.quote, passage),
                        zh=f"{entry.labels[0]}：新条目写 {entry.amount.text}，文档写 {there.amount.text}",
                        en=f"{entry.labels[0]}: the new entry says {entry.amount.text}, the document {there.amount.text}",
                    )


def replace_line(place: Quote, passage: Passage) -> Quote:
    """A quotation of a passage with its line in the document."""
    return Quote(quote=place.quote, line=place.line + passage.line - 1, path=passage.path)


def _opposites(mine: _Side, theirs: _Side, passage: Passage) -> Iterator[Doubt]:
    known = {stance.key: stance for s in mine.reading.sentences for stance in stances(s)}
    for sentence in theirs.reading.sentences if known else ():
        for stance in stances(sentence):
            one = known.get(stance.key)
            if one is not None and one.yes != stance.yes:
                yield doubt(
                    mine.reading,
                    "opposite",
                    quote(one.sentence.quote, one.sentence.line),
                    _there(sentence, passage),
                    zh=f"「{one.clause}」与文档「{stance.clause}」相反",
                    en=f"{one.clause!r} is opposed to the document's {stance.clause!r}",
                )


def _events(mine: _Side, theirs: _Side, passage: Passage) -> Iterator[Doubt]:
    """One event that the claim and the document date differently."""
    dated = [event for s in mine.reading.sentences if (event := event_of(s)) is not None]
    for sentence in theirs.reading.sentences if dated else ():
        other = event_of(sentence)
        for event in dated:
            if other is not None and other.key == event.key and other.day != event.day:
                clash = event_clash(mine.reading, event, other)
                yield clash.model_copy(update={"b": _there(sentence, passage)})


def _there(sentence: Sentence, passage: Passage) -> Quote:
    return replace_line(quote(sentence.quote, sentence.line), passage)
