"""A night under a base that has moved: what still fits follows, what the document says already goes, and what
its section no longer has room for is taken up again by the next night. A person's words are kept.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.document import Applied, Applier, Document, Edit, reanchored
from agent.files import night_folder, write_atomically
from agent.ledger import Ledger, NightDone, Proposed
from agent.models import Language, Model
from agent.nights import NightRecord, Nights
from agent.outcome import IncrementOutcome, Outcome
from agent.pull_request import write_pull_request
from agent.relation import Said, lines_of, relation_of_texts
from agent.review.branch import commits_of, document_of, leaves_open_out, put_branch
from agent.review.decisions import Stand
from agent.review.model import Rebuilt
from agent.stacking import base_now, parent_of
from agent.workspace import Repository, is_merged, landed, write_commits

_SAID = ("covered", "confirms")
_AGAINST = ("contradicts", "supersedes")
_WORDS: dict[Language, dict[str, str]] = {
    "zh": {
        "landed": "已在主分支",
        "said": "主分支的文档已经写了",
        "again": "所在章节已改动，下一夜重新起草并核对",
        "moved": "主分支已前移：{kept} 条随之移动{dropped}",
        "dropped": "；{title}：{why}",
        "left": "这一夜之后，主分支上的所在章节已改动：合并前请对照再看；放不进去的，下一夜会重新起草",
    },
    "en": {
        "landed": "the base branch has it already",
        "said": "the document on the base branch says it already",
        "again": "its section has changed; the next night drafts and checks it again",
        "moved": "the base branch has moved: {kept} increments follow{dropped}",
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
    note: str
    """One sentence, in the document's language."""


def target_of(repository: Repository, ledger: Ledger, record: NightRecord) -> str:
    """The commit that a night should leave from now: the base branch, or the branch of the night below it."""
    night = parent_of(repository, record.base)
    below = base_now(repository, ledger, record)
    stacked = night is not None and repository.log(f"{repository.base_commit}..{below}")
    return below if stacked else repository.base_commit


def is_behind(repository: Repository, record: NightRecord, target: str) -> bool:
    """Whether the document has changed between a night's base and the commit that it should leave from."""
    if target == record.base or repository.commit_of(record.base) is None:
        return False
    return repository.read(record.path, target) not in (None, repository.read(record.path, record.base))


def moved(
    repository: Repository,
    ledger: Ledger,
    record: NightRecord,
    stands: Sequence[Stand],
    target: str,
    when: dt.datetime,
) -> Moved:
    """Put a night on another base: its branch, then its record and what the ledger says of it.

    Raises what `put_branch` does; then nothing has changed.
    """
    old, new = document_of(repository, record), document_of(repository, record, target)
    kept, dropped = _sorted(_Move(record, old, new, landed(repository, record.base)), stands)
    without_open = leaves_open_out(repository, record, stands)
    chain = write_commits(repository, target, commits_of(new, record.path, [Stand(one.step) for one in kept]))
    fresh = _record(record, target, new, kept, dropped, chain)
    on_branch = [one for one in kept if not one.refused and (one.decided or not without_open)]
    built = put_branch(repository, fresh, target, on_branch)
    _tell(repository, ledger, record, fresh, when)
    return Moved(
        night=record.night, record=fresh, built=built, dropped=tuple(dropped), note=fresh.outcome.notes[-1]
    )


def changed_under(repository: Repository, record: NightRecord, target: str) -> dict[str, str]:
    """Of each proposal of a night that no longer stands well on another base, a note for who decides on it."""
    if is_merged(repository, record.branch) or not is_behind(repository, record, target):
        return {}
    old, new = document_of(repository, record), document_of(repository, record, target)
    move = _Move(record, old, new, landed(repository, record.base))
    dropped = _sorted(move, [Stand(step) for step in record.steps])[1]
    return {one.increment: _WORDS[record.language]["left"] for one in dropped if one.retake}


