"""Characters folded one to one, so that offsets in the folded text are offsets in the text."""

from __future__ import annotations

import re

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")

# Full-width ASCII (U+FF01..U+FF5E) folds to ASCII, except the comma, stop, colon, semicolon, question
# and exclamation marks: those are Chinese punctuation, and `3，4` is no thousands separator.
_KEPT = "，：；？！"
_TABLE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) not in _KEPT}
_TABLE.update(
    {
        ord("。"): ord("。"),
        0x3000: 0x20, 0xA0: 0x20, 0x202F: 0x20, 0x2009: 0x20, 0x2007: 0x20,
        ord("〜"): ord("~"), ord("∼"): ord("~"), ord("～"): ord("~"),
        ord("–"): ord("-"), ord("—"): ord("—"), ord("−"): ord("-"), ord("‑"): ord("-"), ord("‐"): ord("-"),
        ord("✕"): ord("×"), ord("✖"): ord("×"), ord("⨯"): ord("×"), ord("╳"): ord("×"),
        ord("μ"): ord("µ"), ord("μ"): ord("µ"),
        ord("≦"): ord("≤"), ord("⩽"): ord("≤"), ord("≧"): ord("≥"), ord("⩾"): ord("≥"),
        ord("⭐"): ord("★"), ord("☆"): ord("★"), ord("🌟"): ord("★"),
        ord("➜"): ord("→"), ord("⟶"): ord("→"), ord("➔"): ord("→"), ord("➝"): ord("→"), ord("⇒"): ord("→"),
        ord("’"): ord("'"), ord("‘"): ord("'"), ord("﹪"): ord("%"),
        ord("⁄"): ord("/"), ord("∕"): ord("/"), ord("﹣"): ord("-"),
    }
)  # fmt: skip


def folded(text: str) -> str:
    """The text with full-width and variant characters in their plain form; of the same length."""
    return text.translate(_TABLE)


def is_han(char: str) -> bool:
    """Whether a character is a CJK ideograph of the unified blocks that running text uses."""
    return "\u4e00" <= char <= "\u9fff" or "\u3400" <= char <= "\u4dbf"


def has_han(text: str) -> bool:
    """Whether a text holds any CJK ideograph."""
    return _HAN.search(text) is not None
