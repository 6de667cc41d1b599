"""Make texts with one inner contradiction each, and clean texts of the same shapes.

    python -m evals.bench.consistency_make OUT.jsonl [--faulty N] [--clean N] [--seed S]

Every shape is a small function of a random source that returns a faulty text with the two places that
clash, or a clean text. Clean texts keep the shape and are right, or differ in what makes both places
hold: another metric, other hardware, a rounding, a range, "up to". All names are invented.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evals.bench.report import write_rows

ENGINES = [
    "Torvane",
    "Quillon",
    "Marlis",
    "Veltra",
    "OrinServe",
    "HexaLLM",
    "Dovetail",
    "Kestrel",
    "Lumen-RT",
    "Pallas2",
]
CHIPS = ["A100", "H100", "H200", "B200", "MI300X", "L40S"]
MODELS = ["Qwen3-8B", "Llama-3.1-70B", "Mistral-7B", "GLM-4-9B"]
TOPICS_ZH = [
    "分页缓存",
    "前缀复用",
    "连续批处理",
    "投机解码",
    "权重量化",
    "算子融合",
    "分层卸载",
    "专家并行",
    "流水线并行",
    "结构化输出",
]
TOPICS_EN = [
    "paged caching",
    "prefix reuse",
    "continuous batching",
    "speculative decoding",
    "weight quantization",
    "kernel fusion",
    "tiered offloading",
    "expert parallelism",
    "pipeline parallelism",
    "structured output",
]
HAN = "零一二三四五六七八九十"
WORDS = "zero one two three four five six seven eight nine ten".split()
METRICS = [
    ("TTFT", "TTFT", "ms", 10, 400, "low"),
    ("TPOT", "TPOT", "ms", 5, 60, "low"),
    ("端到端延迟", "end-to-end latency", "s", 1, 9, "low"),
    ("吞吐", "throughput", "tok/s", 200, 4000, "high"),
    ("准确率", "accuracy", "%", 40, 95, "high"),
    ("显存占用", "memory usage", "GB", 10, 78, "low"),
]  # fmt: skip
FILLER_ZH = ["测试脚本见附录。", "以下内容整理自公开资料。", "读者可自行复现。", "配置沿用上一节。", ""]
FILLER_EN = [
    "Scripts are in the appendix.",
    "The material is public.",
    "Readers can reproduce it.",
    "The setup is that of the section above.",
    "",
]


@dataclass(frozen=True, slots=True)
class Text:
    """A text and the places in it that clash; clean when there are none."""

    text: str
    kind: str = ""
    places: tuple[str, ...] = field(default=())


Shape = Callable[[random.Random, bool], Text]
"""Makes a faulty text when the flag is set, else a clean one."""


def _values(draw: random.Random, metric: tuple[str, str, str, int, int, str], count: int) -> list[float]:
    """Distinct values, far enough apart that no rounding makes two agree."""
    _, _, _, low, high, _ = metric
    step = (high - low) / (count + 1)
    places = 2 if high < 100 else 1
    values = [round(low + step * (n + draw.uniform(0.2, 0.8)), places) for n in range(count)]
    draw.shuffle(values)
    return values


def _filler(draw: random.Random, zh: bool) -> str:
    return draw.choice(FILLER_ZH if zh else FILLER_EN)


def _zh(draw: random.Random) -> bool:
    return draw.random() < 0.5


def count_list(draw: random.Random, bad: bool) -> Text:
    """A count over a list."""
    zh, n = _zh(draw), draw.randint(3, 7)
    stated = n + draw.choice([-1, 1]) if bad else n
    items = draw.sample(TOPICS_ZH if zh else TOPICS_EN, n)
    mark = draw.choice(["- ", "* ", "1. "])
    lines = [f"{i + 1}. {item}" if mark == "1. " else mark + item for i, item in enumerate(items)]
    if zh:
        lead = draw.choice(
            [
                "以下{n}项优化：",
                "主要有{n}种方法：",
                "本文讨论如下 {d} 个问题：",
                "包括{n}个方面：",
                "共有 {d} 类技术：",
            ]
        )
    else:
        lead = draw.choice(
            [
                "There are {w} techniques:",
                "The following {w} methods are covered:",
                "We list {d} optimizations below:",
                "It rests on {w} ideas:",
            ]
        )
    lead = lead.format(n=HAN[stated], d=stated, w=WORDS[stated])
    return Text(
        f"# {'笔记' if zh else 'Notes'}\n\n{lead}\n\n" + "\n".join(lines) + "\n",
        "count" if bad else "",
        (lead,) if bad else (),
    )


def count_table(draw: random.Random, bad: bool) -> Text:
    """A count in a heading over one table."""
    zh, n = _zh(draw), draw.randint(3, 6)
    stated = n + draw.choice([-1, 1, 2]) if bad else n
    topics = draw.sample(TOPICS_ZH if zh else TOPICS_EN, n)
    head = (
        f"## {draw.choice(ENGINES)} 博客 {stated} 篇文章"
        if zh
        else f"## {draw.choice(ENGINES)} blog: {stated} posts"
    )
    rows = "\n".join(f"| 2026-05-{i + 10} | {topic} |" for i, topic in enumerate(topics))
    table = ("| 日期 | 标题 |" if zh else "| date | title |") + "\n|---|---|\n" + rows
    return Text(f"{head}\n\n{_filler(draw, zh)}\n\n{table}\n", "count" if bad else "", (head,) if bad else ())


def count_inline(draw: random.Random, bad: bool) -> Text:
    """A count and the names after it in one sentence."""
    zh, n = _zh(draw), draw.randint(3, 5)
    stated = n + draw.choice([-1, 1]) if bad else n
    names = draw.sample(ENGINES, n)
    if zh:
        listed = draw.choice(["、".join(names), "、".join(names[:-1]) + " 和 " + names[-1]])
        line = draw.choice(
            [
                f"支持 {stated} 种后端：{listed}。",
                f"共比较{HAN[stated]}个引擎（{' / '.join(names)}）。",
                f"{HAN[stated]}款框架：{listed}，均已测试。",
            ]
        )
    else:
        listed = ", ".join(names[:-1]) + " and " + names[-1]
        line = draw.choice(
            [f"It supports {WORDS[stated]} backends: {listed}.", f"We compare {stated} engines ({listed})."]
        )
    return Text(f"{_filler(draw, zh)}\n\n{line}\n", "count" if bad else "", (line,) if bad else ())


def _table(
    zh: bool,
    names: Sequence[str],
    metrics: Sequence[tuple[str, str, str, int, int, str]],
    values: Sequence[Sequence[float]],
    key: str,
) -> str:
    head = f"| {key} | " + " | ".join(f"{m[0] if zh else m[1]} ({m[2]})" for m in metrics) + " |"
    rows = [
        f"| {name} | " + " | ".join(f"{column[i]:g}" for column in values) + " |"
        for i, name in enumerate(names)
    ]
    return "\n".join([head, "|" + "---|" * (len(metrics) + 1), *rows])


def superlative_table(draw: random.Random, bad: bool) -> Text:
    """A superlative under a table."""
    zh, n = _zh(draw), draw.randint(3, 5)
    names, chosen = draw.sample(ENGINES, n), draw.sample(METRICS, 2)
    columns = [_values(draw, m, n) for m in chosen]
    metric, column = chosen[0], columns[0]
    best = (
        min(range(n), key=column.__getitem__) if metric[5] == "low" else max(range(n), key=column.__getitem__)
    )
    pick = draw.choice([i for i in range(n) if i != best]) if bad else best
    if zh:
        word = draw.choice(["最优", "最低" if metric[5] == "low" else "最高", "最好"])
        line = draw.choice(
            [
                f"{names[pick]} 的{metric[0]}{word}。",
                f"可见 {names[pick]} 的 {metric[0]} {word}（{column[pick]:g} {metric[2]}）。",
                f"{metric[0]} 以 {names[pick]} {word}。",
            ]
        )
    else:
        word = draw.choice(["best", "lowest" if metric[5] == "low" else "highest"])
        line = draw.choice(
            [
                f"{names[pick]} has the {word} {metric[1]}.",
                f"{names[pick]} shows the {word} {metric[1]} at {column[pick]:g} {metric[2]}.",
            ]
        )
    body = _table(zh, names, chosen, columns, "引擎" if zh else "engine")
    return Text(
        f"## {'结果' if zh else 'Results'}\n\n{body}\n\n{line}\n",
        "superlative" if bad else "",
        (line,) if bad else (),
    )


def superlative_parameter(draw: random.Random, bad: bool) -> Text:
    """A superlative over a swept parameter."""
    zh = _zh(draw)
    metric = draw.choice(METRICS)
    keys = ["8", "16", "32", "64"]
    column = _values(draw, metric, 4)
    best = (
        min(range(4), key=column.__getitem__) if metric[5] == "low" else max(range(4), key=column.__getitem__)
    )
    pick = draw.choice([i for i in range(4) if i != best]) if bad else best
    parameter = draw.choice(["batch", "max-num-seqs", "concurrency"])
    body = _table(zh, keys, [metric], [column], parameter)
    line = (
        f"{metric[0]} 在 {parameter}={keys[pick]} 时最优（{column[pick]:g}{metric[2]}）。"
        if zh
        else f"The {metric[1]} is best at {parameter}={keys[pick]} ({column[pick]:g} {metric[2]})."
    )
    return Text(f"{body}\n\n{line}\n", "superlative" if bad else "", (line,) if bad else ())


def superlative_prose(draw: random.Random, bad: bool) -> Text:
    """A superlative over values given in prose."""
    zh = _zh(draw)
    metric = draw.choice(METRICS[:4])
    names = draw.sample(ENGINES, 3)
    values = _values(draw, metric, 3)
    best = (
        min(range(3), key=values.__getitem__) if metric[5] == "low" else max(range(3), key=values.__getitem__)
    )
    pick = draw.choice([i for i in range(3) if i != best]) if bad else best
    word_zh, word_en = ("最低", "lowest") if metric[5] == "low" else ("最高", "highest")
    if zh:
        first = "、".join(
            f"{name} 为 {value:g} {metric[2]}" for name, value in zip(names, values, strict=True)
        )
        line = f"{names[pick]} 的{metric[0]}{word_zh}。"
        text = f"{metric[0]}方面，{first}。{line}"
    else:
        first = ", ".join(
            f"{name} reaches {value:g} {metric[2]}" for name, value in zip(names, values, strict=True)
        )
        line = f"{names[pick]} has the {word_en} {metric[1]}."
        text = f"On {metric[1]}, {first}. {line}"
    return Text(text + "\n", "superlative" if bad else "", (line,) if bad else ())


def comparison(draw: random.Random, bad: bool) -> Text:
    """A comparison of two rows of a table."""
    zh = _zh(draw)
    metric = draw.choice(METRICS)
    names = draw.sample(ENGINES, 3)
    column = _values(draw, metric, 3)
    a, b = draw.sample(range(3), 2)
    more = (column[a] > column[b]) != bad
    if zh:
        word = draw.choice(["高于", "比"]) if more else draw.choice(["低于", "比"])
        line = f"{names[a]} 的{metric[0]}{word} {names[b]}" + (
            ("更高。" if more else "更低。") if word == "比" else "。"
        )
    else:
        line = f"{names[a]} has {'higher' if more else 'lower'} {metric[1]} than {names[b]}."
    body = _table(zh, names, [metric], [column], "引擎" if zh else "engine")
    return Text(f"{body}\n\n{line}\n", "comparison" if bad else "", (line,) if bad else ())


def trend(draw: random.Random, bad: bool) -> Text:
    """`the more X, the more Y` over a swept parameter."""
    zh = True  # the form is Chinese
    metric = draw.choice(METRICS[:4])
    column = sorted(_values(draw, metric, 4))
    falling = draw.random() < 0.5
    if falling:
        column.reverse()
    down = falling != bad
    parameter = draw.choice(["batch", "max-num-seqs"])
    line = f"{parameter} 越大，{metric[0]}越{'低' if down else '高'}。"
    return Text(
        f"{_table(zh, ['8', '16', '32', '64'], [metric], [column], parameter)}\n\n{line}\n",
        "trend" if bad else "",
        (line,) if bad else (),
    )


def ratio_change(draw: random.Random, bad: bool) -> Text:
    """A change from one value to another, in percent or as a multiple."""
    zh = _zh(draw)
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
    return Text(f"{_filler(draw, zh)}\n\n{line}\n", "ratio" if bad else "", (line,) if bad else ())


def ratio_speed(draw: random.Random, bad: bool) -> Text:
    """`A 834ms (2.4x faster than B 2029ms)`."""
    zh = _zh(draw)
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
    return Text(f"{_filler(draw, zh)}\n\n{line}\n", "ratio" if bad else "", (line,) if bad else ())


def ratio_column(draw: random.Random, bad: bool) -> Text:
    """A column of speed-ups over two columns of operands."""
    zh, n = _zh(draw), 4
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


def total_table(draw: random.Random, bad: bool) -> Text:
    """A total row."""
    zh, n = _zh(draw), draw.randint(3, 5)
    names = draw.sample(TOPICS_ZH if zh else TOPICS_EN, n)
    counts = [draw.randint(3, 60) for _ in range(n)]
    stated = sum(counts) + (draw.choice([-3, 2, 10]) if bad else 0)
    rows = [f"| {name} | {count} |" for name, count in zip(names, counts, strict=True)]
    last = f"| {'合计' if zh else 'Total'} | {stated} |"
    head = "| 类别 | 篇数 |" if zh else "| topic | papers |"
    return Text(
        "\n".join([head, "|---|---|", *rows, last]) + "\n", "total" if bad else "", (last,) if bad else ()
    )


def total_prose(draw: random.Random, bad: bool) -> Text:
    """A total and its parts in a sentence."""
    zh = _zh(draw)
    a, b, c = (draw.randint(3, 40) for _ in range(3))
    stated = a + b + c + (draw.choice([-2, 3, 5]) if bad else 0)
    if zh:
        line = draw.choice(
            [
                f"共 {stated} 篇（训练 {a} 篇、推理 {b} 篇、评测 {c} 篇）。",
                f"本周合计 {stated} 个提交：前端 {a} 个、后端 {b} 个、文档 {c} 个。",
            ]
        )
    else:
        line = draw.choice(
            [
                f"A total of {stated} papers: {a} on training, {b} on inference, {c} on evaluation.",
                f"In total {stated} commits ({a} frontend, {b} backend, {c} docs).",
            ]
        )
    return Text(f"{line}\n", "total" if bad else "", (line,) if bad else ())


def value_prose(draw: random.Random, bad: bool) -> Text:
    """One value given twice; clean: rounded, another metric, other hardware, a range, "up to"."""
    zh = _zh(draw)
    metric = draw.choice(METRICS[:4])
    other = draw.choice([m for m in METRICS[:4] if m is not metric])
    name, chip, chip2 = draw.choice(ENGINES), *draw.sample(CHIPS, 2)
    v = round(draw.uniform(metric[3], metric[4]), 2)
    w = round(v * draw.choice([0.6, 1.35, 1.8]), 2)
    m, mo = (metric[0], other[0]) if zh else (metric[1], other[1])
    first = (
        f"{name} 在 {chip} 上的{m}为 {v} {metric[2]}。"
        if zh
        else f"On {chip}, {name} has a {m} of {v} {metric[2]}."
    )
    second = (
        f"{name} 在 {chip} 上的{m}达到 {w} {metric[2]}。"
        if zh
        else f"On {chip}, the {m} of {name} is {w} {metric[2]}."
    )
    if not bad:
        rounded = f"{v:.0f}"
        second = draw.choice(
            [
                f"{name} 在 {chip2} 上的{m}为 {w} {metric[2]}。"
                if zh
                else f"On {chip2}, the {m} of {name} is {w} {metric[2]}.",
                f"{name} 在 {chip} 上的{m}约 {rounded} {metric[2]}。"
                if zh
                else f"On {chip}, the {m} of {name} is about {rounded} {metric[2]}.",
                f"{name} 在 {chip} 上的{mo}为 {w} {other[2]}。"
                if zh
                else f"On {chip}, the {mo} of {name} is {w} {other[2]}.",
                f"{name} 在 {chip} 上的{m}为 {v * 0.7:.1f}-{v * 1.4:.1f} {metric[2]}。"
                if zh
                else f"On {chip}, the {m} of {name} is {v * 0.7:.1f}-{v * 1.4:.1f} {metric[2]}.",
                f"{name} 在 {chip} 上的{m}最高可达 {v * 1.5:.1f} {metric[2]}。"
                if zh
                else f"On {chip}, the {m} of {name} is up to {v * 1.5:.1f} {metric[2]}.",
                f"{name} 在 {chip} 上的 P99 {m}为 {w} {metric[2]}。"
                if zh
                else f"On {chip}, the P99 {m} of {name} is {w} {metric[2]}.",
            ]
        )
    head, end = ("## 摘要", "## 细节") if zh else ("## Summary", "## Details")
    return Text(
        f"{head}\n\n{first}\n\n{end}\n\n{second}\n", "value" if bad else "", (first, second) if bad else ()
    )


def value_table(draw: random.Random, bad: bool) -> Text:
    """A sentence and the cell that it speaks of."""
    zh, n = _zh(draw), 3
    metric = draw.choice(METRICS)
    names = draw.sample(ENGINES, n)
    column = _values(draw, metric, n)
    i = draw.randrange(n)
    stated = column[(i + 1) % n] if bad else column[i]
    shape = draw.random()
    if not bad and shape < 0.3:
        m = metric[0] if zh else metric[1]
        line = (
            f"{names[i]} 的{m}约 {column[i]:.0f} {metric[2]}。"
            if zh
            else f"The {m} of {names[i]} is about {column[i]:.0f} {metric[2]}."
        )
    elif zh:
        line = draw.choice(
            [
                f"{names[i]} 的{metric[0]}为 {stated:g} {metric[2]}。",
                f"其中 {names[i]} 的 {metric[0]} 达到 {stated:g} {metric[2]}。",
            ]
        )
    else:
        line = draw.choice(
            [
                f"The {metric[1]} of {names[i]} is {stated:g} {metric[2]}.",
                f"{names[i]} reaches a {metric[1]} of {stated:g} {metric[2]}.",
            ]
        )
    body = _table(zh, names, [metric], [column], "引擎" if zh else "engine")
    return Text(f"{body}\n\n{line}\n", "value" if bad else "", (line,) if bad else ())


def value_count(draw: random.Random, bad: bool) -> Text:
    """A count in the summary and in the last line."""
    zh = _zh(draw)
    n = draw.randint(8, 40)
    m = n + draw.choice([3, -4]) if bad else n
    first = f"- 续用锚定文献 {n} 个" if zh else f"- anchored works kept: {n} papers"
    last = f"报告生成完毕，续用锚定文献 {m} 个" if zh else f"End of report, anchored works kept: {m} papers"
    head = "## 正文" if zh else "## Body"
    return Text(
        f"{first}\n\n{head}\n\n{_filler(draw, zh)}\n\n{last}\n",
        "value" if bad else "",
        (first[2:],) if bad else (),
    )


def duplicate_table(draw: random.Random, bad: bool) -> Text:
    """One id in two rows."""
    zh, n = _zh(draw), draw.randint(4, 7)
    ids = [f"26{draw.randint(10, 12)}.{draw.randint(10000, 29999)}" for _ in range(n)]
    if bad:
        ids[-1] = ids[draw.randrange(n - 2)]
    titles = draw.sample(TOPICS_EN, n)
    rows = [
        f"| {i} | {t.title()} | {draw.choice(['高', '中'] if zh else ['high', 'medium'])} |"
        for i, t in zip(ids, titles, strict=True)
    ]
    head = "| arXiv 号 | 标题 | 可信度 |" if zh else "| arXiv | title | trust |"
    return Text(
        "\n".join([head, "|---|---|---|", *rows]) + "\n",
        "duplicate" if bad else "",
        (rows[-1],) if bad else (),
    )


def duplicate_list(draw: random.Random, bad: bool) -> Text:
    """One work in two items of a list."""
    n = draw.randint(4, 7)
    ids = [f"26{draw.randint(10, 12)}.{draw.randint(10000, 29999)}" for _ in range(n)]
    titles = [t.title() + " for Serving" for t in draw.sample(TOPICS_EN, n)]
    items = [f"- [{t}](https://arxiv.org/abs/{i})" for t, i in zip(titles, ids, strict=True)]
    if bad:
        items.append(f"- [{titles[0]}](https://arxiv.org/pdf/{ids[0]}v2)")
    return Text("\n".join(items) + "\n", "duplicate" if bad else "", (items[-1],) if bad else ())


def name_path(draw: random.Random, bad: bool) -> Text:
    """A file named in two places."""
    zh = _zh(draw)
    slug = draw.choice(["weekly-serving-notes", "hf-daily-digest", "kernel-watch", "trend-report"])
    day = f"2026-0{draw.randint(1, 9)}-{draw.randint(10, 28)}"
    one = f"{day}-0900-{slug}.md"
    two = one
    if bad:
        two = draw.choice(
            [f"{day}-{slug}.md", f"{day}-0900-{slug.title()}.md", f"{day}-0900-{slug.replace('-', '_')}.md"]
        )
    elif draw.random() < 0.5:
        two = f"{day}-1700-{slug}.md"
    line = f"- 无新增：{two}" if zh else f"- Nothing new: {two}"
    return Text(
        f"| {'文件' if zh else 'file'} | {'说明' if zh else 'note'} |\n|---|---|\n| {one} | {'已读' if zh else 'read'} |\n\n{line}\n",
        "name" if bad else "",
        (two,) if bad else (),
    )


def name_slip(draw: random.Random, bad: bool) -> Text:
    """A name with two letters exchanged."""
    zh = _zh(draw)
    name = draw.choice(["FlashKernel", "TensorBoost", "PagedServe", "Belanger", "Continuum"])
    at = draw.randint(2, len(name) - 3)
    while name[at] == name[at + 1]:
        at = draw.randint(2, len(name) - 3)
    wrong = name[:at] + name[at + 1] + name[at] + name[at + 2 :] if bad else name
    first = (
        f"{name} 是一套推理内核。{name} 支持多种硬件。"
        if zh
        else f"{name} is a set of kernels. {name} runs on many chips."
    )
    last = f"社区已经接入 {wrong}。" if zh else f"The community has adopted {wrong}."
    return Text(f"{first}\n\n{last}\n", "name" if bad else "", (last,) if bad else ())


def date_range(draw: random.Random, bad: bool) -> Text:
    """A window of days."""
    zh = _zh(draw)
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
    zh, month = _zh(draw), draw.randint(2, 8)
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
    zh, name = _zh(draw), draw.choice(ENGINES[:6])
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


def title_figure(draw: random.Random, bad: bool) -> Text:
    """A heading's figure and the body's."""
    zh, name = _zh(draw), draw.choice(ENGINES)
    x = round(draw.uniform(1.5, 4.0), 1)
    y = round(x + draw.choice([-0.4, 0.6, 1.0]), 1) if bad else x
    title = f"## {name}：吞吐提升 {x}×" if zh else f"## {name}: the road to {x}× throughput"
    line = (
        f"经过内核优化，{name} 的吞吐提升 {y}×。"
        if zh
        else f"With new kernels, {name} improves throughput by {y}×."
    )
    return Text(f"{title}\n\n{line}\n", "title" if bad else "", (title,) if bad else ())


def no_value(draw: random.Random, bad: bool) -> Text:
    """A conclusion on a quantity that the table gives, or does not."""
    zh = _zh(draw)
    given, missing = METRICS[0], draw.choice([METRICS[3], METRICS[5]])
    shown = [given] if bad else [given, missing]
    columns = [sorted(_values(draw, m, 3)) for m in shown]
    parameter = draw.choice(["batch", "max-num-seqs"])
    line = (
        f"{parameter} 越大，{missing[0]}越高。"
        if zh
        else f"A larger {parameter} also means higher {missing[1]}."
    )
    return Text(
        f"{_table(zh, ['8', '16', '32'], shown, columns, parameter)}\n\n{line}\n",
        "no value" if bad else "",
        (line,) if bad else (),
    )


def opposite(draw: random.Random, bad: bool) -> Text:
    """A statement and its denial; clean: of two things."""
    zh = _zh(draw)
    one, two = draw.sample(ENGINES, 2)
    subject = one if bad else two
    pairs_zh = [
        ("{} 支持 FP8 KV 缓存", "{} 不支持 FP8 KV 缓存"),
        ("{} 默认开启 CUDA Graph", "{} 默认关闭 CUDA Graph"),
        ("{} 已开源", "{} 尚未开源"),
        ("{} 需要 NVLink 互联", "{} 不需要 NVLink 互联"),
    ]
    pairs_en = [
        ("{} supports FP8 KV caching", "{} does not support FP8 KV caching"),
        ("{} enables CUDA graphs by default", "{} does not enable CUDA graphs by default"),
        ("{} requires NVLink between nodes", "{} does not require NVLink between nodes"),
    ]
    yes, no = draw.choice(pairs_zh if zh else pairs_en)
    end = "。" if zh else "."
    first, second = yes.format(one) + end, no.format(subject) + end
    return Text(
        f"{first}\n\n{_filler(draw, zh)}\n\n{second}\n",
        "opposite" if bad else "",
        (first, second) if bad else (),
    )


SHAPES: tuple[Shape, ...] = (
    count_list, count_table, count_inline, superlative_table, superlative_parameter, superlative_prose, comparison, trend,
    ratio_change, ratio_speed, ratio_column, total_table, total_prose, value_prose, value_table, value_count,
    duplicate_table, duplicate_list, name_path, name_slip, date_range, date_late, date_event, title_figure, no_value, opposite,
)  # fmt: skip


def make(faulty: int, clean: int, seed: int) -> list[dict[str, object]]:
    """Rows of the set: `id`, `text`, and `faults` (empty for a clean text)."""
    draw = random.Random(seed)  # noqa: S311  (test data, not secrecy)
    rows: list[dict[str, object]] = []
    for number in range(faulty + clean):
        bad = number < faulty
        text = SHAPES[number % len(SHAPES)](draw, bad)
        faults = [{"kind": text.kind, "quote_a": text.places[0], "quote_b": text.places[-1]}] if bad else []
        rows.append({"id": f"c{number:04d}", "text": text.text, "faults": faults})
    return rows


def run(argv: Sequence[str] | None = None) -> int:
    """Write the set; return 0."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.consistency_make", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--faulty", type=int, default=312)
    parser.add_argument("--clean", type=int, default=624)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(argv)
    write_rows(given.out, make(given.faulty, given.clean, given.seed))
    return 0


if __name__ == "__main__":
    raise SystemExit(run())
