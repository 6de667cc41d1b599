"""Secrets in a text, masked at the same length before anything leaves the reader.

The patterns of detect-secrets (the maintained fork `bc-detect-secrets`) find keys and tokens by
their form; a few forms that it does not know stand here. Its entropy rules are left alone: in these
notes they take commit hashes, checksums and arXiv ids for secrets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from agent.readers.secretforms import FORMS, Form

MASK = "█"
"""One character for one, so that offsets stay right."""

_LONG_ENOUGH = 8


@dataclass(frozen=True, slots=True)
class Masked:
    """A text without its secrets."""

    text: str
    values: tuple[str, ...]
    """What was masked, longest first, for masking copies of it in cells and metadata. Never stored."""
    notes: tuple[str, ...]


_WORD_END = re.compile(r"[\"'`,;<>(){}\[\]|\\]")
_JOINT = re.compile(r"[-_.+@=~ ]+")
_RANDOM = re.compile(r"(?=[A-Za-z_]*\d)(?=[\d_]*[A-Za-z])\w{12,}", re.ASCII)
"""A run of letters and digits mixed, as no word of a slug is."""
_STAND_IN = re.compile(
    r"your|example|placeholder|xxx|\.\.\.|\*\*\*|empty|dummy|changeme|environ|getenv|^\$|^https?:|^--|^/|abc-?123|███",
    re.IGNORECASE,
)
_METHOD = re.compile(
    r"(?:sha|md|hs|rs|es|aes|rsa|rc|des|3des|ed|x|base|utf|pbkdf|argon|bcrypt|scrypt|oauth|totp|hmac|fido|tls|ssl)-?\d"
    r"|\d+[-x]?(?:bit|byte|char|digit|letter|word|day|hour|minute|month|[kmgt]b?\b)",
    re.IGNORECASE,
)
"""How a password is kept, or how long it is or lasts, instead of the password."""
_SAID = re.compile(
    r"[\"'`*”」)\]]{0,3}[.!]?(?:\s*$|[ \t]*[,;。，；、！）)|\n—]|\s+(?:for|on|and|but|until|since|from|in|at|as|now|again|everywhere|so|if|or)\b)"
)
"""What follows where a sentence has said a value and goes on about something else."""
_OPENS = re.compile(r"pass|密码|口令", re.IGNORECASE)
"""What may be a number, where a key or a token is none."""
_SHORTEST = 6
"""Characters of a password that a text calls one."""
_SMALL_WORD = 3
_QUOTES = tuple("\"'`“「")
_WORDS = re.compile(r"[A-Za-z]+(?:[-_][A-Za-z]+)*")
"""A value without figures and signs: a password where the text gives it for one, and a word everywhere else."""
_DESCRIBES = re.compile(
    r"(?:un|in|re|non|auto|pre|mis)?"
    r"(?:requir|option|mandator|necess|need|allow|support|accept|correct|wrong|valid|match|miss|forget|forgot|lost|expir|rotat|chang"
    r"|reset|updat|delet|remov|revok|disabl|enabl|encrypt|decrypt|hash|salt|stored|storing|saved|saving|kept|keep|shared|send|sent"
    r"|hidden|hiding|mask|redact|censor|protect|secur|clear|plain|generat|random|creat|provid|suppl|specif|default|assign|given|chosen"
    r"|choos|enter|input|prompt|typed|ask|contact|instead|explicit|manual|automat|direct|flag|argument|param|field|column|variabl"
    r"|propert|attribut|string|integer|number|boolean|object|varchar|undefin|unknown|empty|blank|omit|ignor|above|below|authentic"
    r"|authoriz|verif|recover|length|minim|maxim|strength|weak|strong|polic|manag|login|logout|credent|availab|public|privat|intern"
    r"|extern|inherit|sensitiv|based|config|configur|setting|environ|vault|keychain|keyring|keepass|bitwarden|lastpass|kerberos"
    r"|bcrypt|scrypt|argon|pbkdf|cookie|header)[a-z]{0,4}"
    r"|auto|case|only|read|system|user|.*(?:pass|secret|token|value|credential).*",
    re.IGNORECASE,
)
"""What is said of a password instead of the password: the rest of `password: …` that is no value."""
_GIVEN = re.compile(r"[\"'`*”」]{0,3}[.!]?[ \t]{0,80}(?:$|[\n,;。，；、！（）)|]| \()")
"""What follows a value that is all that is said: the end of a line, a cell or a clause."""
_HINTS = {
    "AWSKeyDetector": ("AKIA", "ASIA", "ABIA", "ACCA", "A3T", "aws"),
    "AzureStorageKeyDetector": ("AccountKey",),
    "DiscordBotTokenDetector": ("iscord",),
    "GitHubTokenDetector": ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    "MailchimpDetector": ("-us",),
    "SendGridDetector": ("SG.",),
    "SlackDetector": ("xox", "hooks.slack.com"),
    "SquareOAuthDetector": ("sq0csp-",),
    "StripeDetector": ("k_live_",),
    "TwilioKeyDetector": ("wilio",),
}
"""Rules taken from the library, with the words that its patterns cannot do without; for those whose
pattern is a mere length of characters, the name of the service. Its patterns for JSON Web Tokens and
Artifactory take minutes on a megabyte made for them, so theirs stand above."""
_GROUP_IS_SECRET = frozenset({"AWSKeyDetector"})


def mask(text: str) -> Masked:
    """Mask every secret of a text."""
    spans = sorted(set(_find(text)))
    if not spans:
        return Masked(text=text, values=(), notes=())
    pieces: list[str] = []
    at = 0
    for start, end, _ in spans:
        if end > at:
            first = max(start, at)
            pieces += [text[at:first], _mask(text[first:end])]
            at = end
    pieces.append(text[at:])
    values = sorted({text[start:end] for start, end, _ in spans}, key=len, reverse=True)
    kinds = ", ".join(sorted({kind for _, _, kind in spans}))
    return Masked(text="".join(pieces), values=tuple(values), notes=(f"secrets masked: {kinds}",))


def without(text: str, values: Iterable[str]) -> str:
    """A copy of a piece of the text (a cell, a header) with the same secrets masked.

    A password that is short, or of letters alone, is masked only where its surroundings tell it, as in the text: its
    letters are those of ordinary words.
    """
    for value in values:
        if len(value) >= _LONG_ENOUGH and value in text and not _WORDS.fullmatch(value):
            text = text.replace(value, _mask(value))
    return mask(text).text


def without_in(pair: tuple[str, str], values: Iterable[str]) -> tuple[str, str]:
    """A key and its value (of front matter, or a header) with the same secrets masked: the key is what tells a password."""
    key, value = pair
    lead = f"{key}: "
    return key, without(lead + value, values)[len(lead) :]


def mask_name(path: str) -> str:
    """A path whose names hold no secret: a token may follow any joint of a name, `2026-09-25-sk-…`.

    A slug that begins as a token does (`sk-learn-…`) is none: a token is not made of words.
    """
    return "/".join(_masked_name(name) for name in path.split("/"))


def _masked_name(name: str) -> str:
    if not _RANDOM.search(name) or not _rules_for(name):
        return name
    starts = [0, *(joint.end() for joint in _JOINT.finditer(name))]
    ends = [len(name), *(joint.start() for joint in _JOINT.finditer(name))]
    for start in starts:
        for end in sorted(ends, reverse=True):
            for first, last, _ in _find(name[start:end]) if end - start >= _LONG_ENOUGH else ():
                value = name[start + first : start + last]
                if _RANDOM.search(value):
                    name = name[: start + first] + _mask(value) + name[start + last :]
    return name


def _mask(secret: str) -> str:
    """Line breaks stay, so that line numbers do."""
    return re.sub(r"[^\n]", MASK, secret)


def _rules_for(text: str) -> list[Form]:
    """The rules of which a text holds a hint."""
    lowered = text.lower()
    rules = [rule for rule in FORMS if any(hint in lowered for hint in rule.hints)]
    if any(hint in text for hints in _HINTS.values() for hint in hints):
        rules += [rule for rule in _library() if any(hint in text for hint in rule.hints)]
    return rules


def _find(text: str) -> Iterator[tuple[int, int, str]]:
    for rule in _rules_for(text):
        for match in rule.pattern.finditer(text):
            start, end = match.span(rule.group if match[rule.group] else 0)
            if rule.test in ("chosen", "told", "set"):
                cut = _WORD_END.search(text, start, end)
                end = cut.start() if cut else end
            if rule.test in ("told", "set"):
                end = start + len(text[start:end].rstrip(".,:;?"))
            value = text[start:end]
            if (
                rule.test == "form"
                or (rule.test == "random" and _RANDOM.search(value))
                or (rule.test == "chosen" and _looks_chosen(value))
                or (
                    rule.test == "told"
                    and _is_told(match[0], value, text[start - 1])
                    and _SAID.match(text, end, end + 40)
                )
                or (
                    rule.test == "set"
                    and _can_be_password(value, text[start - 1])
                    and _is_all(text, start, end, rule)
                )
            ):
                yield start, end, rule.kind


def _looks_chosen(value: str) -> bool:
    """Whether a value set for a password or key is one, not a stand-in, a variable or a word."""
    if len(value) < _LONG_ENOUGH or _STAND_IN.search(value) or len(set(value)) < 5:
        return False
    return any(map(str.isdigit, value)) and any(map(str.isalpha, value))


def _is_told(said: str, value: str, before: str) -> bool:
    """Whether what is said to be a password or key can be one: letters and figures, of a password figures alone."""
    if len(value) < _SHORTEST or _STAND_IN.search(value) or _METHOD.match(value):
        return False
    if value.isdigit():
        return _OPENS.search(said) is not None and len(set(value)) > 1
    if _WORDS.fullmatch(value):
        # Among Chinese words, or in quotation marks, Latin letters are the thing itself.
        return bool(_OPENS.match(said)) and (said[0] in "密口" or before in _QUOTES) and not _describes(value)
    return any(char.isdigit() or char in "!@#$%^&+_" for char in value) and any(map(str.isalpha, value))


def _can_be_password(value: str, before: str) -> bool:
    """Whether a value set for a password can be one: letters alone too, where they are no word on passwords."""
    if len(value) < _SHORTEST or len(set(value)) < 2 or _STAND_IN.search(value) or _METHOD.match(value):
        return False
    if _WORDS.fullmatch(value):
        return ("_" not in value or before in _QUOTES) and not _describes(value)
    return value.isdigit() or any(char.isdigit() or char in "!@#$%^&+" for char in value)


def _describes(value: str) -> bool:
    """Whether all words of a value (`read-only`) are such as say something of passwords."""
    words = [word for word in re.split("[-_]", value) if len(word) > _SMALL_WORD]
    return bool(words) and all(map(_DESCRIBES.fullmatch, words))


def _is_all(text: str, start: int, end: int, rule: Form) -> bool:
    """Whether a value is all that is said: quoted whole, an argument of a command, or up to the end of a line or clause."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before == after and before in _QUOTES:
        return True
    if rule.kind == "password of a command" or before == "=":
        # What an unquoted name in a call is set to is a variable: `connect(password=given, port=1)`.
        called = "(" in text[max(text.rfind("\n", max(0, start - 200), start), start - 200, 0) : start]
        return not after or after.isspace() or after in ";&|`\"'" or (after == "," and not called)
    return _GIVEN.match(text, end) is not None


@cache
def _library() -> tuple[Form, ...]:
    """The library's rules; imported at the first text, since it takes a fifth of a second."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.plugins.base import RegexBasedDetector

    rules: list[Form] = []
    for kind, plugin in get_mapping_from_secret_type_to_class().items():
        hints = _HINTS.get(plugin.__name__)
        if hints is None or not issubclass(plugin, RegexBasedDetector):
            continue
        for pattern in plugin().denylist:
            group = pattern.groups if plugin.__name__ in _GROUP_IS_SECRET else 0
            rules.append(Form(kind, hints, pattern, group))
    return tuple(rules)
