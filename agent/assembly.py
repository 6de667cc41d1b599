"""From checked patches to the document's successive states, one an increment."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from agent.annotation import caveats_of, for_readers
from agent.document import Applied, Document, Edit, apply
from agent.drafts import DraftPatch, Planned
from agent.models import Caveat, Doubt, Language, Model
from agent.outcome import ClaimOutcome, IncrementOutcome
from agent.placement import Placer
from agent.rendering import edit_for
from agent.verification import Checked, cut


class Built(Model):
    """One increment on its way to a commit."""

    planned: Planned
    patch: DraftPatch | None
    """What is left after the check, with the caveats that a reader sees; None when nothing can be said."""
    caveats: tuple[Caveat, ...] = ()
    """All of them, for the reviewer."""
    claims: tuple[ClaimOutcome, ...]
    edit: Edit | None = None
    data: bytes = b""
    """The whole document after this increment and those before it."""
    lines: tuple[int, int] | None = None
    """First and last line of the new text in the finished document."""
    refusal: str = ""
    """Why the document did not take the edit."""


def build(
    document: Document,
    planned: Sequence[Planned],
    checked: Sequence[Checked],
    told: Sequence[Checked],
    doubts: Sequence[Doubt],
    *,
    date: dt.date,
    language: Language,
) -> tuple[Built, ...]:
    """Apply the patches in the order of their increments; what the document refuses is left out, with the reason.

    `told` are patches of earlier rounds: what was refused in them is told with the final claims.
    """
    placer = Placer(document)
    final = {check.patch.increment: check for check in checked}
    made: list[Built] = []
    edits: list[Edit] = []
    for plan in sorted(planned, key=lambda plan: plan.increment.number):
        check = final.get(plan.increment.id)
        claims = _claims(plan.increment.id, check, told)
        patch = cut(check) if check else None
        if plan.disposition != "draft" or patch is None:
            made.append(Built(planned=plan, patch=None, caveats=plan.increment.caveats, claims=claims))
            continue
        caveats = caveats_of(patch, plan, claims, doubts, date=date, language=language)
        patch = patch.model_copy(update={"caveats": for_readers(caveats)})
        edit = edit_for(placer, plan, patch, language)
        applied = apply(document, [*edits, edit])
        if isinstance(applied, Applied):
            edits.append(edit)
            made.append(
                Built(planned=plan, patch=patch, caveats=caveats, claims=claims, edit=edit, data=applied.data)
            )
        else:
            made.append(
                Built(planned=plan, patch=None, caveats=caveats, claims=claims, refusal=applied.sentence)
            )
    return _with_lines(document, made, edits)


def _claims(increment: str, check: Checked | None, told: Sequence[Checked]) -> tuple[ClaimOutcome, ...]:
    """The final claims, and before them what earlier rounds refused, each text once."""
    earlier = [claim for before in told if before.patch.increment == increment for claim in before.claims]
    refused = [claim for claim in earlier if claim.kept == "refused"]
    last = list(check.claims) if check else []
    return tuple({claim.text: claim for claim in (*refused, *last)}.values())


def _with_lines(document: Document, made: Sequence[Built], edits: Sequence[Edit]) -> tuple[Built, ...]:
    if not edits:
        return tuple(made)
    applied = apply(document, edits)
    assert isinstance(applied, Applied), "the same edits were applied one after the other"
    ranges = dict(zip(edits, applied.lines, strict=True))
    return tuple(
        built.model_copy(update={"lines": ranges[built.edit]}) if built.edit else built for built in made
    )


def outcome_of(built: Built, path: str, lines: Sequence[str], commit: str) -> IncrementOutcome:
    """What became of one increment; `lines` are those of the finished document at `path`."""
    plan, increment = built.planned, built.planned.increment
    drafted = built.patch is not None
    why = built.refusal or plan.why or ("" if drafted else "nothing in it could be proved")
    return IncrementOutcome(
        id=increment.id,
        number=increment.number,
        title=increment.title if built.patch is None else built.patch.title.text,
        section=" › ".join(plan.section.path) if plan.section else "",
        line=built.lines[0] if built.lines else None,
        relation=plan.relation,
        document_says=plan.document_says and plan.document_says.model_copy(update={"path": path}),
        disposition=plan.disposition,
        why=why,
        claims=built.claims,
        caveats=built.caveats,
        sources=sources_of(built),
        origins=len({evidence.origin for evidence in plan.evidence if evidence.origin}),
        alternatives=tuple(" › ".join(path) for path in plan.alternatives),
        added=tuple(lines[built.lines[0] - 1 : built.lines[1]]) if built.lines else (),
        commit=commit,
        writer=built.patch.writer if built.patch else "",
    )


def sources_of(built: Built) -> tuple[str, ...]:
    """`path:first-last` of the quotations that prove what is kept, in order, each file's lines together."""
    lines: dict[str, list[int]] = {}
    for claim in built.claims:
        if claim.kept == "refused":
            continue
        for evidence in claim.evidence:
            span = evidence.span
            lines.setdefault(span.path, []).extend(n for n in (span.line, span.end_line) if n)
    if not lines:
        lines = {evidence.span.path: [] for evidence in built.planned.evidence}
    return tuple(f"{path}:{min(at)}-{max(at)}" if at else path for path, at in lines.items())
