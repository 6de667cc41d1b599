"""The other parts of a brief: sources checked, sources without news, citable ids, priorities, summary."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agent.compose.increment import action, compared
from agent.compose.model import Checked, Night, Thing
from agent.compose.rank import credibility
from agent.compose.words import Phrases
from agent.markup import plain
from agent.models import (
    Citable,
    Doubt,
    Increment,
    NoNews,
    Point,
    Priority,
    PriorityRow,
    Quote,
    SourceRow,
    Table,
)
from agent.relation import Judged, Said
from agent.relevance import Grade, shown

_A_REPORT = 4
"""Statements from which a note that names no source is a report of its own."""
_ORDER: tuple[Grade, ...] = ("very high", "high", "adjacent", "reference", "baseline", "excluded")
_CIRCLED = 0x2460
_TITLES = 3
_LONGEST_TITLE = 160
_WORKS = ("arxiv:", "doi:")


def source_rows(sources: Sequence[Checked], night: Night, words: Phrases) -> tuple[SourceRow, ...]:
    """One row for every source, with the grade of its best entry; what could not be read says why."""
    return tuple(
        SourceRow(
            place=source.path.rpartition("/")[0],
            files=_file(source, words),
            relevance=_relevance(source, night, words),
        )
        for source in sources
    )


def _file(source: Checked, words: Phrases) -> str:
    name = source.path.rpartition("/")[2]
    titles = dict.fromkeys(entry.title for entry, _ in source.entries if entry.title.strip())
    told = " · ".join(part for part in (source.about, *list(titles)[:_TITLES]) if part)
    if not told or told == name.rpartition(".")[0]:
        return name
    return f"{name}（{told}）" if words.language == "zh" else f"{name} ({told})"


def best(source: Checked) -> Grade | None:
    """The best grade among a source's entries."""
    grades = {relevance.grade for _, relevance in source.entries}
    return next((grade for grade in _ORDER if grade in grades), None)


def _relevance(source: Checked, night: Night, words: Phrases) -> str:
    grade = best(source)
    if source.unread or grade is None:
        return words.unread.format(reason=source.unread) if source.unread else words.nothing
    return shown(grade, night.language)


def no_news(
    sources: Sequence[Checked],
    things: Sequence[Thing],
    increments: Sequence[Increment],
    words: Phrases,
) -> tuple[NoNews, ...]:
    """Every source that brought no increment, and why: with the increments, each source is accounted for."""
    used = {ref.path for increment in increments for ref in increment.sources}
    lines: dict[str, list[int]] = {}
    for thing in things:
        if thing.related.relation == "covered":
            for entry in thing.group.entries:
                lines.setdefault(entry.span.path, []).append(thing.related.line)
    return tuple(
        NoNews(source=source.path, reason=_why(source, lines.get(source.path, []), words))
        for source in sources
        if source.path not in used
    )


def _why(source: Checked, lines: Sequence[int], words: Phrases) -> str:
    if source.unread:
        return words.unread.format(reason=source.unread)
    grade = best(source)
    if lines and grade in {"very high", "high"}:
        shown_lines = words.comma.join(f"L{line}" for line in sorted(set(lines)) if line)
        return words.covered.format(lines=shown_lines.removeprefix("L"))
    if grade == "baseline":
        return words.baseline
    reasons = dict.fromkeys(relevance.reason for _, relevance in source.entries if relevance.grade == grade)
    titles = dict.fromkeys(entry.title for entry, _ in source.entries if entry.title.strip())
    told = " · ".join(list(titles)[:_TITLES])
    return f"{told}{words.semicolon}{next(iter(reasons))}" if reasons and told else told or words.nothing


def citables(
    things: Sequence[Thing],
    increments: Sequence[Increment],
    standing: Mapping[str, tuple[str, int]],
    words: Phrases,
) -> tuple[Citable, ...]:
    """Every work of the night once: the increments' first, then those that are kept on.

    `standing` gives the works of the document: id to title and line.
    """
    rows: dict[str, Citable] = {}
    for increment in increments:
        for number in increment.arxiv:
            rows.setdefault(
                number,
                Citable(
                    id=number,
                    title=increment.work_title or increment.title,
                    credibility=_trust(increment.credibility.stars, words),
                    standing=words.new_here.format(target=increment.target)
                    if f"arxiv:{number}" not in standing
                    else words.kept.format(line=standing[f"arxiv:{number}"][1]),
                ),
            )
    for thing in things:
        for entry in thing.group.entries:
            for name in entry.ids:
                if name.startswith(_WORKS) and name in standing:
                    number = name.partition(":")[2]
                    title, line = standing[name]
                    rows.setdefault(
                        number,
                        Citable(
                            id=number,
                            title=title or entry.title,
                            credibility=_trust(credibility(thing, words).stars, words),
                            standing=words.kept.format(line=line),
                        ),
                    )
    return tuple(rows.values())


