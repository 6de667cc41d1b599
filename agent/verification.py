"""A draft taken apart: every claim against the nearest evidence at hand, and what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from agent.bounds import bounded
from agent.caveats.raised import RAISED
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRow, DraftTable, Planned, Rejected
from agent.evidence import EvidenceIndex, supports
from agent.facts import Claim, facts, split_claims
from agent.faulty import is_conclusion
from agent.misjoined import misjoined
from agent.models import Caveat, Doubt, Evidence, FactCheck, Increment, Model, Table, Verdict
from agent.orders import gives_orders, without_orders
from agent.outcome import WORDING, ClaimOutcome, Kept
from agent.planning import links_of
from agent.tokens import tokens

_FAILED = ("missing", "contradicted")
_SPACE = re.compile(r"\s+")
_TARGET = re.compile(r"\]\(\s*<?([^)>\s]{0,2000})|<([a-zA-Z][\w+.-]{1,30}:[^<>\s]{0,2000})>")
"""What a link or an image of Markdown points at."""
_ENDS = "。；;！!？?\n|"
_QUOTED_AT_LEAST = 8
"""Characters from which a claim that stands word for word in the evidence counts as its quotation."""


class Checked(Model):
    """A patch with what became of its claims."""

    patch: DraftPatch
    """As drafted, within its bounds and without what stands around the claims and is not true."""
    claims: tuple[ClaimOutcome, ...]
    rejected: tuple[Rejected, ...]
    """What goes back to the writer."""


GIVES_ORDERS = "the note gives orders to its reader"
DAMAGED = "damaged in the source"
_DAMAGED = re.compile("[\0\ufffd]")
"""Bytes that were no characters: what stood there nobody can tell."""


def check_patch(patch: DraftPatch, planned: Planned, night: str) -> Checked:
    """Check each claim, row and title of a patch, and what stands around them.

    A claim is proved when evidence at distance 0 or 1 supports it. When a source that the increment names is
    not at hand, a claim that only a brief supports is kept as doubtful. Everything else is refused. Labels,
    captions, links and caveats that say what no evidence says are taken off.
    """
    judge = _Judge(planned, night)
    patch, left_out = bounded(patch)
    patch = judge.dressed(patch)
    title = judge.title(patch.title)
    claims = [title] if title.kept == "refused" else []
    for part in patch.parts:
        if isinstance(part, DraftTable):
            claims.extend(judge.row(row, part) for row in part.rows)
        else:
            claims.extend(judge.claim(claim) for claim in (*part.claims, *part.parts))
    claims.extend(_refused(left.text, left.reason) for left in left_out)
    rejected = tuple(_rejected(patch.increment, outcome) for outcome in claims if outcome.kept == "refused")
    return Checked(patch=patch, claims=tuple(claims), rejected=rejected)


def cut(checked: Checked) -> DraftPatch | None:
    """The patch without what was refused; None when the title or nothing else is left."""
    refused = {rejected.text for rejected in checked.rejected}
    patch = checked.patch
    if patch.title.text in refused:
        return None
    parts = tuple(part for part in (_cut_part(part, refused) for part in patch.parts) if part)
    return patch.model_copy(update={"parts": parts}) if parts else None


def row_text(row: Sequence[str]) -> str:
    """A table row as one claim's text."""
    return " | ".join(row)


