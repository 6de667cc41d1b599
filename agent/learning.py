"""What people decided without telling us: read from the base branch, and from the pull request.

An increment that came into the base branch was accepted, or edited where its words are other ones now; one that
was left out, taken out or reverted was refused, and so was all of a pull request that a person closed. Decisions
given in a review are never overridden, and what is not clear stays open.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.errors import DiskFull, GitFailed, Locked
from agent.forge.forge import Forge
from agent.forge.model import Closing
from agent.landed_text import Fate, added_since, fate_of
from agent.ledger import Decided, Ledger, Proposed
from agent.ledger.events import Decision, Via
from agent.ledger.words import one_line
from agent.nights import NightRecord, Nights
from agent.outcome import IncrementOutcome
from agent.workspace import REDLINE, Commit, Repository, brought_in_by, holds, increments_in, is_as_built
from agent.workspace.remotes import fetch_ref

_LOOKED_AT = 30
"""Nights of a document that are looked at again: what a person still does to an older one is no answer to us."""
_TOLD = re.compile(r"^[ \t]{0,8}Redline-Increment:[ \t]{0,8}(\S{1,200})[ \t]*$", re.MULTILINE)
"""A trailer of ours, also in the midst of a squashed commit's message."""
_REVERTS = re.compile(r"\bThis reverts commit ([0-9a-f]{7,64})")
_REVERT_LINE = re.compile(
    r"^This reverts commit [0-9a-f]{7,64}(?:, reversing\s{1,4}changes made to [0-9a-f]{7,64})?\.?[ \t]{0,4}$",
    re.MULTILINE,
)
_LONGEST = 500
"""Characters of a reason."""
_MOMENT = dt.timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class _Learnt:
    """A decision before it is an event."""

    decision: Decision
    via: Via
    who: str
    when: dt.datetime
    reason: str = ""
    text: str = ""


@dataclass(frozen=True)
class _Base:
    """The base branch since a night."""

    repository: Repository
    record: NightRecord
    tip: str
    commits: tuple[Commit, ...]
    """Newest first."""
    reverts: tuple[Commit, ...]
    """Those that revert others, and were not reverted themselves."""
    reverted: frozenset[str]

    def arrivals(self, increment: str) -> tuple[Commit, ...]:
        """The commits that name an increment, newest first."""
        return tuple(made for made in self.commits if increment in _TOLD.findall(made.message))

    @cached_property
    def texts(self) -> dict[str, bytes]:
        """The document at the night's base, at the tip, and around each revert; a revision that lacks it is left out."""
        around = [rev for made in self.reverts for rev in (f"{made.id}^", made.id)]
        return self.repository.read_versions(self.record.path, [self.record.base, self.tip, *around])


def learn(
    repository: Repository,
    ledger: Ledger,
    nights: Nights,
    forge: Forge | None,
    *,
    when: dt.datetime,
    remote: str = "",
    document: str | None = None,
) -> tuple[Decided, ...]:
    """Record what was decided in git and on the forge; what was found now. It can be repeated: nothing is told twice.

    With `remote`, its base branch is looked at where it is ahead of ours. Raises ForgeError, GitFailed, DiskFull
    or Locked; what was found before that is recorded all the same.
    """
    tip = _tip(repository, remote)
    found: list[Decided] = []
    try:
        for record, open_ones in _to_look_at(ledger, nights, document):
            base = _base(repository, record, tip)
            learnt = {one.increment: _in_git(base, one) for one in _wanted(record, open_ones)} if base else {}
            asked = forge and any(
                learnt.get(key) is None and before is None for key, (_, before) in open_ones.items()
            )
            closing = forge.closing(record.branch) if forge and asked else None
            for key, (proposal, before) in open_ones.items():
                told = learnt.get(key) or (closing and _on_forge(repository, record, proposal, tip, closing))
                if told and _is_news(told, before):
                    found.append(_event(proposal, told, before, when))
    finally:
        if found:
            ledger.append(found)
    return tuple(found)


def learn_here(repository: Repository, ledger: Ledger, *, when: dt.datetime) -> tuple[Decided, ...]:
    """Learn from this clone alone; where nothing can be written nothing is learnt: who only looks is not kept from it."""
    try:
        return learn(repository, ledger, Nights.open(repository, ledger), None, when=when)
    except (GitFailed, DiskFull, Locked):
        return ()


_Open = dict[str, tuple[Proposed, Decided | None]]


