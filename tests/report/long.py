"""A night of many increments, as long as real ones."""

from __future__ import annotations

from agent.document import insert_item, parse
from agent.nights import NightRecord
from tests.report.records import claim, increment, record, steps_of

_SENTENCE = "Kestrel v2.4.0 的吞吐为 7.9 GB/s，第 {n} 句，写得长一些，像真的一样长才好"
_TEXT = "**新 {n}**：吞吐 7.9 GB/s\n- 要点一：Kestrel v2.4.0 的吞吐为 7.9 GB/s\n\n  | 甲 | 乙 |\n  | --- | --- |\n  | 1 | 2 |\n  | 3 | 4 |"


def long_night(count: int) -> tuple[NightRecord, bytes]:
    """The record of a night with `count` increments of ten sentences each, and the document before it."""
    parts = [
        f"## 章节 {i}\n\n" + "".join(f"- **条目 {i}.{j}**：吞吐 {j}.5 GB/s，一句话说明。\n" for j in range(8))
        for i in range(60)
    ]
    base = ("# 大文档\n\n" + "\n".join(parts)).encode()
    document = parse(base)
    sections = {section.title: section for section in document.sections}
    edits = []
    for number in range(1, count + 1):
        section = sections[f"章节 {number % 60}"]
        items = [block for block in section.body if block.kind == "list_item"]
        edits.append((f"i{number}", insert_item(section, items[number // 60], _TEXT.format(n=number))))
    claims = tuple(claim(_SENTENCE.format(n=n)) for n in range(10))
    return record([increment(n, claims=claims) for n in range(1, count + 1)], steps_of(edits)), base
