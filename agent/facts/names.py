"""Words and names of a text: Latin tokens with their place, runs of Han characters, code, settings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_LATIN = re.compile(
    r"(?:(?<![A-Za-z0-9])(?:\d{1,5}(?=[A-Za-z]{1,3}\d))?|(?<=\d[xX])(?=[A-Z]))"
    r"[A-Za-zÀ-ÖØ-öø-ɏ](?:[A-Za-z0-9À-ÖØ-öø-ɏ]|[._+&'-](?=[A-Za-z0-9À-ÖØ-öø-ɏ]))*(?:\+{1,2}(?!\w))?"
)
_HAN = re.compile("[\u3400-\u9fff]+")
_CODE = re.compile(r"`{1,2}([^`\n]{1,200})`{1,2}")
_SETTING = re.compile(
    r"(?<![\w])(?P<name>-{0,2}[A-Za-z][\w.-]{0,40})\s?(?:=|:=|＝)\s?(?P<value>[\w.+-]{0,39}[\w+-](?:,\d{3})*)",
    re.ASCII,
)

STOPWORDS = frozenset(
    "a an the and or but if of to in on at by for from with as is are was were be been being am do does did done has have "
    "had having it its it's this that these those there here he she they we you i his her their our your my him them us me "
    "who whom whose which what when where why how than then so such also both each other another into onto about "
    "between through during before after over under again further once per via not no nor can could will would shall should "
    "may might must just very too own same s t d ll re ve only more most some any all up down out off while because until "
    "against within without one's itself themselves himself herself among across upon around like e.g i.e etc vs et al "
    "however therefore thus hence still yet even now according using used use uses said say says respectively".split()
)
"""English words that carry no content of their own; polarity, quantity and modality are checked apart."""

_IRREGULAR = {
    "ran": "run", "running": "run", "began": "begin", "grew": "grow", "rose": "rise", "risen": "rise", "fell": "fall",
    "fallen": "fall", "made": "make", "built": "build", "sent": "send", "took": "take", "taken": "take", "gave": "give",
    "given": "give", "won": "win", "lost": "lose", "led": "lead", "held": "hold", "found": "find", "left": "leave",
    "went": "go", "gone": "go", "came": "come", "saw": "see", "seen": "see", "wrote": "write", "written": "write",
    "became": "become", "died": "die", "dying": "die", "dead": "die", "death": "die", "men": "man", "women": "woman",
    "children": "child", "people": "person", "better": "good", "best": "good", "worse": "bad", "worst": "bad",
    "bought": "buy", "sold": "sell", "paid": "pay", "met": "meet", "spent": "spend", "told": "tell", "kept": "keep",
    "shot": "shoot", "brought": "bring", "thought": "think", "taught": "teach", "caught": "catch", "fought": "fight",
    "gpus": "gpu", "cpus": "cpu", "tpus": "tpu", "npus": "npu", "dpus": "dpu", "lpus": "lpu", "born": "bear", "broke": "break", "broken": "break", "chose": "choose", "chosen": "choose", "spoke": "speak",
}  # fmt: skip


_PHRASE = re.compile(r"-(?:of|the|to|in|by|and|a|on|at|for)-[a-z]+\Z")
_CODED = re.compile(r"[0-9A-ZÀ-ÖØ-Þ]")


@dataclass(frozen=True, slots=True)
class Word:
    """A Latin token: `stem` compares across inflections; `name` is True for what is capitalised or coded."""

    text: str
    start: int
    end: int
    stem: str
    name: bool


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A crude English stem, enough to join inflections (Porter's first step, simplified)."""
    word = word.lower()
    if word.endswith("'s"):
        word = word[:-2]
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or any(char.isdigit() for char in word):
        return word
    for ending, put in (
        ("ies", "y"),
        ("sses", "ss"),
        ("xes", "x"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("s", ""),
    ):
        if word.endswith(ending) and not word.endswith(("ss", "us", "is")):
            word = word[: -len(ending)] + put
            break
    for ending in (
        "ational",
        "ization",
        "fulness",
        "ously",
        "ing",
        "edly",
        "ed",
        "ment",
        "ness",
        "ation",
        "ition",
        "ally",
        "ly",
        "er",
        "or",
        "ion",
        "ive",
        "al",
        "able",
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def find_words(text: str) -> list[Word]:
    """The Latin tokens of a folded text, in order."""
    words = []
    han = _HAN.search(text) is not None
    for match in _LATIN.finditer(text):
        token = match[0]
        words.append(
            Word(
                token, match.start(), match.end(), stem(token), _is_name(text, match.start(), token, han=han)
            )
        )
    return words


def _is_name(text: str, start: int, token: str, *, han: bool) -> bool:
    """Whether a token is a name; in Chinese text a capital is no mark of a sentence's beginning."""
    if "_" in token or token.count("-") > 1:
        return _PHRASE.search(token) is None  # `state-of-the-art`, `end-to-end`
    if not (token[1:].islower() and token.isalpha()) and _CODED.search(token, 1):
        return len(token) > 1 or token.isupper()
    if not token[0].isupper():
        return False
    if token.lower() in STOPWORDS:
        return False
    return han or not _opens_sentence(text, start)


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 3) : start].rstrip(" \"'“‘(*_")
    return not before or before[-1] in ".!?。！？:：\n-•*#>|"


def find_han(text: str) -> list[tuple[int, int]]:
    """Spans of the runs of Han characters."""
    return [match.span() for match in _HAN.finditer(text)]


def find_code(text: str) -> list[tuple[int, int]]:
    """Spans of the contents of inline code."""
    return [match.span(1) for match in _CODE.finditer(text)] if "`" in text else []


def find_settings(text: str) -> list[tuple[int, int, str, str]]:
    """Settings `name=value`: start and end, name without dashes in lower case, and value."""
    if "=" not in text and "＝" not in text:
        return []
    return [
        (m.start(), m.end(), m["name"].lstrip("-").lower().replace("_", "-"), m["value"].lower())
        for m in _SETTING.finditer(text)
    ]


def entity_spans(words: Sequence[Word], text: str) -> list[tuple[int, int]]:
    """Spans of names: capitalised words that stand together are one name."""
    spans: list[tuple[int, int]] = []
    for word in words:
        if not word.name:
            continue
        if spans and text[spans[-1][1] : word.start] == " ":
            spans[-1] = (spans[-1][0], word.end)
        else:
            spans.append((word.start, word.end))
    return spans
