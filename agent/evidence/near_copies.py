"""A sentence of the source repeated but for one place: what was put there instead is no rewording by chance.

Where a claim and a unit begin alike and end alike, all that differs stands between. If other words of the
source were put there, or a word that claims more, the sentence says something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.evidence.case import REPEATS, Case
from agent.evidence.units import Unit
from agent.facts.folding import folded, has_han
from agent.facts.names import STOPWORDS, stem
from agent.facts.polarity import find_cues

_TOKEN = re.compile(r"[a-z][a-z0-9]*(?:'[a-z]+)?|\d+(?:[.,]\d+)*|[\u3400-\u9fff]|[^\s\w*`]", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_LEAST = 4
"""Tokens that the two sentences must have in common, and how many times those that differ."""
_MOST = 3
"""Latin words, or twice as many Han characters, that one place may hold."""
_WEAK = frozenset("may might could can perhaps possibly probably likely 可能 或许 也许 或 大概".split())
_STRONG = frozenset(
    "will must does do always certainly definitely is are 必然 必定 一定 必将 总是 肯定".split()
)
_PARTLY = frozenset(
    "some many most several few often usually typically generally sometimes partly mostly "
    "部分 许多 大多 大部分 多数 少数 一些 通常 往往 一般 有时 经常".split()
)
_WHOLLY = frozenset("all every each always entirely wholly 全部 所有 一切 每个 总是 始终 永远 均".split())
_SHORT = 0.5
"""From this share on, another name in the place of the source's own tells: in a short sentence it is half the words."""
_BOUND = re.compile(
    r"up to|at (?:most|least)|no (?:more|less) than|(?:less|more|fewer) than|over|under|不超过|至多|至少|最多|最高|不少于|高达|超过|不到",
    re.IGNORECASE,
)
_WINDOWS = 8
"""Places of a longer sentence at which the claim may begin, as many as are tried."""
_NOT = frozenset("not 不 并非 并不 不是".split())
_ONLY = re.compile(r"only\b|just\b|仅|只|光", re.IGNORECASE)
_LOWER = re.compile(r"\d[\d.,]*\s?[-–—~～至到]")
"""The lower end of a range, with its mark."""
_CLAUSE_ENDS = frozenset(",，;；:：。()（）")
_SLACK = 3
"""Tokens by which the stretch of a longer sentence may differ in length from the claim."""
_NEAR = 0.1
"""A number this near to another, of fewer digits, may be its rounding."""
_SIGNS = frozenset("% ‰ × x ° $ ¥ € £".split())
"""Marks that say what a number is a number of."""
_RESTATES = frozenset("only just also still now then thus so here there".split())


@dataclass(frozen=True, slots=True)
class Place:
    """The one place at which a claim differs from a unit: its words there, their span, the unit's words."""

    mine: str
    start: int
    end: int
    theirs: str


def check_near_copy(case: Case) -> None:
    """Note a word that stands in a repeated sentence where the source has another one."""
    if case.claim.cells or case.quoting < _SHORT or not case.main or case.main[0].claim.cells:
        return
    if any(check.status in {"missing", "contradicted"} for check in case.checks):
        return
    unit = case.main[0]
    place = one_place(case.reading.plain, unit.reading.plain)
    other = other_number(case.reading.plain, unit.reading.plain) if case.quoting >= REPEATS else None
    if other is not None:
        reason = f"the source has {other.theirs} here"
        case.add("quantity", other.start, other.end, "contradicted", reason=reason, unit=unit)
    if place is None or other is not None:
        return
    moved = place.mine.casefold() in unit.reading.plain.casefold()  # the source bounds it in another place
    if not place.theirs and _BOUND.fullmatch(place.mine) and not moved:
        reason = "another bound: the source has no bound"
        case.add("quantity", place.start, place.end, "missing", reason=reason, unit=unit)
        return
    if not place.mine or not place.theirs:
        _check_left_out(case, place, unit)
        return
    if case.quoting < REPEATS and not (place.mine[0].isupper() and place.theirs[0].isupper()):
        return
    mine, theirs = place.mine.lower(), place.theirs.lower()
    if (mine in _STRONG and theirs in _WEAK) or (mine in _WHOLLY and theirs in _PARTLY):
        reason = f"stronger than the source, which says {place.theirs}"
        case.add("hedge", place.start, place.end, "missing", reason=reason, unit=unit)
    elif _another_number(mine, theirs) or (mine != theirs and {mine, theirs} <= _SIGNS):
        reason = f"the source has {place.theirs} here"
        case.add("quantity", place.start, place.end, "contradicted", reason=reason, unit=unit)
    elif _another_word(mine, theirs) and (_opposed(mine, theirs) or _borrowed(mine, case)):
        reason = f"the source has {place.theirs} here"
        case.add("word", place.start, place.end, "missing", reason=reason, unit=unit)


