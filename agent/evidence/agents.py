"""Who did it: the doer of a claim's verb against the doer that the source gives the same verb and the same thing.

`B released X` is not borne out by `A released X`, though the evidence speaks of B elsewhere; `A sued B` not
by `B sued A`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.evidence.standing import places_of
from agent.evidence.tokens import han_pairs, weight
from agent.evidence.units import Unit
from agent.facts.names import STOPWORDS, stem
from agent.facts.reading import Reading

_VERBS: tuple[tuple[str, str, str], ...] = (
    ("release", r"发布|推出|上线|开源|公布|发表", r"released?|releases|launch(?:es|ed)?|publish(?:es|ed)?|announc(?:es|ed)|introduc(?:es|ed)|unveil(?:s|ed)|open-sourced|ships|shipped"),
    ("build", r"开发(?![者商板包])|研发(?![人团中])|打造|构建|提出", r"developed|develops|built|builds|created|creates|proposed|proposes"),
    ("buy", r"收购|并购|买下", r"acquir(?:es|ed)|bought|buys"),
    ("accuse", r"指责|起诉|控告|批评|抨击", r"accus(?:es|ed)|sued|sues|criticis(?:es|ed)|criticiz(?:es|ed)|blam(?:es|ed)"),
    ("invest", r"投资|领投", r"invest(?:s|ed) in|funds|funded"),
)  # fmt: skip
_HAN_VERB = "|".join(zh for _, zh, _ in _VERBS)
_DID = re.compile(
    "|".join(rf"(?P<{name}_zh>(?:{zh})了?)|\b(?P<{name}_en>{en})\b" for name, zh, en in _VERBS), re.IGNORECASE
)
_DOER_EN = re.compile(
    r"(?:^|[.;,:]\s|\b(?:and|that|but)\s)(?:the\s)?(?P<who>[A-Z][A-Za-z0-9.+&-]*(?:\s[A-Z][A-Za-z0-9.+&-]*){0,3})\s(?:has\s|have\s|had\s|also\s|just\s|recently\s|today\s|now\s|officially\s|first\s){0,2}\Z"
)
_DOER_ZH = re.compile(
    r"(?:^|[，。；：,\n]|(?<=[\u3400-\u9fff])\s?(?=[A-Z]))\s?(?P<who>[\u3400-\u9fff]{2,8}|[A-Z][A-Za-z0-9.+-]*(?:\s[A-Z][A-Za-z0-9.+-]*){0,3})\s?(?:团队|公司|官方)?(?:宣布|已|正式|近日|日前|今日|昨日|今天|刚刚|全新|又|还|将)*\s?\Z"
)
_STOP = re.compile(r"[，。；;！!？?\n]|,\s|\.\s|\.$")
_NOBODY = re.compile(
    rf"该|此|其|它|他|她|我们|作者|官方|团队|公司|研究|项目|近日|日前|今日|目前|此外|同时|随后|并|也|已|将|{_HAN_VERB}"
)
_SAME = 0.5
"""Share of what follows the claim's verb that must follow the source's."""


@dataclass(frozen=True, slots=True)
class OtherDoer:
    """The doer of a claim's verb, and who does it in the source."""

    start: int
    end: int
    doer: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class _Deed:
    verb: str
    who: str
    start: int
    end: int
    what: frozenset[str]
    before: frozenset[str]
    """Everything that stands before the verb in its clause: the doer, and who that is."""


def other_doer(claim: Reading, units: Sequence[Unit]) -> OtherDoer | None:
    """The doer of a claim for whom its units have another; None where one of them has the same, or none is named."""
    for deed in _deeds(claim):
        theirs = [
            (unit, other) for unit in units for other in _deeds(unit.reading) if other.verb == deed.verb
        ]
        alike = [
            (unit, other)
            for unit, other in theirs
            if weight(deed.what & other.what) >= max(2.0, _SAME * weight(deed.what))
        ]
        turned = [
            (unit, other)
            for unit, other in theirs
            if _parts(deed.who) <= other.what
            and other.before & deed.what
            and not other.before & _parts(deed.who)
        ]
        if any(_parts(deed.who) & _parts(other.who) for _, other in alike) or not (alike or turned):
            continue
        if not turned and any(_one(deed.who, other.who) for _, other in alike):
            continue
        unit, other = (turned or alike)[0]
        if turned or not _parts(deed.who) & {token for token, _, _ in places_of(unit.reading)}:
            return OtherDoer(deed.start, deed.end, other.who, unit)
    return None


def _deeds(reading: Reading) -> Iterator[_Deed]:
    plain = reading.plain
    for match in _DID.finditer(plain):
        group = match.lastgroup or ""
        pattern = _DOER_ZH if group.endswith("zh") else _DOER_EN
        first = max(0, match.start() - 60)
        doer = pattern.search(plain[first : match.start()])
        if doer is None or _NOBODY.search(doer["who"]) or doer["who"].lower() in STOPWORDS:
            continue
        stop = _STOP.search(plain, match.end())
        last = stop.start() if stop else len(plain)
        begins = max((stop.end() for stop in _STOP.finditer(plain, first, match.start())), default=first)
        places = places_of(reading)
        what = frozenset(token for token, a, b in places if match.end() <= a and b <= last)
        before = frozenset(token for token, a, b in places if begins <= a and b <= match.start())
        start = first + doer.start("who")
        yield _Deed(group[:-3], doer["who"], start, start + len(doer["who"]), what, before)


def _parts(name: str) -> set[str]:
    if name[0] >= "\u3400":
        return set(han_pairs(name))
    return {stem(word) for word in name.split()}


def _one(a: str, b: str) -> bool:
    """Whether two names may be one: they share a word, or a character, or are of two scripts."""
    if (a[0] >= "\u3400") != (b[0] >= "\u3400"):
        return True
    return bool(set(a) & set(b)) if a[0] >= "\u3400" else bool(_parts(a) & _parts(b))
