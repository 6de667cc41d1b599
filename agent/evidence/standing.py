"""Whether what a claim says plainly stands plainly in its source, or only denied, passed over, excepted or wished.

Every content word and value of the claim is looked up in the units that are closest to it. What stands
there only in a stretch that has a role (`agent.facts.roles`), and in the claim in none, is not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from agent.evidence.tokens import HAN_FUNCTION, han_pairs, number_token, weight
from agent.evidence.turns import denied_after
from agent.evidence.units import Unit
from agent.facts.names import STOPWORDS, stem
from agent.facts.reading import Reading
from agent.facts.roles import Role, RoleSpan, role_at, roles_in

_ENOUGH = 1.0
"""Weight of words (a pair of Han; a Latin word or a value has more) from which on a mismatch of roles tells."""
_SOME, _MOST = 0.25, 0.5
"""From these shares of what a claim says of its subject on, what is denied, and what is wished, tells."""
_NEAR = 0.45
_SAID = 0.8
"""From this share of its wording on, what a claim denies is what the source affirms."""
_NOT_SO: frozenset[Role] = frozenset({"denied", "passed", "excepted", "rejected"})
_NOT_YET: frozenset[Role] = frozenset({"unreal", "supposed"})
_UNREAL_WORDS = re.compile(
    r"计划|目标|打算|预计|预期|有望|希望|可能|或许|据|称|拟|将|若|如果|除非|仅在|只有|时\b|\b(?:plan\w*|goal|aim\w*|want\w*|intend\w*|expect\w*|hope\w*|will|would|may|might|could|"
    r"claim\w*|say|says|said|reported\w*|rumou?r\w*|if|unless|when|should|to be|is to|are to|proposed?|future|next|upcoming|only|according)\b",
    re.IGNORECASE,
)
_PASSED_WORDS = re.compile(
    r"曾|原[先来为本]|旧[值称版]|修复|此前|之前|以前|前值|不|未(?!来)|无|没|取消|移除|放弃|停用|取代|替代|替换|换成|改为|改用|除了|以往|\b(?:was|were|had|before|former\w*|previous\w*|old|earlier|not?|never|without|"
    r"instead|rather|used|from|than|no longer|except|unlike|abandon\w*|left|cannot|n't|fail\w*|missing|ago|fix\w*|patch\w*|since|resolv\w*|once|initial\w*|original\w*|baseline|only)\b",
    re.IGNORECASE,
)
_NEGATIVE_WORDS = re.compile(
    r"不|未|无|没|非|取消|移除|放弃|停|缺|除|拒|弃|禁|失败|仅|只|难|删|撤|避免|防止|省去|免|脱离|否"
    r"|\b(?:not?|never|without|missing|absent|drop\w*|remov\w*|deprecat\w*|stop\w*|except|only|apart|instead|fail\w*|den(?:y|ies|ied)|refus\w*|lack\w*|"
    r"cannot|prevent\w*|avoid\w*|exclud\w*|reject\w*|disabl\w*|unable|un\w+|few|little|hardly|rarely|barely|neither|nor|none|rather|free of|withdr\w+|abandon\w*|discontinu\w*|ceas\w*|unlike|however|but)\b|n't\b",
    re.IGNORECASE,
)
_UNIVERSAL = re.compile(
    r"所有|全部|一切|任何情况|任意|始终|总是|一直|无条件|\b(?:all|every|always|in any case|everywhere|unconditionally)\b",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"除(?:了)?[^，。；\n]{1,24}外|除外|除非|仅在|仅当|仅限|只在|只有|只支持|仅(?=\s?[A-Za-z\u3400-\u9fff])|\b(?:except|apart from|unless|only|other than|all but|alone|as long as|provided)\b",
    re.IGNORECASE,
)


_CONDITION = re.compile(
    r"如果|假如|倘若|的情况下|的前提下|\b(?:if|on condition|as long as|provided)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """What a claim says plainly and its source does not, or the other way round."""

    kind: Literal["negation", "hedge", "quantifier"]
    start: int
    end: int
    status: Literal["missing", "contradicted"]
    reason: str
    unit: Unit


Place = tuple[str, int, int]


@lru_cache(maxsize=4096)
def places_of(reading: Reading) -> tuple[Place, ...]:
    """The content tokens of a reading with their places: words by stem, pairs of Han, values, dates, identifiers."""
    found: list[Place] = [
        (word.stem, word.start, word.end) for word in reading.words if word.text.lower() not in STOPWORDS
    ]
    taken = [False] * (len(reading.plain) + 1)
    for start, end in reading.taken:
        taken[start:end] = [True] * (end - start)
    for first, last in reading.han:
        if last - first == 1 and not taken[first] and reading.plain[first] not in HAN_FUNCTION:
            found.append((reading.plain[first], first, last))
        found.extend(
            (pair, first + place, first + place + 2)
            for place, pair in enumerate(han_pairs(reading.plain[first:last]))
            if len(pair) == 2 and not HAN_FUNCTION.issuperset(pair) and not taken[first + place]
        )
    for fact in reading.quantities:
        found.extend((number_token(value), fact.start, fact.end) for value in fact.values)
    found.extend((item.normal, item.start, item.end) for item in reading.dates)
    found.extend((item.normal, item.start, item.end) for item in reading.identifiers)
    return tuple(found)


def misplaced(claim: Reading, units: list[Unit], covered: float) -> Iterator[Misplaced]:
    """The words of a claim that its closest units have in another role only; `covered` is the share of its
    wording that the closest unit has."""
    mine = roles_in(claim.plain)
    theirs = [(unit, roles_in(unit.reading.plain)) for unit in units]
    limited = (
        _unlimited(claim, units)
        or _narrowed(claim, units)
        or _only_other(claim, units)
        or _one_of_many(claim, units)
    )
    if limited is not None:
        yield limited
    if not mine and not any(spans for _, spans in theirs):
        return
    said = _by_token(claim, mine)
    names = {word.stem for word in claim.words if word.name or word.text[0].isupper()}
    heard: dict[str, list[tuple[Unit, set[Role]]]] = {}
    for unit, spans in theirs:
        for token, start, end in places_of(unit.reading):
            if token in said:
                heard.setdefault(token, []).append((unit, role_at(spans, start, end)))
    spoken = _PASSED_WORDS.search(claim.plain) is not None and not any(s.role in _NOT_SO for s in mine)
    # Words alone tell only where the source speaks of what the claim speaks of; a value tells by itself.
    sure = covered >= _NEAR
    if not spoken:
        yield from _not_so(claim, said, heard, theirs, names, sure=sure)
    if not hedges(claim):
        yield from _unreal(said, heard, theirs, names, _done(claim.plain), sure=sure)
    if covered >= _SAID:
        yield from _denies(mine, said, heard, units, names)


def hedges(claim: Reading) -> bool:
    """Whether a claim says itself that it tells of a plan, a guess, a condition or somebody's word."""
    unreal = any(span.role in _NOT_YET for span in roles_in(claim.plain))
    return unreal or _UNREAL_WORDS.search(claim.plain) is not None


