"""One name in other forms: the people of a country, initials spelt out, one word written as two.

Each is a form of the same name, so that a claim that uses one does not bring in something new. A shorter
name, or another member of a family (`Qwen3-8B` for `Qwen3-4B`), is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import takewhile

_ENDINGS = frozenset(
    {"", "a", "an", "ans", "e", "ern", "es", "ese", "i", "ia", "ian", "ians", "ic", "ium", "ish", "land", "n", "ns", "s", "y", "ey", "ean", "eans", "o"}
)  # fmt: skip
"""Endings with which a place and its people differ: Egypt and Egyptian, Turkey and Turkish, West and Western."""
SHARED = 4
"""Letters that two such forms share at least."""
_GROUPS = (
    "america american americans usa us u.s united-states",
    "britain british uk u.k united-kingdom",
    "france french",
    "germany german germans",
    "netherlands dutch holland",
    "ireland irish",
    "wales welsh",
    "scotland scottish scots",
    "switzerland swiss",
    "denmark danish danes",
    "spain spanish",
    "greece greek greeks",
    "thailand thai",
    "philippines filipino filipinos philippine",
    "poland polish",
    "norway norwegian norwegians",
    "peru peruvian",
    "iceland icelandic",
    "portugal portuguese",
    "europe european europeans eu european-union",
    "china chinese",
    "england english",
    "sweden swedish",
    "finland finnish",
    "cyprus cypriot",
    "czech czechia",
    "new-zealand zealander nz n.z",
    "united-nations un u.n",
    "hong-kong hk",
    "new-york ny n.y nyc",
    "north-korea dprk",
    "television tv",
    "junior jr",
    "senior sr",
    "doctor dr",
    "saint st",
    "mount mt",
    "limited ltd",
    "company co",
    "corporation corp",
    "university univ",
    "versus vs",
    "united utd",
    "international intl int'l",
    "department dept",
    "government govt",
    "association assn",
    "brothers bros",
)
_FORMS = {word: frozenset(group.split()) for group in _GROUPS for word in group.split()}
_SHORT = 3
_SMALL = frozenset({"of", "the", "and", "for", "in", "on", "to", "a", "an", "de", "la"})
_WORDS = re.compile(r"[A-Za-z][A-Za-z'-]*")


def form_in(name: str, tokens: Collection[str], akin: Collection[str], plain: str) -> bool:
    """Whether a text, given by its tokens in lower case and its folded self, has another form of a name.

    `akin` are those of the tokens that begin with the name's first `SHARED` letters.
    """
    low = name.lower().replace("’", "'").removesuffix("'s").removesuffix("'").rstrip(".")
    bare = low.rstrip("0123456789")  # `significantly7`: a footnote's mark
    if low in tokens or (low.isalnum() and len(bare) >= 8 and bare in tokens):
        return True
    if any(
        other in tokens or ("-" in other and other.replace("-", " ") in plain.lower())
        for other in _FORMS.get(low, ())
    ):
        return True
    if low.isalpha() and len(low) >= SHARED and any(_same_stock(low, other) for other in akin):
        return True
    parts = [part for part in re.split(r"[-/.]", low) if part]
    if len(parts) > 1 and all(part.isalpha() for part in parts):  # `bag-of-words`, `U.S`
        return (
            all(part in tokens or part in _SMALL for part in parts) or low.replace("-", " ") in plain.lower()
        )
    if not (name.isupper() and name.isalpha() and len(low) <= 6):
        return False
    return len(low) > 2 and low in _initials(plain)


def _same_stock(a: str, b: str) -> bool:
    if not b.isalpha():
        return False
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
    stems = range(SHARED, shared + 1)  # Belgium and Belgian share a letter that belongs to their endings
    return a != b and any(a[end:] in _ENDINGS and b[end:] in _ENDINGS for end in stems)


@lru_cache(maxsize=64)
def _initials(plain: str) -> str:
    """The first letters of the words of a text that stand in a row, small words left out; breaks as spaces."""
    letters: list[str] = []
    last = 0
    for match in _WORDS.finditer(plain):
        gap = plain[last : match.start()]
        if gap.strip(" \"'()-"):
            letters.append(" ")
        if match[0].lower() not in _SMALL:
            letters.append(match[0][0].lower())
        last = match.end()
    return "".join(letters)


def joined_in(first: str, second: str, tokens: Collection[str], plain: str) -> bool:
    """Whether two neighbouring words stand in a text as one (`Family Mart` as `FamilyMart`, `New Zealand` as NZ)."""
    if (first + second).lower() in tokens:
        return True
    others = _FORMS.get(f"{first}-{second}".lower(), frozenset())
    return any(_stands(other, plain) for other in others)


def _stands(form: str, plain: str) -> bool:
    """Whether a text has a form of a name; what is short stands there in capitals (US is not `us`)."""
    if len(form.replace(".", "")) <= _SHORT:
        return re.search(rf"\b{re.escape(form.upper())}\b", plain) is not None
    return re.search(rf"\b{re.escape(form)}\b", plain, re.IGNORECASE) is not None
