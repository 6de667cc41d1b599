"""`redline status`: where things stand, without loading what a night needs."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from agent.contributors import ContributorRecord, contributors
from agent.language import counted
from agent.learning import learn_here
from agent.ledger import Decision, Ledger
from agent.ledger.words import DECISION_WORDS
from agent.models import Language, Model
from agent.nights import Nights
from agent.opening import Clock, open_workspace, system_clock
from agent.settings import DocumentSettings
from agent.superseding import as_it_stands
from agent.watching.listing import WatchRow, rows
from agent.workspace import Repository, identity, is_merged, landed, was_removed


@dataclass(frozen=True, slots=True)
class _Words:
    head: str
    last: str
    none: str
    branch: str
    open: str
    decisions: Mapping[Decision, str]
    superseded: str
    decided: str
    waits: str
    beginning: str
    due: str
    decide: str
    record: str
    weighs: Mapping[int, str]
    comma: str
    colon: str


_WORDS: dict[Language, _Words] = {
    "zh": _Words(
        head="{document}（{path}）：{last}，观察中的待核实 {watched} 处",
        last="最近一夜 {night}",
        none="尚无一夜",
        branch="  分支 {branch}：{told}",
        open="未决定 {n}",
        decisions=DECISION_WORDS["zh"],
        superseded="    请勿合并，已被 {by} 那一夜取代：{title}",
        decided="  {decision}：{night} {title}（{who}{reason}）",
        waits="  等人决定：{night} {title} → {section}",
        beginning="文档开头",
        due="  该再看了（{since} 起）：{wording}（{title}，{path}:{line}）",
        decide="  决定：redline review {night} --doc {document}",
        record="  {document}，{record}；属实 {right} 项，更正 {corrected} 项；{weighs}",
        weighs={1: "可信度加一星", 0: "不影响可信度", -1: "可信度减一星"},
        comma="，",
        colon="：",
    ),
    "en": _Words(
        head="{document} ({path}): {last}, {watched} watched",
        last="last night {night}",
        none="no night yet",
        branch="  branch {branch}: {told}",
        open="{n} open",
        decisions=DECISION_WORDS["en"],
        superseded="    do not merge, superseded by the night of {by}: {title}",
        decided="  {decision}: {night} {title} ({who}{reason})",
        waits="  waits for a person: {night} {title} → {section}",
        beginning="beginning of the document",
        due="  look again (since {since}): {wording} ({title}, {path}:{line})",
        decide="  decide: redline review {night} --doc {document}",
        record="  {document}, {record}; {right} right, {corrected} corrected; {weighs}",
        weighs={1: "one star more", 0: "does not weigh in credibility", -1: "one star less"},
        comma=", ",
        colon=": ",
    ),
}


class OpenProposal(Model):
    """An increment that waits for a person."""

    night: dt.date
    title: str
    section: str
    branch: str
    commit: str


class DecidedProposal(Model):
    """An increment that a person has decided on."""

    night: dt.date
    title: str
    branch: str
    decision: Decision
    who: str
    reason: str


class SupersededProposal(Model):
    """An increment on a branch that a later night has proposed otherwise."""

    night: dt.date
    title: str
    branch: str
    by: dt.date


class DocumentStanding(Model):
    """One document: its last night, what is open, what is decided, what is watched."""

    document: str
    path: str
    language: Language = "en"
    last_night: dt.date | None
    branches: tuple[str, ...]
    """Branches of Redline that are there and not wholly merged."""
    waiting: tuple[OpenProposal, ...]
    decided: tuple[DecidedProposal, ...] = ()
    """Of the last night, and of nights whose branch is there and not wholly merged."""
    superseded: tuple[SupersededProposal, ...] = ()
    """What must not be merged of branches that are there and not wholly merged."""
    watched: int
    """Caveats on the watch list."""
    contributors: tuple[ContributorRecord, ...] = ()
    """What became of the notes of each."""
    due: tuple[WatchRow, ...] = ()
    """Those in the document whose day to look again has come."""


class Standing(Model):
    """Where a workspace stands."""

    root: str
    documents: tuple[DocumentStanding, ...]

    def in_words(self, *, contributors: bool = False) -> str:
        """A few lines for a person; with `contributors` how each one's notes have fared."""
        lines = [line for entry in self.documents for line in _lines(entry)]
        if contributors:
            lines += [line for entry in self.documents for line in _records(entry)]
        return "\n".join(lines) or "redline.toml names no document; add one under [[documents]]."


