"""Cells that a sentence turns: an empty one filled, a version followed, a best value beaten, a figure taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.facts import Fact, facts
from agent.gist import content, gist
from agent.gist.numbers import numbers_in
from agent.markup import plain
from agent.relation.keys import standing_at
from agent.relation.measured import CellTurn, measured
from agent.relation.said import Line
from agent.relation.signs import (
    DENIAL,
    DOUBTED,
    NEXT_VERSION,
    PLAN,
    UNFINISHED,
    names_something,
    version_named,
)
from agent.relation.turned import taken_back
from agent.relation.versions import rank_of

_EMPTY = re.compile(
    r"[-—–/·.?？\s]*|n/?a|none(?: yet)?|no(?: fix)?(?: yet)?|tbd|not yet|pending|unfixed|open|planned|"
    r"无|暂无|未|尚无|未知|待定|未修复|未发布|尚未|未支持|不支持|否|✗|❌|✘|×",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[,;:](?=\s)|[，；：]")
_OUTLOOK = re.compile(
    r"(?:,|\band)\s(?:it |they |this )?(?:will|(?:is|are) (?:expected|planned))\b[^.;\n]*|[，,](?:并|且)?(?:预计|计划|将)[^。；\n]*",
    re.IGNORECASE,
)
"""What a sentence adds on what comes after: it is no part of what is so now."""
_VERSION_HEAD = re.compile(
    r"\b(?:versions?|releases?|latest|firmware|drivers?)\b|版本|最新|固件|驱动", re.IGNORECASE
)
_DAY_HEAD = re.compile(
    r"\b(?:dates?|days?|released|published|since|when)\b|日期|时间|发布|日$", re.IGNORECASE
)
_DAY = re.compile(r"(?:19|20)\d\d(?:\s?[-./年]\s?\d{1,2}){0,2}\s?[月日]?")
_NOTHING = "—"
_BEATS = re.compile(
    r"超过|超越|高于|优于|领先|击败|刷新|打破|"
    r"\b(?:beats?|beating|ahead of|surpass\w*|overtak\w+|above|exceed\w*|outperform\w*|up from|instead of|against|better than)\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d(?:,?\d)*(?:\.\d+)?(?![\d.]*\d)")
_AFTER = 3
"""Signs behind a figure in which its size stands: `4.2 万`."""
_IN_BRACKETS = re.compile(r"[(（]([^()（）]{1,20})[)）]")
_FIX_HEAD = re.compile(r"\b(?:fix\w*|patch\w*|resolved|closed)\b|修复|修补|解决", re.IGNORECASE)
_FIXES = re.compile(
    r"\b(?:fix(?:es|ed)?|patch(?:es|ed)?|clos(?:es|ed)|resolv(?:es|ed)|address(?:es|ed)|remed(?:ies|ied))\b|修复|修补|解决|修正",
    re.IGNORECASE,
)
_VALUE = re.compile(r"\d[\d,]*(?:\.\d+)?\s?(?:%|×|x\b|ms\b|分)?")
_SUBJECT = re.compile(r"\W*(?P<name>[A-Z][\w.+\-]*\w|[\u4e00-\u9fff]{2,6}?(?=\s?[在以得的]))")


def is_empty(cell: str) -> bool:
    """Whether a cell says that there is nothing yet: a dash, `none yet`, `未修复`."""
    return bool(_EMPTY.fullmatch(plain(cell).strip()))


def cells_turned(
    text: str, line: Line, *, about: str = "", gone: frozenset[str] = frozenset()
) -> tuple[CellTurn, ...]:
    """The cells of a row that a sentence turns: an empty one filled, a version followed, a best score beaten.

    Of a sentence that speaks of several things, those that the one clause which names this row turns. `gone` are
    figures that the sentence is known to take the place of.
    """
    text = _OUTLOOK.sub("", plain(text))
    if not line.cells or len(line.header) != len(line.cells) or DOUBTED.search(text) or PLAN.search(text):
        return ()
    row = [plain(cell).strip() for cell in line.values]
    named = f"{about}\n{text}" if not names_something(text) else text
    if not row[0] or not _of_row(named, row[0]) or line.rows.count(line.cells[0]) != 1:
        return ()
    heads = [plain(head).strip() for head in line.header]
    whole = () if _names_another(text, line) else _turned(text, named, row, heads, gone)
    own = [clause for clause in _CLAUSES.split(text) if _of_row(clause, row[0])]
    if whole or len(own) != 1 or _names_another(own[0], line):
        return whole
    return _turned(own[0], own[0], row, heads, gone)


def _names_another(text: str, line: Line) -> bool:
    """Whether a text names another row of the table than the line's."""
    others = (plain(other).strip() for other in line.rows if other != line.cells[0])
    return any(len(other) > 1 and standing_at(text, other) >= 0 for other in others)


def _turned(
    text: str, named: str, row: Sequence[str], heads: Sequence[str], gone: frozenset[str]
) -> tuple[CellTurn, ...]:
    turned = _beaten(text, row) or measured(text, row, heads, gone) or _corrected(text, row, heads)
    if turned:
        return turned
    found = [
        CellTurn(column, row[column], new)
        for column in range(1, len(row))
        if (new := _filled(text, named, row, heads, column))
    ]
    if len(found) != 1:
        return ()
    return (
        (*found, *_its_day(text, row, heads))
        if _VERSION_HEAD.search(heads[found[0].column])
        else tuple(found)
    )


