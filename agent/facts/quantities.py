"""From amounts to quantities: ranges, lists, series, bounds, approximation, change."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from agent.facts.amounts import find_amounts
from agent.facts.dressing import Amount
from agent.facts.model import Bound, Change, Fact, Form, Mode
from agent.facts.number_words import Blocked

Joint = Literal["", "range", "list", "series", "and"]

_REACH = 18
"""How many characters before a number its bound, approximation or change is looked for."""

_RANGE = re.compile(r"\s?(?:-{1,3}|~|—{1,2}|到|至|\.\.\.?|-to-|\sto\s)\s?(?:约|大约|about |around |~|≈)?\s?")
_LIST = re.compile(r"\s?/\s?")
_SERIES = re.compile(r"\s?(?:→|->|=>|>>)\s?")
_AND = re.compile(r"\s?(?:、|,\s|，|和|与|及|以及|,?\s?and\s|,?\s?or\s|或)\s?")
_SPANS = re.compile(
    r"\brang(?:e|es|ing)\b|\bvar(?:y|ies|ying)\b|\bspan|\bbetween\b|介于|范围|区间|不等", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d", re.ASCII)
_NAME_BEFORE = re.compile(r"[A-Z][A-Za-z]{1,20} $")
_BETWEEN = re.compile(r"(?:between|介于|在)\s?$", re.IGNORECASE)
_FROM = re.compile(
    r"(?:\bfrom|从|由)\s?(?:[\u3400-\u9fff]{1,6}|about|around|approximately|[A-Za-z$¥€]{0,3})\s?$",
    re.IGNORECASE,
)
_CHANGED_TO = re.compile(
    r"^.{0,12}?(?:降|升|增|减|提升|提高|下降|上升|跌|涨|缩短|减少|压缩|优化|变|改|扩|延长|放宽)\S{0,4}?(?:到|至|为)\s?(?:约|了)?\s?$"
)

_UP_TO = r"(?<!live )(?<!lives )(?<!lived )(?<!living )(?<!own )(?<!owns )(?<!owned )(?<!catch )(?<!caught )(?<!catching )(?<!add )(?<!adds )(?<!adding )(?<!lead )(?<!leading )(?<!stand )(?<!stood )\bup to"
"""`up to`, but for `lives up to`, `owns up to`, `adds up to`."""
_BOUNDS: tuple[tuple[Bound, str], ...] = (
    ("<=", r"不(?:超过|大于|高于|多于|超出)|未超过|至多|最多(?:可|为|达|支持)?|最高(?:可?达|可|为|至|支持)?(?:到|至)?|最长(?:可?达|为)?|最大(?:可?达|为|支持)?|上限(?:为|是)?|小于等于|≤|<=|高达|多达|可达|达到最多"
           r"|" + _UP_TO + r"|\bupto|\bat most|\bno (?:more|greater|higher|longer) than|\bnot? (?:more|exceed(?:ing)?) (?:than )?|\bdoes not exceed|\bmaximum(?: of)?|\bmax(?:imum)?\.?:?|\bas (?:much|many|high|long|large) as|\bwithin|\bcapped at"),
    ("<", r"低于|小于|少于|不到|不足|不满|短于|(?<![-=])<|\bless than|\bunder|\bbelow|\bfewer than|\bshorter than|\bsmaller than|\blower than"),
    (">=", r"至少|最少(?:为)?|最低(?:为)?|最小(?:为)?|不少于|不低于|不小于|起码|大于等于|≥|>=|\bat least|\bno (?:less|fewer|lower|smaller) than|\bnot less than|(?<!\bthe )\bminimum(?: of)?|\bmin(?:imum)?\.?:?(?<! of)|\bas (?:few|little|low) as"),
    (">", r"超过|超出|高于|大于|多于|超|逾|突破|破|过了|(?<![-=])>|\bmore than|\bover|\babove|\bgreater than|\bexceed(?:s|ed|ing)?|\bbeyond|\bhigher than|\blonger than|\blarger than|\bsurpass(?:es|ed|ing)?|\bupwards of"),
)  # fmt: skip
_APPROX = r"\ba good|\bjust about|近似(?:于|为)?|约[需要付花占耗用有]{1,2}|约为?[^，。；,;]{1,12}的|约|大约|大概|约为|接近|将近|近|估计|差不多|~|≈|\babout|\baround|\bapproximately|\bapprox\.?|\broughly|\bnearly|\balmost|\bcirca|\bca\.|\bc\.|\bsome|\bclose to|\bestimated(?: at)?"
_LEAD = re.compile(
    "(?:(?P<lt_eq>" + _BOUNDS[0][1] + ")|(?P<lt>" + _BOUNDS[1][1] + ")|(?P<gt_eq>" + _BOUNDS[2][1] + ")|(?P<gt>" + _BOUNDS[3][1]
    + ")|(?P<approx>" + _APPROX + r"))\s?(?:a |an |the |了|为其?|在|到|至|达|的|[A-Za-z]\s?=)?\s?$", re.IGNORECASE,
)  # fmt: skip
_LAST_WORD = re.compile(
    r"(?:to|most|than|exceed(?:s|ed|ing)?|maximum|minimum|of|max|min|as|within|at|under|below|least|over|above|beyond|surpass(?:es|ed|ing)?|about"
    r"|around|approximately|approx|roughly|nearly|almost|circa|ca|c|some|estimated|upto|good|a|an|the)\Z"
)
_LAST_CHARS = frozenset(
    "过于出多可为达持高至到长大限是等达少不足满低小了的其起码超逾突破似要付花占耗用有约概近计多在≤≥<>=~≈.:"
)
"""With what the words for a bound, and those between it and its number, end."""
_FAR_LEAD = re.compile(
    r"(?:(?P<gt_eq>至少|最少|\bat least|\bno (?:less|fewer) than)|(?P<lt_eq>最[高多][可能]|至多|最多|"
    + _UP_TO
    + r"|\bat most|\bno more than))"
    r"(?:(?<=至少)[^，。；：,;:\d]{1,24}|(?<=[多少])[\u4e00-\u9fff]{1,5}|(?<=[高多][可能])[^，。；,;\d]{1,32}|\s(?:[A-Za-z-]{1,16}\s){1,2})\s?$",
    re.IGNORECASE,
)
_DIFFERS = re.compile(
    r"\d(?:[\d.,]{0,10}\d)?\s?(?!(?:with|of|for|at|on|to|in|and|or|by|from|has|have|is|are|was|were|uses?|needs?|takes?)\b)[A-Za-z%/×]{0,8}(?:\spoints?)?\s?\Z"
)
_MARK = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,9}\Z")
_COSTS = re.compile(r"\b(?:costs?|weighs?|takes?|is worth)\s\Z", re.IGNORECASE)
_WITHIN = re.compile(r"\b(?:within|in)\s\Z", re.IGNORECASE)
_LEAD_BOUND: dict[str, Bound] = {"lt_eq": "<=", "lt": "<", "gt_eq": ">=", "gt": ">"}
_TAIL = re.compile(
    r"\s?(?:(?P<lt_eq>以内|以下|之内|及以下|or (?:less|fewer|lower|below|under)\b|at most\b)"
    r"|(?P<gt_eq>以上|及以上|之上|\+(?![\d\w])|or (?:more|higher|above|greater|over|longer|newer|later)\b|(?:at )?minimum\b)"
    r"|(?P<approx>左右|上下(?!文|游|行|载|线|部|层|滑)|前后(?!端|文)|or so\b|余|(?<=成)多|多(?=[个条次万亿年人家款项种%倍美元秒分小吨 ]))|(?P<approx2>±|\+/-))",
    re.IGNORECASE,
)
_FAR_TAIL = re.compile(
    r"(?:\s[A-Za-z0-9][\w+-]{0,23}){1,5}\sor (?:(?P<gt_eq>more)|(?P<lt_eq>fewer|less))\b(?!\s[A-Za-z])"
)
"""`two B300 or MI355X nodes or more`."""
_CHANGE = re.compile(
    r"(?:(?P<up>提升|提高|改善|增长|增加|增大|上升|上涨|升高|升|涨|提速|加速|加快|扩大|多出|\bincreas\w{0,4}|\bimprov\w{0,6}|\bgrow\w{0,3}|\bgrew|\bris\w{1,3}|\brose|\bgain\w{0,3}|\bboost\w{0,3}|\braise[sd]?)"
    r"|(?P<down>降低|下降|减少|缩短|下跌|节省|节约|压缩|缩小|削减|减小|跌|降|减|\bdecreas\w{0,4}|\breduc\w{1,5}|\bcut\w{0,4}|\bdrop\w{0,4}|\bfell|\bfall\w{0,3}|\blower\w{0,3}|\bdeclin\w{1,4}|\bsav\w{1,4}|\blos\w{1,3}|\bshr[aiu]nk\w{0,3}))"
    r"(?:[^，。；,;、:：()（）\d]{0,24}?)(?:\b(?P<by_en>by)|\b(?P<to_en>to)|(?P<to>(?:到|至|为|达)了?)(?:[^，。；,;、\d]{1,12}的)?|了)?(?:\s?(?:约|大约|近|about|around|nearly|approximately|超过|up to|最多|多达|over|more than|~|≈|高达|at least|至少))?\s?$",
    re.IGNORECASE,
)
_LESS = re.compile(r"latenc|delay|ttft|tpot|延迟|时延|耗时|开销", re.IGNORECASE)
_CHANGE_SIGNS = (
    *"提 改善 增 升 涨 加 扩 多出 降 减 缩 跌 节 压 削".split(),
    *"increas improv grow grew ris rose gain boost raise decreas reduc cut drop fell fall lower declin sav los shr".split(),
)
_CHANGE_AFTER = re.compile(
    r"\s?的?\s?(?:(?P<up>提升|提高|增长|增益|增幅|加速|提速|涨幅|收益|faster|higher|more|better|increase|improvement|gain|speed-?up|growth|larger|longer)"
    r"|(?P<down>降低|下降|减少|降幅|节省|缩短|slower|lower|less|fewer|reduction|decrease|decline|drop|savings?|smaller|shorter|cheaper|worse))(?![a-z])",
    re.IGNORECASE,
)


def find_quantities(text: str, blocked: Blocked) -> list[Fact]:
    """The quantities and ordinals of a folded text, in order of their place.

    A range is one fact with two values; an element of a list or series is a fact of its own, with its
    group and place. `blocked` reports spans whose digits belong to something else.
    """
    amounts = find_amounts(text, blocked)
    joints = [_joint(text, a, b) for a, b in pairwise(amounts)]
    for index in range(len(joints) - 1):  # `from 82 to 48 to 58`: the range is one end of the change
        if joints[index] == "series" and joints[index + 1] == "range":
            joints[index] = ""
    amounts = _shared_units(text, amounts, joints)
    facts: list[Fact] = []
    group = index = 0
    while index < len(amounts):
        last = index
        joint = joints[index] if index < len(joints) else ""
        if joint == "range":
            facts.append(_range(text, amounts[index], amounts[index + 1]))
            index += 2
            continue
        if joint in {"list", "series"}:
            while last < len(joints) and joints[last] == joint:
                last += 1
        form: Form = "list" if joint == "list" else "series" if joint == "series" else "single"
        lead = _single(text, amounts[index])
        for place, amount in enumerate(amounts[index : last + 1]):
            fact = lead if place == 0 else _element(text, amount, lead)
            facts.append(fact if form == "single" else replace(fact, form=form, group=group, place=place))
        group += form != "single"
        index = last + 1
    return facts


def _joint(text: str, a: Amount, b: Amount) -> Joint:  # noqa: PLR0911  (a table of cases)
    gap = text[a.end : b.start]
    if not gap and a.wordy and b.wordy and a.dimension:  # 三四个
        return "range"
    if len(gap) > 16 or a.ordinal or b.ordinal:
        return ""
    if _SERIES.fullmatch(gap):
        return "series"
    if _CHANGED_TO.match(gap) and _FROM.search(text, max(0, a.start - 20), a.start):
        return "series"
    if len(gap) > 8:
        return ""
    if _LIST.fullmatch(gap):
        return "list"
    if (
        gap.strip().startswith(("to", "到", "至"))
        and not _may_span(a, b)
        and _FROM.search(text, max(0, a.start - 20), a.start)
    ):
        return "series"
    if _RANGE.fullmatch(gap) and _may_span(a, b) and not _named_version(text, a, b):
        before = _FROM.search(text, max(0, a.start - 20), a.start)
        spans = _SPANS.search(text, max(0, a.start - 24), a.start)
        return (
            "series"
            if before and not spans and (gap.strip().startswith("to") or _steps(text, a))
            else "range"
        )
    if _AND.fullmatch(gap):
        if (
            gap.strip() in {"and", "和", "与"}
            and _BETWEEN.search(text, max(0, a.start - 9), a.start)
            and _may_span(a, b)
        ):
            return "range"
        return "and"
    return ""


def _named_version(text: str, a: Amount, b: Amount) -> bool:
    """`Llama 3.1-70B` is a name with its size, no range."""
    return (
        b.scale != 1.0
        and not b.unit
        and text[a.end] == "-"
        and bool(_NAME_BEFORE.search(text, max(0, a.start - 24), a.start))
    )


def _steps(text: str, a: Amount) -> bool:
    """`从 A 到 B` is a change when a verb of change stands shortly before it."""
    return bool(re.search(r"提升|提高|增|升|降|减|跌|涨|缩|优化", text[max(0, a.start - 12) : a.start]))


def _may_span(a: Amount, b: Amount) -> bool:
    plain = {"", "count"}
    same = not a.dimension or a.dimension == b.dimension or (a.dimension in plain and b.dimension in plain)
    factor = b.factor if not a.dimension else 1.0
    scale = b.scale if a.scale == 1.0 and not a.dimension else 1.0
    return same and a.value * factor * scale <= b.value


def _shared_units(text: str, amounts: list[Amount], joints: list[Joint]) -> list[Amount]:
    """`5-6.5×`, `32、64 和 128 GB`, `1-2 万`: a number without a unit takes its neighbour's."""
    shared = list(amounts)
    for index in range(len(joints) - 1, -1, -1):
        a, b = shared[index], shared[index + 1]
        if (
            joints[index]
            and not a.dimension
            and a.scale == 1.0
            and (b.dimension or b.scale != 1.0)
            and not a.fixed
            and not (
                joints[index] == "and" and b.dimension == "times" and _YEAR.fullmatch(text, a.start, a.end)
            )
        ):
            scale = (
                b.scale
                if a.scale == 1.0 and (joints[index] == "range" or b.dimension) and a.value < 1000
                else 1.0
            )
            factor = b.factor * scale
            shared[index] = replace(
                a,
                value=a.value * factor,
                step=a.step * factor,
                unit=b.unit,
                dimension=b.dimension,
                factor=b.factor,
            )
    for index, joint in enumerate(joints):
        a, b = shared[index], shared[index + 1]
        if joint in {"list", "series"} and a.dimension and not b.dimension and not b.fixed:
            shared[index + 1] = replace(
                b,
                value=b.value * a.factor,
                step=b.step * a.factor,
                unit=a.unit,
                dimension=a.dimension,
                factor=a.factor,
            )
    return shared


