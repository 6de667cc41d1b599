"""Mail: its headers, and the words of its parts, each with the number of the part; pages saved as mail."""

from __future__ import annotations

import email.policy
import re
from collections.abc import Iterator
from dataclasses import replace
from email.errors import MessageError
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import PurePosixPath

from agent.readers.encoding import decode
from agent.readers.html import read_html
from agent.readers.mailwords import read_body
from agent.readers.reading import FOREIGN_FAULTS, CannotRead, Reading
from agent.readers.sheet import Sheet

_HEADERS = ("Subject", "From", "To", "Cc", "Date", "Message-ID", "List-Id")
_PART_LIMIT = 200
_READ_ATTACHED = frozenset(
    "md markdown mdx txt html htm mht mhtml csv tsv pdf docx rst ipynb xml rss atom eml json yaml yml log".split()
)
"""What files that hang on a mail must end in to be read."""
_HEADER_LINE = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,60}:|[ \t]")
_SILENT_KINDS = (
    "image/",
    "audio/",
    "video/",
    "font/",
    "text/css",
    "application/javascript",
    "text/javascript",
)
"""Parts that dress the words of another one; with a name of their own they are told all the same."""


def is_mail(data: bytes) -> bool:
    """Whether bytes open with the headers of a MIME message, whatever their name says."""
    head = data[:8192].lstrip(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    lines = head.split(b"\n")
    lowered = head.lower()
    return (
        b"mime-version:" in lowered
        and b"content-type:" in lowered
        and len(lines) >= 3
        and all(_HEADER_LINE.match(line) for line in lines)
    )


def read_mail(data: bytes) -> Reading:
    """The headers that matter as `meta`, then each part; of alternatives, HTML where it holds a table."""
    message = BytesParser(_class=EmailMessage, policy=email.policy.default).parsebytes(data)
    pairs = list(_headers(message))
    if not pairs:
        raise CannotRead("its name says mail, but it has no mail headers")
    if _is_saved_page(message):
        return _saved_page(message)
    sheet = Sheet()
    subject = next((value for key, value in pairs if key == "Subject"), "")
    _write_headers(sheet, pairs, 1, "header")
    notes: list[str] = []
    for number, part in _parts(message, ""):
        if part.get_content_type() == "message/rfc822":
            inner = next((one for one in part.iter_parts() if isinstance(one, EmailMessage)), None)
            _write_headers(sheet, list(_headers(inner)) if inner else [], 2, f"part {number} header")
        else:
            notes += _write_part(sheet, part, number)
    return sheet.reading("mail", title=subject, meta=pairs, notes=notes)


def _write_headers(sheet: Sheet, pairs: list[tuple[str, str]], level: int, place: str) -> None:
    for key, value in pairs:
        if key == "Subject":
            sheet.heading(value, level, f"{place} Subject")
    for key, value in pairs:
        if key != "Subject":
            sheet.meta(key, value, f"{place} {key}")


def _write_part(sheet: Sheet, part: EmailMessage, number: str) -> list[str]:
    """Put a leaf part on the sheet; returns what a person should know of it."""
    kind, name = part.get_content_type(), part.get_filename() or ""
    attached = name != "" or part.get_content_disposition() == "attachment"
    if kind in {"text/plain", "text/html", "text/markdown"} and not attached:
        decoded, problem = _words(part)
        if decoded.strip():
            sheet.embed(read_html(decoded) if kind == "text/html" else read_body(decoded), f"part {number}")
        return [f"part {number}: {note}" for note in problem]
    if kind.startswith(_SILENT_KINDS) and not attached:
        return []
    data = part.get_payload(decode=True)
    suffix = PurePosixPath(name).suffix.lower().lstrip(".")
    if suffix not in _READ_ATTACHED or not isinstance(data, bytes):
        return [f"part {number} left out: {name or kind}"]
    from agent.readers.formats import reading

    try:
        inner = reading(name, data)
    except CannotRead as reason:
        return [f"part {number} left out: {name}, {reason}"]
    sheet.embed(inner, f"part {number} {name}")
    return [f"part {number}: {note}" for note in inner.notes]


def _is_saved_page(message: EmailMessage) -> bool:
    """Whether it is a page that a browser saved with what it is made of."""
    if message.get_content_type() not in {"multipart/related", "text/html"}:
        return False
    sender = str(message.get("From") or "").lower()
    return (
        message.get("Snapshot-Content-Location") is not None or "saved by" in sender or not message.get("To")
    )


def _saved_page(message: EmailMessage) -> Reading:
    """The first HTML part: the ones after it are frames, most of them advertisements."""
    for _, part in _parts(message, ""):
        if part.get_content_type() == "text/html":
            decoded, problem = _words(part)
            found = read_html(decoded)
            address = str(message.get("Snapshot-Content-Location") or part.get("Content-Location") or "")
            told = (("canonical", address),) if address.startswith("http") else ()
            meta = tuple(pair for pair in _headers(message) if pair[0] in {"Subject", "Date"})
            return replace(found, meta=(*found.meta, *told, *meta), notes=(*problem, *found.notes))
    raise CannotRead("it is a saved page without any HTML in it")


def _headers(message: EmailMessage) -> Iterator[tuple[str, str]]:
    raw = {key.lower(): value for key, value in reversed(list(message.raw_items()))}
    for key in _HEADERS:
        try:
            value = str(message.get(key) or "")
        except (MessageError, *FOREIGN_FAULTS):
            value = raw.get(key.lower(), "")  # the parser of a structured header fails on some broken ones
        if "\ufffd" in value:
            value = _unencoded(raw.get(key.lower(), value)) or value
        if value.strip():
            yield key, " ".join(value.split())


def _unencoded(value: str) -> str:
    """A header whose bytes stand in it as they are, against the rules; empty where they are no text."""
    try:
        return decode(value.encode("utf-8", "surrogateescape")).text
    except (CannotRead, UnicodeEncodeError):
        return ""


def _parts(part: EmailMessage, number: str) -> Iterator[tuple[str, EmailMessage]]:
    """Leaf parts with their numbers (`1`, `2.1`), and messages within before theirs; of alternatives the best one."""
    pending: list[tuple[str, EmailMessage]] = [(number, part)]
    count = 0
    while pending and count < _PART_LIMIT:
        number, part = pending.pop(0)
        count += 1
        if not part.is_multipart():
            yield number or "1", part
            continue
        if part.get_content_type() == "message/rfc822":
            yield number or "1", part
        inner = [
            (f"{number}.{index}" if number else str(index), child)
            for index, child in enumerate(part.iter_parts(), start=1)
            if isinstance(child, EmailMessage)
        ]
        pending = (_best(inner) if part.get_content_type() == "multipart/alternative" else inner) + pending


def _best(alternatives: list[tuple[str, EmailMessage]]) -> list[tuple[str, EmailMessage]]:
    """HTML keeps tables and links; plain text is taken where there is no HTML with words."""
    for wanted in ("text/html", "multipart/related", "multipart/mixed", "text/markdown", "text/plain"):
        for number, part in alternatives:
            if part.get_content_type() == wanted and (part.is_multipart() or _words(part)[0].strip()):
                return [(number, part)]
    return alternatives[-1:]


def _words(part: EmailMessage) -> tuple[str, tuple[str, ...]]:
    """A part's text: by the charset it names where that is right, else by its bytes."""
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return "", ()
    charset = (part.get_content_charset() or "utf-8").lower()
    try:
        text = data.decode({"gb2312": "gb18030", "gbk": "gb18030"}.get(charset, charset))
    except (ValueError, LookupError):
        decoded = decode(data)
        return decoded.text, (f"not in the {charset} that it names", *decoded.notes)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd"), ()
