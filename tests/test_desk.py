"""Commands that look at files as they lie there."""

import datetime as dt
import json
from pathlib import Path

import pytest

from agent.cli import main
from agent.desk import audit_document, check_draft
from agent.errors import BadInput, NoWorkspace
from tests.conftest import GitFolder

DAY = dt.date(2026, 9, 25)
NOTE = "# 测试\n\n| batch | TTFT (ms) |\n|---|---|\n| 512 | 17.71 |\n| 256 | 29.67 |\n"


def test_audit__any_file_without_a_repository(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("共 3 项：\n\n- 甲\n- 乙\n", encoding="utf-8")
    _, report = audit_document(tmp_path, "a.md", today=DAY)
    assert [finding.kind for finding in report.findings] == ["count"]


def test_audit__says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nothing\.md"):
        audit_document(tmp_path, "nothing.md", today=DAY)
    (tmp_path / "empty.md").write_text("\n")
    with pytest.raises(BadInput, match="empty"):
        audit_document(tmp_path, "empty.md", today=DAY)


def test_audit__without_a_name_needs_a_workspace(repo: GitFolder) -> None:
    with pytest.raises(NoWorkspace):
        audit_document(repo.root, "", today=DAY)


def test_check__a_folder_of_sources(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text(NOTE, encoding="utf-8")
    (notes / "b.html").write_text(
        "<h1>Falcon</h1><p>Falcon 2.1 was released on 2026-09-20.</p>", encoding="utf-8"
    )
    draft = tmp_path / "draft.md"
    draft.write_text("- batch 512 时 TTFT 为 17.71ms\n- batch 256 时 TTFT 为 17.71ms\n", encoding="utf-8")
    report = check_draft(draft, [notes], document=None, date=DAY)
    assert [claim.verdict.status for claim in report.claims] == ["supported", "contradicted"]
    assert len(report.sources) == 2


def test_check__a_source_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.4 broken")
    (tmp_path / "d.md").write_text("某句话 5 ms。", encoding="utf-8")
    with pytest.raises(BadInput, match=r"x\.pdf"):
        check_draft(tmp_path / "d.md", [tmp_path / "x.pdf"], document=None, date=DAY)


def test_check__command_exits_by_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("n.md").write_text(NOTE, encoding="utf-8")
    Path("good.md").write_text("batch 512 时 TTFT 为 17.71ms\n", encoding="utf-8")
    Path("bad.md").write_text("batch 512 时 TTFT 为 17.17ms\n", encoding="utf-8")
    assert main(["check", "good.md", "--source", "n.md"]) == 0
    assert main(["check", "bad.md", "--source", "n.md", "--json", "--html", "r.html"]) == 1
    report = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert report["claims"][0]["verdict"]["status"] in ("contradicted", "unsupported")
    assert "<html" in Path("r.html").read_text(encoding="utf-8")
