"""What a response says: the answer, or the name of what is wrong with it; and what either cost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NoReturn

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from agent.errors import BadReply, ModelUnavailable
from agent.llm import ChatReply, ChatRequest

Failure = Literal[
    "timeout", "no connection", "connection lost", "rate limited", "quota spent", "server error", "key refused",
    "no such model", "request refused", "sent elsewhere", "prompt too long", "not the protocol", "endless",
    "cut short", "filtered", "refused", "empty", "reasoning only", "tool call",
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
_ANSWERED: frozenset[Failure] = frozenset(
    {"cut short", "filtered", "refused", "reasoning only", "tool call", "endless"}
)
"""Failures in which the model did answer: the same question would be answered so again."""
_HINTS: dict[Failure, str] = {
    "key refused": "Set the key's variable, and see: redline doctor",
    "sent elsewhere": "Set model.base_url to the address that answers itself.",
}
_CHARS_A_TOKEN = 3
"""For servers that do not count; mixed Chinese and English text is about that."""
_TOLD = 200
_MOST_TOKENS = 10_000_000
"""More than any model reads or writes in one call: a count above it is none."""


def _text(value: Any) -> Any:
    """Text as it is, or of a list of parts the words that are said; half a character becomes a damaged one."""
    if isinstance(value, list):
        said = (part.get("text") if isinstance(part, Mapping) else part for part in value)
        value = "".join(part for part in said if isinstance(part, str))
    return (
        value.encode("utf-8", "surrogatepass").decode("utf-8", "replace") if isinstance(value, str) else value
    )


def _or_nothing(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    """A field that is not what it should be is as good as missing: the answer beside it is paid for."""
    try:
        return handler(value)
    except ValidationError:
        return None


_Lenient = WrapValidator(_or_nothing)
_Words = Annotated[str | None, BeforeValidator(_text), _Lenient]
_Count = Annotated[Annotated[int, Field(ge=0, le=_MOST_TOKENS)] | None, _Lenient]


class _Usage(BaseModel):
    prompt_tokens: _Count = None
    completion_tokens: _Count = None


class _Message(BaseModel):
    content: _Words = None
    refusal: _Words = None
    reasoning_content: _Words = None
    reasoning: _Words = None
    tool_calls: Annotated[list[Any] | None, _Lenient] = None


class _Choice(BaseModel):
    message: Annotated[_Message | None, _Lenient] = None
    finish_reason: _Words = None


class _Completion(BaseModel):
    """What is read of a response; servers add and leave out much else."""

    choices: Annotated[tuple[_Choice, ...] | None, _Lenient] = None
    usage: Annotated[_Usage | None, _Lenient] = None
    error: Any = None


def answer_in(body: bytes, request: ChatRequest, name: str, where: str) -> ChatReply:
    """The answer in the body of a response; raises the error that names what is wrong with it.

    `name` is the model's and `where` the server's, for the message.
    """
    completion = _read(body, where)
    choice = completion.choices[0] if completion.choices else _Choice()
    message = choice.message or _Message()
    text = (message.content or "").strip()
    reasoned = message.reasoning_content or message.reasoning or ""
    counted = _counted(text, f"{text}{reasoned}{message.refusal or ''}", completion.usage, request)
    spent = (counted.tokens_in, counted.tokens_out)
    if not completion.choices and completion.error:
        fail("server error", f"{where} answered with an error: {error_in(completion.error)[:_TOLD]}.")
    if not completion.choices:
        fail("empty", f"{name} answered without a choice.", spent=spent)
    finish = choice.finish_reason
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
    if not text and message.tool_calls:
        fail("tool call", f"{name} called a tool, and there is none.", spent=spent)
    if not text:
        fail("empty", f"{name} gave an empty answer.", spent=spent)
    return counted


def _read(body: bytes, where: str) -> _Completion:
    """A response taken apart; bytes that are no characters are damaged text, and no reason to pay again."""
    shown = body[:80].decode("utf-8", "replace")
    try:
        return _Completion.model_validate(json.loads(body.decode("utf-8-sig", "replace")))
    except (ValueError, RecursionError) as error:
        fail("not the protocol", f"{where} answered what is no chat completion: {shown!r}.", error)


def error_in(body: object) -> str:
    """What an error says, in the forms in which servers put it; empty where it says nothing."""
    if isinstance(body, Mapping):
        inner = body.get("error", body)
        if isinstance(inner, Mapping):
            return ": ".join(str(inner[name]) for name in ("code", "message") if inner.get(name))
        body = inner
    return body if isinstance(body, str) else ""


def fail(
    failure: Failure, message: str, cause: BaseException | None = None, *, spent: tuple[int, int] = (0, 0)
) -> NoReturn:
    """Raise the error of a failure; `spent` are the tokens in and out that are paid all the same."""
    kind = BadReply if failure in _ANSWERED else ModelUnavailable
    hint = _HINTS.get(failure, "")
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
