"""Of a long source a brief tells what brings most, in the source's order, within what is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.compose.keypoints import MOST_POINTS, MOST_SIGNS, key_points
from agent.models import Point, Table

FILLER = "It was a long way until the team saw what it had to do, and the reader is told all of it. " * 3


def point(text: str, label: str = "") -> Point:
    return Point(text=text, label=label)


def texts(parts: tuple[Point | Table, ...]) -> list[str]:
    return [part.text for part in parts if isinstance(part, Point)]


def test_few_and_short_points__are_all_told() -> None:
    parts = [point(f"Quoll serves {users} users.") for users in range(10, 10 + MOST_POINTS)]
    assert key_points(parts) == tuple(parts)


def test_of_a_long_article__what_brings_figures_is_told_wherever_it_stands() -> None:
    crux = "Quoll keeps 8.19 GiB a request at 512K tokens, 180x less than before."
    late = "Trimming makes every turn prefill 4.1 times as much."
    lead = "Quoll is an engine for long documents."
    parts = [point(lead), *[point(f"{FILLER} ({number})") for number in range(60)], point(crux), point(late)]
    told = texts(key_points(parts))
    assert told[0] == lead
    assert crux in told
    assert late in told
    assert len(told) <= MOST_POINTS


def test_what_a_point_says_again__is_told_once() -> None:
    parts = [point(f"In run {FILLER} Quoll took 43.1 s.") for _ in range(40)]
    parts.append(point("Quoll took 12.5 s with the cache."))
    told = texts(key_points(parts))
    assert len(told) < 5
    assert told[-1] == "Quoll took 12.5 s with the cache."


def test_tables__stay() -> None:
    table = Table(header=("engine", "users"), rows=(("Quoll", "43"),))
    parts = [table, *[point(FILLER * 2) for _ in range(20)]]
    assert table in key_points(parts)


@given(st.lists(st.text(min_size=1, max_size=900), min_size=1, max_size=40))
def test_what_is_told__is_the_source_s_in_its_order_within_the_limits(said: list[str]) -> None:
    parts = [point(text) for text in said]
    told = key_points(parts)
    left = iter(parts)
    assert all(any(one is part for part in left) for one in told)
    assert told
    if len(told) < len(parts):
        assert len(told) <= MOST_POINTS
        assert sum(len(one) for one in texts(told)[1:]) <= MOST_SIGNS
