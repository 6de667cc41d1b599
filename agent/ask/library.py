"""All passages that may answer: of every readable item, card, queue, earlier brief and living document.

Nothing outside the workspace is read: the inbox refuses links out of it. Secrets are masked by the readers.
"""

from __future__ import annotations

import datetime as dt
import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from zoneinfo import ZoneInfo

from agent.ask.cut import Passage, passages_of
from agent.ask.model import Citation, Filters, Kind, Question
from agent.ask.spellings import Spellings, spellings_in
from agent.ask.surface import Surface
from agent.dictionary import simplified
from agent.inbox import Window, list_items
from agent.index import Index
from agent.index import Passage as Indexed
from agent.ledger import Ledger
from agent.models import SourceItem, SourceText, Unreadable
from agent.readers import read
from agent.settings import DocumentSettings, Settings, SourceSettings
from agent.store import Store, content_hash
from agent.workspace import Repository

_OWNER = "ask"
_FROM = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_TO = dt.datetime(9999, 1, 1, tzinfo=dt.UTC)
_BRIEFS = "nights"
OUR_BRIEF = "Redline's brief"
"""Who left an earlier brief: it was made of the sources, and is none itself."""
FIELD = re.compile(r"[-*_ >#]{0,6}(?P<name>[A-Za-z][A-Za-z ]{1,24}|[\u4e00-\u9fff]{2,8})[*_ ]{0,4}[:：]")
"""A passage that is a field of the entry it stands in: `**Authors**: …`."""
_ENTRY = 4_000
"""Characters of what stands under one heading up to which it is one entry of a list."""
_LED_IN = 3
"""Items of a list that are told with the words that lead it in."""
GitDate = Callable[[str], dt.datetime | None]


@dataclass(eq=False)
class View:
    """A passage with what stands around it, in the forms in which terms are looked for; each made when asked."""

    passage: Passage
    beside: str = ""
    """What else stands under the same headings, where that is one short entry."""

    @cached_property
    def entry(self) -> Surface:
        """What stands beside it in its entry."""
        return Surface(self.beside)

    @cached_property
    def own(self) -> Surface:
        """Its own words; of a table row also the heads of its columns."""
        passage = self.passage
        return Surface("\n".join((passage.text, " | ".join(passage.header))))

    @cached_property
    def text(self) -> Surface:
        """Its own words alone."""
        return Surface(self.passage.text)

    @cached_property
    def heads(self) -> Surface:
        return Surface("\n".join(self.passage.heads))

    @cached_property
    def lead(self) -> Surface:
        return Surface(self.passage.lead)

    @cached_property
    def outer(self) -> Surface:
        """Title and path: what the whole text is about."""
        passage = self.passage
        words = passage.path.replace("/", " ").replace("-", " ").replace("_", " ")
        return Surface(f"{passage.title}\n{words}\n{passage.path}")