def _by_token(claim: Reading, spans: tuple[RoleSpan, ...]) -> dict[str, list[tuple[int, int, set[Role]]]]:
    said: dict[str, list[tuple[int, int, set[Role]]]] = {}
    for token, start, end in places_of(claim):
        said.setdefault(token, []).append((start, end, role_at(spans, start, end)))
    return said


_Said = dict[str, list[tuple[int, int, set[Role]]]]
_Heard = dict[str, list[tuple[Unit, set[Role]]]]
_Theirs = list[tuple[Unit, tuple[RoleSpan, ...]]]


def _not_so(
    claim: Reading, said: _Said, heard: _Heard, theirs: _Theirs, names: set[str], *, sure: bool
) -> Iterator[Misplaced]:
    denies = any(roles & {"denied", "passed"} for places in said.values() for _, _, roles in places)
    wrong: list[str] = []
    for token, places in said.items():
        there = heard.get(token)
        if not there or not all(roles & _NOT_SO for _, roles in there):
            continue
        if denies and all("excepted" in roles for _, roles in there):
            continue  # `all but A have it`, `A does not have it`
        if any(not roles & _NOT_SO and not denied_after(claim, end) for _, end, roles in places):
            wrong.append(token)
    left_out = any(all(roles & {"excepted", "rejected"} for _, roles in heard[token]) for token in wrong)
    told = sure or any(token[0] == "#" for token in wrong)
    if told and (left_out or _outweighs(wrong, said, heard, names, _SOME)):
        yield from _told(said, heard, theirs, wrong, _NOT_SO)


