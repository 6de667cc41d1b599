"""How much one draft may say, and in what shape: single lines, each once, and an end.

A writer that repeats itself or does not stop costs no more than one that does, and the rest is told.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRow, DraftTable
from agent.models import Model

LINE = 2_000
"""Characters of one claim, title, label, caption or row: four times the longest seen in real documents' items."""
TOTAL = 20_000
"""Characters of one increment: as many as a whole section takes before it is reported as too long."""
_SHOWN = 120
_JOINERS = "\u200c\u200d"
"""Invisible, and part of words and emoji."""


class LeftOut(Model):
    """What a draft may not say, and why."""

    text: str
    reason: str


def bounded(patch: DraftPatch) -> tuple[DraftPatch, tuple[LeftOut, ...]]:
    """The patch on single lines, each claim and row once, within the limits; and what is left out."""
    room = _Room()
    parts = tuple(part for part in (room.part(part) for part in patch.parts) if part)
    title = patch.title.model_copy(update={"text": _shown(one_line(patch.title.text), LINE)})
    return patch.model_copy(update={"title": title, "parts": parts}), tuple(room.told())


def one_line(text: str) -> str:
    """Without line breaks and characters that nobody sees; a text that has none is the same."""
    if all(char == " " or not (char.isspace() or _hidden(char)) for char in text):
        return text
    return " ".join("".join(char for char in text if char.isspace() or not _hidden(char)).split())


class _Room:
    def __init__(self) -> None:
        self._left = TOTAL
        self._said: set[object] = set()
        self._long: list[LeftOut] = []
        self._over = 0

    def part(self, part: DraftPoint | DraftTable) -> DraftPoint | DraftTable | None:
        if isinstance(part, DraftTable):
            return self._table(part)
        claims = tuple(self._claims(part.claims))
        parts = tuple(self._claims(part.parts))
        if not claims and not parts:
            return None
        texts = {"claims": claims or parts, "parts": parts if claims else (), "label": _short(part.label)}
        return part.model_copy(update=texts)

    def told(self) -> Iterable[LeftOut]:
        yield from self._long
        if self._over:
            reason = f"over the {TOTAL} characters that one increment may take"
            yield LeftOut(text=f"… ({self._over})", reason=reason)

    def _claims(self, claims: Iterable[DraftClaim]) -> Iterable[DraftClaim]:
        for claim in claims:
            text = one_line(claim.text) if len(claim.text) <= LINE else claim.text
            if self._takes(text, text):
                yield claim.model_copy(update={"text": text})

    def _table(self, table: DraftTable) -> DraftTable | None:
        header = tuple(_short(head) for head in table.header)
        rows = []
        for row in table.rows:
            whole = sum(map(len, row.cells)) <= LINE
            cells = tuple(one_line(cell) for cell in row.cells) if whole else row.cells
            if self._takes((header, cells), " | ".join(cells)):
                rows.append(DraftRow(cells=cells, evidence=row.evidence))
        if not rows:
            return None
        return DraftTable(header=header, rows=tuple(rows), caption=_short(table.caption))

    def _takes(self, what: object, text: str) -> bool:
        """Whether there is room for a text that was not said before; if not, it is told."""
        if len(text) > LINE:
            self._long.append(LeftOut(text=_shown(text, _SHOWN), reason=f"longer than {LINE} characters"))
            return False
        if what in self._said:
            return False
        if len(text) > self._left:
            self._over += 1
            return False
        self._said.add(what)
        self._left -= len(text)
        return True


def _short(text: str) -> str:
    """A label, head or caption on one line; one that is endless is none."""
    return one_line(text) if len(text) <= LINE else ""


def _shown(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _hidden(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") and char not in _JOINERS
