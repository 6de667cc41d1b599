"""A note that comes again with a figure corrected: what it changes is edited where it stands, the rest stays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.document import (
    Block,
    Document,
    Edit,
    ReplaceCell,
    Section,
    insert_item,
    insert_row,
    replace,
    replace_cell,
    table_of,
)
from agent.document.neighbours import tree_end
from agent.drafts import DraftPatch, DraftPoint, DraftTable, Planned
from agent.facts.claims import sentence_spans
from agent.items import CAVEAT, cell_text, inert, item_lines, said_instead
from agent.models import Language
from agent.oneline import as_one_line, form_at
from agent.placement import Placer
from agent.planning import EDITING
from agent.relation import lines_of
from agent.relation.cell import other_figure
from agent.rendering import bullet_of, completion, edit_for, has_lead_of, sources_beside
from agent.retold import Swap, alike_but_figures, corrects, followed, retells, same_title, swaps
from agent.tabled import tabled

_MARKER = re.compile(r"^(?:[-*+]|\d{1,9}[.)])\s+")
_SAME = 0.5
"""Share of a patch's lines that an item must have, word for word, to be an earlier state of the same note."""


@dataclass(frozen=True, slots=True)
class Revision:
    """The edits that bring an item up to its note."""

    edits: tuple[Edit, ...] = ()
    touched: frozenset[int] = frozenset()
    """First lines, in the document before, of the blocks whose old words go."""
    swaps: frozenset[Swap] = frozenset()
    """Figures of the item that others take the place of."""

    def with_(self, more: Revision) -> Revision:
        """Both."""
        return Revision((*self.edits, *more.edits), self.touched | more.touched, self.swaps | more.swaps)


def revision(document: Document, planned: Planned, patch: DraftPatch, language: Language) -> Revision:
    """The edits of an item that was written from an earlier state of the same note; none where there is no such item.

    It is one where the item that the relation points into has the patch's own title and sources in its lead, and
    half of its lines or of its rows. A table's cells and the sentences that differ in their figures alone are
    edited, in the item and wherever else the document has the same row under the same head, or the same item, there
    with the old words behind them; what is new is added.

    The writer may have found other words since: what the item tells in its own stays as it is, and a figure that is
    corrected in one place of the item is corrected in its others where the evidence says so.
    """
    found = _item(document, planned, patch, language)
    if found is None:
        return _of_one_line(document, planned, patch, language)
    item, lines = found
    points = [line for line in lines if line.startswith("- ")]
    rows = [tuple(map(cell_text, row.cells)) for table in _tables(patch) for row in table.rows]
    if not planned.said_before and not item.is_earlier(points, rows):
        return Revision()
    order = f"{planned.increment.number:04d} {planned.increment.id}"
    made, left = _sentences(item, points, order)
    for table in _tables(patch):
        changed = _table(item, table, order)
        if changed is None:
            return Revision()
        made = made.with_(changed)
    if not made.edits:
        return Revision()
    made = made.with_(_followed(item, made, planned, order))
    return Revision((*made.edits, *_added(item, _unsaid_before(left, planned), order)), made.touched)


def _unsaid_before(lines: Sequence[str], planned: Planned) -> list[str]:
    """The lines that the note did not have when the item was written from it: what it had was left out then."""
    before = [one.quote for one in planned.evidence if one.id in planned.said_before]
    return [line for line in lines if not retells(line, before)]


def has_item(document: Document, planned: Planned, patch: DraftPatch, language: Language) -> bool:
    """Whether the relation of a plan points into an item that has the title and the sources of a patch in its lead."""
    if _item(document, planned, patch, language) is not None:
        return True
    return bool(_of_one_line(document, planned, patch, language).edits)


def _of_one_line(document: Document, planned: Planned, patch: DraftPatch, language: Language) -> Revision:
    """The edit of an item of one line that says a patch word for word but for its figures."""
    says, section = planned.document_says, planned.section and document.section(planned.section)
    if planned.relation not in EDITING or says is None or not section:
        return Revision()
    old = next((b for b in section.body if b.kind == "list_item" and b.line <= says.line <= b.end_line), None)
    form = form_at(section, says.line, language) if old and not old.depth else None
    line = as_one_line(patch, form, language)[:1] if form else []
    if old is None or not line or not alike_but_figures(_bare(old), line[0]):
        return Revision()
    order = f"{planned.increment.number:04d} {planned.increment.id}"
    edit = replace(section, (old,), line[0], order=order)
    return Revision((edit,), frozenset({old.line}), swaps(_bare(old), line[0]))


def _item(
    document: Document, planned: Planned, patch: DraftPatch, language: Language
) -> tuple[_Item, list[str]] | None:
    """The item into which the relation points, where its lead is the patch's, and the other lines of the patch."""
    says = planned.document_says
    if planned.relation not in EDITING or says is None or not says.line or planned.section is None:
        return None
    section = document.section(planned.section)
    holder = _holder(section, says.line, planned, patch, language) if section else None
    if section is None or holder is None:
        return None
    return _Item(document, section, holder, patch.sources, language), item_lines(patch, language, "-")[1:]


