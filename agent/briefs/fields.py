"""The values of an increment's fields, from the words in which people write them."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.briefs import inline, words
from agent.facts.identifiers import find_identifiers
from agent.facts.urls import Url, find_urls, page_of
from agent.models import (
    Caveat,
    Credibility,
    Increment,
    Point,
    Priority,
    Relation,
    Risk,
    SourceRef,
    Table,
)

_LOCATOR = re.compile(
    r"[ \t]*((?:§|#L?\d|L\d|第[ \t]*\d+[ \t]*行|:\d+(?:-\d+)?$|\blines?[ \t]+\d).*)$", re.IGNORECASE
)
_PATH = re.compile(r"\S/\S|\.[A-Za-z]{1,5}(?:$|[ \t§#:])")
_SPLIT_SOURCES = r"[；;]"
_SPLIT_ORIGINS = r"[ \t]/[ \t]|、|[；;]"
_LOOK_AGAIN = re.compile(r"(?:再查|look again)[ \t]+(\d{4}-\d{2}-\d{2})(?:[ \t]·[ \t])?", re.IGNORECASE)
_SETTLED = re.compile(r"^(?:核实办法|settled by)[：: \t]+", re.IGNORECASE)
_LEAD_DASH = re.compile(r"^[ \t]*(?:[—–-]+|[:：])[ \t]*")


@dataclass(frozen=True, slots=True)
class Value:
    """What stands after a field's colon, or one item under it, and its line."""

    text: str
    line: int


def field_of(label: str) -> words.Field | None:
    """Which field a label names, or None."""
    bare = inline.tail_bracket(label)[0].strip("* ").lower()
    if (found := words.FIELD_LABELS.get(bare)) is not None:
        return found
    return "relation" if words.RELATION_FIELD.fullmatch(bare) else None


def rows_of_fields(table: Table) -> list[tuple[words.Field, Value]]:
    """A table of two columns whose first names fields, each once, as those fields; empty for any other table."""
    if len(table.header) != 2 or any(len(row) != 2 for row in table.rows):
        return []
    pairs = list(zip(table.row_lines, table.rows, strict=True))
    if field_of(inline.unbold(table.header[0])):
        pairs.insert(0, (table.line, table.header))
    named = [(field_of(inline.unbold(row[0])), Value(row[1], line)) for line, row in pairs]
    known = [(name, value) for name, value in named if name is not None]
    once = len(named) == len(dict(named)) == len(known)
    return known if once and len(known) > 1 else []


def increment_id(title: str, urls: Sequence[str] = (), arxiv: Sequence[str] = ()) -> str:
    """Twelve hexadecimal digits for what an increment is about.

    Its works where it has some (whatever their version), else its pages, else its title's words: so a
    thing keeps its id when its title is worded anew.
    """
    works = sorted({re.sub(r"v\d+$", "", work.lower()) for work in arxiv})
    pages = sorted({page_of(url) for url in urls})
    about = works or pages or [" ".join(title.split()).casefold()]
    return hashlib.sha256("\n".join(about).encode()).hexdigest()[:12]


def increment(
    *,
    number: int,
    title: str,
    importance: int,
    line: int,
    values: Mapping[words.Field, Sequence[Value]],
    body: tuple[Point | Table, ...],
) -> Increment:
    """An increment from its heading, the values of its fields and its body."""
    refs, origins = read_sources(values.get("sources", ()))
    urls, notes = read_urls(values.get("urls"), title, origins)
    arxiv = read_arxiv(values.get("arxiv"), title, urls)
    relation, note = read_relation(_text(values, "relation"))
    credibility = read_credibility(values.get("credibility", ()), importance)
    priority = _unless_none(_text(values, "priority"))
    return Increment(
        id=increment_id(title, urls, arxiv),
        number=number,
        title=title,
        line=line,
        sources=refs,
        origins=origins,
        urls=urls,
        url_notes=notes,
        arxiv=arxiv,
        work_title=_text(values, "work_title"),
        body=body,
        importance=importance,
        credibility=credibility,
        relation=relation,
        relation_note=note,
        target=_text(values, "target"),
        priority=read_priority(priority) if priority else None,
        action=_unless_none(_text(values, "action")),
        owner=_unless_none(_text(values, "owner")),
        caveats=tuple(
            caveat for value in values.get("caveats", ()) if (caveat := read_caveat(value.text)) is not None
        ),
    )


