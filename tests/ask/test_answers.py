"""What is answered, what is refused, and what is cited."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from agent.ask import Asker, Filters
from agent.ask.worded import quotes_itself
from tests.ask.notes import NOTES, asker


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    return asker(tmp_path_factory.mktemp("ask"))


@pytest.mark.parametrize(
    ("question", "answer", "path"),
    [
        ("How many MB/s does TallyFS write at queue depth 64?", "655", "ana/2026-10-11-tally.md"),
        ("TallyFS 在队列深度 queue depth 128 时 P99 是多少？", "12.9", "ana/2026-10-11-tally.md"),
        ("Under which licence is TallyFS?", "Apache-2.0", "ana/2026-10-11-tally.md"),
        ("What is the compression ratio of Kestrel?", "72%", "bo/2026-10-12T0900-kestrel.md"),
        ("Kestrel 的冷启动要多久？", "18 秒", "bo/2026-10-12T0900-kestrel.md"),
        ("On how many nodes is Kestrel deployed?", "12", "bo/2026-10-12T0900-kestrel.md"),
        ("When was TallyFS v2.4.0 released?", "2026-10-12", "ana/2026-10-11-tally.md"),
    ],
)
def test_an_answer__is_the_words_of_a_passage_with_its_place(
    desk: Asker, question: str, answer: str, path: str
) -> None:
    said = desk.ask(question)
    assert not said.refused, said.reason
    first = said.sentences[0]
    assert answer in first.text
    assert first.citations[0].path == path
    cited = first.citations[0]
    lines = NOTES[path].split("\n")[cited.start_line - 1 : cited.end_line]
    assert cited.quote in "\n".join(lines)
    assert all(map(quotes_itself, said.sentences))


@pytest.mark.parametrize(
    "question",
    [
        "How many MB/s does TallyFS write at queue depth 256?",
        "When was TallyFS v2.5.0 released?",
        "What is the price of Kestrel per node?",
        "Under which licence is Kestrel?",
        "TallyFS 的压缩率是多少？",
        "Kestrel 在 2026-09-01 发布了什么？",
        "How many nodes does Osprey need?",
        "Who founded TallyFS?",
        "Heron 的冷启动要多久？",
    ],
)
def test_a_near_miss__is_refused_and_says_what_comes_nearest(desk: Asker, question: str) -> None:
    said = desk.ask(question)
    assert said.refused, [sentence.text for sentence in said.sentences]
    assert said.reason
    assert not said.sentences


def test_a_refusal__names_what_is_lacking(desk: Asker) -> None:
    assert "v2.5.0" in desk.ask("When was TallyFS v2.5.0 released?").reason
    assert "Osprey" in desk.ask("Osprey 有多少个节点？").reason


def test_a_question_of_nothing__is_refused_in_a_sentence(desk: Asker) -> None:
    for question in ("", "?", "what is it", "是什么"):
        assert desk.ask(question).refused


def test_sources_that_differ__are_both_given(desk: Asker) -> None:
    said = desk.ask("In how many minutes does TallyFS v2.4.0 rebuild a lost node?")
    told = " ".join(sentence.text for sentence in said.sentences)
    assert "41 minutes" in told
    assert "47 minutes" in told
    assert {side.citations[0].contributor for one in said.disagreements for side in one.sides} == {
        "ana",
        "bo",
    }
    asked = desk.ask("What do the sources disagree on about how TallyFS v2.4.0 rebuilds a node?")
    assert asked.disagreements


def test_two_things__are_answered_each_by_itself(desk: Asker) -> None:
    said = desk.ask("Compare queue depth 32 and queue depth 64 of TallyFS.")
    assert said.refused or said.comparison or said.sentences
    table = desk.ask("Compare Kestrel and TallyFS by erasure coding 纠删码.")
    assert table.comparison is None or len(table.comparison.things) == 2


def test_who_reported__names_everyone(desk: Asker) -> None:
    said = desk.ask("Who reported on TallyFS?")
    assert {cited.contributor for cited in said.citations()} >= {"ana", "bo"}


def test_what_is_new__is_of_the_days_asked_for(desk: Asker) -> None:
    said = desk.ask("What is new since 2026-10-13?")
    assert {cited.date for cited in said.citations()} == {dt.date(2026, 10, 13)}


def test_filters__let_only_their_own_through(desk: Asker) -> None:
    question = "In how many minutes does TallyFS v2.4.0 rebuild a lost node?"
    only = desk.ask(question, filters=Filters(contributors=("bo",)))
    assert {cited.contributor for cited in only.citations()} == {"bo"}
    before = desk.ask(question, filters=Filters(until=dt.date(2026, 10, 12)))
    assert {cited.contributor for cited in before.citations()} == {"ana"}
    assert desk.ask(question, filters=Filters(kinds=("card",))).refused
    under = desk.ask("On how many nodes is Kestrel deployed?", filters=Filters(sections=("部署",)))
    assert not under.refused


def test_orders_in_a_source__do_nothing(desk: Asker) -> None:
    said = desk.ask("How many MB/s does TallyFS write?")
    assert "9999" not in " ".join(cited.quote for cited in (*said.citations(), *said.nearest, *said.found))


def test_secrets__stay_masked(desk: Asker) -> None:
    said = desk.ask("What is the test key that Heron uses?")
    everything = said.model_dump_json()
    assert "sk-proj-abcdefghij" not in everything


def test_files_outside__are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "outside.md"
    secret.write_text("# Heron\n\nHeron weighs 77 kg.\n", encoding="utf-8")
    folder = tmp_path / "work"
    (folder / "notes" / "ana").mkdir(parents=True)
    (folder / "notes" / "ana" / "2026-10-10-link.md").symlink_to(secret)
    outside = asker(folder)
    assert outside.ask("How much does Heron weigh?").refused
    assert outside.library.unread


def test_follow_up_questions__lean_on_the_one_before(tmp_path: Path) -> None:
    desk = asker(tmp_path)
    desk.ask("How many MB/s does TallyFS write at queue depth 64?", conversation="c")
    assert "702" in desk.ask("and at 128?", conversation="c").sentences[0].text
    assert "410" in desk.ask("那 32 呢？", conversation="c").sentences[0].text
    assert desk.ask("and at 256?", conversation="c").refused
    assert desk.ask("and at 128?").refused


def test_a_conversation__survives_a_restart(tmp_path: Path) -> None:
    first = asker(tmp_path)
    first.ask("How many MB/s does TallyFS write at queue depth 64?", conversation="c")
    first.close()
    again = asker(tmp_path)
    assert "702" in again.ask("and at 128?", conversation="c").sentences[0].text
    assert again.ask("and at 128?", conversation="other").refused


def test_an_unchanged_library__indexes_nothing_anew(tmp_path: Path) -> None:
    first = asker(tmp_path).library
    assert first.fill(first.passages.values()) == 0


def test_two_conditions__are_no_disagreement(tmp_path: Path) -> None:
    notes = {
        "ana/2026-10-11-a.md": "# Heron\n\nHeron 405B needs at least 16 GPUs to serve.\n",
        "bo/2026-10-12-b.md": "# Heron\n\nHeron 405B was tested to serve on 8 GPUs.\n",
    }
    desk = asker(tmp_path, notes)
    said = desk.ask("How many GPUs does Heron 405B serve on?")
    desk.close()
    assert not said.disagreements


def test_two_settings_asked_about__are_both_answered(tmp_path: Path) -> None:
    notes = {
        "ana/2026-10-11-a.md": "# Kestrel 在 64 核上\n\n| 并发 | P99 (ms) |\n|---|---|\n| 64 | 9.42 |\n| 256 | 31.07 |\n"
    }
    desk = asker(tmp_path, notes)
    said = desk.ask("Kestrel 并发 64 和 256 时的 P99 是多少？")
    desk.close()
    told = " ".join(sentence.text for sentence in said.sentences)
    assert "9.42" in told
    assert "31.07" in told


def test_a_share_asked_about__is_no_part_of_an_address_or_a_day(tmp_path: Path) -> None:
    notes = {
        "ana/2026-10-11-a.md": "# Limits\n\nSince <https://example.org/2024/07/25/cpu> CPU throughput rose 1.8 times by 2024-07-25.\n"
    }
    desk = asker(tmp_path, notes)
    assert desk.ask("What is the throughput when the CPU is capped at 25%?").refused
    desk.close()


def test_words_that_end_in_a_colon__are_told_with_what_they_lead_in(tmp_path: Path) -> None:
    notes = {
        "ana/2026-10-11-a.md": "# Heron\n\n把 Heron 的功耗限制在 90 瓦以内：\n\n```\nheronctl --limit 90\n```\n\n之后重启。\n"
    }
    desk = asker(tmp_path, notes)
    said = desk.ask("怎样把 Heron 的功耗限制在 90 瓦以内？")
    desk.close()
    assert [cited.quote for cited in said.citations()][1:] == ["heronctl --limit 90"]