def edits_of(placer: Placer, planned: Planned, patch: DraftPatch, language: Language) -> tuple[Edit, ...]:
    """All edits of one increment: those of its note's earlier state, else those of tables and the one for the rest.

    Where that one leaves a row as it is of which a sentence gives one cell another figure, the cell is edited too.
    """
    revised = revision(placer.document, planned, patch, language).edits
    if revised:
        return revised
    into = tabled(placer, planned, patch, language)
    if into.rest is None:
        return into.edits
    if into.edits:
        # What was turned is turned; what the patch says besides stands after it.
        planned = planned.model_copy(update={"relation": "extends"})
    completed = completion(placer.document, planned, into.rest, language)
    if completed:
        return (*into.edits, *completed)
    made = edit_for(placer, planned, into.rest, language)
    if into.edits or made.op != "insert_text":
        return (*into.edits, made)
    return (made, *_cell_too(placer.document, planned, patch, language))


def _cell_too(
    document: Document, planned: Planned, patch: DraftPatch, language: Language
) -> Iterator[ReplaceCell]:
    says, section = planned.document_says, planned.section and document.section(planned.section)
    row = document.block_at(says.line) if says and planned.relation in EDITING else None
    if row is None or not section or row.kind != "table_row" or row not in section.body:
        return
    line = next(line for line in lines_of(document) if line.line == row.line)
    claims = [claim.text for part in patch.parts if isinstance(part, DraftPoint) for claim in part.claims]
    sentences = [text[start:end] for text in claims for start, end in sentence_spans(text)]
    changed = {found for found in (other_figure(sentence, line) for sentence in sentences) if found}
    if len(changed) == 1:
        (new, old) = changed.pop()
        columns = [number for number, cell in enumerate(row.cells) if cell == old]
        if len(columns) == 1:
            text = cell_text(f"{new}{said_instead(patch.sources, old, language)}")
            order = f"{planned.increment.number:04d} {planned.increment.id}"
            yield replace_cell(section, row, columns[0], text, order=order)


@dataclass(frozen=True)
class _Item:
    """A list item of the document with all that it holds."""

    document: Document
    section: Section
    holder: Block
    sources: tuple[str, ...]
    """Of the patch."""
    language: Language

    def aside(self, old: str) -> str:
        """What stands behind a figure that is replaced in an item of other sources: whose it is, and the old one."""
        return said_instead(self.sources, old, self.language)

    @cached_property
    def inside(self) -> tuple[Block, ...]:
        end = tree_end(self.document, self.holder)
        return tuple(self.document.block(index) for index in range(self.holder.index + 1, end))

    @cached_property
    def children(self) -> tuple[Block, ...]:
        depth = self.holder.depth + 1
        return tuple(b for b in self.inside if b.kind == "list_item" and b.depth == depth)

    @cached_property
    def said(self) -> frozenset[str]:
        return frozenset(f"- {_bare(child)}" for child in self.children)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Of the item and all that it holds."""
        return (_bare(self.holder), *(_bare(block) for block in self.inside))

    def is_earlier(self, points: Sequence[str], rows: Sequence[tuple[str, ...]]) -> bool:
        """Whether it is an earlier state of what says these: it has half of the lines, or of the rows alone."""
        known = sum(line in self.said or retells(line, self.texts) for line in points)
        known_rows = sum(row in self.rows for row in rows)
        if rows and known_rows >= _SAME * len(rows):
            return True
        return known + known_rows >= _SAME * (len(points) + len(rows))

    @cached_property
    def rows(self) -> frozenset[tuple[str, ...]]:
        return frozenset(block.cells for block in self.inside if block.kind == "table_row")


def _tables(patch: DraftPatch) -> Iterator[DraftTable]:
    return (part for part in patch.parts if isinstance(part, DraftTable))


def _bare(item: Block) -> str:
    return _MARKER.sub("", item.text.strip(), count=1)


def _holder(
    section: Section, line: int, planned: Planned, patch: DraftPatch, language: Language
) -> Block | None:
    """The item around a line whose lead has the sources of a patch, and its title or one that calls it as much.

    Sources that the item around it has need not be said again, nor a title that this has as well.
    """
    inner = next((block for block in section.body if block.line <= line <= block.end_line), None)
    if inner is None:
        return None
    titles = (patch.title.text, planned.increment.title)
    depth = inner.depth + (inner.kind == "list_item")
    around = [inner, *_around(section, inner)]
    for block, parent in zip(around, [*around[1:], None], strict=True):
        if block.kind != "list_item" or block.depth >= depth:
            continue
        told = [patch.sources, *([sources_beside(parent, patch)] if parent else [])]
        for sources in told:
            lead = item_lines(patch.model_copy(update={"sources": sources}), language, "-")[0]
            tail = lead.removeprefix(f"**{inert(patch.title.text)}**")
            said = _bare(block)
            if said.endswith(tail) and any(same_title(said.removesuffix(tail), title) for title in titles):
                return block
        if block is not inner and has_lead_of(block, planned.increment, patch):
            return block
    return None


def _around(section: Section, inner: Block) -> Iterator[Block]:
    """The items that hold a block, the nearest first."""
    depth = inner.depth
    for index in range(inner.index - 1, section.first_block - 1, -1):
        block = section.document.block(index)
        if block.kind == "list_item" and block.depth < depth:
            yield block
            depth = block.depth


def _sentences(item: _Item, points: Sequence[str], order: str) -> tuple[Revision, list[str]]:
    """Replacements of child items by points that correct a figure of them; what is in no child is left."""
    made = Revision()
    left: list[str] = []
    old = [child for child in item.children if f"- {_bare(child)}" not in points]
    for point in points:
        if point in item.said:
            continue
        twins = [child for child in old if alike_but_figures(f"- {_bare(child)}", point)]
        twins = twins or [child for child in old if corrects(point[2:], _bare(child))]
        if len(twins) != 1:
            if not retells(point[2:], item.texts):
                left.append(point)
            continue
        made = made.with_(_instead(item, twins[0], point, order))
        old.remove(twins[0])
    return made, left


def _instead(item: _Item, child: Block, line: str, order: str) -> Revision:
    """A line in place of a child, and of every other item of the document that says the same."""
    edits: list[Edit] = []
    for section, place in _same_items(item, child):
        aside = "" if place is child else item.aside(_bare(place))
        edits.append(replace(section, (place,), line + aside, order=order))
    touched = frozenset(place.line for _, place in _same_items(item, child))
    return Revision(tuple(edits), touched, swaps(_bare(child), line))


def _followed(item: _Item, made: Revision, planned: Planned, order: str) -> Revision:
    """The item's other lines that hold a corrected figure, as far as the evidence says the new one of them too."""
    found = Revision()
    evidence = [entry for entry in planned.evidence if entry.distance < 2]
    for child in item.children if made.swaps else ():
        done = child.line in made.touched | found.touched
        text = "" if done else followed(_bare(child), made.swaps, evidence)
        if text:
            found = found.with_(_instead(item, child, f"- {text}", order))
    return found


