"""What a heading says: its words, its number, its title; and how people write of it."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_ATX = re.compile(r" {0,3}#{1,6}(?=[ \t]|$)")
_CLOSING = re.compile(r"(?:^|[ \t])#+$")
_TAG = re.compile(r"<[^<>]*>")
_IMAGE_OR_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_ATTRIBUTES = re.compile(r"\{[#.][^{}]*\}$")
_EMPHASIS = re.compile(r"\*+|`+|~~|(?<!\w)_+|_+(?!\w)")
_HAN_NUMBER = "一二三四五六七八九十百零〇两"
_LABEL = re.compile(
    rf"""(?:§\s*)?(?:
      (?P<number>\d{{1,3}}(?:\.\d{{1,3}}){{0,5}})(?=[\s、:：.)）\-—]|$|[^\W\d_a-zA-Z])[.、)）:：]?
    | 第\s*(?P<part>[{_HAN_NUMBER}\d]{{1,6}})\s*[章节節部篇][、:：.]?
    | (?P<han>[{_HAN_NUMBER}]{{1,4}})[、.．]
    | [（(](?P<in_brackets>[{_HAN_NUMBER}]{{1,4}}|\d{{1,3}})[)）]
    | (?P<roman>[IVX]{{1,6}})\.(?=\s)
    | (?:Chapter|Section|Part)\s+(?P<english>\d{{1,3}}(?:\.\d{{1,3}})*)[.:]?(?=\s|$)
    )\s*""",
    re.X,
)
_YEAR_LIKE = re.compile(r"(?:19|20)\d\d(?:\.\d{1,2})*")


class Heading(NamedTuple):
    """The words of a heading as written, without its number and markup, and its number."""

    text: str
    title: str
    label: str


def read_heading(data: bytes, *, html: bool = False) -> Heading:
    """Read the bytes of a heading block: `#`, underlined, or HTML."""
    text = data.decode("utf-8", "surrogateescape")
    atx = _ATX.match(text)
    if atx:
        words = _CLOSING.sub("", text[atx.end() :].strip(" \t")).strip(" \t")
    elif html:
        words = " ".join(_TAG.sub(" ", text).split())
    else:
        words = " ".join(line.strip() for line in text.splitlines()[:-1])
    label, rest = split_label(plain(words))
    return Heading(words, strip_signs(rest), label)


def plain(text: str) -> str:
    """Inline markup removed: links keep their words, tags and `{#id}` go."""
    text = _TAG.sub(" ", text.replace("](<", "]("))
    for _ in range(2):
        text = _IMAGE_OR_LINK.sub(r"\1", text)
    text = _ATTRIBUTES.sub("", text.strip())
    return " ".join(_EMPHASIS.sub("", text).split())


def split_label(text: str) -> tuple[str, str]:
    """The number in front of a heading, and what follows it; a year is no number."""
    signless = text.lstrip(
        "".join(c for c in set(text) if unicodedata.category(c) in ("So", "Sk", "Mn")) + " "
    )
    match = _LABEL.match(signless)
    if match is None:
        return "", text
    label = next(group for group in match.groups() if group is not None)
    if _YEAR_LIKE.fullmatch(label):
        return "", text
    return label, signless[match.end() :]


def strip_signs(text: str) -> str:
    """Without emoji and other pictures at either end."""
    return text.strip(
        "".join(c for c in set(text) if unicodedata.category(c) in ("So", "Sk", "Mn", "Cf")) + " "
    )


def fold(text: str) -> str:
    """A form in which two ways of writing one heading are equal: width, case, spaces and signs."""
    folded = unicodedata.normalize("NFKC", plain(text)).casefold()
    return "".join(c for c in folded if c.isalnum() or c in "+#.")
