"""What of a long note is said: the smallest patch that says what is new, not the note pasted in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from itertools import zip_longest

from agent.document.style import width
from agent.drafts import DraftPoint, DraftRow, DraftTable
from agent.facts import Claim, Fact, facts, row_facts
from agent.gist import content
from agent.markup import plain
from agent.oneline import ROOM

MOST_LINES = 16
"""Lines of one increment in the document: a person's nightly brief of five takes some eighty. What is wider than
`ROOM` is more than one."""
MOST_ROWS = 12
_REPEATED = 2
"""Figures from which a point that brings no other one is taken to repeat."""
_WORDS_OF_A_FIGURE = 8
"""Words that stand around one figure at most where a point tells figures and little else."""
_COUNTED = " count"
"""How the normal form of a count ends."""
LONG = 320
"""Characters after which a point keeps its telling sentences only."""
TELLING = frozenset(
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
"""Kinds of facts that tell something; a name alone does not."""
_PROCESS = re.compile(
    r"活文档|昨日锚[定入]|昨日续立|续立确认|建议归入|本条(?=是|为|补充|与)|本次新增|预消化|已锚定|"
    r"living document|anchored yesterday|suggested section|this increment",
    re.IGNORECASE,
)
"""Words of the work on the document, which its reader has no use for."""
_COMMAND = re.compile(r"^\s*(?:[$#>]\s|--?\w|\w+(?:\s+\S+)*\s*\\$)|\\\s*$")
"""A line of a shell command: nothing that a sentence could stand for."""
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_BARE_LINK = re.compile(r"\W*https?://\S+\s*")
"""A link and nothing said of it: it stands among the sources."""
_COLOPHON = re.compile(
    r"^(?:authors?|by|affiliations?|tags?|keywords?|categories|published|submitted|license|acknowledge?ments?|"
    r"credits|references|further reading|(?:table of )?contents|about the authors?|"
    r"作者|机构|单位|标签|关键词|分类|发布时间|提交时间|版权|致谢|参考(?:资料|文献|链接)?|延伸阅读|目录)$",
    re.IGNORECASE,
)
"""Lead-ins of what a reader finds at the source."""
_PICTURE = re.compile(r"\W{0,3}(?:(?:figure|fig\.|table)\s?\d+|[图表]\s?\d+(?=\s?[.:：。]))", re.IGNORECASE)
"""Words under a picture: without it they tell nothing that a reader could see."""
_A_WORD = re.compile(r"[A-Za-z_]+", re.ASCII)
_OF_ITSELF = re.compile(
    r"\W{0,3}(?:(?:因此|所以|接下来)[，,]?)?(?:本文|本篇|本系列|本节|本章|这篇文章|下文)(?:将|会|的内容|主要|针对|介绍|讲述|内容)|"
    r"\W{0,3}(?:in\s+)?this\s+(?:(?:blog\s+)?post|article|blog|guide|section|tutorial|page|chapter)"
    r"(?:,?\s+we|\s+(?:is|will|covers?|explains?|describes?|walks|shows?|discusses|introduces))\b|"
    r"\W{0,3}here(?:'s|\s+is)\s+(?:an?|the)\s.{0,60}?\b(?:snippet|example|script)\b",
    re.IGNORECASE,
)
"""How a text speaks of itself: what it is about, and not what is so."""


def selected(
    parts: Sequence[DraftPoint | DraftTable], already: str = ""
) -> tuple[DraftPoint | DraftTable, ...]:
    """The parts that are said, in their order: within `MOST_LINES`, what brings most facts that neither `already`
    (a text of the document) nor a part that is said before it has; tables before points.

    Lines of commands and colophons are left out, as is what a text says of itself and of its pictures, and a long
    point keeps its sentences with facts.
    """
    known = _keys(facts(already)) if _is_long(parts) else set[_Key]()
    parts = _told(parts)
    kept = _without_repeats([_shortened(part, known) for part in parts if not _is_noise_part(part)])
    if sum(map(_lines, kept)) <= MOST_LINES:
        return tuple(kept)
    chosen = _richest(kept, known)
    return tuple(part for index, part in enumerate(kept) if index in chosen)


def is_process(text: str) -> bool:
    """Whether a sentence speaks of the work on the document (where a thing is to be filed, what was anchored)."""
    return bool(_PROCESS.search(text))


def is_noise(text: str) -> bool:
    """Whether a line is a command or a bare link: nothing that a sentence could stand for."""
    return bool(_COMMAND.search(text) or _BARE_LINK.fullmatch(text))


def is_colophon(text: str) -> bool:
    """Whether a line tells by its lead-in who made a thing or where it is filed: its reader finds that at the source."""
    lead, sign, _ = plain(text).replace("：", ":").partition(":")
    return bool(sign) and bool(_COLOPHON.match(lead.strip())) and "\n" not in text.strip()


_Key = tuple[str, str]
"""Kind and normal form of a fact."""


def _is_long(parts: Sequence[DraftPoint | DraftTable]) -> bool:
    """Whether something has to go: only then what the document has is read."""
    rows = any(isinstance(part, DraftTable) and len(part.rows) > MOST_ROWS for part in parts)
    return rows or sum(map(_lines, parts)) > MOST_LINES


def _richest(parts: Sequence[DraftPoint | DraftTable], known: Set[_Key]) -> set[int]:
    """The parts that fit, the one with most that is new first; what one of them says is not new in the next."""
    said = [_brought(part) for part in parts]
    told = set(known)
    chosen: set[int] = set()
    left = MOST_LINES
    open_ = set(range(len(parts)))
    while open_:
        best = min(open_, key=lambda at: (-_worth(parts[at], said[at] - told, at), at))
        open_.remove(best)
        if _lines(parts[best]) <= left:
            chosen.add(best)
            told |= said[best]
            left -= _lines(parts[best])
    return chosen


def _without_repeats(parts: Sequence[DraftPoint | DraftTable]) -> list[DraftPoint | DraftTable]:
    """Without the points that only say again, in prose, what a table or a point before them says in figures."""
    told: set[_Key] = set()
    for part in parts:
        if isinstance(part, DraftTable):
            told |= figures(part)
    kept: list[DraftPoint | DraftTable] = []
    for part in parts:
        own = figures(part)
        if isinstance(part, DraftPoint):
            if len(own) >= _REPEATED and own <= told and _says_little_else(part, own):
                continue
            told |= own
        kept.append(part)
    return kept


def _says_little_else(part: DraftPoint, own: Set[_Key]) -> bool:
    """Whether a point has hardly more than its figures to say: prose around a few of them tells what happened."""
    words = [word for claim in (*part.claims, *part.parts) for word in content(claim.text)]
    return len(words) <= _WORDS_OF_A_FIGURE * len(own)


def figures(part: DraftPoint | DraftTable) -> set[tuple[str, str]]:
    """What would be a repetition, as kind and normal form: how many things a sentence goes on to list is no figure
    of its own."""
    return {(kind, normal) for kind, normal in _brought(part) if not normal.endswith(_COUNTED)}


def _brought(part: DraftPoint | DraftTable) -> set[_Key]:
    """The telling facts of a part, in normal form; of a table with the unit that a column's head gives."""
    if isinstance(part, DraftPoint):
        return {key for claim in (*part.claims, *part.parts) for key in _keys(facts(claim.text))}
    found: set[_Key] = set(_keys(facts(" ".join(part.header))))
    for row in part.rows:
        found |= _of_row(row, part)
    return found


