"""The words of a source that prove a claim, marked where they stand, with the lines around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.models import Evidence, SourceText
from agent.outcome import ClaimOutcome
from agent.report.markdown import web_link

Texts = Callable[[str], SourceText | None]
"""The text of an item by its content hash; None where it is not at hand."""

_AROUND = 2
"""Lines of context before and after, as in the source."""
_GAP = 3
"""Passages of one source that stand closer than this many lines read on."""
_LONGEST = 600
"""Characters of a line that are shown."""
_MOST = 14
"""Marked lines of one passage that are shown."""
_SOURCES = 3
"""Passages beside one claim that are shown."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of a line."""

    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a source."""

    number: int | None
    pieces: tuple[Piece, ...]
    quoted: bool
    """Whether any of it is quoted; else it is context."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A quotation in its context, and where it comes from."""

    path: str
    place: str
    """Lines or the element, as `L3-L5`; empty where neither is known."""
    contributor: str
    date: str
    distance: int
    origin: str
    """The primary source behind it, as named."""
    link: str
    """The origin as an address of the web, where it is one."""
    lines: tuple[Line, ...]
    more: int
    """Quoted lines that are not shown."""
    goes_on: bool
    """Whether the passage before it, in the same column, is of the same source."""

    @property
    def words(self) -> str:
        """The quoted words alone."""
        return "".join(piece.text for line in self.lines for piece in line.pieces if piece.marked)


@dataclass(frozen=True, slots=True)
class _Found:
    """A quotation's place: the text that holds it, and its runs there."""

    evidence: Evidence
    text: str
    first: int | None
    """Number of the text's line at `base`."""
    base: int
    runs: tuple[tuple[int, int], ...]


def passages(claims: Sequence[ClaimOutcome], texts: Texts) -> tuple[tuple[Passage, ...], ...]:
    """For each claim the passages that prove or contradict it.

    Claims that follow one another in a source are read beside it like one excerpt: no line of context twice.
    """
    found = [[_find(e, _quotes(claim, e), texts) for e in claim.evidence[:_SOURCES]] for claim in claims]
    shown: list[tuple[Passage, ...]] = []
    reached: tuple[str, int] | None = None
    for number, here in enumerate(found):
        ahead = found[number + 1][0] if number + 1 < len(found) and found[number + 1] else None
        made: list[Passage] = []
        for position, one in enumerate(here):
            last = position == len(here) - 1
            made.append(_passage(one, reached, ahead if last else None))
            reached = (one.evidence.span.path, _line_index(one, one.runs[-1][1]))
        shown.append(tuple(made))
    return tuple(shown)


def _quotes(claim: ClaimOutcome, evidence: Evidence) -> list[str]:
    own = [fact.quote for fact in claim.verdict.facts if fact.evidence == evidence.id and fact.quote]
    return list(dict.fromkeys(own)) or [evidence.quote]


def _find(evidence: Evidence, quotes: Sequence[str], texts: Texts) -> _Found:
    """The runs of a quotation within the source's text, else within the quotation alone."""
    span = evidence.span
    source = texts(span.item) if span.item else None
    whole = source is not None and source.text[span.start : span.end] == evidence.quote
    text, base = (source.text, span.start) if source and whole else (evidence.quote, 0)
    runs = [
        (base + at, base + at + len(quote)) for quote in quotes if (at := evidence.quote.find(quote)) >= 0
    ]
    true_lines = span.line is not None and (
        span.end_line is None or span.end_line - span.line == evidence.quote.count("\n")
    )
    end = base + len(evidence.quote)
    return _Found(evidence, text, span.line if true_lines else None, base, _merged(runs or [(base, end)]))


def _merged(runs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    out: list[tuple[int, int]] = []
    for start, end in sorted(runs):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return tuple(out)


def _line_index(found: _Found, offset: int) -> int:
    """Which line of its text an offset stands on, counted from 0."""
    return found.text.count("\n", 0, max(offset - 1, 0))


def _passage(found: _Found, reached: tuple[str, int] | None, ahead: _Found | None) -> Passage:
    span = found.evidence.span
    rows = found.text.split("\n")
    first, last = _line_index(found, found.runs[0][0] + 1), _line_index(found, found.runs[-1][1])
    goes_on = reached is not None and reached[0] == span.path
    start = max(first - _AROUND, 0)
    if reached is not None and goes_on and 0 <= first - reached[1] <= _GAP + _AROUND:
        start = min(reached[1] + 1, first)
    stop = min(last + _AROUND, len(rows) - 1)
    if ahead is not None and ahead.evidence.span.path == span.path:
        next_first = _line_index(ahead, ahead.runs[0][0] + 1)
        if -_GAP <= next_first - last <= _GAP + _AROUND:
            stop = last
    lines = _lines(found, rows, start, stop)
    quoted = [at for at, line in enumerate(lines) if line.quoted]
    cut = quoted[_MOST] if len(quoted) > _MOST else len(lines)
    return Passage(
        path=span.path,
        place=_place(found),
        contributor=found.evidence.contributor,
        date=found.evidence.date.isoformat() if found.evidence.date else "",
        distance=found.evidence.distance,
        origin=found.evidence.origin,
        link=web_link(found.evidence.origin),
        lines=_trimmed(lines[:cut]),
        more=len([at for at in quoted if at >= cut]),
        goes_on=goes_on,
    )


def _place(found: _Found) -> str:
    span = found.evidence.span
    if span.line is None:
        return span.element or ""
    if found.first is None:
        return f"L{span.line}" + (f"-L{span.end_line}" if span.end_line not in (None, span.line) else "")
    first = _number(found, found.runs[0][0])
    last = _number(found, found.runs[-1][1] - 1)
    return f"L{first}" if first == last else f"L{first}-L{last}"


def _number(found: _Found, offset: int) -> int:
    assert found.first is not None, "only where lines are known"
    if offset >= found.base:
        return found.first + found.text.count("\n", found.base, offset)
    return found.first - found.text.count("\n", offset, found.base)


def _lines(found: _Found, rows: Sequence[str], start: int, stop: int) -> list[Line]:
    offset = sum(len(row) + 1 for row in rows[:start])
    made: list[Line] = []
    for row in rows[start : stop + 1]:
        number = _number(found, offset) if found.first is not None else None
        pieces = _pieces(row, offset, found.runs)
        made.append(Line(number, pieces, any(piece.marked for piece in pieces)))
        offset += len(row) + 1
    return made


def _pieces(row: str, offset: int, runs: Sequence[tuple[int, int]]) -> tuple[Piece, ...]:
    shown = row.rstrip("\r")[:_LONGEST]
    cut = "…" if len(row.rstrip("\r")) > _LONGEST else ""
    at = 0
    pieces: list[Piece] = []
    for start, end in runs:
        a, b = max(start - offset, at), min(end - offset, len(shown))
        if a >= b:
            continue
        if a > at:
            pieces.append(Piece(shown[at:a], marked=False))
        pieces.append(Piece(shown[a:b], marked=True))
        at = b
    if at < len(shown) or cut:
        pieces.append(Piece(shown[at:] + cut, marked=False))
    return tuple(pieces)


def _trimmed(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Without blank lines of context at either end."""
    kept = list(lines)
    while kept and not kept[0].quoted and not any(piece.text.strip() for piece in kept[0].pieces):
        kept.pop(0)
    while kept and not kept[-1].quoted and not any(piece.text.strip() for piece in kept[-1].pieces):
        kept.pop()
    return tuple(kept)
