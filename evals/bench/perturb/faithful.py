"""Rules that reword a sentence and keep it true: quoted, reordered, converted, rounded, other numerals."""

from __future__ import annotations

import random
import re

from evals.bench.perturb.passages import Passage
from evals.bench.perturb.rule import COUNTED, NUMBER, WORDED, Rule, pick, put

_HAN = "零一二三四五六七八九十"


def quoted(passage: Passage, _draw: random.Random) -> str | None:
    """The sentence as it is."""
    return passage.sentence


def reordered(passage: Passage, _draw: random.Random) -> str | None:
    """The clauses of a sentence change places, where none begins with a word that ties it to the one before."""
    mark = "，" if "，" in passage.sentence else ", "
    body = passage.sentence.rstrip("。.！!")
    parts = body.split(mark)
    tied = (
        "which",
        "and",
        "but",
        "or",
        "where",
        "so",
        "while",
        "then",
        "that",
        "但",
        "而",
        "且",
        "并",
        "从而",
        "因此",
        "所以",
        "使",
        "其",
        "这",
        "它",
        "也",
        "还",
        "以",
        "则",
        "即",
        "再",
        "又",
    )
    if any(re.match(r"\s?\d", part) or re.search(r"\d{1,2}$|\d$", part) for part in parts):
        return None
    if (
        not 2 <= len(parts) <= 4
        or any(len(p) < 6 or p.strip().lower().startswith(tied) for p in parts)
        or re.search(r"[（(][^）)]*$", parts[0])
    ):
        return None
    return mark.join([*parts[1:], parts[0]]) + ("。" if mark == "，" else ".")


_CONVERSIONS = (("ms", "s", 0.001), ("毫秒", "秒", 0.001), ("GB", "MB", 1000.0), ("TB", "GB", 1000.0), ("MB", "KB", 1000.0), ("小时", "分钟", 60.0), ("hours", "minutes", 60.0), ("minutes", "seconds", 60.0), ("万", "", 10_000.0), ("亿", "万", 10_000.0), ("seconds", "ms", 1000.0))  # fmt: skip


def converted(passage: Passage, draw: random.Random) -> str | None:
    """A value is said in another unit."""
    options = []
    for old, new, factor in _CONVERSIONS:
        for match in re.finditer(
            r"(?<![A-Za-z\d.,/~-])(\d+(?:\.\d+)?)( ?)" + re.escape(old) + r"(?![A-Za-z0-9/一-鿿]|[-–~])",
            passage.sentence,
        ):
            if not re.search(r"[\d万亿]\s?(?:[-–~/、→]|到|至|to)\s?$", passage.sentence[: match.start()]):
                options.append((match, f"{float(match[1]) * factor:.12g}" + (match[2] + new if new else "")))
    if not options:
        return None
    match, new = draw.choice(options)
    return put(passage.sentence, match, new)


def rounded(passage: Passage, draw: random.Random) -> str | None:
    """A value is said with one decimal less, as "about"."""
    matches = [
        m
        for m in NUMBER.finditer(passage.sentence)
        if m[2] and len(m[2]) > 1 and float(m[0].replace(",", "")) >= 2
    ]
    matches = [m for m in matches if not re.search(r"[$£€¥:：]$", passage.sentence[: m.start()])]
    matches = [
        m
        for m in matches
        if not re.search(
            r"[-~–/→约<>≤≥=]\s?$|\d\s?[到至]\s?$|(?:about|over|under|than|least|to|v|version|[A-Z][A-Za-z]+)\s?$",
            passage.sentence[: m.start()],
        )
        and not re.match(r"\s?[-~–/→到至]", passage.sentence[m.end() :])
    ]
    match = pick(matches, draw)
    if match is None:
        return None
    value = float(match[0].replace(",", ""))
    new = f"{value:.{len(match[2]) - 2}f}"
    said = "约 " if re.search("[\u4e00-\u9fff]", passage.sentence) else "about "
    return put(passage.sentence, match, said + new)


def numerals(passage: Passage, draw: random.Random) -> str | None:
    """Small counts from digits to Chinese numerals and back."""
    matches = [
        m
        for m in COUNTED.finditer(passage.sentence)
        if not m[2].isascii()
        and 2 <= int(m[1]) <= 99
        and not re.search(r"第\s?$", passage.sentence[: m.start()])
    ]
    match = pick(matches, draw)
    if match is not None:
        return put(passage.sentence, match, _han(int(match[1])) + match[2])
    back = pick([m for m in WORDED.finditer(passage.sentence) if m[1]], draw)
    if back is None:
        return None
    value = 2 if back[1] == "两" else _HAN.index(back[1])
    return put(passage.sentence, back, f" {value} ")


def _han(value: int) -> str:
    if value == 2:
        return "两"
    tens, ones = divmod(value, 10)
    return ("" if tens == 0 else "十" if tens == 1 else _HAN[tens] + "十") + (
        _HAN[ones] if ones or not tens else ""
    )


FAITHFUL: dict[str, Rule] = {
    "quoted": quoted, "reordered": reordered, "converted": converted, "rounded": rounded, "numerals": numerals,
}  # fmt: skip
