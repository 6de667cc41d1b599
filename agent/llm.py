"""The writer seam, and under it the seam to a chat model: typed questions, typed answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from agent.drafts import DraftReply, DraftRequest
from agent.errors import BadReply, Bug
from agent.models import Model
from agent.prompts import Prompt, Role
from agent.replies import NotTheType, parse_reply, reply_schema

Reply = TypeVar("Reply", bound=BaseModel)
Speaker = Literal["user", "assistant"]
TOO_MUCH = frozenset({"cut short", "prompt too long", "wrong type", "endless"})
"""Failures that a smaller question may not meet."""


class Writer(Protocol):
    """Words drafts; whatever it says is checked fact by fact before it is committed."""

    name: str
    """Name and version, as commits record it; changes whenever its wording may change."""

    def draft(self, request: DraftRequest) -> DraftReply:
        """Draft one section. Claims listed in `request.rejected` must not come again as they were."""
        ...


class Turn(Model):
    """One message after the system's."""

    role: Speaker
    content: str


class ChatRequest(Model):
    """One call of a model, whole: two equal requests are the same question."""

    model: str
    role: Role
    prompt: str
    """Name of the prompt's file."""
    prompt_hash: str
    system: str
    turns: tuple[Turn, ...]
    reply: str
    """Name of the type that is asked for."""
    wanted: str
    """The JSON schema of that type."""
    max_tokens: int

    def key(self) -> str:
        """Content hash of everything that decides the answer."""
        return hashlib.sha256(self.model_dump_json().encode("utf-8", "surrogatepass")).hexdigest()

    def characters(self) -> int:
        """Length of all that is sent as words."""
        return len(self.system) + sum(len(turn.content) for turn in self.turns)


class ChatReply(Model):
    """What a model answered: whole, and in the end of its own accord."""

    text: str
    tokens_in: int
    tokens_out: int
    counted: bool = True
    """Whether the server counted the tokens; otherwise they are estimated from the characters."""


class ChatModel(Protocol):
    """Answers a request, or raises a `ModelError` that names the failure."""

    name: str
    max_tokens: int
    """The longest reply that may be asked for."""

    def complete(self, request: ChatRequest) -> ChatReply:
        """One answer."""
        ...


def ask(model: ChatModel, prompt: Prompt, values: Mapping[str, str], kind: type[Reply]) -> Reply:
    """Ask for a reply of a type; one that is not of the type is asked for once more, quoting what is wrong.

    Raises `BadReply` after the second, whatever `ModelError` the model raises, and `Bug` where the prompt describes
    another type.
    """
    if prompt.head.reply != kind.__name__:
        raise Bug(
            f"the prompt {prompt.name!r} asks for a {prompt.head.reply}, and a {kind.__name__} is expected"
        )
    first = ChatRequest(
        model=model.name,
        role=prompt.head.role,
        prompt=prompt.name,
        prompt_hash=prompt.hash,
        system=prompt.system,
        turns=(Turn(role="user", content=prompt.rendered(values)),),
        reply=kind.__name__,
        wanted=json.dumps(reply_schema(kind), ensure_ascii=False, sort_keys=True),
        max_tokens=model.max_tokens,
    )
    answer = model.complete(first)
    try:
        return parse_reply(answer.text, kind)
    except NotTheType as error:
        wrong = str(error)
    again = first.model_copy(
        update={
            "turns": (
                *first.turns,
                Turn(role="assistant", content=answer.text[:_QUOTED]),
                Turn(
                    role="user",
                    content=f"That is not a {kind.__name__}: {wrong}. Reply with the JSON object only.",
                ),
            )
        }
    )
    try:
        return parse_reply(model.complete(again).text, kind)
    except NotTheType as error:
        raise BadReply(
            f"{model.name} twice gave no {kind.__name__} for the prompt {prompt.name!r}: {error}.",
            "Try a model that follows JSON schemas; the offline writer took over.",
            failure="wrong type",
        ) from error


_QUOTED = 2_000
"""Characters of a wrong reply that are sent back."""


def schema_of(request: ChatRequest) -> dict[str, Any]:
    """The JSON schema of a request, as an object."""
    schema: dict[str, Any] = json.loads(request.wanted)
    return schema
