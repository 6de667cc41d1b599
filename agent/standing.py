"""`redline status`: where things stand, without loading what a night needs."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

from agent.ledger import Ledger
from agent.models import Model
from agent.opening import open_workspace
from agent.workspace import Repository


class OpenProposal(Model):
    """An increment that waits for a person."""

    night: dt.date
    title: str
    section: str
    branch: str
    commit: str


class DocumentStanding(Model):
    """One document: its last night, what is open, what is watched."""

    document: str
    path: str
    last_night: dt.date | None
    branches: tuple[str, ...]
    """Branches of Redline that are there and not wholly merged."""
    waiting: tuple[OpenProposal, ...]
    watched: int
    """Caveats on the watch list."""


class Standing(Model):
    """Where a workspace stands."""

    root: str
    documents: tuple[DocumentStanding, ...]

    def in_words(self) -> str:
        """A few lines for a person."""
        lines: list[str] = []
        for entry in self.documents:
            last = f"last night {entry.last_night}" if entry.last_night else "no night yet"
            lines.append(f"{entry.document} ({entry.path}): {last}, {entry.watched} caveats watched")
            lines.extend(f"  branch {branch}" for branch in entry.branches)
            lines.extend(
                f"  waits for a person: {proposal.night} {proposal.title} → {proposal.section}"
                for proposal in entry.waiting
            )
        return "\n".join(lines) or "redline.toml names no document; add one under [[documents]]."


@dataclass(frozen=True, slots=True)
class _Landed:
    """What of a branch the base has: its commits, merged or taken one by one."""

    open: frozenset[str]
    """Commits of the branch that the base has not."""
    taken: frozenset[str]
    """Increments whose commits the base has as commits of its own."""

    @property
    def whole(self) -> bool:
        return not self.open

    def has(self, increment: str, commit: str) -> bool:
        return commit not in self.open or increment in self.taken


def _landed(repository: Repository, branch: str) -> _Landed:
    base = repository.base_branch or repository.base_commit
    taken = (trailer for commit in repository.log(f"{branch}..{base}") for trailer in commit.trailers)
    return _Landed(
        open=frozenset(commit.id for commit in repository.log(f"{base}..{branch}")),
        taken=frozenset(value for key, value in taken if key == "Redline-Increment"),
    )


def standing(folder: Path, *, document: str | None) -> Standing:
    """Look at settings, ledger and branches; nothing is changed."""
    repository, settings = open_workspace(folder)
    ledger = Ledger.open(repository)
    chosen = [settings.document(document)] if document else list(settings.documents)
    found = []
    for entry in chosen:
        branches = repository.branches(f"redline/{entry.name}/")
        landed = {branch: _landed(repository, branch) for branch in branches}
        last = ledger.last_night(entry.name)
        waiting = tuple(
            OpenProposal(
                night=proposal.night,
                title=proposal.title,
                section=proposal.section,
                branch=proposal.branch,
                commit=proposal.commit,
            )
            for proposal in ledger.open_proposals(entry.name)
            if proposal.branch in branches
            and not landed[proposal.branch].has(proposal.increment, proposal.commit)
        )
        found.append(
            DocumentStanding(
                document=entry.name,
                path=entry.path,
                last_night=last.night if last else None,
                branches=tuple(branch for branch in branches if not landed[branch].whole),
                waiting=waiting,
                watched=len(ledger.watching(entry.name)),
            )
        )
    return Standing(root=str(repository.root), documents=tuple(found))
