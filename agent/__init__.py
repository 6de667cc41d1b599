"""Redline: an editorial assistant for living documents.

`from agent import check` gives the checker of drafts, `check(draft, sources) -> CheckReport`; it is
imported when it is first asked for, so that other commands do not pay for it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agent.checking import check as check

__all__ = ["check"]


def __getattr__(name: str) -> Any:
    if name == "check":
        from agent.checking import check

        return check
    raise AttributeError(f"module 'agent' has no attribute {name!r}")
