"""What a draft leaves out, and how it is mended with no more than what its faults need."""

from __future__ import annotations

import pytest

from agent import coverage
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, Planned
from agent.models import Credibility, Evidence, Increment, Point, Span

SAYS = (
    "Kestrel v2.4.0 的 P99 为 12.86 ms",
    "长稳测试共 72 小时，错误率 0.003%",
    "SiltCheck 在 41 台机器上运行",
)
NIGHT = "2026-10-12"


def planned(title: str = SAYS[0]) -> Planned:
    evidence = tuple(
        Evidence(id=f"e{n}", span=Span(path="n.md", start=0, end=9), quote=text, distance=1)
        for n, text in enumerate(SAYS)
    )
    body = tuple(Point(text=text) for text in SAYS)
    increment = Increment(
        id="i", number=1, title=title, body=body, credibility=Credibility(stars=3, reason="")
    )
    return Planned(increment=increment, evidence=evidence)


def patch(*texts: str, title: str = SAYS[0]) -> DraftPatch:
    parts = tuple(
        DraftPoint(claims=(DraftClaim(text=text, evidence=(f"e{n}",)),)) for n, text in enumerate(texts)
    )
    return DraftPatch(increment="i", title=DraftClaim(text=title, evidence=("e0",)), parts=parts)


def words(made: DraftPatch) -> list[str]:
    return [claim.text for part in made.parts if isinstance(part, DraftPoint) for claim in part.claims]


WRONG = "长稳测试共 72 小时，错误率 0.03%"


def test_narrowed__the_evidence_of_what_was_refused_and_of_what_is_missing_alone() -> None:
    draft = patch(SAYS[0], WRONG)
    narrow = coverage.narrowed(draft, patch(*SAYS), planned(), NIGHT)
    assert [entry.id for entry in narrow.evidence] == ["e1", "e2"]
    assert narrow.increment.body == ()


def test_narrowed__all_of_it_where_nothing_holds() -> None:
    assert coverage.narrowed(patch(WRONG), patch(*SAYS), planned(), NIGHT) == planned()


def test_mended__what_holds_stays_and_what_mends_is_added() -> None:
    first = patch(SAYS[0], WRONG)
    second = patch(SAYS[0], SAYS[1], SAYS[2])
    assert words(coverage.mended(first, second, planned(), NIGHT)) == list(SAYS)
    assert words(coverage.mended(first, None, planned(), NIGHT)) == words(first)


def test_mended__what_is_said_already_is_not_said_again_in_other_words() -> None:
    first = patch(SAYS[0], WRONG)
    second = patch("P99 为 12.86 ms 的是 Kestrel v2.4.0", SAYS[1])
    assert words(coverage.mended(first, second, planned(), NIGHT)) == [SAYS[0], SAYS[1]]


@pytest.mark.parametrize("title", ["2026-10-11-README", SAYS[0]])
def test_missing__is_told_whatever_becomes_of_the_offline_title(title: str) -> None:
    left = coverage.missing(patch(SAYS[0]), patch(*SAYS, title=title), planned(title), NIGHT)
    assert set(left.values()) >= {"72 小时", "0.003%", "41 台"}
