"""Which caveats a reader sees."""

import datetime as dt

from agent.annotation import SHOWN, caveats_of, for_readers
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, Planned
from agent.models import Caveat, Credibility, Evidence, Increment, Risk, Span, Verdict
from agent.outcome import ClaimOutcome

NIGHT = dt.date(2026, 9, 25)


def caveat(kind: str, risk: Risk, wording: str) -> Caveat:
    return Caveat(kind=kind, risk=risk, wording=wording)


def of(*given: Caveat, text: str = "Falcon 在 H200 上吞吐提升 2.4×", distance: int = 1) -> tuple[Caveat, ...]:
    evidence = Evidence.model_validate(
        {"id": "e1", "span": Span(path="a.md", start=0, end=9, line=1), "quote": text, "distance": distance}
    )
    increment = Increment(id="i1", number=1, title="Falcon", credibility=Credibility(stars=4, reason=""))
    planned = Planned(increment=increment, evidence=(evidence,))
    claim = DraftClaim(text=text, evidence=("e1",))
    patch = DraftPatch(increment="i1", title=claim, parts=(DraftPoint(claims=(claim,)),), caveats=given)
    verdict = Verdict.model_validate({"status": "supported", "reason": "", "distance": distance})
    outcome = ClaimOutcome(text=text, verdict=verdict, kept="proved", evidence=(evidence,))
    return caveats_of(patch, planned, [outcome], date=NIGHT, language="zh")


def test_caveats_of__gravest_first() -> None:
    found = of(caveat("unverified", "low", "小事"), caveat("unverified", "high", "大事"))
    assert [c.wording for c in found if c.kind == "unverified"] == ["大事", "小事"]
    assert [c.risk for c in found] == sorted((c.risk for c in found), key=["high", "medium", "low"].index)


def test_caveats_of__what_says_the_same_stands_once() -> None:
    long = caveat("unverified", "medium", "50ms 前向 claim 来自 GitHub README，待独立核实")
    again = caveat("README claim", "medium", "50ms 来自 GitHub README，待独立核实")
    assert [c for c in of(long, again) if "README" in c.wording] == [long]


def test_caveats_of__second_hand_is_told() -> None:
    assert "second-hand" in {c.kind for c in of(distance=2)}
    assert "second-hand" not in {c.kind for c in of(distance=1)}


def test_for_readers__low_risks_stay_with_the_reviewer_and_the_rest_is_bounded() -> None:
    many = [caveat(f"k{n}", "medium", f"第 {n} 条") for n in range(9)]
    shown = for_readers([*many, caveat("x", "low", "低")])
    assert len(shown) == SHOWN
    assert all(c.risk != "low" for c in shown)
    assert for_readers([caveat("second-hand", "low", "转述")])
