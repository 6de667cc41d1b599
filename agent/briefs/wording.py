"""What the wording of a doubt asks for: the caveat to put, what would settle it, when to look again."""

from __future__ import annotations

import calendar
import datetime as dt
import re

from agent.models import Caveat, Doubt

_ADVISED = re.compile(
    r"标注|备注|注明|说明|\b(?:note|mark|annotate|flag|label|caveat|add)\w*\b", re.IGNORECASE
)
_WORDED = re.compile(r"[“\"「『]([^”\"」』]{4,400})[”\"」』]")
_SPAN = re.compile(
    r"(\d{1,3})(?:[ \t]*(?:-|–|—|~|～|至|到|to)[ \t]*\d{1,3})?[ \t-]*(个月|月|周|天|日|年|months?|weeks?|days?|years?)"
    r"[ \t]*(?:的)?[ \t]*(?:观察|后|内再|复查|再查|之后|observation|watch|later|from now)",
    re.IGNORECASE,
)
_WATCH_FIRST = re.compile(
    r"(?:观察期|再查|复查|look again|re-?check|review|watch)[^\d。.]{0,16}(\d{1,3})(?:[ \t]*(?:-|–|~|至|to)[ \t]*\d{1,3})?"
    r"[ \t-]*(个月|月|周|天|日|年|months?|weeks?|days?|years?)",
    re.IGNORECASE,
)
_HOLLOW = re.compile(
    r"需|待|应|请|独立|进一步|核实|验证|确认|\b(?:to|be|must|should|needs?|verified|verify|confirmed|checked)\b|\s",
    re.IGNORECASE,
)
"""Words that ask for proof without saying which."""
_SETTLES = re.compile(
    r"((?:需|待|应|建议|对照|请)[^，。；,;\"”」（）()]{0,40}(?:核实|验证|确认|对照)[^，。；,;\"”」（）()]{0,20}"
    r"|(?:need(?:s|ing)?|to|must|should|check|verify|confirm)\b[^.;,\"”()]{0,60}"
    r"\b(?:verif\w+|confirm\w*|check\w*|against|reproduc\w+)[^.;,\"”()]{0,40})",
    re.IGNORECASE,
)


def caveat_of(doubt: Doubt, date: dt.date) -> Caveat:
    """A doubt as the caveat that the document's reader must see: the advised wording where it is quoted."""
    text = f"{doubt.title} {doubt.problem} {doubt.advice}"
    return Caveat(
        kind=doubt.kind,
        risk=doubt.risk,
        wording=advised_wording(doubt.advice) or doubt.advice or doubt.problem or doubt.title,
        settled_by=settled_by(doubt.advice) or settled_by(doubt.problem),
        look_again=look_again(text, date),
    )


def advised_wording(advice: str) -> str:
    """The wording that advice quotes after 标注 (or `mark it as`), or an empty string."""
    for found in _WORDED.finditer(advice):
        if _ADVISED.search(advice[max(0, found.start() - 40) : found.start()]):
            return found[1].strip()
    return ""


def settled_by(text: str) -> str:
    """The words that say what would settle a doubt (`需对照官方博客核实`), or an empty string."""
    for found in _SETTLES.finditer(text):
        said = _HOLLOW.sub("", found[1])
        if len(said) >= 3:
            return found[1].strip()
    return ""


def look_again(text: str, date: dt.date) -> dt.date | None:
    """When a text says to look again, counted from `date`; of a range its nearer end."""
    found = _SPAN.search(text) or _WATCH_FIRST.search(text)
    if found is None:
        return None
    count, unit = int(found[1]), found[2].lower()
    if unit in {"天", "日"} or unit.startswith("day"):
        return date + dt.timedelta(days=count)
    if unit == "周" or unit.startswith("week"):
        return date + dt.timedelta(weeks=count)
    months = count * 12 if unit == "年" or unit.startswith("year") else count
    year, month = divmod(date.year * 12 + date.month - 1 + months, 12)
    day = min(date.day, calendar.monthrange(year, month + 1)[1])
    return dt.date(year, month + 1, day)
