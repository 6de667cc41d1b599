"""The order of a list: by date, by work id, by version or family of names; newest first or last."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from agent.placement.survey import urls_in, words_of

Key = tuple[int, ...]

_DATE = re.compile(r"(?<![\d.])((?:19|20)\d\d)\s?[.\-/年]\s?(\d{1,2})(?:\s?[.\-/月]\s?(\d{1,2}))?(?!\d)")
_WORK = re.compile(r"(?<![\d.])(\d{2})(0[1-9]|1[0-2])\.(\d{4,5})(?!\d)")
_LONG_NUMBER = re.compile(r"/(\d{6,20})(?=/|$)")
_LEAD = re.compile(r"^[\s|>*+\-]*(?:\[[ xX]\]\s*)?(?:\d{1,9}[.)]\s+)?")
_NAME = re.compile(r"[^\s|:：,，。;；(（\[\]【】]+(?:\s[^\s|:：,，。;；(（\[\]【】]+){0,5}")
_PARTS = re.compile(r"\d+|[^\W\d_]+")
_SIGNS = re.compile(r"^[^\w]+")

_VERSION = re.compile(r"(?<![\w.])v?(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?(?![\d.]*\d)", re.I)
_BEGINNING = 80
By = Literal["date", "version", "work", "number", "name"]
_LEAST: dict[By, tuple[int, float]] = {
    "date": (1, 0.6),
    "version": (3, 0.8),
    "work": (2, 0.6),
    "number": (2, 0.6),
    "name": (6, 0.9),
}
"""Pairs of unequal neighbours that show an order, and by what share of them those in order must exceed
those out of order: dates lead lists on purpose, six names in order by chance are one list in 700."""
_LEAST_FAMILIES = 4
_KINDRED = 0.25
"""A list keeps kindred names together when this share of its neighbours are kin."""


@dataclass(frozen=True, slots=True)
class Order:
    """How a list is ordered, and by what."""

    by: By
    direction: Literal[1, -1]
    """1 where the greater stands later."""


def date_key(text: str) -> Key | None:
    """The first date of a text, as year, month, day (0 where no day is given)."""
    match = _DATE.search(words_of(text))
    if match is None or not 1 <= int(match.group(2)) <= 12:
        return None
    return int(match.group(1)), int(match.group(2)), int(match.group(3) or 0)


def work_key(text: str) -> Key | None:
    """The greatest arXiv id of a text: year and month, then the running number."""
    found = [(int(year), int(month), int(number)) for year, month, number in _WORK.findall(text)]
    return max(found, default=None)


def number_keys(text: str) -> dict[str, Key]:
    """By host, the long number of an address, which most sites give out in order of time."""
    keys: dict[str, Key] = {}
    for url in urls_in(text):
        match = _LONG_NUMBER.search(url)
        if match:
            keys.setdefault(url.split("/")[2], (int(match.group(1)),))
    return keys


def name_of(text: str) -> str:
    """What an item is about: its first words, or the first cell, without marks and emphasis."""
    words = _LEAD.sub("", words_of(text)).replace("*", "").replace("`", "").replace("\\", "")
    match = _NAME.search(_SIGNS.sub("", words.lstrip("[【")))
    return match.group().strip().casefold() if match else ""


def trend(keys: Sequence[Key | None]) -> tuple[float, int]:
    """Pairs of neighbours that rise less those that fall, as a share of both, and their number."""
    known = [key for key in keys if key is not None]
    rises = sum(a < b for a, b in pairwise(known))
    falls = sum(a > b for a, b in pairwise(known))
    pairs = rises + falls
    return ((rises - falls) / pairs if pairs else 0.0), pairs


def version_key(text: str) -> Key | None:
    """The first version in the beginning of a text."""
    match = _VERSION.search(words_of(text)[:_BEGINNING])
    return tuple(int(part or 0) for part in match.groups()) if match else None


def name_key(text: str) -> Key | None:
    """The name as numbers that sort as it does; only names in Latin letters have an order that shows."""
    name = name_of(text)
    return tuple(map(ord, name)) if name and name.isascii() and name[0].isalpha() else None


def order_of(texts: Sequence[str]) -> Order | None:
    """The order that a list is kept in, if it is: by date, version or name, or as the work ids or
    the numbers of a host rise or fall."""
    kinds: tuple[By, ...] = ("date", "version", "work", "number", "name")
    for by in kinds:
        reader = _reader(by, texts)
        keys = [reader(text) for text in texts]
        strength, pairs = trend(keys)
        least_pairs, least_strength = _LEAST[by]
        known = sum(key is not None for key in keys)
        if pairs >= least_pairs and abs(strength) >= least_strength and 2 * known >= len(keys):
            return Order(by, 1 if strength > 0 else -1)
    return None


def _reader(by: By, texts: Sequence[str]) -> Callable[[str], Key | None]:
    if by == "number":
        return _any_number(texts)
    return {"date": date_key, "version": version_key, "work": work_key, "name": name_key}[by]


def _any_number(texts: Sequence[str]) -> Callable[[str], Key | None]:
    """Reads the number of the host that most of the texts cite."""
    hosts: dict[str, int] = {}
    for text in texts:
        for host in number_keys(text):
            hosts[host] = hosts.get(host, 0) + 1
    common = max(hosts, key=lambda host: hosts[host], default="")
    return lambda text: number_keys(text).get(common)


def habit(lists: Sequence[Sequence[str]]) -> float:
    """Over several lists: above 0 where the newest stands last, below where it stands first.

    Every pair of neighbours with keys of one kind has a vote.
    """
    votes = pairs = 0.0
    for texts in lists:
        for reader in (date_key, work_key, _any_number(texts)):
            strength, count = trend([reader(text) for text in texts])
            votes += strength * count
            pairs += count
    return float(votes / pairs) if pairs else 0.0


def place_in_order(texts: Sequence[str], order: Order, new: str) -> int | None:
    """Index before which the new item belongs in a list that is in order; None without a key.

    Equals stand in order of coming: the newest of them last in a rising list, first in a falling one.
    """
    reader = _reader(order.by, texts)
    key = reader(new)
    if key is None:
        return None
    size = 2 if order.by == "date" and key[2] == 0 else len(key)
    known = [(k[:size], index) for index, k in enumerate(map(reader, texts)) if k is not None]
    upto = [index for k, index in known if k <= key[:size]]
    if order.direction > 0:
        return max(upto) + 1 if upto else known[0][1]
    return min(upto) if upto else known[-1][1] + 1


def place_in_family(names: Sequence[str], new: str) -> int | None:
    """Index before which a name belongs in a list that keeps kindred names together, or None.

    Kindred names begin with the same parts, words and numbers counted apart (`glm`, `5`, `2`); the
    new one goes after the last of those that share most, but before longer forms of itself.
    """
    if len(names) < _LEAST_FAMILIES or kinship(names) < _KINDRED:
        return None
    parts = _PARTS.findall(new)
    shared = [_shared(_PARTS.findall(name), parts) for name in names]
    most = max(shared, default=0)
    if not most or len(parts[0]) < 2:
        return None
    kin = [index for index, count in enumerate(shared) if count == most]
    if most == len(parts) and len(_PARTS.findall(names[kin[0]])) > most:
        return kin[0]
    return kin[-1] + 1


def kinship(names: Sequence[str]) -> float:
    """Share of neighbours in a list whose names begin with the same part."""
    firsts = [(_PARTS.findall(name) or [name])[0] for name in names]
    kin: int = sum(a == b for a, b in pairwise(firsts))
    return kin / max(len(firsts) - 1, 1)


def _shared(a: Sequence[str], b: Sequence[str]) -> float:
    """Parts that two names begin with alike; half a part more where both go on with a number."""
    count = 0
    while count < min(len(a), len(b)) and a[count] == b[count]:
        count += 1
    both_numbered = count > 0 and count < min(len(a), len(b)) and a[count].isdigit() and b[count].isdigit()
    return count + 0.5 * both_numbered
