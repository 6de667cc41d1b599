"""What the pages look at: nights and their reviews, opened anew for every request."""

from __future__ import annotations

import datetime as dt
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from agent.briefs import read_brief
from agent.errors import BadBrief, NotReviewable
from agent.ledger import Ledger, NightDone
from agent.models import Brief, Language
from agent.nights import NightRecord, Nights
from agent.opening import Clock, open_workspace, system_clock
from agent.report import Given, Night, view_of
from agent.review import Card, Review, open_review
from agent.settings import Settings
from agent.store import Store
from agent.workspace import Repository, identity

_VIEWS = 16
"""Nights whose pages are kept worked out; what people decide is laid over them."""


@dataclass(frozen=True, slots=True)
class NightRow:
    """One night of the list."""

    document: str
    night: dt.date
    proposed: int
    open: int
    proved: int
    doubtful: int
    state: str
    """`open`, `decided`, `nothing` or `unknown` (its record is not here)."""


@dataclass(frozen=True)
class Opened:
    """One night under review, as it is now."""

    review: Review
    night: Night
    cards: dict[str, Card]

    @property
    def language(self) -> Language:
        """The document's language."""
        return self.review.record.language

    @property
    def url(self) -> str:
        """Where its page is."""
        record = self.review.record
        return f"/nights/{quote(record.document, safe='')}/{record.night}"

    @property
    def decided(self) -> int:
        """How many cards are decided."""
        return sum(card.decision is not None for card in self.cards.values())


@dataclass
class Desk:
    """The workspace around a folder, seen by many people at once."""

    folder: Path
    document: str | None = None
    """The only document that is shown; None: all of them."""
    clock: Clock = system_clock
    _views: OrderedDict[tuple[object, ...], Night] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def workspace(self) -> tuple[Repository, Settings]:
        """The repository and its settings as they are now."""
        return open_workspace(self.folder)

    def names(self, settings: Settings) -> tuple[str, ...]:
        """The documents that are shown; raises NoDocument for a name that is none."""
        if self.document is not None:
            return (settings.document(self.document).name,)
        return tuple(one.name for one in settings.documents)

    def language(self) -> Language:
        """The language of pages that are of no one night: that of the latest night."""
        repository, settings = self.workspace()
        for name in self.names(settings):
            told = settings.document(name).language
            if told != "auto":
                return told
            ledger = Ledger.open(repository)
            last = ledger.last_night(name)
            record = Nights.open(repository, ledger).of(last) if last else None
            if record:
                return record.language
        return "en"

    def nights(self) -> tuple[NightRow, ...]:
        """All nights, the latest first."""
        repository, settings = self.workspace()
        ledger = Ledger.open(repository)
        records = Nights.open(repository, ledger)
        rows: list[NightRow] = []
        for name in self.names(settings):
            kept = set(records.list(name))
            waiting = [proposal.night for proposal in ledger.open_proposals(name)]
            rows += [
                _row(done, done.night in kept, waiting.count(done.night)) for done in ledger.nights(name)
            ]
        return tuple(sorted(rows, key=lambda row: (row.night, row.document), reverse=True))

    def open(self, document: str, night: dt.date) -> Opened:
        """A night with what was decided so far; raises NotReviewable, NoDocument."""
        repository, settings = self.workspace()
        if document not in self.names(settings):
            raise NotReviewable(f"“{document}” is not shown here.")
        ledger = Ledger.open(repository)
        review = open_review(repository, settings, document, night, ledger=ledger)
        cards = {card.increment.id: card for card in review.cards}
        view = self._view(repository, ledger, review.record)
        given = {name: _given(card) for name, card in cards.items() if card.decision is not None}
        return Opened(review, view.with_decisions(given), cards)

    def user(self) -> tuple[str, str]:
        """Name and address of git's user here; empty where nobody has told git."""
        person = self.workspace()[0].person()
        return (person.name, person.email) if person else ("", "")

    def _view(self, repository: Repository, ledger: Ledger, record: NightRecord) -> Night:
        history = ledger.nights(record.document)
        later = tuple(one.superseded_by for one in record.outcome.increments)
        key = (record.document, record.night, record.commits[-1], len(history), later)
        with self._lock:
            held = self._views.get(key)
        if held is not None:
            return held
        before = repository.read(record.path, record.base)
        if before is None:
            raise NotReviewable(
                f"The commit {record.base[:12]} that the night of {record.night} began from is not in this clone.",
                "Fetch it: git fetch",
            )
        made = view_of(
            record,
            before,
            brief=_brief(record),
            history=history,
            texts=Store(repository.state_dir / "store").get_text,
        )
        with self._lock:
            self._views[key] = made
            while len(self._views) > _VIEWS:
                self._views.popitem(last=False)
        return made


def _row(done: NightDone, kept: bool, waiting: int) -> NightRow:
    counts = dict(done.counts)
    state = "nothing" if not done.commits else "unknown" if not kept else "open" if waiting else "decided"
    return NightRow(
        document=done.document,
        night=done.night,
        proposed=len(done.commits),
        open=waiting,
        proved=counts.get("proved", 0),
        doubtful=counts.get("doubtful", 0),
        state=state,
    )


def _given(card: Card) -> Given:
    assert card.decision is not None, "only what was decided"
    return Given(card.decision, identity(card.who).name, card.reason, card.edited or "", card.text)


def _brief(record: NightRecord) -> Brief | None:
    """The brief of a record; None where it says nothing that can be read again."""
    try:
        return read_brief(record.brief)
    except BadBrief:
        return None
