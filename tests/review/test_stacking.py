"""Nights that build on one another."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.app import run_night
from agent.document import Applied, apply, insert_item, parse
from agent.ledger import Ledger, NightDone
from agent.nights import NightRecord, Nights, ProposalStep
from agent.opening import open_workspace
from agent.review import open_review
from agent.stacking import base_now, parent_of, start_of
from agent.workspace import Repository, build_branch
from tests.conftest import GitFolder
from tests.nights import BRANCH, DOCUMENT, NAME, NIGHT, Quiet, clock
from tests.review.conftest import WHEN, Desk

NEXT = NIGHT + dt.timedelta(days=1)
ABOVE = f"redline/{NAME}/{NEXT}"


def opened(folder: GitFolder) -> tuple[Repository, Ledger]:
    repository, _ = open_workspace(folder.root)
    return repository, Ledger.open(repository)


def start(folder: GitFolder) -> str:
    repository, ledger = opened(folder)
    return start_of(repository, ledger, NAME, NEXT)


def stacked(folder: GitFolder, heading: str, item: str) -> NightRecord:
    """A night that adds one item after the last one under a heading, on the branch of the night before."""
    repository, ledger = opened(folder)
    base = start(folder)
    document = parse(repository.read(DOCUMENT, base) or b"")
    section = next(section for section in document.sections if section.path[-1:] == (heading,))
    last = [block for block in section.body if block.kind == "list_item" and not block.depth][-1]
    edits = (insert_item(section, last, item),)
    applied = apply(document, edits)
    assert isinstance(applied, Applied)
    step = ProposalStep(
        increment="abcdef012345", title=item, edits=edits, subject=item, body="", date=WHEN,
        trailers=(("Redline-Increment", "abcdef012345"), ("Redline-Night", str(NEXT)), ("Redline-Writer", "x")),
    )  # fmt: skip
    made = build_branch(repository, ABOVE, base, [step.commit(DOCUMENT, applied.data)])
    below = Nights.open(repository, ledger).get(NAME, NIGHT)
    assert below is not None
    increment = below.outcome.increments[0].model_copy(update={"id": step.increment, "commit": made.tip})
    record = below.model_copy(
        update={
            "night": NEXT, "base": base, "branch": ABOVE, "commits": made.commits, "steps": (step,),
            "outcome": below.outcome.model_copy(update={"increments": (increment,)}),
        }
    )  # fmt: skip
    Nights.open(repository, ledger).put(record)
    ledger.append(
        [NightDone(document=NAME, night=NEXT, base=base, branch=ABOVE, commits=made.commits, when=WHEN)]
    )
    return record


def review_below(desk: Desk, number: int) -> list[str]:
    """Refuse one increment of the lower night; the branches above, as they followed."""
    repository, settings = open_workspace(desk.folder.root)
    review = open_review(repository, settings, None, NIGHT)
    card = review.card(str(number))
    review.decide(card.increment.id, "refused", reason="no", who="Jay", when=WHEN, seen=card.seen)
    made = review.rebuild()
    return [*(f"{one.branch} {one.status}" for one in made.above), *made.problems]


def test_start__the_tip_of_the_last_nights_branch(desk: Desk) -> None:
    assert start(desk.folder) == desk.tip()


def test_start__the_base_where_that_branch_is_merged_gone_a_persons_or_behind(desk: Desk) -> None:
    main = desk.folder.git("rev-parse", "main")
    tip = desk.tip()
    desk.folder.git("switch", "-q", BRANCH)
    desk.folder.commit({"note.txt": "mine\n"}, "My own words")
    desk.folder.git("switch", "-q", "main")
    assert start(desk.folder) == main
    desk.folder.git("branch", "-q", "-f", BRANCH, tip)
    later = desk.folder.commit({"README.md": "new\n"})
    assert start(desk.folder) == later
    desk.folder.git("merge", "-q", "-m", "Take it", BRANCH)
    assert start(desk.folder) == desk.folder.git("rev-parse", "main")
    desk.folder.git("branch", "-q", "-D", BRANCH)
    assert start(desk.folder) == desk.folder.git("rev-parse", "main")


def test_a_night_above_follows_when_the_one_below_is_built_anew(desk: Desk) -> None:
    record = stacked(desk.folder, "1.2 可靠性", "**新的一条**")
    repository, ledger = opened(desk.folder)
    assert parent_of(repository, record.base) == NIGHT
    assert base_now(repository, ledger, record) == record.base
    assert review_below(desk, 1) == [f"{ABOVE} rebuilt"]
    assert base_now(repository, ledger, record) == desk.tip()
    text = desk.folder.git("show", f"{ABOVE}:{DOCUMENT}")
    assert "**新的一条**" in text
    assert "Kestrel 并发与延迟实测" not in text
    assert desk.folder.git("merge-base", ABOVE, BRANCH) == desk.tip()


def test_a_night_above_goes_to_the_base_when_nothing_is_left_below(desk: Desk) -> None:
    stacked(desk.folder, "1.1 引擎格局", "**新的一条**")
    for number in (1, 3):
        review_below(desk, number)
    assert desk.folder.git("rev-list", "--count", f"main..{ABOVE}") == "2"


def test_a_night_above_that_stands_beside_what_was_refused_stands_beside_what_is_left(desk: Desk) -> None:
    stacked(desk.folder, "1.2 可靠性", "**新的一条**")
    assert review_below(desk, 3) == [f"{ABOVE} rebuilt"]
    text = desk.folder.git("show", f"{ABOVE}:{DOCUMENT}")
    assert "TallyFS" not in text
    assert text.index("SiltCheck") < text.index("**新的一条**") < text.index("## 2 ")


def test_the_base_of_a_night_above_outlives_the_branch_below(desk: Desk) -> None:
    record = stacked(desk.folder, "1.1 引擎格局", "**新的一条**")
    review_below(desk, 1)
    desk.folder.git("reflog", "expire", "--expire=now", "--all")
    desk.folder.git("gc", "-q", "--prune=now")
    assert opened(desk.folder)[0].commit_of(record.base) == record.base


@pytest.mark.parametrize("base", ["0" * 40, "main"])
def test_parent__none_for_a_commit_that_is_not_here_or_of_the_base(desk: Desk, base: str) -> None:
    assert parent_of(opened(desk.folder)[0], base) is None


SETTINGS = '[night]\ntimezone = "Asia/Shanghai"\nstack = true\n\n[[documents]]\nname = "kestrel"\npath = "kestrel.md"\n'
GUIDE = "# Kestrel\n\n## Releases\n\n- **Kestrel 1.0**: first release on 2026-09-01.\n"
NOTE = "# Kestrel {n}.0\n\nhttps://k.example/{n}\n\n- Kestrel {n}.0 starts in {n}.5 s.\n- Kestrel {n}.0 was released on 2026-10-{day}.\n"


def test_two_nights__the_second_leaves_from_the_first_and_says_so(empty_repo: GitFolder) -> None:
    empty_repo.commit(
        {
            "redline.toml": SETTINGS,
            "kestrel.md": GUIDE,
            "inbox/ann/2026-10-12-two.md": NOTE.format(n=2, day=11),
        }
    )
    run_night(empty_repo.root, date=NIGHT, progress=Quiet(), clock=clock)
    (empty_repo.root / "inbox/ann/2026-10-13-three.md").write_text(NOTE.format(n=3, day=12))
    outcome, _ = run_night(
        empty_repo.root, date=NEXT, progress=Quiet(), clock=lambda: WHEN + dt.timedelta(days=1)
    )
    below = empty_repo.git("rev-parse", "redline/kestrel/2026-10-12")
    assert outcome.base == below
    assert outcome.branch == "redline/kestrel/2026-10-13"
    assert any("stands on the one of the night of 2026-10-12" in note for note in outcome.notes)
    text = empty_repo.git("show", f"{outcome.branch}:kestrel.md")
    assert "Kestrel 2.0" in text
    assert "Kestrel 3.0" in text