def _to_look_at(ledger: Ledger, nights: Nights, document: str | None) -> Iterable[tuple[NightRecord, _Open]]:
    """The last nights with a record, each with its proposals that no person has decided on in a review."""
    given: dict[tuple[str, str], Decided] = {}
    for event in ledger.decisions(document):
        given[event.document, event.increment] = event
    by_night: dict[tuple[str, dt.date], _Open] = defaultdict(dict)
    decided = {(p.document, p.increment): (p, d) for p, d in ledger.decided_proposals(document)}
    for proposal in ledger.open_proposals(document):
        last = given.get((proposal.document, proposal.increment))
        taken_back = last is not None and last.concerns(proposal.night) and last.via in ("review", "web")
        if not taken_back:
            by_night[proposal.document, proposal.night][proposal.increment] = (proposal, None)
    for proposal, last in decided.values():
        if last.via not in ("review", "web"):
            by_night[proposal.document, proposal.night][proposal.increment] = (proposal, last)
    counts: dict[str, int] = defaultdict(int)
    for name, night in sorted(by_night, key=lambda key: key[1], reverse=True):
        counts[name] += 1
        record = nights.get(name, night) if counts[name] <= _LOOKED_AT else None
        if record is not None and record.branch:
            order = {step.increment: place for place, step in enumerate(record.steps)}
            asked = by_night[name, night]
            yield record, {key: asked[key] for key in sorted(asked, key=lambda one: order.get(one, 0))}


def _wanted(record: NightRecord, open_ones: _Open) -> list[_Asked]:
    outcomes = {one.id: one for one in record.outcome.increments}
    return [_Asked(key, outcomes[key], before) for key, (_, before) in open_ones.items() if key in outcomes]


@dataclass(frozen=True, slots=True)
class _Asked:
    """One increment and what was learnt of it before."""

    increment: str
    outcome: IncrementOutcome
    before: Decided | None


def _tip(repository: Repository, remote: str) -> str:
    """The base branch as it is: here, or on the remote where that is ahead."""
    ours = repository.base_commit
    if not remote or not repository.base_branch:
        return ours
    theirs = fetch_ref(repository, remote, f"refs/heads/{repository.base_branch}")
    return theirs if theirs and holds(repository, theirs, ours) else ours


def _base(repository: Repository, record: NightRecord, tip: str) -> _Base | None:
    """What came after a night; None where nothing did, or this clone lacks the night's base."""
    if repository.commit_of(record.base) is None:
        return None
    commits = repository.log(f"{record.base}..{tip}")
    if not commits:
        return None
    reverted: set[str] = set()
    reverts: list[Commit] = []
    for made in commits:
        targets = _REVERTS.findall(made.message)
        if targets and not any(made.id.startswith(one) for one in reverted):
            reverts.append(made)
            reverted.update(targets)
    return _Base(repository, record, tip, commits, tuple(reverts), frozenset(reverted))


def _in_git(base: _Base, asked: _Asked) -> _Learnt | None:
    """What the base branch says of one increment; None where it says nothing, or nothing new."""
    arrivals = base.arrivals(asked.increment)
    before, now = base.texts.get(base.record.base), base.texts.get(base.tip)
    if before is None or now is None:
        return None
    others = tuple(
        line for one in base.record.outcome.increments if one.id != asked.increment for line in one.added
    )
    at = _fates(asked.outcome.added, before, others)
    fate = at(now)
    if reverted := _reverted(base, asked, arrivals, fate, at):
        return reverted
    if asked.before and asked.before.decision in ("accepted", "edited"):
        return None  # what people make of their own text later on is no answer to us
    if arrivals:
        return _arrived(base, asked, arrivals[0], fate)
    return _unnamed(base, asked, fate)


def _fates(added: Sequence[str], before: bytes, others: Sequence[str]) -> Callable[[bytes], Fate]:
    return lambda data: fate_of(added, added_since(before, data), others)


def _reverted(
    base: _Base,
    asked: _Asked,
    arrivals: Sequence[Commit],
    fate: Fate,
    at: Callable[[bytes], Fate],
) -> _Learnt | None:
    """A refusal by a commit that reverts: the text was there before it, and was not after it, nor is it now."""
    for made in base.reverts:
        if asked.outcome.added:
            there = [
                at(base.texts[rev]).state if rev in base.texts else "absent"
                for rev in (f"{made.id}^", made.id)
            ]
            hit = fate.state == "absent" and there[0] != "absent" and there[1] == "absent"
        else:
            targets = tuple(_REVERTS.findall(made.message))
            ways = {one.id for one in arrivals} | {
                brought_in_by(base.repository, one.id, base.tip).id for one in arrivals
            }
            hit = bool(arrivals) and all(
                any(one.id.startswith(base_id) for base_id in base.reverted) for one in arrivals
            )
            hit = hit or any(way.startswith(targets) for way in ways)
        if hit:
            words = _REVERT_LINE.sub("", made.message.partition("\n")[2])
            reason = one_line(words)[:_LONGEST] or f"reverted: {made.subject}"
            return _Learnt("refused", "git", _who(made), made.date, reason)
    return None


