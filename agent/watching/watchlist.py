"""The watch list of a document: from the ledger and the records of the nights, held against the document."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agent.document import Document
from agent.entries import Entry, entries
from agent.entries.things import ids_in
from agent.facts import split_claims
from agent.ledger import Ledger, Settled, Watched
from agent.markup import plain
from agent.models import Evidence, Language, SourceText, Span
from agent.nights import NightRecord, Nights
from agent.outcome import IncrementOutcome, LookAgain, Sighting
from agent.store import content_hash
from agent.watching.model import Passage, Watch, called
from agent.watching.place import Place, Places
from agent.watching.proposal import Found, key_of
from agent.watching.settling import effect_of, is_stated
from agent.workspace import Repository

_PAIRS = 200_000
"""Sentences held against caveats in one night: a pair takes some 0.1 ms, a night of 300 notes has some 20,000."""
_LETTERS = re.compile(r"[A-Za-z]{2,40}\W{1,8}\w|[\u4e00-\u9fff]{2}")
"""Of an answer: more than one word."""
_ALIKE = 400
"""Sentences that share a name with one caveat and are held against it; the first come first."""


class WatchList:
    """The caveats of a document that are still watched, each with what its night recorded."""

    def __init__(self, repository: Repository, ledger: Ledger, document: str) -> None:
        self._ledger = ledger
        self._document = document
        self._nights = Nights.open(repository, ledger)
        self._runs: dict[dt.date, tuple[NightRecord, ...]] = {}
        self.watches = tuple(self._watches(ledger.watching(document)))

    def _watches(self, events: Iterable[Watched]) -> Iterator[Watch]:
        for event in events:
            told = self._recorded(event)
            claims = next((one.claims for one in told if one.claims), ())
            yield Watch(
                event=event,
                title=told[0].title if told else "",
                claims=tuple(claim for claim in claims if claim.kept != "refused"),
                added=tuple(dict.fromkeys(line for one in told for line in one.added)),
            )

    def _recorded(self, event: Watched) -> list[IncrementOutcome]:
        """The increment in every run of its night: one whose branch was built anew may have no lines any more."""
        if event.night not in self._runs:
            self._runs[event.night] = self._nights.runs(self._document, event.night)
        return [
            one
            for record in self._runs[event.night]
            for one in record.outcome.increments
            if one.id == event.increment
        ]

    def placed(self, document: Document, language: Language) -> dict[str, Place]:
        """Where each caveat stands today, by its id; without those that are not in the document."""
        places = Places(document, language)
        found = ((watch.id, places.of(watch.event.caveat.wording, watch.added)) for watch in self.watches)
        return {name: place for name, place in found if place is not None}

    def sightings(
        self, texts: Sequence[SourceText], night: dt.date, cut: Mapping[str, Sequence[Entry]] | None = None
    ) -> tuple[Sighting, ...]:
        """What the sources of a night say of the caveats, each sentence once for each caveat.

        `cut` are the entries of each path where they are known already: cutting is what costs.
        """
        waiting = [watch for watch in self.watches if watch.claims and watch.event.night < night]
        if not waiting:
            return ()
        told = _Passages(texts, cut or {})
        found: dict[tuple[str, str], Sighting] = {}
        pairs = 0
        for watch in waiting:
            for passage in told.about(watch):
                pairs += 1
                if pairs > _PAIRS:
                    return tuple(found.values())
                effect = effect_of(watch, passage)
                if effect is not None:
                    sighting = Sighting(watch=watch.id, effect=effect, evidence=passage.evidence)
                    found.setdefault((watch.id, key_of(passage.evidence)), sighting)
        return tuple(found.values())

    def open_findings(
        self, tonight: Sequence[Sighting], places: dict[str, Place], night: dt.date
    ) -> tuple[Found, ...]:
        """Tonight's evidence and that of nights before it whose caveat stands in the document, and which nobody
        has had before him as a proposal."""
        earlier = [
            Sighting(watch=event.watch, effect=event.effect, evidence=event.evidence)
            for event in self._ledger.sighted(self._document)
            if event.night < night
        ]
        by_id = {watch.id: watch for watch in self.watches}
        seen = self.proposed(night)
        chosen = {(one.watch, key_of(one.evidence)): one for one in (*tonight, *earlier)}
        return tuple(
            Found(by_id[name], places[name], sighting)
            for (name, key), sighting in chosen.items()
            if name in by_id and name in places and (name, key) not in seen
        )

    def proposed(self, night: dt.date) -> set[tuple[str, str]]:
        """Pairs of caveat and evidence that were proposed on another night, or were refused."""
        refused = {decision.increment for decision in self._ledger.refused(self._document)}
        ours = {watch.id for watch in self.watches}
        seen: set[tuple[str, str]] = set()
        for event in self._ledger.ever_proposed(self._document):
            if event.night != night or event.increment in refused:
                keys = event.claims.split(".")
                seen.update((name, key) for name in keys if name in ours for key in keys)
        return seen

    def due(self, places: dict[str, Place], night: dt.date, but: Iterable[str]) -> tuple[LookAgain, ...]:
        """Caveats in the document whose day has come by a night and that nobody was told of; not those in `but`."""
        told = {
            (event.watch, event.due)
            for event in self._ledger.reminded(self._document)
            if event.night != night
        }
        without = set(but)
        found: dict[tuple[int, str], LookAgain] = {}
        for watch in self.watches:
            look = watch.event.caveat.look_again
            if look is None or look > night or watch.id in without or watch.event.night >= night:
                continue
            if watch.id in places and (watch.id, look) not in told:
                line = places[watch.id].line
                found[line, watch.event.caveat.wording] = LookAgain(
                    watch=watch.id,
                    wording=watch.event.caveat.wording,
                    title=watch.title,
                    line=line,
                    due=look,
                    settled_by=watch.event.caveat.settled_by,
                )
        return tuple(found[key] for key in sorted(found))

    def landed(self, places: dict[str, Place], night: dt.date) -> tuple[Settled, ...]:
        """The caveats whose lifting a person has accepted, and that stand in the document no more."""
        waiting = {watch.id for watch in self.watches}
        latest = {event.increment: event.decision for event in self._ledger.decisions(self._document)}
        found: dict[str, Settled] = {}
        for proposal in self._ledger.ever_proposed(self._document):
            keys = waiting.intersection(proposal.claims.split("."))
            # What is hardened goes on being watched.
            if not keys or proposal.relation != "confirms":
                continue
            if latest.get(proposal.increment) not in ("accepted", "edited"):
                continue
            for name in sorted(keys):
                place = places.get(name)
                if place is None or place.block is not None:
                    continue  # not merged yet, or taken back
                found[name] = Settled(
                    document=self._document,
                    night=night,
                    watch=name,
                    how=f"{proposal.increment}: {proposal.title}",
                )
        return tuple(found.values())


def record_landed(
    repository: Repository, ledger: Ledger, name: str, document: Document, language: Language, night: dt.date
) -> None:
    """Before a night: what people have accepted and merged of earlier proposals is settled; `document` is the base's."""
    watching = WatchList(repository, ledger, name)
    if watching.watches:
        ledger.append(watching.landed(watching.placed(document, language), night))


