"""From a checked draft to edits of the document: the lines, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.cells import changed_cell
from agent.document import (
    Block,
    Document,
    Edit,
    Section,
    insert_item,
    insert_row,
    insert_text,
    replace,
    replace_cell,
    table_of,
)
from agent.drafts import DraftPatch, DraftTable, Planned
from agent.facts.urls import find_urls, page_of
from agent.gist import Gist, gist
from agent.items import FRAME, Frame, as_text, cell_text, in_one_line, inert, item_lines, said_instead
from agent.markup import plain
from agent.models import Increment, Language
from agent.oneline import ROOM, OneLine, as_one_line, columns, form_at, form_of
from agent.passages import changed_sentences, without_sentences
from agent.placement import Placer
from agent.placement.form import is_catalogue, names_thing, row_cells
from agent.placement.runs import Run, runs_of
from agent.planning import EDITING
from agent.tokens import tokens

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*", re.ASCII)
_WORKS = ("arxiv:", "doi:")
_MARKER = re.compile(r"^(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")


def edit_for(placer: Placer, planned: Planned, patch: DraftPatch, language: Language) -> Edit:
    """The one edit that puts a patch into its section.

    What supersedes or contradicts a block takes its place and names what stood there; what extends one follows
    it; anything else stands where the section's own order or habit puts it, in the form of what stands there.
    """
    section = placer.document.section(planned.section) if planned.section else None
    if section is None:
        raise ValueError(f"the plan names a section that is not there: {planned.section!r}")
    order = f"{planned.increment.number:04d} {planned.increment.id}"
    old = _block_at(section, planned)
    bullet = bullet_of(section)
    beside = form_at(section, old.line, language) if old else None
    if old and planned.relation in EDITING:
        lines = _lines(patch, beside, language, bullet)
        return _in_place_of(old, section, patch, lines, language, order)
    if old and planned.relation == "extends" and old.kind == "list_item" and not old.depth:
        return insert_item(section, old, "\n".join(_lines(patch, beside, language, bullet)), order=order)
    position = placer.position(section, patch.title.text, planned.increment.urls)
    form = form_of(position.run, placer.document, language) if position.form == "item" else None
    lines = _lines(patch, form, language, bullet)
    if planned.relation in EDITING and planned.document_says:
        # What cannot be edited (a quotation, code, HTML) is named beside the new.
        lines = _with(lines, _said_before(planned.document_says.quote, bullet, FRAME[language]))
    if position.form == "item":
        return insert_item(section, position.block, "\n".join(lines), side=position.side, order=order)
    # Of a work that has its row, what is new stands below the table, and in no second row.
    row = old if old and old.kind == "table_row" and _goes_back_to(old, planned.increment) else None
    if position.form == "row" and position.run is not None and row is None:
        cells = _row(patch, position.run, planned, language)
        if cells:
            return insert_row(section, position.block, cells, side=position.side, order=order)
        beside_it = next((run for run in runs_of(section) if run.kind == "list" and not run.depth), None)
        if beside_it:
            lines = _lines(patch, form_of(beside_it, placer.document, language), language, bullet)
            return insert_item(section, beside_it.members[-1].block, "\n".join(lines), order=order)
    last = table_of(section, row)[-1] if row else section.blocks[-1]
    return insert_text(section, last, as_text(lines), order=order)


def completion(
    document: Document, planned: Planned, patch: DraftPatch, language: Language
) -> tuple[Edit, ...]:
    """The edits that say a patch within the item that is about the same work or page already; none without such an item.

    What the item says stays; what the patch says besides stands under it, with the sources that the item has not.
    """
    section = document.section(planned.section) if planned.section else None
    old = _block_at(section, planned) if section else None
    if (
        section is None
        or old is None
        or planned.relation != "extends"
        or not _is_about(old, planned.increment)
    ):
        return ()
    left = sources_beside(old, patch)
    patch = patch.model_copy(update={"sources": left})
    order = f"{planned.increment.number:04d} {planned.increment.id}"
    bullet = bullet_of(section)
    said = item_lines(patch, language, bullet)[1:]
    if (
        said
        and has_lead_of(old, planned.increment, patch)
        and all(line.startswith(f"{bullet} ") for line in said)
    ):
        # The item has the name and the source: the statements stand under it as they are.
        return tuple(
            insert_item(section, old, line, inside=True, order=f"{order} {number:03d}")
            for number, line in enumerate(said)
        )
    lines = _lines(patch, form_at(section, old.line, language), language, bullet)
    return (insert_item(section, old, "\n".join(lines), inside=True, order=order),)


def _names(known: Gist, source: str) -> bool:
    """Whether a text has a source: its page, or the work or repository that this is of."""
    told = gist(source)
    return any(own and own <= others for own, others in ((told.pages, known.pages), (told.ids, known.ids)))


def sources_beside(block: Block, patch: DraftPatch) -> tuple[str, ...]:
    """The sources of a patch that an item does not name."""
    known = gist(block.text)
    return tuple(one for one in patch.sources if not _names(known, one))


def has_lead_of(block: Block, increment: Increment, patch: DraftPatch) -> bool:
    """Whether an item is about what an increment goes back to, and has the title and the sources of its patch."""
    named = set(tokens(plain(patch.title.text))) <= set(tokens(plain(block.text)))
    return named and _is_about(block, increment) and not sources_beside(block, patch)


def _is_about(block: Block, increment: Increment) -> bool:
    """Whether a list item is about what an increment goes back to: the one work that it names, or its first link."""
    if block.kind != "list_item":
        return False
    works = {name for name in gist(block.text).ids if name.startswith(_WORKS)}
    links = find_urls(block.text)
    own = gist(" ".join((*increment.urls, *(f"arXiv:{number}" for number in increment.arxiv))))
    return (len(works) == 1 and works <= own.ids) or bool(links and page_of(links[0].raw) in own.pages)


def _goes_back_to(block: Block, increment: Increment) -> bool:
    """Whether a block names the work that an increment goes back to."""
    own = gist(" ".join((*increment.urls, *(f"arXiv:{number}" for number in increment.arxiv))))
    return any(name.startswith(_WORKS) for name in own.ids & gist(block.text).ids)


def _lines(patch: DraftPatch, form: OneLine | None, language: Language, bullet: str) -> list[str]:
    """The patch as an item: in one line where those around it have one and it can, else in several."""
    line = as_one_line(patch, form, language, bullet) if form else []
    return line or item_lines(patch, language, bullet)


def _in_place_of(
    old: Block, section: Section, patch: DraftPatch, lines: Sequence[str], language: Language, order: str
) -> Edit:
    """The edit of what a patch supersedes or contradicts, both statements named.

    In a table the cell that changes is edited, where one can be told; a row is never made into text.
    """
    words = FRAME[language]
    bullet = bullet_of(section)
    both = _with(lines, _said_before(old.text, bullet, words))
    bare = _MARKER.sub("", old.text.strip())
    changed = changed_sentences(bare, patch) if old.kind != "table_row" else ()
    if changed:
        # The block's other sentences stay as they are, before what is new.
        rest = without_sentences(bare, changed)
        new = _with(lines, _said_before(" ".join(bare[start:end] for start, end in changed), bullet, words))
        text = f"{rest}\n\n{as_text(new)}"
        if old.kind == "list_item":
            text = "\n".join([rest, f"{bullet} {new[0]}", *new[1:]])
        return replace(section, (old,), text, order=order)
    if old.kind != "table_row":
        text = "\n".join(both) if old.kind == "list_item" else as_text(both)
        return replace(section, (old, *_caveat_of(old, section, words)), text, order=order)
    cell = changed_cell(old.cells, patch)
    if cell is None:
        return insert_text(section, table_of(section, old)[-1], as_text(both), order=order)
    doubts = [f"{words.caveat}{caveat.wording.rstrip('。.;； ')}" for caveat in patch.caveats]
    aside = said_instead(patch.sources, old.cells[cell.column].strip(), language, doubts)
    return replace_cell(section, old, cell.column, cell_text(f"{cell.value}{aside}"), order=order)


def _caveat_of(old: Block, section: Section, words: Frame) -> tuple[Block, ...]:
    """The item after a list item that doubts its figures and no others': it goes where the item goes."""
    after = section.document.block(old.index + 1) if old.index + 1 < section.last_block else None
    if after is None or (old.kind, after.kind, after.depth) != ("list_item", "list_item", old.depth):
        return ()
    doubt = _MARKER.sub("", after.text.strip())
    figures = set(_FIGURE.findall(doubt))
    ours = doubt.startswith(words.caveat) and figures and figures <= set(_FIGURE.findall(old.text))
    return (after,) if ours else ()


