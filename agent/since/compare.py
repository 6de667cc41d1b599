"""Two versions of a document by their statements: what only moved or was set in another way is no news."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.facts import Fact, facts
from agent.since.model import Figures
from agent.tokens import tokens
from agent.tracing.lines import Statement, likeness, quotes_before

_LIKE = 0.55
"""Likeness from which a statement counts as another one in other words."""
_SHARED = 0.3
"""Share of common words below which two statements are not held against each other."""
_HOME = 0.1
"""What a pair gains that stands under one heading."""
_OF_ONE = 0.3
"""What it gains where both are said of one thing: the row, or the item with one label."""
_LABEL = re.compile(r"[^：:。；;|]{2,40}[：:]")
_TELLING = ("quantity", "date", "version", "identifier")
_MOST = 3
"""Figures of one statement that are told."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A statement before and after; one of them is missing where it is new or gone."""

    before: Statement | None
    after: Statement | None


def compared(old: Sequence[Statement], new: Sequence[Statement]) -> list[Pair]:
    """What is new, gone and changed, in the order of the document now; what is gone follows at the end."""
    gone, come = _left(old, new), _left(new, old)
    partner = _partners(gone, come)
    pairs = [Pair(gone[partner[at]] if at in partner else None, one) for at, one in enumerate(come)]
    taken = set(partner.values())
    return pairs + [Pair(one, None) for at, one in enumerate(gone) if at not in taken]


def _left(these: Sequence[Statement], those: Sequence[Statement]) -> list[Statement]:
    """Statements that the other version does not have, as often as it does not have them.

    A line that only quotes what stood there before is none of them: the line that took its place tells it.
    """
    held = Counter(map(_said, those))
    found: list[Statement] = []
    for one in these:
        if held[_said(one)]:
            held[_said(one)] -= 1
        elif not one.is_heading and one.kind != "table_head" and not quotes_before(one.lead):
            found.append(one)
    return found


def _said(one: Statement) -> str:
    return one.key.rstrip("。.;；,，:：")


def _partners(gone: Sequence[Statement], come: Sequence[Statement]) -> dict[int, int]:
    """By place of what came: the place of what it was before; the most alike first."""
    words = [set(tokens(one.text)) for one in gone]
    holding: dict[str, list[int]] = defaultdict(list)
    for at, said in enumerate(words):
        for word in said:
            holding[word].append(at)
    scored: list[tuple[float, int, int]] = []
    for at, one in enumerate(come):
        mine = set(tokens(one.text))
        shared = Counter(place for word in mine for place in holding.get(word, ()))
        for place, count in shared.most_common(12):
            if count >= _SHARED * max(len(mine), len(words[place])):
                score = likeness(gone[place].text, one.text) + _home(gone[place], one)
                if score >= _LIKE:
                    scored.append((-score, at, place))
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for _, at, place in sorted(scored):
        if at not in partner and place not in taken:
            partner[at] = place
            taken.add(place)
    return partner


def _home(one: Statement, other: Statement) -> float:
    if one.section != other.section:
        return 0.0
    row = bool(one.cells and other.cells) and one.cells[0] == other.cells[0]
    label, other_label = _LABEL.match(one.text), _LABEL.match(other.text)
    labelled = label is not None and other_label is not None and label[0] == other_label[0]
    return _OF_ONE if row or labelled else _HOME


def figures(pair: Pair) -> tuple[Figures, ...]:
    """The figures, dates and versions that are others than before, in their order."""
    if pair.before is None or pair.after is None:
        return ()
    if pair.before.cells and len(pair.before.cells) == len(pair.after.cells):
        cells = zip(pair.before.cells, pair.after.cells, strict=True)
        heads = pair.after.header if len(pair.after.header) == len(pair.after.cells) else ()
        named = [f"{head} " if head else "" for head in heads] or [""] * len(pair.after.cells)
        return tuple(
            Figures(before=f"{head}{a or '–'}", after=b or "–")
            for head, (a, b) in zip(named, cells, strict=True)
            if a != b
        )[:_MOST]
    return tuple(_changed(pair.before.text, pair.after.text))[:_MOST]


def _changed(before: str, after: str) -> Iterator[Figures]:
    old, new = _figures(before), _figures(after)
    lost = [one for one in old if one.normal not in {other.normal for other in new}]
    came = [one for one in new if one.normal not in {other.normal for other in old}]
    for one in lost:
        match = next(
            (other for other in came if (other.kind, other.dimension) == (one.kind, one.dimension)), None
        )
        if match is not None:
            came.remove(match)
            yield Figures(before=one.text.strip(), after=match.text.strip())


def _figures(text: str) -> list[Fact]:
    return [fact for fact in facts(text) if fact.kind in _TELLING]
