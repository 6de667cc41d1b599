"""What a short text is about and what it asserts, in forms that two wordings share.

The parts by which two texts are compared: primary things (works, repositories, issues), pages, versions,
numbers with the unit that changes their size, dates, names, and the remaining words. Two languages
share everything but the words.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest

from agent.entries.things import ids_in
from agent.facts.identifiers import find_identifiers
from agent.facts.names import STOPWORDS, stem
from agent.facts.urls import find_urls, page_of
from agent.language import language_of
from agent.markup import plain
from agent.tokens import tokens

Weight = Callable[[str], float]
"""How much a token tells, by its rarity; 1 for every token where nothing is known."""

_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.])(?<![A-Za-z][-_.])(?<![A-Za-z]\d[-_.])(?<![A-Za-z]\d\d[-_.])(?<![A-Za-z]\d\.\d[-_.])(?P<n>\d[\d,]*(?:\.\d+)?)\+?\s?"
    r"(?P<unit>%|‰|percent\b|百分点|×|[xX](?![A-Za-z0-9])|倍|万亿|亿|万|千|"
    r"(?:billion|million|thousand|trillion)\b|[kKMBGT](?![A-Za-z])|★|⭐)?",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s?[-–~～/到至]\s?")
"""Between two figures of which only the last bears the unit: `30-50%`, `17/29ms`."""
_PART = re.compile(
    r"[(（](?P<bracket>[一二三四五六七八九十]{1,3}|[上中下])[)）]|第(?P<nth>[一二三四五六七八九十]{1,3})[章节篇部回期季讲课]"
)
_SIZES = {
    "万": Decimal(10) ** 4,
    "亿": Decimal(10) ** 8,
    "万亿": Decimal(10) ** 12,
    "千": Decimal(10) ** 3,
    "thousand": Decimal(10) ** 3,
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
    "k": Decimal(10) ** 3,
    "m": Decimal(10) ** 6,
    "b": Decimal(10) ** 9,
    "g": Decimal(10) ** 9,
    "t": Decimal(10) ** 12,
}
_SUFFIXES = {"%": "%", "percent": "%", "百分点": "%", "‰": "‰", "×": "×", "x": "×", "倍": "×"}
_DATE = re.compile(
    r"(?<![A-Za-z0-9_.])(?P<y>(?:19|20)\d{2})\s?(?:年|[-/.])\s?(?P<m>0?[1-9]|1[0-2])"
    r"(?:\s?(?:月|[-/.])\s?(?P<d>0?[1-9]|[12]\d|3[01])(?!\d)\s?日?|\s?月)?(?![\d.]|[-/]\d)"
)
_MONTHS = "january february march april may june july august september october november december".split()
_ENGLISH_DATE = re.compile(
    rf"\b(?P<m>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in _MONTHS)})\.?\s(?:(?P<d>\d{{1,2}}),?\s)?(?P<y>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9_.+#\-]*[A-Za-z0-9+#]")
_MARK = re.compile(r"(?a:[\w.\-]*)\d(?a:[\w.\-%]*)")
_FUNCTION_HAN = re.compile(r"[的了和与及在是对为于并也而将被把这那其等]")
_NEGATION = re.compile(
    r"不|未|没有|并非|移除|弃用|取消|下线|"
    r"\b(?:not|no longer|never|cannot|removed?s?|drops?|dropped|deprecated?s?|discontinued?)\b|n't\b",
    re.IGNORECASE,
)
_NOT_NEGATION = re.compile(
    r"不同|不仅|不只|不断|不少|不但|不过|不到|不足|不超过|无需|未来|不错|无论|不等|not only", re.I
)
_LONG_NAME = 6
_MANY_DIGITS = 3
_YEAR = re.compile(r"(?:19|20)\d\d")
_STOP = STOPWORDS | frozenset(
    "new paper pdf arxiv code link source url github http https www com html has been via one two".split()
)


@dataclass(frozen=True, slots=True)
class Slot:
    """A number in its place: the token before and the token after it, and its unit."""

    value: str
    unit: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Gist:
    """See the module. Every set holds folded, normal forms."""

    ids: frozenset[str]
    pages: frozenset[str]
    versions: frozenset[str]
    numbers: frozenset[str]
    dates: frozenset[str]
    names: frozenset[str]
    words: frozenset[str]
    """Tokens without stop words, numbers and names."""
    slots: tuple[Slot, ...]
    marks: frozenset[tuple[str, int]]
    """Every run of signs with a digit in it, outside links, with how often it occurs: what a copy must keep."""
    negated: bool
    han: bool
    """Whether it is written in Chinese, as far as its letters tell."""

    @property
    def facts(self) -> frozenset[str]:
        """All that would make two statements differ if it differed."""
        return self.ids | self.versions | self.numbers | self.names

    @property
    def terms(self) -> frozenset[str]:
        """Words and names."""
        return self.words | self.names

    @property
    def latin(self) -> frozenset[str]:
        """Names and all other Latin words: where a name of the other language's text may be found."""
        return self.names | {word for word in self.words if word.isascii()}


