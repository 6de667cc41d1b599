"""From a checked draft to edits of the document: the lines, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.cells import changed_cell
from agent.document import (
    Block,
    Edit,
    Section,
    insert_item,
    insert_row,
    insert_text,
    replace,
    replace_cell,
    table_of,
)
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftTable, Planned
from agent.markup import plain
from agent.models import Language
from agent.passages import changed_sentence, without_sentence
from agent.placement import Placer
from agent.placement.form import is_catalogue, row_cells
from agent.placement.runs import Run
from agent.planning import EDITING
from agent.tokens import tokens

_CODE = re.compile(r"(`[^`\n]+`)")
_TAG = re.compile(
    r"(?<!\\)(?:^<(?=[a-zA-Z/])|<(?=[!?]|/?[a-zA-Z][^<>]{0,300}>))(?!/?(?:br|sub|sup)\s?/?>)(?!https?://)"
)
"""Where HTML would begin, but for line breaks, raised and lowered text, and links in angle brackets."""
_IMAGE = re.compile(r"!\[([^\[\]\n]{0,300})\]\([^()\n]{0,2000}\)")
_ODD_LINK = re.compile(
    r"\[([^\[\]\n]{0,300})\]\((?!\s?<?(?:https?://|mailto:|#))[^()\n]{0,2000}(?:\([^()\n]{0,300}\)[^()\n]{0,300})?\)"
)
"""A link that runs something, or leads to a place within the note's own folder."""
_LINKED_TITLE = re.compile(r"\[([^\[\]\n]{1,300})\]\([^()\s]{1,2000}\)(.{0,80})")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*", re.ASCII)
_MARKER = re.compile(r"^(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
_BLOCK = re.compile(
    r"^(\s*)(?=\S)(#{1,6}(?=\s|$)|[-+*](?=\s|$)|[-*_=](?=[-*_=\s]*$)|>|~~~|```|\||\[(?=[^\]]{1,200}\]:))"
)
_NUMBER = re.compile(r"^(\s*\d{1,9})([.)](?=\s|$))")
"""Where an item's text would become a heading, a list, a quotation, code, a definition or a table."""


@dataclass(frozen=True, slots=True)
class _Words:
    """How a language frames what is quoted, sourced or doubted."""

    source: str
    caveat: str
    original: str
    before: str
    stop: str
    colon: str
    marks: tuple[str, str]
    brackets: tuple[str, str]


_WORDS: dict[Language, _Words] = {
    "zh": _Words("来源：", "待核实：", "原文：", "此前记载：", "；", "：", ("「", "」"), ("（", "）")),
    "en": _Words(
        "Source: ", "To be verified: ", "Original: ", "Said before: ", "; ", ": ", ("“", "”"), (" (", ")")
    ),
}

CAVEAT: dict[Language, str] = {language: words.caveat for language, words in _WORDS.items()}
"""How an item begins that doubts what stands before it."""
BEFORE: dict[Language, str] = {language: words.before for language, words in _WORDS.items()}
"""How an item begins that quotes what stood in its place before."""


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
    lines = item_lines(patch, language, bullet)
    if old and planned.relation in EDITING:
        return _in_place_of(old, section, patch, lines, language, order)
    if planned.relation in EDITING and planned.document_says:
        # What cannot be edited (a quotation, code, HTML) is named beside the new.
        lines = _with(lines, _said_before(planned.document_says.quote, bullet, _WORDS[language]))
    if old and planned.relation == "extends" and old.kind == "list_item" and not old.depth:
        return insert_item(section, old, "\n".join(lines), order=order)
    position = placer.position(section, patch.title.text, planned.increment.urls)
    if position.form == "item":
        return insert_item(section, position.block, "\n".join(lines), side=position.side, order=order)
    if position.form == "row" and position.run is not None and _fits_a_row(patch, position.run):
        cells = row_cells(
            position.run,
            in_one_line(patch, language),
            (*planned.increment.urls, *planned.increment.arxiv),
            title=inert(patch.title.text),
        )
        return insert_row(section, position.block, cells, side=position.side, order=order)
    return insert_text(section, section.blocks[-1], as_text(lines), order=order)


def _in_place_of(
    old: Block, section: Section, patch: DraftPatch, lines: Sequence[str], language: Language, order: str
) -> Edit:
    """The edit of what a patch supersedes or contradicts, both statements named.

    In a table the cell that changes is edited, where one can be told; a row is never made into text.
    """
    words = _WORDS[language]
    bullet = bullet_of(section)
    both = _with(lines, _said_before(old.text, bullet, words))
    bare = _MARKER.sub("", old.text.strip())
    changed_at = changed_sentence(bare, patch) if old.kind != "table_row" else None
    if changed_at:
        # The block's other sentences stay as they are, before what is new.
        rest = without_sentence(bare, changed_at)
        new = _with(lines, _said_before(bare[changed_at[0] : changed_at[1]], bullet, words))
        text = f"{rest}\n\n{as_text(new)}"
        if old.kind == "list_item":
            text = "\n".join([rest, f"{bullet} {new[0]}", *new[1:]])
        return replace(section, (old,), text, order=order)
    if old.kind != "table_row":
        text = "\n".join(both) if old.kind == "list_item" else as_text(both)
        return replace(section, (old, *_caveat_of(old, section, words)), text, order=order)
    changed = changed_cell(old.cells, patch)
    if changed is None:
        return insert_text(section, table_of(section, old)[-1], as_text(both), order=order)
    doubts = [f"{words.caveat}{caveat.wording.rstrip('。.;； ')}" for caveat in patch.caveats]
    aside = said_instead(patch.sources, old.cells[changed.column].strip(), language, doubts)
    return replace_cell(section, old, changed.column, cell_text(f"{changed.value}{aside}"), order=order)


def said_instead(sources: Sequence[str], old: str, language: Language, doubts: Sequence[str] = ()) -> str:
    """What stands in brackets behind new words that took the place of old ones: sources, the old words, doubts."""
    words = _WORDS[language]
    asides = [*sources, f"{words.before}{old}", *doubts]
    return f"{words.brackets[0]}{words.stop.join(asides)}{words.brackets[1]}"


def _caveat_of(old: Block, section: Section, words: _Words) -> tuple[Block, ...]:
    """The item after a list item that doubts its figures and no others': it goes where the item goes."""
    after = section.document.block(old.index + 1) if old.index + 1 < section.last_block else None
    if after is None or (old.kind, after.kind, after.depth) != ("list_item", "list_item", old.depth):
        return ()
    doubt = _MARKER.sub("", after.text.strip())
    figures = set(_FIGURE.findall(doubt))
    ours = doubt.startswith(words.caveat) and figures and figures <= set(_FIGURE.findall(old.text))
    return (after,) if ours else ()


def _said_before(old: str, bullet: str, words: _Words) -> str:
    quote = " ".join(_MARKER.sub("", old.strip().lstrip("> ")).split())
    return f"{bullet} {words.before}{words.marks[0]}{quote}{words.marks[1]}"


def _with(lines: Sequence[str], last: str) -> list[str]:
    """The lines with one more, which a table before it does not take for a row."""
    gap = [""] if lines and lines[-1].lstrip().startswith("|") else []
    return [*lines, *gap, last]


def _fits_a_row(patch: DraftPatch, run: Run) -> bool:
    """Whether a table lists things such as this one: a table of figures has no cell for a text."""
    return is_catalogue(run) and not any(isinstance(part, DraftTable) for part in patch.parts)


def as_text(lines: Sequence[str]) -> str:
    """An item's lines as blocks of their own: the lead as a paragraph, the rest under it."""
    lead, *rest = lines
    under = "\n".join(rest).strip("\n")
    return f"{lead}\n\n{under}" if under else lead


def in_one_line(patch: DraftPatch, language: Language) -> str:
    """A patch for a cell of a table: title, what is said, the doubt."""
    words = _WORDS[language]
    said = [_point(part, words) for part in patch.parts if isinstance(part, DraftPoint)]
    doubts = [f"{words.caveat}{inert(caveat.wording.rstrip('。.;； '))}" for caveat in patch.caveats[:1]]
    title = inert(patch.title.text)
    told = [DraftClaim(text=text) for text in (*said, *doubts)]
    return f"{title}{words.colon}{_run_on(told, words)}" if told else title


def item_lines(patch: DraftPatch, language: Language, bullet: str = "-") -> list[str]:
    """The patch as the Markdown lines of one list item, without the item's own mark and indentation.

    A bold lead with its sources, nested items and tables, caveats last.
    """
    words = _WORDS[language]
    lines = [_lead(patch, words)]
    for part in patch.parts:
        if isinstance(part, DraftPoint):
            text = "" if _says_the_title(part, patch.title.text) else _point(part, words)
            lines.extend([f"{bullet} {text}"] if text else [])
        else:
            lines.extend(_table(part, bullet))
    wordings = dict.fromkeys(caveat.wording.rstrip("。.;； ") for caveat in patch.caveats)
    if wordings:
        lines.append(f"{bullet} {words.caveat}{inert(words.stop.join(wordings))}")
    return [line for line, after in zip(lines, [*lines[1:], None], strict=True) if line or after]


def _says_the_title(point: DraftPoint, title: str) -> bool:
    """Whether a point is the title again, with the link and the remark that a list of links gives it."""
    if len(point.claims) != 1 or point.parts or point.label:
        return False
    text = point.claims[0].text.strip()
    linked = _LINKED_TITLE.fullmatch(text)
    said, remark = (linked[1], linked[2]) if linked else (text, "")
    return tokens(plain(said)) == tokens(plain(title)) and not any(map(str.isdecimal, remark))


def _lead(patch: DraftPatch, words: _Words) -> str:
    title = f"**{inert(patch.title.text)}**"
    if not patch.sources:
        return title
    return f"{title}{words.brackets[0]}{words.source}{words.stop.join(patch.sources)}{words.brackets[1]}"


def _point(point: DraftPoint, words: _Words) -> str:
    if point.quoted:
        said = (f"{words.marks[0]}{one.text}{words.marks[1]}" for one in (*point.claims, *point.parts))
        text = f"{words.original}{words.stop.join(said)}"
        return inert(f"{point.label}{words.colon}{text}" if point.label else text)
    text = _run_on(point.claims, words)
    if point.parts:
        text = f"{text.rstrip('：:')}{words.colon}{_run_on(point.parts, words)}"
    return inert(f"{point.label}{words.colon}{text}" if point.label else text)


def _run_on(claims: Sequence[DraftClaim], words: _Words) -> str:
    """Claims in one line: Latin sentences follow one another, all else is set apart by the language's own stop."""
    text = ""
    for claim in claims:
        said = claim.text.rstrip("。；;")
        between = " " if text.endswith((".", "!", "?")) else words.stop
        text = f"{text}{between}{said}" if text else said
    return text


def _table(table: DraftTable, bullet: str) -> list[str]:
    """A table inside an item needs a blank line before it; with a caption it stands under that as its own item.

    Of a row with more cells than the head nobody can say what belongs where: it is left out.
    """
    width = len(table.header)
    told = [row.cells for row in table.rows if len(row.cells) <= width]
    padded = [(*cells, *("" for _ in range(width - len(cells)))) for cells in told]
    rows = [table.header, tuple("---" for _ in table.header), *padded]
    body = ["| " + " | ".join(cell_text(cell) for cell in row) + " |" for row in rows]
    if table.caption:
        return [f"{bullet} {inert(table.caption)}", "", *(f"  {line}" for line in body), ""]
    return ["", *body, ""]


def cell_text(text: str) -> str:
    """The text as it stands in a cell."""
    return " ".join(_without_html(text).replace("\\|", "|").replace("|", "\\|").split())


def inert(text: str) -> str:
    """The text with what would be HTML or another block made to stand as it is written; code spans stay.

    Pictures, and links that are no web addresses, are left as their words.
    """
    return _NUMBER.sub(r"\1\\\2", _BLOCK.sub(r"\1\\\2", _without_html(text)))


def _without_html(text: str) -> str:
    pieces = _CODE.split(text)
    pieces[::2] = [_TAG.sub(r"\\<", _ODD_LINK.sub(r"\1", _IMAGE.sub(r"\1", piece))) for piece in pieces[::2]]
    return "".join(pieces)


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
