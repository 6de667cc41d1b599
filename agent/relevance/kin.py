"""What a source is about speaks for those of its items that few words speak for.

A list of ninety projects of one field names some in words that the document never had. Such an item is shown to a
person as borderline; nothing is drafted from it.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.relevance.grade import Relevance
from agent.relevance.profile import Profile

_LEAST = 4
"""Items of a source that are surely the document's, at least: fewer tell nothing of what the source is about."""
_SHARE = 0.5
"""Part of a source's items that are the document's, borderline ones too, from which the source is of its topic."""


def with_kin(found: Sequence[Relevance], about: Profile) -> tuple[Relevance, ...]:
    """The relevance of one source's entries, those turned away for their words alone taken as borderline where most
    of the others are the document's."""
    ours = [one for one in found if one.ours]
    if sum(one.sure for one in ours) < _LEAST or len(ours) < _SHARE * len(found):
        return tuple(found)
    reason = about.told("kin", f"{len(ours)}/{len(found)}")
    return tuple(
        one.model_copy(update={"grade": "high", "reason": reason, "borderline": True, "by_words": False})
        if one.by_words
        else one
        for one in found
    )
