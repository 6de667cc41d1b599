"""Where a statement of a living document comes from: night, sources, acceptance, caveats, and what came after."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from agent.ask import Library
from agent.document import parse
from agent.errors import BadInput, NoDocument
from agent.language import language_of
from agent.ledger import Ledger
from agent.models import Caveat, Quote
from agent.settings import DocumentSettings, Settings
from agent.tracing.lines import (
    Statement,
    at_lines,
    line_asked,
    nearest,
    quoted_before,
    quotes_before,
    saying,
    statements_of,
)
from agent.tracing.model import Brought, CaveatNow, Near, Place, Trace
from agent.tracing.origin import Records, brought_of, by_trailers, named, origin_of
from agent.tracing.since import passages_about, proposals_about, seen_of_caveats, told_since
from agent.workspace import Commit, Repository
from agent.workspace.history import first_saying, line_commits

_LONGEST = 4_000
"""Characters of an argument that are looked for."""


def trace(
    repository: Repository,
    settings: Settings,
    text: str,
    *,
    document: str | None = None,
    ledger: Ledger | None = None,
    library: Library | None = None,
) -> Trace:
    """What is known of a sentence, a figure or a line (`L12`, `path:12`) of a living document.

    Lines are those of the checkout. With a library also what later notes say of it, and of what no night brought
    the nearest evidence. Raises BadInput for an empty argument or a line that is not there, NoDocument.
    """
    asked = text.strip()[:_LONGEST]
    if not asked:
        raise BadInput("There is nothing to trace.", "Give a sentence, a figure, or a line such as L12.")
    chosen = [settings.document(document)] if document else list(settings.documents)
    read = [(one, *_read(repository, one)) for one in chosen]
    if not read:
        raise NoDocument("redline.toml names no document.", "Add one under [[documents]].")
    for entry, data, statements in read:
        found = _found(entry, data, statements, asked, alone=len(read) == 1)
        if found:
            desk = _Desk(repository, ledger or Ledger.open(repository), library, entry)
            return desk.traced(asked, data, found)
    language = language_of(asked) or read[0][0].language_in(read[0][1])
    everything = [(entry, one) for entry, _, statements in read for one in statements]
    near = nearest([one for _, one in everything], asked)
    path_of = {id(one): entry.path for entry, one in everything}
    return Trace(
        asked=asked,
        language=language,
        alike=tuple(Quote(quote=one.text, line=one.line, path=path_of[id(one)]) for one in near),
    )


def _read(repository: Repository, entry: DocumentSettings) -> tuple[bytes, tuple[Statement, ...]]:
    data = repository.read_working(entry.path) or b""
    return data, statements_of(parse(data))


def _found(
    entry: DocumentSettings, data: bytes, statements: Sequence[Statement], asked: str, *, alone: bool
) -> tuple[Statement, ...]:
    """The statements that are meant, the first one first."""
    line = line_asked(asked)
    if line and (line.path in (entry.path, entry.name) or (not line.path and alone)):
        found = at_lines(statements, line.line, line.end_line)
        if not found:
            count = data.count(b"\n") + (not data.endswith(b"\n"))
            raise BadInput(f"Line {line.line} of {entry.path} says nothing; the file has {count} lines.")
        return found
    if line and not line.path:
        raise BadInput(
            f"{asked} is a line of which document?", "Name it: --doc NAME, or write it as path:LINE."
        )
    return saying(statements, asked)


class _Desk:
    """What one statement is traced with."""

    def __init__(
        self, repository: Repository, ledger: Ledger, library: Library | None, entry: DocumentSettings
    ) -> None:
        self._repository = repository
        self._ledger = ledger
        self._library = library
        self._entry = entry

    def traced(self, asked: str, data: bytes, found: Sequence[Statement]) -> Trace:
        """Everything about the first statement that was found; the others are named."""
        statement = found[0]
        entry, ledger = self._entry, self._ledger
        commits = self._commits(data, statement)
        commit = commits[0] if commits else None
        first = commit
        if commit and quotes_before(statement.lead):
            # The night only quotes these words: they come from whoever wrote them first.
            first = self._first(data, statement)
            commit = first or commit
        records = Records(self._repository, ledger, entry.name)
        told = origin_of(statement, commit, records, self._repository)
        brought = (
            brought_of(told, statement, commit, ledger, self._repository)
            if told
            else by_trailers(first, ledger, entry.name, self._repository)
        )
        later = list(
            proposals_about(
                statement,
                records,
                ledger,
                self._repository,
                after=brought.night if brought else None,
                but=brought.increment if brought else "",
            )
        )
        near: tuple[Near, ...] = ()
        language = entry.language_in(data)
        if self._library and brought:
            after = brought.night + dt.timedelta(days=1)
            later += told_since(
                passages_about(statement, self._library, language, after=after, known=brought.sources)
            )
        elif self._library:
            near = passages_about(statement, self._library, language, after=None)
        return Trace(
            asked=asked,
            language=language,
            place=Place(
                document=entry.name,
                path=entry.path,
                line=statement.line,
                end_line=statement.end_line,
                text=statement.text,
                section=statement.section,
                elsewhere=tuple(dict.fromkeys(one.line for one in found[1:] if one.line != statement.line)),
            ),
            commit=named(commit) if commit else None,
            brought=brought,
            caveats=self._caveats(brought, told.increment.caveats if told else ()),
            later=tuple(sorted(later, key=lambda one: one.date)),
            nearest=near,
        )

    def _commits(self, data: bytes, statement: Statement) -> list[Commit]:
        if self._repository.read(self._entry.path, "HEAD") is None:
            return []  # not committed yet
        lines = (statement.line, statement.end_line)
        found = line_commits(self._repository, self._entry.path, data, lines=lines)
        return [self._repository.log(f"{one}^!")[0] for one in dict.fromkeys(found.values())]

    def _first(self, data: bytes, statement: Statement) -> Commit | None:
        """The commit that first had the words which a line quotes; None where they were written otherwise."""
        line = data.decode("utf-8", "replace").split("\n")[statement.line - 1]
        words = quoted_before(line.rstrip())
        found = first_saying(self._repository, self._entry.path, words) if words else None
        return self._repository.log(f"{found}^!")[0] if found else None

    def _caveats(self, brought: Brought | None, own: Sequence[Caveat]) -> tuple[CaveatNow, ...]:
        """The caveats of the increment, and those of the watch list; each with what settled it."""
        if brought is None:
            return ()
        name = self._entry.name
        settled = {
            (one.increment, one.caveat.kind, one.caveat.wording): how.how
            for one, how in self._ledger.settlements(name)
        }
        watched = [
            one
            for one in (*self._ledger.watching(name), *self._ledger.settled(name))
            if one.increment == brought.increment
        ]
        by_words = {(one.kind, one.wording): one for one in (*own, *(event.caveat for event in watched))}
        ids = {event.id: (event.caveat.kind, event.caveat.wording) for event in watched}
        seen = seen_of_caveats(self._ledger, name, ids)
        return tuple(
            CaveatNow(
                caveat=one,
                seen=seen.get(words, ()),
                settled=settled.get((brought.increment, *words), ""),
            )
            for words, one in by_words.items()
        )
