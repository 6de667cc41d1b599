"""Where a line comes from: merged, squashed, picked, edited, written by people, or not there at all."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from agent import cli
from agent.errors import BadInput
from agent.ledger import Ledger, Sighted
from agent.models import Evidence, Quote, Span
from agent.nights import NightRecord, Nights
from agent.opening import open_workspace
from agent.tracing import Trace, trace
from agent.tracing.lines import key_of, line_asked, quotes_before, saying, statements_of
from agent.tracing.show import lines_of
from tests.conftest import DoneNight, GitFolder
from tests.nights import BRANCH, DOCUMENT
from tests.review.conftest import Desk, copy

REBUILT = "Rebuild traffic is capped at 30% of the network"
ROW = "| 128 | 4.75 | 12.86 | 7.9 |"


@pytest.fixture
def folder(done_night: DoneNight, tmp_path: Path) -> GitFolder:
    """The small workspace after its night; nothing is merged yet."""
    copy(done_night.folder.root, tmp_path / "work")
    return GitFolder(tmp_path / "work")


def traced(folder: GitFolder, text: str) -> Trace:
    repository, settings = open_workspace(folder.root)
    return trace(repository, settings, text)


def brought_by_the_night(told: Trace) -> None:
    assert told.brought is not None
    assert told.brought.title == "Heron-NG 重建速度"
    assert told.brought.night.isoformat() == "2026-10-12"
    source = told.brought.sources[0]
    assert (source.path, source.start_line) == ("inbox/bo/2026-10-12T0900-heron-rebuild.md", 8)
    assert (source.quote, source.contributor, source.distance, source.status) == (
        REBUILT,
        "bo",
        1,
        "supported",
    )


def test_trace__a_merged_line(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--no-ff", "-m", "Take the night", BRANCH)
    told = traced(folder, REBUILT)
    brought_by_the_night(told)
    assert told.brought
    assert told.brought.merged
    assert told.brought.merged.subject == "Take the night"
    assert not told.brought.reworded
    assert "41 minutes 为官方自报数字，待独立核实" in [one.caveat.wording for one in told.caveats]


def test_trace__a_squashed_line_is_known_by_its_words(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--squash", BRANCH)
    folder.commit({}, "All of it at once")
    told = traced(folder, REBUILT)
    brought_by_the_night(told)
    assert told.commit
    assert told.commit.subject == "All of it at once"


def test_trace__a_picked_line(folder: GitFolder) -> None:
    folder.git("cherry-pick", BRANCH)
    told = traced(folder, "恢复时间从 95 s 降到 62 s")
    assert told.brought
    assert told.brought.night.isoformat() == "2026-10-12"
    assert told.brought.sources[0].distance == 2
    assert traced(folder, REBUILT).place is None


def test_trace__an_edited_line_tells_what_was_proposed_and_that_it_is_not_proved(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--no-ff", "-m", "Take the night", BRANCH)
    text = (folder.root / DOCUMENT).read_text(encoding="utf-8")
    folder.commit({DOCUMENT: text.replace("12.86", "13.86")}, "By hand")
    told = traced(folder, "13.86")
    assert told.brought
    assert told.brought.reworded
    assert told.brought.proposed == ROW
    assert told.brought.merged
    assert told.brought.merged.subject == "Take the night"
    assert {source.status for source in told.brought.sources} != {"supported"}


def test_trace__moved_and_reindented_lines_stand_from_where_they_were_written(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--no-ff", "-m", "Take the night", BRANCH)
    lines = (folder.root / DOCUMENT).read_text(encoding="utf-8").split("\n")
    at = next(place for place, line in enumerate(lines) if REBUILT in line)
    moved = [*lines[:at], *lines[at + 1 :], "  " + lines[at], ""]
    folder.commit({DOCUMENT: "\n".join(moved)}, "Move it")
    brought_by_the_night(traced(folder, REBUILT))


def test_trace__what_a_night_only_quotes_comes_from_who_wrote_it(folder: GitFolder) -> None:
    text = (folder.root / DOCUMENT).read_text(encoding="utf-8")
    old = next(line for line in text.split("\n") if "进入维护模式" in line)
    quoted = f"  - 此前记载：「{old.removeprefix('- ')}」"
    night = "Heron is back\n\nRedline-Night: 2026-10-12\nRedline-Increment: heron\n"
    folder.commit({DOCUMENT: text.replace(old, f"- **Heron**：恢复开发。\n{quoted}")}, night)
    told = traced(folder, "进入维护模式")
    assert told.place
    assert told.brought is None
    assert told.commit
    assert told.commit.subject == "The workspace"
    assert traced(folder, "恢复开发").brought


def test_own__lines_of_an_increment_are_not_what_it_quotes() -> None:
    assert quotes_before("  - Said before: “318 commits from 168 contributors”")
    assert quotes_before("此前记载：「318 次提交」")
    assert not quotes_before("- It was said before: 318 commits")


def test_trace__what_was_decided(done_night: DoneNight, tmp_path: Path) -> None:
    copy(done_night.folder.root, tmp_path / "work")
    desk = Desk(GitFolder(tmp_path / "work"))
    desk.decide(2, "accepted")
    desk.rebuild()
    desk.folder.git("merge", "-q", "--no-ff", "-m", "Take the night", BRANCH)
    told = traced(desk.folder, REBUILT)
    assert told.brought
    assert told.brought.judged
    assert told.brought.judged.who.startswith("Jay Tester")
    assert any("Jay Tester 于 2026-10-13 接受" in line for line in lines_of(told))


def test_trace__people_wrote_it(folder: GitFolder) -> None:
    told = traced(folder, "SiltCheck（2607.01234）：1.8% 开销的静默损坏检测")
    assert told.place
    assert told.brought is None
    assert told.commit
    assert told.commit.subject == "The workspace"
    assert "就本仓库所知，没有哪一夜写入过这句。" in list(lines_of(told))


def test_trace__without_the_record_the_commit_speaks(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--no-ff", "-m", "Take the night", BRANCH)
    folder.git("update-ref", "-d", "refs/redline/nights")
    told = traced(folder, REBUILT)
    assert told.brought
    assert told.brought.places == ("inbox/bo/2026-10-12T0900-heron-rebuild.md:7-9",)
    assert told.brought.relation is None


def test_trace__a_later_night_that_says_otherwise(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--no-ff", "-m", "Take the night", BRANCH)
    repository, settings = open_workspace(folder.root)
    from agent.ledger import Ledger, NightDone

    ledger = Ledger.open(repository)
    nights = Nights.open(repository, ledger)
    done = ledger.nights("storage")[0]
    record = nights.of(done)
    assert record
    later = done.night.replace(day=20)
    other = record.outcome.increments[1].model_copy(
        update={
            "id": "later",
            "relation": "contradicts",
            "title": "Rebuild traffic is not capped",
            "document_says": Quote(quote=f"原文：「{REBUILT}」", line=23),
        }
    )
    outcome = record.outcome.model_copy(update={"night": later, "increments": (other,)})
    again = NightRecord.model_validate(
        record.model_dump() | {"night": later, "outcome": outcome, "commits": ("1" * 40,), "steps": ()}
    )
    nights.put(again)
    ledger.append([NightDone.model_validate(done.model_dump() | {"night": later, "commits": ("1" * 40,)})])
    told = trace(repository, settings, REBUILT)
    assert [(one.relation, one.stand, one.title) for one in told.later] == [
        ("contradicts", "open", "Rebuild traffic is not capped")
    ]

    trailers = "Redline-Increment: later\nRedline-Night: 2026-10-20"
    folder.git("switch", "-q", "-c", "other")
    folder.git("commit", "-q", "--allow-empty", "-m", "Rebuild: no cap", "-m", trailers)
    folder.git("switch", "-q", "main")
    assert traced(folder, REBUILT).later[0].stand == "open", "it is on a branch alone"
    folder.git("merge", "-q", "--no-ff", "-m", "Take the later night", "other")
    told = traced(folder, REBUILT)
    assert told.later[0].stand == "merged"
    assert told.later[0].merged
    assert told.later[0].merged.subject == "Take the later night"
    assert any("账本里没有决定；随" in line and "「Take the later night」" in line for line in lines_of(told))


def test_trace__what_was_seen_of_its_caveat_since(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--no-ff", "-m", "Take the night", BRANCH)
    repository, _ = open_workspace(folder.root)
    ledger = Ledger.open(repository)
    watched = next(one for one in ledger.watching("storage") if "41 minutes" in one.caveat.wording)
    quote = "We rebuilt the node ourselves: 52 minutes."
    evidence = Evidence(
        id="a1b2c3d4",
        span=Span(path="inbox/cy/2026-10-19-rebuild.md", start=0, end=len(quote), line=4, end_line=4),
        quote=quote,
        distance=0,
        contributor="cy",
    )
    night = dt.date(2026, 10, 19)
    ledger.append(
        [Sighted(document="storage", night=night, watch=watched.id, effect="hardens", evidence=evidence)]
    )
    told = traced(folder, REBUILT)
    [seen] = [one for held in told.caveats for one in held.seen]
    assert (seen.night, seen.effect, seen.path, seen.line, seen.contributor) == (
        night,
        "hardens",
        "inbox/cy/2026-10-19-rebuild.md",
        4,
        "cy",
    )
    lines = list(lines_of(told))
    at = lines.index(f"    2026-10-19 所见，疑点加重：「{quote}」")
    assert lines[at + 1] == "      [inbox/cy/2026-10-19-rebuild.md:4 · cy]"


def test_trace__not_in_the_document(folder: GitFolder) -> None:
    told = traced(folder, "Kestrel v9.9.9 在 2031 年发布")
    assert told.place is None
    assert told.alike[0].line == 9
    assert next(iter(lines_of(told))) == "没有一份活文档这样说。"


def test_trace__by_line_and_by_path(folder: GitFolder) -> None:
    for asked in ("L9", "living_doc/storage.md:9", "storage:L9-L10"):
        told = traced(folder, asked)
        assert told.place
        assert told.place.line == 9
    with pytest.raises(BadInput, match="Line 999"):
        traced(folder, "L999")
    with pytest.raises(BadInput, match="nothing to trace"):
        traced(folder, "  ")


def test_trace__a_line_that_is_not_committed(folder: GitFolder) -> None:
    text = (folder.root / DOCUMENT).read_text(encoding="utf-8")
    (folder.root / DOCUMENT).write_text(text + "\n新写的一句，尚未提交。\n", encoding="utf-8")
    told = traced(folder, "新写的一句")
    assert told.place
    assert told.commit is None
    assert any("尚未提交" in line for line in lines_of(told))


def test_command__text_and_json(
    workspace: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(workspace.root)
    assert cli.main(("trace", "--json", "SiltCheck")) == 0
    assert json.loads(capsys.readouterr().out)["place"]["line"] == 14
    assert cli.main(("trace", "nothing of the kind")) == 1
    assert cli.main(("trace", "L77")) == 18
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "wanted", "held"),
    [
        ("writes 655 MB/s", "65", False),
        ("writes 65 MB/s", "65", True),
        ("v2.4.0 is out", "2.4", False),
        ("it took 41 minutes.", "41", True),
        ("**Heron**：进入 `维护`模式", "Heron：进入维护模式", True),
    ],
)
def test_saying__a_figure_is_no_part_of_another(text: str, wanted: str, held: bool) -> None:
    from agent.document import parse

    assert bool(saying(statements_of(parse(text.encode())), wanted)) is held


def test_keys__blanks_and_markup_make_no_difference_but_cells_stay_apart() -> None:
    assert key_of("| 64 | 3.10 |") == key_of("64 | **3.10**") == "64|3.10"
    assert key_of("- [x] 完成  **A** b") == key_of("完成 A b")
    assert key_of("64 3.10") != key_of("643.10")


def test_line_asked__only_what_is_a_line() -> None:
    assert line_asked("L12-14")
    assert line_asked("a/b.md:3")
    assert line_asked("12") is None
    assert line_asked("Heron: 12 nodes") is None
