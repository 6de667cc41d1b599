"""What a person should know of a decision: never a reason to refuse it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from agent.checking import CheckedClaim, check
from agent.items import CAVEAT
from agent.ledger import Decided
from agent.ledger.words import DECISION_WORDS
from agent.models import Evidence, Language
from agent.outcome import IncrementOutcome
from agent.reasons import verdict_in
from agent.workspace import identity

_CAVEAT_LINE = re.compile(rf"\s*(?:[-*+]\s+)?(?:{'|'.join(CAVEAT.values())}|<!-- redline )")
_GONE: dict[Language, str] = {
    "zh": "改写后不再有这条待核实：{caveat}",
    "en": "the text no longer says what is to be verified: {caveat}",
}
_INSTEAD: dict[Language, str] = {
    "zh": "取代了 {who} 此前的决定：{decision}{reason}",
    "en": "this takes the place of what {who} decided: {decision}{reason}",
}

_BEHIND: dict[Language, str] = {
    "zh": "分支 {branch} 还没有跟上已作的决定（写入时中断，或在别处决定）：redline review {night} --doc {document} rebase",
    "en": "branch {branch} does not follow all decisions yet (a run was cut off, or they were made elsewhere): redline review {night} --doc {document} rebase",
}


def warnings_of(
    increment: IncrementOutcome, text: str, known: str, night: dt.date, language: Language
) -> tuple[CheckedClaim, ...]:
    """The claims of a person's wording that the increment's evidence does not bear out, worst first in reading order.

    Lines that the document has, or that were proved as they stood, are not asked for again, nor are caveats.
    Without any evidence nothing can be said. Their reasons are in the document's `language`.
    """
    evidence = tuple(_evidence(increment))
    claims = "\n".join(line for line in text.split("\n") if not _CAVEAT_LINE.match(line))
    if not evidence or not claims.strip():
        return ()
    report = check(claims, evidence, document=known, date=night)
    return tuple(
        claim.model_copy(update={"verdict": verdict_in(language, claim.verdict)})
        for claim in report.claims
        if claim.verdict.status != "supported"
    )


def _evidence(increment: IncrementOutcome) -> Iterator[Evidence]:
    found = (evidence for claim in increment.claims for evidence in claim.evidence)
    return iter({evidence.id: evidence for evidence in found if evidence.quote.strip()}.values())


def caveats_gone(increment: IncrementOutcome, old: str, new: str, language: Language) -> list[str]:
    """A sentence for each caveat that the text had and that a person's wording has not."""
    wordings = (caveat.wording.rstrip("。.;； ") for caveat in increment.caveats)
    return [_GONE[language].format(caveat=said) for said in wordings if said in old and said not in new]


def replaces(before: Decided, language: Language) -> str:
    """The sentence that tells a person whose decision is no longer the one that counts."""
    reason = f" ({before.reason})" if before.reason else ""
    return _INSTEAD[language].format(
        who=identity(before.who).name, decision=DECISION_WORDS[language][before.decision], reason=reason
    )


def behind(branch: str, night: dt.date, document: str, language: Language) -> str:
    """The sentence that tells that a branch is not what was decided, and the command that mends it."""
    return _BEHIND[language].format(branch=branch, night=night, document=document)
