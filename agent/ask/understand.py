"""What a question asks: its terms, what kind of thing the answer is, and which passages may give it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from agent.ask.intents import (
    contributors_in,
    expected_of,
    focus_spans,
    intent_of,
    medium_spans,
    sections_in,
    since_of,
    turn_spans,
)
from agent.ask.model import Filters, Question, Term, TermKind
from agent.ask.surface import has_han, with_percentiles
from agent.ask.terms import Placed, terms_in
from agent.dictionary import simplified
from agent.facts.folding import folded
from agent.facts.reading import read
from agent.language import language_of

_MOST_TERMS = 60
_LONGEST_QUESTION = 2_000
_OWN_PROPERTY = re.compile(
    r"\s*(?:the |its |their )?(?:[\w-]+ ){1,5}(?:of|in|for|on|at) |\s*[A-Za-z][\w.+ -]{1,40}的", re.IGNORECASE
)
"""After `and`: a property and then whose it is."""
_WITHIN = re.compile(r"\s*(?:(?:of|in|for)\s+)?(?:the\s+)?", re.IGNORECASE)
_KNOWN = 10
"""Forms from which on a word is one of the most general."""
_LEADING = re.compile(r"(?<=\s)[A-Z]\w*\s$")
"""`and Command A+`: a word of the name that the lexicon took for itself."""
_THAN = re.compile(r"\b(?:than|versus|against|vs|to|with)\b|[比对]", re.IGNORECASE)
_UNDER = re.compile(r"(?:\b(?:on|during|under|in|for)\s+(?:the\s+)?|在)\Z", re.IGNORECASE)
_ALSO = re.compile(r"\b(?:and|or)\b|[和与、]", re.IGNORECASE)
_AND = re.compile(
    r",?\s+(?:and|or|vs\.?|versus|than|against|with|to)\s+(?:(?:in|on|for|of|at|with|by|from)\s+)?|\s*(?:和|与|跟|还是|以及|、|及|比|对|，|,|vs\.?)\s*",
    re.IGNORECASE,
)


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
    plain = with_percentiles(simplified(folded(asked)) if has_han(asked) else folded(asked))
    reading = read(plain, date=asked_on)
    intent = intent_of(plain)
    since, since_span = since_of(plain, reading, intent)
    named, named_spans = contributors_in(plain, contributors)
    sections, section_spans = sections_in(plain)
    hidden = [
        *named_spans,
        *turn_spans(plain, intent),
        *section_spans,
        *medium_spans(plain),
        *([since_span] if since_span else []),
    ]
    placed = terms_in(plain, reading, hidden)
    expected, dimensions = expected_of(plain)
    placed = _conditioned(plain, _focused(plain, placed, focus_spans(plain)))
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


def _focused(plain: str, placed: list[Placed], spans: Sequence[tuple[int, int]]) -> list[Placed]:
    """Mark what is asked for: of a stretch that names it the last word, or the one before a word of no weight."""
    asked: set[int] = set()
    for start, end in spans:
        inside = [at for at, entry in enumerate(placed) if start <= entry.start < end]
        if len(inside) > 1 and "的" in plain[placed[inside[-2]].end : placed[inside[-1]].start]:
            inside = inside[-1:]  # `三次的平均分` asks for the mean
        words = [at for at in inside[-2:] if placed[at].term.kind in ("word", "name")]
        asked.update(words[-1:])
    return [entry.with_term(focus=True) if at in asked else entry for at, entry in enumerate(placed)]


def _conditioned(plain: str, placed: list[Placed]) -> list[Placed]:
    """Mark the words that name under which condition a thing is asked: `on training`, `在训练时`."""
    return [
        entry.with_term(condition=True)
        if entry.term.kind == "word"
        and not entry.term.focus
        and _is_condition(plain[: entry.start], entry.term)
        else entry
        for entry in placed
    ]


def _is_condition(before: str, term: Term) -> bool:
    """Whether words lead a condition in; what `for` leads in is one only in words of the lexicon, else a purpose."""
    led = _UNDER.search(before[-24:])
    asks = term.text.startswith("哪")
    return led is not None and not asks and (len(term.forms) > 1 or not led[0].lower().startswith("for"))


def _joined(plain: str, placed: list[Placed]) -> list[Placed]:
    """Mark words that stand side by side: `training cost` is not any cost beside any training."""
    told = placed[:1]
    for before, entry in pairwise(placed):
        words = before.term.kind == entry.term.kind == "word"
        beside = words and plain[before.end : entry.start].strip() in ("", "的")
        told.append(entry.with_term(joined=True) if beside else entry)
    return told


def _sided(plain: str, placed: list[Placed], *, words_too: bool) -> tuple[list[Placed], int]:
    """Number the names that stand side by side (`A and B`, `A 和 B`): a question about each of them."""
    names = [at for at, entry in enumerate(placed) if _may_be_a_side(entry.term, words_too=words_too)]
    side_of: dict[int, int] = {}
    count = 0
    for one, other in pairwise(names):
        between = plain[placed[one].end : placed[other].start].replace(" the ", " ")
        alike = _sort(placed[one].term) == _sort(placed[other].term)
        beside = (
            words_too or not _THAN.search(between) or _ALSO.search(between)
        )  # `A is faster than B` is about both at once
        if beside and alike and other <= one + 2 and _AND.fullmatch(_LEADING.sub("", between) or " "):
            if one not in side_of:
                count += 1
                side_of[one] = count
            count += 1
            side_of[other] = count
    if side_of and all(placed[at].term.kind == "word" for at in side_of):
        return placed, 0
    for at, side in side_of.items():
        entry = placed[at]
        if entry.term.kind == "word":
            entry = entry.with_term(kind="name")
        placed[at] = entry.with_term(side=side)
    if not count:
        return _own_properties(plain, placed)
    return _phrases_of_names(plain, _whole_names(plain, placed)), count


def _own_properties(plain: str, placed: list[Placed]) -> tuple[list[Placed], int]:
    """Two things each with a property of its own (`the price of A and the size of B`): each with its words."""
    for joint in _ALSO.finditer(plain):
        sides = [
            [at for at, entry in enumerate(placed) if entry.end <= joint.start()],
            [at for at, entry in enumerate(placed) if entry.start >= joint.end()],
        ]
        if all(
            any(placed[at].term.kind == "name" for at in side)
            and any(placed[at].term.kind in ("word", "type") for at in side)
            for side in sides
        ) and _OWN_PROPERTY.match(plain, joint.end()):
            told = list(placed)
            for number, side in enumerate(sides, start=1):
                for at in side:
                    told[at] = told[at].with_term(side=number)
            return told, 2
    return placed, 0


def _phrases_of_names(plain: str, placed: list[Placed]) -> list[Placed]:
    """The words that make one phrase with the last thing asked about: `the Small tier of the Agent Plan`, `CUDA core dumps`."""
    last = max((at for at, entry in enumerate(placed) if entry.term.side), default=len(placed))
    told = list(placed)
    for at in range(last + 1, len(told)):
        gap = plain[told[at - 1].end : told[at].start]
        if not _WITHIN.fullmatch(gap) or told[at].term.kind not in ("name", "word"):
            break
        if has_han(plain) or (told[at].term.kind == "word" and len(told[at].term.forms) > _KNOWN):
            break
        told[at] = told[at].with_term(side=told[last].term.side)
    return told


def _whole_names(plain: str, placed: list[Placed]) -> list[Placed]:
    """The words of one name all on its side: `Claude Opus 4.8`, `Command A+`."""
    told = list(placed)
    for order in (range(1, len(told)), range(len(told) - 2, -1, -1)):
        for at in order:
            other = told[at - 1] if order.step > 0 else told[at + 1]
            gap = plain[min(other.end, told[at].end) : max(other.start, told[at].start)]
            apart = told[at].term.kind != "name" or other.term.kind != "name" or gap.strip()
            if not apart and other.term.side and not told[at].term.side:
                term = told[at].term.model_copy(update={"side": other.term.side})
                told[at] = Placed(told[at].start, told[at].end, term)
    return told


def _may_be_a_side(term: Term, *, words_too: bool) -> bool:
    """Whether a term may be one of several things asked about: a name, or a word that the lexicon does not know."""
    return term.kind in ("name", "version", "number", "id", "date") or (
        words_too and term.kind == "word" and len(term.forms) == 1
    )


def _sort(term: Term) -> str:
    return "name" if term.kind == "word" else term.kind
