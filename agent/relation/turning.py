"""A statement that turns what the document says of a thing: a later version, a plan come true, a denial lifted, a count.

Two such texts need few words in common. What binds them is the document's own name for the thing: the bold lead of
an item, the first cell of a row, what stands before the colon. What is said of another setting turns nothing.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agent.facts.claims import sentence_spans
from agent.facts.names import stem
from agent.gist import content, gist, share
from agent.markup import plain
from agent.models import Relation
from agent.relation.keys import Key, standing_at
from agent.relation.said import Line, Said
from agent.relation.signs import (
    DENIAL,
    DOUBTED,
    FRAMES,
    NAME,
    NEXT_VERSION,
    PLAN,
    UNFINISHED,
    VERSION,
    is_subject,
    names_something,
    version_named,
)
from agent.relation.versions import rank_of

_LATEST = re.compile(
    r"最新(?:稳定)?版本?|当前版本|现行版本|\b(?:latest|current|newest)(?: stable)?(?: version| release)?\b|\bnow at\b",
    re.IGNORECASE,
)
_CALLED = re.compile(rf"[\s:：为是]{{0,4}}(?:is\s|version\s)?{VERSION}", re.IGNORECASE)
_DONE = re.compile(
    r"已?(?:发布|上线|推出|开源|支持|提供|加入|新增|落地|合并|交付|启用|定稿|修复|可用|成为|兼容)|"
    r"\b(?:ships?|shipped|released?|launched|supports?|supported|adds?|added|available|landed|is out|are out|came out|gains?|"
    r"gained|enables?|enabled|fixe[sd]|published|introduced|delivers?|delivered|final|merged|works|allows?|allowed|permits?)\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"取消|废除|解除|不再|移除|撤销|放开|"
    r"\b(?:gone|lifted|dropped|abolished|scrapped|ended|ends|no longer|removed|withdrawn|waived|repealed)\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"限制|上限|不得|不可|禁止|须|只能|仅限|"
    r"\b(?:may not|must not|cannot|limit(?:ed)?|only|not allowed|forbidden|prohibited|at most|requires?|restricted)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"(?P<n>\d[\d,]*(?:\.\d+)?)\s?(?P<size>[kKmMwW万亿]?)\s?(?P<what>★|⭐|stars?\b|颗星|星标|次?下载|downloads?\b|forks?\b|installs?\b|次?安装)",
    re.IGNORECASE,
)
_WEEKLY = re.compile(
    r"[每本上]周|[每本上]月|[每今昨]日|新增|增加|涨|\b(?:weekly|monthly|daily|per|this|gained|more|new)\b",
    re.I,
)
_TALLIES = {
    "star": "★",
    "⭐": "★",
    "颗星": "★",
    "星标": "★",
    "次下载": "下载",
    "download": "下载",
    "次安装": "安装",
    "install": "安装",
}
_OUT = re.compile(
    r"发布|上线|推出|开源|落地|定稿|交付|启用|可用|正式版|"
    r"\b(?:ships?|shipped|released?|launched|available|is out|are out|came out|published|final|delivered|landed|live)\b",
    re.IGNORECASE,
)
_CAME = re.compile(
    rf"{_OUT.pattern}|{_LATEST.pattern}|升[级到至为]|更新|迭代|切换?[到至为]|换[成到为用]|改用|\b(?:upgrad\w+|updat\w+|bump\w*|moved? to|no longer)\b|不再",
    re.IGNORECASE,
)
_NEWS = re.compile(
    rf"{_CAME.pattern}|{_DONE.pattern}|版本|\b(?:moves|now|version|changes|brings|requires?|drops|removes)\b",
    re.IGNORECASE,
)
"""A version that has come, or what came with it."""
_BARE = 2
"""Words of a statement that names a version and says nothing of it."""
_UNSUPPORTED = re.compile(
    r"(?:(?:目前|当前|现在|暂时)(?=[暂尚还仍并不未])|(?P<who>[^\s，,。；;：:、|]{2,20}?))(?:目前|暂时|暂|尚|还|仍|并)?(?:不|未)支持"
    r"(?P<what>[^\s，,。；;：:、|（(]{2,30})"
)
"""A thing without a Latin name, or that of which the whole text is, that does not support another."""
_A_FEATURE = 4
"""Signs by which a feature is known without the thing that has it."""
_SHARED = 0.5
"""Share of a plan's or denial's own words that a statement names, where names alone do not bind them."""
_WHEN = 1
"""Words of a plan, beside its subject and its time, that say no more of it."""
_TIME = re.compile(
    r"第?[一二三四1-4]\s?季度|[上下]半年|年[底初中末]|[春夏秋冬][季天]|\d{1,2}\s?月|阶段|"
    r"\b(?:spring|summer|autumn|fall|winter|quarter|q[1-4]|h[12]|end|beginning|half|year|month|week|early|late|next|phase|stage)\b",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(r"\s(?:yet |currently |(?:be|been|being) )?(?P<word>[a-z]{4,})", re.IGNORECASE)
_LATIN_WORD = re.compile(r"[A-Za-z]{4,}")
_CLAUSE = re.compile(r"[，,；;：:]")
_OF_A_BOUND = 2


@dataclass(frozen=True, slots=True)
class Turn:
    """What a statement turns of a line."""

    relation: Relation
    why: str
    old: str = ""
    """What is turned, as it stands in the line; empty for the line as a whole."""
    new: str = ""
    """What stands there then, in the words of the statement; empty where the statement as a whole does."""


def turn(text: str, line: Line, said: Said, *, about: str = "", date: dt.date | None = None) -> Turn | None:
    """What a statement turns of what a line says, if anything.

    `about` is the title over the statement: it names the thing where the statement does not.
    """
    if line.code or DOUBTED.search(text):
        return None
    bare = plain(text)
    for found in (
        _version(bare, line, said, about),
        _count(bare, line, about),
        _state(bare, line, said, about),
    ):
        if found:
            return found if not _is_older(text, line, date) else None
    return None


def _is_older(text: str, line: Line, date: dt.date | None) -> bool:
    """Whether the line has a date of its own that is later than the statement's."""
    theirs = max(line.gist.dates, default="")
    own = max(gist(text).dates, default="")
    mine = own or (date.isoformat() if date else "")
    return bool(mine and theirs) and mine[: len(theirs)] < theirs[: len(mine)]


