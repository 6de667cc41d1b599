"""A caveat that is watched, and what a night's sources say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from agent.entries import Entry
from agent.entries.things import ids_in
from agent.facts import origin_of
from agent.gist import Gist, gist
from agent.ledger import Watched
from agent.models import Evidence
from agent.outcome import ClaimOutcome

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z][\w+#-]{2,40}", re.ASCII)
_CAPITAL = re.compile(r"\b[A-Z][\w-]{3,40}", re.ASCII)
_WITHIN = re.compile(
    r"(?<=[\w,;:：，、）)\u4e00-\u9fff] )[A-Z][\w-]{3,40}|(?<=[\u4e00-\u9fff])[A-Z][\w-]{3,40}", re.ASCII
)
_WORK = re.compile(r"^(?:arxiv|doi):")


@dataclass(frozen=True)
class Watch:
    """A caveat of the watch list with the claims that it doubts, as its night left them."""

    event: Watched
    title: str
    claims: tuple[ClaimOutcome, ...]
    """Those that are in the document, or were proposed for it."""
    added: tuple[str, ...]
    """The lines that the increment brought."""

    @property
    def id(self) -> str:
        """Its id on the watch list."""
        return self.event.id

    @property
    def kind(self) -> str:
        """The kind of its caveat."""
        return self.event.caveat.kind

    @cached_property
    def said(self) -> str:
        """Title and claims."""
        return "\n".join((self.title, *(claim.text for claim in self.claims)))

    @cached_property
    def gist(self) -> Gist:
        """What title and claims name."""
        return gist(self.said)

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """What the claims rest on."""
        return tuple(piece for claim in self.claims for piece in claim.evidence)

    @cached_property
    def items(self) -> frozenset[str]:
        """The items that it was read from: they are no news about themselves."""
        return frozenset(piece.span.item for piece in self.evidence)

    @cached_property
    def origins(self) -> frozenset[str]:
        """The primary things behind the claims, in normal form."""
        told = {origin_of(piece.origin) or piece.origin for piece in self.evidence if piece.origin}
        return frozenset(told)

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every primary thing that it names or goes back to."""
        return self.origins | frozenset(ids_in(self.said))

    @cached_property
    def works(self) -> frozenset[str]:
        """The works among them."""
        return frozenset(name for name in self.ids if _WORK.match(name))


@dataclass(frozen=True)
class Passage:
    """One sentence of a source of the night."""

    entry: Entry
    evidence: Evidence
    """The sentence, to be found again."""
    words: str
    """Without markup."""

    @cached_property
    def gist(self) -> Gist:
        """What it names."""
        return gist(self.words)

    @cached_property
    def ids(self) -> frozenset[str]:
        """The primary things that its entry names."""
        return frozenset((*self.entry.ids, self.entry.origin)) - {""}

    @cached_property
    def works(self) -> frozenset[str]:
        """The works among them."""
        return frozenset(name for name in self.ids if _WORK.match(name))


def called(text: str) -> frozenset[str]:
    """Words that may be names: with a capital or a figure, or Latin in a Chinese line. Enough to look, for no more."""
    found: set[str] = set()
    for line in text.split("\n"):
        han = _HAN.search(line) is not None
        found.update(word.casefold() for word in _LATIN.findall(line) if han or not word.islower())
    return frozenset(found)


def named(text: str) -> frozenset[str]:
    """What a text names: names in the sense of `gist`, and capitalised words within a sentence, or said again."""
    words = [word.casefold() for word in _CAPITAL.findall(text)]
    within = {word.casefold() for word in _WITHIN.findall(text)}
    return gist(text).names | {word for word in words if word in within or words.count(word) > 1}


def owners(origins: Iterable[str]) -> frozenset[str]:
    """Who stands behind primary things: the owner of a repository, the site of a page, the work itself."""
    return frozenset(map(_owner, origins))


def _owner(origin: str) -> str:
    if _WORK.match(origin):
        return origin
    bare = re.sub(r"^https?://(?:www\.)?", "", origin.lower())
    host, _, rest = bare.partition("/")
    if host in ("github.com", "gitlab.com", "gitee.com", "huggingface.co", "codeberg.org", "modelscope.cn"):
        return f"{host}/{rest.partition('/')[0]}"
    return ".".join(host.split(".")[-2:])
