"""What an increment rests on: each block of the sources that it names, quoted, and a brief's own words behind them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from agent.entries import Unresolved, parted, resolve
from agent.facts import origin_of
from agent.models import (
    Distance,
    Evidence,
    Increment,
    Model,
    Point,
    SourceRef,
    SourceText,
    Span,
    Table,
    TextBlock,
)
from agent.orders import gives_orders


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
    by_path = {source.source.path: source if brief else parted(source) for source in sources}
    found: list[Evidence] = []
    unresolved: list[SourceRef] = []
    for ref in increment.sources:
        spans = resolve(ref, sources)
        if isinstance(spans, Unresolved):
            unresolved.append(ref)
            continue
        for span in spans:
            found.extend(_of_title(by_path[span.path], span))
            found.extend(_of_source(by_path[span.path], span, increment))
    if brief is not None:
        found.extend(_of_brief(increment, brief))
    once = {evidence.id: evidence for evidence in found}
    return Gathered(evidence=tuple(once.values()), unresolved=tuple(unresolved))


def _of_title(source: SourceText, of: Span) -> Iterable[Evidence]:
    """The title, which front matter and file heads give outside of all that a reference means.

    Where it is the heading of one part of several at its level, as in a digest, it is that part's alone.
    """
    start = source.text.find(source.title) if source.title else -1
    if of.end <= start or of.start >= _end_of_part(source, start):
        start = -1
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


def _end_of_part(source: SourceText, start: int) -> int:
    """Where the part of the heading at an offset ends; a title that is no heading is of all of its source."""
    level = 0
    for block in source.blocks:
        if block.kind != "heading":
            continue
        if level and block.level <= level:
            return block.start
        if block.start <= start < block.end:
            level = block.level
    return len(source.text)


def _of_source(source: SourceText, span: Span, increment: Increment) -> Iterable[Evidence]:
    """One piece of evidence for each block that begins within the span, a table being one piece.

    Headings stand over what follows them; a table is kept whole, since what is said of its best row is said
    of all.
    """
    heads: dict[int, str] = {}
    rows: list[TextBlock] = []
    ordering = _in_pieces(source)
    for block in source.blocks:
        inside = span.start <= block.start < span.end and block.start not in ordering
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


def _in_pieces(source: SourceText) -> frozenset[int]:
    """Where blocks begin that give orders together only: one line, which hidden text breaks in pieces."""
    found: set[int] = set()
    run: list[TextBlock] = []
    for block in (*source.blocks, None):
        if block and run and block.kind == run[-1].kind != "table_row" and block.line == run[-1].end_line:
            run.append(block)
            continue
        if len(run) > 1 and gives_orders(" ".join(source.text[one.start : one.end] for one in run)):
            found |= {one.start for one in run}
        run = [block] if block and block.line is not None else []
    return frozenset(found)


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
