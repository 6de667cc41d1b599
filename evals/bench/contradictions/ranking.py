"""Superlatives, comparisons and trends against the values that they speak of."""

from __future__ import annotations

import random

from evals.bench.contradictions.material import (
    ENGINES,
    METRICS,
    Text,
    distinct_values,
    in_chinese,
    markdown_table,
)


def superlative_table(draw: random.Random, bad: bool) -> Text:
    """A superlative under a table."""
    zh, n = in_chinese(draw), draw.randint(3, 5)
    names, chosen = draw.sample(ENGINES, n), draw.sample(METRICS, 2)
    columns = [distinct_values(draw, m, n) for m in chosen]
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
    body = markdown_table(zh, names, chosen, columns, "引擎" if zh else "engine")
    return Text(
        f"## {'结果' if zh else 'Results'}\n\n{body}\n\n{line}\n",
        "superlative" if bad else "",
        (line,) if bad else (),
    )


def superlative_parameter(draw: random.Random, bad: bool) -> Text:
    """A superlative over a swept parameter."""
    zh = in_chinese(draw)
    metric = draw.choice(METRICS)
    keys = ["8", "16", "32", "64"]
    column = distinct_values(draw, metric, 4)
    best = (
        min(range(4), key=column.__getitem__) if metric[5] == "low" else max(range(4), key=column.__getitem__)
    )
    pick = draw.choice([i for i in range(4) if i != best]) if bad else best
    parameter = draw.choice(["batch", "max-num-seqs", "concurrency"])
    body = markdown_table(zh, keys, [metric], [column], parameter)
    line = (
        f"{metric[0]} 在 {parameter}={keys[pick]} 时最优（{column[pick]:g}{metric[2]}）。"
        if zh
        else f"The {metric[1]} is best at {parameter}={keys[pick]} ({column[pick]:g} {metric[2]})."
    )
    return Text(f"{body}\n\n{line}\n", "superlative" if bad else "", (line,) if bad else ())


def superlative_prose(draw: random.Random, bad: bool) -> Text:
    """A superlative over values given in prose."""
    zh = in_chinese(draw)
    metric = draw.choice(METRICS[:4])
    names = draw.sample(ENGINES, 3)
    values = distinct_values(draw, metric, 3)
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
    zh = in_chinese(draw)
    metric = draw.choice(METRICS)
    names = draw.sample(ENGINES, 3)
    column = distinct_values(draw, metric, 3)
    a, b = draw.sample(range(3), 2)
    more = (column[a] > column[b]) != bad
    if zh:
        word = draw.choice(["高于", "比"]) if more else draw.choice(["低于", "比"])
        line = f"{names[a]} 的{metric[0]}{word} {names[b]}" + (
            ("更高。" if more else "更低。") if word == "比" else "。"
        )
    else:
        line = f"{names[a]} has {'higher' if more else 'lower'} {metric[1]} than {names[b]}."
    body = markdown_table(zh, names, [metric], [column], "引擎" if zh else "engine")
    return Text(f"{body}\n\n{line}\n", "comparison" if bad else "", (line,) if bad else ())


def trend(draw: random.Random, bad: bool) -> Text:
    """`the more X, the more Y` over a swept parameter."""
    zh = True  # the form is Chinese
    metric = draw.choice(METRICS[:4])
    column = sorted(distinct_values(draw, metric, 4))
    falling = draw.random() < 0.5
    if falling:
        column.reverse()
    down = falling != bad
    parameter = draw.choice(["batch", "max-num-seqs"])
    line = f"{parameter} 越大，{metric[0]}越{'低' if down else '高'}。"
    return Text(
        f"{markdown_table(zh, ['8', '16', '32', '64'], [metric], [column], parameter)}\n\n{line}\n",
        "trend" if bad else "",
        (line,) if bad else (),
    )


def no_value(draw: random.Random, bad: bool) -> Text:
    """A conclusion on a quantity that the table gives, or does not."""
    zh = in_chinese(draw)
    given, missing = METRICS[0], draw.choice([METRICS[3], METRICS[5]])
    shown = [given] if bad else [given, missing]
    columns = [sorted(distinct_values(draw, m, 3)) for m in shown]
    parameter = draw.choice(["batch", "max-num-seqs"])
    line = (
        f"{parameter} 越大，{missing[0]}越高。"
        if zh
        else f"A larger {parameter} also means higher {missing[1]}."
    )
    return Text(
        f"{markdown_table(zh, ['8', '16', '32'], shown, columns, parameter)}\n\n{line}\n",
        "no value" if bad else "",
        (line,) if bad else (),
    )
