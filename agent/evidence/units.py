"""Evidence taken apart once: units (sentences, items, rows) that are read when they are needed."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from agent.evidence.atoms import Atom, row_atoms, text_atoms
from agent.evidence.commas import CommaTable, comma_tables
from agent.evidence.tokens import content_tokens, raw_tokens
from agent.evidence.variants import SHARED
from agent.facts import Claim, read, split_cells, split_claims
from agent.facts.folding import folded
from agent.facts.markup import clean
from agent.facts.reading import Reading
from agent.models import Evidence, Span

_READ_ALL = 48
"""Up to so many units every one is looked at; beyond, those that share words or digits with the claim."""
_CANDIDATES = 24
_MARKUP = re.compile(r"\[(?:BOLD|ITALIC|EMPTY)\]|[`*]|</?[a-z][^>]{0,40}>")
_LOOSE = re.compile(r"[\s*`]+")


_LABELLED = re.compile(
    r"(?P<label>[^:：|\d\n][^:：|\n]{1,38})[:：]\s?(?P<value>[~≈<>≤≥]?\s?\d[\d.,]{0,16}\s?(?:[%×★]|[A-Za-z/]{1,8}|[\u3400-\u9fff]{1,3})?)"
)
"""An entry of a list that is a label and a number: a colon between them, nothing after."""
_RUN = 3
_JOINT = re.compile(r"[-_/]")
_PARTS = 6
"""Parts of a compound name that are looked at."""


@dataclass(eq=False)
class Unit:
    """One sentence, list item or table row of a piece of evidence; what is read off it is read once."""

    claim: Claim
    """Without inline marks."""
    evidence: Evidence
    number: int
    """Place of the unit in the index."""
    quote: str
    """The words of the evidence as they stand there, marks and all."""
    table: Table | None = None
    row: int = -1

    @cached_property
    def reading(self) -> Reading:
        """The unit's text, read."""
        return read(self.claim.text, date=self.evidence.date)

    @cached_property
    def tokens(self) -> set[str]:
        """Content tokens of the unit itself."""
        return content_tokens(self.reading, 0, len(self.claim.text))

    @cached_property
    def raw(self) -> set[str]:
        """Every token of the unit as written."""
        return raw_tokens(self.reading.plain)

    @cached_property
    def context(self) -> set[str]:
        """Tokens of what stands over the unit: headings, the line that leads in, heads of its columns."""
        return raw_tokens(folded(" | ".join((*self.claim.heads, *self.claim.header))))

    @cached_property
    def vocabulary(self) -> set[str]:
        """Every token of the unit and of what stands over it."""
        return self.raw | self.context

    @cached_property
    def atoms(self) -> list[Atom]:
        """The quantities, dates and identifiers of the unit with what each is said of."""
        claim = self.claim
        atoms = row_atoms(claim, self.evidence.date) if claim.cells else text_atoms(self.reading)
        for atom in atoms:
            atom.unit = self.number
        return atoms

    @cached_property
    def normals(self) -> frozenset[str]:
        """The values, dates and identifiers of the unit in their normal forms."""
        return frozenset(atom.fact.normal for atom in self.atoms)


@dataclass(eq=False)
class Table:
    """Rows of one table."""

    header: tuple[str, ...]
    rows: list[Unit] = field(default_factory=list)

    @cached_property
    def labels(self) -> list[list[str]]:
        """Of each row its first cells (four at most) in the form in which they are looked for."""
        return [[plainly(cell) for cell in row.claim.cells[:4]] for row in self.rows]


@lru_cache(maxsize=8192)
def plainly(text: str) -> str:
    """A label in the form in which it is looked for: folded, in lower case, without marks."""
    return folded(_MARKUP.sub("", text)).strip().lower()


