"""The words of inline Markdown, its marks taken off linearly whatever the input."""

from __future__ import annotations

import html
import re
from functools import lru_cache

CODE_SPAN = re.compile(r"(?<!`)(`{1,3})(?!`)([^`]+)\1(?!`)")
_IMAGE = re.compile(r"!\[([^\[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:\s+\"[^\"]*\")?\s*\)")
_LINK = re.compile(
    r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:\s+\"[^\"]*\")?\s*\)"
)
_REFERENCE = re.compile(r"\[([^\[\]]+)\]\[(?:[1-9]\d{0,2})?\]")
"""`[text][1]`; with words in the second pair it may as well be two tags, `[GitHub][vLLM]`, so both stay."""
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
"""With its semicolon, as CommonMark demands: `&microsoft` is no micro sign."""
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]+)>")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_RAISED = re.compile(r"<sup>([^<>]*)</sup>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--[^<>]*-->")
_STRONG = re.compile(r"\*\*([^*\n]+)\*\*|(?<!\w)__([^_\n]+)__(?!\w)")
_EMPHASIS = re.compile(r"(?<![\w*])\*([^\s*][^*\n]*)\*(?![\w*])|(?<![\w_])_([^\s_][^_\n]*)_(?![\w_])")
_STRUCK = re.compile(r"~~([^~\n]+)~~")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_MARKUP = re.compile(r"[`*_~<\[\\&]")
_A_STATEMENT = 1_000
"""Characters up to which a text is remembered."""


def plain(text: str) -> str:
    """The words of inline Markdown: links and images by their text, code as it stands, no marks.

    `**注意：**正文` counts as bold although CommonMark's flanking rules leave it literal: its writer
    meant bold, and the marks are no words.
    """
    if not _MARKUP.search(text):
        return text.strip()
    return _remembered(text) if len(text) <= _A_STATEMENT else _words_of(text)


def _words_of(text: str) -> str:
    spans = [match[2].strip() for match in CODE_SPAN.finditer(text)]
    words = _unmarked(CODE_SPAN.sub("\0", text)) if spans else _unmarked(text)
    if spans:
        first, *rest = words.split("\0")
        words = first + "".join(span + after for span, after in zip(spans, rest, strict=False))
    return words.strip()


_remembered = lru_cache(maxsize=8192)(_words_of)
"""Of statements: one is held against many lines of a document, and looked at by every room that a night passes."""


def is_exponent(words: str) -> bool:
    """Whether raised words are a power or a mark: `10⁶` written with `<sup>` must not read as 106."""
    words = words.strip()
    return (
        words[:1] != ""
        and (words[0].isalnum() or words[0] in "+-−")
        and words not in {"st", "nd", "rd", "th"}
    )


def _unmarked(text: str) -> str:
    text = _LINK.sub(r"\1", _LINK.sub(r"\1", _IMAGE.sub(r"\1", text)))
    text = _AUTOLINK.sub(r"\1", _REFERENCE.sub(r"\1", text))
    text = _RAISED.sub(lambda found: f"^{found[1]}" if is_exponent(found[1]) else found[1], text)
    text = _ENTITY.sub(lambda found: html.unescape(found[0]), _TAG.sub("", _BREAK.sub(" ", text)))
    text = _STRONG.sub(lambda found: found[1] or found[2], text)
    text = _EMPHASIS.sub(lambda found: found[1] or found[2], text)
    return _ESCAPE.sub(r"\1", _STRUCK.sub(r"\1", text))
