"""The writer that asks a model, and lets the offline writer word what the model cannot.

A section costs one call, and a second where the first draft has claims that do not hold or leaves proved facts
out. What the verifier still refuses after that is not asked a third time: the offline writer words it. So does
it where the model cannot be had; each patch names who wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from agent import coverage
from agent.answers import DraftAnswer, patch_of
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftReply, DraftRequest, Planned
from agent.errors import ModelError
from agent.judging import Critic
from agent.llm import TOO_MUCH, ChatModel, Writer, ask
from agent.llm_offline import first_clause
from agent.material import Material, materials, place_of, sample_of
from agent.models import Language
from agent.prompts import fence, load
from agent.verification import check_patch

_LANGUAGES: dict[Language, str] = {"zh": "Chinese (simplified)", "en": "English"}


class ModelWriter:
    """Words sections by a model, each sentence bound to evidence."""

    def __init__(self, model: ChatModel, offline: Writer, critic: Critic | None = None) -> None:
        """`critic` may take sentences out of a draft; it is asked besides the checks, never instead of them."""
        self._critic = critic
        self._model = model
        self._offline = offline
        self._prompt = load("draft")
        self._failed: dict[str, str] = {}
        self.name = f"{model.name} prompt:{self._prompt.hash}"

    def draft(self, request: DraftRequest) -> DraftReply:
        """See `llm.Writer.draft`. The first draft is asked for again, and comes from the answers that are kept."""
        fresh = request.model_copy(update={"rejected": ()})
        worded = self._worded(fresh, self._plain(fresh))
        plain = self._plain(request)
        drafted = (self._settled(planned, worded, plain, request) for planned in request.increments)
        return DraftReply(patches=tuple(patch for patch in drafted if patch), writer=self.name)

    def _plain(self, request: DraftRequest) -> dict[str, DraftPatch]:
        return {patch.increment: patch for patch in self._offline.draft(request).patches}

    def _settled(
        self,
        planned: Planned,
        worded: Mapping[str, DraftPatch],
        plain: Mapping[str, DraftPatch],
        request: DraftRequest,
    ) -> DraftPatch | None:
        """The model's patch; without what was refused of it, the gaps filled in the offline wording."""
        name = planned.increment.id
        ours, offline = worded.get(name), plain.get(name)
        if ours is None:
            return offline and offline.model_copy(update={"writer": self._instead(name)})
        refused = {entry.text for entry in request.rejected if entry.increment == name}
        if self._critic:
            refused |= self._critic.doubted(ours, planned)
        if not refused:
            return ours
        title = offline.title if offline and ours.title.text in refused else ours.title
        kept = ours.model_copy(update={"title": title, "parts": coverage.without(ours, refused)})
        if offline:
            kept = _filled(kept, offline, planned, request.night)
        if kept.parts:
            return kept
        return offline and offline.model_copy(update={"writer": self._instead(name, "all of it was refused")})

    def _instead(self, increment: str, why: str = "nothing usable") -> str:
        return f"{self._offline.name} ({self._model.name}: {self._failed.get(increment, why)})"

    def _worded(self, request: DraftRequest, plain: Mapping[str, DraftPatch]) -> dict[str, DraftPatch]:
        """The model's patches: asked once, and once more for what mends the sentences that do not hold or are missing.

        The second question is put with the evidence of these alone, and its answer is added to what holds.
        """
        first = self._asked(request, plain, {})
        faults: dict[str, tuple[str, ...]] = {}
        for planned in request.increments:
            patch = first.get(planned.increment.id)
            found = coverage.faults(patch, plain[patch.increment], planned, request.night) if patch else ()
            if patch and found:
                faults[patch.increment] = found
        if not faults:
            return first
        at_fault = [planned for planned in request.increments if planned.increment.id in faults]
        narrow = tuple(
            coverage.narrowed(first[one.increment.id], plain[one.increment.id], one, request.night)
            for one in at_fault
        )
        second = self._asked(request.model_copy(update={"increments": narrow}), plain, faults)
        for planned in at_fault:
            name = planned.increment.id
            mended = coverage.mended(first[name], second.get(name), planned, request.night)
            chosen = coverage.better(first[name], mended, planned, request.night)
            first[name] = _filled(chosen, plain[name], planned, request.night)
        return first

    def _asked(
        self, request: DraftRequest, plain: Mapping[str, DraftPatch], faults: Mapping[str, Sequence[str]]
    ) -> dict[str, DraftPatch]:
        """One call; a question that was too much is put again in halves. No patch where the model failed."""
        open_ = tuple(planned for planned in request.increments if self._is_open(planned, plain, faults))
        if not open_:
            return {}
        given = tuple(one for one in materials(request) if one.planned in open_)
        try:
            answer = ask(self._model, self._prompt, _values(request, given, faults), DraftAnswer)
        except ModelError as error:
            if error.failure in TOO_MUCH and len(open_) > 1:
                return self._in_halves(request, open_, plain, faults)
            if not faults:
                self._failed.update({planned.increment.id: error.failure or "failed" for planned in open_})
            return {}
        return self._patches(answer, given, plain, request)

    def _is_open(
        self, planned: Planned, plain: Mapping[str, DraftPatch], faults: Mapping[str, Sequence[str]]
    ) -> bool:
        """Whether to ask for it: there is something to say, the model has not failed, and a draft has faults."""
        name = planned.increment.id
        return name in plain and name not in self._failed and (not faults or name in faults)

    def _in_halves(
        self,
        request: DraftRequest,
        open_: tuple[Planned, ...],
        plain: Mapping[str, DraftPatch],
        faults: Mapping[str, Sequence[str]],
    ) -> dict[str, DraftPatch]:
        half = len(open_) // 2
        found: dict[str, DraftPatch] = {}
        for part in (open_[:half], open_[half:]):
            found.update(self._asked(request.model_copy(update={"increments": part}), plain, faults))
        return found

    def _patches(
        self,
        answer: DraftAnswer,
        given: Iterable[Material],
        plain: Mapping[str, DraftPatch],
        request: DraftRequest,
    ) -> dict[str, DraftPatch]:
        """The usable answers: for an increment that was not asked about, or a second time for one, there is none."""
        by_alias = {one.alias: one for one in given}
        found: dict[str, DraftPatch] = {}
        for entry in answer.increments:
            one = by_alias.pop(entry.increment.strip(), None)
            if one is None:
                continue
            offline = plain[one.planned.increment.id]
            patch = patch_of(entry, one, offline, request, self.name)
            if patch is not None:
                found[patch.increment] = _titled(patch, offline, one.planned, request.night)
        return found


