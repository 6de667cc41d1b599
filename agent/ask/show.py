"""An answer as lines of plain text. Quotations come from strangers: nothing in them reaches the terminal as a command."""

from __future__ import annotations

from collections.abc import Iterator

from agent.ask.model import Answer, Citation, Comparison, Sentence
from agent.ask.quoting import glanced_at
from agent.models import Language
from agent.prompts import neutral

_WORDS: dict[Language, dict[str, str]] = {
    "en": {"nearest": "Nearest:", "differ": "The sources differ: ", "nothing": "–"},
    "zh": {"nearest": "最接近的：", "differ": "来源说法不一：", "nothing": "–"},
}
_SHOWN = 200
"""Characters of a quotation that is only shown as near."""


def place_of(cited: Citation) -> str:
    """Where a quotation stands: path, lines, contributor, date."""
    lines = (
        f"{cited.start_line}"
        if cited.end_line <= cited.start_line
        else f"{cited.start_line}-{cited.end_line}"
    )
    where = f"{cited.path}:{lines}" + (f" ({cited.element})" if cited.element else "")
    return " · ".join(part for part in (where, cited.contributor, cited.date.isoformat()) if part)


def sentence_lines(sentence: Sentence) -> Iterator[str]:
    """A sentence and below it what it cites."""
    yield _plain(sentence.text)
    for cited in sentence.citations:
        yield f"    [{_plain(place_of(cited))}]"


def rest_lines(answer: Answer) -> Iterator[str]:
    """What of an answer is not its sentences: table, other sides, what stays open, what comes nearest."""
    words = _WORDS[answer.question.language]
    if answer.comparison:
        yield from _table_lines(answer.comparison, words["nothing"])
    for one in answer.disagreements:
        yield f"{words['differ']}{_plain(one.about)}"
        for side in one.sides:
            yield from (f"  {line}" for line in sentence_lines(side))
    if answer.reason:
        yield answer.reason
    if answer.nearest:
        yield words["nearest"]
    for cited in answer.nearest:
        yield f"  {_plain(glanced_at(cited.quote))[:_SHOWN]}"
        yield f"    [{_plain(place_of(cited))}]"


def _table_lines(table: Comparison, nothing: str) -> Iterator[str]:
    yield " | ".join(("", *map(_plain, table.things)))
    for aspect, cells in zip(table.aspects, table.cells, strict=True):
        yield " | ".join((_plain(aspect), *(_plain(cell.text) if cell else nothing for cell in cells)))
        for cell in cells:
            if cell:
                yield from (f"    [{_plain(place_of(cited))}]" for cited in cell.citations)


def _plain(text: str) -> str:
    """One line, without control characters and what nobody sees."""
    return " ".join(neutral(text).split())
