"""Random legal edits: whether all other bytes stay, and whether every subset gives one result."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from agent.document import (
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
    insert_row,
    insert_text,
    replace,
    replace_cell,
    table_of,
)
from agent.document.style import column_count
from evals.bench.editing_outcomes import tried

_TEXTS = (
    "新增一句：vLLM v0.31.0 的 TTFT 为 17.71 ms。",
    "A sentence with `code | pipe` and $& in it.",
    "第一段\n\n第二段 **加粗**",
    "```bash\n# not a heading\n```",
    "- 列表\n- 两项",
    "> 引用",
)
_CELLS = ("甲", "2|3", "x `a`", "")


def untouched(path: Path, document: Document, draw: random.Random, count: int) -> Iterator[dict[str, Any]]:
    """Makes `count` random edits one at a time and compares the bytes that each has left."""
    made = 0
    while made < count:
        section = draw.choice(document.sections)
        if section.first_block == section.last_block:
            continue
        made += 1
        block = document.block(draw.randrange(section.first_block, section.last_block))
        edit = random_edit(draw, section, block)
        try:
            applied = apply(document, [edit])
        except Exception as error:  # noqa: BLE001  (a bench counts crashes of whatever kind, and goes on)
            yield tried(str(path), f"untouched:{edit.op}", ok=False, why=f"crashed: {error!r}")
            continue
        if isinstance(applied, Refused):
            yield tried(str(path), f"untouched:{edit.op}", ok=True, why=f"refused: {applied.reason}")
            continue
        replaced = len(block.data) if isinstance(edit, ReplaceBlocks | ReplaceCell) else 0
        same = common_bytes(document.data, applied.data) >= len(document.data) - replaced
        yield tried(str(path), f"untouched:{edit.op}", ok=same, why="" if same else "other bytes changed")


def random_edit(draw: random.Random, section: Section, block: Block, order: str = "") -> Edit:
    """One edit of those that the editor offers for a block of that kind."""
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


def common_bytes(base: bytes, new: bytes) -> int:
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


def subsets(path: Path, document: Document, draw: random.Random) -> Iterator[dict[str, Any]]:
    """Makes every subset of six edits at one point, in three orders, and compares the results."""
    for _ in range(5):
        section = draw.choice([s for s in document.sections if s.first_block < s.last_block])
        block = document.block(draw.randrange(section.first_block, section.last_block))
        edits = [random_edit(draw, section, block, order=str(draw.randrange(3))) for _ in range(6)]
        differ = 0
        for size in range(1, 7):
            for subset in combinations(edits, size):
                orders = [list(subset), list(reversed(subset)), draw.sample(subset, size)]
                differ += len({_outcome(document, order) for order in orders}) > 1
        yield tried(str(path), "subsets", ok=not differ, why=f"{differ} subsets differ" if differ else "")


def _outcome(document: Document, edits: Sequence[Edit]) -> bytes | str:
    applied = apply(document, edits)
    return applied.reason if isinstance(applied, Refused) else applied.data
