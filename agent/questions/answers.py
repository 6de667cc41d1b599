"""Which questions a night's notes answer: in the question's own file, or in a note that names it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from agent.models import Model, SourceText
from agent.nights import ProposalStep

_ID = re.compile(r"\bq[0-9a-f]{11}\b")


class Answer(Model):
    """One answer."""

    question: str
    path: str
    item: str


def answers_in(sources: Sequence[SourceText], asked: Mapping[str, ProposalStep]) -> tuple[Answer, ...]:
    """The answers among sources, each question answered once, by the first of them."""
    found: dict[str, Answer] = {}
    for source in sources:
        for name in _named(source, asked):
            item = source.source
            found.setdefault(name, Answer(question=name, path=item.path, item=item.item))
    return tuple(found.values())


def _named(source: SourceText, asked: Mapping[str, ProposalStep]) -> Iterator[str]:
    ids = set(_ID.findall(source.text))
    for name, step in asked.items():
        if source.source.path == step.file or name in ids or step.file in source.text:
            yield name
