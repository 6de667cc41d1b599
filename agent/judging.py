"""Questions that rules leave open and a model may answer: the place, the relation, whether two entries are one thing;
and which sentences of a draft their evidence does not bear out.

It is shown the few candidates and nothing else, and its answer counts only within them. Questions are collected
first and put together, few calls for a stage; who asks goes over its work once more with the answers (`consulted`).

What is not answered (no model at hand, a night's limit reached, an answer of no use) stays as the rules have it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Generic, TypeVar

from agent.answers import Doubted, Places, Relations, Sames
from agent.drafts import DraftPatch, DraftPoint, Planned
from agent.entries import Entry
from agent.entries.words import names_source
from agent.errors import ModelError
from agent.llm import TOO_MUCH, ChatModel, ask
from agent.markup import plain
from agent.orders import gives_orders, without_orders
from agent.prompts import fence, load
from agent.relation import OpenLine, Question, Says
from agent.selection import is_colophon, is_noise

MOST = 36
"""Questions of a kind in one stage of a night; those that are asked first count."""
_TOGETHER = 12
"""Questions in one call."""
_WITHIN = " > "
"""Between the headings of a path."""
_TEXT = 320
"""Characters of a note that tell what it reports."""
_NOTE = 220
"""Characters of a note that tell where it belongs."""
_ENTRY = 80
"""Characters of an entry that tell what it is of."""
_ENTRIES = 2
"""Entries of a section that are shown in one call, those most alike to its notes; one more for each four of these."""
_NOTES_AN_ENTRY = 4
_SHOWN_WELL = 4
"""Sections of a note, the likeliest by its words first, that are shown with both entries; of the others one tells
their kind. In a long document each note has sections of its own, and a call would grow with it."""

Asked = TypeVar("Asked", bound=Hashable)
Told = TypeVar("Told")
Answers = Mapping[int, Told]
"""By the place of its question in the call, from 0."""


class Collected(Generic[Asked, Told]):
    """Questions of one kind: collected, put in batches, each once a run."""

    def __init__(self, put: Callable[[Sequence[Asked]], Answers[Told]]) -> None:
        """`put` asks a model about some of them in one call, and may raise a `ModelError`."""
        self._put = put
        self._known: dict[Asked, Told | None] = {}
        self._waiting: dict[Asked, None] = {}

    def answer(self, question: Asked) -> Told | None:
        """What was answered; a question that was not put yet waits for its turn, and has no answer until then."""
        if question not in self._known and len(self._waiting) < MOST:
            self._waiting[question] = None
        return self._known.get(question)

    def drop(self) -> None:
        """Forget what is waiting."""
        self._waiting.clear()

    def settle(self) -> bool:
        """Put what is waiting; whether any of it was answered."""
        waiting = list(self._waiting)
        self._waiting.clear()
        told = [self._put_or_halve(waiting[at : at + _TOGETHER]) for at in range(0, len(waiting), _TOGETHER)]
        return any(told)

    def _put_or_halve(self, some: Sequence[Asked]) -> bool:
        """Ask about some; in halves what was too much, and not again what failed."""
        try:
            answers = self._put(some)
        except ModelError as error:
            half = len(some) // 2
            if half and error.failure in TOO_MUCH:
                told = [self._put_or_halve(some[:half]), self._put_or_halve(some[half:])]
                return any(told)
            answers = {}
        self._known.update({question: answers.get(at) for at, question in enumerate(some)})
        return bool(answers)


_Section = tuple[str, ...]
"""Heading path of a section, then its entries that are most alike to a note."""
_PlaceAsked = tuple[str, tuple[_Section, ...]]
_PairAsked = tuple[str, str]


class ModelJudge:
    """Asks one model; see the module for how it is used."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._places: Collected[_PlaceAsked, tuple[int, ...]] = Collected(self._put_places)
        self._relations: Collected[Question, tuple[int, Says]] = Collected(self._put_relations)
        self._pairs: Collected[_PairAsked, bool] = Collected(self._put_pairs)

    def settle(self) -> bool:
        """Put all questions that are waiting; whether there are answers that were not there before."""
        told = [self._places.settle(), self._relations.settle(), self._pairs.settle()]
        return any(told)

    def begin(self) -> None:
        """Drop what an earlier stage had no room for: this one has room of its own."""
        self._places.drop()
        self._relations.drop()
        self._pairs.drop()

    def place(self, contents: str, options: Sequence[str], text: str) -> int | None:
        """See `placement.Chooser`."""
        ranked = self.places(contents, options, text)
        return ranked[0] if ranked else None

    def places(self, contents: str, options: Sequence[str], text: str) -> tuple[int, ...]:  # noqa: ARG002
        """The options that a text belongs to, best first; none where nothing was answered.

        The table of contents is not shown, so that the cost does not grow with it.
        """
        shown = (_shortened(option, 2 if at < _SHOWN_WELL else 1) for at, option in enumerate(options))
        asked = (_telling(text), tuple(shown))
        return self._places.answer(asked) or ()

    def relation(self, question: Question) -> tuple[int, Says] | None:
        """See `relation.Opinion`; of a statement that gives orders nobody is asked."""
        return None if gives_orders(question.text) else self._relations.answer(question)

    def same(self, a: Entry, b: Entry) -> bool | None:
        """See `joining.Opinion`."""
        one, other = sorted(f"{entry.title}\n{entry.text}"[:_TEXT] for entry in (a, b))
        return self._pairs.answer((one, other))

    def _put_places(self, some: Sequence[_PlaceAsked]) -> Answers[tuple[int, ...]]:
        sections = _sections(option for _, options in some for option in options)
        names = {path: f"s{number}" for number, path in enumerate(sections, start=1)}
        values = {
            "sections": fence("sections", _listed(sections)),
            "notes": "\n".join(
                f"n{at}: {' '.join(dict.fromkeys(names[path] for path, *_ in options))}\n"
                f"{fence(f'n{at}', without_orders(text))}"
                for at, (text, options) in enumerate(some, start=1)
            ),
        }
        answer = ask(self._model, load("place"), values, Places)
        found: dict[int, tuple[int, ...]] = {}
        for entry in answer.places:
            at = _index(entry.note, "n", len(some))
            if at is None:
                continue
            own = [names[path] for path, *_ in some[at][1]]
            chosen = dict.fromkeys(own.index(name) for name in entry.sections if name in own)
            if chosen:
                found.setdefault(at, tuple(chosen))
        return found

    def _put_relations(self, some: Sequence[Question]) -> Answers[tuple[int, Says]]:
        names = _numbered("l", (_line(line) for asked in some for line in asked.lines))
        values = {
            "lines": _fenced(names),
            "statements": "\n".join(
                f"s{at}: {_choices(asked, names)}\n{fence(f's{at}', asked.text)}"
                for at, asked in enumerate(some, start=1)
            ),
        }
        answer = ask(self._model, load("relation"), values, Relations)
        found: dict[int, tuple[int, Says]] = {}
        for entry in answer.relations:
            at = _index(entry.statement, "s", len(some))
            own = [names[_line(line)] for line in some[at].lines] if at is not None else []
            if at is not None and entry.line in own:
                found.setdefault(at, (own.index(entry.line), entry.says))
        return found

    def _put_pairs(self, some: Sequence[_PairAsked]) -> Answers[bool]:
        shown = "\n".join(
            fence(f"{at} {side}", without_orders(text))
            for at, pair in enumerate(some, start=1)
            for side, text in zip("ab", pair, strict=True)
        )
        answer = ask(self._model, load("same"), {"pairs": shown}, Sames)
        return {number - 1: True for number in answer.same if 1 <= number <= len(some)}


