"""Words of either language, classes, units, titles, older characters: each on notes of our own."""

from __future__ import annotations

import pytest

from agent.ask import Asker
from agent.ask.classes import has_member
from agent.ask.model import Expected
from agent.ask.quoting import glanced_at, without_tags
from agent.dictionary import alike, in_chinese, in_english, is_word, simplified
from tests.ask.notes import asker

NOTES = {
    "ana/2026-10-11-tern.md": """# Tern engine

Tern 3.1 serves 4,100 tok/s on two H100.

Tern 已获得 `ISO 27001` 认证，许可协议是 Apache 2.0，支持 **macOS** 和 **Windows**。

The flag `--queue-cap` limits the queue. By default the log is saved in the current directory.

Tern raised 40 million USD in its Series D round.
""",
    "bo/2026-10-12-papers.md": """# Papers

## Sparse Quay: Attention for Harbours

- **Link:** [arXiv:2610.01234](https://arxiv.org/abs/2610.01234)
- **Authors:** Mira Quell, Otto Bran
- **Summary:** We present SQA, which cuts the cost of attention by 38%.
""",
    "cy/2026-10-13-union.md": "# 公告\n\n港務工會理事長林曉風表示，碼頭將於 2026-11-02 停工。\n",
    "cy/2026-10-14-tern.md": "# Old\n\nTern 3.0 serves 3,800 tok/s on two H100.\n",
}


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    return asker(tmp_path_factory.mktemp("generality"), NOTES)


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("What throughput does Tern 3.1 reach?", "4,100 tok/s"),
        ("Tern 3.1 的吞吐是多少？", "4,100 tok/s"),
        ("Which certification has Tern obtained?", "ISO 27001"),
        ("Under which licence is Tern published?", "Apache 2.0"),
        ("Tern 支持哪些操作系统？", "macOS"),
        ("Which flag limits the queue?", "--queue-cap"),
        ("日志默认保存在哪里？", "current directory"),
        ("谁写了 SQA 这篇论文？", "Mira Quell"),
        ("What is the arXiv id of SQA?", "2610.01234"),
        ("港务工会的理事长是谁？", "林曉風"),
        ("How much did Tern raise in its Series D round?", "40 million"),
    ],
)
def test_answered(asked: Asker, question: str, holds: str) -> None:
    answer = asked.ask(question)
    assert not answer.refused, answer.reason
    assert any(holds in cited.quote for cited in answer.citations())


@pytest.mark.parametrize(
    "question",
    [
        "What throughput does Tern 3.2 reach?",
        "Tern 3.1 的时延是多少？",
        "How much memory does Tern 3.1 need?",
        "How much did Tern raise in its Series C round?",
        "What does Tern 3.1 serve on training?",
        "Who wrote the paper on Tern?",
    ],
)
def test_refused(asked: Asker, question: str) -> None:
    assert asked.ask(question).refused


def test_refused__the_nearest_is_another_version_of_the_thing(asked: Asker) -> None:
    answer = asked.ask("What throughput does Tern 3.2 reach?")
    assert {cited.quote for cited in answer.nearest[:2]} == {
        "Tern 3.1 serves 4,100 tok/s on two H100.",
        "Tern 3.0 serves 3,800 tok/s on two H100.",
    }


def test_disagreement__two_versions_have_figures_of_their_own(asked: Asker) -> None:
    assert not asked.ask("How many tok/s does Tern serve on two H100?").disagreements


def test_dictionary__both_ways_and_by_inflection() -> None:
    assert "integrated" in in_english("集成")
    assert "退役" in in_chinese("retired")
    assert in_chinese("employee") != in_chinese("employ")
    assert "改造" not in alike("日志")
    assert is_word("认证")
    assert not is_word("到了")


def test_older_characters_are_read_as_those_of_today() -> None:
    assert simplified("港務工會") == "港务工会"
    assert simplified("什么") == "什么"


@pytest.mark.parametrize(
    ("text", "kind", "holds"),
    [
        ("支持 MCP 协议", "licence", False),
        ("released under the MIT License", "licence", True),
        ("written in plain C/C++", "language", True),
        ("**Authors**: Mira Quell", "author", True),
        ("followed by KDA", "author", False),
        ("set `FOO_BAR=1`", "variable", True),
    ],
)
def test_member(text: str, kind: Expected, holds: bool) -> None:
    assert has_member(text, kind, ()) is holds


def test_what_is_glanced_at__has_no_tags_and_no_bars() -> None:
    assert glanced_at("| Tern | <b>4,100</b> tok/s |  |") == "Tern · 4,100 tok/s"
    assert glanced_at("<p>Tern</p>") == "Tern"
    assert glanced_at("|a|\n|b|") == "|a|\n|b|"


def test_without_tags__code_and_what_only_looks_like_a_tag_stay() -> None:
    assert without_tags("<em>Tern</em> &amp; co<br>is `<b>` out") == "Tern & co is `<b>` out"
    assert without_tags("a <100 b, List<String> c") == "a <100 b, List<String> c"
    assert len(without_tags("<a " * 200_000)) > 0
