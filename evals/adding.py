"""A golden case from a night and a reviewer's decision: what was accepted must come again, what was refused must not."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

import yaml

from agent.briefs import read_brief
from agent.document import Applied, apply, parse
from agent.errors import BadBrief, BadInput, NotReviewable
from agent.facts import facts
from agent.files import write_atomically
from agent.models import Caveat, SourceItem, Unreadable
from agent.nights import NightRecord
from agent.outcome import WORDING, ClaimOutcome, IncrementOutcome
from agent.readers import read
from agent.readers.secrets import mask, mask_name
from agent.review import Card, Review
from agent.settings import Settings
from agent.store import Store, content_hash
from agent.workspace import Repository
from evals.golden import Fact, GoldenCase, NotNews, Source, load_case
from evals.matching import form_of, plain, stands, told

_TEXTS = frozenset({".md", ".markdown", ".txt", ".csv", ".html", ".htm", ".rst", ".eml"})
_NAME = re.compile(r"[^a-z0-9]+")
_LONGEST = 60
_ITEM = re.compile(r"^(?:[-*+]|\d+[.)])\s+")
_WORDS, _SHORT = 3, 3
"""Words by which an increment is known: how many at most, and of how many signs at least."""


def case_of(repository: Repository, settings: Settings, review: Review, named: str) -> GoldenCase:
    """The case of one increment of a night, secrets masked, `read: 0`.

    Raises `NotReviewable` for an increment that is not decided, `BadInput` where a source is not here any more.
    """
    card, record = review.card(named), review.record
    if card.decision not in ("accepted", "edited", "refused"):
        raise NotReviewable(
            f"“{card.increment.title}” is not decided: nobody has said yet what is right.",
            f"Decide first: redline review {record.night} show {card.increment.number}",
        )
    one = card.increment
    before = _text(repository.read(record.path, record.base), record.path)
    sources = tuple(_sources(repository, record, one))
    refused = card.decision == "refused"
    words = _known_by(one)
    document = settings.document(record.document)
    return GoldenCase.model_validate(
        {
            "id": _id(record, one),
            "tests": f"From a night: a person {card.decision} “{one.title}”.",
            "read": 0,
            "tags": ["from a night", one.relation, record.language],
            "night": record.night,
            "zone": settings.night.timezone,
            "language": record.language,
            "document": before,
            "reserve": document.reserve,
            "sources": [source.model_dump() for source in sources],
            "increments": [] if refused else [_expected(card, record, before, sources, words)],
            "never": _of_refused(one) if refused else _contradicted(one),
            "not_news": [NotNews.model_validate({"is": words, "why": card.reason})] if refused else [],
        }
    )


def add_case(case: GoldenCase, folder: Path) -> Path:
    """Write a case so that people can read it, and try it with the loader; raises `BadInput` for a name that is taken."""
    path = folder / f"{case.id}.yaml"
    if path.exists():
        raise BadInput(
            f"There is a case {path} already.", "Remove it first, or give another folder with --to."
        )
    folder.mkdir(parents=True, exist_ok=True)
    table = case.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    written = yaml.dump(table, Dumper=_Readable, allow_unicode=True, sort_keys=False, width=110)
    write_atomically(path, written.encode())
    try:
        load_case(path)
    except BadInput:
        path.unlink()
        raise
    return path


class _Readable(yaml.SafeDumper):
    """Texts of several lines as they are."""


def _as_read(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Readable.add_representer(str, _as_read)


def _id(record: NightRecord, one: IncrementOutcome) -> str:
    words = _NAME.sub("-", f"{record.night}-{one.title}".casefold()).strip("-")
    return f"{words[: _LONGEST - 14].strip('-')}-{_NAME.sub('', one.id.casefold())[:12]}"


def _text(data: bytes | None, path: str) -> str:
    if data is None:
        raise BadInput(f"{path} is not in this clone as it was before the night.", "Fetch its history first.")
    return mask(data.decode("utf-8", "replace")).text


def _sources(repository: Repository, record: NightRecord, one: IncrementOutcome) -> Iterator[Source]:
    """The files that it rests on, those of its evidence as they were that night."""
    store = Store(repository.state_dir / "store")
    items = {found.span.path: found.span.item for claim in one.claims for found in claim.evidence}
    for path in sorted({*items, *_named(repository, record, one)}):
        if path == record.path:
            continue
        wanted = items.get(path, "")
        data = repository.read_working(path)
        if data is not None and wanted and content_hash(data) != wanted:
            data = None
        name, text = _as_text(path, data, store, wanted)
        yield Source(path=mask_name(name), text=mask(text).text)


def _named(repository: Repository, record: NightRecord, one: IncrementOutcome) -> set[str]:
    """Paths of files that the brief names for it."""
    try:
        rows = read_brief(record.brief).increments
    except BadBrief:
        return set()
    named = (ref.path for row in rows if plain(row.title) == plain(one.title) for ref in row.sources)
    return {path for path in named if _is_file(repository, path)}


def _is_file(repository: Repository, path: str) -> bool:
    try:
        return repository.inside(path).is_file()
    except (BadInput, OSError):
        return False


def _as_text(path: str, data: bytes | None, store: Store, item: str) -> tuple[str, str]:
    if data is not None and PurePosixPath(path).suffix.casefold() in _TEXTS:
        try:
            return path, data.decode("utf-8")
        except UnicodeDecodeError:
            pass  # it is read as a night reads it, below
    kept = store.get_text(item) if item else None
    if kept is not None:
        return _plain_name(path), kept.text
    if data is None:
        raise BadInput(
            f"The source {path} is not here any more as it was that night.",
            "Put it back into the working tree, or add the case on the machine that ran the night.",
        )
    source = SourceItem(
        path=path, item=content_hash(data), contributor="", date="1970-01-01T00:00:00Z", dated_by="given"
    )
    found = read(source, data)
    if isinstance(found, Unreadable):
        raise BadInput(f"The source {path} cannot be read: {found.reason}.")
    return _plain_name(path), found.text


def _plain_name(path: str) -> str:
    return path if PurePosixPath(path).suffix.casefold() in {".md", ".txt"} else f"{path}.txt"


def _known_by(one: IncrementOutcome) -> list[str]:
    """Words by which it is known again: the facts and names of its title; else the title."""
    found = dict.fromkeys(fact.text for fact in facts(one.title) if fact.kind not in WORDING)
    telling = [word for word in found if len(word) >= _SHORT and stands(word, one.title)]
    return telling[:_WORDS] or [one.title]


def _expected(
    card: Card, record: NightRecord, before: str, sources: Sequence[Source], words: Sequence[str]
) -> dict[str, object]:
    one = card.increment
    lines = [line for line in card.stands.split("\n") if line.strip() and not line.startswith("<!--")]
    made: dict[str, object] = {
        "is": [word for word in words if stands(word, f"{told(one)}\n{card.stands}")] or [one.title],
        "relation": [one.relation],
        "section": [one.section.rsplit(" › ", maxsplit=1)[-1]] if one.section else [],
        "from": [source.path for source in sources],
        "edits": _edited(record, one, before),
        "facts": _facts(card, one, lines),
        "caveats": sorted({caveat.kind for caveat in one.caveats if _shown(caveat, card.stands)}),
    }
    first = next((line for line in one.added if line.strip()), "")
    return made | ({"form": form_of(first)} if first else {})


def _shown(caveat: Caveat, stands_: str) -> bool:
    """Whether what was accepted says the doubt: those of little risk stand in the report alone."""
    return plain(caveat.wording) in plain(stands_)


def _facts(card: Card, one: IncrementOutcome, lines: Sequence[str]) -> list[Fact]:
    """What the accepted claims, or the person's own lines, say that can be checked; together where they stand together."""
    if card.decision == "edited":
        found = [tuple(fact.text for fact in facts(line) if fact.kind not in WORDING) for line in lines]
    else:
        found = [_checked(claim) for claim in one.claims if claim.kept != "refused"]
    kept = [tuple(dict.fromkeys(word for word in fact if _on_one(word, lines))) for fact in found]
    return [fact if len(fact) > 1 else fact[0] for fact in kept if fact]


