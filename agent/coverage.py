"""What of an increment a draft says: the facts that it leaves out, and the lines that would say them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftTable, Planned
from agent.facts import facts
from agent.models import Table
from agent.verification import Checked, check_patch, cut, row_text

KEY_KINDS = frozenset(
    {"quantity", "date", "version", "arxiv", "doi", "cve", "commit", "issue", "repository", "ordinal"}
)
"""Facts that a reader would miss; names come with the sentences that carry them."""

Key = tuple[str, str]
"""Kind and normal form of a fact."""


def key_facts(text: str) -> dict[Key, str]:
    """The key facts of a text, each with its words."""
    return {(fact.kind, fact.normal): fact.text for fact in facts(text) if fact.kind in KEY_KINDS}


def said(patch: DraftPatch) -> dict[Key, str]:
    """The key facts that a patch says, in its title, points and tables."""
    known = key_facts(patch.title.text)
    for text in _texts(patch.parts):
        known.update(key_facts(text))
    return known


def missing(patch: DraftPatch, offline: DraftPatch, planned: Planned, night: str) -> dict[Key, str]:
    """Key facts that the sources prove and that a patch does not say; `offline` says all that can be quoted."""
    proved = _proved(offline, patch, planned, night)
    if proved is None:
        return {}
    known = said(patch)
    return {key: words for key, words in said(proved).items() if key not in known}


def missing_parts(
    patch: DraftPatch, offline: DraftPatch, planned: Planned, night: str
) -> Iterator[DraftPoint | DraftTable]:
    """The proved lines and rows of the offline draft that say what the patch leaves out."""
    wanted = set(missing(patch, offline, planned, night))
    proved = _proved(offline, patch, planned, night) if wanted else None
    for part in proved.parts if proved else ():
        if isinstance(part, DraftTable):
            rows = tuple(row for row in part.rows if wanted & set(key_facts(row_text(row.cells))))
            if rows:
                yield part.model_copy(update={"rows": rows})
            continue
        claims = _saying(part.claims, wanted)
        parts = _saying(part.parts, wanted)
        if claims or parts:
            yield part.model_copy(update={"claims": claims or parts, "parts": parts if claims else ()})


def faults(patch: DraftPatch, offline: DraftPatch, planned: Planned, night: str) -> tuple[str, ...]:
    """What a writer should know of a draft: each refused sentence with the reason, and what is left out."""
    checked = check_patch(patch, planned, night)
    lines = [_refusal(entry.text, entry.reason, entry.facts) for entry in checked.rejected]
    kept = cut(checked)
    left = missing(kept, offline, planned, night) if kept else {}
    if left:
        lines.append(f"left out: {'; '.join(dict.fromkeys(left.values()))}")
    return tuple(lines)


def _proved(offline: DraftPatch, patch: DraftPatch, planned: Planned, night: str) -> DraftPatch | None:
    """What of the offline draft is proved, whatever becomes of its title."""
    return cut(check_patch(offline.model_copy(update={"title": patch.title}), planned, night))


def narrowed(patch: DraftPatch, offline: DraftPatch, planned: Planned, night: str) -> Planned:
    """What a writer needs to mend the faults of a draft: the evidence of what was refused or left out, and no more.

    Of a draft of which nothing holds, all of it.
    """
    checked = check_patch(patch, planned, night)
    kept = cut(checked)
    if kept is None:
        return planned
    refused = {entry.text for entry in checked.rejected}
    cited = {name for claim in _claims(patch.parts) if claim.text in refused for name in claim.evidence}
    left = set(missing(kept, offline, planned, night))
    evidence = tuple(
        entry for entry in planned.evidence if entry.id in cited or left & set(key_facts(entry.quote))
    )
    tables = tuple(
        part
        for part in planned.increment.body
        if isinstance(part, Table) and left & set(key_facts("\n".join(map(row_text, part.rows))))
    )
    body = planned.increment.model_copy(update={"body": tables})
    return planned.model_copy(update={"evidence": evidence, "increment": body}) if evidence else planned


def mended(first: DraftPatch, second: DraftPatch | None, planned: Planned, night: str) -> DraftPatch:
    """What holds of a draft, and what a second one adds to it; the second alone where nothing of the first holds."""
    kept = cut(check_patch(first, planned, night))
    if kept is None or second is None:
        return second or first
    known = {claim.text for claim in _claims(kept.parts)}
    facts_said = set(said(kept))
    more: list[DraftPoint | DraftTable] = []
    for part in second.parts:
        if isinstance(part, DraftTable):
            more.extend([part] if part not in kept.parts else [])
            continue
        claims = tuple(
            claim
            for claim in part.claims
            if claim.text not in known and not _only_says(claim.text, facts_said)
        )
        if claims:
            more.append(part.model_copy(update={"claims": claims}))
    return kept.model_copy(update={"parts": (*kept.parts, *more)})


def _only_says(text: str, known: set[Key]) -> bool:
    """Whether a text has key facts, all of which are said already."""
    told = set(key_facts(text))
    return bool(told) and told <= known


def better(first: DraftPatch, second: DraftPatch | None, planned: Planned, night: str) -> DraftPatch:
    """Of two drafts the one of which less is refused, then the one that says more; the second when they are even."""
    if second is None:
        return first
    return min((second, first), key=lambda patch: _rank(check_patch(patch, planned, night)))


def without(patch: DraftPatch, refused: Iterable[str]) -> tuple[DraftPoint | DraftTable, ...]:
    """The parts of a patch without the claims of those texts."""
    gone = set(refused)
    kept: list[DraftPoint | DraftTable] = []
    for part in patch.parts:
        if isinstance(part, DraftTable):
            rows = tuple(row for row in part.rows if row_text(row.cells) not in gone)
            if rows:
                kept.append(part.model_copy(update={"rows": rows}))
            continue
        claims = tuple(claim for claim in part.claims if claim.text not in gone)
        if claims:
            kept.append(part.model_copy(update={"claims": claims}))
    return tuple(kept)


def _claims(parts: Iterable[DraftPoint | DraftTable]) -> Iterator[DraftClaim]:
    for part in parts:
        if isinstance(part, DraftPoint):
            yield from (*part.claims, *part.parts)


def _saying(claims: Iterable[DraftClaim], wanted: set[Key]) -> tuple[DraftClaim, ...]:
    return tuple(claim for claim in claims if wanted & set(key_facts(claim.text)))


def _texts(parts: Iterable[DraftPoint | DraftTable]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, DraftTable):
            yield part.caption
            yield from (row_text(row.cells) for row in part.rows)
        else:
            yield from (claim.text for claim in (*part.claims, *part.parts))


def _rank(checked: Checked) -> tuple[int, int]:
    kept = cut(checked)
    return len(checked.rejected), -len(said(kept)) if kept else 0


def _refusal(text: str, reason: str, wrong: tuple[str, ...]) -> str:
    words = f" ({'; '.join(dict.fromkeys(wrong))})" if wrong else ""
    return f"refused: {text!r}: {reason}{words}"
