"""Which section does somebody mean? `§1.1`, `1.1 框架格局（…）`, `Serving`, `Training > Serving`."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from agent.document.headings import fold, plain, split_label, strip_signs
from agent.document.model import Document, Section

_FILE = re.compile(r"^[^\s§]{1,200}\.(?:md|markdown)\s*(?=\S)", re.I)
_STEP = re.compile(r"\s*(?:[>›»→]|::|\s/\s)\s*")
_SIGN = re.compile(r"§\s*(\d{1,3}(?:\.\d{1,3}){0,5})")
_BRACKET = re.compile(r"[（(\[【：:—–].*$", re.S)
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}


@dataclass(frozen=True, slots=True)
class Found:
    """The one section that is meant."""

    section: Section


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """More than one section may be meant."""

    sections: tuple[Section, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """No section is meant by these words."""

    reason: str


def find_section(document: Document, text: str) -> Found | Ambiguous | Unknown:
    """Resolve the words by which a person, a brief or a model names a section.

    Tried in this order: the whole heading; a path; the number, with the words after it as a second
    opinion; the heading without its number; the beginning of one heading.
    """
    wanted = _FILE.sub("", text.strip().strip('`「」“”"')).strip()
    if not fold(wanted):
        return Unknown("no section is named")
    sections = [section for section in document.sections if section.level]
    steps = [step for step in _STEP.split(wanted) if fold(step)]
    for matches in (_whole(sections, wanted), _by_path(sections, steps)):
        if matches:
            return _one(matches, wanted)
    return _by_number(sections, wanted) or _by_words(sections, wanted)


def _one(sections: list[Section], wanted: str) -> Found | Ambiguous:
    if len(sections) == 1:
        return Found(sections[0])
    return Ambiguous(tuple(sections), f"{len(sections)} sections answer to {wanted[:80]!r}")


def _whole(sections: list[Section], wanted: str) -> list[Section]:
    key = fold(wanted)
    same = [section for section in sections if fold(section.heading) == key]
    return same or [section for section in sections if fold(section.title) == key]


def _by_path(sections: list[Section], steps: list[str]) -> list[Section]:
    if len(steps) < 2:
        return []
    return [section for section in sections if _follows(section.path, steps)]


def _follows(path: tuple[str, ...], steps: list[str]) -> bool:
    """Are the steps headings of the path, in order, the last one its own?"""
    if not _same_heading(path[-1], steps[-1]):
        return False
    rest = iter(path[:-1])
    return all(any(_same_heading(heading, step) for heading in rest) for step in steps[:-1])


def _same_heading(heading: str, words: str) -> bool:
    """With or without the number in front of either."""
    if fold(heading) == fold(words):
        return True
    bare, said = (fold(split_label(plain(text))[1]) for text in (heading, words))
    return bare == said != ""


def _by_number(sections: list[Section], wanted: str) -> Found | Ambiguous | Unknown | None:
    numbers = list(dict.fromkeys(_SIGN.findall(wanted)))
    label, words = split_label(plain(wanted))
    if len(numbers) > 1 and _BRACKET.sub("", wanted).count("§") != 1:
        named = [s for s in sections if _number(s.label) in numbers]
        return Ambiguous(tuple(named), f"several sections are named: {', '.join(numbers)}")
    if not label and numbers:
        label, words = numbers[0], ""
    if not label:
        return None
    numbered = [section for section in sections if section.label and _number(section.label) == _number(label)]
    title = fold(_BRACKET.sub("", words))
    titled = [section for section in sections if title and fold(section.title) == title]
    both = [section for section in numbered if section in titled]
    if both:
        return _one(both, wanted)
    if numbered and titled:
        return Ambiguous((*numbered, *titled), f"the number {label} and the words name different sections")
    if numbered or titled:
        return _one(numbered or titled, wanted)
    return None if title else Unknown(f"no section is numbered {label}")


def _by_words(sections: list[Section], wanted: str) -> Found | Ambiguous | Unknown:
    key = fold(_BRACKET.sub("", strip_signs(plain(wanted)))) or fold(wanted)
    same = [section for section in sections if fold(_BRACKET.sub("", section.title)) == key]
    if same:
        return _one(same, wanted)
    if _weight(key) >= 4:
        begins = [section for section in sections if fold(section.title).startswith(key)]
        begins = begins or [section for section in sections if _is_prefix(fold(section.title), fold(wanted))]
        if begins:
            longest = max(len(section.title) for section in begins)
            return _one([s for s in begins if len(s.title) == longest] if len(begins) > 1 else begins, wanted)
    return Unknown(f"no section answers to {wanted[:80]!r}")


def _is_prefix(title: str, wanted: str) -> bool:
    return _weight(title) >= 4 and wanted.startswith(title)


def _weight(key: str) -> int:
    """Length, a Han character counting double: two of them are a word."""
    return sum(2 if unicodedata.east_asian_width(c) == "W" else 1 for c in key)


def _number(label: str) -> str:
    """A number as digits: `三` and `3` are one, and so are `十二` and `12`."""
    if not label or (label[0] not in _DIGITS and label[0] != "十"):
        return label
    tens, ten, units = label.partition("十")
    if not ten:
        return "".join(str(_DIGITS[c]) for c in label) if all(c in _DIGITS for c in label) else label
    if any(c not in _DIGITS for c in tens + units):
        return label
    return str((_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[units] if units else 0))
