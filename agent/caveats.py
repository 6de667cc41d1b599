"""Which doubts a claim must carry into the document: one table of rules, no model.

Each rule gives its kind and risk, the wording in the document's language, what would settle the doubt,
and after how many months to look again. Wordings follow those of briefs written by people.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent.consistency.amounts import Amount, amounts
from agent.consistency.lexicon import metrics
from agent.models import Caveat, Doubt, Evidence, Language, Risk, Verdict

YOUNG_DAYS = 90
"""A repository younger than this is young: the real brief watches new projects for 3 to 6 months."""
STALE_DAYS = 90
"""A volatile figure older than this is stale."""

_PREPRINT = re.compile(
    r"arxiv|biorxiv|medrxiv|ssrn\.com|techrxiv|(?<![\d.])\d{4}\.\d{5}(?:v\d+)?(?!\d)", re.I
)
_REVIEWED = re.compile(
    r"已被[^，。]{0,20}(?:接收|录用)|已(?:正式)?发表|同行评审通过|\b(?:accepted (?:at|by|to)|to appear (?:at|in)|published in|camera[- ]ready|proceedings)\b"
    r"|\b(?:NeurIPS|ICML|ICLR|ACL|EMNLP|OSDI|SOSP|NSDI|MLSys|ISCA|ASPLOS|EuroSys|SIGCOMM|ATC|HPCA|MICRO|SC|CVPR|ICCV|VLDB|SIGMOD|FAST)\s?['’]?(?:20)?\d\d\b",
    re.I,
)
_README = re.compile(
    r"github\.com/[\w.-]+/[\w.-]+|gitlab\.com/|gitee\.com/|huggingface\.co/|\bREADME\b", re.I
)
_VENDOR = re.compile(
    r"官方(?:博客|文档|公告|数据)|项目(?:方|博客)|厂商|自研|\bofficial (?:blog|docs?|announcement)|\bproject blog\b|\bvendor\b|press release|\bour (?:own )?(?:benchmark|measurement)",
    re.I,
)
_CREATED = re.compile(
    r"(?P<y>20\d\d)[-/.年](?P<m>\d{1,2})(?:[-/.月](?P<d>\d{1,2})日?)?\s?(?:创建|新建|立项|开源|首发|created|launched)"
    r"|(?:创建(?:于|时间)?|首次提交|开源于|created(?: on| at)?|first commit)\s?[：:|]?\s?(?P<y2>20\d\d)[-/.年](?P<m2>\d{1,2})(?:[-/.月](?P<d2>\d{1,2}))?",
    re.I,
)
_AGE = re.compile(
    r"★\s?/\s?(?P<a>\d{1,3})\s?d\b|(?<![\d.])(?P<b>\d{1,3})\s?天(?:破|内|前创建|前开源|前发布|）|\))|(?:新立|创建仅|仅)\s?[（(]?(?P<c>\d{1,3})\s?天|\b(?P<e>\d{1,3}) days? (?:old|ago|after)",
    re.I,
)
_NEW = re.compile(
    r"新立|刚(?:刚)?(?:开源|创建|发布)|早期项目|\b(?:brand[- ]new|newly created|early[- ]stage)\b", re.I
)
_UNRELEASED = re.compile(
    r"未发布|尚未发布|开发中|预览版|实验性|主分支|候选版|仅特定\s?commit|待合并|草案|\b(?:unreleased|experimental|nightly|preview|pre-?release|main branch|work in progress|WIP|draft PR|open PR|not yet (?:released|merged)|release candidate|alpha|beta|RFC)\b|\d-?rc\d",
    re.I,
)
_RELEASED = re.compile(
    r"\bGA\b|正式版|正式发布|稳定版|已发布|generally available|stable release|production[- ]ready|released in v?\d",
    re.I,
)
_ARRIVES = re.compile(
    r"进军|推出|发布|新增|集成|接入|实时|首次|上线|支持|\b(?:introduc\w+|announc\w+|launch\w*|brings?|integrat\w+|real-?time|now supports?|day-?0|adds?)\b",
    re.I,
)
_OFFSHOOT = re.compile(r"(?<![A-Za-z0-9_/.-])[A-Za-z]*[a-z][A-Z][A-Za-z]*-[A-Z][a-z]{2,14}(?![A-Za-z0-9_/-])")
_HARDWARE = re.compile(
    r"\b(?:[AHBLVT]\d{2,3}|GB\d{3}|MI\d{3}\w?|RTX ?\d{4}|TPU|Ascend|910[BC]?|M[1-5] (?:Pro|Max|Ultra)|Xeon|EPYC|CPU|Apple Silicon|Hopper|Blackwell)\b|昇腾|单卡|\d\s?(?:×|x|张|块|\*)\s?[A-Z]{1,3}\d", re.I,
)  # fmt: skip
_SETUP = re.compile(
    r"batch|并发|上下文|序列长度|req-rate|concurren|context length|input length|\bbs\s?=|max[-_]num|数据集|dataset|workload|负载|\d+\s?[KkBb]\b|Llama|Qwen|DeepSeek|Mistral|GPT|Kimi|GLM|Gemma|Mixtral",
    re.I,
)
_LATEST = re.compile(
    r"最新(?:版|的)?|目前最|当前最|\b(?:latest|newest|currently|as of (?:now|today))\b", re.I
)
_AS_OF = re.compile(r"(?<!\d)(20\d\d)[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?")
_RESULT_WORD = re.compile(
    r"[\u4e00-\u9fff]{0,2}(?:收益|提升|加速|降低|容忍|恢复|稳定性|效率|开销|性能)|tolerance|efficien\w+|improv\w+|speed\w*|overhead|recover\w*|reduc\w+|performance",
    re.I,
)
_PERFORMANCE = {"times", "percent", "time", "token rate", "request rate", "byte rate", "flops"}
_VOLATILE = {"stars"}


@dataclass(frozen=True, slots=True)
class Case:
    """What the rules look at."""

    claim: str
    whole: str
    """The claim, its quotations, their headings, and where they come from, as one text."""
    words: str
    """The claim and its quotations."""
    origins: frozenset[str]
    sources: str
    evidence: tuple[Evidence, ...]
    doubts: tuple[Doubt, ...]
    verdict: Verdict | None
    date: dt.date
    figures: tuple[Amount, ...]
    """Figures of performance in the claim."""


_Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of caveat: when it holds, and what it says."""

    kind: str
    risk: Risk
    zh: str
    en: str
    settled_zh: str
    settled_en: str
    months: int | None
    when: Callable[[Case], _Fields | None]
    """The words that fill the wording, or None where the rule does not hold."""


