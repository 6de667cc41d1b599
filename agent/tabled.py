"""A note's table goes into the document's table of the same heads; a sentence edits the cell or figure it turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agent.document import Block, Document, Edit, Section, insert_row, replace, replace_cell, table_of
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftTable, Planned
from agent.facts import facts
from agent.facts.claims import sentence_spans
from agent.facts.folding import has_han
from agent.gist import Gist, gist
from agent.items import CAVEAT, FRAME, cell_text, inert, said_instead
from agent.models import Language
from agent.placement import Placer
from agent.planning import EDITING
from agent.relation import (
    SAID_BEFORE,
    STILL,
    CellTurn,
    Line,
    Match,
    Said,
    ValueTurn,
    cells_turned,
    lines_of,
    matched,
    turned_abroad,
    values_turned,
    without_number,
    words_turned,
)

_A_REFERENCE = 6
"""Words of a line that leads to a source: `From the tests of October (https://…)`."""
_STOPS = "。.;； "
_EDITED = ("paragraph", "list_item", "table_row")
"""What is edited in place: a quotation stays what somebody said."""
_FROM = re.compile(
    r"(?:\b(?:as of|from|since|starting|effective|beginning)(?: on| from)?\s|[自从]\s?)\Z", re.IGNORECASE
)
_ON = re.compile(r"\s?起")
_CONDITION = re.compile(
    r"\s*(?:after|when|with|once|if|since|under|in case)\b[^,.;]{3,80},|[^，。；\n]{2,30}(?:后|时|下|之后|以后|的情况下)，",
    re.IGNORECASE,
)
"""How a sentence begins that is true under a condition, or since something."""


@dataclass(frozen=True, slots=True)
class Tabled:
    """The edits of rows, cells and figures that a patch makes, and what of it they do not say."""

    edits: tuple[Edit, ...] = ()
    rest: DraftPatch | None = None
    """The patch without what stands in tables now; None where nothing is left."""


def tabled(placer: Placer, planned: Planned, patch: DraftPatch, language: Language) -> Tabled:
    """What of a patch goes into tables that the document has.

    Rows of a table with the very heads of one of the document's go into that one: a row of a thing that it has
    edits that row's cells, the old words named; any other is a row more, in the table's own order. A cell or figure
    that a sentence turns is edited where it stands, and wherever else the document has it.
    """
    said = Said(lines_of(placer.document))
    order = f"{planned.increment.number:04d} {planned.increment.id}"
    writer = _Writer(placer, said, patch, planned, language, order)
    left: list[DraftPoint | DraftTable] = []
    made: list[Edit | _Turned] = []
    for part in patch.parts:
        found = writer.table(part) if isinstance(part, DraftTable) else writer.point(part)
        if found is None:
            left.append(part)
        else:
            made += found.edits
            left += [found.left] if found.left else []
    left = [part for part in left if not _names_source(part)]
    if not made:
        return Tabled(rest=patch)
    rest = patch.model_copy(update={"parts": tuple(left)}) if left else None
    return Tabled(tuple(writer.written(made, sourced=rest is None)), rest)


@dataclass(frozen=True, slots=True)
class _Turned:
    """A cell or figure that gets other words."""

    section: Section
    block: Block
    line: Line
    turn: CellTurn | ValueTurn
    since: str = ""
    """The day from which it is so, as the note says it."""

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of a cell, line and place of a figure."""
        return self.line.line, self.turn.column if isinstance(self.turn, CellTurn) else self.turn.start


@dataclass(frozen=True, slots=True)
class _Found:
    """What a part of a patch does to the document's tables and figures."""

    edits: tuple[Edit | _Turned, ...]
    left: DraftPoint | None = None
    """What of it has facts that the document will not have, and is told besides."""


