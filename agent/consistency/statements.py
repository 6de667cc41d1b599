"""Clauses that give a value: of what, which quantity, under which settings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from agent.consistency.amounts import Amount, amounts, has_unit
from agent.consistency.lexicon import CONDITION, ELSEWHEN, REPORTED, Metric, metrics
from agent.consistency.reading import Reading, Sentence
from agent.consistency.residue import residue

_CLAUSE = re.compile(
    r"[，；]|;(?!DR)|,(?!\d{3}(?!\d))|、|\s/\s|\s(?:and|while|whereas|but)\s|(?<=[\u4e00-\u9fff\s])(?:而|但|以及)(?=[\sA-Za-z\u4e00-\u9fff])"
)
_NAME = re.compile(r"(?<![A-Za-z0-9_./@-])[A-Za-z][A-Za-z0-9]*(?:[-_.+][A-Za-z0-9]+)*")
_EDITION = re.compile(r"\s(?:\d{1,2}\.\d{1,2}(?:-[0-9.]{1,6}[BM])?|\d{1,2})(?![\d.,:/%-]*\d|%)")
"""What follows a name as its edition: `Llama 3.1-70B`."""
_SET_TO = r"(\d+(?:\.\d+)?(?:e-?\d+)?[kKM]?)(?![\d.%])(?!\s?(?:ms|s|%|tok|GB|MB|×|x|倍))"
_PARAMETER = re.compile(
    rf"([A-Za-z][A-Za-z_-]*)\s?(?:=|＝)\s?{_SET_TO}"
    rf"|(批大小|并发数?|上下文|序列长度)\s?(?:=|＝|:|：|为)\s?{_SET_TO}"
    r"|\b(batch|concurrency|TP|DP|PP|EP|rank|bs)\s?(?:size\s)?(?:of\s)?(\d+)(?![\d.%])",
    re.I,
)
_QUALIFIER = re.compile(
    r"p50|p90|p95|p99|平均|均值|中位数?|峰值|最大|最小|最高|最低|累计|单卡|单机|每卡|总(?!结|之|而|是|体|共|计)|输入|输出|预填充|解码|训练|推理|冷启动|热启动|离线|在线|缓存"
    r"|(?<![\w=-])(?:mean|average|avg|median|peak|max|maximum|min|minimum|total|per[- ]gpu|input|output|prefill|decode|decoding|training|inference|cold|warm|offline|online|cached|relative|aggregate|single|multi|[a-z]+-only)(?![\w=-])",
    re.I,
)
_COMMON = frozenset(
    """the this that these those it its we our they their in on at with under for from to of and or but as by is are was were be been being has have had a an when where while which who all both each
    most more less than up down out over only also about per via using use used uses after before during between into not no yes new old first second third one two three four five six ours here there then so
    if how what why can could may might will would should must do does did time result results model models gpu gpus cpu cpus token tokens table figure section note paper benchmark benchmarks test tests batch
    size length request requests second seconds minute minutes hour hours day days week weeks step steps layer layers ms s tok req x vs v k b m gb mb kb tb step-time speed high low higher lower fast faster slow
    slower best worst reaches reached reach drops dropped drop rises rose rise falls fell fall achieves achieved gains gained cuts cut saves saved needs takes took gives runs ran shows measured measures reports costs
    stands equals hits gets got goes went compared versus against same other others respectively average mean median peak total max min and/or up-to etc e.g i.e qps rps tps llm llms ai e2e
    i you he she us them my your his her figure fig eq sec ref appendix chapter tl dr elsewhere however moreover overall note notably""".split()
)
_CHANGE = re.compile(
    r"从|由[^，]{0,20}(?:降|升|提|增|减)|提升了?|提高了?|降低了?|减少了?|增加了?|增长了?|下降了?|缩短了?|节省|提速|加速|压缩|高出|低出|快了?|慢了?|相比|对比|相较"
    r"|\b(?:from|by|improv\w+|reduc\w+|increas\w+|decreas\w+|gain\w*|saves?|saving|compared|versus|vs|faster|slower|higher|lower|more|less|speedup)\b",
    re.I,
)
LOOSE = {
    "items",
    "day",
    "month",
    "times done",
    "people",
    "nodes",
    "gpus",
    "layers",
    "tokens",
    "requests",
    "papers",
    "experts",
    "",
}
"""Dimensions that say what something is made of rather than measure it."""
COUNTED = {"gpus", "nodes", "layers", "experts", "people", "items", "papers", "tokens", "requests", ""}
"""Of those: the ones that a clause may give twice in the same words."""
YEAR = re.compile(
    r"(?<![\d.,])(?:19|20)\d\d(?:\s?[-/.年]\s?(?:0?[1-9]|1[0-2])(?!\d))?(?![\d%]|[.,]\d)(?!\s?(?:ms|tok|req|个|条|次|MB|GB|×|x|倍))"
)
_ASSIGNS = re.compile(r"(?:为|是|=|：|:|等于|\bis|\bof|\bto|\bare|\bequals)\s*$", re.I)
_SIZE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?[BM](?![A-Za-z])")
_AS_BEFORE = re.compile(r"同一|相同|同样|\bthe same\b|\bidentical\b", re.I)
"""What says that a condition is the one told before."""
_BY_UNIT = {"token rate": "throughput", "request rate": "qps", "stars": "stars", "commits": "commits"}
"""What a value without a named quantity must be, by its unit."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One value given in a clause."""

    metric: str
    """Canonical metric; empty where the clause names none."""
    names: frozenset[str]
    """Names of the clause, lower-case."""
    settings: frozenset[str]
    """Names, parameters, years and qualifiers that hold for it: of the clause and of what stands before."""
    about: frozenset[str]
    """All that tells what the value is of and when it holds: names and settings, and the sentence's subject."""
    amount: Amount
    sentence: Sentence
    clause: str
    words: frozenset[str]
    """What else the clause says."""
    change: bool
    """The amount is a change or comparison, not a level."""
    hedged: bool
    """Reported, planned, or of another time."""
    alone: bool
    """The clause gives no other amount of that dimension."""


