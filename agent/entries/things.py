"""The primary things that a passage names: works, repositories, issues, pages."""

from __future__ import annotations

import re
from functools import lru_cache

from agent.facts.identifiers import Identifier, find_identifiers, origin_of
from agent.facts.urls import Url, find_urls, page_of

_PRIMARY = frozenset({"arxiv", "doi", "repository", "issue", "cve"})
_ADVISORY = "cve:"
_NOWHERE = re.compile(
    r"https?://(?:localhost|127\.|0\.0\.0\.0|10\.|192\.|172\.(?:1[6-9]|2\d|3[01])\.|[\w-]+(?::|/|$)|example\.)",
    re.IGNORECASE,
)
"""Addresses of the writer's own machine or network (RFC 1918), and the example of a manual (RFC 2606)."""
_PICTURE = re.compile(
    r"\.(?:png|jpe?g|gif|webp|svg|bmp|ico|mp4|webm)(?:[?#]|$)|^https?://img\.shields\.io/", re.IGNORECASE
)
_BESIDE = re.compile(r"[\s`|*（(]*")


def ids_in(text: str, urls: tuple[Url, ...] | None = None) -> tuple[str, ...]:
    """Normal forms of every work, repository, issue and advisory that a text names, in order, each once.

    `owner/name` in running prose is taken for a repository only where it stands by itself (in code, in a
    cell, at the beginning of a line), since `prefill/decode-heavy` looks the same.
    """
    found: dict[str, None] = {}
    for item in find_identifiers(text, urls):
        origin = _origin(item, text)
        if origin and not origin.startswith("https://"):
            found.setdefault(origin)
    return tuple(found)


def _origin(item: Identifier, text: str) -> str:
    if item.kind == "url":
        return _linked(item.text)
    if item.kind == "cve":
        return f"{_ADVISORY}{item.normal.casefold()}"
    if item.kind not in _PRIMARY or (item.kind == "repository" and not _by_itself(item, text)):
        return ""
    return origin_of(f"arxiv:{item.normal}") if item.kind == "arxiv" else origin_of(item.text)


@lru_cache(maxsize=65_536)
def _linked(url: str) -> str:
    origin = origin_of(url)
    # A file or folder of a repository is a page of its own: a hundred notes lie in one repository.
    return "" if "#" not in origin and page_of(url).partition(origin)[2].startswith("/") else origin


def _by_itself(item: Identifier, text: str) -> bool:
    start = text.rfind("\n", 0, item.start) + 1
    before = text[start : item.start]
    quoted = before.endswith("`") and text.startswith("`", item.end)
    cell = before.rstrip(" *").endswith("|") and text[item.end :].lstrip(" *").startswith("|")
    return quoted or cell or bool(_BESIDE.fullmatch(before))


def places_in(text: str) -> tuple[str, ...]:
    """The things of `ids_in` that can be gone back to: an advisory's id is a name, and no place."""
    return tuple(name for name in ids_in(text) if not name.startswith(_ADVISORY))


def origin_in(text: str) -> str:
    """The first primary thing that a text names, else its first page; empty where it names none."""
    ids = places_in(text)
    if ids:
        return ids[0]
    return next((page_of(url) for url in pages_in(text)), "")


def leads_somewhere(url: str) -> bool:
    """Whether a reader can follow a link to something to read: no picture, no page of the writer's own machine."""
    return not (_NOWHERE.match(url) or _PICTURE.search(url))


def pages_in(text: str) -> tuple[str, ...]:
    """The URLs of a text as written, each page once, in order; none that only the writer's machine can reach."""
    pages: dict[str, str] = {}
    for url in find_urls(text):
        if not leads_somewhere(url.raw):
            continue
        pages.setdefault(page_of(url.raw), url.raw)
    return tuple(pages.values())