def _version(text: str, line: Line, said: Said, about: str) -> Turn | None:
    """A later version of what the line names as its own version, or calls the latest."""
    key = line.key
    if key is None:
        return None
    new = version_named(text, key.name) or ("" if names_something(text) else version_named(about, key.name))
    if not new or UNFINISHED.search(new) or PLAN.search(text):
        return None
    old = key.version or _latest(line)
    if not old or rank_of(new)[0] <= rank_of(old)[0] or not _of_one_line(new, old, key):
        return None
    if key.version and (said.versions_of(key) > 1 or not _is_of_the_line(text, line, key, about)):
        return None  # a list of releases, in which each has its own line; or a test in which that version took part
    return Turn("supersedes", f"version {new} against {old}", old, new)


def _is_of_the_line(text: str, line: Line, key: Key, about: str) -> bool:
    """Whether a statement that names a later version, or its title, tells that it is out, or speaks of what the line
    says of its own."""
    named = set(content(f"{key.name} {key.version}"))
    mine = set(content(text)) - named
    if "." not in key.version:
        return bool(_CAME.search(text))  # `Xid 79` and `Xid 94` are two faults, and no releases of one
    if _NEWS.search(text) or mine & (set(content(line.text)) - named):
        return True
    titled = version_named(about, key.name) and (_NEWS.search(about) or not _others(about, named))
    return bool(titled) or (len(_others(text, named)) <= _BARE and " | " not in text)


def _others(text: str, named: set[str]) -> set[str]:
    return {word for word in content(text) if word not in named and not word.removeprefix("v")[:1].isdigit()}


def _of_one_line(new: str, old: str, key: Key) -> bool:
    """A bare number after a name is a version only where the name is written with one."""
    return "." in new or (key.version == old and "." not in old)


def _latest(line: Line) -> str:
    """The one version that a line calls the latest."""
    text = plain(line.text)
    for match in _LATEST.finditer(text):
        after = _CALLED.match(text, match.end())
        if after and "." in after["version"]:
            return after["version"].casefold()
    return ""


def _count(text: str, line: Line, about: str) -> Turn | None:
    """Another count of what only ever moves: stars, downloads."""
    key = line.key
    if key is None or not (
        standing_at(text, key.name) >= 0 or (not names_something(text) and standing_at(about, key.name) >= 0)
    ):
        return None
    mine, theirs = list(_counts(text)), list(_counts(plain(line.text)))
    for what, old in theirs:
        told = [new for kind, new in mine if kind == what]
        if (
            len(told) == 1
            and [kind for kind, _ in theirs].count(what) == 1
            and _normal(told[0]) != _normal(old)
        ):
            return Turn("supersedes", f"{told[0]} against {old}", old, told[0])
    return None


def _counts(text: str) -> Iterator[tuple[str, str]]:
    for found in _COUNT.finditer(text):
        before = text[max(0, found.start() - 6) : found.start()]
        if not _WEEKLY.search(before):
            what = found["what"].casefold().rstrip("s")
            yield _TALLIES.get(what, what), found[0].strip()


def _normal(count: str) -> frozenset[str]:
    return gist(count).numbers