@dataclass
class _Writer:
    placer: Placer
    said: Said
    patch: DraftPatch
    planned: Planned
    language: Language
    order: str
    made: int = 0
    turned: set[tuple[int, int]] = field(default_factory=set)
    """The places that sentences have turned."""

    @property
    def document(self) -> Document:
        return self.placer.document

    def table(self, table: DraftTable) -> _Found | None:
        """The edits of a table's rows; None where the document has no such table, or one row does not fit it."""
        places = [matched(table.header, row.cells, self.said) for row in table.rows]
        found = [place for place in places if place is not None]
        if not found or len(found) < len(places):
            return None
        return _Found(tuple(edit for place in found for edit in self._row(place)))

    def _row(self, place: Match) -> Iterator[Edit | _Turned]:
        at = place.row or place.table
        section, block = self.document.section_at(at.line), self.document.block_at(at.line)
        assert block is not None, "lines are blocks of the document"
        if place.row is None:
            yield self._new_row(section, block, place.cells)
            return
        for column in place.changed:
            turn = CellTurn(column, place.row.values[column], place.cells[column])
            yield _Turned(section, block, place.row, turn)

    def _new_row(self, section: Section, block: Block, cells: Sequence[str]) -> Edit:
        table = table_of(section, block)
        position = self.placer.position(section, " | ".join(cells), self.planned.increment.urls)
        beside, side = (table[-1], "after")
        if position.form == "row" and position.block in table[1:]:
            beside, side = position.block, position.side
        self.made += 1
        told = tuple(map(cell_text, cells))
        if side == "before":
            return insert_row(section, beside, told, side="before", order=self._key())
        return insert_row(section, beside, told, order=self._key())

    def point(self, point: DraftPoint) -> _Found | None:
        """What the sentences of a point turn, wherever the document says it; None where they turn nothing."""
        if self.planned.relation not in EDITING or point.parts:
            return None
        before = f"{self.patch.title.text}\n{point.label}"
        edits: list[_Turned] = []
        left: list[DraftClaim] = []
        for claim in point.claims:
            turned, more = self._claim(claim.text, before)
            edits += turned
            left += [claim] if more else []
            before = f"{before}\n{claim.text}"
        if not edits:
            return None
        return _Found(tuple(edits), point.model_copy(update={"claims": tuple(left)}) if left else None)

    def _claim(self, text: str, before: str) -> tuple[list[_Turned], bool]:
        """What a claim turns, and whether it says more than the document will have then."""
        edits: list[_Turned] = []
        more = False
        for start, end in sentence_spans(text):
            sentence = text[start:end]
            turned = self._sentence(sentence, before)
            edits += turned
            more |= _says_more(sentence, turned) if turned else not self._is_as_it_was(sentence)
            before = f"{before}\n{sentence}"
        return edits, more

    def _is_as_it_was(self, sentence: str) -> bool:
        """Whether a sentence only says that something which the document says has not changed."""
        told = gist(sentence).facts
        return bool(STILL.search(sentence)) and any(
            told <= line.gist.facts for line in self.said.near(sentence)
        )

    def _sentence(self, sentence: str, before: str) -> list[_Turned]:
        """What a sentence turns in the line that the relation shows, or in the first that it turns, and in every other
        that has the same old figure."""
        found: list[_Turned] = []
        since = _since(f"{before.rpartition(self.patch.title.text)[2]}\n{sentence}", self.language)
        for line in self._lines(f"{before}\n{sentence}", sentence):
            section, block = self.document.section_at(line.line), self.document.block_at(line.line)
            # The line that the relation shows is changed in any case, and where one figure of a line was said to be
            # so now, what else the note gives for that line is of the same time.
            signed = all(at != line.line for at, _ in self.turned) and not self._is_shown(line)
            gone = frozenset(number for one in found for number in gist(one.turn.old).numbers)
            turns: Sequence[CellTurn | ValueTurn] = cells_turned(sentence, line, about=before, gone=gone)
            turns = turns or values_turned(sentence, line, about=before, signed=signed)
            turns = turns or words_turned(sentence, line, about=before)
            abroad = () if turns else turned_abroad(sentence, line)
            turns = turns or abroad
            if block is None or block.line != line.line or block.kind not in _EDITED or not turns:
                continue
            old = {_figures(one.turn.old) for one in found}
            if found and not abroad and old.isdisjoint(_figures(one.old) for one in turns):
                continue
            made = [_Turned(section, block, line, one, since) for one in turns]
            if not self.turned.isdisjoint(one.place for one in made):
                continue  # a figure is edited once; what a second sentence says of it stands by itself
            found += made
        if _CONDITION.match(sentence) or _leaves_a_figure(sentence, found):
            # Half of a sentence brought up to date would say what nobody said: it is replaced as a whole.
            found = [one for one in found if isinstance(one.turn, CellTurn)]
        self.turned |= {one.place for one in found}
        return found

    def _lines(self, named: str, sentence: str) -> Iterator[Line]:
        shown = [line for line in self.said.lines if self._is_shown(line)]
        # What is told in the other language has hardly a word in common with its line.
        far = self.said.lines if has_han(sentence) != (self.language == "zh") else ()
        near = [*shown, *self.said.near(sentence), *self.said.keyed(named), *far]
        return iter(dict.fromkeys(line for line in near if not line.code))

    def _is_shown(self, line: Line) -> bool:
        says = self.planned.document_says
        return says is not None and line.line <= says.line <= line.end

    def written(self, made: Sequence[Edit | _Turned], *, sourced: bool) -> Iterator[Edit]:
        """The edits. The first cell of a row that is turned has the sources behind it, where nothing of the patch that
        has them too is told besides (`sourced`), a sentence has them always; the first of all has the doubts, each has
        its old words."""
        done: set[int] = set()
        for one in made:
            if not isinstance(one, _Turned):
                yield one
                continue
            first, doubted = one.block.index not in done, sourced and not done
            done.add(one.block.index)
            if isinstance(one.turn, CellTurn):
                yield self._cell(one, one.turn, sourced=sourced and first, doubted=doubted)
            elif first:
                beside = [
                    other.turn
                    for other in made
                    if isinstance(other, _Turned) and other.block.index == one.block.index
                ]
                turns = [turn for turn in beside if isinstance(turn, ValueTurn)]
                yield self._values(one, turns, doubted=doubted)

    def _cell(self, one: _Turned, turn: CellTurn, *, sourced: bool, doubted: bool) -> Edit:
        self.made += 1
        text = cell_text(
            f"{turn.new.strip()}{self._aside(one.since, [turn.old], sourced=sourced, doubted=doubted)}"
        )
        return replace_cell(one.section, one.block, turn.column, text, order=self._key())

    def _values(self, one: _Turned, turns: Sequence[ValueTurn], *, doubted: bool) -> Edit:
        """The block with its new figures; the sources and the old ones stand at the end of their sentence."""
        self.made += 1
        text = one.line.text
        for start, end in reversed(sentence_spans(text)):
            inside = [turn for turn in turns if start <= turn.start < end]
            if not inside:
                continue
            stop = end - len(text[start:end]) + len(text[start:end].rstrip(_STOPS + "\n"))
            aside = self._aside(one.since, [turn.old for turn in inside], sourced=True, doubted=doubted)
            text = f"{_with_aside(text[:stop], aside)}{text[stop:]}"
            for turn in sorted(inside, key=lambda turn: -turn.start):
                text = f"{text[: turn.start]}{inert(turn.new)}{text[turn.end :]}"
        bare = without_number(text.strip()) if one.block.kind == "list_item" else text
        return replace(one.section, (one.block,), bare, order=self._key())

    def _aside(self, since: str, old: Sequence[str], *, sourced: bool, doubted: bool) -> str:
        doubts = [f"{CAVEAT[self.language]}{caveat.wording.rstrip(_STOPS)}" for caveat in self.patch.caveats]
        was = FRAME[self.language].stop.join(one.strip() for one in old)
        sources = (*([since] if since else ()), *(self.patch.sources if sourced else ()))
        return said_instead(sources, was, self.language, doubts if doubted else ())

    def _key(self) -> str:
        return f"{self.order} {self.made:03d}"


