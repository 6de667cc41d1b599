"""Two true statements joined into a false one: what one line of the evidence says of one work, put to another.

The name of a work (a CVE, a paper, an issue, a commit, a repository) is of one thing. Where all the lines that have
a figure or a date name another work of that kind, and none of them the one that the claim names, it is said of that
other one.
"""

from __future__ import annotations

from collections.abc import Iterable

from agent.facts import facts
from agent.models import Evidence

_WORKS = frozenset({"cve", "arxiv", "doi", "issue", "commit", "repository"})
_SAID = _WORKS | {"quantity", "date", "version", "ordinal"}

_Key = tuple[str, str]


def misjoined(text: str, evidence: Iterable[Evidence]) -> str:
    """Why a claim puts to one work what its evidence says of another; empty where it does not."""
    claimed = _said(text)
    works = {key for key in claimed if key[0] in _WORKS}
    if not works:
        return ""
    lines = [_said(line) for entry in evidence for line in entry.quote.split("\n")]
    for fact in claimed:
        having = [line for line in lines if fact in line]
        for work in sorted(works - {fact}):
            others = [_rival(line, work[0], works) for line in having if work not in line]
            if others and len(others) == len(having) and all(others):
                return f"the source says it of {others[0]}"
    return ""


def _said(text: str) -> dict[_Key, str]:
    return {(fact.kind, fact.normal): fact.text for fact in facts(text) if fact.kind in _SAID}


def _rival(line: dict[_Key, str], kind: str, claimed: set[_Key]) -> str:
    """Another work of the kind that a line names and the claim does not."""
    return next((words for key, words in line.items() if key[0] == kind and key not in claimed), "")
