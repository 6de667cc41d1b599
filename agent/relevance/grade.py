"""Does an entry concern a document? A grade in the words that people use, and the reason.

What a document is about is learnt from the document itself: its headings, the works and names it speaks of,
its words. How much a word tells is learnt from the night's own entries and from the other documents of the
workspace, so that no list of any field's words is needed.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agent.document import Document
from agent.entries import Entry
from agent.gist import Gist, gist, telling_name
from agent.language import language_of
from agent.models import Language, Model

Grade = Literal["very high", "high", "adjacent", "reference", "baseline", "excluded"]
"""`adjacent`: near, but another topic's; `baseline`: what an earlier night has dealt with."""

_CHINESE: Mapping[Grade, str] = {
    "very high": "极高",
    "high": "高",
    "adjacent": "跨主轴邻接",
    "reference": "参考",
    "baseline": "基线",
    "excluded": "排除",
}
_HIGH = 0.22
"""Share of an entry's weighted terms that the document uses too. On notes of one field, those of the document's
own topic lie above 0.2 and news of other kinds below 0.12."""
_VERY_HIGH = 0.34
_NEAR = 0.12
_DOUBT = 2.8
"""Rare terms whose weight is added to what a text says: of two names little follows. In a night of a hundred
texts that is a weight of 12; in one of three texts no term weighs much."""
_ALIKE = 0.87
"""Cosine (multilingual-e5-small) to the nearest block from which an entry is of the document's topic."""
_FOREIGN_NAMES = 2
"""Names that an entry in another language has in common with the document, at least; one may be a homonym."""
_YOUNG = 100
"""Terms below which a document tells too little of its topic to turn a note away; real ones have 200 and more."""
_LOOKED_AT = 800
"""Characters of an entry that are looked at: what it is about stands at its beginning."""
_OWN_WORDS = 25
"""Words (pairs of characters, in Chinese) from which an entry without any figure says something."""
_COMMON = 0.1
_COMMON_LEAST = 4
"""A word of more than this share of the night's texts, and of more texts than that, is everybody's."""
_TOPIC_KEYS = frozenset(
    "topic topics primary category main subject axis 主轴 主题 主分类 分类 领域 专题".split()
)
_TOPIC_LINE = re.compile(
    r"(?:(?:main\s)?(?:axis|topic|category)|主轴|主题|主分类)\s*[:：]?\s*(?P<after>[A-Za-z][\w.+\-]{1,30})"
    r"|(?P<before>[A-Za-z][\w.+\-]{1,30})\s?(?:主轴|主题|主分类)",
    re.IGNORECASE,
)
_LATIN_WORD = re.compile(r"(?a:(?<![\w-])[A-Za-z]\w{3,40}(?![\w-]))")
_WORD = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]+")


class Relevance(Model):
    """How far an entry concerns a document, and why."""

    grade: Grade
    reason: str
    score: float = 0.0
    """Weighted share of the entry's terms that the document uses; for ranking within a grade."""
    by_meaning: bool = False
    """Whether only the similarity of its meaning speaks for it: vectors of one field lie close together."""

    @property
    def ours(self) -> bool:
        """Whether the entry may bring the document something new."""
        return self.grade in {"very high", "high"}


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
    "young": (
        "活文档尚短，凡有内容的笔记都收",
        "the document is young: every note that says something is taken",
    ),
    "words": ("{what} 的用词见于活文档", "{what} of its words are the document's"),
}


def shown(grade: Grade, language: Language) -> str:
    """The grade in the words of the document's language."""
    return _CHINESE[grade] if language == "zh" else grade


