"""Score any draft, also one that Redline did not write: its claims, the verdict on each, and the proof.

Pure: texts in, a report out, and two renderings of it. `redline check` and `agent.check(draft, sources)`
are the same thing.
"""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from agent.errors import BadInput
from agent.evidence import EvidenceIndex, assess
from agent.facts import Claim, split_claims
from agent.language import clipped
from agent.models import Evidence, FactCheck, Model, Span, Status, Verdict

_ORDER: tuple[Status, ...] = ("contradicted", "unsupported", "partly supported", "unchecked", "supported")
_WIDE = 158
"""Signs of a claim or quotation that are shown."""


class CheckedClaim(Model):
    """One claim of a draft and what the sources say of it."""

    text: str
    start: int
    end: int
    line: int
    """Line of the draft, from 1."""
    kind: Literal["sentence", "list_item", "table_row", "heading"]
    verdict: Verdict
    score: float
    """How strongly the sources speak for the claim, from 0 to 1; for ranking, no probability."""


class CheckReport(Model):
    """A draft held against its sources."""

    claims: tuple[CheckedClaim, ...]
    sources: tuple[str, ...]
    """Names of the sources, in order."""
    standing: int = 0
    """Claims left out since the document says the same already, word for word."""

    @property
    def ok(self) -> bool:
        """Whether nothing is unsupported or contradicted."""
        return not any(claim.verdict.status in {"unsupported", "contradicted"} for claim in self.claims)

    def counts(self) -> dict[Status, int]:
        """How many claims have each status, worst first."""
        return {status: sum(c.verdict.status == status for c in self.claims) for status in _ORDER}


def check(
    draft: str,
    sources: str | Sequence[str | Evidence] | Mapping[str, str],
    *,
    document: str = "",
    date: dt.date | None = None,
) -> CheckReport:
    """Hold every claim of a draft against the sources.

    `sources` is a text, texts, pieces of evidence, or texts by name; `document` the living document as it
    stands, whose lines the draft may repeat without proof; `date` the draft's date, for relative dates.
    Headings without a fact are left out. An empty draft, or no source with text, is a `BadInput`.
    """
    evidence = _evidence(sources)
    if not draft.strip():
        raise BadInput("the draft is empty", "give a text with at least one sentence")
    if not any(item.quote.strip() for item in evidence):
        raise BadInput("there is no source with text", "give at least one source that is not empty")
    index = EvidenceIndex(evidence)
    known = {line.strip() for line in document.splitlines()} if document else set()
    checked: list[CheckedClaim] = []
    standing = 0
    for claim in split_claims(_unsourced(draft)):
        if known and _line_of(draft, claim) in known:
            standing += 1
            continue
        judged = assess(claim, index, date=date)
        if claim.kind == "heading" and not judged.verdict.facts:
            continue
        checked.append(
            CheckedClaim(
                text=draft[claim.start : claim.end],
                start=claim.start,
                end=claim.end,
                line=claim.line,
                kind=claim.kind,
                verdict=judged.verdict,
                score=judged.score,
            )
        )
    names = tuple(dict.fromkeys(item.span.path or item.id for item in evidence))
    return CheckReport(claims=tuple(checked), sources=names, standing=standing)


_SOURCED = re.compile(
    r"\s?[(（](?:Sources?: |来源[:：])(?:`[^`\n]{1,300}`|\[[^\]\n]{1,300}\]\([^)\s]{1,600}\)|https?://[^\s()（）]{1,600}|[;；,，、 ])+[)）]"
)
"""The reference that a rendered draft ends its lines with: the note's path and line, or its link."""
_SOURCE_LINE = re.compile(
    r"^[ \t>]*(?:[-*+•]\s+)?(?:Sources?: |来源[:：])(?:`[^`\n]{1,300}`|\[[^\]\n]{1,300}\]\([^)\s]{1,600}\)|https?://\S{1,600}|[;；,，、 ])+$",
    re.MULTILINE,
)
_SHOWN = re.compile(r"\[(?P<shown>[^\]\s]{1,300})\]\(https?://(?P<address>[^)\s]{1,600})\)")