def _same_items(item: _Item, child: Block) -> Iterator[tuple[Section, Block]]:
    """The item itself, then every other item of the document that says the same."""
    yield item.section, child
    for section in item.document.sections:
        for block in section.body:
            if block.index != child.index and block.kind == "list_item" and _bare(block) == _bare(child):
                yield section, block


def _table(item: _Item, table: DraftTable, order: str) -> Revision | None:
    """The cells that a table of the item has otherwise, and its new rows; None where the item has no such table.

    Rows are told apart by their first cells, so both tables must have each of these once.
    """
    header = tuple(map(cell_text, table.header))
    width = len(header)
    heads = [block for block in item.inside if block.kind == "table_head" and block.cells == header]
    new = {row[0]: row for row in (tuple(map(cell_text, row.cells)) for row in table.rows) if row}
    if len(heads) != 1 or len(new) != len(table.rows) or any(len(row) > width for row in new.values()):
        return None
    old = {row.cells[0]: row for row in table_of(item.section, heads[0])[1:]}
    if len(old) != len(table_of(item.section, heads[0])) - 1:
        return None
    edits: list[Edit] = []
    touched: set[int] = set()
    changes: frozenset[Swap] = frozenset()
    last = table_of(item.section, heads[0])[-1]
    for number, (name, cells) in enumerate(new.items()):
        cells = (*cells, *("" for _ in range(width - len(cells))))  # noqa: PLW2901  # a short row is a row with empty cells
        if name not in old:
            edits.append(insert_row(item.section, last, cells, order=f"{order} {number:03d}"))
            continue
        columns = [column for column in range(width) if old[name].cells[column] != cells[column]]
        changes = changes.union(*(swaps(old[name].cells[column], cells[column]) for column in columns))
        for section, row in _same_rows(item, header, old[name]) if columns else ():
            for column in columns:
                aside = "" if row is old[name] else item.aside(row.cells[column])
                edits.append(replace_cell(section, row, column, cells[column] + aside, order=order))
            touched.add(row.line)
    return Revision(tuple(edits), frozenset(touched), changes)


def _same_rows(item: _Item, header: tuple[str, ...], row: Block) -> Iterator[tuple[Section, Block]]:
    """The row itself, then every other row of the document with the same cells under the same head."""
    yield item.section, row
    for section in item.document.sections:
        head: tuple[str, ...] = ()
        for block in section.body:
            if block.kind == "table_head":
                head = block.cells
            same = block.kind == "table_row" and head == header and block.cells == row.cells
            if same and block.index != row.index:
                yield section, block


def _added(item: _Item, lines: Sequence[str], order: str) -> Iterator[Edit]:
    """What the item does not say yet, after its last statement and before its doubts."""
    bullet = bullet_of(item.section)
    said = [child for child in item.children if not _bare(child).startswith(CAVEAT[item.language])]
    for number, line in enumerate(lines):
        text = f"{bullet}{line[1:]}"
        key = f"{order} {number:03d}"
        if said:
            yield insert_item(item.section, said[-1], text, order=key)
        else:
            yield insert_item(item.section, item.holder, text, inside=True, order=key)
