"""The values of a claim wherever the evidence has them: said of the same thing, in the same way, or not."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.evidence.atoms import Atom
from agent.evidence.binding import clash
from agent.evidence.case import QUOTES, REPEATS, Case, FactStatus
from agent.evidence.findings import Finding
from agent.evidence.places import Instead, edged, framed, holds_another_name
from agent.evidence.tokens import number_token, weight
from agent.evidence.units import Unit
from agent.evidence.value_forms import another_version, points_to, told_otherwise
from agent.evidence.value_roles import in_own_part, of_part, other_role, part_of, superseded
from agent.evidence.values import APPROXIMATE, Match, compare
from agent.facts.folding import has_han
from agent.facts.model import Fact
from agent.facts.names import STOPWORDS
from agent.facts.reading import Reading
from agent.facts.roles import role_at, roles_in

_ALIKE = 0.8
"""From this share of the words of a value of the claim on, a value of the source is said of the same thing."""
_ONE = re.compile(r"one|a single|single|一[个块台张条款项种层]?|单[个块台张条]?", re.IGNORECASE)
PLAIN = frozenset({"", "count"})


def in_texts(case: Case, atom: Atom, found: list[Atom]) -> Finding | None:
    """The value wherever the evidence has it; the best case counts: said of the same thing, in the same way."""
    matches = [(source, match) for source in found if (match := compare(atom.fact, source.fact)) is not None]
    main = {unit.number for unit in case.main}
    matches.sort(key=lambda item: (not item[1].how, item[0].unit not in main))
    # Words in the stretch of another value of the claim are that value's, and speak for no other.
    rest = [other for other in case.atoms if other is not atom]
    loose = case.tokens.difference(*(other.near for other in rest))
    if not case.tabular:  # in a table the value of another cell may name the row
        loose -= {number_token(value) for other in rest for value in other.fact.values}
    fault: Finding | None = None
    wrong: Finding | None = None
    for source, match in matches:
        how, reason = match.how, match.fault
        points = points_to(case.reading.plain, atom.fact.start)
        if points != points_to(case.index.units[source.unit].reading.plain, source.fact.start):
            continue
        if (points or _same_setting(case, atom, source) or _of_one_name(case, atom, source)) and how:
            return Finding("proved", source, how=how)
        if not how and told_otherwise(case, atom, source, reason):
            how = "exact"
        if not how:
            found_fault = _fault(case, source, match, atom.fact)
            milder = fault is not None and fault.unsure and found_fault.status == "unchecked"
            fault = found_fault if fault is None or milder else fault
            continue
        if another_version(case, atom, source):
            fault = fault or Finding("missing", source, reason=f"the source has {source.fact.text}")
            continue
        if of_part(case, source, found):
            fault = fault or Finding(
                "contradicted", source, reason="the source says it of the whole, or of a part"
            )
            continue
        if source.column <= 0 and other_role(case, atom, source):
            fault = fault or Finding(
                "contradicted", source, reason="the source says it of a change, or of what it led to"
            )
            continue
        if (
            _measured_against(case, atom)
            or _both_totals(case, atom, source)
            or (not atom.near and source.unit in main)
        ):
            return Finding("proved", source, how=how)
        problem = clash(atom, loose, source, _rivals(case, atom, source, found), rest)
        if problem is None or _beside(case, atom, source, problem.rival):
            told = how == "within bound" and _one_script(case, source)
            bounded = _given_plainly(case, atom, source, matches) if told else None
            nearer = bounded or _nearer_fault(case, atom, source, matches)
            return nearer or Finding("proved", source, how=how)
        words = ", ".join(problem.words[:4])
        # A story has many dates for one thing: only in the words of its source does another date refute one.
        reason = f"the source says it of something else: {words} has {problem.rival.fact.text}"
        told_so = _one_script(case, source) and (
            case.quoting >= REPEATS or (problem.sure and atom.fact.kind != "date")
        )
        wrong = wrong or Finding("contradicted" if told_so else "unchecked", source, reason=reason)
    return wrong or fault


def _beside(case: Case, atom: Atom, source: Atom, rival: Atom) -> bool:
    """Whether claim and source have a word right after the value that the rival value has not: `the 4B teachers`."""
    if atom.fact.dimension not in PLAIN:
        return False
    units = case.index.units
    mine = _words_after(case.reading, atom.fact)
    there, other = (_words_after(units[one.unit].reading, one.fact) for one in (source, rival))
    return bool(mine & there - other) and not mine & other - there


def _words_after(reading: Reading, fact: Fact) -> set[str]:
    """The two content words right after a value, in its clause."""
    words = (
        w for w in reading.words if fact.end <= w.start < fact.end + _NEXT and w.text.lower() not in STOPWORDS
    )
    end = fact.end
    found: set[str] = set()
    for word in words:
        if len(found) == 2 or _STOPS.search(reading.plain, end, word.start):
            break
        found.add(word.stem)
        end = word.end
    return found


_NEXT = 32
_STOPS = re.compile(r"[，。；;,.()（）]|\d")
_AGAINST = re.compile(
    r"(?:%|×|[\dx]|times|percent|points?|half|third|quarter|倍|分之[一二三四五六七八九十]|百分点)\s?(?:of|than|as \w+ as|over|above|below|the)\s(?:the |its |a )?(?:[A-Za-z0-9'-]{1,24}\s){0,3}\Z",
    re.IGNORECASE,
)


_SINGLE = re.compile(r"\b(?:one|single|an?)\b|单|一(?=[个块台张条卡])", re.IGNORECASE)
_TOTAL = re.compile(
    r"合计|总计|总共|共计|加起来|合起来|\b(?:total|sum|altogether|in all|adds? up to)\b", re.IGNORECASE
)


def _both_totals(case: Case, atom: Atom, source: Atom) -> bool:
    """Whether claim and source give a value as a total, so that the words of its parts tell nothing."""
    texts = (case.reading.plain, atom.fact), (case.index.units[source.unit].reading.plain, source.fact)
    return all(_TOTAL.search(plain, max(0, fact.start - 24), fact.end + 12) for plain, fact in texts)


def _nearer_fault(case: Case, atom: Atom, source: Atom, matches: list[tuple[Atom, Match]]) -> Finding | None:
    """The fault of the same value in the closest unit, where that is said of more of what the claim's is said of
    than the value that was found elsewhere: `up to ten times`, and `ten times` of something else."""
    if not case.main or source.unit == case.main[0].number:
        return None
    for other, match in matches:
        bound = match.fault.startswith("another bound") and other.unit == case.main[0].number
        if bound and weight(atom.near & other.near) > weight(atom.near & source.near):
            return _fault(case, other, match, atom.fact)
    return None


def _given_plainly(case: Case, atom: Atom, source: Atom, matches: list[tuple[Atom, Match]]) -> Finding | None:
    """The fault of the claim's number as the same sentence gives it, with another bound or none, where another
    number of that sentence keeps the claim's bound: `under 1.03%` is not proved by the 0.89% of `1.03% and 0.89%`."""
    for other, match in matches:
        bound = other.unit == source.unit and match.fault.startswith("another bound")
        if bound and not told_otherwise(case, atom, other, match.fault):
            return _fault(case, other, match, atom.fact)
    return None


