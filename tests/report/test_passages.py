"""Passages: the words that prove a sentence, where they stand in their source."""

from __future__ import annotations

from agent.models import SourceText, Span
from agent.report.passages import Passage, Texts, passages
from tests.report.records import ITEM, claim, evidence, fact, source

NOTE = "# 笔记\n\n引言。\n- 甲为 1 GB/s。\n- 乙为 2 GB/s。\n\n\n\n\n\n\n\n- 丙为 3 GB/s。\n尾注。\n"


def of(text: str) -> Texts:
    return lambda item: source(text) if item == ITEM else None


def quoted(quote: str, note: str = NOTE, **more: object) -> object:
    at = note.index(quote)
    line = note.count("\n", 0, at) + 1
    span = Span(
        path="a.md", start=at, end=at + len(quote), item=ITEM, line=line, end_line=line + quote.count("\n")
    )
    own = evidence(quote, span=span, **more)
    return claim(quote, facts=(), backing=(own,))


def lines(passage: Passage) -> list[tuple[int | None, str, bool]]:
    return [
        (line.number, "".join(piece.text for piece in line.pieces), line.quoted) for line in passage.lines
    ]


def test_passages__have_two_lines_around_them() -> None:
    ((passage,),) = passages([quoted("甲为 1 GB/s。")], of(NOTE))  # type: ignore[list-item]
    assert lines(passage) == [
        (3, "引言。", False),
        (4, "- 甲为 1 GB/s。", True),
        (5, "- 乙为 2 GB/s。", False),
    ]
    assert passage.words == "甲为 1 GB/s。"
    assert passage.place == "L4"


def test_passages__that_follow_one_another_read_on() -> None:
    (first,), (second,) = passages([quoted("甲为 1 GB/s。"), quoted("乙为 2 GB/s。")], of(NOTE))  # type: ignore[list-item]
    assert lines(first) == [(3, "引言。", False), (4, "- 甲为 1 GB/s。", True)]
    assert lines(second) == [(5, "- 乙为 2 GB/s。", True)]
    assert (first.goes_on, second.goes_on) == (False, True)


def test_passages__far_apart_have_their_own_context() -> None:
    (first,), (second,) = passages([quoted("乙为 2 GB/s。"), quoted("丙为 3 GB/s。")], of(NOTE))  # type: ignore[list-item]
    assert lines(first)[-1] == (5, "- 乙为 2 GB/s。", True)
    assert lines(second) == [(13, "- 丙为 3 GB/s。", True), (14, "尾注。", False)]


def test_passages__mark_the_row_that_a_fact_quotes() -> None:
    table = "| 名 | 值 |\n| --- | --- |\n| 甲 | 1 |\n| 乙 | 2 |"
    note = f"# 笔记\n\n{table}\n"
    row = "| 乙 | 2 |"
    made = quoted(table, note)
    facts = (fact("quantity", "2", "乙 | 2", quote=row),)
    verdict = made.verdict.model_copy(update={"facts": facts})  # type: ignore[attr-defined]
    ((passage,),) = passages([made.model_copy(update={"verdict": verdict})], of(note))  # type: ignore[attr-defined]
    assert passage.words == row
    assert passage.place == "L6"


def test_passages__without_the_source_show_the_quotation_alone() -> None:
    ((passage,),) = passages([quoted("甲为 1 GB/s。")], lambda _: None)  # type: ignore[list-item]
    assert lines(passage) == [(4, "甲为 1 GB/s。", True)]


def test_passages__of_a_source_that_is_no_longer_what_was_quoted_show_the_quotation_alone() -> None:
    def other(item: str) -> SourceText | None:
        return source("另一篇。\n" * 20)

    ((passage,),) = passages([quoted("甲为 1 GB/s。")], other)  # type: ignore[list-item]
    assert lines(passage) == [(4, "甲为 1 GB/s。", True)]


def test_passages__without_lines_name_the_element() -> None:
    span = Span(path="a.pdf", start=0, end=5, item=ITEM, element="page 3")
    ((passage,),) = passages([claim(facts=(), backing=(evidence("甲为 1", span=span),))], lambda _: None)
    assert passage.place == "page 3"
    assert lines(passage) == [(None, "甲为 1", True)]


def test_passages__long_lines_and_quotations_are_cut() -> None:
    long = "字" * 5_000
    ((passage,),) = passages([claim(facts=(), backing=(evidence(long),))], lambda _: None)
    assert len(passage.words) <= 601
    many = "\n".join(f"第 {n} 行" for n in range(50))
    ((passage,),) = passages([claim(facts=(), backing=(evidence(many),))], lambda _: None)
    assert passage.more == 50 - len(passage.lines)
    assert passage.more > 0
