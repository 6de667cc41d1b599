"""Which entries concern a document."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.document import parse
from agent.entries import Entry, entries
from agent.relevance import Profile, Relevance, profile, relevance, shown, stated_topics, with_kin
from tests.entries.test_cut import FILTERED
from tests.notes import note

NIGHT = dt.date(2026, 9, 25)
DOCUMENT = """# 推理引擎活文档

## 1.1 引擎格局

- **Quokka v2.4.0**：第二代调度器，前缀缓存命中率 96%。
- **Numbat**：跨节点前缀缓存，分离式 prefill 与 decode。

## 1.2 论文

- StrataKV（2609.11873）：分层 KV 缓存，显存减少 38%。
"""
OTHER = """# 多模态活文档

## 图像生成

- **Pastel**：扩散模型图像生成，4K 分辨率。
- **Easel**：视频生成与图像编辑评测。
"""


def one(text: str, path: str = "inbox/ann/2026-09-25-note.md", day: dt.date = NIGHT) -> Entry:
    return entries(note(text, path, day=day))[0]


@pytest.fixture(scope="module")
def about() -> Profile:
    return profile("serving", parse(DOCUMENT.encode()), others={"images": parse(OTHER.encode())})


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        pytest.param("StrataKV 更新\n\n见 arXiv:2609.11873v2，新增 CXL 实验。", "very high", id="a work that it cites"),
        pytest.param("Numbat 前缀缓存\n\n跨节点前缀缓存命中率提升 12%，prefill 与 decode 分离。", "very high", id="its words and names"),
        pytest.param("球队新闻\n\n昨晚 3:1 获胜，门票收入增长 21%。", "excluded", id="nothing of it"),
        pytest.param("Pastel 图像生成\n\n扩散模型图像生成支持 4K 分辨率，视频编辑评测 81.5 分。", "adjacent", id="another document's"),
        pytest.param("Numbat", "reference", id="a name and nothing said"),
    ],
)  # fmt: skip
def test_relevance__grade(about: Profile, text: str, grade: str) -> None:
    found = relevance(one(text), about, night=NIGHT)
    assert found.grade == grade, found.reason


def test_relevance__what_an_earlier_night_had_is_baseline(about: Profile) -> None:
    entry = one("Numbat 前缀缓存命中率 12%", day=dt.date(2026, 9, 24))
    assert relevance(entry, about, night=NIGHT).grade == "baseline"


def test_relevance__what_the_note_left_out_is_excluded(about: Profile) -> None:
    found = [relevance(entry, about, night=NIGHT).grade for entry in entries(note(FILTERED))]
    assert found[2:] == ["excluded", "excluded"]
    assert "excluded" not in found[:2]


def test_relevance__a_file_named_for_the_document_is_for_it(about: Profile) -> None:
    text = "Wombat 新范式\n\n单次前向 50 ms，不解码。"
    assert relevance(one(text), about, night=NIGHT).grade in {"adjacent", "excluded"}
    named = relevance(one(text, "inbox/ann/2026-09-25-serving-news.md"), about, night=NIGHT)
    assert named.grade == "high"
    assert "serving" in named.reason


def test_relevance__a_topic_of_its_own_keeps_it_out(about: Profile) -> None:
    text = "Numbat 前缀缓存\n\n跨节点前缀缓存命中率提升 12%。"
    assert relevance(one(text), about, night=NIGHT, topics=("agents",)).grade == "adjacent"
    assert relevance(one(text), about, night=NIGHT, topics=("serving",)).ours


def test_relevance__meaning_raises_what_words_leave_open(about: Profile) -> None:
    entry = one("A rewritten queue\n\nThe new queue lowers waiting by 12.5% on busy days.")
    assert not relevance(entry, about, night=NIGHT).ours
    assert relevance(entry, about, night=NIGHT, cosine=0.9).grade == "high"


def test_relevance__what_a_foreign_note_says_is_held_against_what_chinese_words_mean(about: Profile) -> None:
    text = "An inference engine with a layered cache\n\nIts scheduler lowers waiting by 12.5% under load."
    found = relevance(one(text), about, night=NIGHT)
    assert found.ours
    assert (
        relevance(one("A kitchen with a big oven\n\nIt was 12.5% hotter."), about, night=NIGHT).ours is False
    )


def test_stated_topics__every_spelling_of_the_key() -> None:
    assert stated_topics([("topics", "[a, b]"), ("主轴", "多模态"), ("title", "x")]) == ("a", "b", "多模态")


def test_shown__in_the_words_of_the_brief() -> None:
    assert [shown(grade, "zh") for grade in ("very high", "adjacent", "baseline")] == [
        "极高",
        "跨主轴邻接",
        "基线",
    ]
    assert shown("very high", "en") == "very high"


PROPER = """# Engines