def _one_script(case: Case, source: Atom) -> bool:
    """Whether claim and source are written in one script, so that words tell what a value is said of."""
    unit = case.index.units[source.unit]
    return source.column >= 0 or has_han(case.reading.plain) == has_han(unit.reading.plain)


def _measured_against(case: Case, atom: Atom) -> bool:
    """Whether a value is only what another one is measured by: `74% of the 178 GB`, `4 points above A's 87%`."""
    start = atom.fact.start
    return _AGAINST.search(case.reading.plain, max(0, start - 60), start) is not None


def _fault(case: Case, source: Atom, match: Match, claim: Fact) -> Finding:
    if match.fault == "bare" and claim.dimension == "percent" and source.column > 0 and case.quoting < QUOTES:
        return Finding("unchecked", source, reason=f"the table gives {source.fact.text} without a unit")
    if match.fault == "bare":
        return Finding(
            "missing", source, reason=f"the source gives {source.fact.text} without that unit", unsure=True
        )
    if match.open or (match.fault == APPROXIMATE and case.quoting < REPEATS):
        return Finding("unchecked", source, reason=match.fault)
    status: FactStatus = "contradicted" if match.opposed else "missing"
    return Finding(status, source, reason=match.fault, unsure=match.fault.startswith("another unit"))


def _rivals(case: Case, atom: Atom, source: Atom, found: list[Atom]) -> Iterable[Atom]:
    """Values that the claim might rather speak of: of the same kind, or in the same row."""
    passed = "passed" in role_at(roles_in(case.reading.plain), atom.fact.start, atom.fact.end)
    for other in found:
        if other is source or other.fact.kind != source.fact.kind:
            continue
        if other.fact.mode == "by" and atom.fact.mode != "by":
            continue
        if (other.column >= 0) != (source.column >= 0):
            continue
        a, b = other.fact.dimension, source.fact.dimension
        if _counts_another(atom.fact, source.fact, other.fact) or _said_in_words(case, source, other):
            continue
        beside = other.unit == source.unit and other.column != source.column
        if not (a == b or (a in PLAIN and b in PLAIN) or (beside and b not in {"times", "percent"})):
            continue
        if _each(case, atom, source, other):
            continue
        if not part_of(case, source, other) and (passed or not superseded(case, other)):
            yield other


_OF = 12
_AGE = "岁"
_ANYTHING = frozenset({"", "个", "项", "条", "种", "款"})
"""Classifiers that count things of every kind."""