class _Passages:
    """The sentences of a night's sources, by what they name."""

    def __init__(self, texts: Sequence[SourceText], cut: Mapping[str, Sequence[Entry]]) -> None:
        self._by_name: dict[str, list[Passage]] = defaultdict(list)
        for text in texts:
            for passage in passages(text, cut.get(text.source.path)):
                for name in passage.ids | called(passage.words):
                    self._by_name[name].append(passage)

    def about(self, watch: Watch) -> tuple[Passage, ...]:
        """Those that share an id or a name with a caveat's claims, ids first."""
        names = [*sorted(watch.ids), *sorted(called(watch.said) - watch.ids)]
        found: dict[str, Passage] = {}
        for name in names:
            for passage in self._by_name.get(name, ()):
                found.setdefault(passage.evidence.id, passage)
                if len(found) >= _ALIKE:
                    return tuple(found.values())
        return tuple(found.values())


def passages(source: SourceText, cut: Sequence[Entry] | None = None) -> Iterator[Passage]:
    """The sentences of a source that state something, with what they go back to; no headings and no rows."""
    for entry in entries(source) if cut is None else cut:
        if entry.set_aside or source.text[entry.span.start : entry.span.end] != entry.text:
            continue
        for claim in split_claims(entry.text):
            if claim.kind in ("heading", "table_row") or not claim.text.strip():
                continue
            start = entry.span.start + claim.start
            line = source.text.count("\n", 0, start) + 1
            quote = source.text[start : entry.span.start + claim.end]
            yield Passage(
                entry=entry,
                evidence=Evidence(
                    id=content_hash(f"{source.source.item}:{start}:{quote}".encode(errors="surrogatepass"))[
                        :12
                    ],
                    span=Span(
                        path=source.source.path,
                        start=start,
                        end=start + len(quote),
                        item=source.source.item,
                        line=line,
                        end_line=line + quote.count("\n"),
                    ),
                    quote=quote,
                    distance=1,
                    origin=_origin(quote, entry.origin),
                    contributor=source.source.contributor,
                    date=source.source.date.date(),
                    heads=(*entry.heads, entry.title),
                ),
                words=plain(quote),
            )


def _origin(quote: str, of_entry: str) -> str:
    """What the sentence itself goes back to, else its entry."""
    named = ids_in(quote)
    return named[0] if len(named) == 1 and not of_entry else of_entry


def answered_by(source: SourceText, question: str) -> Evidence | None:
    """The sentence by which a contributor settles a doubt: the first after the question's id, or the first of all.

    None where it is open or denies: then the caveat stays, and is watched on.
    """
    told = list(passages(source))
    named = [at for at, one in enumerate(told) if question in one.words]
    after = told[named[0] :] if named else told
    first = next((one for one in after if _LETTERS.search(one.words.replace(question, ""))), None)
    return first.evidence if first and is_stated(first.words) else None
