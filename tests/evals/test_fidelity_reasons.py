"""Reasons of refusals: what they have in common, how often they are right, what the source lacks to the letter."""

from agent.models import FactCheck
from evals.bench.fidelity_reasons import absent, by_reason, reason_of, refused, table


def _check(
    text: str, reason: str, *, kind: str = "quantity", status: str = "missing", quote: str = ""
) -> FactCheck:
    return FactCheck.model_validate(
        {"kind": kind, "text": text, "start": 0, "end": 1, "status": status, "reason": reason, "quote": quote}
    )


def test_a_reason__is_told_without_the_words_of_its_source() -> None:
    assert (
        reason_of(_check("7", "the source has 9 ms here", status="contradicted"))
        == "quantity contradicted: the source has … here"
    )
    assert reason_of(_check("7", "another bound: the source has <=")) == "quantity missing: another bound"
    assert (
        reason_of(_check("7", "the evidence does not have it"))
        == "quantity missing: the evidence does not have it"
    )


def test_what_a_source_lacks__is_judged_by_digits_and_letters() -> None:
    lacking = refused(
        "a", 1, "Heron has 40 workers", [_check("44-year-old", "the evidence does not have it")]
    )
    having = refused("a", 1, "Heron has 40 workers", [_check("40 people", "the evidence does not have it")])
    assert absent(lacking)
    assert not absent(having)


def test_what_is_proved__is_no_reason() -> None:
    assert refused("a", 0, "x", [_check("7", "", status="proved")]).reasons == {}


def test_each_reason__is_counted_with_its_share_of_right_ones_and_alone() -> None:
    lost, turned = (
        _check("7", "the evidence does not have it"),
        _check("up", "the source says down", kind="direction", status="contradicted"),
    )
    rows = [
        refused("a", 0, "8", [lost]),
        refused("a", 1, "8", [lost]),
        refused("a", 0, "8", [lost, turned]),
    ]
    first, second = by_reason(rows)
    assert (first.fired, first.right, first.alone, first.right_alone, first.wrong_absent) == (3, 2, 2, 1, 1)
    assert (second.fired, second.alone) == (1, 0)
    assert [row["reason"] for row in table([first, second], least=2)] == [first.reason]
