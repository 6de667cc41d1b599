"""A proposal to condense as people and the ledger are told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.condensing.model import Change, Condensed, Kind
from agent.models import Language, Quote
from agent.outcome import ClaimOutcome, IncrementOutcome

_TITLE: Mapping[Language, str] = {
    "zh": "精简「{what}」：{before} → {after} 字",
    "en": "Condense “{what}”: {before} → {after} characters",
}
_WHY: Mapping[Language, Mapping[Kind, str]] = {
    "zh": {
        "repeated": "{n} 处与留下的文字逐字相同",
        "superseded": "{n} 处已被后来的条目取代，后者两者都写明",
        "window": "{n} 处观察期已过，结论另有记载",
        "reworded": "{n} 处改写得更短",
    },
    "en": {
        "repeated": "{n} said again word for word in what stays",
        "superseded": "{n} superseded by a later entry that names both",
        "window": "{n} watched until a day that has passed, the outcome stands",
        "reworded": "{n} said in fewer words",
    },
}
_KEPT: Mapping[Language, str] = {
    "zh": "超过上限 {limit} 字；每处事实都在留下的文字中逐条核对过，可单独拒绝",
    "en": "over its limit of {limit}; every fact was found again in what stays; it can be refused by itself",
}


def title_of(proposal: Condensed, language: Language) -> str:
    """One line for a person: which section, and how long before and after."""
    what = proposal.path[-1] if proposal.path else ""
    return _TITLE[language].format(what=what, before=proposal.before, after=proposal.after)


def why_of(proposal: Condensed, language: Language) -> str:
    """How many blocks change for which reason."""
    counts = {kind: sum(c.kind == kind for c in proposal.changes) for kind in _WHY[language]}
    told = [_WHY[language][kind].format(n=n) for kind, n in counts.items() if n]
    return (
        "；".join([*told, _KEPT[language].format(limit=proposal.limit)])
        if language == "zh"
        else "; ".join([*told, _KEPT[language].format(limit=proposal.limit)])
    )


def where_it_stands(change: Change) -> str:
    """For a commit's body: the old lines, and the line at which they still stand."""
    first = change.proofs[0].evidence.span
    goes = f"L{change.line}" if change.line == change.end_line else f"L{change.line}-{change.end_line}"
    return f"{goes} → L{first.line}" if not change.new else f"{goes}: {change.new}"


def told(
    proposal: Condensed,
    *,
    number: int,
    language: Language,
    path: str,
    lines: Sequence[tuple[int, int]],
    text: Sequence[str],
    commit: str,
) -> IncrementOutcome:
    """The record of a proposal; `lines` are where its changes lie in the finished document's `text`."""
    added = [
        line
        for (first, last), change in zip(lines, proposal.changes, strict=True)
        if change.new
        for line in text[first - 1 : last]
    ]
    spans = [proof.evidence.span for change in proposal.changes for proof in change.proofs]
    return IncrementOutcome(
        kind="condense",
        id=proposal.id,
        number=number,
        title=title_of(proposal, language),
        section=" › ".join(proposal.path),
        line=min((first for first, _ in lines), default=None),
        relation="covered",
        disposition="draft",
        why=why_of(proposal, language),
        claims=tuple(
            ClaimOutcome(text=proof.claim, verdict=proof.verdict, kept="proved", evidence=(proof.evidence,))
            for change in proposal.changes
            for proof in change.proofs
        ),
        sources=tuple(dict.fromkeys(f"{path}:{span.line}-{span.end_line}" for span in spans)),
        added=tuple(added),
        gone=tuple(Quote(quote=change.old, line=change.line, path=path) for change in proposal.changes),
        keys=tuple(change.key for change in proposal.changes),
        commit=commit,
        writer=proposal.writer,
    )