class _Judge:
    def __init__(self, planned: Planned, night: str) -> None:
        self._known = {evidence.id: _as_data(evidence) for evidence in planned.evidence}
        self._whole = {evidence.id: evidence for evidence in planned.evidence}
        self._ordering = {name for name, entry in self._whole.items() if gives_orders(entry.quote)}
        self._stamps = (
            (f"（截至 {night}）", f" (as of {night})", f"截至 {night}", f"as of {night}") if night else ()
        )
        self._links = frozenset(links_of(planned))
        self._caveats = frozenset(caveat.wording for caveat in planned.increment.caveats)
        self._named = (*planned.increment.urls, *(entry.quote for entry in planned.evidence))
        self._title = _signs(planned.increment.title)
        self._own = tuple(_SPACE.sub("", text) for text in _around(planned.increment))
        self._around: dict[str, bool] = {}
        self._conclusions = [doubt for doubt in planned.doubts if is_conclusion(doubt)]
        self._far_counts = bool(planned.unresolved) or all(e.distance == 2 for e in planned.evidence)
        self._indexes: dict[tuple[str, ...], EvidenceIndex] = {}

    def dressed(self, patch: DraftPatch) -> DraftPatch:
        """The patch without the labels, captions, links and caveats that do not hold."""
        return patch.model_copy(
            update={
                "parts": tuple(self._dressed_part(part) for part in patch.parts),
                "sources": tuple(source for source in patch.sources if source in self._links),
                "caveats": tuple(caveat for caveat in patch.caveats if self._may_warn(caveat)),
            }
        )

    def claim(self, claim: DraftClaim) -> ClaimOutcome:
        return self._judged(claim.text, self._bare(claim.text), claim.evidence)

    def title(self, claim: DraftClaim) -> ClaimOutcome:
        """The increment's own title is a label: its names and figures must hold, its other words assert nothing.

        A title in other words is a claim like any other; one of the same words in another order must have each
        name and figure proved.
        """
        outcome = self.claim(claim)
        if not _signs(claim.text) <= self._title:
            return outcome
        if gives_orders(claim.text) or self._strays(claim.text):
            return outcome.model_copy(update={"kept": "refused"})
        if outcome.kept == "refused" and outcome.verdict.facts and self._names(claim.text, outcome.verdict):
            return outcome.model_copy(update={"kept": "proved"})
        return outcome

    def row(self, row: DraftRow, table: DraftTable) -> ClaimOutcome:
        text = f"| {row_text(row.cells)} |"
        heads = (table.caption,) if table.caption else ()
        asked = Claim(text, 0, len(text), 1, 1, "table_row", row.cells, table.header, heads)
        return self._judged(row_text(row.cells), asked, row.evidence)

    def _dressed_part(self, part: DraftPoint | DraftTable) -> DraftPoint | DraftTable:
        if isinstance(part, DraftTable):
            return part if self._labels(part.caption) else part.model_copy(update={"caption": ""})
        return part if self._labels(part.label) else part.model_copy(update={"label": ""})

    def _labels(self, text: str) -> bool:
        """Whether a label or caption may stand: its names and figures must hold, as a title's; and in words that
        are not the increment's own, all that it says."""
        if not text.strip():
            return True
        if text not in self._around:
            verdict = self._held(text)
            holds = self._names(text, verdict) and (self._is_own(text) or verdict.status == "supported")
            self._around[text] = holds and not (gives_orders(text) or self._strays(text))
        return self._around[text]

    def _names(self, text: str, verdict: Verdict) -> bool:
        """Whether the names and figures of a text that asserts nothing hold: none fails, and in words that are not
        the increment's own none is left unchecked either."""
        failing = _FAILED if self._is_own(text) else (*_FAILED, "unchecked")
        return not _failed(verdict.facts, WORDING, failing)

    def _is_own(self, text: str) -> bool:
        """Whether a title, label or caption is the increment's, or a stretch of it."""
        bare = _SPACE.sub("", self._bare(text)).rstrip("·")
        return any(bare in known for known in self._own)

    def _may_warn(self, caveat: Caveat) -> bool:
        """Whether a caveat came with the increment, or is one of those that a writer may raise."""
        return caveat.wording in self._caveats or caveat in RAISED

    def _held(self, text: str) -> Verdict:
        """A text that cites nothing against all the evidence that counts."""
        counts = [entry for entry in self._known.values() if entry.distance < 2 or self._far_counts]
        return self._verdict(self._bare(text), counts)

    def _strays(self, text: str) -> bool:
        """Whether a text links to, or shows, what neither the increment nor its evidence names."""
        targets = [match[1] or match[2] or "" for match in _TARGET.finditer(text)]
        return not all(any(target in known for known in self._named) for target in targets)

    def _bare(self, text: str) -> str:
        """Without the night's own date, the only one that a writer may add."""
        for stamp in self._stamps:
            text = text.replace(stamp, "")
        return text

    def _judged(self, text: str, asked: str | Claim, cited: Sequence[str]) -> ClaimOutcome:
        unfounded = self._unfounded(text, cited)
        if unfounded:
            return _refused(text, unfounded)
        doubt = self._doubt_of(text)
        if doubt:
            return _outcome(text, _as_doubted(text, doubt), "refused", ())
        evidence = [self._known[name] for name in cited]
        near = [entry for entry in evidence if entry.distance < 2]
        verdict = self._verdict(asked, near)
        if verdict.status == "supported":
            return _outcome(text, verdict, "proved", near)
        if verdict.status != "contradicted" and self._far_counts:
            wider = self._verdict(asked, evidence)
            if wider.status == "supported":
                return _outcome(text, wider.model_copy(update={"distance": 2}), "doubtful", evidence)
        if self._told_by_orders(asked, cited):
            return _refused(text, GIVES_ORDERS)
        return _outcome(text, verdict, "refused", near)

    def _told_by_orders(self, asked: str | Claim, cited: Sequence[str]) -> bool:
        """Whether the evidence has a claim, and only from where it gives orders to its reader."""
        if self._ordering.isdisjoint(cited):
            return False
        return self._verdict(asked, [self._whole[name] for name in cited], whole=True).status == "supported"

    def _unfounded(self, text: str, cited: Sequence[str]) -> str:
        """Why a claim need not be held against its facts: what it cites or links to is not at hand, or is of another."""
        unknown = [name for name in cited if name not in self._known]
        if unknown:
            return f"cites evidence that was not given: {', '.join(unknown[:3])}"
        if not cited:
            return "cites no evidence"
        if _DAMAGED.search(text):
            return DAMAGED
        if self._strays(text):
            return "links to what no source names"
        return misjoined(text, [self._known[name] for name in cited])

    def _doubt_of(self, text: str) -> Doubt | None:
        """The fault of a source or of the brief that the text would copy on as true."""
        bare = _SPACE.sub("", text)
        for doubt in self._conclusions:
            quoted = _SPACE.sub("", doubt.a.quote) if doubt.a else ""
            if len(bare) >= _QUOTED_AT_LEAST and (bare in quoted or (quoted and quoted in bare)):
                return doubt
        return None

    def _verdict(self, asked: str | Claim, evidence: Sequence[Evidence], *, whole: bool = False) -> Verdict:
        if not evidence:
            return Verdict(status="unsupported", reason="there is no evidence at hand")
        key = (*(entry.id for entry in evidence), *(("",) if whole else ()))
        if key not in self._indexes:
            self._indexes[key] = EvidenceIndex(evidence)
        verdict = supports(asked, self._indexes[key])
        if verdict.status == "supported":
            return verdict
        quoting = next((entry for entry in evidence if _quotes(asked, entry.quote)), None)
        return _as_quoted(verdict, quoting) if quoting else verdict


