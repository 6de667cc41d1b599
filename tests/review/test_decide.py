"""What a person may decide, what comes back, and what the ledger keeps."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor

import pytest

from agent.errors import NotReviewable, Outdated
from agent.ledger import Decision, Ledger, NightDone
from agent.nights import REF
from agent.opening import open_workspace
from agent.review import Choice, Recorded, open_review
from agent.workspace import open_repository
from tests.nights import BRANCH, NAME, NIGHT
from tests.review.conftest import ANN, JAY, WHEN, Desk


def test_decide__is_kept_in_the_ledger_with_what_it_was_made_on(desk: Desk) -> None:
    card = desk.card(1)
    desk.decide(1, "refused", reason="an advertisement")
    (kept,) = Ledger.open(open_repository(desk.folder.root)).decisions(NAME)
    assert (kept.decision, kept.reason, kept.who, kept.when) == ("refused", "an advertisement", JAY, WHEN)
    assert (kept.night, kept.seen, kept.commit) == (NIGHT, card.seen, card.increment.commit)
    assert kept.claims == card.increment.fingerprint()
    after = desk.card(1)
    assert (after.decision, after.reason, after.who) == ("refused", "an advertisement", JAY)


def test_decide__the_last_one_counts_and_the_other_is_told(desk: Desk) -> None:
    desk.decide(1, "refused", ANN, reason="a rumour")
    told = desk.decide(1, "accepted", JAY)
    assert told.instead_of is not None
    assert told.instead_of.who == ANN
    assert told.notes == ("取代了 Ann Other 此前的决定：已拒绝 (a rumour)",)
    assert desk.card(1).decision == "accepted"


def test_decide__a_clock_that_is_behind_does_not_lose_the_last_word(desk: Desk) -> None:
    desk.decide(1, "refused", ANN)
    desk.decide(1, "accepted", JAY, when=WHEN - dt.timedelta(hours=5))
    assert desk.card(1).decision == "accepted"


def test_decide__the_same_again_is_not_written_twice(desk: Desk) -> None:
    assert desk.decide(1, "accepted").repeated is False
    tip = desk.folder.git("rev-parse", "refs/redline/ledger")
    assert desk.decide(1, "accepted", when=WHEN + dt.timedelta(hours=1)).repeated is True
    assert desk.folder.git("rev-parse", "refs/redline/ledger") == tip
    assert desk.decide(2, "undecided").repeated is True


def test_decide__a_refusal_needs_a_reason(desk: Desk) -> None:
    with pytest.raises(NotReviewable, match="needs a reason"):
        desk.decide(1, "refused", reason=" \n")
    assert desk.card(1).decision is None


def test_decide__a_reason_and_a_name_are_kept_on_one_line_without_what_hides_text(desk: Desk) -> None:
    desk.decide(
        1, "refused", who="Ann\x1b[31m\u202e Other\n <ann@example.org>", reason="twice:\n\x00 \u202eseen\x07 "
    )
    card = desk.card(1)
    assert (card.who, card.reason) == ("Ann [31m Other <ann@example.org>", "twice: seen")


def test_decide__a_reason_of_a_thousand_characters_is_kept_and_a_longer_one_is_not_cut(desk: Desk) -> None:
    desk.decide(1, "refused", reason="重" * 1_000)
    with pytest.raises(NotReviewable, match="longer than 1000 characters"):
        desk.decide(2, "refused", reason="重" * 1_001)
    assert [card.decision for card in desk.open().cards] == ["refused", None, None]


def test_decide__on_words_that_another_has_changed_is_refused_in_one_sentence(desk: Desk) -> None:
    review, seen = desk.open(), desk.card(3).seen
    desk.decide(3, "edited", ANN, text=f"{desk.card(3).text}（旧值）")
    increment = review.card("3").increment.id
    with pytest.raises(Outdated, match=r"was changed by Ann Other since you looked at it"):
        review.decide(increment, "accepted", who=JAY, when=WHEN, seen=seen)
    assert desk.card(3).decision == "edited"


def test_decide__accepting_a_persons_wording_keeps_it_and_taking_back_drops_it(desk: Desk) -> None:
    ours = desk.card(3)
    desk.decide(3, "edited", ANN, text=f"{ours.text}。")
    desk.decide(3, "accepted", JAY)
    card = desk.card(3)
    assert (card.decision, card.edited) == ("accepted", f"{ours.text}。")
    desk.decide(3, "undecided")
    card = desk.card(3)
    assert (card.decision, card.edited, card.seen) == (None, None, ours.seen)


def test_decide__all_or_none(desk: Desk) -> None:
    cards = desk.open().cards
    choices = [
        Choice(increment=card.increment.id, decision="refused", seen=card.seen, reason="x") for card in cards
    ]
    with pytest.raises(NotReviewable):
        desk.open().decide_all(
            [*choices[:2], choices[2].model_copy(update={"reason": ""})], who=JAY, when=WHEN
        )
    assert [card.decision for card in desk.open().cards] == [None] * 3
    desk.open().decide_all(choices, who=JAY, when=WHEN)
    assert [card.decision for card in desk.open().cards] == ["refused"] * 3


def test_decide__two_choices_of_one_increment_in_one_go_are_taken_in_their_order(desk: Desk) -> None:
    card = desk.card(1)
    refused = Choice(increment=card.increment.id, decision="refused", seen=card.seen, reason="x")
    accepted = Choice(increment=card.increment.id, decision="accepted", seen=card.seen)
    first, second, third = desk.open().decide_all([refused, accepted, accepted], who=JAY, when=WHEN)
    assert first.decided.when < second.decided.when
    assert third.repeated
    assert desk.card(1).decision == "accepted"


def test_decide__an_unknown_increment_or_nobody(desk: Desk) -> None:
    review = desk.open()
    with pytest.raises(NotReviewable, match="no increment '9'; it has 1, 2, 3"):
        review.card("9")
    with pytest.raises(NotReviewable, match="proposed no increment 'nope'"):
        review.decide("nope", "accepted", who=JAY, when=WHEN, seen="")
    with pytest.raises(NotReviewable, match="needs a name"):
        review.decide(review.cards[0].increment.id, "accepted", who=" ", when=WHEN, seen="")


# Wording


def test_edit__a_figure_that_the_evidence_has_otherwise_is_warned_about_and_kept(desk: Desk) -> None:
    told = desk.decide(3, "edited", text=desk.card(3).text.replace("降低 37%", "降低 73%"))
    assert [claim.verdict.status for claim in told.warnings] == ["contradicted"]
    assert "73%" in told.warnings[0].text
    assert desk.card(3).decision == "edited"


def test_edit__other_words_for_the_same_facts_bring_no_contradiction(desk: Desk) -> None:
    told = desk.decide(3, "edited", text=desk.card(3).text.replace("，部署在 48 节点集群", "（48 节点集群）"))
    assert [c.verdict.status for c in told.warnings if c.verdict.status == "contradicted"] == []
    assert told.notes == ()


def test_edit__a_caveat_that_goes_is_told(desk: Desk) -> None:
    text = desk.card(3).text
    told = desk.decide(3, "edited", text=text[: text.index("\n- 待核实")])
    assert told.notes[0] == "改写后不再有这条待核实：arXiv 预印本，尚未同行评审；37% 需读全文核实"


def test_edit__what_the_documents_laws_forbid_is_refused_and_nothing_is_kept(desk: Desk) -> None:
    for text in ("", "# 一个新的标题", "```\n没有结束的代码", desk.card(3).text):
        with pytest.raises(NotReviewable):
            desk.decide(3, "edited", text=text)
    assert desk.card(3).decision is None


def test_edit__line_ends_and_blank_lines_of_an_editor_are_not_a_change(desk: Desk) -> None:
    with pytest.raises(NotReviewable, match="is as it was"):
        desk.decide(3, "edited", text="\ufeff" + desk.card(3).text.replace("\n", "\r\n") + "\r\n\r\n")


# Several people


def test_twenty_at_once_lose_no_decision_and_end_in_one_branch(desk: Desk) -> None:
    def person(number: int) -> Recorded:
        decision: Decision = "accepted" if number % 2 else "refused"
        told = desk.decide(number % 3 + 1, decision, f"P{number} <p{number}@example.org>")
        desk.rebuild()
        return told

    with ThreadPoolExecutor(20) as people:
        told = list(people.map(person, range(20)))
    ledger = Ledger.open(open_repository(desk.folder.root))
    assert len(ledger.decisions(NAME)) == 20
    last = {event.increment: event for event in ledger.decisions(NAME)}
    cards = desk.open().cards
    assert [card.who for card in cards] == [last[card.increment.id].who for card in cards]
    assert sorted(told, key=lambda one: one.decided.when)[-1].decided.who in {card.who for card in cards}
    kept = [card.increment.id for card in cards if card.decision == "accepted"]
    assert desk.on_branch() == kept


# Which night


def test_open__a_night_without_a_record_is_said_so(desk: Desk) -> None:
    desk.folder.git("update-ref", "-d", REF)
    with pytest.raises(NotReviewable, match="left no record that can be read here") as told:
        desk.open()
    assert f"git log -p --reverse {desk.folder.git('rev-parse', 'main')[:12]}..{BRANCH}" in told.value.hint


def test_open__a_night_that_was_not_done_or_proposed_nothing(desk: Desk) -> None:
    repository, settings = open_workspace(desk.folder.root)
    day = NIGHT + dt.timedelta(days=1)
    with pytest.raises(NotReviewable, match="no night of 2026-10-13") as told:
        open_review(repository, settings, None, day)
    assert told.value.hint == "The latest ones: 2026-10-12."
    quiet = NightDone(document=NAME, night=day, base="b" * 40, branch="", commits=(), when=WHEN)
    Ledger.open(repository).append([quiet])
    with pytest.raises(NotReviewable, match="proposed nothing"):
        open_review(repository, settings, None, day)
    assert open_review(repository, settings, None).record.night == NIGHT


def test_open__in_a_workspace_that_has_had_no_night(desk: Desk) -> None:
    desk.folder.git("update-ref", "-d", "refs/redline/ledger")
    with pytest.raises(NotReviewable, match="No night has proposed anything"):
        desk.open()
