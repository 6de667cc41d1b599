"""Cutting notes into entries."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.entries import entries
from agent.entries.words import enumerated, number
from agent.models import Point, SourceText, Table
from agent.readers import read
from tests.notes import note

FILTERED = """# 推理日报

## 保留

1. **Quokka 引擎 2.1 发布**
   - 吞吐提升 1.4×，详见 https://quokka.dev/blog/2-1
   - 单卡 H20 上 TTFT 降到 21 ms
2. **Numbat：分层缓存论文**
   - arXiv:2609.11111，显存占用降低 38%

## 排除

1. **某手机发布会**
   - 与推理无关 https://news.example.org/phone
2. **某融资消息**
   - 与推理无关 https://news.example.org/money
"""

ITEMS = """# 晨报

## 条目 1：Quokka 延迟实测

来源：https://forum.quokka.dev/t/latency/12

要点：

| batch | TTFT (ms) |
|---|---|
| 64 | 21 |
| 32 | 19 |

- batch 越小，TTFT 越低

## 条目 2：Numbat 论文

链接：https://arxiv.org/abs/2609.11111v2

显存占用降低 38%。

## 参考

- https://a.example.com/one
- https://b.example.com/two
"""

DIGEST = """# Daily

## Overview
- Quokka 2.1 released [link](https://quokka.dev/blog/2-1) `#1`
- Numbat paper [link](https://arxiv.org/abs/2609.11111) `#2`

## [Quokka 2.1 released](https://quokka.dev/blog/2-1) `#1`

Throughput rises by 1.4x on one H20, and the scheduler was rewritten from scratch.

## [Numbat paper](https://arxiv.org/abs/2609.11111) `#2`

Memory use falls by 38% with a tiered cache, as measured on two clusters of eight cards.
"""

ARTICLE = """---
title: Why Quokka is fast
---

We rewrote the scheduler over the summer, and this post tells how it went and what we found.

## Background

The old scheduler polled. See [an earlier post](https://quokka.dev/blog/polling) and
[the queue library](https://github.com/quokka/queue) for what it did, and why it was slow under load.

## Results

- p50 fell by 12% ([run](https://quokka.dev/runs/1))
- p99 fell by 31% ([run](https://quokka.dev/runs/2))

## Conclusion

Polling was the culprit, as the traces of the two runs show, and an event queue is what we keep.
"""


def titles(text: str) -> list[str]:
    return [entry.title for entry in entries(note(text))]


def test_entries__numbered_items_with_titles_are_each_one() -> None:
    found = entries(note(FILTERED))
    assert [(entry.title, entry.ordinal, bool(entry.set_aside)) for entry in found] == [
        ("Quokka 引擎 2.1 发布", 1, False),
        ("Numbat：分层缓存论文", 2, False),
        ("某手机发布会", 1, True),
        ("某融资消息", 2, True),
    ]
    assert found[0].origin == "https://quokka.dev/blog/2-1"
    assert found[1].ids == ("arxiv:2609.11111",)


def test_entries__sections_numbered_as_items_are_each_one_and_references_none() -> None:
    found = entries(note(ITEMS))
    assert [(entry.ordinal, entry.title) for entry in found] == [(1, "Quokka 延迟实测"), (2, "Numbat 论文")]
    assert found[1].origin == "arxiv:2609.11111"


def test_entries__body_keeps_points_labels_and_tables_with_their_lines() -> None:
    source = note(ITEMS)
    body = entries(source)[0].body
    table = next(part for part in body if isinstance(part, Table))
    assert table.header == ("batch", "TTFT (ms)")
    assert table.rows == (("64", "21"), ("32", "19"))
    assert table.row_lines == (11, 12)
    points = [part for part in body if isinstance(part, Point)]
    assert points[0].label == "来源"
    assert points[-1] == Point(text="batch 越小，TTFT 越低", line=14, label="要点")


def test_entries__overview_of_a_digest_is_not_told_twice() -> None:
    assert titles(DIGEST) == ["Quokka 2.1 released", "Numbat paper"]


def test_entries__item_named_in_the_overview_alone_is_kept() -> None:
    text = DIGEST.replace(
        "## [Quokka", "- Wombat 3 is out [link](https://wombat.dev/3) `#3`\n\n## [Quokka", 1
    )
    assert any("Wombat" in title for title in titles(text))


def test_entries__an_article_is_one_whatever_it_links() -> None:
    found = entries(note(ARTICLE))
    assert [(entry.shape, entry.title) for entry in found] == [("whole", "Why Quokka is fast")]
    assert found[0].origin == ""


def test_entries__a_card_is_one() -> None:
    found = entries(note("---\ntitle: Numbat\narxiv: 2609.11111\n---\n\n" + ITEMS, kind="card"))
    assert [(entry.shape, entry.origin) for entry in found] == [("whole", "arxiv:2609.11111")]


def test_entries__rows_of_a_table_of_links_are_each_one() -> None:
    rows = "\n".join(
        f"| 2026-09-2{n} | Paper {n} on caches | https://arxiv.org/abs/2609.1000{n} |" for n in range(4)
    )
    found = entries(note(f"# Papers\n\n| Date | Title | Link |\n|---|---|---|\n{rows}\n"))
    assert [entry.title for entry in found] == [f"Paper {n} on caches" for n in range(4)]
    assert {entry.shape for entry in found} == {"row"}


def test_entries__table_of_measurements_stays_one() -> None:
    text = "# Runs\n\n| batch | ms |\n|---|---|\n| 1 | 2 |\n| 2 | 3 |\n| 4 | 5 |\n"
    assert [entry.shape for entry in entries(note(text))] == ["whole"]


def test_entries__list_of_papers_is_cut_and_titled_by_the_link() -> None:
    items = "\n".join(
        f"- [Can it rank? Part {n}: a study](https://arxiv.org/abs/2609.2000{n}) (A, some query)"
        for n in range(3)
    )
    assert titles(f"# Weekly\n\n## Candidates\n\n{items}\n") == [
        f"Can it rank? Part {n}: a study" for n in range(3)
    ]


def test_entries__a_label_is_no_title() -> None:
    items = "\n".join(
        f"- **Featured:** [Engine {name}](https://e{name}.dev/x) serves models" for name in "ABC"
    )
    assert titles(f"# List\n\n## Engines\n\n{items}\n") == ["Engine A", "Engine B", "Engine C"]


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("条目 4：vLLM 博客", (4, "vLLM 博客")),
        ("一、GitHub 趋势", (1, "GitHub 趋势")),
        ("#6 Belayer", (6, "Belayer")),
        ("保留 #6：Belayer", (6, "Belayer")),
        ("② 收敛", (2, "收敛")),
        ("1. Intro", (1, "Intro")),
        ("1.2 Caches", (None, "Caches")),
        ("Item 3 - Queue", (3, "Queue")),
        ("[News](https://x.org) `#12`", (12, "News")),
        ("2026 年展望", (None, "2026 年展望")),
        ("投资 260 亿美元", (None, "投资 260 亿美元")),
        ("4-bit caches", (None, "4-bit caches")),
        ("v0.30.0 发布", (None, "v0.30.0 发布")),
    ],
)
def test_enumerated__number_and_title(heading: str, expected: tuple[int | None, str]) -> None:
    assert enumerated(heading) == expected


@pytest.mark.parametrize(
    ("text", "value"), [("十二", 12), ("二十", 20), ("⑳", 20), ("iv", 4), ("7", 7), ("x1", None)]
)
def test_number__every_script(text: str, value: int | None) -> None:
    assert number(text) == value


PIECES = st.lists(
    st.sampled_from(
        ["# A\n", "## 一、B\n", "### 条目 2：C\n", "- x https://a.org/1\n", "1. **b** c\n", "  - d\n", "text。\n\n",
         "| a | b |\n|---|---|\n| 1 | https://a.org/2 |\n\n", "```\n# no\n```\n", "> q\n\n", "来源：https://b.org/3\n\n"]
    ),
    max_size=25,
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_entries__text_is_what_the_span_says_and_keys_differ(parts: list[str]) -> None:
    source = note("".join(parts))
    found = entries(source)
    for entry in found:
        assert source.text[entry.span.start : entry.span.end] == entry.text
    assert len({entry.key for entry in found}) == len(found)


def test_entries__a_megabyte_of_anything_is_cut_in_linear_time() -> None:
    began = time.process_time()
    entries(note("- " + "条目 1：[a](https://a.org/x) **b** #1 " * 12_000))
    entries(note("## 条目 1：a\n\n来源：https://a.org/1\n\n" * 2_000))
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    ("line", "label", "text"),
    [
        ('<span style="color:red">Latency is 12 ms</span>', "", "Latency is 12 ms"),
        ('<img src="https://a.example/x.png" onerror="f()"> 12 ms', "", "12 ms"),
        ("[click me](javascript:alert(1)) 12 ms", "", "[click me](javascript:alert(1)) 12 ms"),
        ("x<sup>2</sup> of 12 ms", "", "x<sup>2</sup> of 12 ms"),
        ("<b>要点</b>：延迟 12 ms", "要点", "延迟 12 ms"),
    ],
)
def test_entries__tags_are_no_words_of_a_point(line: str, label: str, text: str) -> None:
    (entry,) = entries(note(f"# A note\n\n{line}\n"))
    assert entry.body == (Point(text=text, line=3, label=label),)


def test_entries__what_has_no_words_is_no_point() -> None:
    (entry,) = entries(note('# A note\n\n<img src="https://a.example/x.png">\n\n---\n\n12 ms\n'))
    assert [point.text for point in entry.body if isinstance(point, Point)] == ["12 ms"]


DAY = """# Things of the day

## Silvia price

The Silvia now costs 799 EUR (https://silvia.example/shop).

## Pumps

A study of 212 pumps (https://arxiv.org/abs/2601.01234) finds that they last 6.5 years.

## My holiday

The beach had 31 degrees.
"""


def test_entries__short_things_under_a_title_about_none_of_them_are_each_one() -> None:
    assert [entry.title for entry in entries(note(DAY))] == ["Silvia price", "Pumps", "My holiday"]


@pytest.mark.parametrize(
    "text",
    [
        DAY.replace("Things of the day", "Silvia and pumps").replace("The beach", "Our Silvia"),
        DAY.replace("\n\n## Silvia", "\n\nWe measured pumps at home.\n\n## Silvia"),
        DAY.replace("https://silvia.example/shop", "no link").replace(
            "31 degrees", "31 degrees. " + "Long. " * 200
        ),
    ],
    ids=["the title recurs", "it begins with words of its own", "one origin"],
)
def test_entries__chapters_of_one_thing_stay_together(text: str) -> None:
    assert len(entries(note(text))) == 1


def test_entries__points_under_one_source_are_one_thing() -> None:
    text = "# Kestrel 2.0\n\nhttps://k.example/2\n\n- Kestrel 2.0 is out.\n- Start-up falls to 4.5 s on M3.\n- The API is gone.\n"
    found = entries(note(text))
    assert [(entry.title, entry.urls) for entry in found] == [("Kestrel 2.0", ("https://k.example/2",))]


CHAPTERS = """# Owlet 3.0: compaction without stalls

Owlet 3.0 ships a new compaction planner. This post tells how we built it and what it brings.

## 1. Why compaction stalls

Owlet 2 merged levels under one lock, as [RocksDB](https://github.com/facebook/rocksdb) did. Writes of 64 KB waited up to 420 ms.

## 2. The new planner

The planner of Owlet 3.0 splits a merge into slices of 8 MB ([design note](https://owlet.dev/design/planner)). Each slice holds the lock for 3 ms at most.

## 3. Results

On a c6i.8xlarge Owlet 3.0 writes 41% more with a p99 of 12 ms; scripts are in [owlet-bench](https://github.com/owlet/bench).

## 4. How to upgrade

Set `planner = sliced` in Owlet's configuration; see the [manual](https://owlet.dev/manual).
"""
POINTS = """# Owlet 3.0: compaction without stalls

Owlet 3.0 ships a new compaction planner; what it brings:

1. **Sliced merges**: a merge is split into slices of 8 MB, see [design note](https://owlet.dev/design/planner), each holding Owlet's lock for 3 ms.
2. **Write throughput**: Owlet 3.0 writes 41% more on a c6i.8xlarge, see [owlet-bench](https://github.com/owlet/bench).
3. **Tail latency**: p99 falls from 420 ms to 12 ms in Owlet 3.0, measured by [Ann](https://ann.example.com/post).
"""
CHINESE_CHAPTERS = """# Owlet 3.0 发布：合并不再卡顿

Owlet 3.0 带来新的合并规划器。

## 一、为什么会卡顿

Owlet 2 用一把锁合并，参考 [RocksDB](https://github.com/facebook/rocksdb)，64 KB 写入最多等 420 ms。

## 二、新的规划器

Owlet 3.0 把合并切成 8 MB 的片，见 [设计说明](https://owlet.dev/design/planner)，每片持锁最多 3 ms。

## 三、结果

c6i.8xlarge 上 Owlet 3.0 写入多 41%，p99 为 12 ms，脚本见 [owlet-bench](https://github.com/owlet/bench)。
"""
WEEKLY = """# vLLM weekly

What happened to vLLM this week.

1. **Chord**: INT4 kernels for MoE in vLLM, see [the blog](https://chord.dev/blog/1), 1.3x on one card.
2. **Reef**: tiered offloading for vLLM, see [its notes](https://reef.dev/notes/2), 38% less memory.
3. **Otter**: a vLLM front end, see [the repository](https://github.com/otter/otter), 12 ms less a token.
"""


@pytest.mark.parametrize(
    ("text", "points"), [(CHAPTERS, 4), (POINTS, 3), (CHINESE_CHAPTERS, 3)], ids=["chapters", "points", "zh"]
)
def test_entries__a_post_about_one_thing_is_one_entry_with_its_parts_as_points(
    text: str, points: int
) -> None:
    [post] = entries(note(text))
    assert post.title.startswith("Owlet 3.0")
    assert len(post.body) >= points
    assert post.origin == ""


def test_entries__a_digest_about_one_field_is_still_cut() -> None:
    assert [entry.title for entry in entries(note(WEEKLY))] == ["Chord", "Reef", "Otter"]


def test_what_announces_a_table_announces_nothing_after_it() -> None:
    text = "# Quoll\n\nFrom the registry, 2026-10-01 to 05:\n\n| name | stars |\n| --- | --- |\n| quoll | 1014 |\n\nA list of resources has 352 stars.\n"
    (entry,) = entries(note(text))
    *_, last = entry.body
    assert isinstance(last, Point)
    assert (last.label, last.text) == ("", "A list of resources has 352 stars.")
    headed = text.replace("From the registry, 2026-10-01 to 05:", "## Numbers")
    *_, last = entries(note(headed))[0].body
    assert isinstance(last, Point)
    assert last.label == "Numbers"


def whole(text: str, name: str) -> SourceText:
    """A file as the night reads it, its name its title where it has no other."""
    read_as = read(note(text, path=f"inbox/ann/{name}").source, text.encode())
    assert isinstance(read_as, SourceText)
    return read_as


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "Quokka: a cache that is shared by all nodes\n\nhttps://quokka.dev/1\n",
            "Quokka: a cache that is shared by all nodes",
        ),
        ("石磨引擎 2.3 发布：吞吐提升 30%。详见 https://mill.example/a\n", "石磨引擎 2.3 发布"),
        ("Hi all,\n\nNumbat 3 holds its cache on disk. It is slow.\n", "Numbat 3 holds its cache on disk"),
        (
            "The Quokka scheduler keeps every request on the node which has its prefix (where the load allows it, "
            "and the node is no further away than two hops)\n",
            "The Quokka scheduler keeps every request on the node which has its prefix (where the load allows it",
        ),
    ],
)
def test_a_note_without_title_is_called_by_its_first_words_not_by_its_file(text: str, title: str) -> None:
    (entry,) = entries(whole(text, "2026-10-01-note.md"))
    assert entry.title == title


def test_a_note_that_holds_a_link_alone_keeps_its_files_name() -> None:
    (entry,) = entries(whole("https://quokka.dev/1\n", "2026-10-01-quokka-cache.md"))
    assert entry.title == "quokka-cache"


def test_a_row_of_running_text_is_called_by_its_own_words_not_by_its_file() -> None:
    cell = (
        "<h1>QuollCache v0.5.1 Release Notes</h1> <h2>Highlights: tiers</h2>" + " It warms L1 from L2." * 20
    )
    table = f"|  |  |  |  |\n|---|---|---|---|\n|  | v0.5.1 | 2026 | {cell} |\n"
    (entry,) = entries(whole(table, "2026-10-01-row0.md"))
    assert entry.title.startswith("QuollCache v0.5.1 Release Notes")


def test_points_hold_no_picture_and_the_words_of_links_into_the_writers_own_files() -> None:
    text = (
        "# Quoll\n\n![a chart](img/chart.png)\n\n<br> Quoll takes 12.5 ms, see [the cache](../cache/readme.md) "
        "and [its page](https://quoll.example/1). ![](x.png)\n"
    )
    (entry,) = entries(whole(text, "2026-10-01-quoll.md"))
    assert [part.text for part in entry.body if isinstance(part, Point)] == [
        "Quoll takes 12.5 ms, see the cache and [its page](https://quoll.example/1)."
    ]


def test_items_of_a_plain_list_are_called_by_their_first_words_without_addresses() -> None:
    text = (
        "# News\n\n- Quokka adds a shared cache, 1.6× on two nodes https://quokka.dev/1\n"
        "- Numbat 3.1 发布：解码快 25%。https://numbat.dev/2\n"
    )
    first, second = entries(note(text))
    assert (first.title, first.untitled) == ("Quokka adds a shared cache, 1.6× on two nodes", True)
    assert second.title == "Numbat 3.1 发布"


BODY = "Sandpiper keeps its weights in host memory, which leaves 31% more room.\n"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"# README\n\n{BODY}", "Sandpiper keeps its weights in host memory, which leaves 31% more room"),
        (f"# 9-Mar-2026\n\n{BODY}", "Sandpiper keeps its weights in host memory, which leaves 31% more room"),
        (f"# Overview\n\n{BODY}", "Sandpiper keeps its weights in host memory, which leaves 31% more room"),
        (
            "# 简介\n\nSandpiper 把权重放在主机内存，显存降 31%。\n",
            "Sandpiper 把权重放在主机内存，显存降 31%",
        ),
        (f"# Sandpiper 0.4\n\n{BODY}", "Sandpiper 0.4"),
    ],
)
def test_entries__a_heading_that_says_nothing_is_no_title(text: str, title: str) -> None:
    (entry,) = entries(note(text, "inbox/ann/2026-09-25-n7.md"))
    assert entry.title == title
    assert entry.untitled == (title != "Sandpiper 0.4")


def test_entries__a_heading_that_stands_twice_gives_way_to_the_one_above() -> None:
    card = "#### Featured\n\nSource: https://birds.example.org/{n}\n\nIt keeps 31% more room than the last one of {n}.\n"
    text = f"# Notes of a week\n\n### Sandpiper\n\n{card.format(n=1)}\n### Whimbrel\n\n{card.format(n=2)}"
    assert [entry.title for entry in entries(note(text))] == ["Sandpiper", "Whimbrel"]


def test_entries__labels_under_a_title_that_names_a_thing_are_said_of_it() -> None:
    said = "- Speed: 20% faster.\n- Memory: 3 GB less.\n- License: MIT.\n"
    assert [entry.title for entry in entries(note(f"# Sandpiper 0.4\n\n{said}"))] == ["Sandpiper 0.4"]
    news = "- SandPiper cuts 20%.\n- WhimBrel needs 3 GB less.\n- DunLin-2 is out.\n"
    assert len(entries(note(f"# Sandpiper 0.4 and friends\n\n{news}"))) == 3
