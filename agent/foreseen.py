"""What planning adds to a brief of our own: the place that was found, and what each increment will carry as a caveat."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from agent.annotation import RISKS, for_readers, foreseen
from agent.briefs.links import derived
from agent.compose.words import phrases
from agent.document import SectionRef
from agent.drafts import Planned
from agent.models import Brief, Caveat, Doubt, Language

_INNER = str.maketrans("「」“”", "〈〉‘’")
"""Quotation marks inside of a quotation."""


def placed(plan: Planned, reserve: SectionRef | None, language: Language) -> Planned:
    """The plan with the section that was found for it in its increment, where that named another one.

    What goes into the `reserve` for now keeps the section that fits it best.
    """
    if plan.disposition != "draft" or plan.section is None or plan.section == reserve:
        return plan
    old, heading = plan.increment.target, plan.section.path[-1]
    new = heading if plan.sure else phrases(language).unsure.format(heading=heading)
    if new == old:
        return plan
    action = plan.increment.action.replace(old, new) if old else plan.increment.action
    increment = plan.increment.model_copy(update={"target": new, "action": action})
    why = action if plan.why == plan.increment.action else plan.why
    return plan.model_copy(update={"increment": increment, "why": why})


def with_places(brief: Brief, planned: Sequence[Planned]) -> Brief:
    """The brief with its increments as they are planned; `planned` are those of its increments, in their order."""
    increments = tuple(plan.increment for plan in planned)
    actions = {
        (old.title, old.action): new.action for old, new in zip(brief.increments, increments, strict=True)
    }
    priorities = tuple(
        row.model_copy(update={"action": actions.get((row.content, row.action), row.action)})
        for row in brief.priorities
    )
    return brief.model_copy(update={"increments": increments, "priorities": priorities})


def with_foreseen(brief: Brief, planned: Sequence[Planned], *, date: dt.date, language: Language) -> Brief:
    """The brief with a doubt for each increment that will be drafted under a caveat, the gravest first, before the
    doubts that it has. The increment's caveats are then those that its doubts give, as in a brief that people wrote."""
    found = [
        (plan.increment.id, _doubt(plan, caveats, date, language))
        for plan in planned
        if plan.disposition == "draft"
        and (caveats := for_readers(foreseen(plan, date=date, language=language)))
    ]
    found.sort(key=lambda one: RISKS.index(one[1].risk))
    told = brief.model_copy(update={"doubts": (*(doubt for _, doubt in found), *brief.doubts)})
    doubted = {increment for increment, _ in found}
    increments = tuple(
        one.model_copy(update={"caveats": links["caveats"]}) if one.id in doubted else one
        for one, links in zip(told.increments, derived(told, told.increments), strict=True)
    )
    return told.model_copy(update={"increments": increments})


def _doubt(plan: Planned, caveats: Sequence[Caveat], date: dt.date, language: Language) -> Doubt:
    """One doubt for all caveats of an increment, with what would settle them and the words to mark it with."""
    words = phrases(language)
    missing = dict.fromkeys(caveat.settled_by for caveat in caveats if caveat.settled_by)
    marks = words.semicolon.join(caveat.wording.translate(_INNER) for caveat in caveats)
    later = [day for caveat in caveats if (day := caveat.look_again) and day > date]
    return Doubt(
        kind="unverified",
        title=words.foreseen.format(n=plan.increment.number, title=plan.increment.title),
        problem=words.foreseen_problem.format(what=words.semicolon.join(missing)) if missing else "",
        advice=words.foreseen_advice.format(place=plan.increment.target, marks=marks)
        + (words.foreseen_again.format(date=min(later).isoformat()) if later else ""),
        risk=caveats[0].risk,
    )
