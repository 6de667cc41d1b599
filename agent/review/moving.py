"""A night under a base that has moved: what still fits follows, what the document says already goes, and what
its section no longer has room for is taken up again by the next night. A person's words are kept.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from agent.document import Applied, Applier, Document
from agent.language import counted
from agent.ledger import Decided, Event, Ledger, NightDone
from agent.models import Language, Model
from agent.night_files import renew_files
from agent.nights import NightRecord, Nights
from agent.outcome import IncrementOutcome
from agent.review.branch import commits_of, document_of, leaves_open_out, put_branch
from agent.review.decisions import Stand
from agent.review.model import Rebuilt
from agent.review.redrafting import Redraft
from agent.review.sorting import Move, Placed, Why, sorted_out
from agent.stacking import base_now, parent_of
from agent.workspace import Repository, holds, identity, is_merged, landed, write_commits

_MOMENT = dt.timedelta(microseconds=1)
_WORDS: dict[Language, dict[str, str]] = {
    "zh": {
        "landed": "已在主分支",
        "said": "主分支的文档已经写了",
        "again": "所在章节已改动，下一夜重新起草并核对",
        "anew": "此夜之后，所在章节在主分支上已改动：已对照改动后的章节重新起草并核对",
        "accepted": "；此前的措辞由 {who} 于 {when} 接受过，请再次决定",
        "edited": "；沿用 {who} 的措辞",
        "moved": "主分支已前移：{kept} 条随之移动{anew}{dropped}",
        "redrafted": "；{title}：所在章节已改动，重新起草并核对",
        "dropped": "；{title}：{why}",
        "left": "这一夜之后，主分支上的所在章节已改动：合并前请对照再看；放不进去的，下一夜会重新起草",
    },
    "en": {
        "landed": "the base branch has it already",
        "said": "the document on the base branch says it already",
        "again": "its section has changed; the next night drafts and checks it again",
        "anew": "its section has changed on the base branch since the night: drafted and checked anew against it",
        "accepted": "; {who} had accepted the words before on {when}: please decide anew",
        "edited": "; in the words of {who}",
        "moved": "the base branch has moved: {kept} follow{anew}{dropped}",
        "redrafted": "; {title}: its section has changed, so it was drafted and checked anew",
        "dropped": "; {title}: {why}",
        "left": "its section has changed on the base branch since the night: look at it there again before you merge; what no longer fits is drafted again by the next night",
    },
}


class Dropped(Model):
    """A proposal that left the night's branch."""

    increment: str
    title: str
    why: str
    retake: bool = False
    """Whether the next night takes it up again."""


class Moved(Model):
    """What became of a night whose base has moved."""

    night: dt.date
    record: NightRecord
    """The night as it stands now."""
    built: Rebuilt
    dropped: tuple[Dropped, ...] = ()
    anew: tuple[str, ...] = ()
    """Increments that were drafted anew in other words, since their section has changed."""
    note: str
    """One sentence, in the document's language."""


def target_of(repository: Repository, ledger: Ledger, record: NightRecord) -> str:
    """The commit that a night should leave from now: the base branch, or the branch of the night below it."""
    night = parent_of(repository, record.base)
    below = base_now(repository, ledger, record)
    stacked = night is not None and repository.log(f"{repository.base_commit}..{below}")
    return below if stacked else repository.base_commit


def is_behind(repository: Repository, record: NightRecord, target: str) -> bool:
    """Whether the document has changed between a night's base and the commit that it should leave from.

    Where people have rewritten the base branch, a night on its old commits is behind whatever they say: merging it
    would bring them back.
    """
    if target == record.base or repository.commit_of(record.base) is None:
        return False
    if target == repository.base_commit and not holds(repository, target, record.base):
        return True
    return repository.read(record.path, target) not in (None, repository.read(record.path, record.base))


