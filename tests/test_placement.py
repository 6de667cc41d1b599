"""Where something new goes: section, line, form, and how sure."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.document import Applied, Document, apply, parse
from agent.errors import NoDocument
from agent.placement import Placer, Position, contents, place
from agent.placement.form import row_cells
from agent.placement.kin import Kindred
from agent.placement.order import (
    habit,
    name_of,
    order_of,
    place_in_family,
    place_in_order,
)
from agent.placement.place import SURE
from agent.placement.position import habit_of, position_in
from agent.placement.rank import confidence, rank
from agent.placement.runs import runs_of
from agent.placement.survey import Survey, stems
from agent.relation import Said, lines_of
from tests.document.markdown import files

LIST = """\
# 推理系统

## 目录

- [调度](#调度)

## 调度

- [Orca](https://arxiv.org/abs/2206.00001): iteration-level scheduling for serving
- [Sarathi](https://arxiv.org/abs/2308.16369): chunked prefill scheduling

## 量化

- [GPTQ](https://arxiv.org/abs/2210.17323): post-training quantization of weights
- [AWQ](https://arxiv.org/abs/2306.00978): activation-aware weight quantization

## 动态

- 2026/09 发布 v0.30.0
- 2026/07 发布 v0.29.0

## 模型

| 模型 | 大小 | 支持 |
|---|---|---|
| GLM-4 | 9B | Yes |
| GLM-5 | 754B | Yes |
| Qwen2 | 7B | Yes |
| Qwen2-VL | 7B | No |
| Qwen3 | 8B | Yes |

## 待定

- 暂无
"""


def placed(text: str, urls: Sequence[str] = (), source: str = LIST) -> tuple[str, int]:
    placement = place(parse(source.encode()), text, urls)
    return placement.section.heading, placement.line


@pytest.mark.parametrize(
    ("text", "urls", "heading", "line"),
    [
        (
            "SqueezeLLM: dense-and-sparse weight quantization",
            ["https://arxiv.org/abs/2306.07629"],
            "量化",
            16,
        ),
        (
            "Niyama: scheduling of chunked prefill with deadlines",
            ["https://arxiv.org/abs/2503.22562"],
            "调度",
            11,
        ),
        ("2026/10 发布 v0.31.0", [], "动态", 19),
        ("2026/08 发布 v0.29.1", [], "动态", 20),
        ("GLM-5.2 754B Yes", [], "模型", 28),
    ],
)
def test_the_section_and_the_line_are_those_of_its_kin(
    text: str, urls: list[str], heading: str, line: int
) -> None:
    assert placed(text, urls) == (heading, line)


def test_why_is_one_line_that_names_section_and_order() -> None:
    placement = place(parse(LIST.encode()), "2026/10 发布 v0.31.0")
    assert placement.why == "动态: it is kept by date; in order of date, newest first"
    assert placement.sure
    assert not placement.shown


def test_a_text_that_shares_nothing_is_not_sure_and_does_not_fit() -> None:
    placement = place(parse(LIST.encode()), "zzz qqq")
    assert (placement.sure, placement.confidence) == (False, 0.0)
    assert len(placement.shown) == 3


def test_what_has_no_sure_place_goes_into_the_reserve() -> None:
    placement = Placer(parse(LIST.encode()), reserve="待定").place("zzz qqq")
    assert placement.section.heading == "待定"
    assert "so it goes into the reserve" in placement.why


def test_a_section_that_the_source_names_is_the_place() -> None:
    placement = Placer(parse(LIST.encode()), reserve="待定").place("zzz", target="模型（见附注）")
    assert (placement.section.heading, placement.sure) == ("模型", True)


def test_a_suggestion_that_names_no_section_is_passed_over() -> None:
    assert place(parse(LIST.encode()), "2026/10 发布 v0.31.0", target="§9.9").section.heading == "动态"


class Asked:
    """A chooser that remembers what it was shown and answers with one number."""

    def __init__(self, answer: int | None) -> None:
        self.answer = answer
        self.seen: list[tuple[str, Sequence[str], str]] = []

    def __call__(self, listed: str, options: Sequence[str], text: str) -> int | None:
        self.seen.append((listed, options, text))
        return self.answer


def test_a_model_is_asked_only_when_words_do_not_decide() -> None:
    asked = Asked(0)
    Placer(parse(LIST.encode()), chooser=asked).place("2026/10 发布 v0.31.0")
    assert not asked.seen


@pytest.mark.parametrize(
    ("answer", "chosen", "sure"), [(0, 0, True), (2, 2, False), (None, 0, False), (99, 0, False)]
)
def test_a_model_chooses_among_the_best_eight(answer: int | None, chosen: int, sure: bool) -> None:
    document = parse(LIST.encode())
    asked = Asked(answer)
    text = "a scheduling of quantization"
    placement = Placer(document, chooser=asked).place(text)
    assert placement.section.ref == placement.candidates[chosen].section
    assert placement.sure is sure
    listed, options, said = asked.seen[0]
    assert (listed, said) == (contents(document), text)
    assert len(options) <= 8
    assert all(len(option) < 800 for option in options)


def at(text: str, heading: str) -> tuple[Document, Position]:
    document = parse(LIST.encode())
    section = next(s for s in document.sections if s.heading == heading)
    return document, position_in(section, text, document_habit=habit_of(document))


def test_an_empty_section_takes_text_after_its_heading() -> None:
    document = parse(b"# A\n\n# B\n\n- x\n")
    position = position_in(document.sections[1], "new")
    assert (position.form, position.line) == ("text", 2)


def test_an_empty_document_has_no_place() -> None:
    with pytest.raises(NoDocument, match="the document is empty"):
        place(parse(b"\n\n"), "x")


def test_a_sentence_without_link_introduces_a_list_of_links() -> None:
    _, position = at("调度决定了吞吐与延迟的取舍。", "调度")
    assert (position.form, position.line) == ("text", 8)


def test_an_html_list_is_a_list() -> None:
    source = "# 模型\n\n<table>\n<ul>\n  <li>GLM-4 (9B)</li>\n  <li>Qwen2 (7B)</li>\n  <li>Qwen3 (8B)</li>\n  <li>Yi (6B)</li>\n</ul>\n</table>\n"
    document = parse(source.encode())
    placer = Placer(document)
    placement = placer.place("Qwen3.5 (9B)")
    assert (placement.form, placement.line) == ("html_item", 8)
    applied = apply(document, placer.edits(placement, "Qwen3.5 (9B)"))
    assert isinstance(applied, Applied)
    assert "  <li>Qwen3 (8B)</li>\n  <li>Qwen3.5 (9B)</li>\n  <li>Yi" in applied.data.decode()


@pytest.mark.parametrize(
    ("texts", "by", "direction"),
    [
        (["2026.01 a", "2026.03 b", "2026.03 c"], "date", 1),
        (["2026/09 a", "2026/07 b"], "date", -1),
        (["2601.00001", "2602.00001", "2603.00001"], "work", 1),
        (["v0.28.0 a", "v0.29.1 b", "v0.30.0 c", "v0.30.1 d"], "version", 1),
        (["Ada", "Bee", "Cat", "Dog", "Eel", "Fox", "Gnu"], "name", 1),
        ([f"https://example.org/p/{n}" for n in (300000, 200000, 100000)], "number", -1),
    ],
)
def test_a_list_in_order_is_seen_to_be(texts: list[str], by: str, direction: int) -> None:
    order = order_of(texts)
    assert order is not None
    assert (order.by, order.direction) == (by, direction)


def test_a_list_without_keys_has_no_order() -> None:
    assert order_of(["a", "b", "c"]) is None


@pytest.mark.parametrize(
    ("texts", "new", "index"),
    [
        (["2026.01", "2026.03"], "2026.02", 1),
        (["2026.01", "2026.03"], "2026.03", 2),
        (["2026.03", "2026.01"], "2026.03", 0),
        (["2026.03", "2026.01"], "2025.01", 2),
        (["2026.01.05", "2026.01.20"], "2026.01.10", 1),
        (["v0.9", "v0.10", "v0.11", "v0.12"], "v0.11.2", 3),
        (["Ada", "Bee", "Cat", "Dog", "Eel", "Fox", "Gnu"], "Cow", 3),
    ],
)
def test_equals_stand_in_order_of_coming(texts: list[str], new: str, index: int) -> None:
    order = order_of(texts)
    assert order is not None
    assert place_in_order(texts, order, new) == index


@pytest.mark.parametrize(
    ("new", "index"),
    [("glm-5.2", 2), ("qwen3", 5), ("qwen2.5", 5), ("deepseek-v4", None), ("qwen2", 3)],
)
def test_kindred_names_stand_together(new: str, index: int | None) -> None:
    names = ["glm-4", "glm-5", "qwen1", "qwen2-vl", "qwen2.1"]
    assert place_in_family(names, new) == index


def test_names_that_are_not_grouped_place_nothing() -> None:
    assert place_in_family(["a x", "b x", "c x", "d x"], "a y") is None


def test_the_habit_of_a_document_is_voted_on_by_all_its_lists() -> None:
    rising, falling = ["2601.00001", "2602.00001", "2603.00001"], ["2602.00001", "2601.00001"]
    assert habit([rising]) == 1.0
    assert habit([rising, falling]) == pytest.approx(1 / 3)
    assert habit([["a", "b"]]) == 0.0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("| **GLM-5** | 9B |", "glm-5"),
        ("- [x] 📖[Orca](https://example.org): scheduling", "orca"),
        ("1. FlashInfer：内核共享", "flashinfer"),
    ],
)
def test_a_name_is_the_first_words(text: str, name: str) -> None:
    assert name_of(text) == name


def test_a_row_has_the_cells_of_its_table() -> None:
    source = (
        "# A\n\n|Date|Title|Paper|Code|Recom|\n|---|---|---|---|---|\n"
        "|2026.01|[A] Alpha|[[pdf]](https://arxiv.org/abs/2601.00001)|⚠️|⭐️ |\n"
        "|2026.02|[B] Beta|[[pdf]](https://arxiv.org/abs/2602.00001)|⚠️|⭐️ |\n"
    )
    run = runs_of(parse(source.encode()).sections[1])[0]
    cells = row_cells(run, "2026.03 [C] Gamma: a longer title", ["https://arxiv.org/abs/2603.00001"])
    assert cells == (
        "2026.03",
        "[C] Gamma: a longer title",
        "[[pdf]](https://arxiv.org/abs/2603.00001)",
        "⚠️",
        "",
    )


def test_a_numbered_table_goes_on_counting() -> None:
    source = "# A\n\n| 序号 | 模型 |\n|---|---|\n| 1 | GLM |\n| 2 | Qwen |\n"
    run = runs_of(parse(source.encode()).sections[1])[0]
    assert row_cells(run, "Kimi K3 in brief", []) == ("3", "Kimi K3 in brief")


def test_an_item_begins_with_a_link_where_its_siblings_do() -> None:
    document = parse(LIST.encode())
    placer = Placer(document)
    text, urls = "SqueezeLLM: dense-and-sparse weight quantization", ["https://arxiv.org/abs/2306.07629"]
    applied = apply(document, placer.edits(placer.place(text, urls), text, urls))
    assert isinstance(applied, Applied)
    assert "- [SqueezeLLM](https://arxiv.org/abs/2306.07629): dense-and-sparse" in applied.data.decode()


def test_shares_sum_to_one_and_confidence_is_a_chance() -> None:
    ranked = rank(Survey(parse(LIST.encode())), "weight quantization")
    assert sum(one.share for one in ranked) == pytest.approx(1)
    assert 0 < confidence(ranked, "weight quantization") < 1
    assert 0 < SURE < 1


@pytest.mark.parametrize("unit", ["](", "](a", "](a ", "[", "<a ", "2026.", "a: ", "* ", "https://", "中"])
def test_a_long_text_is_placed_in_linear_time(unit: str) -> None:
    document = parse(LIST.encode())
    text = unit * (200_000 // len(unit))
    start = time.process_time()
    place(document, text)
    Survey(parse(f"# A\n\n- {text}\n".encode()))
    assert time.process_time() - start < 5


def test_stems_join_word_forms_and_english_pairs() -> None:
    assert stems("Quantized kernels") == ["quant", "kerne", "quant kerne"]
    assert stems("量化") == ["量化"]


@settings(max_examples=60, deadline=None)
@given(files(), st.sampled_from(["2026/10 发布", "new vLLM kernel", "一句。", "a\nb"]))
def test_any_document_has_a_place_for_any_text(file: bytes, text: str) -> None:
    document = parse(file)
    if not document.block_count:
        return
    placement = place(document, text)
    assert 1 <= placement.line <= document.line_count + 1
    assert placement.section.line <= placement.position.block.line <= placement.section.end_line


PAPERS = (
    "# P\n\n| arXiv | 题目 | 要点 |\n|---|---|---|\n| 2606.02211 | FoldBridge | 误差降低 12% |\n"
    "| 2604.07007 | ChainLens | 单卡 8 分钟 |\n"
)


@pytest.mark.parametrize(
    ("title", "said", "cells"),
    [
        (
            "HelixMap：膜蛋白结构",
            "要点：图注意力，误差降低 19%；待核实：预印本",
            ("2610.03001", "HelixMap：膜蛋白结构", "图注意力，误差降低 19%；待核实：预印本"),
        ),
        (
            "2610.03001 LoopWeaver",
            "2610.03001 LoopWeaver：成功率 44%",
            ("2610.03001", "LoopWeaver", "成功率 44%"),
        ),
        (
            "2610.03001 FoldLite：单卡 3 分钟",
            "待核实：预印本",
            ("2610.03001", "FoldLite", "单卡 3 分钟；待核实：预印本"),
        ),
    ],
    ids=["title and point", "id before the name", "all in the title"],
)
def test_a_row_of_papers_has_id_title_and_what_is_said(title: str, said: str, cells: tuple[str, ...]) -> None:
    run = runs_of(parse(PAPERS.encode()).sections[1])[0]
    assert row_cells(run, f"{title}：{said}", ["https://arxiv.org/abs/2610.03001"], title=title) == cells


def test_kin__advisories_names_and_columns_say_where_something_belongs() -> None:
    text = (
        "# T\n\n## Tools\n\n- **Ferrum 1.82**: a compiler.\n\n## Boards\n\n| Board | Cores | Price |\n|---|---|---|\n"
        "| Heron | 8 | 129 |\n\n## Safety\n\n- CVE-2026-1001 is fixed.\n"
    )
    document = parse(text.encode())
    kindred = Kindred(document, Said(lines_of(document)))
    found = {
        words: kin.section.title
        for words in (
            "CVE-2026-2002 is open",
            "Ferrum 2.0.0-rc1 was tagged",
            "It has 4 cores at a price of 80",
            "Soup",
        )
        if (kin := kindred.of([words], None))
    }
    assert list(found.values()) == ["Safety", "Tools", "Boards"]


def test_survey__a_table_of_contents_is_no_place() -> None:
    survey = Survey(parse(LIST.encode()))
    assert [place.section.heading for place in survey.places] == [
        section.heading for section in parse(LIST.encode()).sections if section.heading not in ("", "目录")
    ]


STEPS = """\
# Steps

- [Old](https://arxiv.org/abs/2601.00009)
- [Older](https://arxiv.org/abs/2507.00009)
- [Oldest](https://arxiv.org/abs/2401.00009)

# Tuning

1. Look at the memory.
2. Open the profile.
3. Read the trace.
"""


def test_position__in_a_counted_list_the_new_one_is_the_next_whatever_other_lists_do() -> None:
    placer = Placer(parse(STEPS.encode()))
    position = placer.position(placer.document.sections[-1], "Ask a colleague.")
    assert (position.side, position.block.text.strip()) == ("after", "3. Read the trace.")
