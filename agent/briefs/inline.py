"""Small grammar inside one line: brackets, separators, run-together lists, stars, labels."""

from __future__ import annotations

import re
from collections.abc import Callable

_OPENERS = {
    ")": "(（", "）": "(（", "]": "[", "】": "【", "」": "「", "』": "『", "》": "《", "”": "“",
}  # fmt: skip
_OPENING = frozenset("".join(_OPENERS.values()))
_STRAY = 8
"""Unclosed brackets that may lie between a matched pair."""
_STARS = re.compile(r"[★⭐☆🌟][★⭐☆🌟\ufe0f]*")
_FULL_STARS = re.compile("[★⭐🌟]")
_RATING = re.compile(r"([0-5])(?:\.0)?\s*(?:/\s*5|星|stars?)(?![0-9])", re.IGNORECASE)
_LINK = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)\)")
_LABEL_LIMIT = 120
_INLINE_LIMIT = 60
"""Most characters of a lead-in: on a line of its own, and before text on the same line."""
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿"
_HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}


def covered(text: str) -> list[bool]:
    """For each character, whether it lies inside matched brackets, straight quotes or a code span."""
    inside = [0] * (len(text) + 1)
    open_at: list[int] = []
    mark_at: dict[str, int] = {}
    for at, char in enumerate(text):
        if char in _OPENING:
            open_at.append(at)
        elif char in _OPENERS:
            _close(text, open_at, at, inside)
        elif char in '`"':
            if (start := mark_at.pop(char, None)) is None:
                mark_at[char] = at
            else:
                inside[start] += 1
                inside[at + 1] -= 1
    depth = 0
    flags: list[bool] = []
    for change in inside[:-1]:
        depth += change
        flags.append(depth > 0)
    return flags


def _close(text: str, open_at: list[int], at: int, inside: list[int]) -> None:
    """Match a closing bracket with the nearest opening one of its kind; what opened between is stray."""
    for back in range(len(open_at) - 1, max(-1, len(open_at) - 1 - _STRAY), -1):
        if text[open_at[back]] in _OPENERS[text[at]]:
            inside[open_at[back]] += 1
            inside[at + 1] -= 1
            del open_at[back:]
            return


def split_outside(text: str, separators: str) -> list[str]:
    """Split at a regex of separators, but never inside brackets, quotes or code; parts are stripped."""
    flags = covered(text)
    parts: list[str] = []
    start = 0
    for found in re.finditer(separators, text):
        if found.end() > found.start() and not any(flags[found.start() : found.end()]):
            parts.append(text[start : found.start()])
            start = found.end()
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def run_on_items(text: str) -> list[str] | None:
    """The items of a list run together on one line (`- a - b - c`), or None where it is no such list.

    A dash between digits (`30 - 50`) or inside brackets, quotes or code does not divide.
    """
    if not (opening := re.match(r"([-•●*])[ \t]+(?=\S)", text)):
        return None
    body = text[opening.end() :]
    mark = re.escape(opening[1])
    return split_outside(body, rf"(?<![0-9])[ \t]+{mark}[ \t]+(?=\S)|(?<=[0-9])[ \t]+{mark}[ \t]+(?![0-9\s])")


def run_on_numbers(text: str) -> tuple[str, list[str]]:
    """A text with `1. a 2. b 3. c` run into it, as what stands before and the items.

    The numbers must count from 1 and be at least two; otherwise the text comes back whole.
    """
    flags = covered(text)
    places: list[tuple[int, int]] = []
    for found in re.finditer(r"(?<!\S)(\d{1,2})[.、)][ \t]+(?=\S)", text):
        if int(found[1]) == len(places) + 1 and not flags[found.start()]:
            places.append((found.start(), found.end()))
    if len(places) < 2:
        return text, []
    ends = [start for start, _ in places[1:]] + [len(text)]
    items = [text[begin:end].strip() for (_, begin), end in zip(places, ends, strict=True)]
    return text[: places[0][0]].strip(), items


