"""Drafts that another team gives: read, compared with the document, or refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.errors import BadInput
from evals.drafted import given_drafts
from evals.record import CaseScore, wrong_of
from evals.report.worst import draft_of
from evals.scorers.fidelity import score as fidelity
from evals.staging import keep_given
from tests.evals.golden_cases import DOCUMENT, GOOD, NOTE, case, draft


def written(tmp_path: Path, *rows: object) -> Path:
    path = tmp_path / "drafts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_changed_lines__of_a_whole_document_are_those_that_differ() -> None:
    made = draft(GOOD)
    assert [line.text for line in made.removed()] == ["- **RocksDB 9.1**: released 2026-08-01."]
    (line,) = made.added()
    assert GOOD[line.start : line.start + len(line.text)] == line.text
    assert line.span().line == line.number == 5


def test_given_draft__of_a_golden_case_has_its_sources_and_document(tmp_path: Path) -> None:
    path = written(tmp_path, {"id": "rocksdb", "draft": "- RocksDB 9.2 is out.\n- **LMDB**: memory mapped."})
    (made,) = given_drafts(path, {"rocksdb": case()})
    assert made.before == DOCUMENT
    assert made.sources == (("inbox/ann/2026-10-12-note.md", NOTE.rstrip("\n") + "\n"),)
    assert [line.text for line in made.added()] == ["- RocksDB 9.2 is out."]
    assert made.removed() == ()


def test_given_draft__of_ones_own_names_files_beside_it_or_texts(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("A 12.", encoding="utf-8")
    row = {"id": "mine", "after": "A 12.\n", "sources": ["note.md", {"name": "b", "text": "B 3."}]}
    (made,) = given_drafts(written(tmp_path, row), {})
    assert made.sources == (("note.md", "A 12."), ("b", "B 3."))
    assert made.whole


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"id": "x", "sources": []}, "give either `draft`"),
        ({"id": "x", "draft": "a", "after": "b"}, "give either `draft`"),
        ({"id": "x", "draft": "a"}, "has no sources"),
        ({"id": "x", "draft": "a", "sources": ["gone.md"]}, "gone.md cannot be read"),
        ({"id": "x", "draft": "a", "colour": 1}, "there is no key 'colour'"),
        ({"draft": "a"}, "the key 'id' is missing"),
        ({"id": "x", "draft": "a", "night": "soon"}, "night: Input should be a valid date"),
        ([1], "it is no JSON object"),
    ],
)
def test_given_draft__what_is_wrong_is_one_sentence(row: object, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        given_drafts(written(tmp_path, row), {})


def test_given_drafts__a_line_that_is_no_json_is_told_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "drafts.jsonl"
    path.write_text('\n{"id":', encoding="utf-8")
    with pytest.raises(BadInput, match=r"drafts\.jsonl:2: it is not JSON"):
        given_drafts(path, {})


def test_given_drafts__an_id_stands_once(tmp_path: Path) -> None:
    row = {"id": "mine", "draft": "A 12.", "sources": [{"name": "b", "text": "A 12."}]}
    with pytest.raises(BadInput, match=r"drafts\.jsonl:2: the id 'mine' stands twice"):
        given_drafts(written(tmp_path, row, row), {})


def test_given_drafts__are_kept_for_the_page_where_their_name_can_be_a_file(tmp_path: Path) -> None:
    keep_given([draft(GOOD), draft(GOOD).model_copy(update={"case": "../up"})], tmp_path / "kept")
    found = draft_of("rocksdb", tmp_path / "kept")
    assert found is not None
    assert found.after == GOOD
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_wrong__is_told_by_case_with_its_line() -> None:
    scores = [
        CaseScore(
            suite="fidelity",
            case="rocksdb",
            findings=tuple(fidelity(None, draft(GOOD.replace("9.8", "8.9")))),
        )
    ]
    told = wrong_of(scores)
    assert any(line.startswith("✗ rocksdb, line 5: fidelity.facts_in_sources: 8.9") for line in told)
    assert wrong_of(scores, most=1)[-1].startswith("… and")