def gist(text: str) -> Gist:
    """The gist of a short text, in one pass over each kind of thing."""
    text = unicodedata.normalize("NFKC", text)
    urls = find_urls(text)
    # An underscore joins words here and is lost as markup there.
    bare = plain(_blanked(text, [(url.start, url.end) for url in urls])).replace("_", " ")
    marks = [item for item in find_identifiers(bare, ()) if item.kind in {"version", "arxiv", "doi", "cve"}]
    # `V100`, `v2` are names of models and products as often as versions, and are kept as names.
    marks = [item for item in marks if item.kind != "version" or "." in item.normal]
    versions = frozenset(item.normal for item in marks if item.kind == "version")
    rest = _blanked(bare, [(item.start, item.end) for item in marks])
    dates = frozenset(_date(match) for pattern in (_DATE, _ENGLISH_DATE) for match in pattern.finditer(rest))
    rest = _ENGLISH_DATE.sub(" ", _DATE.sub(" ", rest))
    slots = (*_slots(rest), *_parts(rest))
    names = frozenset(_names(rest))
    return Gist(
        ids=frozenset(ids_in(text)),
        pages=frozenset(page_of(url.raw) for url in urls),
        versions=versions,
        numbers=frozenset(slot.value + slot.unit for slot in slots),
        dates=dates,
        names=names,
        words=frozenset(content(rest)) - names,
        slots=slots,
        marks=frozenset(Counter(mark.strip(".-") for mark in _MARK.findall(bare.casefold())).items()),
        negated=len(_NEGATION.findall(rest)) > len(_NOT_NEGATION.findall(rest)),
        han=_is_han(rest),
    )


def content(text: str) -> list[str]:
    """Search tokens, English ones stemmed, without stop words, function characters and bare numbers."""
    return [
        stem(token) if token.isascii() else token
        for token in tokens(_FUNCTION_HAN.sub(" ", text))
        if token not in _STOP and not token[0].isdecimal() and (len(token) > 1 or not token.isascii())
    ]


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], " "]
        at = end
    return "".join([*parts, text[at:]])


def _date(match: re.Match[str]) -> str:
    day = f"-{int(match['d']):02}" if match["d"] else ""
    month = match["m"].lower()
    number = int(month) if month.isdecimal() else [name[:3] for name in _MONTHS].index(month[:3]) + 1
    return f"{match['y']}-{number:02}{day}"


def _slots(text: str) -> Iterable[Slot]:
    matches = list(_NUMBER.finditer(text))
    for match, following in zip_longest(matches, matches[1:]):
        unit = (match["unit"] or "").lower()
        if not unit and following is not None and _RANGE.fullmatch(text, match.end(), following.start()):
            unit = (following["unit"] or "").lower()
        value = Decimal(match["n"].replace(",", "")) * _SIZES.get(unit, Decimal(1))
        before = content(text[max(0, match.start() - 40) : match.start()])
        after = content(text[match.end() : match.end() + 40])
        yield Slot(
            value=f"{value.normalize():f}",
            unit=_SUFFIXES.get(unit, ""),
            before=before[-1] if before else "",
            after=after[0] if after else "",
        )


