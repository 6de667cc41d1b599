"""When an item was left: from its name, then its front matter, then git, then the file's mtime."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from pathlib import PurePosixPath
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from agent.readers import frontmatter

_DAY = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)\d{2})(?P<s>[-._/]?)(?P<m>\d{2})(?P=s)(?P<d>\d{2})(?=(?P<run>\d{4}(?:\d{2})?)?(?!\d))"
    r"|(?<!\d)(?P<ly>(?:19|20)\d{2})(?P<ls>[-_/])(?P<lm>\d{1,2})(?P=ls)(?P<ld>\d{1,2})(?!\d)"
    r"|(?<!\d)(?P<cy>(?:19|20)\d{2})年(?P<cm>\d{1,2})月(?P<cd>\d{1,2})日"
)
"""`run` is a time that follows a compact date at once, as cameras and chats name files."""
_FOLDERS = re.compile(r"(?:^|/)(?P<y>(?:19|20)\d{2})/(?P<m>\d{1,2})/(?P<d>\d{1,2})/")
_TIME_IN_NAME = re.compile(
    r"(?:(?P<t>T)|[_ -]|\s)?(?P<h>[01]\d|2[0-3])(?(t)[:：h.-]?|[:：h.]?)(?P<mi>[0-5]\d)"
    r"(?:(?:[:：.]?|(?(t)-(?=\d\d(?!\d))|(?!)))(?P<sec>[0-5]\d)(?:\.?\d{1,9})?(?P<west>-(?:0\d|1[0-2])[0-5]\d(?!\d))?)?"
    r"(?P<z>Z|\+(?:0\d|1[0-4])[0-5]\d)?(?![\dA-Za-z])"
)
_TIME_AT_HEAD = re.compile(r"(?P<h>[01]\d|2[0-3])[:：h.-]?(?P<mi>[0-5]\d)(?P<sec>[0-5]\d)?(?=[-_ .])")
"""Of a name in a folder that is named for its day."""
_SPOKEN = re.compile(r"[-_\s]{0,3}(?P<h>[01]?\d|2[0-3])[点时](?P<mi>[0-5]?\d)分?(?:(?P<sec>[0-5]?\d)秒)?")
_TIME = re.compile(
    r"[T\s,]+(?:at\s+)?(?P<half>上午|下午|晚上|凌晨|中午)?\s*(?P<h>[01]?\d|2[0-3])[:：](?P<mi>[0-5]\d)"
    r"(?:[:：](?P<sec>[0-5]\d)(?:[.,]\d{1,9})?)?\s*(?P<ap>[AaPp]\.?[Mm]\b)?\s*"
    r"(?P<z>(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?(?!\d)|Z\b|[A-Z][A-Za-z_]{2,20}/[A-Za-z_]{2,30}|[A-Z]{2,4}\b)?"
)
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?")
_ABBREVIATED = {
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7, "JST": 9, "KST": 9, "CET": 1, "CEST": 2, "HKT": 8, "SGT": 8,
}  # fmt: skip
"""Hours from UTC of zones that one thing is meant by; `CST` is two, and is read as the workspace's clock."""
_WORDED = re.compile(
    r"(?:(?P<d1>\d{1,2})(?:st|nd|rd|th)?\s+)?(?P<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+"
    r"(?:(?P<d2>\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?P<y>(?:19|20)\d{2})\b",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MAIL_NAMES = (".eml", ".mht", ".mhtml")
_KEYS = (
    "date",
    "datetime",
    "created",
    "created_at",
    "published",
    "pubdate",
    "publishdate",
    "publish_date",
    "time",
    "timestamp",
    "日期",
    "时间",
    "发布时间",
    "发布日期",
    "创建时间",
    "發布時間",
    "updated",
    "updated_at",
    "modified",
    "lastmod",
    "更新时间",
    "更新日期",
)


@dataclass(frozen=True, slots=True)
class Dated:
    """A date and where it was found."""

    date: dt.datetime
    by: Literal["name", "front matter", "git", "mtime"]
    day_only: bool = False


def date_item(
    path: str,
    head: bytes,
    *,
    zone: ZoneInfo,
    git_date: Callable[[str], dt.datetime | None] | None,
    mtime: float,
) -> Dated:
    """The date of an item from its path and first bytes; a time without a zone is a wall clock's in `zone`."""
    named = _from_name(path, zone) or _from_head(path, head, zone)
    if named is not None:
        return named
    committed = git_date(path) if git_date is not None else None
    if committed is not None:
        return Dated(date=committed.astimezone(zone), by="git")
    return Dated(date=_moment(mtime, zone), by="mtime")


def _moment(mtime: float, zone: ZoneInfo) -> dt.datetime:
    """A file's own time; one that no calendar has, as a damaged disk or archive leaves it, tells nothing: 1970."""
    try:
        return dt.datetime.fromtimestamp(mtime, zone)
    except (ValueError, OverflowError, OSError):
        return dt.datetime.fromtimestamp(0, zone)


def _from_name(path: str, zone: ZoneInfo) -> Dated | None:
    """The first date in the file's name, else in the nearest folder that is named for one."""
    parts = PurePosixPath(path).parts
    for part in reversed(parts):
        for day in _DAY.finditer(part):
            date = _day(day)
            if date is None:
                continue
            clock = _TIME_IN_NAME.match(part, day.end()) or _SPOKEN.match(part, day.end())
            if clock is not None and clock[0][1:] == str(date.year):
                clock = None  # the year again, as in `2026-09-25-2026-review`
            if clock is None and part is not parts[-1]:
                clock = _TIME_AT_HEAD.match(parts[-1])
            return _dated(date, clock, zone, "name")
    folders = _FOLDERS.search(path)
    date = _day(folders) if folders is not None else None
    return _dated(date, _TIME_AT_HEAD.match(parts[-1]), zone, "name") if date is not None else None


def _from_head(path: str, head: bytes, zone: ZoneInfo) -> Dated | None:
    if path.lower().endswith(_MAIL_NAMES):
        return _from_mail(head, zone)
    if not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"---", b"+++", b"{", b";;;", b"```m")):
        return None
    text = head.decode("utf-8", errors="replace").lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found = {key.lower(): value for key, value in reversed(frontmatter.split(text).pairs)}
    for key in _KEYS:
        dated = _parsed(found.get(key, ""), zone)
        if dated is not None:
            return dated
    return None


