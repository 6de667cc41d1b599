"""A model that drafts carefully: each item of evidence word for word. It knows nothing but the request."""

from __future__ import annotations

import json
import re
from typing import Any

from agent.facts import split_claims
from agent.llm import ChatReply, ChatRequest

_BLOCK = re.compile(r"⟦(i\d+)⟧\n(.*?)\n⟦/\1⟧", re.DOTALL)
_LINE = re.compile(r"^(title|relation|point|the document says|[et]\d+)(?: \(brief\))?: ?", re.MULTILINE)
_CHARS_A_TOKEN = 3
_A_LINE = 400
"""Characters from which a line is said sentence by sentence."""


class HonestModel:
    """Answers drafts, and keeps what it was asked."""

    name = "honest"
    max_tokens = 6000

    def __init__(self) -> None:
        self.asked: list[tuple[ChatRequest, ChatReply]] = []

    def complete(self, request: ChatRequest) -> ChatReply:
        """See `llm.ChatModel.complete`; tokens are characters / 3."""
        text = json.dumps(self.answered(request.turns[0].content), ensure_ascii=False)
        reply = ChatReply(
            text=text,
            tokens_in=request.characters() // _CHARS_A_TOKEN,
            tokens_out=len(text) // _CHARS_A_TOKEN,
        )
        self.asked.append((request, reply))
        return reply

    def answered(self, prompt: str) -> dict[str, Any]:
        """What it says to a prompt."""
        return honest_draft(prompt)


class ShiftingModel(HonestModel):
    """The same, in other words each time: other clauses first, other lines, another order. Its facts stay."""

    name = "shifting"

    def __init__(self) -> None:
        super().__init__()
        self._drafts = 0

    def answered(self, prompt: str) -> dict[str, Any]:
        """See `HonestModel.answered`."""
        draft = super().answered(prompt)
        shift = self._drafts % 3
        self._drafts += bool(draft["increments"])
        for increment in draft["increments"]:
            sentences = [sentence for point in increment["points"] for sentence in point["sentences"]]
            if shift:
                sentences = [{**one, "text": _reworded(one["text"], shift)} for one in sentences[::-1]]
            increment["points"] = [{"sentences": [sentence]} for sentence in sentences]
        return draft


def _reworded(text: str, shift: int) -> str:
    """Without a leading adverb or a closing aside, a colon for a verb: as a writer who is told to be brief words it."""
    text = re.sub(r" (?:is|was|has|reaches) (?=\d)", ": ", text, count=1)
    bare = re.sub(r"^(?:For example|In addition|As a result|Now|Today|Here)[,，]?\s+", "", text)
    shorter = re.sub(r"\s*[（(][^()（）]{1,60}[)）]\s*([.。]?)$", r"\1", bare) if shift > 1 else bare
    return shorter[:1].upper() + shorter[1:] if shorter else text


def increments_in(prompt: str) -> list[str]:
    """The names of the increments that a prompt asks about."""
    return [alias for alias, _ in _BLOCK.findall(prompt)]


def honest_draft(prompt: str) -> dict[str, Any]:
    """The draft that a careful model makes of what it is shown; to a judge's question it says that it does not know."""
    drafted = [_increment(alias, _lines(block)) for alias, block in _BLOCK.findall(prompt)]
    return {"increments": drafted, "places": [], "relations": [], "same": []}


def _increment(alias: str, lines: list[tuple[str, str]]) -> dict[str, Any]:
    evidence = [(name, text) for name, text in lines if name.startswith("e")]
    points = [
        {"sentences": [{"text": sentence, "evidence": [name]}]}
        for name, text in evidence
        if not text.startswith("|")
        for line in text.split("\n")
        for sentence in ([line] if len(line) < _A_LINE else [claim.text for claim in split_claims(line)])
        if sentence.strip()
    ]
    return {
        "increment": alias,
        "title": {
            "text": next(text for name, text in lines if name == "title"),
            "evidence": [name for name, _ in evidence],
        },
        "points": points,
        "tables": [name for name, _ in lines if re.fullmatch(r"t\d+", name)],
        "doubts": [],
        "reason": "adds",
    }


def _lines(block: str) -> list[tuple[str, str]]:
    marks = list(_LINE.finditer(block))
    ends = [mark.start() for mark in marks[1:]] + [len(block)]
    return [
        (mark[1], block[mark.end() : end].strip().replace("\n  ", "\n"))
        for mark, end in zip(marks, ends, strict=True)
    ]
