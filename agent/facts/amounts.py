"""Numbers of a text with their scale and unit, before ranges, lists, bounds and changes are read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from agent.facts.dressing import Amount, dressed, with_currency
from agent.facts.number_words import Blocked, word_amounts
from agent.facts.numerals import digits_value

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?: \d{3}){2,}(?! ?\d)|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,3}(?![A-Za-z\d]))?"
_DIGITS = re.compile(rf"(?<![A-Za-z0-9_.])(?P<currency>US\$|[$€£¥])?\s?(?P<number>{_NUMBER})", re.ASCII)
_EACH = re.compile(r"每\s?\Z|\b(?:per|every)\s\Z", re.IGNORECASE)
_MARKER = re.compile(r"(?:^|[\n;；:：。])\s*$")
_MARKED = re.compile(r"[.)](?:\s|$)|\)(?=[\u3400-\u9fff])|、(?!\s?\d)")
_SCALED = re.compile(r"(?<![A-Za-z0-9.])\d{1,6}(?:\.\d{1,4})?[kKMBTwW]\Z")


def find_amounts(text: str, blocked: Blocked) -> list[Amount]:
    """The amounts of a folded text in order, outside the spans that `blocked(start, end)` reports."""
    found = [*_digit_amounts(text, blocked), *word_amounts(text, blocked)]
    found.sort(key=lambda amount: (amount.start, -amount.end))
    kept: list[Amount] = []
    for amount in found:
        if not kept or amount.start >= kept[-1].end:
            kept.append(amount)
    return kept


def _digit_amounts(text: str, blocked: Blocked) -> Iterator[Amount]:
    for match in _DIGITS.finditer(text):
        start, end = match.span("number")
        if blocked(start, end) or _in_name(text, start):
            continue
        if end - start <= 2 and _MARKED.match(text, end) and _MARKER.search(text, max(0, start - 3), start):
            continue  # the number of a list item
        value, step = digits_value(match["number"])
        if value == 1.0 and _EACH.search(text, max(0, start - 6), start):
            continue  # `每 1 元`: what something is given for
        if start and text[start - 1] == "-" and _negative(text, start - 1):
            start, value = start - 1, -value
        amount = Amount(start, end, end, value, step)
        if match["currency"]:
            start = match.start("currency")
            yield with_currency(text, replace(amount, start=start), match["currency"])
        elif text.startswith("分之", end):
            continue
        else:
            yield dressed(text, amount)


def _in_name(text: str, start: int) -> bool:
    """Whether a hyphen ties the number to a name (`GPT-4`), so that it is part of that name; `1K-192K` is a range."""
    tied = start >= 2 and text[start - 1] == "-" and text[start - 2].isascii() and text[start - 2].isalpha()
    return tied and _SCALED.search(text, max(0, start - 12), start - 1) is None


def _negative(text: str, minus: int) -> bool:
    return minus == 0 or text[minus - 1] in " (（[：:，,|=为到至~"
