"""Blocks of a section that can go without a model: what they say stands in another block, word for word."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from agent.audit import audit
from agent.condensing.model import Change, Kind, key_of
from agent.condensing.outdated import concludes, names_both, without_currency
from agent.condensing.proofs import proofs, table_head
from agent.condensing.statements import (
    Clause,
    Leads,
    Sentence,
    Statement,
    says,
    statement_of,
    statements,
)
from agent.document import Block, Document, Section

_MOST = 64
"""Blocks that are looked at for one statement: a clause that more of them share tells nothing."""
_MOST_CHANGES = 40
"""Blocks that one proposal takes out: a person looks at each."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """A block that can go, and the one that stands for it."""

    block: Block
    stands: Block
    change: Change


class Repeats:
    """Finds what can go from the sections of one document."""

    def __init__(self, document: Document, path: str, today: dt.date) -> None:
        self._document = document
        self._path = path
        self._passed: set[int] = set()
        """Lines at which a window of observation has passed."""
        self._newer_at: dict[int, list[int]] = defaultdict(list)
        """By line that says what is the latest, the lines that know a later one."""
        for finding in audit(document.data, today=today).findings:
            if finding.kind == "window" and finding.a:
                self._passed.add(finding.a.line)
            elif finding.kind == "superseded" and finding.a and finding.b:
                self._newer_at[finding.a.line].append(finding.b.line)
        self._elsewhere = _self_contained(document)

    def of(self, section: Section, taken: Collection[int], known: Collection[str] = ()) -> tuple[Repeat, ...]:
        """The blocks of a section that can go together, in order; as many as a person can look at.

        None of those at the indexes `taken`, none with a key in `known`. One block at least stays, and what
        stands for another stays.
        """
        own = [one for one in statements(section) if one.block.index not in taken]
        leads = Leads(section)
        by_clause = _by_clause(own)
        found: dict[int, Repeat] = {}
        stays: set[int] = set()
        for one in own:
            if len(found) == _MOST_CHANGES:
                break
            if one.block.index in stays or key_of(one.block) in known:
                continue
            partners = chain(
                self._within(leads, one, by_clause), self._across(section, one), self._newer(one)
            )
            usable = (
                pair
                for pair in partners
                if pair[1].block.index not in found and pair[1].block.index not in taken
            )
            repeat = self._first(section, one, usable)
            if repeat is not None and not _parts_lists(self._document, one.block):
                found[one.block.index] = repeat
                stays.add(repeat.stands.index)
        return tuple(found.values()) if len(found) < len(section.body) else ()

    def _within(
        self, leads: Leads, one: Statement, by_clause: dict[Clause, list[Statement]]
    ) -> Iterator[tuple[Kind, Statement]]:
        passed = self._has_passed(one)
        rarest_first = sorted((by_clause[clause] for clause in dict.fromkeys(one.clauses)), key=len)
        seen: set[int] = set()
        for other in islice(chain.from_iterable(rarest_first), _MOST):
            if other.block.index in seen:
                continue
            seen.add(other.block.index)
            same = other.sentences == one.sentences
            apart = other.block.index < one.block.index if same else other.block.index != one.block.index
            if not apart or not leads.same_context(one.block, other.block):
                continue
            if says(other, one):
                yield "repeated", other
            elif passed and concludes(other, one):
                yield "window", other
            elif one.block.kind == "table_row" and names_both(other, one):
                yield "superseded", other

    def _has_passed(self, one: Statement) -> bool:
        return any(line in self._passed for line in range(one.block.line, one.block.end_line + 1))

    def _newer(self, one: Statement) -> Iterator[tuple[Kind, Statement]]:
        """What the audit says has superseded a statement, where it names the old state too."""
        for line in range(one.block.line, one.block.end_line + 1):
            for newer in self._newer_at.get(line, ()):
                block = self._document.block_at(newer)
                if block is not None and block.kind == one.block.kind:
                    other = statement_of(block)
                    if names_both(other, one):
                        yield "superseded", other

    def _across(self, section: Section, one: Statement) -> Iterator[tuple[Kind, Statement]]:
        """The same paragraph elsewhere, where a link or an id tells that it is of the same thing.

        An item elsewhere is not the same: its heading or lead says something of it too.
        """
        if one.block.kind != "paragraph" or not one.self_contained:
            return
        for other in self._elsewhere.get(one.sentences, ())[:_MOST]:
            outside = not section.first_block <= other.block.index < section.last_block
            if (outside or other.block.index < one.block.index) and says(other, one):
                yield "repeated", other

    def _first(
        self, section: Section, one: Statement, partners: Iterable[tuple[Kind, Statement]]
    ) -> Repeat | None:
        """The first partner by which every claim of a statement is proved."""
        for kind, other in partners:
            old = without_currency(one.text) if kind == "superseded" else one.text
            proved = proofs(
                old, other.text, other.block, section.path, self._path, table=table_head(section, one.block)
            )
            if proved is not None:
                change = Change(
                    key=key_of(one.block),
                    kind=kind,
                    line=one.block.line,
                    end_line=one.block.end_line,
                    old=one.text,
                    proofs=proved,
                )
                return Repeat(one.block, other.block, change)
        return None


def _by_clause(own: Iterable[Statement]) -> dict[Clause, list[Statement]]:
    known: dict[Clause, list[Statement]] = defaultdict(list)
    for one in own:
        for clause in set(one.clauses):
            known[clause].append(one)
    return known


def _self_contained(document: Document) -> dict[tuple[Sentence, ...], list[Statement]]:
    """The paragraphs of a document that a link or id tells apart, by their words."""
    found: dict[tuple[Sentence, ...], list[Statement]] = defaultdict(list)
    for section in document.sections:
        for one in statements(section):
            if one.block.kind == "paragraph" and one.self_contained:
                found[one.sentences].append(one)
    return found


def _parts_lists(document: Document, block: Block) -> bool:
    """Whether a paragraph keeps two lists or two tables apart that would become one without it."""
    if block.kind != "paragraph" or not 0 < block.index < document.block_count - 1:
        return False
    before, after = document.block(block.index - 1), document.block(block.index + 1)
    return before.kind != "paragraph" and after.kind not in ("paragraph", "heading")
