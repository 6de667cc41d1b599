"""How contributors have fared: counted from decisions, and a small, bounded weight in credibility."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.compose.rank import credibility
from agent.compose.words import phrases
from agent.contributors import ContributorRecord, contributors
from agent.ledger import Decided, Ledger
from agent.opening import open_workspace
from agent.relation import Said
from agent.standing import standing
from tests.compose.test_compose import lone, said  # noqa: F401  # a fixture
from tests.nights import NAME, NIGHT
from tests.review.conftest import WHEN, Desk, desk  # noqa: F401  # a fixture


def records(desk: Desk) -> dict[str, ContributorRecord]:  # noqa: F811
    repository, _ = open_workspace(desk.folder.root)
    return {one.name: one for one in contributors(repository, Ledger.open(repository), NAME)}


def test_counts__each_decision_for_those_behind_the_claims(desk: Desk) -> None:  # noqa: F811
    assert records(desk) == {}
    desk.decide(1, "accepted")
    desk.decide(2, "edited", text="**Heron-NG**：16 TB 盘 42 minutes 重建")
    desk.decide(3, "refused")
    found = records(desk)
    cards = desk.open().cards
    behind = [{e.contributor for c in card.increment.claims for e in c.evidence} - {""} for card in cards]
    for name in behind[0]:
        assert found[name].accepted == 1
        assert found[name].right == cards[0].increment.count("proved")
    for name in behind[1]:
        assert (found[name].edited, found[name].corrected) == (1, 1)
    for name in behind[2]:
        assert found[name].refused == 1


def test_counts__what_was_accepted_and_taken_out_again_is_withdrawn(desk: Desk) -> None:  # noqa: F811
    desk.decide(1, "accepted")
    card = desk.card(1)
    repository, _ = open_workspace(desk.folder.root)
    ledger = Ledger.open(repository)
    ledger.append(
        [
            Decided(
                document=NAME, increment=card.increment.id, decision="refused", reason="reverted", who="Ann",
                when=WHEN.replace(day=20), night=NIGHT, claims=card.increment.fingerprint(), via="git",
            )
        ]
    )  # fmt: skip
    assert all(one.withdrawn == 1 and one.refused == 0 for one in records(desk).values())
    assert records(desk)


def test_counts__of_nights_before_alone(desk: Desk) -> None:  # noqa: F811
    desk.decide(1, "accepted")
    repository, _ = open_workspace(desk.folder.root)
    assert contributors(repository, Ledger.open(repository), NAME, NIGHT) == ()


@given(*[st.integers(0, 200)] * 4)
def test_step__is_one_star_at_most_and_none_without_enough(a: int, e: int, r: int, w: int) -> None:
    record = ContributorRecord(name="ann", accepted=a, edited=e, refused=r, withdrawn=w)
    assert record.step in (-1, 0, 1)
    assert 0 < record.share < 1
    if a + e + r + w < 8:
        assert record.step == 0
    better = record.model_copy(update={"accepted": a + 1, "withdrawn": w})
    assert better.share > record.share


def test_step__good_records_add_and_bad_ones_take() -> None:
    assert ContributorRecord(name="a", accepted=12).step == 1
    assert ContributorRecord(name="a", accepted=6, refused=4).step == 0
    assert ContributorRecord(name="a", accepted=1, withdrawn=8).step == -1


def test_credibility__says_whose_record_moved_it(said: Said) -> None:  # noqa: F811
    one = lone(said, "# Tanuki 3.0\n\nhttps://tanuki.example/3\n\n- Tanuki 3.0 starts in 3 s\n")
    words = phrases("zh")
    plain = credibility(one, words)
    record = ContributorRecord(name="ann", accepted=12)
    weighed = one.model_copy(update={"record": record.in_words("zh"), "record_step": record.step})
    better = credibility(weighed, words)
    assert better.stars == min(5, plain.stars + 1)
    assert "ann 的往绩：12 条被采纳" in better.reason


def test_status__tells_the_records_where_asked(desk: Desk) -> None:  # noqa: F811
    desk.decide(1, "accepted")
    found = standing(desk.folder.root, document=None)
    assert "的往绩" not in found.in_words()
    assert "1 条被采纳，0 条改后采纳，0 条被拒，0 条撤回" in found.in_words(contributors=True)
