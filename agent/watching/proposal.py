"""From evidence about caveats to edits of their lines: each line one proposal, which can be refused by itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.document import Block, Document, Edit, replace
from agent.entries.things import leads_somewhere
from agent.evidence import EvidenceIndex, supports
from agent.items import CAVEAT, inert
from agent.markup import plain
from agent.models import Evidence, Language, Quote
from agent.orders import gives_orders, shown_path
from agent.outcome import ClaimOutcome, IncrementOutcome, Sighting
from agent.watching.model import Watch
from agent.watching.place import Place

_ORDER = "watch"
_LONGEST = 400
"""Characters of a sentence that may be quoted in the document."""
_ID = 16


@dataclass(frozen=True, slots=True)
class _Words:
    settled: str
    refreshed: str
    against: str
    quoted: tuple[str, str]
    source: tuple[str, str]
    stop: str
    between: str
    title: Mapping[str, str]
    why: Mapping[str, str]


_WORDS: Mapping[Language, _Words] = {
    "zh": _Words(
        settled="已核实（{day}）：",
        refreshed="已更新（{day}）：",
        against="另有来源说法不符（{day}）：",
        quoted=("「", "」"),
        source=("（来源：", "）"),
        stop="；",
        between="。",
        title={"lift": "解除待核实：{what}", "harden": "疑点加重：{what}"},
        why={
            "lift": "新来源满足了待核实「{wording}」的解除条件（{settled_by}）；可单独拒绝",
            "harden": "新来源与待核实「{wording}」所指的内容不符；可单独拒绝",
        },
    ),
    "en": _Words(
        settled="Verified ({day}): ",
        refreshed="Updated ({day}): ",
        against="Another source says otherwise ({day}): ",
        quoted=("“", "”"),
        source=(" (Source: ", ")"),
        stop="; ",
        between=". ",
        title={"lift": "Lift a caveat: {what}", "harden": "Harden a caveat: {what}"},
        why={
            "lift": "a new source gives what “{wording}” waited for ({settled_by}); it can be refused by itself",
            "harden": "a new source speaks against what “{wording}” doubts; it can be refused by itself",
        },
    ),
}
_REFRESH = frozenset({"stale", "volatile"})


@dataclass(frozen=True, slots=True)
class Found:
    """Evidence about a caveat, and where that stands."""

    watch: Watch
    place: Place
    sighting: Sighting


@dataclass(frozen=True, slots=True)
class Change:
    """A proposal to lift or to harden what one line doubts."""

    id: str
    keys: tuple[str, ...]
    block: Block
    path: tuple[str, ...]
    edit: Edit
    kind: str
    """`lift` or `harden`."""
    title: str
    why: str
    found: tuple[Found, ...]
    text: str
    """The line as it would stand, without its mark."""


def key_of(evidence: Evidence) -> str:
    """By what a piece of evidence is known on later nights: its words, whoever brings them."""
    return hashlib.sha256(" ".join(evidence.quote.split()).encode(errors="surrogatepass")).hexdigest()[:20]


def changes(
    document: Document, name: str, found: Iterable[Found], *, language: Language
) -> tuple[Change, ...]:
    """The proposals for a document, in its order."""
    by_block: dict[int, list[Found]] = {}
    for one in found:
        if one.place.block is not None and _may_stand(one):
            by_block.setdefault(one.place.block.index, []).append(one)
    return tuple(_change(document, name, by_block[index], language) for index in sorted(by_block))


def _may_stand(found: Found) -> bool:
    quote = found.sighting.evidence.quote
    return len(quote) <= _LONGEST and "\n" not in quote.strip() and not gives_orders(quote)


def _change(document: Document, name: str, found: Sequence[Found], language: Language) -> Change:
    """One line's proposal: what speaks against it goes before what settles it, and nothing is lifted then."""
    words = _WORDS[language]
    hardened = [one for one in found if one.sighting.effect == "hardens"]
    kind = "harden" if hardened else "lift"
    used = _once(hardened or found)
    first = used[0]
    block = first.place.block
    assert block is not None, "only what has a line of its own is changed"
    text = _hardened(block, used, words, language) if hardened else _lifted(block, used, words, language)
    section = document.section_at(block.line)
    keys = tuple(dict.fromkeys(k for one in used for k in (one.watch.id, key_of(one.sighting.evidence))))
    digest = hashlib.sha256("\0".join((name, kind, *keys)).encode()).hexdigest()
    wording = first.watch.event.caveat.wording
    return Change(
        id=digest[:_ID],
        keys=keys,
        block=block,
        path=section.path,
        edit=replace(section, (block,), text, order=f"{_ORDER} {digest[:_ID]}"),
        kind=kind,
        title=words.title[kind].format(what=first.watch.title),
        why=words.why[kind].format(wording=wording, settled_by=first.watch.event.caveat.settled_by),
        found=tuple(used),
        text=text,
    )


