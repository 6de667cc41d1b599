"""Insertions that people made, made again as edits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from agent.document import (
    Applied,
    Block,
    Document,
    Edit,
    Refused,
    Section,
    add_subsection,
    apply,
    insert_item,
    insert_lines,
    insert_row,
    insert_text,
    parse,
    replace,
)
from agent.document.style import without_mark
from evals.bench.editing_outcomes import tried
from evals.bench.given import Row, document_of, read_rows

_HEADING = re.compile(r"(#{1,6})\s+(.*)")


def replayed(cases: Path) -> list[dict[str, Any]]:
    """Each case as the person's own lines, and in the editor's style, against the person's bytes."""
    rows: list[dict[str, Any]] = []
    for case in read_rows(cases):
        if "added_lines" not in case:
            continue
        document = parse(document_of(case, cases.parent).read_bytes())
        wanted = _theirs(document, case)
        why = ""
        exact = False
        for edit in _as_they_are(document, case):
            applied = apply(document, [edit])
            exact = isinstance(applied, Applied) and applied.data == wanted
            if isinstance(applied, Refused) and not why:
                why = f"refused: {applied.reason}"
            if exact:
                break
        rows.append(tried(case["id"], "replayed", ok=exact, why="" if exact else why or "other bytes"))
        styled = any(_gives(document, edits, wanted) for edits in _styled(document, case))
        rows.append(tried(case["id"], "replayed_styled", ok=styled))
    return rows


def _theirs(document: Document, case: Row) -> bytes:
    old = document.data.split(b"\n")
    at = case.of("insert_before_line", int)
    added = [str(line).encode() for line in case.of("added_lines", list)]
    return b"\n".join([*old[:at], *added, *old[at:]])


def _gives(document: Document, edits: Sequence[Edit], wanted: bytes) -> bool:
    applied = apply(document, edits)
    return isinstance(applied, Applied) and applied.data == wanted


def _around(document: Document, line: int) -> tuple[Block | None, Block | None]:
    """The blocks before and after a line (0-based); one that goes across it stands on both sides."""
    before = [block for block in document.blocks if block.line <= line]
    after = [block for block in document.blocks if block.end_line > line]
    return (before[-1] if before else None), (after[0] if after else None)


def _as_they_are(document: Document, case: Mapping[str, Any]) -> Iterator[Edit]:
    """The person's own lines: beside a block, or within one, which is then replaced."""
    line, added = case["insert_before_line"], case["added_lines"]
    text = "\n".join(added) + "\n"
    before, after = _around(document, line)
    if before is not None and after is not None and before.index == after.index:
        rows = before.text.split("\n")
        at = line - before.line + 1
        yield replace(
            document.section_at(before.line), (before,), "\n".join([*rows[:at], *added, *rows[at:]])
        )
        return
    if before is not None:
        section = document.section_at(before.line)
        gap = line - before.end_line
        yield insert_lines(section, before, text, gap=gap, under=_parent(document, section, added))
        yield replace(section, (before,), before.text + "\n" * (gap + 1) + "\n".join(added).rstrip("\n"))
    if after is not None:
        section = document.section_at(after.line)
        yield insert_lines(section, after, text, side="before", gap=after.line - 1 - line)
        yield replace(section, (after,), text + "\n" * (after.line - 1 - line) + after.text)


def _parent(document: Document, section: Section, added: Sequence[str]) -> Section | None:
    """The section around a place that the first heading of some lines goes under."""
    heading = next((match for match in map(_HEADING.match, added) if match), None)
    if heading is None:
        return None
    around = section
    while around.level >= len(heading.group(1)) and around.parent >= 0:
        around = document.sections[around.parent]
    return around if around.level < len(heading.group(1)) else document.sections[0]


def _styled(document: Document, case: Mapping[str, Any]) -> Iterator[list[Edit]]:
    """The same content as items, rows, text or a subsection, in the editor's own style."""
    lines = [line for line in case["added_lines"] if line.strip()]
    if not lines:
        return
    text = "\n".join(case["added_lines"])
    for block, side in zip(_around(document, case["insert_before_line"]), ("after", "before"), strict=True):
        if block is None:
            continue
        section = document.section_at(block.line)
        where: Literal["before", "after"] = "after" if side == "after" else "before"
        if block.kind == "list_item":
            yield [
                insert_item(section, block, without_mark(line.strip()), side=where, order=f"{number:04d}")
                for number, line in enumerate(lines)
            ]
        elif block.kind in ("table_row", "table_head"):
            rows = [parse(f"|a|\n|---|\n{line}".encode()) for line in lines]
            yield [
                insert_row(section, block, list(row.blocks)[-1].cells, side=where, order=f"{number:04d}")
                for number, row in enumerate(rows)
            ]
        yield [insert_text(section, block, text, side=where)]
        heading = _HEADING.match(lines[0])
        if heading and case.get("kind") == "new_section":
            body = "\n".join(case["added_lines"][1:])
            for parent in document.sections:
                if parent.level == len(heading.group(1)) - 1 and parent.line <= block.line:
                    yield [add_subsection(parent, heading.group(2), body)]
