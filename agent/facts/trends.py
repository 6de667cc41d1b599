"""Statements of a trend: `the more X, the more Y`, `Y rises with X`, `随 X 增大 Y 降低`, `Y 随 X 非单调变化`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Way = Literal["up", "down", ""]

_UP_ZH = "高|大|多|长|增大|增加|提高|升高|变大|增长|上升|变高|提升|上涨|拉长|变长|攀升|走高"
_DOWN_ZH = "低|小|少|短|减小|减少|降低|变小|下降|变低|缩短|缩小|回落|变短|走低"
_GOOD_ZH = "快|好|优|强|变快|变好|改善"
_BAD_ZH = "慢|差|弱|变慢|变差|恶化"
_UP_EN = "higher|larger|bigger|longer|more|greater|increases?|increasing|grows?|growing|rises?|rising|raises?|raising|climbs?|goes up"
_DOWN_EN = "lower|smaller|shorter|fewer|less|decreases?|decreasing|drops?|falls?|falling|reduces?|reducing|shrinks?|lowers?|lowering|declines?|goes down"
_GOOD_EN = "better|faster|improves?"
_BAD_EN = "worse|slower|degrades?|worsens?"
_ZH = f"(?:{'|'.join(sorted((_UP_ZH + '|' + _DOWN_ZH + '|' + _GOOD_ZH + '|' + _BAD_ZH).split('|'), key=len, reverse=True))})"
_EN = f"(?:{_UP_EN}|{_DOWN_EN}|{_GOOD_EN}|{_BAD_EN})"
_X, _Y = "[^，,。；：:]{2,40}?", "[^，,。；（(]{1,24}?"

_LONGEST = 300
_FORMS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    (("越",), re.compile(rf"(?P<x>{_X})越(?P<dx>[高低大小多少长短])[，,]?\s?(?P<y>{_Y})(?:也|就|则)?越(?P<dy>[高低大小多少长短快慢好差优强弱])")),
    (("随",), re.compile(rf"随着?(?P<x>{_X})(?:的|逐渐|不断)?(?P<dx>{_ZH})[，,]?\s?(?P<y>{_Y})(?:也|会|则|就|逐渐|不断|持续|随之|显著|明显|略有|单调|先)?(?P<dy>{_ZH})(?!后|再|又)")),
    (("会", "可", "能", "将", "使"), re.compile(rf"(?P<dx>增大|提高|增加|调大|减小|降低|减少|调小)\s?(?P<x>{_X})(?:会|可以?|能|将|使得?)(?P<dy>增大|提高|增加|升高|提升|降低|减少|减小|缩短|恶化|改善)\s?(?P<y>[^，,。；（(]{{1,24}})")),
    (("giv", "yield", "mean", "lead", "result", "bring", "produc", "comes with"), re.compile(rf"\b(?P<dx>{_EN})\s(?P<x>[a-z][\w -]{{2,30}}?)\s(?:gives?|yields?|means?|leads? to|results? in|brings?|produces?|also means|comes with)\s(?:a\s)?(?P<dy>{_EN})\s(?P<y>[a-z][\w -]{{2,30}})", re.I)),
    (("the ",), re.compile(rf"\bthe (?P<dx>{_EN}) (?:the )?(?P<x>[a-z][\w -]{{2,30}}?)(?: is)?, the (?P<dy>{_EN}) (?:the )?(?P<y>[a-z][\w -]{{2,30}})", re.I)),
    ((" as ", " when "), re.compile(rf"(?:the )?(?P<y>[a-z][\w -]{{2,30}}?) (?:steadily |slowly |sharply )?(?P<dy>{_EN})(?: steadily| slowly| sharply| monotonically| consistently)? (?:as|when) (?:the )?(?P<x>[a-z][\w -]{{2,30}}?) (?P<dx>{_EN})", re.I)),
    (("as ", "when "), re.compile(rf"\b(?:as|when) (?:the )?(?P<x>[a-z][\w -]{{2,30}}?) (?P<dx>{_EN}),? (?:the )?(?P<y>[a-z][\w -]{{2,30}}?) (?:also |steadily |slowly |sharply )?(?P<dy>{_EN})", re.I)),
    (("ing ",), re.compile(rf"\b(?P<dx>increasing|raising|growing|reducing|decreasing|lowering) (?:the )?(?P<x>[a-z][\w -]{{2,30}}?) (?P<dy>{_EN}) (?:the )?(?P<y>[a-z][\w -]{{2,30}})", re.I)),
    ((" with ",), re.compile(rf"(?P<y>[a-z][\w -]{{2,30}}?) (?:steadily |slowly )?(?P<dy>{_EN})(?: steadily| slowly| sharply| monotonically| consistently)? with (?:the |an? )?(?P<dx>{_EN}|growing)?\s?(?P<x>[a-z][\w -]{{2,30}})", re.I)),
)  # fmt: skip
_ALSO = re.compile(
    r"[，,]\s?(?:但|而|且|同时)?\s?(?P<y>[^，,。；（(越更]{2,16}?)(?:也|则|反而|却)?[越更](?P<dy>[高低大小多少长短快慢好差优])"
)
_SIGN = re.compile(
    r"越|随|增|提高|降低|减|调|\b(?:as|when|with|higher|lower|larger|smaller|longer|shorter|more|fewer|increasing|raising|reducing|lowering)\b",
    re.I,
)


_TURNING = re.compile(
    rf"(?P<y>{_Y})随着?(?P<x>{_X})(?:的?(?:变化|增大|增加|提高|升高))?(?:而|呈|先)?(?P<how>非单调|不单调|先[升增]后[降减]|先[降减]后[升增])"
    r"|\b(?P<y2>[a-z][\w -]{2,30}?) (?:is|are|changes?|varies|behaves?) (?P<how2>non-?monotonic(?:ally)?|not monotonic(?:ally)?) (?:in|with|as) (?:the )?(?P<x2>[a-z][\w -]{2,30})",
    re.I,
)
_TURNS = re.compile(r"随|monotonic", re.I)
_STEADY = re.compile(
    r"单调|持续|不断|始终|一直|\b(?:monotonic(?:ally)?|steadily|always|consistently|continuously|constantly)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Trend:
    """`y` goes the way `dy` as `x` goes the way `dx`; both ways as the text words them."""

    x: str
    dx: str
    y: str
    dy: str
    start: int
    end: int
    steady: bool = False
    """Whether the text says that it goes so at every step."""
    turning: bool = False
    """Whether the text says that it goes both ways; `dx` and `dy` say nothing then."""


def find_trends(text: str) -> tuple[Trend, ...]:
    """What a sentence says of a trend; nothing where it says none, or is longer than 300 characters."""
    if len(text) > _LONGEST or not _SIGN.search(text):
        return ()
    turning = _TURNING.search(text) if _TURNS.search(text) else None
    if turning is not None:
        x, y = turning["x"] or turning["x2"], turning["y"] or turning["y2"]
        return (Trend(x, "", y, "", *turning.span(), turning=True),)
    steady = bool(_STEADY.search(text))
    low = text.lower()
    for needles, form in _FORMS:
        match = form.search(text) if any(map(low.__contains__, needles)) else None
        if match is None:
            continue
        first = Trend(match["x"], match["dx"] or "higher", match["y"], match["dy"], *match.span(), steady)
        if "越" not in match[0]:
            return (first,)
        more = _ALSO.finditer(text, match.end())
        return (first, *(Trend(match["x"], match["dx"], a["y"], a["dy"], *a.span(), steady) for a in more))
    return ()


def way_of(word: str, better: Literal["higher", "lower", ""]) -> Way:
    """`up` or `down`; of a good or bad turn, as more or less of the quantity is better."""
    lowered = word.lower()
    good = re.fullmatch(f"{_GOOD_ZH}|{_GOOD_EN}", lowered)
    bad = re.fullmatch(f"{_BAD_ZH}|{_BAD_EN}", lowered)
    if good or bad:
        if not better:
            return ""
        return "up" if (better == "higher") == bool(good) else "down"
    if re.fullmatch(f"{_UP_ZH}|{_UP_EN}", lowered):
        return "up"
    return "down" if re.fullmatch(f"{_DOWN_ZH}|{_DOWN_EN}", lowered) else ""


def speaks_of(x: str, parameter: str) -> bool:
    """Whether what a trend names is a parameter, as both are worded, in lower case."""
    x = re.sub(r"^(?:the|a|an)\s", "", x.strip().lower())
    return parameter in x or (len(x) >= 2 and x in parameter)
