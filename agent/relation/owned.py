"""Figures of a text with what each is said of: a note that gives one of them anew changes that one and no other.

`Metrics are kept for 13 months, logs for 30 days and traces for 7 days` says three things; `traces are now kept for 14
days` changes the last. What takes the place of a figure must be said of all that the figure is said of, and of nothing
that the document does not name there: what holds in another setting changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from agent.facts import Fact, facts
from agent.facts.claims import sentence_spans
from agent.facts.folding import has_han
from agent.facts.names import STOPWORDS, stem
from agent.gist import content, gist
from agent.gist.numbers import numbers_in
from agent.relation.said import Line
from agent.relation.signs import DOUBTED, PLAN
from agent.relation.turned import is_goal, moved, taken_back

_CUT = re.compile(
    r"[,;:](?=\s)|[，；、：。！？]|[.!?](?=\s|$)|\s[—–-]\s|[()（）\n]|\b(?:and|or|but|while|whereas|so|which)\b|以及|并且|[和与而]"
)
"""Where what a figure is said of may begin or end."""
_NOW = re.compile(
    r"\b(?:now|as of|since|from now on|effective)\b|现[在为已]|[起后](?=[，,：:\s])|[改升降提调增减放扩缩延涨跌][^，。；\n\d]{0,3}[至到为成]|"
    r"\b(?:raised|lowered|increased|decreased|reduced|extended|shortened|cut|bumped|changed|went|grew|rose|fell|dropped|shrank|moved)\b"
    r"[^,.;\n]{0,40}\bto\b",
    re.IGNORECASE,
)
"""That something is so from now on."""
_HEDGE = re.compile(
    r"(?:(?:约为?|大约|近|将近|左右)|\b(?:about|around|some|approximately|roughly|nearly|almost)\s|[~≈])\s?\Z",
    re.IGNORECASE,
)
_FRAME = frozenset(
    content(
        "now today currently new as since from of effective immediately is are was were be been has have had take takes "
        "taken run runs went grew rise rose rises fall fell falls drop drops dropped raise raised raises lower lowered reduce "
        "reduced increase increased decrease decreased extend extended shorten shortened cut bump bumped change changed move "
        "moved set goes gets stands reach reached again instead rather than previously formerly before old measured per each "
        "last this next week month year night morning yesterday monday tuesday wednesday thursday friday saturday sunday "
        "january february march april may june july august september october november december all every everywhere only just"
    )
)
_EVERYWHERE = re.compile(
    r"\b(?:in|on|at|for|across)\s(?:all|every|each)\s(?:of\s)?(?:the\s|our\s)?\w{2,20}|\beverywhere\b|[在]?(?:所有|全部|各)[\u4e00-\u9fff]{2,6}(?:中|上|里|都)?",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\s?([A-Za-zµ°%]{1,20}|[\u4e00-\u9fff])")
_LETTERS = frozenset("bcdefghjklmnopqrstuvwxyz")
"""Units of one letter: `12 t`. The stop words have what is left of `don't`."""
_ANOTHER = re.compile(r"\b(?:new|newer|another|other|different)\s\w|[新另](?!增)", re.IGNORECASE)
"""That a figure is that of another thing of the kind: `with the new tooling`."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LIGHT_HAN = frozenset(
    "不超过于低高需要大小的了和与及在是对为于并也而将被把这那其等从由自到至改升降提调增减放宽扩缩延长缩短起现已最多少上下限约近每个条张台次后前目今都所有全部日月年周天时"
)
"""Signs that say nothing of what a figure is said of."""
_SAID = 0.8
"""Share of the Chinese signs of what a figure is said of that a statement must have: it may word a part otherwise."""


@dataclass(frozen=True, slots=True)
class ValueTurn:
    """A figure of a line, `text[start:end]`, and what stands there then."""

    start: int
    end: int
    old: str
    new: str


@dataclass(frozen=True)
class Owned:
    """A figure with the words around it, up to where another thing is spoken of."""

    fact: Fact
    measure: str
    """What it measures or counts: figures of one measure compare."""
    start: int
    """With the hedge before it."""
    end: int
    around: str
    others: frozenset[str]
    """The other figures of those words."""
    sentence: str
    text: str
    """As it stands, with the hedge before it."""
    is_gone: bool
    """Whether it is the old one of a change: `from 30 to 45 days`, `instead of 30 days`."""
    first: bool
    """Whether it is the first figure of its sentence that is not."""

    @cached_property
    def words(self) -> frozenset[str]:
        unit = frozenset(content(self.fact.text))
        return frozenset(content(self.around)) - _FRAME - unit | self.others

    @cached_property
    def signs(self) -> frozenset[str]:
        return _signs(self.around.replace(self.fact.text, " "))


