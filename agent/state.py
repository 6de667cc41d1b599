"""What a run's checkpoints hold, and what a node may use.

The state holds names, hashes and small values; texts and models lie in the store under their content
hash. A checkpoint stays small whatever the inbox holds.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Protocol, TypeVar
from zoneinfo import ZoneInfo

from pydantic import ValidationError
from pydantic_core import core_schema
from typing_extensions import TypedDict

from agent.condensing import Condenser
from agent.document import Document, parse
from agent.errors import NoDocument
from agent.forge import Forge
from agent.index import Index
from agent.judging import ModelJudge
from agent.ledger import Ledger
from agent.llm import Writer
from agent.models import Brief, Doubt, Language, Model
from agent.nearest import Nearest
from agent.outcome import Usage
from agent.relation import lines_of
from agent.settings import DocumentSettings, Settings
from agent.store import Store
from agent.workspace import Repository

Kept = TypeVar("Kept", bound=Model)

MAX_ROUNDS = 2
"""How often what fails goes back to the writer (design, the flow: verify)."""


class Progress(Protocol):
    """Shows a person what is being done; says nothing where nobody looks."""

    def stage(self, name: str, detail: str = "") -> None:
        """A node begins."""
        ...

    def step(self, done: int, total: int, what: str) -> None:
        """`done` of `total` pieces of the running stage are done; `what` is the piece at hand."""
        ...


@dataclass(frozen=True)
class Services:
    """Everything a node may use to reach the world; made once, in `app`."""

    settings: Settings
    document: DocumentSettings
    repository: Repository
    ledger: Ledger
    store: Store
    """Items and their texts."""
    kept: Store
    """What the nodes of a run hand to each other, of this document alone; dropped when the run is done."""
    index: Index
    writer: Writer
    zone: ZoneInfo
    progress: Progress
    embedded: Callable[[], int]
    """Vectors made so far in this process."""
    judge: ModelJudge | None = None
    """Who is asked what the rules leave open; None where there is no model."""
    condenser: Condenser | None = None
    """Who says a section past its limit in fewer words; None where lines can only go."""
    usage: Callable[[], Usage | None] = lambda: None
    """What the model was used for so far; None where there is none."""
    notes: tuple[str, ...] = ()
    """What an operator should know of the wiring."""
    connect: Callable[[], Forge | None] = lambda: None
    """Makes the forge when it is needed; None where the workspace names none. Its token is in no value here."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> core_schema.CoreSchema:
        """LangGraph's own tools ask for a JSON schema of the context; open connections have none to tell."""
        return core_schema.any_schema()


def merged(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """Reducer of what parallel nodes return: by section, the later one wins."""
    return {**old, **new}


class RunState(TypedDict, total=False):
    """One run; every value that is a key names an object in the store."""

    document: str
    night: str
    """Date of the night, ISO 8601."""
    started: str
    """When the run began, ISO 8601 with offset: kept, so that a resumed run says the same."""
    given_brief: str
    """Key of a brief that somebody else wrote; empty when the night starts from the inbox."""
    base: str
    """Commit that drafts are made against."""
    listing: str
    """Key of the `Listing` of the inbox."""
    reading: str
    """Key of the `Reading`: which items were read, which could not be."""
    triage: str
    """Key of the `Triage`: entries judged and joined; empty when a brief was given."""
    comparison: str
    """Key of the `Comparison` of what is new with the document."""
    brief: str
    """Key of the `Brief`."""
    plans: str
    """Key of the `Plans`."""
    sections: list[str]
    """Sections to draft next, as their places in the document."""
    round: int
    drafts: Annotated[dict[str, str], merged]
    """Key of the latest reply, by section."""
    rejected: str
    """Key of the claims that go back to the writer; empty when nothing does."""
    checked: str
    """Key of the `Verified` patches."""
    proposals: str
    """Key of the `ProposalSteps` that the branch was built of."""
    outcome: str
    """Key of the `Outcome`."""


class RunUpdate(RunState, total=False):
    """What a node returns: only the keys that it changed."""


class SectionTask(TypedDict):
    """What one parallel draft is told."""

    section: str
    plans: str
    rejected: str
    base: str
    night: str


class GivenBrief(Model):
    """A brief that somebody else wrote, and the file that it stands in."""

    brief: Brief
    path: str
    item: str
    """Content hash of the file."""
    doubts: tuple[Doubt, ...]
    """What the checks find in the brief's own text."""


def night_of(state: RunState) -> dt.date:
    """The night's date."""
    return dt.date.fromisoformat(state["night"])


def document_at(services: Services, base: str) -> Document:
    """The living document as it stands in a commit; raises `NoDocument`."""
    path = services.document.path
    data = services.repository.read(path, base)
    if data is None:
        there = services.repository.read_working(path) is not None
        hint = (
            f"Commit it first: git add -- '{path}' && git commit"
            if there
            else "Make it, or correct its path in redline.toml."
        )
        raise NoDocument(f"The living document {path} is not in commit {base[:12]}.", hint)
    return _parsed(data)


@lru_cache(maxsize=2)
def _parsed(data: bytes) -> Document:
    """The document of some bytes: every node of a night asks for the same one."""
    return parse(data)


def language_of_document(services: Services, document: Document) -> Language:
    """The document's language: as set, else as it is written."""
    return services.document.language_in(document.data)


def nearest(services: Services, document: Document) -> Nearest:
    """The document's blocks, to be looked up by meaning; in step also where a killed run goes on."""
    language = language_of_document(services, document)
    found = Nearest(services.index, services.document.name, lines_of(document), language)
    found.sync()
    return found


def keep(store: Store, value: Model) -> str:
    """Put a model into the store; its key."""
    return store.put(value.model_dump_json().encode("utf-8", "surrogatepass"))


class LostState(Exception):
    """What a checkpoint names is no longer in the store, or of another Redline's form: the run must begin anew."""


def recall(store: Store, key: str, kind: type[Kept]) -> Kept:
    """The model that was kept under a key; raises `LostState`."""
    data = store.get(key)
    if data is None:
        raise LostState(key)
    try:
        return kind.model_validate_json(data)
    except ValidationError as error:
        raise LostState(key) from error