def _range(text: str, a: Amount, b: Amount) -> Fact:
    fact = _single(text, replace(b, start=a.start))
    inside = (
        _WITHIN.search(text, max(0, a.start - 10), a.start) is not None
    )  # `fits within 16-24 GB`: no bound
    return replace(
        fact,
        bound="" if inside else fact.bound,
        values=(a.value, b.value),
        step=max(a.step, b.step) if a.dimension == b.dimension else b.step,
        form="range",
        normal=f"{_shown(a.value)}..{_shown(b.value)} {b.dimension}".strip(),
    )


def _element(text: str, amount: Amount, lead: Fact) -> Fact:
    fact = _single(text, amount, alone=False)
    return replace(fact, approx=fact.approx or lead.approx, change=fact.change or lead.change)


def _single(text: str, amount: Amount, *, alone: bool = True) -> Fact:
    if amount.ordinal:
        return Fact(
            "ordinal",
            text[amount.start : amount.end],
            amount.start,
            amount.end,
            f"#{_shown(amount.value)}",
            (amount.value,),
        )
    bound, approx = _bound(text, amount, alone=alone)
    change, mode = _change(text, amount) if alone else ("", "")
    if not change and text[amount.start - 1 : amount.start] == "+" and amount.dimension == "percent":
        change = "up"  # `latency +5.6%`
    return Fact(
        "quantity",
        text[amount.start : amount.end],
        amount.start,
        amount.end,
        f"{_shown(amount.value)} {amount.dimension}".strip(),
        (amount.value,),
        unit=amount.unit,
        dimension=amount.dimension,
        bound=bound,
        approx=approx,
        step=amount.step,
        change="up" if amount.fixed == "up" else "down" if amount.fixed == "down" else change,
        mode=mode,
    )


