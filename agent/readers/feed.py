"""RSS and Atom feeds: the feed's head, and each entry with its link, date and words."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

from agent.readers.html import read_html
from agent.readers.reading import CannotRead, Reading
from agent.readers.sheet import Sheet

_FEED = re.compile(r"<(?:rss|feed|rdf:RDF|(?:\w+:)?channel)[\s>]", re.IGNORECASE)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>|&[#\w]+;")


def is_feed(text: str) -> bool:
    """Whether a text opens as a feed does."""
    return bool(_FEED.search(text[:4096]))


def read_feed(text: str) -> Reading:
    """Entries in the order of the file, numbered from 1."""
    import feedparser

    parsed = feedparser.parse(
        io.BytesIO(_as_utf8(text)),
        response_headers={"content-type": "application/xml; charset=utf-8"},
        sanitize_html=False,  # the HTML reader leaves scripts and hidden text out, and needs the styles to do so
    )
    if not parsed.entries and not parsed.feed.get("title"):
        raise CannotRead("it is XML that no feed reader understands")
    sheet = Sheet()
    meta = [
        (key, str(parsed.feed[key]))
        for key in ("title", "link", "updated", "language")
        if parsed.feed.get(key)
    ]
    sheet.heading(_plain(parsed.feed.get("title", "")), 1, "feed")
    _words(sheet, parsed.feed.get("subtitle", ""), "feed")
    for number, entry in enumerate(parsed.entries, start=1):
        _entry(sheet, entry, f"entry {number}")
    notes = [f"the XML is not well-formed: {_first_line(parsed.bozo_exception)}"] if parsed.bozo else []
    return sheet.reading("feed", meta=meta, notes=notes)


def _entry(sheet: Sheet, entry: Mapping[str, Any], place: str) -> None:
    sheet.heading(_plain(entry.get("title", "")) or place, 2, place)
    for key, value in _told(entry):
        sheet.meta(key, value, place)
    tags = ", ".join(str(tag.get("term")) for tag in entry.get("tags", ()) if tag.get("term"))
    if tags:
        sheet.meta("tags", tags, place)
    bodies = [str(content.get("value", "")) for content in entry.get("content", ())]
    summary = str(entry.get("summary", ""))
    if summary and not any(_plain(summary) in _plain(body) for body in bodies):
        bodies.insert(0, summary)
    for body in bodies:
        _words(sheet, body, place)


def _told(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Where an entry leads, its own name where that is an address, when it came, who wrote it, what hangs on it."""
    link, name = str(entry.get("link") or ""), str(entry.get("id") or "")
    if link:
        yield "link", link
    if name != link and name.startswith(("http://", "https://")):
        yield "id", name
    published, updated = str(entry.get("published") or ""), str(entry.get("updated") or "")
    if published:
        yield "published", published
    if updated and updated != published:
        yield "updated", updated
    authors = [str(author.get("name") or "") for author in entry.get("authors", ())]
    names = ", ".join(dict.fromkeys(filter(None, authors))) or str(entry.get("author") or "")
    if names:
        yield "author", names
    for enclosure in entry.get("enclosures", ()):
        if enclosure.get("href"):
            yield "enclosure", str(enclosure["href"])


def _words(sheet: Sheet, body: str, place: str) -> None:
    """HTML where there is any, else the words as they stand."""
    if not body.strip():
        return
    if _MARKUP.search(body):
        sheet.embed(read_html(body), place)
    else:
        for part in body.split("\n\n"):
            sheet.paragraph(part, place)


def _plain(markup: str) -> str:
    return " ".join(_MARKUP.sub(" ", markup).split())


def _as_utf8(text: str) -> bytes:
    """The text as UTF-8, its declaration of another encoding taken off."""
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", text, count=1).encode("utf-8", "replace")


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0]
