"""Proposals whose section has changed, drafted anew against it: by the night's own writer, and checked as on a night.

The evidence is what the night kept of it in its record, so that every clone can do it; what the night refused to say
stays unsaid.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Protocol

from agent.assembly import Assembler, Built, outcome_of
from agent.briefs import read_brief
from agent.document import Document, Edit, SectionRef
from agent.drafts import DraftRequest, DraftRow, DraftTable, Planned, Rejected
from agent.errors import RedlineError
from agent.faulty import CONCLUSIONS, SourceFaults, touches
from agent.judging import consulted
from agent.memory import reasons_for, remembered
from agent.models import Evidence, Increment, Model
from agent.nearest import Remembered
from agent.nights import NightRecord, ProposalStep
from agent.outcome import IncrementOutcome
from agent.planning import EDITING, Planner
from agent.proposing import proposal
from agent.recall import EarlierProposal
from agent.state import MAX_ROUNDS, Services, nearest
from agent.verification import Checked, check_patch, row_text

_OF_THE_DOCUMENT = "contradicts document"
"""Kind of the caveats that follow from the document as it was: they are found anew."""
_SAID = ("covered", "confirms")


class Redrafted(Model):
    """What became of one proposal that was drafted anew."""

    step: ProposalStep | None = None
    """None where nothing is left to propose."""
    outcome: IncrementOutcome | None = None
    said: bool = False
    """The document says it already."""


class Redraft(Protocol):
    """Drafts proposals of a night anew."""

    def __call__(
        self,
        record: NightRecord,
        document: Document,
        asked: Sequence[IncrementOutcome],
        kept: Sequence[Edit],
    ) -> Mapping[str, Redrafted]:
        """Each of `asked` against another state of the document, beside the edits that are `kept`; by its id."""
        ...


class Redrafter:
    """See `Redraft`; the writer is the one that the workspace names."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(
        self,
        record: NightRecord,
        document: Document,
        asked: Sequence[IncrementOutcome],
        kept: Sequence[Edit],
    ) -> dict[str, Redrafted]:
        """See `Redraft.__call__`."""
        told = _told(record, asked)
        planned = self._planned(record, document, told)
        made = {name: Redrafted(said=True) for name in told if name not in planned}
        wanted = list(planned.values())
        final, refused = self._drafted(record, document, wanted)
        assembler = Assembler(
            document=document, path=record.path, language=record.language, date=record.night
        )
        steps = {step.increment: step for step in record.steps}
        before = {one.id: one for one in asked}
        for built in assembler.build(wanted, tuple(final.values()), refused, kept):
            name = built.planned.increment.id
            made[name] = self._redrafted(record, built, steps[name], before[name])
        return made

    def _redrafted(
        self, record: NightRecord, built: Built, step: ProposalStep, before: IncrementOutcome
    ) -> Redrafted:
        if built.patch is None:
            return Redrafted()
        made = proposal(built, record.document, record.night, step.date, self._services.writer.name)
        outcome = outcome_of(built, record.path, (), "")
        # How many origins it has is known of all its evidence, of which the record keeps what was used.
        stays = {"number": before.number, "origins": before.origins, "again": before.again}
        return Redrafted(step=made, outcome=outcome.model_copy(update=stays))

    def _planned(
        self, record: NightRecord, document: Document, told: Mapping[str, Increment]
    ) -> dict[str, Planned]:
        """What is to be drafted where; what the document says already is left out."""
        judge, near = self._services.judge, nearest(self._services, document)
        planner = Planner(
            document,
            (),
            brief=None,
            language=record.language,
            reserve=self._services.document.reserve,
            near=Remembered(near) if judge else near,
            faults=SourceFaults(()),
            date=record.night,
            opinion=judge.relation if judge else None,
        )
        found = consulted(judge, lambda: [planner.plan(one) for one in told.values()])
        outcomes = {one.id: one for one in record.outcome.increments}
        steps = {step.increment: step for step in record.steps}
        made: dict[str, Planned] = {}
        for plan in found:
            before, step = outcomes[plan.increment.id], steps[plan.increment.id]
            if plan.relation in _SAID and before.relation not in _SAID:
                continue
            evidence = _evidence(before)
            doubts = (
                doubt
                for doubt in record.outcome.doubts
                if doubt.kind in CONCLUSIONS or touches(doubt, evidence)
            )
            made[plan.increment.id] = plan.model_copy(
                update={
                    "evidence": evidence,
                    "unresolved": plan.increment.sources if _was_far(before) else (),
                    "disposition": "draft",
                    "section": _place(plan, step, document),
                    "doubts": tuple(doubts),
                    "alternatives": (),
                    "sure": True,
                }
            )
        return made

    def _drafted(
        self, record: NightRecord, document: Document, planned: Sequence[Planned]
    ) -> tuple[dict[str, Checked], list[Checked]]:
        """The patches as they passed, and those of earlier rounds that were sent back."""
        known = (
            remembered(
                self._services.repository,
                self._services.ledger,
                record.document,
                record.night + dt.timedelta(days=1),
            )
            if planned
            else ()
        )
        by_id = {plan.increment.id: plan for plan in planned}
        rejected = [
            Rejected(increment=one.id, text=claim.text, reason=claim.verdict.reason)
            for one in record.outcome.increments
            if one.id in by_id
            for claim in one.claims
            if claim.kept == "refused"
        ]
        final: dict[str, Checked] = {}
        refused: list[Checked] = []
        waiting = list(planned)
        for _ in range(MAX_ROUNDS + 1):
            found = self._asked(record, document, waiting, rejected, known)
            final |= {checked.patch.increment: checked for checked in found}
            back = [checked for checked in found if checked.rejected]
            refused += back
            rejected += [claim for checked in back for claim in checked.rejected]
            waiting = [by_id[checked.patch.increment] for checked in back]
            if not waiting:
                break
        return final, refused

    def _asked(
        self,
        record: NightRecord,
        document: Document,
        planned: Sequence[Planned],
        rejected: Sequence[Rejected],
        known: Sequence[EarlierProposal],
    ) -> list[Checked]:
        """One round: a question for each section, and each answer checked."""
        night = record.night.isoformat()
        titles = {step.increment: step.title for step in record.steps}
        found: list[Checked] = []
        for ref in dict.fromkeys(plan.section for plan in planned):
            section = document.section(ref) if ref else None
            if section is None:
                continue
            bound = tuple(plan for plan in planned if plan.section == ref)
            around = (section.index - 1, section.index + 1)
            request = DraftRequest(
                language=record.language,
                document=record.document,
                section=section.path,
                section_text=section.text,
                neighbours=tuple(
                    document.sections[at].heading for at in around if 0 <= at < len(document.sections)
                ),
                increments=bound,
                rejected=tuple(rejected),
                night=night,
                guidance=reasons_for(known, section.path),
            )
            ours = {plan.increment.id: plan for plan in bound}
            for patch in self._services.writer.draft(request).patches:
                if patch.increment in ours:
                    checked = check_patch(patch, ours[patch.increment], night)
                    found.append(_with_its_title(checked, titles.get(patch.increment, "")))
        return found


