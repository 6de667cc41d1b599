"""The body of a plain mail: what its writer says, what is quoted, what stands below every mail."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.models import TextBlock
from agent.readers.plain import read_text
from agent.readers.reading import Reading

_SIGNATURE = re.compile(
    r"^-- ?$|^_{20,}$|^-{3,} ?\n(?:this email|this message|disclaimer)", re.MULTILINE | re.IGNORECASE
)
"""`-- ` by RFC 3676, and the line above the footer of a mailing list."""
_OLDER = re.compile(
    r"^-{3,} ?(?:original message|原始邮件|回复的原邮件|原邮件) ?-{3,}"
    r"|^(?:on|le|am) .{4,120}(?:wrote|a écrit|schrieb):$|^在 ?.{4,120}写道[:：]$|^.{4,80}于 ?\d{4}年.{4,80}写道[:：]$",
    re.MULTILINE | re.IGNORECASE,
)
_ANOTHER = re.compile(
    _OLDER.pattern + r"|^-{3,} ?(?:forwarded message|转发)|^begin forwarded message", _OLDER.flags
)
"""Where an older mail begins, after which nothing belongs to the signature."""
_LONGEST_SIGNATURE = 1_500
"""Characters; what is longer is no signature."""


def read_body(text: str) -> Reading:
    """Blocks of a body without its signature and the footer of its list; what is quoted of older mails is told as such."""
    found = read_text(_unsigned(text))
    older = _OLDER.search(found.text)
    border = older.start() if older else len(found.text)
    return replace(found, blocks=tuple(_told(block, border) for block in found.blocks))


def _unsigned(text: str) -> str:
    """The text with its signature blanked, so that the lines after it keep their numbers."""
    for mark in _SIGNATURE.finditer(text):
        after = _ANOTHER.search(text, mark.end(), mark.start() + _LONGEST_SIGNATURE)
        end = after.start() if after else len(text)
        if end - mark.start() <= _LONGEST_SIGNATURE:
            return text[: mark.start()] + "\n" * text.count("\n", mark.start(), end) + text[end:]
    return text


def _told(block: TextBlock, border: int) -> TextBlock:
    if block.kind not in {"paragraph", "list_item"}:
        return block
    if block.start >= border:
        return block.model_copy(update={"kind": "quote"})
    return block
