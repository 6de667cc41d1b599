"""New text in the form of what stands around it: an item like its siblings, a row with the right cells.

This is what is written when no model words the text; the words are the increment's own, and a cell
for which it says nothing holds what the column holds when it is empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from agent.document import (
    Document,
    Edit,
    InsertItem,
    InsertRow,
    InsertText,
    ReplaceBlocks,
    insert_item,
    insert_row,
    insert_text,
    replace,
)
from agent.document.style import column_count
from agent.placement.order import date_key
from agent.placement.position import Position
from agent.placement.runs import Run

Column = Literal["date", "number", "link", "id", "sign", "text"]

_LINK = re.compile(r"\]\((https?://[^()\s]*)\)")
_LED_BY_LINK = re.compile(r"^\s*(?:[-*+]|\d+[.)])?\s*\**\[[^\[\]]+\]\(")
_LEAD = re.compile(r"[^:：|]{2,120}?(?=\s*[:：|])")
_DATE_CELL = re.compile(r"\W*(?:19|20)\d\d(?:[.\-/年]\s?\d{1,2}){0,2}\W*")
_ID = re.compile(
    r"(?a:(?<![\d.])\d{4}\.\d{4,5}(?:v\d{1,2})?(?!\d)|(?<![\w.])10\.\d{4,9}/[^\s，。；、）)\]]{2,80}|CVE-\d{4}-\d{4,7})",
    re.IGNORECASE,
)
"""Of a work or an advisory, as a list of papers names it."""
_ID_CELL = re.compile(
    rf"\W*(?:arxiv\s?[:：]\s?)?(?:{_ID.pattern})\W*(?:\(https?://[^()\s]*\))?\W*", re.IGNORECASE
)
_TITLE_HEAD = re.compile(
    r"题目|标题|名称|论文|方法|\b(?:title|name|paper|work|method|model)\b", re.IGNORECASE
)
_FIRST_DATE = re.compile(r"\W*(?:19|20)\d\d\s?[.\-/年]\s?\d{1,2}(?:\s?[.\-/月]\s?\d{1,2}日?)?月?\s*")
_LEFT_OVER = re.compile(r"\[*\[[^\[\]]*\]\]*\(\s*(?=\[|$|\s)")
_WORD = re.compile(r"\w")
_SAMPLE = 40
"""Rows looked at to learn what a column holds."""
_MOST = 0.6
"""Share of the rows that make a column's kind."""


def edits_for(
    document: Document, position: Position, text: str, urls: Sequence[str] = (), *, order: str = ""
) -> tuple[Edit, ...]:
    """The edits that put a text at a position, one for each of its lines in a list or table."""
    section = document.section_at(position.block.line)
    block = position.block
    if position.form == "text" or position.run is None:
        return (insert_text(section, block, text.strip(), side=position.side, order=order),)
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    made: list[InsertItem | InsertRow | InsertText | ReplaceBlocks] = []
    for number, line in enumerate(lines):
        links = urls if len(lines) == 1 else urls[number : number + 1] if len(urls) == len(lines) else ()
        key = f"{order}{number:04d}"
        if position.form == "row":
            cells = row_cells(position.run, line, links)
            made.append(insert_row(section, block, cells, side=position.side, order=key))
        elif position.form == "item":
            item = item_text(position.run, line, links)
            made.append(insert_item(section, block, item, side=position.side, order=key))
    if position.form == "html_item":
        made.append(replace(section, (block,), _with_line_items(position, lines), order=order))
    return tuple(made)


def _with_line_items(position: Position, lines: Sequence[str]) -> str:
    """The HTML block with a line for each new item, indented as its neighbour is."""
    old = position.block.text.split("\n")
    at = position.line - position.block.line
    near = old[min(at, len(old) - 1)] if position.side == "before" else old[at - 1]
    margin = near[: len(near) - len(near.lstrip())]
    return "\n".join([*old[:at], *(f"{margin}<li>{line}</li>" for line in lines), *old[at:]])


