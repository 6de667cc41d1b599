"""The night's report as one HTML file that asks for nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import groupby
from urllib.parse import urlsplit

from jinja2 import BaseLoader, Environment, PackageLoader, StrictUndefined

from agent.document import parse
from agent.ledger import NightDone
from agent.models import Brief, Language
from agent.nights import NightRecord
from agent.outcome import IncrementOutcome, Outcome
from agent.report.cards import Card, Given, card
from agent.report.changes import Changes, changes_of
from agent.report.markdown import rendered_inline
from agent.report.passages import Texts
from agent.report.pictures import Bar, Strip, by_kind, by_night, strip
from agent.report.words import WORDS

_OPEN_UP_TO = 40
"""With more increments than this the sentences of those that need no look are folded at first."""


@dataclass(frozen=True, slots=True)
class SectionCards:
    """The cards of one section, in the order of the document."""

    title: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Night:
    """Everything that the pages show of one night."""

    outcome: Outcome
    language: Language
    sections: tuple[SectionCards, ...]
    left_out: tuple[IncrementOutcome, ...]
    brief: Brief | None
    strip: Strip
    kinds: tuple[Bar, ...]
    nights: tuple[Bar, ...]
    fold: bool

    def with_decisions(self, given: Mapping[str, Given]) -> Night:
        """The same night under what people have decided, by increment."""
        sections = tuple(
            replace(part, cards=tuple(one.under(given.get(one.id)) for one in part.cards))
            for part in self.sections
        )
        return replace(self, sections=sections)

    @property
    def relations(self) -> dict[str, str]:
        """The relations of the cards, in words."""
        return {card.relation: card.relation_word for card in self.cards}

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, in the order of the document."""
        return tuple(card for section in self.sections for card in section.cards)


def view_of(
    record: NightRecord,
    before: bytes,
    *,
    brief: Brief | None = None,
    history: Sequence[NightDone] = (),
    texts: Texts = lambda _: None,
) -> Night:
    """Work out a night's pages; see `write_report`."""
    changes = changes_of(parse(before), record.steps)
    outcome = record.outcome
    drafted = [one for one in outcome.increments if one.commit]
    order = _order(changes)
    drafted.sort(key=lambda one: (order.get(one.id, one.line or 0), one.number))
    cards = [card(one, changes.of(one.id), record.language, texts=texts) for one in drafted]
    return Night(
        outcome=outcome,
        language=record.language,
        sections=tuple(
            SectionCards(" › ".join(place[-2:]), tuple(group))
            for place, group in groupby(cards, key=lambda one: one.place)
        ),
        left_out=tuple(one for one in outcome.increments if not one.commit),
        brief=brief,
        strip=strip(changes),
        kinds=by_kind(outcome),
        nights=by_night(outcome, history),
        fold=len(cards) > _OPEN_UP_TO,
    )


def _order(changes: Changes) -> dict[str, int]:
    """First line of each increment in the finished document."""
    first: dict[str, int] = {}
    for change in changes.all:
        first.setdefault(change.increment, change.line)
    return first


def write_report(
    record: NightRecord,
    before: bytes,
    *,
    brief: Brief | None = None,
    decisions: Mapping[str, Given] | None = None,
    history: Sequence[NightDone] = (),
    texts: Texts = lambda _: None,
) -> str:
    """The report of a night as one self-contained HTML page; every text in it is escaped.

    `before` is the document at the record's base; `brief` tells which sources were read; `decisions` are those
    given so far, by increment; `history` the document's nights; `texts` gives a source's text by its content
    hash, for the lines around a quotation (without it the quotation stands alone).
    """
    night = view_of(record, before, brief=brief, history=history, texts=texts)
    return report_of(night.with_decisions(decisions or {}))


def report_of(night: Night) -> str:
    """The page of a night that is worked out already."""
    style, script = asset("style.css"), asset("script.js")
    return (
        environment()
        .get_template("report.html")
        .render(
            night=night,
            o=night.outcome,
            w=WORDS[night.language],
            style=style,
            script=script,
            csp=(
                f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
                "img-src data:; base-uri 'none'; form-action 'none'"
            ),
            reviewing=False,
        )
    )


@cache
def asset(name: str, package: str = "agent.report") -> str:
    """A style sheet or a script of ours."""
    return files(package).joinpath("templates", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def environment(*loaders: BaseLoader) -> Environment:
    """Templates that escape everything and miss nothing; `loaders` are searched after our own."""
    from jinja2 import ChoiceLoader

    made = Environment(
        loader=ChoiceLoader([PackageLoader("agent.report"), *loaders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    made.filters["md"] = rendered_inline
    made.filters["host"] = lambda url: urlsplit(url).hostname or url
    return made
