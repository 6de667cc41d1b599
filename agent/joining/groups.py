"""A night's entries, grouped by what they speak of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

from agent.entries import Entry
from agent.joining.blocks import BLOCKS
from agent.joining.open import Opinion, undecided
from agent.joining.reasons import REASONS
from agent.joining.subject import Subject
from agent.models import Model, Point, Table

_MAX_BUCKET = 40
_MAX_ORIGINS = 160
"""A key that more entries share than this tells nothing apart (a home page, a name in every entry)."""
_COMMON_ITEMS = 4
_COMMON_ENTRIES = 12
_COMMON_SHARE = 0.1
"""A token of more items (or entries) than both is common: four people may report one thing in one night."""


class Same(Model):
    """Whether two entries speak of the same thing, and what decided."""

    yes: bool
    why: str


class Group(Model):
    """Entries that speak of one thing, the fullest first."""

    entries: tuple[Entry, ...]
    why: tuple[str, ...] = ()
    """What joined them: one reason less than there are entries."""

    @property
    def lead(self) -> Entry:
        """The fullest entry."""
        return self.entries[0]

    @property
    def origins(self) -> tuple[str, ...]:
        """Distinct primary things behind the entries: what corroboration counts."""
        return tuple(dict.fromkeys(entry.origin for entry in self.entries if entry.origin))


def same(a: Entry, b: Entry) -> Same:
    """Whether two entries speak of the same thing; symmetric.

    By ids, names, figures and words alone: vectors of multilingual-e5-small do not tell one thing told in two
    languages (of 54 pairs the median cosine is .88) from two things of one project (.91 of the nearest of 13).
    """
    return same_subjects(Subject(a), Subject(b))


def same_subjects(a: Subject, b: Subject, opinion: Opinion | None = None) -> Same:
    """As `same`, for what is compared many times: each part of a subject is made once."""
    for block in BLOCKS:
        why = block(a, b)
        if why:
            return Same(yes=False, why=why)
    for reason in REASONS:
        why = reason(a, b)
        if why:
            return Same(yes=True, why=why)
    if opinion is not None and undecided(a, b) and opinion(a.entry, b.entry):
        return Same(yes=True, why="one thing, a model finds")
    return Same(yes=False, why="nothing that both go back to")


def join(entries: Sequence[Entry], opinion: Opinion | None = None) -> tuple[Group, ...]:
    """Entries grouped by thing, in the order of their first entry; an entry joins a group only where nothing
    keeps it from any of its members, so one doubtful link never pulls two things together.

    `opinion` is asked about pairs that the rules leave undecided.
    """
    subjects = [Subject(entry) for entry in entries]
    common = _common(subjects)
    for subject in subjects:
        subject.common = common
    group_of = list(range(len(subjects)))
    members: dict[int, list[int]] = {index: [index] for index in group_of}
    whys: dict[int, str] = {}
    for i, j in _candidates(subjects):
        if group_of[i] == group_of[j]:
            continue
        verdict = same_subjects(subjects[i], subjects[j], opinion)
        if not verdict.yes:
            continue
        first, second = sorted((group_of[i], group_of[j]))
        if any(_blocked(subjects[x], subjects[y]) for x in members[first] for y in members[second]):
            continue
        whys[second] = verdict.why
        for index in members[second]:
            group_of[index] = first
        members[first] += members.pop(second)
    return tuple(
        _group([entries[index] for index in found], [whys.get(index, "") for index in sorted(found)])
        for found in members.values()
    )


def _common(subjects: Sequence[Subject]) -> frozenset[str]:
    """Words, names and figures of many items, such as those of a template's line, or of many entries."""
    items: dict[str, set[str]] = defaultdict(set)
    entries: Counter[str] = Counter()
    for subject in subjects:
        tokens = subject.lead.terms | subject.full.numbers
        entries.update(tokens)
        for token in tokens:
            items[token].add(subject.entry.span.path)
    most_items = max(_COMMON_ITEMS, _COMMON_SHARE * len({subject.entry.span.path for subject in subjects}))
    most_entries = max(_COMMON_ENTRIES, _COMMON_SHARE * len(subjects))
    return frozenset(
        token for token, count in entries.items() if count > most_entries or len(items[token]) > most_items
    )


def _blocked(a: Subject, b: Subject) -> bool:
    return any(block(a, b) for block in BLOCKS)


def _candidates(subjects: Sequence[Subject]) -> list[tuple[int, int]]:
    """Pairs that share a work, a page, an issue, a name or a rare word of their titles; strongest keys first."""
    buckets: dict[tuple[int, str], list[int]] = defaultdict(list)
    for index, subject in enumerate(subjects):
        for rank, key in _keys(subject):
            buckets[rank, key].append(index)
    pairs: dict[tuple[int, int], None] = {}
    for (rank, _), found in sorted(buckets.items(), key=lambda item: (item[0][0], len(item[1]))):
        if len(found) <= (_MAX_BUCKET if rank else _MAX_ORIGINS):
            for pair in combinations(found, 2):
                pairs.setdefault(pair)
    return list(pairs)


def _keys(subject: Subject) -> set[tuple[int, str]]:
    strong = {
        (0, key) for key in (*subject.works, *subject.advisories, *subject.links, subject.entry.origin) if key
    }
    names = {(1, name) for name in subject.title.names | subject.lead.names}
    return strong | names | {(2, word) for word in subject.title.words}


def _group(found: Sequence[Entry], whys: Sequence[str]) -> Group:
    ranked = sorted(found, key=lambda entry: (-_fullness(entry), entry.key))
    return Group(entries=tuple(ranked), why=tuple(why for why in whys if why))


def _fullness(entry: Entry) -> float:
    """How much an entry says, up to a page: tables and figures weigh more than words."""
    tables = sum(len(part.rows) for part in entry.body if isinstance(part, Table))
    points = sum(isinstance(part, Point) for part in entry.body)
    return entry.weight * (min(len(entry.text), 4000) / 100 + 4 * tables + 2 * points)
