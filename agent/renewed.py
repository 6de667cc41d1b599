"""A note that comes again corrected: what it said before already is nobody's news.

Where the document has the item that was made of the earlier version, only what the new version says otherwise is
drafted. What the first draft left unsaid was told then; it does not come in by the way of a correction.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agent.document import Document
from agent.drafts import DraftClaim, DraftPatch, Planned
from agent.facts.claims import sentence_spans
from agent.models import Evidence, Language, Point, SourceText, Table
from agent.planning import links_of
from agent.relation import SAID_BEFORE, lines_of
from agent.revision import has_item

_SPACE = re.compile(r"\s+")


def renewed(
    planned: Planned, earlier: Mapping[str, SourceText], document: Document, language: Language
) -> Planned:
    """The plan with what of its evidence the earlier version of its note had word for word; `earlier` is by path.

    Unchanged where nothing has an earlier version, all of it has, or the document has no item of that version. Where
    figures were edited from it in place, there is no item: then the sentences that it had go.
    """
    said = {path: _bare(text.text) for path, text in earlier.items()}
    title = DraftClaim(text=planned.increment.title)
    lead = DraftPatch(increment=planned.increment.id, title=title, sources=links_of(planned))
    if _edited_from(document, lead.sources):
        planned = _with_what_is_new(planned, said)
    old = tuple(entry.id for entry in planned.evidence if _stood(entry, said))
    if not old or len(old) == len(planned.evidence) or not has_item(document, planned, lead, language):
        return planned
    return planned.model_copy(update={"said_before": old})


def _with_what_is_new(planned: Planned, said: Mapping[str, str]) -> Planned:
    """The plan with those sentences of its points alone that the earlier version of none of its notes has; unchanged
    where there are none."""
    before = "\n".join(said[ref.path] for ref in planned.increment.sources if ref.path in said)
    body: list[Point | Table] = []
    for part in planned.increment.body:
        if isinstance(part, Table):
            body.append(part)
            continue
        sentences = (part.text[start:end] for start, end in sentence_spans(part.text))
        left = [sentence for sentence in sentences if _bare(sentence) not in before]
        body += [part.model_copy(update={"text": " ".join(left)})] if left else []
    if not before or not body:
        return planned
    increment = planned.increment.model_copy(update={"body": tuple(body)})
    return planned.model_copy(update={"increment": increment})


def _edited_from(document: Document, sources: Sequence[str]) -> bool:
    """Whether a figure of the document was edited in place from one of these sources."""
    asides = (aside[0] for line in lines_of(document) for aside in SAID_BEFORE.finditer(line.text))
    return any(source in aside for aside in asides for source in sources)


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
