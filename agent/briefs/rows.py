"""The parts of a brief that are lists: sources, citable ids, sources without news, priorities."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.briefs import fields, inline, words
from agent.briefs.lines import Line, split_row
from agent.models import Citable, NoNews, Point, PriorityRow, SourceRow, Table

_ARROW = r"[ \t]*(?:→|⇒|=>|->)[ \t]*"
_ID = re.compile(r"(?:arxiv[ \t]*[:：][ \t]*)?(\S+)", re.IGNORECASE)
_DASHED = re.compile(r"[ \t]+[—–-]{1,2}[ \t]+|[：:][ \t]+|：")
_NAME = re.compile(r"[^\s（(：:]*(?:[\d_/]|\.[A-Za-z])[^\s（(：:]*")
_MARK = re.compile(
    r"(?:\*\*)?([🔴🟠🟡🟢⚪🔵]?[ \t]*(?:(?:最高|最低|高|中|低|highest|lowest|high|medium|low|P\d)(?:优先级)?"
    r"(?=[ \t：:*]|$))?)(?:\*\*)?[ \t]*[：:]?(?:\*\*)?[ \t]*",
    re.IGNORECASE,
)
_NOT_STATED = frozenset({"（未说明）", "(not stated)"})


def _columns(table: Table, signs: Sequence[str]) -> list[int | None]:
    """Which column each sign (a regex) names; a table whose head names none is read by position."""
    found: list[int | None] = []
    for sign in signs:
        column = next(
            (
                at
                for at, head in enumerate(table.header)
                if at not in found and re.search(sign, head, re.IGNORECASE)
            ),
            None,
        )
        found.append(column)
    if all(column is None for column in found):
        return [at if at < len(table.header) else None for at in range(len(signs))]
    return found


def records(table: Table, signs: Sequence[str], keep: int) -> list[tuple[int, list[str]]]:
    """Each row as the values of the named columns, with its line.

    A row with more cells than the head (a `|` that was not escaped) gives the surplus to column
    `keep` of the signs; a missing cell is empty.
    """
    columns = _columns(table, signs)
    wide = columns[keep]
    records: list[tuple[int, list[str]]] = []
    for line, row in zip(table.row_lines, table.rows, strict=True):
        cells = list(row)
        surplus = len(cells) - len(table.header)
        if surplus > 0 and wide is not None:
            cells[wide : wide + surplus + 1] = [" | ".join(cells[wide : wide + surplus + 1])]
        records.append((line, [cells[at] if at is not None and at < len(cells) else "" for at in columns]))
    return records


def read_sources(lines: Sequence[Line]) -> tuple[SourceRow, ...]:
    """The sources checked: rows of tables, or items `place/file（…）：relevance`."""
    rows: list[SourceRow] = []
    signs = (
        r"目录|来源|位置|place|director|folder|source|contributor|inbox",
        r"文件|files?\b|notes?\b|items?\b",
        r"相关|relevan",
    )
    for line in lines:
        if line.table is not None:
            rows += [
                SourceRow(place=inline.unlinked(place), files=files, relevance=relevance, line=at)
                for at, (place, files, relevance) in records(line.table, signs, 1)
            ]
        elif line.kind == "item":
            place, relevance = halves(line.text)
            folder, _, name = inline.unlinked(place).rpartition("/")
            rows.append(SourceRow(place=folder, files=name, relevance=relevance, line=line.line))
    return tuple(rows)


def halves(text: str) -> tuple[str, str]:
    """A text cut at its first arrow, dash or colon outside brackets; the second half may be empty."""
    flags = inline.covered(text)
    for found in re.finditer(rf"{_ARROW}|{_DASHED.pattern}", text):
        if found.end() > found.start() and not flags[found.start()]:
            return text[: found.start()].strip(), text[found.end() :].strip()
    return text.strip(), ""


def read_citables(lines: Sequence[Line]) -> tuple[Citable, ...]:
    """The citable ids, a row each, also where one id has two rows."""
    rows: list[Citable] = []
    signs = (
        r"号|\bids?\b|编号|identifier",
        r"标题|title|名称|论文|paper",
        r"可信|credib|置信|confidence",
        r"关系|standing|状态|relation|status",
    )
    for line in lines:
        if line.table is not None:
            rows += [
                Citable(id=_bare_id(work), title=title, credibility=trust, standing=standing, line=at)
                for at, (work, title, trust, standing) in records(line.table, signs, 1)
            ]
        elif line.kind == "item" and (found := _ID.match(inline.unlinked(inline.unbold(line.text)))):
            work = found[1].rstrip("：:,，")
            rest = inline.split_outside(
                line.text.partition(work)[2].lstrip("*`]）)：: —–-"), r"[ \t]+[—–|-][ \t]+"
            )
            title, trust, standing = (*rest, "", "", "")[:3]
            rows.append(Citable(id=work, title=title, credibility=trust, standing=standing, line=line.line))
    return tuple(rows)


def _bare_id(cell: str) -> str:
    cell = inline.unbold(inline.unlinked(cell))
    return re.sub(r"^arxiv[ \t]*[:：][ \t]*", "", cell, flags=re.IGNORECASE)


def read_no_news(lines: Sequence[Line]) -> tuple[NoNews, ...]:
    """The sources that brought nothing, each with its reason and with the lead-in over it."""
    rows: list[NoNews] = []
    group = ""
    group_depth = 0
    nested = False
    for line in lines:
        if line.table is not None:
            signs = (r"来源|source|文件|file|place", r"原因|理由|说明|reason|why|note")
            rows += [NoNews(source=s, reason=r, line=at) for at, (s, r) in records(line.table, signs, 1)]
        elif line.kind == "item":
            if line.depth < group_depth or (nested and line.depth == group_depth):
                group, nested = "", False
            if line.text[-1] in "：:":
                group, group_depth, nested = line.text.rstrip("：: "), line.depth, False
                continue
            nested = nested or (bool(group) and line.depth > group_depth)
            source, reason, own = _source_reason(line.text)
            if line.depth <= group_depth and own:
                group = ""
            if group and not reason and not own:
                source, reason = group, line.text
            rows.append(NoNews(source=source, reason=reason, line=line.line, group=group))
    return tuple(rows)


def _source_reason(text: str) -> tuple[str, str, bool]:
    """Source, reason, and whether the item stands for itself (`path：reason`) rather than in a group."""
    flags = inline.covered(text)
    for found in re.finditer(r"：|:[ \t]+|[ \t]+[—–-]{1,2}[ \t]+", text):
        if not flags[found.start()]:
            reason = text[found.end() :].strip()
            return text[: found.start()].strip(" `"), "" if reason in _NOT_STATED else reason, True
    head, bracket = inline.tail_bracket(text)
    if bracket and _NAME.fullmatch(head.strip("`")):
        return head, bracket, False
    return text, "", False


def read_priorities(lines: Sequence[Line]) -> tuple[PriorityRow, ...]:
    """The priorities for the update: rows of a table, or items `🔴 最高：content → action`."""
    rows: list[PriorityRow] = []
    signs = (
        r"优先|priorit",
        r"内容|content|item|what|条目|增量|increment",
        r"动作|action|操作|处理|how|where|写入",
    )
    level = ""
    for line in lines:
        if line.table is not None:
            for at, (mark, content, action) in records(line.table, signs, 1):
                rows.append(_priority_row(mark, content, action, at))
        elif line.kind == "item":
            mark, content = _marked(line.text)
            if not content:
                level = mark
                continue
            what, *how = inline.split_outside(content, _ARROW) or [content]
            rows.append(_priority_row(mark or level, what, " → ".join(how), line.line))
        elif line.kind == "heading" or (line.kind == "text" and line.text[-1] in "：:"):
            level = line.text
        elif line.kind == "text" and is_row(line):
            mark, content = _marked(line.text)
            what, *how = inline.split_outside(content, _ARROW) or [content]
            rows.append(_priority_row(mark, what, " → ".join(how), line.line))
    return tuple(rows)


def is_row(line: Line) -> bool:
    """Whether a line of text is a row of a list part: cells without a table, or a priority's mark."""
    return line.kind == "text" and ("|" in line.text or all(_marked(line.text)))