def caveats_for(
    claim: str,
    *,
    date: dt.date,
    language: Language,
    evidence: Sequence[Evidence] = (),
    urls: Sequence[str] = (),
    origins: Sequence[str] = (),
    doubts: Sequence[Doubt] = (),
    verdict: Verdict | None = None,
    context: str = "",
) -> tuple[Caveat, ...]:
    """The caveats that a claim must carry, by the rules of `RULES`, in their order.

    `date` is the night's day; `origins` and `urls` add to what the evidence names; `doubts` are the
    faults found in the sources of the claim (`consistency.faults`); `context` is text around the claim
    that tells about its source, such as an increment's credibility line.
    """
    words = "\n".join([claim, *(item.quote for item in evidence)])
    named = [*urls, *origins, *(item.origin for item in evidence)]
    heads = [head for item in evidence for head in item.heads]
    case = Case(
        claim=claim,
        whole="\n".join([words, context, *heads, *named]),
        words=words,
        origins=frozenset(_origin(name) for name in named if name.strip()),
        sources="\n".join([*named, context]),
        evidence=tuple(evidence),
        doubts=tuple(doubts),
        verdict=verdict,
        date=date,
        figures=tuple(a for a in amounts(claim) if a.dimension in _PERFORMANCE),
    )
    found: list[Caveat] = []
    for rule in RULES:
        fields = rule.when(case)
        if fields is None:
            continue
        chinese = language == "zh"
        found.append(
            Caveat(
                kind=rule.kind,
                risk=rule.risk,
                wording=(rule.zh if chinese else rule.en).format_map(fields),
                settled_by=(rule.settled_zh if chinese else rule.settled_en).format_map(fields),
                look_again=None if rule.months is None else months_after(date, rule.months),
            )
        )
    return tuple(found)


