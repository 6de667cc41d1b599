"""The parts of a brief that are lists: sources, doubts, citable ids, sources without news, priorities."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.briefs import fields, inline, words
from agent.briefs.increments import titled
from agent.briefs.lines import Line, split_row
from agent.briefs.parts import bare_title, doubt_head
from agent.models import Citable, Doubt, NoNews, Point, PriorityRow, Quote, Risk, SourceRow, Table

_ARROW = r"[ \t]*(?:→|⇒|=>|->)[ \t]*"
_ID = re.compile(r"(?:arxiv[ \t]*[:：][ \t]*)?(\S+)", re.IGNORECASE)
_DASHED = re.compile(r"[ \t]+[—–-]{1,2}[ \t]+|[：:][ \t]+|：")
_NAME = re.compile(r"[^\s（(：:]*(?:[\d_/]|\.[A-Za-z])[^\s（(：:]*")
_QUOTED = re.compile(
    r"[「“\"](.*)[」”\"][ \t]*[（(]([^（()）]*?)(?:[:：]|第[ \t]*|line[ \t]+)(\d+)(?:[ \t]*行)?[ \t]*[)）]$"
)
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


def _records(table: Table, signs: Sequence[str], keep: int) -> list[tuple[int, list[str]]]:
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
                for at, (place, files, relevance) in _records(line.table, signs, 1)
            ]
        elif line.kind == "item":
            place, relevance = _halves(line.text)
            folder, _, name = inline.unlinked(place).rpartition("/")
            rows.append(SourceRow(place=folder, files=name, relevance=relevance, line=line.line))
    return tuple(rows)


def _halves(text: str) -> tuple[str, str]:
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
                for at, (work, title, trust, standing) in _records(line.table, signs, 1)
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
            rows += [NoNews(source=s, reason=r, line=at) for at, (s, r) in _records(line.table, signs, 1)]
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
            for at, (mark, content, action) in _records(line.table, signs, 1):
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


def read_doubts(lines: Sequence[Line]) -> tuple[Doubt, ...]:
    """The doubts: headed ones with their fields, or a table, or a list."""
    doubts: list[Doubt] = []
    for chunk in _doubt_chunks(lines):
        doubts.append(_doubt(*chunk))
    signs = (
        r"矛盾|说法|存疑|doubt|claim|item|标题|title|内容",
        r"问题|problem|issue|说明",
        r"影响|impact",
        r"建议|advice|action|recommend",
        r"风险|risk",
    )
    for line in lines if not doubts else ():
        for at, cells in _records(line.table, signs, 1) if line.table is not None else ():
            title, problem, impact, advice, risk = cells
            doubts.append(
                Doubt(kind="unverified", title=title, problem=problem, impact=impact, advice=advice,
                      risk=fields.read_risk(risk), line=at)
            )  # fmt: skip
    return tuple(doubts)


def _doubt_chunks(lines: Sequence[Line]) -> list[tuple[str, str, Line, list[Line]]]:
    """Kind, title, heading line and lines of each doubt."""
    named = any(doubt_head(line) for line in lines)
    level = min((line.level for line in lines if line.kind == "heading"), default=0)
    chunks: list[tuple[str, str, Line, list[Line]]] = []
    for line in lines:
        head: tuple[str, str] | None = None
        if named:
            found = doubt_head(line)
            head = (fields.read_kind(found[1].strip()), found[3]) if found else None
        elif level:
            outer = line.kind == "heading" and line.level == level
            head = ("unverified", bare_title(line.text)) if outer else None
        elif _opens_doubt(line) and not (chunks and _labelled(line)[0]):
            title, problem = _halves(line.text.replace("**", ""))
            chunks.append(("unverified", bare_title(title), line, []))
            if problem:
                chunks[-1][3].append(replace(line, text=problem))
            continue
        if head:
            chunks.append((*head, line, []))
        elif chunks:
            nested = line.kind == "item" and not named and not level
            chunks[-1][3].append(replace(line, depth=max(0, line.depth - 1)) if nested else line)
    return chunks


def _opens_doubt(line: Line) -> bool:
    """Whether a line of a list without headings opens a doubt: an outer item, or a circled number."""
    return (line.kind == "item" and line.depth == 0) or (
        line.kind == "text" and line.text[0] in inline.CIRCLED
    )


def _doubt(kind: str, heading: str, head: Line, lines: Sequence[Line]) -> Doubt:
    title, bracket = _doubt_title(heading)
    _, dot, own = bracket.partition(" · ")
    kind = own if dot and own else kind
    texts: dict[str, list[str]] = {}
    current = "problem"
    for line in lines:
        rows = fields_of_table(line.table) if line.table else [_labelled(line)]
        for name, text in rows:
            current = name or current
            if text:
                texts.setdefault(current, []).append(text)
    risk: Risk = fields.read_risk(" ".join(texts.get("risk", [])) or bracket or heading)
    return Doubt(
        kind=kind,
        title=title,
        problem=" ".join(texts.get("problem", [])),
        impact=" ".join(texts.get("impact", [])),
        advice=" ".join(texts.get("advice", [])),
        risk=risk,
        a=_quote(texts.get("a", [])),
        b=_quote(texts.get("b", [])),
        line=head.line,
    )


def fields_of_table(table: Table) -> list[tuple[str, str]]:
    """The rows of a table as a doubt's fields; a row that names none continues the one before."""
    rows = [row for row in table.rows if len(row) > 1]
    return [(words.DOUBT_FIELDS.get(inline.unbold(row[0]).lower(), ""), " | ".join(row[1:])) for row in rows]


def _labelled(line: Line) -> tuple[str, str]:
    if line.kind not in {"item", "text", "heading"}:
        return "", ""
    labelled = inline.label_of(line.text, known=lambda label: label.lower() in words.DOUBT_FIELDS)
    name = words.DOUBT_FIELDS.get(labelled[0].lower(), "") if labelled else ""
    return (name, labelled[1]) if labelled and name else ("", line.text)


def _doubt_title(heading: str) -> tuple[str, str]:
    """A doubt's title, and the bracket that names its risk."""
    title, bracket = inline.tail_bracket(inline.unbold(heading))
    if bracket and title:
        named = any(sign.search(bracket) for sign in words.RISKS.values())
        if named or inline.stars(bracket) is not None:
            return title, bracket
    bare, stars = titled(heading)
    return bare, "⭐" * stars


def _quote(texts: Sequence[str]) -> Quote | None:
    text = " ".join(texts)
    if not text:
        return None
    found = _QUOTED.fullmatch(text)
    if found is None:
        return Quote(quote=text, line=0)
    return Quote(quote=found[1], path=found[2].strip(), line=int(found[3]))


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
