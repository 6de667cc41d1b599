"""What is known again, what is new in it, and what is something else."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.models import Credibility, Evidence, Increment, Point, Span
from agent.recall import EarlierProposal, Memory, Recalled, told

NIGHT = dt.date(2026, 10, 12)
LINES = (
    "Quokka 3.2 keeps 640 segments of its log in memory",
    "a restart of Quokka 3.2 takes 18 seconds with 640 segments",
)


def evidence(lines: tuple[str, ...], origin: str = "") -> tuple[Evidence, ...]:
    return tuple(
        Evidence(id=f"e{n}", span=Span(path="n.md", start=0, end=1), quote=line, distance=1, origin=origin)
        for n, line in enumerate(lines)
    )


def increment(*lines: str, title: str = "Quokka keeps its log in memory", url: str = "") -> Increment:
    body = tuple(Point(text=line) for line in lines)
    return Increment(
        id="new", number=1, title=title, urls=(url,) if url else (), body=body, credibility=Credibility(stars=3, reason=""),
    )  # fmt: skip


def recall(new: Increment, *, stand: str = "refused", origin: str = "", of: str = "") -> Recalled | None:
    known = EarlierProposal(
        increment="old", title="Quokka keeps its log in memory", night=NIGHT - dt.timedelta(days=3), stand=stand,  # type: ignore[arg-type]  # one of its words
        texts=LINES, evidence=evidence(LINES, of), urls=(of,) if of else (), reason="too small", who="Ann <a@b.c>",
    )  # fmt: skip
    texts = tuple(part.text for part in new.body if isinstance(part, Point))
    return Memory([known], night=NIGHT).recall(new, evidence(texts, origin))


def test_the_same_again__is_held() -> None:
    found = recall(increment(*LINES))
    assert found
    assert found.is_held
    assert "refused on 2026-10-09 by Ann: too small" in told(found, "en")
    assert "由 Ann 拒绝，理由：too small" in told(found, "zh")


@pytest.mark.parametrize(
    ("lines", "origin", "news"),
    [
        ((LINES[0], LINES[1].replace("18", "25")), "", "25 seconds"),
        (LINES, "https://forum.example/quokka", "source https://forum.example/quokka"),
        (LINES, "arxiv:2610.04444", "arxiv:2610.04444"),
    ],
)
def test_new_evidence__is_named(lines: tuple[str, ...], origin: str, news: str) -> None:
    found = recall(increment(*lines), origin=origin)
    assert found
    assert not found.is_held
    assert news in told(found, "en")
    assert "Refused on 2026-10-09 by Ann: too small." in told(found, "en")


def test_a_mirror_of_the_same_kind__is_no_new_evidence() -> None:
    found = recall(
        increment(*LINES, url="https://mirror.example/quokka"),
        origin="https://mirror.example/quokka",
        of="https://forum.example/quokka",
    )
    assert found
    assert found.is_held


def test_tonights_own_date__is_no_new_figure() -> None:
    found = recall(increment(*LINES, "noted on 2026-10-12 in the evening"))
    assert found
    assert found.is_held


@pytest.mark.parametrize(
    "new",
    [
        increment("Quokka 4.0 writes backups to tape in 90 minutes", title="Quokka 4.0 backs up to tape"),
        increment("Heron rebuilds a disk in 41 minutes", title="Heron rebuild"),
    ],
)
def test_something_else__is_not_recalled(new: Increment) -> None:
    assert recall(new) is None


def test_what_is_open__is_held_until_a_figure_changes() -> None:
    held = recall(increment(*LINES), stand="open", origin="https://forum.example/quokka")
    assert held
    assert held.is_held
    assert "kept on" in told(held, "en")
    changed = recall(increment(LINES[0], LINES[1].replace("18", "25")), stand="open")
    assert changed
    assert not changed.is_held


def test_what_is_open__does_not_hold_what_it_does_not_say() -> None:
    more = "Quokka 3.2 drops its support of tape libraries for good"
    assert recall(increment(*LINES, more), stand="open") is None


def test_a_long_reason__is_cut() -> None:
    found = recall(increment(*LINES))
    assert found
    long = found.model_copy(update={"remembered": found.remembered.model_copy(update={"reason": "x" * 5000})})
    assert len(told(long, "en")) < 500
