"""Dates that cannot hold: after the text's own, backwards, not in the calendar, before their event."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from agent.consistency.reading import SENTENCE_LIMIT, Reading, Sentence
from agent.consistency.statements import name_spans
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_DATE = re.compile(
    r"(?<![\d./-])(?P<y>(?:19|20)\d\d)(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?![\d]|[-/.]\d)"
    r"|(?<!\d)(?P<y2>(?:19|20)\d\d)\s?年\s?(?P<m2>\d{1,2})\s?月\s?(?P<d2>\d{1,2})\s?[日号]"
    r"|\b(?P<mon>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?\s(?P<d3>\d{1,2}),?\s(?P<y3>(?:19|20)\d\d)\b"
    r"|(?<![\d.,-])(?P<d4>\d{1,2})\s(?P<mon4>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?,?\s(?P<y4>(?:19|20)\d\d)\b"
)
_MONTHS = {
    name: n for n, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), start=1)
}
_BETWEEN = re.compile(r"\s?(?:~|～|—|–|--?|至|到|to|until|through)\s?(?:\d{1,2}:\d{2}\s?)?$")
_PLANNED = re.compile(
    r"将(?!其)|计划|预计|预期|拟|截止|截至|届时|未来|下次|到期|有效期|观察期|复核|复查|回看|deadline|目标|之前完成|排期|路线图|即将"
    r"|\b(?:will|plan\w*|expect\w*|schedul\w*|upcoming|deadline|due|until|by|target\w*|roadmap|next|future|expires?|valid|ETA|review|re-?check|look again|to be)\b",
    re.I,
)
_PAST = re.compile(
    r"发布|发表|上线|推出|合并|提交|公布|公开|开源|创建|实测|测得|测试|完成|更新于|修复|宣布|采集|收录|获取|访问|扫描|升级|记录|抓取|跑出|压测|评测|统计|观测|验证|截图|下载|结束|关闭|抵达|获得|达成|至今"
    r"|\b(?:released?|published|launched|merged|announced|measured|tested|created|updated|fixed|accessed|retrieved|posted|opened|ran|recorded|collected|submitted|conducted|performed|executed|sampled|logged|evaluated|benchmarked|run(?= on\b)|taken(?= on\b))\b"
    r"|\b(?:was|were|had been)\s[a-z]{2,12}(?:ed|en)\b|\b[a-z]{2,12}(?<!e)ed\s(?:on|in)\b",
    re.I,
)
_RELEASE = re.compile(r"发布|上线|推出|开源|创建|released?\b|launched|published|created|shipped", re.I)
_USE = re.compile(
    r"实测|测得|测试|压测|基准|评测|跑通|部署|使用|采用|验证|benchmark|measured|tested|ran\b|runs?\b|evaluat\w+|using|deployed|verified|observed",
    re.I,
)
_EARLY = re.compile(
    r"预览|抢先|提前|内测|候选|开发版|夜间版|\brc\d*\b|\bbeta\b|alpha|nightly|preview|early access|pre-?release|main branch|主干|主分支|before|之前|旧版|前身",
    re.I,
)
_WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
_WEEKDAY_ZH = re.compile(r"\s?[（(,，]?\s?(?:周|星期|礼拜)([一二三四五六日天])")
_WEEKDAY_EN = re.compile(
    r"\s?[（(,，]?\s?(?P<day>Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b"
)
_WEEKDAY_BEFORE = re.compile(r"(?P<day>Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?\s(?:the\s)?$")
_EN_DAYS = {"Mon": 0, "Tue": 1, "Wed": 2, "Thu": 3, "Fri": 4, "Sat": 5, "Sun": 6}
_VERSION = re.compile(
    r"v\d+(?:\.\d+){1,3}|(?<![\d.])\d+\.\d+\.\d+(?![\d.])|(?<=[A-Za-z]\s)\d{1,2}\.\d{1,2}(?![\d.%×xBMG]|\s?(?:倍|ms|s\b|x\b|tok|GB|TB|MB|times|points|hours|seconds|minutes|million|billion|万|亿|个|percent))",
    re.I,
)
_ARXIV = re.compile(r"(?<![\d.])(\d\d)(\d\d)\.(\d{5})(?!\d)")
_META_DATE = re.compile(r"^\s*(?:date|日期|created|published)\s*[:：]", re.I)
_OWN_DATE = re.compile(
    r"^\s*(?:#+\s*)?(?:日期|撰写日期|更新日期|报告日期|发布日期|发表于?|Date|Published|Posted|Updated|Last updated|Report date|As of)\s*[:：]",
    re.I,
)
_WRITTEN = re.compile(
    r"^[\s>*_(（]*(?:written|drafted|compiled|noted|posted|last (?:edited|updated))\s(?:on|at)?\s?"
    r"|^[\s>*_(（]*(?:本文|本页|本篇|全文|笔记)?\s?(?:写|撰|成文|记录?|整理|撰写|编写|更新)于\s?",
    re.I,
)
"""`Written on 2026-03-11 after the meeting.`: a sentence that says of what day its text is."""


@dataclass(frozen=True, slots=True)
class _Day:
    day: dt.date
    start: int
    end: int
    sentence: Sentence


def false_dates(reading: Reading, date: dt.date | None) -> list[Doubt]:
    """Dates of a text that cannot hold."""
    found: list[Doubt] = []
    days: list[_Day] = []
    own, own_line = _own_date(reading)
    date = date or own
    for sentence in _places(reading):
        here: list[_Day] = []
        for match in _DATE.finditer(sentence.text):
            day = _day(match)
            if day is None:
                found.append(_impossible(reading, sentence, match[0]))
                continue
            here.append(_Day(day, match.start(), match.end(), sentence))
        found += _backwards(reading, here)
        found += _out_of_order(reading, here)
        found += _weekday(reading, here)
        if date:
            found += [_late(reading, d, date, own_line) for d in here if _is_late(d, date)]
        days += here
    if date:
        found += _late_ids(reading, date)
    found += _before_event(reading, days)
    found += _two_days(reading)
    return found


def _places(reading: Reading) -> Iterator[Sentence]:
    yield from reading.sentences
    for table in reading.tables:
        for raw, line in zip(table.raws, table.lines, strict=True):
            yield Sentence(raw[:SENTENCE_LIMIT], raw.strip(), line, table.section)


def _own_date(reading: Reading) -> tuple[dt.date | None, str]:
    """The day that the text gives itself: in its front matter, a `日期：` line, or its first heading."""
    for raw in reading.meta:
        if _META_DATE.match(raw):
            match = _DATE.search(raw)
            return (_day(match) if match else None), raw
    for line in reading.lines[:12]:
        titled = (
            line.number <= 3
            and len(line.text) <= 60
            and not _PAST.search(line.text)
            and line.text[-1:] not in "。.；;"
        )
        if _OWN_DATE.match(line.text) or (titled and line.kind in ("heading", "text")):
            match = _DATE.search(line.text)
            if match and len(_DATE.findall(line.text)) == 1:
                return _day(match), line.raw
    for line in (*reading.lines[:12], *reading.lines[-4:]):
        written = _WRITTEN.match(line.text) if line.kind in ("heading", "text") else None
        match = _DATE.match(line.text, written.end()) if written else None
        if match:
            return _day(match), line.raw
    return None, ""


def _day(match: re.Match[str]) -> dt.date | None:
    if match["mon"]:
        parts = (int(match["y3"]), _MONTHS[match["mon"]], int(match["d3"]))
    elif match["mon4"]:
        parts = (int(match["y4"]), _MONTHS[match["mon4"]], int(match["d4"]))
    else:
        year, month, day = (match[g] or match[g + "2"] for g in "ymd")
        parts = (int(year), int(month), int(day))
    try:
        return dt.date(*parts)
    except ValueError:
        return None


def _impossible(reading: Reading, sentence: Sentence, shown: str) -> Doubt:
    place = quote(sentence.quote, sentence.line)
    return doubt(
        reading, "date", place, None, zh=f"没有 {shown} 这一天", en=f"There is no such day as {shown}", date="no such day",
    )  # fmt: skip


def _backwards(reading: Reading, here: list[_Day]) -> Iterator[Doubt]:
    for first, second in itertools.pairwise(here):
        between = first.sentence.text[first.end : second.start]
        if first.day > second.day and len(between) <= 14 and _BETWEEN.search(between) and "|" not in between:
            place = quote(first.sentence.quote, first.sentence.line)
            yield doubt(
                reading, "date", place, place,
                zh=f"起 {first.day} 晚于止 {second.day}", en=f"It begins on {first.day}, after its end on {second.day}", date="backwards",
            )  # fmt: skip


_BEGINS = re.compile(
    r"启动|开始|创建|立项|开工|提交|\b(?:started|began|begins?|starts?|created|opened|kicked off|submitted)\b",
    re.I,
)
_ENDS = re.compile(
    r"结项|结束|完成|完工|关闭|更新|合并|截止|\b(?:ended|ends?|finished|completed|closed|updated|merged|stopped)\b",
    re.I,
)


def _out_of_order(reading: Reading, here: list[_Day]) -> Iterator[Doubt]:
    """`created on …, updated on …` with the second day before the first."""
    if len(here) != 2:
        return
    first, second = here
    text = first.sentence.text
    near_first = text[max(0, first.start - 16) : first.end + 8]
    near_second = text[max(first.end, second.start - 16) : second.end + 8]
    if re.search(r"[。；;|]", text[first.end : second.start]):
        return
    if _BEGINS.search(near_first) and _ENDS.search(near_second):
        begun, ended = first.day, second.day
    elif _ENDS.search(near_first) and _BEGINS.search(near_second):
        begun, ended = second.day, first.day
    else:
        return
    if begun > ended:
        place = quote(first.sentence.quote, first.sentence.line)
        yield doubt(
            reading, "date", place, place,
            zh=f"{begun} 开始，而 {ended} 已结束或更新", en=f"It began on {begun} and ended or changed on {ended}, before that", date="backwards",
        )  # fmt: skip


def _weekday(reading: Reading, here: list[_Day]) -> Iterator[Doubt]:
    for one in here:
        after = one.sentence.text[one.end : one.end + 14]
        chinese, english = _WEEKDAY_ZH.match(after), _WEEKDAY_EN.match(after)
        before = _WEEKDAY_BEFORE.search(one.sentence.text[max(0, one.start - 16) : one.start])
        named = english or before
        said = None
        if chinese:
            said = _WEEKDAYS[chinese[1]]
        elif named:
            said = _EN_DAYS[named["day"][:3]]
        if said is not None and said != one.day.weekday():
            place = quote(one.sentence.quote, one.sentence.line)
            name = "一二三四五六日"[one.day.weekday()]
            yield doubt(
                reading,
                "date",
                place,
                None,
                zh=f"{one.day} 是星期{name}",
                en=f"{one.day} is a {one.day:%A}",
                date="weekday",
            )


def _is_late(one: _Day, date: dt.date) -> bool:
    text = one.sentence.text
    if one.day <= date or _PLANNED.search(text):
        return False
    return bool(_PAST.search(text[max(0, one.start - 40) : one.end + 40]))


def _late(reading: Reading, one: _Day, date: dt.date, own_line: str) -> Doubt:
    return doubt(
        reading,
        "date",
        quote(one.sentence.quote, one.sentence.line),
        quote(own_line, _line_of(reading, own_line)) if own_line else None,
        zh=f"{one.day} 晚于本文日期 {date}",
        en=f"{one.day} is after the text's own date, {date}",
        date="late",
    )


def _line_of(reading: Reading, raw: str) -> int:
    return next((line.number for line in reading.lines if line.raw == raw), 1)


def _late_ids(reading: Reading, date: dt.date) -> Iterator[Doubt]:
    told: set[str] = set()
    for sentence in _places(reading):
        for match in _ARXIV.finditer(sentence.text):
            year, month = 2000 + int(match[1]), int(match[2])
            if match[0] in told or not 1 <= month <= 12 or not 7 <= year - 2000 <= 60:
                continue
            if "arxiv" in sentence.text.lower() and (year, month) > (date.year, date.month):
                told.add(match[0])
                place = quote(sentence.quote, sentence.line)
                yield doubt(
                    reading, "date", place, None,
                    zh=f"arXiv:{match[0]} 的年月晚于本文日期 {date}", en=f"arXiv:{match[0]} is of a month after the text's date, {date}", date="late",
                )  # fmt: skip


def _before_event(reading: Reading, days: list[_Day]) -> Iterator[Doubt]:
    """A version measured before the day on which it was released."""
    released: dict[str, _Day] = {}
    used: dict[str, list[_Day]] = defaultdict(list)
    several: set[str] = set()
    for one in days:
        text = one.sentence.text
        subject = _subject(text)
        if subject is None or _EARLY.search(text):
            continue
        near = text[max(0, one.start - 60) : one.end + 40]
        if _RELEASE.search(near) and not _USE.search(near):
            if subject in released and released[subject].day != one.day:
                several.add(subject)
            released.setdefault(subject, one)
        elif _USE.search(near):
            used[subject].append(one)
    for subject, event in released.items():
        if subject in several:
            continue
        for one in used.get(subject, []):
            if one.day < event.day:
                yield doubt(
                    reading, "date",
                    quote(one.sentence.quote, one.sentence.line), quote(event.sentence.quote, event.sentence.line),
                    zh=f"{subject} 于 {event.day} 发布，而所引测试日期为 {one.day}",
                    en=f"{subject} was released on {event.day}, and is said to have been used on {one.day}",
                    date="before event",
                )  # fmt: skip
                break


_FIGURE = re.compile(r"\d+(?:\.\d+)*")
_EVENTS = (
    re.compile(r"创建|\bcreated\b", re.I),
    re.compile(
        r"发布(?!会)|上线|推出|\breleased?\b|\blaunched\b|\bshipped\b|\bpublished\b|\bcame out\b|\bis out\b",
        re.I,
    ),
    re.compile(r"开源|open-?sourced", re.I),
    re.compile(r"合并|\bmerged\b", re.I),
)


_WORD = re.compile(r"[A-Za-z][A-Za-z0-9.-]{2,}[A-Za-z0-9]")
_PLAIN = frozenset(
    "released release launched shipped published came out created merged open-sourced the was were has been team project version officially this that its first repo repository model code github".split()
)


_NAMES = 2
_FOR_WHOM = re.compile(r"(?<=\d)\s(?:for|on|under|with)\s[^.;。；]{1,80}(?=[.;。；]?$)")
"""What a dated event adds behind its day: platforms, licences. It does not say of what the event is."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of one thing, as a sentence dates it."""

    key: tuple[int, frozenset[str]]
    day: dt.date
    sentence: Sentence


