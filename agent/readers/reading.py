"""What every reader of a format gives back."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Literal

from agent.models import TextBlock

Kind = Literal["heading", "paragraph", "list_item", "table_row", "code", "quote", "meta"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its blocks, before secrets are masked and the item is put beside it."""

    format: str
    text: str
    blocks: tuple[TextBlock, ...]
    title: str = ""
    meta: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    lost: str = ""
    """What of the file could not be read, in the form of a reason."""


FOREIGN_FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What parsers of other people were seen to raise on damaged files, beside their own errors; `NotImplementedError` is
how some of them say that a file is of a form that they do not know."""


class CannotRead(Exception):
    """A file cannot be read, with the reason in one sentence; it becomes `Unreadable` in `read`."""