def names_of(text: str) -> frozenset[str]:
    """Latin names of a text, lower-case: words with a capital or digit that are no common words."""
    return frozenset(name for name, _, _ in name_spans(text))


@lru_cache(maxsize=8192)
def name_spans(text: str) -> tuple[tuple[str, int, int], ...]:
    """Names with their places."""
    taken = [(m.start, m.end) for m in metrics(text)]
    spans: list[tuple[str, int, int]] = []
    for match in _NAME.finditer(text):
        word = match[0]
        lowered = word.lower()
        lettered = len(word) == 1 and _beside_han(text, match.start(), match.end())
        if (lowered in _COMMON and not lettered) or not any(c.isupper() or c.isdigit() for c in word):
            continue
        if any(start <= match.start() < end for start, end in taken) or _QUALIFIER.fullmatch(word):
            continue
        end = match.end()
        edition = _EDITION.match(text, end) if any(c.isupper() for c in word) else None
        if edition and not has_unit(text, edition.end()):
            lowered, end = lowered + edition[0].lower(), edition.end()
        spans.append((lowered, match.start(), end))
    return tuple(spans)


def _beside_han(text: str, start: int, end: int) -> bool:
    """Whether a capital letter names something in a Chinese text: `A 组`, `方案 B`."""
    around = text[:start].rstrip()[-1:] + text[end:].lstrip()[:1]
    return text[start].isupper() and any("\u4e00" <= char <= "\u9fff" for char in around)


def parameters_of(text: str) -> frozenset[str]:
    """Settings with a number, such as `batch=8`."""
    return frozenset(
        f"{(m[1] or m[3] or m[5]).lower()}={(m[2] or m[4] or m[6]).lower()}"
        for m in _PARAMETER.finditer(text)
    )


def qualifiers_of(text: str) -> frozenset[str]:
    """Words that say which sort of a quantity is meant: mean, P99, prefill."""
    same = {
        "平均": "mean",
        "均值": "mean",
        "average": "mean",
        "avg": "mean",
        "中位": "median",
        "中位数": "median",
        "p50": "median",
    }
    return frozenset(same.get(m[0].lower(), m[0].lower()) for m in _QUALIFIER.finditer(text))


