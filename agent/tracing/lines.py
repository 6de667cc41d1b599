"""The statements of a document, and the one that somebody means: by its words, by a figure of it, by its line."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.document import Block, Document
from agent.facts.claims import sentence_spans
from agent.items import BEFORE
from agent.markup import plain
from agent.tokens import tokens

_MARK = re.compile(
    r"^\s{0,60}(?:>\s{0,3}){0,4}(?:[-*+•]\s{1,6}|\d{1,4}[.)]\s{1,6}|#{1,6}\s{1,6})?(?:\[[ xX]\]\s{1,3})?"
)
_STAMP = re.compile(r"[〔\[【（(][^〔\[【（()）】\]〕\n]{1,16}[〕\]】）)][。.]?")
_RULE = re.compile(r"[\s|:\-]*")
_APART = re.compile(r"\s*\|\s*|(?<=\d)\s+(?=\d)")
"""What keeps figures apart: `64 | 3.10`, `64 3.10`."""
_UNHEARD = re.compile(r"[\s*`_\\]+")
_SILENT = ("comment", "front_matter", "rule")
_LINE = re.compile(r"(?:(?P<path>[^\n]{1,500}):L?|L)(?P<line>\d{1,7})(?:-L?(?P<end>\d{1,7}))?")
_NEAREST = 3
_LEAD = 40
"""Characters of a block by which it is known what it is."""
_COMPARED = 400
"""Characters of a statement that are compared."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence, item or table row of a document."""

    text: str
    """Its words, without markup."""
    key: str
    """Its words in normal form: blanks, markup and the mark of a list make no difference."""
    line: int
    end_line: int
    section: str
    """Heading path, joined by ` › `."""
    kind: str
    lead: str
    """How the block begins in which it stands."""
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    """Of a table row: the heads of its columns."""

    @property
    def in_words(self) -> str:
        """As it is read by itself: a row with the heads of its columns."""
        if len(self.header) != len(self.cells) or not self.cells:
            return self.text
        pairs = zip(self.header, self.cells, strict=True)
        return "; ".join(f"{head}: {cell}" if head else cell for head, cell in pairs if cell)

    @property
    def is_heading(self) -> bool:
        """Whether it is the title of a section."""
        return self.kind == "heading"


def statements_of(document: Document) -> tuple[Statement, ...]:
    """Every statement, in order; front matter, blanks and rules say nothing."""
    told: list[Statement] = []
    header: tuple[str, ...] = ()
    for block in document.blocks:
        if block.kind == "table_head":
            header = tuple(map(plain, block.cells))
        told += _of_block(document, block, header if block.kind == "table_row" else ())
    return tuple(told)


def _of_block(document: Document, block: Block, header: tuple[str, ...]) -> Iterator[Statement]:
    text = block.text
    if block.kind in _SILENT or _RULE.fullmatch(text):
        return
    section = " › ".join(document.section_at(block.line).path)
    if block.cells:
        cells = tuple(map(plain, block.cells))
        words = " | ".join(cells)
        yield Statement(
            words, key_of(words), block.line, block.line, section, block.kind, words[:_LEAD], cells, header
        )
        return
    spans = sentence_spans(text) if "\n```" not in text and not text.startswith("```") else [(0, len(text))]
    lead = plain(_MARK.sub("", text))[:_LEAD]
    told: list[Statement] = []
    for start, end in spans:
        words = plain(_MARK.sub("", text[start:end]))
        if told and _STAMP.fullmatch(words):  # `〔锚定〕` after a full stop marks the sentence before it
            words = f"{told[-1].text}{words}"
            told[-1] = replace(told[-1], text=words, key=key_of(words))
        elif key := key_of(words):
            line = block.line + text.count("\n", 0, start)
            last = line + text[start:end].rstrip().count("\n")
            told.append(Statement(words, key, line, last, section, block.kind, lead))
    yield from told


def key_of(text: str) -> str:
    """The words of a text in normal form."""
    words = _APART.sub("|", unicodedata.normalize("NFKC", plain(_MARK.sub("", text))).strip())
    return _UNHEARD.sub("", words).strip("|").casefold()


_BEFORE = tuple(key_of(lead) for lead in BEFORE.values())
_QUOTED_BEFORE = re.compile(
    rf"(?:{'|'.join(map(re.escape, BEFORE.values()))})[“「]([^\n]{{1,4000}})[”」]\s{{0,60}}$"
)


def quotes_before(text: str) -> bool:
    """Whether a line only quotes what a night put something else in the place of."""
    return key_of(text).startswith(_BEFORE)


def quoted_before(line: str) -> str:
    """The words that such a line quotes, as they are written; empty where they are not whole."""
    found = _QUOTED_BEFORE.search(line)
    return found[1] if found else ""


@dataclass(frozen=True, slots=True)
class LineAsked:
    """A line, or a range of lines, that is asked for."""

    path: str
    """Empty where none is named."""
    line: int
    end_line: int


def line_asked(text: str) -> LineAsked | None:
    """The line that an argument names (`L12`, `L12-L14`, `notes.md:12`); None where it is a text."""
    found = _LINE.fullmatch(text.strip())
    if not found:
        return None
    first = int(found["line"])
    return LineAsked(found["path"] or "", first, max(first, int(found["end"] or first)))


def at_lines(statements: Sequence[Statement], first: int, last: int) -> tuple[Statement, ...]:
    """The statements that stand on these lines."""
    return tuple(one for one in statements if one.line <= last and first <= one.end_line)


def saying(statements: Sequence[Statement], text: str) -> tuple[Statement, ...]:
    """The statements that hold a text, word for word; of a longer text those that it holds."""
    wanted = key_of(text)
    if not wanted:
        return ()
    exact = tuple(one for one in statements if one.key == wanted)
    holding = tuple(one for one in statements if one.key != wanted and _holds(one.key, wanted))
    if exact or holding:
        return (*exact, *holding)
    return tuple(one for one in statements if len(one.key) > 8 and _holds(wanted, one.key))


def _holds(key: str, wanted: str) -> bool:
    """Whether a normal form holds another; a figure or a Latin word not as a part of another one."""
    at = key.find(wanted)
    while at >= 0:
        before, after = key[at - 1 : at], key[at + len(wanted) : at + len(wanted) + 2]
        figure = wanted[0].isdigit() and (before.isdigit() or before == ".")
        goes_on = wanted[-1].isdigit() and (after[:1].isdigit() or (after[:1] == "." and after[1:].isdigit()))
        if not figure and not goes_on:
            return True
        at = key.find(wanted, at + 1)
    return False


def nearest(statements: Sequence[Statement], text: str) -> tuple[Statement, ...]:
    """The few statements that come nearest to a text."""
    words = set(tokens(text))
    shared = [(len(words & set(tokens(one.text))), one) for one in statements]
    likely = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])[:40]
    ranked = sorted(likely, key=lambda pair: (-likeness(pair[1].text, text), pair[1].line))
    return tuple(one for _, one in ranked[:_NEAREST])


def likeness(one: str, other: str) -> float:
    """How alike two statements are, from 0 to 1: difflib's measure over their words."""
    first, second = tokens(one[:_COMPARED]), tokens(other[:_COMPARED])
    return difflib.SequenceMatcher(None, first, second, autojunk=False).ratio()
