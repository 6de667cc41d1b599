"""Which entries speak of the same thing."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.entries import Entry, entries
from agent.joining import join, same
from evals.bench.given import read_rows
from evals.bench.joining import as_entry, run
from tests.notes import note

WRITTEN = Path(__file__).parents[2] / "evals" / "data" / "joining.jsonl"


def entry(text: str, name: str = "a") -> Entry:
    found = as_entry(text, name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("a", "b", "joined"),
    [
        pytest.param(
            "HareDraft: A Learned Stop Rule\nhttps://arxiv.org/abs/2608.20551v1",
            "HareDraft（2608.20551v2）\n用可学习的停止规则做投机解码。arXiv:2608.20551",
            True,
            id="one work, versions and languages apart",
        ),
        pytest.param(
            "HareDraft: A Learned Stop Rule for Decoding\narXiv:2608.20551",
            "HareDraft: A Learned Stop Rule for Decoding\nhttps://doi.org/10.5555/3700001.42",
            True,
            id="preprint and published",
        ),
        pytest.param(
            "HareDraft: A Learned Stop Rule for Decoding\narXiv:2608.20551",
            "HareDraft: A Learned Stop Rule for Decoding\narXiv:2608.20515",
            False,
            id="another id",
        ),
        pytest.param("Quokka v2.4.0 发布\n共 412 个提交", "Quokka v2.5.0 发布\n共 412 个提交", False, id="another version"),
        pytest.param("Quokka v2.4.0 发布\n共 412 个提交", "Quokka v2.4.0 发布\n共 418 个提交", False, id="another figure"),
        pytest.param("支持 Opal-32B 模型推理", "支持 Opal-72B 模型推理", False, id="another model size"),
        pytest.param(
            "KNighter: Static Analysis with Checkers\nhttps://conf.example.org/2025/accepted.html",
            "Characterizing Mobile Chips for Models\nhttps://conf.example.org/2025/accepted.html",
            False,
            id="one link for two things",
        ),
        pytest.param(
            "Quokka supports Volta cards in its kernels", "Quokka no longer supports Volta cards in its kernels", False,
            id="denied",
        ),
        pytest.param(
            "Quokka adds hot swapping\nhttps://github.com/quokka/quokka",
            "Quokka meetup in Hangzhou\nhttps://github.com/quokka/quokka",
            False,
            id="one repository, two news",
        ),
        pytest.param("TurboMarsupial supports Opal-20B", "TurboMarsupial 支持 Opal-20B 模型", True, id="two languages"),
    ],
)  # fmt: skip
def test_same__rule(a: str, b: str, joined: bool) -> None:
    there, back = same(entry(a, "a"), entry(b, "b")), same(entry(b, "b"), entry(a, "a"))
    assert (there.yes, back.yes) == (joined, joined), there.why


def test_same__every_answer_has_its_reason() -> None:
    assert "2608.20551" in same(entry("A: b c\narXiv:2608.20551"), entry("A: b c\narXiv:2608.20552")).why
    assert same(entry("alpha beta"), entry("gamma delta")).why


DIGEST = """# Weekly

## Candidates

- [StrataKV: Tiered Caches](https://arxiv.org/abs/2609.11873v1) (A)
- [PebbleCache: Eviction by Regret](https://arxiv.org/abs/2609.04412) (A)
"""
NOTE = """# 笔记

## 条目 1：StrataKV 分层缓存

来源：https://arxiv.org/pdf/2609.11873

要点：
- 显存减少 38%

## 条目 2：别的事

来源：https://elsewhere.dev/x
"""


def test_join__one_group_for_one_thing_across_contributors() -> None:
    found = [
        *entries(note(DIGEST, "inbox/ann/2026-09-25-weekly.md")),
        *entries(note(NOTE, "inbox/bob/2026-09-25-note.md")),
    ]
    groups = join(found)
    assert sorted(len(group.entries) for group in groups) == [1, 1, 2]
    (pair,) = (group for group in groups if len(group.entries) == 2)
    assert pair.lead.contributor == "bob"
    assert pair.origins == ("arxiv:2609.11873",)
    assert len(pair.why) == 1


def test_join__a_doubtful_link_never_pulls_two_things_together() -> None:
    texts = [
        "Quokka v2.4.0 发布\n共 412 个提交。https://quokka.dev/news/release",
        "Quokka 发布新版本\n见 https://quokka.dev/news/release",
        "Quokka v2.5.0 发布\n共 418 个提交。https://quokka.dev/news/release",
    ]
    for order in itertools.permutations(texts):
        groups = join([entry(text, str(n)) for n, text in enumerate(order)])
        together = [{e.text for e in group.entries} for group in groups]
        assert not any({texts[0], texts[2]} <= group for group in together)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([row["a"] for row in read_rows(WRITTEN)]), max_size=8))
def test_join__every_entry_lands_in_one_group(texts: list[str]) -> None:
    found = [entry(text, str(n)) for n, text in enumerate(texts)]
    grouped = [one.key for group in join(found) for one in group.entries]
    assert sorted(grouped) == sorted(one.key for one in found)


def test_bench__written_pairs_meet_the_targets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run([str(WRITTEN), "--json", "--out", str(tmp_path / "out.jsonl")]) == 0
    assert '"pass": true' in capsys.readouterr().out
    rows = list(read_rows(tmp_path / "out.jsonl"))
    assert len(rows) == len(list(read_rows(WRITTEN)))
    assert set(rows[0]) == {"id", "same", "why"}


def test_bench__without_answers_only_predictions_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"id": "x", "a": "one", "b": "two"}\n', encoding="utf-8")
    assert run([str(pairs), "--out", str(tmp_path / "out.jsonl")]) == 0
    assert capsys.readouterr().out == ""
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8").startswith('{"id": "x", "same": false')


@pytest.mark.parametrize(
    ("other", "joined"),
    [
        ("Please move to imglib 2.7 because of CVE-2026-51001.", True),
        ("请尽快升级 imglib：CVE-2026-51001 会让客户端崩溃。", True),
        ("Please move to imglib 2.7 because of CVE-2026-51010.", False),
    ],
)
def test_same__an_advisory_is_one_thing_with_a_link_or_without(other: str, joined: bool) -> None:
    told = "CVE-2026-51001 in imglib\nVersions before 2.7 crash; 2.7 mends it. https://imglib.example/a/51001"
    assert same(entry(told), entry(other, "b")).yes is joined
    assert same(entry(other, "b"), entry(told)).yes is joined
