"""That what goes still stands: each claim of the old text against the words that stay."""

from __future__ import annotations

import hashlib

from agent.condensing.model import Proof
from agent.document import Block, Section, table_of
from agent.evidence import EvidenceIndex, supports
from agent.facts import Claim, split_claims
from agent.models import Evidence, Span


def evidence_of(text: str, block: Block, heads: tuple[str, ...], path: str) -> Evidence:
    """Words of the document as evidence: it is the primary text of what it says itself."""
    name = hashlib.sha256(f"{path}:{block.line}:{text}".encode(errors="surrogatepass")).hexdigest()
    place = Span(path=path, start=0, end=len(text), line=block.line, end_line=block.end_line)
    return Evidence(id=f"d{name[:9]}", span=place, quote=text, distance=0, heads=heads)


def proofs(
    old: str, new: str, block: Block, heads: tuple[str, ...], path: str, *, table: str = ""
) -> tuple[Proof, ...] | None:
    """The proof of every claim of `old` by `new`, which stands or will stand at `block`; None where one fails.

    `table` holds the head of the table that both are rows of.
    """
    evidence = evidence_of(f"{table}{new}", block, heads, path)
    index = EvidenceIndex([evidence])
    found: list[Proof] = []
    for claim in claims_of(old, heads, table):
        verdict = supports(claim, index)
        if verdict.status != "supported":
            return None
        found.append(Proof(claim=claim.text, verdict=verdict, evidence=evidence))
    return tuple(found) or None


def claims_of(text: str, heads: tuple[str, ...], table: str = "") -> tuple[Claim, ...]:
    """The claims of a block's text; of a row, with the heads of its columns."""
    found = split_claims(f"{table}{text}", heads=heads)
    return tuple(claim for claim in found if claim.kind == "table_row") if table else found


def table_head(section: Section, row: Block) -> str:
    """The head of a row's table as its lines, the line of dashes included."""
    return f"{table_of(section, row)[0].text}\n" if row.kind == "table_row" else ""