def _check_left_out(case: Case, place: Place, unit: Unit) -> None:
    """Note a `not` before `only`, and the lower end of a range, that stand in one of the two sentences alone."""
    after = re.compile(r"\s*").match(case.reading.plain, place.end)
    rest = folded(case.reading.plain[after.end() if after else place.end :])
    only = _ONLY.match(rest)
    if only is not None and (place.mine or place.theirs).lower() in _NOT:
        reason = (
            "the source has it without the negation" if place.mine else f"the source has {place.theirs} here"
        )
        start = place.start if place.mine else place.end
        end = place.end if place.mine else place.end + len(only[0])
        case.add("negation", start, end, "contradicted", reason=reason, unit=unit)
    elif not place.mine and _LOWER.fullmatch(place.theirs) and (number := _NUMBER.match(rest)) is not None:
        reason = f"the source has {place.theirs}{number[0]} here"
        case.add("quantity", place.end, place.end + len(number[0]), "contradicted", reason=reason, unit=unit)


def other_number(claim: str, source: str) -> Place | None:
    """The first number that differs by more than a rounding, of two sentences that differ in numbers alone."""
    a, b = _tokens(claim), _tokens(source)
    if sum(not _NUMBER.fullmatch(token[0]) for token in a) < _LEAST:
        return None
    found: Place | None = None
    for start in [i for i in range(len(b) - len(a) + 1) if _alike(a[0], b[i])][:_WINDOWS]:
        pairs = list(zip(a, b[start : start + len(a)], strict=True))
        if all(_same(mine, theirs) for mine, theirs in pairs):
            return None
        if found is None and all(_alike(mine, theirs) for mine, theirs in pairs):
            other = [pair for pair in pairs if _another_number(pair[0][0], pair[1][0])]
            found = next((Place(m[0], m.start(), m.end(), t[0]) for m, t in other), None)
    return found


def _alike(a: re.Match[str], b: re.Match[str]) -> bool:
    """Whether two tokens are the same, or two numbers."""
    return _same(a, b) or bool(_NUMBER.fullmatch(a[0]) and _NUMBER.fullmatch(b[0]))


def one_place(claim: str, source: str) -> Place | None:
    """The one place at which two sentences differ; None where they are alike, or differ in more than a place."""
    a, b = _tokens(claim), _tokens(source)
    whole = _difference(claim, a, source, b)
    if whole is not None or len(b) <= len(a):
        return whole
    found: Place | None = None
    for window in _windows(a, b):
        if [x[0].lower() for x in window] == [x[0].lower() for x in a]:
            return None
        found = found or _difference(claim, a, source, window)
    return found


