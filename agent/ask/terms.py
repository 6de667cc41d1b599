"""The terms of a question: ids, versions, days, figures, names, and words in either language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from agent.ask.lexicon import forms_of
from agent.ask.model import Term, TermKind
from agent.ask.surface import folded, has_han, stems
from agent.facts.names import STOPWORDS
from agent.facts.reading import Reading
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


@dataclass(frozen=True, slots=True)
class Placed:
    """A term and where the question words it."""

    start: int
    end: int
    term: Term

    def with_term(self, **changes: object) -> Placed:
        """The same place, the term changed in some fields."""
        return Placed(self.start, self.end, self.term.model_copy(update=changes))


def terms_in(plain: str, reading: Reading, hidden: Iterable[tuple[int, int]]) -> list[Placed]:
    """The terms of a question in order, outside the stretches that are hidden; none overlaps another.

    What is surest of its kind comes first: ids and days, names with their numbers, words of the lexicon,
    figures, other Latin words, the rest of each Chinese run.
    """
    taken = list(hidden)
    placed: list[Placed] = []

    def take(found: Iterable[tuple[int, int, Term]]) -> None:
        for start, end, term in found:
            if not any(a < end and start < b for a, b in taken):
                taken.append((start, end))
                placed.append(Placed(start, end, term))

    take(_identifiers(plain, reading))
    take(_dates(plain, reading))
    take(_numbered(plain))
    take(_phrases(plain))
    take(_figures(reading))
    take(_words(plain))
    take(_runs(plain, taken))
    return sorted(placed, key=lambda entry: entry.start)


def _identifiers(plain: str, reading: Reading) -> Iterator[tuple[int, int, Term]]:
    for found in reading.identifiers:
        kind: TermKind = "version" if found.kind == "version" else "id"
        form = found.normal.removeprefix("v") if kind == "version" else found.normal.lower()
        if kind == "id" or "." in form:  # `V2` and `v1` are as often names
            yield (
                found.start,
                found.end,
                Term(kind=kind, text=plain[found.start : found.end], forms=(form,)),
            )


def _dates(plain: str, reading: Reading) -> Iterator[tuple[int, int, Term]]:
    for day in reading.dates:
        words = plain[day.start : day.end]
        span = (day.first.toordinal(), day.last.toordinal())
        yield day.start, day.end, Term(kind="date", text=words, forms=(folded(words),), days=span)


def _numbered(plain: str) -> Iterator[tuple[int, int, Term]]:
    for joined in _JOINED.finditer(plain):
        name, number = joined[1].lower(), joined[2].lower()
        if name not in STOPWORDS and name not in _ASKING:
            forms = (f"{name} {number}", f"{name}{number}")
            yield joined.start(), joined.end(), Term(kind="name", text=joined[0], forms=forms)


def _figures(reading: Reading) -> Iterator[tuple[int, int, Term]]:
    for fact in reading.quantities:
        figures = _FIGURE.findall(folded(fact.text))
        if figures:
            forms = (figures[0], folded(fact.text).strip())
            yield fact.start, fact.end, Term(kind="number", text=fact.text, forms=forms)


def _words(plain: str) -> Iterator[tuple[int, int, Term]]:
    english = not has_han(plain)
    for word in _LATIN.finditer(plain):
        term = _word(word[0].rstrip("._-"), first=word.start() == 0, english=english)
        if term is not None:
            yield word.start(), word.start() + len(term.text), term


def _runs(plain: str, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int, Term]]:
    for run in _HAN_RUN.finditer(plain):
        for start, end in _pieces(plain, run.start(), run.end(), taken):
            words = plain[start:end]
            yield start, end, Term(kind="word", text=words, forms=(words,))


def _phrases(plain: str) -> Iterator[tuple[int, int, Term]]:
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
        return Term(kind="name", text=text, forms=(folded(low),))
    return Term(kind="word", text=text, forms=(folded(low),))


def _pieces(plain: str, start: int, end: int, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
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