def moved(
    repository: Repository,
    ledger: Ledger,
    record: NightRecord,
    stands: Sequence[Stand],
    target: str,
    when: dt.datetime,
    redraft: Redraft | None = None,
) -> Moved:
    """Put a night on another base: its branch, then its record and what the ledger says of it.

    Without `redraft`, what would be drafted anew leaves the branch, for the next night. Raises what `put_branch`
    does; then nothing has changed.
    """
    old, new = document_of(repository, record), document_of(repository, record, target)
    found = sorted_out(Move(record, old, new, landed(repository, record.base), redraft), stands)
    before = {stand.step.increment: stand for stand in stands}
    kept, dropped = found.kept, [_dropped(record, stand, why) for stand, why in found.gone]
    without_open = leaves_open_out(repository, record, stands)
    chain = write_commits(
        repository, target, commits_of(new, record.path, [Stand(one.stand.step) for one in kept])
    )
    fresh = _record(record, target, new, kept, dropped, chain, before)
    on_branch = [
        one.stand for one in kept if not one.stand.refused and (one.stand.decided or not without_open)
    ]
    built = put_branch(repository, fresh, target, on_branch)
    _tell(repository, ledger, record, fresh, when, [one.carried for one in kept if one.carried])
    return Moved(
        night=record.night,
        record=fresh,
        built=built,
        dropped=tuple(dropped),
        anew=tuple(one.stand.step.increment for one in kept if one.outcome),
        note=fresh.outcome.notes[-1],
    )


def changed_under(repository: Repository, record: NightRecord, target: str) -> dict[str, str]:
    """Of each proposal of a night that no longer stands well on another base, a note for who accepts it."""
    if is_merged(repository, record.branch) or not is_behind(repository, record, target):
        return {}
    old, new = document_of(repository, record), document_of(repository, record, target)
    move = Move(record, old, new, landed(repository, record.base))
    gone = sorted_out(move, [Stand(step) for step in record.steps], as_accepted=True).gone
    return {stand.step.increment: _WORDS[record.language]["left"] for stand, why in gone if why == "anew"}


def _dropped(record: NightRecord, stand: Stand, why: Why) -> Dropped:
    return Dropped(
        increment=stand.step.increment,
        title=stand.step.title,
        why=_WORDS[record.language]["again" if why == "anew" else why],
        retake=why == "anew" and not stand.refused,
    )


def _record(
    record: NightRecord,
    target: str,
    new: Document,
    kept: Sequence[Placed],
    dropped: Sequence[Dropped],
    chain: tuple[str, ...],
    before: Mapping[str, Stand],
) -> NightRecord:
    """The night as it is told from now on; `before` are its proposals as they stood."""
    gone = {one.increment: one for one in dropped}
    commits = {one.stand.step.increment: commit for one, commit in zip(kept, chain, strict=True)}
    places = _places(new, [one.stand for one in kept])
    anew = {
        one.stand.step.increment: _told_anew(one.outcome, before[one.outcome.id], record.language)
        for one in kept
        if one.outcome
    }
    increments = tuple(
        _retold(anew.get(one.id, one), gone.get(one.id), commits.get(one.id, ""), places.get(one.id, ()))
        for one in record.outcome.increments
    )
    note = _note(record.language, kept, dropped)
    drafted = [one for one in increments if one.is_drafted]
    counts = record.outcome.counts.model_copy(
        update={
            "drafted": len(drafted),
            "proved": sum(one.count("proved") for one in drafted),
            "doubtful": sum(one.count("doubtful") for one in drafted),
            "added_lines": sum(len(one.added) for one in drafted),
        }
    )
    outcome = record.outcome.model_copy(
        update={
            "base": target,
            "commits": chain,
            "branch": record.branch if chain else "",
            "increments": increments,
            "notes": (*record.outcome.notes, note),
            "counts": counts,
        }
    )
    steps = tuple(one.stand.step for one in kept)
    return record.model_copy(update={"base": target, "steps": steps, "commits": chain, "outcome": outcome})


