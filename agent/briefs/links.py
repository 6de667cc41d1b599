"""What one part of a brief says of another: priorities, doubts and owners of its increments.

Matched by what they say, never by their order: names and ids that few increments share weigh most.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.briefs import inline, rows
from agent.briefs.increments import Stated
from agent.briefs.likeness import Likeness
from agent.briefs.wording import caveat_of, look_again, settled_by
from agent.models import Brief, Caveat, Doubt, Increment, PriorityRow

_SAME = 0.4
"""Share of the lesser text's weight that a priority row and an increment must have in common."""
_SPEAKS = 0.25
"""Share of a doubt's weight that the increment it is about must have."""
_NEAR = 0.3
"""The same for a priority row that is a caveat, which is short."""
_NAMED = re.compile(
    r"(?:增量|increments?)[ \t]*[#№]?[ \t]*((?:\d{1,3}|[①-⑳])(?:[ \t]*[、,，/和&][ \t]*(?:\d{1,3}|[①-⑳]))*)",
    re.IGNORECASE,
)
_CAVEAT_ROW = re.compile(
    r"标注|备注|待核实|待验证|观察期|caveat|annotat|to be verified|unverified|watch", re.IGNORECASE
)


def linked(brief: Brief, stated: Sequence[Stated]) -> Brief:
    """The brief with each increment's priority, action, owner and caveats taken from the other parts,
    where the increment does not state them itself."""
    increments = [one.increment for one in stated]
    found = derived(brief, increments)
    done: list[Increment] = []
    for one, derivation in zip(stated, found, strict=True):
        update = {name: value for name, value in derivation.items() if name not in one.fields}
        done.append(one.increment.model_copy(update=update))
    return brief.model_copy(update={"increments": tuple(done)})


def derived(brief: Brief, increments: Sequence[Increment]) -> list[dict[str, object]]:
    """For each increment, the `priority`, `action`, `owner` and `caveats` that the other parts give it."""
    likeness = Likeness(increments)
    rows_of = match_priorities(brief.priorities, brief.doubts, increments, likeness)
    caveats: list[list[Caveat]] = [[] for _ in increments]
    for d, i in match_doubts(brief.doubts, increments, likeness):
        caveats[i].append(caveat_of(brief.doubts[d], brief.date))
    _add_row_caveats(brief, likeness, set(rows_of.values()), caveats)
    found: list[dict[str, object]] = []
    for at, increment in enumerate(increments):
        row = brief.priorities[rows_of[at]] if at in rows_of else None
        owner = row.owner if row else ""
        found.append(
            {
                "priority": row.priority if row else None,
                "action": row.action if row else "",
                "owner": owner or rows.owner_of(increment.target) or rows.owner_of(increment.relation_note),
                "caveats": tuple(caveats[at]),
            }
        )
    return found


def named_increments(text: str) -> list[int]:
    """The increments that a text names by number (`增量 1、3`)."""
    numbers: list[int] = []
    for found in _NAMED.finditer(text):
        for word in re.findall(r"\d{1,3}|[①-⑳]", found[1]):
            value = inline.number(word)
            if value is not None:
                numbers.append(value)
    return numbers


def match_priorities(
    priorities: Sequence[PriorityRow],
    doubts: Sequence[Doubt],
    increments: Sequence[Increment],
    likeness: Likeness,
) -> dict[int, int]:
    """Increment (by place) -> its priority row; each row and each increment once, the surest first."""
    scored: list[tuple[float, int, int]] = []
    for r, row in enumerate(priorities):
        if named := named_increments(row.content):
            scored += [(2.0, -r, -i) for i, one in enumerate(increments) if one.number in named]
            continue
        plain = inline.tail_bracket(row.content)[0] or row.content
        doubted = likeness.best([doubt.title for doubt in doubts], row.content) if _is_caveat(row) else -1.0
        for i in likeness.candidates(row.content):
            titled = likeness.titled(plain, i)
            score = 0.7 * titled + 0.3 * likeness.whole(row.content, i)
            if score >= _SAME and doubted < titled:
                scored.append((score, -r, -i))
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for _, r, i in sorted(scored, reverse=True):
        if -i not in matched and -r not in taken:
            matched[-i] = -r
            taken.add(-r)
    return matched


def _is_caveat(row: PriorityRow) -> bool:
    return _CAVEAT_ROW.search(row.content) is not None


def match_doubts(
    doubts: Sequence[Doubt], increments: Sequence[Increment], likeness: Likeness
) -> list[tuple[int, int]]:
    """Pairs of doubt and increment, by place: the increments it names, else the one it speaks of."""
    pairs: list[tuple[int, int]] = []
    for d, doubt in enumerate(doubts):
        rest = f"{doubt.problem} {doubt.advice}"
        if named := named_increments(f"{doubt.title} {rest}"):
            pairs += [(d, i) for i, increment in enumerate(increments) if increment.number in named]
            continue
        near = likeness.candidates(f"{doubt.title} {rest}")
        score, best = max(((likeness.speaks_of(doubt.title, rest, i), -i) for i in near), default=(0.0, 0))
        if score >= _SPEAKS:
            pairs.append((d, -best))
    return pairs


def _add_row_caveats(
    brief: Brief, likeness: Likeness, taken: set[int], caveats: Sequence[list[Caveat]]
) -> None:
    """Caveats from priority rows that are one, where no doubt says it: the row's own words."""
    doubted = {at for at, found in enumerate(caveats) if found}
    for r, row in enumerate(brief.priorities):
        if r in taken or not _CAVEAT_ROW.search(f"{row.content} {row.action}"):
            continue
        near = likeness.candidates(row.content)
        score, best = max(((likeness.titled(row.content, i), -i) for i in near), default=(0.0, 0))
        if score >= _NEAR and -best not in doubted:
            caveats[-best].append(
                Caveat(
                    kind="unverified",
                    risk="low" if row.priority == "low" else "medium",
                    wording=row.content,
                    settled_by=settled_by(row.content),
                    look_again=look_again(f"{row.content} {row.action}", brief.date),
                )
            )
