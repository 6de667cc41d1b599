"""The gate: bounds, falls beyond noise, and the same answer for the same runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import BadInput
from evals.gate import bounds, judged, land, landed
from evals.record import CaseScore, Finding, Outcome, Run, SuiteFigures, figures_of
from evals.suites import GOLDEN_SUITES
from evals.words import MEANING


def score(case: str, *outcomes: Outcome) -> CaseScore:
    findings = tuple(
        Finding(metric="found", what=str(n), outcome=one, why="") for n, one in enumerate(outcomes)
    )
    return CaseScore(suite="fidelity", case=case, findings=findings)


def run_of(scores: list[CaseScore]) -> Run:
    return Run(
        started="2026-10-12T23:00:00+00:00",
        code="c",
        writer="offline/1",
        suites=(figures_of("fidelity", scores),),
    )


def many(right: int, of: int = 40) -> list[CaseScore]:
    return [score(f"case-{n:02}", "right" if n < right else "wrong") for n in range(of)]


def kept(scores: list[CaseScore], folder: Path) -> Path:
    land(run_of(scores), scores, folder)
    return folder


def test_landed__what_was_landed_comes_back(tmp_path: Path) -> None:
    before = landed(kept([score("a", "right", "wrong", "unscored")], tmp_path))
    assert before["fidelity"]["a"]["found"].right == 1
    assert before["fidelity"]["a"]["found"].of == 2


def test_gate__the_same_scores_pass(tmp_path: Path) -> None:
    report = judged(run_of(many(30)), many(30), landed(kept(many(30), tmp_path)), {})
    assert report.ok
    assert report.compared == 1
    assert report.falls == ()


def test_gate__one_case_of_forty_is_noise_and_is_named(tmp_path: Path) -> None:
    report = judged(run_of(many(29)), many(29), landed(kept(many(30), tmp_path)), {})
    assert report.ok
    assert [fall.cases for fall in report.falls] == [("case-29",)]
    assert "within noise" in report.in_words()


def test_gate__a_fall_in_a_quarter_of_the_cases_fails_and_twice_alike(tmp_path: Path) -> None:
    before = landed(kept(many(30), tmp_path))
    report = judged(run_of(many(20)), many(20), before, {})
    assert not report.ok
    assert report == judged(run_of(many(20)), many(20), before, {})


def test_gate__a_case_that_is_new_or_gone_is_not_compared(tmp_path: Path) -> None:
    now = [*many(30), score("new-case", "wrong")]
    assert judged(run_of(now), now, landed(kept(many(30), tmp_path)), {}).falls == ()


def test_gate__below_a_bound_fails_and_a_figure_that_nothing_gave_misses_its_bound() -> None:
    report = judged(
        run_of(many(30)), many(30), {}, {"fidelity": {"found": 0.8, "else": 0.5}, "routing": {"x": 1}}
    )
    assert [(one.figure, one.value) for one in report.below] == [("found", 0.75), ("else", None)]
    assert not report.ok


def test_gate__a_bench_that_misses_its_own_targets_fails_and_one_that_was_not_run_does_not() -> None:
    def bench(met: bool | None) -> Run:
        suite = SuiteFigures(suite="bench.x", cases=1, figures={"f1": 0.1}, note="f1 is 0.1", met=met)
        return run_of([]).model_copy(update={"suites": (suite,)})

    assert "MISSED bench.x: f1 is 0.1" in judged(bench(False), [], {}, {}).in_words()
    assert not judged(bench(False), [], {}, {}).ok
    assert judged(bench(None), [], {}, {}).ok
    assert judged(bench(True), [], {}, {}).ok


def test_bounds__of_the_project_name_suites_that_there_are() -> None:
    assert set(bounds()) <= set(GOLDEN_SUITES)


def test_bounds__a_broken_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "thresholds.toml"
    path.write_text("fidelity = 1\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"thresholds\.toml"):
        bounds(path)


def test_gate__a_fall_says_what_it_counts_and_what_is_wrong(tmp_path: Path) -> None:
    def scores(outcome: Outcome) -> list[CaseScore]:
        wrong = Finding(metric="facts_found", what="9.8", outcome=outcome, why="no line says it")
        return [CaseScore(suite="fidelity", case=f"case-{n}", findings=(wrong,)) for n in range(10)]

    now = scores("wrong")
    report = judged(run_of(now), now, landed(kept(scores("right"), tmp_path)), {})
    told = report.in_words()
    assert "FELL   fidelity.facts_found (labelled facts that stand in the draft) 1.000 -> 0.000" in told
    assert "✗ case-0: 9.8: no line says it" in told
    assert told.count("✗") == 5


def test_words__every_landed_figure_is_described() -> None:
    figures = {
        f"{suite}.{name}" for suite, cases in landed().items() for one in cases.values() for name in one
    }
    assert figures - MEANING.keys() == {f"{suite}.ran" for suite in landed() if f"{suite}.ran" in figures}


def test_gate__a_figure_that_no_case_can_be_scored_by_any_more_fell(tmp_path: Path) -> None:
    now = [score(f"case-{n:02}", "unscored") for n in range(40)]
    report = judged(run_of(now), now, landed(kept(many(30), tmp_path)), {})
    assert not report.ok
    assert "0.750 -> n/a" in report.in_words()