def _said_before(old: str, bullet: str, words: Frame) -> str:
    quote = " ".join(_MARKER.sub("", old.strip().lstrip("> ")).split())
    return f"{bullet} {words.before}{words.marks[0]}{quote}{words.marks[1]}"


def _with(lines: Sequence[str], last: str) -> list[str]:
    """The lines with one more, which a table before it does not take for a row."""
    gap = [""] if lines and lines[-1].lstrip().startswith("|") else []
    return [*lines, *gap, last]


def _row(patch: DraftPatch, run: Run, planned: Planned, language: Language) -> tuple[str, ...]:
    """The patch as a row of a table that lists such things; empty where it cannot be one.

    A table of figures has no cell for a text, a row without the name of its thing says nothing, and no cell is much
    longer than those above it.
    """
    if not is_catalogue(run) or any(isinstance(part, DraftTable) for part in patch.parts):
        return ()
    urls = (*planned.increment.urls, *planned.increment.arxiv)
    cells = row_cells(run, in_one_line(patch, language), urls, title=inert(patch.title.text))
    longest = max((columns(cell) for member in run.members for cell in member.block.cells), default=0)
    fits = all(columns(cell) <= max(longest, ROOM) for cell in cells)
    return cells if fits and names_thing(run, cells) else ()


def _block_at(section: Section, planned: Planned) -> Block | None:
    """The block that the relation speaks of, where it stands in the target section."""
    if planned.document_says is None:
        return None
    line = planned.document_says.line
    blocks = (block for block in section.body if block.line <= line <= block.end_line)
    return next((block for block in blocks if block.kind in ("paragraph", "list_item", "table_row")), None)


def bullet_of(section: Section) -> str:
    """The sign that the section's own lists use."""
    marks = [block.text.lstrip()[:1] for block in section.body if block.kind == "list_item"]
    return next((mark for mark in marks if mark in "-*+"), "-")
