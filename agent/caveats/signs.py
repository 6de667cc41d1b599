"""The signs in a claim and its sources by which a caveat is due."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from agent.consistency.amounts import Amount, amounts
from agent.consistency.lexicon import metrics
from agent.facts.urls import find_urls
from agent.models import Doubt, Evidence, Verdict

YOUNG_DAYS = 90
"""A repository younger than this is young: the real brief watches new projects for 3 to 6 months."""
STALE_DAYS = 90
"""A volatile figure older than this is stale."""

_PREPRINT = re.compile(
    r"arxiv|biorxiv|medrxiv|ssrn\.com|techrxiv|(?<![\d.])\d{4}\.\d{5}(?:v\d+)?(?!\d)", re.I
)
_REVIEWED = re.compile(
    r"(?=[已发刊收接中同])(?:已被[^，。]{0,20}(?:接收|录用)|已(?:正式)?发表|(?:发表|刊登|收录|接收)[于在]|中稿|同行评审通过)"
    r"|\b(?=[a-z])(?:(?:accepted (?:at|by|to)|to appear (?:at|in)|published in|camera[- ]ready|proceedings)\b"
    r"|(?:NeurIPS|ICML|ICLR|ACL|EMNLP|OSDI|SOSP|NSDI|MLSys|ISCA|ASPLOS|EuroSys|SIGCOMM|ATC|HPCA|MICRO|SC|CVPR|ICCV|VLDB|SIGMOD|FAST|AAAI|IJCAI|NAACL|COLM|COLING|KDD|WWW|PPoPP|IPDPS|DAC|SoCC|Middleware|INFOCOM)\s?['’]?(?:20)?\d\d\b)"
    r"|(?=[diuap])(?:doi\.org/10\.(?!48550|1101|2139|36227)\d|dl\.acm\.org|ieeexplore\.ieee\.org|usenix\.org/(?:conference|system/files)|aclanthology\.org|proceedings\.mlr\.press)",
    re.I,
)
"""Each kind stands behind a look at the letters that it can begin with."""
_README = re.compile(
    r"github\.com/[\w.-]+/[\w.-]+(?![\w.-]|/(?:issues|pull|discussions)/)|gitlab\.com/|gitee\.com/|huggingface\.co/|\bREADME\b",
    re.I,
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
_CREATED_HEAD = re.compile(r"创建(?:时间|日期)|\bcreated(?: on| at)?\s*\|", re.I)
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
_OFFSHOOT = re.compile(
    r"(?<![A-Za-z0-9_/.-])(?:[A-Za-z]*[a-z][A-Z][A-Za-z]*-[A-Z][a-z]{2,14}"
    r"|[A-Z][A-Za-z]{2,20}-(?:Omni|Edge|Video|Vision|Audio|Speech|Diffusion|Studio|Cloud|Serve|Bench|Lite|Next|Agent))(?![A-Za-z0-9_/-])"
)
_HARDWARE = re.compile(
    r"\b(?:[AHBLVT]\d{2,3}|GB\d{3}|MI\d{3}\w?|RTX ?\d{4}|TPU|Ascend|910[BC]?|M[1-5] (?:Pro|Max|Ultra)|Xeon|EPYC|CPU|Apple Silicon|Hopper|Blackwell)\b|昇腾|单卡|\d\s?(?:×|x|张|块|\*)\s?[A-Z]{1,3}\d|"
    r"\b(?:\d+|one|two|three|four|eight|a single)[ -]?(?:v?CPUs?|GPUs?|cores?|threads?|nodes?|servers?|machines?|disks?|drives?|SSDs?)\b|"
    r"\d\s?[GT]i?B (?:of )?(?:memory|RAM|VRAM)\b|\d\s?[GT]i?B\s?(?:内存|显存)|[\d一两单双四八]\s?(?:核|线程|节点|台(?:机器|服务器)|[张块]?[卡盘])", re.I,
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
_TITLE = 200
"""Characters of a title at most."""
_SET_OFF = re.compile(
    r"《[^《》\n]{1,200}》|“[^“”\n]{1,200}”|\"[^\"\n]{1,200}\"|\[[^\[\]\n]{1,200}\](?=\()|\*\*[^*\n]{1,200}\*\*"
)
_CAPITAL_BEFORE = re.compile(r"[A-Z][\w-]*:?\s(?:(?:and|for|of|with|the|in|via|on|to)\s)?\Z")
_CAPITAL_AFTER = re.compile(r"[\w-]*\s(?:(?:and|for|of|with|the|in|via|on|to)\s)?[A-Z]")
PERFORMANCE = {"times", "percent", "time", "token rate", "request rate", "byte rate", "flops"}
_VOLATILE = {"stars"}


Fields = Mapping[str, str]
"""The words that fill a wording."""


@dataclass(frozen=True)
class Case:
    """What the rules look at; what several of them ask is found once."""

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

    @cached_property
    def preprint(self) -> bool:
        """Whether it goes back to a preprint, with no word of its publication."""
        return (
            _PREPRINT.search(self.sources + "\n" + self.claim) is not None
            and _REVIEWED.search(self.whole) is None
        )


_OLD = re.compile(
    r"(?:[从由]|原[为来]?|此前|之前|以前|而非|不是|\b(?:from|was|were|not|instead of|than))\s?(?:约|about |around )?\Z",
    re.IGNORECASE,
)
"""Before a figure that holds no more: nobody asks how it was measured."""
_SETTING = re.compile(
    r"比例|期限|频率|默认|超时|间隔|周期|保留|过期|有效期|设[为成定置]|上限|下限|阈值|配置|参数|等待|重试|心跳|冷却|窗口|"
    r"\b(?:defaults?|time-?outs?|intervals?|periods?|ttl|expir\w+|retention|set (?:to|at)|limit(?:ed)? (?:to|of)|threshold|configur\w+|waits?|retry|retries|heartbeat|cool-?down|window|every)\b|--[a-z]",
    re.I,
)
_RESULT = re.compile(
    r"实测|测得|提升|降低|下降|提高|降至|降到|缩短|节省|加速|减少|达到|快|慢|\b(?:measured|faster|slower|reach\w*|improv\w*|reduc\w*|cuts?|drop\w*|fell|sav\w*|speed-?up|gain\w*)\b",
    re.I,
)
_SET_TO = re.compile(
    r"(?:提高|降低|下降|缩短|减少|提升)[到至为]|[降提][到至]|\b(?:reduced|improved|cut|dropped|fell)\b[^.;\n]{0,40}\bto\b",
    re.IGNORECASE,
)
"""How a setting is changed as well as a result."""
_CLAUSE = re.compile(r"[，。；;\n|]|,\s|\.\s")


def is_measured(claim: str, figure: Amount) -> bool:
    """Whether a figure is a result: no setting, default, time limit or period, by the words of its own clause."""
    if _OLD.search(claim[: figure.start]):
        return False
    start = max((cut.end() for cut in _CLAUSE.finditer(claim, 0, figure.start)), default=0)
    cut = _CLAUSE.search(claim, figure.end)
    clause = claim[start : cut.start() if cut else len(claim)]
    if metrics(clause) or not _SETTING.search(clause):
        return True
    return _RESULT.search(_SET_TO.sub(" ", clause)) is not None


def is_preprint(case: Case) -> Fields | None:
    """A preprint, with no word of its publication."""
    return {} if case.preprint else None


def lacks_results(case: Case) -> Fields | None:
    """A paper that is said to gain something, with no figure of the gain."""
    if not case.preprint:
        return None
    said = (m for m in _RESULT_WORD.finditer(case.words) if not _in_name(case.words, m))
    result = next((m for m in said if not _in_title(case.words, m)), None)
    if result is None or any(a.dimension in PERFORMANCE for a in amounts(case.words)):
        return None
    return {"what": result[0].lstrip("的了和与在其对及")}


def _in_name(text: str, match: re.Match[str]) -> bool:
    """Whether a word is a part of a program's own name, such as `--speed-bench` or `speed_limit`."""
    before, after = text[: match.start()][-1:], text[match.end() :][:1]
    return bool({before, after} & {"-", "_", "`"})


