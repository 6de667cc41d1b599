"""The branch: one commit an increment, the same night giving the same commits."""

from __future__ import annotations

import datetime as dt

from langgraph.runtime import Runtime

from agent.assembly import Assembler, Built, outcome_of
from agent.coherence import too_long
from agent.inbox import Listing, night_window
from agent.models import Language
from agent.nights import ProposalSteps
from agent.nodes import ask_back
from agent.nodes.brief import Plans
from agent.nodes.carry import Carried, carried
from agent.nodes.condense import Shorter, outcomes_of, shorter, step_of
from agent.nodes.read import Reading
from agent.nodes.verify import Verified
from agent.nodes.watch import looked
from agent.nodes.watch import outcomes_of as watching_outcomes
from agent.nodes.watch import step_of as watching_step
from agent.outcome import Counts, IncrementOutcome, Outcome, Unread
from agent.proposing import proposal
from agent.reasons import reason_in
from agent.stacking import parent_of
from agent.state import RunState, RunUpdate, Services, document_at, keep, night_of, recall
from agent.verification import cut
from agent.workspace import build_branch


def commit(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """Apply what was proved and build the branch; a night with nothing to say makes none."""
    services = runtime.context
    services.progress.stage("commit")
    plans = recall(services.kept, state["plans"], Plans)
    verified = recall(services.kept, state["checked"], Verified)
    document = document_at(services, state["base"])
    assembler = Assembler(
        document=document,
        path=services.document.path,
        language=plans.language,
        date=night_of(state),
    )
    kept, built = _assembled(state, services, assembler, plans, verified)
    drafted = [entry for entry in built if entry.patch]
    branch, replaced = branch_of(state), ""
    commits: tuple[str, ...] = ()
    watched = looked(state, services, document, (*kept.built, *built), plans.language)
    changed = [edit for entry in (*kept.built, *built) for edit in entry.edits]
    changed += [one.edit for one in watched.changes]
    condensed = shorter(state, services, document, changed)
    asked = ask_back.questions(state, services, built, plans.language)
    proposals = ProposalSteps(
        steps=(
            *(
                proposal(
                    entry,
                    state["document"],
                    night_of(state),
                    _night_end(state, services),
                    services.writer.name,
                )
                for entry in drafted
            ),
            *(watching_step(one, state, _night_end(state, services)) for one in watched.changes),
            *(
                step_of(one, state, plans.language, _night_end(state, services))
                for one in condensed.proposals
            ),
            *(ask_back.step_of(one, state, plans.language, _night_end(state, services)) for one in asked),
        )
    )
    states = (*(entry.data for entry in drafted), *watched.states, *condensed.states)
    final = (*kept.states, *states, b"")[len(kept.steps) + len(states) - 1]
    states = (*states, *(final for _ in asked))
    steps = (*kept.steps, *proposals.steps)
    stay: tuple[str, ...] = ()
    if steps:
        path = services.document.path
        made = build_branch(
            services.repository,
            branch,
            state["base"],
            [step.commit(path, data) for step, data in zip(steps, (*kept.states, *states), strict=True)],
        )
        stay, commits = made.commits[: len(kept.steps)], made.commits[len(kept.steps) :]
        replaced = "" if kept.steps else made.replaced
    by_increment = dict(zip((step.increment for step in proposals.steps), commits, strict=True))
    increments = tuple(
        outcome_of(
            entry,
            services.document.path,
            final.decode("utf-8").splitlines(),
            by_increment.get(entry.planned.increment.id, ""),
        )
        for entry in built
    )
    first, after = len(built) + 1, len(drafted) + len(watched.changes)
    lifted = watching_outcomes(watched, services.document.path, first, commits[len(drafted) : after])
    end = len(commits) - len(asked)
    shortened = outcomes_of(condensed, services, plans.language, first + len(lifted), commits[after:end])
    questions = ask_back.outcomes_of(
        asked, plans.language, first + len(lifted) + len(shortened), commits[end:]
    )
    new = (*increments, *lifted, *shortened, *questions)
    last = max((one.number for one in new), default=0)
    before = kept.told(document, changed[len(kept.edits) :], last + 1, stay, plans.language)
    reading = recall(services.kept, state["reading"], Reading)
    outcome = Outcome(
        document=state["document"],
        path=services.document.path,
        night=night_of(state),
        base=state["base"],
        branch=branch if steps else "",
        commits=(*stay, *commits),
        increments=(*new, *before),
        listed=plans.listed,
        doubts=(*plans.doubts, *assembler.faults_of(built)),
        unread=tuple(
            Unread(path=entry.source.path, reason=reason_in(plans.language, entry.reason))
            for entry in reading.unread
        ),
        sightings=watched.sightings,
        settled=watched.settled,
        look_again=watched.look_again,
        notes=(
            *services.notes,
            *kept.notes(plans.language),
            *watched.notes,
            *ask_back.notes(state, services, plans.language),
            *_notes(state, services, plans.language, replaced, condensed),
        ),
        counts=_counts((*increments, *before), reading, services),
        writer=services.writer.name,
        usage=services.usage(),
    )
    whole = ProposalSteps(steps=steps)
    return {"outcome": keep(services.kept, outcome), "proposals": keep(services.kept, whole)}


def _assembled(
    state: RunState, services: Services, assembler: Assembler, plans: Plans, verified: Verified
) -> tuple[Carried, tuple[Built, ...]]:
    """What an earlier run of the night leaves on the branch, and what this one adds to it.

    What both bring is taken as this one words it, unless the document does not take it so.
    """
    anew = {checked.patch.increment for checked in verified.patches if cut(checked)}
    kept = carried(state, services, assembler.document, anew)
    built = assembler.build(plans.planned, verified.patches, verified.refused, kept.edits)
    refused = {entry.planned.increment.id for entry in built if entry.refusal}
    earlier = carried(state, services, assembler.document, anew - refused) if refused else kept
    if len(earlier.steps) == len(kept.steps):
        return kept, built
    stay = {step.increment for step in earlier.steps}
    planned = [plan for plan in plans.planned if plan.increment.id not in stay]
    return earlier, assembler.build(planned, verified.patches, verified.refused, earlier.edits)


_NOTES: dict[Language, tuple[str, ...]] = {
    "zh": (
        "已重建：{what}",
        "窗口尚未结束（到 {what}），到点后再运行会补齐",
        "更正过的笔记，上一版此前已读：{what}",
        "同名分支上此前的提交 {what} 已被本次取代",
        "章节「{what}」有 {n} 字，超过上限 {limit}；精简为 {after} 字的提案单独成一个提交",
        "章节「{what}」有 {n} 字，超过上限 {limit}；没有尚未提出而又不失事实的删法，请人工精简{lines}",
        "本分支接在 {what} 那一夜的分支之上；请先合并那一支，或用 redline review 定夺，本分支会随之重建",
    ),
    "en": (
        "rebuilt: {what}",
        "the window is still open (until {what}); the night at its hour takes what comes until then",
        "a corrected note, whose earlier version was read before: {what}",
        "the commits that an earlier run left on the branch ({what}) were replaced",
        "section “{what}” has {n} characters, over its limit of {limit}; a commit of its own proposes {after}",
        "section “{what}” has {n} characters, over its limit of {limit}; nothing new can go without losing a fact: condense it by hand{lines}",
        "this branch stands on the one of the night of {what}: merge that first, or decide on it with redline review, and this one follows",
    ),
}


def _notes(
    state: RunState, services: Services, language: Language, replaced: str, condensed: Shorter
) -> tuple[str, ...]:
    """What an operator should know of this run."""
    rebuilt, early, corrected, taken, proposed, by_hand, above = _NOTES[language]
    listing = recall(services.kept, state["listing"], Listing)
    notes = [rebuilt.format(what=what) for what in services.index.rebuilt]
    if listing.early and not state["given_brief"]:
        notes.append(early.format(what=services.settings.night.cut))
    notes += [corrected.format(what=entry.item.path) for entry in listing.entries if entry.replaces]
    if replaced:
        notes.append(taken.format(what=replaced[:12]))
    if services.settings.night.stack and (below := parent_of(services.repository, state["base"])):
        notes.append(above.format(what=below))
    limit = services.document.section_limit
    for section in too_long(document_at(services, state["base"]), limit, night_of(state)):
        lines = f" (L{', L'.join(map(str, section.lines))})" if section.lines else ""
        after = next((one.after for one in condensed.proposals if one.line == section.line), None)
        text = by_hand if after is None else proposed
        notes.append(
            text.format(
                what=section.heading, n=section.characters, limit=limit, lines=lines, after=after or ""
            )
        )
    return tuple(notes)


def branch_of(state: RunState) -> str:
    """Name of the night's branch."""
    return f"redline/{state['document']}/{state['night']}"


def _night_end(state: RunState, services: Services) -> dt.datetime:
    """When the window ended: the date of every commit, so that the same night gives the same ones."""
    night = services.settings.night
    return night_window(night_of(state), cut=dt.time.fromisoformat(night.cut), zone=services.zone).end


def _counts(increments: tuple[IncrementOutcome, ...], reading: Reading, services: Services) -> Counts:
    drafted = [increment for increment in increments if increment.is_drafted]
    return Counts(
        items=len(reading.items),
        unread=len(reading.unread),
        increments=len(increments),
        drafted=len(drafted),
        proved=sum(increment.count("proved") for increment in drafted),
        doubtful=sum(increment.count("doubtful") for increment in drafted),
        refused=sum(increment.count("refused") for increment in increments),
        embedded=services.embedded(),
        added_lines=sum(len(increment.added) for increment in drafted),
    )
