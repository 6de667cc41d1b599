"""What a statement is to a document, and the line that shows it."""

from __future__ import annotations

import datetime as dt
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.document import parse
from agent.entries import entries
from agent.joining import join
from agent.relation import Said, judge, lines_of, relation, relation_of_texts, statements
from evals.bench import novelty
from tests.notes import note

DOCUMENT = """# Engines

## News

- [2026/07] Quokka v2.4.0 merges 412 commits and makes the new scheduler the default on H100.
- [2026/08] Numbat supports Opal-32B with tiered caches, at 1.4x the throughput of Quokka.
- Nightly builds are no longer published for Volta cards.

## Papers

| Date | Title | Paper |
|---|---|---|
| 2026.08 | [HareDraft] HareDraft: Speculative Decoding with a Learned Stop Rule | [pdf](https://arxiv.org/abs/2608.20551) |
| 2026.09 | [StrataKV] StrataKV: Tiered Key-Value Caches for Long Contexts | [pdf](https://arxiv.org/abs/2609.11873) |

## 中文

- Numbat 支持 Opal-32B 模型，采用分层缓存，吞吐为 Quokka 的 1.4 倍。
- Quokka 教程（一）：快速入门与安装
"""
SAID = Said(lines_of(parse(DOCUMENT.encode())))
LINES = DOCUMENT.split("\n")


def line(beginning: str) -> int:
    return next(number for number, text in enumerate(LINES, start=1) if beginning in text)


@pytest.mark.parametrize(
    ("text", "expected", "shows"),
    [
        pytest.param("Quokka v2.4.0 merges 412 commits and makes the new scheduler the default on H100.", "covered", "412", id="word for word"),
        pytest.param("Speculative decoding with a learned stop rule — HareDraft https://arxiv.org/pdf/2608.20551v2", "covered", "HareDraft", id="re-worded, another form of the link"),
        pytest.param("HareDraft：带可学习停止规则的投机解码 https://arxiv.org/abs/2608.20551", "covered", "HareDraft", id="the other language, linked"),
        pytest.param("StrataKV: Tiered Key-Value Caches for Long Contexts; memory falls by 37.5% on H20 https://arxiv.org/abs/2609.11873", "extends", "StrataKV", id="one fact more"),
        pytest.param("Quokka v2.5.0 merges 412 commits and makes the new scheduler the default on H100.", "supersedes", "v2.4.0", id="a newer version"),
        pytest.param("Quokka v2.3.0 merges 412 commits and makes the new scheduler the default on H100.", "contradicts", "v2.4.0", id="an older version"),
        pytest.param("Quokka v2.4.0 merges 418 commits and makes the new scheduler the default on H100.", "contradicts", "412", id="another figure"),
        pytest.param("StrataKV: Tiered Key-Value Caches for Long Contexts https://arxiv.org/abs/2609.11878", "contradicts", "StrataKV", id="another id"),
        pytest.param("Nightly builds are published for Volta cards.", "contradicts", "Nightly", id="denied"),
        pytest.param("TortoiseTree: Draft Trees that Know When to Stop https://arxiv.org/abs/2608.26120", "new", "", id="a sibling paper"),
        pytest.param("Potoroo adds disaggregated prefill on L40S", "new", "", id="nothing of it"),
        pytest.param("Quokka 教程（二）：快速入门与安装", "contradicts", "教程", id="the next part of a series"),
    ],
)  # fmt: skip
def test_judge__relation_and_the_line_that_shows_it(text: str, expected: str, shows: str) -> None:
    found = judge(text, SAID)
    assert found.relation == expected, found.why
    if shows:
        assert found.line == line(shows)
        assert shows in found.quote
    else:
        assert found.line == 0


def test_judge__a_later_figure_supersedes_a_dated_one() -> None:
    text = "Numbat supports Opal-32B with tiered caches, at 1.9x the throughput of Quokka."
    assert judge(text, SAID).relation == "contradicts"
    assert judge(text, SAID, date=dt.date(2026, 9, 25)).relation == "supersedes"


