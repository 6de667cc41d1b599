"""The watch list as people and machines read it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Literal

from agent.document import parse
from agent.ledger import Ledger
from agent.models import Language, Model, Risk
from agent.outcome import Effect
from agent.settings import DocumentSettings
from agent.watching.place import Place
from agent.watching.proposal import key_of, source_of
from agent.watching.watchlist import WatchList
from agent.workspace import Repository

Standing = Literal["in the document", "for reviewers alone", "not in the document"]

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "in the document": "in the document",
        "for reviewers alone": "for reviewers alone",
        "not in the document": "not in the document",
        "place": "{place} ({stands})",
        "due": " (due)",
        "look": "look again {day}{due}",
        "no day": "no day",
        "nothing": "nothing that is named",
        "title": "  {title}; {place}",
        "since": "  since {since}; {look}; settled by: {how}",
        "proposed": "proposed",
        "not proposed": "not proposed yet",
        "settles": "settles",
        "hardens": "hardens",
        "seen": "  seen {night}, {effect}: “{quote}” ({source}; {state})",
    },
    "zh": {
        "in the document": "在文档中",
        "for reviewers alone": "只给审阅者看",
        "not in the document": "不在文档中",
        "place": "{place}（{stands}）",
        "due": "（已到期）",
        "look": "{day} 再查{due}",
        "no day": "未定日期",
        "nothing": "未写明",
        "title": "  {title}；{place}",
        "since": "  自 {since}；{look}；核实办法：{how}",
        "proposed": "已提出",
        "not proposed": "尚未提出",
        "settles": "可核实",
        "hardens": "疑点加重",
        "seen": "  {night} 所见，{effect}：「{quote}」（{source}；{state}）",
    },
}


class Seen(Model):
    """What a source said of a caveat."""

    night: dt.date
    effect: Effect
    quote: str
    path: str
    line: int | None
    source: str
    proposed: bool
    """Whether a person has it, or had it, as a proposal."""


class WatchRow(Model):
    """One caveat of the watch list."""

    id: str
    document: str
    kind: str
    risk: Risk
    wording: str
    title: str
    """Of the increment that it came with."""
    claims: tuple[str, ...]
    """What it doubts."""
    stands: Standing
    line: int | None
    """In the document today."""
    since: dt.date
    settled_by: str
    look_again: dt.date | None
    due: bool
    """Its day has come, and it is in the document."""
    seen: tuple[Seen, ...] = ()

    language: Language = "en"
    """Of the document."""

    def in_words(self, path: str) -> str:
        """A few lines for a person, in the language of the document."""
        words = _WORDS[self.language]
        stands = words[self.stands]
        place = f"{path}:{self.line}" if self.line else stands
        if self.line and self.stands != "in the document":
            place = words["place"].format(place=place, stands=stands)
        due = words["due"] if self.due else ""
        look = words["look"].format(day=self.look_again, due=due) if self.look_again else words["no day"]
        settled_by = self.settled_by or words["nothing"]
        lines = [
            self.wording,
            words["title"].format(title=self.title, place=place),
            words["since"].format(since=self.since, look=look, how=settled_by),
        ]
        for one in self.seen:
            state = words["proposed" if one.proposed else "not proposed"]
            effect = words[one.effect]
            lines.append(
                words["seen"].format(
                    night=one.night, effect=effect, quote=one.quote, source=one.source, state=state
                )
            )
        return "\n".join(lines)


def rows(
    repository: Repository, ledger: Ledger, settings: DocumentSettings, today: dt.date
) -> tuple[WatchRow, ...]:
    """The caveats of a document that are watched: those that are due first, then by their day and place.

    Those whose lifting was merged are settled with the next night, and are not listed any more.
    """
    watching = WatchList(repository, ledger, settings.name)
    data = repository.read(settings.path, repository.base_commit) if watching.watches else None
    places: dict[str, Place] = {}
    language: Language = "en"
    if data is not None:
        document = parse(data)
        language = settings.language_in(data)
        places = watching.placed(document, language)
    settled = {event.watch for event in watching.landed(places, today)}
    seen = _seen(watching, ledger, settings.name, today)
    found: list[WatchRow] = []
    for watch in watching.watches:
        if watch.id in settled:
            continue
        caveat, place = watch.event.caveat, places.get(watch.id)
        due = place is not None and caveat.look_again is not None and caveat.look_again <= today
        found.append(
            WatchRow(
                id=watch.id,
                document=settings.name,
                kind=caveat.kind,
                risk=caveat.risk,
                wording=caveat.wording,
                title=watch.title,
                claims=tuple(claim.text for claim in watch.claims),
                stands=_stands(place),
                line=place.line if place else None,
                since=watch.event.night,
                settled_by=caveat.settled_by,
                look_again=caveat.look_again,
                due=due,
                seen=seen.get(watch.id, ()),
                language=language,
            )
        )
    return tuple(sorted(found, key=_order))


def _stands(place: Place | None) -> Standing:
    if place is None:
        return "not in the document"
    return "in the document" if place.block is not None else "for reviewers alone"


def _order(row: WatchRow) -> tuple[bool, bool, dt.date, int, str]:
    return (not row.due, row.line is None, row.look_again or dt.date.max, row.line or 0, row.id)


def _seen(watching: WatchList, ledger: Ledger, document: str, today: dt.date) -> dict[str, tuple[Seen, ...]]:
    proposed = watching.proposed(today + dt.timedelta(days=1))
    found: dict[str, tuple[Seen, ...]] = {}
    for event in ledger.sighted(document):
        told = Seen(
            night=event.night,
            effect=event.effect,
            quote=" ".join(event.evidence.quote.split()),
            path=event.evidence.span.path,
            line=event.evidence.span.line,
            source=source_of(event.evidence),
            proposed=(event.watch, key_of(event.evidence)) in proposed,
        )
        found[event.watch] = (*found.get(event.watch, ()), told)
    return found


def in_words(found: Sequence[WatchRow], paths: dict[str, str]) -> str:
    """The list for a person."""
    return "\n".join(row.in_words(paths[row.document]) for row in found) or "Nothing is being watched."
