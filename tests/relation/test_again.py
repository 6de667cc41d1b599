"""What the document says in other units, or of the same release in other words, is said."""

from __future__ import annotations

import pytest

from agent.document import parse
from agent.relation import Said, judge, lines_of

DOCUMENT = """# Store

- A copy of 2 TB takes 90 minutes.
- **青松库 3.1**：2026-04-18 发布；兼容 SQLite 3 协议；单表上限 16 TB。

| Boat | Hull (m) | 10–80 % (min) | Peak (kW) |
|---|---|---|---|
| Swift | 31 | 18 | 240 |
| Drift | 44 | 27 | 150 |
"""
SAID = Said(lines_of(parse(DOCUMENT.encode())))


@pytest.mark.parametrize(
    "text",
    [
        "Copying 2,000 GB took 5,400 seconds.",
        "4 月 18 日发布的青松库 3.1，单张表最大 16 TB，与 SQLite 3 协议兼容。",
        "In our own run the Swift went from 10 to 80 % in 18 minutes, with a peak of 240 kW.",
    ],
)
def test_judge__told_again(text: str) -> None:
    assert judge(text, SAID).relation in {"covered", "confirms"}


@pytest.mark.parametrize(
    "text",
    [
        "Copying 2,000 GB took 5,500 seconds.",
        "4 月 19 日发布的青松库 3.1，单张表最大 16 TB，与 SQLite 3 协议兼容。",
        "青松库 3.1 单张表最大 32 TB，与 SQLite 3 协议兼容。",
        "In our own run the Swift went from 10 to 80 % in 27 minutes, with a peak of 240 kW.",
    ],
)
def test_judge__another_figure_is_not_the_same(text: str) -> None:
    assert judge(text, SAID).relation not in {"covered", "confirms"}