def clauses(text: str) -> list[tuple[int, str]]:
    """Start and text of the clauses of a sentence."""
    found: list[tuple[int, str]] = []
    start = 0
    for match in _CLAUSE.finditer(text):
        found.append((start, text[start : match.start()]))
        start = match.end()
    found.append((start, text[start:]))
    return [(at, clause) for at, clause in found if clause.strip()]


def statements(reading: Reading) -> list[Statement]:
    """The values that the prose of a text gives; headings and tables have their own readers."""
    found: list[Statement] = []
    for sentence in reading.sentences:
        if not sentence.heading and len(sentence.text) <= 600 and sentence.text.count("|") < 2:
            found += in_sentence(sentence)
    return found


def _is_measured(amount: Amount, named: tuple[Metric, ...]) -> bool:
    """Whether a bare number is the value of a quantity named right before it: `上下文长度为 256K`."""
    return amount.dimension in ("", "tokens") and any(
        0 <= amount.start - m.end <= 12 or 0 <= m.start - amount.end <= 2 for m in named
    )


def _metric_of(value: Amount, named: tuple[Metric, ...], clause: str) -> Metric | None:
    """The quantity whose value an amount is: `81.8% 的准确率`, else the nearest before it, else the first."""
    after = next(
        (
            m
            for m in named
            if value.end <= m.start and clause[value.end : m.start].strip() in ("的", "of", "")
        ),
        None,
    )
    before = [m for m in named if m.start < value.start]
    if after is not None and (not before or "的" in clause[value.end : after.start]):
        return after
    return before[-1] if before else (named[0] if named else None)


def _is_assigned(amount: Amount, clause: str) -> bool:
    """Whether a bare number is said to be something's value, and is not a number in a name."""
    return bool(amount.dimension) or bool(_ASSIGNS.search(clause[max(0, amount.start - 8) : amount.start]))


def in_sentence(sentence: Sentence) -> list[Statement]:
    """The values that one sentence gives."""
    text = sentence.text
    if not any(char.isdigit() for char in text):
        return []
    found: list[Statement] = []
    context: set[str] = set()
    metric: Metric | None = None
    metric_dimension = ""
    subject: frozenset[str] = frozenset()
    years = frozenset(YEAR.findall(text))
    hedged = bool(REPORTED.search(text) or ELSEWHEN.search(text))
    for _, clause in clauses(text):
        named = metrics(clause)
        set_at = [(m.start(), m.end()) for m in _PARAMETER.finditer(clause)]
        found_here = tuple(
            a for a in amounts(clause) if not any(s <= a.start < e for s, e in set_at) or a.dimension
        )
        values = [a for a in found_here if a.dimension not in LOOSE or _is_measured(a, named)]
        values = values or [a for a in found_here if a.dimension in COUNTED and _is_assigned(a, clause)]
        names = names_of(clause)
        settings = parameters_of(clause) | qualifiers_of(clause) | years
        if not values:
            context |= names | settings
            if CONDITION.search(clause) and not _AS_BEFORE.search(clause):
                context |= {f"~{word}" for word in residue(clause, names)}
            metric = named[0] if named else metric
            metric_dimension = "" if named else metric_dimension
            continue
        subject = names or subject
        for value in values:
            chosen = _metric_of(value, named, clause)
            if chosen is None and metric is not None and metric_dimension in ("", value.dimension):
                chosen = metric
            sizes = frozenset(_SIZE.findall(clause)) - {value.text}
            by_unit = _BY_UNIT.get(value.dimension, "")
            if chosen is not None:
                metric, metric_dimension = chosen, value.dimension
            found.append(
                Statement(
                    metric=chosen.name if chosen else by_unit,
                    names=names,
                    settings=frozenset(settings | sizes | context),
                    about=frozenset(subject | settings | sizes | context),
                    amount=value,
                    sentence=sentence,
                    clause=clause.strip(),
                    words=residue(_QUALIFIER.sub(" ", clause.replace(value.text, " ")), names),
                    change=bool(_CHANGE.search(clause)),
                    hedged=hedged,
                    alone=sum(v.dimension == value.dimension for v in values) == 1,
                )
            )
    return found
