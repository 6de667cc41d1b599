"""`redline review`: scripted, piped, in the document's language, with exit codes that say what happened."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from agent import cli
from agent.commands.review_view import show_card, show_sheet
from agent.outcome import Unsaid
from tests.nights import BRANCH, DOCUMENT, NIGHT
from tests.review.conftest import ANN, Desk

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `redline review …` in the workspace: exit code, output, errors."""
    monkeypatch.chdir(desk.folder.root)
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)

    def command(*argv: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = cli.main(("review", *argv))
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


def test_list__piped_is_one_line_a_card_with_tabs(run: Run) -> None:
    code, out, err = run()
    assert (code, err) == (0, "")
    *rows, summary = out.splitlines()
    assert [row.split("\t")[:3] for row in rows][1] == ["2", "未决定", "Heron-NG 重建速度"]
    assert summary == f"storage 2026-10-12：3 条，3 条未决定；分支 {BRANCH}"
    assert run("list")[1] == run("2026-10-12")[1] == run("--night", "2026-10-12", "list")[1] == out


def test_list__as_json(run: Run) -> None:
    code, out, _ = run("2026-10-12", "--json")
    sheet = json.loads(out)
    assert code == 0
    assert (sheet["night"], sheet["branch"], len(sheet["cards"])) == (str(NIGHT), BRANCH, 3)
    assert run("list", "--json")[1] == out


def test_show__facts_with_verdicts_and_the_quoted_source(run: Run) -> None:
    code, out, _ = run("show", "2")
    assert code == 0
    assert "+ - **Heron-NG 重建速度**" in out
    assert "    ✓ Heron-NG · 16 TB · 41 minutes · 24\n" in out
    assert "inbox/bo/2026-10-12T0900-heron-rebuild.md:7  “Heron-NG rebuilds a failed 16 TB disk" in out
    assert "! medium vendor: 41 minutes 为官方自报数字，待独立核实" in out
    assert len(json.loads(run("show", "--json")[1])) == 3


def test_accept_refuse_undo_finish(run: Run, desk: Desk) -> None:
    one, two, three = desk.ids()
    assert run("accept", "1", three[:6])[:2] == (
        0,
        "已接受: Kestrel 并发与延迟实测\n已接受: TallyFS arXiv:2610.04567 — 增量纠删的校验\n"
        f"分支 {BRANCH} 无变化：3 个提交\n",
    )
    assert run("refuse", "1", "--reason", "重复")[0] == 0
    assert desk.on_branch() == [two, three]
    assert desk.card(1).reason == "重复"
    assert desk.card(1).who == "Jay Tester <jay@example.org>"
    assert run("undo", "1")[:2] == (0, f"未决定: Kestrel 并发与延迟实测\n分支 {BRANCH} 已重建：3 个提交\n")
    assert run("finish")[:2] == (0, f"分支 {BRANCH} 已重建：1 个提交\n")
    assert desk.on_branch() == [three]
    assert one


def test_refuse_all__takes_what_is_open_and_leaves_what_is_decided(run: Run, desk: Desk) -> None:
    run("accept", "2")
    assert run("refuse", "--all", "--reason", "not this week", "--as", ANN)[0] == 0
    assert [card.decision for card in desk.open().cards] == ["refused", "accepted", "refused"]
    assert desk.card(3).who == ANN
    assert run("refuse", "--all", "--reason", "again")[0] == 0


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (("refuse", "1"), 19, "拒绝要写原因：「Kestrel 并发与延迟实测」"),
        (("accept", "9"), 19, "没有增量 '9'；有 1, 2, 3。"),
        (("accept", "1@0000"), 25, "在您查看之后改过；您的决定没有保存"),
        (("2026-10-13",), 19, "There was no night of 2026-10-13"),
        (("edit", "1", "--text", "# x"), 19, "文档不能收下这段文字：新文字"),
        (("edit", "1"), 19, "没有设置用来改写的编辑器"),
        (("edit", "1", "--file", "absent.md"), 18, "There is no file absent.md"),
        (("edit", "1", "--text", "a", "--file", "b"), 2, "give the wording once"),
        (("accept",), 2, "name increments"),
        (("accept", "1", "--all"), 2, "name increments"),
        (("--doc", "nope"), 16, "names no document 'nope'"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    run: Run, desk: Desk, argv: tuple[str, ...], code: int, said: str
) -> None:
    got, out, err = run(*argv)
    assert got == code
    assert said in " ".join(err.replace("│", " ").split())
    assert "Traceback" not in err
    assert out == ""
    assert [card.decision for card in desk.open().cards] == [None] * 3


def test_rebase__builds_the_branch_that_a_killed_run_left_behind_its_decisions(run: Run, desk: Desk) -> None:
    one, _, three = desk.ids()
    assert run("rebase")[:2] == (0, f"分支 {BRANCH} 无变化：3 个提交\n")
    desk.decide(2, "refused")  # and killed before the branch was built
    code, _, err = run("list")
    assert code == 0
    assert err == (
        f"redline: 分支 {BRANCH} 还没有跟上已作的决定（写入时中断，或在别处决定）："
        f"redline review {NIGHT} --doc storage rebase\n"
    )
    assert run("rebase")[:2] == (0, f"分支 {BRANCH} 已重建：2 个提交\n")
    assert desk.on_branch() == [one, three]
    assert run("list")[2] == ""


def test_accept__of_the_words_that_were_shown(run: Run, desk: Desk) -> None:
    seen = desk.card(2).seen
    assert f"@{seen}" in run("show", "2")[1]
    assert run("accept", f"2@{seen[:6]}")[0] == 0


def test_edit__in_the_persons_editor(run: Run, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "sed -i s/部署在/部署于/")
    code, out, _ = run("edit", "3")
    assert code == 0
    assert out.splitlines()[0] == "已改写: TallyFS arXiv:2610.04567 — 增量纠删的校验"
    assert "部署于 48 节点集群" in desk.folder.git("show", f"{BRANCH}:{DOCUMENT}")
    monkeypatch.setenv("EDITOR", "true")
    assert "与原来相同" in run("edit", "1")[2]
    monkeypatch.setenv("EDITOR", "false")
    assert "以代码 1 结束；没有任何改动" in run("edit", "3")[2]
    monkeypatch.setenv("EDITOR", "no-such-editor")
    assert "no-such-editor 无法启动" in run("edit", "3")[2]


def test_edit__from_a_file_or_a_pipe_warns_and_keeps(
    run: Run, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = desk.card(3).text.replace("降低 37%", "降低 73%")
    (tmp_path / "new.md").write_text(text, encoding="utf-8")
    code, out, _ = run("edit", "3", "--file", str(tmp_path / "new.md"))
    assert code == 0
    warned = out.split("请留意（改写已保留）：", 1)[1]
    assert "TallyFS 将校验流量降低 73%" in warned.split("\n")[0]
    shown = run("show", "3")[1]
    assert "请留意（改写已保留）" in shown
    assert "来源" in shown.split("请留意（改写已保留）", 1)[1], "the reason is in the document's language"
    assert "TallyFS 将校验流量降低 [-37%-]{+73%+}，部署在 48 节点集群" in shown
    stdin = io.TextIOWrapper(io.BytesIO(text.replace("73%", "37 %").encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert run("edit", "3", "--file", "-", "--json")[0] == 0
    assert desk.card(3).edited is not None
    (tmp_path / "bad.md").write_bytes(b"\xff\xfe")
    assert run("edit", "3", "--file", str(tmp_path / "bad.md"))[0] == 18


def test_a_branch_with_a_persons_commit__the_decision_is_kept_and_told(run: Run, desk: Desk) -> None:
    desk.folder.git("switch", "-q", BRANCH)
    desk.folder.commit({"note.txt": "mine\n"}, "My own words")
    code, out, err = run("refuse", "1", "--reason", "x", "--json")
    assert code == 20
    assert json.loads(out)["branch"] is None
    assert json.loads(out)["decided"][0]["decided"]["decision"] == "refused"
    assert "My own words" in err
    assert desk.card(1).decision == "refused"


def test_nobody_is_asked_to_say_who_decides(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for field in ("NAME", "EMAIL"):
        monkeypatch.delenv(f"GIT_AUTHOR_{field}")
    code, _, err = run("accept", "1")
    assert code == 19
    assert "git 还不知道您是谁" in err
    assert run("accept", "1", "--as", "Li Lei")[0] == 0


def test_show__how_much_of_the_evidence_is_not_said_and_where_it_stands(desk: Desk) -> None:
    left = Unsaid(statements=12, rows=30, places=("inbox/jay/a.md:3-90", "inbox/tom/b.md"))
    card = desk.card(3)
    told = card.model_copy(update={"increment": card.increment.model_copy(update={"unsaid": left})})
    screen = io.StringIO()
    show_card(Console(file=screen, width=200), told, (), (), "en")
    assert (
        "In the sources beyond that: 12 more statements, 30 more rows "
        "(in the brief and in inbox/jay/a.md:3-90, inbox/tom/b.md)"
    ) in screen.getvalue()


def test_show__what_would_steer_a_terminal_is_made_visible(desk: Desk) -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100, color_system=None)
    card = desk.card(3)
    hostile = card.increment.model_copy(update={"title": "\x1b]0;owned\x07\u202e", "why": "\ud800"})
    show_card(console, card.model_copy(update={"increment": hostile}), (), (), "en")
    assert "\x1b]0;owned" not in screen.getvalue()
    assert "�]0;owned" in screen.getvalue()


def test_on_a_terminal__a_table_and_changed_words_in_their_line(desk: Desk) -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100, color_system=None)
    review = desk.open()
    show_sheet(console, review.sheet())
    card = review.card("3")
    show_card(console, card, review.changes(card), (), "en")
    said = screen.getvalue()
    assert "┃" in said
    assert "redline review 2026-10-12 --doc storage show N" in said
    assert "TallyFS" in said
    assert "Facts and where they stand" in said
