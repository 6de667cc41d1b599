"""What a night came to, counted and told in a line."""

import datetime as dt

from agent.models import Evidence, FactCheck, Span, Status, Verdict
from agent.outcome import ClaimOutcome, Counts, IncrementOutcome, Kept, Outcome, Usage


def fact(status: str, kind: str = "quantity") -> FactCheck:
    return FactCheck.model_validate({"kind": kind, "text": "x", "start": 0, "end": 1, "status": status})


def claim(kept: Kept, *facts: FactCheck, status: Status = "supported", quote: str = "q") -> ClaimOutcome:
    span = Span(path="n.md", start=0, end=1, item="a")
    evidence = (Evidence(id="e1", span=span, quote=quote, distance=1),)
    return ClaimOutcome(
        text="x", verdict=Verdict(status=status, reason="r", facts=facts), kept=kept, evidence=evidence
    )


def increment(*claims: ClaimOutcome, **more: object) -> IncrementOutcome:
    fields = {"id": "i", "number": 1, "title": "t", "section": "s", "relation": "new", "disposition": "draft"}
    return IncrementOutcome.model_validate({**fields, "why": "", "claims": claims, **more})


def outcome(**more: object) -> Outcome:
    fields = {
        "document": "d",
        "path": "d.md",
        "night": dt.date(2026, 9, 25),
        "base": "b",
        "branch": "redline/d",
    }
    return Outcome.model_validate({**fields, "counts": Counts(proved=7), "writer": "w", **more})


def test_count__facts_that_hold_and_in_a_refused_claim_those_that_do_not() -> None:
    one = increment(
        claim("proved", fact("proved"), fact("proved")), claim("refused", fact("proved"), fact("missing"))
    )
    assert (one.count("proved"), one.count("refused"), one.count("doubtful")) == (2, 1, 0)


def test_count__wording_is_no_fact_and_a_claim_counts_as_one_at_least() -> None:
    assert increment(claim("proved", fact("proved", "hedge"))).count("proved") == 1


def test_fingerprint__changes_with_the_evidence_and_not_with_what_was_refused() -> None:
    one = increment(claim("proved"))
    assert one.fingerprint() == increment(claim("proved"), claim("refused", quote="z")).fingerprint()
    assert one.fingerprint() != increment(claim("proved", quote="other")).fingerprint()
    assert increment(keys=("a", "b")).fingerprint() == "a.b"


def test_drafted__is_new_knowledge_that_has_a_commit() -> None:
    assert increment(commit="c").is_drafted
    assert not increment().is_drafted
    assert not increment(commit="c", kind="condense").is_drafted


def test_in_a_line__says_what_was_proposed_and_whether_it_was_published() -> None:
    assert outcome().in_a_line() == "d 2026-09-25: nothing to propose"
    told = outcome(
        commits=("c",), increments=(increment(commit="c"),), unpublished="no network", unchanged=True
    ).in_a_line()
    assert (
        told
        == "d 2026-09-25: 1 increment on redline/d; 7 facts proved, 0 in doubt, 0 left out; done before; NOT PUBLISHED"
    )


def test_in_a_line__one_is_one_and_a_chinese_document_is_told_in_chinese() -> None:
    made = outcome(commits=("c",), increments=(increment(commit="c"),))
    one = made.model_copy(update={"counts": made.counts.model_copy(update={"proved": 1, "unread": 1})})
    assert "; 1 fact proved, 0 in doubt, 0 left out; 1 item not read" in one.in_a_line()
    assert one.in_a_line("zh") == (
        "d 2026-09-25：1 条增量，分支 redline/d；已证 1 项，存疑 0 项，未写入 0 项；1 项未能读取"
    )


def test_usage__is_told_for_each_increment() -> None:
    used = Usage(calls=2, tokens_in=100, tokens_out=10, failed=1)
    assert used.in_words(2) == "2 calls, 100 + 10 tokens (50 + 5 an increment), 1 failed"
    assert "100 + 10 an increment" in used.in_words(0)