def _unsourced(text: str) -> str:
    """A draft without what only says where it is from, blanked so that all places stay: references in brackets
    or in lines of their own, and words of a link that are its own address."""
    for pattern in (_SOURCED, _SOURCE_LINE):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    for match in [*_SHOWN.finditer(text)]:
        shown = match["shown"].rstrip("/…").removeprefix("https://").removeprefix("http://")
        if shown and shown in match["address"] and "/" in shown:
            text = text[: match.start("shown")] + " " * len(match["shown"]) + text[match.end("shown") :]
    return text


def _evidence(sources: str | Sequence[str | Evidence] | Mapping[str, str]) -> tuple[Evidence, ...]:
    if isinstance(sources, str):
        sources = [sources]
    if isinstance(sources, Mapping):
        return tuple(_whole(name, text) for name, text in sources.items())
    return tuple(
        item if isinstance(item, Evidence) else _whole(f"source {number}", item)
        for number, item in enumerate(sources, start=1)
    )


def _whole(name: str, text: str) -> Evidence:
    return Evidence(id=name, span=Span(path=name, start=0, end=len(text)), quote=text, distance=0)


def _line_of(draft: str, claim: Claim) -> str:
    start = draft.rfind("\n", 0, claim.start) + 1
    end = draft.find("\n", claim.end)
    return draft[start : end if end >= 0 else len(draft)].strip()


def as_text(report: CheckReport) -> str:
    """The report for a terminal: what failed first, each with its reasons, then the counts."""
    lines: list[str] = []
    for claim in sorted(report.claims, key=lambda item: (_ORDER.index(item.verdict.status), item.line)):
        if claim.verdict.status == "supported":
            continue
        lines.append(f"line {claim.line}: {claim.verdict.status}: {clipped(claim.text, _WIDE)}")
        lines.extend(f"    {_told(fact)}" for fact in claim.verdict.facts if fact.status != "proved")
        if not any(fact.status != "proved" for fact in claim.verdict.facts):
            lines.append(f"    {claim.verdict.reason}")
    counts = ", ".join(f"{number} {status}" for status, number in report.counts().items() if number)
    lines.append(f"{len(report.claims)} claims: {counts or 'none'}" + _standing(report))
    return "\n".join(lines) + "\n"


def _told(fact: FactCheck) -> str:
    quote = f" (source: {clipped(fact.quote, _WIDE)})" if fact.quote else ""
    return f"{fact.status}: {fact.text}: {fact.reason or fact.how}{quote}"


def _standing(report: CheckReport) -> str:
    return f"; {report.standing} stand in the document already" if report.standing else ""


_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c}"
    "article{border-left:4px solid #bbb;padding:.2rem 0 .2rem .8rem;margin:.9rem 0}"
    ".supported{border-color:#3a7d44}.partly{border-color:#b58900}.unchecked{border-color:#888}"
    ".unsupported,.contradicted{border-color:#b3261e}.status{font-weight:600}.fact{margin:.1rem 0 .1rem 1rem;font-size:.93em}"
    "q{color:#555}small{color:#666}"
)


def as_html(report: CheckReport, *, title: str = "Redline check") -> str:
    """The report as one page without scripts or links to elsewhere; every text in it is escaped."""
    counts = ", ".join(f"{number} {status}" for status, number in report.counts().items() if number)
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{html.escape(title)}</h1><p>{len(report.claims)} claims: {html.escape(counts or 'none')}",
        f"{html.escape(_standing(report))}. Sources: {html.escape(', '.join(report.sources))}.</p>",
    ]
    parts.extend(_article(claim) for claim in report.claims)
    return "\n".join([*parts, "</body></html>\n"])


def _article(claim: CheckedClaim) -> str:
    verdict = claim.verdict
    rows = "".join(_fact_row(fact) for fact in verdict.facts)
    return (
        f'<article class="{verdict.status.split()[0]}"><div>{html.escape(claim.text)}</div>'
        f'<small>line {claim.line} · <span class="status">{html.escape(verdict.status)}</span> · '
        f"{html.escape(verdict.reason)}</small>{rows}</article>"
    )


def _fact_row(fact: FactCheck) -> str:
    quote = f" <q>{html.escape(clipped(fact.quote, _WIDE))}</q>" if fact.quote else ""
    told = fact.reason or fact.how
    return (
        f'<div class="fact"><b>{html.escape(fact.text)}</b> {html.escape(fact.status)}'
        f"{': ' + html.escape(told) if told else ''}{quote}</div>"
    )
