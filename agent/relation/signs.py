"""Signs in a statement: a version behind a name, a plan, a denial, a doubt, and which words are names."""

from __future__ import annotations

import re

from agent.gist import gist
from agent.relation.keys import standing_at

VERSION = r"[vV]?(?P<version>\d{1,4}(?:\.\d{1,5}){0,4}(?:[-.]?(?:rc|alpha|beta|dev|preview)[-.]?\d{0,4})?)(?![\w%×]|\.\d)"
NEXT_VERSION = re.compile(rf"[)）]?\s?{VERSION}", re.IGNORECASE)
_LATER = re.compile(
    r"(?:[\s，,:：]|的|协议|框架|项目|已经?|正式|今[日天]|昨[日天]|本周|刚刚?|最新|稳定版?|版本?|为|是|现在?|目前|当前|了|也|发布了?|推出了?|出了?|"
    r"升级?[到至为]|更新[到至为]|提升[到至]|迭代[到至]|来到|进入|"
    r"\b(?:is|now|at|has|released?|published|shipped|reached|reaches|version|stable|latest|current|just|today|out|with|the|project|protocol|"
    r"upgraded|upgrades|updated|updates|bumped|bumps|moved|moves|tagged|hits?|went|gone|switched|runs?|running|on|to)\b){1,12}"
    rf"{VERSION}",
    re.IGNORECASE,
)
"""Between a name and its version: `X released 2.1`, `X 最新版本为 0.9.6`."""
UNFINISHED = re.compile(
    r"(?<![A-Za-z])(?:rc|alpha|beta|dev|preview|nightly)(?![A-Za-z])|候选|预览|测试版", re.IGNORECASE
)
PLAN = re.compile(
    r"预计|计划|拟于|拟在|将于|将在|将随|待发布|即将|尚未|暂未|草案|敬请期待|"
    r"\b(?:planned|plans|announced|expected|will|upcoming|scheduled|to come|not yet|forthcoming|draft|in beta|behind a flag)\b",
    re.IGNORECASE,
)
DENIAL = re.compile(
    r"不支持|不提供|不兼容|不包含|不可|不能|没有|尚无|暂无|未支持|仅支持|仅限|"
    r"\b(?:not|no|never|cannot|lacks?|without|only|unsupported|missing)\b|n't\b",
    re.IGNORECASE,
)
DOUBTED = re.compile(
    r"据传|传闻|可能|或将|有望|疑似|听说|"
    r"\b(?:rumou?r\w*|reportedly|(?-i:may)|might|could|allegedly|unconfirmed|supposedly|wants? to|aims? to|hopes? to)\b",
    re.IGNORECASE,
)
STILL = re.compile(
    r"还是|仍(?:然|旧|是|为)?|没有?[动变改]|未变|不变|保持|照旧|"
    r"\b(?:did(?: not|n['’]t) change|(?:has|have)(?: not|n['’]t) changed|no change|still|unchanged|stay(?:s|ed|ing)?|remain(?:s|ed|ing)?|the same)\b",
    re.IGNORECASE,
)
"""That something is as it was."""
SAID_BEFORE = re.compile(
    r"\s?[(（](?:[^()（）\n]|\([^()\n]*\)){0,2000}?(?:Said before: |此前记载：)(?:[^()（）\n]|\([^()\n]*\)){0,2000}[)）]"
)
"""What stands in brackets behind a figure that took the place of another: sources, the old one, doubts."""
NAME = re.compile(r"(?<![\w-])[A-Z][\w+\-]{1,40}")
_SENTENCE = re.compile(r"[.!?;]\s|[。；！？]|\n")
_FRAME_WORDS = 3
"""Words that may stand before the subject of a sentence: `As of Monday, the new …`."""
FRAMES = frozenset(
    "The A An It In On At For From To We This That There When If As Of No Not Only Since By With "
    "Its They Their These Those He She His Her Our Your All Each Both Now Today Here After Before While But And So Also Then".split()
)


def version_named(text: str, name: str) -> str:
    """The version by which a text names a thing as its subject; empty where it names none."""
    at = standing_at(text, name)
    while at >= 0:
        end = at + len(name)
        found = NEXT_VERSION.match(text, end) or _LATER.match(text, end)
        if found and is_subject(text[:at]):
            return found["version"].casefold()
        at = standing_at(text, name, end)
    return ""


def is_subject(before: str) -> bool:
    """Whether nothing but frames stand before a name: a date, `the new`, another spelling of it in brackets."""
    last = _SENTENCE.split(before)[-1]
    named = names_something(last) and not last.rstrip().endswith(("(", "（", "/"))
    return not named and len(gist(last).terms) <= _FRAME_WORDS


def names_something(text: str) -> bool:
    """Whether a text names something itself."""
    return any(name not in FRAMES for name in NAME.findall(text))
