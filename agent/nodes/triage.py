"""Entries cut from what was read, judged for the document, and joined where they speak of one thing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from langgraph.runtime import Runtime

from agent.compose import Checked
from agent.document import Document, parse
from agent.entries import Entry, entries, without_shared_lines
from agent.filing import Misfiled, misfiled
from agent.inbox import Listing
from agent.joining import Group, join
from agent.judging import consulted
from agent.models import Model, SourceText
from agent.nearest import Nearest
from agent.nodes.read import Reading, sources_of
from agent.relation import Line, figure_corrected, lines_of
from agent.relevance import Profile, Relevance, profile, relevance, stated_topics, with_kin
from agent.state import RunState, RunUpdate, Services, document_at, keep, nearest, night_of, recall

_SHORT = 700
"""Characters of a note that can be a correction and nothing else."""


class Triage(Model):
    """The night's sources with their entries judged, and the entries grouped by thing."""

    sources: tuple[Checked, ...]
    groups: tuple[Group, ...]
    misfiled: tuple[Misfiled, ...] = ()
    """Cards of the night that lie under a class which their content does not speak for."""


def triage(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """Judge and join what was read; a brief that somebody else wrote has done this already."""
    services = runtime.context
    document = document_at(services, state["base"])
    near = nearest(services, document)
    if state["given_brief"]:
        return {"triage": ""}
    texts = sources_of(state, services)
    cut = {text.source.path: entries(text) for text in texts}
    plain = without_shared_lines([entry for found in cut.values() for entry in found])
    services.progress.stage("triage", f"{len(plain)} entries")
    about = profile(state["document"], document, others=_others(services, state["base"]), night=plain)
    judge = _Judge(about, lines_of(document), near, night_of(state), _late(state, services))
    by_path: dict[str, list[tuple[Entry, Relevance]]] = {text.source.path: [] for text in texts}
    wrong = _misfiled(state, services, texts)
    filed = {card.path: (card.speaks_for,) for card in wrong}
    topics = {text.source.path: filed.get(text.source.path) or stated_topics(text.meta) for text in texts}
    for number, entry in enumerate(plain, start=1):
        services.progress.step(number, len(plain), entry.title)
        by_path[entry.span.path].append((entry, judge.relevance(entry, topics[entry.span.path])))
    for path, judged in by_path.items():
        kin = with_kin([found for _, found in judged], about)
        by_path[path] = [(entry, found) for (entry, _), found in zip(judged, kin, strict=True)]
    checked = [_checked(text, by_path[text.source.path]) for text in texts]
    unread = recall(services.kept, state["reading"], Reading).unread
    checked += [
        Checked(path=e.source.path, contributor=e.source.contributor, unread=e.reason) for e in unread
    ]
    wanted = [entry for source in checked for entry, found in source.entries if found.ours]
    opinion = services.judge.same if services.judge else None
    groups = consulted(services.judge, lambda: join(wanted, opinion))
    return {"triage": keep(services.kept, Triage(sources=tuple(checked), groups=groups, misfiled=wrong))}


def _misfiled(state: RunState, services: Services, texts: Sequence[SourceText]) -> tuple[Misfiled, ...]:
    """The night's cards that lie under a wrong class, told by their siblings of this night and of earlier ones."""
    new = [text for text in texts if text.source.kind == "card"]
    if not new:
        return ()
    listing = recall(services.kept, state["listing"], Listing)
    known = (copy.item for copy in listing.copies if copy.item.kind == "card" and not copy.same_as)
    earlier = [
        text.model_copy(update={"source": item})
        for item in known
        if (text := services.store.get_text(item.item))
    ]
    mine = {text.source.path for text in new}
    return tuple(card for card in misfiled([*new, *earlier]) if card.path in mine)


class _Judge:
    """Judges entries one after the other, asking for meaning only where words cannot tell."""

    def __init__(
        self, about: Profile, lines: Sequence[Line], near: Nearest, night: dt.date, late: set[str]
    ) -> None:
        self._about = about
        self._lines = lines
        self._near = near
        self._night = night
        self._late = late

    def relevance(self, entry: Entry, topics: tuple[str, ...]) -> Relevance:
        night = entry.date if entry.span.path in self._late else self._night
        by_words = relevance(entry, self._about, night=night, topics=topics)
        if by_words.grade not in ("adjacent", "excluded"):
            return by_words
        # A correction in the other language has no words in common with what it corrects.
        corrected = figure_corrected(entry.text, self._lines) if len(entry.text) <= _SHORT else ""
        if corrected:
            reason = self._about.told("thing", corrected)
            return Relevance(grade="high", reason=reason, score=by_words.score)
        if not self._near.needed(entry.text):
            return by_words
        cosine = self._near.cosine(f"{entry.title}\n{entry.text[:400]}")
        by_meaning = relevance(entry, self._about, night=night, topics=topics, cosine=cosine)
        return by_meaning.model_copy(update={"by_meaning": by_meaning.ours})


def _late(state: RunState, services: Services) -> set[str]:
    """Paths of items that are news although their day is past: earlier nights were done without them.

    Before a document's first night there was none that could have taken them, and they are its baseline.
    """
    if not any(night.night < night_of(state) for night in services.ledger.nights(state["document"])):
        return set()
    listing = recall(services.kept, state["listing"], Listing)
    return {entry.item.path for entry in listing.entries if entry.item.date.date() < night_of(state)}


def _others(services: Services, base: str) -> dict[str, Document]:
    """The other living documents of the workspace, those that are committed."""
    found: dict[str, Document] = {}
    for settings in services.settings.documents:
        data = services.repository.read(settings.path, base) if settings != services.document else None
        if data is not None:
            found[settings.name] = parse(data)
    return found


def _checked(text: SourceText, judged: list[tuple[Entry, Relevance]]) -> Checked:
    item = text.source
    hour = "" if item.day_only or item.date.time() == dt.time(0) else f"{item.date:%H:%M}"
    return Checked(
        path=item.path,
        contributor=item.contributor,
        title=text.title,
        entries=tuple(judged),
        unread=text.lost,
        about=hour,
        date=item.date.date(),
        dated_by=item.dated_by,
    )