## Quokka

Quokka is fast. Numbat is small.

## Benchmarks

We ran Quokka twice.
"""


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("# Quokka adapters\n\nUp to 64 adapters on one card (https://q.example/a).\n", True),
        ("# Quokka 3.0 发布\n\n吞吐提升到 450（https://q.example/3）。\n", True),
        ("# Benchmarks 汇总\n\n手机跑分 512（https://p.example/3）。\n", False),
        ("# A zoo\n\nThe zoo bought 64 birds (https://z.example/a).\n", False),
    ],
)
def test_relevance__a_title_that_names_a_section_of_a_proper_name(text: str, ours: bool) -> None:
    about = profile("engines", parse(PROPER.encode()), others={"images": parse(OTHER.encode())})
    assert relevance(one(text), about, night=NIGHT).ours is ours


def test_relevance__one_short_note_among_few_is_not_lost() -> None:
    entry = one("# Numbat cache\n\nIts prefix cache across nodes hits 61%; prefill 与 decode 分离。\n")
    alone = profile("engines", parse(DOCUMENT.encode()), night=[entry])
    assert relevance(entry, alone, night=NIGHT).ours


@pytest.mark.parametrize("text", ["# Kestrel\n\n## Overview\n\n## Reserve\n", DOCUMENT])
def test_relevance__a_young_document_alone_turns_away_nothing_that_says_something(text: str) -> None:
    about = profile("kestrel", parse(text.encode()))
    news = one("# Heron 2.0\n\nhttps://heron.example/2\n\n- Start-up falls from 12 s to 4.5 s.\n")
    lunch = one("# Lunch\n\nThe canteen has pizza.\n")
    assert relevance(news, about, night=NIGHT).ours
    assert not relevance(lunch, about, night=NIGHT).ours


MIXED = """# 存储活文档

## 1 引擎

