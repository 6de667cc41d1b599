"""Everything that is read off one text at once: the parts that facts and the evidence check share."""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_right
from dataclasses import dataclass, replace

from agent.facts.dates import DateFound, find_dates
from agent.facts.folding import folded
from agent.facts.identifiers import Identifier, find_identifiers
from agent.facts.model import Fact
from agent.facts.names import Word, entity_spans, find_code, find_han, find_settings, find_words
from agent.facts.polarity import Cue, find_cues
from agent.facts.quantities import find_quantities

_PATH = re.compile(
    r"(?<![\w./-])(?:~?/)?(?:[\w.*-]{1,80}/){1,12}[\w.*-]{0,80}\.[A-Za-z]\w{0,5}(?![\w/])|(?<![\w./-])[\w-]{1,80}\.(?:md|py|json|jsonl|toml|ya?ml|txt|html?|pdf|sh|csv|ipynb|rst|cpp|cu)(?![\w/])",
    re.ASCII,
)
_CLAUSE = re.compile(r"[，。；,;！？!?\n]|\.\s|：|:\s|——|—")


_MOST = 16
"""Names and settings that a fact carries at most; a clause with more is no clause but a list."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A text taken apart. All offsets are offsets in `text`. A reading is only itself, so that what is worked
    out of it can be remembered by it."""

    text: str
    plain: str
    """The text with full-width and variant characters folded, of the same length."""
    quantities: tuple[Fact, ...]
    dates: tuple[DateFound, ...]
    identifiers: tuple[Identifier, ...]
    code: tuple[tuple[int, int], ...]
    words: tuple[Word, ...]
    """Latin words outside quantities, dates, identifiers and paths."""
    han: tuple[tuple[int, int], ...]
    """Runs of Han characters, whole; those of a quantity or date are among `taken`."""
    taken: tuple[tuple[int, int], ...]
    """Spans of quantities, dates, identifiers and paths, in order."""
    paths: tuple[tuple[int, int], ...]
    """Spans of paths and file names."""
    cues: tuple[Cue, ...]
    settings: tuple[tuple[int, int, str, str], ...]


class _Spans:
    """Spans that digits must not be read from."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._starts = [start for start, _ in self._spans]

    def __call__(self, start: int, end: int) -> bool:
        index = bisect_right(self._starts, start) - 1
        if index >= 0 and self._spans[index][1] > start:
            return True
        return index + 1 < len(self._spans) and self._spans[index + 1][0] < end


def read(text: str, *, date: dt.date | None = None) -> Reading:
    """Take a text apart. `date` is the text's own date, which relative dates are resolved against."""
    plain = folded(text)
    identifiers = find_identifiers(plain)
    held = [(item.start, item.end) for item in identifiers]
    paths = [match.span() for match in _PATH.finditer(plain)] if "." in plain else []
    in_ids = _Spans(held + paths)
    dates = tuple(item for item in find_dates(plain, date) if not in_ids(item.start, item.end))
    held += paths + [(item.start, item.end) for item in dates]
    in_held = _Spans(held)
    words = [word for word in find_words(plain) if not in_held(word.start, word.end)]
    names = [(word.start, word.end) for word in words if any(char.isdigit() for char in word.text)]
    blocked = _Spans(held + names)
    quantities = find_quantities(plain, blocked)
    quantities, years = _years(plain, quantities)
    taken = (
        held + [(fact.start, fact.end) for fact in quantities] + [(item.start, item.end) for item in years]
    )
    in_taken = _Spans(taken)
    return Reading(
        text,
        plain,
        tuple(quantities),
        tuple(sorted((*dates, *years), key=lambda item: item.start)),
        identifiers,
        tuple(find_code(plain)),
        tuple(word for word in words if not in_taken(word.start, word.end)),
        tuple(find_han(plain)),
        tuple(sorted(taken)),
        tuple(paths),
        find_cues(plain),
        tuple(find_settings(plain)),
    )


