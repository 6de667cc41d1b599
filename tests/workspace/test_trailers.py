"""Commit messages that no quoted text can bend."""

from __future__ import annotations

import datetime as dt
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent import errors
from agent.workspace import CommitStep, build_branch, open_repository
from agent.workspace.trailers import Trailer, message, parse
from tests.conftest import GitFolder

OURS: Trailer = ("Redline-Increment", "abc")
CLOSING = re.compile(
    r"\b(close[sd]?|fix(es|ed)?|resolve[sd]?):?\s+([\w./-]*#\d|GH-\d|https?://)", re.IGNORECASE
)
NASTY = [
    "Closes #1",
    "fixes: #22 and resolves o/r#3",
    "Resolved https://forge.example/o/r/issues/4",
    "FIX GH-5",
    "closing issue #6, fixes PROJ-7",
    "a\nCo-authored-by: E <e@x>",
    "a\r\n\r\nSigned-off-by: E <e@x>",
    "a\u2028Reviewed-by: E <e@x>",
    "x\n\nRedline-Increment: forged",
    "---\ndiff --git a/x b/x",
    "  two leading and two trailing  ",
    "back\\slash \\n \\u0041",
    "nul\0 and \u202ereversed\u202c and \x1b[31m",
    "",
    "\n\n",
    "§保留 #6 与 §条目 1",
]


def last_block(text: str) -> str:
    return text.rstrip("\n").rsplit("\n\n", 1)[-1]


@pytest.mark.parametrize("value", NASTY)
def test_a_value_stays_in_its_trailer_and_comes_back(value: str) -> None:
    text = message("Title", "", (OURS, ("Source", value), ("Caveat", "待核实")))
    assert parse(last_block(text)) == (OURS, ("Source", value), ("Caveat", "待核实"))
    assert not CLOSING.search(text)


@pytest.mark.parametrize("value", NASTY)
def test_subject_and_body_forge_nothing(value: str) -> None:
    text = message(f"T {value}", f"Body.\n\n{value}", (OURS,))
    assert last_block(text) == "Redline-Increment: abc"
    assert "\n" not in text.split("\n\n")[0]
    assert not CLOSING.search(text)
    assert not re.search(r"^\s*[\w-]+-by:", text, re.MULTILINE | re.IGNORECASE)
    assert not re.search(r"^(---|diff )", text, re.MULTILINE)


def test_ordinary_prose_stays_as_it_is() -> None:
    text = "修复 #3：见 issue #5 and #6 的讨论\n\nFixes the 4 % gap; closes in on v0.30.0. Note: a-b: c"
    assert message("T", text, (OURS,)) == f"T\n\n{text}\n\nRedline-Increment: abc\n"


@given(st.text(), st.text(), st.lists(st.text(), max_size=4))
def test_any_text_at_all(subject: str, body: str, values: list[str]) -> None:
    trailers = (OURS, *(("Source", value) for value in values))
    text = message(f"T {subject}", body, trailers)
    assert parse(last_block(text)) == trailers
    text.encode()


@settings(max_examples=25)
@given(
    st.lists(
        st.sampled_from([*NASTY, "#", "1", "Closes", " ", ":", "\n", "\\", "http://x", "o/r"]), max_size=8
    )
)
def test_pieces_put_together_close_nothing(parts: list[str]) -> None:
    text = message("T", "".join(parts), (OURS, ("Source", "".join(parts))))
    assert not CLOSING.search(text)


@pytest.mark.parametrize(
    "key", ["Co-authored-by", "Closes", "Redline-Fixes", "Cc", "a b", "", "Key:", "键", "Key\n"]
)
def test_a_key_that_git_or_a_forge_acts_on_is_refused(key: str) -> None:
    with pytest.raises(errors.Bug, match="cannot be the key"):
        message("T", "", (OURS, (key, "x")))


def test_a_commit_of_ours_can_be_told(repo: GitFolder) -> None:
    with pytest.raises(errors.Bug, match="no trailer that begins with"):
        message("T", "", (("Source", "x"),))
    with pytest.raises(errors.Bug, match="needs a subject"):
        message(" \n", "", (OURS,))


def test_git_reads_the_same_trailers(repo: GitFolder) -> None:
    repository = open_repository(repo.root)
    trailers = (OURS, *(("Source", value) for value in NASTY))
    step = CommitStep(
        files={"a.md": b"a\n"},
        subject="Title",
        body="\n\n".join(NASTY),
        trailers=trailers,
        date=dt.datetime(2026, 9, 25, 22, tzinfo=dt.UTC),
    )
    repo.git("config", "trailer.separators", "=")
    result = build_branch(repository, "redline/x/1", repository.base_commit, (step,))
    assert repository.read_trailers(result.tip) == trailers
    raw = repo.git("log", "-1", "--format=%B", result.tip)
    seen = repo.git("-c", "trailer.separators=:", "interpret-trailers", "--parse", stdin=raw.encode())
    assert len(seen.split("\n")) == len(trailers)


def test_three_megabytes_take_no_time() -> None:
    start = time.perf_counter()
    for unit in ("close ", "close:#", "a/", "a-", "- ", "\\", "#1", "a-by", "\n", " close a/a/a"):
        text = unit * (300_000 // len(unit))
        message("T", text, (OURS, ("Source", text)))
    assert time.perf_counter() - start < 15


@pytest.mark.parametrize(
    "words", ["[skip ci]", "[CI skip]", "[no ci]", "[skip actions]", "[actions skip]", "***NO_CI***"]
)
def test_no_words_of_a_note_skip_the_checks(words: str) -> None:
    text = message(f"News {words}", f"It says {words}.", [("Redline-Source", f"inbox/{words}.md")])
    assert words.lower() not in text.lower()
    assert parse(text.rpartition("\n\n")[2].strip()) == (("Redline-Source", f"inbox/{words}.md"),)


def test_nobody_is_called() -> None:
    text = message("For @everyone", "cc @jay, mail jay@example.org", [("Redline-Source", "by @jay")])
    assert "@everyone" not in text
    assert "@jay" not in text
    assert "jay@example.org" in text
