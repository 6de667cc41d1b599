"""Does an entry concern a document? A grade in the words that people use, and the reason.

Recall comes first: what only its subject speaks for is taken as borderline. It is told last and listed for the
reviewer, and nothing is drafted from it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from agent.entries import Entry, subject
from agent.gist import Gist, gist
from agent.models import Language, Model
from agent.relevance.checkable import checkable
from agent.relevance.profile import OF_ITS_TOPIC, Profile, beginning
from agent.relevance.things import named_thing

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
_HIGH = OF_ITS_TOPIC
_VERY_HIGH = 0.34
_NEAR = 0.12
_SUBJECT = 0.2
"""Part of an entry's subject (`Profile.subject`) that is the document's field, from which an entry with some of
its words is borderline."""
_FOREIGN_SUBJECT = 0.14
"""The same for an entry in another language, from which it is of the document's topic: there only Latin words can
be compared, and few notes of other topics have any of them."""
_FOREIGN_NEAR = 0.06
_LEAST = 0.06
"""Share of an entry's words below which it is never of the document's topic, whatever the other notes have."""
_LONG = 3_000
_SPREAD = 8
"""Telling names of the document from which a long article is near it, whatever its beginning says."""
_THROUGHOUT = 0.2
"""Part of such an article whose paragraphs name something of the document, from which it is of its topic. Real ones
have a third and more; an essay that mentions a field in passing names it in one."""
_ALIKE = 0.87
"""Cosine (multilingual-e5-small) to the nearest block from which an entry is of the document's topic."""
_FOREIGN_NAMES = 2
"""Names that an entry in another language has in common with the document, at least; one may be a homonym."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_A_NOTE = 400
"""Characters of a note that is one piece of news in a few sentences."""
_YOUNG = 100
"""Terms below which a document tells too little of its topic to turn a note away; real ones have 200 and more."""
_YOUNG_SHARE = 0.2
"""Share of an entry's words from which it is taken for a young document's, though it names none of its things."""
_CAPITAL = re.compile(r"(?<=[\w,] )[A-Z][A-Za-z][\w+.\-]{0,30}")
"""A word with a capital within a sentence."""
_OWN_WORDS = 25
"""Words (pairs of characters, in Chinese) from which an entry without any figure says something."""
_TOPIC_KEYS = frozenset(
    "topic topics primary category main subject axis 主轴 主题 主分类 分类 领域 专题".split()
)
_LETTER = frozenset({"from", "to", "cc", "reply-to", "message-id"})
_TOPIC_LINE = re.compile(
    r"(?:(?:main\s)?(?:axis|topic|category)|主轴|主题|主分类)\s*[:：]?\s*(?P<after>[A-Za-z][\w.+\-]{1,30})"
    r"|(?P<before>[A-Za-z][\w.+\-]{1,30})\s?(?:主轴|主题|主分类)",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?a:(?<![\w-])[A-Za-z]\w{3,40}(?![\w-]))")
_WORD = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]+")


class Relevance(Model):
    """How far an entry concerns a document, and why."""

    grade: Grade
    reason: str
    score: float = 0.0
    """Weighted share of the entry's terms that the document uses; for ranking within a grade."""
    by_meaning: bool = False
    """Whether only the similarity of its meaning speaks for it: vectors of one field lie close together."""
    borderline: bool = False
    """Whether it is near enough to be shown to a person, and too far to be drafted from."""
    by_words: bool = False
    """Whether it is turned away for its words alone, some of which are the document's."""

    @property
    def ours(self) -> bool:
        """Whether the entry may bring the document something new."""
        return self.grade in {"very high", "high"}

    @property
    def sure(self) -> bool:
        """Whether words, names or ids speak for it."""
        return not self.by_meaning and not self.borderline


def shown(grade: Grade, language: Language) -> str:
    """The grade in the words of the document's language."""
    return _CHINESE[grade] if language == "zh" else grade


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
    found = beginning(entry)
    share, names = about.share(found), found.names & about.names
    if found.han != about.han:
        whole, names = about.whole(entry)
        share = max(share, whole)
    decided = _before_words(entry, night, about) or _elsewhere(entry, found, share, about, topics)
    if decided:
        return Relevance(grade=decided[0], reason=decided[1], score=share)
    grade, reason = _on_its_words(entry, found, share, about, names=names, topics=topics, cosine=cosine)
    if grade in ("adjacent", "excluded"):
        thing = named_thing(entry.title, about.things) if _is_short_news(entry) else ""
        if thing:
            near_it = max(share, about.subject(entry))
            return Relevance(grade="high", reason=about.told("thing", thing), score=near_it)
        near = _borderline(entry, found, share, about)
        if near and not (near.borderline and _is_sourced_news(entry, found, share, about)):
            return near
        if _is_sourced_news(entry, found, share, about):
            return Relevance(grade="high", reason=reason, score=share)
    away = grade in ("adjacent", "excluded") and (share >= _LEAST or bool(found.names & about.names))
    doubtful = grade in ("very high", "high") and (
        _is_everybodys(entry, found, share, about, topics, cosine)
        or _only_young(entry, found, share, about, topics, reason)
    )
    return Relevance(grade=grade, reason=reason, score=share, borderline=doubtful, by_words=away)