def values_turned(text: str, line: Line, *, about: str = "", signed: bool = True) -> tuple[ValueTurn, ...]:
    """The figures of a line of prose that a statement gives anew, in the order of the line.

    `about` is the title over the statement, which may name what it is said of. Where `signed`, the statement must say
    that they are so now, or name the old figure; once it has done so for one, the others of the same line follow.
    """
    if line.cells or line.code or DOUBTED.search(text) or PLAN.search(text):
        return ()
    if is_goal(text) and not is_goal(line.text):
        return ()
    mine = [one for one in owned(text) if not one.is_gone]
    theirs = owned(line.says)
    gone = taken_back(text)
    of_a_day = bool(gist(line.section.partition("\n")[0].rpartition(" / ")[2]).dates)
    known = frozenset(content(f"{line.section}\n{line.text}")) | _FRAME
    versions = gist(f"{about}\n{text}").versions
    pairs = [
        (_near(new, old), new, old)
        for old in theirs
        for new in mine
        # What was so stays so, unless it is said that it never was.
        if (
            not (of_a_day or _is_history(old.sentence))
            or (numbers_in(old.fact.text) & gone and not is_said_now(text))
        )
        and not _of_other_version(versions, line, old)
        and _takes_place(new, old, text, about, known)
    ]
    found = [
        (new, old)
        for near, new, old in pairs
        if new.fact.normal != old.fact.normal
        and all(near > other for other, a, b in pairs if (a is new) != (b is old))
    ]
    told = any(is_said_now(new.sentence) or numbers_in(old.fact.text) & gone for new, old in found)
    turns = (ValueTurn(old.start, old.end, old.text, new.text.strip()) for new, old in found)
    return tuple(turns) if told or not signed else ()


@lru_cache(maxsize=8_192)
def _is_history(sentence: str) -> bool:
    """Whether a sentence tells what was so on a day, or what took the place of what: that was so and stays so."""
    return any(fact.kind == "date" for fact in facts(sentence)) or bool(taken_back(sentence))


def _of_other_version(versions: frozenset[str], line: Line, old: Owned) -> bool:
    """Whether a statement is of another version than the line or the sentence of a figure: that has its own figures."""
    theirs = gist(old.sentence).versions | ({line.key.version} if line.key and line.key.version else set())
    return bool(versions and theirs) and not versions & theirs


def is_said_now(sentence: str) -> bool:
    """Whether a sentence says that something is so from now on, or has changed."""
    return bool(_NOW.search(sentence)) or moved(sentence)


@lru_cache(maxsize=8_192)
def owned(text: str) -> tuple[Owned, ...]:
    """The measured figures of a text; a bare number measures nothing."""
    found: list[Owned] = []
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        values = [
            fact
            for fact in facts(sentence)
            if fact.kind == "quantity" and fact.mode != "by" and _measure(fact, sentence)
        ]
        gone = taken_back(sentence)
        old = [fact for fact in values if _gives_way(fact, gone)]
        now = [fact for fact in values if fact not in old]
        for fact in values:
            left, right = _room(sentence, fact, values)
            hedge = _HEDGE.search(sentence[: fact.start])
            first = hedge.start() if hedge else fact.start
            around = sentence[left:right]
            others = frozenset(
                one.normal
                for one in values
                if one is not fact
                and left <= one.start < right
                and (one.group == -1 or one.group != fact.group)
            )
            found.append(
                Owned(
                    fact,
                    _measure(fact, sentence),
                    start + first,
                    start + _end(fact, sentence),
                    around,
                    others,
                    sentence,
                    sentence[first : _end(fact, sentence)],
                    fact in old,
                    fact in now[:1],
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
    counts = fact.dimension in ("", "count") and word and word[1].isascii()
    return word.end() if word and counts else fact.end


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
    return bool(set(content(rest)) - _FRAME) if not _HAN.search(rest) else bool(_signs(rest))


def _signs(text: str) -> frozenset[str]:
    return frozenset(_HAN.findall(text)) - _LIGHT_HAN


def _is_like(new: Owned, old: Owned) -> bool:
    """Whether a figure can stand where another stands: of its measure and form; `38 分钟` is none of an English
    sentence. The document's own word for a bound stays before it."""
    if (new.measure, new.fact.form == "range") != (old.measure, old.fact.form == "range"):
        return False
    return has_han(new.text) == has_han(old.text) and new.fact.bound in ("", old.fact.bound)


def _takes_place(new: Owned, old: Owned, text: str, about: str, known: frozenset[str]) -> bool:
    """Whether a figure is said of all that another is said of, and of nothing that is not named there."""
    if not _is_like(new, old):
        return False
    if _corrects(new, old, text):
        return True
    said = frozenset(content(f"{about}\n{new.sentence}")) | {one.fact.normal for one in owned(text)}
    if not {word for word in old.words if not _HAN.match(word)} <= said:
        return False
    signs = _signs(f"{about}\n{new.sentence}")
    if old.signs and len(old.signs & signs) < _SAID * len(old.signs):
        return False
    return _near(new, old) > 0 and not _extra(new, known, old)


def _corrects(new: Owned, old: Owned, text: str) -> bool:
    """Whether a statement takes back the very figure, and says half of what it is said of."""
    if not numbers_in(old.fact.text) & taken_back(text):
        return False
    shared = len(new.words & old.words) + len(new.signs & old.signs)
    return shared >= 2 and 2 * shared >= len(old.words) + len(old.signs)


def _near(new: Owned, old: Owned) -> int:
    """Words and signs that both are said of; of two as near, the figure of the same unit."""
    shared = len(new.words & old.words) + len(new.signs & old.signs)
    return 2 * shared + (new.fact.unit == old.fact.unit) if shared else 0


def _extra(new: Owned, known: frozenset[str], old: Owned) -> set[str]:
    """What a figure is said of beyond what the line and its headings name."""
    around = _EVERYWHERE.sub(" ", new.around.replace(new.fact.text, " "))
    words = {word for word in content(around) if not _HAN.match(word)}
    for fact in facts(around):
        if fact.kind == "date":
            words -= set(content(fact.text))
    there = _signs(old.sentence) | {sign for word in known for sign in word}
    strange = _signs(around) - there
    if _ANOTHER.search(around) and not _ANOTHER.search(old.sentence):
        return {"another"}
    return (words - known) | (strange if len(strange) > 1 else set())
