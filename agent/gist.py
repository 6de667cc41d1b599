"""What a short text is about and what it asserts, in forms that two wordings share.

The parts by which two texts are compared: primary things (works, repositories, issues), pages, versions,
numbers with the unit that changes their size, dates, names, and the remaining words. Two languages
share everything but the words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from agent.entries.things import ids_in
from agent.facts.identifiers import find_identifiers
from agent.facts.urls import find_urls, page_of
from agent.markup import plain
from agent.tokens import CJK, tokens

Weight = Callable[[str], float]
"""How much a token tells, by its rarity; 1 for every token where nothing is known."""

_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.])(?<![A-Za-z][-_.])(?P<n>\d[\d,]*(?:\.\d+)?)\s?"
    r"(?P<unit>%|‰|percent\b|百分点|×|[xX](?![A-Za-z0-9])|倍|万亿|亿|万|千|"
    r"(?:billion|million|thousand|trillion)\b|[kKMBGT](?![A-Za-z])|★|⭐)?",
    re.IGNORECASE,
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
    r"(?<![\w.])(?P<y>(?:19|20)\d{2})\s?(?:年|[-/.])\s?(?P<m>0?[1-9]|1[0-2])"
    r"(?:\s?(?:月|[-/.])\s?(?P<d>0?[1-9]|[12]\d|3[01])(?!\d)\s?日?|\s?月)?(?![\d.]|[-/]\d)"
)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9_.+#\-]*[A-Za-z0-9+#]|[A-Z]")
_FUNCTION_HAN = re.compile(r"[的了和与及在是对为于并也而将被把这那其等]")
_HAN_RUN = re.compile(rf"[{CJK}]")
_NEGATION = re.compile(
    r"不再|不|未|无法|没有|并非|移除|弃用|取消|下线|停止|"
    r"\b(?:not|no longer|never|cannot|can't|without|removed?s?|drops?|dropped|deprecated?s?|discontinued?)\b|n't\b",
    re.IGNORECASE,
)
_NOT_NEGATION = re.compile(
    r"不同|不仅|不只|不断|不少|不但|不过|不到|不足|不超过|无需|未来|不错|无论|不等|not only", re.I
)
_STOP = frozenset(
    "a an and are as at be been being but by can could did do does for from had has have how i if in into is it its "
    "may more most of on one or our out over per s so such than that the their them then there these they this "
    "those through to under up us use used uses using via was we were what when where which while who will with "
    "within would you your also new now about after all any both each other some new paper pdf arxiv code link "
    "github http https www com html".split()
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
    negated: bool
    han: bool
    """Whether it is written in Chinese, as far as its letters tell."""

    @property
    def facts(self) -> frozenset[str]:
        """All that would make two statements differ if it differed."""
        return self.ids | self.versions | self.numbers | self.names


def gist(text: str) -> Gist:
    """The gist of a short text, in one pass over each kind of thing."""
    text = unicodedata.normalize("NFKC", text)
    urls = find_urls(text)
    bare = plain("\n".join(_blanked(text, [(url.start, url.end) for url in urls]).split("\n")))
    marks = [item for item in find_identifiers(bare, ()) if item.kind in {"version", "arxiv", "doi", "cve"}]
    # `V100`, `v2` are names of models and products as often as versions, and are kept as names.
    marks = [item for item in marks if item.kind != "version" or "." in item.normal]
    versions = frozenset(item.normal for item in marks if item.kind == "version")
    rest = _blanked(bare, [(item.start, item.end) for item in marks])
    dates = frozenset(_date(match) for match in _DATE.finditer(rest))
    rest = _DATE.sub(" ", rest)
    slots = tuple(_slots(rest))
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
        negated=len(_NEGATION.findall(rest)) > len(_NOT_NEGATION.findall(rest)),
        han=_is_han(rest),
    )


def content(text: str) -> list[str]:
    """Search tokens without stop words, function characters and bare numbers."""
    return [
        token
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
    return f"{match['y']}-{int(match['m']):02}{day}"


def _slots(text: str) -> Iterable[Slot]:
    for match in _NUMBER.finditer(text):
        unit = (match["unit"] or "").lower()
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
        lead = re.match(r"[\W_]*([A-Za-z][\w.+\-]*)\s*[:：]\s", line)
        if lead:
            yield lead[1].casefold()
        for word in words:
            if _is_name(word) or (han and len(word) > 2 and word.casefold() not in _STOP):
                yield _singular(word).casefold()


def _singular(word: str) -> str:
    """`GPUs` is `GPU`."""
    return word[:-1] if len(word) > 2 and word[-1] == "s" and word[-2].isupper() else word


def _is_name(word: str) -> bool:
    has_digit = any(char.isdecimal() for char in word)
    inner = any(char.isupper() for char in re.sub(r"(?:^|[-_.])[A-Z]", "", word))
    acronym = len(word) > 1 and (word.isupper() or _singular(word).isupper())
    return has_digit or inner or acronym


def _is_han(text: str) -> bool:
    letters = sum(char.isalpha() for char in text)
    return len(_HAN_RUN.findall(text)) * 4 >= letters > 0


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


def _same_place(a: Slot, b: Slot) -> bool:
    if a.before and a.after:
        return a.before == b.before and a.after == b.after
    return bool(a.before or a.after) and a.before == b.before and a.after == b.after