def months_after(day: dt.date, months: int) -> dt.date:
    """The same day that many months later, or the last day of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _origin(name: str) -> str:
    """One name for one primary source, so that two forms of its address count once."""
    arxiv = re.search(r"(?<![\d.])(\d{4}\.\d{5})(?:v\d+)?(?!\d)", name)
    if arxiv:
        return "arxiv:" + arxiv[1]
    return re.sub(r"^https?://(?:www\.)?", "", name.strip().lower()).split("#")[0].split("?")[0].rstrip("/")


def _is_preprint(case: Case) -> _Fields | None:
    named = case.sources + "\n" + case.claim
    return {} if _PREPRINT.search(named) and not _REVIEWED.search(case.whole) else None


def _lacks_results(case: Case) -> _Fields | None:
    """A paper that is said to gain something, with no figure of the gain."""
    if _is_preprint(case) is None:
        return None
    result = _RESULT_WORD.search(case.words)
    if result is None or any(a.dimension in _PERFORMANCE for a in amounts(case.words)):
        return None
    return {"what": result[0].lstrip("的了和与在其对及")}


def _is_young(case: Case) -> _Fields | None:
    if not _README.search(case.whole):
        return None
    for match in _CREATED.finditer(case.whole):
        year, month = int(match["y"] or match["y2"]), int(match["m"] or match["m2"])
        day = int(match["d"] or match["d2"] or 1)
        if 1 <= month <= 12 and 1 <= day <= 28 + 3 * (month != 2):
            age = (case.date - dt.date(year, month, min(day, calendar.monthrange(year, month)[1]))).days
            if 0 <= age <= YOUNG_DAYS:
                return {"month": f"{year}-{month:02d}"}
    for match in _AGE.finditer(case.whole):
        days = int(next(group for group in match.groups() if group))
        if days <= YOUNG_DAYS:
            born = case.date - dt.timedelta(days=days)
            return {"month": f"{born:%Y-%m}"}
    return {"month": f"{case.date:%Y-%m}"} if _NEW.search(case.words) else None


def _readme_claim(case: Case) -> _Fields | None:
    if not case.figures or not _README.search(case.sources):
        return None
    others = [o for o in case.origins if not _README.search(o) and ("." in o or ":" in o)]
    return None if others else {"figure": _figure(case)}


def _vendor_claim(case: Case) -> _Fields | None:
    if not case.figures or _README.search(case.sources) or _is_preprint(case) is not None:
        return None
    hosts = {
        part for origin in case.origins for part in re.split(r"[./-]", origin.split("/")[0]) if len(part) > 3
    }
    own = hosts - {
        "blog",
        "docs",
        "https",
        "github",
        "medium",
        "news",
        "arxiv",
        "discuss",
        "google",
        "reddit",
    }
    lowered = case.claim.lower()
    if _VENDOR.search(case.sources) or any(re.search(rf"(?<![a-z]){re.escape(h)}", lowered) for h in own):
        return {"figure": _figure(case)}
    return None


def _self_reported(case: Case) -> _Fields | None:
    """A paper's or post's own benchmark, with no second origin."""
    if not case.figures or _readme_claim(case) is not None or _vendor_claim(case) is not None:
        return None
    return {"figure": _figure(case)} if _is_preprint(case) is not None and len(case.origins) <= 1 else None


def _single_origin(case: Case) -> _Fields | None:
    if len(case.origins) != 1 or not (case.figures or metrics(case.claim)):
        return None
    taken = (_readme_claim, _vendor_claim, _self_reported)
    return None if any(rule(case) is not None for rule in taken) else {}


def _unreleased(case: Case) -> _Fields | None:
    match = _UNRELEASED.search(case.words)
    return {"what": match[0]} if match and not _RELEASED.search(case.words) else None


def _unclear_release(case: Case) -> _Fields | None:
    """An offshoot of a project (`Name-Part`) that arrives in a blog, with no version and no word of release."""
    if _RELEASED.search(case.words) or _unreleased(case) is not None:
        return None
    names = _OFFSHOOT.findall(case.words)
    for name in dict.fromkeys(names):
        if re.search(rf"{re.escape(name)}\s?v?\d", case.words):
            continue
        if any(_ARRIVES.search(piece) for piece in re.split(r"[。；\n|]", case.words) if name in piece):
            return {"name": name}
    return None


def _lacks_conditions(case: Case) -> _Fields | None:
    if not case.figures or _HARDWARE.search(case.whole) or _SETUP.search(case.whole):
        return None
    return {"figure": _figure(case)}


def _contradicts_itself(case: Case) -> _Fields | None:
    real = [doubt for doubt in case.doubts if doubt.kind not in ("duplicate", "name")]
    return {"problem": real[0].problem or real[0].title} if real else None


def _second_hand(case: Case) -> _Fields | None:
    if case.verdict is not None and case.verdict.distance is not None:
        return {} if case.verdict.distance == 2 else None
    return {} if case.evidence and all(item.distance == 2 for item in case.evidence) else None


def _rounded(case: Case) -> _Fields | None:
    if case.verdict is None:
        return None
    for fact in case.verdict.facts:
        if fact.status == "proved" and re.search(
            r"round|comput|convert|deriv|约|换算|推算|计算", fact.how, re.I
        ):
            return {"figure": fact.text, "quote": fact.quote or fact.reason}
    return None


def _volatile(case: Case) -> _Fields | None:
    moving = _moving_figure(case.claim)
    if moving is not None:
        return {"figure": moving.text, "date": f"{_as_of(case, moving.end):%Y-%m-%d}"}
    latest = _LATEST.search(case.claim)
    return {"figure": latest[0], "date": f"{_as_of(case, latest.end()):%Y-%m-%d}"} if latest else None


def _moving_figure(claim: str) -> Amount | None:
    """The first count of stars, or the figure beside a word for installs or downloads."""
    found = amounts(claim)
    stars = [a for a in found if a.dimension in _VOLATILE]
    if stars:
        return stars[0]
    counted = [a for a in found if a.dimension not in ("percent", "times", "time", "day", "month")]
    for metric in metrics(claim):
        near = [a for a in counted if -24 <= a.start - metric.end <= 12]
        if metric.name in ("downloads", "stars") and near:
            return min(near, key=lambda a: abs(a.start - metric.end))
    return None


def _is_stale(case: Case) -> _Fields | None:
    fields = _volatile(case)
    return fields if fields and (case.date - _as_of(case)).days > STALE_DAYS else None


def _is_fresh(case: Case) -> _Fields | None:
    fields = _volatile(case)
    return fields if fields and (case.date - _as_of(case)).days <= STALE_DAYS else None


def _as_of(case: Case, at: int) -> dt.date:
    """The day on which a volatile figure was true: as said beside it, else its evidence's, else the night."""
    for match in _AS_OF.finditer(case.claim, max(0, at - 40), at + 20):
        year, month, day = int(match[1]), int(match[2]), int(match[3] or 1)
        if 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]:
            return dt.date(year, month, day)
    days = [item.date for item in case.evidence if item.date is not None]
    return min(days, default=case.date)


