"""Tables of the evidence as grids: which rows and columns a claim names, in the table's own words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.evidence.atoms import Atom
from agent.evidence.tokens import number_token
from agent.evidence.units import Table, plainly
from agent.evidence.values import compare
from agent.facts import Claim
from agent.facts.model import Fact
from agent.facts.names import STOPWORDS

_NUMERIC = re.compile(r"[~≈<>≤≥+-]?\s?[\d.,]+\s?\S{0,8}")
_UNIT_NOTE = re.compile(r"\s*[(（\[][^()（）\[\]]{1,24}[)）\]]$")
_LONGEST = 80
_NAME = re.compile(r"[a-z0-9][a-z0-9]*(?:[.-][a-z0-9]+)*[a-z0-9]|[\u3400-\u9fff]{2,}")
_WORDS = re.compile(r"[a-z0-9]+(?:[./-][a-z0-9]+)*|[\u3400-\u9fff]{2,}")
_TELLING = 0.5
"""A word that two heads have, and no more, tells a column; less does not."""
_OURS = re.compile(r"\bours?\b|\bproposed\b|this (?:work|paper)|本文|我们")
_OUR_WORDS = ("our", "ours", "we", "proposed", "本文", "我们")


@dataclass(frozen=True, slots=True)
class Mention:
    """A row or a column that a claim names, with the place of its name in the claim."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Named:
    """The rows and columns of one table that a claim names."""

    table: Table
    rows: tuple[Mention, ...]
    columns: tuple[Mention, ...]

    def within(self, start: int, end: int) -> bool:
        """Whether a span of the claim is part of a label or a head."""
        return any(m.start <= start and end <= m.end for m in (*self.rows, *self.columns))


def named(table: Table, claim: str) -> Named:
    """The rows and columns that a claim names by their label or head, longest names first.

    `claim` is folded and in lower case. A row is named by its first cell; where several rows share it, by
    that and the following cells of words together.
    """
    names = [
        (a, b, kind, which)
        for name, kind, which in _names(table)
        if name in claim
        for a, b in _places(name, claim)
    ]
    names.sort(key=lambda item: (item[0] - item[1], item[0]))
    taken: list[tuple[int, int, str, tuple[int, ...]]] = []
    for item in names:
        if not any(item[0] < b and a < item[1] for a, b, *_ in taken):
            taken.append(item)
    taken.sort()
    columns = tuple(Mention(which[0], a, b) for a, b, kind, which in taken if kind == "column")
    return Named(table, _rows([item for item in taken if item[2] == "row"]), columns)


def loosely_named(table: Table, claim: str) -> Named:
    """The rows and columns of which a claim has a word that no other row, or column, has.

    Enough to see that a comparison holds, never to refute one or to prove a value: a part of a label may
    name something else as well.
    """
    places = {match[0]: match.span() for match in reversed(list(_NAME.finditer(claim)))}
    places = {word[:-1]: span for word, span in places.items() if word[-1] == "s"} | places
    rows, columns = _own_words(table)
    return Named(table, tuple(_by_own_word(rows, places)), tuple(_by_own_word(columns, places)))


def best_columns(table: Table, claim: str) -> tuple[Mention, ...]:
    """The column whose head has the most words of a claim, words of few heads counting more; none on a tie."""
    words = {match[0] for match in _WORDS.finditer(claim)}
    heads = [set(_WORDS.findall(plainly(head))) - STOPWORDS for head in table.header]
    counts = Counter(word for own in heads for word in own)
    scores: list[tuple[float, int]] = []
    for number, own in enumerate(heads):
        shared = {word for word in own if word in words or (word[0] > "\u3400" and word in claim)}
        scores.append((sum(1.0 / counts[word] for word in shared), number))
    scores = sorted(scores[1:], reverse=True)
    if not scores or scores[0][0] < _TELLING or (len(scores) > 1 and scores[1][0] >= scores[0][0] - 1e-9):
        return ()
    return (Mention(scores[0][1], 0, 0),)


@dataclass(frozen=True, slots=True)
class _Own:
    """Words that one label of several has alone, and whether it alone is called ours."""

    number: int
    words: tuple[str, ...]
    """The longest first."""
    ours: bool


