"""What is said on a pull request decides only where a person who may merge says so in so many words."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.cli import main
from agent.forge.farewell import farewell
from agent.ledger import Decided, Ledger
from agent.memory import reasons_for, remembered
from agent.nights import Nights
from agent.opening import open_workspace
from agent.remarks import Said, answer, commands
from tests.forge.server import Fault
from tests.forge.test_night import Site, fresh, site  # noqa: F401 (fixtures)
from tests.nights import BRANCH, DOCUMENT, NAME, NIGHT, update
from tests.review.conftest import Desk
from tests.test_pull_request import HOSTILE

WHEN = "2026-10-12T15:30:00Z"


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("redline: refuse 2 because the source is a rumour", Said("refused", (2,), "the source is a rumour")),
        ("Redline: reject #2, 3: not ours", Said("refused", (2, 3), "not ours")),
        ("@redline: accept 1 and 3", Said("accepted", (1, 3), "")),
        ("/redline undo 2", Said("undecided", (2,), "")),
        ("redline：拒绝 2、3 因为没有出处", Said("refused", (2, 3), "没有出处")),
        ("redline: 接受 1", Said("accepted", (1,), "")),
        (
            "redline: refuse 3 of 4 figures are wrong",
            Said("refused", (3,), "of 4 figures are wrong", clear=False),
        ),
        ("redline: accept the 2nd", Said("accepted", (), "the 2nd", clear=False)),
        ("redline: refuse: 3 of 4 figures are wrong", Said("refused", (), "3 of 4 figures are wrong")),
        ("Thanks!\n\nredline: accept 1\nMore words.", Said("accepted", (1,), "")),
    ],
)
def test_commands__are_lines_of_their_own(body: str, asked: Said) -> None:
    assert commands(body) == (asked,)


@pytest.mark.parametrize(
    "body",
    [
        "I would refuse 2.",
        "> redline: refuse 2 because of this",
        "```\nredline: accept 1\n```",
        "the line `redline: accept 1` does it",
        "redline: acceptable 1",
        "redline is great: accept 1",
        "redline:" + " " * 100_000 + "accept 1",
        "",
    ],
)
def test_commands__what_is_quoted_code_or_talk_is_none(body: str) -> None:
    assert commands(body) == ()


def decided(site: Site) -> dict[int, str]:  # noqa: F811
    return {card.increment.number: card.decision for card in Desk(site.folder).open().cards if card.decision}


def place(site: Site, words: str) -> tuple[str, str, int]:  # noqa: F811
    """Commit, path and line on the branch where some words stand."""
    lines = site.folder.git("show", f"{BRANCH}:{DOCUMENT}").splitlines()
    [line] = [number for number, text in enumerate(lines, start=1) if words in text]
    return site.folder.git("rev-parse", BRANCH), DOCUMENT, line


def test_who_may_merge__decides_by_number_the_branch_follows_and_it_is_answered_once(site: Site) -> None:  # noqa: F811
    update(site.folder)
    site.server.mergers = {"ann"}
    site.server.say(
        1, "ann", "redline: refuse 2 because it is a rumour\nredline: accept 1", WHEN, member=True
    )
    update(site.folder)
    assert decided(site) == {1: "accepted", 2: "refused"}
    assert "Heron-NG" not in site.folder.git("show", f"{BRANCH}:{DOCUMENT}")
    assert site.tip() == site.folder.git("rev-parse", BRANCH)
    card = Desk(site.folder).card(2)
    assert (card.reason, card.via, card.who.partition("@")[0]) == ("it is a rumour", "forge", "ann <ann")
    said = [one["body"] for one in site.server.pull().comments]
    assert len(said) == 3
    update(site.folder)
    assert len(site.server.pull().comments) == 3
    assert decided(site) == {1: "accepted", 2: "refused"}


@pytest.mark.parametrize("who", ["reader", "nobody"])
def test_who_may_not_merge__decides_nothing(site: Site, who: str) -> None:  # noqa: F811
    update(site.folder)
    site.server.mergers = {"ann"}
    site.server.say(1, who, "redline: refuse 2 because I say so", WHEN, member=who == "reader")
    site.server.say(1, "ann", "redline: accept 1", WHEN, robot=True, member=True)
    update(site.folder)
    assert decided(site) == {}
    assert len(site.server.pull().comments) == 2


def test_beside_the_lines_of_an_increment__no_number_is_needed_and_other_words_are_guidance(
    site: Site,  # noqa: F811
) -> None:
    update(site.folder)
    site.server.mergers = {"ann"}
    site.server.say_beside(
        1, "ann", "redline: refuse because nobody read it", WHEN, place(site, "TallyFS 将")
    )
    site.server.say_beside(1, "ann", "Please say how many disks.", WHEN, place(site, "16 TB disk"))
    site.server.say_beside(1, "bo", "redline: refuse because no", WHEN, place(site, "长稳测试"))
    site.server.say_beside(1, "ann", "What of this?", WHEN, place(site, "**Heron**"))
    update(site.folder)
    assert decided(site) == {3: "refused"}
    repository, _ = open_workspace(site.folder.root)
    ledger = Ledger.open(repository)
    assert [(one.text, one.increment) for one in ledger.advice(NAME)] == [
        ("Please say how many disks.", Desk(site.folder).card(2).increment.id)
    ]
    known = remembered(repository, ledger, NAME, NIGHT.replace(day=13))
    assert any("how many disks" in reason for reason in reasons_for(known, ()))


def test_what_cannot_be_done__is_answered_once(site: Site) -> None:  # noqa: F811
    update(site.folder)
    site.server.mergers = {"ann"}
    lines = (
        "redline: refuse 2\nredline: accept 99\nredline: refuse 3 of 4 figures are wrong\nredline: accept 1"
    )
    site.server.say(1, "ann", lines, WHEN, member=True)
    site.server.say(1, "ann", "redline: accept 3", "2026-10-12T14:00:00Z", member=True)
    site.server.say(1, "mallory", "redline: refuse 2", WHEN)
    update(site.folder)
    update(site.folder)
    assert decided(site) == {1: "accepted"}
    said = [one["body"] for one in site.server.pull().comments[3:]]
    assert sum("没有照做：拒绝要写理由" in text and "看不出是哪一条" in text for text in said) == 1
    assert len(said) == 2


@pytest.mark.parametrize("asked", ["list", "show", "finish"])
def test_review__reads_the_comments_first_and_tells_them(
    site: Site,  # noqa: F811
    asked: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    update(site.folder)
    site.server.mergers = {"ann"}
    site.server.say(1, "ann", "redline: refuse 2 because it is a rumour", WHEN, member=True)
    monkeypatch.chdir(site.folder.root)
    assert main(["review", asked]) == 0
    said = capsys.readouterr()
    assert said.err == "redline: ann said on the pull request of increment 2: refused\n"
    assert decided(site) == {2: "refused"}
    assert "已拒绝" in said.out or asked == "finish"
    [_, answered, *_] = site.server.pull().comments
    assert "ann" in answered["body"]
    if asked == "list":
        assert site.tip() == site.folder.git("rev-parse", BRANCH)
        assert main(["review", "list"]) == 0
        assert capsys.readouterr().err == ""


def test_review__a_forge_that_does_not_answer_is_told_in_one_line_and_hides_nothing(
    site: Site,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    update(site.folder)
    site.server.fail(".", Fault(0, hang_up=True))
    monkeypatch.chdir(site.folder.root)
    assert main(["review", "list"]) == 0
    said = capsys.readouterr()
    assert said.err.startswith("redline: comments on the pull request were not read: ")
    assert said.err.count("\n") == 1
    assert said.out.count("\t") > 10


def test_answer__nothing_that_somebody_wrote_acts(site: Site) -> None:  # noqa: F811
    update(site.folder)
    repository, _ = open_workspace(site.folder.root)
    record = Nights.open(repository).get(NAME, NIGHT)
    assert record is not None
    one = record.outcome.increments[0]
    hostile = one.model_copy(update={"title": HOSTILE})
    outcome = record.outcome.model_copy(update={"increments": (hostile,)})
    made = record.model_copy(update={"outcome": outcome})
    event = Decided(
        document=NAME, increment=one.id, decision="refused", reason=HOSTILE, night=NIGHT,
        who=f"{HOSTILE} <x@y>", when=datetime.fromisoformat(WHEN), claims="", commit="", via="forge",
    )  # fmt: skip
    Ledger.open(repository).append([event])
    for text in (answer(made, event), farewell(Ledger.open(repository), made)):
        for acting in ("#1", "GH-22", "@everyone", "<script", "https://", "![x]"):
            assert acting not in text
