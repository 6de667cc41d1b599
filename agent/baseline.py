"""The baseline of a night, from what the ledger knows was proposed and what the document says now."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.compose import Baseline, Move, Stand, stand_of
from agent.document import Document, Found, find_section
from agent.gist import gist
from agent.ledger import Decided, Ledger, Proposed
from agent.markup import plain
from agent.relation import Line, lines_of
from agent.workspace import Repository

_MOST = 300
"""Proposals that are looked up in one night, the latest: what is older the document tells by itself."""
_AT_ONCE = 20
"""Commits whose documents are held in memory together."""
_RULE = re.compile(r"[\s|:\-]*")
_JOINED = re.compile(r" [/›] ")
_TELLING = 4
"""Signs of a line below which it may stand anywhere."""


def baseline_of(
    ledger: Ledger,
    repository: Repository,
    document: Document,
    *,
    name: str,
    path: str,
    night: dt.date,
    reserve: str = "",
) -> tuple[Baseline, ...]:
    """What nights before `night` brought for a document, oldest first, each with its standing.

    What stands in the document is anchored or in reserve, as it is marked there and as its section is the
    `reserve`; what a person has not decided on is in reserve; what was refused, lost its branch or was taken
    out again is told as such.
    """
    latest = {one.increment: one for one in ledger.proposals(name) if one.night < night}
    if not latest:
        return ()
    there = _There(document, reserve)
    looked = sorted(latest.values(), key=lambda one: (one.night, one.increment))[-_MOST:]
    decided = {one.increment: decision for one, decision in ledger.decided_proposals(name)}
    brought = _brought(repository, path, [one.commit for one in looked if one.commit])
    taken = {
        value
        for commit in repository.log(_since(repository, looked))
        for key, value in commit.trailers
        if key == "Redline-Increment"
    }
    branches = frozenset(repository.branches(f"redline/{name}/", remote=True))
    last = max(one.night for one in looked)
    watched, settled = _caveats(ledger, name)
    found = []
    for one in looked:
        lines = brought.get(one.commit, ())
        decision = decided.get(one.increment)
        there_still = one.branch in branches or one.commit not in brought
        seen = _Seen(one, decision, lines, one.increment in taken, there_still)
        stand, move, at = _standing(seen, there)
        found.append(
            Baseline(
                increment=one.increment,
                title=one.title,
                night=one.night,
                stand=stand,
                move=move,
                section=there.section(at) or _last(one.section),
                lines=at,
                texts=lines if move == "proposed" else (),
                ids=tuple(sorted({name for line in lines for name in gist(line).ids})),
                reason=decision.reason if decision and decision.decision == "refused" else "",
                watched=watched.get(one.increment, 0),
                settled=settled.get(one.increment, 0),
                recent=one.night == last or bool(decision and decision.day >= last),
            )
        )
    return tuple(found)


@dataclass(frozen=True)
class _Seen:
    """What is known of one proposal."""

    proposal: Proposed
    decision: Decided | None
    lines: tuple[str, ...]
    taken: bool
    """Whether the base has a commit that names it."""
    branch: bool
    """Whether its branch is there, or nothing of it is: it may lie in another clone."""


class _There:
    """Where lines stand in the document."""

    def __init__(self, document: Document, reserve: str) -> None:
        lines = lines_of(document)
        self._by_line = {line.line: line for line in lines}
        self._by_text: dict[str, Line] = {}
        for line in lines:
            for row in line.text.split("\n"):
                self._by_text.setdefault(_bare(row), line)
        found = find_section(document, reserve) if reserve else None
        self._reserve = found.section if isinstance(found, Found) else None

    def of(self, texts: Sequence[str]) -> tuple[int, ...]:
        """The lines on which these texts stand, word for word."""
        found = (self._by_text.get(_bare(text)) for text in texts)
        return tuple(sorted({line.line for line in found if line}))

    def titled(self, title: str) -> tuple[int, ...]:
        """The first line that bears a title: its wording was edited by a person."""
        bare = _bare(title)
        if len(bare) <= _TELLING:
            return ()
        return next(((line.line,) for text, line in self._by_text.items() if text.startswith(bare)), ())

    def in_reserve(self, at: Sequence[int]) -> bool:
        """Whether the first of these lines is marked as in reserve, or stands in the reserve."""
        return self.is_reserve(self._by_line[at[0]].section) or stand_of(self._by_line[at[0]]) == "in reserve"

    def is_reserve(self, path: str) -> bool:
        """Whether a heading path leads to the reserve."""
        return self._reserve is not None and _last(path) == self._reserve.path[-1]

    def section(self, at: Sequence[int]) -> str:
        """The heading over the first of these lines."""
        return _last(self._by_line[at[0]].section) if at else ""


def _standing(seen: _Seen, there: _There) -> tuple[Stand, Move, tuple[int, ...]]:
    at = there.of(seen.lines) or (there.titled(seen.proposal.title) if seen.taken or seen.decision else ())
    refused = seen.decision is not None and seen.decision.decision == "refused"
    if at and not refused:
        return _in_document(seen, there, at)
    if refused:
        return "refused", "refused", ()
    if seen.taken:
        return "gone", "taken out", ()
    if seen.branch:
        return "in reserve", "proposed", ()
    return "gone", "withdrawn", ()


def _in_document(seen: _Seen, there: _There, at: tuple[int, ...]) -> tuple[Stand, Move, tuple[int, ...]]:
    reserve = there.in_reserve(at)
    moved = there.section(at) != _last(seen.proposal.section)
    stand: Stand = "in reserve" if reserve else "anchored"
    if moved and there.is_reserve(seen.proposal.section) and not reserve:
        return stand, "promoted", at
    if moved and reserve:
        return stand, "demoted", at
    if seen.decision is None:
        return stand, "merged", at
    return stand, "edited" if seen.decision.decision == "edited" else "accepted", at


def _caveats(ledger: Ledger, name: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Of each increment, how many caveats are watched and how many were settled."""
    watched = Counter(watch.increment for watch in ledger.watching(name))
    return watched, Counter(watch.increment for watch in ledger.settled(name))


def _brought(repository: Repository, path: str, commits: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The lines that each commit gave to the document; commits that are not in this clone are left out."""
    found: dict[str, tuple[str, ...]] = {}
    for at in range(0, len(commits), _AT_ONCE):
        some = commits[at : at + _AT_ONCE]
        versions = repository.read_versions(path, [*some, *(f"{commit}^" for commit in some)])
        found |= {commit: _added(versions, commit) for commit in some if commit in versions}
    return found


def _added(versions: Mapping[str, bytes], commit: str) -> tuple[str, ...]:
    after, before = versions[commit], versions.get(f"{commit}^", b"")
    old = set(before.decode("utf-8", "replace").splitlines())
    new = after.decode("utf-8", "replace").splitlines()
    return tuple(line.strip() for line in new if line not in old and not _RULE.fullmatch(line))


def _since(repository: Repository, looked: Sequence[Proposed]) -> str:
    """The commits of the base since the first of these nights left it."""
    base = repository.base_commit
    first = repository.commit_of(f"{looked[0].commit}^") if looked[0].commit else None
    return f"{first}..{base}" if first else base


def _last(path: str) -> str:
    """The innermost heading of a path, however it is joined."""
    return _JOINED.split(path.partition("\n")[0])[-1]


def _bare(text: str) -> str:
    """A line without markup and the mark of its list."""
    return " ".join(plain(text).strip().lstrip("-*+•").split())