def _text(values: Mapping[words.Field, Sequence[Value]], name: words.Field) -> str:
    return " ".join(value.text for value in values.get(name, ()))


def _unless_none(text: str) -> str:
    return "" if text.strip().lower() in words.NONE else text


def read_sources(values: Sequence[Value]) -> tuple[tuple[SourceRef, ...], tuple[str, ...]]:
    """Sources as files with a place in them, and primary sources as named."""
    refs: list[SourceRef] = []
    origins: list[str] = []
    primary = False
    for value in values:
        for part in inline.split_outside(value.text, _SPLIT_SOURCES):
            label = words.ORIGIN_LABEL.match(part)
            primary = label is not None
            if label:
                origins += inline.split_outside(part[label.end() :], _SPLIT_ORIGINS)
            elif not primary and (ref := source_ref(part)) is not None:
                refs.append(ref)
            else:
                origins.append(part)
    return tuple(refs), tuple(dict.fromkeys(origins))


def source_ref(text: str) -> SourceRef | None:
    """A file as a brief names it, with its locator; None for words that name no file."""
    text = text.strip()
    coded = re.match(r"`([^`]+)`", text)
    targets = inline.link_targets(text)
    if coded:
        path, after = coded[1], text[coded.end() :]
        located = _LOCATOR.match(after) or _LOCATOR.match(f" {after}")
        return SourceRef(path=path.strip(), locator=located[1].strip() if located else after.strip())
    if targets and not targets[0].startswith(("http://", "https://")):
        after = text[text.rindex(")") + 1 :]
        return SourceRef(path=targets[0], locator=after.strip())
    if find_urls(text):
        return None
    found = _LOCATOR.search(text)
    path, locator = (text[: found.start()], found[1]) if found else (text, "")
    path, bracket = inline.tail_bracket(path) if not locator else (path, "")
    if not _PATH.search(path):
        return None
    return SourceRef(path=path.strip(), locator=(locator or bracket).strip())


