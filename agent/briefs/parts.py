"""Lines -> the parts of a brief, by what their headings say, with `#` or without."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from agent.briefs import inline, words
from agent.briefs.lines import Line

_HAN_NUMBER = re.compile(r"[（(]?([一二三四五六七八九十]{1,3})[）)]?[、.．:：][ \t]*(?=\S)")
_NUMBER = re.compile(
    r"(?:part[ \t]+)?[（(]?(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4})[.、)）:：][ \t]*(?=\S)|[①-⑳][ \t]*(?=\S)",
    re.IGNORECASE,
)
_COUNT = re.compile(r"[（(][ \t]*(?:共[ \t]*)?\d+[^（()）]{0,24}[）)]$")
_BARE_LIMIT = 44
"""Most characters of a heading that has no `#`; longer ones are sentences."""


@dataclass(slots=True)
class Parts:
    """The lines of each part, and what stands before the first."""

    title: Line
    preamble: list[Line] = field(default_factory=list)
    found: dict[words.Part, list[Line]] = field(default_factory=dict)
    heads: list[str] = field(default_factory=list)

    def of(self, part: words.Part) -> list[Line]:
        """The lines of a part, empty where the brief has no such part."""
        return self.found.get(part, [])


def split_parts(lines: Iterable[Line]) -> Parts | None:
    """Sort lines into parts; None where there is no line at all.

    A heading that names no known part makes its lines part `other`, each labelled by the heading; an
    increment or a numbered doubt begins its part even where that part's heading is missing.
    """
    rows = list(lines)
    if not rows:
        return None
    first = next((at for at, line in enumerate(rows) if line.kind in {"heading", "text"}), None)
    if first is None:
        return None
    parts = Parts(title=rows[first])
    walk = _Walk(parts)
    untitled = part_of(rows[first].text) is not None and not re.search(r"\d{4}", rows[first].text)
    for line in rows if untitled else rows[:first] + rows[first + 1 :]:
        walk.take(line)
    return parts


def part_of(title: str) -> words.Part | None:
    """Which part a heading names, its number and its count left aside."""
    bare = bare_title(title)
    return next((part for part, sign in words.PART_HEADS if sign.search(bare)), None)


def bare_title(title: str) -> str:
    """A heading without emphasis, number, count and closing colon."""
    bare = inline.unbold(title).strip()
    bare = _COUNT.sub("", bare.rstrip("：: ")).strip()
    for numbering in (_HAN_NUMBER, _NUMBER):
        found = numbering.match(bare)
        bare = bare[found.end() :] if found else bare
    return bare.strip("：: *")


def increment_head(line: Line) -> re.Match[str] | None:
    """The match of a line that opens an increment by name (`增量 3：…`, `### Increment 3 — …`)."""
    if line.kind not in {"heading", "text"} or line.verbatim or line.continues:
        return None
    found = words.INCREMENT.fullmatch(inline.unbold(line.text))
    if found is None or line.kind == "heading":
        return found
    return found if found[0][found.end(1) :].lstrip()[:1] in "：:.、|—–-】])）" else None


def doubt_head(line: Line) -> re.Match[str] | None:
    """The match of a line that opens a doubt by name (`矛盾/待核实 ②：…`, `### Doubt 2: …`)."""
    if line.kind not in {"heading", "text"} or line.verbatim or line.continues:
        return None
    found = words.DOUBT.fullmatch(inline.unbold(line.text))
    return found if found and words.DOUBT_LABELS.search(found[1]) else None


class _Walk:
    """Gives each line to the part that is open."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._open: words.Part | None = None
        self._level = 0
        """Level of the headings that open parts; 0 as long as none had a `#`."""
        self._label = ""
        self._ordinal = 0
        """Number of the last part whose heading has a Chinese one."""

    def take(self, line: Line) -> None:
        if self._begins_entry(line):
            pass
        elif (part := self._begins(line)) is not None:
            self._open = part
            self._label = bare_title(line.text) if part == "other" and part_of(line.text) is None else ""
            self._parts.heads.append(line.text)
            self._parts.found.setdefault(part, [])
            return
        if self._open is None:
            self._parts.preamble.append(line)
        else:
            kept = replace(line, label=self._label) if self._label else line
            self._parts.found.setdefault(self._open, []).append(kept)

    def _begins_entry(self, line: Line) -> bool:
        """Whether the line opens an increment or a doubt; then it also opens that part."""
        if increment_head(line):
            if self._open != "increments" and not (line.kind == "text" and self._open in _TABLE_PARTS):
                self._open, self._label = "increments", ""
            return True
        if self._open in {None, "increments"} and doubt_head(line):
            self._open, self._label = "doubts", ""
            return True
        return self._open == "doubts" and doubt_head(line) is not None

    def _begins(self, line: Line) -> words.Part | None:
        if line.kind == "heading":
            return self._by_level(line)
        return self._bare(line) if line.kind == "text" and not (line.verbatim or line.continues) else None

    def _bare(self, line: Line) -> words.Part | None:
        """The part that a heading without `#` opens.

        Where parts are numbered in Chinese, an unnumbered line opens none after the first of them; a
        number that follows on opens a part even where its words name none.
        """
        bold = inline.unbold(line.text) != line.text.strip()
        title = inline.unbold(line.text)
        if len(title) > _BARE_LIMIT or title[-1:] in "。；;，,":
            return None
        part = part_of(title)
        if ordered := _HAN_NUMBER.match(title):
            ordinal = inline.number(ordered[1]) or 0
            if part is None and (self._level or not self._ordinal or ordinal != self._ordinal + 1):
                return None
            self._ordinal = ordinal
            return part or "other"
        counted = re.match(r"part[ \t]+\w{1,4}[:：. ]", title, re.IGNORECASE)
        labelled = (title[-1:] in "：:" and not bold) or inline.label_of(title)
        return part if counted or not (self._level or self._ordinal or labelled) else None

    def _by_level(self, line: Line) -> words.Part | None:
        part = part_of(line.text)
        if self._level and line.level > self._level:
            inside = self._open in {"increments", "doubts"} and not _HAN_NUMBER.match(line.text)
            return None if inside or part == self._open else part
        if part is not None:
            self._level = self._level or line.level
        elif self._level and line.level <= self._level:
            part = "other"
        return part


_TABLE_PARTS = frozenset({"citables", "priorities"})
