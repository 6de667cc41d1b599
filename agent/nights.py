"""A night's proposals, durable and shared between clones: what they say, on what evidence, and how they were made.

They lie in a git ref of their own (`refs/redline/nights`), one JSON file a run that ended in other
commits. From a record any clone can show, trace and score the night, and build its branch again.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from pydantic import AwareDatetime, ValidationError

from agent.document import Edit
from agent.ledger import Ledger, NightDone
from agent.ledger.shards import folder_of
from agent.models import Language, Model
from agent.outcome import Outcome
from agent.workspace import REDLINE, CommitStep, Identity, Repository
from agent.workspace.refstore import RefStore
from agent.workspace.trailers import Trailer

REF = "refs/redline/nights"
_FOLDER = "nights/"
_MOST_KEPT = 16_000_000
"""Bytes of the records that are kept while a process runs; a night of a thousand notes left 2.7 MB."""
_KEY = 16
"""Hexadecimal digits of the file's name."""


class ProposalStep(Model):
    """One increment as it was put on the branch: what its commit is made of."""

    increment: str
    title: str
    edits: tuple[Edit, ...]
    """Stated against the night's base; together one commit."""
    subject: str
    body: str
    trailers: tuple[Trailer, ...]
    date: AwareDatetime
    """Author and committer date: the end of the night's window."""
    file: str = ""
    """Path of a file beside the document that it makes, such as a question; then it has no edits."""
    text: str = ""
    """What that file holds."""

    def commit(self, path: str, data: bytes, author: Identity = REDLINE) -> CommitStep:
        """The commit that leaves the document at `path` with the bytes `data`; Redline commits, whoever words it."""
        return CommitStep(
            files={self.file: self.text.encode()} if self.file else {path: data},
            subject=self.subject,
            body=self.body,
            trailers=self.trailers,
            date=self.date,
            author=author,
        )


class ProposalSteps(Model):
    """What a night's branch is made of, in the order of its commits."""

    steps: tuple[ProposalStep, ...] = ()


class NightRecord(Model):
    """Everything that a night left for people to decide on."""

    document: str
    path: str
    """Of the living document, in the repository."""
    language: Language
    night: dt.date
    base: str
    """Commit that the edits are stated against."""
    branch: str
    """Empty when there was nothing to propose."""
    commits: tuple[str, ...]
    """Of the branch as the night built it, one a step."""
    steps: tuple[ProposalStep, ...]
    outcome: Outcome
    """Without the paths and times of the machine that it was made on."""
    brief: str
    """The brief (E1) as Markdown."""


