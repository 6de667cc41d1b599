"""What the pages show of one increment: everything is worked out here, the templates only lay it out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from agent.annotation import RISKS
from agent.document.diff import Change as Words
from agent.document.diff import word_diff
from agent.ledger import Decision
from agent.models import Caveat, Language, Quote
from agent.outcome import IncrementOutcome
from agent.report.changes import Change, cells_of
from agent.report.markdown import rendered, rendered_inline
from agent.report.passages import Texts
from agent.report.pieces import Piece, pieces
from agent.report.sentences import ClaimView, sentences

_NOTHING = Markup()
_ROW = re.compile(r"[^\n]*\|[^\n]*")


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell of a changed row, word by word."""

    words: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One place that changes."""

    kind: str
    """`inserted`, `replaced` or `removed`."""
    section: str
    line: int
    end_line: int
    new: Markup = _NOTHING
    old: Markup = _NOTHING
    pieces: tuple[Piece, ...] = ()
    """Of a replacement: what stays, what went and what came."""
    head: tuple[str, ...] = ()
    cells: tuple[CellChange, ...] = ()
    """Of a changed row: its cells, under `head`."""
    before: Markup = _NOTHING
    after: Markup = _NOTHING


@dataclass(frozen=True, slots=True)
class Given:
    """What a person decided of an increment."""

    decision: Decision
    who: str
    reason: str = ""
    text: str = ""
    """The person's wording, where it is another than ours."""
    ours: str = ""
    """The wording that it takes the place of."""


@dataclass(frozen=True, slots=True)
class Card:
    """One increment."""

    id: str
    anchor: str
    number: int
    title: str
    section: str
    place: tuple[str, ...]
    """Heading path, outermost first."""
    line: int | None
    relation: str
    relation_word: str
    says: Quote | None
    superseded: str
    """By which later night; empty where it is not."""
    why: str
    alternatives: tuple[str, ...]
    changes: tuple[ChangeView, ...]
    claims: tuple[ClaimView, ...]
    refused: tuple[ClaimView, ...]
    caveats: tuple[Caveat, ...]
    proved: int
    doubtful: int
    left_out: int
    commit: str
    writer: str
    sources: tuple[str, ...]
    unsaid: str
    """How much of its evidence is not said; empty where that is nothing."""
    unsaid_at: tuple[str, ...]
    """Where that stands, as `path:first-last`."""
    eye: bool
    """Whether something in it wants a person's look before the rest."""
    decided: Given | None = None
    edited: Markup | None = None
    """A person's wording in place of ours."""
    edited_words: tuple[Words, ...] = ()
    """What it changes, word by word."""

    def under(self, given: Given | None) -> Card:
        """The same under what a person decided."""
        if given is None or not given.text:
            return replace(self, decided=given)
        words = word_diff(given.ours, given.text) if given.ours else ()
        return replace(self, decided=given, edited=rendered(given.text), edited_words=words)

    @property
    def decision(self) -> str:
        """`accepted`, `refused`, `edited`, or `undecided`."""
        return self.decided.decision if self.decided else "undecided"


def card(
    one: IncrementOutcome,
    changes: Sequence[Change],
    language: Language,
    *,
    texts: Texts,
) -> Card:
    """The view of an increment that is on the branch."""
    kept = [claim for claim in one.claims if claim.kept != "refused"]
    refused = [claim for claim in one.claims if claim.kept == "refused"]
    place = tuple(part for part in one.section.split(" › ") if part)
    return Card(
        id=one.id,
        anchor=f"i-{one.number}",
        number=one.number,
        title=one.title,
        section=place[-1] if place else "",
        place=place,
        line=one.line,
        relation=one.relation if one.kind == "increment" else one.kind,
        relation_word=one.relation_in_words(language),
        says=one.document_says,
        superseded=one.superseded_in_words(language),
        why=" ".join(part for part in (one.again, one.why) if part),
        alternatives=one.alternatives,
        changes=tuple(map(_change, changes)) or _added_alone(one),
        claims=sentences(kept, texts),
        refused=sentences(refused, texts),
        caveats=tuple(sorted(one.caveats, key=lambda caveat: RISKS.index(caveat.risk))),
        proved=one.count("proved"),
        doubtful=one.count("doubtful"),
        left_out=one.count("refused"),
        commit=one.commit,
        writer=one.writer,
        sources=one.sources,
        unsaid=one.unsaid.in_words(language) if one.unsaid else "",
        unsaid_at=one.unsaid.places if one.unsaid else (),
        eye=_wants_a_look(one),
    )


def _wants_a_look(one: IncrementOutcome) -> bool:
    return bool(
        one.count("doubtful")
        or one.superseded_by
        or one.alternatives
        or one.relation in ("contradicts", "supersedes")
        or any(claim.kept == "refused" for claim in one.claims)
        or any(caveat.risk == "high" for caveat in one.caveats)
    )


def _added_alone(one: IncrementOutcome) -> tuple[ChangeView, ...]:
    """Where the edits are not at hand: the new lines, without what stands around."""
    if not one.added:
        return ()
    line = one.line or 1
    return (
        ChangeView(
            kind="inserted",
            section=one.section.rpartition(" › ")[2],
            line=line,
            end_line=line + len(one.added) - 1,
            new=rendered("\n".join(one.added)),
        ),
    )


def _change(change: Change) -> ChangeView:
    kind = "replaced" if change.removed and change.added else "removed" if change.removed else "inserted"
    head, cells = _row_change(change) if kind == "replaced" else ((), ())
    return ChangeView(
        kind=kind,
        section=change.section[-1] if change.section else "",
        line=change.line,
        end_line=change.end_line,
        pieces=pieces(change.removed, change.added) if kind == "replaced" and not cells else (),
        head=head,
        cells=cells,
        new=rendered(_under_head(change.added, change.head)) if change.added else _NOTHING,
        old=rendered(_under_head(change.removed, change.head)) if change.removed else _NOTHING,
        before=_context(change.before, change.head),
        after=_context(change.after, change.head),
    )


def _row_change(change: Change) -> tuple[tuple[str, ...], tuple[CellChange, ...]]:
    """The cells of one changed row, where it stays a row of as many cells."""
    if not (change.head and _ROW.fullmatch(change.removed) and _ROW.fullmatch(change.added)):
        return (), ()
    old, new = cells_of(change.removed), cells_of(change.added)
    head = cells_of(change.head.split("\n", 1)[0])
    if not len(old) == len(new) == len(head):
        return (), ()
    return head, tuple(CellChange(word_diff(a, b)) for a, b in zip(old, new, strict=True))


def _under_head(text: str, head: str) -> str:
    """Rows alone are no table: they are shown under their head."""
    rows = text.split("\n")
    return f"{head}\n{text}" if head and all(_ROW.fullmatch(row) for row in rows) else text


def _context(text: str, head: str) -> Markup:
    """A neighbour as one line of words; a row of a table, or the head itself, by its cells."""
    if not text:
        return _NOTHING
    first = text.split("\n", 1)[0]
    if head and "|" in first:
        return rendered_inline(" · ".join(cell for cell in cells_of(first) if cell))
    return rendered(text)
