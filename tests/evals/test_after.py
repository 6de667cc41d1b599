"""A night after the fact: what people made of it, and whether it was rightly sure."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from agent.cli import main
from agent.opening import open_workspace
from evals.after import Fate, Judged, Verdict, distance, in_words, verdict_on
from evals.intervals import wilson
from tests.conftest import DoneNight

NIGHT = dt.date(2026, 10, 12)


def judged(number: int, fate: Fate, **more: object) -> Judged:
    fields = {
        "night": NIGHT,
        "increment": str(number),
        "number": number,
        "title": f"thing {number}",
        "relation": "new",
        "section": "Engines",
        "fate": fate,
    }
    return Judged.model_validate(fields | more)


def verdict(*rows: Judged) -> Verdict:
    return Verdict(document="storage", nights=(NIGHT,), rows=rows)


def test_wilson__is_the_interval_of_the_tables() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 5)[0] == 0
    assert wilson(5, 5)[1] == pytest.approx(1)


def test_scales__say_that_too_few_decisions_tell_nothing() -> None:
    few = verdict(*(judged(n, "accepted", place_sure=n % 2 == 0) for n in range(6)))
    place = next(scale for scale in few.scales() if scale.name == "place")
    assert [one.name for one in place.bins] == ["a place not certain", "place certain"]
    assert not any(one.enough for one in place.bins)
    assert place.verdict().startswith("too few decisions")


def test_scales__a_scale_that_is_turned_round_is_misjudged() -> None:
    unsure = [judged(n, "accepted", place_sure=False) for n in range(30)]
    sure = [judged(n, "refused") for n in range(30, 60)]
    turned, right = verdict(*unsure, *sure), verdict(*(
        row.model_copy(update={"place_sure": not row.place_sure}) for row in (*unsure, *sure)
    ))  # fmt: skip
    assert "misjudged: place certain" in next(s for s in turned.scales() if s.name == "place").verdict()
    assert next(s for s in right.scales() if s.name == "place").verdict().startswith("borne out")


def test_misjudged__refused_though_sure_and_stood_though_in_doubt() -> None:
    rows = verdict(
        judged(1, "refused", stars=5, reason="not for us"),
        judged(2, "accepted", stars=5),
        judged(3, "accepted", stars=2),
        judged(4, "refused", doubtful=1),
        judged(5, "open", stars=1),
    )
    assert [row.number for row in rows.misjudged()] == [1, 3]
    assert "thing 1: refused though nothing was in doubt: not for us" in in_words(rows)


def test_shares__what_was_edited_did_not_stand_and_what_is_open_counts_nowhere() -> None:
    rows = verdict(judged(1, "accepted"), judged(2, "edited", distance=0.25), judged(3, "open"))
    share = rows.shares(lambda row: (row.relation,))["new"]
    assert (share.right, share.of) == (1, 2)
    assert "edits changed 25% of the words" in in_words(rows)


def test_distance__counts_words_and_han_characters() -> None:
    assert distance("one two three four", "one two three four") == 0
    assert distance("one two three four", "one two three five") == 0.25
    assert distance("石磨发布", "石磨更新") == 0.5


def test_verdict__of_a_night_that_waits_says_that_nothing_is_decided(done_night: DoneNight) -> None:
    repository, settings = open_workspace(done_night.folder.root)
    made = verdict_on(repository, settings, None, None)
    assert made.rows
    assert {row.fate for row in made.rows} == {"open"}
    assert all(row.stars is not None for row in made.rows if row.relation != "condense")
    assert "Nothing is decided yet" in in_words(made)


def test_command__a_night_that_there_was_not_and_no_night_at_all(
    done_night: DoneNight, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(done_night.folder.root)
    assert main(["eval", "night", "2020-01-01"]) != 0
    assert "No night of 2020-01-01" in capsys.readouterr().err
    assert main(["eval", "night", "--all", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["counts"]["accepted"] == 0
    assert told["document"] == "storage"
