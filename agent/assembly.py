"""From checked patches to the document's successive states, one an increment."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.annotation import caveats_of, for_readers
from agent.coherence import against_document, against_itself, caveats_from
from agent.document import Applied, Applier, Document, Edit, parse
from agent.drafts import DraftPatch, Planned
from agent.models import Caveat, Doubt, Language, Model
from agent.orders import gives_orders, shown_path
from agent.outcome import ClaimOutcome, IncrementOutcome, Unsaid
from agent.placement import Placer
from agent.planning import EDITING
from agent.reasons import claims_in, place_in
from agent.relation import Said, lines_of
from agent.revision import edits_of, revision
from agent.unsaid import unsaid
from agent.verification import DAMAGED, GIVES_ORDERS, Checked, cut


class Built(Model):
    """One increment on its way to a commit."""

    planned: Planned
    patch: DraftPatch | None
    """What is left after the check, with the caveats that a reader sees; None when nothing can be said."""
    caveats: tuple[Caveat, ...] = ()
    """All of them, for the reviewer."""
    claims: tuple[ClaimOutcome, ...]
    doubts: tuple[Doubt, ...] = ()
    """Where the document disagrees."""
    edits: tuple[Edit, ...] = ()
    """All that the increment changes: one commit."""
    data: bytes = b""
    """The whole document after this increment and those before it."""
    lines: tuple[tuple[int, int], ...] = ()
    """First and last line of each new text in the finished document, in their order there."""
    unsaid: Unsaid | None = None
    """What its evidence states and neither the patch nor the document says."""
    refusal: str = ""
    """Why the document did not take the edit."""
    why: str = ""
    """Why it goes where it goes, or is not drafted, in the document's language."""


@dataclass(frozen=True)
class Assembler:
    """Puts checked patches into one document."""

    document: Document
    path: str
    """Of the document, for quotations."""
    language: Language
    date: dt.date

    @cached_property
    def _applier(self) -> Applier:
        return Applier(self.document)

    @cached_property
    def _placer(self) -> Placer:
        return Placer(self.document)

    @cached_property
    def _said(self) -> Said:
        return Said(lines_of(self.document))

    def build(
        self,
        planned: Sequence[Planned],
        checked: Sequence[Checked],
        told: Sequence[Checked],
        kept: Sequence[Edit] = (),
    ) -> tuple[Built, ...]:
        """Apply the patches in the order of their increments; what the document refuses is left out, with the reason.

        `told` are patches of earlier rounds: what was refused in them is told with the final claims. `kept` are
        edits that stay from an earlier run of the night, and go before all others.
        """
        final = {check.patch.increment: check for check in checked}
        made: list[Built] = []
        for plan in sorted(planned, key=lambda plan: plan.increment.number):
            check = final.get(plan.increment.id)
            claims = _claims(plan.increment.id, check, told)
            patch = cut(check) if check else None
            if plan.disposition != "draft" or patch is None:
                made.append(Built(planned=plan, patch=None, caveats=plan.increment.caveats, claims=claims))
            else:
                made.append(
                    self._applied(plan, patch, claims, [*kept, *(edit for one in made for edit in one.edits)])
                )
        return tuple(self._in_words(built) for built in self._with_lines(made, kept))

    def _applied(
        self, plan: Planned, patch: DraftPatch, claims: tuple[ClaimOutcome, ...], before: Sequence[Edit]
    ) -> Built:
        """The patch with its caveats, applied after those before it."""
        found = against_document(patch, self._said, self.path)
        gone = revision(self.document, plan, patch, self.language).touched
        against = tuple(doubt for doubt in found if not _replaced(doubt, plan, gone))
        patch = patch.model_copy(update={"caveats": (*patch.caveats, *caveats_from(against, self.language))})
        caveats = caveats_of(patch, plan, claims, date=self.date, language=self.language)
        patch = patch.model_copy(update={"caveats": for_readers(caveats)})
        built = Built(planned=plan, patch=None, caveats=caveats, claims=claims, doubts=against)
        edits = edits_of(self._placer, plan, patch, self.language)
        applied = self._applier.apply([*before, *edits])
        if not isinstance(applied, Applied):
            return built.model_copy(update={"refusal": applied.sentence})
        left = unsaid(plan, patch, claims, self._said)
        return built.model_copy(update={"patch": patch, "edits": edits, "data": applied.data, "unsaid": left})

    def _in_words(self, built: Built) -> Built:
        """With its reasons in the document's language: from here on only people read them."""
        why = built.refusal or built.planned.why
        if built.patch is None and not built.refusal and (built.planned.disposition == "draft" or not why):
            # The reason of its place tells where it would go, and not why it does not.
            why = _unproved(built)
        return built.model_copy(
            update={"claims": claims_in(self.language, built.claims), "why": place_in(self.language, why)}
        )

    def _with_lines(self, made: Sequence[Built], kept: Sequence[Edit]) -> tuple[Built, ...]:
        edits = [*kept, *(edit for built in made for edit in built.edits)]
        if not edits:
            return tuple(made)
        applied = self._applier.apply(edits)
        assert isinstance(applied, Applied), "the same edits were applied one after the other"
        ranges = dict(zip(edits, applied.lines, strict=True))
        return tuple(
            built.model_copy(update={"lines": tuple(sorted({ranges[edit] for edit in built.edits}))})
            for built in made
        )

    def faults_of(self, built: Sequence[Built]) -> tuple[Doubt, ...]:
        """What the finished document says against itself, or against the document before, through new lines."""
        orders = tuple(_orders(one, self.language) for one in built if _ordering(one.planned))
        drafted = [one for one in built if one.lines and one.data]
        if not drafted:
            return orders
        lines = [range_ for one in drafted for range_ in one.lines]
        after = against_itself(self.document, parse(drafted[-1].data), lines, self.path, self.language)
        return (*orders, *(doubt for one in drafted for doubt in one.doubts), *after)


