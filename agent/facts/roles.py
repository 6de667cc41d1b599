"""Stretches of a text that are not said as facts of today: denied, passed over, excepted, or not yet real.

A word or a value inside such a stretch is no evidence for the same word said plainly: `takes 4 s instead of
11 s` does not say that it takes 11 s, nor `plans to reach 400 sites` that there are 400.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from agent.facts.polarity import find_cues

Role = Literal["denied", "passed", "excepted", "rejected", "unreal", "supposed"]


@dataclass(frozen=True, slots=True)
class RoleSpan:
    """`text[start:end]` has a role that the words `cue` give it."""

    role: Role
    start: int
    end: int
    cue: str


_BREAK = re.compile(r"[，。；;！!？?\n（()）：]|,\s|\.(?:\s|$)|:\s|——|—")
_SENTENCE = re.compile(r"[。；;！!？?\n]|\.(?:\s|$)")
_TURNS_EN = re.compile(
    r"\b(?:and|but|while|which|who|because|since|so|yet|whereas|although|though|until|than|as|if|unless|when)\b",
    re.IGNORECASE,
)
_TURNS_ZH = re.compile(r"但|而|却|因为|所以|并(?![不非未没])|且|以及|即可|就能|时(?=[^间延长效])")
_TODAY = re.compile(r"目前|现有|现为|今天|现在|\b(?:today|currently|at present|now)\b", re.IGNORECASE)
_REACH = 60
"""Characters over which a denial reaches at most."""
_TWICE = 10
"""Within so many characters a second denial undoes the first (不能不, `not without`); a later one is another."""
_ONLY = re.compile(
    r"\s?(?:只|仅|局限|限于|单单)|(?:\s\w+){0,2}\s(?:only|just|merely|limited)\b", re.IGNORECASE
)
_DENYING = re.compile(
    r"未必|不一定|不见得|并不(?=[\u3400-\u9fff])|离不开|缺(?:少|乏)|否认|拒绝|绝非|没法|[跑用装放容存撑塞扛做打接连登跟追]不(?:动|了|下|住)"
    r"|\b(?:lack(?:s|ed|ing)?(?: support for)?|den(?:y|ies|ied)|nobody|no one|stopped|ceased|refus(?:es?|ed))\b",
    re.IGNORECASE,
)
_NEEDED = re.compile(r"离不开")

_Signed = tuple[tuple[str, ...], re.Pattern[str]]

# What was, or what was passed over, each with signs one of which stands in every text that it matches (most
# texts have none, and are not searched). The group `x` is the stretch; without one it is what follows.
_CHANGE_EN = (
    r"(?:rais|cut|reduc|grow|grew|grown|goes|went|gone|go|mov|switch|migrat|drop|fall|fell|fallen|improv|increas|decreas|ris|rose"
    r"|lower|shr[iu]nk|bump|upgrad|chang|renam|convert|port|shorten|extend|speed|sped|slow|jump|climb|doubl|tripl|transition|correct)"
)
_PASSED_EN = tuple(
    (signs, re.compile(pattern, re.IGNORECASE))
    for signs, pattern in (
        (
            ("no longer", "formerly", "from", "moved"),
            r"\b(?:no longer|formerly|(?:up|down) from|moved off|moved away from)\s(?:at |being |with )?",
        ),
        (
            ("from",),
            r"\b"
            + _CHANGE_EN
            + r"\w{0,4}\b[^.;\n]{0,50}?\bfrom\s(?P<x>[^.;,\n]{1,40}?(?:\.\d[^.;,\n]{0,20}?)?)\s(?:down |up )?(?:in)?to\s",
        ),
        (("from",), r"\bfrom\s(?P<x>[^.;,\n]{1,30}?)\sto\s[^.;,\n]{1,30}(?<=\w)\s?(?:\((?:formerly|was))"),
        (("replac",), r"\breplac(?:ed|es|ing)\s(?P<x>[^.;,\n]{1,40}?)\s(?:with|by)\s"),
        (("(",), r"\((?:was|were|formerly|previously|before:?)\s(?P<x>[^)\n]{1,40})\)"),
        (
            ("used to",),
            r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )(?<!\bbeen )(?<!\bbeing )\bused to\s(?P<x>[^.;,\n]{1,60}?)(?=\sand\b|[.;,\n]|\.|$)",
        ),
        (
            ("before", "prior to", "than", "below"),
            r"\b(?:before|prior to|earlier than|older than|below)\s(?:version\s)?(?P<x>v?\d+\.\d+[\w.]{0,12})",
        ),
        (("withdr", "retract"), r"\b(?:withdr[ae]w(?:s|n)?|withdrew|retract(?:s|ed)?)\s"),
        (("before,",), r"\bbefore,\s(?P<x>[^.;\n]{1,50})"),
        (
            (
                "drop",
                "remov",
                "abandon",
                "discontinu",
                "retired",
                "scrapped",
                "ditched",
                "deprecat",
                "stopped",
                "ceased",
            ),
            r"\b(?:drop(?:s|ped|ping)?|remov(?:es|ed|ing)|abandon(?:ed|s|ing)|discontinu(?:ed|es|ing)|retired|scrapped|ditched|deprecat(?:ed|es|ing)|stopped|ceased)\s(?=\w)(?!from\b|by\b|in\b|to\b|at\b|with\b)",
        ),
    )
)
_REMOVED_EN = re.compile(
    r"\b(?:was|were|is|are|has been|have been|been|got)\s(?:removed|dropped|abandoned|discontinued|retired|scrapped|withdrawn|retracted|left out|omitted|excluded|skipped)\b",
    re.IGNORECASE,
)
_PASSED_ZH = tuple(
    (signs, re.compile(pattern))
    for signs, pattern in (
        (
            ("不再", "弃", "除", "取消", "停用", "淘汰", "替代", "原", "此前", "之前", "以前", "曾", "值"),
            r"不再(?!只|仅|局限|单)(?:是|为|采用|使用)?|放弃了?|弃用了?|移除了?|取消了?(?:对)?|删除了?|去除了?|停用了?|淘汰了?|替代了?原有的?|原为|原先为?|原来[为是]|此前[为是]?|之前[为是]|以前[为是]|曾经?(?:是|为|采用|使用)?|旧值为?|原值为?|前值为?",
        ),
        (
            ("正为", "更正", "修正", "改正", "订正"),
            r"(?P<x>\d[^，。；;,\n]{0,24})[，,]?\s?(?:更正|修正|改正|订正)为",
        ),
        (("撤",), r"(?:撤回|撤下|撤销)了?"),
        (("之前", "以前", "以下"), r"(?P<x>v?\d+\.\d+[\w.]{0,12})\s?(?:之前|以前|以下)(?:的?版本)?"),
        (("代", "替换"), r"(?:取代|替代|替换)了?(?=\s?[\u3400-\u9fffA-Za-z0-9])"),
        (
            ("从", "由"),
            r"(?:(?<![主服跟随听顺])从|(?<![自理缘])由)\s?(?P<x>[^，。；;,\n]{1,40})\s?(?:的基础上)?(?:大幅|逐步|进一步|显著|直接)?(?:提升|提高|降|增|减|缩|扩|改|变|迁|升|上调|下调|调|换|切|涨|跌|延长|上升|下降|更正|修正)[^，。；;,\n]{0,8}?[到至为成]",
        ),
        (("把", "将"), r"[把将]\s?(?P<x>[A-Za-z0-9][^，。；;,\n]{0,24}?)\s?(?:替换|换|改)[成为]"),
    )
)
_REJECTED = tuple(
    (signs, re.compile(pattern, re.IGNORECASE))
    for signs, pattern in (
        (
            ("instead", "rather", "in place", "as opposed", "in lieu", "而"),
            r"\b(?:instead of|rather than|in place of|as opposed to|in lieu of)\s(?:at |being |with )?|而不是|而非",
        ),
        (("not",), r",\s(?:and |but )?not\s(?!only|just|least|to mention)(?P<x>[^.;,\n]{1,40})"),
    )
)
_EXCEPTED = tuple(
    (signs, re.compile(pattern, re.IGNORECASE))
    for signs, pattern in (
        (
            ("except", "apart", "other than", "exclud", "save for", "all but"),
            r"\b(?:except(?: for)?|apart from|other than|with the exception of|excluding|save for|all but)\s",
        ),
        (
            ("外",),
            r"除了?\s?(?P<x>[^，。；;,\n]{1,30}?)\s?(?:之外|以外|外)(?!，?[^，。；;\n]{0,12}(?:还|也))",
        ),
        (("除外",), r"(?P<x>[^，。；;,\n]{1,24}?)\s?除外"),
    )
)
_UNREAL: _Signed = (
    (
        *"草案 征求 预 也许 计划 打算 旨在 力 有望 即将 目标 争取 规划 希望 期望 想要 准备 拟 将 可能 或 似 据 传 称 消息".split(),
        *"want,wish,plan,aim,hope,expect,intend,due to,set to,slated,bound to,about to,is to ,are to ,going to,will,would,should,could,might,may,reported,alleged,purported,supposed,rumo,claim,target,goal,ambition,upcoming,by the time,propos,working,consider,draft,not the case,true,false,wrong,incorrect,myth,nobody,no one,den".split(
            ","
        ),
    ),
    re.compile(
        r"草案|征求意见稿|预计|预期|(?<!订阅)(?<!付费)(?<!免费)(?<!套餐)(?<!各)计划(?![中的内外里])(?=[于在到把将用从与于新\u3400-\u9fff])|打算|旨在(?!帮助|支持|支撑|解决|提供|让|为|面向|简化|消除|避免|满足)|力求|有望|即将|目标|力争|争取|规划(?=于|在|到)|希望|期望|想要|准备(?=在|于|把)|拟(?=[于在将把用对从新\u4e00-\u9fff])(?<![模虚])"
        r"|(?<![即])将(?=于|在\s?(?:\d|明|下|今|后|年|未来|近期)|会|配|支持|达|为\s?\d|提供|推出|发布|采用|由|有|是|成为|继续|不再|取消|升级|上线|开源|搭载|引入|加入|具备|拥有|实现|迎来|举行|扩|增至|提高到|提升到|降到|降至|新增|开始|停止|开放|超过|突破|\s?\d{4} ?年)"
        r"|可能(?!性|的话)|或许|也许|或[可将能](?!以)|疑似|似乎|据称|据说|据传|传言|传闻|声称|宣称|自称|号称|(?:有|据)消息称|爆料称?|网传"
        r"|\b(?:wants?|wishes to|plans? (?:to|for)|planning to|aims? (?:to|at|for)|aiming (?:to|at|for)|hopes? (?:to|that|for)|expects? (?:to|that)|intends? to|(?:is|are) (?:due|set|slated|bound|about) to|(?:is|are) to (?=[a-z]{2,})"
        r"|going to|(?<!\bi )(?<!\byou )will|(?<!\bi )would(?! like|-be)|should|could|might|may(?! \d)|reportedly|allegedly|purportedly|supposedly|rumou?red|claims? that|claimed that|claims to|targets?|the goal|a goal|ambition|upcoming|by the time|proposes? (?:to|that)|working (?:on|towards?) (?=[a-z])|considers? \w+ing|draft (?:norm|standard|spec|specification|rule|law|regulation|bill)s?|(?:not the case|not true|untrue|false|wrong|incorrect|a myth) that|(?:nobody|no one) (?:has |have )?(?:shown?|showed|proved|proven|confirmed|said) that|den(?:y|ies|ied) that)\b",
        re.IGNORECASE,
    ),
)
_MAY = re.compile(r"May\Z")
_WHOLE_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|been)\s(?:planned|scheduled|expected|intended|rumou?red|proposed|foreseen|under consideration|on the roadmap)\b|已列入计划|在计划中|列入路线图|待发布",
    re.IGNORECASE,
)
_WHOLE_SENTENCE = re.compile(
    r"(?:^|(?<=[\s。；，]))(?:if(?! (?:you|i|we)\b)|(?-i:Should)(?= [a-z])|provided(?= that\b| (?!to\b|by\b|in\b|for\b|with\b|at\b|from\b|on\b)[^.;,]{1,40}\b(?:is|are|has|have|was|were|does|do)\b)|assuming|suppose|supposing|whether)\b|\b(?:according to (?:a |the |some |unconfirmed )*(?:rumou?rs?|hearsay|leaks?)|unless|whether|in case|only (?:with|if|when|for))\b"
    r"|如果|假如|假设|倘若|若(?=[\u3400-\u9fff\sA-Z])(?<![如似])|除非|能否|是否|有没有|会不会|是不是|吗(?=[？?])|一旦|仅在(?!于)|只有在|只在",
    re.IGNORECASE,
)  # fmt: skip
_QUALITY = re.compile(r"[不非未无](?![是会能用])[\u3400-\u9fff]{1,3}的(?=[\sA-Za-z\u3400-\u9fff])")
_FORWARD = frozenset({"如果", "假如", "假设", "倘若", "若", "一旦"})
_QUESTION = re.compile(r"[？?]")
_KNOWN = re.compile(r"\bdid you know\b|你知道吗|(?:是否|你)知道", re.IGNORECASE)
"""What is asked so is held to be true."""


@lru_cache(maxsize=4096)
def roles_in(plain: str) -> tuple[RoleSpan, ...]:
    """The stretches of a folded text that have a role other than a plain fact of today, in order."""
    found = [*_passed(plain), *_excepted(plain), *_unreal(plain)]
    found.extend(_denied(plain))
    found.sort(key=lambda span: (span.start, span.end))
    return tuple(found)


def role_at(spans: tuple[RoleSpan, ...], start: int, end: int) -> set[Role]:
    """The roles of a place; two denials undo each other, and where a plan starts from is no plan."""
    over = [span for span in spans if span.start <= start and end <= span.end]
    if not over:
        return set()
    roles: set[Role] = {span.role for span in over}
    if sum(span.role == "denied" for span in over) % 2 == 0:
        roles.discard("denied")
    if "unreal" in roles and any(
        (span.role == "passed" and "rom" in span.cue) or span.cue[:1] in {"从", "由", "自"} for span in over
    ):
        roles -= {"unreal", "passed"}
    return roles


def _until(plain: str, start: int, *, reach: int = 0) -> int:
    """Where the clause that goes on at a place ends."""
    match = _BREAK.search(plain, start)
    end = match.start() if match else len(plain)
    return min(end, start + reach) if reach else end


def _since(plain: str, place: int) -> int:
    first = 0
    for match in _BREAK.finditer(plain, max(0, place - 160), place):
        first = match.end()
    return first


def _sentence(plain: str, place: int) -> tuple[int, int]:
    first = 0
    for match in _SENTENCE.finditer(plain, 0, place):
        first = match.end()
    after = _SENTENCE.search(plain, place)
    return first, after.end() if after else len(plain)


def _turn(plain: str, start: int, end: int) -> int:
    """Where the words after a cue begin to say something else."""
    for pattern in (_TURNS_EN, _TURNS_ZH):
        match = pattern.search(plain, start, end)
        if match and match.start() > start + 1:
            end = match.start()
    return end


def _denied(plain: str) -> Iterator[RoleSpan]:
    cues = [(cue.start, cue.end, cue.text) for cue in find_cues(plain) if cue.kind == "negation"]
    cues += [(*m.span(), m[0]) for m in _DENYING.finditer(plain)]
    taken: list[tuple[int, int]] = []
    for start, end, text in sorted(cues, key=lambda cue: (cue[0], -cue[1])):
        if any(a <= start and end <= b for a, b in taken):
            continue
        taken.append((start, end))
        if text.lower() in {"非", "无", "non"} or _ONLY.match(plain, end) or _NEEDED.match(text):
            continue
        stop = _turn(plain, end, _until(plain, end, reach=_REACH))
        quality = _QUALITY.match(plain, start)  # `一个不严谨的测试`: the word before 的 is denied, no more
        stop = min(stop, quality.end()) if quality else stop
        later = [other for other, _, _ in cues if other > end + _TWICE]
        stop = min([stop, *later])
        if stop > end:
            yield RoleSpan("denied", end, stop, text)


def _worth(plain: str, patterns: Iterable[_Signed]) -> Iterator[re.Pattern[str]]:
    """The patterns of which a text has a sign."""
    low = plain.lower()
    for signs, pattern in patterns:
        if any(map(low.__contains__, signs)):
            yield pattern


def _passed(plain: str) -> Iterator[RoleSpan]:
    for pattern in _worth(plain, (*_PASSED_EN, *_PASSED_ZH)):
        for match in pattern.finditer(plain):
            if match.re.groups:
                yield RoleSpan("passed", match.start("x"), match.end("x"), match[0][:12].strip())
            elif not _ONLY.match(plain, match.end() - 1):
                stop = _turn(plain, match.end(), _until(plain, match.end(), reach=_REACH))
                yield RoleSpan("passed", match.end(), stop, match[0].strip())
    for match in _REMOVED_EN.finditer(plain):
        yield RoleSpan("passed", _since(plain, match.start()), match.start(), match[0])


def _excepted(plain: str) -> Iterator[RoleSpan]:
    roles: tuple[tuple[Role, re.Pattern[str]], ...] = (
        *(("excepted", pattern) for pattern in _worth(plain, _EXCEPTED)),
        *(("rejected", pattern) for pattern in _worth(plain, _REJECTED)),
    )
    for role, pattern in roles:
        for match in pattern.finditer(plain):
            if match.re.groups:
                yield RoleSpan(role, match.start("x"), match.end("x"), match[0].strip())
            else:
                stop = _turn(plain, match.end(), _until(plain, match.end(), reach=_REACH))
                yield RoleSpan(role, match.end(), _verb(plain, match.end(), stop), match[0].strip())


_PREDICATE = re.compile(
    r"\s(?:supports?|has|have|is|are|was|were|needs?|uses?|runs?|ships?|can|does|do|will)\b", re.IGNORECASE
)


def _verb(plain: str, start: int, end: int) -> int:
    match = _PREDICATE.search(plain, start, end)
    return match.start() if match else end


def _unreal(plain: str) -> Iterator[RoleSpan]:
    for match in (match for pattern in _worth(plain, (_UNREAL,)) for match in pattern.finditer(plain)):
        if _MAY.match(match[0]):
            continue
        end = _until(plain, match.end())
        today = _TODAY.search(plain, match.end(), end)
        yield RoleSpan("unreal", match.end(), today.start() if today else end, match[0])
    for match in _WHOLE_CLAUSE.finditer(plain):
        yield RoleSpan("unreal", _since(plain, match.start()), _until(plain, match.end()), match[0])
    for match in _WHOLE_SENTENCE.finditer(plain):
        first, last = _sentence(plain, match.start())
        if match[0] in _FORWARD:  # what stands before it is said without it
            first = match.start()
        elif match[0].lower() == "whether" and match.start() > first:
            first, last = match.start(), _until(plain, match.end())
        yield RoleSpan("supposed", first, last, match[0])
    for match in _QUESTION.finditer(plain):
        if _KNOWN.search(plain, _since(plain, match.start()), match.start()):
            continue
        yield RoleSpan("supposed", _since(plain, match.start()), match.end(), match[0])