@lru_cache(maxsize=256)
def _own_words(table: Table) -> tuple[tuple[_Own, ...], tuple[_Own, ...]]:
    """The own words of the rows of a table by their first cell, and of its columns."""
    labels = [row[0] if row else "" for row in table.labels]
    return _alone(labels), _alone([plainly(head) for head in table.header])


def _alone(labels: Sequence[str]) -> tuple[_Own, ...]:
    words = [set(_NAME.findall(label)) - STOPWORDS for label in labels]
    counts = Counter(word for own in words for word in own)
    ours = [number for number, label in enumerate(labels) if _OURS.search(label)]
    return tuple(
        _Own(number, tuple(sorted(single, key=lambda word: (-len(word), word))), ours=ours == [number])
        for number, own in enumerate(words)
        if (single := [word for word in own if counts[word] == 1]) or ours == [number]
    )


def _by_own_word(labels: Sequence[_Own], places: Mapping[str, tuple[int, int]]) -> Iterator[Mention]:
    for label in labels:
        word = next((w for w in (*label.words, *(_OUR_WORDS if label.ours else ())) if w in places), None)
        if word is not None:
            yield Mention(label.number, *places[word])


@lru_cache(maxsize=256)
def _names(table: Table) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
    """What rows and columns are called: the name, which of the two, and the numbers of those that bear it."""
    names = [(text, "row", rows) for text, rows in _labels(table).items()]
    for column, head in enumerate(table.header):
        name = plainly(head)
        names.extend((spelling, "column", (column,)) for spelling in {name, _UNIT_NOTE.sub("", name)} - {""})
    return tuple(names)


def _labels(table: Table) -> dict[str, tuple[int, ...]]:
    """Label texts with the rows that bear them: of the first column, and of word columns beside it."""
    labels: dict[str, list[int]] = {}
    cells = table.labels
    for column in range(min((len(row) for row in cells), default=0)):
        texts = [row[column] for row in cells]
        if column and any(_NUMERIC.fullmatch(text) for text in texts if text):
            break
        for number, text in enumerate(texts):
            if text and len(text) <= _LONGEST:
                labels.setdefault(text, []).append(number)
        if column == 0 and len(set(texts)) == len(texts):
            break
    return {text: tuple(rows) for text, rows in labels.items()}


