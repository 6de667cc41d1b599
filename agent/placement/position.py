"""Where within a section: in order, beside its kin, or where the section's newest stand."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent.document.model import Block, Document, Section
from agent.document.neighbours import Side
from agent.placement.order import (
    Order,
    date_key,
    habit,
    name_of,
    order_of,
    place_in_family,
    place_in_order,
)
from agent.placement.runs import Member, Run, runs_of
from agent.placement.survey import leads_with_date, stems, words_of

Form = Literal["item", "row", "html_item", "text"]

_FULL_LIST = 8
"""From so many members on, a list's own habit outweighs that of the rest of the document."""
_SENTENCE_END = re.compile(r"[。！？.!?]\s*$")
_NAMED = re.compile(r"[^。！？.!?：:]{1,80}[：:]")
"""A name with a colon is an item's lead, not a sentence."""
_LINKED = 0.7
"""Share of members with links from which a sentence without one is no member of the list."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place within a section: beside a block, and in what form."""

    block: Block
    side: Side
    form: Form
    line: int
    """The line (1-based) that the new text pushes down."""
    why: str
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class Habit:
    """Where the lists of a document have their newest: above 0 last, below 0 first.

    Lists that dates lead are news, and say nothing of the others.
    """

    dated: float = 0.0
    undated: float = 0.0


def habit_of(document: Document) -> Habit:
    """The habit of all lists and tables of a document."""
    lists = [run.texts for section in document.sections for run in runs_of(section)]
    dated = [texts for texts in lists if 2 * sum(map(_is_dated, texts)) > len(texts)]
    return Habit(habit(dated), habit([texts for texts in lists if texts not in dated]))


def _is_dated(text: str) -> bool:
    return leads_with_date(words_of(text).lstrip(" \t|>*+-"))


def position_in(
    section: Section, text: str, urls: Sequence[str] = (), *, document_habit: Habit | None = None
) -> Position:
    """The place for a text within a section.

    `document_habit` is that of `habit_of`, for sections that show none of their own.
    """
    general = document_habit or Habit()
    runs = [run for run in runs_of(section) if run.members or run.head]
    new = " ".join((text.strip().split("\n")[0], *urls[:2]))
    if not runs:
        return _at_end(section)
    dated = _among_dated(runs, text, new, general.dated)
    if dated is not None:
        return dated
    if _is_introduction(runs, text, urls):
        return _before_first(section, runs[0])
    run = _likest(runs, text)
    if not run.members:
        assert run.head is not None
        return Position(run.head, "after", "row", run.head.end_line + 1, "the table has no rows yet", run)
    return _in_run(run, new, general.undated)


def _at_end(section: Section) -> Position:
    last = section.blocks[-1]
    if last.kind == "html" and len(section.blocks) > 2 and last.data.lstrip().startswith(b"</details"):
        before = section.blocks[-2]
        return Position(before, "after", "text", before.end_line + 1, "the section ends inside a fold")
    return Position(last, "after", "text", last.end_line + 1, "the section holds no list or table")


def _among_dated(runs: list[Run], text: str, new: str, general: float) -> Position | None:
    """Among all members of the section that a date leads, whatever stands between them."""
    if not leads_with_date(text) or date_key(text) is None:
        return None
    members = [(run, m) for run in runs for m in run.members if _is_dated(m.text) and date_key(m.text)]
    texts = [member.text for _, member in members]
    order = order_of(texts)
    if order is None and len({date_key(text) for text in texts}) == 1:
        order = Order("date", 1 if general > 0 else -1)
    index = place_in_order(texts, order, new) if order is not None and order.by == "date" else None
    if order is None or index is None:
        return None
    return _before(members, index, _DATED[order.direction])


_KEPT = ("date", "version", "name")
"""Orders that people keep; work ids and the numbers of a host only show which end is the newest."""
_DATED = {1: "in order of date", -1: "in order of date, newest first"}


def _before(members: Sequence[tuple[Run, Member]], index: int, why: str) -> Position:
    if index < len(members):
        run, member = members[index]
        previous = members[index - 1] if index else None
        if previous is None or previous[0] is not run:
            return _beside(run, member, "before", why)
    run, member = members[index - 1]
    return _beside(run, member, "after", why)


def _beside(run: Run, member: Member, side: Side, why: str) -> Position:
    forms: dict[str, Form] = {"list": "item", "table": "row", "html": "html_item"}
    line = member.line if side == "before" else member.end_line + 1
    return Position(member.block, side, forms[run.kind], line, why, run)


def _is_introduction(runs: list[Run], text: str, urls: Sequence[str]) -> bool:
    """A sentence without a link does not belong in lists whose members have links."""
    if urls or not _SENTENCE_END.search(text.strip()) or _NAMED.match(text.strip()):
        return False
    members = [member.text for run in runs for member in run.members]
    linked = sum("](" in member for member in members)
    return linked >= _LINKED * len(members) and all(run.kind != "html" for run in runs)


def _before_first(section: Section, run: Run) -> Position:
    first = run.head or run.members[0].block
    previous = section.document.block(first.index - 1)
    return Position(previous, "after", "text", previous.end_line + 1, "a sentence to introduce the list")


def _likest(runs: list[Run], text: str) -> Run:
    """The list or table whose members share most words with the text."""
    if len(runs) == 1:
        return runs[0]
    words = set(stems(words_of(text)))

    def likeness(run: Run) -> float:
        shared = sorted((_overlap(words, member) for member in run.members), reverse=True)[:3]
        return sum(shared) / 3 - 0.1 * run.depth

    return max(runs, key=likeness)


def _overlap(words: set[str], member: Member) -> float:
    own = set(stems(words_of(member.text)))
    return len(words & own) / math.sqrt(max(len(words), 1) * max(len(own), 1))


def _in_run(run: Run, new: str, document_habit: float) -> Position:
    texts = run.texts
    members = [(run, member) for member in run.members]
    order = order_of(texts)
    if order is not None and order.by in _KEPT:
        index = place_in_order(texts, order, new)
        if index is not None:
            why = _DATED[order.direction] if order.by == "date" else f"in order of {order.by}"
            return _before(members, index, why)
    index = place_in_family([name_of(text) for text in texts], name_of(new))
    if index is not None:
        return _before(members, index, "beside what begins with the same name")
    if _is_counted(run):
        return _beside(run, run.members[-1], "after", "the next number")
    own = habit([texts])
    lean = own if order is not None else own * min(1.0, len(texts) / _FULL_LIST) + document_habit
    if lean < _NEWEST_FIRST:
        return _beside(run, run.members[0], "before", "the newest stand first here")
    return _beside(
        run, run.members[-1], "after", "the newest stand last here" if lean > 0 else "at the end of the list"
    )


def _is_counted(run: Run) -> bool:
    """Whether the items of a list have numbers that go up: what comes is the next, and no other number changes."""
    found = [_NUMBERED.match(member.text) for member in run.members]
    numbers = [int(one[1]) for one in found if one]
    return run.kind == "list" and len(numbers) == len(found) > 1 and numbers == sorted(set(numbers))


_NUMBERED = re.compile(r"\s*(\d{1,9})[.)]\s", re.ASCII)
_NEWEST_FIRST = -0.1