class EvidenceIndex:
    """Evidence prepared for many claims: cut into units, with an inverted index over their words.

    Building takes time linear in the text; a unit is read the first time that a claim needs it.
    """

    def __init__(self, evidence: Sequence[Evidence]) -> None:
        self.evidence = tuple(evidence)
        self.units: list[Unit] = []
        self.tables: list[Table] = []
        self.lists: list[list[Unit]] = []
        for item in self.evidence:
            self._add(item)
        self._tabulate()

    def _add(self, item: Evidence) -> None:
        heads, header = _heads(item)
        place = 0
        for table in comma_tables(item.quote):
            self._add_text(item, item.quote[place : table.start], heads, header)
            self._add_rows(item, table, heads)
            place = table.end
        self._add_text(item, item.quote[place:], heads, header)

    def _add_rows(self, item: Evidence, found: CommaTable, heads: tuple[str, ...]) -> None:
        table = Table(found.header)
        for start, end, cells in found.rows:
            line = item.quote[start:end]
            claim = Claim(line, start, end, 1, 1, "table_row", cells=cells, header=found.header, heads=heads)
            unit = Unit(claim, item, len(self.units), line, table=table, row=len(table.rows))
            table.rows.append(unit)
            self.units.append(unit)
        self.tables.append(table)

    def _add_text(self, item: Evidence, text: str, heads: tuple[str, ...], header: tuple[str, ...]) -> None:
        table: Table | None = None
        for found in split_claims(text, heads=heads, front_matter=True, code=True):
            bare_row = found.kind == "table_row" and not found.header
            claim = without_markup(replace(found, header=header) if bare_row else found)
            if (
                claim.kind in {"sentence", "list_item"} and "\n" in claim.text
            ):  # a line that is wrapped goes on
                claim = replace(claim, text=claim.text.replace("\n", " "))
            unit = Unit(claim, item, len(self.units), found.text)
            if claim.kind == "table_row":
                if table is None or table.header != claim.header:
                    table = Table(claim.header)
                    self.tables.append(table)
                unit.table, unit.row = table, len(table.rows)
                table.rows.append(unit)
            else:
                table = None
            self.units.append(unit)

    def _tabulate(self) -> None:
        """Lists of labels with a number each (`agent-rag: 9`) are read as tables of two columns."""
        run: list[tuple[Unit, tuple[str, str]]] = []
        for unit in [*self.units, None]:
            claim = unit.claim if unit is not None else None
            match = (
                _LABELLED.fullmatch(claim.text) if claim is not None and claim.kind == "list_item" else None
            )
            if run and (claim is None or match is None or claim.heads != run[0][0].claim.heads):
                if len(run) >= _RUN:
                    self._as_table(run)
                run = []
            if unit is not None and match is not None:
                run.append((unit, (match["label"].strip(), match["value"].strip())))

    def _as_table(self, run: list[tuple[Unit, tuple[str, str]]]) -> None:
        heads = run[0][0].claim.heads
        table = Table(("", heads[-1] if heads else ""))
        for unit, cells in run:
            unit.claim = replace(unit.claim, cells=cells, header=table.header)
            unit.table, unit.row = table, len(table.rows)
            table.rows.append(unit)
        self.tables.append(table)

    @cached_property
    def plain(self) -> str:
        """All evidence, folded, one piece after another."""
        return folded("\n".join(part for item in self.evidence for part in (*item.heads, item.quote)))

    @cached_property
    def all_tokens(self) -> set[str]:
        """Every token of the evidence and its heads, as written."""
        return raw_tokens(self.plain)

    @cached_property
    def _stock(self) -> dict[str, set[str]]:
        stock: dict[str, set[str]] = {}
        for token in self.all_tokens:
            stock.setdefault(token[:SHARED], set()).add(token)
        return stock

    def akin(self, name: str) -> set[str]:
        """The tokens of the evidence that begin as a name does."""
        return self._stock.get(name[:SHARED].lower(), set())

    @cached_property
    def name_runs(self) -> frozenset[str]:
        """The parts of the compound names of the evidence, and what neighbouring parts make: of `heron-7b-chat`
        also `heron-7b`, `7b-chat`, `7b`."""
        return frozenset(
            "-".join(parts[a:b])
            for parts in (_JOINT.split(token) for token in self.all_tokens if _JOINT.search(token))
            for a in range(min(len(parts), _PARTS))
            for b in range(a + 1, min(len(parts), _PARTS) + 1)
        )

    def rows_like(self, claim: Claim) -> list[Unit]:
        """The table rows of the evidence with the cells of a claim, in its order."""
        return self._by_cells.get(squeezed_cells(claim.cells), []) if claim.cells else []

    def has_row(self, cells: tuple[str, ...]) -> bool:
        """Whether a table of the evidence has a row of these cells below its head."""
        return squeezed_cells(cells) in self._by_cells

    @cached_property
    def _by_cells(self) -> dict[tuple[str, ...], list[Unit]]:
        rows: dict[tuple[str, ...], list[Unit]] = {}
        for row in (row for table in self.tables for row in table.rows):
            rows.setdefault(squeezed_cells(row.claim.cells), []).append(row)
        return rows

    @cached_property
    def _postings(self) -> dict[str, list[int]]:
        postings: dict[str, list[int]] = {}
        for unit in self.units:
            for token in raw_tokens(folded(unit.claim.text)):
                postings.setdefault(token, []).append(unit.number)
        return postings

    def atoms_of(self, units: list[Unit]) -> list[Atom]:
        """The values of some units, in order; those of all units are gathered once."""
        return self._atoms if units is self.units else [atom for unit in units for atom in unit.atoms]

    @cached_property
    def _atoms(self) -> list[Atom]:
        return [atom for unit in self.units for atom in unit.atoms]

    def candidates(self, tokens: set[str]) -> list[Unit]:
        """The units that a claim with these raw tokens should be held against, in their order."""
        if len(self.units) <= _READ_ALL:
            return self.units
        scores: dict[int, float] = {}
        count = len(self.units)
        for token in tokens:
            places = self._postings.get(token)
            if not places or len(places) > 2000:  # a word of every line tells nothing
                continue
            value = math.log(1 + count / len(places))
            for number in places:
                scores[number] = scores.get(number, 0.0) + value
        best = sorted(scores, key=lambda number: (-scores[number], number))[:_CANDIDATES]
        chosen = set(best)
        for number in best[:6]:
            chosen.update(range(max(0, number - 1), min(count, number + 2)))
            table = self.units[number].table
            if table is not None and len(table.rows) <= 60:
                chosen.update(row.number for row in table.rows)
        return [self.units[number] for number in sorted(chosen)]


