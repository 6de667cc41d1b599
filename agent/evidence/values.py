"""Does one value state the other? Same value, converted unit, stated rounding; bound, range, date, version."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from agent.facts.identifiers import Identifier, named_by_url
from agent.facts.model import Fact
from agent.facts.units import unit_of

How = Literal["exact", "converted", "rounded", "within bound", "coarser"]
APPROXIMATE = "the source gives it as approximate"
_SAME = 1e-9
_COUNTS = frozenset({"", "count"})
_OTHER_COUNTS = frozenset({"times"})
"""What is said of how often, and need not be another thing than a count: `19 games`, `played 19 times`."""
_COUNTLIKE = frozenset({"", "count", "token", "request", "star"})
_DIGITS = re.compile(r"(?<!\d)-?\d+(?:,\d{3})*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Match:
    """How a claim's value compares with one of the evidence: `how` where it is proved, else `fault`."""

    how: How | Literal[""] = ""
    fault: str = ""
    """What is wrong with a value that is otherwise the same: bound, approximation, unit, range, change …"""
    open: bool = False
    """Whether the fault only says that the source leaves it open."""
    opposed: bool = False
    """Whether the two cannot both hold."""


_NO = None


def compare(claim: Fact, evidence: Fact) -> Match | None:  # noqa: PLR0911  (one answer a kind)
    """Compare a fact of a claim with one of the evidence; None where they are about different values."""
    if claim.kind == evidence.kind == "quantity":
        return _quantities(claim, evidence) or _inverse(claim, evidence)
    if claim.kind != evidence.kind:
        if {claim.kind, evidence.kind} == {"quantity", "ordinal"}:
            alike = claim.values == evidence.values and {claim.dimension, evidence.dimension} <= _COUNTS
            return Match("exact") if alike else _NO
        if {claim.kind, evidence.kind} == {"quantity", "version"}:
            return _version_as_number(claim, evidence)
        if {claim.kind, evidence.kind} == {"quantity", "date"}:
            return _year_as_number(claim, evidence)
        return _by_address(claim, evidence) if "url" in {claim.kind, evidence.kind} else _NO
    if claim.kind == "date":
        return _dates(claim, evidence)
    if claim.kind == "ordinal":
        return Match("exact") if claim.values == evidence.values else _NO
    return _names(claim, evidence)


def _version_as_number(claim: Fact, evidence: Fact) -> Match | None:
    """`A2A 1.0`, read as a number, and `version 1.0`: the same digits."""
    number, version = (claim, evidence) if claim.kind == "quantity" else (evidence, claim)
    plain = not number.dimension and not number.bound and not number.approx and "." in number.text
    return Match("exact") if plain and number.text == version.normal.removeprefix("v") else _NO


def _year_as_number(claim: Fact, evidence: Fact) -> Match | None:
    if claim.kind == "date" and len(evidence.values) == 2 and _is_year(claim):
        year = float(claim.normal[:4])
        span = re.fullmatch(r"\d{4}\D\d{4}", evidence.text) is not None and year in evidence.values
        return Match(fault=f"one end of a range: the source has {evidence.text}") if span else _NO
    number, date = (claim, evidence) if claim.kind == "quantity" else (evidence, claim)
    plain = number.dimension in _COUNTS and len(number.values) == 1
    return (
        Match("exact")
        if plain and f"{number.values[0]:.0f}-01-01" == date.normal[:10] and len(date.text) == 4
        else _NO
    )


def _by_address(claim: Fact, evidence: Fact) -> Match | None:
    """A work, issue, release or commit, and an address that names it: `arXiv 2606.29094v1` and its page."""
    sides = []
    for fact in (claim, evidence):
        named = _named_by(fact.text) if fact.kind == "url" else None
        sides.append(
            replace(fact, kind=named.kind, normal=named.normal, version=named.version) if named else fact
        )
    return _names(*sides) if sides[0].kind == sides[1].kind != "url" else _NO