_DONE = re.compile(
    r"\b(?:has|have)\s(?:already\s)?(?:been\s)?(?P<en>[a-z]{4,}(?:ed|en|wn|t))\b|(?:已经|现已|已)(?:[在于][^，。；]{1,16}?(?=正式|全面|发布|上线|推出|开源))?(?:正式|全面|全部)?(?P<zh>[\u3400-\u9fff]{2})",
    re.IGNORECASE,
)


def _done(plain: str) -> set[str]:
    """What a claim says is done: `has been released`, `已经发布`."""
    return {stem(m["en"]) if m["en"] else m["zh"] for m in _DONE.finditer(plain)}


def _unreal(
    said: _Said, heard: _Heard, theirs: _Theirs, names: set[str], done: set[str], *, sure: bool
) -> Iterator[Misplaced]:
    wrong = [
        token for token in said if (there := heard.get(token)) and all(roles & _NOT_YET for _, roles in there)
    ]
    told = sure or any(token[0] == "#" for token in wrong)
    if told and done & set(wrong):
        yield from _told(said, heard, theirs, sorted(done & set(wrong)), _NOT_YET)
        return
    if told and not names.issuperset(wrong) and _outweighs(wrong, said, heard, names, _MOST):
        yield from _told(said, heard, theirs, wrong, _NOT_YET)


def _outweighs(wrong: list[str], said: _Said, heard: _Heard, names: set[str], share: float) -> bool:
    """Whether the words in another role are a large enough part of what the claim says of its subject."""
    if weight(wrong) < _ENOUGH:
        return False
    first = min((place[0][0], token) for token, place in said.items())[1]
    rest = [token for token in said if token in heard and not (token in names and token == first)]
    return weight(wrong) >= share * weight(rest)


def _told(
    said: _Said, heard: _Heard, theirs: _Theirs, wrong: list[str], roles: frozenset[Role]
) -> Iterator[Misplaced]:
    token = max(wrong, key=lambda one: weight([one]))
    unit = heard[token][0][0]
    start, end, _ = said[token][0]
    cues = [span.cue for other, spans in theirs if other is unit for span in spans if span.role in roles]
    if "unreal" in roles:
        reason = f"stronger than the source, which says {cues[0]}" if cues else "stronger than the source"
        yield Misplaced("hedge", start, end, "missing", reason, unit)
    else:
        reason = f"the source denies it, or says it of before: {cues[0]}" if cues else "the source denies it"
        yield Misplaced("negation", start, end, "contradicted", reason, unit)


def _denies(
    mine: tuple[RoleSpan, ...], said: _Said, heard: _Heard, units: list[Unit], names: set[str]
) -> Iterator[Misplaced]:
    """What a claim denies, and the source says in the same words without a negative word anywhere."""
    if not any(span.role == "denied" for span in mine):
        return
    if any("excepted" in roles for there in heard.values() for _, roles in there):
        return
    if any(_NEGATIVE_WORDS.search(unit.reading.plain) for unit in units):
        under = [
            token
            for token, places in said.items()
            if token in heard and all("denied" in roles for _, _, roles in places)
        ]
        denied = [token for token in under if not any(roles & _NOT_SO for _, roles in heard[token])]
        whole = all(any(not roles & _NOT_SO for _, roles in heard[token]) for token in under)
        if not whole or weight(denied) < _ENOUGH:
            return
    else:
        denied = [
            token
            for token, places in said.items()
            if token in heard and all("denied" in roles for _, _, roles in places)
        ]
    if weight(denied) < _ENOUGH or names.issuperset(denied):
        return
    start, end, _ = said[denied[0]][0]
    yield Misplaced(
        "negation",
        start,
        end,
        "contradicted",
        "the source says it without a negation",
        heard[denied[0]][0][0],
    )


