"""What the ledger records: events that never change, one JSON line each."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from agent.models import Caveat, Evidence, Model, Relation

Decision = Literal["accepted", "refused", "edited", "undecided"]
"""`undecided` takes back what was decided before."""
Via = Literal["review", "web", "forge", "git"]
"""Where a decision was given, or learnt: in the terminal, in the browser, on a forge, from commits."""


class _Event(Model):
    document: str
    """Name of the living document: each document reads the inbox for itself."""

    @property
    def line(self) -> str:
        """The event as canonical JSON: the same event is the same line wherever it is written."""
        return json.dumps(
            self.model_dump(mode="json"), ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )

    @property
    def id(self) -> str:
        """Short hash of the content; two events with one id are one event."""
        return line_id(self.line)


class _NightEvent(_Event):
    night: dt.date

    @property
    def day(self) -> dt.date:
        """The day under which the event is kept."""
        return self.night


class ItemRead(_NightEvent):
    """An item was read for a document in a night; another hash is another version of it."""

    kind: Literal["item-read"] = "item-read"
    path: str
    item: str
    """Content hash of the item's bytes."""


class ItemUnread(_NightEvent):
    """An item could not be read, and why: it is not told again until it changes."""

    kind: Literal["item-unread"] = "item-unread"
    path: str
    item: str
    """Content hash; empty where the file was not opened."""
    reason: str
    reader: int
    """Version of the readers that could not; later ones try again."""


class Proposed(_NightEvent):
    """An increment was put on a branch for a person to decide on."""

    kind: Literal["proposed"] = "proposed"
    increment: str
    claims: str
    """Fingerprint of the claims and their evidence: when it differs, something new has come."""
    relation: Relation
    section: str
    branch: str
    commit: str
    title: str = ""


class Decided(_Event):
    """A person accepted, refused or edited an increment, or took that back."""

    kind: Literal["decided"] = "decided"
    increment: str
    decision: Decision
    reason: str
    who: str
    when: AwareDatetime
    night: dt.date | None = None
    """The night whose proposal was decided on; None in events of before this was told."""
    claims: str = ""
    """Fingerprint of the claims and evidence that were decided on, as in `Proposed`."""
    seen: str = ""
    """Short hash of the words that were decided on; empty where it was learnt from git or a forge."""
    commit: str = ""
    """The commit that was decided on."""
    via: Via = "review"
    text: str = ""
    """The person's wording, where the decision is `edited`."""

    @property
    def day(self) -> dt.date:
        """The day under which the event is kept."""
        return self.when.date()

    def concerns(self, night: dt.date) -> bool:
        """Whether it was given on the proposal of a night, or on a later one of the same increment."""
        return (self.night or self.day) >= night

    def is_on(self, proposal: Proposed) -> bool:
        """Whether it decides on a proposal: not where its night was done again with other claims or evidence."""
        other = bool(self.claims) and self.night == proposal.night and self.claims != proposal.claims
        return self.concerns(proposal.night) and not other


class Watched(_NightEvent):
    """A caveat was put on the watch list; its id names it there."""

    kind: Literal["watched"] = "watched"
    increment: str
    caveat: Caveat


class Settled(_NightEvent):
    """Evidence settled a caveat of the watch list."""

    kind: Literal["settled"] = "settled"
    watch: str
    """Id of the `Watched` event."""
    how: str


class Sighted(_NightEvent):
    """A source said something about a caveat of the watch list; proposed or not, later nights know of it."""

    kind: Literal["sighted"] = "sighted"
    watch: str
    """Id of the `Watched` event."""
    effect: Literal["settles", "hardens"]
    evidence: Evidence


class Reminded(_NightEvent):
    """The day of a caveat had come and people were told to look again: told once for each day."""

    kind: Literal["reminded"] = "reminded"
    watch: str
    due: dt.date


class Answered(_NightEvent):
    """A contributor answered a question, in its file or in a note that names it."""

    kind: Literal["answered"] = "answered"
    increment: str
    """Id of the question, as it was proposed."""
    path: str
    item: str
    """Content hash of the answer's bytes."""


class Advised(_NightEvent):
    """A person said something on an increment that decides nothing: the writer heeds it where it drafts it again."""

    kind: Literal["advised"] = "advised"
    increment: str
    text: str
    who: str
    when: AwareDatetime


class NightDone(_NightEvent):
    """A night ran to its end for a document."""

    kind: Literal["night-done"] = "night-done"
    base: str
    """Id of the commit that the branch leaves from."""
    branch: str
    """Empty when there was nothing to propose."""
    commits: tuple[str, ...]
    landed: tuple[str, ...] = ()
    """Commits of the branch as it was before it followed the base, which the base has taken in."""
    counts: tuple[tuple[str, int], ...] = ()
    brief: str = ""
    """Content hash of the brief."""
    when: AwareDatetime
    """When the run ended; of two runs of a night the later one counts."""

    def same_outcome(self, other: NightDone) -> bool:
        """Whether two runs of a night differ in nothing but the time at which they ended."""
        return self == other.model_copy(update={"when": self.when})


Event = (
    ItemRead
    | ItemUnread
    | Proposed
    | Decided
    | Watched
    | Settled
    | Sighted
    | Reminded
    | Answered
    | Advised
    | NightDone
)
_READER: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def line_id(line: str) -> str:
    """Id of an event by its line: 20 hexadecimal digits of SHA-256."""
    return hashlib.sha256(line.encode()).hexdigest()[:20]


def read_line(line: str) -> Event | None:
    """The event of a line; None for one that is damaged or of a kind not known here."""
    try:
        return _READER.validate_json(line)
    except ValidationError:
        return None
