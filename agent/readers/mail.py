"""Mail: its headers, and the words of its parts, each with the number of the part."""

from __future__ import annotations

import email.policy
from collections.abc import Iterator
from email.errors import MessageError
from email.message import EmailMessage
from email.parser import BytesParser

from agent.readers.encoding import decode
from agent.readers.html import read_html
from agent.readers.plain import read_plain
from agent.readers.reading import FOREIGN_FAULTS, CannotRead, Reading
from agent.readers.sheet import Sheet

_HEADERS = ("Subject", "From", "To", "Cc", "Date", "Message-ID", "List-Id")
_TEXT_LIKE = frozenset({"text/plain", "text/markdown", "text/html", "text/csv"})
_PART_LIMIT = 200


def read_mail(data: bytes) -> Reading:
    """The headers that matter as `meta`, then each part; of alternatives, HTML where it holds a table."""
    message = BytesParser(_class=EmailMessage, policy=email.policy.default).parsebytes(data)
    pairs = list(_headers(message))
    if not pairs:
        raise CannotRead("its name says mail, but it has no mail headers")
    sheet = Sheet()
    subject = next((value for key, value in pairs if key == "Subject"), "")
    sheet.heading(subject, 1, "header Subject")
    for key, value in pairs:
        if key != "Subject":
            sheet.meta(key, value, f"header {key}")
    notes: list[str] = []
    for number, part in _parts(message, ""):
        kind = part.get_content_type()
        if kind not in _TEXT_LIKE:
            notes.append(f"part {number} left out: {part.get_filename() or kind}")
            continue
        decoded, problem = _words(part)
        notes += [f"part {number}: {note}" for note in problem]
        reader = read_html if kind == "text/html" else read_plain
        if decoded.strip():
            sheet.embed(reader(decoded), f"part {number}")
    return sheet.reading("mail", title=subject, meta=pairs, notes=notes)


def _headers(message: EmailMessage) -> Iterator[tuple[str, str]]:
    for key in _HEADERS:
        try:
            value = message.get(key)
        except (MessageError, *FOREIGN_FAULTS):
            continue  # the parser of a structured header fails on some broken ones; the rest is read
        if value is not None and str(value).strip():
            yield key, " ".join(str(value).split())


def _parts(part: EmailMessage, number: str) -> Iterator[tuple[str, EmailMessage]]:
    """Leaf parts with their numbers (`1`, `2.1`); of alternatives only the one that says most."""
    pending: list[tuple[str, EmailMessage]] = [(number, part)]
    count = 0
    while pending and count < _PART_LIMIT:
        number, part = pending.pop(0)
        count += 1
        if not part.is_multipart():
            yield number or "1", part
            continue
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