def _once(found: Sequence[Found]) -> list[Found]:
    """One for each caveat and each sentence."""
    return list({(one.watch.id, key_of(one.sighting.evidence)): one for one in found}.values())


def _lifted(block: Block, found: Sequence[Found], words: _Words, language: Language) -> str:
    """The line without what is settled, and behind what is still in doubt the words that settle it."""
    gone = sorted({(one.place.start, one.place.end) for one in found})
    before = block.text.partition(CAVEAT[language].strip())[0]
    doubts = _rest_of(block.text, gone, words, language)
    told = words.stop.join(dict.fromkeys(_quoted(one, words) for one in found))
    return f"{before}{CAVEAT[language]}{doubts}{words.between}{told}" if doubts else f"{before}{told}"


def _rest_of(text: str, gone: Sequence[tuple[int, int]], words: _Words, language: Language) -> str:
    """The doubts that stay, to the character; the stops around what goes go with it."""
    pieces: list[str] = []
    start = text.index(CAVEAT[language].strip()) + len(CAVEAT[language].strip())
    for first, last in gone:
        pieces.append(text[start:first])
        start = last
    pieces.append(text[start:])
    kept = [piece.strip("。.;；: ") for piece in pieces]
    return words.stop.join(piece for piece in kept if piece)


def _hardened(block: Block, found: Sequence[Found], words: _Words, language: Language) -> str:
    """The line with what speaks against it before its other doubts."""
    mark = CAVEAT[language].strip()
    before, _, rest = block.text.partition(mark)
    told = words.stop.join(dict.fromkeys(_quoted(one, words) for one in found))
    return f"{before}{CAVEAT[language]}{told}{words.stop}{rest.strip()}"


def _quoted(found: Found, words: _Words) -> str:
    """The source's own words with their source and the day on which they came."""
    evidence = found.sighting.evidence
    lead = (
        words.against
        if found.sighting.effect == "hardens"
        else words.refreshed
        if found.watch.kind in _REFRESH
        else words.settled
    )
    opens, closes = words.quoted
    said = inert(" ".join(plain(evidence.quote).split())).strip("。")
    day = evidence.date.isoformat() if evidence.date else ""
    return (
        f"{lead.format(day=day)}{opens}{said}{closes}{words.source[0]}{source_of(evidence)}{words.source[1]}"
    )


def source_of(evidence: Evidence) -> str:
    """Where a reader can look: the primary thing's address, else the note and its line."""
    origin = evidence.origin
    if origin.startswith("https://") and leads_somewhere(origin):
        return origin
    if origin.startswith("arxiv:"):
        return f"https://arxiv.org/abs/{origin.removeprefix('arxiv:')}"
    if origin.startswith("doi:"):
        return f"https://doi.org/{origin.removeprefix('doi:')}"
    if "/" in origin and "." in origin.partition("/")[0]:
        return f"https://{origin.replace('#', '/issues/')}"
    path, line = shown_path(evidence.span.path), evidence.span.line
    return f"`{path}:{line}`" if line else f"`{path}`"


def outcome_of(
    change: Change, *, number: int, path: str, lines: tuple[int, int], text: Sequence[str], commit: str
) -> IncrementOutcome:
    """The record of a proposal; `lines` are where it lies in the finished document's `text`."""
    evidence = [one.sighting.evidence for one in change.found]
    return IncrementOutcome(
        kind="harden" if change.kind == "harden" else "lift",
        id=change.id,
        number=number,
        title=change.title,
        section=" › ".join(change.path),
        line=lines[0],
        relation="contradicts" if change.kind == "harden" else "confirms",
        document_says=Quote(quote=change.block.text.strip(), line=change.block.line, path=path),
        disposition="draft",
        why=change.why,
        claims=tuple(map(_claim, evidence)),
        sources=tuple(dict.fromkeys(_place_of(piece) for piece in evidence)),
        origins=len({piece.origin for piece in evidence if piece.origin}),
        added=tuple(text[lines[0] - 1 : lines[1]]),
        gone=(Quote(quote=change.block.text.strip(), line=change.block.line, path=path),),
        keys=change.keys,
        commit=commit,
    )


def _claim(evidence: Evidence) -> ClaimOutcome:
    """The quoted words, proved by their source like any other claim."""
    said = " ".join(plain(evidence.quote).split())
    return ClaimOutcome(
        text=said, verdict=supports(said, EvidenceIndex([evidence])), kept="proved", evidence=(evidence,)
    )


def _place_of(evidence: Evidence) -> str:
    span = evidence.span
    return f"{span.path}:{span.line}-{span.end_line or span.line}" if span.line else span.path
