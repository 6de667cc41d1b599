"""What one part of a brief says of another: priorities, doubts and owners of its increments.

Matched by what they say, never by their order: names and ids that few increments share weigh most.
"""

from __future__ import annotations

import calendar
import datetime as dt
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from agent.briefs import inline, rows
from agent.briefs.increments import Stated
from agent.models import Brief, Caveat, Doubt, Increment, Point, PriorityRow, Table
from agent.tokens import tokens

_SAME = 0.4
"""Share of the lesser text's weight that a priority row and an increment must have in common."""
_SPEAKS = 0.25
"""Share of a doubt's weight that the increment it is about must have."""
_UNSEEN = 0.4
_COMMON = 0.05
_NAMED = re.compile(
    r"(?:增量|increments?)[ \t]*[#№]?[ \t]*((?:\d{1,3}|[①-⑳])(?:[ \t]*[、,，/和&][ \t]*(?:\d{1,3}|[①-⑳]))*)",
    re.IGNORECASE,
)
_ADVISED = re.compile(
    r"标注|备注|注明|说明|\b(?:note|mark|annotate|flag|label|caveat|add)\w*\b", re.IGNORECASE
)
_WORDED = re.compile(r"[“\"「『]([^”\"」』]{4,400})[”\"」』]")
_CAVEAT_ROW = re.compile(
    r"标注|备注|待核实|待验证|观察期|caveat|annotat|to be verified|unverified|watch", re.IGNORECASE
)
_SPAN = re.compile(
    r"(\d{1,3})(?:[ \t]*(?:-|–|—|~|～|至|到|to)[ \t]*\d{1,3})?[ \t-]*(个月|月|周|天|日|年|months?|weeks?|days?|years?)"
    r"[ \t]*(?:的)?[ \t]*(?:观察|后|内再|复查|再查|之后|observation|watch|later|from now)",
    re.IGNORECASE,
)
_WATCH_FIRST = re.compile(
    r"(?:观察期|再查|复查|look again|re-?check|review|watch)[^\d。.]{0,16}(\d{1,3})(?:[ \t]*(?:-|–|~|至|to)[ \t]*\d{1,3})?"
    r"[ \t-]*(个月|月|周|天|日|年|months?|weeks?|days?|years?)",
    re.IGNORECASE,
)
_HOLLOW = re.compile(
    r"需|待|应|请|独立|进一步|核实|验证|确认|\b(?:to|be|must|should|needs?|verified|verify|confirmed|checked)\b|\s",
    re.IGNORECASE,
)
"""Words that ask for proof without saying which."""
_SETTLES = re.compile(
    r"((?:需|待|应|建议|对照|请)[^，。；,;\"”」（）()]{0,40}(?:核实|验证|确认|对照)[^，。；,;\"”」（）()]{0,20}"
    r"|(?:need(?:s|ing)?|to|must|should|check|verify|confirm)\b[^.;,\"”()]{0,60}"
    r"\b(?:verif\w+|confirm\w*|check\w*|against|reproduc\w+)[^.;,\"”()]{0,40})",
    re.IGNORECASE,
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
    weigh = _weights([_about(increment) for increment in increments])
    rows_of = match_priorities(brief.priorities, brief.doubts, increments, weigh)
    doubts_of = match_doubts(brief.doubts, increments, weigh)
    taken = set(rows_of.values())
    found: list[dict[str, object]] = []
    for at, increment in enumerate(increments):
        row = brief.priorities[rows_of[at]] if at in rows_of else None
        caveats = [caveat_of(brief.doubts[d], brief.date) for d, target in doubts_of if target == at]
        if not caveats:
            caveats = _row_caveats(brief, increments, weigh, at, taken)
        owner = row.owner if row else ""
        found.append(
            {
                "priority": row.priority if row else None,
                "action": row.action if row else "",
                "owner": owner or rows.owner_of(increment.target) or rows.owner_of(increment.relation_note),
                "caveats": tuple(caveats),
            }
        )
    return found


Weigh = Callable[[str], float]


def _about(increment: Increment) -> str:
    parts = [increment.title, increment.work_title, increment.target, *increment.arxiv, *increment.urls]
    for piece in increment.body:
        if isinstance(piece, Point):
            parts.append(piece.text)
        elif isinstance(piece, Table):
            parts += [piece.caption, *(cell for row in piece.rows for cell in row)]
    return " ".join(parts)


def _weights(texts: Sequence[str]) -> Weigh:
    """Inverse document frequency over the increments; a pair of Han characters weighs half a word.

    A word that no increment has tells little about which one is meant, but something about whether any is.
    """
    seen = Counter(token for text in texts for token in set(tokens(text)))
    total = len(texts)

    def weigh(token: str) -> float:
        rarity = math.log((total + 1) / (seen[token] + 0.5)) if token in seen else _UNSEEN
        return max(_COMMON, rarity) * (1.0 if token.isascii() else 0.5)

    return weigh


def _sum(found: Iterable[str], weigh: Weigh) -> float:
    return sum(weigh(token) for token in found)


def _same(text: str, other: str, weigh: Weigh) -> float:
    """How much two short texts have in common: the shared weight over the lesser text's, 0 to 1."""
    mine, theirs = set(tokens(text)), set(tokens(other))
    least = min(_sum(mine, weigh), _sum(theirs, weigh))
    return _sum(mine & theirs, weigh) / least if least else 0.0


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
    priorities: Sequence[PriorityRow], doubts: Sequence[Doubt], increments: Sequence[Increment], weigh: Weigh
) -> dict[int, int]:
    """Increment (by place) -> its priority row; each row and each increment once, the surest first."""
    scored: list[tuple[float, int, int]] = []
    for r, row in enumerate(priorities):
        named = named_increments(row.content)
        plain = inline.tail_bracket(row.content)[0] or row.content
        for i, increment in enumerate(increments):
            if named:
                score = 2.0 if increment.number in named else 0.0
            else:
                titled = _same(plain, f"{increment.title} {increment.work_title}", weigh)
                whole = _same(row.content, _about(increment), weigh)
                score = 0.7 * titled + 0.3 * whole
                if _CAVEAT_ROW.search(row.content) and _doubt_score(row, doubts, weigh) >= titled:
                    score = 0.0
            if score >= _SAME:
                scored.append((score, -r, -i))
    matched: dict[int, int] = {}
    for _, r, i in sorted(scored, reverse=True):
        if -i not in matched and -r not in matched.values():
            matched[-i] = -r
    return matched


def _doubt_score(row: PriorityRow, doubts: Sequence[Doubt], weigh: Weigh) -> float:
    return max((_same(row.content, doubt.title, weigh) for doubt in doubts), default=0.0)


def match_doubts(
    doubts: Sequence[Doubt], increments: Sequence[Increment], weigh: Weigh
) -> list[tuple[int, int]]:
    """Pairs of doubt and increment, by place: the increments it names, else the one it speaks of."""
    pairs: list[tuple[int, int]] = []
    for d, doubt in enumerate(doubts):
        named = named_increments(f"{doubt.title} {doubt.problem} {doubt.advice}")
        if named:
            pairs += [(d, i) for i, increment in enumerate(increments) if increment.number in named]
            continue
        best = max(
            ((_speaks_of(doubt, increment, weigh), -i) for i, increment in enumerate(increments)),
            default=(0.0, 0),
        )
        if best[0] >= _SPEAKS:
            pairs.append((d, -best[1]))
    return pairs


def _speaks_of(doubt: Doubt, increment: Increment, weigh: Weigh) -> float:
    """Share of the doubt's names that the increment has: those of its title count three times."""
    theirs = set(tokens(_about(increment)))
    titled = set(tokens(f"{increment.title} {increment.work_title} {' '.join(increment.arxiv)}"))
    mine = set(tokens(doubt.title))
    rest = set(tokens(f"{doubt.problem} {doubt.advice}")) - mine
    whole = _sum(mine, weigh) * 4 + _sum(rest, weigh)
    shared = _sum(mine & theirs, weigh) * 3 + _sum(mine & titled, weigh) + _sum(rest & theirs, weigh)
    return shared / whole if whole else 0.0


def _row_caveats(
    brief: Brief, increments: Sequence[Increment], weigh: Weigh, at: int, taken: set[int]
) -> list[Caveat]:
    """Caveats from priority rows that are one, where no doubt says it: the row's own words."""
    caveats: list[Caveat] = []
    for r, row in enumerate(brief.priorities):
        if r in taken or not _CAVEAT_ROW.search(f"{row.content} {row.action}"):
            continue
        scores = [_same(row.content, increment.title, weigh) for increment in increments]
        if scores[at] >= _SPEAKS and scores[at] == max(scores):
            wording = row.content
            caveats.append(
                Caveat(
                    kind="unverified",
                    risk="low" if row.priority == "low" else "medium",
                    wording=wording,
                    settled_by=settled_by(wording),
                    look_again=look_again(f"{wording} {row.action}", brief.date),
                )
            )
    return caveats


def caveat_of(doubt: Doubt, date: dt.date) -> Caveat:
    """A doubt as the caveat that the document's reader must see: the advised wording where it is quoted."""
    text = f"{doubt.title} {doubt.problem} {doubt.advice}"
    return Caveat(
        kind=doubt.kind,
        risk=doubt.risk,
        wording=advised_wording(doubt.advice) or doubt.advice or doubt.problem or doubt.title,
        settled_by=settled_by(doubt.advice) or settled_by(doubt.problem),
        look_again=look_again(text, date),
    )


def advised_wording(advice: str) -> str:
    """The wording that advice quotes after 标注 (or `mark it as`), or an empty string."""
    for found in _WORDED.finditer(advice):
        if _ADVISED.search(advice[max(0, found.start() - 40) : found.start()]):
            return found[1].strip()
    return ""


def settled_by(text: str) -> str:
    """The words that say what would settle a doubt (`需对照官方博客核实`), or an empty string."""
    for found in _SETTLES.finditer(text):
        said = _HOLLOW.sub("", found[1])
        if len(said) >= 3:
            return found[1].strip()
    return ""


def look_again(text: str, date: dt.date) -> dt.date | None:
    """When a text says to look again, counted from `date`; of a range its nearer end."""
    found = _SPAN.search(text) or _WATCH_FIRST.search(text)
    if found is None:
        return None
    count, unit = int(found[1]), found[2].lower()
    if unit in {"天", "日"} or unit.startswith("day"):
        return date + dt.timedelta(days=count)
    if unit == "周" or unit.startswith("week"):
        return date + dt.timedelta(weeks=count)
    months = count * 12 if unit == "年" or unit.startswith("year") else count
    year, month = divmod(date.year * 12 + date.month - 1 + months, 12)
    day = min(date.day, calendar.monthrange(year, month + 1)[1])
    return dt.date(year, month + 1, day)
