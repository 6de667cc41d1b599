"""`The more X, the more Y` against the values of a table that varies X."""

from __future__ import annotations

import re

from agent.consistency.lexicon import Better
from agent.consistency.reading import Reading, Sentence
from agent.consistency.series import Nearby, Series
from agent.consistency.superlatives import relevant
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

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

_FORMS = (
    re.compile(rf"(?P<x>{_X})越(?P<dx>[高低大小多少长短])[，,]?\s?(?P<y>{_Y})(?:也|就|则)?越(?P<dy>[高低大小多少长短快慢好差优强弱])"),
    re.compile(rf"随着?(?P<x>{_X})(?:的|逐渐|不断)?(?P<dx>{_ZH})[，,]?\s?(?P<y>{_Y})(?:也|会|则|就|逐渐|不断|持续|随之|显著|明显|略有|单调|先)?(?P<dy>{_ZH})(?!后|再|又)"),
    re.compile(rf"(?P<dx>增大|提高|增加|调大|减小|降低|减少|调小)\s?(?P<x>{_X})(?:会|可以?|能|将|使得?)(?P<dy>增大|提高|增加|升高|提升|降低|减少|减小|缩短|恶化|改善)\s?(?P<y>[^，,。；（(]{{1,24}})"),
    re.compile(rf"\b(?P<dx>{_EN})\s(?P<x>[a-z][\w -]{{2,30}}?)\s(?:gives?|yields?|means?|leads? to|results? in|brings?|produces?|also means|comes with)\s(?:a\s)?(?P<dy>{_EN})\s(?P<y>[a-z][\w -]{{2,30}})", re.I),
    re.compile(rf"\bthe (?P<dx>{_EN}) (?:the )?(?P<x>[a-z][\w -]{{2,30}}?)(?: is)?, the (?P<dy>{_EN}) (?:the )?(?P<y>[a-z][\w -]{{2,30}})", re.I),
    re.compile(rf"(?:the )?(?P<y>[a-z][\w -]{{2,30}}?) (?:steadily |slowly |sharply )?(?P<dy>{_EN}) (?:as|when) (?:the )?(?P<x>[a-z][\w -]{{2,30}}?) (?P<dx>{_EN})", re.I),
    re.compile(rf"\b(?:as|when) (?:the )?(?P<x>[a-z][\w -]{{2,30}}?) (?P<dx>{_EN}),? (?:the )?(?P<y>[a-z][\w -]{{2,30}}?) (?:also |steadily |slowly |sharply )?(?P<dy>{_EN})", re.I),
    re.compile(rf"\b(?P<dx>increasing|raising|growing|reducing|decreasing|lowering) (?:the )?(?P<x>[a-z][\w -]{{2,30}}?) (?P<dy>{_EN}) (?:the )?(?P<y>[a-z][\w -]{{2,30}})", re.I),
    re.compile(rf"(?P<y>[a-z][\w -]{{2,30}}?) (?:steadily |slowly )?(?P<dy>{_EN}) with (?:the |an? )?(?P<dx>{_EN}|growing)?\s?(?P<x>[a-z][\w -]{{2,30}})", re.I),
)  # fmt: skip
_ALSO = re.compile(
    r"[，,]\s?(?:但|而|且|同时)?\s?(?P<y>[^，,。；（(越更]{2,16}?)(?:也|则|反而|却)?[越更](?P<dy>[高低大小多少长短快慢好差优])"
)
_SIGN = re.compile(
    r"越|随|增|提高|降低|减|调|\b(?:as|when|with|higher|lower|larger|smaller|longer|shorter|more|fewer|increasing|raising|reducing|lowering)\b",
    re.I,
)


def false_trends(reading: Reading, series: list[Series]) -> list[Doubt]:
    """Sentences about a trend that the swept values beside them deny."""
    swept = [s for s in series if s.table and s.parameter and _points(s) is not None]
    if not swept:
        return []
    nearby = Nearby(reading, swept)
    found: list[Doubt] = []
    for sentence in reading.sentences:
        if len(sentence.text) > 300 or not _SIGN.search(sentence.text):
            continue
        near = nearby.of(sentence.section)
        fault = _false_trend(reading, sentence, near) if near else None
        if fault:
            found.append(fault)
    return found


def _claims(text: str) -> list[tuple[str, str, str, str]]:
    """What a sentence says of a trend: of what, which way, of what, which way."""
    for form in _FORMS:
        match = form.search(text)
        if match is None:
            continue
        said = [(match["x"], match["dx"] or "higher", match["y"], match["dy"])]
        if "越" in match[0]:
            said += [
                (match["x"], match["dx"], also["y"], also["dy"]) for also in _ALSO.finditer(text, match.end())
            ]
        return said
    return []


def _false_trend(reading: Reading, sentence: Sentence, near: list[Series]) -> Doubt | None:
    for x, dx, y, dy in _claims(sentence.text):
        for one in relevant(near, y, sentence)[:1]:
            asked, said = _direction(dx, ""), _direction(dy, one.better)
            if not asked or not said or not _speaks_of(x.lower(), one.parameter):
                continue
            fault = _against(reading, sentence, one, rising=asked == said)
            if fault:
                return fault
    return None


def _speaks_of(x: str, parameter: str) -> bool:
    x = re.sub(r"^(?:the|a|an)\s", "", x.strip())
    return parameter in x or (len(x) >= 2 and x in parameter)


def _direction(word: str, better: Better) -> str:
    """`up` or `down`; of a good or bad turn, as the quantity is better."""
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


def _points(one: Series) -> list[int] | None:
    """The entries in the order of the swept number, or None where the keys are no distinct numbers."""
    keys = [e.labels[0].replace(",", "") for e in one.entries]
    if (
        len(keys) < 2
        or not all(re.fullmatch(r"\d+(?:\.\d+)?k?", key) for key in keys)
        or len(set(keys)) != len(keys)
    ):
        return None
    numbers = [float(key.rstrip("k")) * (1000 if key.endswith("k") else 1) for key in keys]
    return sorted(range(len(keys)), key=numbers.__getitem__)


def _against(reading: Reading, sentence: Sentence, one: Series, *, rising: bool) -> Doubt | None:
    order = _points(one)
    assert order is not None
    first, last = one.entries[order[0]], one.entries[order[-1]]
    if first.amount.agrees(last.amount) or (last.amount.low > first.amount.low) == rising:
        return None
    return doubt(
        reading,
        "trend",
        quote(sentence.quote, sentence.line),
        last.quote,
        zh=f"所列数值由 {first.amount.text}（{first.labels[0]}）到 {last.amount.text}（{last.labels[0]}），与所述趋势相反",
        en=f"The values run from {first.amount.text} ({first.labels[0]}) to {last.amount.text} ({last.labels[0]}), the other way",
    )
