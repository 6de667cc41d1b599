"""Do edits leave every other byte alone? `python -m evals.bench.editing DIR... [--cases CASES.jsonl]`.

`identity`: every file under the folders parses to its own bytes, its sections cut it without gap, and
every line that is not blank stands in one block. `untouched`: of random legal edits, `--edits` each on
`--sample` documents, those that leave all other bytes as they were, found out by comparing the files
and not by asking the editor; one that is refused leaves them all, one that crashes none. `subsets`:
sets of six edits at one point of which every subset, in several orders of acceptance, gives one
result. `replayed`: insertions that people made (cases beside a folder, or `--cases`) which, made as
edits, give the person's bytes; `replayed_styled` with the editor's own marks and blank lines. People
now and then do what is refused here on purpose (a heading that takes over what follows it, HTML
closed in one insertion and opened in another), so that not all can be replayed.

`parse_ms` and `edit_ms` are the time on one core for a document of 1 MB made of the files; `growth` is the time that
a document of 20 MB takes by the byte, relative to that of 1 MB, and `memory` the peak of parsing and
editing it, relative to its size.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from agent.document import (
    Applied,
    Block,
    Document,
    Edit,
    Refused,
    ReplaceBlocks,
    ReplaceCell,
    Section,
    add_subsection,
    add_table,
    apply,
    insert_item,
    insert_lines,
    insert_row,
    insert_text,
    parse,
    replace,
    replace_cell,
    table_of,
)
from agent.document.style import column_count, without_mark
from evals.bench.editing_speed import speed
from evals.bench.report import Bound, Clock, Result, finish, read_rows, write_rows

TARGETS: dict[str, Bound] = {
    "identity": (">=", 1.0),
    "untouched": (">=", 1.0),
    "subsets": (">=", 1.0),
    "replayed": (">=", 0.97),
    "parse_ms": ("<=", 300.0),
    "edit_ms": ("<=", 50.0),
    "growth": ("<=", 1.5),
    "memory": ("<=", 12.0),
}
_TEXTS = (
    "新增一句：vLLM v0.31.0 的 TTFT 为 17.71 ms。",
    "A sentence with `code | pipe` and $& in it.",
    "第一段\n\n第二段 **加粗**",
    "```bash\n# not a heading\n```",
    "- 列表\n- 两项",
    "> 引用",
)
_CELLS = ("甲", "2|3", "x `a`", "")
_HEADING = re.compile(r"(#{1,6})\s+(.*)")


def run(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and return 0 when every target is met."""
    parser = argparse.ArgumentParser(prog="evals.bench.editing", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument(
        "--cases", type=Path, help="insertions by people; cases.jsonl beside a folder by default"
    )
    parser.add_argument("--sample", type=int, default=12)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args(argv)
    clock = Clock()
    files = sorted(path for folder in args.folders for path in folder.rglob("*") if path.is_file())
    draw = random.Random(args.seed)  # noqa: S311  (a sample, not a secret)
    rows = [_identity(path) for path in files]
    parsed = {path: document for path in files if (document := _editable(path)) is not None}
    sample = draw.sample(sorted(parsed), min(args.sample, len(parsed)))
    rows += [row for path in sample for row in _untouched(path, parsed[path], draw, args.edits)]
    rows += [row for path in sample for row in _subsets(path, parsed[path], draw)]
    cases = args.cases or _beside(args.folders)
    rows += _replayed(cases) if cases else []
    times = speed([document.data for document in parsed.values()])
    write_rows(args.out, rows)
    metrics: dict[str, float | None] = {
        name: _share(rows, name)
        for name in ("identity", "untouched", "replayed", "subsets", "replayed_styled")
    }
    targets = {name: bound for name, bound in TARGETS.items() if name != "replayed" or cases}
    result = Result(
        bench="editing",
        n=len(rows),
        metrics={**metrics, **times},
        targets=targets,
        seconds=clock.seconds(),
        peak_mb=clock.peak_mb(),
        seed=args.seed,
        notes={"why": _reasons(rows), "files": len(files), "sample": len(sample)},
    )
    return finish(result, as_json=args.json)


def _row(doc: str, edit: str, ok: bool, why: str = "") -> dict[str, Any]:
    return {"doc": doc, "edit": edit, "ok": ok, "why": why}


def _share(rows: Sequence[Mapping[str, Any]], name: str) -> float | None:
    found = [row["ok"] for row in rows if row["edit"].split(":")[0] == name]
    return round(sum(found) / len(found), 4) if found else None


def _reasons(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """What was refused or went wrong, and how often."""
    return dict(Counter(f"{row['edit']} {row['why']}" for row in rows if row["why"]).most_common(30))


def _editable(path: Path) -> Document | None:
    """A Markdown document in UTF-8 with something in it."""
    if path.suffix.lower() not in (".md", ".markdown"):
        return None
    document = parse(path.read_bytes())
    return document if document.is_utf8 and document.block_count else None


def _beside(folders: Sequence[Path]) -> Path | None:
    places = [folder / name for folder in folders for name in ("cases.jsonl", "../cases.jsonl")]
    return next((place for place in places if place.is_file()), None)


# Identity


def _identity(path: Path) -> dict[str, Any]:
    data = path.read_bytes()
    document = parse(data)
    if document.to_bytes() != data:
        return _row(str(path), "identity", ok=False, why="other bytes")
    if b"".join(data[section.start : section.end] for section in document.sections) != data:
        return _row(str(path), "identity", ok=False, why="the sections leave something out")
    position = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    for block in document.blocks:
        if data[position : block.start].strip(b" \t\r\n") or block.start < position:
            return _row(
                str(path), "identity", ok=False, why=f"line {block.line}: a line in no block, or in two"
            )
        position = block.end
    return _row(str(path), "identity", ok=not data[position:].strip(b" \t\r\n"))


# Random edits


def _untouched(path: Path, document: Document, draw: random.Random, count: int) -> Iterator[dict[str, Any]]:
    made = 0
    while made < count:
        section = draw.choice(document.sections)
        if section.first_block == section.last_block:
            continue
        made += 1
        block = document.block(draw.randrange(section.first_block, section.last_block))
        edit = _random_edit(draw, section, block)
        applied = apply(document, [edit])
        if isinstance(applied, Refused):
            yield _row(str(path), f"untouched:{edit.op}", ok=True, why=f"refused: {applied.reason}")
            continue
        replaced = len(block.data) if isinstance(edit, ReplaceBlocks | ReplaceCell) else 0
        same = _common(document.data, applied.data) >= len(document.data) - replaced
        yield _row(str(path), f"untouched:{edit.op}", ok=same, why="" if same else "other bytes changed")


def _random_edit(draw: random.Random, section: Section, block: Block, order: str = "") -> Edit:
    side: Literal["before", "after"] = draw.choice(("before", "after"))
    text = draw.choice(_TEXTS)
    roll = draw.random()
    edit: Edit
    if block.kind == "list_item" and roll < 0.6:
        edit = insert_item(section, block, text, side=side, inside=roll < 0.1, order=order)
    elif block.kind in ("table_head", "table_row") and roll < 0.6:
        cells = tuple(draw.choice(_CELLS) for _ in range(column_count(table_of(section, block))))
        edit = insert_row(section, block, ("甲", *cells[1:]), side=side, order=order)
    elif block.kind == "table_row" and block.cells and roll < 0.75:
        edit = replace_cell(
            section, block, draw.randrange(len(block.cells)), draw.choice(_CELLS[:3]), order=order
        )
    elif block.kind in ("paragraph", "list_item") and roll < 0.75:
        edit = replace(section, (block,), draw.choice(_TEXTS[:2]), order=order)
    elif roll < 0.85:
        edit = insert_text(section, block, text, side=side, order=order)
    elif roll < 0.93:
        edit = add_table(section, block, ("a", "b"), (("1", "2|3"),), side=side, order=order)
    else:
        edit = add_subsection(section, f"新小节 {draw.randrange(10_000)}", text, order=order)
    return edit


def _common(base: bytes, new: bytes) -> int:
    """Bytes that both have at the beginning and, apart from those, at the end."""
    limit = min(len(base), len(new))
    head = _equal_head(base, new, limit)
    tail = _equal_head(
        base[: head - 1 if head else None : -1], new[: head - 1 if head else None : -1], limit - head
    )
    return head + tail


def _equal_head(a: bytes, b: bytes, limit: int) -> int:
    """Length of the common beginning, by halving."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


# Subsets


def _subsets(path: Path, document: Document, draw: random.Random) -> Iterator[dict[str, Any]]:
    for _ in range(5):
        section = draw.choice([s for s in document.sections if s.first_block < s.last_block])
        block = document.block(draw.randrange(section.first_block, section.last_block))
        edits = [_random_edit(draw, section, block, order=str(draw.randrange(3))) for _ in range(6)]
        differ = 0
        for size in range(1, 7):
            for subset in combinations(edits, size):
                orders = [list(subset), list(reversed(subset)), draw.sample(subset, size)]
                differ += len({_outcome(document, order) for order in orders}) > 1
        yield _row(str(path), "subsets", ok=not differ, why=f"{differ} subsets differ" if differ else "")


def _outcome(document: Document, edits: Sequence[Edit]) -> bytes | str:
    applied = apply(document, edits)
    return applied.reason if isinstance(applied, Refused) else applied.data


# People's insertions


def _replayed(cases: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for case in read_rows(cases):
        if "added_lines" not in case:
            continue
        document = parse((cases.parent / case["doc"]).read_bytes())
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
        rows.append(_row(case["id"], "replayed", ok=exact, why="" if exact else why or "other bytes"))
        styled = any(_gives(document, edits, wanted) for edits in _styled(document, case))
        rows.append(_row(case["id"], "replayed_styled", ok=styled))
    return rows


def _theirs(document: Document, case: Mapping[str, Any]) -> bytes:
    old = document.data.decode("utf-8").split("\n")
    at = case["insert_before_line"]
    return "\n".join([*old[:at], *case["added_lines"], *old[at:]]).encode()


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


if __name__ == "__main__":
    raise SystemExit(run())
