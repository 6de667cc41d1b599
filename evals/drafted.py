"""A draft to be scored: what a night of Redline left, or what somebody else's assistant wrote."""

from __future__ import annotations

import datetime as dt
import difflib
import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import ConfigDict, ValidationError, model_validator

from agent.errors import BadInput
from agent.models import Model, SourceItem, Span, Unreadable
from agent.outcome import Outcome
from agent.readers import read
from agent.store import content_hash
from evals.golden import GoldenCase

DOCUMENT, BEFORE = "document", "before"


class Line(Model):
    """A line of a text and where it stands there."""

    text: str
    start: int
    number: int
    """From 1."""

    def span(self, path: str = DOCUMENT) -> Span:
        """Its place."""
        return Span(
            path=path,
            start=self.start,
            end=self.start + len(self.text),
            line=self.number,
            end_line=self.number,
        )


class Drafted(Model):
    """One draft with all that it can be judged by."""

    case: str
    writer: str
    night: dt.date
    sources: tuple[tuple[str, str], ...]
    """Names and texts of the sources, as they were read."""
    before: str
    """The living document as it was; empty where there is none."""
    after: str
    """The document with the draft in it; a draft that was given alone is the whole text."""
    whole: bool = True
    """Whether `after` is the whole document, so that what was taken away can be told."""
    outcome: Outcome | None = None
    """What the night came to; None where the draft was given."""
    elsewhere: tuple[tuple[str, str], ...] = ()
    """Names and texts of what else was written: brief, pull request, commit messages."""
    seconds: float = 0.0
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def added(self) -> tuple[Line, ...]:
        """Lines that the document did not have."""
        return self._changed()[0]

    def removed(self) -> tuple[Line, ...]:
        """Lines that the document has no longer; of a draft that was given alone nothing is known."""
        return self._changed()[1] if self.whole else ()

    def added_text(self) -> str:
        """What is new, as one text."""
        return "\n".join(line.text for line in self.added())

    def _changed(self) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
        old, new = tuple(lines_of(self.before)), tuple(lines_of(self.after))
        if not self.whole:
            known = {line.text.strip() for line in old}
            return tuple(line for line in new if line.text.strip() and line.text.strip() not in known), ()
        matcher = difflib.SequenceMatcher(None, [x.text for x in old], [x.text for x in new], autojunk=False)
        added: list[Line] = []
        removed: list[Line] = []
        for tag, a, b, c, d in matcher.get_opcodes():
            if tag != "equal":
                removed.extend(old[a:b])
                added.extend(new[c:d])
        return tuple(added), tuple(removed)


class GivenSource(Model):
    """A source of a given draft, with its text."""

    name: str
    text: str


class GivenDraft(Model):
    """One row of a file of drafts, as another team writes it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Id of a golden case, whose sources, document and labels it then has; or a name of one's own."""
    draft: str = ""
    """The new text alone …"""
    after: str = ""
    """… or the whole document with the new text in it."""
    sources: tuple[str | GivenSource, ...] = ()
    """Paths, relative to the file of drafts, or texts."""
    document: str = ""
    """The document as it was."""
    night: dt.date | None = None
    writer: str = "given"

    @model_validator(mode="after")
    def _one_of_two(self) -> GivenDraft:
        if bool(self.draft.strip()) == bool(self.after.strip()):
            raise ValueError("give either `draft` (the new text) or `after` (the whole document)")
        return self


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a text, without their ends."""
    start = 0
    for number, line in enumerate(text.split("\n"), start=1):
        yield Line(text=line.rstrip("\r"), start=start, number=number)
        start += len(line) + 1


def given_drafts(path: Path, cases: dict[str, GoldenCase]) -> tuple[Drafted, ...]:
    """The drafts of a file of JSON lines; raises `BadInput` naming line and fault."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise BadInput(f"The drafts {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"The drafts {path} are no text in UTF-8.") from error
    drafts: dict[str, Drafted] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        at = f"{path.name}:{number}"
        row = _row(line, at)
        if row.id in drafts:
            raise BadInput(f"{at}: the id {row.id!r} stands twice.", "Give each draft an id of its own.")
        drafts[row.id] = _drafted(row, path.parent, cases.get(row.id), at)
    if not drafts:
        raise BadInput(f"The file {path} holds no draft.")
    return tuple(drafts.values())


def _row(line: str, at: str) -> GivenDraft:
    try:
        return GivenDraft.model_validate(json.loads(line))
    except (ValueError, ValidationError) as error:
        raise BadInput(
            f"{at}: {_said(error)}.", "A line is {id, sources, document, draft}; see evals/README.md."
        ) from error


def _said(error: ValueError) -> str:
    """What is wrong with a line, in words."""
    if not isinstance(error, ValidationError):
        return "it is not JSON"
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"] if not str(part).startswith("Given"))
    if not first["loc"] and first["type"] != "value_error":
        return "it is no JSON object"
    if first["type"] == "extra_forbidden":
        return f"there is no key {key!r}"
    if first["type"] == "missing":
        return f"the key {key!r} is missing"
    said = first["msg"].removeprefix("Value error, ")
    return f"{key}: {said}" if key else said


def _drafted(row: GivenDraft, folder: Path, case: GoldenCase | None, at: str) -> Drafted:
    sources = tuple(_source(one, folder, at) for one in row.sources) or (texts_of(case) if case else ())
    if not sources:
        raise BadInput(
            f"{at}: the draft {row.id!r} has no sources, and no golden case has this id.",
            "Name files or texts in its `sources`.",
        )
    return Drafted(
        case=row.id,
        writer=row.writer,
        night=row.night or (case.night if case else dt.date(1970, 1, 1)),
        sources=sources,
        before=row.document or (case.before if case else ""),
        after=row.after or row.draft,
        whole=bool(row.after),
    )


def _source(one: str | GivenSource, folder: Path, at: str) -> tuple[str, str]:
    if isinstance(one, GivenSource):
        return one.name, one.text
    try:
        data = (folder / one).read_bytes()
    except OSError as error:
        raise BadInput(f"{at}: the source {one} cannot be read: {error.strerror}.") from error
    return one, text_as_read(one, data)


def texts_of(case: GoldenCase) -> tuple[tuple[str, str], ...]:
    """Names and texts of a case's sources, those of its earlier nights first."""
    sources = [*(source for night in case.earlier for source in night.sources), *case.sources]
    return tuple((source.path, text_as_read(source.path, source.data())) for source in sources)


def text_as_read(path: str, data: bytes) -> str:
    """The text of a file as a night reads it; empty where it cannot be read."""
    item = SourceItem(
        path=path,
        item=content_hash(data),
        contributor="",
        date=dt.datetime(1970, 1, 1, tzinfo=dt.UTC),
        dated_by="given",
    )
    text = read(item, data)
    return "" if isinstance(text, Unreadable) else text.text