def _in_title(text: str, match: re.Match[str]) -> bool:
    """Whether a word stands in the title of a work, which names what it is about and claims nothing.

    A title is set off (`《…》`, quotation marks, a link), or in capitals like its neighbour (`Efficient Serving`).
    """
    start, end = max(0, match.start() - _TITLE), min(len(text), match.end() + _TITLE)
    if any(
        set_off.start() < match.start() and match.end() < set_off.end()
        for set_off in _SET_OFF.finditer(text, start, end)
    ):
        return True
    beside = _CAPITAL_BEFORE.search(text, max(0, match.start() - 24), match.start()) or _CAPITAL_AFTER.match(
        text, match.end()
    )
    return match[0][:1].isupper() and beside is not None


def is_young(case: Case) -> Fields | None:
    """A repository or project created not long before the night."""
    if not _README.search(case.whole):
        return None
    days = _created(case)
    young = [day for day in days if 0 <= (case.date - day).days <= YOUNG_DAYS]
    if young:
        return {"month": f"{max(young):%Y-%m}"}
    new = _NEW.search(case.words) and not days
    return {"month": f"{case.date:%Y-%m}"} if new else None


def _created(case: Case) -> list[dt.date]:
    """The days on which the things were created: as said, by their age, or from a table's column."""
    days: list[dt.date] = []
    for match in _CREATED.finditer(case.whole):
        days += _day(match["y"] or match["y2"], match["m"] or match["m2"], match["d"] or match["d2"])
    for match in _AGE.finditer(case.whole):
        age = int(next(group for group in match.groups() if group))
        days.append(case.date - dt.timedelta(days=age))
    if not days and _CREATED_HEAD.search(case.whole):
        rows = [line for line in case.words.split("\n") if "|" in line]
        for match in _AS_OF.finditer("\n".join(rows)):
            days += _day(match[1], match[2], match[3])
    return days


def _day(year: str, month: str, day: str | None) -> list[dt.date]:
    """A day as a list of one; an empty list when there is no such day."""
    try:
        return [dt.date(int(year), int(month), int(day or 1))]
    except ValueError:
        return []


