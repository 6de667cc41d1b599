"""When an item was left: from its name, then its front matter, then git, then the file's mtime."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from pathlib import PurePosixPath
from typing import Literal
from zoneinfo import ZoneInfo

from agent.readers import frontmatter

_DAY = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)\d{2})(?P<s>[-._/]?)(?P<m>\d{2})(?P=s)(?P<d>\d{2})(?!\d)"
    r"|(?<!\d)(?P<cy>(?:19|20)\d{2})年(?P<cm>\d{1,2})月(?P<cd>\d{1,2})日"
)
_TIME_IN_NAME = re.compile(
    r"(?:[T_ -]|\s)(?P<h>[01]\d|2[0-3])[:：h.]?(?P<mi>[0-5]\d)(?:[:：.]?(?P<sec>[0-5]\d)\d{0,9})?(?P<z>Z)?(?![\dA-Za-z])"
)
_TIME = re.compile(
    r"[T\s]+(?P<h>[01]?\d|2[0-3])[:：](?P<mi>[0-5]\d)(?:[:：](?P<sec>[0-5]\d)(?:[.,]\d{1,9})?)?\s*"
    r"(?P<z>Z|UTC|[+-]\d{2}:?\d{2})?"
)
_KEYS = (
    "date",
    "datetime",
    "created",
    "created_at",
    "published",
    "pubdate",
    "time",
    "日期",
    "时间",
    "发布时间",
    "创建时间",
    "發布時間",
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
    return Dated(date=dt.datetime.fromtimestamp(mtime, zone), by="mtime")


def _from_name(path: str, zone: ZoneInfo) -> Dated | None:
    """The first date in the file's name, else in the nearest folder that is named for one."""
    for part in reversed(PurePosixPath(path).parts):
        for day in _DAY.finditer(part):
            date = _day(day)
            if date is not None:
                clock = _TIME_IN_NAME.match(part, day.end()) if not _is_digits(part, day) else None
                return _dated(date, clock, zone, "name")
    return None


def _is_digits(part: str, day: re.Match[str]) -> bool:
    """A compact date directly followed by more digits is some other number."""
    return part[day.end() : day.end() + 1].isdigit()


def _from_head(path: str, head: bytes, zone: ZoneInfo) -> Dated | None:
    if path.lower().endswith(".eml"):
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
    value = str(BytesHeaderParser().parsebytes(head).get("Date") or "")
    return _parsed(value, zone)


def _parsed(value: str, zone: ZoneInfo) -> Dated | None:
    """A date as people and programs write it; None for what is none."""
    day = _DAY.match(value.strip())
    date = _day(day) if day else None
    if day is not None and date is not None:
        return _dated(date, _TIME.match(value.strip(), day.end()), zone, "front matter")
    try:
        stamp = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if stamp.tzinfo is None:
        stamp = stamp.replace(tzinfo=zone)
    return Dated(date=stamp.astimezone(zone), by="front matter")


def _dated(
    date: dt.date, clock: re.Match[str] | None, zone: ZoneInfo, by: Literal["name", "front matter"]
) -> Dated:
    if clock is None:
        return Dated(date=dt.datetime.combine(date, dt.time(), tzinfo=zone), by=by, day_only=True)
    time = dt.time(int(clock["h"]), int(clock["mi"]), int(clock["sec"] or 0))
    stamp = dt.datetime.combine(date, time, tzinfo=_offset(clock["z"]) or zone)
    return Dated(date=stamp.astimezone(zone), by=by)


def _offset(mark: str | None) -> dt.tzinfo | None:
    if not mark:
        return None
    if mark in {"Z", "UTC"}:
        return dt.UTC
    minutes = int(mark[1:3]) * 60 + int(mark[-2:])
    return dt.timezone(dt.timedelta(minutes=min(minutes, 1439) * (-1 if mark[0] == "-" else 1)))


def _day(found: re.Match[str]) -> dt.date | None:
    parts: Iterator[str] = (found[a] or found[b] for a, b in (("y", "cy"), ("m", "cm"), ("d", "cd")))
    year, month, day = map(int, parts)
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None
