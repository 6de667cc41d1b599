"""From the words of a model to a typed reply: syntax that models are known to get wrong is mended, nothing else.

What is mended (all of it seen in the reports of users of such tools): fences and prose around the object,
reasoning before it, an object encoded twice, a list for the object, trailing commas, raw control characters in
strings. What was cut off is never completed.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar, get_origin

from pydantic import BaseModel, ValidationError

Reply = TypeVar("Reply", bound=BaseModel)

_REASONING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_DECODER = json.JSONDecoder(strict=False)
_LONGEST = 2_000_000
"""Characters above which a reply is no reply."""
_LAYERS = 3
"""How often an object may be encoded within itself."""
_TOLD = 300


class NotTheType(ValueError):
    """The text holds no object of the type; the message is for the model."""


def parse_reply(text: str, kind: type[Reply]) -> Reply:
    """The object of `kind` that a reply holds; raises `NotTheType` saying what is wrong."""
    if len(text) > _LONGEST:
        raise NotTheType("it is too long")
    value = _decoded(_REASONING.sub("", text))
    for _ in range(_LAYERS):
        if not isinstance(value, str):
            break
        value = _decoded(value)
    value = _as_object(value, kind)
    try:
        return kind.model_validate(_unwrapped(value))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the object"
        raise NotTheType(f"{place}: {first['msg']}"[:_TOLD]) from error
    except RecursionError as error:
        raise NotTheType("it is nested too deeply") from error


def _decoded(text: str) -> Any:
    """The first JSON object, list or string in a text, and nothing but closing words after it."""
    stripped = text.strip()
    starts = [at for at in (stripped.find("{"), stripped.find("[")) if at >= 0]
    start = 0 if stripped.startswith('"') else min(starts, default=-1)
    if start < 0:
        raise NotTheType("there is no JSON object in it")
    for candidate in (stripped[start:], _without_trailing_commas(stripped[start:])):
        try:
            return _DECODER.raw_decode(candidate)[0]
        except json.JSONDecodeError as error:
            wrong = f"not valid JSON at character {start + error.pos}: {error.msg}"
        except RecursionError as error:
            raise NotTheType("it is nested too deeply") from error
    raise NotTheType(wrong)


def _without_trailing_commas(text: str) -> str:
    """Commas before a closing bracket taken out, strings left as they are; one pass."""
    kept: list[str] = []
    inside = escaped = False
    for char in text:
        if inside:
            inside = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            inside = True
        elif char in "]}":
            while kept and kept[-1].isspace():
                kept.pop()
            if kept and kept[-1] == ",":
                kept.pop()
        kept.append(char)
    return "".join(kept)


def _as_object(value: Any, kind: type[BaseModel]) -> Any:
    """A list where an object was asked for: its only element, or what the object's only list should hold."""
    if not isinstance(value, list):
        return value
    if len(value) == 1 and isinstance(value[0], dict) and set(value[0]) <= set(kind.model_fields):
        return value[0]
    lists = [name for name, field in kind.model_fields.items() if get_origin(field.annotation) is tuple]
    return {lists[0]: value} if len(lists) == 1 else value


def _unwrapped(value: Any) -> Any:
    """Lists and objects that were encoded once more as strings, below the top."""
    if isinstance(value, dict):
        return {key: _unwrapped(_once_more(entry)) for key, entry in value.items()}
    if isinstance(value, list):
        return [_unwrapped(entry) for entry in value]
    return value


def _once_more(value: Any) -> Any:
    if not isinstance(value, str) or not value.lstrip().startswith(("[{", '{"', '["')):
        return value
    try:
        return json.loads(value, strict=False)
    except (json.JSONDecodeError, RecursionError):
        return value


def reply_schema(kind: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a reply in the strict form that servers take: every field required, none besides."""
    schema = _strict(kind.model_json_schema())
    assert isinstance(schema, dict)
    return schema


def _strict(value: Any) -> Any:
    if isinstance(value, list):
        return [_strict(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    plain = ("default", "title")  # words for people; a field of that name is an object
    kept = {
        key: _strict(entry) for key, entry in value.items() if key not in plain or isinstance(entry, dict)
    }
    if kept.get("type") == "object" and "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
