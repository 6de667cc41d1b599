"""Prompts are files: loaded, checked, rendered and hashed here; what is not trusted is fenced here."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from string import Template
from typing import Literal

import yaml
from pydantic import ValidationError

from agent.errors import Bug
from agent.models import Model

Role = Literal["writer", "verifier", "chat", "judge"]

_TURN = "\n=== user ===\n"
"""Parts what is the same for all calls (and can be cached by a server) from what is asked now."""
_OPEN, _CLOSE = "⟦", "⟧"
_NOT_OURS = str.maketrans({_OPEN: "[", _CLOSE: "]"})
_TEMPLATE_MARKS = re.compile(
    r"<\|[^|<>\n]{0,40}\|>|<｜[^｜<>\n]{0,40}｜>|\[/?INST\]|<</?SYS>>|</?s>|"
    r"</?(?:start_of_turn|end_of_turn|think|tool_call|function_calls?|system|assistant|user)>",
    re.IGNORECASE,
)
"""Marks by which chat templates tell roles apart: ChatML, Llama, Mistral, Gemma, DeepSeek, Qwen."""
_KEPT_CONTROLS = "\n\t"
_LABEL = re.compile(r"[^\w .:/-]")


class PromptHead(Model):
    """The YAML head of a prompt's file."""

    role: Role
    variables: tuple[str, ...]
    reply: str
    """Name of the type that the reply must have."""


class Prompt(Model):
    """One prompt: what is always said, and what is asked with its variables."""

    name: str
    head: PromptHead
    system: str
    user: str
    hash: str
    """First 12 hexadecimal digits of the SHA-256 of the file."""

    def rendered(self, values: Mapping[str, str]) -> str:
        """What is asked, with its variables; raises `Bug` where they are not exactly those declared."""
        if set(values) != set(self.head.variables):
            raise Bug(
                f"prompt {self.name!r} takes {sorted(self.head.variables)}, and was given {sorted(values)}"
            )
        return Template(self.user).substitute(values)


def prompt_folder() -> Path:
    """Where the prompts lie: in the wheel beside the package, in a checkout at its root."""
    here = Path(__file__).parent
    packed = here / "_prompts"
    return packed if packed.is_dir() else here.parent / "prompts"


@lru_cache(maxsize=32)
def load(name: str, folder: Path | None = None) -> Prompt:
    """Read `name`.md; raises `Bug` naming the file and what is wrong with it."""
    path = (folder or prompt_folder()) / f"{name}.md"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Bug(f"the prompt {path.name} cannot be read: {error.strerror}") from error
    parts = text.split("---\n", 2)
    if len(parts) != 3 or parts[0]:
        raise Bug(f"the prompt {path.name} has no head between two lines of ---")
    try:
        head = PromptHead.model_validate(yaml.safe_load(parts[1]))
    except (yaml.YAMLError, ValidationError) as error:
        raise Bug(f"the head of the prompt {path.name} is wrong: {error}") from error
    system, turn, user = parts[2].partition(_TURN)
    if not turn:
        raise Bug(f"the prompt {path.name} has no line {_TURN.strip()!r}")
    used = set(Template(user).get_identifiers())
    if used != set(head.variables) or not Template(user).is_valid():
        raise Bug(f"the prompt {path.name} declares {sorted(head.variables)} and uses {sorted(used)}")
    return Prompt(
        name=name,
        head=head,
        system=system.strip(),
        user=user.strip(),
        hash=hashlib.sha256(text.encode()).hexdigest()[:12],
    )


def fence(label: str, text: str) -> str:
    """Text that is data, between marks that it cannot forge."""
    name = _LABEL.sub("", label)
    return f"{_OPEN}{name}{_CLOSE}\n{neutral(text)}\n{_OPEN}/{name}{_CLOSE}"


def neutral(text: str) -> str:
    """Text without what could pass for ours or hide from a reader: fence marks, the marks of chat templates,
    invisible characters, HTML comments. Runs in linear time."""
    text = "".join(char for char in _uncommented(text) if not _invisible(char))
    return _TEMPLATE_MARKS.sub(lambda found: f"({found[0].strip('<>[]|｜/')})", text.translate(_NOT_OURS))


def _uncommented(text: str) -> str:
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        end = text.find("-->", start)
        kept.append(text[at:start])
        if end < 0:
            return "".join(kept)
        at = end + len("-->")
    return "".join((*kept, text[at:]))


def _invisible(char: str) -> bool:
    """Zero-width, bidirectional, tag and control characters; variation selectors that carry hidden bytes."""
    if char in _KEPT_CONTROLS or " " <= char <= "~":
        return False
    return unicodedata.category(char) in ("Cf", "Cc", "Cs", "Co") or "\U000e0100" <= char <= "\U000e01ef"