def _names(text: str) -> Iterable[str]:
    """Latin words that are written as names: with capitals inside, digits, or before a title's colon.

    In a Chinese line every Latin word of three letters is a term that a translation would keep.
    """
    for line in text.split("\n"):
        words = _LATIN.findall(line)
        han = _is_han(line)
        shouted = sum(word.isupper() for word in words) * 2 > len(words) > 2
        lead = re.match(r"[\W_]*([A-Za-z][\w.+\-]*)\s*[:：]\s", line)
        if lead:
            yield stem(lead[1])
        for word in words:
            if word.casefold() in _STOP:
                continue
            if _is_name(word.capitalize() if shouted else word) or (han and len(word) > 2):
                yield stem(_singular(word))


def telling_name(name: str) -> bool:
    """Whether a folded name hardly stands for anything else: long, joined, or with a figure in it.

    `kv`, `gpu`, `llm`, `rlhf` are said of everything in a field, `f16` of every second row.
    """
    joined = "-" in name or "." in name or any(char.isdecimal() for char in name)
    return len(name) >= (_LONG_NAME if not joined else _LONG_NAME - 2)


def _singular(word: str) -> str:
    """`GPUs` is `GPU`."""
    return word[:-1] if len(word) > 2 and word[-1] == "s" and word[-2].isupper() else word


def _is_name(word: str) -> bool:
    has_digit = any(char.isdecimal() for char in word)
    inner = any(char.isupper() for char in re.sub(r"(?:^|[-_.])[A-Z]", "", word))
    acronym = len(word) > 1 and (word.isupper() or _singular(word).isupper())
    return has_digit or inner or acronym


def _is_han(text: str) -> bool:
    return language_of(text) == "zh"


def share(part: Iterable[str], whole: frozenset[str], weight: Weight | None = None) -> float:
    """The weighted share of `part` that lies in `whole`; 1 of nothing."""
    part = set(part)
    if weight is None:
        return sum(token in whole for token in part) / len(part) if part else 1.0
    total = sum(weight(token) for token in part)
    return sum(weight(token) for token in part if token in whole) / total if total else 1.0


def clashes(a: Sequence[Slot], b: Sequence[Slot]) -> list[tuple[Slot, Slot]]:
    """Numbers that stand in the same place in both and differ: same unit, same neighbours."""
    have_a, have_b = ({slot.value + slot.unit for slot in slots} for slots in (a, b))
    found: list[tuple[Slot, Slot]] = []
    for mine in a:
        if mine.value + mine.unit in have_b:
            continue
        for yours in b:
            if (
                yours.unit == mine.unit
                and yours.value + yours.unit not in have_a
                and _same_place(mine, yours)
            ):
                found.append((mine, yours))
                break
    return found


def _parts(text: str) -> Iterable[Slot]:
    """`（二）`, `第三篇`, `（下）`: which part of a series, in Chinese numerals."""
    for match in _PART.finditer(text):
        numeral = match["bracket"] or match["nth"]
        before = content(text[max(0, match.start() - 40) : match.start()])
        yield Slot(value=numeral, unit="#", before=before[-1] if before else "", after="")


def _same_place(a: Slot, b: Slot) -> bool:
    if a.before and a.after:
        return a.before == b.before and a.after == b.after
    return bool(a.before or a.after) and a.before == b.before and a.after == b.after


def telling(numbers: Iterable[str]) -> frozenset[str]:
    """Figures that two texts do not share by chance: of two digits with a unit or a fraction, or of three
    digits; no years."""
    return frozenset(value for value in numbers if _is_telling(value))


def _is_telling(value: str) -> bool:
    digits = sum(char.isdecimal() for char in value.strip("0."))
    if value.isdecimal():
        return len(value) >= _MANY_DIGITS and not _YEAR.fullmatch(value)
    return digits >= 2
