"""Commit messages whose trailers say only what we say.

A body may quote the inbox, and so may a trailer's value. Neither can add a trailer, close an issue,
skip the checks, call a person or credit an author: git and the forges read those things out of any line that looks like them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.errors import Bug

OURS = "Redline-"
"""At least one trailer of every commit of ours begins so: it tells our commits from a person's."""

Trailer = tuple[str, str]

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9-]*\Z")
_CLOSING = "close|closes|closed|closing|fix|fixes|fixed|fixing|resolve|resolves|resolved|resolving|implement|implements|implemented|implementing"
"""Words that close an issue: GitHub's nine, and the further ones of GitLab's default pattern."""
_FORGE_KEY = re.compile(rf"(?:.*-)?(?:by|cc|{_CLOSING})\Z", re.IGNORECASE)
_REFERENCE = re.compile(
    rf"\b(?P<word>(?:{_CLOSING})[\s:]{{1,8}}(?:issues?\s{{1,4}})?)"
    r"(?P<target>[\w.-]{0,100}(?:/[\w.-]{1,100}){0,4}[#!](?=\d)|(?-i:[A-Z][A-Z0-9_]{1,20}-)(?=\d)|https?://)",
    re.IGNORECASE,
)
"""A closing word and what it would close: `#1`, `owner/repo#1`, `!1`, `GH-1`, `PROJ-1`, an address."""
_SKIP = re.compile(
    r"\[(?=(?:(?:skip|no)[ _-]{1,3}(?:ci|actions|checks)|(?:ci|actions)[ _-]{1,3}skip)[ \t]{0,3}\])|\*(?=\*\*NO_CI)",
    re.IGNORECASE,
)
"""Words in brackets by which a forge leaves its checks out: `[skip ci]`, `[no ci]`, `***NO_CI***`."""
_PING = re.compile(r"(?<![\w.@/])@(?=[A-Za-z0-9])")
"""Where a forge would tell a person or a team that they were spoken of."""
_CREDIT = re.compile(
    r"^(?P<line>[ \t]*[A-Za-z][A-Za-z-]{0,40}-(?:by|to)[ \t]*:.*)$", re.IGNORECASE | re.MULTILINE
)
_DIVIDER = re.compile(r"^(?=---|diff --git |Index: |diff -)", re.MULTILINE)
_BREAKS = re.compile(r"\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_ESCAPED = re.compile(r"\\(u[0-9a-f]{4}|.)", re.DOTALL)


def message(subject: str, body: str, trailers: Sequence[Trailer]) -> str:
    """The message of a commit: subject, body, trailers, made safe.

    Raises Bug for an empty subject, a key that is none, one that a forge acts on, or no key of ours.
    """
    title = " ".join(_defused(_plain(_BREAKS.sub(" ", subject))).split())
    if not title:
        raise Bug("A commit needs a subject.")
    if not any(key.startswith(OURS) for key, _ in trailers):
        raise Bug(f"The commit “{title}” names no trailer that begins with {OURS!r}.")
    text = _defused(_plain(_BREAKS.sub("\n", body))).strip("\n")
    text = _DIVIDER.sub(" ", _CREDIT.sub(r"`\g<line>`", text))
    block = "\n".join(_line(key, value) for key, value in trailers)
    return "\n\n".join(part for part in (title, text, block) if part) + "\n"


def parse(block: str) -> tuple[Trailer, ...]:
    """Trailers from lines `Key: value`, one a line, values as they were given to `message`."""
    pairs = (line.partition(":") for line in block.split("\n") if ":" in line)
    return tuple((key, _ESCAPED.sub(_unescape, value.strip())) for key, _, value in pairs)


def _line(key: str, value: str) -> str:
    if not _KEY.match(key) or _FORGE_KEY.match(key):
        raise Bug(f"{key!r} cannot be the key of a trailer.")
    escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    escaped = _UNSEEN.sub(_escape, _BREAKS.sub(_escape, escaped))
    escaped = re.sub(r"^\s|\s\Z", _escape, escaped)
    return f"{key}: {_PING.sub(_escape, _SKIP.sub(_escape, _REFERENCE.sub(_break_reference, escaped)))}"


def _escape(found: re.Match[str]) -> str:
    return "".join(f"\\u{ord(char):04x}" for char in found[0])


def _unescape(found: re.Match[str]) -> str:
    code = found[1]
    if len(code) == 5:
        return chr(int(code[1:], 16))
    return {"n": "\n", "t": "\t"}.get(code, code)


def _break_reference(found: re.Match[str]) -> str:
    """Put a backslash before the sign that makes a reference one (`#`, `!`), or before its name."""
    target = found["target"]
    broken = f"{target[:-1]}\\{target[-1]}" if target[-1] in "#!" else f"\\{target}"
    return f"{found['word']}{broken}"


def _defused(text: str) -> str:
    text = _SKIP.sub(lambda found: f"{found[0]} ", _REFERENCE.sub(_break_reference, text))
    return _PING.sub("@\N{WORD JOINER}", text)


def _plain(text: str) -> str:
    """Text without characters that hide or turn what a reader sees."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)
