"""Briefs as hypothesis makes them: any text that one line of Markdown can hold, short of its own marks."""

from __future__ import annotations

import datetime as dt
from typing import Any

from hypothesis import strategies as st

from agent.briefs import increment_id
from agent.models import (
    Brief,
    Caveat,
    Citable,
    Credibility,
    Doubt,
    Increment,
    NoNews,
    Point,
    PriorityRow,
    Quote,
    SourceRef,
    SourceRow,
    Table,
)

WORDS = (
    "vLLM", "v0.30.0", "30-50%", "1k★/4d", "≤4%", "17.71/29.67/30.86ms", "arXiv", "吞吐", "缓存命中", "（括号）", "(c=8)",
    "a|b", "`x|y`", "**粗**", "2 - 1", "- 项", "1. 一", "§1.1", "#6", "· 间隔", "→", "“引”", "C++", "50ms", "与旧值", "\\", "<b>", "`<b>`", "&lt;i>", "&amp;lt;", "![甲](x)",
    "见：此", "http://", "优先级", "增量 2：甲", "三、乙", "the kernel", "rows; and", "说明；另", "①", "/ 或", "--- 线", "* 星",
)  # fmt: skip
PLAIN = ("vLLM", "吞吐", "缓存", "Belayer", "3.6%", "kernel", "评测", "2608.14635", "H200", "v2", "调度")

rich = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
plain = st.lists(st.sampled_from(PLAIN), min_size=1, max_size=4).map(" ".join)
label = st.lists(st.sampled_from(PLAIN), min_size=1, max_size=3).map(lambda words: "甲 " + " ".join(words))
path = st.sampled_from(
    (
        "inbox/jay/2026-09-25-a.md",
        "inbox/tom/图 像.md",
        "inbox/li/a：b.md",
        "paper_cards/1509-*",
        "inbox/x/*-news-*.md",
    )
)
locator = st.sampled_from(("", "§条目 1", "§保留 #6", "§二", "§backend 条目 4", "L12-L30", "第 3 行"))
url = st.sampled_from(
    (
        "https://arxiv.org/html/2608.14635v1",
        "https://github.com/a/b",
        "https://example.org/x_(y)?q=1",
        "https://e.org/中",
    )
)
cell = rich | plain | st.just("")


@st.composite
def tables(draw: st.DrawFn) -> Table:
    width = draw(st.integers(2, 4))
    row = st.lists(cell, min_size=width, max_size=width).map(tuple)
    rows = draw(st.lists(row, max_size=3))
    header = draw(st.lists(plain, min_size=width, max_size=width))
    return Table(
        header=tuple(header), rows=tuple(rows), caption=draw(st.just("") | label), row_lines=(0,) * len(rows)
    )


@st.composite
def bodies(draw: st.DrawFn) -> tuple[Point | Table, ...]:
    body: list[Point | Table] = []
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.booleans()):
            body.append(draw(tables()))
            continue
        name = draw(st.just("") | label)
        depth = 0
        for _ in range(draw(st.integers(1, 3))):
            text = draw(rich if name else plain)
            body.append(Point(text=text, label=name, depth=depth))
            depth = draw(st.integers(0, depth + 1))
    return tuple(body)


caveats = st.builds(
    Caveat,
    kind=st.sampled_from(("unverified", "contradiction", "count")),
    risk=st.sampled_from(("low", "medium", "high")),
    wording=plain,
    settled_by=st.just("") | plain,
    look_again=st.none() | st.dates(dt.date(2026, 1, 1), dt.date(2030, 12, 31)),
)


@st.composite
def increments(draw: st.DrawFn, number: int) -> Increment:
    urls = tuple(draw(st.lists(url, max_size=3, unique=True)))
    notes = tuple(draw(plain) for _ in urls) if urls and draw(st.booleans()) else ()
    arxiv = tuple(
        draw(st.lists(st.sampled_from(("2608.14635", "2605.11093v1", "2501.01005")), max_size=2, unique=True))
    )
    title = f"{draw(plain)} {number}"
    return Increment(
        id=increment_id(title, urls, arxiv),
        number=number,
        title=title,
        sources=tuple(draw(st.lists(st.builds(SourceRef, path=path, locator=locator), max_size=2))),
        origins=tuple(draw(st.lists(plain.map(lambda text: f"原站 {text}"), max_size=2, unique=True))),
        urls=urls,
        url_notes=notes,
        arxiv=arxiv,
        work_title=draw(st.just("") | rich),
        body=draw(bodies()),
        importance=draw(st.integers(0, 5)),
        credibility=Credibility(stars=draw(st.integers(0, 5)), reason=draw(st.just("") | plain)),
        relation=draw(
            st.sampled_from(("new", "extends", "confirms", "supersedes", "contradicts", "covered"))
        ),
        relation_note=draw(st.just("") | rich),
        target=draw(st.just("") | rich),
        priority=draw(st.none() | st.sampled_from(("high", "medium", "low"))),
        action=draw(st.just("") | rich),
        owner=draw(st.just("") | plain),
        caveats=tuple(draw(st.lists(caveats, max_size=2))),
    )


@st.composite
def briefs(draw: st.DrawFn) -> Brief:
    count = draw(st.integers(1, 12))
    made: list[Increment] = []
    for number in range(1, count + 1):
        one = draw(increments(number))
        taken = {other.id for other in made}
        made.append(one.model_copy(update={"id": increment_id(one.title)}) if one.id in taken else one)
    quote = st.builds(Quote, quote=plain, line=st.integers(1, 99), path=st.sampled_from(("", "inbox/a.md")))
    doubt = st.builds(
        Doubt,
        kind=st.sampled_from(("unverified", "contradiction", "count")),
        title=plain,
        problem=st.just("") | rich,
        advice=st.just("") | rich,
        impact=st.just("") | rich,
        risk=st.sampled_from(("low", "medium", "high")),
        a=st.none() | quote,
        b=st.none() | quote,
    )
    priority = st.builds(
        PriorityRow, priority=st.sampled_from(("high", "medium", "low")), content=rich, action=cell
    )
    return Brief(
        topic=draw(st.sampled_from(("inference", "rag", "llm-infra", "向量库"))),
        date=draw(st.dates(dt.date(2020, 1, 1), dt.date(2035, 12, 31))),
        language=draw(st.sampled_from(("zh", "en"))),
        summary=tuple(draw(st.lists(st.builds(Point, text=rich), max_size=3))),
        sources=listed(draw, st.builds(SourceRow, place=plain, files=cell, relevance=cell)),
        increments=tuple(made),
        doubts=listed(draw, doubt),
        citables=listed(draw, st.builds(Citable, id=plain, title=cell, credibility=cell, standing=cell)),
        no_news=listed(
            draw, st.builds(NoNews, source=path, reason=st.just("") | rich, group=st.just("") | plain)
        ),
        priorities=listed(draw, priority),
        rest=listed(draw, st.builds(Point, text=rich, label=st.just("") | label)),
        footer=draw(st.just("") | plain),
    )


def listed(draw: st.DrawFn, one: st.SearchStrategy[Any]) -> tuple[Any, ...]:
    return tuple(draw(st.lists(one, max_size=3)))


def without_lines(value: object) -> object:
    """A dumped model without its line numbers; a quotation's line is no place in the brief and stays."""
    if isinstance(value, dict):
        quoted = "quote" in value
        return {
            key: without_lines(held)
            for key, held in value.items()
            if quoted or key not in {"line", "row_lines"}
        }
    return [without_lines(held) for held in value] if isinstance(value, list) else value