def _names_source(part: DraftPoint | DraftTable) -> bool:
    """Whether a point says where a table is from, and nothing else."""
    if isinstance(part, DraftTable):
        return False
    text = " ".join(claim.text for claim in (*part.claims, *part.parts))
    told = gist(text)
    return bool(told.pages) and len(told.terms) <= _A_REFERENCE and not told.facts | told.dates


def _with_aside(text: str, aside: str) -> str:
    """The text with what stands in brackets behind a figure; in one pair of brackets with what stands there so far."""
    there = list(SAID_BEFORE.finditer(text))
    if there and there[-1].end() == len(text):
        stop = "；" if aside.startswith("（") else "; "
        return f"{text[:-1]}{stop}{aside.strip()[1:]}"
    return f"{text}{aside}"


def _figures(old: str) -> frozenset[str]:
    return gist(old).numbers | gist(old).versions or frozenset({old.strip()})


def _says_more(sentence: str, turned: Sequence[_Turned]) -> bool:
    """Whether a sentence has facts or dates that the lines which it turns will not have."""
    known, told = _known(turned), gist(sentence)
    return not (told.facts | told.dates <= known.facts | known.dates | known.latin)


def _leaves_a_figure(sentence: str, turned: Sequence[_Turned]) -> bool:
    """Whether a sentence has another figure, beside the days of which it speaks, that what it turns will not have."""
    known, told = _known(turned), gist(sentence)
    days = {number for fact in facts(sentence) if fact.kind == "date" for number in gist(fact.text).numbers}
    return bool(turned) and not told.numbers - days <= known.numbers | known.dates


def _since(text: str, language: Language) -> str:
    """The day from which a statement is true, where it names one: `As of 1 December`, `12 月 1 日起`."""
    for fact in facts(text):
        leads = _FROM.search(text[: fact.start]) or _ON.match(text, fact.end)
        if fact.kind == "date" and leads:
            return f"{fact.text} 起" if language == "zh" else f"from {fact.text}"
    return ""


def _known(turned: Sequence[_Turned]) -> Gist:
    """What the lines that are turned will say, with what stood there before."""
    texts = (text for one in turned for text in (one.line.text, *one.line.header, _after(one), one.since))
    return gist("\n".join(texts))


def _after(one: _Turned) -> str:
    """The new figure with the words that it will stand in."""
    if isinstance(one.turn, CellTurn):
        return one.turn.new
    text = one.line.text
    return f"{text[: one.turn.start]}{one.turn.new}{text[one.turn.end :]}"
