"""Writers made of a function, and liars among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftReply, DraftRequest, DraftRow, DraftTable
from agent.llm_offline import OfflineWriter
from agent.models import Caveat

Words = Callable[[str], str]


class FunctionWriter:
    """A writer that answers with what a function returns, and keeps what it was asked."""

    def __init__(self, function: Callable[[DraftRequest], DraftReply], name: str = "function/1") -> None:
        self.name = name
        self.asked: list[DraftRequest] = []
        self._function = function

    def draft(self, request: DraftRequest) -> DraftReply:
        """See `llm.Writer.draft`."""
        self.asked.append(request)
        return self._function(request)


def liar(lie: Callable[[DraftPatch, DraftRequest], Iterable[DraftPatch]]) -> FunctionWriter:
    """A writer that starts from an honest draft and spoils it, again and again, whatever is sent back."""

    def spoiled(request: DraftRequest) -> DraftReply:
        honest = OfflineWriter().draft(request.model_copy(update={"rejected": ()}))
        return DraftReply(
            patches=tuple(bad for patch in honest.patches for bad in lie(patch, request)), writer="liar/1"
        )

    return FunctionWriter(spoiled, "liar/1")


def of_words(change: Words) -> FunctionWriter:
    """A liar that changes the words of every title, claim, label, caption, head, cell, link and caveat."""
    return liar(lambda patch, _: (everywhere(patch, change),))


def everywhere(patch: DraftPatch, change: Words) -> DraftPatch:
    """A patch with a change made to each of its texts."""
    return patch.model_copy(
        update={
            "title": _claim(patch.title, change),
            "parts": tuple(_part(part, change) for part in patch.parts),
            "sources": tuple(change(source) for source in patch.sources),
            "caveats": tuple(_caveat(caveat, change) for caveat in patch.caveats),
        }
    )


def with_tables(patch: DraftPatch, change: Callable[[DraftTable], DraftTable]) -> DraftPatch:
    """A patch with a change made to each of its tables."""
    return patch.model_copy(
        update={
            "parts": tuple(change(part) if isinstance(part, DraftTable) else part for part in patch.parts)
        }
    )


def with_points(patch: DraftPatch, change: Callable[[DraftPoint], DraftPoint]) -> DraftPatch:
    """A patch with a change made to each of its points."""
    return patch.model_copy(
        update={
            "parts": tuple(change(part) if isinstance(part, DraftPoint) else part for part in patch.parts)
        }
    )


def _claim(claim: DraftClaim, change: Words) -> DraftClaim:
    return claim.model_copy(update={"text": change(claim.text)})


def _part(part: DraftPoint | DraftTable, change: Words) -> DraftPoint | DraftTable:
    if isinstance(part, DraftTable):
        return DraftTable(
            header=tuple(change(head) for head in part.header),
            rows=tuple(
                DraftRow(cells=tuple(change(cell) for cell in row.cells), evidence=row.evidence)
                for row in part.rows
            ),
            caption=change(part.caption),
        )
    return DraftPoint(
        claims=tuple(_claim(claim, change) for claim in part.claims),
        parts=tuple(_claim(claim, change) for claim in part.parts),
        label=change(part.label),
        quoted=part.quoted,
    )


def _caveat(caveat: Caveat, change: Words) -> Caveat:
    return caveat.model_copy(update={"wording": change(caveat.wording)})