def item_text(run: Run, text: str, urls: Sequence[str]) -> str:
    """A list item's text; where its siblings begin with a link, so does it."""
    linked = sum(_LED_BY_LINK.match(member) is not None for member in run.texts)
    if not urls or linked < _MOST * len(run.members) or "](" in text:
        return text
    lead = _LEAD.match(text)
    name = lead.group() if lead else text
    return f"[{name.strip()}]({urls[0]}){text[len(name) :]}"


def is_catalogue(run: Run) -> bool:
    """Whether a table lists things with their dates or links, as a bibliography does, rather than figures."""
    rows = [member.block.cells for member in run.members][-_SAMPLE:]
    count = max((len(row) for row in rows), default=0)
    kinds = {_kind([row[number] for row in rows if number < len(row)]) for number in range(count)}
    linked = sum(any(_LINK.search(cell) for cell in row) for row in rows) * 2 > len(rows)
    return bool({"date", "link", "id"} & set(kinds)) or linked


def names_thing(run: Run, cells: Sequence[str]) -> bool:
    """Whether a new row says in the first column of words what it is a row of, as all the others do."""
    rows = [member.block.cells for member in run.members][-_SAMPLE:]
    for number, cell in enumerate(cells):
        column = [row[number] for row in rows if number < len(row)]
        if _kind(column) == "text":
            return bool(_WORD.search(cell)) or not all(map(_WORD.search, column))
    return True


def row_cells(run: Run, text: str, urls: Sequence[str], *, title: str = "") -> tuple[str, ...]:
    """The cells of a new row: as many as the table has columns.

    `title` is what the text begins with: a table with a column for titles has it there.
    """
    assert run.head is not None or run.members
    head = run.head or run.members[0].block
    rows = [member.block.cells for member in run.members][-_SAMPLE:]
    count = column_count((head,)) if run.head else len(head.cells)
    bare = () if title else (text.split(),)  # words of a sentence are no cells
    for pieces in (text.strip(" |").split("|"), text.split("\t"), *bare):
        if len(pieces) == count:
            return tuple(piece.strip() for piece in pieces)
    kinds = [_kind([row[number] for row in rows if number < len(row)]) for number in range(count)]
    if "id" in kinds:
        return _of_work(kinds, head.cells, rows, text, urls, title)
    return _fill(kinds, rows, text, urls)


def _kind(cells: Sequence[str]) -> Column:
    full = [cell for cell in cells if cell]
    least = _MOST * max(len(full), 1)
    if full and sum(_ID_CELL.fullmatch(cell) is not None for cell in full) >= least:
        return "id"
    if full and sum(_DATE_CELL.fullmatch(cell) is not None for cell in full) >= least:
        return "date"
    if len(full) > 1 and all(cell.isdecimal() for cell in full) and len(set(full)) == len(full):
        return "number"
    if (
        full
        and sum(_LINK.search(cell) is not None and len(_LINK.sub("]", cell)) < 30 for cell in full)
        >= least / 2
    ):
        return "link"
    if full and sum(_WORD.search(cell) is None for cell in full) >= least:
        return "sign"
    return "text"


def _fill(
    kinds: list[Column], rows: list[tuple[str, ...]], text: str, urls: Sequence[str]
) -> tuple[str, ...]:
    """A date into the column of dates, links into those of links, the words into the widest of text."""
    words = _LEFT_OVER.sub("", text).strip()
    cells = [_when_empty([row[n] for row in rows if n < len(row)]) for n in range(len(kinds))]
    date = _FIRST_DATE.match(words)
    if "date" in kinds and date and date_key(words):
        cells[kinds.index("date")] = date.group().strip()
        words = words[date.end() :].strip()
    if "number" in kinds:
        column = kinds.index("number")
        seen = [row[column] for row in rows if column < len(row) and row[column].isdecimal()]
        cells[column] = str(max(map(int, seen)) + 1)
    links = list(urls)
    text_columns = [number for number, kind in enumerate(kinds) if kind == "text"]
    body = max(text_columns, key=lambda n: _mean([row[n] for row in rows if n < len(row)]), default=0)
    for number, kind in enumerate(kinds):
        if kind == "link" and links and number != body:
            cells[number] = _link_like([row[number] for row in rows if number < len(row)], links.pop(0))
    cells[body] = words
    return tuple(cells)