def stars(text: str) -> int | None:
    """How many of five stars a text gives (`★★★☆☆`, `⭐⭐⭐`, `4/5`), or None where it gives none."""
    if found := _STARS.search(text):
        return min(5, len(_FULL_STARS.findall(found[0])))
    if rating := _RATING.search(text):
        return int(rating[1])
    return None


def without_stars(text: str) -> str:
    """A text without its first run of stars or its rating, and without the separator after it."""
    found = _STARS.search(text) or _RATING.search(text)
    if found is None:
        return text.strip()
    rest = text[found.end() :].lstrip().lstrip("—–-:：·,，;；").lstrip()
    before = text[: found.start()].rstrip()
    return f"{before} {rest}".strip()


def tail_bracket(text: str) -> tuple[str, str]:
    """A text and the bracket that ends it (`标题（⭐⭐）` -> `标题`, `⭐⭐`); the second may be empty."""
    text = text.strip()
    if not text or text[-1] not in ")）":
        return text, ""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        if text[at] in ")）":
            depth += 1
        elif text[at] in "(（":
            depth -= 1
            if depth == 0:
                return text[:at].rstrip(), text[at + 1 : -1].strip()
    return text, ""


def number(text: str) -> int | None:
    """The number that `3`, `三`, `十二` or `⑫` writes, or None."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        return int(text)
    if len(text) == 1 and text in CIRCLED:
        return CIRCLED.index(text) + 1
    if not text or any(char not in _HAN_DIGITS and char != "十" for char in text):
        return None
    tens, ten, ones = text.partition("十")
    if not ten:
        return _HAN_DIGITS[text] if len(text) == 1 else None
    high = _HAN_DIGITS.get(tens, None if tens else 1)
    low = _HAN_DIGITS.get(ones, None if ones else 0)
    return None if high is None or low is None else high * 10 + low


def circled(value: int) -> str:
    """`③` for 3; beyond 50 the plain number."""
    return CIRCLED[value - 1] if 0 < value <= len(CIRCLED) else str(value)


def listed(text: str) -> list[str] | None:
    """The items of a text that is a list run together, with bullets or with numbers; else None."""
    if (items := run_on_items(text)) is not None:
        return items
    before, numbered = run_on_numbers(text)
    return numbered if numbered and not before else None


def unbold(text: str) -> str:
    """A text without the emphasis that wraps it whole."""
    text = text.strip()
    for mark in ("***", "**", "__"):
        inner = text[len(mark) : -len(mark)]
        if len(text) > 2 * len(mark) and text.startswith(mark) and text.endswith(mark) and mark not in inner:
            return inner.strip()
    return text


def label_of(text: str, *, known: Callable[[str], bool] = lambda _: False) -> tuple[str, str] | None:
    """A line's lead-in and what follows its colon, or None where it has none.

    `**来源**：x`, `**来源：** x` and `来源：x` are one. A full-width colon always ends a lead-in (short, and
    without a sentence mark); a half-width one only where it ends the line, where
    the lead-in is bold, or where it is one of the `known` (lower case).
    """
    bold = re.match(r"(\*\*|__)([^*_][^*]{0,200}?)(?:([：:])\1|\1[ \t]*([：:]))[ \t]*", text)
    if bold:
        return bold[2].strip(), text[bold.end() :].strip()
    flags = covered(text[:200])
    for at, char in enumerate(text[:200]):
        if char in "。；！？;!?" and not flags[at]:
            return None
        if char not in "：:" or flags[at]:
            continue
        head, rest = text[:at].strip(), text[at + 1 :]
        if char == "：" or not rest.strip() or (rest[0] in " \t" and known(head)):
            limit = _INLINE_LIMIT if rest.strip() else _LABEL_LIMIT
            return (head, rest.strip()) if 0 < len(head) <= limit else None
        if not rest.startswith("//") and known(head):
            return head, rest.strip()
    return None


def unlinked(text: str) -> str:
    """A text with Markdown links reduced to their words, and code marks taken off."""
    return _LINK.sub(r"\1", text).replace("`", "").strip()


def link_targets(text: str) -> list[str]:
    """The targets of a text's Markdown links."""
    return [found[2] for found in _LINK.finditer(text) if found[2]]
