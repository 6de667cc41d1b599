"""Golden cases: what is shipped is whole, and a bad case is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from agent.caveats import RULES
from agent.errors import BadInput
from evals.golden import GOLDEN, GoldenCase, load_case, load_cases
from tests.evals.golden_cases import case

CASES = load_cases()
KINDS = {rule.kind for rule in RULES}


def test_shipped_cases__are_many_read_twice_and_in_both_languages() -> None:
    assert sum(one.read >= 2 for one in CASES) >= 60
    assert all(one.read for one in CASES), "a case with a mended label waits for a second reader, and says so"
    tags = {tag for one in CASES for tag in one.tags}
    assert {"zh", "en", "supersedes", "contradicts", "covered", "injection", "table", "hedge"} <= tags
    assert len({one.tests for one in CASES}) == len(CASES)


@pytest.mark.parametrize("one", CASES, ids=lambda one: one.id)
def test_shipped_case__labels_name_kinds_and_headings_that_there_are(one: GoldenCase) -> None:
    headings = {line.lstrip("#").strip() for line in one.before.splitlines() if line.startswith("#")}
    for label in one.increments:
        assert set(label.section) <= headings
        assert set(label.caveats) | set(label.no_caveats) <= KINDS


@pytest.mark.parametrize("one", CASES, ids=lambda one: one.id)
def test_shipped_case__written_out_and_read_again_is_the_same(one: GoldenCase, tmp_path: Path) -> None:
    path = tmp_path / f"{one.id}.yaml"
    path.write_text(
        yaml.safe_dump(one.model_dump(mode="json", by_alias=True), allow_unicode=True), encoding="utf-8"
    )
    assert load_case(path) == one


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a\n", "must be one mapping"),
        ("a: [\n", "no YAML in line"),
        ("id: x\n", "tests: Field required"),
    ],
)
def test_load_case__what_is_wrong_is_said_with_the_file(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=said) as error:
        load_case(path)
    assert "x.yaml" in str(error.value)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("document", "nowhere", "no document 'nowhere'"),
        ("sentences", [{"text": "No.", "holds": False}], "needs a `kind`"),
        ("increments", [{"is": ["a"], "edits": "not there"}], "does not say"),
        ("increments", [{"is": ["a"], "from": ["inbox/x.md"]}], "no source of the case"),
        ("sources", [{"path": "../out.md", "text": "a"}], "inside the workspace"),
        ("surprise", 1, "Extra inputs"),
    ],
)
def test_case__that_does_not_hang_together_is_refused(key: str, value: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        case(**{key: value})


def test_load_cases__a_name_that_there_is_not_is_said() -> None:
    with pytest.raises(BadInput, match="no case 'nope'"):
        load_cases(GOLDEN, ["nope"])


def test_fingerprint__labels_do_not_change_it_and_inputs_do() -> None:
    assert case().fingerprint() == case(never=["x"], tests="Another sentence of it.").fingerprint()
    assert case().fingerprint() != case(document="# Other\n\n- RocksDB 9.1\n").fingerprint()