@lru_cache(maxsize=4096)
def _named_by(url: str) -> Identifier | None:
    return named_by_url(url)


def _is_year(date: Fact) -> bool:
    return date.normal == f"{date.normal[:4]}-01-01/{date.normal[:4]}-12-31"


def _names(claim: Fact, evidence: Fact) -> Match | None:
    if claim.kind == "commit":
        short, long = sorted((claim.normal, evidence.normal), key=len)
        return Match("exact") if long.startswith(short) else _NO
    if claim.kind == "issue":
        same = claim.normal.rpartition("#")[2] == evidence.normal.rpartition("#")[2]
        repos = {claim.normal.partition("#")[0], evidence.normal.partition("#")[0]} - {""}
        return Match("exact") if same and len(repos) < 2 else _NO
    if claim.normal != evidence.normal:
        return _NO
    if claim.version and claim.version != evidence.version:
        return Match(
            fault="another version of the work"
            if evidence.version
            else "a version that the source does not give",
            opposed=bool(evidence.version),
        )
    return Match("exact")


def _dates(claim: Fact, evidence: Fact) -> Match | None:
    if claim.normal == evidence.normal:
        return Match("exact")
    if claim.normal.startswith("T") or evidence.normal.startswith("T"):
        short, long = sorted((claim.normal, evidence.normal), key=len)
        return (
            Match("coarser")
            if long.startswith(short) and claim.normal == short and short.startswith("T")
            else _NO
        )
    if claim.normal.startswith("--") or evidence.normal.startswith("--"):
        return _without_year(claim, evidence)
    first, last = claim.values
    inner, outer = evidence.values
    if first <= inner and outer <= last:
        whole = last - first >= 27  # a month, quarter, half or year holds the day; a span of days does not
        return Match("coarser") if whole else _NO
    return _NO


def _without_year(claim: Fact, evidence: Fact) -> Match | None:
    a, b = claim.normal.removeprefix("--")[-5:], evidence.normal.removeprefix("--")[-5:]
    heads = claim.normal.removeprefix("--"), evidence.normal.removeprefix("--")
    if claim.normal.startswith("--") and "/" in heads[0] and _month_of(heads[0]) == _month_of(heads[1]):
        return Match("coarser")
    if a != b or ("/" in heads[0]) != ("/" in heads[1]):
        return _NO
    if claim.normal.startswith("--"):
        return Match("coarser")
    return Match(fault="a year that the source does not give", open=True)


def _month_of(normal: str) -> str:
    """The month that a date, or a span of days within one month, falls in; its own text where there is none."""
    months = {day[-5:-3] for day in normal.split("/")}
    return months.pop() if len(months) == 1 else normal


def _far_apart(claim: Fact, evidence: Fact) -> bool:
    """Whether two plain values of one dimension differ by more than a rounding: nothing else can join them."""
    if claim.change and evidence.values and evidence.values[0] < 0:
        return False
    if claim.bound or claim.approx or claim.dimension != evidence.dimension:
        return False
    single = len(claim.values) == len(evidence.values) == 1
    return single and abs(claim.values[0] - evidence.values[0]) > 0.51 * claim.step + 1e-6 * abs(
        claim.values[0]
    )


def _quantities(claim: Fact, evidence: Fact) -> Match | None:  # noqa: PLR0911  (one answer a case)
    if _far_apart(claim, evidence):
        return _NO
    fit = _dimension(claim, evidence)
    if fit == "no":
        return _unit_fault(claim, evidence)
    if len(claim.values) != len(evidence.values):
        return _range_fault(claim, evidence)
    pairs = list(zip(_values(claim, fit), _values(evidence, fit), strict=True))
    how: How | Literal[""] = ""
    if len(pairs) == 1 and pairs[0][0] > 0 and _equal(pairs[0][0], -pairs[0][1]):
        return _signed(claim)
    if all(_equal(a, b) for a, b in pairs):
        how = (
            "exact"
            if fit == "bare" or claim.unit == evidence.unit or claim.dimension in _COUNTS
            else "converted"
        )
    elif (
        claim.bound and not evidence.bound and fit != "bare" and (within := _bounded(claim, evidence, pairs))
    ):
        return within
    elif fit != "bare" and (len(pairs) == 1 or claim.dimension == evidence.dimension):
        rounded = all(_rounds(b, a, claim, evidence) for a, b in pairs)
        if rounded and not (claim.approx or claim.bound or _vague(claim)):
            if claim.dimension in _COUNTS and (claim.unit or len(claim.text) < 2):
                return _NO
            return Match(fault="rounded, which the claim does not say")
        how = "rounded" if rounded else ""
    if not how:
        return _bounded(claim, evidence, pairs) if fit != "bare" else _NO
    return _qualified(claim, evidence, how)


