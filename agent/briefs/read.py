"""Read an E1 brief, however people or agents wrote it, into the model."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence

from agent.briefs import words
from agent.briefs.doubts import read_doubts
from agent.briefs.increments import read_increments
from agent.briefs.inert import live
from agent.briefs.lines import Line, read_lines
from agent.briefs.links import linked
from agent.briefs.parts import Parts, part_of, split_parts
from agent.briefs.rows import (
    is_row,
    read_citables,
    read_no_news,
    read_points,
    read_priorities,
    read_sources,
    tabled,
)
from agent.errors import BadBrief
from agent.language import language_of
from agent.models import Brief, Increment, Language, Point

_DATE = re.compile(
    r"(?<!\d)(20\d{2})[ \t]*[-/.年_][ \t]*(\d{1,2})[ \t]*[-/.月_][ \t]*(\d{1,2})(?:[ \t]*日)?(?!\d)"
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_NAMED_DATE = re.compile(
    r"\b(?:(\d{1,2})(?:st|nd|rd|th)?[ \t]+([A-Z][a-z]{2})[a-z]*|([A-Z][a-z]{2})[a-z]*[ \t]+(\d{1,2})(?:st|nd|rd|th)?),?"
    r"[ \t]+(20\d{2})\b"
)
_TITLE_WORDS = re.compile(
    r"活文档|预消化|预摘要|简报|日报|晚报|夜报|报告|主题|增量|(?<![\w-])(?:E[12]|pre-?digest(?:ed)?|brief(?:ing)?|nightly"
    r"|digest|report|living document|topic|for|of|the|night)(?![\w-])|\.md\b",
    re.IGNORECASE,
)
_EDGES = ' \t·•|｜:：—–-_/、，,()（）[]【】《》#*`"'
_DOCUMENT = re.compile(r"(?<![\w/.-])([\w-]{2,40})\.md[ \t]*(?:§|关系|的)")
_KEY = re.compile(r"(topic|date|document|主题|日期)[ \t]*[:：][ \t]*(\S.{0,100})", re.IGNORECASE)
_FOOTER = re.compile(r"(?:本报告|本简报|本文|this (?:report|brief)|generated|自动生成)", re.IGNORECASE)
_NOT_A_BRIEF = "this is not an E1 brief: {}"
_HINT = "a brief names its document and date in its first line and has a part with increments"


def read_brief(text: str) -> Brief:
    """The brief that a Markdown text holds; line numbers are those of the text, from 1.

    Raises BadBrief where the text is no brief, names no document or date, or has no increment.
    """
    text = live(text)
    lines, head = _front_matter(read_lines(text))
    parts = split_parts(lines)
    if parts is None:
        raise BadBrief(_NOT_A_BRIEF.format("it is empty"), _HINT)
    stated = read_increments(parts.of("increments"))
    if not stated and not parts.heads:
        raise BadBrief(_NOT_A_BRIEF.format("none of its headings names a part of a brief"), _HINT)
    if not stated:
        raise BadBrief("the brief holds no increment, so there is nothing to update", _HINT)
    footer = _footer(parts)
    brief = Brief(
        topic=_topic(parts, head, text),
        date=_date(parts, head, footer),
        language=_language(parts, text),
        summary=_summary(parts),
        sources=read_sources(tabled(parts.of("sources"))),
        increments=tuple(one.increment for one in stated),
        doubts=read_doubts(parts.of("doubts")),
        citables=read_citables(tabled(parts.of("citables"))),
        no_news=read_no_news(parts.of("no_news")),
        priorities=read_priorities(tabled(parts.of("priorities"))),
        rest=_rest(parts),
        footer=footer,
    )
    return linked(brief, stated)


def increments_of(text: str) -> tuple[Increment, ...]:
    """The increments of a brief as their own part tells them, without what the other parts add; none of a text that
    is no brief."""
    parts = split_parts(read_lines(live(text)))
    return tuple(one.increment for one in read_increments(parts.of("increments"))) if parts else ()


def _front_matter(lines: tuple[Line, ...]) -> tuple[tuple[Line, ...], dict[str, str]]:
    """The lines after a front matter, and its topic and date where it names them."""
    if not lines or lines[0].kind != "rule" or not lines[0].text.startswith("---"):
        return lines, {}
    end = next((at for at, line in enumerate(lines[1:40], start=1) if line.kind == "rule"), None)
    if end is None or any(line.kind not in {"text", "item"} for line in lines[1:end]):
        return lines[1:], {}
    found = [match for line in lines[1:end] if (match := _KEY.match(line.text))]
    return lines[end + 1 :], {match[1].lower(): match[2].strip(" \"'") for match in found}


def find_date(text: str) -> dt.date | None:
    """The first date that a text names, in figures or with an English month; None where it has none."""
    for found in _DATE.finditer(text):
        try:
            return dt.date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            continue
    for found in _NAMED_DATE.finditer(text):
        month = (found[2] or found[3]).lower()
        if month in _MONTHS:
            try:
                return dt.date(int(found[5]), _MONTHS.index(month) + 1, int(found[1] or found[4]))
            except ValueError:
                continue
    return None


def _date(parts: Parts, head: dict[str, str], footer: str) -> dt.date:
    preamble = " ".join(line.text for line in parts.preamble)
    texts = [parts.title.text, head.get("date", ""), head.get("日期", ""), preamble, footer]
    date = next((found for text in texts if (found := find_date(text)) is not None), None)
    if date is None:
        raise BadBrief("the brief's title names no date", _HINT)
    return date


def _topic(parts: Parts, head: dict[str, str], text: str) -> str:
    """The document's name: in the title, the front matter, or as the file that the brief speaks of most."""
    title = _NAMED_DATE.sub(" ", _DATE.sub(" ", parts.title.text))
    spoken = Counter(found[1] for found in _DOCUMENT.finditer(text)).most_common(1)
    named = [word for word in (head.get(key, "") for key in ("topic", "document", "主题")) if word]
    if not named and spoken and spoken[0][0].lower() in title.lower():
        named = [spoken[0][0]]
    for piece in re.split(r"[·|｜:：（）()]|[ \t][—–-]+[ \t]", named[0] if named else title):
        left = " ".join(_TITLE_WORDS.sub(" ", piece).strip(_EDGES).split())
        if left:
            return left
    if not spoken:
        raise BadBrief("the brief's title names no document", _HINT)
    return spoken[0][0]