def _figure(case: Case) -> str:
    first = case.figures[0]
    named = [m for m in metrics(case.claim) if abs(m.start - first.start) <= 24]
    return f"{first.text} {named[0].text}" if named else first.text


RULES: tuple[Rule, ...] = (
    Rule(
        "contradicts itself", "high",
        "来源自相矛盾：{problem}；引用前需核对原文", "The source contradicts itself: {problem}; check the original before citing",
        "原文更正，或另一独立来源", "A correction of the original, or a second independent source", None, _contradicts_itself,
    ),
    Rule(
        "release state", "high",
        "{name} 当前 GA 状态待核实，建议在生产部署前验证", "Whether {name} is generally available is unchecked; verify before production use",
        "发布说明或带版本号的文档", "Release notes, or documentation that names a version", 1, _unclear_release,
    ),
    Rule(
        "unreleased", "medium",
        "尚未正式发布（{what}），建议在生产部署前验证", "Not released yet ({what}); verify before production use",
        "正式版本的发布说明", "The notes of a release that holds it", 1, _unreleased,
    ),
    Rule(
        "young", "medium",
        "{month} 新立生态，3–6 个月观察期", "New in {month}; under observation for 3 to 6 months",
        "观察期内的版本发布、独立评测与生产使用报告", "Releases, independent evaluations and reports of production use", 3, _is_young,
    ),
    Rule(
        "README claim", "medium",
        "{figure} 来自 GitHub README，待独立核实", "{figure} is claimed by the project's own page; not independently verified",
        "第三方复现或评测", "A reproduction or evaluation by a third party", 3, _readme_claim,
    ),
    Rule(
        "vendor", "medium",
        "{figure} 为官方自报数字，待独立核实", "{figure} is the vendor's own number; not independently verified",
        "第三方复现或评测", "A reproduction or evaluation by a third party", 3, _vendor_claim,
    ),
    Rule(
        "preprint", "medium",
        "arXiv 预印本，尚未同行评审", "arXiv preprint, not yet peer reviewed",
        "正式发表或同行评审结果", "Publication after peer review", 6, _is_preprint,
    ),
    Rule(
        "no figures", "medium",
        "具体{what}数字需读全文核实", "The figures behind “{what}” are to be read in the full text",
        "全文中的实验数值", "The measured values in the full text", 1, _lacks_results,
    ),
    Rule(
        "self-reported", "low",
        "{figure} 为作者自测，待独立核实", "{figure} was measured by the authors; not independently verified",
        "第三方复现或评测", "A reproduction or evaluation by a third party", 3, _self_reported,
    ),
    Rule(
        "single origin", "low",
        "仅有单一来源，待独立核实", "From a single source; not independently verified",
        "另一独立来源", "A second independent source", 3, _single_origin,
    ),
    Rule(
        "conditions", "medium",
        "{figure} 未给出测试条件（硬件、模型、负载），不宜直接比较", "{figure} is given without hardware, model or load; not comparable as it stands",
        "原文的测试条件", "The conditions in the original", 1, _lacks_conditions,
    ),
    Rule(
        "second-hand", "medium",
        "转述，原文未核", "Reported second-hand; the original was not checked",
        "核对一手来源", "A check of the primary source", 1, _second_hand,
    ),
    Rule(
        "derived", "low",
        "{figure} 为约数或换算值（原文：{quote}）", "{figure} is rounded or worked out (source: {quote})",
        "改用原文数值", "The source's own figure", None, _rounded,
    ),
    Rule(
        "stale", "medium",
        "{figure} 为 {date} 的数字，已逾 3 个月，需更新", "{figure} was true on {date}, more than 3 months ago",
        "当前数值", "The value today", 0, _is_stale,
    ),
    Rule(
        "volatile", "low",
        "{figure} 截至 {date}，会变动", "{figure} as of {date}; it changes",
        "下次查看时的数值", "The value when looked at again", 3, _is_fresh,
    ),
)  # fmt: skip
