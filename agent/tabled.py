"""Rows and cells: a note's table goes into the document's table of the same heads; a sentence edits the cell it turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agent.document import Block, Document, Edit, Section, insert_row, replace_cell, table_of
from agent.drafts import DraftPatch, DraftPoint, DraftTable, Planned
from agent.facts.claims import sentence_spans
from agent.gist import gist
from agent.items import CAVEAT, cell_text, said_instead
from agent.models import Language
from agent.placement import Placer
from agent.planning import EDITING
from agent.relation import CellTurn, Line, Match, Said, cells_turned, lines_of, matched

_A_REFERENCE = 6
"""Words of a line that leads to a source: `From the tests of October (https://…)`."""
_STOPS = "。.;； "


@dataclass(frozen=True, slots=True)
class Tabled:
    """The edits of tables that a patch makes, and what of it they do not say."""

    edits: tuple[Edit, ...] = ()
    rest: DraftPatch | None = None
    """The patch without what stands in tables now; None where nothing is left."""


def tabled(placer: Placer, planned: Planned, patch: DraftPatch, language: Language) -> Tabled:
    """What of a patch goes into tables that the document has.

    Rows of a table with the very heads of one of the document's go into that one: a row of a thing that it has
    edits that row's cells, the old words named; any other is a row more, in the table's own order. Of a row that the
    relation points at, the cell that a sentence turns is edited.
    """
    said = Said(lines_of(placer.document))
    order = f"{planned.increment.number:04d} {planned.increment.id}"
    writer = _Writer(placer, said, patch, planned, language, order)
    left: list[DraftPoint | DraftTable] = []
    made: list[Edit | _Turned] = []
    for part in patch.parts:
        found = writer.table(part) if isinstance(part, DraftTable) else writer.point(part)
        if found is None or found.says_more:
            left.append(part)
        if found is not None:
            made += found.edits
    left = [part for part in left if not _names_source(part)]
    if not made:
        return Tabled(rest=patch)
    rest = patch.model_copy(update={"parts": tuple(left)}) if left else None
    return Tabled(tuple(writer.written(made, sourced=rest is None)), rest)


@dataclass(frozen=True, slots=True)
class _Turned:
    """A cell that gets other words."""

    section: Section
    row: Block
    cell: CellTurn


@dataclass(frozen=True, slots=True)
class _Found:
    """What a part of a patch does to a table."""

    edits: tuple[Edit | _Turned, ...]
    says_more: bool = False
    """Whether it has facts that the table will not have, so that it is told below as well."""


@dataclass
class _Writer:
    placer: Placer
    said: Said
    patch: DraftPatch
    planned: Planned
    language: Language
    order: str
    made: int = 0
    turned: set[tuple[int, int]] = field(default_factory=set)
    """Line and column of the cells that sentences have turned."""

    @property
    def document(self) -> Document:
        return self.placer.document

    def table(self, table: DraftTable) -> _Found | None:
        """The edits of a table's rows; None where the document has no such table, or one row does not fit it."""
        places = [matched(table.header, row.cells, self.said) for row in table.rows]
        found = [place for place in places if place is not None]
        if not found or len(found) < len(places):
            return None
        return _Found(tuple(edit for place in found for edit in self._row(place)))

    def _row(self, place: Match) -> Iterator[Edit | _Turned]:
        at = place.row or place.table
        section, block = self.document.section_at(at.line), self.document.block_at(at.line)
        assert block is not None, "lines are blocks of the document"
        if place.row is None:
            yield self._new_row(section, block, place.cells)
            return
        for column in place.changed:
            yield _Turned(section, block, CellTurn(column, place.row.cells[column], place.cells[column]))

    def _new_row(self, section: Section, block: Block, cells: Sequence[str]) -> Edit:
        table = table_of(section, block)
        position = self.placer.position(section, " | ".join(cells), self.planned.increment.urls)
        beside, side = (table[-1], "after")
        if position.form == "row" and position.block in table[1:]:
            beside, side = position.block, position.side
        self.made += 1
        told = tuple(map(cell_text, cells))
        if side == "before":
            return insert_row(section, beside, told, side="before", order=self._key())
        return insert_row(section, beside, told, order=self._key())

    def point(self, point: DraftPoint) -> _Found | None:
        """The cells that a point turns; None where it turns none, or says more than one sentence."""
        says = self.planned.document_says
        row = self.document.block_at(says.line) if says and says.line else None
        if self.planned.relation not in EDITING or row is None or row.kind != "table_row" or point.parts:
            return None
        line = next(line for line in self.said.lines if line.line == row.line)
        turned = _turned(point, line, self.patch.title.text)
        if not turned:
            return None
        section = self.document.section_at(row.line)
        places = {(row.line, one.column) for one in turned}
        if places & self.turned:
            return None  # a cell is edited once; what a second sentence says of it stands by itself
        self.turned |= places
        sentence = "; ".join(claim.text.strip().rstrip(_STOPS) for claim in point.claims)
        cells = tuple(_Turned(section, row, one) for one in turned)
        return _Found(cells, says_more=_says_more(sentence, line, turned))

    def written(self, made: Sequence[Edit | _Turned], *, sourced: bool) -> Iterator[Edit]:
        """The edits. The first cell of a row that is turned has the sources and doubts behind it, where nothing of
        the patch that has them too is told besides (`sourced`); each has its old words."""
        rows: set[int] = set()
        for one in made:
            if isinstance(one, _Turned):
                yield self._cell(one, sourced=sourced and one.row.index not in rows)
                rows.add(one.row.index)
            else:
                yield one

    def _cell(self, one: _Turned, *, sourced: bool) -> Edit:
        self.made += 1
        doubts = [f"{CAVEAT[self.language]}{caveat.wording.rstrip(_STOPS)}" for caveat in self.patch.caveats]
        told = (self.patch.sources, doubts) if sourced else ((), ())
        aside = said_instead(told[0], one.cell.old.strip(), self.language, told[1])
        text = cell_text(f"{one.cell.new.strip()}{aside}")
        return replace_cell(one.section, one.row, one.cell.column, text, order=self._key())

    def _key(self) -> str:
        return f"{self.order} {self.made:03d}"


def _names_source(part: DraftPoint | DraftTable) -> bool:
    """Whether a point says where a table is from, and nothing else."""
    if isinstance(part, DraftTable):
        return False
    text = " ".join(claim.text for claim in (*part.claims, *part.parts))
    told = gist(text)
    return bool(told.pages) and len(told.terms) <= _A_REFERENCE and not told.facts | told.dates


def _turned(point: DraftPoint, line: Line, title: str) -> tuple[CellTurn, ...]:
    """What the one sentence of a point that turns cells of a row turns; what stands before it may name its thing."""
    before = title
    for claim in point.claims:
        for start, end in sentence_spans(claim.text):
            found = cells_turned(claim.text[start:end], line, about=before)
            if found:
                return found
            before = f"{before}\n{claim.text[start:end]}"
    return ()


def _says_more(sentence: str, line: Line, turned: Sequence[CellTurn]) -> bool:
    """Whether a sentence has facts or dates that the row will not have."""
    known = gist(" ".join((line.text, *(one.new for one in turned))))
    told = gist(sentence)
    return not (told.facts | told.dates <= known.facts | known.dates | known.latin)