def _as_data(evidence: Evidence) -> Evidence:
    """Evidence without the orders in it: what a note tells a machine to say, it does not say itself."""
    quote = without_orders(evidence.quote)
    return evidence if quote == evidence.quote else evidence.model_copy(update={"quote": quote})


def _quotes(asked: str | Claim, quote: str) -> bool:
    """Whether a claim is the evidence's own words: whole sentences, or a row of a table with the same heads."""
    if isinstance(asked, str):
        return _stands_in(asked, quote)
    wanted = (_cells(asked.header), _cells(asked.cells))
    rows = [claim for claim in split_claims(quote) if claim.kind == "table_row"]
    return any((_cells(row.header), _cells(row.cells)) == wanted for row in rows)


def _cells(cells: Sequence[str]) -> tuple[str, ...]:
    return tuple(_SPACE.sub("", cell) for cell in cells)


def _signs(title: str) -> frozenset[str]:
    """What a title is made of: Latin words and figures whole, Chinese signs one by one, since a cut joins them anew."""
    words = (token for token in tokens(title) if token.isascii())
    return frozenset((*words, *(sign for sign in title if sign > "\u2e80" and sign.isalpha())))


def _as_doubted(text: str, doubt: Doubt) -> Verdict:
    """Contradicted by the values that the doubt names; the figures in question fail, so that a title can do without."""
    wrong = [
        fact for fact in facts(text) if fact.text in doubt.problem and fact.kind not in ("entity", "version")
    ]
    checks = tuple(
        FactCheck(
            kind=fact.kind,
            text=fact.text,
            start=fact.start,
            end=fact.end,
            status="contradicted",
            reason=doubt.problem,
            quote=doubt.b.quote if doubt.b else "",
        )
        for fact in wrong
    )
    return Verdict(status="contradicted", reason=f"{doubt.title}: {doubt.problem}", facts=checks)


