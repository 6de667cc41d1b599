"""What a proposal to condense holds, and the seam to whoever words it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from agent.document import Block, Edit
from agent.models import Evidence, Model, Verdict

Kind = Literal["repeated", "superseded", "window", "reworded"]
"""Why a block changes: it says what another says; a later one names both states; a window has passed and
its outcome stands; it is said shorter."""

_KEY = 12
"""Hexadecimal digits of a block's key: enough for the blocks of one document."""


class Proof(Model):
    """One claim of the old text, and the words that still say it."""

    claim: str
    verdict: Verdict
    evidence: Evidence


class Change(Model):
    """One block that goes, or that is said shorter."""

    key: str
    """Hash of the block's old text: what a person has seen once is not proposed again."""
    kind: Kind
    line: int
    end_line: int
    """Lines of the block in the document before."""
    old: str
    new: str = ""
    """Empty where the block goes."""
    proofs: tuple[Proof, ...]
    """Every claim of the old text, turns of speech apart."""


class Condensed(Model):
    """A proposal for one section, that a person can refuse alone."""

    id: str
    """Short hash of document, section and the blocks that change."""
    path: tuple[str, ...]
    line: int
    """Line of the section's heading."""
    before: int
    after: int
    """Characters of the section before and after."""
    limit: int
    changes: tuple[Change, ...]
    edits: tuple[Edit, ...]
    writer: str = ""
    """Who worded what is said shorter; empty where lines only go."""


class Passage(Model):
    """A block that may be said shorter."""

    name: str
    """By which a reply speaks of it: `p1`, `p2` …"""
    text: str
    """Without the mark of a list item."""


class Condenser(Protocol):
    """Words passages shorter; whatever it says is checked fact by fact, both ways."""

    name: str

    def __call__(self, heads: Sequence[str], passages: Sequence[Passage]) -> Mapping[str, str]:
        """New wordings by passage name; what it leaves out stays as it is."""
        ...


def key_of(block: Block) -> str:
    """The key of a block's text, blanks at its ends apart."""
    return hashlib.sha256(block.data.strip()).hexdigest()[:_KEY]
