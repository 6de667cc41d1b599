"""Which night brought a line: by the commit that it stands from, else by its words in the records of the nights."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.evidence import supports
from agent.ledger import Decided, Ledger
from agent.nights import NightRecord, Nights
from agent.outcome import ClaimOutcome, IncrementOutcome
from agent.tracing.lines import Statement, key_of, likeness, quotes_before
from agent.tracing.model import Brought, CommitNamed, Judged, Source
from agent.workspace import OUR_TRAILERS, Commit, Repository, brought_in_by, holds
from agent.workspace.history import commits_naming

_TOLD = re.compile(rf"^[ \t]{{0,8}}{OUR_TRAILERS}Increment:[ \t]{{0,8}}(\S{{1,200}})[ \t]*$", re.MULTILINE)
"""A trailer of ours wherever it stands: a squashed message carries several."""
_REWORDED = 0.6
"""Likeness from which a line counts as another one in other words (difflib's own measure of close)."""
_SHORT = 6
"""Signs of a line below which its words alone tell nothing."""
_MOST_SOURCES = 6


@dataclass(frozen=True)
class Told:
    """An increment of a night, and the line of it that was found."""

    record: NightRecord
    increment: IncrementOutcome
    line: str
    reworded: bool


class Records:
    """The records of a document's nights, each read once, oldest first."""

    def __init__(self, repository: Repository, ledger: Ledger, document: str) -> None:
        nights = Nights.open(repository, ledger)
        read = (nights.of(done) for done in ledger.nights(document))
        self.all: tuple[NightRecord, ...] = tuple(record for record in read if record is not None)

    def increments(self) -> Iterator[tuple[NightRecord, IncrementOutcome]]:
        """Every increment that was put on a branch, the latest night first."""
        for record in reversed(self.all):
            for one in record.outcome.increments:
                if one.commit:
                    yield record, one


def origin_of(
    statement: Statement, commit: Commit | None, records: Records, repository: Repository
) -> Told | None:
    """The night that brought a statement; None where none did, as far as this clone knows."""
    named = frozenset(_TOLD.findall(commit.message)) if commit else frozenset()
    if commit:
        named |= {value for key, value in commit.trailers if key == f"{OUR_TRAILERS}Increment"}
    mine = [pair for pair in records.increments() if pair[1].id in named]
    night = _night(commit)
    mine.sort(key=lambda pair: pair[0].night != night)
    found = _same(statement, mine) or _alike(statement, mine)
    if found:
        return found
    others = [pair for pair in records.increments() if not _was_there(pair[0], commit, repository)]
    return _same(statement, others) or _alike(statement, others)


def _was_there(record: NightRecord, commit: Commit | None, repository: Repository) -> bool:
    """Whether the line stood in the document before the night began."""
    return commit is not None and holds(repository, record.base, commit.id)


def _night(commit: Commit | None) -> dt.date | None:
    told = dict(commit.trailers).get(f"{OUR_TRAILERS}Night", "") if commit else ""
    try:
        return dt.date.fromisoformat(told)
    except ValueError:
        return None


def _own(one: IncrementOutcome) -> Iterator[str]:
    """The lines that an increment says itself; what it quotes of the document as it was is not its own."""
    return (line for line in one.added if not quotes_before(line))


def _same(statement: Statement, among: Sequence[tuple[NightRecord, IncrementOutcome]]) -> Told | None:
    if len(statement.key) < _SHORT:
        return None
    for record, one in among:
        for line in _own(one):
            key = key_of(line)
            if statement.key in key or (len(key) >= 2 * _SHORT and key in statement.key):
                return Told(record, one, line, reworded=False)
    return None


def _alike(statement: Statement, among: Sequence[tuple[NightRecord, IncrementOutcome]]) -> Told | None:
    best: Told | None = None
    most = _REWORDED
    for record, one in among:
        for line in _own(one):
            like = likeness(line.strip(" |-*"), statement.text)
            if like > most:
                best, most = Told(record, one, line, reworded=True), like
    return best


def brought_of(
    told: Told, statement: Statement, commit: Commit | None, ledger: Ledger, repository: Repository
) -> Brought:
    """All that is known of the night that brought a statement."""
    record, one = told.record, told.increment
    kept = [claim for claim in one.claims if claim.kept != "refused"]
    mine = _claims_of(kept, told.line, statement)
    step = next((step for step in record.steps if step.increment == one.id), None)
    trailers = dict(step.trailers) if step else {}
    own = _commit_of(one.id, repository) if told.reworded else commit
    merged = _way_in(repository, own) if own else None
    sources = _sources(mine or kept)
    if told.reworded:
        sources = tuple(_held(statement, source) for source in sources)
    return Brought(
        night=record.night,
        increment=one.id,
        title=one.title,
        relation=one.relation,
        writer=one.writer,
        credibility=trailers.get(f"{OUR_TRAILERS}Credibility", ""),
        reworded=told.reworded,
        proposed=told.line.strip(),
        sources=sources,
        of_line=bool(mine),
        places=one.sources,
        judged=judged(ledger, record, one),
        merged=named(merged) if merged else None,
    )


def by_trailers(
    commit: Commit | None, ledger: Ledger, document: str, repository: Repository
) -> Brought | None:
    """What a commit of ours tells by itself, where the night's record is not in this clone."""
    night = _night(commit)
    if commit is None or night is None:
        return None
    trailers = dict(commit.trailers)
    increment = trailers.get(f"{OUR_TRAILERS}Increment", "")
    decided = [one for one in ledger.decisions(document, increment=increment) if one.concerns(night)]
    return Brought(
        night=night,
        increment=increment,
        title=commit.subject,
        relation=None,
        writer=trailers.get(f"{OUR_TRAILERS}Writer", ""),
        credibility=trailers.get(f"{OUR_TRAILERS}Credibility", ""),
        reworded=False,
        proposed="",
        sources=(),
        of_line=False,
        places=tuple(value for key, value in commit.trailers if key == f"{OUR_TRAILERS}Source"),
        judged=_judged(decided[-1]) if decided else None,
        merged=named(_way_in(repository, commit)),
    )


def _commit_of(increment: str, repository: Repository) -> Commit | None:
    """The commit by which an increment came in, whoever has changed its lines since."""
    found = commits_naming(repository, f"{OUR_TRAILERS}Increment: {increment}")
    return repository.log(f"{found[-1]}^!")[0] if found else None


def merged_by(night: dt.date, increment: str, repository: Repository) -> Commit | None:
    """The commit of the base branch by which a night's increment came in; None where it did not."""
    tip = repository.base_commit
    for found in reversed(commits_naming(repository, f"{OUR_TRAILERS}Increment: {increment}", tip)):
        commit = repository.log(f"{found}^!")[0]
        if increment in _TOLD.findall(commit.message) and f"{OUR_TRAILERS}Night: {night}" in commit.message:
            return brought_in_by(repository, commit.id, tip)
    return None


def _held(statement: Statement, source: Source) -> Source:
    """A source with what it proves of the words as they stand now."""
    verdict = supports(statement.text, source.quote)
    return source.model_copy(update={"status": verdict.status})


def _way_in(repository: Repository, commit: Commit) -> Commit:
    """The merge by which a commit came into what is checked out, or the commit itself."""
    return brought_in_by(repository, commit.id, repository.commit_of("HEAD") or repository.base_commit)


def judged(ledger: Ledger, record: NightRecord, one: IncrementOutcome) -> Judged | None:
    """What a person decided on a night's increment, or on a later proposal of the same."""
    found = [
        event
        for event in ledger.decisions(record.document, increment=one.id)
        if event.concerns(record.night)
        and not (event.claims and event.night == record.night and event.claims != one.fingerprint())
    ]
    return _judged(found[-1]) if found and found[-1].decision != "undecided" else None


def _judged(event: Decided) -> Judged:
    return Judged(decision=event.decision, who=event.who, date=event.when.date(), reason=event.reason)


def named(commit: Commit) -> CommitNamed:
    """A commit by what people know it by."""
    return CommitNamed(id=commit.id, subject=commit.subject, who=commit.author.name, date=commit.date.date())


def _claims_of(kept: Sequence[ClaimOutcome], line: str, statement: Statement) -> list[ClaimOutcome]:
    """The claims that stand in a statement, else in its line."""
    key = key_of(line)
    mine = [claim for claim in kept if key_of(claim.text) in statement.key]
    return mine or [
        claim for claim in kept if (words := key_of(claim.text)) and (words in key or key in words)
    ]


def _sources(claims: Sequence[ClaimOutcome]) -> tuple[Source, ...]:
    """The quotations behind claims."""
    found = (
        Source(
            path=one.span.path,
            start_line=one.span.line,
            end_line=one.span.end_line,
            element=one.span.element or "",
            contributor=one.contributor,
            date=one.date,
            distance=one.distance,
            origin=one.origin,
            quote=_quote(claim, one.id, one.quote),
            status=claim.verdict.status,
        )
        for claim in claims
        for one in claim.evidence
    )
    return tuple(dict.fromkeys(found))[:_MOST_SOURCES]


def _quote(claim: ClaimOutcome, evidence: str, whole: str) -> str:
    """The words that prove a claim; the whole quotation where no part of it does alone."""
    parts = [fact.quote for fact in claim.verdict.facts if fact.evidence == evidence and fact.quote]
    return "\n".join(dict.fromkeys(parts)) or whole
