"""The proposal to condense a section: its changes, its edits, its name."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from agent.condensing.model import Change, Condensed, Condenser, Passage, key_of
from agent.condensing.repeats import Repeat, Repeats
from agent.condensing.statements import Statement, statements
from agent.condensing.wording import reworded
from agent.document import Applied, Document, Edit, Section, apply, remove, replace
from agent.errors import ModelError
from agent.facts import split_claims

_ORDER = "condense"
_LONG = 60
"""Characters from which a passage may be worth another wording."""
_SHOWN = 6_000
"""Characters of passages that are put to a model for one section."""


@dataclass(frozen=True)
class Task:
    """A document that is looked through on a day."""

    document: Document
    name: str
    """Of the document, in ids."""
    path: str
    """Of its file, in quotations."""
    limit: int
    """Characters above which a section is too long."""
    today: dt.date


@dataclass(frozen=True, slots=True)
class _Step:
    change: Change
    edit: Edit
    blocks: tuple[int, ...]
    """Indexes of the blocks that it changes or counts on."""


def condensed(
    task: Task,
    *,
    taken: Collection[int] = (),
    known: Collection[str] = (),
    condenser: Condenser | None = None,
) -> tuple[Condensed, ...]:
    """One proposal for each section past the limit in which something can go or be said shorter.

    No block at the indexes `taken` is touched or counted on, and no change with a key in `known` is made
    again. Proposals share no block, so that each can be taken or left by itself.
    """
    sections = task.document.sections_over(task.limit)
    if not sections:
        return ()
    repeats = Repeats(task.document, task.path, task.today)
    used = set(taken)
    made: list[Condensed] = []
    for section in sections:
        steps = [_removal(section, repeat) for repeat in repeats.of(section, used, known)]
        busy = used.union(*(step.blocks for step in steps))
        if condenser is not None:
            steps += _rewordings(task, section, condenser, busy, known)
        steps, after = _applicable(task.document, section, steps)
        if steps:
            made.append(_proposal(task, section, steps, after, condenser))
            used.update(index for step in steps for index in step.blocks)
    return tuple(made)


def _removal(section: Section, repeat: Repeat) -> _Step:
    edit = remove(section, (repeat.block,), (repeat.stands,), order=_ORDER)
    return _Step(repeat.change, edit, (repeat.block.index, repeat.stands.index))


def _rewordings(
    task: Task, section: Section, condenser: Condenser, busy: Collection[int], known: Collection[str]
) -> list[_Step]:
    chosen = {
        f"p{number}": one
        for number, one in enumerate(
            _chosen(
                one
                for one in statements(section)
                if one.block.index not in busy and key_of(one.block) not in known
            ),
            start=1,
        )
    }
    if not chosen:
        return []
    asked = [Passage(name=name, text=one.text) for name, one in chosen.items()]
    try:
        answers = condenser(section.path, asked)
    except ModelError:
        return []  # what can go without a model is proposed all the same
    steps: list[_Step] = []
    for name, one in chosen.items():
        new = " ".join(answers.get(name, "").split())
        proved = reworded(one.text, new, one.block, section.path, task.path)
        if proved is None:
            continue
        change = Change(
            key=key_of(one.block),
            kind="reworded",
            line=one.block.line,
            end_line=one.block.end_line,
            old=one.text,
            new=new,
            proofs=proved,
        )
        edit = replace(section, (one.block,), new, order=_ORDER)
        steps.append(_Step(change, edit, (one.block.index,)))
    return steps


def _chosen(candidates: Iterable[Statement]) -> list[Statement]:
    """The longest passages of more than one sentence, as many as may be shown, in the document's order."""
    long = [
        one
        for one in candidates
        if one.block.kind != "table_row" and len(one.text) >= _LONG and len(split_claims(one.text)) > 1
    ]
    room = _SHOWN
    chosen: list[Statement] = []
    for one in sorted(long, key=lambda one: (-len(one.text), one.block.index)):
        if len(one.text) <= room:
            chosen.append(one)
            room -= len(one.text)
    return sorted(chosen, key=lambda one: one.block.index)


def _applicable(document: Document, section: Section, steps: Sequence[_Step]) -> tuple[list[_Step], int]:
    """The steps that the document takes together, and the section's length after them."""
    left = sorted(steps, key=lambda step: step.change.line)
    while left:
        applied = apply(document, [step.edit for step in left])
        if isinstance(applied, Applied):
            after = applied.document.section(section.ref)
            assert after is not None, "no heading was touched"
            return left, len(after.text)
        wrong = set(applied.edits)
        left = [step for at, step in enumerate(left) if at not in wrong] if wrong else []
    return [], len(section.text)


def _proposal(
    task: Task, section: Section, steps: Sequence[_Step], after: int, condenser: Condenser | None
) -> Condensed:
    changes = tuple(step.change for step in steps)
    about = "\0".join((task.name, *section.path, str(section.ref.ordinal), *sorted(c.key for c in changes)))
    worded = condenser is not None and any(change.new for change in changes)
    return Condensed(
        id=hashlib.sha256(about.encode(errors="surrogatepass")).hexdigest()[:12],
        path=section.path,
        line=section.line,
        before=len(section.text),
        after=after,
        limit=task.limit,
        changes=changes,
        edits=tuple(step.edit for step in steps),
        writer=condenser.name if condenser is not None and worded else "",
    )
