"""Every draft against its evidence: what fails goes back, and in the end is cut."""

from __future__ import annotations

from langgraph.runtime import Runtime

from agent.drafts import DraftReply, Rejected
from agent.models import Model
from agent.nodes.brief import Plans
from agent.nodes.draft import Rejections
from agent.state import MAX_ROUNDS, RunState, RunUpdate, Services, keep, recall
from agent.verification import Checked, check_patch


class Verified(Model):
    """All patches of the run with what became of their claims, over all rounds."""

    patches: tuple[Checked, ...]
    refused: tuple[Checked, ...] = ()
    """Earlier rounds of patches that went back: what was refused there stays told."""


def verify(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """Check every claim of every draft; send back what fails, at most `MAX_ROUNDS` times."""
    services = runtime.context
    services.progress.stage("verify")
    plans = recall(services.kept, state["plans"], Plans)
    before = _before(state, services)
    planned = {plan.increment.id: plan for plan in plans.planned}
    patches: list[Checked] = []
    again: dict[str, list[Rejected]] = {}
    for section, key in sorted(state.get("drafts", {}).items()):
        for patch in recall(services.kept, key, DraftReply).patches:
            plan = planned.get(patch.increment)
            if plan is None or plan.disposition != "draft":
                continue  # a writer that invents an increment has written nothing
            checked = check_patch(patch, plan, state["night"])
            patches.append(checked)
            if checked.rejected:
                again.setdefault(section, []).extend(checked.rejected)
    round_done = state.get("round", 0) + 1
    rejected = tuple(claim for claims in again.values() for claim in claims)
    told = (*before.refused, *(checked for checked in patches if checked.rejected))
    verified = keep(services.kept, Verified(patches=tuple(patches), refused=told))
    if not rejected or round_done > MAX_ROUNDS:
        return {"checked": verified, "rejected": "", "sections": [], "round": round_done}
    earlier = recall(services.kept, state["rejected"], Rejections).claims if state.get("rejected") else ()
    all_rejected = tuple(dict.fromkeys((*earlier, *rejected)))
    return {
        "checked": verified,
        "rejected": keep(services.kept, Rejections(claims=all_rejected)),
        "sections": sorted(again, key=int),
        "round": round_done,
    }


def _before(state: RunState, services: Services) -> Verified:
    if state.get("checked"):
        return recall(services.kept, state["checked"], Verified)
    return Verified(patches=())