- **Tanuki v2.1**：compaction 在后台进行，write amplification 降到 4.2。〔锚定〕
- **Mimizuku**：block cache 与 index 分离，tiered storage 下 read latency 3 ms。
- Erasure Coding for Cold Blocks in Tiered Storage：冷块纠删码。
- Storage Engines Need Write-Aware Compaction：写放大的下界。
- 分层 storage 的 benchmark：compaction 与 block cache 的取舍。
"""
ENGLISH = [
    ("Owlet: Tiered Storage with Compaction-Aware Block Placement", True),
    ("Read Latency of Storage Engines under Compaction", True),
    ("A History of Steam Locomotives in Wales", False),
    ("Training Dogs with Positive Reinforcement", False),
    ("Recipes for a Summer Kitchen", False),
    ("Cheap Flights to Madeira in November", False),
]


def news(title: str) -> Entry:
    number = sum(map(ord, title)) % 900
    return one(f"# {title}\n\nIt came out as https://news.dev/{number} and {number} people have seen it.\n")


@pytest.mark.parametrize(("title", "ours"), ENGLISH)
def test_relevance__an_english_note_meets_a_chinese_document_in_its_latin_words(
    title: str, ours: bool
) -> None:
    night = [news(other) for other, _ in ENGLISH]
    about = profile("storage", parse(MIXED.encode()), others={"images": parse(OTHER.encode())}, night=night)
    found = relevance(news(title), about, night=NIGHT)
    assert found.ours is ours, found.reason


def test_relevance__what_stands_out_among_the_nights_notes_is_borderline_and_says_so() -> None:
    texts = [
        f"# 城市新闻 {n}\n\n第 {n} 区昨日举行集会，{n * 7} 人参加，市长讲话谈到交通和住房。"
        for n in range(12, 24)
    ]
    texts.append(
        "# 后台任务\n\n机房空调昨夜更换，冷块放到慢盘，值班表改为三班，读延迟 9 ms，写放大未变，新工位本周启用。"
    )
    entries_ = [one(text) for text in texts]
    others = {"images": parse(OTHER.encode())}
    about = profile("storage", parse(MIXED.encode()), others=others, night=entries_)
    found = [relevance(entry, about, night=NIGHT) for entry in entries_]
    assert [one.ours for one in found] == [False] * 12 + [True]
    assert not found[-1].sure
    assert "临近" in found[-1].reason


def test_relevance__one_latin_word_of_a_chinese_note_is_a_homonym() -> None:
    english = "# Storage\n\n## Engines\n\n- Tanuki compaction runs in the background.\n- Owlet keeps a block cache.\n"
    about = profile("engines", parse(english.encode()), others={"images": parse(OTHER.encode())})
    assert not relevance(
        one("# Background 报道\n\n昨晚 3:1 获胜，门票收入增长 21%。"), about, night=NIGHT
    ).ours


def test_relevance__a_long_article_that_names_much_of_the_document_is_borderline() -> None:
    names = [
        f"{head}Kv{n}"
        for n, head in enumerate("Quokka Numbat Tanuki Owlet Kawauso Mimizuku Wombat Potoroo Bilby".split())
    ]
    document = "# 引擎\n\n## 现状\n\n" + "".join(
        f"- **{name}**：第 {n} 代调度器。\n" for n, name in enumerate(names)
    )
    about = profile("engines", parse(document.encode()), others={"images": parse(OTHER.encode())})
    filler = "上周去海边走了 21 公里，风很大，回来写了这篇随笔，讲讲沿途的见闻与天气。\n\n" * 100
    far = one(f"# 海边随笔\n\n{filler}\n里程 21 公里。\n")
    near = one(f"# 海边随笔\n\n{filler}\n路上想到 {'、'.join(names)} 的取舍，里程 21 公里。\n")
    assert not relevance(far, about, night=NIGHT).ours
    found = relevance(near, about, night=NIGHT)
    assert (found.ours, found.sure) == (True, False)
    assert "9 个名称" in found.reason


def test_relevance__words_that_most_of_a_nights_notes_have_make_nothing_sure() -> None:
    """A document of a broad field has the words of all its news: only what stands out is surely its own."""
    broad = "# 大模型资料\n\n## 汇总\n\n" + "".join(
        f"- 模型 发布 更新 平台 服务 用户 数据 能力 第{n}期 资料\n" for n in range(40)
    )
    others = {"images": parse(OTHER.encode())}
    texts = [
        f"# 公司{n} 平台动态\n\n公司{n} 更新了平台，用户数据增长 {n}%，服务能力提升，办公室搬到 {n} 号楼，食堂换了菜单。"
        for n in range(11, 31)
    ]
    night = [one(text) for text in texts]
    about = profile("models", parse(broad.encode()), others=others, night=night)
    found = [relevance(entry, about, night=NIGHT) for entry in night]
    assert not any(one.ours and one.sure for one in found)


OF_THE_FIELD = (
    "Numbat 0.9：跨节点前缀缓存命中率提升 12%，prefill 与 decode 分离。",
    "Quokka v2.5.0：第二代调度器支持前缀缓存，显存减少 21%。",
    "StrataKV 分层 KV 缓存，显存减少 40%，见 arXiv:2609.11873v2。",
    "Dingo 引擎：prefill 与 decode 分离，KV 缓存命中率 71%。",
)
IN_OTHER_WORDS = (
    "Jerboa 以 Rust 编写，作为独立进程经连接器接入，存放引擎之外的 KV 数据，面向生产部署，版本 0.3。"
)
OF_NO_FIELD = "球队昨晚 3:1 获胜，门票收入增长 21%，主教练续约至 2028 年。"


def judged_list(about: Profile, *items: str) -> tuple[Relevance, ...]:
    return with_kin([relevance(one(item), about, night=NIGHT) for item in items], about)


def test_with_kin__an_item_of_a_list_of_the_field_in_other_words_is_borderline(about: Profile) -> None:
    *_, alone = judged_list(about, OF_NO_FIELD, IN_OTHER_WORDS)
    assert not alone.ours
    *_, among = judged_list(about, *OF_THE_FIELD, IN_OTHER_WORDS)
    assert among.ours
    assert among.borderline
    assert "4/5" in among.reason


def test_with_kin__what_has_no_word_of_the_document_stays_out(about: Profile) -> None:
    *_, away = judged_list(about, *OF_THE_FIELD, OF_NO_FIELD)
    assert not away.ours


def test_with_kin__a_list_of_many_fields_speaks_for_none_of_its_items(about: Profile) -> None:
    *_, away = judged_list(about, *OF_THE_FIELD, *[OF_NO_FIELD] * 6, IN_OTHER_WORDS)
    assert not away.ours


def test_relevance__figures_of_a_note_called_by_its_own_words_are_said(about: Profile) -> None:
    entry = one("Numbat 前缀缓存 97 vs Quokka 前缀缓存 96\n")
    assert entry.untitled
    assert relevance(entry, about, night=NIGHT).grade != "reference"


SHORT_NAMES = """# 服务活文档