def _windows(a: list[re.Match[str]], b: list[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    """Stretches of a longer sentence that begin as the claim does, or where a clause begins, and end as it does."""
    if len(a) < _LEAST:
        return
    alike = [i for i in range(len(b) - 1) if _same(b[i], a[0]) and _same(b[i + 1], a[1])]
    starts = alike or [i for i in range(len(b) - 1) if not i or b[i - 1][0] in _CLAUSE_ENDS]
    for start in starts[:_WINDOWS]:
        for end in range(start + len(a) - _SLACK, start + len(a) + _SLACK + 1):
            if start < end <= len(b) and _same(b[end - 1], a[-1]):
                yield b[start:end]


def _difference(claim: str, a: list[re.Match[str]], source: str, b: list[re.Match[str]]) -> Place | None:
    least = min(len(a), len(b))
    first = 0
    while first < least and _same(a[first], b[first]):
        first += 1
    last = 0
    while last < least - first and _same(a[-1 - last], b[-1 - last]):
        last += 1
    mine, theirs = a[first : len(a) - last], b[first : len(b) - last]
    widest = max(_width(mine), _width(theirs))
    if not widest or widest > _MOST or first + last < max(_LEAST, _LEAST * widest):
        return None
    gone = a[first].start() if first < len(a) else len(claim)
    start = mine[0].start() if mine else gone
    end = mine[-1].end() if mine else gone
    told = source[theirs[0].start() : theirs[-1].end()] if theirs else ""
    return Place(claim[start:end], start, end, told)


def _tokens(text: str) -> list[re.Match[str]]:
    found = list(_TOKEN.finditer(folded(text)))
    while found and found[-1][0] in ".。;；":
        found.pop()
    return found


def _same(a: re.Match[str], b: re.Match[str]) -> bool:
    return a[0].lower() == b[0].lower()


def _width(tokens: list[re.Match[str]]) -> float:
    return sum(0.5 if token[0][0] >= "\u3400" else 1.0 for token in tokens)


def _another_number(mine: str, theirs: str) -> bool:
    """Whether two bare numbers differ by more than a rounding."""
    if not (mine[0].isdigit() and mine[-1].isdigit() and theirs[0].isdigit() and theirs[-1].isdigit()):
        return False
    if not (_NUMBER.fullmatch(mine) and _NUMBER.fullmatch(theirs)):
        return False
    a, b = (float(number.replace(",", "")) for number in (mine, theirs))
    return abs(a - b) > _NEAR * max(a, b) or (a != b and _digits(mine) >= _digits(theirs))


def _digits(number: str) -> int:
    """How many digits tell: those of a whole number without the zeros at its end."""
    bare = number.replace(",", "")
    return len(bare.replace(".", "") if "." in bare else bare.rstrip("0"))


def _another_word(mine: str, theirs: str) -> bool:
    """Whether two words say different things: both of one script, not of one stem, not of one direction."""
    if has_han(mine):
        apart = len(mine) >= 2 and len(theirs) >= 2 and not set(mine) & set(theirs)
        return (
            apart and mine.isalpha() and theirs.isalpha() and has_han(theirs) and not _one_way(mine, theirs)
        )
    words = _unnumbered(mine), _unnumbered(theirs)
    if any(
        len(part) != 1
        or not (part[0].isalnum() and part[0][0].isalpha() and part[0].isascii())
        or part[0] in STOPWORDS | _RESTATES
        for part in words
    ):
        return False
    a, b = words[0][0], words[1][0]
    return stem(a) != stem(b) and not _one_way(a, b)


def _unnumbered(text: str) -> list[str]:
    """The words of a place without the number that a name carries: `Kestrel 2.4` is Kestrel."""
    words = text.split()
    return words[:1] + [word for word in words[1:] if not word[0].isdigit()]


def _sides(text: str) -> set[tuple[str, int]]:
    return {(cue.group, cue.side) for cue in find_cues(text) if cue.kind == "opposite"}


def _one_way(a: str, b: str) -> bool:
    return bool(_sides(a) & _sides(b))


def _opposed(a: str, b: str) -> bool:
    return any((group, -side) in _sides(b) for group, side in _sides(a))


def _borrowed(word: str, case: Case) -> bool:
    """Whether the word stands elsewhere in the evidence, so that nothing else has found it strange."""
    if has_han(word):
        return word in case.index.plain
    return word in case.index.all_tokens or stem(word) in case.index.all_tokens