def _on_one(word: str, lines: Sequence[str]) -> bool:
    return any(stands(word, line) for line in lines)


def _checked(claim: ClaimOutcome) -> tuple[str, ...]:
    return tuple(
        check.text
        for check in claim.verdict.facts
        if check.status == "proved" and check.kind not in WORDING and "\n" not in check.text
    )


def _of_refused(one: IncrementOutcome) -> list[Fact]:
    """What a person would not have: the claims' facts together."""
    found = [_checked(claim) for claim in one.claims if claim.kept != "refused"]
    return [fact if len(fact) > 1 else fact[0] for fact in found if fact]


def _contradicted(one: IncrementOutcome) -> list[Fact]:
    """Of claims that the night itself refused: the words that the evidence contradicts."""
    wrong = [
        check.text
        for claim in one.claims
        if claim.kept == "refused"
        for check in claim.verdict.facts
        if check.status == "contradicted" and check.kind not in WORDING
    ]
    said = told(one.model_copy(update={"claims": tuple(c for c in one.claims if c.kept != "refused")}))
    return [word for word in dict.fromkeys(wrong) if not stands(word, said)]


def _edited(record: NightRecord, one: IncrementOutcome, before: str) -> str:
    """Words of the first line of the document that its edits change; empty where they only add.

    Of an item what stands after its mark; of a row the cell that was changed, where no other line says the same.
    """
    step = next((step for step in record.steps if step.increment == one.id), None)
    applied = apply(parse(before.encode()), step.edits) if step else None
    if not isinstance(applied, Applied):
        return ""
    old, new = before.split("\n"), applied.data.decode("utf-8", "replace").split("\n")
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    changed = [
        (old[a:b], new[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag in ("replace", "delete")
    ]
    gone, come = next(((g, c) for g, c in changed if any(line.strip() for line in g)), ([], []))
    line = _ITEM.sub("", next((line.strip() for line in gone if line.strip()), ""))
    cells = set(_cells(come[0])) if come else set()
    turned = [cell for cell in _cells(line) if line.startswith("|") and cell and cell not in cells]
    alone = [cell for cell in turned if sum(stands(cell, other) for other in old) == 1]
    return alone[0] if alone else line


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
