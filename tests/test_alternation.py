"""Joined alternatives: the same matches at the same places as each way of joining them gives."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.alternation import any_of
from agent.imperatives import ENGLISH

_WORDS = sorted(set(re.findall(r"[A-Za-z']{2,}", "|".join(ENGLISH))))


@pytest.mark.parametrize(
    ("pattern", "led"),
    [
        ("add|write", "(?=[a])add|(?=[w])write"),
        ("(?:say|put) it", "(?=[ps])(?:say|put) it"),
        ("(?:please )?(?:add|put)", "(?=[ap])(?:please )?(?:add|put)"),
        (r"(?<![\w)] )(?:it ){0,2}now", r"(?=[in])(?<![\w)] )(?:it ){0,2}now"),
        ("e-?mail", "(?=[e])e-?mail"),
        ("-x", r"(?=[\-])-x"),
        (r"\bsay|[ab]c|a?|(?:x|\d)y", r"\bsay|[ab]c|a?|(?:x|\d)y"),
    ],
)
def test_any_of__looks_at_the_first_letter_where_it_can_be_told(pattern: str, led: str) -> None:
    assert any_of([pattern]) == led


_PLAIN = re.compile(rf"\b(?:{'|'.join(ENGLISH)})", re.IGNORECASE | re.MULTILINE)
_LED = re.compile(rf"\b(?:{any_of(ENGLISH)})", re.IGNORECASE | re.MULTILINE)


def _found(pattern: re.Pattern[str], text: str) -> tuple[int, int] | None:
    match = pattern.search(text)
    return match.span() if match else None


@given(st.lists(st.sampled_from(_WORDS), max_size=14).map(" ".join))
def test_any_of__finds_what_the_alternatives_find(text: str) -> None:
    assert _found(_LED, text) == _found(_PLAIN, text)
    assert _found(_LED, text.upper()) == _found(_PLAIN, text.upper())