def _from_mail(head: bytes, zone: ZoneInfo) -> Dated | None:
    """By its own date, else by the day on which the last server took it."""
    headers = BytesHeaderParser().parsebytes(head)
    received = str(headers.get("Received") or "").rpartition(";")[2]
    return _parsed(str(headers.get("Date") or ""), zone) or _parsed(received.strip(), zone)


def _parsed(value: str, zone: ZoneInfo) -> Dated | None:
    """A date as people and programs write it; None for what is none."""
    value = value.strip()
    day = _DAY.match(value) or _WORDED.match(value)
    date = _day(day) if day else None
    if day is not None and date is not None:
        clock = _TIME.match(value, day.end()) or _SPOKEN.match(value, day.end())
        return _dated(date, clock, zone, "front matter")
    try:
        stamp = parsedate_to_datetime(value)
        if stamp.tzinfo is None:
            stamp = stamp.replace(tzinfo=zone)
        return Dated(date=stamp.astimezone(zone), by="front matter")
    except (ValueError, TypeError, IndexError, OverflowError):  # also a day at either end of the calendar
        return None


def _dated(
    date: dt.date, clock: re.Match[str] | None, zone: ZoneInfo, by: Literal["name", "front matter"]
) -> Dated:
    if clock is None:
        return Dated(date=dt.datetime.combine(date, dt.time(), tzinfo=zone), by=by, day_only=True)
    said = clock.groupdict()
    time = dt.time(_hour(said), int(said["mi"]), int(said["sec"] or 0))
    stamp = dt.datetime.combine(date, time, tzinfo=_zone(said.get("west") or said.get("z")) or zone)
    return Dated(date=stamp.astimezone(zone), by=by)


def _hour(said: Mapping[str, str | None]) -> int:
    """The hour of a clock of 24, from one of 12 where it says which half is meant."""
    hour = int(said["h"] or 0)
    half = (said.get("ap") or "").lower()[:1] or (said.get("half") or "")
    if half in {"p", "下午", "晚上"} and hour < 12:
        return hour + 12
    return 0 if half in {"a", "上午", "凌晨"} and hour == 12 else hour


def _zone(mark: str | None) -> dt.tzinfo | None:
    """The zone that a time names; None for none, or one that nobody knows."""
    if not mark:
        return None
    if mark in _ABBREVIATED:
        return dt.timezone(dt.timedelta(hours=_ABBREVIATED[mark]))
    offset = _OFFSET.fullmatch(mark)
    if offset:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return dt.timezone(dt.timedelta(minutes=min(minutes, 1439) * (-1 if offset[1] == "-" else 1)))
    try:
        return ZoneInfo(mark) if "/" in mark else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _day(found: re.Match[str]) -> dt.date | None:
    said = found.groupdict()
    year = said["y"] or said.get("ly") or said.get("cy") or "0"
    month = said.get("m") or said.get("lm") or said.get("cm")
    day = said.get("d") or said.get("ld") or said.get("cd") or said.get("d1") or said.get("d2")
    if said.get("name"):
        month = str(_MONTHS.index(said["name"].lower()) + 1)
    try:
        return dt.date(int(year), int(month or 0), int(day or 0))
    except ValueError:
        return None
