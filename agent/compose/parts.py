"""The other parts of a brief: sources checked, sources without news, priorities, doubts, summary."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.compose.increment import action, compared, refs_of
from agent.compose.model import Checked, Night, Thing
from agent.compose.past import Past
from agent.compose.words import Phrases
from agent.filing import Misfiled
from agent.models import (
    Caveat,
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
from agent.orders import shown_path
from agent.reasons import reason_in
from agent.recall import told as recalled_as
from agent.relation import NO_SUCH_ROW, Judged
from agent.relevance import Grade, checkable, shown

_A_REPORT = 4
"""Statements from which a note that names no source is a report of its own."""
_OF_ITS_FIELD = 0.12
"""Weighted share of a note's words that the document uses, from which it speaks of the document's things."""
_RAW = 12
"""Rows up to which a table is read as news; a log or an export has more."""
_HEARSAY = re.compile(
    r"转述|原文未见|未见原文|听说|据传|传闻|群友|\b(?:hearsay|reportedly|i heard|we heard|somebody told|second[- ]hand|rumou?r\w*)\b",
    re.IGNORECASE,
)
"""Who wrote the note has it from somebody else, and says so."""
_ORDER: tuple[Grade, ...] = ("very high", "high", "adjacent", "reference", "baseline", "excluded")
_CIRCLED = 0x2460
_TITLES = 3


def source_rows(
    sources: Sequence[Checked], past: Past, night: Night, words: Phrases
) -> tuple[SourceRow, ...]:
    """One row for every source, with the grade of its best entry; what could not be read says why."""
    return tuple(
        SourceRow(
            place=source.path.rpartition("/")[0],
            files=_file(source, words),
            relevance=_relevance(source, past, night, words),
        )
        for source in sources
    )


def _file(source: Checked, words: Phrases) -> str:
    name = source.path.rpartition("/")[2]
    titles = dict.fromkeys(entry.title for entry, _ in source.entries if entry.title.strip())
    dated = words.dated.get(source.dated_by, "").format(day=source.date)
    told = " · ".join(part for part in (source.about, dated, *list(titles)[:_TITLES]) if part)
    if not told or told == name.rpartition(".")[0]:
        return name
    return f"{name}（{told}）" if words.language == "zh" else f"{name} ({told})"


def best(source: Checked) -> Grade | None:
    """The best grade among a source's entries."""
    grades = {relevance.grade for _, relevance in source.entries}
    return next((grade for grade in _ORDER if grade in grades), None)


def _relevance(source: Checked, past: Past, night: Night, words: Phrases) -> str:
    grade = best(source)
    unread = words.unread.format(reason=reason_in(words.language, source.unread)) if source.unread else ""
    if grade is None:
        return unread or words.nothing
    if unread:
        return f"{shown(grade, night.language)}{words.semicolon}{unread}"
    if grade == "baseline" and past.keeps(source.path):
        return shown(grade, night.language) + words.plus_kept
    ours = [relevance for _, relevance in source.entries if relevance.ours]
    doubtful = words.borderline if ours and not any(relevance.sure for relevance in ours) else ""
    return shown(grade, night.language) + doubtful + (_turned_away(source, words) if ours else "")


def _turned_away(source: Checked, words: Phrases) -> str:
    """What of a source that brings news was turned away although it states something: how many, which first, and why."""
    away = [
        (entry.title, relevance.reason)
        for entry, relevance in source.entries
        if relevance.grade in {"adjacent", "excluded"} and entry.title.strip() and checkable(entry.text)
    ]
    if not away:
        return ""
    titles = " · ".join(title for title, _ in away[:_TITLES])
    return words.turned_away.format(n=len(away), titles=titles, why=away[0][1])


def no_news(
    sources: Sequence[Checked],
    things: Sequence[Thing],
    increments: Sequence[Increment],
    past: Past,
    words: Phrases,
) -> tuple[NoNews, ...]:
    """Every source that brought no increment, and why: with the increments, each source is accounted for."""
    used = {ref.path for increment in increments for ref in increment.sources}
    lines: dict[str, list[int]] = {}
    confirmed: dict[str, list[int]] = {}
    waiting: dict[str, list[str]] = {}
    for thing in things:
        for entry in thing.group.entries:
            if thing.related.relation == "covered":
                lines.setdefault(entry.span.path, []).append(thing.related.line)
            elif thing.related.relation == "confirms":
                confirmed.setdefault(entry.span.path, []).append(thing.related.line)
            elif thing.recalled and thing.is_held:
                waiting.setdefault(entry.span.path, []).append(
                    f"{thing.recalled.remembered.title}{words.arrow}{recalled_as(thing.recalled, words.language)}"
                )
            elif thing.waits and thing.before:
                waiting.setdefault(entry.span.path, []).append(past.told(thing.before.increment, words))
    found = []
    for source in sources:
        if source.path not in used:
            told = [*dict.fromkeys(waiting.get(source.path, ())), *past.of_source(source.path, words)]
            if confirmed.get(source.path):
                told.append(words.confirmed.format(lines=_shown_lines(confirmed[source.path], words)))
            reason = _why(source, lines.get(source.path, []), told, words)
            found.append(NoNews(source=source.path, reason=reason))
    return tuple(found)


