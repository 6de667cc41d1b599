"""The nights of a call: those that were missed, oldest first, then tonight's; each is logged, and people are told."""

from __future__ import annotations

import datetime as dt
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from agent.app import run_night
from agent.errors import Bug, Locked, NotPublished, RedlineError, UserError
from agent.forge.delivery import fetched
from agent.hooks import Told, tell, told_of
from agent.inbox import list_items, night_window
from agent.ledger import Ledger
from agent.models import Language, SourceItem
from agent.opening import Clock, open_workspace, system_clock
from agent.outcome import Outcome
from agent.rotation import append
from agent.settings import Settings
from agent.state import Progress
from agent.workspace import Repository

LOG = "logs/night.log"
"""Under the state's folder: one JSON line a night."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How one night ended."""

    told: Told
    outcome: Outcome | None = None
    language: Language = "en"
    error: RedlineError | None = None
    """What it failed by; the night itself is done where it is `NotPublished`."""
    notes: tuple[str, ...] = ()
    """What went wrong around it and hurts nothing: a hook, the log."""

    @property
    def hinders_others(self) -> bool:
        """Whether what it failed by is not the night's own, so that the next one would fail by it too."""
        return isinstance(self.error, UserError | Locked)


def nights_of(
    folder: Path, document: str | None, *, base: str | None = None, clock: Clock = system_clock
) -> tuple[dt.date, ...]:
    """The nights to run now for a document, oldest first.

    Those since the last one that was done, `[night] catch_up` of them at most, in whose window something lies
    that no night has read; then tonight's. Before tonight's window has ended, what was missed goes alone: a
    timer that fires late in the morning makes up for the night before and leaves the next one its hour.
    """
    repository, settings = open_workspace(folder, base)
    name = settings.document(document).name
    zone = ZoneInfo(settings.night.timezone)
    now = clock()
    tonight = now.astimezone(zone).date()
    ledger = Ledger.open(repository)
    fetched(repository, settings, ledger)  # what fails in it is told by the night itself
    missed = _missed(repository, settings, ledger, name, tonight)
    early = now < _window_end(settings, tonight)
    return missed if missed and early else (*missed, tonight)


def _missed(
    repository: Repository, settings: Settings, ledger: Ledger, document: str, tonight: dt.date
) -> tuple[dt.date, ...]:
    last = ledger.last_night(document)
    if last is None or not settings.night.catch_up:
        return ()  # before a document's first night there was none to be missed
    since = max(last.night, tonight - dt.timedelta(days=settings.night.catch_up + 1))
    days = [since + dt.timedelta(days=n) for n in range(1, (tonight - since).days)]
    if not days:
        return ()
    unread = _unread(repository, settings, ledger, document, tonight)
    return tuple(day for day in days if _holds_any(settings, day, unread))


def _unread(
    repository: Repository, settings: Settings, ledger: Ledger, document: str, tonight: dt.date
) -> list[SourceItem]:
    """What no night has read for the document, up to tonight's cut."""
    zone = ZoneInfo(settings.night.timezone)
    listing = list_items(
        repository.root,
        settings.sources,
        night_window(tonight, cut=_cut(settings), zone=zone, hours=settings.night.hours),
        zone=zone,
        known=ledger.known_items(document),
        git_date=repository.git_date,
        size_limit=settings.night.item_limit,
    )
    return [entry.item for entry in listing.entries]


def _holds_any(settings: Settings, night: dt.date, items: list[SourceItem]) -> bool:
    zone = ZoneInfo(settings.night.timezone)
    window = night_window(night, cut=_cut(settings), zone=zone, hours=settings.night.hours)
    return any(window.start <= item.date < window.end for item in items)


def _window_end(settings: Settings, night: dt.date) -> dt.datetime:
    return night_window(night, cut=_cut(settings), zone=ZoneInfo(settings.night.timezone)).end


def _cut(settings: Settings) -> dt.time:
    return dt.time.fromisoformat(settings.night.cut)


def run_one(
    folder: Path,
    night: dt.date,
    *,
    document: str | None,
    base: str | None = None,
    record: Path | None = None,
    replay: Path | None = None,
    progress: Progress,
    clock: Clock = system_clock,
    environment: Mapping[str, str] = os.environ,
) -> Ended:
    """Run one night, log how it ended and call the hooks. A failure that has a sentence is returned, not raised."""
    repository, settings = open_workspace(folder, base)
    name = settings.document(document).name
    try:
        outcome, language = run_night(
            folder,
            date=night,
            document=name,
            base=base,
            record=record,
            replay=replay,
            progress=progress,
            clock=clock,
        )
    except RedlineError as error:
        ended = Ended(_failed(name, night, str(error), error.exit_code), error=error)
        return _announced(ended, repository, settings, clock, environment)
    except Exception as error:  # whatever it is: log and hooks are told, and it is raised again
        told = _failed(name, night, f"a fault of Redline's own ({type(error).__name__})", Bug.exit_code)
        _announced(Ended(told), repository, settings, clock, environment)
        raise
    ended = Ended(told_of(outcome), outcome, language, _not_published(outcome))
    return _announced(ended, repository, settings, clock, environment)


def _failed(document: str, night: dt.date, why: str, code: int) -> Told:
    return Told(
        event="failed",
        document=document,
        night=night,
        summary=f"{document} {night}: FAILED ({code}): {' '.join(why.split())}",
        exit_code=code,
        error=why,
    )


def _not_published(outcome: Outcome) -> NotPublished | None:
    if not outcome.unpublished:
        return None
    return NotPublished(
        f"The night is done, but not published: {outcome.unpublished}",
        hint="The branch, the text and the report are here; the same command again publishes them.",
    )


def _announced(
    ended: Ended, repository: Repository, settings: Settings, clock: Clock, environment: Mapping[str, str]
) -> Ended:
    """The same, logged and told; a night that had been done before is no news for people."""
    notes: list[str] = []
    if ended.told.event == "failed" or not ended.told.unchanged:
        notes += tell(settings.hooks, ended.told, folder=repository.root, environment=environment)
    line = ended.told.model_dump(mode="json") | {"when": clock().isoformat(), "notes": notes}
    notes += _logged(repository, line)
    return Ended(ended.told, ended.outcome, ended.language, ended.error, tuple(notes))


def _logged(repository: Repository, line: Mapping[str, object]) -> tuple[str, ...]:
    try:
        append(repository.state_dir / LOG, json.dumps(line, ensure_ascii=False))
    except OSError as error:
        return (f"The night's log cannot be written: {error.strerror}.",)
    return ()
