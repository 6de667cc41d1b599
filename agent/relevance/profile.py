"""What a document is about: its terms, names and works, and how much each tells among the night's entries.

All of it is learnt from the document itself, from the other documents of the workspace and from the night's own
entries, so that no list of any field's words is needed.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median

from agent.document import Document
from agent.entries import Entry
from agent.gist import Gist, content, gist, names_in, telling_name
from agent.language import language_of
from agent.markup import plain
from agent.relevance.foreign import in_other_words
from agent.relevance.things import central

OF_ITS_TOPIC = 0.22
"""Share of an entry's weighted terms that the document uses too. On notes of one field, those of the document's
own topic lie above 0.2 and news of other kinds below 0.12."""
_DOUBT = 2.8
"""Rare terms whose weight is added to what a text says: of two names little follows. In a night of a hundred
texts that is a weight of 12; in one of three texts no term weighs much."""
_DOUBT_OF_TITLE = 1.0
"""The same for a title, which has few terms and means each of them."""
_FEW_LATIN = 2
"""Latin words that a Chinese text has in common with an English document, at least: one may be a homonym, and its
own words are not compared."""
_OFTEN = 7
"""Blocks in which a word of the document's own field stands at least; from there on it speaks for the field fully."""
_USED = 2
"""Times that a document writes a short name, at least, to use it as a name."""
_LOOKED_AT = 800
"""Characters of an entry that are looked at: what it is about stands at its beginning."""
_REPEATED = 6_000
"""Characters of an entry whose most frequent words are looked at, where its beginning leaves it open."""
_READ_THROUGH = 20_000
_KEYWORDS = 30
_COMMON = 0.1
_COMMON_LEAST = 4
"""A word of more than this share of the night's texts, and of more texts than that, is everybody's."""
_SAMPLE = 300
"""Entries of the night by which a share is told to be out of the ordinary."""
_ORDINARY_LEAST = 8
_OUTLYING = 3.0
"""Median absolute deviations above the median from which a share is out of the ordinary (Iglewicz & Hoaglin,
How to Detect and Handle Outliers, 1993, who take 3.5 of them scaled)."""
_EDITION = re.compile(r"v\d+")
"""`v1`, `v2`: of whatever it is."""
_LATIN_WORD = re.compile(r"(?a:(?<![\w-])[A-Za-z]\w{3,40}(?![\w-]))")


_REASONS: Mapping[str, tuple[str, str]] = {
    "set aside": ("笔记自己列为「{what}」", "the note sets it aside ({what})"),
    "earlier": ("{what} 的内容，先于本夜", "of {what}, before this night"),
    "owner": ("属 {what} 文档", "belongs to {what}"),
    "topic": ("主轴为 {what}", "its own topic is {what}"),
    "nothing": ("只列题目，没有可核对的内容", "it names a subject and says nothing that could be checked"),
    "known": ("活文档已提到 {what}", "the document speaks of {what}"),
    "file name": ("文件名指明 {what}", "its file name says {what}"),
    "topics": ("主题指明 {what}", "its topics say {what}"),
    "heading": ("标题指明 {what}", "its heading says {what}"),
    "subject": ("题目写的是活文档的一节：{what}", "its title names a section: {what}"),
    "thing": ("写的是活文档所记的 {what}", "it is about {what}, which the document is about"),
    "young": (
        "活文档尚短，凡有内容的笔记都收",
        "the document is young: every note that says something is taken",
    ),
    "words": ("{what} 的用词见于活文档", "{what} of its words are the document's"),
    "near": (
        "临近：题目与常用词有 {what} 是活文档的用词，本夜待审",
        "borderline: {what} of its title and of what it repeats are words of the document's field",
    ),
    "spread": (
        "临近：全文提到活文档的 {what} 个名称",
        "borderline: it names {what} things that the document names",
    ),
    "kin": (
        "临近：同一来源的条目多数（{what}）属活文档的主题",
        "borderline: most of its source's entries ({what}) are of the document's topic",
    ),
    "outlying": (
        "临近：用词与活文档相合的程度（{what}）明显高于本夜其他笔记",
        "borderline: {what} of its words are the document's, far more than the night's other notes have",
    ),
}