def squeezed_cells(cells: tuple[str, ...]) -> tuple[str, ...]:
    """The cells of a row without inline marks, code marks and spaces, for telling whether two rows are the same."""
    return tuple(_LOOSE.sub("", folded(clean(cell).text)) for cell in cells)


def _heads(item: Evidence) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Headings, and the head row where the quotation is a table row without its table."""
    quote = item.quote.strip()
    if not item.heads or "\n" in quote or "|" not in quote:
        return item.heads, ()
    for place, head in enumerate(item.heads):
        if "|" in head:
            return item.heads[:place] + item.heads[place + 1 :], split_cells(head)
    cells = len(split_cells(quote))
    if cells <= len(item.heads):
        return item.heads[: len(item.heads) - cells], item.heads[len(item.heads) - cells :]
    return item.heads, ()


def without_markup(claim: Claim) -> Claim:
    """A claim whose text, cells and heads have no inline marks."""
    return replace(
        claim,
        text=clean(claim.text).text,
        cells=tuple(clean(cell).text.strip() for cell in claim.cells),
        header=tuple(clean(head).text.strip() for head in claim.header),
        heads=tuple(clean(head).text for head in claim.heads),
    )


def as_evidence(source: str, *, path: str = "", date: dt.date | None = None) -> Evidence:
    """A whole text as one piece of evidence at distance 0."""
    return Evidence(
        id="source", span=Span(path=path, start=0, end=len(source)), quote=source, distance=0, date=date
    )