def tabled(lines: Sequence[Line]) -> list[Line]:
    """Lines in which rows of cells that are in no table (they have no delimiter row) have become one."""
    out: list[Line] = []
    for line in lines:
        if line.kind != "text" or "|" not in line.text:
            out.append(line)
            continue
        cells = tuple(split_row(line.text))
        last = out[-1].table if out else None
        if last is not None and len(last.header) == len(cells):
            grown = last.model_copy(
                update={"rows": (*last.rows, cells), "row_lines": (*last.row_lines, line.line)}
            )
            out[-1] = replace(out[-1], table=grown)
        else:
            table = Table(header=("",) * len(cells), rows=(cells,), line=line.line, row_lines=(line.line,))
            out.append(replace(line, kind="table", text="", table=table))
    return out


def _marked(text: str) -> tuple[str, str]:
    """An item's priority mark and the rest; an item that is only a mark leads those under it."""
    found = _MARK.match(text)
    if found is None or not found[1].strip():
        return "", text
    return found[1].strip(), text[found.end() :].strip()


def _priority_row(mark: str, content: str, action: str, line: int) -> PriorityRow:
    owner = owner_of(content) or owner_of(action)
    return PriorityRow(
        priority=fields.read_priority(mark), content=content, action=action, line=line, owner=owner
    )


def owner_of(text: str) -> str:
    """Who has dealt with a thing already, as worded (`（spark 已处理）`, `handled by spark`)."""
    found = words.OWNER.search(text)
    return next(group for group in found.groups() if group).strip() if found else ""


def read_points(lines: Sequence[Line]) -> tuple[Point, ...]:
    """Every line as a point: items with their depth, rows of a table with their cells joined."""
    points: list[Point] = []
    for line in lines:
        if line.table is not None:
            pairs = zip(line.table.row_lines, line.table.rows, strict=True)
            points += [Point(text="：".join(row), line=at, label=line.label) for at, row in pairs]
        elif line.kind != "rule":
            points.append(Point(text=line.text, line=line.line, label=line.label, depth=line.depth))
    return tuple(points)