def _of_work(
    kinds: list[Column],
    heads: Sequence[str],
    rows: list[tuple[str, ...]],
    text: str,
    urls: Sequence[str],
    title: str,
) -> tuple[str, ...]:
    """The row of a work: its id, its title, and what is said of it, each in its column; without an id as any other."""
    found = next((match for part in (text, *urls) for match in _ID.findall(part)), "")
    texts = [number for number, kind in enumerate(kinds) if kind == "text"]
    if not found or not texts:
        return _fill(kinds, rows, text, urls)
    column = kinds.index("id")
    named = next((n for n in texts if _TITLE_HEAD.search(heads[n] if n < len(heads) else "")), texts[0])
    said = next((n for n in reversed(texts) if n != named), named)
    name = _without_id(title, found)
    body = _without_id(_after(text, title), found)
    lead, colon, rest = name.partition("：") if "：" in name else name.partition(": ")
    if colon and any(map(str.isdecimal, rest)):
        name, body = lead.strip(), _run_on(rest.strip(), body)
    for label in (name, heads[said] if said < len(heads) else ""):
        while label and body.casefold().startswith(label.casefold()):
            body = body[len(label) :].lstrip(_MARKS)
    left = tuple(url for url in urls if found not in url)
    cells = list(_fill(kinds, rows, body or name, left))
    cells[column] = _like([row[column] for row in rows if column < len(row)], found)
    if said == named:
        cells[said] = _after_colon(name, body)
        return tuple(cells)
    for number in texts:
        cells[number] = ""
    cells[named], cells[said] = name, body
    return tuple(cells)


_MARKS = " :：,，;；—–-·|"


def _after(text: str, title: str) -> str:
    return text[len(title) :].lstrip(_MARKS) if title and text.startswith(title) else text


def _run_on(first: str, then: str) -> str:
    """Two texts in one, said once where the second says the first."""
    return then if first in then or not first else f"{first}；{then}" if then else first


def _after_colon(name: str, body: str) -> str:
    return f"{name}：{body}" if name and body else name or body


def _without_id(text: str, found: str) -> str:
    """The text without the id that stands in a column of its own, and the brackets or name of its archive around it."""
    bare = re.sub(
        rf"[（(\[]?\s?(?:arxiv\s?(?:id|号|编号)?\s?[:：]?\s?)?{re.escape(found)}(?:v\d{{1,2}})?\s?[）)\]]?(?:\s?[;；]\s?|\s?[:：](?=\s?$))?",
        " ",
        text,
        flags=re.IGNORECASE,
    )
    return " ".join(re.sub(r"^\W*arxiv\s?[:：]\s?(?=[;；]|$)", "", bare, flags=re.IGNORECASE).split()).strip(
        _MARKS
    )


def _like(cells: Sequence[str], found: str) -> str:
    """An id written as the column writes its newest one: bare, or linked."""
    for cell in reversed(cells):
        old = _ID.search(cell)
        if old:
            return cell.replace(old[0], found)
    return found


def _mean(cells: Sequence[str]) -> float:
    return sum(map(len, cells)) / max(len(cells), 1)


def _when_empty(cells: Sequence[str]) -> str:
    """What a column holds for want of anything: its commonest sign without words, else nothing."""
    signs = Counter(cell for cell in cells if len(cell) < 4 and not _WORD.search(cell) and "⭐" not in cell)
    return signs.most_common(1)[0][0] if signs else ""


def _link_like(cells: Sequence[str], url: str) -> str:
    """A link worded as the newest single link of the column is."""
    for cell in reversed(cells):
        targets = _LINK.findall(cell)
        if len(targets) == 1 and "![" not in cell:
            return cell.replace(targets[0], url)
    return f"[link]({url})"
