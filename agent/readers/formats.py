"""Which reader a file gets: by what its bytes are, and its name where they do not say."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from agent.readers.encoding import decode
from agent.readers.reading import CannotRead, Reading

_BINARY = (
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a compressed archive"),
    (b"7z\xbc\xaf", "a compressed archive"),
    (b"Rar!", "a compressed archive"),
    (b"\xfd7zXZ", "a compressed archive"),
    (b"BZh", "a compressed archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3", "a database"),
    (b"OggS", "a recording"),
    (b"ID3", "a recording"),
)
_MARKDOWN = frozenset({"md", "markdown", "mdx", "mkd", "mdown", "qmd", "rmd", ""})
_CODE = frozenset(
    "py js ts tsx jsx sh bash zsh c cc cpp h hpp cu cuh java go rs rb lua sql json jsonl yaml yml toml ini cfg conf "
    "log diff patch proto cmake css".split()
)
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.I | re.S
)


def reading(name: str, data: bytes) -> Reading:
    """Read a file; raises `CannotRead` with the reason."""
    if not data.strip():
        raise CannotRead("it is empty")
    suffix = PurePosixPath(name).suffix.lower().lstrip(".")
    for start, what in _BINARY:
        if data.startswith(start):
            raise CannotRead(f"it is {what}, not a note")
    decoded = decode(data)
    text = decoded.text
    reader = _reader(suffix, text)
    found = reader(text)
    return Reading(
        format=found.format,
        text=found.text,
        blocks=found.blocks,
        title=found.title,
        meta=found.meta,
        notes=(*decoded.notes, *found.notes),
    )


def _reader(suffix: str, text: str) -> Callable[[str], Reading]:
    if suffix in {"html", "htm", "xhtml"} or (suffix not in _CODE and _HTML.match(text)):
        from agent.readers.html import read_html

        return read_html
    if suffix in _MARKDOWN:
        from agent.readers.markdown import read_markdown

        return read_markdown
    from agent.readers.plain import read_code, read_plain

    return read_code if suffix in _CODE else read_plain
