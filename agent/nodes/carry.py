"""What an earlier run of the same night proposed from another brief, and nobody has decided against: it stays."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agent.assembly import Built
from agent.document import Applied, Applier, Document, Edit, parse, reanchored
from agent.drafts import Planned
from agent.models import Credibility, Increment, Language
from agent.nights import NightRecord, Nights, ProposalStep
from agent.outcome import IncrementOutcome
from agent.state import RunState, Services, night_of
from agent.workspace import landed

_AGAIN: Mapping[Language, str] = {
    "zh": "本夜依另一份简报先行提出，尚未定夺，仍留在分支上",
    "en": "proposed by an earlier run of this night from another brief, not decided yet, and still on the branch",
}
_GONE: Mapping[Language, str] = {
    "zh": "本夜先前提出的「{title}」所依的文字已经改变，未能留在分支上；请再用那份简报运行一次",
    "en": "“{title}”, which this night proposed before, stands on text that has changed and could not stay on the branch; run its brief again",
}
_KEPT: Mapping[Language, str] = {
    "zh": "本夜先前依另一份简报提出的 {n} 条留在分支上，排在最前",
    "en": "{n} of what this night proposed before from another brief stay on the branch, before the rest",
}


@dataclass(frozen=True)
class Carried:
    """Proposals that stay, as they go before the new ones."""

    steps: tuple[ProposalStep, ...] = ()
    states: tuple[bytes, ...] = ()
    """The document after each of them."""
    outcomes: tuple[IncrementOutcome, ...] = ()
    gone: tuple[IncrementOutcome, ...] = ()
    """Those that have no place in the document any more."""

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All that they change."""
        return tuple(edit for step in self.steps for edit in step.edits)

    @property
    def built(self) -> tuple[Built, ...]:
        """As what comes after them sees them: what they change, and nothing to be worded."""
        return tuple(
            Built(planned=_planned(step), patch=None, claims=(), edits=step.edits, data=data)
            for step, data in zip(self.steps, self.states, strict=True)
        )

    def notes(self, language: Language) -> tuple[str, ...]:
        """What an operator should know of them."""
        kept = (_KEPT[language].format(n=len(self.steps)),) if self.steps else ()
        return (*kept, *(_GONE[language].format(title=one.title) for one in self.gone))

    def told(
        self,
        document: Document,
        after: Sequence[Edit],
        number: int,
        commits: Sequence[str],
        language: Language,
    ) -> tuple[IncrementOutcome, ...]:
        """Their outcomes, counted on from `number`, with their lines once `after` is applied too."""
        applied = Applier(document).apply([*self.edits, *after])
        assert isinstance(applied, Applied), "the same edits were applied one after the other"
        at = iter(applied.lines)
        lines = [min((next(at)[0] for _ in step.edits), default=None) for step in self.steps]
        return tuple(
            one.model_copy(
                update={"number": number + n, "line": line, "commit": commit, "again": _AGAIN[language]}
            )
            for n, (one, line, commit) in enumerate(zip(self.outcomes, lines, commits, strict=True))
        )


def carried(state: RunState, services: Services, document: Document, anew: Collection[str]) -> Carried:
    """What the night's record holds that is open or accepted, was not merged, and is not among `anew`, which the new
    brief says itself. Only a brief that a person gives can be one of several of a night."""
    record = _earlier(state, services)
    if record is None:
        return Carried()
    decisions = services.ledger.decisions(record.document)
    latest = {event.increment: event.decision for event in decisions}
    out = landed(services.repository, record.base) | set(anew)
    outcomes = {one.id: one for one in record.outcome.increments if one.commit and one.kind == "increment"}
    open_ = [
        step
        for step in record.steps
        if step.increment in outcomes
        and step.increment not in out
        and latest.get(step.increment) != "refused"
    ]
    return _placed(open_, outcomes, _document_of(record, state, services, document), document)


def _earlier(state: RunState, services: Services) -> NightRecord | None:
    if not state["given_brief"]:
        return None
    return Nights.open(services.repository, services.ledger).get(state["document"], night_of(state))


def _document_of(record: NightRecord, state: RunState, services: Services, now: Document) -> Document | None:
    """The document that the earlier run changed; None where this clone has it no more."""
    if record.base == state["base"]:
        return now
    there = services.repository.commit_of(record.base) is not None
    data = services.repository.read(record.path, record.base) if there else None
    return parse(data) if data is not None else None


def _placed(
    steps: Sequence[ProposalStep],
    outcomes: Mapping[str, IncrementOutcome],
    old: Document | None,
    document: Document,
) -> Carried:
    """Each step where it stands now; one that cannot be applied beside those before it is gone."""
    applier = Applier(document)
    kept: list[ProposalStep] = []
    states: list[bytes] = []
    for step in steps:
        edits = step.edits if old is document else old and reanchored(step.edits, old, document)
        before = [edit for one in kept for edit in one.edits]
        applied = applier.apply([*before, *edits]) if edits else None
        if edits and isinstance(applied, Applied):
            kept.append(step.model_copy(update={"edits": edits}))
            states.append(applied.data)
    stays = {step.increment for step in kept}
    return Carried(
        steps=tuple(kept),
        states=tuple(states),
        outcomes=tuple(outcomes[step.increment] for step in kept),
        gone=tuple(outcomes[step.increment] for step in steps if step.increment not in stays),
    )


def _planned(step: ProposalStep) -> Planned:
    nothing = Credibility(stars=0, reason="")
    return Planned(
        increment=Increment(id=step.increment, number=0, title=step.title, credibility=nothing), evidence=()
    )