def _lines(entry: DocumentStanding) -> Iterator[str]:
    words = _WORDS[entry.language]
    zh = entry.language == "zh"
    last = words.last.format(night=entry.last_night) if entry.last_night else words.none
    yield words.head.format(
        document=entry.document, path=entry.path, last=last, watched=_count(entry, entry.watched, "caveat")
    )
    for branch in entry.branches:
        counts = Counter(one.decision for one in entry.decided if one.branch == branch)
        told = [
            f"{words.decisions[decision]} {count}" if zh else f"{count} {words.decisions[decision]}"
            for decision, count in sorted(counts.items())
        ]
        waiting = sum(one.branch == branch for one in entry.waiting)
        told.append(words.open.format(n=waiting))
        yield words.branch.format(branch=branch, told=words.comma.join(told))
        for gone in entry.superseded:
            if gone.branch == branch:
                yield words.superseded.format(by=gone.by, title=gone.title)
    for one in entry.decided:
        reason = f"{words.colon}{' '.join(one.reason.split())}" if one.reason else ""
        yield words.decided.format(
            decision=words.decisions[one.decision],
            night=one.night,
            title=one.title,
            who=identity(one.who).name,
            reason=reason,
        )
    for proposal in entry.waiting:
        yield words.waits.format(
            night=proposal.night, title=proposal.title, section=proposal.section or words.beginning
        )
    for row in entry.due:
        yield words.due.format(
            since=row.look_again, wording=row.wording, title=row.title, path=entry.path, line=row.line
        )
    for night in sorted({proposal.night for proposal in entry.waiting}):
        yield words.decide.format(night=night, document=entry.document)


def _count(entry: DocumentStanding, n: int, noun: str) -> str:
    return str(n) if entry.language == "zh" else counted(n, noun)


def _records(entry: DocumentStanding) -> Iterator[str]:
    """One line a contributor."""
    words = _WORDS[entry.language]
    for one in entry.contributors:
        yield words.record.format(
            document=entry.document,
            record=one.in_words(entry.language),
            right=_count(entry, one.right, "fact"),
            corrected=one.corrected,
            weighs=words.weighs[one.step],
        )


def standing(folder: Path, *, document: str | None, clock: Clock = system_clock) -> Standing:
    """Look at settings, ledger and branches; what people have decided by merging or reverting is recorded first."""
    repository, settings = open_workspace(folder)
    ledger = Ledger.open(repository)
    learn_here(repository, ledger, when=clock())
    chosen = [settings.document(document)] if document else list(settings.documents)
    today = clock().astimezone(ZoneInfo(settings.night.timezone)).date()
    documents = tuple(_document(repository, ledger, entry, today) for entry in chosen)
    return Standing(root=str(repository.root), documents=documents)


def _document(
    repository: Repository, ledger: Ledger, entry: DocumentSettings, today: dt.date
) -> DocumentStanding:
    branches = repository.branches(f"redline/{entry.name}/")
    unmerged = tuple(branch for branch in branches if not is_merged(repository, branch))
    last = ledger.last_night(entry.name)
    shown = {*unmerged, last.branch if last else ""}
    return DocumentStanding(
        document=entry.name,
        path=entry.path,
        language=_language(repository, entry),
        last_night=last.night if last else None,
        branches=unmerged,
        waiting=tuple(_waiting(repository, ledger, entry.name, branches)),
        decided=tuple(
            DecidedProposal(
                night=proposal.night,
                title=proposal.title,
                branch=proposal.branch,
                decision=decided.decision,
                who=decided.who,
                reason=decided.reason,
            )
            for proposal, decided in ledger.decided_proposals(entry.name)
            if proposal.branch in shown
        ),
        superseded=tuple(_superseded(repository, ledger, entry.name, unmerged)),
        watched=len(ledger.watching(entry.name)),
        contributors=contributors(repository, ledger, entry.name),
        due=tuple(row for row in rows(repository, ledger, entry, today) if row.due)
        if ledger.watching(entry.name, on=today)
        else (),
    )


def _language(repository: Repository, entry: DocumentSettings) -> Language:
    """The document's language: as set, else as it is written."""
    return entry.language_in(repository.read(entry.path, repository.base_commit) or b"")


def _superseded(
    repository: Repository, ledger: Ledger, document: str, branches: Sequence[str]
) -> Iterator[SupersededProposal]:
    nights = Nights.open(repository, ledger)
    for done in ledger.nights(document):
        record = nights.of(done) if done.branch in branches else None
        marked = as_it_stands(repository, ledger, record).outcome.increments if record else ()
        for one in marked:
            if one.superseded_by:
                yield SupersededProposal(
                    night=done.night, title=one.title, branch=done.branch, by=one.superseded_by
                )


def _waiting(
    repository: Repository, ledger: Ledger, document: str, branches: Sequence[str]
) -> Iterator[OpenProposal]:
    """What is open, whose branch is there (or was taken away since nothing was accepted), and the base has not."""
    bases = {done.night: done.base for done in ledger.nights(document)}
    there: dict[dt.date, frozenset[str]] = {}
    for proposal in ledger.open_proposals(document):
        if proposal.branch not in branches and not was_removed(repository, proposal.branch):
            continue
        if proposal.night not in there:
            there[proposal.night] = landed(repository, bases.get(proposal.night, ""))
        if proposal.increment not in there[proposal.night]:
            yield OpenProposal(
                night=proposal.night,
                title=proposal.title,
                section=proposal.section,
                branch=proposal.branch,
                commit=proposal.commit,
            )
