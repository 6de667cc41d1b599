"""What an entry is compared by."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from agent.entries import Entry
from agent.entries.things import origin_in
from agent.entries.words import enumerated
from agent.gist import Gist, gist, share

_LEAD = 500
"""Characters of the body that say what an entry is about."""
_FEW_PAGES = 3
_SHORT = 700
"""Two texts of up to this many characters are compared figure by figure."""
_COPY = 0.9
"""From this share of common words on, one text is a copy of the other."""
_WORK = re.compile(r"^(?:arxiv|doi):")
_LEADING_NAME = re.compile(r"^[\W_]*(?P<name>[A-Za-z][\w.+\-]{1,30}(?: \d[\w.]*)?)\s*[:：]\s")


@dataclass
class Subject:
    """What an entry is compared by, each part made once."""

    entry: Entry
    common: frozenset[str] = frozenset()
    """Words, names and figures that many entries of the night share: they tell nothing apart."""

    @cached_property
    def title(self) -> Gist:
        return gist(self.entry.title)

    @cached_property
    def lead(self) -> Gist:
        """Title and the beginning of the body."""
        return gist(f"{self.entry.title}\n{self.said[:_LEAD]}")

    @cached_property
    def full(self) -> Gist:
        return gist(self.said)

    @cached_property
    def said(self) -> str:
        """The text without its number: `条目 1` here is `#4` there."""
        first, _, rest = self.entry.text.partition("\n")
        number, bare = enumerated(first)
        return f"{bare}\n{rest}" if number is not None else self.entry.text

    @cached_property
    def words(self) -> frozenset[str]:
        """All words without a figure in them: what a copy with another figure still has in common."""
        tokens = self.full.words | self.full.names
        return frozenset(token for token in tokens if not any(char.isdecimal() for char in token))

    @cached_property
    def works(self) -> frozenset[str]:
        """The work that the entry goes back to, by each of its ids."""
        if _WORK.match(self.entry.origin):
            return frozenset({self.entry.origin})
        works = [name for name in self.entry.ids if _WORK.match(name)]
        return frozenset(works) if len(works) == 1 else frozenset()

    @cached_property
    def advisories(self) -> frozenset[str]:
        """The advisories of the title; the one of the text where the title names none."""
        titled = frozenset(name for name in self.title.ids if name.startswith("cve:"))
        told = frozenset(name for name in self.full.ids if name.startswith("cve:"))
        return titled or (told if len(told) == 1 else frozenset())

    @cached_property
    def versions(self) -> frozenset[str]:
        """The version that the entry is about: the title's, else the one of its beginning."""
        return self.title.versions or (
            self.lead.versions if len(self.lead.versions) == 1 else frozenset[str]()
        )

    @cached_property
    def leading_name(self) -> str:
        match = _LEADING_NAME.match(self.entry.title)
        return match["name"].casefold() if match else ""

    @cached_property
    def short(self) -> bool:
        return len(self.entry.text) <= _SHORT

    @cached_property
    def told(self) -> Gist:
        """What is compared as a story: all of a short entry, the beginning of a long one."""
        return self.full if self.short else self.lead

    @cached_property
    def called(self) -> frozenset[str]:
        """Terms of its title that not every entry of the night has."""
        return self.title.terms - self.common

    @cached_property
    def links(self) -> frozenset[str]:
        """Pages that it goes back to; a home page or a repository names nobody's news.

        What goes back to a work, and what links many pages, has them for company.
        """
        origin = self.entry.origin
        if origin.startswith("https://"):
            pages = frozenset({origin})
        elif _WORK.match(origin) or len(self.lead.pages) > _FEW_PAGES:
            return frozenset()
        else:
            pages = self.lead.pages
        return frozenset(page for page in pages if urlsplit(page).path.strip("/") and origin_in(page) == page)


def copies(a: Subject, b: Subject) -> bool:
    return min(share(a.words, b.words), share(b.words, a.words)) >= _COPY


def shared_names(a: Gist, b: Gist) -> frozenset[str]:
    """Names of either that the other says too, as a name or as any Latin word."""
    return (a.names & b.latin) | (b.names & a.latin)
