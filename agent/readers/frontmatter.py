"""Front matter of any sort, read as strings: an id is never a number, a date never a date."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

import yaml

_YAML_LIMIT = 65_536
"""Longer front matter is read line by line: PyYAML needs some 20 µs a character."""
_BRACKET_LIMIT = 1_000
"""PyYAML recurses into each, and takes seconds to give up."""
_NODE_LIMIT = 2_000
"""Pairs taken at most; aliases of aliases would multiply without end."""
_PAIR = re.compile(r"^([^\s:：=#\-][^:：=]{0,79}?)\s*[:：=]\s*(.*)$")
_OPEN = re.compile(r"(?:---(?:ya?ml|json)?|\+\+\+(?:toml)?|;;;)[ \t]*$")
_BLANK = re.compile(r"(?:[ \t]*\n){1,50}")
_WRAPPER = re.compile(r"(?:[ \t]*\n){0,50}```(?:markdown|md)[ \t]*\n")
_LEAST_PAIRS = 2
"""Pairs before a blank line that make prose after it the body of front matter that nobody closed."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands before the body of a note."""

    pairs: tuple[tuple[str, str], ...]
    """In order; a list gives one pair an element, a nested key is joined by dots."""
    lines: int
    """Number of lines that it takes, fences included; 0 when there is none."""
    note: str = ""
    """What was wrong with it, for people."""
    lead: int = 0
    """Number of lines before it: blank ones, or a fence around the whole text."""


_NONE = FrontMatter(pairs=(), lines=0)


def split(text: str) -> FrontMatter:
    """Read the front matter at the head of a text whose lines end with LF. Never raises.

    Blank lines before it are let pass where it is well-formed, and a code fence that holds the whole note.
    """
    wrapper = _WRAPPER.match(text)
    blank = _BLANK.match(text)
    if wrapper is None and blank is None:
        return _at_head(text)
    lead = wrapper.end() if wrapper else 0
    blank = _BLANK.match(text, lead)
    lead = blank.end() if blank else lead
    found = _at_head(text[lead:])
    if not found.pairs or found.note:
        return _NONE
    return replace(found, lead=text.count("\n", 0, lead))


def body(text: str) -> tuple[int, int]:
    """The half-open range of 0-based lines within a code fence that holds a whole note; of all lines where none does.

    Writers of notes are seen to hand over their Markdown so; a fence inside opens with the name of a language.
    """
    lines = text.count("\n") + 1
    wrapper = _WRAPPER.match(text)
    if wrapper is None or not text.rstrip().endswith("\n```"):
        return 0, lines
    depth = 1
    last = text.rstrip().rfind("\n") + 1
    for fence in re.compile(r"^[ ]{0,3}```[ \t]*([^\s`]*)", re.MULTILINE).finditer(text, wrapper.end()):
        depth += 1 if fence[1] else -1
        if depth == 0:
            inside = (text.count("\n", 0, wrapper.end()), text.count("\n", 0, last))
            return inside if fence.start() == last else (0, lines)
    return 0, lines


def _at_head(text: str) -> FrontMatter:
    head, _, _ = text.partition("\n")
    if head.startswith("{"):
        return _json(text)
    if not _OPEN.fullmatch(head):
        return _NONE
    fence = head.strip()[:3]
    lines = text[: _YAML_LIMIT * 4].split("\n")
    close = next((n for n, line in enumerate(lines[1:], 1) if _closes(line, fence)), None)
    if close is None:
        return _unclosed(lines)
    inner = lines[1:close]
    pairs = _parsed("\n".join(inner), fence)
    return _by_line(lines, close) if pairs is None else FrontMatter(pairs=pairs, lines=close + 1)


