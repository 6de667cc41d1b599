"""What is known of an increment before it is drafted: its evidence, its place, what becomes of it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from agent.document import Document, Found, Section, SectionRef, find_section
from agent.drafts import Disposition, Planned
from agent.faulty import SourceFaults
from agent.gathering import gather
from agent.models import (
    Brief,
    Increment,
    Language,
    PriorityRow,
    Quote,
    Relation,
    SourceText,
    Span,
    Table,
)
from agent.orders import shown_path
from agent.outcome import Listed
from agent.placement import Chooser, Placement, Placer
from agent.placement.kin import Kindred
from agent.recall import Memory, Recalled, told
from agent.relation import (
    Line,
    Opinion,
    Related,
    Said,
    labels_of,
    lines_of,
    matched,
    relation_of_texts,
    rows_of,
)
from agent.tokens import tokens

_SAME_DOUBT = 0.4
"""Share of a row's words that a doubt's title must have for the row to be taken as that doubt."""


EDITING: tuple[Relation, ...] = ("supersedes", "contradicts")
"""Relations that edit what the document says, rather than add to it."""


class Nearby(Protocol):
    """Blocks of the document by meaning, for texts in another language than its own."""

    def needed(self, text: str) -> bool:
        """Whether words cannot meet."""
        ...

    def lines(self, text: str) -> list[Line]:
        """The nearest blocks."""
        ...

    def section(self, text: str) -> Line | None:
        """The first block of the nearest section."""
        ...


@dataclass(frozen=True, slots=True)
class _Words:
    """Reasons, in the language of the document."""

    covered: str
    low: str
    left: str
    caveat: str
    instead: str
    """Where it goes, and where the brief would have it."""


_WORDS: dict[Language, _Words] = {
    "zh": _Words(
        "文档已有",
        "低优先级，仅列出供审阅",
        "由 {owner} 处理：{action}",
        "属于待核实标注，随其论断写入：{title}",
        "写入 {section}（简报建议：{target}）",
    ),
    "en": _Words(
        "the document says it already",
        "low priority: listed for the reviewer",
        "left to {owner}: {action}",
        "a caveat, which travels with its claim: {title}",
        "write into {section} (the brief suggests: {target})",
    ),
}


class Planner:
    """Plans the increments of one brief for one document."""

    def __init__(
        self,
        document: Document,
        sources: Sequence[SourceText],
        *,
        brief: Span | None,
        language: Language,
        reserve: str,
        near: Nearby,
        faults: SourceFaults,
        date: dt.date,
        chooser: Chooser | None = None,
        opinion: Opinion | None = None,
        memory: Memory | None = None,
    ) -> None:
        """`brief` names the brief that somebody else wrote; `reserve` the section for what has no sure place;
        `chooser` is asked where the rules are not sure of one, `opinion` where they leave a relation open.
        `memory` is what people have refused or have before them."""
        self._sources = sources
        self._brief = brief
        self._words = _WORDS[language]
        self._document = document
        found = find_section(document, reserve) if reserve else None
        self._reserve = found.section if isinstance(found, Found) else None
        self._placer = Placer(document, reserve=reserve, chooser=chooser)
        self._opinion = opinion
        self._memory = memory or Memory((), night=date)
        self._language = language
        self._said = Said(lines_of(document))
        self._kindred = Kindred(document, self._said)
        self._near = near
        self._faults = faults
        self._date = date

    @property
    def reserve(self) -> SectionRef | None:
        """The section of what has no sure place yet."""
        return self._reserve.ref if self._reserve else None

    def plan(self, increment: Increment, related: Related | None = None, *, advised: str = "") -> Planned:
        """Evidence, relation, fate and place of an increment.

        `related` is the relation that the brief tells, where it was judged against this document: it is not
        judged again, so that brief and draft say the same. `advised` is the section that its notes advise.
        """
        gathered = gather(increment, self._sources, self._brief)
        texts = texts_of(increment)
        related = related or self._related(increment, texts)
        fate, why = self._fate(increment, related.relation)
        recalled = self._memory.recall(increment, gathered.evidence) if fate == "draft" else None
        again = told(recalled, self._language) if recalled else ""
        if recalled and recalled.is_held:
            fate, why = _held(recalled), again
        # What a brief of our own suggests is found here again, with how sure it is.
        target = increment.target if self._brief else advised
        place = self._placer.place("\n".join((increment.title, *texts[:4])), increment.urls, target=target)
        shows = Quote(quote=related.quote, line=related.line) if related.line else None
        section, sure = place.section, place.sure
        if related.relation in EDITING and related.line and not (sure and self._brief):
            # What takes another statement's place stands where that statement stands.
            section, sure = self._document.section_at(related.line), True
        elif table := self._table(increment):
            section, sure = self._document.section_at(table), True
        elif not target and (not sure or _is_title(section)):
            elsewhere = self._beside_kin(increment, texts, related, place)
            section, sure = elsewhere or self._below_title(place)
        # A brief of our own tells the place that is found here, but for what has none yet.
        is_told = self._brief is None and section is not self._reserve
        if fate == "draft" and increment.target and not is_told and section.heading not in increment.target:
            why = self._words.instead.format(section=section.heading, target=increment.target)
        return Planned(
            increment=increment,
            evidence=gathered.evidence,
            unresolved=gathered.unresolved,
            disposition=fate,
            why=why or place.why,
            section=section.ref,
            sure=sure,
            alternatives=() if sure else _others(place, section),
            relation=related.relation,
            doubts=self._faults.touching(gathered.evidence),
            document_says=shows,
            again=again,
            corrects=recalled.corrects if recalled else None,
        )

    def _below_title(self, place: Placement) -> tuple[Section, bool]:
        """The place, or where that is the title of the whole document the next that is not, or the reserve."""
        if not _is_title(place.section):
            return place.section, place.sure
        sections = (self._document.section(one.section) for one in place.candidates)
        others = [section for section in sections if section and not _is_title(section)]
        return (self._reserve or next(iter(others), place.section)), False

    def _beside_kin(
        self, increment: Increment, texts: Sequence[str], related: Related, place: Placement
    ) -> tuple[Section, bool] | None:
        """The section of the kin of what has no sure place; what only meaning finds gives way to the reserve."""
        labels = dict.fromkeys(labels_of(increment.body).values())
        told = [increment.title, *texts[:4], *labels]
        foreign = not self._reserve and any(self._near.needed(text) for text in told)
        return self._kindred.of(
            told, related, ranked=place.section, near=self._near.section("\n".join(told)) if foreign else None
        )

    def _table(self, increment: Increment) -> int:
        """The line of the table into which all rows of an increment go; 0 without one."""
        found = [matched(*row, self._said) for row in rows_of(increment.body).values()]
        return found[0].table.line if found and found[0] and all(found) else 0

    def _related(self, increment: Increment, texts: Sequence[str]) -> Related:
        foreign = [text for text in texts[:4] if self._near.needed(text)]
        near = [line for text in foreign for line in self._near.lines(text)]
        return relation_of_texts(
            texts,
            self._said,
            date=self._date,
            near=near,
            opinion=self._opinion,
            about=increment.title,
            rows=rows_of(increment.body),
            labels=labels_of(increment.body),
        )

    def _fate(self, increment: Increment, relation: Relation) -> tuple[Disposition, str]:
        """What becomes of an increment, and why; the reason for a draft is that of its place."""
        if increment.owner:
            return "other document", increment.owner
        if relation in ("covered", "confirms"):
            return "covered", self._words.covered
        if increment.priority == "low":
            return "list", _low(increment.action, self._words)
        return "draft", increment.action


def _others(place: Placement, chosen: Section) -> tuple[tuple[str, ...], ...]:
    """Where it may belong besides the section that was chosen."""
    paths = (candidate.section.path for candidate in place.shown)
    return tuple(path for path in paths if path != chosen.path)


def _is_title(section: Section) -> bool:
    """Whether a section is the title of the document with some words on it, and holds no things itself."""
    holds = any(block.kind in ("list_item", "table_row") for block in section.body)
    below = any(
        len(other.path) > 1 and other.path[0] == section.path[0] for other in section.document.sections
    )
    return section.level == 1 and not holds and below


def _low(action: str, words: _Words) -> str:
    """Why a thing of low priority is only listed; what a brief would have done with it goes behind."""
    return f"{words.low} ({action})" if action else words.low


def _held(recalled: Recalled) -> Disposition:
    """What was refused is listed for the reviewer; what is open still is there already."""
    return "list" if recalled.remembered.stand == "refused" else "covered"


def texts_of(increment: Increment) -> list[str]:
    """What an increment asserts, each point and row by itself; its title where it has neither."""
    found: list[str] = []
    for part in increment.body:
        if isinstance(part, Table):
            found.extend(" | ".join(row) for row in part.rows)
        else:
            found.append(part.text)
    return found or [increment.title]


def listed(brief: Brief, language: Language) -> tuple[Listed, ...]:
    """The priorities that no increment answers: what another document owns, what is only a caveat, what is low."""
    answered = {(increment.priority, increment.action) for increment in brief.increments}
    rows = (row for row in brief.priorities if (row.priority, row.action) not in answered)
    doubts = [(doubt.title, frozenset(tokens(doubt.title))) for doubt in brief.doubts]
    return tuple(
        Listed(content=row.content, why=_why_listed(row, doubts, language), line=row.line) for row in rows
    )


def _why_listed(row: PriorityRow, doubts: Sequence[tuple[str, frozenset[str]]], language: Language) -> str:
    words = _WORDS[language]
    if row.owner:
        return words.left.format(owner=row.owner, action=row.action).rstrip("：: ")
    said = set(tokens(row.content))
    for title, words_of_it in doubts:
        if len(said & words_of_it) >= _SAME_DOUBT * len(said):
            return words.caveat.format(title=title)
    return _low(row.action, words)


def links_of(planned: Planned) -> tuple[str, ...]:
    """Where a reader can follow an increment, in Markdown: links to what it goes back to, else the notes' own paths."""
    links = tuple(f"[{_host(url)}]({url})" for url in planned.increment.urls)
    if links:
        return links
    first: dict[str, int | None] = {}
    for evidence in planned.evidence:
        first.setdefault(evidence.span.path, evidence.span.line)
    return planned.increment.origins or tuple(_place(path, line) for path, line in first.items())[:3]


def _place(path: str, line: int | None) -> str:
    shown = shown_path(path)
    return f"`{shown}`" if line is None else f"`{shown}:{line}`"


def _host(url: str) -> str:
    parts = urlsplit(url)
    work = re.search(r"\d{4}\.\d{4,5}(?:v\d+)?", parts.path)
    if work and parts.netloc.endswith("arxiv.org"):
        return f"arXiv:{work.group()}"
    if parts.netloc in {"github.com", "gitlab.com", "huggingface.co"}:
        return parts.path.strip("/")
    return parts.netloc.removeprefix("www.")