@dataclass(frozen=True)
class _Move:
    record: NightRecord
    old: Document
    new: Document
    landed: frozenset[str]

    def why_not(self, stand: Stand) -> str:
        """Why a proposal goes, as a key of the words; empty where it stays."""
        if stand.step.increment in self.landed:
            return "landed"
        if stand.edited is not None or stand.refused:
            return ""
        relation, before = (self._relation(stand, document) for document in (self.new, self.old))
        if relation in _SAID and before not in _SAID:
            return "said"
        unasked = stand.decided is None
        return "again" if unasked and relation in _AGAINST and before not in _AGAINST else ""

    def _relation(self, stand: Stand, document: Document) -> str:
        outcome = next(one for one in self.record.outcome.increments if one.id == stand.step.increment)
        texts = [claim.text for claim in outcome.claims if claim.kept != "refused"]
        if not texts or outcome.kind != "increment":
            return "new"
        return relation_of_texts(texts, Said(lines_of(document)), date=self.record.night).relation


def _sorted(move: _Move, stands: Sequence[Stand]) -> tuple[list[Stand], list[Dropped]]:
    """What stays, with its edits stated against the new base, and what goes."""
    applier, edits = Applier(move.new), list[Edit]()
    words = _WORDS[move.record.language]
    kept: list[Stand] = []
    dropped: list[Dropped] = []
    for stand in stands:
        why = move.why_not(stand)
        found = None if why else reanchored(stand.step.edits, move.old, move.new)
        there = found is not None
        placed = replace(stand, step=stand.step.model_copy(update={"edits": found})) if there else None
        ours = isinstance(applier.apply([*edits, *placed.step.edits]), Applied) if placed else False
        theirs = isinstance(applier.apply([*edits, *placed.edits]), Applied) if placed and ours else False
        if placed and theirs:
            kept.append(placed)
            edits += placed.step.edits
            continue
        why = why or "again"
        retake = why == "again" and not stand.refused
        step = stand.step
        dropped.append(Dropped(increment=step.increment, title=step.title, why=words[why], retake=retake))
    return kept, dropped


def _record(
    record: NightRecord,
    target: str,
    new: Document,
    kept: Sequence[Stand],
    dropped: Sequence[Dropped],
    chain: tuple[str, ...],
) -> NightRecord:
    """The night as it is told from now on."""
    words = _WORDS[record.language]
    gone = {one.increment: one for one in dropped}
    commits = {stand.step.increment: commit for stand, commit in zip(kept, chain, strict=True)}
    places = _places(new, kept)
    increments = tuple(
        _retold(one, gone.get(one.id), commits.get(one.id, ""), places.get(one.id, ()))
        for one in record.outcome.increments
    )
    told = "".join(words["dropped"].format(title=one.title, why=one.why) for one in dropped)
    note = words["moved"].format(kept=len(kept), dropped=told)
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
    steps = tuple(stand.step for stand in kept)
    return record.model_copy(update={"base": target, "steps": steps, "commits": chain, "outcome": outcome})


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
    repository: Repository, ledger: Ledger, before: NightRecord, record: NightRecord, when: dt.datetime
) -> None:
    """Keep the record for every clone, and then say in the ledger that it is the one that counts."""
    done = ledger.night(record.night, record.document)
    proposals = {one.increment: one for one in ledger.proposals(record.document, night=record.night)}
    Nights.open(repository, ledger).put(record, brief=done.brief if done else "")
    events: list[NightDone | Proposed] = [
        proposals[one.id].model_copy(update={"commit": one.commit})
        for one in record.outcome.increments
        if one.commit and one.id in proposals
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
            when=max(when, done.when + dt.timedelta(microseconds=1)) if done else when,
        )
    )
    ledger.append(events)
    _write_files(repository, record)


def _landed(repository: Repository, record: NightRecord) -> tuple[str, ...]:
    """The commits of a night, as it was, whose increments the base branch has."""
    there = landed(repository, record.base)
    return tuple(one.commit for one in record.outcome.increments if one.commit and one.id in there)


def _write_files(repository: Repository, record: NightRecord) -> None:
    """What the night left here for people and machines, where this clone ran it."""
    folder = night_folder(repository.state_dir, record.document, str(record.night))
    try:
        old = Outcome.model_validate_json((folder / "outcome.json").read_bytes())
    except (OSError, ValueError):
        return
    outcome = record.outcome.model_copy(update={"brief": old.brief, "report": old.report})
    write_atomically(folder / "outcome.json", outcome.model_dump_json(indent=1).encode())
    page = write_pull_request(record.outcome, record.language)
    write_atomically(folder / "pull-request.md", page.encode())
