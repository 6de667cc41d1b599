"""Prose against a row of a table: a sentence that gives the row's thing another figure in one of its columns."""

from __future__ import annotations

import re

from agent.facts import Fact, facts
from agent.gist import content
from agent.markup import plain
from agent.relation.said import Line
from agent.tokens import tokens

_BETWEEN = frozenset(
    "is are was were of at now only just has have had been to a an the "
    "dropped fell went rose grew improved increased decreased 为 是 达 到 达到 降至 降到 升至 现 现为 已".split()
)
"""Words that may stand between a column's name and its figure: `latency of`, `latency has dropped to`."""
_FRAME = frozenset(
    content(
        "reach reaches reached achieve achieves achieved have show shows shown measure measured report "
        "reported benchmark benchmarks test tests run runs result results now today latest current update "
        "deliver delivers provide provides drop dropped fall fell rise rose grow grew improve improved "
        "increase increased decrease decreased according january february march april may june july august "
        "september october november december"
    )
)
"""Words around such a statement that set no condition to it."""
_HAN_FRAME = re.compile(
    r"(?:达到|降至|降到|升至|现为|目前|实测|最新|测试|基准|结果|显示|报告|其|的|了|中|在|为|是|达|已|现)"
)
_POSSESSIVE = re.compile(r"['’]s\b")
_WORD = re.compile(r"[a-z0-9_.\-]", re.IGNORECASE)
_UNIT = re.compile(r"(?:\s?[^\W\d]{1,12}(?:/[^\W\d]{1,12})?)?")
_GOES_ON = re.compile(r"[A-Za-z0-9/]|[.\-]\w")
"""What shows that a unit or a name is not at its end."""
_SPAN = 60
"""Characters between a column's name and its figure."""


def other_figure(text: str, line: Line) -> tuple[str, str] | None:
    """The figure of a sentence and the one that a table's row has in the same column; None where that is not certain.

    The sentence names the row by its first cell, one column by its head right beside the figure, and no other row;
    it has no other figure, and no word that might be a condition under which both are true.
    """
    text = _POSSESSIVE.sub("", plain(text))
    column = _column(text, line)
    found = facts(text)
    said = [fact for fact in found if fact.kind == "quantity"]
    denied = any(fact.kind == "negation" for fact in found)
    if column is None or denied or len(said) != 1 or not _plainly(said[0]):
        return None
    name, head, old = (
        plain(words).strip() for words in (line.cells[0], line.header[column], line.cells[column])
    )
    stated = [fact for fact in facts(old) if fact.kind == "quantity"]
    if (
        len(stated) != 1
        or not _plainly(stated[0])
        or not old.startswith(stated[0].text)
        or stated[0].dimension != said[0].dimension
    ):
        return None
    # A unit that is no known one follows the figure as a word.
    unit = old[len(stated[0].text) :]
    end = said[0].end + len(unit)
    if not _UNIT.fullmatch(unit) or text[said[0].end : end] != unit or _GOES_ON.match(text, end):
        return None
    told = _beside(text, (name, head), (said[0].start, end)) and not _conditions(
        text, name, head, (said[0].start, end), line
    )
    return (text[said[0].start : end], old) if told and stated[0].normal != said[0].normal else None


def names_cell(text: str, line: Line) -> bool:
    """Whether a text names a row and one of its columns, so that no other figure of the row is what it speaks of."""
    if not line.cells or plain(line.cells[0]).strip().casefold() not in text.casefold():
        return False
    return _column(_POSSESSIVE.sub("", plain(text)), line) is not None


def _column(text: str, line: Line) -> int | None:
    """The one column whose head a text names, if it names the row and no other of the table."""
    if not line.cells or len(line.header) != len(line.cells) or line.rows.count(line.cells[0]) != 1:
        return None
    own, *_ = map(plain, line.cells)
    if not _has(text, own.strip()) or any(
        _has(text, plain(row)) for row in line.rows if row not in line.cells[0]
    ):
        return None
    heads = [number for number, head in enumerate(line.header) if number and _has(text, plain(head).strip())]
    return heads[0] if len(heads) == 1 else None


def _plainly(fact: Fact) -> bool:
    """One value that is reached: no bound, no range, no amount of change."""
    return (
        not fact.bound
        and not fact.approx
        and fact.form == "single"
        and fact.mode != "by"
        and not fact.conditions
    )


def _has(text: str, name: str) -> bool:
    return bool(name) and _at(text, name) >= 0


def _at(text: str, name: str) -> int:
    """Where a name stands in a text as words of its own; -1 where it does not."""
    folded, wanted = text.casefold(), name.casefold()
    at = folded.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        before = at > 0 and _WORD.match(folded[at - 1]) and _WORD.match(wanted[0])
        after = (
            _WORD.match(folded, end)
            and _WORD.match(wanted[-1])
            and not re.match(r"[.\-](?:\s|$)", folded[end:])
        )
        if not before and not after:
            return at
        at = folded.find(wanted, at + 1)
    return -1


def _beside(text: str, names: tuple[str, str], figure: tuple[int, int]) -> bool:
    """Whether figure and column stand together, so that the one is said of the other."""
    (name, head), (start, end) = names, figure
    at = _at(text, head)
    if at < start:
        between = text[at + len(head) : start]
    else:
        between = text[end:at]
        if between.strip(" -"):
            return False
    if len(between) > _SPAN or re.search(r"[,;.，；。()（）]", between):
        return False
    words = between.casefold().replace(name.casefold(), " ")
    return set(re.findall(r"[^\s:：=]+", words)) <= _BETWEEN


def _conditions(text: str, name: str, head: str, figure: tuple[int, int], line: Line) -> set[str]:
    """Words of a sentence that neither the row, its heads nor a plain statement has."""
    rest = f"{text[: figure[0]]} {text[figure[1] :]}"
    for part in (name, head):
        at = _at(rest, part)
        rest = f"{rest[:at]} {rest[at + len(part) :]}" if at >= 0 else rest
    for found in [fact for fact in facts(text) if fact.kind == "date"]:
        rest = rest.replace(found.text, " ")
    rest = _HAN_FRAME.sub(" ", rest)
    known = {*content(line.section), *content(line.text), *_FRAME}
    others = {word for word in content(rest) if word not in known}
    return others | {word for word in tokens(rest) if word[0].isdecimal()}
