"""Proof by arithmetic: ratios, differences, shares, sums and means of values that the claim names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from agent.evidence.atoms import Atom
from agent.evidence.grids import Named, cells_at
from agent.evidence.tokens import raw_tokens, weight
from agent.facts.model import Fact

_TOTAL = re.compile(
    r"合计|总计|总共|一共|共计|总和|之和|总|加起来|合起来|相加|\b(?:total|together|sum|altogether|combined|overall|in all|comes? to|adds? up to|makes?)\b",
    re.IGNORECASE,
)
_MEAN = re.compile(r"平均|均值|\b(?:average|mean|averag\w+)\b", re.IGNORECASE)
_DIFFERENCE = re.compile(
    r"相差|差距|差值|之差|多出|高出|多了|少了|高了|低了|快了|慢了|[比较][^，。；]{1,24}[多少高低快慢大小长短]|领先|落后|高于|低于|多于|少于|其余|剩下|其中|的提升|的差距"
    r"|\b(?:differences?|differs?|gap|more|fewer|less|higher|lower|faster|slower|longer|shorter|above|below|ahead|behind|the rest|remaining|the other|of (?:the |its |all )?\d[\d,.]*(?! ?%)|points? (?:better|worse)|(?:exceed|surpass)\w*[^;\n]{1,120} by|beats?[^;\n]{1,120} by|trail\w*[^;\n]{1,120} by|adds?|added|off)\b",
    re.IGNORECASE,
)
_GROWN = re.compile(
    r"(?:增长|增加|增大|提升|提高|上升|扩大)了?\s?(?:约|近|超过)?\s?[\d.一二三四五六七八九十]+\s?倍"
)
_SHARE = re.compile(
    r"占|比例|占比|份额|的[一二三四五六七八九十百]{1,3}分之|分之一|一半|\b(?:share|proportion|fraction|of the|percent of|% of|accounts? for)\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?")
_SPLIT = re.compile(r"切分|切成|分成|划分|拆成|\b(?:split|cut|divid\w+) (?:up )?in(?:to)?\b", re.IGNORECASE)
_SPAN = re.compile(
    r"相差|差距|差值|多出|高出|少|多|低|高|快|慢|差|\b(?:difference|gap|more|less|higher|lower|faster|slower|between|by|differs?|times|than|versus|vs)\b|倍|相比|[\d]x\b|×",
    re.IGNORECASE,
)
_ROUND = frozenset("123456789")


@dataclass(frozen=True, slots=True)
class Computed:
    """A value worked out from two or more values of the evidence, and how."""

    value: float
    how: str
    operands: tuple[Atom, ...]


def agrees(claim: Fact, value: float) -> bool:
    """Whether a computed value is the one that the claim states, at the precision with which it states it."""
    if len(claim.values) != 1:
        return False
    shown = claim.values[0]
    step = claim.step or abs(shown) * 0.005
    if claim.approx and shown and f"{shown:g}".replace(".", "").strip("0-") in _ROUND:
        step = max(step, abs(shown) * 0.04)  # "about 2x" of 2.04
    elif claim.dimension == "times":  # 2.5 is no `3 times`
        step = min(step, abs(shown) * 0.16)
    if claim.bound in {">", ">="}:
        return 0 <= value - shown <= 0.25 * abs(shown)
    if claim.bound in {"<", "<="}:
        return 0 <= shown - value <= 0.25 * abs(shown)
    return abs(value - shown) <= step * 0.5000001 + 1e-9 * abs(shown)


def results(claim: Fact, a: Atom, b: Atom, text: str) -> Iterator[Computed]:
    """What two values of one dimension give in the dimension of the claim's value, if its words ask for it."""
    x, y = a.fact.values[0], b.fact.values[0]
    pair = (a, b)
    shown = f"{a.fact.text} and {b.fact.text}"
    if claim.dimension == "times" and x and y and x != y:
        if _GROWN.search(text):  # 增长了 3.4 倍: by so much, not to so much
            yield Computed(max(x, y) / min(x, y) - 1, f"relative growth between {shown}", pair)
        else:
            yield Computed(x / y, f"ratio of {shown}", pair)
            yield Computed(y / x, f"ratio of {shown}", pair)
    if claim.dimension == "percent" and x and y and x != y:
        for p, q in ((x, y), (y, x)):
            yield Computed(abs(p - q) / abs(q) * 100, f"relative change between {shown}", pair)
            if _SHARE.search(text):
                yield Computed(p / q * 100, f"share of {shown}", pair)
    counts = {claim.dimension, a.fact.dimension} <= {"", "count"}
    if counts and x and y and _SPLIT.search(text):
        yield Computed(max(x, y) / min(x, y), f"parts of {shown}", pair)
    same = claim.dimension == a.fact.dimension or (
        (claim.dimension == "points" or claim.unit == "point") and a.fact.dimension == "percent"
    )
    if same or (claim.dimension in {"", "count"} and a.fact.dimension in {"", "count"}):
        if claim.mode == "by" or _DIFFERENCE.search(text):
            yield Computed(abs(x - y), f"difference of {shown}", pair)
        if _TOTAL.search(text):
            yield Computed(x + y, f"sum of {shown}", pair)


