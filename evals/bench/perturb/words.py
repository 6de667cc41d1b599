"""Rules that falsify what is said of a thing: direction, extreme, hedge, negation."""

from __future__ import annotations

import random
import re

from evals.bench.perturb.passages import Passage
from evals.bench.perturb.rule import exchange, pick, put, word

_DIRECTIONS = (
    ("提升", "降低"), ("提高", "降低"), ("增加", "减少"), ("降低", "提高"), ("减少", "增加"), ("下降", "上升"), ("增长", "下降"),
    ("更高", "更低"), ("更低", "更高"), ("更快", "更慢"), ("加速", "减慢"), ("高于", "低于"), ("优于", "劣于"), ("快于", "慢于"),
    ("increases", "decreases"), ("increase", "decrease"), ("increased", "decreased"), ("reduces", "increases"),
    ("reduce", "increase"), ("reduced", "increased"), ("improves", "degrades"), ("improve", "degrade"), ("improved", "degraded"),
    ("higher", "lower"), ("lower", "higher"), ("faster", "slower"), ("slower", "faster"), ("larger", "smaller"),
    ("smaller", "larger"), ("better", "worse"), ("more", "fewer"), ("before", "after"), ("after", "before"),
    ("之前", "之后"), ("之后", "之前"), ("启用", "禁用"), ("开启", "关闭"), ("支持", "不支持"), ("outperforms", "underperforms"),
)  # fmt: skip
_SUPERLATIVES = (
    ("最高", "最低"), ("最低", "最高"), ("最大", "最小"), ("最小", "最大"), ("最快", "最慢"), ("最优", "最差"), ("最好", "最差"),
    ("最佳", "最差"), ("最多", "最少"), ("最强", "最弱"), ("highest", "lowest"), ("lowest", "highest"), ("largest", "smallest"),
    ("best", "worst"), ("fastest", "slowest"), ("smallest", "largest"), ("maximum", "minimum"), ("最新", "最旧"), ("最长", "最短"),
)  # fmt: skip
_HEDGES = (
    "可能会", "可能", "或许", "也许", "大约", "约", "预计", "有望", "计划", "据称", "通常", "一般", "高达", "最高可达", "最多",
    "may ", "might ", "could ", "can ", "up to ", "about ", "approximately ", "around ", "roughly ", "nearly ", "likely ",
    "expected to ", "aims to ", "plans to ", "potentially ", "typically ", "usually ", "often ", "almost ", "generally ",
)  # fmt: skip
_NEGATIONS = (
    ("不支持", "支持"), ("无法", "可以"), ("不能", "能"), ("不会", "会"), ("没有", "有"), ("不需要", "需要"), ("无需", "需要"),
    ("并不", ""), ("不再", "仍"), ("尚未", "已"), ("未", "已"), ("cannot", "can"), ("does not", "does"), ("do not", "do"), ("is not", "is"),
    ("are not", "are"), ("not ", ""), ("without", "with"), ("no longer", "still"),
)  # fmt: skip
_AFFIRMED = (
    ("支持", "不支持"), ("可以", "不可以"), ("能够", "不能"), ("需要", "不需要"), ("使用", "不使用"), ("采用", "不采用"), ("会", "不会"),
    ("是", "不是"), (" is ", " is not "), (" are ", " are not "), (" can ", " cannot "), (" was ", " was not "),
    (" supports ", " does not support "), (" uses ", " does not use "), (" requires ", " does not require "),
    (" will ", " will not "), (" has ", " does not have "), (" provides ", " does not provide "), (" enables ", " does not enable "),
    (" achieves ", " does not achieve "), (" allows ", " does not allow "), (" were ", " were not "), (" have ", " do not have "),
)  # fmt: skip


def direction(passage: Passage, draw: random.Random) -> str | None:
    """What rises falls, what comes before comes after."""
    return _once(exchange(_DIRECTIONS, passage.sentence, draw))


def superlative(passage: Passage, draw: random.Random) -> str | None:
    """An extreme becomes its opposite."""
    return exchange(_SUPERLATIVES, passage.sentence, draw)


def hedge(passage: Passage, draw: random.Random) -> str | None:
    """A guess, a plan or an estimate is said as a fact."""
    options = [match for old in _HEDGES for match in word(old.strip()).finditer(passage.sentence)]
    options = [
        m
        for m in options
        if m[0] != "约"
        or (
            passage.sentence[m.end() : m.end() + 1] not in "束定"
            and passage.sentence[m.start() - 1 : m.start()] not in "制预条节合大"
        )
    ]
    match = pick(options, draw)
    if match is None:
        return None
    longest = max(
        (m for m in options if m.start() <= match.start() and match.end() <= m.end()), key=lambda m: len(m[0])
    )
    text = put(passage.sentence, longest, "").replace("  ", " ").strip()
    return text[:1].upper() + text[1:] if passage.sentence[:1].isupper() else text


def negation(passage: Passage, draw: random.Random) -> str | None:
    """What is affirmed is denied, or what is denied affirmed."""
    if draw.random() < 0.5:
        denied = _once(exchange(_NEGATIONS, _without_words(passage.sentence), draw))
        if denied:
            return _with_words(denied)
    options = [(m, new) for old, new in _AFFIRMED for m in re.finditer(re.escape(old), passage.sentence)]
    options = [
        (m, new)
        for m, new in options
        if not re.search(r"[不没未无非]$|(?:not|no)\s?$", passage.sentence[: m.start()])
        and _whole(passage.sentence, m)
    ]
    if not options:
        return None
    match, new = draw.choice(options)
    return _once(put(passage.sentence, match, new))


_TWICE = re.compile(
    r"不不|没没|未未|不(?:无|未|没)|无不|已经?已|(?:不|没|无法|不能)(?:支持不|可以不)|\b(?:not not|no no|does not does|cannot not)\b"
)
_COMPOUNDS = re.compile("未(?=来|必|知|免|央|遂|婚|成年)|(?<=前所)未|(?<=从)未")
_HELD = "\ue000"
"""Stands for a 未 that is part of a longer word (未来, 未必), so that no rule denies half a word."""


def _once(text: str | None) -> str | None:
    """The claim, unless a negation was put before another: nobody writes 不不支持."""
    return None if text is None or _TWICE.search(text) else text


def _without_words(text: str) -> str:
    return _COMPOUNDS.sub(_HELD, text)


def _with_words(text: str) -> str:
    return text.replace(_HELD, "未")


def _whole(text: str, match: re.Match[str]) -> bool:
    """A lone 会 or 是 may be part of a longer word (会议, 但是, 机会): only free-standing ones are denied."""
    if match[0] == "会":
        return not re.search(r"[机社协大议开集学工委]$", text[: match.start()]) and not re.match(
            r"[议话员计场]", text[match.end() :]
        )
    if match[0] == "是":
        return not re.search(
            r"[但可于要都还就不只若凡更算或总正特别]$", text[: match.start()]
        ) and not re.match(r"[否非]", text[match.end() :])
    return True
