"""A statement and a block of the document side by side: what they share, and what either lacks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from agent.gist import Gist, share, telling_name
from agent.relation.abroad import corrected_abroad
from agent.relation.cell import other_figure
from agent.relation.said import Line, Said

ALIKE = 0.55
"""Weighted share of a statement's terms in a block from which both may speak of one thing."""
COVERED_LINKED = 0.45
"""The same, where both name the same work, page or repository."""
FEW = 3
"""A block of fewer terms is a label, which many statements contain."""
TWIN = 0.8
"""From which two blocks are the same sentence, so that what differs stands in the same place."""


@dataclass(frozen=True)
class Pair:
    """A statement and a block that may say it."""

    said: Said
    subject: str
    claim: Gist
    line: Line

    @property
    def block(self) -> Gist:
        return self.line.gist

    @cached_property
    def terms(self) -> frozenset[str]:
        return self.block.terms | self.line.around

    @cached_property
    def cover(self) -> float:
        """How much of the statement the block says, rare words counting more."""
        return share(self.claim.terms, self.terms, self.said.weight)

    @cached_property
    def back(self) -> float:
        """How much of the block the statement says."""
        return share(self.block.terms, self.claim.terms, self.said.weight)

    @cached_property
    def linked(self) -> bool:
        """Both name one work, page, repository or issue, and have some words or a name in common."""
        shared = (self.claim.ids & self.block.ids) | (self.claim.pages & self.block.pages)
        if not shared:
            return False
        names = {name for name in self.claim.names & self.block.latin if telling_name(name)}
        other_tongue = self.claim.han != self.block.han
        return bool(names) or other_tongue or self.cover >= COVERED_LINKED / 2

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of the statement that neither the block nor its headings say."""
        return frozenset(
            name for name in self.claim.names if name not in self.terms and name not in self.block.latin
        )

    @cached_property
    def numbers(self) -> frozenset[str]:
        return self.claim.numbers - self.block.numbers - self.line.above.numbers

    @cached_property
    def versions(self) -> frozenset[str]:
        return self.claim.versions - self.block.versions - self.line.above.versions

    @cached_property
    def ids(self) -> frozenset[str]:
        return self.claim.ids - self.block.ids

    @cached_property
    def missing(self) -> tuple[str, ...]:
        return tuple(sorted(self.names | self.numbers | self.versions | self.ids))

    @cached_property
    def about_one_thing(self) -> bool:
        """Linked, or nearly the same words with every name by which the statement names its subject."""
        if self.linked:
            return True
        if self.claim.han != self.block.han:
            shared = self.claim.names & self.block.latin
            return bool(shared) and len(shared) * 3 >= len(self.claim.names) * 2
        if self.back >= TWIN and len(self.block.terms) > FEW:
            return True
        return self.cover >= ALIKE and (self.subject in self.terms or self.named)

    @cached_property
    def elsewhere(self) -> bool:
        """Each goes back to a work or page that the other does not name."""
        mine, yours = self.claim.ids | self.claim.pages, self.block.ids | self.block.pages
        return bool(mine and yours) and not mine & yours

    @cached_property
    def named(self) -> bool:
        """The block says every name of the statement, and they tell enough."""
        names = self.claim.names
        return not self.names and (len(names) >= 2 or any(map(telling_name, names)))

    @cached_property
    def cell(self) -> tuple[str, str] | None:
        """Of a statement about one cell of a row: its figure and the cell's."""
        unknown = self.names or self.ids or self.versions or len(self.numbers) != 1
        if unknown or not self.line.cells:
            return None
        return other_figure(self.claim.text, self.line)

    @cached_property
    def abroad(self) -> tuple[str, str] | None:
        """A figure that the statement takes back from a block in the other language, after the one instead of it."""
        if self.claim.han == self.block.han or self.line.code or self.line.cells:
            return None
        return corrected_abroad(self.claim.text, f"{self.line.section}\n{self.block.text}")

    @cached_property
    def mutual(self) -> bool:
        """Names and figures are the same on both sides."""
        theirs = self.block.names - self.claim.latin
        return self.named and not self.numbers and not theirs and self.block.numbers <= self.claim.numbers
