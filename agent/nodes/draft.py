"""One section's draft: the writer sees the increments bound for it, and nothing else."""

from __future__ import annotations

from langgraph.runtime import Runtime

from agent.document import Document, Section
from agent.drafts import DraftRequest, Rejected
from agent.memory import reasons_for
from agent.models import Model
from agent.nodes.brief import Plans
from agent.renewed import fresh
from agent.state import RunState, RunUpdate, SectionTask, Services, document_at, keep, recall


class Rejections(Model):
    """What goes back to the writer."""

    claims: tuple[Rejected, ...]


def sections_to_draft(state: RunState) -> list[SectionTask]:
    """One task for each section that is to be drafted next."""
    return [
        SectionTask(
            section=section,
            plans=state["plans"],
            rejected=state.get("rejected", ""),
            base=state["base"],
            night=state["night"],
        )
        for section in state["sections"]
    ]


def draft(state: SectionTask, runtime: Runtime[Services]) -> RunUpdate:
    """Ask the writer for one section's patches."""
    services = runtime.context
    plans = recall(services.kept, state["plans"], Plans)
    document = document_at(services, state["base"])
    section = document.sections[int(state["section"])]
    services.progress.stage("draft", section.heading)
    rejected = recall(services.kept, state["rejected"], Rejections).claims if state["rejected"] else ()
    bound = tuple(
        fresh(plan) for plan in plans.planned if plan.disposition == "draft" and plan.section == section.ref
    )
    request = DraftRequest(
        language=plans.language,
        document=services.document.name,
        section=section.path,
        section_text=section.text,
        neighbours=_neighbours(document, section),
        increments=bound,
        rejected=rejected,
        night=state["night"],
        guidance=reasons_for(plans.remembered, section.path),
    )
    return {"drafts": {state["section"]: keep(services.kept, services.writer.draft(request))}}


def _neighbours(document: Document, section: Section) -> tuple[str, ...]:
    around = (section.index - 1, section.index + 1)
    return tuple(document.sections[at].heading for at in around if 0 <= at < len(document.sections))
