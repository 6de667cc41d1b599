"""Golden cases: a small night each, with what must come of it; their schema, and how they are read.

A case is one YAML file in `evals/data/golden/`; `evals/data/golden/README.md` tells how to write one. Living
documents that several cases share lie in its folder `documents/`.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from agent.errors import BadInput
from agent.models import Language, Relation

GOLDEN = Path(__file__).parent / "data" / "golden"
Form = Literal["row", "item", "paragraph"]


def _inside(path: str) -> str:
    parts = PurePosixPath(path).parts
    if path.startswith("/") or ".." in parts or not parts:
        raise ValueError(f"{path!r} must be a path inside the workspace")
    return path


InsidePath = Annotated[str, AfterValidator(_inside)]
Fact = Annotated[str | tuple[str, ...], Field(min_length=1)]
"""Words that must stand on one line: a text, or several that must all be on the same line (a value and its
subject). ` | ` parts spellings of which one is enough."""


class _Case(BaseModel):
    """A part of a case: it never changes, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(_Case):
    """A file of the inbox: its text, or a text in another encoding."""

    path: InsidePath
    text: str
    encoding: str = "utf-8"

    def data(self) -> bytes:
        """The bytes of the file."""
        return self.text.encode(self.encoding)


class Expected(_Case):
    """One increment that should come."""

    words: tuple[str, ...] = Field(alias="is", min_length=1)
    """Words by which it is known: all of them stand in its title, its claims or the lines that it adds."""
    relation: tuple[Relation, ...] = ()
    """Any of these is right; empty: not labelled."""
    section: tuple[str, ...] = ()
    """Headings of the sections that are right; empty: not labelled."""
    form: Form | None = None
    sources: tuple[InsidePath, ...] = Field(default=(), alias="from")
    """Files that must be joined in it."""
    edits: str = ""
    """Words of the one line of the document that may be edited; where it is superseded or contradicted, and nothing
    else, that line must be edited."""
    facts: tuple[Fact, ...] = ()
    """What its own lines must say."""
    caveats: tuple[str, ...] = ()
    """Kinds that it must carry (`agent.caveats.RULES`)."""
    no_caveats: tuple[str, ...] = ()
    """Kinds that it must not carry."""


class NotNews(_Case):
    """Something in the sources that must not be drafted."""

    words: tuple[str, ...] = Field(alias="is", min_length=1)
    why: str


class Sentence(_Case):
    """A sentence that somebody could draft from the sources, and whether they bear it out."""

    text: str
    holds: bool
    kind: str = ""
    """Of one that does not hold: what is wrong with it."""


class Earlier(_Case):
    """A night that was run before, and what a person then decided on all that it proposed."""

    night: dt.date
    sources: tuple[Source, ...]
    decision: Literal["accepted", "refused", "undecided"]
    reason: str = ""


class GoldenCase(_Case):
    """A document, what came in, and what must come of it."""

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)
    tests: str = Field(min_length=10)
    """What it tests, in one sentence."""
    read: int = Field(ge=0)
    """How often its labels were read with fresh eyes; 2 before it counts."""
    tags: tuple[str, ...] = Field(min_length=1)
    night: dt.date
    zone: str = "UTC"
    language: Language | Literal["auto"] = "auto"
    document: str
    """The living document, or the name of one in `documents/`."""
    reserve: str = ""
    earlier: tuple[Earlier, ...] = ()
    sources: tuple[Source, ...]
    increments: tuple[Expected, ...] = ()
    never: tuple[Fact, ...] = ()
    """What no line that is added may say."""
    nowhere: tuple[str, ...] = ()
    """What may stand neither in the document nor in brief, commits or report: secrets, orders from notes."""
    doubts: tuple[str, ...] = ()
    """Words of contradictions inside the sources that a person must be told of."""
    not_news: tuple[NotNews, ...] = ()
    sentences: tuple[Sentence, ...] = ()

    @model_validator(mode="after")
    def _hangs_together(self) -> GoldenCase:
        paths = {source.path for source in self.sources}
        named = [path for expected in self.increments for path in expected.sources]
        strange = next((path for path in named if path not in paths), None)
        if strange:
            raise ValueError(f"`from` names {strange!r}, which is no source of the case")
        known = "\n".join([self.before, *(source.text for night in self.earlier for source in night.sources)])
        for expected in self.increments:
            if expected.edits and expected.edits not in known:
                raise ValueError(f"`edits` names {expected.edits!r}, which the document does not say")
        if any(not sentence.holds and not sentence.kind for sentence in self.sentences):
            raise ValueError("a sentence that does not hold needs a `kind`: what is wrong with it")
        return self

    @property
    def name(self) -> str:
        """Name of the living document, as settings have it: that of a shared one without its language."""
        return "document" if "\n" in self.document else self.document.removesuffix("-zh")

    @cached_property
    def before(self) -> str:
        """The living document as it was."""
        if "\n" in self.document:
            return self.document
        path = GOLDEN / "documents" / f"{self.document}.md"
        if not path.is_file():
            raise ValueError(f"there is no document {self.document!r} in {path.parent.name}/")
        return path.read_text(encoding="utf-8")

    def fingerprint(self) -> str:
        """Hash of everything that a night of the case depends on, labels left out."""
        inputs = self.model_dump_json(
            include={"night", "zone", "language", "reserve", "earlier", "sources"}, by_alias=True
        )
        return hashlib.sha256(f"{inputs}\0{self.name}\0{self.before}".encode()).hexdigest()[:20]


def load_case(path: Path) -> GoldenCase:
    """Read one case; raises `BadInput` saying in one sentence what is wrong with it."""
    try:
        table = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The case {path.name} cannot be read: {error}.") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1}" if mark else ""
        raise BadInput(
            f"The case {path.name} is no YAML{where}: {getattr(error, 'problem', error)}."
        ) from error
    if not isinstance(table, dict):
        raise BadInput(
            f"The case {path.name} must be one mapping of keys.", "See evals/data/golden/README.md."
        )
    try:
        case = GoldenCase.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the case"
        message = first["msg"].removeprefix("Value error, ").rstrip(".")
        raise BadInput(
            f"The case {path.name}: {where}: {message}.", "See evals/data/golden/README.md."
        ) from error
    if case.id != path.stem:
        raise BadInput(f"The case {path.name} has the id {case.id!r}.", "Give file and case one name.")
    return case


def load_cases(folder: Path = GOLDEN, only: Sequence[str] = ()) -> tuple[GoldenCase, ...]:
    """All cases of a folder in the order of their names, or those of the given ids."""
    cases = tuple(load_case(path) for path in sorted(folder.glob("*.yaml")))
    known = {case.id for case in cases}
    strange = next((name for name in only if name not in known), None)
    if strange:
        raise BadInput(f"There is no case {strange!r} in {folder}.")
    if not cases:
        raise BadInput(f"There is no case in {folder}.")
    return tuple(case for case in cases if not only or case.id in only)