def _ordering(plan: Planned) -> bool:
    return any(gives_orders(evidence.quote) for evidence in plan.evidence)


def _orders(built: Built, language: Language) -> Doubt:
    """That a source of an increment gives orders: where, and never in its words."""
    spans = [one.span for one in built.planned.evidence if gives_orders(one.quote)]
    shown = (f"{span.path}:{span.line}" if span.line else span.path for span in spans)
    places = ", ".join(dict.fromkeys(shown_path(place) for place in shown))
    return Doubt(
        kind="orders",
        title=place_in(language, GIVES_ORDERS),
        problem=places,
        risk="high",
    )


def _unproved(built: Built) -> str:
    """Why nothing is left of what was to be drafted."""
    refused = [claim for claim in built.claims if claim.kept == "refused"]
    reasons = {claim.verdict.reason for claim in refused}
    own = reasons & {GIVES_ORDERS, DAMAGED}
    if own:
        return sorted(own)[0]
    if not refused and _ordering(built.planned):
        return GIVES_ORDERS
    return "nothing in it could be proved"


def _replaced(doubt: Doubt, plan: Planned, gone: frozenset[int]) -> bool:
    """Whether the line that disagrees is one that the patch takes the place of."""
    says = plan.document_says
    if doubt.b and doubt.b.line in gone:
        return True
    return plan.relation in EDITING and bool(says and doubt.b and doubt.b.line == says.line)


def _claims(increment: str, check: Checked | None, told: Sequence[Checked]) -> tuple[ClaimOutcome, ...]:
    """The final claims, and before them what earlier rounds refused, each text once."""
    earlier = [claim for before in told if before.patch.increment == increment for claim in before.claims]
    refused = [claim for claim in earlier if claim.kept == "refused"]
    last = list(check.claims) if check else []
    return tuple({claim.text: claim for claim in (*refused, *last)}.values())


def outcome_of(built: Built, path: str, lines: Sequence[str], commit: str) -> IncrementOutcome:
    """What became of one increment; `lines` are those of the finished document at `path`."""
    plan, increment = built.planned, built.planned.increment
    return IncrementOutcome(
        id=increment.id,
        number=increment.number,
        title=increment.title if built.patch is None else built.patch.title.text,
        section=" › ".join(plan.section.path) if plan.section else "",
        line=built.lines[0][0] if built.lines else None,
        relation=plan.relation,
        document_says=plan.document_says and plan.document_says.model_copy(update={"path": path}),
        disposition=plan.disposition,
        why=built.why,
        claims=built.claims,
        caveats=built.caveats,
        sources=sources_of(built),
        origins=len({evidence.origin for evidence in plan.evidence if evidence.origin}),
        alternatives=tuple(" › ".join(path) for path in plan.alternatives),
        added=tuple(line for first, last in built.lines for line in lines[first - 1 : last]),
        commit=commit,
        writer=built.patch.writer if built.patch else "",
        unsaid=built.unsaid,
        purpose=built.patch.purpose if built.patch else None,
        again=plan.again,
        corrects=plan.corrects,
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
