"""Two statements that say the opposite of the same thing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from agent.consistency.lexicon import COMPARATIVE, ELSEWHEN, NEGATION, REPORTED, compared, metrics
from agent.consistency.reading import Reading, Sentence
from agent.consistency.residue import residue
from agent.consistency.statements import clauses, name_spans, names_of, parameters_of, qualifiers_of
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_DIGITS = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w-])")
_QUESTION = re.compile(r"[?？]|吗|是否|如何|whether\b|\bhow\b|\bwhy\b|为什么", re.I)
_THAN = re.compile(r"比[^，。；]{1,40}?(?:更|要|还)?(?P<way>快|慢|高|低|大|小|多|少|长|短|好|差|优)")
_OPPOSITES = (
    ("已开源", "未开源"), ("已发布", "未发布"), ("已合并", "未合并"), ("已修复", "未修复"), ("默认开启", "默认关闭"),
    ("默认启用", "默认禁用"), ("enabled by default", "disabled by default"), ("开源", "闭源"), ("open source", "closed source"),
    ("open-source", "closed-source"), ("兼容", "不兼容"), ("线性", "非线性"), ("supported", "unsupported"), ("stable", "unstable"),
    ("免费", "收费"), ("同步", "异步"), ("有损", "无损"), ("lossy", "lossless"), ("improves", "degrades"), ("变快", "变慢"),
)  # fmt: skip


_AFFIRMED = {
    "不支持": "支持", "不需要": "需要", "无需": "需要", "不必": "必须", "不用": "需要", "无须": "必须", "不能": "能", "无法": "能", "不会": "会", "不是": "是", "没有": "有",
    "尚未": "已", "未": "已", "未能": "能", "cannot": "can", "can't": "can",
}  # fmt: skip


_OVERALL = (
    "优于",
    "劣于",
    "强于",
    "弱于",
    "快于",
    "慢于",
    "outperforms",
    "beats",
    "faster",
    "slower",
    "better",
    "worse",
)
"""Comparatives that say which of two things is better without naming a quantity."""
_ALIKE = 20
"""How many statements of one sort are compared with each other."""


@dataclass(frozen=True, slots=True)
class Stance:
    """A clause without its negation: what it is about, and whether it says yes."""

    key: tuple[object, ...]
    yes: bool
    sentence: Sentence
    clause: str


def opposed(reading: Reading) -> list[Doubt]:
    """Pairs of statements about the same things that cannot both hold."""
    groups: dict[tuple[object, ...], list[Stance]] = defaultdict(list)
    for sentence in reading.sentences:
        if sentence.heading or len(sentence.text) > 400:
            continue
        for stance in stances(sentence):
            groups[stance.key].append(stance)
    found: list[Doubt] = []
    for group in groups.values():
        pair = _clash(reading, group)
        if pair:
            found.append(report(reading, *pair))
    return found


def _clash(reading: Reading, group: list[Stance]) -> tuple[Stance, Stance] | None:
    yes = [s for s in group if s.yes][:_ALIKE]
    no = [s for s in group if not s.yes][:_ALIKE]
    for first in yes:
        for second in no:
            if first.sentence is not second.sentence and _same_heads(
                reading, first.sentence, second.sentence
            ):
                return (first, second) if first.sentence.line <= second.sentence.line else (second, first)
    return None


def _same_heads(reading: Reading, first: Sentence, second: Sentence) -> bool:
    if first.section == second.section:
        return True
    heads = [" ".join(reading.path(s.section)) for s in (first, second)]
    return names_of(heads[0]) == names_of(heads[1]) or not heads[0] or not heads[1]


def report(reading: Reading, first: Stance, second: Stance) -> Doubt:
    """Two opposed statements, both quoted."""
    return doubt(
        reading,
        "opposite",
        quote(first.sentence.quote, first.sentence.line),
        quote(second.sentence.quote, second.sentence.line),
        zh=f"「{first.clause}」与「{second.clause}」相反",
        en=f"{first.clause!r} and {second.clause!r} are opposed",
    )


def stances(sentence: Sentence) -> Iterator[Stance]:
    """What a sentence affirms or denies, clause by clause, where it names what it speaks of."""
    text = sentence.text
    if REPORTED.search(text) or ELSEWHEN.search(text) or _QUESTION.search(text):
        return
    for _, clause in clauses(text):
        if len(clause) > 120 or not len(clause.strip()) >= 4:
            continue
        comparison = _comparison(sentence, clause)
        if comparison:
            yield comparison
        else:
            yield from _assertion(sentence, clause)


def _comparison(sentence: Sentence, clause: str) -> Stance | None:
    """`A 的吞吐高于 B`: the same key for `B 的吞吐高于 A`, with the other answer."""
    word, than = COMPARATIVE.search(clause), _THAN.search(clause)
    named = metrics(clause)
    if (not word and not than) or NEGATION.search(clause):
        return None
    said = word[0] if word else f"更{than['way']}" if than else ""
    metric, better = (named[0].name, named[0].better) if named else ("", "higher")
    way = compared(said, better) if named or said.lower() in _OVERALL else ""
    spans = name_spans(clause)
    if not way or len(spans) != 2 or spans[0][0] == spans[1][0]:
        return None
    if not re.search(r"比|于|不如|不及|落后|领先|\bthan\b|outperform|beats|exceeds|trails|lags", clause):
        return None
    first, second = spans[0][0], spans[1][0]
    pair = tuple(sorted((first, second)))
    settings = (
        parameters_of(sentence.text) | qualifiers_of(sentence.text) | (names_of(sentence.text) - set(pair))
    )
    rest = residue(COMPARATIVE.sub("", _THAN.sub("", clause)), {first, second})
    key = ("comparison", metric, pair, settings, rest - {"比", "更", "than"}, tuple(_DIGITS.findall(clause)))
    return Stance(key, (way == "more") == (first == pair[0]), sentence, clause.strip())


def _assertion(sentence: Sentence, clause: str) -> Iterator[Stance]:
    clause = _unlabelled(_LEAD_IN.sub("", clause))
    default = _DEFAULT.search(clause) is not None
    names = names_of(clause[:1].lower() + clause[1:] if default else clause)
    negations = NEGATION.findall(clause)
    if (not names and not default) or len(negations) > 1:
        return
    yes = not negations
    low = clause.lower()
    text = NEGATION.sub(lambda m: _AFFIRMED.get(m[0], " "), clause).lower() if negations else low
    for good, bad in () if negations else _OPPOSITES:
        if bad in low:
            text, yes = low.replace(bad, good), False
            break
    text, down = _upward(text)
    words = frozenset(_stem(word) for word in residue(text, names)) | {m.name for m in metrics(text)}
    if sum(2 if word.isascii() else 1 for word in words) < (2 if names else 4):
        return
    whole = _unlabelled(_LEAD_IN.sub("", sentence.text))
    rest = names_of(whole[:1].lower() + whole[1:] if default else whole) - names
    settings = parameters_of(whole) | qualifiers_of(whole) | rest
    key = ("assertion", words, names, settings, tuple(_DIGITS.findall(clause)))
    yield Stance(key, yes != down, sentence, clause.strip())


def _unlabelled(text: str) -> str:
    """The text without the label before its colon, where it names what it speaks of itself: a label is a heading."""
    label = _LABEL.match(text)
    return text[label.end() :] if label and names_of(text[label.end() :]) else text


_LABEL = re.compile(r"[^：:，,。；]{1,40}[：:]\s*(?=\S)")
_LEAD_IN = re.compile(
    r"^\s*(?:(?:please )?note(?: that|:)|for (?:the record|reference)[:,]|注意|说明|备注|提醒)[：:，,]?\s*",
    re.I,
)
_DEFAULT = re.compile(r"默认|\bby default\b", re.IGNORECASE)
"""What is on or off by default is told of a thing that need not have a name."""
_UP = re.compile(r"提高|提升|增加|升高|上升|\b(?:increas|rais|boost)(?:e?s|ed|ing|e)?\b")
_DOWN = re.compile(r"降低|减少|下降|减小|\b(?:decreas|reduc|lower)(?:e?s|ed|ing|e)?\b")


def _upward(text: str) -> tuple[str, bool]:
    """A text whose last verb of direction points up, and whether it pointed down."""
    ups, downs = list(_UP.finditer(text)), list(_DOWN.finditer(text))
    last = max([*ups, *downs], key=lambda m: m.start(), default=None)
    if last is None:
        return text, False
    return text[: last.start()] + " 提高 " + text[last.end() :], bool(downs) and last is downs[-1]


def _stem(word: str) -> str:
    """A word without the ending that changes when it is denied: supports, support."""
    return re.sub(r"(?<=[a-z]{3})(?:es|ed|s|e)$", "", word)