@dataclass
class Profile:
    """What a document is about."""

    name: str
    terms: frozenset[str]
    headings: frozenset[str]
    ids: frozenset[str]
    names: frozenset[str]
    """Names that hardly stand for anything else."""
    used: frozenset[str]
    """These, and the short ones that it uses as names itself, again and again: `MLA`, `TPOT`."""
    subjects: Mapping[frozenset[str], str]
    """Headings of nothing but proper names, by their terms."""
    things: frozenset[str]
    """What it is written about (`relevance.things`)."""
    han: bool
    """Whether it is written in Chinese."""
    blocks: Counter[str] = field(default_factory=Counter)
    """In how many of its blocks each term occurs, Latin words of its lines in Chinese too."""
    texts: tuple[str, ...] = ()
    """Its headings and blocks."""
    others: tuple[Profile, ...] = ()
    _seen: Counter[str] = field(default_factory=Counter)
    """In how many texts of the night each term occurs."""
    _texts: int = 0
    _middle: float = 0.0
    """The share that half of the night's entries of the document's language have."""
    _outlying: float | None = None

    def weight(self, term: str) -> float:
        """Inverse frequency among the night's entries."""
        return math.log(1 + (self._texts + 1) / (self._seen[term] + 0.5))

    def told(self, reason: str, what: str = "") -> str:
        """A reason in the document's language."""
        return _REASONS[reason][0 if self.han else 1].format(what=what)

    def common(self, term: str) -> bool:
        """Whether many of the night's texts have the term, as those of a template's line."""
        return self._seen[term] > max(_COMMON_LEAST, _COMMON * self._texts)

    def share(self, found: Gist) -> float:
        """Weighted share of a text's terms that the document uses; headings count twice.

        Of a text in another language only the names are compared: they are all that both can share.
        """
        terms = found.terms if found.han == self.han else found.names
        total = sum(self.weight(term) for term in terms)
        own = sum(self.weight(term) for term in terms & self.terms)
        heads = sum(self.weight(term) for term in terms & self.headings)
        return min(1.0, (own + heads) / (total + _DOUBT * self._rare()))

    def subject(self, entry: Entry) -> float:
        """How far the words that say what an entry is about are words of the document's field.

        Those of its title, or those that it repeats most; each weighs by its rarity in the night and by the
        number of the document's blocks that have it. Of a text in another language its Latin words are
        compared, whether they are names or not: a Chinese document says `serving` and `KV cache` too, and what its
        own words may mean.
        """
        foreign = gist(entry.text[:_LOOKED_AT]).han != self.han
        title = gist(entry.title)
        terms = title.latin if foreign else title.terms
        least = _FEW_LATIN if foreign and not self.han else 1
        said = self._said_in_english if foreign and self.han else self.blocks
        titled = self._salient(dict.fromkeys(terms, 1.0), said, least)
        words = Counter(content(plain(entry.text[:_REPEATED])))
        often = {
            word: 1 + math.log(times)
            for word, times in words.most_common(_KEYWORDS)
            if not foreign or word.isascii()
        }
        return max(titled, self._salient(often, said, least))

    def outlying(self, share: float) -> bool:
        """Whether a share is out of the ordinary among the night's entries of the document's language."""
        if self._outlying is None:
            return False
        return share >= self._outlying

    def ordinary(self, share: float) -> bool:
        """Whether most of a night's notes have about that share, although few of them can be the document's.

        A document of a broad field has the words of all news; in a night of nothing but its own topic half of the
        notes lie above what a note of its topic has, and that is no reason against any.
        """
        return self._outlying is not None and self._middle < OF_ITS_TOPIC and share < self._outlying

    def whole(self, entry: Entry) -> tuple[float, frozenset[str]]:
        """The part of what a text names again and again, from its headings to its end, that the document has; and the
        document's own names among all that it names."""
        text = plain(entry.text[:_READ_THROUGH])
        seen = Counter(names_in(f"{entry.title}\n{text}"))
        weights = {
            name: self.weight(name) * (1 + math.log(times)) for name, times in seen.most_common(_KEYWORDS)
        }
        own = sum(weight for name, weight in weights.items() if name in self.terms)
        heads = sum(weight for name, weight in weights.items() if name in self.headings)
        total = sum(weights.values()) + _DOUBT * self._rare()
        known = {name for name in seen if name in self.used and not self.common(name)}
        alone = frozenset(name for name in known if known.isdisjoint(set(name.split("-")) - {name}))
        return min(1.0, (own + heads) / total), alone

    def named(self, entry: Entry) -> int:
        """How many of the document's telling names an entry has, beyond its beginning too."""
        return len(self.names.intersection(content(plain(entry.text[:_READ_THROUGH]))))

    def throughout(self, entry: Entry) -> float:
        """The part of an entry's text whose paragraphs name something of the document."""
        parts = entry.text[:_READ_THROUGH].split("\n\n")
        naming = sum(len(part) for part in parts if not self.used.isdisjoint(names_in(plain(part))))
        return naming / max(1, sum(map(len, parts)))

    @cached_property
    def _said_in_english(self) -> Counter[str]:
        """The blocks of each term, and of what its Chinese words may mean; learnt when a foreign note first asks."""
        return self.blocks + in_other_words(self.texts)

    def _salient(self, terms: Mapping[str, float], said: Counter[str], least: int) -> float:
        """The part of the weight of these terms that is the document's; 0 where fewer than `least` are."""
        if sum(term in said for term in terms) < least:
            return 0.0
        weights = {term: self.weight(term) * times for term, times in terms.items()}
        full = math.log2(1 + _OFTEN)
        told = sum(weight * min(1.0, math.log2(1 + said[term]) / full) for term, weight in weights.items())
        total = sum(weights.values()) + _DOUBT_OF_TITLE * self._rare()
        return told / total if total else 0.0

    def _rare(self) -> float:
        """Weight of a term that one text of the night has."""
        return math.log(1 + (self._texts + 1) / 1.5)

    def _learn_the_ordinary(self, night: Sequence[Entry]) -> None:
        step = max(1, len(night) // _SAMPLE)
        found = [beginning(entry) for entry in night[::step]]
        shares = [self.share(one) for one in found if one.han == self.han]
        if len(shares) >= _ORDINARY_LEAST:
            self._middle = middle = median(shares)
            self._outlying = middle + _OUTLYING * median(abs(share - middle) for share in shares)


def profile(
    name: str,
    document: Document,
    *,
    others: Mapping[str, Document] | None = None,
    night: Sequence[Entry] = (),
) -> Profile:
    """Learn what a document is about.

    `others` are the other documents of the workspace by name; `night` are the entries among which the
    document's are to be told from the rest.
    """
    made = _learnt(name, document)
    for entry in night:
        found = beginning(entry)
        made._seen.update(found.terms | found.numbers)
    made._texts = len(night)
    made.others = tuple(_learnt(other, text) for other, text in (others or {}).items() if other != name)
    for other in made.others:
        other._seen, other._texts = made._seen, made._texts
    made._learn_the_ordinary(night)
    return made


def beginning(entry: Entry) -> Gist:
    """The gist of an entry's title and of the beginning of its text."""
    return gist(f"{entry.title}\n{entry.text[:_LOOKED_AT]}")


def _learnt(name: str, document: Document) -> Profile:
    headings: set[str] = set()
    heads: dict[frozenset[str], str] = {}
    terms: set[str] = set()
    ids: set[str] = set()
    names: set[str] = set()
    blocks: Counter[str] = Counter()
    called: Counter[str] = Counter()
    texts: list[str] = []
    for section in document.sections:
        head = gist(section.title)
        headings |= head.terms
        blocks.update(head.terms | head.latin)
        heads.setdefault(head.terms, section.title)
        for block in section.body:
            texts.append(block.text)
            found = gist(block.text)
            terms |= found.terms
            ids |= found.ids
            blocks.update(found.terms | found.latin)
            names |= {word for word in found.names if telling_name(word)}
            called.update(names_in(block.text))
    text = document.data.decode("utf-8", "replace")
    proper = _proper_names(text)
    return Profile(
        name=name,
        terms=frozenset(terms | headings),
        headings=frozenset(headings),
        ids=frozenset(ids),
        names=frozenset(names),
        used=frozenset(
            names
            | {name for name, times in called.items() if times >= _USED and not _EDITION.fullmatch(name)}
        ),
        subjects={terms: title for terms, title in heads.items() if terms and terms <= proper},
        things=central([*heads.values(), *texts]),
        han=language_of(text) == "zh",
        blocks=blocks,
        texts=(*heads.values(), *texts),
    )


def _proper_names(text: str) -> frozenset[str]:
    """Latin words that a document writes with a capital, more than once, and never without."""
    seen = Counter(_LATIN_WORD.findall(text))
    return frozenset(
        term
        for word, times in seen.items()
        if times > 1 and word[0].isupper() and not seen[word.lower()]
        for term in gist(word).terms
    )
