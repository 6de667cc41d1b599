"""A note that comes again corrected: what it said before already is nobody's news.

Where the document has the item that was made of the earlier version, only what the new version says otherwise is
drafted. What the first draft left unsaid was told then; it does not come in by the way of a correction.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from agent.document import Document
from agent.drafts import DraftClaim, DraftPatch, Planned
from agent.models import Evidence, Language, Point, SourceText, Table
from agent.planning import links_of
from agent.revision import has_item

_SPACE = re.compile(r"\s+")


def renewed(
    planned: Planned, earlier: Mapping[str, SourceText], document: Document, language: Language
) -> Planned:
    """The plan with what of its evidence the earlier version of its note had word for word; `earlier` is by path.

    Unchanged where nothing has an earlier version, all of it has, or the document has no item of that version.
    """
    said = {path: _bare(text.text) for path, text in earlier.items()}
    old = tuple(entry.id for entry in planned.evidence if _stood(entry, said))
    if not old or len(old) == len(planned.evidence):
        return planned
    title = DraftClaim(text=planned.increment.title)
    lead = DraftPatch(increment=planned.increment.id, title=title, sources=links_of(planned))
    if not has_item(document, planned, lead, language):
        return planned
    return planned.model_copy(update={"said_before": old})


def fresh(planned: Planned) -> Planned:
    """What a writer is given of a plan: without what was said before, but for what names the increment."""
    if not planned.said_before:
        return planned
    before = {entry.id: entry for entry in planned.evidence if entry.id in planned.said_before}
    title = _bare(planned.increment.title)
    kept = tuple(entry for entry in planned.evidence if entry.id not in before or _bare(entry.quote) == title)
    told = "\n".join(_bare(entry.quote) for entry in before.values())
    increment = planned.increment.model_copy(
        update={
            "body": tuple(part for part in planned.increment.body if not _told(part, told)),
            "origins": links_of(planned),
        }
    )
    return planned.model_copy(update={"increment": increment, "evidence": kept})


def _stood(entry: Evidence, said: Mapping[str, str]) -> bool:
    return entry.distance < 2 and _bare(entry.quote) in said.get(entry.span.path, "")


def _told(part: Point | Table, before: str) -> bool:
    """Whether a part of a body only says what was said before."""
    if isinstance(part, Table):
        return all(_bare("|".join(row)) in before for row in part.rows)
    return _bare(part.text) in before


def _bare(text: str) -> str:
    return _SPACE.sub("", text)