def _places(name: str, claim: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    place = claim.find(name)
    while place >= 0 and len(found) < 4:
        end = place + len(name)
        if not (_joined(claim, place - 1, name[0]) or _joined(claim, end, name[-1])):
            found.append((place, end))
        place = claim.find(name, end)
    return found


def _joined(claim: str, place: int, edge: str) -> bool:
    """Whether the character at a place runs on from the edge of a name: a letter, a digit, a decimal."""
    if not 0 <= place < len(claim) or not (edge.isascii() and edge.isalnum()):
        return False
    char = claim[place]
    if char in ".," and edge.isdigit():
        return claim[place + 1 : place + 2].isdigit() and (place == 0 or claim[place - 1].isdigit())
    return char.isascii() and (char.isalnum() or char == "_" or (char == "-" and edge.isalpha()))


def _rows(items: Sequence[tuple[int, int, str, tuple[int, ...]]]) -> tuple[Mention, ...]:
    sure = [Mention(which[0], a, b) for a, b, _, which in items if len(which) == 1]
    shared = [(a, b, set(which)) for a, b, _, which in items if len(which) > 1]
    if sure or not shared:
        return tuple(sure)
    both = set.intersection(*(which for _, _, which in shared))
    return (Mention(both.pop(), shared[0][0], shared[-1][1]),) if len(both) == 1 else ()


def assigned(mentions: Sequence[Mention], fact: Fact, peers: Sequence[Fact], plain: str) -> int | None:
    """Which of the named rows (or columns) a value of the claim is said of; None where that is open.

    A value in brackets is said of what stands right before them. One name holds for all values. As many names as values, all before them, pair up in order. Otherwise
    the nearest name before the value, or after it where the claim begins with a value.
    """
    bracket = plain[: fact.start].rstrip()
    if bracket.endswith("(") and len(peers) > 1 and len(mentions) > 1:
        end = len(bracket[:-1].rstrip())
        return next((mention.number for mention in mentions if abs(mention.end - end) <= 1), None)
    numbers = {mention.number for mention in mentions}
    if len(numbers) <= 1:
        return next(iter(numbers), None)
    values = list(peers)
    order = sorted(mentions, key=lambda mention: mention.start)
    if values and len(values) == len(order) and order[-1].end <= values[0].start:
        return order[values.index(fact)].number if fact in values else None
    before = [mention for mention in order if mention.end <= fact.start]
    after = [mention for mention in order if mention.start >= fact.end]
    if values and values[0].start < order[0].start:
        return after[0].number if after else None
    return before[-1].number if before else after[0].number


def cells_at(table: Table, row: int, column: int) -> list[Atom]:
    """The values in one cell."""
    return [atom for atom in table.rows[row].atoms if atom.column == column]


@dataclass(frozen=True, slots=True)
class CellFinding:
    """A value of a claim held against the cell that the claim names: `right` or not, and the cell's value."""

    right: bool
    atom: Atom
    how: str
    fault: str
    comparable: bool = True
    """Whether the cell holds a value of the same dimension."""


def at_named_cell(sight: Named, claim: Atom, peers: Sequence[Fact], plain: str) -> CellFinding | None:
    """Compare a value with the cell at the row and column that are named for it; None where none is."""
    if not sight.rows or not sight.columns:
        return None
    values = [
        peer for peer in peers if peer.kind == claim.fact.kind and not sight.within(peer.start, peer.end)
    ]
    row = assigned(sight.rows, claim.fact, values, plain)
    columns = [m for m in sight.columns if m.number != 0]
    column = assigned(columns, claim.fact, values, plain)
    if row is None or column is None:
        return None
    return _at_cell(sight.table, row, column, claim)


def in_same_row(table: Table, row: Claim, claim: Atom) -> CellFinding | None:
    """Compare a value of a table row with the cell of the evidence that has its head and its row's label.

    None where the table has no such row or column, or several: then the label does not say which is meant.
    """
    if not claim.column or not row.cells:
        return None
    label, head = plainly(row.cells[0]), plainly(claim.head)
    rows = [n for n, other in enumerate(table.rows) if plainly(other.claim.cells[0]) == label]
    columns = [n for n, other in enumerate(table.header) if plainly(other) == head]
    if len(rows) != 1 or len(columns) != 1 or not label:
        return None
    return _at_cell(table, rows[0], columns[0], claim)


def _at_cell(table: Table, row: int, column: int, claim: Atom) -> CellFinding | None:
    wrong: CellFinding | None = None
    cells = cells_at(table, row, column)
    for atom in cells:
        match = compare(claim.fact, atom.fact)
        if match is not None and match.how and not _other_part(claim, atom, cells):
            return CellFinding(right=True, atom=atom, how=match.how, fault="")
        fault = (
            match.fault
            if match is not None and match.fault != "bare"
            else f"the source has {atom.fact.text} there"
        )
        comparable = atom.fact.kind == claim.fact.kind and _alike(atom.fact, claim.fact)
        if wrong is None or (not wrong.comparable and comparable):
            wrong = CellFinding(right=False, atom=atom, how="", fault=fault, comparable=comparable)
    return wrong


def _other_part(claim: Atom, atom: Atom, cells: list[Atom]) -> bool:
    """Whether the claim has the word for another value of the cell: `strict` of `strict / flexible`."""
    others = set().union(*(other.near for other in cells if other is not atom))
    own = atom.near - others
    return bool(
        claim.near & (others - atom.near - {number_token(v) for c in cells for v in c.fact.values})
    ) and not (claim.near & own)


def _alike(cell: Fact, claim: Fact) -> bool:
    """Whether two values are of one kind; a bare number of the claim is of the kind that a head gives a bare cell."""
    plain = {"", "count"}
    if cell.dimension == claim.dimension or (cell.dimension in plain and claim.dimension in plain):
        return True
    return not claim.dimension and cell.text[-1:].isdigit()
