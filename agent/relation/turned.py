"""What a statement says of itself: which figure it takes back, and of which generation of a thing it speaks."""

from __future__ import annotations

import re
from functools import lru_cache

from agent.gist import Gist, Slot, clashes, gist
from agent.gist.numbers import numbers_in

_FIGURE = r"(?P<{0}>[$€£¥]?\d[\d,.]{{0,20}}(?:\s?[%×xXkKMB万亿千百](?![A-Za-z]))?)"
_CHANGES = (
    r"lower(?:s|ed)?|rais(?:es?|ed)|cuts?|reduc(?:es?|ed)|increas(?:es?|ed)|decreas(?:es?|ed)|chang(?:es?|ed)|"
    r"mov(?:es?|ed)|drop(?:s|ped)?|falls?|fell|fallen|rises?|rose|risen|went|grew|grows|grown|improv(?:es?|ed)|"
    r"updated?|up|down|corrected|climb(?:s|ed)?|shrinks?|shrank|slipped|bumped"
)
_ABOUT = r"(?:at |about |some |around |only |(?:less|more) than |at (?:most|least) |up to ){0,2}"
_KEPT = r"(?:living )?(?:document|doc|docs|guide|page|handbook|wiki|table|text|section|entry)"
"""What is kept, in whose words the figures are that a note corrects."""
_TAKEN_BACK = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:而非|而不是|不是|并非|不再是|(?:此前|之前|先前|原[来先]?|早先|过去|以前|曾经?)"
        r"(?:公布|标称|标注|标价|报价|定价|售价|价格|报道|宣布|记载|给出|写明|说|写|记)?的?(?:数值|值|数字|数据)?)[为是在]?"
        r"\s?(?:约|大约|之前的|原来的|此前的)?\s?" + _FIGURE.format("old"),
        r"[由从]\s?(?:约|此前的|原来的|之前的)?\s?"
        + _FIGURE.format("old")
        + r"[^，。,;；\n]{0,12}?[升降提改增减调更变放扩缩收延涨跌压加][^，。,;；\n\d]{0,3}[至到为成]",
        rf"\b(?:{_CHANGES})\b[^.;\n]{{0,60}}?\bfrom\s(?:about |some |around |the |its |previously ){{0,2}}"
        + _FIGURE.format("old")
        + r"(?:\s?[^\s\d.,;]{1,12}){0,2}\s(?:down |up )?to\s(?=[^\s\d]{0,12}\s?\d)",
        rf"\b(?:was|were|had been|stood at)\s{_ABOUT}"
        + _FIGURE.format("old")
        + r"(?:\s?[^\s\d.,;()]{1,12}){0,2}\s(?:before|until now|until then|earlier|so far|previously)\b",
        r"\b(?:not|instead of|rather than|no longer|up from|down from|used to be|previously|formerly|corrected from)\s"
        r"(?:the |a |about |some |around |at |as |stated |reported ){0,3}" + _FIGURE.format("old"),
        r"(?:[,;:(（—–]\s?(?:it |this |that |which )?|\bnow\b[^.\n]{0,80}?\s)(?:was|were|had been)\s"
        + _ABOUT
        + _FIGURE.format("old"),
        rf"\b(?:was|were|had been)\s{_ABOUT}" + _FIGURE.format("old") + r"(?=[^.\n]{0,80}?\bnow\b)",
        r"[(（]\s?"
        + _FIGURE.format("old")
        + r"(?:\s?[^\s\d.,;()]{1,12}){0,2}\s(?:before|previously|earlier)[)）]",
        r"(?:文档|正文|本文|文中|原文|表[中里格])[中里上]?(?:所)?(?:写|说|给|列|记|提|标)?[到出着载明有]?[的是为]?\s?(?:约|大约)?\s?"
        + _FIGURE.format("old"),
        rf"\b(?:the|our|this)\s{_KEPT}(?:\s(?:still|now))?\s(?:says?|said|has|have|gives?|gave|lists?|states?|mentions?|claims?)\s"
        + _ABOUT
        + _FIGURE.format("old"),
        _FIGURE.format("old")
        + rf"(?:\s?[^\s\d.,;()]{{1,12}}){{0,3}}\s(?:(?:that|which|as)\s)?(?:(?:stated|given|said|listed|written)\s)?(?:in|of|by)?\s?(?:the|our|this)\s{_KEPT}\b",
        _FIGURE.format("old") + r"(?:\s?[^\s\d.,;()]{1,12}){0,2}\s?(?:→|⇒|-{1,2}>|=>)\s?(?=[^\s\d]{0,4}\d)",
    )
)
_MOVED = re.compile(
    rf"\b(?:{_CHANGES})\b[^.;\n]{{0,60}}?\bfrom\s[^,.;\n]{{0,20}}\d|"
    r"[由从][^，。；\n]{0,12}\d[^，。；\n]{0,16}[至到为成]|此前[为是]?\s?约?\d|"
    r"\b(?:previously|formerly|no longer|used to be)\b|不再是|"
    r"\bnow\b[^.\n]{0,80}?\b(?:was|were)\b|\b(?:was|were)\b[^.\n]{0,80}?\bnow\b|"
    r"[,;(（]\s?(?:it )?(?:was|were)\s|现[在为是]|(?:原|曾|之前|原来|过去|以前)[为是]?\s?约?\d|\d[^\d\n]{0,24}(?:→|⇒|->|=>)",
    re.IGNORECASE,
)
_GOAL = re.compile(
    r"目标|计划|打算|希望|有望|拟|预计|将(?:达|增|升|降|提|扩|会|于|在)|力争|争取|"
    r"\b(?:wants? to|aims? (?:to|at)|hopes? to|plans? to|intends? to|targets?|goal|will|would|expects?|expected to|set to|by the end of)\b",
    re.IGNORECASE,
)
_WITHDRAWN = re.compile(
    r"(?:撤回|收回|作废|撤销)(?P<zh>[^，。；;\n]{1,40})|"
    r"\b(?:retracts?|retracted|withdraws?|withdrew|withdrawn|takes? back|took back)\b(?P<en>[^,.;\n]{0,20}(?:\.\d[^,.;\n]{0,20})?)",
    re.IGNORECASE,
)
"""What follows is taken back, with the figures in it."""
_SETTING = re.compile(r"[(（]([^()（）\n]{1,80})[)）]")
_MODEL = re.compile(r"[a-z]+[-]?\d|\d+[a-z]", re.IGNORECASE)
_HAN_MODEL = re.compile(r"[\u4e00-\u9fff]{2}-\d{1,5}(?:\.\d{1,3})?[A-Za-z]?(?![\w%])", re.ASCII)
"""A model of a thing with a Chinese name, from the last two signs of the name on: `云杉-72B`."""
_GENERATION = re.compile(
    r"第?(?P<zh>[一二三四五六七八九十]{1,3}|\d{1,2})\s?代|\bgen(?:eration)?\.?\s?(?P<en>\d{1,2})\b|"
    r"\b(?P<nth>\d(?=(?:st|nd|rd|th)[ -]gen)|first|second|third|fourth|fifth|sixth)[a-z]{0,2}[ -]gen(?:eration)?\b",
    re.IGNORECASE,
)
_ORDER = {
    word: str(number)
    for words in ("一二三四五六七八九十", "first second third fourth fifth sixth".split())
    for number, word in enumerate(words, start=1)
}