def from_operands(claim: Fact, operands: Sequence[Atom], text: str) -> Computed | None:
    """The claim's value worked out from values that the claim itself names."""
    for index, a in enumerate(operands):
        for b in operands[index + 1 :]:
            if _one_dimension(a.fact, b.fact):
                found = results(claim, a, b, text)
            else:
                found = chain(_times(claim, a, b, text), _times(claim, b, a, text))
            for result in found:
                if agrees(claim, result.value):
                    return result
    return None


def from_operand(claim: Atom, operands: Sequence[Atom], atoms: Sequence[Atom], text: str) -> Computed | None:
    """The claim's value worked out from one value that the claim names and those beside it in the evidence that
    the words of the claim's value name best."""
    for a in operands:
        beside = [b for b in atoms if b.unit == a.unit and b is not a and b.fact.kind == "quantity"]
        scored = [(weight(b.near & claim.near - a.near), b) for b in beside if len(b.fact.values) == 1]
        best = max((score for score, _ in scored), default=0.0)
        if best < 1.0 or a.fact.kind != "quantity" or len(a.fact.values) != 1:
            continue
        for b in (b for score, b in scored if score == best):
            found = (
                results(claim.fact, a, b, text)
                if _one_dimension(a.fact, b.fact)
                else _times(claim.fact, a, b, text)
            )
            for result in found:
                if agrees(claim.fact, result.value):
                    return result
    return None


def from_pair(claim: Fact, atoms: Sequence[Atom], text: str) -> Computed | None:
    """The claim's value worked out from the only two values of their kind that one sentence gives."""
    sorts: dict[str, list[Atom]] = {}
    for atom in atoms:
        if atom.fact.kind == "quantity":
            sorts.setdefault(atom.fact.dimension, []).append(atom)
    for members in sorts.values():
        if len(members) == 2 and members[0].column < 0 and _one_dimension(members[0].fact, members[1].fact):
            for result in results(claim, members[0], members[1], text):
                if agrees(claim, result.value):
                    return result
    return None


def _times(claim: Fact, a: Atom, b: Atom, text: str) -> Iterator[Computed]:
    """So many things of so much each: `eight H200 (141 GB each) come to 1,128 GB`."""
    if not a.fact.kind == b.fact.kind == "quantity" or len(a.fact.values) != 1 or len(b.fact.values) != 1:
        return
    counted = a.fact.dimension in {"", "count"} and a.fact.values[0] == int(a.fact.values[0])
    if counted and claim.dimension == b.fact.dimension and _TOTAL.search(text):
        yield Computed(
            a.fact.values[0] * b.fact.values[0], f"product of {a.fact.text} and {b.fact.text}", (a, b)
        )


def from_series(claim: Atom, atoms: Sequence[Atom], tokens: set[str], text: str) -> Computed | None:
    """The claim's value worked out from where a series of the evidence begins and ends (`from 84% to 17%`)."""
    for a, b in pairwise(atoms):
        series = a.fact.form == b.fact.form == "series" and a.unit == b.unit and a.fact.group == b.fact.group
        if not series or not _one_dimension(a.fact, b.fact) or not tokens & (a.near | a.shared | b.near):
            continue
        for result in results(claim.fact, a, b, text):
            if agrees(claim.fact, result.value):
                return result
    return None


def from_cells(claim: Fact, sights: Sequence[Named], text: str) -> Computed | None:
    """The claim's value worked out from cells whose rows and column, or row and columns, the claim names."""
    for sight in sights:
        for a, b in _cell_pairs(sight, raw_tokens(text)):
            if _one_dimension(a.fact, b.fact):
                if not claim.dimension:
                    a, b = as_written(a), as_written(b)  # noqa: PLW2901
                for result in results(claim, a, b, text):
                    if agrees(claim, result.value):
                        return result
    return None


def decides(sights: Sequence[Named]) -> bool:
    """Whether the claim names two cells of one row or column, so that no other two can be meant."""
    return any(
        (len({m.number for m in sight.rows}) > 1 and sight.columns)
        or (len({m.number for m in sight.columns}) > 1 and sight.rows)
        for sight in sights
    )


def as_written(atom: Atom) -> Atom:
    """The value as its digits stand, for a claim that gives no unit."""
    match = _DIGITS.search(atom.fact.text)
    if match is None or not atom.fact.dimension:
        return atom
    value = float(match[0].replace(",", ""))
    return replace(atom, fact=replace(atom.fact, values=(value,), dimension="", step=0.0))


def sets_against(text: str) -> bool:
    """Whether a text sets two values against each other: a difference, a ratio, a comparison."""
    return bool(_SPAN.search(text))