@dataclass
class Library:
    """The passages of a workspace and their word index. One thread asks at a time."""

    index: Index
    passages: dict[str, Passage] = field(default_factory=dict)
    unread: tuple[Unreadable, ...] = ()
    ledger: Ledger | None = None
    """Where what was refused is written; None outside a workspace."""
    documents: tuple[DocumentSettings, ...] = ()
    items: dict[str, str] = field(default_factory=dict)
    """By path: the content hash under which its text is kept."""
    store: Store | None = None
    spellings: Spellings = field(default_factory=dict)
    """Names of two spellings, as the sources pair them."""
    _views: dict[str, View] = field(default_factory=dict)
    _entries: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)
    _fields: dict[tuple[str, tuple[str, ...]], list[str]] = field(default_factory=dict)
    _placed: dict[tuple[str, int], str] = field(default_factory=dict)
    """Keys by the text that a passage stands in and its place there."""
    lock: threading.RLock = field(default_factory=threading.RLock)

    def fill(self, passages: Iterable[Passage]) -> int:
        """Hold exactly these passages; how many are new to the index."""
        self.passages = {passage.key: passage for passage in passages}
        self.spellings = spellings_in(
            text for one in self.passages.values() for text in (one.text, one.title, *one.heads[-1:])
        )
        self._views = {key: view for key, view in self._views.items() if key in self.passages}
        self._entries = _entries(self.passages.values())
        self._placed = {(one.path, one.order): key for key, one in self.passages.items()}
        self._fields = defaultdict(list)
        for key, passage in self.passages.items():
            if (passage.path, passage.heads) in self._entries and FIELD.match(passage.text):
                self._fields[passage.path, passage.heads].append(key)
        return self.index.sync(
            _OWNER, [Indexed(key=key, text=_indexed(passage)) for key, passage in self.passages.items()]
        )

    def contributors(self) -> tuple[str, ...]:
        """Everyone who left something."""
        return tuple(sorted({passage.contributor for passage in self.passages.values()} - {""}))

    def view(self, key: str) -> View:
        """A passage made ready to be held against a question."""
        if key not in self._views:
            passage = self.passages[key]
            self._views[key] = View(passage, self._entries.get((passage.path, passage.heads), ""))
        return self._views[key]

    def fields_beside(self, key: str) -> list[str]:
        """The fields of the entry that a passage stands in (`Authors: …`, `Link: …`), where it is a short one."""
        passage = self.passages[key]
        return self._fields.get((passage.path, passage.heads), [])

    def led_in(self, cited: Citation) -> list[Passage]:
        """What words that end in a colon lead in: the listing or the first items after them, or the paragraph."""
        here = next(
            (
                one
                for one in self._of_path(cited.path)
                if one.line <= cited.start_line <= cited.end_line <= one.end_line
                and one.text.rstrip().endswith(cited.quote.rstrip())
            ),
            None,
        )
        told: list[Passage] = []
        while here is not None and len(told) < _LED_IN:
            key = self._placed.get((cited.path, here.order + 1))
            after = self.passages[key] if key else None
            beside = after is not None and after.heads == here.heads and after.block != "heading"
            if after is None or not beside or (told and after.block != told[0].block):
                break
            told.append(after)
            if after.block != "list_item":
                break
            here = after
        return told

    def _of_path(self, path: str) -> Iterator[Passage]:
        order = 0
        while (path, order) in self._placed:
            yield self.passages[self._placed[path, order]]
            order += 1

    def search(self, words: Iterable[str], limit: int) -> list[str]:
        """Keys of the passages that share most with the words, best first."""
        hits = self.index.search(_OWNER, " ".join(words), limit, dense=False)
        return [hit.key for hit in hits if hit.key in self.passages]

    def frequency(self, words: Sequence[str]) -> dict[str, int]:
        """In how many passages each search token occurs."""
        return self.index.frequency(words)

    def allowed(self, key: str, filters: Filters) -> bool:
        """Whether the filters let a passage through."""
        passage = self.passages[key]
        if filters.contributors and passage.contributor.casefold() not in {
            name.casefold() for name in filters.contributors
        }:
            return False
        if (filters.since and passage.date < filters.since) or (
            filters.until and passage.date > filters.until
        ):
            return False
        if filters.kinds and passage.kind not in filters.kinds:
            return False
        if filters.documents and passage.path not in filters.documents:
            return False
        heads = "\n".join(passage.heads).casefold()
        return not filters.sections or any(words.casefold() in heads for words in filters.sections)

    def may_tell(self, key: str, question: Question) -> bool:
        """Whether a passage may be quoted to a question: a brief of Redline's own proves nothing, it tells what was new."""
        passage = self.passages[key]
        ours = passage.kind == "brief" and passage.contributor == OUR_BRIEF
        return self.allowed(key, question.filters) and (question.intent == "new" or not ours)

    def text(self, path: str) -> SourceText | None:
        """The text behind a path, as it was read, secrets masked; None for what is no source here."""
        item = self.items.get(path)
        return self.store.get_text(item) if item and self.store else None

    def close(self) -> None:
        """Let go of the index's files."""
        self.index.close()


def _entries(passages: Iterable[Passage]) -> dict[tuple[str, tuple[str, ...]], str]:
    """The texts of what stands under one heading, where it is short enough to be about one thing."""
    told: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for passage in passages:
        if passage.heads and not passage.cells:
            told.setdefault((passage.path, passage.heads), []).append(passage.text)
    joined = ((place, "\n".join(texts)) for place, texts in told.items())
    return {place: text for place, text in joined if len(text) <= _ENTRY}


def _indexed(passage: Passage) -> str:
    """Stems beside the words, so that `kernels` finds `kernel`; simplified characters beside others."""
    searched = passage.searched()
    surface = Surface(searched)
    other = surface.han if surface.han and simplified(searched) != searched else ""
    return f"{searched}\n{surface.line}\n{other}"


def of_workspace(
    root: Path,
    settings: Settings,
    index: Index,
    store: Store,
    *,
    repository: Repository | None = None,
    ledger: Ledger | None = None,
) -> Library:
    """The library of a workspace, in step with its files as they lie there.

    Without its repository, dates come from names and files alone, and there are no earlier briefs.
    """
    library = Library(index, ledger=ledger, store=store)
    renew(library, root, settings, repository=repository)
    return library


