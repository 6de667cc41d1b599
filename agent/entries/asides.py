"""What of a block is for nobody's document: greetings, signatures, addresses, commands, orders to machines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.entries.words import is_advice, is_courtesy, is_signature
from agent.facts.claims import sentence_spans
from agent.orders import gives_orders

_NAME = re.compile(r"[^\W\d_]+")
_LONGEST_NAME = 60
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}|\{[\w.,+ -]{1,200}\}@[\w.-]{1,100}")
_LOWER = re.compile(r"\b[a-z]{2,}\b")
_A_SENTENCE = 6
"""Words of small letters from which a line with an address in it is a sentence."""
_COMMAND = re.compile(
    r"\s*(?:[$>%]\s|(?:sudo|git|pip3?|pipx|uvx?|npm|npx|yarn|pnpm|docker|podman|curl|wget|apt(?:-get)?|brew|conda|make|cmake|cd|"
    r"export|source|python3?|node|cargo|go|rustup|kubectl|helm|mkdir|chmod|bash|sh|ssh|scp|cat|echo|ls|cp|mv|rm|tar|unzip|"
    r"systemctl|java|mvn|gradle|dotnet|ollama|vllm)\s+[\w./~$\"'-])"
)
_A_BADGE = 2
"""Code marks of one badge."""
_BADGES = re.compile(r"[^\w`\n]*(?:`[^`\n]{1,100}`[^\w`\n]*){2,40}")
_TAGS = re.compile(
    r"[^\w`\n]*(?:tags?|keywords?|topics?|categor(?:y|ies)|labels?|标签|关键词|关键字|分类)\W{0,4}[:：](?:[^\w`\n]*`[^`\n]{1,100}`){1,40}[^\w`\n]*",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_GOES_ON = re.compile(r"\\\s*$")
_OPTION = re.compile(r"\s*--?[A-Za-z][\w-]*(?:[\s=]|$)")


_OFFICE = re.compile(r"\s?[(（][^()（）\d]{1,40}[)）]\W*$")


def senders_of(meta: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """The words of the names of who sent a letter, folded; none of what is no letter."""
    return frozenset(name for key, value in meta if key == "From" for name in _NAME.findall(value.casefold()))


def for_readers(text: str, senders: frozenset[str]) -> str:
    """The text without greetings, leave, advice on its filing, addresses, badges and orders to whoever reads it by
    machine."""
    if is_signature(text):
        return ""
    text = _without_badges(_without_addresses(text))
    spans = sentence_spans(text)
    kept = [(a, b) for a, b in spans if not _is_aside(text[a:b]) and not signs(text[a:b], senders)]
    return text if len(kept) == len(spans) else _joined(text, kept)


def _joined(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The sentences that are left, each on a line of its own where it was on one."""
    found = ""
    for at, (start, end) in enumerate(spans):
        apart = "\n" if at and "\n" in text[spans[at - 1][1] - 1 : start + 1] else " " if at else ""
        found += apart + text[start:end].strip()
    return found


def unsigned(text: str, senders: frozenset[str]) -> tuple[str, bool]:
    """The text of a letter up to the line that is its sender's name, and whether there is such a line."""
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if signs(line, senders)), None)
    return (text, False) if at is None else ("\n".join(lines[:at]).strip(), True)


def signs(sentence: str, senders: frozenset[str]) -> bool:
    """Whether a sentence is the name of who sent the letter, with an office in brackets at most, and no more."""
    sentence = _OFFICE.sub("", sentence.strip())
    names = _NAME.findall(sentence.casefold())
    return bool(names) and len(sentence) <= _LONGEST_NAME and senders.issuperset(names)


def without_commands(rows: Sequence[str]) -> list[int]:
    """Which lines of a code block are neither empty, nor a command to a shell, nor what goes on with one."""
    kept: list[int] = []
    goes_on = False
    for at, row in enumerate(rows):
        command = goes_on or bool(_COMMAND.match(row)) or bool(_OPTION.match(row))
        goes_on = command and bool(_GOES_ON.search(row))
        if row.strip() and not command:
            kept.append(at)
    return kept


def _without_badges(text: str) -> str:
    """The text without the lines by which a list files its items: labels in code marks and nothing said by them.

    A version, a day or a size among them is said of the thing: such a line stays.
    """
    if text.count("`") < _A_BADGE:
        return text
    lines = text.split("\n")
    return "\n".join(line for line in lines if not is_badges(line)).strip() or text


def is_badges(line: str) -> bool:
    """Whether a line is a row of labels, such as `` `NVIDIA` · `2025` · `frontier` `` or `` Tags: `vllm` ``."""
    if _TAGS.fullmatch(line):
        return True
    return bool(_BADGES.fullmatch(line)) and not any(map(str.isdecimal, _YEAR.sub("", line)))


def _without_addresses(text: str) -> str:
    """The text without lines that are names with their addresses, as papers have them under the title."""
    if not _ADDRESS.search(text):
        return text
    lines = text.split("\n")
    return "\n".join(line for line in lines if not _is_address(line)).strip()


def _is_address(line: str) -> bool:
    return bool(_ADDRESS.search(line)) and len(_LOWER.findall(_ADDRESS.sub(" ", line))) < _A_SENTENCE


def _is_aside(sentence: str) -> bool:
    if gives_orders(sentence) or is_advice(sentence):
        return True
    return is_courtesy(sentence) and not any(map(str.isdecimal, sentence))