@dataclass
class Profile:
    """What a document is about."""

    name: str
    terms: frozenset[str]
    headings: frozenset[str]
    ids: frozenset[str]
    names: frozenset[str]
    """Names that hardly stand for anything else."""
    subjects: Mapping[frozenset[str], str]
    """Headings of nothing but proper names, by their terms."""
    han: bool
    """Whether it is written in Chinese."""
    others: tuple[Profile, ...] = ()
    _seen: Counter[str] = field(default_factory=Counter)
    """In how many texts of the night each term occurs."""
    _texts: int = 0

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
        doubt = _DOUBT * math.log(1 + (self._texts + 1) / 1.5)
        return min(1.0, (own + heads) / (total + doubt))


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
        found = _beginning(entry)
        made._seen.update(found.terms | found.numbers)
    made._texts = len(night)
    made.others = tuple(_learnt(other, text) for other, text in (others or {}).items() if other != name)
    for other in made.others:
        other._seen, other._texts = made._seen, made._texts
    return made


def _learnt(name: str, document: Document) -> Profile:
    headings: set[str] = set()
    heads: dict[frozenset[str], str] = {}
    terms: set[str] = set()
    ids: set[str] = set()
    names: set[str] = set()
    for section in document.sections:
        head = gist(section.title)
        headings |= head.terms
        heads.setdefault(head.terms, section.title)
        for block in section.body:
            found = gist(block.text)
            terms |= found.terms
            ids |= found.ids
            names |= {word for word in found.names if telling_name(word)}
    text = document.data.decode("utf-8", "replace")
    proper = _proper_names(text)
    return Profile(
        name=name,
        terms=frozenset(terms | headings),
        headings=frozenset(headings),
        ids=frozenset(ids),
        names=frozenset(names),
        subjects={terms: title for terms, title in heads.items() if terms and terms <= proper},
        han=language_of(text) == "zh",
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


def relevance(
    entry: Entry,
    about: Profile,
    *,
    night: dt.date,
    topics: Sequence[str] = (),
    cosine: float | None = None,
) -> Relevance:
    """How far an entry concerns the document of the profile.

    `night` is the night's day: an entry of an earlier day is baseline. `topics` are the topics that the
    entry's source names in its front matter (`stated_topics`). `cosine` is the similarity of the nearest
    block, where meaning was asked.
    """
    found = _beginning(entry)
    share = about.share(found)
    grade, reason = (
        _before_words(entry, night, about)
        or _elsewhere(entry, found, share, about, topics)
        or _on_its_words(entry, found, share, about, topics=topics, cosine=cosine)
    )
    return Relevance(grade=grade, reason=reason, score=share)


def _before_words(entry: Entry, night: dt.date, about: Profile) -> tuple[Grade, str] | None:
    """What needs no look at the words: the note's own judgement, and its day."""
    if entry.set_aside:
        return "excluded", about.told("set aside", entry.set_aside)
    if entry.date < night:
        return "baseline", about.told("earlier", entry.date.isoformat())
    return None


def _elsewhere(
    entry: Entry, found: Gist, share: float, about: Profile, topics: Sequence[str]
) -> tuple[Grade, str] | None:
    """Whether it belongs to another document, or to a topic of its own."""
    owner = _better_owner(found, about, share)
    if owner:
        return "adjacent", about.told("owner", owner)
    foreign = "" if _meant_for(entry, about, topics) else _foreign_topic(entry, about, topics)
    if not foreign:
        return None
    near = share >= _NEAR or bool(found.names & about.names)
    return "adjacent" if near else "reference", about.told("topic", foreign)


def _on_its_words(
    entry: Entry, found: Gist, share: float, about: Profile, *, topics: Sequence[str], cosine: float | None
) -> tuple[Grade, str]:
    if not _says_something(entry, found, about):
        return "reference", about.told("nothing")
    known = frozenset(entry.ids) & about.ids
    if known:
        return "very high", about.told("known", min(known))
    names = found.names & about.names
    meant = _meant_for(entry, about, topics) or _section_named(entry, about)
    told = about.told("words", f"{share:.0%}") + (f" ({', '.join(sorted(names)[:3])})" if names else "")
    alike = cosine is not None and cosine >= _ALIKE
    homonym = found.han != about.han and len(names) < _FOREIGN_NAMES and not meant and not alike
    if not homonym and (share >= _VERY_HIGH or ((names or meant) and share >= _HIGH)):
        return "very high", told
    if not homonym and (share >= _HIGH or (names and share >= _NEAR) or alike):
        return "high", told
    if meant or (len(about.terms) < _YOUNG and not about.others):
        return "high", f"{meant or about.told('young')}; {told}"
    return "adjacent" if share >= _NEAR or names else "excluded", told


def stated_topics(meta: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The topics that a source's front matter names."""
    found = [value for key, value in meta if key.casefold() in _TOPIC_KEYS and value.strip()]
    return tuple(
        part.strip(" []'\"") for value in found for part in re.split(r"[,，、;；]", value) if part.strip()
    )


def _beginning(entry: Entry) -> Gist:
    return gist(f"{entry.title}\n{entry.text[:_LOOKED_AT]}")


def _better_owner(found: Gist, about: Profile, share: float) -> str:
    """Another document of the workspace that says clearly more of it."""
    best = max(about.others, key=lambda other: other.share(found), default=None)
    if best is None:
        return ""
    theirs = best.share(found) + (0.2 if found.ids & best.ids else 0)
    ours = share + (0.2 if found.ids & about.ids else 0)
    return best.name if theirs > 1.3 * ours and theirs >= _HIGH else ""


def _foreign_topic(entry: Entry, about: Profile, topics: Sequence[str]) -> str:
    """A topic that the source says is its own, where it is not the document's."""
    named = [*topics, *_topics_in_name(entry, about), *_topics_in_words(entry)]
    if not named or any(_is_ours(topic, about) for topic in named):
        return ""
    return named[0]


def _topics_in_words(entry: Entry) -> list[str]:
    """`主轴：rag`, `cs.CL 主轴`, `main axis: agents`, at the beginning of a whole note."""
    if entry.shape != "whole":
        return []
    return [match["after"] or match["before"] for match in _TOPIC_LINE.finditer(entry.text[:400])]


def _topics_in_name(entry: Entry, about: Profile) -> list[str]:
    """A file named after another document of the workspace."""
    words = set(_WORD.findall(entry.span.path.rpartition("/")[2].casefold()))
    return [other.name for other in about.others if set(_WORD.findall(other.name.casefold())) <= words]


def _is_ours(topic: str, about: Profile) -> bool:
    """Whether a topic's words are the document's: its name, or all of them in its headings."""
    words = set(_WORD.findall(topic.casefold()))
    own = set(_WORD.findall(about.name.casefold()))
    said = gist(topic).terms
    return bool(words & own) or (bool(said) and said <= about.headings)


def _meant_for(entry: Entry, about: Profile, topics: Sequence[str]) -> str:
    """Whether the source says that it is for the document: in its name, title or topics."""
    own = set(_WORD.findall(about.name.casefold()))
    file = entry.span.path.rpartition("/")[2]
    for what, text in (
        ("file name", file),
        ("topic", " ".join(topics)),
        ("heading", " ".join(entry.heads[:1])),
    ):
        if own and own <= set(_WORD.findall(text.casefold())):
            return f"its {what} names {about.name}"
    return ""


def _section_named(entry: Entry, about: Profile) -> str:
    """The section whose heading, a proper name, stands in an entry's title."""
    title = gist(entry.title).terms
    named = [heading for terms, heading in about.subjects.items() if terms <= title]
    return about.told("subject", max(named, key=len)) if named else ""


def _says_something(entry: Entry, found: Gist, about: Profile) -> bool:
    """A work, a page, a version, a telling figure; or some sentences that are not everybody's."""
    title = gist(entry.title)
    figures = {
        number for number in found.numbers - title.numbers if len(number) > 1 and not about.common(number)
    }
    if entry.ids or entry.urls or found.versions or figures:
        return True
    words = found.terms - title.terms
    return sum(not about.common(word) for word in words) >= _OWN_WORDS
