"""The ledger: what was read, proposed, decided and is being watched, over all nights and clones.

Its durable form is a git ref (`refs/redline/ledger`) whose commits hold JSON lines; only sets of
lines are ever joined, so nothing is lost or doubled, whoever writes at once and whenever a run is
killed: until the ref has moved nothing has happened, and then everything has.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from agent.errors import GitFailed, RepositoryError
from agent.ledger.cache import Cache
from agent.ledger.events import (
    Advised,
    Answered,
    Decided,
    Event,
    ItemRead,
    ItemUnread,
    NightDone,
    Proposed,
    Reminded,
    Settled,
    Sighted,
    Watched,
)
from agent.ledger.shards import FORMAT, FORMAT_FILE, is_shard, lines_of, shard_of, union
from agent.workspace import Repository
from agent.workspace.refstore import RefStore

REF = "refs/redline/ledger"


class Ledger:
    """The ledger of a repository. Questions are answered as of the last opening, writing or fetching."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._store = RefStore(repository, REF)
        self._cache = Cache(repository.state_dir / "ledger.sqlite", self._store.read)
        self._ours = ""
        """The blob that tells our own format, once it was read."""

    @classmethod
    def open(cls, repository: Repository) -> Ledger:
        """The ledger as the ref has it; raises RepositoryError when a newer Redline wrote it."""
        ledger = cls(repository)
        ledger.refresh()
        return ledger

    def refresh(self) -> None:
        """See what other processes have written."""
        self._refresh(self._store.tip())

    # Writing

    def append(self, events: Iterable[Event]) -> int:
        """Record events; return how many were new. A night that ended as before is not new.

        Raises DiskFull, Locked, GitFailed.
        """
        wanted = [event for event in events if not self._repeats(event)]
        return self._store.change(lambda tip: self._appended(tip, wanted))

    def merge(self, other: str) -> None:
        """Take in all events of another ref or commit; raises GitFailed when there is none."""
        theirs = self._repository.commit_of(other)
        if theirs is None:
            raise GitFailed(f"There is no ledger {other!r} to merge.")
        self._check_format(self._store.files(theirs))
        self._refresh(self._store.merge(theirs, self._joined))

    def fetch(self, remote: str) -> bool:
        """Take in a remote's ledger; False when it has none. Raises BadSettings or GitFailed."""
        theirs = self._store.fetch(remote)
        if theirs is not None:
            self.merge(theirs)
        return theirs is not None

    def push(self, remote: str) -> None:
        """Bring a remote's ledger and ours to the same state; raises BadSettings or GitFailed."""
        self._store.push(remote, self.merge)

    # Questions

    def known_items(self, document: str) -> frozenset[str]:
        """Content hashes of the items that were read for a document."""
        return self._cache.items(document)

    def versions(self, document: str) -> dict[str, str]:
        """Content hash last read under each path for a document."""
        read = (event for event in self._of("item-read", document) if isinstance(event, ItemRead))
        return {event.path: event.item for event in sorted(read, key=lambda event: event.night)}

    def unread(self, document: str) -> dict[str, ItemUnread]:
        """The items that could not be read, each as it was last told, by path."""
        told = (event for event in self._of("item-unread", document) if isinstance(event, ItemUnread))
        return {event.path: event for event in sorted(told, key=lambda event: event.night)}

    def items_of(self, path: str) -> tuple[ItemRead, ...]:
        """Every reading of the item at a path, oldest night first."""
        found = self._cache.select("kind = 'item-read' AND about = ?", (path,))
        return tuple(event for event in found if isinstance(event, ItemRead))

    def nights(self, document: str | None = None) -> tuple[NightDone, ...]:
        """The nights that were done, oldest first, each as its latest run ended."""
        latest: dict[tuple[dt.date, str], NightDone] = {}
        for event in self._of("night-done", document):
            if isinstance(event, NightDone):
                key = (event.night, event.document)
                latest[key] = max(latest.get(key, event), event, key=lambda run: (run.when, run.id))
        return tuple(latest[key] for key in sorted(latest))

    def night(self, date: dt.date, document: str) -> NightDone | None:
        """A night as its latest run ended, None when it was not done."""
        return next((done for done in self.nights(document) if done.night == date), None)

    def last_night(self, document: str) -> NightDone | None:
        """The latest night that was done for a document."""
        return next(reversed(self.nights(document)), None)

    def proposals(self, document: str | None = None, *, night: dt.date | None = None) -> tuple[Proposed, ...]:
        """What stands proposed, oldest first: of a night that was done again, the latest run's."""
        found = [event for event in self._of("proposed", document) if isinstance(event, Proposed)]
        current = {
            (done.night, done.document): frozenset((*done.commits, *done.landed))
            for done in self.nights(document)
        }
        return tuple(
            event
            for event in found
            if night in (None, event.night)
            and event.commit in current.get((event.night, event.document), {event.commit})
        )

    def ever_proposed(self, document: str) -> tuple[Proposed, ...]:
        """Whatever was proposed, also by runs of a night that another one took the place of."""
        found = self._of("proposed", document)
        return tuple(event for event in found if isinstance(event, Proposed))

    def open_proposals(self, document: str | None = None) -> tuple[Proposed, ...]:
        """Proposals that no person has decided on, the latest one of each increment."""
        return tuple(proposal for proposal, decided in self._decided(document) if decided is None)

    def decided_proposals(self, document: str | None = None) -> tuple[tuple[Proposed, Decided], ...]:
        """The latest proposal of each increment with the decision that counts, where there is one."""
        return tuple((proposal, decided) for proposal, decided in self._decided(document) if decided)

    def decisions(self, document: str | None = None, *, increment: str | None = None) -> tuple[Decided, ...]:
        """Every decision, in the order of time; the last one of an increment counts."""
        found = [event for event in self._of("decided", document) if isinstance(event, Decided)]
        mine = (event for event in found if increment in (None, event.increment))
        return tuple(sorted(mine, key=lambda event: (event.when, event.id)))

    def advice(self, document: str) -> tuple[Advised, ...]:
        """What people said on increments without deciding, in the order of time."""
        found = [event for event in self._of("advised", document) if isinstance(event, Advised)]
        return tuple(sorted(found, key=lambda event: (event.when, event.id)))

    def refused(self, document: str) -> tuple[Decided, ...]:
        """The refusals that stand: no later decision took them back."""
        latest = {event.increment: event for event in self.decisions(document)}
        return tuple(event for event in latest.values() if event.decision == "refused")

    def watching(self, document: str, *, on: dt.date | None = None) -> tuple[Watched, ...]:
        """Caveats not yet settled; with `on`, those that are to be looked at again by that day."""
        settled = {event.watch for event in self._of("settled", document) if isinstance(event, Settled)}
        found = [event for event in self._of("watched", document) if isinstance(event, Watched)]
        return tuple(event for event in found if event.id not in settled and _is_due(event, on))

    def settled(self, document: str) -> tuple[Watched, ...]:
        """Caveats that evidence has settled."""
        settled = {event.watch for event in self._of("settled", document) if isinstance(event, Settled)}
        found = [event for event in self._of("watched", document) if isinstance(event, Watched)]
        return tuple(event for event in found if event.id in settled)

    def sighted(self, document: str) -> tuple[Sighted, ...]:
        """What sources said about caveats of the watch list, oldest night first."""
        found = [event for event in self._of("sighted", document) if isinstance(event, Sighted)]
        return tuple(sorted(found, key=lambda event: (event.night, event.id)))

    def reminded(self, document: str) -> tuple[Reminded, ...]:
        """The caveats that people were told to look at again."""
        found = self._of("reminded", document)
        return tuple(event for event in found if isinstance(event, Reminded))

    def settlements(self, document: str) -> tuple[tuple[Watched, Settled], ...]:
        """The caveats that evidence has settled, each with the event that says how."""
        how = {event.watch: event for event in self._of("settled", document) if isinstance(event, Settled)}
        return tuple((event, how[event.id]) for event in self.settled(document))

    def answered(self, document: str) -> frozenset[str]:
        """Ids of the questions that their contributors have answered."""
        found = (event for event in self._of("answered", document) if isinstance(event, Answered))
        return frozenset(event.increment for event in found)

    def unreadable(self) -> int:
        """Number of lines that are damaged or of a kind that is not known here; they are kept."""
        return self._cache.unreadable()

    # Parts

    def _decided(self, document: str | None) -> list[tuple[Proposed, Decided | None]]:
        """The latest proposal of each increment, with what was decided on it or on a later one."""
        latest = {(event.document, event.increment): event for event in self.proposals(document)}
        last: dict[tuple[str, str], Decided] = {}
        for event in self.decisions(document):
            key = (event.document, event.increment)
            if key in latest and event.is_on(latest[key]):
                last[key] = event
        found = ((proposal, last.get(key)) for key, proposal in latest.items())
        return [(p, None if d is None or d.decision == "undecided" else d) for p, d in found]

    def _of(self, kind: str, document: str | None) -> list[Event]:
        if document is None:
            return self._cache.select("kind = ?", (kind,))
        return self._cache.select("kind = ? AND document = ?", (kind, document))

    def _refresh(self, tip: str | None) -> None:
        files = self._store.files(tip)
        if tip is not None:
            self._check_format(files)
        self._cache.refresh(files)

    def _check_format(self, files: dict[str, str]) -> None:
        blob = files.get(FORMAT_FILE)
        if blob is None or blob == self._ours:
            return
        if self._store.read([blob])[0] == FORMAT:
            self._ours = blob
        else:
            raise RepositoryError(
                f"The ledger {REF} was written by a newer Redline.",
                hint="Install that version, then run this again.",
            )

    def _repeats(self, event: Event) -> bool:
        if not isinstance(event, NightDone):
            return False
        before = self.night(event.night, event.document)
        return before is not None and event.same_outcome(before)

    def _appended(self, tip: str | None, events: Sequence[Event]) -> int | None:
        """Write the events that are new; how many, None when somebody moved the ref first."""
        changed, new = self._additions(tip, events)
        made = self._store.write(tip, changed, _subject(new), _moment(new)) if new else tip
        if new and made is None:
            return None
        self._refresh(made)
        return len(new)

    def _additions(self, tip: str | None, events: Sequence[Event]) -> tuple[dict[str, bytes], list[Event]]:
        """The files that events change, with their new contents, and the events that were not there."""
        files = self._store.files(tip)
        by_shard: dict[str, dict[str, Event]] = defaultdict(dict)
        for event in events:
            by_shard[shard_of(event)][event.line] = event
        present = [path for path in by_shard if path in files]
        contents = dict(zip(present, self._store.read(files[path] for path in present), strict=True))
        changed: dict[str, bytes] = {} if FORMAT_FILE in files else {FORMAT_FILE: FORMAT}
        new: list[Event] = []
        for path, wanted in by_shard.items():
            held = set(lines_of(contents.get(path, b"")))
            fresh = [event for line, event in wanted.items() if line not in held]
            if fresh:
                changed[path] = union(held, wanted)
                new += fresh
        return changed, new

    def _joined(self, ours: Mapping[str, str], theirs: Mapping[str, str]) -> dict[str, bytes]:
        """Of each file that differs every line of both."""
        differing = [path for path, blob in theirs.items() if is_shard(path) and ours.get(path) != blob]
        held = {path: ours[path] for path in differing if path in ours}
        texts = dict(zip(held, self._store.read(held.values()), strict=True))
        added = zip(differing, self._store.read(theirs[path] for path in differing), strict=True)
        return {path: union(lines_of(texts.get(path, b"")), lines_of(content)) for path, content in added}


def _is_due(event: Watched, on: dt.date | None) -> bool:
    look = event.caveat.look_again
    return on is None or (look is not None and look <= on)


def _subject(events: Sequence[Event]) -> str:
    counts = Counter(event.kind for event in events)
    return ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))


def _moment(events: Sequence[Event]) -> dt.datetime:
    """The date of a ledger commit: the latest day among its events, so that no clock is asked."""
    return dt.datetime.combine(max(event.day for event in events), dt.time(), dt.UTC)
