"""Changes, multiples and speed-ups against their operands."""

from __future__ import annotations

import random

from evals.bench.contradictions.material import ENGINES, METRICS, MODELS, Text, filler, in_chinese


def ratio_change(draw: random.Random, bad: bool) -> Text:
    """A change from one value to another, in percent or as a multiple."""
    zh = in_chinese(draw)
    metric = draw.choice([METRICS[0], METRICS[1], METRICS[3]])
    a = draw.randint(100, 900)
    b = round(a * draw.uniform(1.3, 2.6)) if metric[5] == "high" else round(a * draw.uniform(0.3, 0.8))
    percent = abs(b - a) / a * 100
    shown = percent + draw.choice([-18, 17, 25]) if bad else percent
    shown = max(round(shown), 3)
    name = draw.choice(ENGINES)
    if metric[5] == "high":
        times = b / a
        stated = times + draw.choice([0.6, 1.1]) if bad else times
        if zh:
            line = draw.choice(
                [
                    f"{name} 的{metric[0]}从 {a} {metric[2]} 提升到 {b} {metric[2]}，提升 {shown}%。",
                    f"{name} {b} {metric[2]}，基线 {a} {metric[2]}，为 {stated:.1f} 倍，对比明显。",
                ]
            )
        else:
            line = draw.choice(
                [
                    f"{name} raises {metric[1]} from {a} to {b} {metric[2]}, a {shown}% gain.",
                    f"{name} reaches {b} {metric[2]} vs {a} {metric[2]} before tuning ({stated:.1f}x).",
                ]
            )
    else:
        line = (
            f"{name} 的 {metric[0]} 从 {a} ms 降到 {b} ms，降低 {shown}%。"
            if zh
            else f"{name} cuts {metric[1]} from {a} ms to {b} ms, a {shown}% reduction."
        )
    return Text(f"{filler(draw, zh)}\n\n{line}\n", "ratio" if bad else "", (line,) if bad else ())


def ratio_speed(draw: random.Random, bad: bool) -> Text:
    """`A 834ms (2.4x faster than B 2029ms)`."""
    zh = in_chinese(draw)
    a = draw.randint(200, 900)
    times = draw.uniform(1.4, 4.0)
    b = round(a * times)
    stated = b / a + (draw.choice([0.7, -0.5, 1.3]) if bad else 0)
    stated = max(stated, 1.1)
    one, two = draw.sample(ENGINES, 2)
    line = (
        f"TTFT {a}ms（{stated:.1f}× 快于 {two} {b}ms）"
        if zh
        else f"{one}'s TTFT is {a} ms ({stated:.1f}x faster than {two} at {b} ms)."
    )
    if bad and abs(stated - b / a) < 0.2:
        return ratio_speed(draw, bad)
    return Text(f"{filler(draw, zh)}\n\n{line}\n", "ratio" if bad else "", (line,) if bad else ())


def ratio_column(draw: random.Random, bad: bool) -> Text:
    """A column of speed-ups over two columns of operands."""
    zh, n = in_chinese(draw), 4
    names = draw.sample(MODELS, n)
    base = [draw.randint(200, 900) for _ in range(n)]
    ours = [round(b * draw.uniform(1.2, 3.0)) for b in base]
    speed = [f"{o / b:.2f}×" for o, b in zip(ours, base, strict=True)]
    broken = draw.randrange(n)
    if bad:
        speed[broken] = f"{ours[broken] / base[broken] + 0.8:.2f}×"
    head = (
        "| 模型 | 基线 (tok/s) | 优化后 (tok/s) | 加速比 |"
        if zh
        else "| model | baseline (tok/s) | ours (tok/s) | speedup |"
    )
    rows = [f"| {names[i]} | {base[i]} | {ours[i]} | {speed[i]} |" for i in range(n)]
    return Text(
        "\n".join([head, "|---|---|---|---|", *rows]) + "\n",
        "ratio" if bad else "",
        (rows[broken],) if bad else (),
    )


def title_figure(draw: random.Random, bad: bool) -> Text:
    """A heading's figure and the body's."""
    zh, name = in_chinese(draw), draw.choice(ENGINES)
    x = round(draw.uniform(1.5, 4.0), 1)
    y = round(x + draw.choice([-0.4, 0.6, 1.0]), 1) if bad else x
    title = f"## {name}：吞吐提升 {x}×" if zh else f"## {name}: the road to {x}× throughput"
    line = (
        f"经过内核优化，{name} 的吞吐提升 {y}×。"
        if zh
        else f"With new kernels, {name} improves throughput by {y}×."
    )
    return Text(f"{title}\n\n{line}\n", "title" if bad else "", (title,) if bad else ())
