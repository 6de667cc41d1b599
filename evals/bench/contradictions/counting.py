"""Stated counts and totals against what is listed."""

from __future__ import annotations

import random

from evals.bench.contradictions.material import (
    ENGINES,
    HAN,
    TOPICS_EN,
    TOPICS_ZH,
    WORDS,
    Text,
    filler,
    in_chinese,
)


def count_list(draw: random.Random, bad: bool) -> Text:
    """A count over a list."""
    zh, n = in_chinese(draw), draw.randint(3, 7)
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
    zh, n = in_chinese(draw), draw.randint(3, 6)
    stated = n + draw.choice([-1, 1, 2]) if bad else n
    topics = draw.sample(TOPICS_ZH if zh else TOPICS_EN, n)
    head = (
        f"## {draw.choice(ENGINES)} 博客 {stated} 篇文章"
        if zh
        else f"## {draw.choice(ENGINES)} blog: {stated} posts"
    )
    rows = "\n".join(f"| 2026-05-{i + 10} | {topic} |" for i, topic in enumerate(topics))
    table = ("| 日期 | 标题 |" if zh else "| date | title |") + "\n|---|---|\n" + rows
    return Text(f"{head}\n\n{filler(draw, zh)}\n\n{table}\n", "count" if bad else "", (head,) if bad else ())


def count_inline(draw: random.Random, bad: bool) -> Text:
    """A count and the names after it in one sentence."""
    zh, n = in_chinese(draw), draw.randint(3, 5)
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
    return Text(f"{filler(draw, zh)}\n\n{line}\n", "count" if bad else "", (line,) if bad else ())


def total_table(draw: random.Random, bad: bool) -> Text:
    """A total row."""
    zh, n = in_chinese(draw), draw.randint(3, 5)
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
    zh = in_chinese(draw)
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


def value_count(draw: random.Random, bad: bool) -> Text:
    """A count in the summary and in the last line."""
    zh = in_chinese(draw)
    n = draw.randint(8, 40)
    m = n + draw.choice([3, -4]) if bad else n
    first = f"- 续用锚定文献 {n} 个" if zh else f"- anchored works kept: {n} papers"
    last = f"报告生成完毕，续用锚定文献 {m} 个" if zh else f"End of report, anchored works kept: {m} papers"
    head = "## 正文" if zh else "## Body"
    return Text(
        f"{first}\n\n{head}\n\n{filler(draw, zh)}\n\n{last}\n",
        "value" if bad else "",
        (first[2:],) if bad else (),
    )