def _arrived(base: _Base, asked: _Asked, arrival: Commit, fate: Fate) -> _Learnt:
    way = brought_in_by(base.repository, arrival.id, base.tip)
    who, when = _who(way, arrival), max(way.date, arrival.date)
    if fate.state == "whole" or not asked.outcome.added:
        return _Learnt("accepted", "git", who, when)
    if fate.state == "changed":
        return _Learnt("edited", "git", who, when, text=fate.text)
    return _Learnt("refused", "git", who, when, "its lines were left out, or taken out, by hand")


def _unnamed(base: _Base, asked: _Asked, fate: Fate) -> _Learnt | None:
    """An increment that no commit names: squashed under other words, copied by hand, dropped, or still open."""
    last = base.commits[0]
    if fate.state == "whole" and fate.telling:
        return _Learnt("accepted", "git", _who(last), last.date)
    if fate.state == "changed" and fate.telling:
        return _Learnt("edited", "git", _who(last), last.date, text=fate.text)
    if fate.state == "absent" and asked.outcome.added and _was_dropped(base, asked.increment):
        return _Learnt(
            "refused", "git", _who(last), last.date, "it was taken off the branch before that was merged"
        )
    return None


def _was_dropped(base: _Base, increment: str) -> bool:
    """Whether a person took it off the branch, which then was merged; what a review left out stays open."""
    branch = base.record.branch
    tip = base.repository.commit_of(f"refs/heads/{branch}")
    if tip is None or not holds(base.repository, base.tip, tip) or tip == base.record.base:
        return False
    if increment in increments_in(base.repository, f"{base.record.base}..{tip}"):
        return False
    return not is_as_built(base.repository, branch)


def _on_forge(
    repository: Repository, record: NightRecord, proposal: Proposed, tip: str, closing: Closing
) -> _Learnt | None:
    """What the pull request says of an increment that the base branch does not tell of."""
    host = re.sub(r"^https?://|[/:].*$", "", closing.url)
    who = f"{closing.by} <{closing.by}@{host}>" if closing.by else "unknown"
    when = closing.when
    if closing.state == "open" or when is None or closing.ours:
        return None
    if closing.state == "closed":
        reason = one_line(closing.words)[:_LONGEST] or f"the pull request {closing.url} was closed unmerged"
        return _Learnt("refused", "forge", who, when, reason)
    if closing.commit and not holds(repository, tip, closing.commit):
        return None  # the merge is not in this clone yet: what it brought cannot be seen
    branch = repository.commit_of(f"refs/heads/{record.branch}")
    ours = increments_in(repository, f"{record.base}..{branch}") if branch else frozenset()
    if proposal.increment not in ours:
        return None  # a review left it out: it stays open
    outcome = next((one for one in record.outcome.increments if one.id == proposal.increment), None)
    if outcome is None or not outcome.added:
        return _Learnt("accepted", "forge", who, when)
    reason = f"it was left out when {closing.url} was merged"
    return _Learnt("refused", "forge", who, when, reason)


def _is_news(told: _Learnt, before: Decided | None) -> bool:
    return before is None or told.decision != before.decision


def _event(proposal: Proposed, told: _Learnt, before: Decided | None, now: dt.datetime) -> Decided:
    """The event, dated by what it was learnt from, so that every clone that learns it tells the same."""
    when = min(told.when, now)
    return Decided(
        document=proposal.document,
        increment=proposal.increment,
        decision=told.decision,
        reason=told.reason,
        who=told.who,
        when=max(when, before.when + _MOMENT) if before else when,
        night=proposal.night,
        claims=proposal.claims,
        commit=proposal.commit,
        via=told.via,
        text=told.text,
    )


def _who(*made: Commit) -> str:
    """The first person behind some commits, as git writes it."""
    for one in made:
        for role in (one.author, one.committer):
            if role.email != REDLINE.email:
                return f"{role.name} <{role.email}>"
    return "unknown"