def _why(source: Checked, lines: Sequence[int], told: Sequence[str], words: Phrases) -> str:
    if source.unread:
        return words.unread.format(reason=reason_in(words.language, source.unread))
    grade = best(source)
    if told:
        frame = words.before_first if grade == "baseline" else words.baseline_source
        return frame.format(told=words.semicolon.join(told))
    if lines and grade in {"very high", "high"}:
        return words.covered.format(lines=_shown_lines(lines, words))
    if grade == "baseline":
        return words.baseline
    reasons = dict.fromkeys(relevance.reason for _, relevance in source.entries if relevance.grade == grade)
    titles = dict.fromkeys(entry.title for entry, _ in source.entries if entry.title.strip())
    told_titles = " · ".join(list(titles)[:_TITLES])
    if reasons and told_titles:
        return f"{told_titles}{words.semicolon}{next(iter(reasons))}"
    return told_titles or words.nothing


def _shown_lines(lines: Sequence[int], words: Phrases) -> str:
    return words.comma.join(f"L{line}" for line in sorted(set(lines)) if line).removeprefix("L")


def priority_of(rank: int, count: int, thing: Thing, stars: int, *, listed: bool = False) -> Priority:
    """The upper half of what is well attested first; last what is not surely the document's and what says nothing
    that could be checked: the reviewer is told of those, and nothing is drafted. So is what is only to be `listed`.

    A short note that names no source is drafted where it states something of the document's own things, or speaks
    against a line of it, and says what it is (`cautioned`)."""
    if thing.yields or (listed and not is_against(thing)) or not thing.relevance.sure:
        return "low"
    if _is_slight(thing, stars) and not (is_against(thing) or _states_something(thing)):
        return "low"
    urgent = thing.related.relation in {"supersedes", "contradicts"}
    return "high" if stars >= 4 and (urgent or rank * 2 < count) else "medium"


def cautioned(thing: Thing, stars: int, words: Phrases) -> Thing:
    """A thing with the caveat that it is one person's word, where nothing but that speaks for it."""
    if not _is_slight(thing, stars):
        return thing
    wording = words.alone if is_against(thing) else words.unsourced
    heard = any(_HEARSAY.search(entry.text) for entry in thing.group.entries)
    caveat = Caveat(kind="second-hand" if heard else "single origin", risk="medium", wording=wording)
    return thing.model_copy(update={"caveats": (*thing.caveats, caveat)})


def _is_slight(thing: Thing, stars: int) -> bool:
    """Whether it is a short note that names no source."""
    return stars <= 2 and len(thing.related.statements) < _A_REPORT


def _states_something(thing: Thing) -> bool:
    """Whether it tells the document something that could be checked, in a sentence or in rows."""
    entries = thing.group.entries
    if thing.relevance.score < _OF_ITS_FIELD:
        return False
    return any(checkable(entry.text) or _has_rows(entry.body) for entry in entries)


def is_raw(thing: Thing) -> bool:
    """Whether it is nothing but rows and rows of data, for which the document has no table."""
    body = [part for entry in thing.group.entries for part in entry.body]
    rows = sum(len(part.rows) for part in body if isinstance(part, Table))
    if rows <= _RAW or any(isinstance(part, Point) for part in body):
        return False
    return all(one.relation == "new" and one.why != NO_SUCH_ROW for one in thing.related.statements)


def _has_rows(body: Sequence[Point | Table]) -> bool:
    return any(isinstance(part, Table) and part.rows for part in body)


def is_against(thing: Thing) -> bool:
    """Whether it takes the place of a line of the document, or disagrees with one."""
    return thing.related.relation in {"supersedes", "contradicts"}


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
        rows.append(
            PriorityRow(
                priority="low",
                content=thing.group.lead.title,
                action=_action_listed(thing, night, words),
                owner=thing.owner,
            )
        )
    return tuple(rows)


def _action_listed(thing: Thing, night: Night, words: Phrases) -> str:
    """Why it is only listed, where it might go, and where it is told: nothing else of the brief leads there."""
    target = thing.target or words.reserve
    ref = refs_of(thing)[0]
    place = f"{shown_path(ref.path)} {ref.locator}".strip()
    if is_raw(thing):
        why = words.raw.format(target=target)
    elif not thing.relevance.sure:
        why = words.near.format(target=target)
    else:
        why = words.listed.format(most=night.most, target=target)
    return words.told_in.format(why=why, place=place)


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
                    line=related.line,
                    quote=related.quote,
                    why=words.differing(told.why if told else related.why),
                ),
                advice=words.contradiction_advice,
                risk="high",
                a=_said(thing, told),
                b=Quote(quote=related.quote, line=related.line, path=night.topic),
                impact=action(thing, words),
            )
        )
    return tuple(found)


def filing(cards: Sequence[Misfiled], words: Phrases) -> tuple[Doubt, ...]:
    """Cards that lie under a class which their content does not speak for."""
    return tuple(
        Doubt(
            kind="filing",
            title=words.filing.format(path=card.path),
            problem=words.filing_problem.format(
                filed=card.filed,
                other=card.speaks_for,
                words=words.comma.join(card.words),
                like=words.comma.join(card.like),
            ),
            advice=words.filing_advice.format(filed=card.filed, other=card.speaks_for),
            risk="low",
            a=Quote(quote=card.filed, line=1, path=card.path),
        )
        for card in cards
    )


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
    past: Past,
    night: Night,
    words: Phrases,
) -> tuple[Point, ...]:
    """Counts, what is new in a line, the baseline and the works; counted, not worded."""
    titles = " ".join(f"{chr(_CIRCLED + index)} {one.title}" for index, one in enumerate(increments[:20]))
    fresh = [work.id for work in works if not past.cites(work.id)]
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
    last = words.works.format(new=len(fresh), ids=named, kept=len(works) - len(fresh))
    ending = [words.still_unread.format(n=night.still_unread)] if night.still_unread else []
    return (
        *(Point(text=text) for text in points),
        *past.points(words),
        *(Point(text=text) for text in (*ending, last)),
    )