def _inverse(claim: Fact, evidence: Fact) -> Match | None:
    """`to a third` from `3x less`: a fraction, in words."""
    shares = claim.dimension == "percent" and evidence.dimension == "times" and evidence.change == "down"
    single = len(claim.values) == len(evidence.values) == 1 and not claim.bound and not evidence.bound
    if not shares or not single or claim.mode == "by" or evidence.values[0] <= 1 or "%" in claim.text:
        return _NO
    return Match("converted") if abs(claim.values[0] - 100.0 / evidence.values[0]) < 0.51 else _NO


def _signed(claim: Fact) -> Match | None:
    """`loses 3.68%` and `下降 3.68%` state `-3.68%`; `gains` turns it round."""
    if claim.change == "down":
        return Match("exact")
    return Match(fault="the change goes the other way", opposed=True) if claim.change == "up" else _NO


def _values(fact: Fact, fit: str) -> tuple[float, ...]:
    """The values in base units, or as their digits stand where one side gives no unit."""
    if fit != "bare" or fact.dimension in _COUNTS:
        return fact.values
    written = _written(fact.text)
    return written if len(written) == len(fact.values) else fact.values


@lru_cache(maxsize=8192)
def _written(text: str) -> tuple[float, ...]:
    return tuple(float(number.replace(",", "")) for number in _DIGITS.findall(text))


def _dimension(claim: Fact, evidence: Fact) -> Literal["same", "bare", "no"]:
    a, b = claim.dimension, evidence.dimension
    if a == b or (a in _COUNTLIKE and b in _COUNTLIKE and not (a not in _COUNTS and b not in _COUNTS)):
        return "same"
    return "bare" if a == "" else "no"


def _unit_fault(claim: Fact, evidence: Fact) -> Match | None:
    """The same number with another unit; a bare number in the source leaves the unit to its heads."""
    if len(claim.values) != len(evidence.values):
        return _NO
    mine, theirs = _values(claim, "bare"), _values(evidence, "bare")
    same = mine == theirs or (_equal(mine[0], theirs[0]) and all(map(_equal, mine, theirs)))
    if not same and not _same_amount(claim, evidence):
        return _NO
    if evidence.dimension == "":
        return Match(fault="bare")
    if claim.dimension == "count" and evidence.dimension in _OTHER_COUNTS:
        return Match(fault=f"the source has {evidence.text}", open=True)
    if {claim.dimension, evidence.dimension} <= {"times", *_COUNTS} and "x" in (
        claim.text[-1:],
        evidence.text[-1:],
    ):
        return Match(
            fault=f"the source has {evidence.text}", open=True
        )  # `4x Xeon`: four of them, or so much more
    return Match(fault=f"another unit: the source has {evidence.text}", opposed=True)


def _same_amount(claim: Fact, evidence: Fact) -> bool:
    """Whether two values are the same but for a period that one of them gives: `10 万/月` and `10 万`."""
    if ("/" in claim.unit) == ("/" in evidence.unit):
        return False
    sides = []
    for fact in (claim, evidence):
        amount, _, period = fact.unit.rpartition("/")
        unit = unit_of(period) if amount or "/" in fact.unit else None
        timed = unit is not None and unit.dimension in {"time", "months"}
        factor = unit.factor if unit is not None and timed else 1.0
        sides.append(tuple(value * factor for value in fact.values))
    return all(_equal(a, b) for a, b in zip(*sides, strict=True))


