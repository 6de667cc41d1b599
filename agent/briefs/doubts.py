"""The doubts of a brief, and the lines and quotations that they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.briefs import fields, inline, words
from agent.briefs.increments import titled
from agent.briefs.lines import Line
from agent.briefs.parts import bare_title, doubt_head
from agent.briefs.rows import halves, records
from agent.models import Doubt, Quote, Risk, Table

_QUOTED = re.compile(
    r"[「“\"](.*)[」”\"][ \t]*[（(]([^（()）]*?)(?:[:：]|第[ \t]*|line[ \t]+)(\d+)(?:[ \t]*行)?[ \t]*[)）]$"
)


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
        for at, cells in records(line.table, signs, 1) if line.table is not None else ():
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
            title, problem = halves(line.text.replace("**", ""))
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