def _language(parts: Parts, text: str) -> Language:
    """The language of the parts' headings; where they do not tell, that of the text."""
    known = [head for head in parts.heads if part_of(head)]
    if known:
        return language_of(" ".join(known)) or "en"
    return language_of(text) or "en"


def _summary(parts: Parts) -> tuple[Point, ...]:
    """The points of the summary; the bare count that a written brief adds is left out."""
    points = read_points([*_body(parts.preamble), *_body(parts.of("summary"))])
    counts = tuple(w.count_label for w in words.WORDS.values())
    return tuple(
        point
        for point in points
        if not is_none(point.text)
        and not (point.text.startswith(counts) and _BARE_COUNT.fullmatch(point.text))
    )


_BARE_COUNT = re.compile(r"[^\d：:]{1,20}[：:][ \t]*\d{1,4}(?:[ \t]*条)?")


def _body(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.kind not in {"rule", "heading"} or line.label]


def _footer(parts: Parts) -> str:
    """The text that closes the brief: after a rule, after the last list or table, or naming itself so.

    It is taken out of the part in which it stands.
    """
    name, last = max(parts.found.items(), key=lambda item: item[1][-1].line if item[1] else 0)
    start = len(last)
    while (
        start
        and last[start - 1].kind == "text"
        and not (last[start - 1].continues or is_row(last[start - 1]))
    ):
        start -= 1
    ruled = start > 0 and last[start - 1].kind == "rule"
    if not ruled and name not in _LISTS:
        start = next((at for at in range(start, len(last)) if _FOOTER.match(last[at].text)), len(last))
    closing = last[start:]
    del last[start:]
    return " ".join(line.text for line in closing if not is_none(line.text))


def is_none(text: str) -> bool:
    """Whether a line says that there is nothing (`无。`)."""
    return text.strip(" 。.()（）*").lower() in words.NONE


def _rest(parts: Parts) -> tuple[Point, ...]:
    """What stands under headings of no known part, and text of list parts that is in no list."""
    loose = [
        line
        for name in _LISTS
        for line in parts.of(name)
        if line.kind == "text" and line.text[-1] not in "：:" and not is_row(line)
    ]
    return read_points([line for line in (*loose, *_body(parts.of("other"))) if not is_none(line.text)])


_LISTS: tuple[words.Part, ...] = ("sources", "citables", "no_news", "priorities")
