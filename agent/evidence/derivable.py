"""Whether a figure that the evidence does not give may have been worked out from figures that it gives.

A ratio, a difference, a change in percent, a share, a sum, so much for each: whoever retells a text works such
figures out. A result that fits is no proof, for many pairs of figures give something; it only keeps a figure from
being called invented. Where no word of the claim speaks of such working out, one of the two must be the claim's own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from agent.evidence.arithmetic import agrees, as_written
from agent.evidence.atoms import Atom
from agent.facts.model import Fact

_MOST = 20
"""Figures of one kind that are set against each other: of more, some two give almost anything."""
_FEW = 6
"""Of so many figures of a kind two may be meant that the claim's words do not both name."""
_STEPS = re.compile(
    r"[多少高低快慢大小长短]|差|倍|占|提升|提高|增|下降|降低|减|省|扩|缩|其余|剩|另|还|折合|折算|换算|相当|平均|每"
    r"|\b(?:\w+er\s(?:than|by)|more|less|fewer|differ\w*|gaps?|lead|ahead|behind|add\w*|extra|rest|remain\w*|off|by|"
    r"improv\w*|increas\w*|decreas\w*|gain\w*|drop\w*|fell|fall\w*|rose|ris\w*|grew|grow\w*|reduc\w*|cut|sav\w*|boost\w*|points?|better|worse|"
    r"larger|smaller|higher|lower|faster|slower|longer|shorter|times|average\w*|per|each|every|out of|in all|total|together|share|rate)\b",
    re.IGNORECASE,
)
_PER = re.compile(
    r"每|平均|折合|折算|约合|一[个点次张台]|\b(?:per|an?|each|every|average\w*)\b", re.IGNORECASE
)
_TOTAL = re.compile(
    r"合计|总|共|加起来|之和|\b(?:total|together|sum|altogether|combined|in all|overall)\b", re.IGNORECASE
)
_ONE_IN = re.compile(
    r"\bone\b[^,;]{0,24}\b(?:in|of)\b|每[^，。；]{1,12}[有选取用]|[\d一二三四五六七八九十百]+\s?选\s?[\d一二三四五六七八九十]"
)
_PAIRED = 40
"""Values of a column that are set against each other at most, and columns that are looked at."""
_DIFFER = frozenset({"", "count", "percent", "points"})
"""What two cells of one column may differ by, whatever their head says that they are."""
_PLAIN = frozenset({"", "count", "token", "request", "star"})


@dataclass(frozen=True, slots=True)
class _Operand:
    """A figure of the evidence: one value, or an end of a range."""

    value: float
    kind: str
    text: str
    own: bool
    """Whether the claim gives it too."""
    noun: str
    """What it counts, where a noun says so."""
    akin: bool
    """Whether it stands among words of the claim, or in another language."""


def derivable(
    value: Atom, text: str, atoms: Iterable[Atom], proved: Sequence[Atom], *, tabled: Iterable[Atom] = ()
) -> str:
    """The figures of the evidence that give the claim's, in words; empty where no two do.

    `atoms` are those that are set against each other whatever they are; of `tabled`, two of one column.
    """
    claim = value.fact
    if claim.kind != "quantity" or len(claim.values) != 1 or not claim.values[0]:
        return ""
    told = _STEPS.search(text) is not None
    own = {id(atom) for atom in proved}
    operands = _operands(atoms, own, value.near | value.shared)
    kinds = Counter(one.kind for one in operands)
    for a, b in _pairs(operands):
        few = kinds[a.kind] <= _FEW and kinds[b.kind] <= _FEW
        spoken = (told or claim.approx) and few and (a.akin or b.akin)
        meant = a.own or b.own or spoken or ((told or claim.dimension == "times") and a.akin and b.akin)
        if meant and any(agrees(claim, result) for result in _results(claim, text, a, b)):
            return f"{a.text} and {b.text}"
    for one in operands:
        if any(agrees(claim, result) for result in _restated(claim, one)):
            return one.text
    for c, d in _down_columns(tabled) if told and claim.dimension in _DIFFER else ():
        if any(agrees(claim, result) for result in _steps(c.fact.values[0], d.fact.values[0])):
            return f"{c.fact.text} and {d.fact.text}"
    return ""