def test_judge__another_source_confirms() -> None:
    text = "[HareDraft] HareDraft: Speculative Decoding with a Learned Stop Rule https://blog.example.com/haredraft"
    assert judge(text, SAID).relation == "confirms"
    assert relation_of_texts([text], SAID).relation == "confirms"
    assert relation_of_texts([text, text.partition(" https")[0]], SAID).relation == "covered"


def test_relation_of_texts__part_known_and_part_new_extends() -> None:
    known = "HareDraft: Speculative Decoding with a Learned Stop Rule https://arxiv.org/abs/2608.20551"
    fresh = "TortoiseTree: Draft Trees that Know When to Stop https://arxiv.org/abs/2608.26120"
    assert relation_of_texts([known], SAID).relation == "covered"
    assert relation_of_texts([fresh], SAID).relation == "new"
    both = relation_of_texts([known, fresh], SAID)
    assert (both.relation, both.line) == ("extends", line("[HareDraft]"))
    assert [one.relation for one in both.statements] == ["covered", "new"]


def test_relation_of_texts__of_several_lines_that_an_item_extends_the_one_of_its_title_is_shown() -> None:
    document = "# Boats\n\n- **Heron against Otter**: within 4% in calm water.\n- **Grebe**: a hull of carbon, built in Oslo.\n"
    texts = [
        "Grebe: a hull of carbon, built in Oslo, 3 mm thick and painted twice before the race",
        "Heron against Otter: within 4% in calm water, and 9% in a swell",
        "Heron keeps its course better in a swell of 3 m",
    ]
    boats = Said(lines_of(parse(document.encode())))
    for order in (texts, texts[::-1]):
        found = relation_of_texts(order, boats, about="Heron and Otter grow alike")
        assert (found.relation, found.line) == ("extends", 3)


def test_relation_of_texts__a_label_decides_nothing() -> None:
    known = "HareDraft: Speculative Decoding with a Learned Stop Rule https://arxiv.org/abs/2608.20551"
    assert relation_of_texts(["Unheard-of", known], SAID).relation == "covered"


def test_relation__of_a_group_with_its_statements() -> None:
    text = "## 条目 1：HareDraft\n\n来源：https://arxiv.org/abs/2608.20551\n\n- 在 MI325X 上实测加速 2.65 倍\n\n## 条目 2：别的\n\n来源：https://x.dev/1\n\n- 无\n"
    groups = join(entries(note(text)))
    found = relation(groups[0], SAID)
    assert found.relation == "extends"
    assert found.line == line("[HareDraft]")
    assert statements(groups[0].lead) == ("在 MI325X 上实测加速 2.65 倍",)


def test_said__line_within_a_block_of_many() -> None:
    document = "Intro words here\nQuokka v2.4.0 merges 412 commits on the H100\nlast words there\n"
    said = Said(lines_of(parse(document.encode())))
    assert judge("Quokka v2.4.0 merges 412 commits on the H100", said).line == 2


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_judge__any_text_gets_an_answer(text: str) -> None:
    found = judge(text, SAID)
    assert (found.line == 0) == (found.relation == "new" or not found.quote)


@pytest.mark.parametrize("row", [row for row in LINES if row.startswith(("- ", "| 2026"))])
def test_judge__every_line_of_the_document_is_covered_by_itself(row: str) -> None:
    found = judge(row, SAID)
    assert (found.relation, found.line) == ("covered", line(row))


def test_judge__a_long_text_in_linear_time() -> None:
    began = time.process_time()
    judge("Numbat supports Opal-32B 1.4x v2.4.0 " * 8_000, SAID)
    assert time.process_time() - began < 15


CASE = (
    '{"id": "c1", "repo": "o/r", "doc": "d.md", "item_text": "HareDraft: Speculative Decoding at 2.6x", '
    '"urls": ["https://arxiv.org/abs/2608.20551"], "added_lines": ["- [HareDraft](https://arxiv.org/abs/2608.20551): '
    'Speculative Decoding at 2.6x"], "insert_before_line": 3, "already_in_doc": false}\n'
)


