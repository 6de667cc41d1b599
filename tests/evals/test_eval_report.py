"""The page of a run: what it shows, what it says of what is missing, and that it loads nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.cli import main
from evals.after import Verdict
from evals.gate import GateReport
from evals.golden import load_cases
from evals.plain import OVERLAP, REWRITE, drafts_of, overlap, recorded
from evals.record import CaseScore, Finding, Run, Share, SuiteFigures, figures_of, write_run
from evals.report import Material, write_report
from evals.report.benches import OTHERS, TRUST, missing, told
from evals.report.board import board
from evals.report.pictures import curves, marks
from evals.report.worst import draft_of, unscored, worst_cases
from evals.suites import chosen
from tests.evals.golden_cases import DOCUMENT, case, draft
from tests.evals.test_after import judged

HARMFUL = frozenset({"false_kept_out"})


def score(suite: str, name: str, **found: str) -> CaseScore:
    """A score with one finding a figure: `right`, `wrong` or `unscored`."""
    findings = tuple(
        Finding.model_validate(
            {"metric": metric, "what": f"<{metric}>", "outcome": outcome, "why": "because"}
        )
        for metric, outcome in found.items()
    )
    return CaseScore(suite=suite, case=name, findings=findings)


SCORES = (
    score("fidelity", "rocksdb", facts_found="wrong", false_kept_out="wrong"),
    score("fidelity", "other", facts_found="right", false_kept_out="right"),
    score("coverage", "rocksdb", increments_carried="right"),
    score("caveats", "other", caveats_there="unscored"),
)


def run(started: str = "2026-11-30T10:00:00+00:00") -> Run:
    suites = tuple(
        figures_of(name, [one for one in SCORES if one.suite == name], 1.0)
        for name in ("fidelity", "coverage", "caveats")
    )
    return Run(started=started, code="c", writer="offline/1", suites=suites, seconds=3.0)


def material(nights: Path, **more: object) -> Material:
    fields = {
        "run": run(),
        "scores": SCORES,
        "cases": (case(),),
        "nights": nights,
        "harmful": HARMFUL,
        "landed": {"fidelity": {"rocksdb": {"facts_found": Share(right=1, of=1)}}},
        "bounds": {"fidelity": {"facts_found": 0.9}},
        "gate": GateReport(),
    }
    return Material(**(fields | more))  # type: ignore[arg-type]  # names are those of the fields


def test_page__escapes_everything_and_loads_nothing(tmp_path: Path) -> None:
    page = write_report(material(tmp_path))
    assert "&lt;facts_found&gt;" in page
    assert "<facts_found>" not in page
    assert "default-src &#39;none&#39;" in page
    assert "<script" not in page
    assert 'style="' not in page, "the policy forbids styles of elements"


def test_page__says_what_was_not_run(tmp_path: Path) -> None:
    page = write_report(material(tmp_path))
    assert "whole document rewritten by the same model: not run" in page
    assert "a curve needs two" in page
    assert "Not run: trust, bench.fidelity" in page
    assert "Its draft was not kept" in page


def test_page__shows_how_sure_nights_were(tmp_path: Path) -> None:
    rows = tuple(judged(n, "accepted", stars=4) for n in range(3))
    told = Verdict(document="storage", nights=(rows[0].night,), rows=rows)
    page = write_report(material(tmp_path, verdict=told))
    assert "How sure it was" in page
    assert "too few decisions to tell" in page
    (bin_,) = marks(told.scales()[0])
    assert (bin_.right, bin_.of, bin_.enough) == (3, 3, False)


def test_board__compares_on_the_cases_that_both_have(tmp_path: Path) -> None:
    whole = material(tmp_path)
    rival = (
        score("fidelity", "rocksdb", facts_found="right"),
        score("fidelity", "gone", facts_found="wrong"),
    )
    made = board(
        whole.run,
        whole.scores,
        landed=whole.landed,
        before=(),
        bounds=whole.bounds,
        gate=whole.gate,
        others={"theirs": rival},
    )
    figure = next(one for _, figures in made.suites for one in figures if one.name == "facts_found")
    assert figure.value == 0.5
    assert figure.landed is not None
    assert figure.landed.sign == "down"
    assert figure.others[0] is not None
    assert figure.others[0].value == 1


def test_board__holds_ours_against_an_alternative_on_its_cases_alone(tmp_path: Path) -> None:
    whole = material(tmp_path)
    rival = (score("fidelity", "other", facts_found="right"),)
    made = board(
        whole.run,
        whole.scores,
        landed={},
        before=(),
        bounds={},
        gate=whole.gate,
        others={"theirs": rival},
    )
    figure = next(one for _, figures in made.suites for one in figures if one.name == "facts_found")
    assert figure.value == 0.5
    assert figure.others[0] is not None
    assert figure.others[0].sign == "same", "on the case that both have, both are right"
    assert (made.others[0].cases, made.others[0].all) == (1, False)


def test_board__the_run_before_is_the_newest_that_has_the_figure(tmp_path: Path) -> None:
    whole = material(tmp_path)
    older = run().model_copy(
        update={"suites": (figures_of("fidelity", [score("fidelity", "a", facts_found="right")]),)}
    )
    newer = run().model_copy(update={"suites": (figures_of("caveats", []),)})
    made = board(
        whole.run,
        whole.scores,
        landed={},
        before=(older, newer),
        bounds={},
        gate=whole.gate,
        others={},
    )
    figure = next(one for _, figures in made.suites for one in figures if one.name == "facts_found")
    assert figure.before is not None
    assert figure.before.value == 1


def test_recorded_rewrites__are_shown_without_a_model() -> None:
    (some, *_) = recorded(load_cases(only=["version-supersedes", "off-topic-noise"]))
    assert some.writer.startswith(REWRITE)
    assert some.seconds == 0, "how long the model took was not recorded"
    assert some.tokens_out > 0
    assert recorded([case()]) == (), "a case that was not recorded has none"


def test_bench__of_a_run_else_of_the_newest_that_landed_with_its_day(tmp_path: Path) -> None:
    figures = {"all.auc": 0.7, "wice.auc": 0.8, "wice.bacc": 0.6, "seconds": 2.0}
    bench = SuiteFigures(suite="bench.fidelity", cases=1, figures=figures, note="all targets met")
    kept = run("2026-11-29T10:00:00+00:00").model_copy(update={"suites": (bench,), "commit": "abc"})
    (one,) = told(("bench.fidelity", "bench.perturb"), run(), (kept,))
    assert (one.day, one.commit, one.here) == ("2026-11-29", "abc", False)
    assert one.plain == (("seconds", 2.0),)
    assert one.columns == ("auc", "bacc")
    assert one.rows == (("all", (0.7, None)), ("wice", (0.8, 0.6)))
    assert missing(("bench.fidelity", "bench.perturb"), (one,)) == ("bench.perturb",)
    page = write_report(material(tmp_path, kept=(kept,)))
    assert "2026-11-29" in page
    assert "the newest that landed" in page


def test_bench__many_kinds_of_one_thing_are_told_together() -> None:
    figures = {f"caught.kind{n}": 1.0 for n in range(7)} | {"false_alarm": 0.01}
    bench = SuiteFigures(suite="bench.perturb", cases=1, figures=figures)
    (one,) = told(("bench.perturb",), run().model_copy(update={"suites": (bench,)}), ())
    assert one.here
    assert [what for what, _ in one.kinds] == ["caught"]
    assert one.plain == (("false_alarm", 0.01),)


def test_page__every_suite_that_it_names_can_be_run() -> None:
    assert set(chosen((*TRUST, *OTHERS))) == {*TRUST, *OTHERS}


def test_curves__need_two_runs() -> None:
    assert curves((run(),)) == ()
    (curve,) = curves((run("2026-11-29T10:00:00+00:00"), run()))
    assert curve.name == "coverage · increments_carried"
    assert "over 2 runs" in curve.told


def test_worst__what_must_never_happen_comes_first_with_its_diff(tmp_path: Path) -> None:
    kept = draft(DOCUMENT.replace("9.1", "9.2"))
    (tmp_path / f"rocksdb-{'0' * 20}.json").write_text(kept.model_dump_json(), encoding="utf-8")
    (tmp_path / f"rocksdb-more-{'0' * 20}.json").write_text("{}", encoding="utf-8")
    (worst,) = worst_cases(SCORES, (case(),), tmp_path, HARMFUL)
    assert worst.harmful
    assert worst.wrong[0][1].metric == "false_kept_out"
    assert worst.gone == ("- **RocksDB 9.1**: released 2026-08-01.",)
    assert worst.come == ("- **RocksDB 9.2**: released 2026-08-01.",)
    assert draft_of("gone", tmp_path) is None


def test_worst__of_a_run_of_nights_alone_is_what_the_night_sums_up(tmp_path: Path) -> None:
    (one,) = worst_cases([score("night", "rocksdb", as_wanted="wrong")], (case(),), tmp_path, HARMFUL)
    assert one.wrong[0][1].metric == "as_wanted"
    both = [score("night", "rocksdb", as_wanted="wrong"), score("fidelity", "rocksdb", facts_found="right")]
    assert worst_cases(both, (case(),), tmp_path, HARMFUL) == ()


def test_worst__key_facts_are_one_line_and_weigh_least(tmp_path: Path) -> None:
    many = [score("coverage", "many", key_facts="wrong"), score("fidelity", "few", facts_found="wrong")]
    first, second = worst_cases(many, (), tmp_path, HARMFUL)
    assert (first.case, second.case) == ("few", "many")
    assert (second.wrong, second.left_out) == ((), ("<key_facts>",))


def test_unscored__is_told_with_its_reason() -> None:
    (one,) = unscored(SCORES)
    assert (one.metric, one.why, one.count) == ("caveats · caveats_there", "because", 1)


def test_overlap__copies_what_is_new_beside_what_it_shares_words_with() -> None:
    made = overlap(case())
    assert made.writer == OVERLAP
    added = [line.text for line in made.added() if line.text.strip()]
    assert added == ["- RocksDB 9.2 was released on 2026-10-10. Write amplification is 9.8."]
    assert not [line for line in made.removed() if line.text.strip()]
    above = made.after[: made.after.index(added[0])]
    assert above.rindex("## Engines") > above.rindex("# Storage")
    assert "## Formats" not in above


def test_overlap__leaves_what_is_known() -> None:
    known = case(
        sources=[{"path": "inbox/ann/2026-10-12-n.md", "text": "LMDB: memory mapped.\n"}], increments=[]
    )
    assert overlap(known).after == known.before


def test_command__writes_the_page_of_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["eval", "report"]) != 0
    assert "holds no run of evals" in capsys.readouterr().err
    write_run(tmp_path / ".redline-evals", run(), SCORES)
    assert main(["eval", "report"]) == 0
    assert "Scoreboard" in (tmp_path / ".redline-evals" / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "models"), [("nope", []), ("rewrite", ["writer=a/b"])])
def test_alternatives__wrong_names_are_one_sentence(
    name: str, models: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = [part for model in models for part in ("--model", model)]
    assert main(["eval", "fidelity", "--plain", name, *options, "--out", str(tmp_path)]) == 18
    assert "plain alternative" in (err := capsys.readouterr().err) or "takes one model" in err


def test_alternatives__overlap_has_a_draft_a_case() -> None:
    assert [one.case for one in drafts_of("overlap", [case()], (), Path())] == ["rocksdb"]
