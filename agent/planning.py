"""What is known of an increment before it is drafted: its evidence, its place, what becomes of it."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from agent.document import Document
from agent.drafts import Disposition, Planned
from agent.entries import Unresolved, resolve
from agent.facts import origin_of
from agent.faulty import SourceFaults
from agent.models import (
    Brief,
    Distance,
    Evidence,
    Increment,
    Language,
    Model,
    Point,
    PriorityRow,
    Quote,
    Relation,
    SourceRef,
    SourceText,
    Span,
    Table,
    TextBlock,
)
from agent.outcome import Listed
from agent.placement import Chooser, Placer
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


class Gathered(Model):
    """The quotations behind an increment."""

    evidence: tuple[Evidence, ...]
    """Nearest first: the passages of the sources that it names, then the brief's own words."""
    unresolved: tuple[SourceRef, ...]
    """Sources that it names and that are not at hand."""


def gather(increment: Increment, sources: Sequence[SourceText], brief: Span | None) -> Gathered:
    """Quote what the increment names: each block of the places that its references mean.

    `brief` names the brief that somebody else wrote (path and hash; offsets are not used): its own words are
    evidence at distance 2. It is None where the increment was made from the sources themselves.
    """
    by_path = {source.source.path: source for source in sources}
    found: list[Evidence] = []
    unresolved: list[SourceRef] = []
    for ref in increment.sources:
        spans = resolve(ref, sources)
        if isinstance(spans, Unresolved):
            unresolved.append(ref)
            continue
        for span in spans:
            found.extend(_of_title(by_path[span.path]))
            found.extend(_of_source(by_path[span.path], span, increment))
    if brief is not None:
        found.extend(_of_brief(increment, brief))
    once = {evidence.id: evidence for evidence in found}
    return Gathered(evidence=tuple(once.values()), unresolved=tuple(unresolved))


def _of_title(source: SourceText) -> Iterable[Evidence]:
    """The title, which front matter and file heads give outside of all that a reference means."""
    start = source.text.find(source.title) if source.title else -1
    if start >= 0:
        line = source.text.count("\n", 0, start) + 1
        item = source.source
        place = Span(
            path=item.path,
            start=start,
            end=start + len(source.title),
            item=item.item,
            line=line,
            end_line=line,
        )
        yield Evidence(
            id=_name(place, source.title),
            span=place,
            quote=source.title,
            distance=1,
            contributor=item.contributor,
            date=item.date.date(),
        )


def _of_source(source: SourceText, span: Span, increment: Increment) -> Iterable[Evidence]:
    """One piece of evidence for each block that begins within the span, a table being one piece.

    Headings stand over what follows them; a table is kept whole, since what is said of its best row is said
    of all.
    """
    heads: dict[int, str] = {}
    rows: list[TextBlock] = []
    for block in source.blocks:
        inside = span.start <= block.start < span.end
        if block.kind != "table_row" and rows:
            yield _piece(source, rows, tuple(heads.values()), increment)
            rows = []
        if block.kind == "heading":
            words = source.text[block.start : block.end]
            heads = {level: text for level, text in heads.items() if level < block.level} | {
                block.level: words
            }
        if inside and block.kind == "table_row":
            rows.append(block)
        elif inside and block.kind != "meta":
            yield _piece(source, [block], tuple(heads.values()), increment)
    if rows:
        yield _piece(source, rows, tuple(heads.values()), increment)


def _piece(
    source: SourceText, blocks: Sequence[TextBlock], heads: tuple[str, ...], increment: Increment
) -> Evidence:
    item, first, last = source.source, blocks[0], blocks[-1]
    quote = source.text[first.start : last.end]
    place = Span(
        path=item.path,
        start=first.start,
        end=last.end,
        item=item.item,
        line=first.line,
        end_line=last.end_line,
        element=first.element,
    )
    return Evidence(
        id=_name(place, quote),
        span=place,
        quote=quote,
        distance=1,
        origin=_origin(quote) or _only_origin(increment),
        contributor=item.contributor,
        date=item.date.date(),
        heads=heads,
    )


def _of_brief(increment: Increment, brief: Span) -> Iterable[Evidence]:
    yield _brief_piece(brief, (increment.line, increment.line), increment.title, (), increment)
    for part in increment.body:
        if isinstance(part, Point):
            heads = (increment.title, part.label)
            yield _brief_piece(brief, (part.line, part.line), part.text, heads, increment)
        else:
            lines = (part.line, max((part.line, *part.row_lines)))
            if part.caption:
                yield _brief_piece(brief, lines, part.caption, (increment.title,), increment)
            yield _brief_piece(brief, lines, _as_markdown(part), (increment.title, part.caption), increment)