def _state(text: str, line: Line, said: Said, about: str) -> Turn | None:
    """A plan come true, a denial that holds no more, a bound that is lifted."""
    sentences = () if line.cells else _to_be_turned(line.text)
    if not sentences or UNFINISHED.search(text):
        return None
    own = line.key.name if line.key else ""
    planned = _OUT.search(text) and not PLAN.search(text)
    affirmed = _DONE.search(text) and not DENIAL.search(text)
    for sentence in sentences:
        if planned and PLAN.search(sentence) and _binds(text, sentence, own, said, about):
            return Turn("supersedes", "what was planned has come", sentence)
        lifted = affirmed or _does_what_was_denied(text, sentence)
        if lifted and DENIAL.search(sentence) and _binds(text, sentence, own, said, about, denial=True):
            return Turn("supersedes", "what was denied holds now", sentence)
        if affirmed and not PLAN.search(text) and _supports(text, sentence):
            return Turn("supersedes", "what was denied holds now", sentence)
        if _BOUND.search(sentence) and _ENDED.search(text) and _lifts(text, sentence, about):
            return Turn("supersedes", "what bound it is gone", sentence)
    return None


def _does_what_was_denied(text: str, sentence: str) -> bool:
    """Whether a statement says, and does not deny, in any form the very word that a sentence denies: `not stocked`,
    `started to stock`."""
    if DENIAL.search(text) or PLAN.search(text):
        return False
    after = (_FIRST_WORD.match(sentence, found.end()) for found in DENIAL.finditer(sentence))
    denied = {stem(word["word"]) for word in after if word}
    return bool(denied & {stem(word) for word in _LATIN_WORD.findall(text)})


@lru_cache(maxsize=8_192)
def _to_be_turned(block: str) -> tuple[str, ...]:
    """The sentences of a block that plan, deny or bound something: few, and asked for by every statement near them."""
    text = plain(block)
    sentences = (text[start:end] for start, end in sentence_spans(text))
    signs = (PLAN, DENIAL, _BOUND)
    return tuple(
        sentence
        for sentence in sentences
        if any(sign.search(sentence) for sign in signs) or _UNSUPPORTED.match(sentence.strip())
    )


def _binds(text: str, sentence: str, own: str, said: Said, about: str, *, denial: bool = False) -> bool:
    """Whether a statement is of the things that a sentence denies or plans: all its names, and its words or subject."""
    named = text if names_something(text) else f"{about}\n{text}"
    names = {name for name in NAME.findall(sentence) if name not in FRAMES} | ({own} if own else set())
    if not names or any(standing_at(named, name) < 0 for name in names):
        return False
    if not all(_same_number(named, sentence, name) for name in names):
        return False
    said_of_it = sentence if denial else _clause(sentence)
    theirs = set(content(_TIME.sub(" ", _DONE.sub(" ", PLAN.sub(" ", DENIAL.sub(" ", said_of_it))))))
    theirs -= {word for name in names for word in content(name)}
    shared = share(theirs, frozenset(content(named)), said.weight)
    if not denial and any(_led(named, name) for name in names):
        return len(theirs) <= _WHEN or (bool(theirs) and shared > 0)
    return shared >= _SHARED and (len(names) > 1 or bool(theirs))


def _supports(text: str, sentence: str) -> bool:
    """Whether a statement says, in the same words, that a thing supports what a sentence denies of it."""
    denied = _UNSUPPORTED.match(sentence.strip())
    if denied is None:
        return False
    told = f"支持{denied['what'].casefold()}"
    if not denied["who"]:
        return len(denied["what"]) >= _A_FEATURE and told in text.casefold().replace("支持了", "支持")
    before, said, after = text.casefold().partition(denied["who"].casefold())
    return bool(said) and is_subject(before) and told in after.replace("支持了", "支持")


def _clause(sentence: str) -> str:
    """The part of a sentence that tells the plan: other parts tell other things."""
    return next((part for part in _CLAUSE.split(sentence) if PLAN.search(part)), sentence)


def _same_number(text: str, sentence: str, name: str) -> bool:
    """Whether a name has the number behind it that it has in the sentence, as far as that goes: `X 3` is `X 3.0`."""
    wanted = _number_after(sentence, name)
    return not wanted or _number_after(text, name)[: len(wanted)] == wanted


def _number_after(text: str, name: str) -> list[str]:
    found = NEXT_VERSION.match(text, standing_at(text, name) + len(name))
    return found["version"].split(".") if found else []


def _led(text: str, name: str) -> bool:
    at = standing_at(text, name)
    return at >= 0 and is_subject(text[:at])


def _lifts(text: str, sentence: str, about: str) -> bool:
    """Whether what a statement tells as ended is the bound of a sentence: the same figures, of the same thing."""
    mine, theirs = gist(text), gist(sentence)
    names = [name for name in NAME.findall(sentence) if name not in FRAMES]
    if not names or any(standing_at(f"{about}\n{text}", name) < 0 for name in names):
        return False
    shared = (mine.numbers & theirs.numbers) | (mine.terms & theirs.terms)
    return mine.numbers <= theirs.numbers and len(shared) >= _OF_A_BOUND
