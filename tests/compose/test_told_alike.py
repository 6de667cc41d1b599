"""Which statements are in nearly the same words: found by their rarest terms, none of them lost."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from agent.compose.rivals import _alike, _told_alike

TERMS = st.frozensets(st.sampled_from("abcdefghij"), min_size=1, max_size=8)


@given(st.lists(st.lists(TERMS, max_size=3), max_size=7))
def test_the_pairs_are_those_that_comparing_all_with_all_finds(told: list[list[frozenset[str]]]) -> None:
    every = {
        (a, b)
        for a, b in combinations(range(len(told)), 2)
        if any(_alike(one, other) for one in told[a] for other in told[b])
    }
    assert _told_alike(told) == every
