"""What a question asks: its terms, what kind of thing the answer is, and which passages may give it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from agent.ask.intents import (
    contributors_in,
    expected_of,
    focus_spans,
    intent_of,
    sections_in,
    since_of,
    turn_spans,
)
from agent.ask.lexicon import forms_of
from agent.ask.model import Filters, Question, Term, TermKind
from agent.ask.surface import folded, has_han, stems
from agent.facts.folding import folded as same_length
from agent.facts.names import STOPWORDS
from agent.facts.reading import Reading, read
from agent.language import language_of
from agent.tokens import CJK

_ASKING = frozenset(
    "tell please give list show find know regard regarding concerning exactly currently name much many anything something "
    "new compare compared versus difference differences between since new disagree disagreement conflict conflicting who whose "
    "actually instead let based take taken made make makes call get gets got go see seen look looks say said saying tells "
    "note notes noted inbox source sources according per ever yet already one ones come comes came put well good different "
    "differ differs contradict contradicts contradictory reject rejected refuse refused decline declined word wording"
    " do we our us kind sort regarding respectively apiece altogether".split()
)
"""Words of asking, beside the stop words: no passage need hold them."""
_ASKING_ZH = re.compile(
    r"什么时候|可不可以|需不需要|告诉我|是多少|为多少|有多少|是什么|为什么|怎么样|有没有|能不能|的时候|不一致|请问|多少|什么|怎样|怎么|如何|何时|"
    r"哪一?[个些种家篇条款项天年月类位次代份]?|是否|以及|并且|而且|但是|或者|还是|还有|关于|对于|根据|按照|其中|分别|各自|里面?|中间?|上面|下面|之间|之后|之前|"
    r"以来|以后|当中|这个?|那个?|它们?|他们?|我们|你们|能够?|可以?|应该|没有?|用来|用于|多大|多长|多快|多高|说法|谈到|提到|写到|记录|数字|大概|大约|左右|"
    r"具体|一个|一种|一下|一次|一共|两个|两种|三个|有关|相关|来源|笔记|分歧|矛盾|冲突|出入|区别|比较|对比|多久|谁|几[个种条项篇家款倍次轮层天年月位]?|吗|呢|吧|"
    r"啊|按|各|时|后|前|把|被|让|将|由|从|到|向|对|在|于|是|为|有|了|着|过|的|地|得|和|与|跟|及|或|也|都|就|才|又|再|很|最|更|该|此|其|所|以|"
    r"并|而|且|但|会|要|不|来|去|做|用|给|比|说|讲|写|约|个|种|条|项|款|篇|次|家|位|倍|称|叫|新"
)
"""Words of asking and of grammar, the longest first."""
_JOINED = re.compile(r"(?<![\w-])([A-Z][A-Za-z]+)[ -](\d+(?:\.\d+)*[A-Za-z]?)(?![\w-]|\.\d)")
"""A name with its number: `GLM 5.3`."""
_LATIN = re.compile(r"[A-Za-zÀ-ɏ0-9][A-Za-zÀ-ɏ0-9._+\-]*")
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_HAN_RUN = re.compile(f"[{CJK}]+")
_COUNTED = re.compile(r"(?:多少|几)[个种条项]?$")
"""After this even a single character is a word: `多少层`."""
_MOST_WORDS = 4
"""Words of the longest phrase that is looked up as one."""
_MOST_HAN = 8
_MOST_TERMS = 60
_LONGEST_QUESTION = 2_000
_LEADING = re.compile(r"(?<=\s)[A-Z]\w*\s$")
"""`and Command A+`: a word of the name that the lexicon took for itself."""
_THAN = re.compile(r"\b(?:than|versus|against|vs|to|with)\b|[比对]", re.IGNORECASE)
_AND = re.compile(
    r",?\s+(?:and|or|vs\.?|versus|than|against|with|to)\s+(?:(?:in|on|for|of|at|with|by|from)\s+)?|\s*(?:和|与|跟|还是|以及|、|及|比|对|，|,|vs\.?)\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Placed:
    start: int
    end: int
    term: Term


def understand(
    text: str,
    *,
    contributors: Sequence[str] = (),
    filters: Filters | None = None,
    asked_on: dt.date | None = None,
) -> Question:
    """A question understood; `asked_on` is the day against which `last week` is resolved.

    `contributors` are the names that may be meant as such; `filters` go before what the question says itself.
    """
    asked = text[:_LONGEST_QUESTION].strip()
    plain = same_length(asked)
    reading = read(plain, date=asked_on)
    intent = intent_of(plain)
    since, since_span = since_of(plain, reading, intent)
    named, named_spans = contributors_in(plain, contributors)
    sections, section_spans = sections_in(plain)
    hidden = [*named_spans, *turn_spans(plain, intent), *section_spans, *([since_span] if since_span else [])]
    placed = _terms(plain, reading, hidden, intent_is_fact=intent == "fact")
    expected, dimensions = expected_of(plain)
    placed = _focused(placed, focus_spans(plain))
    placed, sides = _sided(plain, _joined(plain, placed), words_too=intent == "compare")
    own = Filters(contributors=named, since=since, sections=sections)
    return Question(
        text=text[:_LONGEST_QUESTION],
        resolved=asked,
        language=language_of(asked) or ("zh" if has_han(asked) else "en"),
        intent=intent,
        terms=_once(entry.term for entry in placed)[:_MOST_TERMS],
        expected=expected,
        dimensions=dimensions,
        sides=sides,
        filters=filters.over(own) if filters else own,
    )


def _once(terms: Iterable[Term]) -> tuple[Term, ...]:
    kept: dict[tuple[TermKind, tuple[str, ...]], Term] = {}
    for term in terms:
        key = (term.kind, term.forms)
        if key not in kept or (term.focus and not kept[key].focus):
            kept[key] = term
    return tuple(kept.values())


def _terms(
    plain: str, reading: Reading, hidden: list[tuple[int, int]], *, intent_is_fact: bool
) -> list[_Placed]:
    taken = list(hidden)
    placed: list[_Placed] = []

    def add(start: int, end: int, term: Term) -> None:
        if not any(a < end and start < b for a, b in taken):
            taken.append((start, end))
            placed.append(_Placed(start, end, term))

    for found in reading.identifiers:
        kind: TermKind = "version" if found.kind == "version" else "id"
        form = found.normal.removeprefix("v") if kind == "version" else found.normal.lower()
        if kind == "version" and "." not in form:
            continue  # `V2` and `v1` are as often names
        add(found.start, found.end, Term(kind=kind, text=plain[found.start : found.end], forms=(form,)))
    for day in reading.dates:
        span = (day.first.toordinal(), day.last.toordinal())
        words = plain[day.start : day.end]
        add(day.start, day.end, Term(kind="date", text=words, forms=(folded(words),), days=span))
    for joined in _JOINED.finditer(plain):
        name, number = joined[1].lower(), joined[2].lower()
        if name not in STOPWORDS and name not in _ASKING:
            forms = (f"{name} {number}", f"{name}{number}")
            add(joined.start(), joined.end(), Term(kind="name", text=joined[0], forms=forms))
    for phrase in _phrases(plain):
        add(*phrase)
    for fact in reading.quantities:
        figures = tuple(_FIGURE.findall(folded(fact.text)))
        if figures:
            add(
                fact.start,
                fact.end,
                Term(
                    kind="number" if intent_is_fact else "word",
                    text=fact.text,
                    forms=(figures[0], folded(fact.text).strip()),
                ),
            )
    for word in _LATIN.finditer(plain):
        term = _word(word[0].rstrip("._-"), first=word.start() == 0, english=not has_han(plain))
        if term is not None:
            add(word.start(), word.start() + len(term.text), term)
    for run in _HAN_RUN.finditer(plain):
        for start, end in _pieces(plain, run.start(), run.end(), taken):
            add(start, end, Term(kind="word", text=plain[start:end], forms=(plain[start:end],)))
    return sorted(placed, key=lambda entry: entry.start)


def _phrases(plain: str) -> Iterable[tuple[int, int, Term]]:
    """What the lexicon knows, the longest first at each place."""
    words = list(_LATIN.finditer(plain))
    known = _by_stems()
    low = plain.lower()
    for at, word in enumerate(words):
        for count in range(min(_MOST_WORDS, len(words) - at), 0, -1):
            start, end = word.start(), words[at + count - 1].end()
            stretch = plain[start:end].rstrip("._-")
            if _has_gap(stretch):
                continue
            low_form = folded(stretch)
            form = low_form if low_form in forms_of() else known.get(stems(low_form).strip())
            if form is not None and stretch.lower() not in STOPWORDS | _ASKING:
                weak, forms = forms_of()[form]
                named = start > 0 and stretch.istitle() and not has_han(plain)
                yield start, start + len(stretch), _concept(stretch, forms, weak=weak, named=named)
    if not has_han(plain):
        return
    for at in range(len(low)):
        counted = _COUNTED.search(low, max(0, at - 4), at) is not None
        for length in range(min(_MOST_HAN, len(low) - at), 0 if counted else 1, -1):
            stretch = low[at : at + length]
            if not has_han(stretch[0]) and not has_han(stretch[-1]):
                continue
            form = "".join(stretch.split())
            if form in forms_of() and has_han(form):
                weak, forms = forms_of()[form]
                yield at, at + length, _concept(plain[at : at + length], forms, weak=weak)
                break


def _has_gap(stretch: str) -> bool:
    return any(mark in stretch for mark in ",;:?!()，。；：？！（）/")


@cache
def _by_stems() -> dict[str, str]:
    return {stems(form).strip(): form for form in reversed(list(forms_of())) if not has_han(form)}


def _concept(text: str, forms: tuple[str, ...], *, weak: bool, named: bool = False) -> Term:
    """A word of the lexicon with all that may stand for it; capitalised within a sentence it is part of a name."""
    kind: TermKind = "name" if named else "type" if weak else "word"
    return Term(kind=kind, text=text.strip(), forms=tuple(dict.fromkeys((folded(text.strip()), *forms))))


def _word(text: str, *, first: bool, english: bool) -> Term | None:
    low = text.lower()
    if not text or low in STOPWORDS or low in _ASKING or (len(low) == 1 and not text.isdigit()):
        return None
    if text.isdigit():
        return Term(kind="number", text=text, forms=(low,))
    coded = any(char.isdigit() for char in text) or any(char.isupper() for char in text[1:])
    capital = text[0].isupper() and not first
    if coded or capital or not english:
        return Term(kind="name", text=text, forms=_spellings(low))
    return Term(kind="word", text=text, forms=_spellings(low))


def _spellings(low: str) -> tuple[str, ...]:
    """A compound as its parts too, which is how it is compared."""
    return (folded(low),)


def _pieces(plain: str, start: int, end: int, taken: list[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """Stretches of a Chinese run that are neither taken nor words of asking, of two characters at least."""
    free = [not any(a <= at < b for a, b in taken) for at in range(start, end)]
    for match in _ASKING_ZH.finditer(plain, start, end):
        for at in range(match.start(), match.end()):
            free[at - start] = False
    begin: int | None = None
    for at, open_ in enumerate([*free, False]):
        if open_ and begin is None:
            begin = at
        elif not open_ and begin is not None:
            if at - begin >= 2:
                yield start + begin, start + at
            begin = None


def _focused(placed: list[_Placed], spans: Sequence[tuple[int, int]]) -> list[_Placed]:
    """Mark what is asked for: of a stretch that names it the last word, or the one before a word of no weight."""
    asked: set[int] = set()
    for start, end in spans:
        inside = [at for at, entry in enumerate(placed) if start <= entry.start and entry.end <= end]
        words = [at for at in inside[-2:] if placed[at].term.kind in ("word", "name")]
        asked.update(words[-1:])
    return [
        _Placed(entry.start, entry.end, entry.term.model_copy(update={"focus": True}))
        if at in asked
        else entry
        for at, entry in enumerate(placed)
    ]


def _joined(plain: str, placed: list[_Placed]) -> list[_Placed]:
    """Mark words that stand side by side: `training cost` is not any cost beside any training."""
    told = placed[:1]
    for before, entry in pairwise(placed):
        both = before.term.kind == entry.term.kind == "word"
        if both and plain[before.end : entry.start].strip() in ("", "的"):
            entry = _Placed(entry.start, entry.end, entry.term.model_copy(update={"joined": True}))
        told.append(entry)
    return told


def _sided(plain: str, placed: list[_Placed], *, words_too: bool) -> tuple[list[_Placed], int]:
    """Number the names that stand side by side (`A and B`, `A 和 B`): a question about each of them."""
    names = [at for at, entry in enumerate(placed) if _may_be_a_side(entry.term, words_too=words_too)]
    side_of: dict[int, int] = {}
    count = 0
    for one, other in pairwise(names):
        between = plain[placed[one].end : placed[other].start].replace(" the ", " ")
        alike = _sort(placed[one].term) == _sort(placed[other].term)
        beside = words_too or not _THAN.search(between)  # `A is faster than B` is about both at once
        if beside and alike and other <= one + 2 and _AND.fullmatch(_LEADING.sub("", between) or " "):
            if one not in side_of:
                count += 1
                side_of[one] = count
            count += 1
            side_of[other] = count
    if all(placed[at].term.kind == "word" for at in side_of):
        return placed, 0
    for at, side in side_of.items():
        entry = placed[at]
        if entry.term.kind == "word":
            entry = _Placed(entry.start, entry.end, entry.term.model_copy(update={"kind": "name"}))
        placed[at] = _Placed(entry.start, entry.end, entry.term.model_copy(update={"side": side}))
    return _whole_names(plain, placed) if count else placed, count


def _whole_names(plain: str, placed: list[_Placed]) -> list[_Placed]:
    """The words of one name all on its side: `Claude Opus 4.8`, `Command A+`."""
    told = list(placed)
    for order in (range(1, len(told)), range(len(told) - 2, -1, -1)):
        for at in order:
            other = told[at - 1] if order.step > 0 else told[at + 1]
            gap = plain[min(other.end, told[at].end) : max(other.start, told[at].start)]
            apart = told[at].term.kind != "name" or other.term.kind != "name" or gap.strip()
            if not apart and other.term.side and not told[at].term.side:
                term = told[at].term.model_copy(update={"side": other.term.side})
                told[at] = _Placed(told[at].start, told[at].end, term)
    return told


def _may_be_a_side(term: Term, *, words_too: bool) -> bool:
    """Whether a term may be one of several things asked about: a name, or a word that the lexicon does not know."""
    return term.kind in ("name", "version", "number", "id", "date") or (
        words_too and term.kind == "word" and len(term.forms) == 1
    )


def _sort(term: Term) -> str:
    return "name" if term.kind == "word" else term.kind