def _by_line(lines: list[str], close: int) -> FrontMatter:
    """What is between two fences and no parser takes: its pairs, where it is no prose between two rules."""
    inner = lines[1:close]
    loose = tuple(_loose(inner))
    if not loose or not _PAIR.match(next((line for line in inner if line.strip()), "")):
        return _NONE
    if _holds_prose(inner):
        unclosed = _unclosed(lines)
        return unclosed if len(unclosed.pairs) >= _LEAST_PAIRS else _NONE
    return FrontMatter(pairs=loose, lines=close + 1, note="front matter is malformed; read line by line")


def _holds_prose(inner: Sequence[str]) -> bool:
    """Whether a line after a blank one is text of the note: the closing fence was a rule of its body."""
    return any(
        not before.strip() and line[:1] not in " \t-#]}" and not _PAIR.match(line)
        for before, line in pairwise(inner)
        if line.strip()
    )


def _json(text: str) -> FrontMatter:
    """One JSON object at the head of a text, alone on its lines, with more than that in the text."""
    try:
        data, end = json.JSONDecoder(parse_float=str, parse_int=str).raw_decode(text[:_YAML_LIMIT])
    except (ValueError, RecursionError):
        return _NONE
    rest = text[end:]
    if not isinstance(data, dict) or not rest.strip() or rest.partition("\n")[0].strip():
        return _NONE
    pairs = tuple(islice(_flat(data, ""), _NODE_LIMIT))
    return FrontMatter(pairs=pairs, lines=text.count("\n", 0, end) + 1)


def _closes(line: str, fence: str) -> bool:
    bare = line.rstrip()
    return bare == fence or (fence == "---" and bare == "...")


def _unclosed(lines: list[str]) -> FrontMatter:
    """Without a closing fence the leading lines of the form `key: value` are taken, with what hangs on them, and no more."""
    count = 1
    while count < len(lines) and (
        _PAIR.match(lines[count]) or (count > 1 and _hangs_on(lines[count], lines[count - 1]))
    ):
        count += 1
    if count == 1:
        return _NONE
    note = "front matter is not closed; its leading lines were taken"
    return FrontMatter(pairs=tuple(_loose(lines[1:count])), lines=count, note=note)


def _hangs_on(line: str, before: str) -> bool:
    """Whether a line goes on with the pair before it: indented words, or an item of the list that a bare key begins."""
    item = line.startswith("- ") and (before.rstrip().endswith((":", "：")) or before.startswith("- "))
    return item or (line[:1] in " \t" and bool(line.strip()))


def _parsed(inner: str, fence: str) -> tuple[tuple[str, str], ...] | None:
    """The pairs of well-formed front matter, or None when a tolerant reading must take over."""
    if not inner.strip():
        return ()
    try:
        if fence == "+++":
            data: object = tomllib.loads(inner, parse_float=str)
        elif len(inner) <= _YAML_LIMIT and inner.count("[") + inner.count("{") <= _BRACKET_LIMIT:
            data = yaml.load(inner, Loader=yaml.BaseLoader)  # noqa: S506  (BaseLoader makes strings only)
        else:
            return None
    except (yaml.YAMLError, tomllib.TOMLDecodeError, RecursionError, ValueError):
        return None
    if not isinstance(data, Mapping):
        return None
    return tuple(islice(_flat(data, ""), _NODE_LIMIT))


def _flat(value: object, key: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    if depth > 8:
        return
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flat(inner, f"{key}.{name}" if key else str(name), depth + 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _flat(inner, key, depth + 1)
    else:
        yield key, str(value).strip()


def _loose(lines: list[str]) -> Iterator[tuple[str, str]]:
    key = ""
    for line in lines:
        pair = _PAIR.match(line)
        if pair:
            key = pair[1].strip().strip("\"'")
            value = pair[2].strip()
            if value.startswith("[") and value.endswith("]"):
                yield from ((key, part.strip().strip("\"'")) for part in value[1:-1].split(","))
            elif value:
                yield key, value.strip("\"'") if value[:1] == value[-1:] else value
        elif key and line.lstrip().startswith("- "):
            yield key, line.lstrip()[2:].strip().strip("\"'")
