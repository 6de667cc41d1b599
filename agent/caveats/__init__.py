"""Which doubts a claim must carry into the document: one table of rules, no model.

Each rule gives its kind and risk, the wording in the document's language, what would settle the doubt,
and after how many months to look again. Wordings follow those of briefs written by people.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Sequence

from agent.caveats.rules import RULES, Rule
from agent.caveats.signs import PERFORMANCE, Case, is_measured
from agent.consistency.amounts import amounts
from agent.models import Caveat, Doubt, Evidence, Language, Verdict

__all__ = ["RULES", "Rule", "caveats_for", "months_after"]


def caveats_for(
    claim: str,
    *,
    date: dt.date,
    language: Language,
    evidence: Sequence[Evidence] = (),
    urls: Sequence[str] = (),
    origins: Sequence[str] = (),
    doubts: Sequence[Doubt] = (),
    verdict: Verdict | None = None,
    context: str = "",
) -> tuple[Caveat, ...]:
    """The caveats that a claim must carry, by the rules of `RULES`, in their order.

    `date` is the night's day; `origins` and `urls` add to what the evidence names; `doubts` are the
    faults found in the sources of the claim (`consistency.faults`); `context` is text around the claim
    that tells about its source, such as an increment's credibility line.
    """
    words = "\n".join([claim, *(item.quote for item in evidence)])
    named = [*urls, *origins, *(item.origin for item in evidence)]
    heads = [head for item in evidence for head in item.heads]
    case = Case(
        claim=claim,
        whole="\n".join([words, context, *heads, *named]),
        words=words,
        origins=frozenset(_origin(name) for name in named if name.strip()),
        sources="\n".join([*named, context]),
        evidence=tuple(evidence),
        doubts=tuple(doubts),
        verdict=verdict,
        date=date,
        figures=tuple(a for a in amounts(claim) if a.dimension in PERFORMANCE and is_measured(claim, a)),
    )
    found: list[Caveat] = []
    for rule in RULES:
        fields = rule.when(case)
        if fields is None:
            continue
        chinese = language == "zh"
        found.append(
            Caveat(
                kind=rule.kind,
                risk=rule.risk,
                wording=(rule.zh if chinese else rule.en).format_map(fields),
                settled_by=(rule.settled_zh if chinese else rule.settled_en).format_map(fields),
                look_again=None if rule.months is None else months_after(date, rule.months),
            )
        )
    return tuple(found)


def months_after(day: dt.date, months: int) -> dt.date:
    """The same day that many months later, or the last day of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _origin(name: str) -> str:
    """One name for one primary source, so that two forms of its address count once."""
    arxiv = re.search(r"(?<![\d.])(\d{4}\.\d{5})(?:v\d+)?(?!\d)", name)
    if arxiv:
        return "arxiv:" + arxiv[1]
    return re.sub(r"^https?://(?:www\.)?", "", name.strip().lower()).split("#")[0].split("?")[0].rstrip("/")
