"""Whether labelled words stand in a text: widths, case, marks and blanks do not matter; digits must end where they end."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from agent.facts import facts, find_urls, normal_url
from agent.outcome import IncrementOutcome
from evals.drafted import Line
from evals.golden import Expected, Fact, Form

KINDS = frozenset(
    {"quantity", "ordinal", "date", "version", "arxiv", "doi", "cve", "commit", "issue", "repository", "url"}
)
"""Facts of which none may stand in a draft that no source gives."""
_MARKS = re.compile(r"[*_`\\]+")
_NEEDED = re.compile(r"(?<=[a-z])\s+(?=[a-z])|(?<=\d)\s+(?=\d)")
"""Blanks that part two words or two numbers."""
_ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s")
_BLANK = re.compile(r"\s+")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "～": "~", "×": "x", "µ": "μ"})


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """A text for comparing: one width and case, no marks of emphasis, one kind of dash, and no blanks but those
    that part two words or two numbers."""
    bare = _MARKS.sub("", unicodedata.normalize("NFKC", text).translate(_DASHES).casefold())
    return _BLANK.sub("", _NEEDED.sub("\0", bare)).replace("\0", " ")


def stands(words: str, text: str) -> bool:
    """Whether one of the spellings in `words` (parted by ` | `) stands in a text: not as a part of a longer number,
    nor as the end of a longer Latin word."""
    return any(_stands(one, text) for one in words.split(" | "))


def _stands(words: str, text: str) -> bool:
    wanted, given = plain(words), plain(text)
    if not wanted:
        return False
    before = r"(?<![\d.])" if wanted[0].isdigit() else r"(?<![a-z])" if "a" <= wanted[0] <= "z" else ""
    after = r"(?!\d|[.,]\d)" if wanted[-1].isdigit() else ""
    return re.search(f"{before}{re.escape(wanted)}{after}", given) is not None


def line_saying(fact: Fact, lines: Iterable[Line]) -> Line | None:
    """The first line that says all the words of a fact."""
    parts = (fact,) if isinstance(fact, str) else fact
    return next((line for line in lines if all(stands(part, line.text) for part in parts)), None)


def item_saying(fact: Fact, lines: Sequence[Line]) -> Line | None:
    """The first line or item that says all the words of a fact: what is nested below a line belongs to it."""
    whole = line_saying(fact, lines)
    if whole is not None:
        return whole
    parts = (fact,) if isinstance(fact, str) else fact
    for at, line in enumerate(lines):
        said = "\n".join([line.text, *(one.text for one in _below(line, lines[at + 1 :]))])
        if all(stands(part, said) for part in parts):
            return line
    return None


def _below(line: Line, after: Sequence[Line]) -> Iterable[Line]:
    """The lines that follow and belong to a line: indented deeper, or the list under a paragraph."""
    depth = _depth(line.text)
    for one in after:
        if _depth(one.text) <= depth:
            return
        yield one


def _depth(text: str) -> int:
    """How deep a line stands; a paragraph stands above the items that follow it, a row beside its neighbours."""
    bare = text.lstrip()
    indent = len(text) - len(bare)
    return indent + 1 if _ITEM.match(bare) else indent + (2 if bare.startswith("|") else 0)


def in_words(fact: Fact) -> str:
    """A fact as it is shown to a person."""
    return fact if isinstance(fact, str) else " + ".join(fact)


def kind_of(fact: Fact) -> str:
    """The kind of the most checkable fact in the words of a label; `words` where there is none."""
    texts = (fact,) if isinstance(fact, str) else fact
    kinds = [found.kind for text in texts for found in facts(text.split(" | ")[0])]
    return next((kind for kind in kinds if kind != "entity"), kinds[0] if kinds else "words")


def matching(expected: Expected, increments: Sequence[IncrementOutcome]) -> tuple[IncrementOutcome, ...]:
    """The increments that a label speaks of, those that say most of it in their title first."""
    found = [one for one in increments if all(stands(words, told(one)) for words in expected.words)]
    return tuple(sorted(found, key=lambda one: -sum(stands(words, one.title) for words in expected.words)))


def told(increment: IncrementOutcome) -> str:
    """All that an increment says."""
    return "\n".join([increment.title, *(claim.text for claim in increment.claims), *increment.added])


def checkable(text: str, night: dt.date) -> dict[tuple[str, str], str]:
    """Facts of a text that a source must give, by kind and normal form, as the text words them."""
    found: dict[tuple[str, str], str] = {
        (one.kind, one.normal): one.text for one in facts(text, date=night) if one.kind in KINDS
    }
    found.update({("url", normal_url(url.raw)): url.raw for url in find_urls(text)})
    return found


def form_of(text: str) -> Form:
    """The form of a line."""
    bare = text.lstrip()
    if bare.startswith("|"):
        return "row"
    return "item" if _ITEM.match(bare) else "paragraph"
