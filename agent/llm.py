"""The writer seam: whoever words a text answers the same typed request."""

from __future__ import annotations

from typing import Protocol

from agent.drafts import DraftReply, DraftRequest


class Writer(Protocol):
    """Words drafts; whatever it says is checked fact by fact before it is committed."""

    name: str
    """Name and version, as commits record it; changes whenever its wording may change."""

    def draft(self, request: DraftRequest) -> DraftReply:
        """Draft one section. Claims listed in `request.rejected` must not come again as they were."""
        ...
