"""Days and their order."""

from __future__ import annotations

import random

from evals.bench.contradictions.material import ENGINES, Text, in_chinese


def date_range(draw: random.Random, bad: bool) -> Text:
    """A window of days."""
    zh = in_chinese(draw)
    a, b = sorted(draw.sample(range(10, 28), 2))
    if bad:
        a, b = b, a
    month = draw.randint(1, 9)
    line = (
        f"统计窗口：2026-0{month}-{a} 至 2026-0{month}-{b}。"
        if zh
        else f"Window: 2026-0{month}-{a} to 2026-0{month}-{b}."
    )
    return Text(line + "\n", "date" if bad else "", (line,) if bad else ())


def date_late(draw: random.Random, bad: bool) -> Text:
    """An event and the day of the text."""
    zh, month = in_chinese(draw), draw.randint(2, 8)
    other = month + 1 if bad else month - 1
    name = draw.choice(ENGINES)
    head = f"---\ndate: 2026-0{month}-15\n---\n\n"
    line = (
        f"{name} v1.{draw.randint(2, 9)}.0 已于 2026-0{other}-12 发布。"
        if zh
        else f"{name} v1.{draw.randint(2, 9)}.0 was released on 2026-0{other}-12."
    )
    if not bad and draw.random() < 0.4:
        line = (
            f"{name} v2.0.0 预计 2026-0{month + 1}-12 发布。"
            if zh
            else f"{name} v2.0.0 is expected on 2026-0{month + 1}-12."
        )
    return Text(head + line + "\n", "date" if bad else "", (line,) if bad else ())


def date_event(draw: random.Random, bad: bool) -> Text:
    """A release and a test of it."""
    zh, name = in_chinese(draw), draw.choice(ENGINES[:6])
    version = f"v{draw.randint(1, 3)}.{draw.randint(2, 9)}.0"
    month = draw.randint(3, 8)
    tested = month - 1 if bad else month + 1
    first = (
        f"{name} {version} 于 2026-0{month}-14 发布。"
        if zh
        else f"{name} {version} was released on 2026-0{month}-14."
    )
    second = (
        f"2026-0{tested}-03 我们实测了 {name} {version}。"
        if zh
        else f"We benchmarked {name} {version} on 2026-0{tested}-03."
    )
    return Text(f"{first}\n\n{second}\n", "date" if bad else "", (second,) if bad else ())