def _is_everybodys(
    entry: Entry,
    found: Gist,
    share: float,
    about: Profile,
    topics: Sequence[str],
    cosine: float | None,
) -> bool:
    """Whether only words speak for an entry that most of the night's other notes have as well."""
    named = frozenset(entry.ids) & about.ids or len(found.names & about.names) > 1
    meant = _meant_for(entry, about, topics) or _section_named(entry, about)
    if found.han != about.han or named or meant or (cosine is not None and cosine >= _ALIKE):
        return False
    return about.ordinary(share) and about.subject(entry) < _SUBJECT


def _only_young(
    entry: Entry, found: Gist, share: float, about: Profile, topics: Sequence[str], reason: str
) -> bool:
    """Whether nothing speaks for an entry but that the document is young: no source, few words, none of its things."""
    if about.told("young") not in reason or entry.origin or share >= _YOUNG_SHARE:
        return False
    if found.names & about.names or _meant_for(entry, about, topics):
        return False
    things = {term for word in _CAPITAL.findall(entry.text) for term in gist(word).terms}
    return not things & about.terms - about.headings


def _borderline(entry: Entry, found: Gist, share: float, about: Profile) -> Relevance | None:
    """What its subject, or its standing out among the night's notes, speaks for."""
    foreign = found.han != about.han
    subject = about.subject(entry) if foreign or share >= _NEAR else 0.0
    if foreign and subject >= _FOREIGN_NEAR:
        sure = subject >= _FOREIGN_SUBJECT
        reason = about.told("words" if sure else "near", f"{subject:.0%}")
        return Relevance(grade="high", reason=reason, score=max(share, subject), borderline=not sure)
    if not foreign and subject >= _SUBJECT:
        return Relevance(
            grade="high", reason=about.told("near", f"{subject:.0%}"), score=share, borderline=True
        )
    if not foreign and share >= _LEAST and about.outlying(share):
        return Relevance(
            grade="high", reason=about.told("outlying", f"{share:.0%}"), score=share, borderline=True
        )
    if entry.shape == "whole" and len(entry.text) >= _LONG:
        names = about.named(entry)
        if names >= _SPREAD:
            of_it, throughout = about.whole(entry)[0], about.throughout(entry)
            sure = of_it >= _NEAR and throughout >= _THROUGHOUT
            reason = about.told("words", f"{of_it:.0%}") if sure else about.told("spread", str(names))
            return Relevance(
                grade="high", reason=reason, score=max(share, of_it) if sure else share, borderline=not sure
            )
    return None


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
    entry: Entry,
    found: Gist,
    share: float,
    about: Profile,
    *,
    names: frozenset[str],
    topics: Sequence[str],
    cosine: float | None,
) -> tuple[Grade, str]:
    if not (_says_something(entry, found, about) or _says_something(entry, gist(entry.text), about)):
        return "reference", about.told("nothing")
    known = frozenset(entry.ids) & about.ids
    if known:
        return "very high", about.told("known", min(known))
    meant = _meant_for(entry, about, topics) or _section_named(entry, about)
    told = about.told("words", f"{share:.0%}") + (f" ({', '.join(sorted(names)[:3])})" if names else "")
    alike = cosine is not None and cosine >= _ALIKE
    homonym = found.han != about.han and len(names) < _FOREIGN_NAMES and not meant and not alike
    if not homonym and (share >= _VERY_HIGH or ((names or meant) and share >= _HIGH)):
        return "very high", told
    if not homonym and (share >= _HIGH or (names and share >= _NEAR) or alike):
        return "high", told
    led = _led_by(entry, about)
    if led and (found.han == about.han or any(map(str.isdecimal, led))):
        told = about.told("known", led)
    elif meant or (len(about.terms) < _YOUNG and not about.others):
        told = f"{meant or about.told('young')}; {told}"
    else:
        return "adjacent" if share >= _NEAR or names else "excluded", told
    return "high", told


def _is_sourced_news(entry: Entry, found: Gist, share: float, about: Profile) -> bool:
    """Whether a short note near the document's field states something and names its source: it may have no section
    yet, and that is no reason to pass it over."""
    return share >= _NEAR and found.han == about.han and bool(entry.origin) and _is_short_news(entry)


def _led_by(entry: Entry, about: Profile) -> str:
    """The document's own name for a thing with which a short piece of news begins; empty for any other."""
    if entry.shape not in {"whole", "item"} or len(entry.text) > _A_NOTE:
        return ""
    first = gist(subject(entry.text))
    return min(first.latin & about.names, default="")


def stated_topics(meta: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The topics that a source's front matter names; the subject of a letter is its title."""
    keys = {key.casefold() for key, _ in meta}
    named = _TOPIC_KEYS - {"subject"} if keys & _LETTER else _TOPIC_KEYS
    found = [value for key, value in meta if key.casefold() in named and value.strip()]
    return tuple(
        part.strip(" []'\"") for value in found for part in re.split(r"[,，、;；]", value) if part.strip()
    )


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
    title = gist("" if entry.untitled else entry.title)
    figures = {
        number
        for number in found.numbers - title.numbers
        if len(number) > 1 and not about.common(number) and not _YEAR.fullmatch(number)
    }
    if entry.ids or entry.urls or found.versions or figures:
        return True
    words = found.terms - title.terms
    return sum(not about.common(word) for word in words) >= _OWN_WORDS or _is_short_news(entry)


def _is_short_news(entry: Entry) -> bool:
    """A note of a few sentences, or a thing among others in one, that asserts something."""
    return entry.shape in {"whole", "item"} and len(entry.text) <= _A_NOTE and checkable(entry.text)
