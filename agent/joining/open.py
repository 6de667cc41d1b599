"""What the rules leave open of two entries: names in common, and nothing that joins or parts them."""

from __future__ import annotations

from collections.abc import Callable

from agent.entries import Entry
from agent.gist import clashes, telling_name
from agent.joining.reasons import names_agree, titles_touch, told_apart
from agent.joining.subject import Subject, shared_names

Opinion = Callable[[Entry, Entry], bool | None]
"""The seam at which a model is asked whether two entries speak of one thing; None for no opinion."""


def undecided(a: Subject, b: Subject) -> bool:
    """Whether two entries that no rule parts and none joins may be one thing.

    They share a name that tells, each title has something that the other entry says, and no id, version or
    figure of one differs from that of the other: about those nobody is asked.
    """
    shared = shared_names(a.lead, b.lead) - a.common
    if not any(map(telling_name, shared)) or not names_agree(a.lead, b.lead, least=1):
        return False
    if told_apart(a, b) or not titles_touch(a, b):
        return False
    if a.told.versions and b.told.versions and not a.told.versions & b.told.versions:
        return False
    return not clashes(a.told.slots, b.told.slots) and not _other_ids(a, b)


def _other_ids(a: Subject, b: Subject) -> bool:
    """Of one kind each names some, and none in common."""
    for kind in ("arxiv:", "doi:", "cve-", "#"):
        mine, yours = ({name for name in s.lead.ids if kind in name.casefold()} for s in (a, b))
        if mine and yours and not mine & yours:
            return True
    return False