_ONLY_FOR = re.compile(
    r"(?:只|仅)(?:对|将|为|面向|向|限|支持|适用于|供)\s?(?P<zh>[\u3400-\u9fff]{2,10})|\bonly (?:for|to) (?P<en>[a-z][a-z -]{2,30})"
)
_FOR_ALL = re.compile(
    r"(?:所有|全部|任何|各类)\s?(?P<zh>[\u3400-\u9fff]{2,8})|\b(?:all|every|any)\s(?P<en>[a-z]{3,20}(?:\s[a-z]{3,20})?)"
)


def _narrowed(claim: Reading, units: list[Unit]) -> Misplaced | None:
    """`only for paying plans` where the source says `for all plans`."""
    only = _ONLY_FOR.search(claim.plain)
    if only is None:
        return None
    said = only["zh"] or only["en"]
    for unit in units:
        if _ONLY_FOR.search(unit.reading.plain):
            continue
        for every in _FOR_ALL.finditer(unit.reading.plain):
            kind = (every["zh"] or "")[:2] or stem((every["en"] or "").split()[0])
            if kind and kind in (said if every["zh"] else " ".join(map(stem, said.split()))):
                reason = f"the source says {every[0]}"
                return Misplaced("quantifier", *only.span(), "contradicted", reason, unit)
    return None


_ONLY_NAME = re.compile(
    r"(?:\bonly|只有|仅有?|唯有|唯独)\s?(?P<a>[A-Z][\w.+-]*)|\bby (?P<b>[A-Z][\w.+-]*) (?:alone|only)\b",
    re.IGNORECASE,
)


def _only_other(claim: Reading, units: list[Unit]) -> Misplaced | None:
    """What the source says of one thing only, said of another."""
    lead = next(
        (word for word in claim.words if word.text[0].isupper() and word.text.lower() not in STOPWORDS), None
    )
    if lead is None:
        return None
    tokens = {token for token, _, _ in places_of(claim)} - {lead.stem}
    for unit in units:
        plain = unit.reading.plain
        for match in _ONLY_NAME.finditer(plain):
            name = stem(match["a"] or match["b"])
            if not (match["a"] or match["b"])[0].isupper() or name in tokens or name == lead.stem:
                continue
            if lead.text.lower() in plain[: match.start()].lower():
                continue
            theirs = {token for token, _, _ in places_of(unit.reading)}
            if weight(tokens & theirs) >= 0.75 * weight(tokens):
                reason = f"the source says it of {match['a'] or match['b']} only"
                return Misplaced("quantifier", lead.start, lead.end, "contradicted", reason, unit)
    return None


ONE_OF_SEVERAL = "the source says one of several"
_SUPERLATIVE = re.compile(r"最[\u3400-\u9fff]|\b(?:most|[a-z]{3,12}est)\b", re.IGNORECASE)
_AMONG = re.compile(r"\bone of the|\bamong the|之一|跻身|前列", re.IGNORECASE)


def _one_of_many(claim: Reading, units: list[Unit]) -> Misplaced | None:
    """`the largest` from `one of the largest`."""
    most = _SUPERLATIVE.search(claim.plain)
    if most is None or _AMONG.search(claim.plain):
        return None
    for unit in units:
        plain = unit.reading.plain
        if _AMONG.search(plain) and most[0].lower() in plain.lower():
            return Misplaced("hedge", *most.span(), "missing", ONE_OF_SEVERAL, unit)
    return None


def _unlimited(claim: Reading, units: list[Unit]) -> Misplaced | None:
    """All, always, where the source excepts one or sets a condition."""
    every = _UNIVERSAL.search(claim.plain)
    if every is None or _LIMITED.search(claim.plain) or _CONDITION.search(claim.plain):
        return None
    for unit in units:
        limit = _LIMITED.search(unit.reading.plain)
        if limit is None and not _UNIVERSAL.search(unit.reading.plain):
            limit = _CONDITION.search(unit.reading.plain)
        if limit is not None:
            reason = f"the source says it with a limit: {limit[0]}"
            return Misplaced("quantifier", every.start(), every.end(), "missing", reason, unit)
    return None
