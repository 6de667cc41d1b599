"""How a server wants to be asked: its dialect of one protocol, from the richest form to plain words."""

from __future__ import annotations

from typing import Any, Literal

from agent.llm import ChatRequest, schema_of
from agent.models import Model


class Dialect(Model):
    """How one server wants to be asked."""

    form: Literal["schema", "object", "json", "text"] = "schema"
    """By JSON schema; in JSON mode with the schema beside it (llama-cpp-python takes it only so); in JSON mode
    alone; in plain words."""
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True
    proven: bool = False
    """Whether a request in this form was answered."""


def simpler(dialect: Dialect, said: str) -> Dialect | None:
    """The next form to try after a refusal: what the refusal names, else the next simpler form.

    A form that was taken before is given up only where the refusal names it: a server may change its mind.
    """
    words = said.casefold()
    changed: dict[str, Any] = {}
    if dialect.limit == "max_tokens" and "max_completion_tokens" in words:
        changed = {"limit": "max_completion_tokens"}
    elif dialect.temperature and "temperature" in words:
        changed = {"temperature": False}
    elif dialect.form in _PLAINER and (not dialect.proven or is_of_the_form(said)):
        changed = {"form": _PLAINER[dialect.form]}
    return dialect.model_copy(update={**changed, "proven": False}) if changed else None


_PLAINER = {"schema": "object", "object": "json", "json": "text"}


def is_of_the_form(said: str) -> bool:
    """Whether the words of an error speak of the form that was asked for.

    llama-cpp-python's server answers 500 where it does not know a form (ggml-org/llama.cpp issue 23463).
    """
    return any(word in said.casefold() for word in ("response_format", "json_schema", "json schema"))


def messages(request: ChatRequest, dialect: Dialect) -> Any:
    """What is said, turn by turn; the schema in words where the server does not take it otherwise."""
    system = request.system
    if dialect.form != "schema":
        system = f"{system}\n\nReply with one JSON object of this schema, and nothing else:\n{request.wanted}"
    return [
        {"role": "system", "content": system},
        *({"role": turn.role, "content": turn.content} for turn in request.turns),
    ]


def options(request: ChatRequest, dialect: Dialect) -> dict[str, Any]:
    """What is asked for besides: the longest reply, no chance, and the form."""
    asked: dict[str, Any] = {dialect.limit: request.max_tokens}
    if dialect.temperature:
        asked["temperature"] = 0
    if dialect.form == "schema":
        schema = {"name": request.reply, "strict": True, "schema": schema_of(request)}
        asked["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif dialect.form == "object":
        asked["response_format"] = {"type": "json_object", "schema": bounded(schema_of(request))}
    elif dialect.form == "json":
        asked["response_format"] = {"type": "json_object"}
    return asked


_LONGEST, _MOST = 400, 24
"""Characters of a string and elements of a list in a reply: above what a good one has."""


def bounded(schema: Any) -> Any:
    """A schema whose strings and lists have an end.

    A server that makes a grammar of the schema (llama.cpp) lets a small model say nothing else, and without an end
    it repeats itself until its tokens are spent. OpenAI's strict mode knows neither bound, so it is not sent them.
    """
    if isinstance(schema, list):
        return [bounded(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: bounded(entry) for key, entry in schema.items()}
    if made.get("type") == "string" and "enum" not in made and "const" not in made:
        made.setdefault("maxLength", _LONGEST)
    if made.get("type") == "array":
        made.setdefault("maxItems", _MOST)
    return made
