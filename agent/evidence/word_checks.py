"""The code, names and ordinary words of a claim, held against the units it is closest to."""

from __future__ import annotations

import re

from agent.evidence.case import QUOTED, QUOTES, Case
from agent.evidence.name_checks import foreign_name, in_another_form, known_name
from agent.evidence.neutral import adds_nothing
from agent.evidence.places import edged, framed
from agent.evidence.tokens import HAN_FUNCTION, raw_tokens
from agent.evidence.units import Unit
from agent.evidence.words import Foreign, foreign_stretches
from agent.facts.names import STOPWORDS
from agent.facts.numerals import word_value
from agent.facts.polarity import find_cues

_COMMAND = re.compile(r"(?:/|--)[a-z][\w-]{1,40}")
_DENIAL = re.compile(r"[不未无没非别勿]|\b(?:not?|never|cannot|without)\b|n't\b", re.IGNORECASE)
_DENIALS = re.compile(
    r"(?:并|已|也)?(?:不需要?|无需|没有?|不受|不在|不是|并非|而非|无|未|不会|不能|无法|不再|不必)(?:受|在|有)?"
)
_DEFAULT = re.compile(r"\bdefault\w{0,4}\b|默认|缺省", re.IGNORECASE)
_ATTRIBUTED = (
    re.compile(
        r"\bindependent(?:ly)?\b|\bthird[- ]part(?:y|ies)\b|独立(?=第三方|机构|评测|测试|调查|研究|验证|复现)|第三方",
        re.IGNORECASE,
    ),
    re.compile(r"\bpeer[- ]reviewed\b|同行评审", re.IGNORECASE),
    re.compile(
        r"\b(?:survey|study|studies|census|poll)\s(?:of [^.,;]{1,24} )?(?:found|finds|shows?|showed|says|reports?)\b|(?:调查|调研|研究)(?:发现|显示|表明|指出)",
        re.IGNORECASE,
    ),
)
"""Who is said to have found something out: of each kind the source must have a word."""


def check_words(case: Case) -> None:
    """Code and paths, verbatim; names; and the ordinary words that the closest unit has not."""
    for start, end in case.reading.code:
        code = case.reading.plain[start:end].strip()
        if code and code in case.index.plain:
            case.add("code", start, end, "proved", how="exact")
        elif _COMMAND.fullmatch(code):
            case.add("code", start, end, "missing", reason="the evidence does not have it")
    for start, end in case.reading.paths:
        known = case.reading.plain[start:end] in case.index.plain
        if known:
            case.add("code", start, end, "proved", how="exact")
        else:
            case.add("code", start, end, "missing", reason="the evidence does not have this path")
    if case.main:
        _check_names(case, case.main[0])
    _check_attribution(case)


def _check_names(case: Case, best: Unit) -> None:
    open_starts = {piece.start for piece in case.union.foreign}
    turned = [
        (check.start, check.end)
        for check in case.checks
        if check.kind in {"superlative", "direction", "comparison", "trend"}
    ]
    told: set[int] = set()
    stretches = foreign_stretches(case.reading, case.coverage.foreign, best)
    for stretch in stretches:
        if any(a <= stretch.start and stretch.end <= b for a, b in turned):
            continue
        told.update(range(stretch.start, stretch.end))
        elsewhere = not any(stretch.start <= start < stretch.end for start in open_starts)
        if stretch.kind == "name":
            foreign_name(case, stretch, best, elsewhere=elsewhere)
        else:
            _foreign_word(case, stretch, best, elsewhere=elsewhere, alone=len(stretches) == 1)
    for piece in case.pieces:
        if piece.name and piece.start not in told:
            known_name(case, piece, best)


def _check_attribution(case: Case) -> None:
    """A finding given to an independent party, a survey, an audit of which the evidence says nothing."""
    for kind in (*_ATTRIBUTED, _DEFAULT):
        said = kind.search(case.reading.plain)
        if said is not None and not kind.search(case.index.plain):
            reason = (
                "the evidence says nothing of a default"
                if kind is _DEFAULT
                else "the evidence names no such origin"
            )
            case.add("entity", said.start(), said.end(), "missing", reason=reason)
            return


def _another_subject(case: Case, stretch: Foreign, best: Unit) -> str:
    """The name that the source has where the claim opens with a name that the evidence has nowhere."""
    low = stretch.text.lower()
    opens = stretch.start == 0 and stretch.text[0].isupper()
    if (
        not opens
        or case.quoting < QUOTES
        or in_another_form(case, stretch)
        or best.claim.cells
        or raw_tokens(low) & case.index.all_tokens
    ):
        return ""
    instead = edged(case.reading, stretch.start, stretch.end, best)
    if instead is None or not instead.text[:1].isupper() or instead.text.lower() in STOPWORDS:
        return ""
    return instead.text


def _another_wording(mine: str, theirs: str) -> bool:
    """Whether two words that stand at one place may say the same: they share a character of Han, one of them
    is much longer, one only says when or how widely, or both go one way (`lifts`, `improves`)."""
    if theirs.isdigit() and word_value(mine) == float(theirs):
        return True
    if mine[0] > "\u3400":
        shared = set(mine) & set(theirs) - HAN_FUNCTION
        core = min(len(set(word) - HAN_FUNCTION - _ABOUT) for word in (mine, theirs))
        return bool(shared) or core < 2 or len(theirs) > 2 * len(mine) + 2 or mine in _ADVERBS
    sides = [
        {(cue.group, cue.side) for cue in find_cues(word) if cue.kind == "opposite"}
        for word in (mine, theirs)
    ]
    return bool(sides[0] & sides[1])


_ABOUT = frozenset("约近仅只")
_ADVERBS = frozenset("均 都 也 还 已 现 现已 已经 目前 如今 亦 皆 全 则 即".split())


def _undenied(case: Case) -> bool:
    """Whether a denial of the claim was found to have nothing in the evidence."""
    return any(check.kind == "negation" and check.status != "proved" for check in case.checks)


def _foreign_word(case: Case, stretch: Foreign, best: Unit, *, elsewhere: bool, alone: bool) -> None:
    """An ordinary word that the closest unit has not: a synonym, unless all else is repeated word for word
    and another single word stands in its place."""
    if elsewhere:
        return
    if adds_nothing(case.reading, stretch, best) or (
        _DENIALS.fullmatch(stretch.text) and not _undenied(case)
    ):
        case.add("word", stretch.start, stretch.end, "proved", how="says no more than the source", unit=best)
        return
    if other := _another_subject(case, stretch, best):
        reason = f"the source has {other} here"
        case.add("entity", stretch.start, stretch.end, "missing", reason=reason, unit=best)
        return
    copies = alone and case.quoting >= QUOTED
    instead = framed(case.reading, stretch.start, stretch.end, best) if copies else None
    if instead is not None and " " not in instead.text and instead.text.lower() not in STOPWORDS:
        if _DENIAL.search(stretch.text) and _DENIAL.search(instead.text):
            return  # one denial for another
        if _another_wording(stretch.text, instead.text):
            case.add(
                "word", stretch.start, stretch.end, "unchecked", reason="perhaps the same in other words"
            )
            return
        reason = f"the source has {instead.text} here"
        case.add("word", stretch.start, stretch.end, "missing", reason=reason, unit=best)
    else:
        case.add("word", stretch.start, stretch.end, "unchecked", reason="not in the words of the evidence")
