"""What of an increment's evidence its draft does not say: counted and placed, so that nothing is missed in silence.

A draft is short by design: of a long note it says what is richest in facts. What is left over is neither an error
nor refused, and a person can have it still, where it is told how much it is and where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from agent.coverage import key_facts
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftTable, Planned
from agent.entries.words import names_source
from agent.facts import Claim, facts, split_claims
from agent.language import language_of
from agent.markup import plain
from agent.models import Evidence
from agent.orders import gives_orders
from agent.outcome import ClaimOutcome, Unsaid
from agent.relation import Said
from agent.selection import TELLING, figures, is_noise, is_process
from agent.tokens import tokens

_SAME_WORDS = 0.6
"""Share of its words that one sentence must have to say what a statement without facts says."""
_SAME_FACTS = 0.35
"""The same, where all the statement's facts stand in that sentence too."""
_QUOTED_AT_LEAST = 8
"""Letters and digits from which a statement is looked for within a longer text."""
_SHORTEST = 4
"""Words below which a line without facts is a label and no statement."""
_REPEATED = 3
"""Figures from which a sentence that brings no other one repeats what is said, be it in several rows."""
_NEAR = 4
"""Blocks of the document that are looked at for one statement."""
_URL = re.compile(r"<?https?://[^\s，。；、）)>]+>?")
_STOPPED = re.compile(r"[.。!！?？;；]\s*$")
_NAMED = TELLING | {"entity"}


@dataclass(frozen=True)
class _Text:
    """One sentence, row or block that says something."""

    text: str

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(tokens(self.text))

    @cached_property
    def facts(self) -> frozenset[tuple[str, str]]:
        return frozenset((fact.kind, fact.normal) for fact in facts(self.text) if fact.kind in _NAMED)

    @cached_property
    def bare(self) -> str:
        return _bare(self.text)

    def says(self, other: _Text) -> bool:
        """Whether what the other states is said here: its words as they stand, or its facts with enough of them."""
        if other.bare == self.bare or (len(other.bare) >= _QUOTED_AT_LEAST and other.bare in self.bare):
            return True
        if not other.facts <= self.facts:
            return False
        if other.facts and language_of(self.text) not in (language_of(other.text), None):
            return True  # the words of two languages do not meet: the facts decide
        share = len(other.words & self.words) / max(1, len(other.words))
        return share >= (_SAME_FACTS if other.facts else _SAME_WORDS)


def unsaid(
    planned: Planned, patch: DraftPatch, claims: Iterable[ClaimOutcome], document: Said
) -> Unsaid | None:
    """What the evidence states and neither the patch nor the document says; None where that is nothing.

    What was refused is told by itself. Of a brief that a person wrote only its own words count: who wrote it has
    chosen from its sources. A statement without facts in a language that the draft has no sentence of cannot be
    compared, and is not counted.
    """
    told = [*_texts(patch), *(_Text(claim.text) for claim in claims if claim.kept == "refused")]
    shown = {figure for part in patch.parts for figure in figures(part)}
    languages = {language_of(text.text) for text in told}
    known = {key for text in told for key in key_facts(text.text)}
    named: dict[tuple[str, str], str] = {}
    counted = {"statement": 0, "row": 0}
    lines: dict[str, list[int]] = {}
    seen: set[str] = set()
    for evidence, claim in _statements(planned.evidence):
        stated = _Text(_words_of(claim))
        if stated.bare in seen or not (stated.facts or language_of(stated.text) in languages):
            continue
        seen.add(stated.bare)
        is_row = claim.kind == "table_row"
        if not is_row and _repeats(stated, shown):
            continue
        if any(text.says(stated) for text in told) or _known(stated, document):
            continue
        counted["row" if is_row else "statement"] += 1
        named.update(
            {key: words for key, words in key_facts(stated.text).items() if key not in known | set(named)}
        )
        at = lines.setdefault(evidence.span.path, [])
        if evidence.span.line is not None:
            at += [evidence.span.line + claim.line - 1, evidence.span.line + claim.end_line - 1]
    if not lines:
        return None
    places = tuple(f"{path}:{min(at)}-{max(at)}" if at else path for path, at in lines.items())
    return Unsaid(
        statements=counted["statement"],
        rows=counted["row"],
        places=places,
        facts=tuple(dict.fromkeys(" ".join(words.split()) for words in named.values())),
    )


def _statements(evidence: Sequence[Evidence]) -> Iterator[tuple[Evidence, Claim]]:
    """What the quotations assert, in order: no headings, links, commands, or words of the work on the document."""
    by_a_person = any(entry.distance == 2 for entry in evidence)
    heads = {_bare(head) for entry in evidence for head in entry.heads}
    for entry in evidence:
        if (by_a_person and entry.distance < 2) or _is_title(entry, evidence) or _bare(entry.quote) in heads:
            continue
        yield from ((entry, claim) for claim in split_claims(entry.quote) if _asserts(claim))


def _is_title(entry: Evidence, evidence: Sequence[Evidence]) -> bool:
    """Whether a line is what its source is called: it stands over all the rest, and ends without a stop."""
    if entry.heads or "\n" in entry.quote.strip() or _STOPPED.search(entry.quote):
        return False
    here = [other.span.start for other in evidence if other.span.path == entry.span.path]
    return len(here) > 1 and entry.span.start == min(here)


def _asserts(claim: Claim) -> bool:
    text = claim.text
    if claim.kind in ("heading", "table_row"):
        return claim.kind == "table_row" and any(cell.strip() for cell in claim.cells)
    if is_noise(plain(text)) or is_process(text) or names_source(text) or gives_orders(text):
        return False
    words = _URL.sub("", text).strip()
    return len(tokens(words)) >= _SHORTEST and not (words != text.strip() and words.endswith((":", "：")))


def _words_of(claim: Claim) -> str:
    return " | ".join(claim.cells) if claim.kind == "table_row" else plain(claim.text)


def _repeats(stated: _Text, shown: Set[tuple[str, str]]) -> bool:
    own = figures(DraftPoint(claims=(DraftClaim(text=stated.text),)))
    return len(own) >= _REPEATED and own <= shown


def _known(stated: _Text, document: Said) -> bool:
    """Whether one block of the document says it already, under its headings."""
    near = document.near(stated.text, limit=_NEAR)
    return any(_Text(plain(f"{line.text}\n{line.section}")).says(stated) for line in near)


def _texts(patch: DraftPatch) -> list[_Text]:
    found = [patch.title.text]
    for part in patch.parts:
        if isinstance(part, DraftTable):
            found += [" | ".join(row.cells) for row in part.rows]
        else:
            # Short points that were joined are read in one line, as are a lead-in and what it leads.
            found += [claim.text for claim in (*part.claims, *part.parts)]
            found.append(" ".join([part.label, *(claim.text for claim in (*part.claims, *part.parts))]))
    return [_Text(plain(text)) for text in found]


def _bare(text: str) -> str:
    return "".join(sign for sign in plain(text).casefold() if sign.isalnum())
