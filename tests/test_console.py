"""What a person sees: a table, what was left out and why, and how to look at the branch."""

from __future__ import annotations

import io

from agent.console import Bars, show_outcome, terminal
from agent.models import Language
from agent.outcome import Outcome, Unread
from tests.conftest import DoneNight


def shown(outcome: Outcome, language: Language) -> str:
    stream = io.StringIO()
    show_outcome(terminal(stream), outcome, language)
    return stream.getvalue()


def test_what_was_not_drafted_is_said_with_the_reason(done_night: DoneNight) -> None:
    text = shown(done_night.outcome, "zh")
    assert "未起草: 网盘配额策略" in text
    assert "quota" in text
    assert "未起草: 磁带回归传闻" in text


def test_doubts_are_listed_under_the_table(done_night: DoneNight) -> None:
    text = shown(done_night.outcome, "zh")
    for doubt in done_night.outcome.doubts:
        assert doubt.title in text


def test_in_english_the_frame_is_english(done_night: DoneNight) -> None:
    text = shown(done_night.outcome, "en")
    for words in ("increment", "target section", "proved", "doubtful", "refused", "branch: redline/"):
        assert words in text
    assert "未起草" not in text


def test_a_pipe_gets_no_escape_codes_and_whole_commands(done_night: DoneNight) -> None:
    long = done_night.outcome.model_copy(update={"branch": "redline/" + "x" * 300})
    text = shown(long, "zh")
    assert "\x1b" not in text
    assert [line for line in text.splitlines() if line.endswith("x" * 300) and "git log" in line]


def test_square_brackets_of_a_note_are_no_markup(done_night: DoneNight) -> None:
    first, *rest = done_night.outcome.increments
    odd = first.model_copy(update={"title": "[bold]x[/bold] [/] [link=https://e.example]y"})
    text = shown(done_night.outcome.model_copy(update={"increments": (odd, *rest)}), "zh")
    assert "[bold]x[/bold]" in text


def test_a_night_without_news_says_so(done_night: DoneNight) -> None:
    empty = done_night.outcome.model_copy(update={"commits": (), "increments": (), "branch": ""})
    assert "今夜没有可起草的新增量" in shown(empty, "zh")
    assert "Nothing new to draft tonight." in shown(empty, "en")


def test_without_a_terminal_progress_is_plain_lines() -> None:
    stream = io.StringIO()
    bars = Bars(terminal(stream))
    with bars.shown():
        bars.stage("read", "30 items")
        for done in range(1, 31):
            bars.step(done, 30, f"[{done}]")
    lines = stream.getvalue().splitlines()
    assert lines[0] == "read: 30 items"
    assert lines[-1].strip() == "30/30 [30]"
    assert len(lines) == 11


def test_one_commit_is_said_in_the_singular(done_night: DoneNight) -> None:
    outcome = done_night.outcome
    one = outcome.model_copy(update={"commits": outcome.commits[:1]})
    two = outcome.model_copy(update={"commits": (outcome.commits[0], outcome.commits[0])})
    assert "(1 commit, +" in shown(one, "en")
    assert "(2 commits, +" in shown(two, "en")
    assert "(1 个提交, +" in shown(one, "zh")


def test_a_name_that_holds_a_line_end_stays_on_its_line(done_night: DoneNight) -> None:
    unread = Unread(path="inbox/ann/a\nb.md", reason="it is empty")
    text = shown(done_night.outcome.model_copy(update={"unread": (unread,)}), "en")
    assert "not read: inbox/ann/a b.md: it is empty\n" in text


def test_what_would_steer_a_terminal_is_shown_as_a_mark(done_night: DoneNight) -> None:
    first, second, *_ = done_night.outcome.increments
    evil = "\x1b]0;owned\x07\x1b[2J\u202ex"
    listed = second.model_copy(update={"disposition": "listed", "title": evil, "why": evil})
    unread = Unread(path=evil, reason=evil)
    odd = done_night.outcome.model_copy(
        update={
            "increments": (first.model_copy(update={"title": evil, "section": evil}), listed),
            "unread": (unread,),
            "notes": (evil,),
            "branch": evil,
        }
    )
    text = shown(odd, "zh")
    assert "]0;owned" in text
    stream = io.StringIO()
    Bars(terminal(stream)).stage(evil, evil)
    Bars(terminal(stream)).step(1, 1, evil)
    for sign in "\x1b\x07\u202e":
        assert sign not in text + stream.getvalue()
