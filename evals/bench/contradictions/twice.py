"""One value, work, name or statement given twice."""

from __future__ import annotations

import random

from evals.bench.contradictions.material import (
    CHIPS,
    ENGINES,
    METRICS,
    TOPICS_EN,
    Text,
    distinct_values,
    filler,
    in_chinese,
    markdown_table,
)


def value_prose(draw: random.Random, bad: bool) -> Text:
    """One value given twice; clean: rounded, another metric, other hardware, a range, "up to"."""
    zh = in_chinese(draw)
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
    zh, n = in_chinese(draw), 3
    metric = draw.choice(METRICS)
    names = draw.sample(ENGINES, n)
    column = distinct_values(draw, metric, n)
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
    body = markdown_table(zh, names, [metric], [column], "引擎" if zh else "engine")
    return Text(f"{body}\n\n{line}\n", "value" if bad else "", (line,) if bad else ())


def duplicate_table(draw: random.Random, bad: bool) -> Text:
    """One id in two rows."""
    zh, n = in_chinese(draw), draw.randint(4, 7)
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
    zh = in_chinese(draw)
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
    zh = in_chinese(draw)
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


def opposite(draw: random.Random, bad: bool) -> Text:
    """A statement and its denial; clean: of two things."""
    zh = in_chinese(draw)
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
        f"{first}\n\n{filler(draw, zh)}\n\n{second}\n",
        "opposite" if bad else "",
        (first, second) if bad else (),
    )
