"""What is short in one line, where the items around it have one: their mark of a name, their length, their end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent.document import Document, Section
from agent.document.style import width
from agent.drafts import DraftClaim, DraftPatch, DraftPoint
from agent.items import FRAME, doubts, inert, point_text, run_on, says_the_title
from agent.markup import plain
from agent.models import Language
from agent.placement.runs import Member, Run, runs_of
from agent.tokens import tokens

_MARK = re.compile(r"^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
_NAME = re.compile(
    r"(?:\*\*(?P<bold>\[?[^*\n]{1,200}?)\*\*|(?P<link>\[[^\[\]\n]{1,200}\]\([^()\s]{1,1000}\)))"
    r"(?:(?P<between>\s*[:：]\s*|\s+[-–—]\s+)(?=\S)|(?=\W|$))"
)
"""How an item begins: a bold name or a linked one, and what stands between it and what is said of it."""
_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\((https?://[^()\s]{1,2000})\)")
_HEAD = re.compile(r"((?!https?:)[^:：。，,;；!?！？「“\"]{2,80}?)\s*(?:[:：]\s*|\s[-–—]+\s+)(?=[^/\s])")
"""A statement that names what it speaks of, before a colon or a dash."""
_END = re.compile(r"[。.]\s*$")
_ENDED = re.compile(r"[。.!?！？][”」』\"')）]*\s*$")
_FEW = 3
"""From so many items on, a list shows how its items are written."""
_ALONE = 0.9
"""Share of the items that hold nothing under them, in a list of one-line items."""
_MOST = 0.6
"""Share of the items that make a habit."""
_NAME_MORE = 4
"""Words that a name may have before its colon besides the title's; what has more is a sentence."""
_NAME_ALONE = 60
"""Columns of a title that can be a name still where nothing else is said; a longer one is a sentence."""
ROOM = 240
"""Columns that an item or a cell may have even where the others are shorter: two or three lines of a page."""


@dataclass(frozen=True, slots=True)
class OneLine:
    """How the items of a list are written that have one line each."""

    bold: bool
    """Their names are bold."""
    linked: bool
    """Their names are links."""
    between: str
    """What stands after a name."""
    stop: str
    """How they end, where they end in a full stop."""
    longest: int
    """Columns that the longest has, the addresses of links not counted."""


def form_at(section: Section, line: int, language: Language) -> OneLine | None:
    """The form of the list that has an item at a line of the document; None where its items are longer."""
    for run in runs_of(section):
        if run.kind == "list" and any(member.line <= line <= member.end_line for member in run.members):
            found = form_of(run, section.document, language)
            if found:
                return found
    return None


def form_of(run: Run | None, document: Document, language: Language) -> OneLine | None:
    """The form of a list whose items have one line each; None where they hold more.

    A list of very few shows the form of all the lists of its document.
    """
    if run is None or run.kind != "list" or run.depth:
        return None
    if len(run.members) >= _FEW:
        return _form(run.members, language)
    return _form(_listed(document), language) if all(map(_alone, run.members)) else None


def _listed(document: Document) -> tuple[Member, ...]:
    """The outermost items of all lists of a document."""
    runs = (run for section in document.sections for run in runs_of(section))
    return tuple(member for run in runs if run.kind == "list" and not run.depth for member in run.members)


def _form(members: Sequence[Member], language: Language) -> OneLine | None:
    texts = [_MARK.sub("", member.text.strip()) for member in members if _alone(member)]
    if len(texts) < max(_FEW, _ALONE * len(members)):
        return None
    names = [found for text in texts if (found := _NAME.match(text))]
    between = Counter(found["between"] for found in names if found["between"])
    return OneLine(
        bold=_most([bool(found["bold"]) for found in names], texts),
        linked=_most([bool(found["link"]) or found["bold"].startswith("[") for found in names], texts),
        between=between.most_common(1)[0][0] if between else FRAME[language].colon,
        stop=_stop(texts),
        longest=max(map(columns, texts)),
    )


