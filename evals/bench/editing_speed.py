"""How fast a document of 1 MB is parsed and edited, and how time and memory grow to 20 MB.

Times are those of one core, so that a busy machine does not change them.
"""

from __future__ import annotations

import gc
import statistics
import time
import tracemalloc
from collections.abc import Sequence
from itertools import cycle

from agent.document import append_item, apply, parse

MEGABYTE = 1_000_000
LARGE = 20
_TEXT = "新增一句：vLLM v0.31.0 的 TTFT 为 17.71 ms。"


def speed(files: Sequence[bytes]) -> dict[str, float | None]:
    """Milliseconds to parse and to edit 1 MB; growth and memory at 20 MB."""
    small, large = _document(files, MEGABYTE), _document(files, LARGE * MEGABYTE)
    parse_small = min(_timed_parse(small) for _ in range(3))
    parse_large = min(_timed_parse(large) for _ in range(2))
    edit = _timed_edit(small)
    return {
        "parse_ms": round(parse_small * 1000, 1),
        "edit_ms": None if edit is None else round(edit * 1000, 1),
        "growth": round(parse_large / len(large) / (parse_small / len(small)), 3),
        "memory": round(_peak(large) / len(large), 2),
    }


def _document(files: Sequence[bytes], size: int) -> bytes:
    """Files one after another and over again, up to a size; those that end in an open fence are left out where others are."""
    closed = [data for data in files if data.count(b"```") % 2 == 0 and b"<!--" not in data] or files
    joined = bytearray()
    for data in cycle(closed):
        if len(joined) >= size:
            break
        joined += data.removeprefix(b"\xef\xbb\xbf") + b"\n\n"
    return bytes(joined[: joined.rfind(b"\n", 0, size) + 1])


def _timed_parse(data: bytes) -> float:
    gc.collect()
    start = time.process_time()
    parse(data)
    return time.process_time() - start


def _timed_edit(data: bytes) -> float | None:
    """The median over items spread through the document, the edit made and proved; None where it has no list."""
    document = parse(data)
    items = [block for block in document.blocks if block.kind == "list_item" and not block.depth]
    times: list[float] = []
    for block in items[:: max(len(items) // 20, 1)]:
        start = time.process_time()
        section = document.section_at(block.line)
        apply(document, [append_item(section, block, _TEXT)])
        times.append(time.process_time() - start)
    return statistics.median(times) if times else None


def _peak(data: bytes) -> float:
    """Greatest memory of parsing and one edit, the file itself included."""
    tracemalloc.start()
    document = parse(bytes(memoryview(data)))
    items = [index for index in range(document.block_count) if document.block(index).kind == "list_item"]
    if items:
        block = document.block(items[len(items) // 2])
        apply(document, [append_item(document.section_at(block.line), block, _TEXT)])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak
