"""What earlier nights brought, where it stands, and what moved it: the baseline of a night."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence

from agent.compose.words import Move, Phrases, Stand
from agent.markup import plain
from agent.models import Model, Point, Relation
from agent.relation import Line, Said

_TOLD = 12
"""Things of the baseline that the summary names one by one; the others are counted."""
_WORKS = ("arxiv:", "doi:")
_LONGEST_TITLE = 160
_MARKS: Mapping[Stand, re.Pattern[str]] = {
    "kept on": re.compile(r"续立|\bkept on\b", re.IGNORECASE),
    "in reserve": re.compile(r"预备|\bin reserve\b|^reserve\b", re.IGNORECASE | re.MULTILINE),
    "anchored": re.compile(r"锚定|\banchored\b", re.IGNORECASE),
}

_PLACES: tuple[Stand, ...] = ("anchored", "in reserve", "kept on")
"""What is marked as anchored and kept on is anchored."""


class Baseline(Model):
    """One thing that an earlier night brought."""

    increment: str
    title: str
    night: dt.date
    stand: Stand
    move: Move
    section: str = ""
    """Where it stands in the document; for what does not stand there, where it was proposed."""
    lines: tuple[int, ...] = ()
    """Lines of the document on which it stands; none for what does not stand there."""
    texts: tuple[str, ...] = ()
    """What it proposed, line by line, for what waits for a decision."""
    ids: tuple[str, ...] = ()
    """Works that it names."""
    reason: str = ""
    """Why it was refused, as the person said."""
    watched: int = 0
    """Caveats of it that are not settled."""
    settled: int = 0
    """Caveats of it that evidence has settled."""
    recent: bool = False
    """Whether the night before brought or moved it."""


class Before(Model):
    """How a thing of tonight stands to one of the baseline."""

    increment: str
    """Id of the baseline's."""
    relation: Relation
    pending: bool
    """Whether the baseline's waits for a decision, so that the document does not say it yet."""


class Work(Model):
    """A work that the document cites."""

    title: str
    line: int
    stand: Stand = "anchored"
    kept: bool = False
    """Whether the document itself marks it as kept on."""


def works_of(said: Said) -> dict[str, Work]:
    """The works that a document cites, by id: title as its line words it, line, and standing."""
    found: dict[str, Work] = {}
    for line in said.lines:
        for name in line.gist.ids:
            if name.startswith(_WORKS):
                found.setdefault(
                    name,
                    Work(
                        title=_title_in(line.text, name.partition(":")[2]),
                        line=line.line,
                        stand=stand_of(line),
                        kept=_marks(line, "kept on"),
                    ),
                )
    return found


def stand_of(line: Line) -> Stand:
    """The standing of a block of the document: as it is marked, else as the nearest heading with a mark says."""
    path, _, head = line.section.partition("\n")
    for text in (line.text, head, *reversed(path.split(" / "))):
        found = [stand for stand in _PLACES if _MARKS[stand].search(text)]
        if found:
            return found[0]
    return "anchored"


def _marks(line: Line, stand: Stand) -> bool:
    return bool(_MARKS[stand].search(line.text) or _MARKS[stand].search(line.section))


def _title_in(text: str, number: str) -> str:
    """The words of a line without the id, the marks around it and the status in brackets at its end."""
    cells = (
        [plain(cell) for cell in text.strip().strip("|").split("|")]
        if text.lstrip().startswith("|")
        else [plain(text)]
    )
    cells = [cell for cell in cells if number not in cell] or cells
    words = re.sub(
        rf"[（(]?(?:arXiv[:：]?\s?)?{re.escape(number)}(?:v\d+)?[）)]?\s*[:：]?\s*", " ", max(cells, key=len)
    )
    return re.sub(r"〔[^〕]*〕|^\s*[-*+]\s+", "", words).strip()[:_LONGEST_TITLE]


def tonight(
    baseline: Sequence[Baseline], met: Mapping[str, tuple[Relation, str]], words: Phrases
) -> tuple[Point, ...]:
    """The points of the summary: how many things the baseline has, and one for each that is recent or was met.

    `met` tells what tonight's notes said of a thing: by its id, their relation to it and the note's path.
    """
    if not baseline:
        return ()
    counted = {stand: sum(_now(one, met) == stand for one in baseline) for stand in words.stands}
    told = words.comma.join(words.stands[stand] + f" {count}" for stand, count in counted.items() if count)
    recent = sum(one.recent for one in baseline)
    points = [Point(text=words.baseline_count.format(n=len(baseline), recent=recent, told=told))]
    named = [one for one in baseline if one.recent or one.increment in met]
    named.sort(key=lambda one: (one.increment not in met, not one.recent, -one.night.toordinal(), one.title))
    points += [Point(text=in_words(one, met, words), depth=1) for one in named[:_TOLD]]
    if len(named) > _TOLD:
        points.append(Point(text=words.baseline_more.format(n=len(named) - _TOLD), depth=1))
    return tuple(points)


def in_words(one: Baseline, met: Mapping[str, tuple[Relation, str]], words: Phrases) -> str:
    """Title, standing and what moved it, in one line."""
    moved = words.moves[one.move].format(section=one.section, reason=one.reason or words.no_reason)
    parts = [moved]
    if one.settled:
        parts.append(words.settled.format(n=one.settled))
    if one.watched:
        parts.append(words.watched.format(n=one.watched))
    if one.increment in met:
        relation, path = met[one.increment]
        parts.append(words.met[relation].format(path=path))
    return words.baseline_line.format(
        title=one.title or one.increment,
        night=one.night,
        stand=standing(one, met, words),
        moved=words.semicolon.join(parts),
    )


def standing(one: Baseline, met: Mapping[str, tuple[Relation, str]], words: Phrases) -> str:
    """The standing as words: where a thing stands, and whether tonight keeps it on."""
    place = words.at_line.format(line=one.lines[0]) if one.lines else ""
    kept = words.plus_kept if _now(one, met) == "kept on" and one.stand != "kept on" else ""
    return f"{words.stands[one.stand]}{kept}{place}"


def _now(one: Baseline, met: Mapping[str, tuple[Relation, str]]) -> Stand:
    """What tonight's notes said again is kept on, and what is still watched; not what they speak against."""
    if one.stand in ("refused", "gone"):
        return one.stand
    relation = met[one.increment][0] if one.increment in met else None
    if relation in ("contradicts", "supersedes"):
        return one.stand
    again = relation in ("covered", "confirms", "extends")
    return "kept on" if again or one.watched else one.stand