def as_one_line(patch: DraftPatch, form: OneLine, language: Language, bullet: str = "-") -> list[str]:
    """The patch as one line in a form, its doubts as an item under it; empty where one line cannot hold it well.

    Nothing is left out for the sake of the form: what has a table, or more words than the longest of its
    neighbours and than `ROOM` holds, is no line.
    """
    frame = FRAME[language]
    points = [part for part in patch.parts if isinstance(part, DraftPoint)]
    told = [part for part in points if not _only_the_title(part, patch.title.text)]
    if len(points) < len(patch.parts):
        return []
    title, said = inert(patch.title.text), [point_text(point, frame) for point in told]
    if told and not told[0].quoted:
        title, said = _named(title, said)
    sources = list(patch.sources)
    name = _linked(title, sources) if title and form.linked else ""
    name = name or title
    rest = run_on([DraftClaim(text=text) for text in said], frame)
    if form.bold and name and (rest or columns(name) <= _NAME_ALONE):
        name = f"**{name}**"
    line = f"{name}{form.between}{rest}" if name and rest else name or rest
    sources = [one for one in sources if not _stands_in(one, line)]
    if sources:
        line = f"{_END.sub('', line)}{frame.brackets[0]}{frame.source}{frame.stop.join(sources)}{frame.brackets[1]}"
    if form.stop and not _ENDED.search(line):
        line += form.stop
    if "\n" in line or columns(line) > max(form.longest, ROOM):
        return []
    return [line, *doubts(patch, frame, bullet)]


def _named(title: str, said: list[str]) -> tuple[str, list[str]]:
    """A name and what is said of it: where the first statement has all words of the title, its own name or none."""
    if not said or not _holds(said[0], title):
        return title, said
    head = _HEAD.match(said[0])
    if head is None and said[0].startswith(title):
        # What a comma cut from the title belongs to the name as well, where a colon ends that.
        head = re.compile(rf"({re.escape(title)}[^:：。；;!?！？]{{0,80}}?)[:：]\s*(?=[^/\s])").match(said[0])
    if head is None or len(tokens(plain(head[1]))) > len(tokens(plain(title))) + _NAME_MORE:
        return "", said
    return head[1].strip(), [said[0][head.end() :], *said[1:]]


def _holds(text: str, title: str) -> bool:
    return f" {' '.join(tokens(plain(title)))} " in f" {' '.join(tokens(plain(text)))} "


def _linked(title: str, sources: list[str]) -> str:
    """The title as a link to the first source, which is told by that; empty where it cannot be one."""
    link = _LINK.fullmatch(sources[0]) if sources else None
    if link is None or set(title) & set("[]"):
        return ""
    del sources[0]
    return f"[{title}]({link[2]})"


def _only_the_title(point: DraftPoint, title: str) -> bool:
    """Whether a point is the title again, and no words on it behind the link: these are told in one line as well."""
    if not says_the_title(point, title):
        return False
    return len(tokens(plain(point.claims[0].text))) <= len(tokens(plain(title))) + 1


def _stands_in(source: str, line: str) -> bool:
    """Whether the address of a source is in a line already."""
    link = _LINK.fullmatch(source)
    return link is not None and (f"({link[2]})" in line or f"{link[2]} " in f"{line} ")


def _alone(member: Member) -> bool:
    return member.end_line == member.block.end_line == member.line


def _most(signs: Sequence[bool], texts: Sequence[str]) -> bool:
    return sum(signs) >= _MOST * len(texts)


def _stop(texts: Sequence[str]) -> str:
    ends = Counter(found.group().strip() for text in texts if (found := _END.search(text)))
    return next((end for end, count in ends.most_common(1) if count >= _MOST * len(texts)), "")


def columns(text: str) -> int:
    """How wide a text is, markup and the addresses of links not counted."""
    return width(plain(text))
