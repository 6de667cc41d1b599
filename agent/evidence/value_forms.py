"""Values that are written in another form or with another unit and are the same, by the words around them; or are not."""

from __future__ import annotations

import re
from itertools import pairwise

from agent.evidence.atoms import Atom
from agent.evidence.case import Case
from agent.evidence.value_roles import limit_itself
from agent.facts.units import unit_of

_NAME_BEFORE = re.compile(r"[A-Z][A-Za-z+#]{1,20}\s?\Z|(?:version|版本)\s?\Z", re.ASCII)
_TO = re.compile(r"\s?(?:to|until|through|到|至|-|~)\s?")
_AGED = re.compile(r"\b(?:aged|ages?(?: of)?|between the ages of)\Z", re.IGNORECASE)
_POINTS = re.compile(
    r"(?:\b(?P<en>table|fig(?:ure)?|section|sec|eq(?:uation)?|appendix|algorithm|chapter)s?\.?\s?|[如见（(](?P<zh>表|图|公式|附录)\s?)\Z",
    re.IGNORECASE,
)
_BIT, _WEI = re.compile(r"(\d+)[ -]?bits?", re.IGNORECASE), re.compile(r"(\d+)\s?位")
_ONLY = re.compile(r"(?:\b(?:only|just|merely)|仅有?|只有|只)\s?\Z", re.IGNORECASE)
_LIMITING = re.compile(r"\b(?:only|just|merely)\b|仅|只")
_WITHIN = re.compile(r"\bwithin\s(?:about\s)?\Z", re.IGNORECASE)
_REACHES = re.compile(r"(?<![最高多])可以?达到?(?:了)?\s?\Z")
_CAN = re.compile(
    r"(?:\b(?:can|could|may)\s(?:[a-z]{1,12}\s){1,2}|[可能](?:以|够)?[\u3400-\u9fff]{0,4})\s?\Z",
    re.IGNORECASE,
)
_REACH = 24
_AT_MOST = re.compile(
    r"\bat (?:best|most)\b|\bbest[- ]case\b|\bpeak|\bup to\b|\bas (?:much|many|high) as\b|最[高多大好]|上限|峰值",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    r"\bat (?:worst|least)\b|\bworst[- ]case\b|\bas (?:little|few|low) as\b|最[低少小差]|下限|起码|至少",
    re.IGNORECASE,
)
_RATIO = re.compile(r"\b(?:ratios?|factors?|speed-?ups?)\b|比值|倍率|加速比", re.IGNORECASE)
_AFTER_DIGITS = re.compile(r"[^\d.\s]{1,12}\Z")
_PERIODS = {
    "s": re.compile(r"每秒|\b(?:a|per|each|every) second\b", re.IGNORECASE),
    "h": re.compile(r"每小时|\b(?:hourly|(?:a|an|per|each|every) hour)\b", re.IGNORECASE),
    "d": re.compile(r"每[天日]|\b(?:daily|(?:a|per|each|every) day)\b", re.IGNORECASE),
    "week": re.compile(r"每周|\b(?:weekly|(?:a|per|each|every) week)\b", re.IGNORECASE),
    "month": re.compile(r"每个?月|\b(?:monthly|(?:a|per|each|every) month)\b", re.IGNORECASE),
    "year": re.compile(r"每年|\b(?:yearly|annual(?:ly)?|(?:a|per|each|every) year)\b", re.IGNORECASE),
}


def told_otherwise(case: Case, atom: Atom, source: Atom, fault: str) -> bool:
    """Whether a value that differs in its unit or form is the same after all, by the words around the two."""
    if fault == "bare":
        return (
            _unit_in_heads(case, atom, source) or _is_age(case, atom, source) or _factor(case, atom, source)
        )
    if fault.startswith("another unit"):
        return _per_in_words(case, atom, source) or _bits(atom.fact.text, source.fact.text)
    if fault.startswith("another bound"):
        return limit_itself(case, atom, source) or _same_limit(case, atom, source)
    return fault.startswith("one end of a range") and (
        both_ends(case, atom, source) or _end_meant(case, atom, source)
    )


def points_to(plain: str, start: int) -> str:
    """What a number only points to: the word before it in `Table 4`, `见图 3`; empty for a value of its own."""
    found = _POINTS.search(plain, max(0, start - 14), start)
    return (found["en"] or found["zh"]).lower()[:3] if found else ""


def another_version(case: Case, atom: Atom, source: Atom) -> bool:
    """Whether two decimals after a name are equal as numbers and differ as versions: `Python 3.1` and `Python 3.10`."""
    mine, theirs = atom.fact, source.fact
    counted = {mine.dimension, theirs.dimension} <= {"", "count"}
    if not counted or mine.text == theirs.text or "." not in mine.text or "." not in theirs.text:
        return False
    plain = case.index.units[source.unit].reading.plain
    names = [
        _NAME_BEFORE.search(text, max(0, place - 24), place)
        for text, place in ((case.reading.plain, mine.start), (plain, theirs.start))
    ]
    return all(names) and len({name[0] for name in names if name}) == 1 and mine.text.count(".") == 1


