"""A section past its limit on a night's branch: a commit of its own, that can be refused alone."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from agent.document import Applied, apply, parse
from agent.ledger import Decided, Ledger
from agent.nights import Nights
from agent.outcome import IncrementOutcome, Outcome
from agent.workspace import open_repository
from tests.conftest import GitFolder
from tests.llm_server import Response, honest, said, serving
from tests.nights import BRANCH, BRIEF, DOCUMENT, NAME, NIGHT, Quiet, clock, first_commit, update

TWICE = "- **TallyFS** 的元数据分片为 64 个，重建需 72 分钟。"
LONG = "- **WickDB** 于 2026-08-01 发布，写放大为 1.9 倍。值得注意的是，WickDB 不支持跨区复制，也就是说 WickDB 不支持跨区复制。"
SHORT = "- **WickDB** 于 2026-08-01 发布，写放大为 1.9 倍。WickDB 不支持跨区复制。"
FAR = f"\n## 3 归档\n\n开头一段。\n\n{TWICE}\n- **Moth** 归档于 2025 年 3 月。\n{TWICE}\n- **Rill** 于 2024-02-02 停止维护。\n{LONG}\n\n结尾一段。\n"


def long_document(root: Path, limit: int = 120) -> GitFolder:
    folder = first_commit(root)
    settings = (root / "redline.toml").read_text(encoding="utf-8")
    changed = settings.replace('reserve = "预备"', f'reserve = "预备"\nsection_limit = {limit}')
    text = (root / DOCUMENT).read_text(encoding="utf-8")
    folder.commit(
        {"redline.toml": changed, DOCUMENT: text + FAR}, "A long section", "2026-10-12T09:00:00+08:00"
    )
    return folder


def condensing(outcome: Outcome) -> list[IncrementOutcome]:
    return [one for one in outcome.increments if one.kind == "condense"]


def test_a_long_section__gets_a_commit_of_its_own_after_the_increments(tmp_path: Path) -> None:
    folder = long_document(tmp_path / "repo")
    outcome = update(folder)
    (one,) = condensing(outcome)
    assert outcome.increments[-1] == one
    assert one.commit == outcome.commits[-1] == folder.git("rev-parse", BRANCH)
    assert one.section == "存储活文档 › 3 归档"
    assert [quote.quote for quote in one.gone] == [TWICE.removeprefix("- ")]
    assert all(claim.kept == "proved" and claim.evidence for claim in one.claims)
    changed = folder.git("diff", "--unified=0", f"{BRANCH}~1", BRANCH, "--").split("\n")
    assert [line for line in changed if line[:1] in "+-" and line[:3] not in ("+++", "---")] == [f"-{TWICE}"]
    assert outcome.counts.drafted == len([o for o in outcome.increments if o.is_drafted])
    assert f"Redline-Increment: {one.id}" in folder.git("log", "-1", "--format=%B", BRANCH)
    assert any("单独成一个提交" in note for note in outcome.notes)


def test_it_changes_nothing_of_the_increments__and_any_subset_applies(tmp_path: Path) -> None:
    plain = update(first_commit(tmp_path / "plain"))
    folder = long_document(tmp_path / "repo")
    outcome = update(folder)
    told = [o.model_copy(update={"commit": ""}) for o in outcome.increments if o.kind == "increment"]
    assert told == [o.model_copy(update={"commit": ""}) for o in plain.increments]
    record = Nights.open(open_repository(folder.root)).get(NAME, NIGHT)
    assert record is not None
    document = parse(folder.git("show", f"main:{DOCUMENT}").encode() + b"\n")
    *steps, last = record.steps
    for count in range(len(steps) + 1):
        edits = [edit for step in steps[:count] for edit in step.edits]
        alone, both = apply(document, edits), apply(document, [*edits, *last.edits])
        other = apply(document, [*last.edits, *reversed(edits)])
        assert isinstance(alone, Applied)
        assert isinstance(both, Applied)
        assert isinstance(other, Applied)
        assert both.data == other.data
        # The proposal takes the second of two equal lines, and no other byte.
        head, _, tail = alone.data.rpartition(f"{TWICE}\n".encode())
        assert both.data == head + tail


def test_it_is_not_proposed_again_on_the_next_night__open_or_refused(tmp_path: Path) -> None:
    folder = long_document(tmp_path / "repo")
    (one,) = condensing(update(folder))
    brief = tmp_path / "brief.md"
    brief.write_text(BRIEF.read_text(encoding="utf-8").replace("2026-10-12", "2026-10-13"), encoding="utf-8")
    later = update(folder, brief)
    assert not condensing(later)
    assert any("没有尚未提出" in note for note in later.notes)
    ledger = Ledger.open(open_repository(folder.root))
    when = dt.datetime(2026, 10, 13, 9, tzinfo=dt.UTC)
    ledger.append(
        [Decided(document=NAME, increment=one.id, decision="refused", reason="", who="tom", when=when)]
    )
    brief.write_text(BRIEF.read_text(encoding="utf-8").replace("2026-10-12", "2026-10-14"), encoding="utf-8")
    assert not condensing(update(folder, brief))


def test_where_nothing_can_go__the_note_says_so(tmp_path: Path) -> None:
    folder = long_document(tmp_path / "repo")
    text = (folder.root / DOCUMENT).read_text(encoding="utf-8")
    head, _, tail = text.rpartition(f"{TWICE}\n")
    folder.commit({DOCUMENT: head + tail}, "Once", "2026-10-12T10:00:00+08:00")
    outcome = update(folder)
    assert not condensing(outcome)
    assert any("人工精简" in note for note in outcome.notes)


def shortening(said_instead: str) -> Any:
    """A model that drafts honestly and words every passage of a long section so."""

    def answer(request: dict[str, Any], _: int) -> Response:
        asked = request["messages"][1]["content"]
        if "⟦p1⟧" in asked:
            told = {"passages": [{"passage": "p1", "text": said_instead}]}
            return said(json.dumps(told, ensure_ascii=False))
        return said(json.dumps(honest(request), ensure_ascii=False))

    return answer


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        (SHORT, True),
        (SHORT.replace("1.9", "1.8"), False),
        (SHORT.replace("不支持", "支持"), False),
        (SHORT.replace("WickDB 不", "TallyFS 不"), False),
        (SHORT.replace("WickDB 不支持跨区复制。", ""), False),
    ],
)
def test_a_model_says_it_shorter__and_a_lying_one_changes_nothing(
    text: str, taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agent.app import run_update

    folder = long_document(tmp_path / "repo")
    with serving(shortening(text.removeprefix("- "))) as server:
        monkeypatch.setenv("REDLINE_MODEL__NAME", "loop")
        monkeypatch.setenv("REDLINE_MODEL__BASE_URL", server.url)
        monkeypatch.setenv("REDLINE_MODEL__KEY_ENV", "LOOP_KEY")
        monkeypatch.setenv("LOOP_KEY", "sk-loop")
        outcome, _ = run_update(folder.root, BRIEF, progress=Quiet(), clock=clock)
    (one,) = condensing(outcome)
    final = folder.git("show", f"{BRANCH}:{DOCUMENT}")
    assert (LONG in final.splitlines(), text in final.splitlines()) == (
        (False, True) if taken else (True, False)
    )
    assert one.writer.startswith("loop") is taken
    assert final.count(TWICE) == 1
