"""How much of what should come the draft carries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inspect_ai.scorer import Scorer, scorer

from agent.coverage import key_facts
from evals.drafted import Drafted
from evals.golden import GoldenCase
from evals.matching import in_words, item_saying, stands
from evals.record import Finding
from evals.scorers.common import finding, new_lines, scoring, shares

_PASSAGES = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t])|\n(?=[ \t]*\|)")
"""Between paragraphs, list items and rows of tables."""
_BARE = re.compile(r"(?<![\w.,])\d[\d.,]*\d|(?<![\w.,])\d(?![\w.,])")
"""Figures without their units: `not 24` is told by what names the 24 chargers of before."""
_CELLS, _COMMA = (".csv", ".tsv"), re.compile(r"[,;\t]")
"""Files of which each line is a row."""


@scorer(metrics=[shares()])
def coverage() -> Scorer:
    """`increments_carried`: all labelled facts of an increment stand; `key_facts`: of the sources' own passages on it."""
    return scoring("coverage", score)


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `coverage`; without labels the key facts of all sources count."""
    return [*(_carried(case, drafted) if case else ()), *_key_facts(case, drafted)]


def _carried(case: GoldenCase, drafted: Drafted) -> Iterator[Finding]:
    lines = new_lines(drafted)
    for expected in case.increments:
        if not expected.facts:
            continue
        left = [in_words(fact) for fact in expected.facts if item_saying(fact, lines) is None]
        why = f"left out: {'; '.join(left)}" if left else f"all {len(expected.facts)} facts stand"
        yield finding("increments_carried", ", ".join(expected.words), right=not left, why=why)


def _key_facts(case: GoldenCase | None, drafted: Drafted) -> Iterator[Finding]:
    """Figures, dates and ids of the passages that speak of what should come: a proxy that needs no labelled facts."""
    wanted = [expected.words for expected in case.increments if expected.facts] if case else None
    text = "\n".join(line.text for line in new_lines(drafted))
    said, digits = set(key_facts(text)), set(_BARE.findall(text))
    seen: set[tuple[str, str]] = set()
    for name, text in drafted.sources:
        for passage in _passages(name, text):
            if wanted is not None and not any(all(stands(w, passage) for w in words) for words in wanted):
                continue
            for key, words in key_facts(passage).items():
                if key not in seen:
                    seen.add(key)
                    right = key in said or words in digits
                    yield finding("key_facts", words, right=right, why=f"{name} gives it", group=key[0])


def _passages(name: str, text: str) -> Sequence[str]:
    """A source in pieces that each speak of one thing; the cells of a CSV row are set apart, for `9.2,9.8` is no number."""
    if not name.lower().endswith(_CELLS):
        return _PASSAGES.split(text)
    return [_COMMA.sub(" | ", line) for line in text.splitlines()]