def _its_day(text: str, row: Sequence[str], heads: Sequence[str]) -> tuple[CellTurn, ...]:
    """The cell with the day of the version that a row had: the new one's stands there, or nothing where none is told."""
    days = [at for at in range(1, len(row)) if _DAY_HEAD.search(heads[at]) and _DAY.fullmatch(row[at])]
    told = [fact for fact in facts(text) if fact.kind == "date"]
    if len(days) != 1 or (told and _as_day(told[0], row[days[0]]) == row[days[0]]):
        return ()
    return (CellTurn(days[0], row[days[0]], _as_day(told[0], row[days[0]]) if len(told) == 1 else _NOTHING),)


def _as_day(day: Fact, old: str) -> str:
    """A date as the cell writes its own, where that is the normal form; else in the sentence's words."""
    return (
        day.normal if re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?", old) and len(day.normal) == len(old) else day.text
    )


def _of_row(text: str, name: str) -> bool:
    """Whether a text names a row by its first cell, or by the id that stands there."""
    return standing_at(text, name) >= 0 or bool(gist(name).ids & gist(text).ids)


def _filled(text: str, named: str, row: Sequence[str], heads: Sequence[str], column: int) -> str:
    head, old = heads[column], row[column]
    if _VERSION_HEAD.search(head):
        new = version_named(named, row[0])
        whole = "." in old and "." not in new  # `V1` of a thing at 0.26 is a name
        if (
            new
            and not whole
            and not UNFINISHED.search(new)
            and _VALUE.fullmatch(re.sub(r"^[vV]", "", old).split(".")[0])
        ):
            sign = old[: len(old) - len(re.sub(r"^[vV]", "", old))]
            return f"{sign}{new}" if rank_of(new)[0] > rank_of(re.sub(r"^[vV]", "", old))[0] else ""
        return ""
    if not _EMPTY.fullmatch(old) or DENIAL.search(text):
        return ""
    at = standing_at(text, head)
    beside = NEXT_VERSION.match(text, at + len(head)) if at >= 0 else None
    if beside:
        return beside["version"]
    words = set(content(head))
    mended = bool(_FIX_HEAD.search(head) and _FIXES.search(text))
    if not (mended or words & set(content(text))) or UNFINISHED.search(text):
        return ""
    others = [version_named(text, name) for name in row if name and name != old]
    return next((version for version in others if version), "")


def _corrected(text: str, row: Sequence[str], heads: Sequence[str]) -> tuple[CellTurn, ...]:
    """The cell with a figure that the sentence takes back, and the one that it gives instead."""
    told = gist(text).numbers - gist(row[0]).numbers
    for old in sorted(taken_back(text)):
        cells = [at for at in range(1, len(row)) if _digits_in(row[at], heads[at], old)]
        if len(cells) != 1:
            continue
        cell, head = row[cells[0]], heads[cells[0]]
        new = [one for one in told if _unit(one) == _unit(old) and not _digits_in(cell, head, one)]
        was = _digits_in(cell, head, old)
        now = _as_written(text, new[0]) if len(new) == 1 else ""
        if was and now:
            return (CellTurn(cells[0], cell, cell.replace(was, now)),)
    return ()


def _digits_in(cell: str, head: str, number: str) -> str:
    """The digits of a figure as a cell has them, its unit in the cell or in the column's head: `34` under `GB/s`."""
    units = ("", *_IN_BRACKETS.findall(head), *head.split()[-1:])
    for match in _DIGITS.finditer(cell):
        rest = cell[match.end() : match.end() + _AFTER]
        if any(number in gist(f"{match[0]}{rest} {unit}").numbers for unit in units):
            return match[0]
    return ""


def _unit(number: str) -> str:
    return number.lstrip("0123456789.")


def _as_written(text: str, number: str) -> str:
    """How a text writes the digits of a figure, if it has them once."""
    found = {
        match[0]
        for match in _DIGITS.finditer(text)
        if {number, number[: len(number) - len(_unit(number))]}
        & (numbers_in(match[0]) | numbers_in(text[match.start() : match.end() + _AFTER]))
    }
    return found.pop() if len(found) == 1 else ""


def _beaten(text: str, row: Sequence[str]) -> tuple[CellTurn, ...]:
    """The best value of a row, and who had it, where a sentence says that another has a better one than that."""
    over = _BEATS.search(text)
    if over is None:
        return ()
    before, after = text[: over.start()], text[over.end() :]
    values = [
        column
        for column in range(1, len(row))
        if _VALUE.fullmatch(row[column]) and standing_at(after, row[column]) >= 0
    ]
    if len(values) != 1:
        return ()
    column = values[0]
    unit = row[column].lstrip("0123456789.,").strip()
    told = [m[0].strip() for m in _VALUE.finditer(before) if m[0].lstrip("0123456789.,").strip() == unit]
    if len(told) != 1 or told[0] == row[column]:
        return ()
    found = [CellTurn(column, row[column], told[0])]
    subject = _SUBJECT.match(text)
    holders = [
        at for at in range(1, len(row)) if at != column and row[at] and standing_at(after, row[at]) >= 0
    ]
    if subject and len(holders) == 1 and subject["name"] != row[holders[0]]:
        found.append(CellTurn(holders[0], row[holders[0]], subject["name"]))
    return tuple(found)