def _years(plain: str, quantities: list[Fact]) -> tuple[list[Fact], list[DateFound]]:
    """A plain number from 1900 to 2099 that is no setting and counts nothing is a year."""
    kept: list[Fact] = []
    years: list[DateFound] = []
    for fact in quantities:
        plain_number = (
            not fact.dimension and len(fact.text) == 4 and fact.form in {"single", "range"} and not fact.bound
        )
        if (
            plain_number
            and fact.text.isdigit()
            and 1900 <= fact.values[0] <= 2099
            and plain[fact.start - 1 : fact.start] not in {"=", "$"}
        ):
            year = int(fact.values[0])
            years.append(
                DateFound(
                    fact.start,
                    fact.end,
                    dt.date(year, 1, 1),
                    dt.date(year, 12, 31),
                    f"{year}-01-01/{year}-12-31",
                )
            )
        else:
            kept.append(fact)
    return kept, years


def clause_bounds(plain: str) -> list[int]:
    """Places where a clause ends, with both ends of the text, in order."""
    return [0, *(match.end() for match in _CLAUSE.finditer(plain)), len(plain) + 1]


def facts_of(reading: Reading) -> tuple[Fact, ...]:
    """The facts of a reading, in order of their place."""
    text = reading.text
    spans = entity_spans(reading.words, reading.plain)
    found = [replace(fact, text=text[fact.start : fact.end]) for fact in _with_subjects(reading, spans)]
    for item in reading.dates:
        ordinals = (float(item.first.toordinal()), float(item.last.toordinal()))
        found.append(Fact("date", text[item.start : item.end], item.start, item.end, item.normal, ordinals))
    for name in reading.identifiers:
        found.append(
            Fact(
                name.kind,
                text[name.start : name.end],
                name.start,
                name.end,
                name.normal,
                version=name.version,
            )
        )
    for start, end in reading.code:
        found.append(Fact("code", text[start:end], start, end, reading.plain[start:end].strip()))
    for start, end in spans:
        found.append(Fact("entity", text[start:end], start, end, reading.plain[start:end].lower()))
    found.extend(_cue_facts(reading))
    found.sort(key=lambda fact: (fact.start, fact.end))
    return tuple(found)


_SUPERLATIVE_SIDES = re.compile(
    r"最|首[个次款家]|第一|唯一|^(?:.*est|most|least|best|worst|maximum|minimum|top|first|only)$",
    re.IGNORECASE,
)


def _cue_facts(reading: Reading) -> list[Fact]:
    found = []
    seen: set[tuple[int, str]] = set()
    for cue in reading.cues:
        kind = cue.kind
        if kind == "opposite":
            label = "superlative" if _SUPERLATIVE_SIDES.search(cue.text) else "direction"
        else:
            label = kind
        if (cue.start, label) in seen:
            continue
        seen.add((cue.start, label))
        text = reading.text[cue.start : cue.end]
        normal = f"{cue.group}:{cue.side}"
        found.append(Fact(label, text, cue.start, cue.end, normal))  # type: ignore[arg-type]  # the labels are kinds
    return found


def _with_subjects(reading: Reading, spans: list[tuple[int, int]]) -> list[Fact]:
    """The quantities, each with the names and settings of its clause."""
    bounds = clause_bounds(reading.plain)
    names: dict[int, list[str]] = {}
    settings: dict[int, list[str]] = {}
    for a, b in spans:
        names.setdefault(bisect_right(bounds, a), []).append(reading.text[a:b])
    for a, _, name, value in reading.settings:
        settings.setdefault(bisect_right(bounds, a), []).append(f"{name}={value}")
    found = []
    for fact in reading.quantities:
        clause = bisect_right(bounds, fact.start)
        if clause in names or clause in settings:
            said_of, under = tuple(names.get(clause, ())[:_MOST]), tuple(settings.get(clause, ())[:_MOST])
            found.append(replace(fact, subject=said_of, conditions=under))
        else:
            found.append(fact)
    return found