def _meant(atoms: list[Atom], words: set[str]) -> list[Atom]:
    """The values of a cell, those first that the claim names by words of the head that the others have not (`avg / pass`)."""
    own = {id(a): a.near.difference(*(b.near for b in atoms if b is not a)) for a in atoms}
    return sorted(atoms, key=lambda atom: -weight(own[id(atom)] & words))


def _cell_pairs(sight: Named, words: set[str]) -> Iterator[tuple[Atom, Atom]]:
    rows = sorted({mention.number for mention in sight.rows})
    columns = sorted({mention.number for mention in sight.columns})
    cells = [
        (r, c, atom) for r in rows for c in columns for atom in _meant(cells_at(sight.table, r, c), words)[:1]
    ]
    for r in rows:  # `vanilla / perf` in one cell
        for c in columns:
            yield from pairwise(cells_at(sight.table, r, c))
    for index, (r, c, a) in enumerate(cells):
        for s, d, b in cells[index + 1 :]:
            if (r == s) != (c == d):
                yield a, b


def _one_dimension(a: Fact, b: Fact) -> bool:
    plain = {"", "count"}
    alike = a.dimension == b.dimension or (a.dimension in plain and b.dimension in plain)
    return a.kind == b.kind == "quantity" and alike and len(a.values) == len(b.values) == 1


@dataclass(frozen=True, slots=True)
class Group:
    """Values that can be set against each other: a table's column, or one dimension of the sentences."""

    atoms: tuple[Atom, ...]
    head: str


def groups_of(atoms: Iterable[Atom]) -> list[Group]:
    """Columns of tables, rows of tables and dimensions of sentences, each with at least two values."""
    columns: dict[tuple[str, str], list[Atom]] = {}
    for atom in atoms:
        if atom.fact.kind != "quantity" or len(atom.fact.values) != 1:
            continue
        dimension = atom.fact.dimension if atom.fact.dimension != "count" else ""
        columns.setdefault(
            (f"c{atom.column}" if atom.column >= 0 else "", f"{atom.head}\t{dimension}"), []
        ).append(atom)
        if atom.column >= 0:
            columns.setdefault((f"r{atom.unit}", dimension), []).append(atom)
    return [
        Group(tuple(members), key[1].partition("\t")[0])
        for key, members in columns.items()
        if len(members) > 1
    ]


def named(group: Group, tokens: set[str]) -> list[tuple[Atom, float]]:
    """The values of a group that the tokens tell from the others, most clearly named first."""
    common = set.intersection(*(atom.near for atom in group.atoms))
    scored = [(atom, weight((atom.near - common) & tokens)) for atom in group.atoms]
    return sorted(((atom, score) for atom, score in scored if score > 0), key=lambda item: -item[1])


@dataclass(frozen=True, slots=True)
class Attempt:
    """What arithmetic says of a claim's value: proved, or what the named values give instead."""

    proved: Computed | None = None
    instead: Computed | None = None


def attempt(claim: Fact, tokens: set[str], text: str, atoms: Sequence[Atom]) -> Attempt:
    """Work a value out from the values of the evidence that the claim names; only two well-named values count.

    Any two of a large table give some ratio, so a pair proves nothing unless the claim's words single
    both of its members out.
    """
    instead: Computed | None = None
    for group, picked in _ranked(claim, tokens, atoms):
        if len(picked) >= 2:
            first, second = picked[0][0], picked[1][0]
            for result in results(claim, first, second, text):
                if agrees(claim, result.value):
                    return Attempt(proved=result)
                # three benchmarks and 7 points give no ratio
                alike = first.fact.unit == second.fact.unit or first.fact.dimension not in {"", "count"}
                if instead is None and alike and claim.dimension in {"times", "percent", "points"}:
                    instead = result
        whole = _whole(claim, text, group)
        if whole is not None:
            return Attempt(proved=whole)
    return Attempt(instead=instead)


def _ranked(
    claim: Fact, tokens: set[str], atoms: Sequence[Atom]
) -> list[tuple[Group, list[tuple[Atom, float]]]]:
    ranked = []
    for group in groups_of(atoms):
        picked = named(group, tokens)
        common = set.intersection(*(atom.near for atom in group.atoms))
        score = sum(score for _, score in picked[:2]) + 2 * weight(common & tokens)
        ranked.append((score, group, picked))
    ranked.sort(key=lambda item: -item[0])
    del claim
    return [(group, picked) for _, group, picked in ranked[:3]]


def _whole(claim: Fact, text: str, group: Group) -> Computed | None:
    values = [atom.fact.values[0] for atom in group.atoms]
    if _TOTAL.search(text) and agrees(claim, sum(values)):
        return Computed(sum(values), f"sum of {len(values)} values", group.atoms)
    if _MEAN.search(text) and agrees(claim, sum(values) / len(values)):
        return Computed(sum(values) / len(values), f"mean of {len(values)} values", group.atoms)
    return None