def _titled(patch: DraftPatch, offline: DraftPatch, planned: Planned, night: str) -> DraftPatch:
    """With the first title that holds: one of the model's own as a sentence must; else the increment's; else what
    the draft says first."""
    if patch.title.text != offline.title.text and _holds(patch, patch.title, planned, night):
        return patch
    titled = patch.model_copy(update={"title": offline.title})
    if not check_patch(titled.model_copy(update={"parts": ()}), planned, night).rejected:
        return titled
    claims = [claim for part in patch.parts if isinstance(part, DraftPoint) for claim in part.claims]
    first = (claim.model_copy(update={"text": first_clause(claim.text)}) for claim in claims)
    short = (claim for claim in first if claim.text and _holds(patch, claim, planned, night))
    return titled.model_copy(update={"title": next(short, offline.title)})


def _holds(patch: DraftPatch, title: DraftClaim, planned: Planned, night: str) -> bool:
    point = DraftPoint(claims=(title,))
    checked = check_patch(patch.model_copy(update={"parts": (point,)}), planned, night)
    return not any(entry.text == title.text for entry in checked.rejected)


def _filled(patch: DraftPatch, offline: DraftPatch, planned: Planned, night: str) -> DraftPatch:
    """With the proved lines of the offline draft that say what the patch leaves out."""
    more = tuple(coverage.missing_parts(patch, offline, planned, night))
    return patch.model_copy(update={"parts": (*patch.parts, *more)}) if more else patch


def _values(
    request: DraftRequest, given: Sequence[Material], faults: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    return {
        "language": _LANGUAGES[request.language],
        "place": fence("place", place_of(request)),
        "sample": fence("sample", sample_of(request.section_text)),
        "increments": "\n".join(one.shown for one in given),
        "feedback": _guidance(request) + _feedback(given, faults),
    }


def _guidance(request: DraftRequest) -> str:
    """Why people refused earlier proposals: their words, as data."""
    if not request.guidance:
        return ""
    told = fence("refusals", "\n".join(request.guidance))
    return (
        "\nPeople refused earlier proposals for this document, for the reasons below. Where such a reason is about "
        f"wording, scope or detail, word yours so that it does not apply again; change no fact for it.\n{told}"
    )


def _feedback(given: Sequence[Material], faults: Mapping[str, Sequence[str]]) -> str:
    """What was wrong with the first draft: data too, since it quotes the draft."""
    lines = [f"{one.alias} {line}" for one in given for line in faults.get(one.planned.increment.id, ())]
    if not lines:
        return ""
    told = fence("faults", "\n".join(lines))
    return (
        "\nYour last draft stands but for these faults. Write only what mends them: each refused sentence as its "
        "evidence has it, or not at all; what was left out; nothing that stands already. Where all of an increment "
        f"was refused, write it again.\n{told}"
    )
