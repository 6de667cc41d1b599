"""What new text may not do: checks of the text of one edit, before it is put in place."""

from __future__ import annotations

import re
import unicodedata

from agent.document import lexis, scan
from agent.document.edits import Reason, Refused
from agent.document.model import Document
from agent.document.parse import lines, parse

_ELISION = re.compile(
    r"(?:^|[。.!?！？\[(（【<{*_#\-—>…|/])[ \t]{0,8}"
    r"(?P<said>"
    r"(?:其余|其他|其它|余下|剩余|剩下|以下|后续|后面|前面|以上|原有|现有)(?:的)?(?:内容|部分|章节|条目|段落|文字|文本|各行|行|表格|原文)?"
    r"(?:均|都|全部)?(?:保持|维持)?(?:不变|略|省略|同上|同前|未变|原样)"
    r"|(?:此处|这里|中间|下文)?(?:内容)?(?:省略|从略)"
    r"|(?:the\s{1,3})?(?:rest|remainder|other\s{1,3}(?:content|text|sections?|lines|rows|items))"
    r"(?:\s{1,3}of\s{1,3}(?:the\s{1,3})?\w+)?(?:\s{1,3}(?:is|are|remains?|stays?|left))?\s{1,3}(?:unchanged|the\s{1,3}same|as\s{1,3}(?:is|before)|omitted)"
    r"|(?:(?:existing|remaining|original|previous|unchanged)\s{1,3}(?:content|text|code|lines|rows|items|sections?)"
    r"(?:\s{1,3}(?:here|omitted|unchanged|remains?|above|below))?)"
    r"|truncated|omitted\s{1,3}for\s{1,3}brevity"
    r")[ \t]{0,8}(?=$|[。.!?！？\])）】>}*_…,，;；:：|/\-—])",
    re.I | re.M,
)
_ANCHOR = re.compile(
    rb"<[A-Za-z][^<>]*?\s(?:id|name)\s*=\s*[\"']?([^\"'\s<>]+)|\{#([^\s{}]+)\}|^ {0,3}(\[\^?[^\[\]\n]+\]):",
    re.M,
)
_TAG = re.compile(
    rb"<(/?)(details|div|table|section|center|blockquote|pre|ul|ol|picture)(?=[\s>])[^<>]*>", re.I
)
_CODE_SPAN = re.compile(rb"`[^`\n]*`")
_INVISIBLE = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that reverse text: what is read is not what is written (CVE-2021-42574)."""
_SPACES = re.compile(r"[\s]+")


def check_text(
    document: Document,
    text: str,
    *,
    old: bytes = b"",
    headings: tuple[int, ...] = (),
    below: int | None = None,
) -> Refused | None:
    """Refuse text that could harm what stands around it.

    `old` is the text that it replaces. It may hold headings of exactly the levels `headings`, or,
    where `below` is given, any that are deeper than that.
    """
    if not text.strip():
        return _no("empty", "The new text is empty.")
    problem = _characters(text) or _elision(text, old)
    if problem is not None:
        return problem
    data = text.encode("utf-8", "surrogateescape")
    return (
        _unclosed(data, old)
        or _blocks(data, headings, below)
        or _balance(data, old)
        or _anchors(document, data, old)
        or check_still_there(document, old, data)
        or (_renamed(document, data, old) if headings else None)
    )


def _characters(text: str) -> Refused | None:
    for c in text:
        if (c < " " and c not in "\n\t") or c in _INVISIBLE or c in "\x7f\u2028\u2029\x85":
            name = unicodedata.name(c, f"U+{ord(c):04X}")
            return _no(
                "control_character", f"The new text holds a character that hides or breaks text: {name}."
            )
        if "\ud800" <= c <= "\udfff":
            return _no("control_character", "The new text holds bytes that are no characters.")
    return None


def _elision(text: str, old: bytes) -> Refused | None:
    match = _ELISION.search(text)
    while match:
        said = match.group("said")
        before = _SPACES.sub("", old.decode("utf-8", "surrogateescape")).casefold()
        if _SPACES.sub("", said).casefold() not in before:
            return _no("elision", f"The new text says {said!r} in place of text.")
        match = _ELISION.search(text, match.end())
    return None


def _unclosed(data: bytes, old: bytes) -> Refused | None:
    """A fence or HTML that runs on to the end, unless the old text did so too."""
    left = _open_leaf(data)
    if not left or left == _open_leaf(old):
        return None
    if left == "fence":
        return _no("open_fence", "The new text opens a fence and does not close it.")
    return _no("swallows", f"The new text opens a {left} block that would swallow what follows.")


def _open_leaf(data: bytes) -> str:
    scanner = scan.Scanner()
    for line in lines(data):
        scanner.feed(line)
    return scanner.open_leaf


def _blocks(data: bytes, headings: tuple[int, ...], below: int | None) -> Refused | None:
    parsed = parse(data)
    if any(block.kind == "front_matter" for block in parsed.blocks):
        return _no("front_matter", "The new text brings front matter of its own.")
    columns = 0
    for block in parsed.blocks:
        columns = lexis.cell_count(block.data.splitlines()[-1]) if block.kind == "table_head" else columns
        if block.kind == "table_row" and lexis.cell_count(block.data) != columns:
            return _no("columns", "The new text holds a table whose rows differ in their cells.")
    levels = tuple(section.level for section in parsed.sections[1:])
    if below is not None and levels and min(levels) <= below:
        return _no("outside_section", "The new text opens a section that is not inside its place.")
    if below is None and levels != headings:
        return _no("heading", "The new text would be read as a heading, or changes the level of one.")
    return None


def _balance(data: bytes, old: bytes) -> Refused | None:
    """HTML that is opened must be closed in the same text, and no more of it, as in the old text."""
    now, before = _tags(data), _tags(old)
    for name in sorted({*now, *before}):
        lowest, net = now.get(name, (0, 0))
        old_lowest, old_net = before.get(name, (0, 0))
        if lowest < old_lowest or net < old_net:
            return _no("outside_section", f"The new text closes a <{name}> that it did not open.")
        if net > old_net:
            return _no("swallows", f"The new text opens a <{name}> and does not close it.")
    return None


def _tags(data: bytes) -> dict[str, tuple[int, int]]:
    """For each container tag how deep below the start its closings reach, and what is left open."""
    found: dict[str, tuple[int, int]] = {}
    for slash, tag in _TAG.findall(_without_code(data)):
        name = tag.decode().lower()
        lowest, net = found.get(name, (0, 0))
        net += -1 if slash else 1
        found[name] = (min(lowest, net), net)
    return found


def _without_code(data: bytes) -> bytes:
    document = parse(data)
    fences = [block for block in document.blocks if block.kind in ("fence", "code")]
    for block in reversed(fences):
        data = data[: block.start] + data[block.end :]
    return _CODE_SPAN.sub(b"", data)


def _anchors(document: Document, data: bytes, old: bytes) -> Refused | None:
    new = _names(_without_code(data))
    if not new:
        return None
    for name in new:
        if name.startswith(b"[") and not name.startswith(b"[^") and name.lower() in document.data.lower():
            shown = name.decode("utf-8", "replace")
            return _no(
                "anchor",
                f"The new text defines {shown}, which the document says already: it would become a link.",
            )
    twice = [name for name in new if new.count(name) > 1]
    there = _names(document.data)
    for name in _names(old):
        if name in there:
            there.remove(name)
    taken = twice or [name for name in new if name in set(there)] or [n for n in new if n in _slugs(document)]
    if taken:
        shown = taken[0].decode("utf-8", "replace")
        return _no("anchor", f"The document has an anchor {shown!r} already; links to it would change.")
    return None


def check_still_there(document: Document, old: bytes, new: bytes) -> Refused | None:
    """Refuse to take away what the rest of the document refers to: a definition of a link or note, an anchor, a heading."""
    kept = set(_names(new)) | _slugs(parse(new))
    gone = [name for name in (*_names(old), *_slugs(parse(old))) if name not in kept]
    for name in gone:
        if _defines(old, name) and _refers(document.data, name) > _refers(old, name):
            shown = name.decode("utf-8", "replace")
            return _no("anchor", f"Other text refers to {shown!r}, which the edit would take away.")
    return None


def _refers(data: bytes, name: bytes) -> int:
    """How often a text refers to a definition (`[^1]`, `[label]`) or an anchor, the place that defines it apart."""
    if not name.startswith(b"["):
        return data.count(b"(#" + name + b")")
    label = name.lower()
    return (b"\n" + data).lower().replace(b"\n" + label + b":", b"").count(label)


def _defines(data: bytes, name: bytes) -> bool:
    """Whether what looks like the definition of a link is one: `[note]: some words` is text."""
    found = (line.rstrip(b"\r\n") for line in lines(data) if line.lstrip(b" ").startswith(name + b":"))
    return not name.startswith(b"[") or any(map(lexis.is_definition, found))


def _renamed(document: Document, data: bytes, old: bytes) -> Refused | None:
    """A heading that gets the name of another: links to that one would change."""
    before = {section.heading for section in parse(old).sections[1:]}
    for section in parse(data).sections[1:]:
        if section.heading not in before:
            taken = check_heading(document, section.heading)
            if taken is not None:
                return taken
    return None


def _names(data: bytes) -> list[bytes]:
    return [next(group for group in groups if group) for groups in _ANCHOR.findall(data)]


def _slugs(document: Document) -> set[bytes]:
    return {slug(section.heading).encode("utf-8", "surrogateescape") for section in document.sections[1:]}


def slug(heading: str) -> str:
    """The anchor that a forge makes of a heading: lower case, words joined by dashes, signs dropped."""
    kept = "".join(c for c in heading.strip().lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def check_heading(document: Document, heading: str) -> Refused | None:
    """Refuse a new heading that is no single line, or whose anchor is taken."""
    if not heading.strip() or "\n" in heading:
        return _no("heading", "A heading must be one line of words.")
    if lexis.atx_level(heading.strip().encode("utf-8", "surrogateescape"), 0):
        return _no("heading", "A heading is given without its signs.")
    if slug(heading).encode() in _slugs(document):
        return _no(
            "anchor", f"The document has a heading {heading.strip()!r} already; links to it would change."
        )
    return None


def _no(reason: Reason, sentence: str) -> Refused:
    return Refused(reason=reason, sentence=sentence)
