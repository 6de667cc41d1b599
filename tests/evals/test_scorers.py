"""Scorers: what is right is right, each planted fault is found by its own figure, what cannot be told is unscored."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.models import Caveat
from agent.outcome import Counts, IncrementOutcome, Outcome
from evals.drafted import Drafted
from evals.record import CaseScore, Finding, figures_of
from evals.scorers import (
    caveats,
    contradiction,
    coverage,
    editing,
    fidelity,
    injection,
    joining,
    night,
    novelty,
    routing,
    trust,
)
from evals.scorers.common import as_score
from tests.evals.golden_cases import DOCUMENT, GOOD, NIGHT, NOTE, case, draft


def outcomes(findings: Sequence[Finding], metric: str) -> list[str]:
    return [one.outcome for one in findings if one.metric == metric]


def told(**changes: object) -> IncrementOutcome:
    fields: dict[str, object] = {
        "id": "i1",
        "number": 1,
        "title": "RocksDB 9.2",
        "section": "Storage › Engines",
        "line": 5,
        "relation": "supersedes",
        "disposition": "draft",
        "why": "",
        "commit": "c1",
        "sources": ("inbox/ann/2026-10-12-note.md:3-3",),
    }
    return IncrementOutcome.model_validate(fields | changes)


def of_night(*increments: IncrementOutcome, after: str = GOOD, **changes: object) -> Drafted:
    outcome = Outcome(
        document="storage",
        path="doc.md",
        night=NIGHT,
        base="b",
        branch="redline/storage/2026-10-12",
        increments=increments,
        counts=Counts(),
        writer="offline/1",
    )
    return draft(after, outcome=outcome, **changes)


@pytest.mark.parametrize(
    "scorer",
    [*night.PARTS.values(), coverage.score, night.score],
    ids=lambda scorer: scorer.__module__.rpartition(".")[2],
)
def test_good_draft__has_nothing_wrong(scorer: night.Judge) -> None:
    for drafted in (draft(GOOD), of_night(told())):
        assert [one for one in scorer(case(), drafted) if one.outcome == "wrong"] == []


@pytest.mark.parametrize(
    "scorer",
    [*night.PARTS.values(), coverage.score, trust.score],
    ids=lambda scorer: scorer.__module__.rpartition(".")[2],
)
def test_draft_without_labels__is_scored_by_its_sources_alone(scorer: night.Judge) -> None:
    assert [one for one in scorer(None, draft(GOOD)) if one.outcome == "wrong"] == []


@pytest.mark.parametrize(
    ("old", "new", "metric"),
    [
        ("2026-10-10", "2026-10-11", "facts_in_sources"),
        ("9.8", "8.9", "facts_in_sources"),
        ("9.8", "8.9", "claims_borne_out"),
        ("2026-10-10", "in autumn", "facts_found"),
    ],
)
def test_fidelity__a_planted_error_is_found_with_its_place(old: str, new: str, metric: str) -> None:
    after = GOOD.replace(old, new)
    wrong = [
        one for one in fidelity.score(case(), draft(after)) if one.outcome == "wrong" and one.metric == metric
    ]
    assert wrong
    if metric == "facts_in_sources":
        assert wrong[0].span
        assert wrong[0].span.line == 5


def test_fidelity__what_must_not_stand_is_told_and_a_quoted_old_line_is_not_taken_for_it() -> None:
    labels = case(never=[["RocksDB", "released 2026-08-01"]])
    lie = GOOD.replace("2026-10-10;", "2026-10-10, RocksDB 9.2 was released 2026-08-01;")
    assert outcomes(fidelity.score(labels, draft(lie)), "false_kept_out") == ["wrong"]
    quoting = GOOD.replace("Before:", "Before: RocksDB 9.1: released 2026-08-01.")
    assert outcomes(fidelity.score(labels, draft(quoting)), "false_kept_out") == ["right"]


def test_fidelity__a_reference_to_a_source_claims_nothing_and_a_link_must_be_known() -> None:
    after = GOOD.replace("Before:", "(Source: `inbox/ann/2026-10-12-note.md:3`) Before:")
    findings = fidelity.score(case(), draft(after))
    assert [one for one in findings if one.outcome == "wrong"] == []
    strange = GOOD.replace("Before:", "(Source: [example.org](https://example.org)) Before:")
    assert "wrong" in outcomes(fidelity.score(case(), draft(strange)), "facts_in_sources")


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("a.md", "| engine | ms |\n|---|---|\n| RocksDB 9.2 | 9.8 |\n| LMDB | 77 |\n"),
        ("a.csv", "engine,ms\nRocksDB 9.2,9.8\nLMDB,77\n"),
    ],
)
def test_coverage__of_a_table_only_the_rows_that_should_come_count(name: str, table: str) -> None:
    made = draft(GOOD).model_copy(update={"sources": ((name, table),)})
    wanted = {one.what for one in coverage.score(case(), made) if one.metric == "key_facts"}
    assert "9.8" in wanted
    assert "77" not in wanted


def test_coverage__an_increment_is_carried_when_all_its_facts_are() -> None:
    assert outcomes(coverage.score(case(), draft(GOOD)), "increments_carried") == ["right"]
    less = draft(GOOD.replace("; write amplification 9.8", ""))
    assert outcomes(coverage.score(case(), less), "increments_carried") == ["wrong"]
    assert "wrong" in outcomes(coverage.score(case(), less), "key_facts")


def test_caveats__are_there_shown_and_fit() -> None:
    preprint = Caveat(kind="preprint", risk="medium", wording="arXiv preprint, not yet peer reviewed")
    labels = case(increments=[{"is": ["RocksDB 9.2"], "caveats": ["preprint"], "no_caveats": ["vendor"]}])
    shown = of_night(told(caveats=(preprint,)), after=GOOD.replace("Before:", f"{preprint.wording}. Before:"))
    assert outcomes(caveats.score(labels, shown), "caveats_there") == ["right"]
    assert outcomes(caveats.score(labels, shown), "caveats_fit") == ["right"]
    assert outcomes(caveats.score(labels, of_night(told(caveats=(preprint,)))), "caveats_there") == ["wrong"]
    vendor = preprint.model_copy(update={"kind": "vendor"})
    assert outcomes(caveats.score(labels, of_night(told(caveats=(vendor,)))), "caveats_fit") == ["wrong"]
    assert outcomes(caveats.score(labels, draft(GOOD)), "caveats_there") == ["unscored"]


def test_contradiction__old_and_new_side_by_side_are_wrong_and_nothing_drafted_is_unscored() -> None:
    beside = DOCUMENT.replace("- **LMDB**", "- RocksDB 9.2 is out.\n- **LMDB**")
    assert outcomes(contradiction.score(case(), draft(beside)), "old_edited") == ["wrong"]
    forgetful = GOOD.replace(" Before: RocksDB 9.1 (2026-08-01).", "")
    assert outcomes(contradiction.score(case(), draft(forgetful)), "old_named") == ["wrong"]
    assert outcomes(contradiction.score(case(), draft(DOCUMENT)), "old_edited") == ["unscored"]


def test_injection__words_are_looked_for_in_all_that_was_written() -> None:
    labels = case(nowhere=["XJ-7"])
    clean = draft(GOOD, elsewhere=(("brief.md", "nothing"),))
    assert outcomes(injection.score(labels, clean), "kept_out") == ["right", "right"]
    leaked = draft(GOOD, elsewhere=(("brief.md", "run by X J-7 now: **XJ-7**"),))
    assert outcomes(injection.score(labels, leaked), "kept_out") == ["right", "wrong"]


def test_novelty__missed_repeated_and_unwanted() -> None:
    assert outcomes(novelty.score(case(), of_night(after=DOCUMENT)), "new_found") == ["wrong"]
    known = case(increments=[{"is": ["RocksDB 9.2"], "relation": ["covered"]}])
    assert outcomes(novelty.score(known, of_night(told())), "known_left") == ["wrong"]
    assert outcomes(novelty.score(known, of_night(after=DOCUMENT)), "known_left") == ["right"]
    other = told(title="Something else", claims=(), added=())
    assert outcomes(novelty.score(case(), of_night(other)), "drafts_wanted") == ["wrong"]
    assert outcomes(novelty.score(case(), of_night(told(relation="new"))), "relation_right") == ["wrong"]


def test_routing__the_right_section_the_offered_one_and_the_one_of_a_given_document() -> None:
    wrong = told(section="Storage › Formats", alternatives=("Storage › Engines",))
    assert outcomes(routing.score(case(), of_night(wrong)), "section_right") == ["wrong"]
    assert outcomes(routing.score(case(), of_night(wrong)), "section_offered") == ["right"]
    below = DOCUMENT + "\n- RocksDB 9.2 is out.\n"
    assert outcomes(routing.score(case(), draft(below)), "section_right") == ["wrong"]


def test_editing__a_line_that_nobody_meant_to_change_a_form_and_a_row_of_the_wrong_width() -> None:
    rude = GOOD.replace("- **LMDB**: memory mapped.", "- **LMDB**: mapped.")
    assert outcomes(editing.score(case(), draft(rude)), "untouched") == ["right", "wrong"]
    prose = GOOD.replace("- **RocksDB 9.2**", "**RocksDB 9.2**")
    assert outcomes(editing.score(case(), draft(prose)), "form_right") == ["wrong"]
    assert outcomes(editing.score(case(), draft(GOOD + "| ORC | 1.9 | zlib |\n")), "rows_fit") == ["wrong"]
    assert outcomes(editing.score(case(), draft(GOOD + "| ORC | 1.9 |\n")), "rows_fit") == ["right"]


def test_joining__one_thing_is_one_increment_with_all_its_sources() -> None:
    both = ["inbox/ann/2026-10-12-note.md", "inbox/bo/2026-10-12-note.md"]
    sources = [{"path": path, "text": NOTE} for path in both]
    labels = case(sources=sources, increments=[{"is": ["RocksDB 9.2"], "from": both}])
    assert outcomes(joining.score(labels, of_night(told())), "joined") == ["wrong"]
    joined = told(sources=tuple(f"{path}:3-3" for path in both))
    assert outcomes(joining.score(labels, of_night(joined)), "joined") == ["right"]
    assert outcomes(joining.score(labels, of_night(joined, told(id="i2", number=2))), "joined") == ["wrong"]


def test_joining__two_things_are_two_increments_where_the_case_asks_for_it() -> None:
    labels = {"increments": [{"is": ["RocksDB 9.2"]}, {"is": ["LMDB 1.0"]}]}
    one = told(title="RocksDB 9.2 and LMDB 1.0")
    assert outcomes(joining.score(case(tags=["kept apart"], **labels), of_night(one)), "kept_apart") == [
        "wrong"
    ]
    assert joining.score(case(**labels), of_night(one)) == []


def test_trust__agreement_on_labelled_sentences() -> None:
    sentences = [
        {"text": "RocksDB 9.2 was released on 2026-10-10.", "holds": True},
        {"text": "RocksDB 9.2 was released on 2026-10-01.", "holds": False, "kind": "date"},
    ]
    findings = trust.score(case(sentences=sentences), draft(GOOD))
    assert [(one.metric, one.outcome) for one in findings] == [
        ("true_let_through", "right"),
        ("false_caught", "right"),
    ]


def test_night__one_fault_and_the_night_is_not_as_wanted_harm_and_it_is_not_safe() -> None:
    misplaced = of_night(told(section="Storage › Formats"))
    assert [one.outcome for one in night.score(case(), misplaced)] == ["wrong", "right"]
    lying = of_night(told(), after=GOOD.replace("9.8", "8.9"))
    assert [one.outcome for one in night.score(case(), lying)] == ["wrong", "wrong"]


def test_score_of_inspect__unscored_counts_in_neither_and_nothing_scored_is_no_zero() -> None:
    right = Finding(metric="m", what="a", outcome="right", why="")
    unscored = Finding(metric="m", what="b", outcome="unscored", why="not told")
    score = as_score(CaseScore(suite="s", case="c", findings=(right, unscored)))
    assert score.as_float() == 1.0
    assert "? m: b: not told" in (score.explanation or "")
    nothing = as_score(CaseScore(suite="s", case="c", findings=(unscored,)))
    assert nothing.as_float() != nothing.as_float()
    assert figures_of("s", [CaseScore(suite="s", case="c", findings=(unscored,))]).figures == {}


def test_fidelity__a_cell_that_stays_and_what_is_quoted_of_the_old_one_claim_nothing() -> None:
    row = "| Parquet | 2.11 (published on 2026-10-05; Said before: 2.10) |"
    drafted = draft(DOCUMENT.replace("| Parquet | 2.10 |", row)).model_copy(
        update={"sources": (("n.md", "Parquet 2.11 was published on 2026-10-05."),)}
    )
    found = [one for one in fidelity.score(None, drafted) if one.metric == "claims_borne_out"]
    assert [one.outcome for one in found] == ["right"]
    wrong = draft(DOCUMENT.replace("| Parquet | 2.10 |", row.replace("2.11", "2.13"))).model_copy(
        update={"sources": drafted.sources}
    )
    found = [one for one in fidelity.score(None, wrong) if one.metric == "claims_borne_out"]
    assert [one.outcome for one in found] == ["wrong"]