def _trust(stars: int, words: Phrases) -> str:
    return words.high if stars >= 4 else words.medium if stars == 3 else words.low


def works_of(said: Said) -> dict[str, tuple[str, int]]:
    """The works that a document cites: id to title, as its line words it, and line."""
    found: dict[str, tuple[str, int]] = {}
    for line in said.lines:
        for name in line.gist.ids:
            if name.startswith(_WORKS):
                found.setdefault(name, (_title_in(line.text, name.partition(":")[2]), line.line))
    return found


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


def priority_of(rank: int, count: int, thing: Thing, stars: int) -> Priority:
    """The upper half of what is well attested first; last what is ill attested and short, and what only its
    meaning speaks for: the reviewer is told of those, and nothing is drafted."""
    if (stars <= 2 and len(thing.related.statements) < _A_REPORT) or thing.relevance.by_meaning:
        return "low"
    urgent = thing.related.relation in {"supersedes", "contradicts"}
    return "high" if stars >= 4 and (urgent or rank * 2 < count) else "medium"


def priorities(
    increments: Sequence[Increment], rest: Sequence[Thing], night: Night, words: Phrases
) -> tuple[PriorityRow, ...]:
    """One row for each increment, the urgent first, then what did not come among them."""
    order = {"high": 0, "medium": 1, "low": 2}
    rows = [
        PriorityRow(priority=one.priority or "medium", content=one.title, action=one.action)
        for one in sorted(increments, key=lambda one: (order[one.priority or "medium"], one.number))
    ]
    for thing in rest:
        target = thing.target or words.reserve
        rows.append(
            PriorityRow(
                priority="low",
                content=thing.group.lead.title,
                action=words.listed.format(most=night.most, target=target),
                owner=thing.owner,
            )
        )
    return tuple(rows)


def contradictions(things: Sequence[Thing], night: Night, words: Phrases) -> tuple[Doubt, ...]:
    """Where a source and the document cannot both be right, both quoted."""
    found = []
    for thing in things:
        related = thing.related
        if related.relation != "contradicts":
            continue
        told = next((one for one in related.statements if one.relation == "contradicts"), None)
        lead = thing.group.lead
        found.append(
            Doubt(
                kind="contradiction",
                title=words.contradiction.format(title=lead.title),
                problem=words.contradiction_problem.format(
                    line=related.line, quote=related.quote, why=told.why if told else related.why
                ),
                advice=words.contradiction_advice,
                risk="high",
                a=_said(thing, told),
                b=Quote(quote=related.quote, line=related.line, path=night.topic),
                impact=action(thing, words),
            )
        )
    return tuple(found)


def _said(thing: Thing, told: Judged | None) -> Quote:
    """The statement that disagrees, as its note words it; the note's title where it cannot be found again."""
    judged = zip(compared(thing), thing.related.statements, strict=False)
    text = next((text for text, one in judged if one is told), "")
    for entry in thing.group.entries:
        for part in entry.body if text else ():
            if isinstance(part, Table):
                rows = zip(part.rows, part.row_lines, strict=False)
                line = next((line for row, line in rows if " | ".join(row) == text), None)
            else:
                line = part.line if part.text == text else None
            if line is not None:
                return Quote(quote=text, line=line, path=entry.span.path)
    lead = thing.group.lead
    return Quote(quote=lead.title, line=lead.span.line or 0, path=lead.span.path)


def summary(
    increments: Sequence[Increment],
    works: Sequence[Citable],
    standing: Mapping[str, tuple[str, int]],
    night: Night,
    words: Phrases,
) -> tuple[Point, ...]:
    """Counts, what is new in a line, and the works; counted, not worded."""
    titles = " ".join(f"{chr(_CIRCLED + index)} {one.title}" for index, one in enumerate(increments[:20]))
    fresh = [
        work.id for work in works if f"arxiv:{work.id}" not in standing and f"doi:{work.id}" not in standing
    ]
    named = ""
    if fresh:
        joined = words.comma.join(fresh)
        named = f"（{joined}）" if words.language == "zh" else f" ({joined})"
    points = [
        words.count.format(
            n=len(increments), least=night.least, most=night.most, start=night.start, end=night.end
        )
    ]
    if increments:
        points.append(words.news.format(titles=titles))
    points.append(words.works.format(new=len(fresh), ids=named, kept=len(works) - len(fresh)))
    return tuple(Point(text=text) for text in points)