def renew(library: Library, root: Path, settings: Settings, *, repository: Repository | None = None) -> None:
    """Bring a library in step with the files as they lie there now."""
    assert library.store is not None, "only a library that keeps its texts is renewed"
    zone = ZoneInfo(settings.night.timezone)
    unread: list[Unreadable] = []
    git_date = repository.git_date if repository else None
    limit, store = settings.night.item_limit, library.store
    sources = _sources(root, settings.sources, zone, unread, store, limit=limit, git_date=git_date)
    briefs = _briefs(repository, zone, store) if repository else ()
    texts = [*sources, *_documents(root, settings, zone, git_date, store), *briefs]
    with library.lock:
        library.documents = settings.documents
        _fill(library, texts, unread)


def of_folder(root: Path, index: Index, store: Store) -> Library:
    """The library of a folder of notes, the first folder below it naming the contributor."""
    unread: list[Unreadable] = []
    library = Library(index, store=store)
    rules = (SourceSettings(glob="*/**/*"), SourceSettings(glob="*"))
    _fill(library, list(_sources(root, rules, ZoneInfo("UTC"), unread, store)), unread)
    return library


def _fill(library: Library, texts: Sequence[tuple[SourceText, Kind]], unread: Sequence[Unreadable]) -> None:
    library.fill(passage for text, kind in texts for passage in passages_of(text, kind))
    library.unread = tuple(unread)
    library.items = {text.source.path: text.source.item for text, _ in texts}


def _sources(
    root: Path,
    rules: Sequence[SourceSettings],
    zone: ZoneInfo,
    unread: list[Unreadable],
    store: Store,
    *,
    limit: int = 20_000_000,
    git_date: GitDate | None = None,
) -> Iterator[tuple[SourceText, Kind]]:
    window = Window(start=_FROM, end=_TO)
    listing = list_items(root, rules, window, zone=zone, git_date=git_date, size_limit=limit)
    unread += listing.refused
    for entry in listing.entries:
        text = _text_of(root, entry.item, store)
        if isinstance(text, Unreadable):
            unread.append(text)
        elif text is not None:
            yield text, entry.item.kind


def _text_of(root: Path, item: SourceItem, store: Store) -> SourceText | Unreadable | None:
    """The text of an item, read once for its content; None where the file changed meanwhile."""
    known = store.get_text(item.item)
    if known is not None:
        return known if known.source == item else known.model_copy(update={"source": item})
    try:
        data = (root / item.path).read_bytes()
    except OSError:
        return None
    if content_hash(data) != item.item:
        return None
    text = read(item, data)
    if isinstance(text, SourceText):
        store.put_text(text)
    return text


def _kept(item: SourceItem, data: bytes, store: Store) -> SourceText | None:
    """The text of bytes at hand, read once; None where it cannot be read."""
    known = store.get_text(item.item)
    if known is not None:
        return known
    text = read(item, data)
    if not isinstance(text, SourceText):
        return None
    store.put_text(text)
    return text


def _documents(
    root: Path, settings: Settings, zone: ZoneInfo, git_date: GitDate | None, store: Store
) -> Iterator[tuple[SourceText, Kind]]:
    """The living documents as they lie in the checkout, dated by their last commit."""
    for document in settings.documents:
        path = root / document.path
        try:
            if not path.resolve().is_relative_to(root.resolve()):
                continue
            data, changed = path.read_bytes(), path.stat().st_mtime
        except OSError:
            continue
        date = git_date(document.path) if git_date else None
        item = SourceItem(
            path=document.path,
            item=content_hash(data),
            contributor="",
            date=date.astimezone(zone) if date else dt.datetime.fromtimestamp(changed, zone),
            dated_by="git" if date else "mtime",
        )
        text = _kept(item, data, store)
        if text is not None:
            yield text.model_copy(update={"source": item}), "document"


def _briefs(repository: Repository, zone: ZoneInfo, store: Store) -> Iterator[tuple[SourceText, Kind]]:
    """The briefs that earlier nights left, where they lie inside the workspace."""
    state = repository.state_dir
    for path in sorted((state / _BRIEFS).glob("*/*/brief.md")):
        try:
            night = dt.date.fromisoformat(path.parent.name)
            shown = path.relative_to(repository.root).as_posix()
            data = path.read_bytes()
        except (ValueError, OSError):
            continue
        item = SourceItem(
            path=shown,
            item=content_hash(data),
            contributor=OUR_BRIEF,
            date=dt.datetime.combine(night, dt.time(), zone),
            dated_by="given",
            kind="brief",
        )
        text = _kept(item, data, store)
        if text is not None:
            yield text.model_copy(update={"source": item}), "brief"
