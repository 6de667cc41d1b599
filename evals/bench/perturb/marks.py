"""Rules that falsify what identifies a thing: a date, a version, an id, an address."""

from __future__ import annotations

import random
import re

from evals.bench.perturb.passages import Passage
from evals.bench.perturb.rule import pick, put

_VERSION = re.compile(
    r"(?<![\w.])v?\d+\.\d+\.\d+(?:[.\w]*\w)?(?![\w.]*\d)|(?<![\w.])v\d+\.\d+(?![\w.]*\d)"
    r"|(?<=CUDA )\d+\.\d+(?![\w.]*\d)|(?<=Python )\d+\.\d+(?![\w.]*\d)|(?<=PyTorch )\d+\.\d+(?![\w.]*\d)"
    r"|(?:(?<=version )|(?<=版本 )|(?<=版本))\d+\.\d+(?![\w.]*\d)",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?<!\d)(20\d{2})([-/年.] ?)(\d{1,2})([-/月.] ?)(\d{1,2})(?!\d)|(?<!\d)(20\d{2})([-年] ?)(0[1-9]|1[0-2]|[1-9])(?=月|\b)(?![-/.\d])"
)
_ID = re.compile(
    r"(?<![\d.])\d{4}\.\d{5}(?:v\d)?(?!\d)|#\d{2,6}\b|\bCVE-\d{4}-\d+|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b"
)
_URL = re.compile(r"https?://[^\s)\]>，。（）、；|\"'`\u4e00-\u9fff]{8,}[A-Za-z0-9]")


def date(passage: Passage, draw: random.Random) -> str | None:
    """Year, month or day of a date becomes another."""
    match = pick(list(_DATE.finditer(passage.sentence)), draw)
    if match is None:
        return None
    group = draw.choice([g for g in (1, 3, 5, 6, 8) if match[g]])
    value = int(match[group])
    top = {1: 2100, 6: 2100, 3: 12, 8: 12, 5: 28}[group]
    new = (
        value + draw.choice([-1, 1])
        if group in {1, 6}
        else draw.choice([v for v in range(1, top + 1) if v != value])
    )
    shown = (
        f"{new:0{len(match[group])}d}" if match[group].startswith("0") or len(match[group]) > 1 else str(new)
    )
    return put(passage.sentence, match, shown, group)


def version(passage: Passage, draw: random.Random) -> str | None:
    """One part of a version number becomes another."""
    match = pick(list(_VERSION.finditer(passage.sentence)), draw)
    if match is None:
        return None
    parts = match[0].split(".")
    place = draw.choice([1, 2]) if len(parts) > 2 and parts[2].isdigit() else 1
    if not parts[place].isdigit():
        return None
    parts[place] = draw.choice(
        [
            str(int(parts[place]) + 1),
            parts[place] + "0",
            str(max(0, int(parts[place]) - 1) if int(parts[place]) else 7),
        ]
    )
    return put(passage.sentence, match, ".".join(parts))


def id_(passage: Passage, draw: random.Random) -> str | None:
    """One digit of an identifier becomes another."""
    match = pick(list(_ID.finditer(passage.sentence)), draw)
    if match is None:
        return None
    places = [
        i
        for i, char in enumerate(match[0])
        if (char.isdigit() and i >= (3 if "CVE" not in match[0] else 9)) or (match[0][0] == "#" and i)
    ]
    if not places:
        return None
    place = draw.choice(places)
    if not match[0][place].isdigit():
        return None
    new = match[0][:place] + str((int(match[0][place]) + draw.randrange(1, 9)) % 10) + match[0][place + 1 :]
    return None if new in passage.source else put(passage.sentence, match, new)


def url(passage: Passage, draw: random.Random) -> str | None:
    """One character in the path of an address becomes another."""
    match = pick(list(_URL.finditer(passage.sentence)), draw)
    if match is None:
        return None
    address = match[0]
    path = address.find("/", 9)
    if path < 0 or path + 2 >= len(address):
        return None
    places = [i for i in range(path + 1, len(address)) if address[i].isalnum()]
    place = draw.choice(places)
    new = (
        address[:place]
        + draw.choice([c for c in "abcdexyz2479" if c != address[place]])
        + address[place + 1 :]
    )
    return put(passage.sentence, match, new)