## 1.1 指标

- TPOT 目标 40 ms，v2 接口，MLA 模型另计。
- 长上下文下 TPOT 上升 12%，v2 已默认。

## 1.2 注意力

- MLA 的 KV 占用为 MHA 的 7%。
- EAGLE 草稿头与 MLA 可同开。
- EAGLE 的接受率 0.8。
"""
OPENING = (
    "We spent a summer with one question that our users had asked for years, and this is what came of it. "
    * 9
)


def test_relevance__a_foreign_article_is_judged_by_short_names_that_the_document_uses_wherever_they_stand() -> (
    None
):
    about = profile("serving", parse(SHORT_NAMES.encode()), others={"images": parse(OTHER.encode())})
    body = "## MLA and EAGLE together\n\n- With EAGLE the TPOT falls to 31 ms; MLA keeps its share.\n- TPOT rises at 64 users.\n"
    found = relevance(one(f"# What we found\n\n{OPENING}\n\n{body}"), about, night=NIGHT)
    assert found.ours
    assert found.sure, found.reason
    other = "## v1 and v2\n\n- In v2 the menu opens in 31 ms; v1 took longer.\n- v2 has 64 themes.\n"
    again = relevance(one(f"# What we found\n\n{OPENING}\n\n{other}"), about, night=NIGHT)
    assert not (again.ours and again.sure)


def test_relevance__a_long_article_that_names_the_document_throughout_is_of_its_topic() -> None:
    names = [
        "QuokkaKv1",
        "NumbatKv2",
        "TanukiKv3",
        "OwletKv4",
        "WombatKv5",
        "PotorooKv6",
        "BilbyKv7",
        "MarmotKv8",
    ]
    document = "# 引擎\n\n## 现状\n\n" + "".join(
        f"- **{name}**：调度器。\n- {name} 已上线。\n" for name in names
    )
    about = profile("engines", parse(document.encode()), others={"images": parse(OTHER.encode())})
    filler = "上周去海边走了 21 公里，风很大，回来写了这篇随笔，讲讲沿途的见闻与天气，也讲讲晚饭吃的鱼。"
    text = "".join(
        f"{filler}\n\n{filler}\n\n关于 {name} 的一次测量，里程 {n} 公里，{filler}\n\n" * 4
        for n, name in enumerate(names)
    )
    found = relevance(one(f"# 海边随笔\n\n{filler * 20}\n\n{text}"), about, night=NIGHT)
    assert (found.ours, found.sure) == (True, True), found.reason
