"""A night under review: its cards, the decisions that people give, and the branch that follows from them."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cached_property
from typing import TYPE_CHECKING

from agent.checking import CheckedClaim
from agent.document import Applied, Document, Edit, apply
from agent.errors import NotReviewable, Outdated, RedlineError
from agent.ledger import Decided, Decision, Ledger, Via
from agent.ledger.words import one_line
from agent.nights import NightRecord, Nights
from agent.outcome import IncrementOutcome
from agent.review.branch import document_of, follows, leaves_open_out, put_branch
from agent.review.decisions import Stand, stand_of
from agent.review.model import Card, Choice, Rebuilt, Recorded, Sheet
from agent.review.moving import Moved, changed_under, is_behind, moved, target_of
from agent.review.redrafting import Redraft
from agent.review.warnings import behind, caveats_gone, replaces, warnings_of
from agent.review.wording import normal, reworded, wording
from agent.stacking import base_now, parent_of
from agent.workspace import Repository, identity, is_as_built, is_merged, landed, turn

if TYPE_CHECKING:
    from agent.report.changes import Change

_MOMENT = dt.timedelta(microseconds=1)
_LONGEST = 1_000
"""Characters of a reason: it goes with the ledger to every clone, and the next nights are told it."""


class Review:
    """One night of one document. Cards tell what the ledger knew when it was last read; deciding reads it anew.

    Open one for each request or command; processes and threads may each have their own.
    """

    def __init__(self, repository: Repository, ledger: Ledger, record: NightRecord) -> None:
        self.record = record
        self._repository = repository
        self._ledger = ledger
        self._increments = {one.id: one for one in record.outcome.increments}

    # Looking

    @property
    def cards(self) -> tuple[Card, ...]:
        """One card for each increment that was put on the branch, in the order of the night."""
        return tuple(map(self._card, self._stands()))

    def card(self, named: str) -> Card:
        """The card of a number of the night, or of the first letters of an id; raises NotReviewable."""
        cards = self.cards
        found = [card for card in cards if named == str(card.increment.number)]
        found = found or [card for card in cards if named and card.increment.id.startswith(named)]
        if len(found) != 1:
            numbers = ", ".join(str(card.increment.number) for card in cards)
            raise NotReviewable(
                f"The night of {self.record.night} has no increment {named!r}; it has {numbers}."
            )
        return found[0]

    def changes(self, card: Card) -> tuple[Change, ...]:
        """What one increment, in the words that stand, changes in the document; raises GitFailed without its base."""
        from agent.report.changes import changes_of

        stand = next(stand for stand in self._stands() if stand.step.increment == card.increment.id)
        step = stand.step.model_copy(update={"edits": stand.edits})
        return changes_of(self._document, [step]).all

    def warnings(self, card: Card) -> tuple[CheckedClaim, ...]:
        """Claims of a person's wording, where one stands, that the increment's evidence does not bear out."""
        if card.edited is None:
            return ()
        return warnings_of(
            card.increment, card.edited, self._known(card.text), self.record.night, self.record.language
        )

    def lag(self) -> str:
        """A sentence where the branch does not follow what was decided: a run was killed, or it was decided elsewhere."""
        stands = self._stands()
        kept = self._kept(stands, without_open=leaves_open_out(self._repository, self.record, stands))
        base = base_now(self._repository, self._ledger, self.record)
        if not all(map(self._repository.commit_of, (base, self.record.base))):
            return ""  # nothing can be built in this clone
        with suppress(NotReviewable):  # whoever builds it is told what does not fit
            if follows(self._repository, self.record, base, kept):
                return ""
        return behind(self.record.branch, self.record.night, self.record.document, self.record.language)

    def sheet(self) -> Sheet:
        """The night and its cards, for machines."""
        record = self.record
        return Sheet(
            document=record.document,
            path=record.path,
            language=record.language,
            night=record.night,
            base=record.base,
            branch=record.branch,
            cards=self.cards,
        )

    def user(self) -> str:
        """`Name <email>` of git's user here; empty where nobody has told git."""
        person = self._repository.person()
        return f"{person.name} <{person.email}>" if person else ""

    def refresh(self) -> None:
        """See what others have decided meanwhile."""
        self._ledger.refresh()

    # Deciding

    def decide(
        self,
        increment: str,
        decision: Decision,
        *,
        reason: str = "",
        who: str,
        when: dt.datetime,
        seen: str,
        text: str | None = None,
        via: Via = "review",
    ) -> Recorded:
        """Keep one person's decision in the ledger; the last one counts. See `decide_all`."""
        choice = Choice(increment=increment, decision=decision, seen=seen, reason=reason, text=text)
        return self.decide_all([choice], who=who, when=when, via=via)[0]

    def decide_all(
        self, choices: Sequence[Choice], *, who: str, when: dt.datetime, via: Via = "review"
    ) -> tuple[Recorded, ...]:
        """Keep a person's decisions in the ledger: all of them, or none and the reason.

        `who` is `Name <email>`, or a name. Raises NotReviewable (no such increment, a refusal without a reason,
        a text that the document's laws forbid) and Outdated (the words are no longer those that were seen).
        """
        who = one_line(who)
        if not identity(who).name:
            raise NotReviewable("A decision needs a name.", "Say who decides with --as 'Name <email>'.")
        with self._turn():
            self._ledger.refresh()
            stands = {stand.step.increment: stand for stand in self._stands()}
            made: list[Recorded] = []
            for choice in choices:
                made.append(self._recorded(choice, stands, who, when, via))
                stands[choice.increment] = stands[choice.increment].after(made[-1].decided)
            self._ledger.append(one.decided for one in made if not one.repeated)
        return tuple(made)

    def preview(self, choice: Choice, *, who: str, when: dt.datetime) -> Recorded:
        """What deciding so would answer now; nothing is kept. Raises what `decide_all` does."""
        stands = {stand.step.increment: stand for stand in self._stands()}
        return self._recorded(choice, stands, who, when, "web")

    def rebuild(self) -> Rebuilt:
        """Build the night's branch of all that is not refused.

        What is open stays on it, unless the branch was finished before: then it joins when it is accepted.
        Raises BranchTaken where a person has a hand in the branch; the decisions are kept all the same.
        """
        with self._turn():
            self._ledger.refresh()
            return self._put_anew()

    def finish(self) -> Rebuilt:
        """Build the night's branch of what was accepted or edited alone; what is open stays open.

        Raises NotReviewable where nobody has decided on anything: the branch stays.
        """
        with self._turn():
            self._ledger.refresh()
            stands = self._stands()
            merged = is_merged(self._repository, self.record.branch)
            if not merged and not any(stand.decided for stand in stands):
                raise NotReviewable(
                    f"Nothing is decided on the night of {self.record.night}: {len(stands)} open, and its branch"
                    f" {self.record.branch} stays as it is.",
                    f"Decide first: redline review {self.record.night} --doc {self.record.document}",
                )
            return self._put(stands, without_open=True)

    def rebase(self, when: dt.datetime, redraft: Redraft | None = None) -> Moved | None:
        """Put the night on the base branch as it is now, and the nights above it; None where it stands there already.

        `redraft` drafts anew what its section has changed under; without it that is left to the next night. A branch that is merged, gone, or in which a person has a hand stays as it is. Open the review anew after it.
        """
        with self._turn():
            self._ledger.refresh()
            target = target_of(self._repository, self._ledger, self.record)
            branch = self.record.branch
            ours = is_as_built(self._repository, branch) and not is_merged(self._repository, branch)
            if not ours or not is_behind(self._repository, self.record, target):
                return None
            return moved(self._repository, self._ledger, self.record, self._stands(), target, when, redraft)

    # Parts

    def _put(self, stands: Sequence[Stand], *, without_open: bool) -> Rebuilt:
        kept = self._kept(stands, without_open=without_open)
        base = base_now(self._repository, self._ledger, self.record)
        made = put_branch(self._repository, self.record, base, kept)
        return made if made.status == "merged" else self._followed(made)

    def _kept(self, stands: Sequence[Stand], *, without_open: bool) -> list[Stand]:
        """What belongs on the branch."""
        return [stand for stand in stands if not stand.refused and (stand.decided or not without_open)]

    def _followed(self, made: Rebuilt) -> Rebuilt:
        """The same, with the branches of later nights that stand on this one built anew on it."""
        above: list[Rebuilt] = []
        problems: list[str] = []
        for later in self._above():
            try:
                above.append(later._put_anew())
            except RedlineError as problem:
                problems.append(str(problem))
        return made.model_copy(update={"above": tuple(above), "problems": tuple(problems)})

    def _above(self) -> Iterator[Review]:
        nights = Nights.open(self._repository, self._ledger)
        for done in self._ledger.nights(self.record.document):
            beside = done.night <= self.record.night or done.base == self.record.base or not done.commits
            if beside or parent_of(self._repository, done.base) != self.record.night:
                continue
            record = nights.of(done)
            if record:
                yield Review(self._repository, self._ledger, record)

    def _put_anew(self) -> Rebuilt:
        stands = self._stands()
        return self._put(stands, without_open=leaves_open_out(self._repository, self.record, stands))

    def _turn(self) -> AbstractContextManager[None]:
        """Hold the document's decisions: one person at a time, also between processes."""
        name = hashlib.sha256(self.record.document.encode()).hexdigest()[:16]
        path = self._repository.state_dir / "locks" / f"{name}.review"
        return turn(path, f"Another review of “{self.record.document}” is being written")

    def _stands(self) -> list[Stand]:
        decisions = self._ledger.decisions(self.record.document)
        return [stand_of(step, self.record.night, decisions) for step in self.record.steps]

    @cached_property
    def _document(self) -> Document:
        return document_of(self._repository, self.record)

    @cached_property
    def _landed(self) -> frozenset[str]:
        return landed(self._repository, self.record.base)

    @cached_property
    def _changed_under(self) -> dict[str, str]:
        return changed_under(
            self._repository, self.record, target_of(self._repository, self._ledger, self.record)
        )

    def _increment(self, stand: Stand) -> IncrementOutcome:
        return self._increments[stand.step.increment]

    def _card(self, stand: Stand) -> Card:
        last = stand.decided
        return Card(
            increment=self._increment(stand),
            text=stand.step.text or wording(stand.step.edits),
            edited=stand.text if stand.edited else None,
            seen=stand.seen,
            decision=last.decision if last else None,
            reason=last.reason if last else "",
            who=last.who if last else "",
            when=last.when if last else None,
            via=last.via if last else None,
            landed=stand.step.increment in self._landed,
        )

    def _recorded(
        self, choice: Choice, stands: dict[str, Stand], who: str, when: dt.datetime, via: Via
    ) -> Recorded:
        stand = stands.get(choice.increment)
        if stand is None:
            raise NotReviewable(
                f"The night of {self.record.night} proposed no increment {choice.increment!r}."
            )
        text = normal(choice.text or "") if choice.decision == "edited" else ""
        reason = one_line(choice.reason)
        before = stand.decided
        decided = Decided(
            document=self.record.document,
            increment=choice.increment,
            decision=choice.decision,
            reason=reason,
            who=who,
            when=max(when, stand.last.when + _MOMENT) if stand.last else when,
            night=self.record.night,
            claims=self._increment(stand).fingerprint(),
            seen=choice.seen,
            commit=self._increment(stand).commit,
            via=via,
            text=text,
        )
        keeps = choice.decision in ("accepted", "edited")
        under = self._changed_under.get(choice.increment, "") if keeps else ""
        by = self._increment(stand).superseded_in_words(self.record.language) if keeps else ""
        notes = [note for note in (by, under) if note]
        if before and _same(before, decided, stand):
            return Recorded(decided=before, repeated=True, notes=tuple(notes))
        if before is None and choice.decision == "undecided":
            return Recorded(decided=decided, repeated=True)
        self._check(choice, stand, text)
        warnings: tuple[CheckedClaim, ...] = ()
        if choice.decision == "edited":
            edits = self._lawful(stand, text, stands)
            language = self.record.language
            known = self._known(wording(stand.step.edits))
            warnings = warnings_of(self._increment(stand), wording(edits), known, self.record.night, language)
            notes += caveats_gone(self._increment(stand), stand.text, text, language)
        others = before if before and before.who != who and not _agree(before, decided) else None
        if others:
            notes.append(replaces(others, self.record.language))
        return Recorded(decided=decided, instead_of=others, warnings=warnings, notes=tuple(notes))

    def _check(self, choice: Choice, stand: Stand, text: str) -> None:
        title, number = stand.step.title, self._increment(stand).number
        if choice.seen != stand.seen:
            raise Outdated(
                f"“{title}” was changed by {identity(stand.edited.who).name} since you looked at it; your decision was not kept."
                if stand.edited
                else f"“{title}” was changed since you looked at it; your decision was not kept.",
                hint=f"Look at it again: redline review {self.record.night} --doc {self.record.document} show {number}",
            )
        if len(one_line(choice.reason)) > _LONGEST:
            raise NotReviewable(
                f"The reason for “{title}” is longer than {_LONGEST} characters.",
                "Say it in a sentence; keep what is longer where the document is discussed.",
            )
        if choice.decision == "refused" and not one_line(choice.reason):
            raise NotReviewable(
                f"A refusal of “{title}” needs a reason: it tells the next night what not to propose again.",
                "Give it with --reason TEXT.",
            )
        if choice.decision == "edited" and stand.step.file:
            raise NotReviewable(
                f"“{title}” is accepted or refused as it stands.", "Edit the file itself after it is merged."
            )
        if choice.decision == "edited" and (not text or text == stand.text):
            raise NotReviewable(
                f"The new text of “{title}” is as it was."
                if text
                else f"The new text of “{title}” is empty.",
                "Accept it, or refuse it, instead.",
            )

    def _lawful(self, stand: Stand, text: str, stands: dict[str, Stand]) -> tuple[Edit, ...]:
        """The edits with a person's words, if the document takes them, alone and with all the others."""
        edits = reworded(stand.step.edits, text)
        others = [edit for other in stands.values() if other is not stand for edit in other.edits]
        for together in (edits, (*others, *edits)):
            applied = apply(self._document, together)
            if not isinstance(applied, Applied):
                raise NotReviewable(f"The document does not take this text: {applied.sentence}")
        return edits

    def _known(self, ours: str) -> str:
        """What needs no proof in a person's wording: the document's own lines, and those that we proved."""
        return f"{self._document.data.decode('utf-8', 'replace')}\n{ours}"


def _agree(before: Decided, now: Decided) -> bool:
    return before.decision == now.decision == "accepted"


def _same(before: Decided, now: Decided, stand: Stand) -> bool:
    text = stand.text if now.decision == "edited" else ""
    return (before.decision, before.reason, before.who, text) == (now.decision, now.reason, now.who, now.text)
