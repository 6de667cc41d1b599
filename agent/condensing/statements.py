"""Blocks as statements: their clauses in order, and whether others say them in the same words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from agent.document import Block, Document, Section
from agent.document.style import without_mark
from agent.facts import facts, find_urls
from agent.facts.folding import folded
from agent.facts.markup import clean
from agent.tokens import CJK

_PIECE = re.compile(
    rf"(?P<end>[。!?！？\n]|\.(?=\s|$))"
    rf"|(?P<stop>[|，；、：,;:()（）「」『』《》“”\"…]|—+|\s-{{1,3}}\s)"
    rf"|(?P<piece>[{CJK}]|[^\W{CJK}_]+(?:[._@/+'-][^\W{CJK}_]+)*|[≤≥<>=≈~±+\-×%→←↑↓/¥$€★#@&^*])"
)
"""One sign of Chinese, one word or number of anything else, one sign that means something."""
_SELF_CONTAINED = frozenset({"arxiv", "doi", "cve", "repository", "url"})
"""Kinds of facts that tell what a statement is about wherever it stands."""
_ORDERED = re.compile(r"\s*\d{1,9}[.)]\s")
_TANGLED = re.compile(r"<[A-Za-z/!]|\[\^|!\[|^\s{0,12}\[[^\]\n]{1,200}\]:|\{#", re.MULTILINE)
"""HTML, footnotes, images, definitions and anchors: others may point there."""
_LEAD_IN = re.compile(r"[：:]\**\s*$|^\s{0,3}\*\*[^*\n]{1,80}\*\*\s*$")
_CODE = re.compile(r"`[^`\n]+`")
_LONGEST = 4_000
"""Characters of a block above which it is left alone."""
_SHORTEST = 4
"""Pieces below which a block states too little to be told from a label."""

Clause = tuple[str, ...]
Sentence = tuple[Clause, ...]


@dataclass(frozen=True)
class Statement:
    """A block read as a statement."""

    block: Block
    text: str
    """Without the mark of a list item."""

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its words, by clause and sentence, in order; of a row those of each cell."""
        if self.block.kind == "table_row":
            return tuple(clauses(cell) for cell in self.block.cells)
        return sentences(self.text)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Its clauses, in order."""
        return tuple(clause for sentence in self.sentences for clause in sentence)

    @cached_property
    def urls(self) -> frozenset[str]:
        """Every address in it."""
        return frozenset(url.raw for url in find_urls(self.text))

    @cached_property
    def code(self) -> frozenset[str]:
        """Every code span in it."""
        return frozenset(_CODE.findall(self.text))

    @property
    def self_contained(self) -> bool:
        """Whether it names what it is about by a link or an id."""
        return bool(self.urls) or any(fact.kind in _SELF_CONTAINED for fact in facts(self.text))


def sentences(text: str) -> tuple[Sentence, ...]:
    """The words of a text, by sentence and clause, inline marks apart."""
    found: list[list[list[str]]] = [[[]]]
    for match in _PIECE.finditer(folded(clean(text).text)):
        if match["piece"]:
            found[-1][-1].append(match["piece"])
        elif match["stop"]:
            found[-1].append([])
        else:
            found.append([[]])
    told = (tuple(tuple(clause) for clause in sentence if clause) for sentence in found)
    return tuple(sentence for sentence in told if sentence)


def clauses(text: str) -> tuple[Clause, ...]:
    """The words of a text by clause."""
    return tuple(clause for sentence in sentences(text) for clause in sentence)


def statements(section: Section) -> Iterator[Statement]:
    """The blocks of a section that state something by themselves and that nothing hangs on."""
    blocks = section.body
    for block, after in zip_longest(blocks, blocks[1:]):
        if _may_go(section.document, block, after):
            yield statement_of(block)


def statement_of(block: Block) -> Statement:
    """A block as a statement."""
    return Statement(block, without_mark(block.text) if block.kind == "list_item" else block.text.strip())


def _may_go(document: Document, block: Block, after: Block | None) -> bool:
    if block.kind not in ("paragraph", "list_item", "table_row") or len(block.data) > _LONGEST:
        return False
    if block.kind == "paragraph" and (
        block.depth or (after is not None and after.kind not in ("paragraph", "rule"))
    ):
        return False  # it may lead in what follows
    if block.kind == "list_item" and (
        _ORDERED.match(block.text) or document.tree_blocks_end(block.index) > block.index + 1
    ):
        return False  # numbers are referred to, and what an item holds is said of it
    text = block.text
    return not (_TANGLED.search(text) or _leads_in(block)) and sum(map(len, clauses(text))) >= _SHORTEST


def _leads_in(block: Block) -> bool:
    if block.kind == "table_row":
        return sum(bool(cell) for cell in block.cells) < 2 or not block.cells[0]
    return block.kind == "heading" or bool(_LEAD_IN.search(block.text))


class Leads:
    """Where in a section something begins that what follows is said of."""

    def __init__(self, section: Section) -> None:
        self._document = section.document
        blocks = section.blocks
        self._leads = [block.index for block in blocks if _leads_in(block)]
        self._no_rows = [block.index for block in blocks if block.kind != "table_row"]

    def same_context(self, one: Block, other: Block) -> bool:
        """Whether two blocks are said of the same thing: one parent, and nothing between them leads in anew."""
        if one.kind != other.kind or _parent(self._document, one) != _parent(self._document, other):
            return False
        first, last = sorted((one.index, other.index))
        if one.kind == "table_row" and _any_between(self._no_rows, first, last):
            return False
        return not _any_between(self._leads, first, last)


def _any_between(indexes: list[int], first: int, last: int) -> bool:
    """Whether one of some indexes, in order, lies between two others."""
    at = bisect_right(indexes, first)
    return at < len(indexes) and indexes[at] < last


def _parent(document: Document, block: Block) -> int:
    """Index of the list item that holds a block; -1 at the margin."""
    index = block.index
    while index >= 0 and document.columns.depth[index] >= block.depth > 0:
        index -= 1
    return index if block.depth else -1


def says(partner: Statement, statement: Statement) -> bool:
    """Whether another block begins with all sentences of a statement, word for word; rows are the same row.

    A sentence further on may be about something else, and a clause more within one makes it hold for less:
    neither counts. Links and code must be there to the last one.
    """
    if not keeps_links(partner, statement):
        return False
    own, other = statement.sentences, partner.sentences
    return own == other if statement.block.kind == "table_row" else own == other[: len(own)]


def keeps_links(partner: Statement, statement: Statement) -> bool:
    """Whether every address and code span of a statement is in the other."""
    return statement.urls <= partner.urls and statement.code <= partner.code


def runs_in_order(part: tuple[Clause, ...], whole: tuple[Clause, ...]) -> bool:
    """Whether clauses stand in others, in their order, each as one run of words within a clause."""
    at, start = 0, 0
    for clause in part:
        while at < len(whole) and (found := _run(clause, whole[at], start)) < 0:
            at, start = at + 1, 0
        if at == len(whole):
            return False
        start = found + len(clause)
    return True


def _run(clause: Clause, other: Clause, start: int) -> int:
    ends = range(start, len(other) - len(clause) + 1)
    return next((at for at in ends if other[at : at + len(clause)] == clause), -1)
