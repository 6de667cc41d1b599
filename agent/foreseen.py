"""What planning adds to a brief of our own: the place that was found, and what each increment will carry as a caveat."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from agent.annotation import for_readers, foreseen
from agent.briefs.links import derived
from agent.compose.words import phrases
from agent.document import SectionRef
from agent.drafts import Planned
from agent.models import Brief, Caveat, Doubt, Language

_RISKS = ("high", "medium", "low")
_INNER = str.maketrans("「」“”", "〈〉‘’")
"""Quotation marks inside of a quotation."""


def with_places(
    brief: Brief, planned: Sequence[Planned], reserve: SectionRef | None, language: Language
) -> Brief:
    """The brief with the section that planning found for each increment, where it told another one.

    What goes into the `reserve` for now keeps the section that fits it best.
    """
    found = {
        plan.increment.title: plan.section.path[-1]
        if plan.sure
        else phrases(language).unsure.format(heading=plan.section.path[-1])
        for plan in planned
        if plan.disposition == "draft" and plan.section and plan.section != reserve
    }
    told = {one.title: one.target for one in brief.increments}
    found = {title: new for title, new in found.items() if new != told.get(title)}
    increments = tuple(
        one.model_copy(update={"target": found.get(one.title, one.target)}) for one in brief.increments
    )
    priorities = tuple(
        row.model_copy(update={"action": row.action.replace(told[row.content], found[row.content])})
        if row.content in found and told.get(row.content)
        else row
        for row in brief.priorities
    )
    return brief.model_copy(update={"increments": increments, "priorities": priorities})


def with_foreseen(brief: Brief, planned: Sequence[Planned], *, date: dt.date, language: Language) -> Brief:
    """The brief with a doubt for each increment that will be drafted under a caveat, the gravest first, before the
    doubts that it has. The increment's caveats are then those that its doubts give, as in a brief that people wrote."""
    targets = {one.id: one.target for one in brief.increments}
    found = [
        (plan.increment.id, _doubt(plan, targets.get(plan.increment.id, ""), caveats, date, language))
        for plan in planned
        if plan.disposition == "draft"
        and (caveats := for_readers(foreseen(plan, date=date, language=language)))
    ]
    found.sort(key=lambda one: _RISKS.index(one[1].risk))
    told = brief.model_copy(update={"doubts": (*(doubt for _, doubt in found), *brief.doubts)})
    doubted = {increment for increment, _ in found}
    increments = tuple(
        one.model_copy(update={"caveats": links["caveats"]}) if one.id in doubted else one
        for one, links in zip(told.increments, derived(told, told.increments), strict=True)
    )
    return told.model_copy(update={"increments": increments})


def _doubt(plan: Planned, place: str, caveats: Sequence[Caveat], date: dt.date, language: Language) -> Doubt:
    """One doubt for all caveats of an increment, with what would settle them and the words to mark it with."""
    words = phrases(language)
    missing = dict.fromkeys(caveat.settled_by for caveat in caveats if caveat.settled_by)
    marks = words.semicolon.join(caveat.wording.translate(_INNER) for caveat in caveats)
    later = [day for caveat in caveats if (day := caveat.look_again) and day > date]
    return Doubt(
        kind="unverified",
        title=words.foreseen.format(n=plan.increment.number, title=plan.increment.title),
        problem=words.foreseen_problem.format(what=words.semicolon.join(missing)) if missing else "",
        advice=words.foreseen_advice.format(place=place, marks=marks)
        + (words.foreseen_again.format(date=min(later).isoformat()) if later else ""),
        risk=caveats[0].risk,
    )