def _with_its_title(checked: Checked, title: str) -> Checked:
    """The same where the title is the one that the night put on the branch: it had all the evidence to check it by."""
    said = {
        row_text(claim.cells) if isinstance(claim, DraftRow) else claim.text
        for part in checked.patch.parts
        for claim in (part.rows if isinstance(part, DraftTable) else (*part.claims, *part.parts))
    }
    if checked.patch.title.text != title or title in said:
        return checked
    return checked.model_copy(
        update={
            "claims": tuple(claim for claim in checked.claims if claim.text != title),
            "rejected": tuple(claim for claim in checked.rejected if claim.text != title),
        }
    )


def _told(record: NightRecord, asked: Sequence[IncrementOutcome]) -> dict[str, Increment]:
    """Each as the night's brief tells it, by the id that the night gave it."""
    try:
        brief = read_brief(record.brief).increments
    except RedlineError:
        return {}
    by_number = {one.number: one for one in brief}
    caveats = {
        one.id: tuple(caveat for caveat in one.caveats if caveat.kind != _OF_THE_DOCUMENT) for one in asked
    }
    return {
        one.id: by_number[one.number].model_copy(update={"id": one.id, "caveats": caveats[one.id]})
        for one in asked
        if one.number in by_number
    }


def _evidence(one: IncrementOutcome) -> tuple[Evidence, ...]:
    """All quotations that were used for it or against it, each once."""
    found = (evidence for claim in one.claims for evidence in claim.evidence)
    return tuple({evidence.id: evidence for evidence in found}.values())


def _was_far(one: IncrementOutcome) -> bool:
    """Whether something of it was kept that a brief alone bears out."""
    return any(claim.kept == "doubtful" and claim.verdict.distance == 2 for claim in one.claims)


def _place(plan: Planned, step: ProposalStep, document: Document) -> SectionRef | None:
    """The section that it was for, where that is there still; what takes a statement's place stands where that stands."""
    if plan.relation in EDITING and plan.document_says:
        return plan.section
    there = step.edits[0].section if step.edits else None
    return there if there and document.section(there) else plan.section