def _bound(text: str, amount: Amount, *, alone: bool) -> tuple[Bound, bool]:
    bound: Bound = ""
    approx = False
    position = amount.start
    for _ in range(2 if alone else 1):  # `最多约 4%` has both
        match = _LEAD.search(text, max(0, position - _REACH), position) if _led(text, position) else None
        if match is None:
            break
        if match.lastgroup == "approx":
            approx = True
        elif _no_bound(text, match, amount):
            break
        elif not _lasts(match[0], amount) and not _as_dear(text, match, amount):
            bound = bound or _LEAD_BOUND[match.lastgroup or "lt"]
        position = match.start()
    far = _FAR_LEAD.search(text, max(0, amount.start - 40), amount.start) if alone and not bound else None
    if far is not None:
        bound = _LEAD_BOUND[far.lastgroup or "lt"]
    tail = _TAIL.match(text, amount.end) or (None if bound else _FAR_TAIL.match(text, amount.end))
    if tail is None and amount.end != amount.number_end:
        tail = _TAIL.match(text, amount.number_end)
    if tail is not None:
        if tail.lastgroup == "approx":
            approx = True
        elif tail.lastgroup != "approx2":
            bound = _LEAD_BOUND[tail.lastgroup or "lt"]
    return bound, approx


def _no_bound(text: str, lead: re.Match[str], amount: Amount) -> bool:
    """The end of a mark of HTML (`<b>27.8</b>`), a name (`Plus、Max 四档`), or what another value is set against
    (`131 GB less than the 178 GB before`)."""
    before = (max(0, lead.start() - 16), lead.start())
    if lead[0].startswith(">") and _MARK.search(text, *before):
        return True
    if lead[0].startswith("Max") and amount.wordy and text[amount.start] > "\u3400":
        return True
    return "than" in lead[0].lower() and _DIFFERS.search(text, *before) is not None


