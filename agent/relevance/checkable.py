"""Does a short text assert something that could be checked, or does it only name a subject?"""

from __future__ import annotations

import re

from agent.entries import subject
from agent.entries.words import is_periodical, names_source
from agent.facts import Fact, facts
from agent.facts.claims import sentence_spans
from agent.gist import gist

_LOOKED_AT = 800
"""Characters at the beginning of a text whose sentences are looked at."""
_WORDS = 4
"""Terms (pairs of characters, in Chinese) of a sentence; a label has fewer."""
_FEW = 2
"""The same where a sentence says what happens: `xmlkit 3.1 fixes CVE-…`."""
_DAY = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?:/\d{4}-\d{2}-\d{2})?")
_PRICE = re.compile(r"\d\s?(?:[€$£¥元]|EUR\b|USD\b|CHF\b|美元|欧元)")
_HAPPENS = re.compile(
    r"发布|上线|推出|开源|修复|支持|生效|征求意见|截止|施行|实施|宣布|公布|停止|弃用|停服|启用|合并|"
    r"升至|降至|升到|降到|提高|下降|增加|减少|改为|更正|现为|现价|推迟|提前|延期|"
    r"\b(?:releas|ship|launch|publish|fix|support|effective|deadline|until|due|announc|takes? effect|deprecat|end of life|"
    r"retir|open(?:s|ed)|clos|land|merg|adopt|draft|goes live|went live|available|"
    r"now|no longer|before|previously|cost|rose|fell|dropp|rais|lower|cut|grew|reach|delay|postpon)",
    re.IGNORECASE,
)
"""What happens on a day, or changes: the day that a note was written on is no news."""
_SAID = re.compile(
    r"表示|透露|指出|宣布|声称|据[^，。]{0,8}(?:称|说|转述)|"
    r"\b(?:said|says|told|claims?|claimed|announced|confirmed|denied|reports?|reported|suggests?|expects?)\s(?:us\s)?that\b",
    re.IGNORECASE,
)
"""Somebody's word on something: who said what can be checked."""
_ABLE = re.compile(
    r"支持|新增|加入|集成|接入|适配|兼容|移除|弃用|默认(?:启用|开启|关闭|使用)|开源|合入|不再|归档|停更|停止维护|维护模式|"
    r"\b(?:supports?|adds?|added|integrat\w+|deprecat\w+|removes?|removed|drops?|no longer|now\s\w+s|enables?|merged|archived|unmaintained)\b",
    re.IGNORECASE,
)
"""What something can do now, or can no longer."""
_INSTEAD = re.compile(
    r"而不是|而非|不再|改为|改用|换成|移交|\b(?:instead of|rather than|no longer|(?:mov|chang|switch|migrat|renam|transferr)\w{1,3}\s(?:\S+\s){0,3}from)\b",
    re.IGNORECASE,
)
"""That one thing holds in the place of another."""
_MANY = 10
_IDS = frozenset({"version", "arxiv", "doi", "cve", "issue", "commit"})


def checkable(text: str) -> bool:
    """Whether one of the first sentences gives a figure with its unit, a day, a version or an id, and says of what; or
    what a thing with a name can do now."""
    lines = (line.strip("#>*- ") for line in text[:_LOOKED_AT].split("\n"))
    return any(_asserts(line[start:end]) for line in lines for start, end in sentence_spans(line))


def _asserts(sentence: str) -> bool:
    told = gist(sentence)
    words = len(told.terms)
    happens = bool(_HAPPENS.search(sentence))
    if words < _FEW or is_periodical(sentence) or names_source(sentence):
        return False
    told_so = _SAID.search(sentence) or _INSTEAD.search(sentence)
    if words >= _WORDS and (told_so or (told.names and _ABLE.search(sentence))):
        return True
    found = facts(sentence)
    enough = words >= _WORDS or happens
    if enough and (_PRICE.search(sentence) or any(fact.kind in _IDS for fact in found)):
        return True
    if happens and any(fact.kind == "date" and _DAY.fullmatch(fact.normal) for fact in found):
        return True
    figures = [fact for fact in found if fact.kind == "quantity" and any(map(str.isdecimal, fact.text))]
    if happens and words >= _WORDS and len(figures) > 1:
        return True
    measured = [fact for fact in found if fact.kind == "quantity" and fact.unit and _is_measured(fact)]
    named = words > _FEW and bool(subject(sentence))
    return bool(measured) and (enough or (named and any(fact.dimension != "count" for fact in measured)))


def _is_measured(fact: Fact) -> bool:
    """A figure of some size: `two topics` and `3 items` say how a note is built."""
    if not any(map(str.isdecimal, fact.text)):
        return False
    return fact.dimension != "count" or max(fact.values, default=0.0) >= _MANY
