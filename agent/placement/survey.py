"""What the sections of a document hold: words, items, links, dates. Built once, asked often."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from agent.document.model import Block, Document, Section
from agent.tokens import tokens

_TARGET = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s[^()]*)?\)")
_INWARD = re.compile(r"\]\(\s?<?#")
_TAG = re.compile(r"<[^<>]*>")
_URL = re.compile(r"https?://[A-Za-z0-9.\-]+(?:/[^\s()\[\]<>\"'|，。、；（）【】《》]*)?")
_FIRST_DATE = re.compile(r"\W*(?:19|20)\d\d\s?[.\-/年]\s?\d{1,2}")
_ITEM_TAG = re.compile(r"<(?:li|tr|dt)(?=[\s>])", re.I)
_UNIT_KINDS = ("list_item", "table_row", "paragraph", "quote")
_HEADING_WEIGHT = 3
"""A word of a heading counts as three in the text: it says what the section is for. Values from 2 to
5 place alike."""

Vector = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Unit:
    """An item, a row or a paragraph of a section."""

    block: Block
    text: str
    """Its words without link targets and tags."""
    stems: tuple[str, ...]
    words: frozenset[str]
    hosts: frozenset[str]
    dated: bool
    """A date leads it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A section as a place where something new may belong."""

    section: Section
    units: tuple[Unit, ...]
    counts: Counter[str]
    """Stems of its heading path and text."""
    title: frozenset[str]
    """Stems of its heading."""
    hosts: Counter[str]
    size: int
    """Stems that it holds, repeated ones too."""
    dated: float
    """Share of its units that a date leads."""
    items: float
    """Share of its units that are list items."""


class Survey:
    """All sections of a document as places, with how rare each word is among them."""

    def __init__(self, document: Document) -> None:
        self.document = document
        headed = [section for section in document.sections if section.level]
        # A document without headings is one section, its preamble.
        holding = [section for section in headed if not _is_contents(section)]
        self.places = tuple(_place(section) for section in holding or headed or document.sections)
        self.words = _rarity(place.counts for place in self.places)
        self.titles = _rarity(place.title for place in self.places)
        units = [unit for place in self.places for unit in place.units]
        self.unit_words = _rarity(unit.words for unit in units)
        self.unit_count = len(units)
        self.hosts: Counter[str] = Counter(host for unit in units for host in unit.hosts)
        self.mean_size = sum(place.size for place in self.places) / max(len(self.places), 1)
        self.vectors = tuple(unit_vector(self._weights(place)) for place in self.places)

    def _weights(self, place: Place) -> Vector:
        counts = place.counts.copy()
        for word in place.title & counts.keys():
            counts[word] += _HEADING_WEIGHT - 1
        return {word: (1 + math.log(count)) * self.words[word] for word, count in counts.items()}


def _is_contents(section: Section) -> bool:
    """Whether a section is a table of contents: items that lead to places of the same document, and nothing else."""
    return bool(section.body) and all(
        block.kind == "list_item" and _INWARD.search(block.text) for block in section.body
    )


def _place(section: Section) -> Place:
    body = section.body
    units = tuple(unit for block in body for unit in _units(block))
    counts: Counter[str] = Counter()
    for heading in section.path:
        counts.update(stems(words_of(heading)))
    for block in body:
        if block.kind not in _UNIT_KINDS and not (block.kind == "html" and _ITEM_TAG.search(block.text)):
            counts.update(stems(words_of(block.text)))
    for unit in units:
        counts.update(unit.stems)
    total = len(units) or 1
    return Place(
        section=section,
        units=units,
        counts=counts,
        title=frozenset(stems(section.title)),
        hosts=Counter(host for unit in units for host in unit.hosts),
        size=sum(counts.values()),
        dated=sum(unit.dated for unit in units) / total,
        items=sum(unit.block.kind in ("list_item", "html") for unit in units) / total,
    )


def _units(block: Block) -> Iterator[Unit]:
    if block.kind in _UNIT_KINDS:
        yield _unit(block, block.text)
    elif block.kind == "html":
        yield from (_unit(block, line) for line in block.text.split("\n") if _ITEM_TAG.search(line))


def _unit(block: Block, text: str) -> Unit:
    words = words_of(text)
    found = tuple(stems(words))
    return Unit(
        block=block,
        text=words,
        stems=found,
        words=frozenset(found),
        hosts=frozenset(hosts_of(urls_in(text))),
        dated=_FIRST_DATE.match(words.lstrip(" \t|>*+-")) is not None,
    )


def _rarity(holders: Iterable[Iterable[str]]) -> dict[str, float]:
    """For each word log(1 + N / n): N holders in all, n that hold it (Spärck Jones, 1972)."""
    frequency: Counter[str] = Counter()
    total = 0
    for holder in holders:
        frequency.update(set(holder))
        total += 1
    return {word: math.log(1 + total / count) for word, count in frequency.items()}


def unit_vector(weights: Vector) -> Vector:
    """The same direction, of length one."""
    length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {word: weight / length for word, weight in weights.items()}


def words_of(text: str) -> str:
    """A text without link targets and tags."""
    return _TAG.sub(" ", _TARGET.sub("] ", text))


def stems(text: str) -> list[str]:
    """Search tokens with the endings of English words cut, and pairs of English words that follow one
    another: `speculative decoding` says more than its words, as Chinese pairs of characters do.

    Six letters and more keep five, a plural loses its `s`, so that `quantize` and `quantization` meet.
    """
    found = [_stem(token) for token in tokens(text)]
    pairs = [f"{a} {b}" for a, b in pairwise(found) if _is_english(a) and _is_english(b)]
    return found + pairs


def _is_english(stem: str) -> bool:
    return stem.isascii() and stem.isalpha()


def _stem(token: str) -> str:
    if not token.isascii() or len(token) < 4:
        return token
    if len(token) > 5 and token.isalpha():
        return token[:5]
    return token[:-1] if token.endswith("s") else token


def urls_in(text: str) -> list[str]:
    """The addresses in a text, full-width punctuation not part of them."""
    return _URL.findall(text)


def hosts_of(urls: Iterable[str]) -> list[str]:
    """Hosts of addresses, and the owner of a repository where the host is a forge."""
    found: list[str] = []
    for url in urls:
        parts = url.split("/")
        host = parts[2].lower().removeprefix("www.") if len(parts) > 2 else ""
        if host:
            found.append(host)
        if (
            host in ("github.com", "gitlab.com", "gitee.com", "huggingface.co")
            and len(parts) > 3
            and parts[3]
        ):
            found.append(f"{host}/{parts[3].lower()}")
    return found


def leads_with_date(text: str) -> bool:
    """Does a line of the text begin with a year and a month?"""
    return any(_FIRST_DATE.match(line) for line in text.split("\n"))
