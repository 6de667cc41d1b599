"""What the tools do: the same library and the same checks as `redline ask`; nothing is ever changed."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from agent.ask import Answer, Filters, Kind
from agent.ask.context import passage
from agent.ask.kept import KeptAsker
from agent.ask.search import found_for
from agent.ask.spellings import spelled
from agent.ask.understand import understand
from agent.errors import BadInput
from agent.ledger import Ledger
from agent.mcp.model import (
    FoundPassage,
    OpenDoubt,
    OpenList,
    OpenProposal,
    PassageText,
    SearchResult,
    WatchedCaveat,
)
from agent.nights import Nights
from agent.opening import Clock, open_workspace
from agent.orders import without_orders
from agent.since import Since, since
from agent.tracing import Trace, trace

MOST_FOUND = 20
"""Passages of one search."""
MOST_LINES = 200
"""Lines that are read at once."""
_LONGEST_TEXT = 20_000
_LONGEST_QUESTION = 2_000
_LISTED = 200


class Tools:
    """The tools over the workspace around a folder."""

    def __init__(self, folder: Path, clock: Clock, kept: KeptAsker | None = None) -> None:
        self._folder = folder
        self._clock = clock
        self._kept = kept or KeptAsker(lambda: open_workspace(folder))
        self._turn = threading.Lock()

    def close(self) -> None:
        """Let go of every file."""
        self._kept.close()

    def search_sources(self, query: str, filters: Filters, limit: int) -> SearchResult:
        """Passages that hold the words of a query, in either language, best first."""
        _bounded(query)
        library = self._kept.get().library
        with library.lock:
            today = self._clock().date()
            question = understand(query, contributors=library.contributors(), filters=filters, asked_on=today)
            question = spelled(question, library.spellings)
            found = found_for(question, library) if question.terms else []
            return SearchResult(
                passages=tuple(
                    FoundPassage(
                        citation=one.view.passage.citation(),
                        answers=one.answers,
                        missing=tuple(dict.fromkeys(term.text for term in one.missing)),
                    )
                    for one in found
                    if without_orders(one.view.passage.text).strip()
                )[: max(1, min(limit, MOST_FOUND))],
                unread=tuple(one.source.path for one in library.unread[:_LISTED]),
            )

    def read_passage(self, path: str, start_line: int, end_line: int, context: int) -> PassageText:
        """Lines of a source or a document; nothing else of the disk."""
        if start_line < 1 or (end_line and end_line < start_line):
            raise BadInput("Lines count from 1, and the last one is not before the first.")
        last = min(end_line or start_line, start_line + MOST_LINES - 1)
        found = passage(self._kept.get().library, path, start_line, last, around=max(0, min(context, 20)))
        if found is None:
            raise BadInput(
                f"{path[:200]!r} is no source of this workspace.", "Take a path from search_sources."
            )
        if start_line > found.last_line:
            raise BadInput(f"{path} has {found.last_line} lines.")
        text = "\n".join(f"{line.before}{line.marked}{line.after}" for line in found.lines)
        return PassageText(excerpt=found, text=text[:_LONGEST_TEXT])

    def ask(self, question: str, filters: Filters, conversation: str) -> Answer:
        """An answer of which every sentence is proved by what it cites, or a refusal with what comes nearest."""
        _bounded(question)
        name = f"mcp-{conversation[:100]}" if conversation else ""
        with self._turn:
            answer = self._kept.get().ask(
                question, filters=filters, conversation=name, asked_on=self._clock().date()
            )
        bare = answer.question.model_copy(update={"terms": ()})  # hundreds of words that no client needs
        return answer.model_copy(update={"question": bare})

    def trace(self, text: str, document: str) -> Trace:
        """Where a statement of a living document comes from."""
        repository, settings = open_workspace(self._folder)
        library = self._kept.get().library
        return trace(repository, settings, text, document=document or None, library=library)

    def since(self, day: dt.date, document: str) -> tuple[Since, ...]:
        """What the documents say otherwise since a day."""
        repository, settings = open_workspace(self._folder)
        chosen = [settings.document(document)] if document else list(settings.documents)
        today = self._clock().date() + dt.timedelta(days=1)
        return tuple(since(repository, settings, one, day, today=today) for one in chosen)

    def list_open(self, document: str) -> OpenList:
        """Proposals without a decision, doubts of the last night, caveats on the watch list."""
        repository, settings = open_workspace(self._folder)
        names = [settings.document(document).name] if document else [one.name for one in settings.documents]
        ledger = Ledger.open(repository)
        nights = Nights.open(repository, ledger)
        return OpenList(
            proposals=tuple(one for name in names for one in _proposals(ledger, name))[:_LISTED],
            doubts=tuple(one for name in names for one in _doubts(ledger, nights, name))[:_LISTED],
            watches=tuple(one for name in names for one in _watches(ledger, name))[:_LISTED],
        )


def filters_of(
    contributors: Sequence[str],
    since: dt.date | None,
    until: dt.date | None,
    kinds: Sequence[Kind],
    sections: Sequence[str],
) -> Filters:
    """Filters from what a tool was given."""
    return Filters(
        contributors=tuple(contributors[:50]),
        since=since,
        until=until,
        kinds=tuple(kinds),
        sections=tuple(sections[:50]),
    )


def _bounded(text: str) -> None:
    if not text.strip():
        raise BadInput("There is nothing asked.")
    if len(text) > _LONGEST_QUESTION:
        raise BadInput(f"A question has {_LONGEST_QUESTION} characters at most.")


def _proposals(ledger: Ledger, name: str) -> Iterator[OpenProposal]:
    for one in ledger.open_proposals(name):
        yield OpenProposal(
            document=name, night=one.night, title=one.title, section=one.section, branch=one.branch
        )


def _doubts(ledger: Ledger, nights: Nights, name: str) -> Iterator[OpenDoubt]:
    last = ledger.last_night(name)
    record = nights.of(last) if last else None
    for doubt in record.outcome.doubts if record else ():
        assert record is not None, "only where there is one"
        yield OpenDoubt(document=name, night=record.night, doubt=doubt)


def _watches(ledger: Ledger, name: str) -> Iterator[WatchedCaveat]:
    titles = {one.increment: one.title for one in ledger.proposals(name)}
    for one in ledger.watching(name):
        title = titles.get(one.increment, one.increment)
        yield WatchedCaveat(document=name, night=one.night, title=title, caveat=one.caveat)
