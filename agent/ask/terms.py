"""The terms of a question: ids, versions, days, figures, names, and words in either language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from agent.ask.chinese import cut
from agent.ask.lexicon import forms_of, names
from agent.ask.model import Term, TermKind
from agent.ask.surface import folded, has_han, stems
from agent.dictionary import alike, in_chinese, in_english
from agent.facts.names import STOPWORDS
from agent.facts.reading import Reading
from agent.tokens import CJK

_ASKING = frozenset(
    "tell please give list show find know regard regarding concerning exactly currently name much many anything something "
    "new compare compared versus difference differences between since new disagree disagreement conflict conflicting who whose "
    "actually instead let based take taken made make makes call get gets got go see seen look looks say said saying tells "
    "note notes noted inbox source sources according per ever yet already one ones come comes came put well good different "
    "differ differs contradict contradicts contradictory reject rejected refuse refused decline declined word wording"
    " lets right away supposedly reportedly allegedly actually roughly quietly originally"
    " do we our us kind sort regarding respectively apiece altogether".split()
)
"""Words of asking, beside the stop words: no passage need hold them."""
_JOINED = re.compile(r"(?<![\w-])([A-Z][A-Za-z]+)[ -](\d+(?:\.\d+)*[A-Za-z]?)(?![\w-]|\.\d)")
"""A name with its number: `GLM 5.3`."""
_LATIN = re.compile(r"[A-Za-zÀ-ɏ0-9][A-Za-zÀ-ɏ0-9._+\-]*")
_CAMEL = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z]{2})")
"""Where a name is put together of words: `LayerNorm` is a `layer norm` too."""
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_HAN_RUN = re.compile(f"[{CJK}]+")
_CAPITAL_BEFORE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9][\w.-]{1,30} \Z")
_CAPITAL_AFTER = re.compile(r" [A-Z]")
_CODED = re.compile(r"[A-Za-z](?![A-Za-z])")
"""A letter after a figure that is no unit of it: `800I`."""
_LETTER = re.compile(
    r"(?<![A-Za-z0-9-])(?P<a>[A-Z])(?=\s?(?:轮|级|类|型|档|组|股|座|区|版|计划|方案|选项))"
    r"|\b(?:[Ss]eries|[Gg]rade|[Cc]lass|[Tt]ype|[Rr]ound|[Pp]lan|[Oo]ption|[Tt]ier|[Gg]roup|[Pp]hase|[Ll]evel|[Aa]ppendix)\s(?P<b>[A-Z])(?![\w-])"
)
"""A letter that tells one of a kind from the others: `D 轮`, `Series D`."""
_QUARTER = re.compile(
    r"(?<![A-Za-z0-9])(?:Q(?P<a>[1-4])|(?P<b>[1-4])Q)(?![A-Za-z])|(?<!每)第?(?P<c>[一二三四1-4])个?季度"
    r"|\b(?P<d>first|second|third|fourth)[ -]quarter\b",
    re.IGNORECASE,
)
"""A quarter of a year: what was in another one answers another question."""
_QUARTERS = (("first", "一"), ("second", "二"), ("third", "三"), ("fourth", "四"))
_TITLE = re.compile(
    r"《(?P<marked>[^《》]{2,120})》|(?<![\w-])(?P<bare>[A-Z][\w'-]*(?: [A-Z][\w'-]*){2,14})(?![\w-])"
)
_MOST_WORDS = 4
"""Words of the longest phrase that is looked up as one."""
_MOST_HAN = 8
_SUREST = 4
"""Glosses of a word whose other names count too."""
_FRACTION = re.compile(r"quarters?|thirds?|half|[一二三四五六七八九十]分之[一二三四五六七八九十]|一半")
"""Words that are figures: with another one a passage answers another question."""


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

    take(_titles(plain))
    take(_identifiers(plain, reading))
    take(_dates(plain, reading))
    take(_quarters(plain))
    take(_numbered(plain))
    take(_letters(plain))
    take(_phrases(plain))
    take(_figures(plain, reading))
    take(_words(plain))
    take(_runs(plain, taken))
    return sorted(placed, key=lambda entry: entry.start)


def _titles(plain: str) -> Iterator[tuple[int, int, Term]]:
    """Titles of works, whole: between the marks of titles, or with small words capitalised: `Attention Is All You Need`."""
    for found in _TITLE.finditer(plain):
        group = found.lastgroup or 0
        first, *rest = found[group].lower().split()
        small = STOPWORDS.intersection(rest[:-1])
        if group == "marked" or (small and first not in STOPWORDS | _ASKING):
            start, end = found.span(group)
            yield start, end, Term(kind="name", text=plain[start:end], forms=(folded(plain[start:end]),))


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


def _letters(plain: str) -> Iterator[tuple[int, int, Term]]:
    for found in _LETTER.finditer(plain):
        start, end = found.span(found.lastgroup or 0)
        yield start, end, Term(kind="id", text=plain[start:end], forms=(plain[start:end].lower(),))


def _quarters(plain: str) -> Iterator[tuple[int, int, Term]]:
    for found in _QUARTER.finditer(plain):
        told = found[found.lastgroup or 0].lower()
        which = next(at for at, (en, zh) in enumerate(_QUARTERS, 1) if told in (str(at), en, zh))
        en, zh = _QUARTERS[which - 1]
        forms = (f"q{which}", f"{which}q", f"{en} quarter", f"{zh}季度", f"{which}季度", f"{zh}个季度")
        yield found.start(), found.end(), Term(kind="id", text=found[0], forms=forms)


def _figures(plain: str, reading: Reading) -> Iterator[tuple[int, int, Term]]:
    for fact in reading.quantities:
        figures = _FIGURE.findall(folded(fact.text))
        coded = fact.text[-1:].isdigit() and _CODED.match(plain, fact.end)
        if figures and not coded:
            forms = (figures[0], folded(fact.text).strip())
            yield fact.start, fact.end, Term(kind="number", text=fact.text, forms=forms)


def _words(plain: str) -> Iterator[tuple[int, int, Term]]:
    english = not has_han(plain) or _is_english(plain)
    for word in _LATIN.finditer(plain):
        for start, text in _apart(word[0].rstrip("._-"), english=english):
            at = word.start() + start
            term = _word(text, first=at == 0, english=english)
            if term is not None:
                yield at, at + len(term.text), term


def _is_english(plain: str) -> bool:
    """Whether a question that names something in Chinese is put in English: it asks in English words."""
    first = plain.split(" ", 1)[0].lower()
    return first in STOPWORDS and first.isascii() and first.isalpha()


def _apart(word: str, *, english: bool) -> Iterator[tuple[int, str]]:
    """The words of one with hyphens that is no name (`eight-GPU`), each with its place; else the word itself."""
    parts = word.split("-")
    named = all(part.isalpha() for part in parts) and parts[0].islower() and word != word.lower()
    if not english or len(parts) == 1 or not named:
        yield 0, word
        return
    at = 0
    for part in parts:
        yield at, part
        at += len(part) + 1


def _runs(plain: str, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int, Term]]:
    """The words of the Chinese stretches that are free; what is no word is as long as it stands between others."""
    free = "".join(
        " " if any(a <= at < b for a, b in taken) else char for at, char in enumerate(plain)
    ).lower()
    for run in _HAN_RUN.finditer(free):
        for piece in cut(run[0], before=plain[: run.start()]):
            start, end = run.start() + piece.start, run.start() + piece.end
            words = plain[start:end]
            if piece.sort == "concept":
                weak, forms = forms_of()[words]
                yield start, end, _concept(words, forms, weak=weak, named=words in names())
            elif piece.sort == "word":
                english = in_english(words)
                weak, forms = forms_of().get(english[0], (False, ())) if english else (False, ())
                kind: TermKind = "type" if weak else "word"
                told = (words, *(forms if weak else ()))
                yield start, end, Term(kind=kind, text=words, forms=told, glosses=_glosses(words))


def _phrases(plain: str) -> Iterator[tuple[int, int, Term]]:
    """What the lexicon knows, the longest first at each place."""
    yield from _mixed(plain)
    words = list(_LATIN.finditer(plain))
    known = _by_stems()
    for at, word in enumerate(words):
        for count in range(min(_MOST_WORDS, len(words) - at), 0, -1):
            start, end = word.start(), words[at + count - 1].end()
            stretch = plain[start:end].rstrip("._-")
            if _has_gap(stretch):
                continue
            low_form = folded(stretch)
            form = low_form if low_form in forms_of() else known.get(stems(low_form).strip())
            if form is not None and _is_derived(low_form, form):
                form = None
            if form is not None and stretch.lower() not in STOPWORDS | _ASKING:
                weak, forms = forms_of()[form]
                named = form in names() or (
                    start > 0
                    and stretch.istitle()
                    and (
                        not has_han(plain)
                        or _is_english(plain)
                        or _beside_capital(plain, start, start + len(stretch))
                    )
                )
                yield start, start + len(stretch), _concept(stretch, forms, weak=weak, named=named)


def _mixed(plain: str) -> Iterator[tuple[int, int, Term]]:
    """What the lexicon knows in both scripts at once: `首 token`."""
    if not has_han(plain):
        return
    low = plain.lower()
    for at in range(len(low)):
        for length in range(min(_MOST_HAN, len(low) - at), 1, -1):
            form = "".join(low[at : at + length].split())
            if not _HAN_RUN.fullmatch(form) and has_han(form) and form in forms_of():
                weak, forms = forms_of()[form]
                words = plain[at : at + length]
                yield at, at + length, _concept(words, forms, weak=weak, named=form in names())
                break


def _beside_capital(plain: str, start: int, end: int) -> bool:
    """Whether another capitalised word stands beside a stretch: of two the first or the last is part of a name."""
    return bool(_CAPITAL_BEFORE.search(plain[max(0, start - 24) : start]) or _CAPITAL_AFTER.match(plain, end))


def _is_derived(word: str, form: str) -> bool:
    """Whether two words of one stem are two words: `bill` is no `billion`."""
    short, long = sorted((word, form), key=len)
    return long.startswith(short) and long[len(short) :] in ("ion", "er", "or", "al", "ment", "ive", "able")


def _has_gap(stretch: str) -> bool:
    return any(mark in stretch for mark in ",;:?!()，。；：？！（）/")


@cache
def _by_stems() -> dict[str, str]:
    return {stems(form).strip(): form for form in reversed(list(forms_of())) if not has_han(form)}


def _concept(text: str, forms: tuple[str, ...], *, weak: bool, named: bool = False) -> Term:
    """A word of the lexicon with all that may stand for it; capitalised within a sentence it is part of a name."""
    kind: TermKind = "name" if named else "type" if weak else "word"
    if _FRACTION.fullmatch(folded(text.strip())):
        kind = "number"
    told = tuple(dict.fromkeys((folded(text.strip()), *forms)))
    return Term(kind=kind, text=text.strip(), forms=told, glosses=_glosses(text) if kind == "word" else ())


def _glosses(words: str) -> tuple[str, ...]:
    """What the dictionary has for a word: in the other language, and of Chinese what is called alike."""
    low = folded(words).strip()
    told = (*in_english(low), *alike(low)) if has_han(low) else in_chinese(low)
    if not has_han(low):
        same = [other for chinese in told[:_SUREST] for other in in_english(chinese)[:_SUREST]]
        return tuple(dict.fromkeys((*told, *(other for other in same if other != low))))
    lines = [forms_of()[gloss] for gloss in told[:_SUREST] if gloss in forms_of()]
    known = (form for weak, forms in lines if not weak for form in forms)
    return tuple(dict.fromkeys((*told, *known)))


def _word(text: str, *, first: bool, english: bool) -> Term | None:
    low = text.lower()
    named = text[:1].isupper() and not first and not text.isupper() and low not in STOPWORDS
    if (
        not text
        or low in STOPWORDS
        or (low in _ASKING and not named)
        or (len(low) == 1 and not text.isdigit())
    ):
        return None
    if text.isdigit():
        return Term(kind="number", text=text, forms=(low,))
    coded = any(char.isdigit() for char in text) or any(char.isupper() for char in text[1:])
    capital = text[0].isupper() and not first
    if coded or capital or not english:
        apart = folded(_CAMEL.sub(" ", text))
        return Term(kind="name", text=text, forms=tuple(dict.fromkeys((folded(low), apart))))
    return Term(kind="word", text=text, forms=(folded(low),), glosses=_glosses(low))
