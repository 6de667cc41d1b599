"""The words of a patch as Markdown: the lines of one item, one line for a cell, and what is never let through."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftTable
from agent.markup import plain
from agent.models import Language
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
_BLOCK = re.compile(
    r"^(\s*)(?=\S)(#{1,6}(?=\s|$)|[-+*](?=\s|$)|[-*_=](?=[-*_=\s]*$)|>|~~~|```|\||\[(?=[^\]]{1,200}\]:))"
)
_NUMBER = re.compile(r"^(\s*\d{1,9})([.)](?=\s|$))")
"""Where an item's text would become a heading, a list, a quotation, code, a definition or a table."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How a language frames what is quoted, sourced or doubted."""

    source: str
    caveat: str
    original: str
    before: str
    stop: str
    colon: str
    marks: tuple[str, str]
    brackets: tuple[str, str]


FRAME: dict[Language, Frame] = {
    "zh": Frame("来源：", "待核实：", "原文：", "此前记载：", "；", "：", ("「", "」"), ("（", "）")),
    "en": Frame(
        "Source: ", "To be verified: ", "Original: ", "Said before: ", "; ", ": ", ("“", "”"), (" (", ")")
    ),
}

CAVEAT: dict[Language, str] = {language: frame.caveat for language, frame in FRAME.items()}
"""How an item begins that doubts what stands before it."""
BEFORE: dict[Language, str] = {language: frame.before for language, frame in FRAME.items()}
"""How an item begins that quotes what stood in its place before."""


def said_instead(sources: Sequence[str], old: str, language: Language, doubts: Sequence[str] = ()) -> str:
    """What stands in brackets behind new words that took the place of old ones: sources, the old words, doubts."""
    frame = FRAME[language]
    asides = [*sources, f"{frame.before}{old}", *doubts]
    return f"{frame.brackets[0]}{frame.stop.join(asides)}{frame.brackets[1]}"


def as_text(lines: Sequence[str]) -> str:
    """An item's lines as blocks of their own: the lead as a paragraph, the rest under it."""
    lead, *rest = lines
    under = "\n".join(rest).strip("\n")
    return f"{lead}\n\n{under}" if under else lead


def in_one_line(patch: DraftPatch, language: Language) -> str:
    """A patch for a cell of a table: title, what is said, the doubt."""
    frame = FRAME[language]
    said = [point_text(part, frame) for part in patch.parts if isinstance(part, DraftPoint)]
    doubts = [f"{frame.caveat}{inert(caveat.wording.rstrip('。.;； '))}" for caveat in patch.caveats[:1]]
    title = inert(patch.title.text)
    told = [DraftClaim(text=text) for text in (*said, *doubts)]
    return f"{title}{frame.colon}{run_on(told, frame)}" if told else title


def item_lines(patch: DraftPatch, language: Language, bullet: str = "-") -> list[str]:
    """The patch as the Markdown lines of one list item, without the item's own mark and indentation.

    A bold lead with its sources, nested items and tables, caveats last.
    """
    frame = FRAME[language]
    lines = [_lead(patch, frame)]
    for part in patch.parts:
        if isinstance(part, DraftPoint):
            text = "" if says_the_title(part, patch.title.text) else point_text(part, frame)
            lines.extend([f"{bullet} {text}"] if text else [])
        else:
            lines.extend(_table(part, bullet))
    lines += doubts(patch, frame, bullet)
    return [line for line, after in zip(lines, [*lines[1:], None], strict=True) if line or after]


def doubts(patch: DraftPatch, frame: Frame, bullet: str) -> list[str]:
    """The item that says all doubts of a patch, each once; none where it has none."""
    wordings = dict.fromkeys(caveat.wording.rstrip("。.;； ") for caveat in patch.caveats)
    return [f"{bullet} {frame.caveat}{inert(frame.stop.join(wordings))}"] if wordings else []


def says_the_title(point: DraftPoint, title: str) -> bool:
    """Whether a point is the title again, with the link and the remark that a list of links gives it."""
    if len(point.claims) != 1 or point.parts or point.label:
        return False
    text = point.claims[0].text.strip()
    linked = _LINKED_TITLE.fullmatch(text)
    said, remark = (linked[1], linked[2]) if linked else (text, "")
    return tokens(plain(said)) == tokens(plain(title)) and not any(map(str.isdecimal, remark))


def _lead(patch: DraftPatch, frame: Frame) -> str:
    title = f"**{inert(patch.title.text)}**"
    if not patch.sources:
        return title
    return f"{title}{frame.brackets[0]}{frame.source}{frame.stop.join(patch.sources)}{frame.brackets[1]}"


def point_text(point: DraftPoint, frame: Frame) -> str:
    """One statement as the text of an item: its label, what it says, or the words that it quotes."""
    if point.quoted:
        said = (f"{frame.marks[0]}{one.text}{frame.marks[1]}" for one in (*point.claims, *point.parts))
        text = f"{frame.original}{frame.stop.join(said)}"
        return inert(f"{point.label}{frame.colon}{text}" if point.label else text)
    text = run_on(point.claims, frame)
    if point.parts:
        text = f"{text.rstrip('：:')}{frame.colon}{run_on(point.parts, frame)}"
    return inert(f"{point.label}{frame.colon}{text}" if point.label else text)


def run_on(claims: Sequence[DraftClaim], frame: Frame) -> str:
    """Claims in one line: Latin sentences follow one another, all else is set apart by the language's own stop."""
    text = ""
    for claim in claims:
        said = claim.text.rstrip("。；;")
        between = " " if text.endswith((".", "!", "?")) else frame.stop
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
