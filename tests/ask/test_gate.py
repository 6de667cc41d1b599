"""What may be cited: words that hold what is asked for, of the thing asked about; and never what Redline wrote itself."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from agent.ask import Asker
from agent.ask.library import OUR_BRIEF
from tests.ask.notes import asker

NOTES = {
    "ana/2026-10-14-engines.md": """# 引擎周报 · 2026-10-14

## 一、Heron/Osprey 对照

- Osprey 治理：社区项目，每周下载约 90 万次
- Heron 进入维护期
- 材料：Gannet Bench v3.0、Plover 0.7.2 发布记录

| 日期 | 标题 |
|---|---|
| 2026-10-09 | Tern K4 Kernel Notes: the Long Road to Twice the Throughput |
| 2026-10-02 | Plover 0.8 |

延迟测试的 Osprey 结果如下，提升 12%。
""",
    "bo/2026-10-14-mail.md": "# Mail\n\nPlover is fast enough for us.\n\nBen\n",
    "cy/2026-10-14-people.md": "# People\n\nMara leads the group that maintains the Osprey scheduler.\n",
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    return asker(tmp_path_factory.mktemp("gate"), NOTES)


@pytest.mark.parametrize(
    "question",
    [
        "Heron 每周下载多少次？",  # the heading names both; the line is of the other
        "Heron 是什么时候进入维护期的？",  # the day of the note is not the day of the event
        "Tern K4 是哪天发布的？",  # a row about something that has the name in it
        "Gannet Bench v3.0 的延迟是多少？",  # named in an item of a list beside
        "Who is Ben?",
        "Osprey 每月下载多少次？",
    ],
)
def test_a_near_miss__is_refused(desk: Asker, question: str) -> None:
    answer = desk.ask(question)
    assert answer.refused, answer.sentences


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Osprey 每周下载多少次？", "90 万"),
        ("Plover 的发布记录是哪个版本？", "0.7.2"),
        ("Who is Mara?", "leads the group"),
        ("Plover 0.8 是哪天发布的？", "2026-10-02"),
    ],
)
def test_what_stands_there__is_answered(desk: Asker, question: str, told: str) -> None:
    answer = desk.ask(question)
    assert told in " ".join(sentence.text for sentence in answer.sentences), answer.reason


def test_who_is__is_refused_with_the_nearest(desk: Asker) -> None:
    assert desk.ask("Who is Ben?").nearest


def test_a_brief_of_our_own__tells_what_is_new_and_proves_nothing(tmp_path: Path) -> None:
    with_brief = asker(tmp_path, {"ana/2026-10-14-brief.md": "# Night\n\nOsprey keeps 7 replicas.\n"})
    library = with_brief.library
    library.passages = {
        key: replace(passage, kind="brief", contributor=OUR_BRIEF)
        for key, passage in library.passages.items()
    }
    library._views.clear()
    assert with_brief.ask("How many replicas does Osprey keep?").refused
    news = with_brief.ask("What is new about Osprey?", asked_on=dt.date(2026, 10, 15))
    assert {cited.contributor for cited in news.citations()} == {OUR_BRIEF}


@pytest.mark.parametrize(
    "notes",
    [
        {
            "ana/2026-10-14-a.md": "The throughput of Osprey is 5,200 tok/s (4,100 before).\n",
            "bo/2026-10-13-b.md": "The throughput of Osprey is 4,100 tok/s.\n",
        },
        {
            "ana/2026-10-14-a.md": "Section 1.2 tells the throughput of Osprey: it is high.\n",
            "bo/2026-10-13-b.md": "Section 5.2 tells the throughput of Osprey: it is high.\n",
        },
    ],
)
def test_an_older_value_and_the_number_of_a_section__are_no_disagreement(
    tmp_path: Path, notes: dict[str, str]
) -> None:
    with_notes = asker(tmp_path, notes)
    assert not with_notes.ask("What is the throughput of Osprey?").disagreements
    assert not with_notes.ask("Do the sources disagree about the throughput of Osprey?").disagreements


def test_settings_and_multiples_and_rows_of_other_things__are_no_disagreement(tmp_path: Path) -> None:
    row = "| {} | {} |\n"
    notes = {
        "ana/2026-10-11-osprey.md": "# Osprey\n\n| case | TTFT of Osprey |\n|---|---|\n"
        + row.format("cold start, c=8", "834 ms, 2.4x below Heron"),
        "bo/2026-10-12-osprey.md": "# Osprey\n\n| slots | TTFT of Osprey (ms) |\n|---|---|\n"
        + row.format("512", "17.7"),
        "cy/2026-10-13-osprey.md": "# Osprey\n\nThe TTFT of Osprey is 6x below that of Kite.\n",
    }
    assert not asker(tmp_path, notes).ask("What is the TTFT of Osprey?").disagreements


MONEY = {
    "ana/2026-10-14-money.md": "# Money\n\nOsprey 完成 2.5 亿美元融资，估值 22 亿美元。\n\n"
    "Heron 第三季度营收为 78 亿元，预计明年增长。\n\nRaptor was squeezed from kite-120b by pruning.\n",
}


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("Osprey 的年收入是多少？", True),  # money, and not that money
        ("Osprey 的融资是多少？", False),
        ("Heron 第二季度的营收是多少？", True),
        ("Heron 第三季度的营收是多少？", False),
        ("What was the revenue of Heron in its third quarter?", False),
        ("What was the revenue of Heron in its second quarter?", True),
        ("Which open model was Raptor squeezed from?", False),  # a member need not be called by its class
        ("How many models was Raptor squeezed from?", True),
    ],
)
def test_the_property_and_the_quarter_asked_for__must_be_told(
    tmp_path: Path, question: str, *, refused: bool
) -> None:
    said = asker(tmp_path, MONEY).ask(question)
    assert said.refused is refused, (said.sentences, said.reason)


UNITS = {
    "ana/2026-10-14-cards.md": "# Cards\n\nThe Kite K200 has 40–192 GB and strong memory bandwidth.\n\n"
    "Turning on the Osprey dump slows kernels down; set OSPREY_DUMP=1 first.\n\n"
    "The Heron R300 has a memory bandwidth of 5 TB/s.\n",
    "bo/2026-10-14-batch-norm-forward.csv": "N,Kite\n4096,624.5\n",
}


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("What memory bandwidth does the Kite K200 have?", True),  # the figure beside it is of another unit
        ("What memory bandwidth does the Heron R300 have?", False),
        ("By how many percent does turning on the Osprey dump slow kernels down?", True),
        (
            "How much does BatchNorm reach with Kite at N 4096?",
            False,
        ),  # a name of two words in another spelling
    ],
)
def test_a_figure__is_of_the_property_asked_for(tmp_path: Path, question: str, *, refused: bool) -> None:
    said = asker(tmp_path, UNITS).ask(question)
    assert said.refused is refused, (said.sentences, said.reason)