def _said_in_words(case: Case, source: Atom, other: Atom) -> bool:
    """Whether another value is a one that the claim gives as a word: `8B on 1 H100`, `8B on a single H100`."""
    one = other.unit == source.unit and other.fact.values == (1.0,) and other.fact.dimension in PLAIN
    return one and _SINGLE.search(case.reading.plain) is not None


_EACH = re.compile(r"每[一]?[\u3400-\u9fff]{1,2}|\b(?:per|each|every)\s[\w-]+", re.IGNORECASE)


def _each(case: Case, atom: Atom, source: Atom, other: Atom) -> bool:
    """Whether claim and source give a value of each one (`每卡`), and the other value is that of them all."""
    plain = case.index.units[source.unit].reading.plain
    if other.unit != source.unit or not _EACH.search(
        case.reading.plain, max(0, atom.fact.start - _OF), atom.fact.start
    ):
        return False
    here, there = (
        _EACH.search(plain, max(0, fact.start - _OF), fact.start) for fact in (source.fact, other.fact)
    )
    return here is not None and there is None


def _same_setting(case: Case, atom: Atom, source: Atom) -> bool:
    """Whether a value is that of a setting which claim and source give alike (`top_p=0.95`)."""
    theirs = {(name, value) for _, _, name, value in case.index.units[source.unit].reading.settings}
    return any(
        start <= atom.fact.start and atom.fact.end <= end + 1 and (name, value.rstrip(".")) in theirs
        for start, end, name, value in case.reading.settings
    )


_CODED = re.compile(r"[A-Z][\w.-]{1,24} \w{0,8}\d\w{0,8} \Z", re.ASCII)


def _of_one_name(case: Case, atom: Atom, source: Atom) -> bool:
    """Whether a bare number ends the same name on both sides (`Heron 60B 2602`): a name of two words before it, the
    second of which has a digit."""
    if atom.fact.dimension or not atom.fact.text.isdigit():
        return False
    texts = (case.reading.plain, atom.fact), (case.index.units[source.unit].reading.plain, source.fact)
    here, there = (_CODED.search(plain, max(0, fact.start - 48), fact.start) for plain, fact in texts)
    return here is not None and there is not None and here[0] == there[0]


def _counts_another(claim: Fact, source: Fact, other: Fact) -> bool:
    """Whether another value is of another thing by its noun, where the claim and its source count the same
    (`34 episodes` is no `four`), and whether one of the two is an age and the other a span of time."""
    if claim.unit == _AGE:
        return other.unit not in {_AGE, ""}
    if (source.unit == _AGE) != (other.unit == _AGE):
        return True
    noun = claim.unit not in _ANYTHING and claim.dimension == source.dimension == "count"
    return noun and claim.unit == source.unit and other.unit != source.unit


def elsewhere(case: Case, atom: Atom, source: Atom | None) -> Finding | None:
    """Contradicted where the claim repeats a sentence that has something else at this place.

    `source` is the value of the evidence that was taken for a proof; it may stand at another place.
    """
    best = case.main[0] if case.main else None
    if best is None or best.claim.cells or case.quoting < REPEATS:
        return None
    fact = atom.fact
    instead = framed(case.reading, fact.start, fact.end, best) or edged(
        case.reading, fact.start, fact.end, best
    )
    if instead is None:
        return None
    if (
        source is not None
        and source.unit == best.number
        and (
            _overlap(source.fact, instead)
            or in_own_part(case, source, instead, best)
            or (atom.near and weight(atom.near & source.near) >= _ALIKE * weight(atom.near))
        )
    ):
        return None
    return _something_else(case, fact, instead, best)


def _something_else(case: Case, fact: Fact, instead: Instead, best: Unit) -> Finding | None:
    """What stands in the place of a fact of the claim, where that is another value or another name."""
    for other in best.atoms:
        if instead.start <= other.fact.start and other.fact.end <= instead.end:
            match = compare(fact, other.fact)
            if match is None or not match.how:
                return Finding("contradicted", other, reason=f"the source has {other.fact.text} here")
    if fact.kind == "quantity" and _ONE.fullmatch(instead.text.strip()) and fact.values[0] not in {0.0, 1.0}:
        return Finding("contradicted", _standing_at(best), reason=f"the source has {instead.text} here")
    named = fact.kind not in {"quantity", "date", "ordinal"}
    if named and holds_another_name(instead.text, case.reading.plain, best):
        return Finding("missing", reason=f"the source has {instead.text} here")
    return None


def _standing_at(unit: Unit) -> Atom:
    """A stand-in for a word of a unit that is no value."""
    return Atom(Fact("quantity", "", 0, 0, ""), set(), unit=unit.number)


def _overlap(fact: Fact, place: Instead) -> bool:
    return fact.start < place.end and place.start < fact.end