def _telling(text: str) -> str:
    """What tells where a note belongs: its words, without addresses and without who wrote it."""
    lines = [
        line
        for line in text.split("\n")
        if not (is_colophon(line) or is_noise(line) or names_source(line.strip()))
    ]
    return plain("\n".join(lines)).strip()[:_NOTE] or text[:_NOTE]


def _shortened(option: str, most: int) -> _Section:
    """Heading path of a section and the beginnings of its entries, `most` of them, a bare heading left out."""
    path, *entries = option.split("\n")
    shown = (plain(entry).strip("-*+>| ") for entry in entries if not entry.lstrip().startswith("#"))
    return (path, *[entry[:_ENTRY] for entry in shown if entry][:most])


def _sections(options: Iterable[_Section]) -> dict[str, list[str]]:
    """Each section once, with the entries that its notes are most alike to: the nearest of each note first."""
    by_path: dict[str, list[_Section]] = {}
    for option in options:
        by_path.setdefault(option[0], []).append(option)
    found: dict[str, list[str]] = {}
    for path, some in by_path.items():
        turns = zip_longest(*(entries for _, *entries in some))
        alike = dict.fromkeys(entry for turn in turns for entry in turn if entry)
        found[path] = list(alike)[: _ENTRIES + len(some) // _NOTES_AN_ENTRY]
    return found


def _listed(sections: Mapping[str, Sequence[str]]) -> str:
    """Sections under their names, their entries indented; a root that all of them have in common is not repeated."""
    root = next(iter(sections), "").partition(_WITHIN)[0]
    shared = all(path == root or path.startswith(root + _WITHIN) for path in sections)
    lines: list[str] = []
    for number, (path, entries) in enumerate(sections.items(), start=1):
        shown = path.removeprefix(root + _WITHIN) if shared else path
        lines.append(f"s{number}: {plain(without_orders(shown))}")
        lines += [f"  - {without_orders(entry)}" for entry in entries]
    return "\n".join(lines)


def _line(line: OpenLine) -> str:
    return f"{line.heading}\n{line.text}"


def _choices(asked: Question, names: Mapping[str, str]) -> str:
    return ", ".join(f"{names[_line(line)]} {' or '.join(line.allowed)}" for line in asked.lines)


def _numbered(letter: str, texts: Iterable[str]) -> dict[str, str]:
    """Each different text once, with the name by which it is spoken of."""
    return {text: f"{letter}{number}" for number, text in enumerate(dict.fromkeys(texts), start=1)}


def _fenced(names: Mapping[str, str]) -> str:
    return "\n".join(fence(name, without_orders(text)) for text, name in names.items())


def _index(name: str, letter: str, count: int) -> int | None:
    """The place of `n3` among so many; None for a name that was not given."""
    number = name.strip().removeprefix(letter)
    return int(number) - 1 if number.isascii() and number.isdecimal() and 1 <= int(number) <= count else None


def consulted(judge: ModelJudge | None, work: Callable[[], Told]) -> Told:
    """What `work` makes with the judge's answers: it is done once more where the judge answered what it left open."""
    if judge is None:
        return work()
    judge.begin()
    made = work()
    return work() if judge.settle() else made


class Critic:
    """Looks for sentences of a draft that their evidence does not bear out."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._prompt = load("doubt")

    def doubted(self, patch: DraftPatch, planned: Planned) -> frozenset[str]:
        """The texts of the sentences that it doubts; none where it cannot be asked."""
        claims = [claim for part in patch.parts if isinstance(part, DraftPoint) for claim in part.claims]
        cited = {name for claim in claims for name in claim.evidence}
        known = [entry for entry in planned.evidence if entry.id in cited]
        if not claims or not known:
            return frozenset()
        short = {entry.id: f"e{number}" for number, entry in enumerate(known, start=1)}
        values = {
            "evidence": "\n".join(fence(short[entry.id], without_orders(entry.quote)) for entry in known),
            "sentences": "\n".join(
                fence(f"{number} {' '.join(short[i] for i in claim.evidence if i in short)}", claim.text)
                for number, claim in enumerate(claims, start=1)
            ),
        }
        try:
            answer = ask(self._model, self._prompt, values, Doubted)
        except ModelError:
            return frozenset()  # the deterministic checks have passed them; nobody else was asked
        return frozenset(claims[number - 1].text for number in answer.doubted if 1 <= number <= len(claims))
