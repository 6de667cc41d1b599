"""`redline eval`: a real run of two cases, logs that Inspect's viewer reads, and what is said of wrong input."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import list_eval_logs, read_eval_log

from agent.cli import main
from evals.golden import GOLDEN, load_case
from evals.record import read_run
from evals.staging import Stage, offline
from evals.suites import BENCHES, GOLDEN_SUITES, chosen
from evals.tasks.benches import run_bench

TWO = ("version-supersedes", "refused-stays-refused")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cases = tmp_path / "cases"
    cases.mkdir()
    for name in TWO:
        shutil.copy(GOLDEN / f"{name}.yaml", cases)
    return cases


def evaluate(*arguments: str) -> dict[str, Any]:
    """`redline eval` in a process of its own: Inspect leaves streams open, which is an error of the tests beside."""
    done = subprocess.run(
        [sys.executable, "-m", "agent", "eval", *arguments, "--json"],
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_eval__scores_nights_and_leaves_record_and_logs(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    told = evaluate("fidelity", "night", "--cases", str(folder), "--out", str(out))
    assert told["pass"] is True
    assert [suite["suite"] for suite in told["suites"]] == ["fidelity", "night"]
    assert told["suites"][0]["figures"]["facts_in_sources"] == 1
    run, scores = read_run(out)
    assert run.writer == offline().name
    assert {score.case for score in scores} == set(TWO)
    assert len(list((out / "nights").iterdir())) == len(TWO)
    (log,) = list_eval_logs(str(out / "logs"))
    samples = read_eval_log(log).samples or []
    assert {str(sample.id) for sample in samples} == set(TWO)
    assert all(
        "right" in (score.explanation or "") for sample in samples for score in (sample.scores or {}).values()
    )


@pytest.mark.slow
def test_eval__scores_drafts_that_others_wrote_and_asks_a_judge(tmp_path: Path) -> None:
    drafts = tmp_path / "drafts.jsonl"
    draft = "- **RocksDB 9.2**: released 2026-10-10; write amplification on NVMe 8.9."
    drafts.write_text(json.dumps({"id": TWO[0], "draft": draft, "writer": "theirs"}) + "\n", encoding="utf-8")
    out = tmp_path / "out"
    told = evaluate(
        "fidelity", "judge", "--drafts", str(drafts), "--judge", "mockllm/model", "--out", str(out)
    )
    assert told["writer"] == "theirs"
    fidelity, judge = told["suites"]
    assert fidelity["shares"]["facts_found"] == {"right": 2, "of": 3}
    wrong = [one for score in read_run(out)[1] for one in score.findings if one.outcome == "wrong"]
    assert "8.9" in {one.what for one in wrong}
    assert judge["shares"] == {}, "what the mock says is no grade: unscored"
    assert judge["cases"] > 20


@pytest.mark.slow
def test_eval__a_night_with_a_model_of_inspect_falls_back_where_it_answers_out_of_form(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    told = evaluate("novelty", "--model", "mockllm/model", "--cases", str(folder), "--out", str(out))
    assert told["writer"] == "mockllm/model"
    assert told["suites"][0]["figures"]["new_found"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nope"], "no suite 'nope'"),
        (["judge", "--judge", "some-model"], "no key in OPENAI_API_KEY"),
        (["fidelity", "--model", "some-model"], "no key in OPENAI_API_KEY"),
        (["fidelity", "--model", "nope/x"], "The model nope/x cannot be asked: Model API nope"),
        (["judge", "--judge", "nope/x"], "The model nope/x cannot be asked: Model API nope"),
        (["fidelity", "--model", "cook=a/b"], "no role 'cook'"),
        (["fidelity", "--model", "judge=a/b"], "none for the writer"),
        (["fidelity", "--drafts", "gone.jsonl"], "cannot be read"),
        (["fidelity", "--land"], "Only the offline writer's scores"),
    ],
)
def test_eval__wrong_input_is_one_sentence(
    arguments: list[str],
    said: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert main(["eval", *arguments, "--cases", str(folder), "--out", str(folder / "out")]) != 0
    assert said in capsys.readouterr().err


def test_eval__without_the_extra_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert main(["eval"]) == 18
    assert "pip install 'redline[evals]'" in capsys.readouterr().err


def test_help__imports_nothing_of_it() -> None:
    code = (
        "import sys; from agent.cli import main; main(['eval', '--help']);"
        "sys.exit(any(name.split('.')[0] in ('inspect_ai', 'evals') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_suites__groups_are_spelled_out_once() -> None:
    assert chosen(()) == GOLDEN_SUITES
    assert chosen(["night", "golden"]) == ("night", *(suite for suite in GOLDEN_SUITES if suite != "night"))
    assert set(chosen(["all"])) == {*GOLDEN_SUITES, *BENCHES}


def test_bench__runs_as_its_own_command() -> None:
    figures, note = run_bench(BENCHES["bench.joining"])
    assert (figures["precision"] or 0) > 0.9
    assert "target" in note


def test_stage__a_night_is_played_once_for_each_case_and_writer(tmp_path: Path) -> None:
    case = load_case(GOLDEN / f"{TWO[0]}.yaml")
    made = Stage(offline(), tmp_path).drafted(case)
    (kept,) = tmp_path.iterdir()
    kept.write_text(made.model_copy(update={"after": "as kept"}).model_dump_json(), encoding="utf-8")
    assert Stage(offline(), tmp_path).drafted(case).after == "as kept"
