"""Cut source texts into entries, and find the places that a reference names."""

from agent.entries.build import entries
from agent.entries.hails import is_hail, without_hail
from agent.entries.locate import resolve
from agent.entries.model import Entry, Unresolved
from agent.entries.parting import parted, subject
from agent.entries.shared import without_shared_lines

__all__ = [
    "Entry",
    "Unresolved",
    "entries",
    "is_hail",
    "parted",
    "resolve",
    "subject",
    "without_hail",
    "without_shared_lines",
]