def test_bench__variants_of_a_case_are_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "d.md").write_text(
        "# Papers\n\n- [Other](https://arxiv.org/abs/2601.00001): A Thing\n", encoding="utf-8"
    )
    (tmp_path / "cases.jsonl").write_text(CASE, encoding="utf-8")
    out = tmp_path / "out.jsonl"
    code = novelty.run([str(tmp_path / "cases.jsonl"), "--docs", str(tmp_path), "--json", "--out", str(out)])
    assert code == 0, capsys.readouterr().out
    rows = {row["id"]: row for row in novelty.read_rows(out)}
    assert rows["c1/new"]["relation"] == "new"
    assert rows["c1/as it stands"] == {"id": "c1/as it stands", "relation": "covered", "line": 4}
    assert rows["c1/other figure"]["relation"] in {"contradicts", "supersedes"}
    assert rows["c1/one fact added"]["relation"] == "extends"


def test_bench__a_case_without_an_answer_is_only_predicted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "d.md").write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / "c.jsonl").write_text(
        '{"id": "q", "doc": "d.md", "item_text": "Quokka 教程（一）：快速入门与安装"}\n', encoding="utf-8"
    )
    assert novelty.run([str(tmp_path / "c.jsonl"), "--out", str(tmp_path / "o.jsonl")]) == 0
    assert capsys.readouterr().out == ""
    assert '"relation": "covered"' in (tmp_path / "o.jsonl").read_text(encoding="utf-8")


BESIDE = Said(
    lines_of(parse("# 论文\n\n- **StrataKV**（arXiv:2609.11873）：分层 KV 缓存，显存减少 38%。\n".encode()))
)


@pytest.mark.parametrize(
    "text",
    [
        "# 冷热分层的又一次测量\n\n来源：https://arxiv.org/abs/2609.11873v2\n\n- 在 L40S 上测得解码延迟下降 9%\n",
        "# A second look at tiers\n\nSource: https://arxiv.org/abs/2609.11873\n\n- On 16 cards a token takes 12 ms less.\n",
    ],
    ids=["own language, other words", "another language"],
)
def test_relation__what_goes_back_to_the_work_of_an_item_extends_that_item(text: str) -> None:
    (group,) = join(entries(note(text)))
    found = relation(group, BESIDE)
    assert (found.relation, found.line, found.linked) == ("extends", 3, True)


def test_relation__a_page_in_common_is_not_enough_without_a_word() -> None:
    document = "# 论文\n\n- **StrataKV**：分层缓存，见 https://birds.example.org/weekly/7 。\n"
    text = "# 冷热分层的又一次测量\n\n来源：https://birds.example.org/weekly/7\n\n- 在 L40S 上测得解码延迟下降 9%\n"
    (group,) = join(entries(note(text)))
    assert relation(group, Said(lines_of(parse(document.encode())))).relation == "new"


@pytest.mark.parametrize(
    ("text", "relation", "why"),
    [
        ("Restore of 2 TB: 38 minutes", "contradicts", "38 against 50"),
        ("The restore of 2 TB now takes 38 minutes (the doc says about 50).", "supersedes", "38 against 50"),
        (
            "Restoring 2 TB took 38 minutes, shorter than the 50 minutes in the document.",
            "contradicts",
            "38 against 50",
        ),
        ("We keep full backups for 45 days.", "contradicts", "45 against 30"),
    ],
)
def test_judge__a_figure_takes_the_place_of_one_of_its_own_measure(
    text: str, relation: str, why: str
) -> None:
    document = "# Backups\n\nWe keep full backups for 30 days. Restore of 2 TB takes about 50 minutes.\n"
    found = judge(text, Said(lines_of(parse(document.encode()))))
    assert (found.relation, found.why) == (relation, why)
