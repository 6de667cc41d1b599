"""The words of a passage that answer: whole where it is short, else its telling sentences; a row with its heads."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from itertools import pairwise

from agent.ask.columns import cells_of
from agent.ask.cut import Passage
from agent.ask.gate import says_it
from agent.ask.kinds import typed
from agent.ask.levels import level_of
from agent.ask.library import View
from agent.ask.match import Found
from agent.ask.model import Question, Sentence
from agent.ask.scale import Scale
from agent.facts.claims import sentence_spans

_CODE = re.compile(r"(`[^`\n]{1,400}`)")
_LINE = re.compile(r"<(?:br|/p|/li|/tr|/h[1-6]|/div)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p"
    r"|picture|pre|q|s|samp|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video)"
    r"(?:\s[^<>]{0,2000})?/?>",
    re.IGNORECASE,
)
WHOLE = 480
"""Characters up to which a passage is quoted whole."""


def quoted(found: Found, question: Question, scale: Scale) -> Sentence:
    """A sentence of the answer: the passage's own words, and the place where they stand."""
    passage = found.view.passage
    if passage.cells and passage.header:
        return Sentence(text=row_in_words(cells_of(passage, question)), citations=(passage.citation(),))
    start, end = _window(passage, question, scale)
    if not _still_tells(found, start, end, question):
        start, end = 0, len(passage.text)
    words = passage.text[start:end]
    line = passage.line + passage.text.count("\n", 0, start)
    citation = passage.citation(words, line, line + words.count("\n"))
    text = words if passage.block == "code" else without_tags(words)
    return Sentence(text=text or words, citations=(citation,))


def without_tags(text: str) -> str:
    """Words as a page shows them: the tags of HTML taken out, outside code; what only looks like one stays."""
    if "<" not in text:
        return text
    parts = _CODE.split(text)
    shown = [
        part if at % 2 else html.unescape(_TAG.sub("", _LINE.sub(" ", part))) for at, part in enumerate(parts)
    ]
    return "".join(shown).strip() if any(_TAG.search(part) for part in parts[::2]) else text


def glanced_at(quote: str) -> str:
    """A quotation as it is shown beside its place, where its words stand as they are: no tags, a row's cells side by side."""
    shown = without_tags(quote)
    if shown[:1] == "|" and "\n" not in shown:
        return " · ".join(cell.strip() for cell in shown.strip("|").split("|") if cell.strip())
    return shown


def _still_tells(found: Found, start: int, end: int, question: Question) -> bool:
    """Whether a stretch of a passage that answers holds what the answer must hold, and says something."""
    if end - start == len(found.view.passage.text) or not found.answers:
        return True
    view = View(replace(found.view.passage, text=found.view.passage.text[start:end]))
    return typed(view, question) and says_it(view, question, found.levels)


def row_in_words(passage: Passage) -> str:
    """A table row as `head: cell` pairs."""
    pairs = [
        f"{head.strip()}: {without_tags(cell.strip())}" if head.strip() else without_tags(cell.strip())
        for head, cell in zip(passage.header, passage.cells, strict=False)
        if cell.strip()
    ]
    rest = [without_tags(cell.strip()) for cell in passage.cells[len(passage.header) :] if cell.strip()]
    return "; ".join((*pairs, *rest))


def _window(passage: Passage, question: Question, scale: Scale) -> tuple[int, int]:
    """The stretch of sentences (of code: lines) that holds what the passage holds of the question, within `WHOLE`."""
    text = passage.text
    if len(text) <= WHOLE:
        return 0, len(text)
    spans = _lines(text) if passage.block in ("code", "meta") else sentence_spans(text)
    if len(spans) < 2:
        return 0, len(text)
    worth = [_worth(passage, text[start:end], question, scale) for start, end in spans]
    best = max(range(len(spans)), key=lambda at: worth[at])
    first = last = best
    while True:
        sides = [at for at in (first - 1, last + 1) if 0 <= at < len(spans)]
        fitting = [
            at
            for at in sides
            if spans[max(at, last)][1] - spans[min(at, first)][0] <= WHOLE and worth[at] > 0
        ]
        if not fitting:
            return spans[first][0], spans[last][1]
        at = max(fitting, key=lambda one: worth[one])
        first, last = min(first, at), max(last, at)


def _worth(passage: Passage, words: str, question: Question, scale: Scale) -> float:
    view = View(replace(passage, text=words, heads=(), lead="", title="", path=""))
    return sum(scale.of(term) * level_of(term, view) for term in question.terms) + (
        0.5 if question.expected == "quantity" and any(char.isdigit() for char in words) else 0.0
    )


def _lines(text: str) -> list[tuple[int, int]]:
    ends = [-1, *(at for at, char in enumerate(text) if char == "\n"), len(text)]
    return [(before + 1, end) for before, end in pairwise(ends) if text[before + 1 : end].strip()]
