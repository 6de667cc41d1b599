"""What is new, held against the document."""

from __future__ import annotations

from collections.abc import Iterator

from langgraph.runtime import Runtime

from agent.baseline import baseline_of
from agent.compose import Baseline, Earlier, Seen, Thing, earlier
from agent.compose.words import phrases
from agent.entries.words import advised_place
from agent.joining import Group
from agent.judging import consulted
from agent.models import Language, Model
from agent.nearest import Remembered
from agent.nodes.triage import Triage
from agent.placement import Placer
from agent.planning import EDITING
from agent.relation import Related, Said, apart, lines_of, relation, statements
from agent.relevance import Relevance
from agent.state import (
    RunState,
    RunUpdate,
    Services,
    document_at,
    keep,
    language_of_document,
    nearest,
    night_of,
    recall,
)

_BY_MEANING = 200
"""Things in another language that are looked up by meaning in one night, the likeliest first; each costs some
five vectors, and a night affords some 2,500."""
_EARLIER = 200
"""Entries of earlier days that are looked up in one night: on a first night all of an old inbox is earlier."""


class Comparison(Model):
    """The things of a night, each with its relation to the document and the place that fits it."""

    things: tuple[Thing, ...]
    baseline: tuple[Baseline, ...] = ()
    """What earlier nights brought, and where it stands."""
    earlier: tuple[Earlier, ...] = ()
    """What notes of earlier days speak of, and where the document has it."""


def compare(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """Look each thing up in the document; the increments of a given brief are held against it when they are planned."""
    if not state["triage"]:
        return {"comparison": ""}
    services = runtime.context
    document = document_at(services, state["base"])
    triaged = recall(services.kept, state["triage"], Triage)
    services.progress.stage("compare", f"{len(triaged.groups)} things")
    best = {entry.key: found for source in triaged.sources for entry, found in source.entries}
    judge = services.judge
    said, placer = Said(lines_of(document)), Placer(document, chooser=judge.place if judge else None)
    found, language = nearest(services, document), language_of_document(services, document)
    near = Remembered(found) if judge else found
    baseline = baseline_of(
        services.ledger,
        services.repository,
        document,
        name=services.document.name,
        path=services.document.path,
        night=night_of(state),
        reserve=services.document.reserve,
    )
    seen = Seen(baseline)
    grades = {group.lead.key: _best(group, best) for group in triaged.groups}
    sure = sorted((-grade.score, key) for key, grade in grades.items() if grade.sure)
    likeliest = {key for _, key in sure[:_BY_MEANING]}

    def compared(group: Group, grade: Relevance, *, likely: bool) -> Iterator[Thing]:
        # What is borderline is listed and not drafted: vectors, the costly part of a night, are for what is.
        needed = likely and near.needed(group.lead.text)
        related = relation(
            group, said, near.lines if needed else None, opinion=judge.relation if judge else None
        )
        parts = apart(group.lead, related, said) if len(group.entries) == 1 else ()
        for part in parts:
            yield from compared(Group(entries=(part,)), grade, likely=likely)
        if parts:
            return
        advised = next(filter(None, (advised_place(entry.text) for entry in group.entries)), "")
        yield Thing(
            group=group,
            relevance=grade,
            related=related,
            target=_target(group, related, placer, language, advised),
            advised=advised,
            before=seen.before(group, related),
        )

    def all_compared() -> list[Thing]:
        made: dict[int, tuple[Thing, ...]] = {}
        # What is most surely the document's goes first: a judge is not asked without end.
        ranked = sorted(enumerate(triaged.groups), key=lambda pair: not _best(pair[1], best).sure)
        for number, (at, group) in enumerate(ranked, start=1):
            services.progress.step(number, len(ranked), group.lead.title)
            key = group.lead.key
            made[at] = tuple(compared(group, grades[key], likely=key in likeliest))
        return [thing for at in sorted(made) for thing in made[at]]

    things = consulted(judge, all_compared)
    old = [entry for s in triaged.sources for entry, found in s.entries if found.grade == "baseline"]
    comparison = Comparison(things=tuple(things), baseline=baseline, earlier=earlier(old[:_EARLIER], said))
    return {"comparison": keep(services.kept, comparison)}


def _target(group: Group, related: Related, placer: Placer, language: Language, advised: str) -> str:
    """The section that the brief suggests: that of the statement which it edits, the one that a note advises, or the
    likeliest, and how sure."""
    if related.relation in EDITING and related.line:
        return placer.document.section_at(related.line).heading
    place = placer.place(placed_by(group), group.lead.urls, target=advised)
    if place.sure or not place.candidates:
        return place.section.heading
    return phrases(language).unsure.format(heading=place.section.heading)


def placed_by(group: Group) -> str:
    """The words by which a thing finds its place: what it is called and the first things that it says."""
    return "\n".join((group.lead.title, *statements(group.lead)[:4]))


def _best(group: Group, judged: dict[str, Relevance]) -> Relevance:
    return max(
        (judged[entry.key] for entry in group.entries),
        key=lambda found: (found.sure, found.grade == "very high", found.score),
    )