def is_goal(text: str) -> bool:
    """Whether a statement tells what somebody wants or expects: a goal changes nothing of what is."""
    return bool(_GOAL.search(text))


def moved(text: str) -> bool:
    """Whether a statement tells that a figure has changed, rather than that another one was wrong: `from 3 to 4`."""
    return bool(_MOVED.search(text))


@lru_cache(maxsize=4_096)
def taken_back(text: str) -> frozenset[str]:
    """The figures that a statement says do not hold any more, or never did: `250, not 255`, `由 255 改为 250`.

    Asked for beside every line that a statement is compared with.
    """
    found = (match["old"] for pattern in _TAKEN_BACK for match in pattern.finditer(text))
    stated = frozenset(number for figure in found for number in numbers_in(figure))
    withdrawn = (match["zh"] or match["en"] for match in _WITHDRAWN.finditer(text))
    return stated.union(*(numbers_in(words) for words in withdrawn))


def other_setting(mine: Gist, yours: Gist) -> bool:
    """Whether two statements were measured in two settings, so that both figures hold.

    Each names a model of a thing (`A100`, `Cedar-7B`) that the other does not, or they give the same condition in
    brackets two values (`batch 1`, `batch 8`), with another figure besides.
    """
    ours, theirs = (_models(one) for one in (mine, yours))
    if ours - theirs and theirs - ours:
        return True
    return bool(clashes(_settings(mine), _settings(yours))) and len(mine.numbers - yours.numbers) > 1


def _models(one: Gist) -> set[str]:
    latin = {name for name in one.names if _MODEL.search(name)}
    return latin | {name.casefold() for name in _HAN_MODEL.findall(one.text)}


def _settings(one: Gist) -> tuple[Slot, ...]:
    return tuple(slot for match in _SETTING.finditer(one.text) for slot in gist(match[1]).slots)


def generations(text: str) -> frozenset[str]:
    """The generations of things that a text names: `二代`, `Gen 2`, `second-generation` are all `2`."""
    named = (match["zh"] or match["en"] or match["nth"] for match in _GENERATION.finditer(text))
    return frozenset(_ORDER.get(name.lower(), name) for name in named)