def _led(text: str, position: int) -> bool:
    """Whether what stands before a number may be a bound: most often it is none, and is not searched for one."""
    before = text[max(0, position - _REACH) : position].rstrip()
    if not before:
        return False
    if before[-1].isascii() and before[-1].isalpha():
        return _LAST_WORD.search(before.lower()) is not None
    return before[-1] in _LAST_CHARS


def _as_dear(text: str, lead: re.Match[str], amount: Amount) -> bool:
    """`costs as much as 50 other ones`: a likeness, no bound."""
    alike = lead[0].lower().startswith("as much as") and amount.dimension in {"", "count"}
    return alike and _COSTS.search(text, max(0, lead.start() - 12), lead.start()) is not None


def _lasts(lead: str, amount: Amount) -> bool:
    """`over two seasons`: during them; `over 200 items` and `over two thirds` are more than so many."""
    if amount.fixed and lead.startswith("上限"):  # `上限翻倍`
        return True
    small = (
        amount.wordy and amount.value / amount.factor <= 12 and amount.dimension not in {"percent", "times"}
    )
    return small and lead.strip().lower() == "over"


def _change(text: str, amount: Amount) -> tuple[Change, Mode]:
    window = text[max(0, amount.start - 44) : amount.start].lower()
    told = any(map(window.__contains__, _CHANGE_SIGNS))
    match = _CHANGE.search(text, max(0, amount.start - 44), amount.start) if told else None
    if match:
        mode: Mode = "to" if match["to"] or match["to_en"] else "by"
        return ("up" if match["up"] and not _for_less(text, match) else "down"), mode
    after = _CHANGE_AFTER.match(text, amount.end)
    if after and amount.dimension in {"percent", "points", "times"}:
        # `1.8x higher` is said of what is raised by so much and of what is raised to so much
        return ("up" if after["up"] else "down"), "" if amount.dimension == "times" else "by"
    return "", ""


def _for_less(text: str, change: re.Match[str]) -> bool:
    """`improves latency by 30%`: what is better for being less gets less."""
    better = (change["up"] or "").lower().startswith(("improv", "改善"))
    return better and _LESS.search(text, max(0, change.start() - 12), change.end()) is not None


def _shown(value: float) -> str:
    return f"{value:.12g}"
