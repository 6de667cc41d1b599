"""A document against itself, as it stands on a day, whoever wrote it."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from urllib.parse import unquote

from agent.caveats import months_after
from agent.consistency import faults
from agent.consistency.listed import item_keys
from agent.consistency.reading import Line, Reading, plain, read
from agent.consistency.statements import name_spans
from agent.consistency.wording import as_written, quote
from agent.facts import find_urls
from agent.language import clipped
from agent.models import Doubt, Language, Model, Quote, Risk

_WATCH = re.compile(
    r"(?P<low>\d{1,2})?\s?(?:[-–~～至到]\s?)?(?P<months>\d{1,2}|[一二三六两])\s?(?:个)?月(?:的)?(?:观察|复核|复查|跟踪|验证)"
    r"|\b(?:for|in|after|within)?\s?(?:\d{1,2}\s?(?:-|–|to)\s?)?(?P<en>\d{1,2})[- ]months?(?:[- ]long)? (?:watch|observation|review)"
    r"|under observation for (?:\d{1,2}\s?(?:-|–|to)\s?)?(?P<en2>\d{1,2}) months",
    re.I,
)
_UNTIL = re.compile(
    r"(?:观察期?(?:至|到|截至)|(?:复核|复查|再看|回看|下次(?:查看|复核))(?:日期|时间|于|：|:)?\s?|有效期?至|look again(?: on| by)?:?\s|review (?:on|by):?\s|valid until\s|watch until\s)"
    r"\s?(?P<y>20\d\d)[-/.年](?P<m>\d{1,2})(?:[-/.月](?P<d>\d{1,2}))?",
    re.I,
)
_DATE = re.compile(r"(?<![\d./-])(?P<y>20\d\d)[-/.年](?P<m>\d{1,2})(?:[-/.月](?P<d>\d{1,2})日?)?(?!\d)")
_CURRENT = re.compile(
    r"最新(?:版本?|稳定版|发布)?|当前(?:版本|最新|稳定版)|目前(?:版本|最新)|\b(?:latest|current|newest)(?: stable)?(?: version| release)?\b",
    re.I,
)
_VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+){1,3})(?![\w.]*\d|%|×|x\b)", re.I)
_ARXIV_LIKE = re.compile(
    r"arxiv(?:\.org/(?:abs|pdf|html)/|[:：\s]\s?)(\d{3,5}[.．]\d{3,6}(?:v\d+)?)(?![\d.])", re.I
)
_ARXIV_GOOD = re.compile(r"\d{2}(?:0[1-9]|1[0-2])\.(?:\d{4}|\d{5})(?:v[1-9]\d?)?")
_EMPTY_LINK = re.compile(
    r"(?<!!)\[([^\[\]\n]{1,200})\]\(\s*(?:#|TODO|TBD|url|link|http://|https://)?\s*\)", re.I
)
"""A link whose address was left for later: the words are those that people leave there."""
_BROKEN_LINK = re.compile(
    r"\[[^\[\]\n]{1,200}\]\s\((?:https?://)[^)\s]{1,300}\)|\]\((?:https?:/[^/]|htp|http//|https//|https?://https?://)[^)]{0,200}\)"
)
_PLACEHOLDER = re.compile(
    r"https?://(?:www\.)?example\.(?:com|org)\b|https?://arxiv\.org/abs/(?:X{4}|0000|1234\.56789)", re.I
)

_TITLES: dict[str, tuple[str, str, Risk]] = {
    "window": ("观察期已过", "An observation window has passed", "medium"),
    "superseded": ("已被取代的版本仍写作最新", "A superseded version still stands as the latest", "medium"),
    "listed twice": ("同一条目在两处列出", "One entry stands in two places", "low"),
    "link": ("链接或编号格式有误", "A link or identifier is malformed", "medium"),
    "anchor": ("文内链接没有对应标题", "A link within the document leads nowhere", "low"),
}  # fmt: skip


_RISKS: dict[Risk, str] = {"low": "低", "medium": "中", "high": "高"}


class AuditReport(Model):
    """What an audit found, by line."""

    today: dt.date
    language: Language
    lines: int
    """Lines of the document."""
    findings: tuple[Doubt, ...]


def audit(document: str | bytes, *, today: dt.date, language: Language | None = None) -> AuditReport:
    """Check a document against itself as it stands on a day.

    Bytes are read as UTF-8, with undecodable ones replaced. The wording is in `language`, or in the
    document's own when that is not given. Takes time linear in the document's length.
    """
    text = document.decode("utf-8-sig", "replace") if isinstance(document, bytes) else document
    reading = read(text)
    if language is not None:
        reading.chinese = language == "zh"
    superseded = list(_superseded(reading))
    known = {_lines(doubt) for doubt in superseded}
    found = [
        *(fault for fault in faults(text, date=today, language=language) if _lines(fault) not in known),
        *_windows(reading, today),
        *superseded,
        *_in_two_places(reading),
        *_malformed(reading),
        *_anchors(reading),
    ]
    found.sort(key=lambda doubt: (doubt.a.line if doubt.a else 0, doubt.kind))
    shown: Language = "zh" if reading.chinese else "en"
    return AuditReport(today=today, language=shown, lines=len(reading.lines), findings=tuple(found))


def _lines(doubt: Doubt) -> tuple[int, int]:
    return (doubt.a.line if doubt.a else 0, doubt.b.line if doubt.b else 0)


def render(report: AuditReport, path: str = "") -> str:
    """The report as text for people: one finding after another, both places quoted."""
    chinese = report.language == "zh"
    name = f"{path}: " if path else ""
    if not report.findings:
        return name + ("未发现问题\n" if chinese else "nothing found\n")
    count = len(report.findings)
    head = (
        f"{name}发现 {count} 处问题（{report.today}）"
        if chinese
        else f"{name}{count} {'finding' if count == 1 else 'findings'} on {report.today}"
    )
    parts = [head]
    for number, finding in enumerate(report.findings, start=1):
        told = f"（风险：{_RISKS[finding.risk]}）" if chinese else f"  [{finding.kind}, {finding.risk}]"
        parts.append(f"\n{number}. {finding.title}{told}\n   {finding.problem}")
        for place in (finding.a, finding.b):
            if place is not None:
                first = place.quote.split("\n")[0]
                parts.append(f"   L{place.line}: {clipped(first, 160)}")
        if finding.advice:
            parts.append(f"   → {finding.advice}")
    return "\n".join(parts) + "\n"


def _finding(reading: Reading, kind: str, a: Quote, b: Quote | None, *, zh: str, en: str) -> Doubt:
    title_zh, title_en, risk = _TITLES[kind]
    return Doubt(
        kind=kind,
        title=title_zh if reading.chinese else title_en,
        problem=zh if reading.chinese else en,
        risk=risk,
        a=a,
        b=b,
    )


def _content(reading: Reading) -> Iterator[Line]:
    return (line for line in reading.lines if line.kind not in ("skip", "blank"))


def _windows(reading: Reading, today: dt.date) -> Iterator[Doubt]:
    """Watches whose end has come: a stated day, or a start and a number of months."""
    for line in _content(reading):
        end = _end_of_watch(line.raw)
        if end is not None and end < today:
            yield _finding(
                reading,
                "window",
                quote(line.raw, line.number),
                None,
                zh=f"观察期至 {end}，今天是 {today}：确认结论，或续观察",
                en=f"It ran until {end}, and today is {today}: settle it, or watch on",
            )


def _end_of_watch(raw: str) -> dt.date | None:
    until = _UNTIL.search(raw)
    if until:
        return _day(until, last=True)
    watch = _WATCH.search(raw)
    if watch is None:
        return None
    words = {"一": 1, "两": 2, "三": 3, "六": 6}
    stated = watch["months"] or watch["en"] or watch["en2"]
    months = words.get(stated) or int(stated)
    days = [day for match in _DATE.finditer(raw) if (day := _day(match, last=False)) is not None]
    return months_after(max(days), months) if days and 1 <= months <= 24 else None


def _day(match: re.Match[str], *, last: bool) -> dt.date | None:
    year, month = int(match["y"]), int(match["m"])
    if not 1 <= month <= 12:
        return None
    if match["d"] is None:
        first = dt.date(year, month, 1)
        return months_after(first, 1) - dt.timedelta(days=1) if last else first
    try:
        return dt.date(year, month, int(match["d"]))
    except ValueError:
        return None


def _superseded(reading: Reading) -> Iterator[Doubt]:
    """`latest version` said of two versions of one thing: the lower one no longer is."""
    said: dict[str, list[tuple[tuple[int, ...], Line, str]]] = defaultdict(list)
    for line in _content(reading):
        current = _CURRENT.search(line.raw)
        if current is None:
            continue
        text = plain(line.raw)
        versions = list(_VERSION.finditer(text))
        near = [v for v in versions if abs(v.start() - text.find(current[0])) <= 30]
        if len({v[1] for v in near}) != 1:
            continue
        names = [
            name for name, _, end in name_spans(text) if end <= near[0].start() and not re.search(r"\d", name)
        ]
        if names:
            number = tuple(int(part) for part in near[0][1].split("."))
            said[names[-1]].append((number, line, near[0][0]))
    for name, places in said.items():
        newest = max(places, key=lambda place: place[0])
        for number, line, shown in places:
            written = as_written(name, plain(line.raw))
            if number < newest[0]:
                yield _finding(
                    reading,
                    "superseded",
                    quote(line.raw, line.number),
                    quote(newest[1].raw, newest[1].number),
                    zh=f"{written} 一处以 {shown} 为最新，一处以 {newest[2]} 为最新",
                    en=f"{written}: {shown} is called the latest here, {newest[2]} elsewhere",
                )


def _in_two_places(reading: Reading) -> Iterator[Doubt]:
    """The same entry in two lists or sections, with the same words or the same title and link."""
    edges = {item.number: at for at, listing in enumerate(reading.lists) for item in listing.items}
    seen: dict[str, Line] = {}
    told: set[int] = set()
    for line in reading.lines:
        if line.kind != "item" or len(line.text) < 12:
            continue
        for key in item_keys(line.raw, line.text):
            if key.startswith("text:") and "http" not in line.raw and len(line.text) < 30:
                continue
            first = seen.setdefault(key, line)
            apart = first.number != line.number and edges.get(first.number) != edges.get(line.number)
            if apart and line.number not in told and not _is_reference(key, first, line):
                told.add(line.number)
                yield _finding(
                    reading,
                    "listed twice",
                    quote(first.raw, first.number),
                    quote(line.raw, line.number),
                    zh=f"「{_title(reading, first.section)}」与「{_title(reading, line.section)}」都列有此条",
                    en=f"It stands under {_title(reading, first.section)!r} and under {_title(reading, line.section)!r}",
                )


def _title(reading: Reading, section: int) -> str:
    return reading.sections[section].title


def _is_reference(key: str, first: Line, second: Line) -> bool:
    """Whether one place only points to the other: an id shared by two lines of other words."""
    if not key.startswith("arXiv:"):
        return False
    words = [set(re.findall(r"[a-z]{3,}|[\u4e00-\u9fff]", line.text.lower())) for line in (first, second)]
    shared = len(words[0] & words[1])
    return shared * 2 < min(len(words[0]), len(words[1]))


_EACH = 3
"""So many places of one slip are told one by one; the rest in one finding, so that they do not drown the others."""
_NAMED = 12


def _malformed(reading: Reading) -> Iterator[Doubt]:
    slips: dict[str, list[tuple[Line, str, str]]] = {}
    for line in _content(reading):
        reason = _malformation(line.raw)
        if reason is not None:
            slips.setdefault(reason[0], []).append((line, reason[1], reason[2]))
    for places in slips.values():
        shown = places if len(places) <= _EACH + 1 else places[:_EACH]
        for line, zh, en in shown:
            yield _finding(reading, "link", quote(line.raw, line.number), None, zh=zh, en=en)
        rest = [line for line, _, _ in places[len(shown) :]]
        if rest:
            numbers = ", ".join(str(line.number) for line in rest[:_NAMED])
            more = "…" if len(rest) > _NAMED else ""
            yield _finding(
                reading,
                "link",
                quote(rest[0].raw, rest[0].number),
                None,
                zh=f"同样的问题另有 {len(rest)} 处：第 {numbers.replace(', ', '、')}{more} 行",
                en=f"The same in {len(rest)} more places: lines {numbers}{more}",
            )


def _malformation(raw: str) -> tuple[str, str, str] | None:
    """What is wrong with a link or an id of a line: a name for its kind, and the wording in both languages."""
    for match in _ARXIV_LIKE.finditer(raw):
        if not _ARXIV_GOOD.fullmatch(match[1]):
            return "arxiv", f"arXiv 号 {match[1]} 不合格式", f"{match[1]} is no arXiv id"
    empty = _EMPTY_LINK.search(raw)
    if empty:
        return "empty", f"「{empty[1]}」的链接为空", f"The link of {empty[1]!r} is empty"
    if _BROKEN_LINK.search(raw):
        return "broken", "链接写法有误", "The link is not written as a link"
    if _PLACEHOLDER.search(raw):
        return "placeholder", "链接是占位符", "The link is a placeholder"
    for url in find_urls(raw) if "http" in raw else ():
        host = url.normal.split("://", 1)[-1].split("/", 1)[0]
        if "." not in host and not host.startswith(("localhost", "[")):
            return "host", f"链接 {url.raw} 没有有效的主机名", f"{url.raw} has no valid host"
    return None


_ANCHOR = re.compile(r"\]\(#([^)\s]{1,200})\)")


def _anchors(reading: Reading) -> Iterator[Doubt]:
    """Links to headings that the document does not have, where most of its links lead somewhere."""
    targets = _targets(reading)
    links: list[tuple[Line, str]] = []
    for line in _content(reading):
        links += [(line, match[1]) for match in _ANCHOR.finditer(line.raw)]
    dead = [(line, anchor) for line, anchor in links if _bare(anchor) not in targets]
    if len(dead) * 3 > len(links):
        return
    for line, anchor in dead:
        yield _finding(
            reading,
            "anchor",
            quote(line.raw, line.number),
            None,
            zh=f"没有标题对应 #{anchor}",
            en=f"No heading answers to #{anchor}",
        )


def _targets(reading: Reading) -> set[str]:
    names: Counter[str] = Counter()
    found: set[str] = set()
    for section in reading.sections[1:]:
        slug = _bare(section.title)
        found |= {slug, f"{slug}{names[slug]}"}
        names[slug] += 1
    for line in reading.lines:
        found |= {_bare(match[1]) for match in re.finditer(r"(?:id|name)=[\"']?([^\"'>\s]{1,200})", line.raw)}
    return found


def _bare(anchor: str) -> str:
    """An anchor or heading with letters and digits only, since sites make anchors in several ways."""
    return "".join(char for char in unquote(anchor).lower() if char.isalnum())
