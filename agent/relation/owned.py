"""Figures of a text, each with the words that say of what it is.

`Metrics are kept for 13 months, logs for 30 days and traces for 7 days` says three things.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from agent.facts import Fact, facts
from agent.facts.claims import sentence_spans
from agent.facts.names import STOPWORDS, stem
from agent.gist import content
from agent.gist.numbers import numbers_in
from agent.relation.turned import moved, taken_back

_CUT = re.compile(
    r"[,;:](?=\s)|[，；、：。！？]|[.!?](?=\s|$)|\s[—–-]\s|[()（）\n]|\b(?:and|or|but|while|whereas|so|which)\b|以及|并且|[和与而]"
)
"""Where what a figure is said of may begin or end."""
_NOW = re.compile(
    r"\b(?:now|as of|since|from now on|effective)\b|现[在为已]|[起后](?=[，,：:\s])|[改升降提调增减放扩缩延涨跌][^，。；\n\d]{0,3}[至到为成]|"
    r"\b(?:goes?|rises?|comes) (?:up|down) to\b|"
    r"\b(?:raised|lowered|increased|decreased|reduced|extended|shortened|cut|bumped|changed|went|grew|rose|fell|dropped|shrank|moved)\b"
    r"[^,.;\n]{0,40}\bto\b",
    re.IGNORECASE,
)
"""That something is so from now on."""
_HEDGE = re.compile(
    r"(?:(?:约为?|大约|近|将近|左右)|\b(?:about|around|some|approximately|roughly|nearly|almost)\s|[~≈])\s?\Z",
    re.IGNORECASE,
)
FRAME = frozenset(
    content(
        "now today currently new as since from of effective immediately is are was were be been has have had take takes "
        "taken run runs went grew rise rose rises fall fell falls drop drops dropped raise raised raises lower lowered reduce "
        "reduced increase increased decrease decreased extend extended shorten shortened cut bump bumped change changed move "
        "moved set goes gets stands reach reached again instead rather than previously formerly before old measured per each "
        "last this next week month year night morning yesterday monday tuesday wednesday thursday friday saturday sunday "
        "january february march april may june july august september october november december all every everywhere only just"
    )
)
"""Words around a figure that set no condition to it."""
_REACHES = re.compile(
    r"\b(?:goes|go|went|rises?|rose|moves?|moved|comes|came|(?:is|are|was|were) (?:put|brought))\s(?:up|down)\sto\s\Z",
    re.IGNORECASE,
)
"""Before a figure that is reached: there `up to` is no bound."""
_COUNTED = re.compile(r"\s?([A-Za-zµ°%]{1,20}|[\u4e00-\u9fff])")
_LETTERS = frozenset("bcdefghjklmnopqrstuvwxyz")
"""Units of one letter: `12 t`. The stop words have what is left of `don't`."""
_WAS = re.compile(
    r"[(（]\s?(?:此前|之前|先前|原[来先]?|曾|以前|(?:was|were|previously|formerly|before|earlier|(?:up |down )?from|instead of|not)\b)"
    r"[^()（）\n]{1,200}[)）]",
    re.IGNORECASE,
)
"""Brackets in which all figures are old ones."""
_RECURS = re.compile(r"(?:\b(?:every|each|per)\s|每隔?)\s?\Z", re.IGNORECASE)
"""Before a figure that is an interval and no length."""
_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LIGHT_HAN = frozenset(
    "不超过于低高需要大小的了和与及在是对为于并也而将被把这那其等从由自到至改升降提调增减放宽扩缩延长缩短起现已最多少上下限约近每个条张台次后前目今都所有全部日月年周天时"
)
"""Signs that say nothing of what a figure is said of."""


@dataclass(frozen=True)
class Owned:
    """A figure with the words around it, up to where another thing is spoken of."""

    fact: Fact
    measure: str
    """What it measures or counts: figures of one measure compare."""
    bound: str
    """Whether it is a bound: `at most`."""
    recurs: bool
    """Whether it is an interval: `every 10 minutes`."""
    is_change: bool
    """Whether it is an amount of change: `rose by 30%`; a multiple is one of itself."""
    start: int
    """With the hedge before it."""
    end: int
    text: str
    """As it stands, with the hedge before it."""
    around: str
    """The words around it, and itself."""
    sentence: str
    is_gone: bool
    """Whether it is the old one of a change: `from 30 to 45 days`, `instead of 30 days`."""
    first: bool
    """Whether it is the first figure of its sentence that is not."""

    @cached_property
    def beside(self) -> str:
        """The words around it without itself and without days."""
        rest = self.around.replace(self.fact.text, " ")
        for fact in facts(rest):
            if fact.kind == "date":
                rest = rest.replace(fact.text, " ")
        return rest

    @cached_property
    def words(self) -> frozenset[str]:
        """What it is said of, in words of Latin letters."""
        return frozenset(word for word in content(self.beside) if word.isascii()) - FRAME

    @cached_property
    def signs(self) -> frozenset[str]:
        """What it is said of, in Chinese signs."""
        return signs_of(self.beside)

    @cached_property
    def digits(self) -> frozenset[str]:
        """The other figures of those words, which are conditions: `batch 8`."""
        return digits_of(self.beside)


def signs_of(text: str) -> frozenset[str]:
    """The Chinese signs of a text that say something of what a figure is said of."""
    return frozenset(_HAN.findall(text)) - _LIGHT_HAN


def digits_of(text: str) -> frozenset[str]:
    """The figures of a text without their units."""
    return frozenset(found.replace(",", "") for found in _DIGITS.findall(text))


@lru_cache(maxsize=8_192)
def is_said_now(sentence: str) -> bool:
    """Whether a sentence says that something is so from now on, or has changed."""
    return bool(_NOW.search(sentence)) or moved(sentence)


@lru_cache(maxsize=8_192)
def owned(text: str) -> tuple[Owned, ...]:
    """The measured figures of a text; a bare number measures nothing."""
    found: list[Owned] = []
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        values = [fact for fact in facts(sentence) if fact.kind == "quantity" and _measure(fact, sentence)]
        gone = taken_back(sentence)
        asides = [aside.span() for aside in _WAS.finditer(sentence)]
        old = [
            fact for fact in values if _gives_way(fact, gone) or any(a < fact.start < b for a, b in asides)
        ]
        now = [fact for fact in values if fact not in old]
        for fact in values:
            left, right = _room(sentence, fact, values)
            hedge = _HEDGE.search(sentence[: fact.start])
            first = hedge.start() if hedge else fact.start
            found.append(
                Owned(
                    fact=fact,
                    measure=_measure(fact, sentence),
                    is_change=fact.mode == "by" and fact.dimension != "times",
                    bound="" if _REACHES.search(sentence[: fact.start]) else fact.bound,
                    recurs=bool(_RECURS.search(sentence[:first])),
                    start=start + first,
                    end=start + _end(fact, sentence),
                    text=sentence[first : _end(fact, sentence)],
                    around=sentence[left:right],
                    sentence=sentence,
                    is_gone=fact in old,
                    first=fact in now[:1],
                )
            )
    return tuple(found)


def _measure(fact: Fact, sentence: str) -> str:
    """The dimension of a figure, or the word behind it by which it counts; a bare number measures nothing."""
    if fact.dimension and fact.dimension != "count":
        return fact.dimension
    word = _COUNTED.match(sentence, fact.end)
    counted = (fact.unit or (word[1] if word else "")).casefold()
    return "" if counted in STOPWORDS - _LETTERS else stem(counted)


def _end(fact: Fact, sentence: str) -> int:
    """Where a figure ends, with the word of what it counts behind it."""
    word = _COUNTED.match(sentence, fact.end)
    return word.end() if word and fact.dimension in ("", "count") else fact.end


def _gives_way(fact: Fact, gone: frozenset[str]) -> bool:
    return (fact.form == "series" and fact.place == 0) or bool(numbers_in(fact.text) & gone)


def _room(sentence: str, fact: Fact, values: Sequence[Fact]) -> tuple[int, int]:
    """Where the words around a figure begin and end; where it has none there, those before it are its own."""
    cuts = [
        (found.start(), found.end())
        for found in _CUT.finditer(sentence)
        if not any(one.start <= found.start() < one.end for one in values)
    ]
    left = max((end for _, end in cuts if end <= fact.start), default=0)
    right = min((start for start, _ in cuts if start >= fact.end), default=len(sentence))
    while left and not _says_of_what(sentence[left:right], fact):
        left = max((end for _, end in cuts if end < left), default=0)
    return left, right


def _says_of_what(around: str, fact: Fact) -> bool:
    rest = around.replace(fact.text, " ")
    return bool(set(content(rest)) - FRAME) if not _HAN.search(rest) else bool(signs_of(rest))