def _of_row(row: DraftRow, table: DraftTable) -> set[_Key]:
    text = f"| {' | '.join(row.cells)} |"
    return _keys(row_facts(Claim(text, 0, len(text), 1, 1, "table_row", row.cells, table.header)))


def _keys(found: Iterable[Fact]) -> set[_Key]:
    return {(fact.kind, fact.normal) for fact in found if fact.kind in TELLING}


def _told(parts: Sequence[DraftPoint | DraftTable]) -> list[DraftPoint | DraftTable]:
    """The parts without sentences that tell nothing here; all of them where none is left."""
    kept: list[DraftPoint | DraftTable] = []
    for part, after in zip_longest(parts, parts[1:]):
        if isinstance(part, DraftTable) or part.parts:
            kept.append(part)
            continue
        announces = isinstance(after, DraftTable)
        claims = tuple(claim for claim in part.claims if announces or not _tells_nothing(claim.text))
        if claims and not _PICTURE.match(claims[0].text):
            kept.append(part.model_copy(update={"claims": claims}))
    return kept or list(parts)


def _tells_nothing(text: str) -> bool:
    """Whether a sentence speaks of its own text, announces what does not follow, or has no word; one with a quantity
    tells that."""
    words = _TAG.sub("", plain(text)).strip()
    if not any(map(str.isalnum, words)) or _A_WORD.fullmatch(words):
        return True
    empty = _OF_ITSELF.match(text) or text.rstrip("*_ ").endswith((":", "："))
    return bool(empty) and not any(fact.kind == "quantity" for fact in facts(text))


def _is_noise_part(part: DraftPoint | DraftTable) -> bool:
    if isinstance(part, DraftTable):
        return False
    if _COLOPHON.match(part.label.strip()):
        return True
    return all(is_noise(claim.text) for claim in part.claims)


def _shortened(part: DraftPoint | DraftTable, known: Set[_Key]) -> DraftPoint | DraftTable:
    if isinstance(part, DraftTable):
        return _with_fewer_rows(part, known)
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


def _with_fewer_rows(table: DraftTable, known: Set[_Key]) -> DraftTable:
    """The table within `MOST_ROWS`: rows with a figure that is not known first, in their order."""
    if len(table.rows) <= MOST_ROWS:
        return table
    old = {at for at, row in enumerate(table.rows) if known and _of_row(row, table) <= known}
    kept = sorted(range(len(table.rows)), key=lambda at: (at in old, at))[:MOST_ROWS]
    return table.model_copy(update={"rows": tuple(table.rows[at] for at in sorted(kept))})


def _lines(part: DraftPoint | DraftTable) -> int:
    if isinstance(part, DraftPoint):
        return 1 + sum(width(claim.text) for claim in (*part.claims, *part.parts)) // ROOM
    return len(part.rows) + 4 + bool(part.caption)


def _worth(part: DraftPoint | DraftTable, new: Set[_Key], at: int) -> float:
    """Facts a line that are new; what stands first is what the note is about."""
    first = 3.0 if at == 0 else 0.0
    return first + (4.0 if isinstance(part, DraftTable) else min(4.0, len(new)))


def _telling(text: str) -> int:
    return sum(fact.kind in TELLING for fact in facts(text))