def event_of(sentence: Sentence) -> Event | None:
    """The event that a sentence dates: released, created, opened or merged, of one or two names."""
    text = _FOR_WHOM.sub("", sentence.text)
    found = list(_DATE.finditer(text))
    events = [at for at, event in enumerate(_EVENTS) if event.search(text)]
    if len(found) != 1 or len(events) != 1 or len(text) > 80 or "|" in text:
        return None
    rest = _DATE.sub(" ", text)
    words = [word for word in _WORD.findall(rest) if word.lower() not in _PLAIN]
    if len(words) > _NAMES and _VERSION.search(rest):  # the release of a version is told by its names alone
        words = [word for word in words if word[0].isupper() and rest.find(word)]
    names = frozenset(word.lower() for word in words)
    day = _day(found[0])
    if day is None or not 1 <= len(names) <= _NAMES or _EARLY.search(text) or _PLANNED.search(text):
        return None
    # `Osprey 0.8` and `Osprey 0.9` are two things, whether or not the number is written as a version.
    return Event((events[0], names | frozenset(_FIGURE.findall(rest))), day, sentence)


def _two_days(reading: Reading) -> Iterator[Doubt]:
    """One event of one thing on two days."""
    seen: dict[tuple[int, frozenset[str]], list[Event]] = defaultdict(list)
    for sentence in reading.sentences:
        event = event_of(sentence)
        if event is not None:
            seen[event.key].append(event)
    for events in seen.values():
        days = {event.day for event in events}
        if len(days) == 2:
            first = events[0]
            yield event_clash(reading, first, next(event for event in events if event.day != first.day))


def event_clash(reading: Reading, first: Event, second: Event) -> Doubt:
    """One event, dated two ways."""
    return doubt(
        reading,
        "value",
        quote(first.sentence.quote, first.sentence.line),
        quote(second.sentence.quote, second.sentence.line),
        zh=f"同一事件一处写 {first.day}，一处写 {second.day}",
        en=f"One event is dated {first.day} and {second.day}",
        date="two days",
    )


def _subject(text: str) -> str | None:
    """The one name with its version that a sentence speaks of."""
    versions = {v.lower().lstrip("v") for v in _VERSION.findall(text)}
    if len(versions) != 1:
        return None
    place = _VERSION.search(text)
    assert place is not None
    before = [
        name for name, _, end in name_spans(text) if end <= place.start() and not _VERSION.fullmatch(name)
    ]
    return f"{before[-1]} {versions.pop()}" if before else None