def _range_fault(claim: Fact, evidence: Fact) -> Match | None:
    if len(evidence.values) == 2 and any(_equal(claim.values[0], end) for end in evidence.values):
        if (claim.bound in {"<=", "<"} and _equal(claim.values[0], evidence.values[1])) or (
            claim.bound in {">=", ">"} and _equal(claim.values[0], evidence.values[0])
        ):
            return Match("within bound")
        return Match(fault=f"one end of a range: the source has {evidence.text}")
    if len(evidence.values) == 2 and any(
        _rounds(end, claim.values[0], claim, evidence) for end in evidence.values
    ):
        return Match(fault=f"one end of a range: the source has {evidence.text}") if claim.approx else _NO
    if len(claim.values) == 2 and any(_equal(end, evidence.values[0]) for end in claim.values):
        return Match(fault=f"a range where the source has {evidence.text}")
    return _NO


def _equal(a: float, b: float) -> bool:
    return abs(a - b) <= _SAME * max(abs(a), abs(b), 1e-30)


def _vague(fact: Fact) -> bool:
    """Whether a share is given in words (a third, 九成), which is no exact value without a word that says so."""
    return (
        fact.dimension == "percent"
        and not fact.text.startswith("百分")
        and not any(map(str.isdigit, fact.text))
    )


def _rounds(exact: float, shown: float, claim: Fact, evidence: Fact) -> bool:
    """Whether `exact` rounds to `shown` at the precision with which the claim states it."""
    step = claim.step or 0.0
    if claim.approx and step and shown:
        while abs(shown / (step * 10) - round(shown / (step * 10))) < 1e-9 and step * 10 <= abs(shown):
            step *= 10
    if not step or step <= evidence.step * 1.0000001 or abs(shown) < step * 0.999:
        return False
    return abs(exact - shown) <= step * 0.5000001


def _bounded(claim: Fact, evidence: Fact, pairs: list[tuple[float, float]]) -> Match | None:
    """`over 1,000` is proved by 1,014: the value keeps the bound, and is near it (within a quarter)."""
    if len(pairs) != 1 or not claim.bound or evidence.bound:
        return _NO
    shown, exact = pairs[0]
    if not shown or abs(exact - shown) > 0.25 * abs(shown):
        return _NO
    holds = exact > shown if claim.bound in {">", ">="} else exact < shown
    return Match("within bound") if holds and claim.step > evidence.step * 0.999 else _NO


def _some_more(a: Fact, b: Fact) -> bool:
    """`60 余个` is over 60."""
    return a.approx and not a.bound and b.bound in {">", ">="} and ("余" in a.text or "多" in a.text)


_OPPOSED = {("<=", ">="), ("<", ">"), ("<=", ">"), ("<", ">=")}


def _qualified(claim: Fact, evidence: Fact, how: How) -> Match:
    """The value is the same: are bound, approximation and kind of change?"""
    if _some_more(claim, evidence) or _some_more(evidence, claim):
        return Match(how)
    if (
        claim.bound != evidence.bound
        and not (claim.bound == "<=" and evidence.bound == "<")
        and not (claim.bound == ">=" and evidence.bound == ">")
    ):
        shown = evidence.bound or "no bound"
        opposed = (claim.bound, evidence.bound) in _OPPOSED or (evidence.bound, claim.bound) in _OPPOSED
        return Match(fault=f"another bound: the source has {shown}", opposed=opposed)
    if evidence.approx and not claim.approx and not _vague(claim):
        return Match(fault=APPROXIMATE)
    if claim.mode and evidence.mode and claim.mode != evidence.mode:
        return Match(fault="an amount of change is not the value reached", opposed=True)
    if claim.change and evidence.change and claim.change != evidence.change:
        return Match(fault="the change goes the other way", opposed=True)
    return Match(how)
