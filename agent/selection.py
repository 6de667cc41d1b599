"""What of a long note is said: the smallest patch that says what is new, not the note pasted in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.drafts import DraftPoint, DraftTable
from agent.facts import Claim, Fact, facts, row_facts

MOST_LINES = 16
"""Lines of one increment in the document: a person's nightly brief of five takes some eighty."""
MOST_ROWS = 12
_REPEATED = 2
"""Figures from which a point that brings no other one is taken to repeat."""
LONG = 320
"""Characters after which a point keeps its telling sentences only."""
_TELLING = frozenset(
    {
        "quantity",
        "date",
        "version",
        "arxiv",
        "doi",
        "cve",
        "superlative",
        "comparison",
        "ordinal",
        "repository",
    }
)
_COMMAND = re.compile(r"^\s*(?:[$#>]\s|--?\w|\w+(?:\s+\S+)*\s*\\$)|\\\s*$")
"""A line of a shell command: nothing that a sentence could stand for."""
_BARE_LINK = re.compile(r"\W*https?://\S+\s*")
"""A link and nothing said of it: it stands among the sources."""
_COLOPHON = re.compile(
    r"^(?:authors?|by|affiliations?|tags?|keywords?|categories|published|submitted|license|"
    r"作者|机构|单位|标签|关键词|分类|发布时间|提交时间|版权)$",
    re.IGNORECASE,
)
"""Lead-ins of what a reader finds at the source."""


def selected(parts: Sequence[DraftPoint | DraftTable]) -> tuple[DraftPoint | DraftTable, ...]:
    """The parts that are said, in their order: within `MOST_LINES`, tables and what is richest in facts first.

    Lines of commands and colophons are left out, and a long point keeps its sentences with facts.
    """
    kept = _without_repeats([_shortened(part) for part in parts if not _is_noise(part)])
    if sum(map(_lines, kept)) <= MOST_LINES:
        return tuple(kept)
    chosen: set[int] = set()
    left = MOST_LINES
    for index in sorted(range(len(kept)), key=lambda at: (-_worth(kept[at], at), at)):
        if _lines(kept[index]) <= left:
            chosen.add(index)
            left -= _lines(kept[index])
    return tuple(part for index, part in enumerate(kept) if index in chosen)


def _without_repeats(parts: Sequence[DraftPoint | DraftTable]) -> list[DraftPoint | DraftTable]:
    """Without the points that only say again, in prose, what a table or a point before them says in figures."""
    told: set[tuple[str, str]] = set()
    for part in parts:
        if isinstance(part, DraftTable):
            told |= _said(part)
    kept: list[DraftPoint | DraftTable] = []
    for part in parts:
        own = _said(part)
        if isinstance(part, DraftPoint):
            if len(own) >= _REPEATED and own <= told:
                continue
            told |= own
        kept.append(part)
    return kept


def _said(part: DraftPoint | DraftTable) -> set[tuple[str, str]]:
    """The telling facts of a part, in normal form; of a table with the unit that a column's head gives."""
    if isinstance(part, DraftPoint):
        return {key for claim in (*part.claims, *part.parts) for key in _keys(facts(claim.text))}
    found: set[tuple[str, str]] = set(_keys(facts(" ".join(part.header))))
    for row in part.rows:
        text = f"| {' | '.join(row.cells)} |"
        claim = Claim(text, 0, len(text), 1, 1, "table_row", row.cells, part.header)
        found |= _keys(row_facts(claim))
    return found


def _keys(found: Iterable[Fact]) -> set[tuple[str, str]]:
    """Kind and normal form; how many things a sentence goes on to list is no figure of its own."""
    telling = (fact for fact in found if fact.kind in _TELLING and fact.dimension != "count")
    return {(fact.kind, fact.normal) for fact in telling}


def _is_noise(part: DraftPoint | DraftTable) -> bool:
    if isinstance(part, DraftTable):
        return False
    if _COLOPHON.match(part.label.strip()):
        return True
    return all(_COMMAND.search(claim.text) or _BARE_LINK.fullmatch(claim.text) for claim in part.claims)


def _shortened(part: DraftPoint | DraftTable) -> DraftPoint | DraftTable:
    if isinstance(part, DraftTable):
        return part.model_copy(update={"rows": part.rows[:MOST_ROWS]})
    if sum(len(claim.text) for claim in part.claims) <= LONG:
        return part
    best = sorted(range(len(part.claims)), key=lambda at: (-_telling(part.claims[at].text), at))
    kept: list[int] = []
    size = 0
    for at in best:
        size += len(part.claims[at].text)
        if kept and size > LONG:
            break
        kept.append(at)
    return part.model_copy(update={"claims": tuple(part.claims[at] for at in sorted(kept))})


def _lines(part: DraftPoint | DraftTable) -> int:
    if isinstance(part, DraftPoint):
        return 1
    return len(part.rows) + 4 + bool(part.caption)


def _worth(part: DraftPoint | DraftTable, at: int) -> float:
    """Facts a line; what stands first is what the note is about."""
    first = 3.0 if at == 0 else 0.0
    if isinstance(part, DraftTable):
        return first + 4.0
    texts = [claim.text for claim in (*part.claims, *part.parts)]
    return first + min(4.0, sum(map(_telling, texts)))


def _telling(text: str) -> int:
    return sum(fact.kind in _TELLING for fact in facts(text))
