"""A short note that tells several things is cut into them; what is one story stays whole."""

from __future__ import annotations

import pytest

from agent.entries import Unresolved, entries, parted, resolve, subject
from agent.models import SourceRef
from tests.notes import note

LINES = (
    "Ferrum 1.83 was released on 2026-10-10; it cuts builds by 18%.\n"
    "Heron B2 now costs 119 €.\n"
    "CVE-2026-51007 in archlib is fixed in 3.4.2.\n"
)
PARAGRAPH = "联锁平台 LKR 4.2.3 于 2026-10-11 发布，修复三处缺陷。云雀-8A 完成静调，定员 1,980 人。磐石 P3 电池容量 220 kWh。"
BULLETS = "- Argus-2 now writes 17 TB a night.\n- Monte Brisa counted 251 clear nights.\n\nSource: https://obs.example.org/status\n"


def titles(text: str) -> list[str]:
    return [entry.title for entry in entries(note(text))]


@pytest.mark.parametrize(
    ("text", "leads"),
    [
        (LINES, ["Ferrum", "Heron", "CVE"]),
        (f"# 周一见闻\n\n{PARAGRAPH}\n", ["联锁平台", "云雀", "磐石"]),
        (f"# Odds and ends\n\n{BULLETS}", ["Argus-2", "Monte"]),
    ],
    ids=["lines", "sentences", "bullets"],
)
def test_things__each_begins_with_its_own_name(text: str, leads: list[str]) -> None:
    found = titles(text)
    assert len(found) == len(leads)
    assert all(title.startswith(lead) for title, lead in zip(found, leads, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "# Gale 14.2\n\nGale 14.2 was released on 2026-10-09. Heron B2 is supported, with 2 cores.\n",
        "Ferrum 1.83 was released on 2026-10-10.\nIt cuts builds by 18%.\n",
        "Ferrum 1.83 builds in 9 s.\nGale 14.2 needs 12 s, more than Ferrum.\n",
        "Ferrum 1.83 builds in 9 s.\nFerrum 1.82 needs 12 s.\n",
        "The new kernel is 2x faster. Link times fall by 6%.\n",
        "模型推理速度提升 3 倍。显存占用下降 20%。\n",
        "# Two\n\n## Ferrum\n\nFerrum 1.83 is out.\n\n## Gale\n\nGale 14.2 is out.\n",
    ],
    ids=["title", "goes on", "speak of one another", "one family", "no names", "no names, zh", "headings"],
)
def test_things__one_story_is_one_entry(text: str) -> None:
    assert len(titles(text)) == 1


def test_things__all_go_back_to_the_source_that_the_note_names() -> None:
    assert {entry.origin for entry in entries(note(BULLETS))} == {"https://obs.example.org/status"}


def test_things__each_is_found_again_by_its_reference() -> None:
    source = note(PARAGRAPH)
    for entry in entries(source):
        assert entry.within_line
        spans = resolve(SourceRef(path=source.source.path, locator=f"§{entry.title}"), [source])
        assert not isinstance(spans, Unresolved)
        (span,) = spans
        assert source.text[span.start : span.end] == entry.text


def test_parted__blocks_are_the_things_and_keep_their_lines() -> None:
    source = parted(note(LINES))
    assert [block.line for block in source.blocks] == [1, 2, 3]
    assert source.text == note(LINES).text


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("vLLM v0.11.0 (2026-10-02): 538 commits", "vllm v0.11.0"),
        ("The T900 has 96 GB", "t900"),
        ("昇腾 910C 支持 FP8", "昇腾 910c"),
        ("石磨引擎 3.1 支持投机解码", "石磨引擎 3.1"),
        ("Clang-style warnings are on", ""),
        ("In Q3 the team grew", ""),
        ("显存占用下降 20%", ""),
        ("我们在 H100 上测试", ""),
        ("支持 FP8 权重", ""),
    ],
)
def test_subject__is_the_name_with_which_a_sentence_begins(sentence: str, name: str) -> None:
    assert subject(sentence) == name


FINDS = (
    "Hi all, two finds today:\n\nSandpiper: keeps weights in host memory.\n"
    "Also Whimbrel, https://whimbrel.example.org/notes/7\n"
)
FINDS_ZH = "今天看到两个项目：\nSandpiper：把权重放在主机内存\n另外还有 Whimbrel，https://whimbrel.example.org/notes/7\n"
LINKED = (
    "Saw this: Sandpiper, https://sandpiper.example.org/a\nAlso Whimbrel, https://whimbrel.example.org/b\n"
)


@pytest.mark.parametrize("text", [FINDS, FINDS_ZH, LINKED], ids=["announced", "announced, zh", "linked"])
def test_things__a_name_before_a_colon_or_comma_begins_a_thing_where_several_are_announced_or_linked(
    text: str,
) -> None:
    first, second = entries(note(text))
    assert first.title.startswith("Sandpiper")
    assert second.title == "Whimbrel"
    assert len(second.urls) == 1
    assert second.urls[0].startswith("https://whimbrel")


@pytest.mark.parametrize(
    "text",
    [
        "Sandpiper 0.4 is out.\nSpeed: 20% faster.\nMemory: 3 GB less.\n",
        "Problem: the router loses requests.\nCause: a lock.\nFix: none yet.\n",
    ],
    ids=["labels of one thing", "labels alone"],
)
def test_things__a_label_before_a_colon_begins_none(text: str) -> None:
    assert len(entries(note(text))) == 1


TWO = "Sandpiper 0.4 keeps 31% less on the card.\nWhimbrel 2.1 routes by prefix, 12 ms faster.\n"
TWO_ZH = "Sandpiper 0.4 把权重放在主机内存，显存降 31%。\nWhimbrel 2.1 按前缀路由，快 12 ms。\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{TWO}https://birds.example.org/7\n",
        f"{TWO}\nBoth: https://birds.example.org/7\n",
        f"{TWO_ZH}两者均见 https://birds.example.org/7\n",
    ],
    ids=["alone", "both", "both, zh"],
)
def test_things__a_link_after_all_of_them_is_everybodys(text: str) -> None:
    assert [entry.urls for entry in entries(note(text))] == [("https://birds.example.org/7",)] * 2


def test_things__each_keeps_the_link_that_follows_it() -> None:
    first, second = TWO.splitlines()
    text = f"{first}\nhttps://birds.example.org/6\n{second}\nhttps://birds.example.org/7\n"
    assert [entry.urls for entry in entries(note(text))] == [
        ("https://birds.example.org/6",),
        ("https://birds.example.org/7",),
    ]
