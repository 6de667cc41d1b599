"""When the base branch moves, an open night follows: nothing of a person's is undone, and its branch can be merged."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

import pytest

from agent.app import wire
from agent.drafts import DraftReply
from agent.errors import NotReviewable
from agent.ledger import Ledger
from agent.llm import Writer
from agent.memory import remembered, to_take_up
from agent.opening import open_workspace
from agent.recall import Recalled, told
from agent.review import open_review
from agent.review.keeping_up import keep_up
from agent.review.moving import Moved
from agent.review.redrafting import Redrafter
from tests.fakes import FunctionWriter, of_words
from tests.nights import BRANCH, DOCUMENT, NAME, NIGHT, Quiet
from tests.review.conftest import JAY, WHEN, Desk

LATER = WHEN + dt.timedelta(days=1)
KESTREL = "- **Kestrel v2.4.0**：2026-09-30 发布，默认纠删码 8+3。〔锚定〕\n"
HERON = "- **Heron**：进入维护模式。〔锚定〕\n"
SILT = "- **SiltCheck**（2607.01234）：1.8% 开销的静默损坏检测。〔锚定〕\n"
TALLY = "- TallyFS（arXiv:2610.04567）将校验流量降低 37%，部署在 48 节点集群；恢复时间从 95 s 降到 62 s。\n"


def edit(desk: Desk, change: Callable[[str], str]) -> None:
    """A person commits a change of the document on main."""
    path = desk.folder.root / DOCUMENT
    text = change(path.read_text(encoding="utf-8"))
    desk.folder.commit({DOCUMENT: text}, "By hand", "2026-10-13T08:00:00+08:00")


def kept_up(desk: Desk, writer: Writer | None = None) -> list[Moved]:
    """What a night does first, with a writer of its own."""
    services = wire(desk.folder.root, document=None, base=None, progress=Quiet())
    if writer:
        services = replace(services, writer=writer)
    with closing(services.index):
        made, problems = keep_up(services.repository, services.ledger, NAME, LATER, Redrafter(services))
    assert problems == ()
    return list(made)


def left_behind(desk: Desk) -> list[Moved]:
    """The same where nobody can draft."""
    repository, _ = open_workspace(desk.folder.root)
    made, problems = keep_up(repository, Ledger.open(repository), NAME, LATER)
    assert problems == ()
    return list(made)


def merged(desk: Desk) -> str:
    """The document after the branch is merged into main; fails where git finds a conflict."""
    desk.folder.git("merge", "-q", "--no-edit", BRANCH)
    return (desk.folder.root / DOCUMENT).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("## 2 预备", "## 2 预备与观察"),
        lambda text: text.replace(HERON, "- **Osprey**：新引擎。\n" + HERON),
        lambda text: text.replace(HERON, HERON + "- **Osprey**：新引擎。\n"),
        lambda text: text.replace(HERON, "- **Heron**：已停止维护。〔锚定〕\n"),
        lambda text: text.replace(HERON, ""),
        lambda text: text.replace(SILT, SILT.replace("1.8%", "1.9%")),
    ],
    ids=["another section", "same section", "same place", "same line", "line gone", "the other line"],
)
def test_main_edited__all_follow_and_merge_with_the_persons_words(
    desk: Desk, change: Callable[[str], str]
) -> None:
    before = desk.folder.git("show", f"main:{DOCUMENT}")
    edit(desk, change)
    by_hand = (desk.folder.root / DOCUMENT).read_text(encoding="utf-8")
    assert by_hand.strip() != before
    [moved] = kept_up(desk)
    assert not moved.dropped
    assert desk.folder.git("merge-base", "main", BRANCH) == desk.folder.git("rev-parse", "main")
    assert desk.on_branch() == desk.ids()
    text = merged(desk)
    assert set(by_hand.splitlines()) <= set(text.splitlines())
    for title in ("Kestrel 并发与延迟实测", "Heron-NG 重建速度", "TallyFS arXiv:2610.04567"):
        assert text.count(f"**{title}") == 1


def test_main_says_it_by_hand__it_leaves_the_branch_and_is_told(desk: Desk) -> None:
    edit(desk, lambda text: text.replace(SILT, SILT + TALLY))
    [moved] = kept_up(desk)
    [gone] = moved.dropped
    assert gone.title.startswith("TallyFS")
    assert not gone.retake
    assert "主分支的文档已经写了" in moved.note
    assert len(desk.on_branch()) == 2
    assert merged(desk).count("48 节点") == 1
    outcome = next(one for one in moved.record.outcome.increments if one.id == gone.increment)
    assert (outcome.commit, outcome.why) == ("", "主分支的文档已经写了")


def test_a_section_is_gone_and_nobody_can_draft__the_next_night_takes_it_up(desk: Desk) -> None:
    edit(desk, lambda text: text.replace("### 1.2 可靠性", "### 1.2 校验与修复"))
    [moved] = left_behind(desk)
    [gone] = moved.dropped
    assert gone.retake
    repository, _ = open_workspace(desk.folder.root)
    ledger = Ledger.open(repository)
    night = NIGHT + dt.timedelta(days=1)
    assert to_take_up(repository, ledger, NAME, night)
    assert gone.increment not in {one.increment for one in remembered(repository, ledger, NAME, night)}
    assert not to_take_up(repository, ledger, NAME, NIGHT)


def test_accepted_and_its_section_is_gone__who_accepts_is_warned_and_the_next_night_knows(desk: Desk) -> None:
    edit(desk, lambda text: text.replace("### 1.2 可靠性", "### 1.2 校验与修复"))
    made = {number: desk.decide(number, "accepted") for number in (1, 2, 3)}
    warned = [number for number, one in made.items() if any("所在章节已改动" in note for note in one.notes)]
    assert len(warned) == 1
    assert desk.decide(warned[0], "accepted").notes == made[warned[0]].notes
    for number in {1, 2, 3} - set(warned):
        desk.decide(number, "refused")
    [moved] = left_behind(desk)
    [gone] = moved.dropped
    repository, _ = open_workspace(desk.folder.root)
    known = remembered(repository, Ledger.open(repository), NAME, NIGHT + dt.timedelta(days=1))
    [left] = [one for one in known if one.stand == "left"]
    assert (left.increment, left.who, left.when) == (gone.increment, JAY, WHEN.date())
    again = Recalled(remembered=left, why="the same increment")
    assert not again.is_held
    assert told(again, "zh").startswith("2026-10-13 由 Jay Tester 接受过；此后所在章节已改动")


def test_all_have_left__the_night_says_where_they_went(desk: Desk) -> None:
    edit(desk, lambda text: text[: text.index("## ")] + "## 9 别的\n\n- 无\n")
    left_behind(desk)
    repository, settings = open_workspace(desk.folder.root)
    with pytest.raises(NotReviewable, match="left its branch, since the document had changed") as said:
        open_review(repository, settings, None, NIGHT)
    assert "next night takes it up" in said.value.hint


def test_a_section_has_another_name__it_is_drafted_anew_there_and_says_so(desk: Desk) -> None:
    edit(desk, lambda text: text.replace("### 1.2 可靠性", "### 1.2 校验与修复"))
    [moved] = kept_up(desk)
    assert not moved.dropped
    card = desk.card(3)
    assert card.increment.section.endswith("1.2 校验与修复")
    assert card.increment.commit == desk.tip()
    text = merged(desk)
    assert text.index("### 1.2 校验与修复") < text.index("**TallyFS") < text.index("## 2 ")


def test_the_section_says_another_figure__it_is_drafted_against_that(desk: Desk) -> None:
    edit(desk, lambda text: text.replace(SILT, SILT + TALLY.replace("37%", "40%")))
    [moved] = kept_up(desk)
    [name] = moved.anew
    one = desk.card(3).increment
    assert one.id == name
    assert one.relation == "contradicts"
    assert one.document_says
    assert "40%" in one.document_says.quote
    assert one.again.startswith("此夜之后，所在章节在主分支上已改动")
    assert "重新起草并核对" in moved.note
    proposals = Ledger.open(open_workspace(desk.folder.root)[0]).proposals(NAME, night=NIGHT)
    [told] = [proposal for proposal in proposals if proposal.increment == name]
    assert (told.relation, told.commit, told.claims) == ("contradicts", one.commit, one.fingerprint())


def test_another_writer__open_ones_are_worded_anew_and_accepted_ones_keep_their_words(desk: Desk) -> None:
    desk.decide(1, "accepted")
    edit(desk, lambda text: text.replace(HERON, HERON + "- **Osprey**：新引擎。\n"))
    writer = of_words(lambda text: text.replace("Rebuild traffic is", "The rebuild traffic is"))
    before = {number: desk.card(number).seen for number in (1, 2, 3)}
    [moved] = kept_up(desk, writer)
    assert moved.anew == (desk.card(2).increment.id,)
    cards = {number: desk.card(number) for number in (1, 2, 3)}
    assert [cards[n].seen == before[n] for n in (1, 2, 3)] == [True, False, True]
    assert [cards[n].decision for n in (1, 2, 3)] == ["accepted", None, None]
    assert "The rebuild traffic is capped at 30%" in merged(desk)


@pytest.mark.parametrize("lie", [("16 TB", "61 TB"), ("41 minutes", "14 minutes"), ("24 nodes", "42 nodes")])
def test_a_writer_that_lies__its_lie_is_never_on_the_branch(desk: Desk, lie: tuple[str, str]) -> None:
    edit(desk, lambda text: text.replace(HERON, HERON + "- **Osprey**：新引擎。\n"))
    kept_up(desk, of_words(lambda text: text.replace(*lie)))
    assert lie[1] not in desk.folder.git("show", f"{BRANCH}:{DOCUMENT}")
    assert lie[0] not in desk.folder.git("show", f"{BRANCH}:{DOCUMENT}")


def test_a_writer_that_says_nothing__the_next_night_takes_it_up(desk: Desk) -> None:
    edit(desk, lambda text: text.replace(SILT, SILT + "- **Osprey**：新引擎。\n"))
    [moved] = kept_up(desk, FunctionWriter(lambda _: DraftReply(patches=(), writer="silent/1")))
    [gone] = moved.dropped
    assert gone.title.startswith("TallyFS")
    assert gone.retake
    assert desk.on_branch() == [card.increment.id for card in desk.open().cards]


def test_a_person_has_worded_it_and_its_section_has_another_name__their_words_go_with_it(desk: Desk) -> None:
    words = "**TallyFS**：校验流量降低 37%（arXiv:2610.04567）"
    desk.decide(3, "edited", text=words)
    desk.rebuild()
    edit(desk, lambda text: text.replace("### 1.2 可靠性", "### 1.2 校验与修复"))
    [moved] = kept_up(desk, of_words(lambda text: text.replace("部署在", "运行于")))
    assert not moved.dropped
    card = desk.card(3)
    assert (card.decision, card.who, card.edited) == ("edited", JAY, card.stands)
    assert words in card.stands
    assert words in merged(desk)
    waiting = Ledger.open(open_workspace(desk.folder.root)[0]).open_proposals(NAME)
    assert card.increment.id not in {one.increment for one in waiting}


def test_what_is_left_to_read_is_told_of_the_new_base(desk: Desk) -> None:
    page = desk.folder.root / f".git/redline/nights/{NAME}/{NIGHT}/report.html"
    before = page.read_text(encoding="utf-8")
    edit(desk, lambda text: text.replace(SILT, SILT.replace("1.8%", "1.9%")))
    [moved] = kept_up(desk)
    after = page.read_text(encoding="utf-8")
    assert moved.record.base[:12] in after
    assert moved.record.base[:12] not in before
    assert "1.9%" in after


def test_decisions_and_wordings_stay(desk: Desk) -> None:
    desk.decide(1, "refused")
    desk.decide(2, "edited", text="**Heron-NG**：16 TB 盘 41 minutes 重建")
    desk.rebuild()
    edit(desk, lambda text: text.replace(HERON, HERON + "- **Osprey**：新引擎。\n"))
    kept_up(desk)
    cards = desk.open().cards
    assert [card.decision for card in cards] == ["refused", "edited", None]
    text = merged(desk)
    assert "**Heron-NG**：16 TB 盘 41 minutes 重建" in text
    assert "Kestrel 并发与延迟实测" not in text


def test_moving_again_changes_nothing_and_a_change_elsewhere_moves_nothing(desk: Desk) -> None:
    desk.folder.commit({"README.md": "more\n"})
    assert kept_up(desk) == []
    edit(desk, lambda text: text + "\n## 3 其他\n\n- 无\n")
    assert len(kept_up(desk)) == 1
    tip = desk.tip()
    assert kept_up(desk) == []
    assert desk.rebuild().status == "unchanged"
    assert desk.tip() == tip


@pytest.mark.parametrize("also", ["", "\n## 3 其他\n\n- 无\n"], ids=["same words", "other words"])
def test_main_was_rewritten__the_night_leaves_the_old_commits(desk: Desk, also: str) -> None:
    desk.decide(2, "accepted")
    before = desk.on_branch()
    path = desk.folder.root / DOCUMENT
    path.write_text(path.read_text(encoding="utf-8") + also, encoding="utf-8")
    desk.folder.git("commit", "-q", "-a", "--amend", "-m", "Rewritten")
    assert len(kept_up(desk)) == 1
    assert desk.folder.git("rev-list", "--count", f"main..{BRANCH}") == str(len(before))
    assert desk.folder.git("merge-base", "main", BRANCH) == desk.folder.git("rev-parse", "main")
    assert desk.on_branch() == before
    assert desk.card(2).decision == "accepted"
    assert kept_up(desk) == []


def test_a_branch_that_a_person_works_on_stays(desk: Desk) -> None:
    desk.folder.git("switch", "-q", BRANCH)
    desk.folder.commit({"note.txt": "mine\n"}, "My own words")
    desk.folder.git("switch", "-q", "main")
    tip = desk.tip()
    edit(desk, lambda text: text.replace(HERON, ""))
    assert kept_up(desk) == []
    assert desk.tip() == tip


def test_what_landed_by_cherry_pick_leaves_the_branch(desk: Desk) -> None:
    desk.folder.git("cherry-pick", desk.tip())
    [moved] = kept_up(desk)
    assert [one.why for one in moved.dropped] == ["已在主分支"]
    assert merged(desk).count("**TallyFS") == 1
    repository, _ = open_workspace(desk.folder.root)
    assert len(Ledger.open(repository).proposals(NAME)) == len(desk.ids()) + 1


def test_a_branch_behind_its_decisions_is_built_though_main_has_not_moved(desk: Desk) -> None:
    one, _, three = desk.ids()
    desk.decide(2, "refused")  # and killed before the branch was built
    assert left_behind(desk) == []
    assert desk.on_branch() == [one, three]


def test_a_merged_branch_stays(desk: Desk) -> None:
    desk.folder.git("merge", "-q", "--no-edit", BRANCH)
    tip = desk.tip()
    edit(desk, lambda text: text.replace(HERON, ""))
    assert kept_up(desk) == []
    assert desk.tip() == tip