def readme_claim(case: Case) -> Fields | None:
    """A figure that only the project's own page gives."""
    if not case.figures or not _README.search(case.sources):
        return None
    others = [o for o in case.origins if not _README.search(o) and ("." in o or ":" in o)]
    return None if others else {"figure": _figure(case)}


def vendor_claim(case: Case) -> Fields | None:
    """A figure that comes from the maker of the thing."""
    if not case.figures or _README.search(case.sources) or case.preprint:
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
    said = case.claim
    for url in find_urls(said):  # an address names the source, and is no word of what is said
        said = said.replace(url.raw, " ")
    lowered = said.lower()
    if _VENDOR.search(case.sources) or any(re.search(rf"(?<![a-z]){re.escape(h)}", lowered) for h in own):
        return {"figure": _figure(case)}
    return None


def self_reported(case: Case) -> Fields | None:
    """A paper's or post's own benchmark, with no second origin."""
    if not case.figures or readme_claim(case) is not None or vendor_claim(case) is not None:
        return None
    return {"figure": _figure(case)} if case.preprint and len(case.origins) <= 1 else None


def single_origin(case: Case) -> Fields | None:
    """A measured claim from one origin, where no nearer caveat says so."""
    if len(case.origins) != 1 or not (case.figures or metrics(case.claim)):
        return None
    taken = (readme_claim, vendor_claim, self_reported)
    return None if any(rule(case) is not None for rule in taken) else {}


def unreleased(case: Case) -> Fields | None:
    """A thing that the source itself calls unreleased."""
    match = _UNRELEASED.search(case.words)
    return {"what": match[0]} if match and not _RELEASED.search(case.words) else None


def unclear_release(case: Case) -> Fields | None:
    """An offshoot of a project (`Name-Part`) that arrives in a blog, with no version and no word of release."""
    if _RELEASED.search(case.words) or unreleased(case) is not None:
        return None
    names = _OFFSHOOT.findall(case.words)
    for name in dict.fromkeys(names):
        if re.search(rf"{re.escape(name)}\s?v?\d", case.words):
            continue
        if any(_ARRIVES.search(piece) for piece in re.split(r"[。；\n|]", case.words) if name in piece):
            return {"name": name}
    return None


def lacks_conditions(case: Case) -> Fields | None:
    """A figure of performance with no hardware, model or load near it."""
    if not case.figures or _HARDWARE.search(case.whole) or _SETUP.search(case.whole):
        return None
    return {"figure": _figure(case)}


def contradicts_itself(case: Case) -> Fields | None:
    """A source that was found to contradict itself."""
    real = [doubt for doubt in case.doubts if doubt.kind not in ("duplicate", "name")]
    return {"problem": real[0].problem or real[0].title} if real else None


def second_hand(case: Case) -> Fields | None:
    """No evidence nearer than a brief that read a note."""
    if case.verdict is not None and case.verdict.distance is not None:
        return {} if case.verdict.distance == 2 else None
    return {} if case.evidence and all(item.distance == 2 for item in case.evidence) else None


def rounded(case: Case) -> Fields | None:
    """A figure proved by rounding, conversion or arithmetic."""
    if case.verdict is None:
        return None
    for fact in case.verdict.facts:
        if fact.status == "proved" and re.search(
            r"round|comput|convert|deriv|约|换算|推算|计算", fact.how, re.I
        ):
            return {"figure": fact.text, "quote": fact.quote or fact.reason}
    return None


def _volatile(case: Case) -> Fields | None:
    moving = _moving_figure(case.claim)
    if moving is not None:
        return _dated(case, moving.text, moving.end)
    latest = _LATEST.search(case.claim)
    return _dated(case, latest[0], latest.end()) if latest else None


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


def is_stale(case: Case) -> Fields | None:
    """A volatile figure that was true more than `STALE_DAYS` ago."""
    fields = _volatile(case)
    return fields if fields and fields["age"] == "old" else None


def is_fresh(case: Case) -> Fields | None:
    """A volatile figure that was true not long ago."""
    fields = _volatile(case)
    return fields if fields and fields["age"] == "new" else None


def _dated(case: Case, figure: str, at: int) -> Fields:
    """A volatile figure with the day on which it was true: as said beside it, else its evidence's, else the night."""
    days = [item.date for item in case.evidence if item.date is not None]
    day = min(days, default=case.date)
    shown = day.isoformat()
    for match in _AS_OF.finditer(case.claim, max(0, at - 40), at + 20):
        said = [] if _CREATED.match(case.claim, match.start()) else _day(match[1], match[2], match[3])
        if said:
            day = said[0]
            shown = day.isoformat() if match[3] else f"{day:%Y-%m}"
            break
    return {"figure": figure, "date": shown, "age": "old" if (case.date - day).days > STALE_DAYS else "new"}


def _figure(case: Case) -> str:
    first = case.figures[0]
    named = [m for m in metrics(case.claim) if abs(m.start - first.start) <= 24]
    return f"{first.text} {named[0].text}" if named else first.text