def _down_columns(atoms: Iterable[Atom]) -> Iterator[tuple[Atom, Atom]]:
    """Two values of one column each, as their digits stand."""
    columns: dict[tuple[int, str], list[Atom]] = {}
    for atom in atoms:
        if atom.column > 0 and atom.fact.kind == "quantity" and len(atom.fact.values) == 1:
            columns.setdefault((atom.column, atom.head), []).append(as_written(atom))
    for members in islice(columns.values(), _PAIRED):
        yield from combinations(members[:_PAIRED], 2)


def _steps(x: float, y: float) -> Iterator[float]:
    """From one value to the other: by how much, and by how much of each in percent."""
    yield abs(x - y)
    yield from (abs(x - y) / abs(base) * 100 for base in (y, x) if base)


def _operands(atoms: Iterable[Atom], own: set[int], words: set[str]) -> list[_Operand]:
    han = _han(words)
    found: dict[tuple[float, str], _Operand] = {}
    for atom in atoms:
        if atom.fact.kind == "quantity":
            theirs = atom.near | atom.shared
            akin = bool(words & theirs) or _han(theirs) != han
            kind = "" if atom.fact.dimension in _PLAIN else atom.fact.dimension
            noun = atom.fact.unit if not kind and atom.fact.unit.isascii() else ""
            for value in atom.fact.values:
                if value and (value, kind) not in found:
                    found[value, kind] = _Operand(value, kind, atom.fact.text, id(atom) in own, noun, akin)
    return list(found.values())


def _han(tokens: set[str]) -> bool:
    return any(token[0] >= "\u3400" for token in tokens)


def _pairs(operands: list[_Operand]) -> Iterator[tuple[_Operand, _Operand]]:
    kinds: dict[str, list[_Operand]] = {}
    for one in operands:
        kinds.setdefault(one.kind, []).append(one)
    for members in kinds.values():
        for a, b in combinations(members[:_MOST], 2):
            if a.noun == b.noun or not a.noun or not b.noun:  # 16 experts and 4 cards give nothing
                yield a, b
    for a, b in combinations(operands[:_MOST], 2):
        if a.kind != b.kind:
            yield a, b


def _results(claim: Fact, text: str, a: _Operand, b: _Operand) -> Iterator[float]:
    x, y = a.value, b.value
    wanted = "" if claim.dimension in _PLAIN else claim.dimension
    if a.kind != b.kind:
        yield from _unlike(wanted, text, a, b)
    elif wanted == "times":
        yield from (x / y, y / x)
    elif wanted == "percent":
        difference, *shares = _steps(x, y)
        yield from (*shares, x / y * 100, y / x * 100)
        if a.kind == "percent":
            yield from (difference, x + y)
    elif wanted == a.kind or (wanted == "points" and a.kind == "percent"):
        yield abs(x - y)
        if _TOTAL.search(text):
            yield x + y
        if not wanted and _ONE_IN.search(text):
            yield from (x / y, y / x)
    if not a.kind and not b.kind and _PER.search(text) and not wanted:
        yield from (x / y, y / x)


def _unlike(wanted: str, text: str, a: _Operand, b: _Operand) -> Iterator[float]:
    """So much for each of so many: `1,158 calls in 35 hours`."""
    if not _PER.search(text):
        return
    for x, y in ((a, b), (b, a)):
        ratio = f"{x.kind or 'count'}/{y.kind or 'count'}"
        if wanted in {ratio, x.kind if not y.kind else ratio}:
            yield x.value / y.value


def _restated(claim: Fact, one: _Operand) -> Iterator[float]:
    """One figure said otherwise: `1.5 times` is half as much again, 7 % of what fails is 93 % of what does not."""
    value = one.value
    if claim.bound or not (one.akin or one.own):
        return
    if claim.dimension == "percent" and one.kind == "times" and value > 1:
        yield from ((value - 1) * 100, 100 / value, (1 - 1 / value) * 100)
    elif claim.dimension == "percent" and one.kind == "percent" and 0 < value < 100:
        yield 100 - value
    elif claim.dimension == "times" and one.kind == "percent" and value > 0:
        yield 1 + value / 100
        if value < 100:
            yield 1 / (1 - value / 100)
