"""From a built increment to the commit that proposes it: subject, body and trailers."""

from __future__ import annotations

import datetime as dt

from agent.assembly import Built, sources_of
from agent.nights import ProposalStep
from agent.workspace import OUR_TRAILERS
from agent.workspace.trailers import Trailer


def proposal(built: Built, document: str, night: dt.date, date: dt.datetime, writer: str) -> ProposalStep:
    """The commit of one increment that has a patch; `date` is the end of its night's window, `writer` the night's."""
    plan, increment = built.planned, built.planned.increment
    assert built.patch is not None, "only what is drafted is committed"
    credibility = f"{increment.credibility.stars}/5 {increment.credibility.reason}".strip()
    trailers: list[Trailer] = [
        (f"{OUR_TRAILERS}Increment", increment.id),
        (f"{OUR_TRAILERS}Night", night.isoformat()),
        *((f"{OUR_TRAILERS}Source", source) for source in sources_of(built)),
        (f"{OUR_TRAILERS}Credibility", credibility),
        (f"{OUR_TRAILERS}Relation", plan.relation),
        *((f"{OUR_TRAILERS}Caveat", f"{caveat.kind}: {caveat.wording}") for caveat in built.patch.caveats),
        (f"{OUR_TRAILERS}Writer", built.patch.writer or writer),
    ]
    says = plan.document_says
    body = "\n".join(
        line
        for line in (
            plan.why,
            plan.again,
            f"L{says.line}: {says.quote}" if says else "",
        )
        if line
    )
    # What stands before the first heading, or in a document without any, has no heading to be named by.
    place = f" → {plan.section.path[-1]}" if plan.section and plan.section.path else ""
    return ProposalStep(
        increment=increment.id,
        title=built.patch.title.text,
        edits=built.edits,
        subject=f"{document}: {built.patch.title.text}{place}",
        body=body,
        trailers=tuple(trailers),
        date=date,
    )