def _is_age(case: Case, atom: Atom, source: Atom) -> bool:
    """`Ann Lee, 21,`, `Ann Lee (21)`, `aged 21`: a number set off after a name, or called so, is an age."""
    if atom.fact.unit not in {"岁", "year"}:
        return False
    plain = case.index.units[source.unit].reading.plain
    before, after = plain[: source.fact.start].rstrip(), plain[source.fact.end :].lstrip()
    if _AGED.search(before):
        return True
    set_off = (before[-1:] == "," and after[:1] in {",", "."}) or (before[-1:] == "(" and after[:1] == ")")
    return set_off and before[:-1].rstrip()[-1:].isalpha()


def _per_in_words(case: Case, atom: Atom, source: Atom) -> bool:
    """`a monthly price of $40` from `$40/month`, or the other way round: one of them says the period in a word
    of its own; and `2.6 points` from `2.6 percentage points`."""
    if {atom.fact.unit, source.fact.dimension} == {"point", "points"}:
        return True
    plain = case.index.units[source.unit].reading.plain
    for long, short, text in (
        (source.fact, atom.fact, case.reading.plain),
        (atom.fact, source.fact, plain),
    ):
        unit, _, period = long.unit.partition("/")
        unit = short.unit if long.dimension.partition("/")[0] == short.dimension == "count" else unit
        words = _PERIODS.get(period)
        noun = period if period.isascii() and period.isalpha() and words is None else ""
        if unit == short.unit and noun and re.search(rf"\b{noun}s?\b", text, re.IGNORECASE):
            return True
        if (unit == short.unit or not short.unit) and words is not None and words.search(text) is not None:
            return True
    return False


def _bits(a: str, b: str) -> bool:
    """`4位` of a format is `4-bit`."""
    return any(_BIT.fullmatch(x) and _WEI.fullmatch(y) for x, y in ((a, b), (b, a)))


def _factor(case: Case, atom: Atom, source: Atom) -> bool:
    """`3 倍的因子` from `*3`; `23 times as long` from `the latency ratio was 23`."""
    plain = case.index.units[source.unit].reading.plain
    before = plain[: source.fact.start]
    told = before.rstrip(" `")[-1:] in {"*", "×"} or _RATIO.search(before) is not None
    return atom.fact.dimension == "times" and told


def _same_limit(case: Case, atom: Atom, source: Atom) -> bool:
    """`no more than 38%` from `only 38%`, and `can take 50 hours` from `可达 50 小时`: one limit in two ways."""
    plain = case.index.units[source.unit].reading.plain
    sides = (
        (atom.fact.bound, case.reading.plain, atom.fact.start),
        (source.fact.bound, plain, source.fact.start),
    )
    for (bound, has, start), (other, lacks, there) in (sides, sides[::-1]):
        if bound != "<=" or other:
            continue
        before = lacks[max(0, there - _REACH) : there]
        if _WITHIN.search(has, max(0, start - _REACH), start):  # `within 2.13% of it`: so far from it
            return True
        told = _LIMITING.search(has, max(0, start - _REACH), start) is not None  # `only up to 38%`
        if (_ONLY.search(before) and not told) or (_REACHES.search(has[:start]) and _CAN.search(before)):
            return True
    return False


def _end_meant(case: Case, atom: Atom, source: Atom) -> bool:
    """`at best some 72%` from `5.5-71.6%`: the claim says which end it means."""
    if atom.fact.kind != "quantity":
        return False
    low, high = source.fact.values
    upper = abs(atom.fact.values[0] - high) < abs(atom.fact.values[0] - low)
    return (_AT_MOST if upper else _AT_LEAST).search(case.reading.plain) is not None


def both_ends(case: Case, atom: Atom, source: Atom) -> bool:
    """`from 3 to 5 GB`, read as two values, from `between 3 and 5 GB`; `from 1939 until 1975` from `1939-1975`."""
    if atom.fact.kind == "date":
        years = {
            float(other.fact.normal[:4])
            for other in case.atoms
            if other.fact.kind == "date" and other.fact.normal[:4].isdigit()
        }
        return years.issuperset(source.fact.values)
    ends = [other.fact for other in case.atoms if other.fact.kind == "quantity"]
    for a, b in pairwise(ends):
        joined = _TO.fullmatch(case.reading.plain, a.end, b.start) is not None
        if joined and atom.fact in (a, b) and (*a.values, *b.values) == source.fact.values:
            return True
    return False


def _unit_in_heads(case: Case, atom: Atom, source: Atom) -> bool:
    """Whether the unit that the claim gives stands in the heads over a bare number of the source."""
    unit = case.index.units[source.unit]
    written = _AFTER_DIGITS.search(atom.fact.text)
    spelled = {part.lower() for part in (atom.fact.unit, *atom.fact.unit.split("/")) if part}
    if written and written[0] > "\u3400":
        spelled.add(written[0])
    heads = " ".join((*unit.claim.heads, *unit.claim.header))
    over = unit.claim.text + heads
    if spelled & (unit.context | unit.raw) or any(part in over for part in spelled):
        return True
    named = (unit_of(word.strip("()（）,，:：*")) for word in heads.split())
    return any(one is not None and one.name == atom.fact.unit for one in named)
