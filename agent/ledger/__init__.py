"""What was read, proposed, accepted, refused and is being watched, over all nights."""

from agent.ledger.book import REF, Ledger
from agent.ledger.events import (
    Advised,
    Answered,
    Decided,
    Decision,
    Event,
    ItemRead,
    ItemUnread,
    NightDone,
    Proposed,
    Reminded,
    Settled,
    Sighted,
    Via,
    Watched,
)

__all__ = [
    "REF",
    "Advised",
    "Answered",
    "Decided",
    "Decision",
    "Event",
    "ItemRead",
    "ItemUnread",
    "Ledger",
    "NightDone",
    "Proposed",
    "Reminded",
    "Settled",
    "Sighted",
    "Via",
    "Watched",
]
