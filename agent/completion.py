"""What a response says: the answer, or the name of what is wrong with it; and what either cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NoReturn

from pydantic import BaseModel, ValidationError

from agent.errors import BadReply, ModelUnavailable
from agent.llm import ChatReply, ChatRequest

Failure = Literal[
    "timeout", "no connection", "connection lost", "rate limited", "quota spent", "server error", "key refused",
    "no such model", "request refused", "prompt too long", "not the protocol", "endless", "cut short", "filtered",
    "refused", "empty", "reasoning only", "given up",
]  # fmt: skip
AGAIN: frozenset[Failure] = frozenset(
    {
        "timeout",
        "no connection",
        "connection lost",
        "rate limited",
        "server error",
        "not the protocol",
        "empty",
    }
)
"""Failures that another try may mend; the others would be paid for twice and come again."""
_CHARS_A_TOKEN = 3
"""For servers that do not count; mixed Chinese and English text is about that."""
_TOLD = 200


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    """What is read of a response; servers add and leave out much else."""

    choices: tuple[_Choice, ...] = ()
    usage: _Usage | None = None


def answer_in(body: bytes, request: ChatRequest, name: str, where: str) -> ChatReply:
    """The answer in the body of a response; raises the error that names what is wrong with it.

    `name` is the model's and `where` the server's, for the message.
    """
    try:
        completion = _Completion.model_validate_json(body)
    except ValidationError as error:
        shown = body[:80].decode("utf-8", "replace")
        fail("not the protocol", f"{where} answered what is no chat completion: {shown!r}.", error)
    message = completion.choices[0].message if completion.choices else _Message()
    text = (message.content or "").strip()
    reasoned = message.reasoning_content or message.reasoning or ""
    counted = _counted(text, f"{text}{reasoned}{message.refusal or ''}", completion.usage, request)
    spent = (counted.tokens_in, counted.tokens_out)
    if not completion.choices:
        fail("empty", f"{name} answered without a choice.", spent=spent)
    finish = completion.choices[0].finish_reason
    if message.refusal:
        fail("refused", f"{name} refuses: {message.refusal[:_TOLD]}", spent=spent)
    if finish == "content_filter":
        fail("filtered", f"A content filter stopped {name}.", spent=spent)
    if finish == "length":
        what = "its reasoning took all the tokens" if reasoned and not text else "its reply was cut"
        said = f"{name} came to the limit of {request.max_tokens} tokens: {what}."
        fail("cut short", said, spent=spent)
    if not text and reasoned:
        fail("reasoning only", f"{name} reasoned and gave no answer.", spent=spent)
    if not text:
        fail("empty", f"{name} gave an empty answer.", spent=spent)
    return counted


def fail(
    failure: Failure, message: str, cause: BaseException | None = None, *, spent: tuple[int, int] = (0, 0)
) -> NoReturn:
    """Raise the error of a failure; `spent` are the tokens in and out that are paid all the same."""
    kind = (
        BadReply
        if failure in ("cut short", "filtered", "refused", "reasoning only", "endless")
        else ModelUnavailable
    )
    hint = "Set the key's variable, and see: redline doctor" if failure == "key refused" else ""
    raise kind(message, hint, failure=failure, tokens_in=spent[0], tokens_out=spent[1]) from cause


def begun(request: ChatRequest, came: Sequence[bytes]) -> tuple[int, int]:
    """Tokens of an answer that broke off, as far as it came; of one that never began, none."""
    size = sum(map(len, came))
    if not size:
        return 0, 0
    return request.characters() // _CHARS_A_TOKEN, min(size // _CHARS_A_TOKEN, request.max_tokens)


def _counted(text: str, generated: str, usage: _Usage | None, request: ChatRequest) -> ChatReply:
    """The answer with its tokens: as the server counts them, else by the characters of all that was generated."""
    if usage and usage.prompt_tokens is not None and usage.completion_tokens is not None:
        return ChatReply(text=text, tokens_in=usage.prompt_tokens, tokens_out=usage.completion_tokens)
    return ChatReply(
        text=text,
        tokens_in=request.characters() // _CHARS_A_TOKEN,
        tokens_out=len(generated) // _CHARS_A_TOKEN,
        counted=False,
    )