def _as_markdown(table: Table) -> str:
    """The table whole: what is said of its best row is said of all."""
    rows = [table.header, tuple("---" for _ in table.header), *table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _brief_piece(
    brief: Span, lines: tuple[int, int], quote: str, heads: tuple[str, ...], increment: Increment
) -> Evidence:
    place = brief.model_copy(update={"line": lines[0] or None, "end_line": lines[1] or None})
    distance: Distance = 2
    return Evidence(
        id=_name(place, quote),
        span=place,
        quote=quote,
        distance=distance,
        origin=_only_origin(increment),
        heads=tuple(head for head in heads if head),
    )


def _name(place: Span, quote: str) -> str:
    text = f"{place.item}\0{place.path}\0{place.start}\0{place.line}\0{quote}"
    return "e" + hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:9]


def _origin(quote: str) -> str:
    return origin_of(quote) or ""


def _only_origin(increment: Increment) -> str:
    """Where the increment names one primary source, all of it goes back to that."""
    return _origin(increment.urls[0]) if len(increment.urls) == 1 else ""


@dataclass(frozen=True, slots=True)
class _Words:
    """Reasons, in the language of the document."""

    covered: str
    low: str
    left: str
    caveat: str


_WORDS: dict[Language, _Words] = {
    "zh": _Words(
        "文档已有",
        "低优先级，仅列出供审阅",
        "由 {owner} 处理：{action}",
        "属于待核实标注，随其论断写入：{title}",
    ),
    "en": _Words(
        "the document says it already",
        "low priority: listed for the reviewer",
        "left to {owner}: {action}",
        "a caveat, which travels with its claim: {title}",
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
        self._placer = Placer(document, reserve=reserve, chooser=chooser)
        self._opinion = opinion
        self._memory = memory or Memory((), night=date)
        self._language = language
        self._said = Said(lines_of(document))
        self._near = near
        self._faults = faults
        self._date = date

    def plan(self, increment: Increment, related: Related | None = None) -> Planned:
        """Evidence, relation, fate and place of an increment.

        `related` is the relation that the brief tells, where it was judged against this document: it is not
        judged again, so that brief and draft say the same.
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
        target = increment.target if self._brief else ""
        place = self._placer.place("\n".join((increment.title, *texts[:4])), increment.urls, target=target)
        shows = Quote(quote=related.quote, line=related.line) if related.line else None
        section, sure = place.section, place.sure
        if related.relation in EDITING and related.line and not (sure and self._brief):
            # What takes another statement's place stands where that statement stands.
            section, sure = self._document.section_at(related.line), True
        elif table := self._table(increment):
            section, sure = self._document.section_at(table), True
        return Planned(
            increment=increment,
            evidence=gathered.evidence,
            unresolved=gathered.unresolved,
            disposition=fate,
            why=why or place.why,
            section=section.ref,
            sure=sure,
            alternatives=() if sure else tuple(candidate.section.path for candidate in place.shown),
            relation=related.relation,
            doubts=self._faults.touching(gathered.evidence),
            document_says=shows,
            again=again,
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
    return tuple(
        Listed(content=row.content, why=_why_listed(row, brief, language), line=row.line) for row in rows
    )


def _why_listed(row: PriorityRow, brief: Brief, language: Language) -> str:
    words = _WORDS[language]
    if row.owner:
        return words.left.format(owner=row.owner, action=row.action).rstrip("：: ")
    said = set(tokens(row.content))
    for doubt in brief.doubts:
        if len(said & set(tokens(doubt.title))) >= _SAME_DOUBT * len(said):
            return words.caveat.format(title=doubt.title)
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
    return f"`{path}`" if line is None else f"`{path}:{line}`"


def _host(url: str) -> str:
    parts = urlsplit(url)
    work = re.search(r"\d{4}\.\d{4,5}(?:v\d+)?", parts.path)
    if work and parts.netloc.endswith("arxiv.org"):
        return f"arXiv:{work.group()}"
    if parts.netloc in {"github.com", "gitlab.com", "huggingface.co"}:
        return parts.path.strip("/")
    return parts.netloc.removeprefix("www.")