class Nights:
    """The records of a repository's nights."""

    def __init__(self, repository: Repository, ledger: Ledger) -> None:
        self._repository = repository
        self._ledger = ledger
        self._store = RefStore(repository, REF)

    @classmethod
    def open(cls, repository: Repository, ledger: Ledger | None = None) -> Nights:
        """The records as the ref has them; the ledger tells which record of a night is the one that counts."""
        return cls(repository, ledger or Ledger.open(repository))

    def put(self, record: NightRecord, *, brief: str = "") -> bool:
        """Keep a record; False when it is there already, to the byte.

        `brief` is the content hash by which the ledger knows the brief: it names the record of a night
        without commits. Raises DiskFull, Locked, GitFailed.
        """
        path = _path(record.document, record.night, _key(record.commits, brief))
        data = record.model_dump_json().encode("utf-8", "surrogatepass")
        when = dt.datetime.combine(record.night, dt.time(), dt.UTC)
        subject = f"{record.document} {record.night}"

        def kept(tip: str | None) -> bool | None:
            held = self._store.files(tip).get(path)
            if held is not None and self._store.read([held])[0] == data:
                return False
            made = self._store.write(tip, {path: data}, subject, when, merged=self._kept(record))
            return True if made else None

        return self._store.change(kept)

    def get(self, document: str, night: dt.date) -> NightRecord | None:
        """The record of the run that the ledger names for a night; None where it has none that can be read."""
        done = self._ledger.night(night, document)
        return self.of(done) if done else None

    def of(self, done: NightDone) -> NightRecord | None:
        """The record of one run; None where there is none, or one that a newer Redline wrote."""
        return self.of_each((done,))[0]

    def of_each(self, runs: Sequence[NightDone]) -> tuple[NightRecord | None, ...]:
        """As `of`, for several runs with one look at the ref."""
        if not runs:
            return ()
        files = self._store.files(self._store.tip())
        paths = (_path(done.document, done.night, _key(done.commits, done.brief)) for done in runs)
        blobs = [files.get(path, "") for path in paths]
        there = [blob for blob in blobs if blob]
        records = dict(zip(there, self._records(there), strict=True))
        return tuple(records.get(blob) for blob in blobs)

    def runs(self, document: str, night: dt.date) -> tuple[NightRecord, ...]:
        """Every record of a night that can be read: as it was proposed, and as its branch was built anew."""
        files = self._store.files(self._store.tip())
        prefix = f"{_FOLDER}{folder_of(document)}/{night}/"
        blobs = [blob for path, blob in sorted(files.items()) if path.startswith(prefix)]
        return tuple(record for record in self._records(blobs) if record)

    def list(self, document: str) -> tuple[dt.date, ...]:
        """The nights of a document that have a record, oldest first."""
        prefix = f"{_FOLDER}{folder_of(document)}/"
        files = self._store.files(self._store.tip())
        days = {path.removeprefix(prefix).partition("/")[0] for path in files if path.startswith(prefix)}
        return tuple(sorted(dt.date.fromisoformat(day) for day in days))

    def fetch(self, remote: str) -> bool:
        """Take in a remote's records; False when it has none. Raises BadSettings or GitFailed."""
        theirs = self._store.fetch(remote)
        if theirs is not None:
            self._merge(theirs)
        return theirs is not None

    def push(self, remote: str) -> None:
        """Bring a remote's records and ours to the same state; raises BadSettings or GitFailed."""
        self._store.push(remote, self._merge)

    def _records(self, blobs: Sequence[str]) -> tuple[NightRecord | None, ...]:
        """The records in some blobs, None for one that a newer Redline wrote; a blob never changes, and is read once."""
        missing = [blob for blob in blobs if blob not in _READ.records]
        new = dict(zip(missing, self._store.read(missing), strict=True))
        return tuple(_READ.keep(blob, new[blob]) if blob in new else _READ.records[blob] for blob in blobs)

    def _kept(self, record: NightRecord) -> str | None:
        """The base of a night that was built on another one's branch: as a parent of ours it outlives that branch."""
        known = self._repository.commit_of(record.base) is not None
        outside = known and self._repository.log(f"{self._repository.base_commit}..{record.base}")
        return record.base if outside else None

    def _merge(self, theirs: str) -> None:
        self._store.merge(theirs, self._chosen)

    def _chosen(self, mine: Mapping[str, str], theirs: Mapping[str, str]) -> dict[str, bytes]:
        """Each file once: of two that tell of the same commits the greater bytes, the same in every clone."""
        other = {path: blob for path, blob in theirs.items() if mine.get(path) != blob}
        held = dict(zip(other, self._store.read(other.values()), strict=True))
        both = [path for path in other if path in mine]
        ours = dict(zip(both, self._store.read(mine[path] for path in both), strict=True))
        return {path: max(data, ours.get(path, b"")) for path, data in held.items()}


class _Read:
    """The records that this process has read, by the ids of their blobs: a night asks for the same few many times."""

    def __init__(self) -> None:
        self.records: dict[str, NightRecord | None] = {}
        self._room = _MOST_KEPT

    def keep(self, blob: str, data: bytes) -> NightRecord | None:
        """The record in a blob's bytes; kept as long as there is room for it."""
        try:
            record = NightRecord.model_validate_json(data)
        except ValidationError:
            record = None
        if len(data) <= self._room and blob not in self.records:
            self._room -= len(data)
            self.records[blob] = record
        return record


_READ = _Read()


def _key(commits: tuple[str, ...], brief: str) -> str:
    return (commits[-1] if commits else brief or "none")[:_KEY]


def _path(document: str, night: dt.date, key: str) -> str:
    return f"{_FOLDER}{folder_of(document)}/{night}/{key}.json"