def _as_quoted(verdict: Verdict, quoting: Evidence) -> Verdict:
    facts = tuple(
        check.model_copy(update={"status": "proved", "how": "quoted", "reason": "", "evidence": quoting.id})
        for check in verdict.facts
    )
    told = {
        "status": "supported",
        "reason": "quoted word for word",
        "distance": quoting.distance,
        "facts": facts,
    }
    return verdict.model_copy(update=told)


def _stands_in(text: str, quote: str) -> bool:
    """Whether the text is one or more whole sentences of the quote: half of one may have lost its "not" or "may"."""
    bare, within = _SPACE.sub("", text).rstrip(_ENDS), _SPACE.sub("", quote)
    if len(bare) < _QUOTED_AT_LEAST:
        return False
    at = within.find(bare)
    while at >= 0:
        before, after = within[:at][-1:], within[at + len(bare) :][:1]
        if (not before or before in _ENDS) and (not after or after in _ENDS):
            return True
        at = within.find(bare, at + 1)
    return False


def _failed(
    checks: Iterable[FactCheck], apart_from: Collection[str], failing: Collection[str] = _FAILED
) -> list[FactCheck]:
    """Facts that do not hold, but for those of some kinds."""
    return [check for check in checks if check.kind not in apart_from and check.status in failing]


def _around(increment: Increment) -> Iterator[str]:
    """What stands around the claims of an increment as it came: its title, the labels and the captions."""
    yield increment.title
    for part in increment.body:
        yield part.caption if isinstance(part, Table) else part.label


def _refused(text: str, reason: str) -> ClaimOutcome:
    return _outcome(text, Verdict(status="unsupported", reason=reason), "refused", ())


def _outcome(text: str, verdict: Verdict, kept: Kept, evidence: Iterable[Evidence]) -> ClaimOutcome:
    at_hand = tuple(evidence)
    ids = {check.evidence for check in verdict.facts}
    used = tuple(entry for entry in at_hand if entry.id in ids)
    if not used and kept != "refused" and at_hand:
        used = (_closest(text, at_hand),)
    return ClaimOutcome(text=text, verdict=verdict, kept=kept, evidence=used)


def _closest(text: str, evidence: Sequence[Evidence]) -> Evidence:
    """The piece that a claim without facts repeats: the one that shares most of its words."""
    words = set(tokens(text))
    return max(evidence, key=lambda entry: len(words & set(tokens(entry.quote))))


def _rejected(increment: str, outcome: ClaimOutcome) -> Rejected:
    failed = tuple(
        check.text for check in outcome.verdict.facts if check.status in ("missing", "contradicted")
    )
    return Rejected(increment=increment, text=outcome.text, reason=outcome.verdict.reason, facts=failed)


def _cut_part(part: DraftPoint | DraftTable, refused: set[str]) -> DraftPoint | DraftTable | None:
    if isinstance(part, DraftTable):
        rows = tuple(row for row in part.rows if row_text(row.cells) not in refused)
        return part.model_copy(update={"rows": rows}) if rows else None
    claims = tuple(claim for claim in part.claims if claim.text not in refused)
    parts = tuple(claim for claim in part.parts if claim.text not in refused)
    if not claims and not parts:
        return None
    return part.model_copy(update={"claims": claims or parts, "parts": parts if claims else ()})