def read_urls(
    values: Sequence[Value] | None, title: str, origins: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The URLs of a field with what is said of each; without the field, those of title and origins."""
    if values is None:
        found = [url.raw for text in (title, *origins) for url in find_urls(text)]
        return tuple(dict.fromkeys(found)), ()
    urls: list[str] = []
    notes: list[str] = []
    for value in values:
        places = find_urls(value.text)
        for at, url in enumerate(places):
            end = places[at + 1].start if at + 1 < len(places) else len(value.text)
            if url.raw not in urls:
                urls.append(url.raw)
                notes.append(_url_note(value.text, url, end))
    return tuple(urls), tuple(notes) if any(notes) else ()


def _url_note(text: str, url: Url, end: int) -> str:
    after = text[url.end : end].lstrip(">").strip(" \t；;、,，<")
    bare, bracket = inline.tail_bracket(after)
    return bracket if bracket and not bare else _LEAD_DASH.sub("", after)


def read_arxiv(values: Sequence[Value] | None, title: str, urls: Sequence[str]) -> tuple[str, ...]:
    """The arXiv ids of a field as written; without the field, those of the title and the URLs."""
    texts = [value.text for value in values] if values is not None else [title, *urls]
    found: list[str] = []
    for text in texts:
        for url in find_urls(text):
            if page_of(url.raw).startswith("https://arxiv.org/abs/"):
                found.append(page_of(url.raw).removeprefix("https://arxiv.org/abs/"))
        found += [known.normal + known.version for known in find_identifiers(text) if known.kind == "arxiv"]
    bare = {work for work in found if not re.search(r"v\d+$", work)}
    return tuple(dict.fromkeys(w for w in found if w in bare or re.sub(r"v\d+$", "", w) not in bare))


def read_relation(text: str) -> tuple[Relation, str]:
    """The relation and its note: as the first word says, else as the wording suggests."""
    for relation, spellings in words.RELATION_WORDS.items():
        for word in spellings:
            rest = text[len(word) :]
            if text.lower().startswith(word) and (not rest.strip() or rest.lstrip()[:1] in "—–"):
                return relation, _LEAD_DASH.sub("", rest)
    return guess_relation(text), text


def guess_relation(note: str) -> Relation:
    """What the wording of a relation note suggests; `new` where it suggests nothing."""
    return next((relation for relation, sign in words.RELATION_SIGNS if sign.search(note)), "new")


def read_credibility(values: Sequence[Value], importance: int) -> Credibility:
    """Stars and reason; words such as 高 count as stars, and the title's stars stand in for none."""
    text = " ".join(value.text for value in values)
    if (stars := inline.stars(text)) is not None:
        return Credibility(stars=stars, reason=_LEAD_DASH.sub("", inline.without_stars(text)))
    head, dash, reason = text.partition("—")
    level = next((stars for sign, stars in words.CREDIBILITY_WORDS if sign.search(head[:12])), None)
    if level is not None:
        return Credibility(stars=level, reason=reason.strip() if dash else text)
    return Credibility(stars=importance, reason=text)


def read_priority(text: str) -> Priority:
    """Which priority a word or a coloured mark means; `medium` where it means none."""
    bare = inline.unbold(text)
    return next((level for level, sign in words.PRIORITIES.items() if sign.search(bare)), "medium")


def read_risk(text: str) -> Risk:
    """Which risk a text names by word or by one to three stars; `medium` where it names none."""
    named = next((level for level, sign in words.RISKS.items() if sign.search(text)), None)
    if named is not None:
        return named
    by_stars: dict[int | None, Risk] = {1: "low", 2: "medium", 3: "high", 4: "high", 5: "high"}
    return by_stars.get(inline.stars(text), "medium")


def read_caveat(text: str) -> Caveat | None:
    """A caveat that an increment states itself: its wording, and in a last bracket kind, risk, when to
    look again and what would settle it, divided by ` · `; None for 无."""
    if not text.strip() or text.strip().lower() in words.NONE:
        return None
    wording, bracket = inline.tail_bracket(text)
    kind, _, rest = bracket.partition(" · ")
    risk, _, rest = rest.partition(" · ")
    level = next((level for level, sign in words.RISKS.items() if sign.search(risk)), None)
    if level is None or not wording:
        return Caveat(kind="unverified", risk="medium", wording=text.strip())
    look = _LOOK_AGAIN.match(rest)
    rest = rest[look.end() :] if look else rest
    settled = _SETTLED.sub("", rest, count=1)
    own = {label: name for name, label in words.CAVEAT_KINDS.items()}
    return Caveat(
        kind=own.get(kind) or read_kind(kind),
        risk=level,
        wording=wording,
        settled_by=settled,
        look_again=dt.date.fromisoformat(look[1]) if look else None,
    )


def read_kind(label: str) -> str:
    """The kind of doubt that a label names; both names together are the weaker one, unverified."""
    known = {spelling: kind for kind, *spellings in words.DOUBT_KINDS for spelling in spellings}
    if label in known:
        return known[label]
    if words.DOUBT_LABELS.search(label):
        only = re.search(r"矛盾|contradict|conflict", label, re.IGNORECASE)
        other = re.search(r"核实|验证|存疑|疑点|doubt|verif", label, re.IGNORECASE)
        return "contradiction" if only and not other else "unverified"
    return label