def _note(language: Language, kept: Sequence[Placed], dropped: Sequence[Dropped]) -> str:
    """What became of a night, in a sentence."""
    words = _WORDS[language]
    follow = str(len(kept)) if language == "zh" else counted(len(kept), "increment")
    anew = (words["redrafted"].format(title=one.stand.step.title) for one in kept if one.outcome)
    left = (words["dropped"].format(title=one.title, why=one.why) for one in dropped)
    return words["moved"].format(kept=follow, anew="".join(anew), dropped="".join(left))


def _told_anew(one: IncrementOutcome, before: Stand, language: Language) -> IncrementOutcome:
    """What was drafted anew, with a sentence that says so and what a person had decided on it."""
    words, decided = _WORDS[language], before.decided
    told = words["anew"]
    if decided and decided.decision in ("accepted", "edited"):
        told += words[decided.decision].format(who=identity(decided.who).name, when=decided.when.date())
    return one.model_copy(update={"again": told})


def _places(new: Document, kept: Sequence[Stand]) -> dict[str, tuple[tuple[int, str], ...]]:
    """Of each proposal the new lines, with their numbers, in the document with all of them."""
    edits = [edit for stand in kept for edit in stand.step.edits]
    applied = Applier(new).apply(edits)
    assert isinstance(applied, Applied), "the same edits were applied one after the other"
    lines = applied.data.decode("utf-8").splitlines()
    ranges = dict(zip(edits, applied.lines, strict=True))
    return {
        stand.step.increment: tuple(
            (number, lines[number - 1])
            for first, last in sorted({ranges[edit] for edit in stand.step.edits})
            for number in range(first, min(last, len(lines)) + 1)
        )
        for stand in kept
    }


def _retold(
    one: IncrementOutcome, gone: Dropped | None, commit: str, places: Sequence[tuple[int, str]]
) -> IncrementOutcome:
    if gone is not None:
        update = {"commit": "", "line": None, "added": (), "why": gone.why, "retake": gone.retake}
        return one.model_copy(update={**update, "disposition": "list" if gone.retake else "covered"})
    if not commit:
        return one
    added = tuple(text for _, text in places)
    return one.model_copy(update={"commit": commit, "line": places[0][0] if places else None, "added": added})


def _tell(
    repository: Repository,
    ledger: Ledger,
    before: NightRecord,
    record: NightRecord,
    when: dt.datetime,
    carried: Sequence[Decided],
) -> None:
    """Keep the record for every clone, and then say in the ledger that it is the one that counts.

    `carried` are wordings of people that stand for what was drafted anew.
    """
    done = ledger.night(record.night, record.document)
    proposals = {one.increment: one for one in ledger.proposals(record.document, night=record.night)}
    Nights.open(repository, ledger).put(record, brief=done.brief if done else "")
    events: list[Event] = [
        proposals[one.id].model_copy(update=_proposed(one, before))
        for one in record.outcome.increments
        if one.commit and one.id in proposals
    ]
    latest = {event.increment: event.when for event in ledger.decisions(record.document)}
    events += [
        one.model_copy(update={"when": latest.get(one.increment, one.when) + _MOMENT}) for one in carried
    ]
    events.append(
        NightDone(
            document=record.document,
            night=record.night,
            base=record.base,
            branch=record.outcome.branch,
            commits=record.commits,
            landed=(*(done.landed if done else ()), *_landed(repository, before)),
            counts=tuple(record.outcome.counts.model_dump().items()),
            brief=done.brief if done else "",
            when=max(when, done.when + _MOMENT) if done else when,
        )
    )
    ledger.append(events)
    renew_files(repository, ledger, record)


def _proposed(one: IncrementOutcome, before: NightRecord) -> dict[str, str]:
    """What the ledger says otherwise of a proposal from now on."""
    was = next(other for other in before.outcome.increments if other.id == one.id)
    told = {"commit": one.commit, "relation": one.relation, "section": one.section, "title": one.title}
    if one.claims != was.claims:
        told["claims"] = one.fingerprint()
    return told


def _landed(repository: Repository, record: NightRecord) -> tuple[str, ...]:
    """The commits of a night, as it was, whose increments the base branch has."""
    there = landed(repository, record.base)
    return tuple(one.commit for one in record.outcome.increments if one.commit and one.id in there)
