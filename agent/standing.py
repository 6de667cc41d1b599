"""`redline status`: where things stand, without loading what a night needs."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

from agent.contributors import ContributorRecord, contributors
from agent.language import counted
from agent.learning import learn_here
from agent.ledger import Decision, Ledger
from agent.models import Model
from agent.opening import Clock, open_workspace, system_clock
from agent.settings import DocumentSettings
from agent.watching.listing import WatchRow, rows
from agent.workspace import Repository, identity, is_merged, landed, was_removed


class OpenProposal(Model):
    """An increment that waits for a person."""

    night: dt.date
    title: str
    section: str
    branch: str
    commit: str


class DecidedProposal(Model):
    """An increment that a person has decided on."""

    night: dt.date
    title: str
    branch: str
    decision: Decision
    who: str
    reason: str


class DocumentStanding(Model):
    """One document: its last night, what is open, what is decided, what is watched."""

    document: str
    path: str
    last_night: dt.date | None
    branches: tuple[str, ...]
    """Branches of Redline that are there and not wholly merged."""
    waiting: tuple[OpenProposal, ...]
    decided: tuple[DecidedProposal, ...] = ()
    """Of the last night, and of nights whose branch is there and not wholly merged."""
    watched: int
    """Caveats on the watch list."""
    contributors: tuple[ContributorRecord, ...] = ()
    """What became of the notes of each."""
    due: tuple[WatchRow, ...] = ()
    """Those in the document whose day to look again has come."""


class Standing(Model):
    """Where a workspace stands."""

    root: str
    documents: tuple[DocumentStanding, ...]

    def in_words(self, *, contributors: bool = False) -> str:
        """A few lines for a person; with `contributors` how each one's notes have fared."""
        lines = [line for entry in self.documents for line in _lines(entry)]
        if contributors:
            lines += [line for entry in self.documents for line in _records(entry)]
        return "\n".join(lines) or "redline.toml names no document; add one under [[documents]]."


def _lines(entry: DocumentStanding) -> Iterator[str]:
    last = f"last night {entry.last_night}" if entry.last_night else "no night yet"
    yield f"{entry.document} ({entry.path}): {last}, {counted(entry.watched, 'caveat')} watched"
    for branch in entry.branches:
        counts = Counter(one.decision for one in entry.decided if one.branch == branch)
        told = [f"{count} {decision}" for decision, count in sorted(counts.items())]
        told.append(f"{sum(one.branch == branch for one in entry.waiting)} open")
        yield f"  branch {branch}: {', '.join(told)}"
    for one in entry.decided:
        reason = f": {' '.join(one.reason.split())}" if one.reason else ""
        yield f"  {one.decision}: {one.night} {one.title} ({identity(one.who).name}{reason})"
    for proposal in entry.waiting:
        yield f"  waits for a person: {proposal.night} {proposal.title} → {proposal.section}"
    for row in entry.due:
        yield f"  look again (since {row.look_again}): {row.wording} ({row.title}, {entry.path}:{row.line})"
    for night in sorted({proposal.night for proposal in entry.waiting}):
        yield f"  decide: redline review {night} --doc {entry.document}"


def _records(entry: DocumentStanding) -> Iterator[str]:
    """One line a contributor."""
    for one in entry.contributors:
        weighs = {1: "one star more", -1: "one star less"}.get(one.step, "does not weigh in credibility")
        yield f"  {entry.document}, {one.in_words('en')}; {counted(one.right, 'fact')} right, {one.corrected} corrected; {weighs}"


def standing(folder: Path, *, document: str | None, clock: Clock = system_clock) -> Standing:
    """Look at settings, ledger and branches; what people have decided by merging or reverting is recorded first."""
    repository, settings = open_workspace(folder)
    ledger = Ledger.open(repository)
    learn_here(repository, ledger, when=clock())
    chosen = [settings.document(document)] if document else list(settings.documents)
    today = clock().astimezone(ZoneInfo(settings.night.timezone)).date()
    documents = tuple(_document(repository, ledger, entry, today) for entry in chosen)
    return Standing(root=str(repository.root), documents=documents)


def _document(
    repository: Repository, ledger: Ledger, entry: DocumentSettings, today: dt.date
) -> DocumentStanding:
    branches = repository.branches(f"redline/{entry.name}/")
    unmerged = tuple(branch for branch in branches if not is_merged(repository, branch))
    last = ledger.last_night(entry.name)
    shown = {*unmerged, last.branch if last else ""}
    return DocumentStanding(
        document=entry.name,
        path=entry.path,
        last_night=last.night if last else None,
        branches=unmerged,
        waiting=tuple(_waiting(repository, ledger, entry.name, branches)),
        decided=tuple(
            DecidedProposal(
                night=proposal.night,
                title=proposal.title,
                branch=proposal.branch,
                decision=decided.decision,
                who=decided.who,
                reason=decided.reason,
            )
            for proposal, decided in ledger.decided_proposals(entry.name)
            if proposal.branch in shown
        ),
        watched=len(ledger.watching(entry.name)),
        contributors=contributors(repository, ledger, entry.name),
        due=tuple(row for row in rows(repository, ledger, entry, today) if row.due)
        if ledger.watching(entry.name, on=today)
        else (),
    )


def _waiting(
    repository: Repository, ledger: Ledger, document: str, branches: Sequence[str]
) -> Iterator[OpenProposal]:
    """What is open, whose branch is there (or was taken away since nothing was accepted), and the base has not."""
    bases = {done.night: done.base for done in ledger.nights(document)}
    there: dict[dt.date, frozenset[str]] = {}
    for proposal in ledger.open_proposals(document):
        if proposal.branch not in branches and not was_removed(repository, proposal.branch):
            continue
        if proposal.night not in there:
            there[proposal.night] = landed(repository, bases.get(proposal.night, ""))
        if proposal.increment not in there[proposal.night]:
            yield OpenProposal(
                night=proposal.night,
                title=proposal.title,
                section=proposal.section,
                branch=proposal.branch,
                commit=proposal.commit,
            )
