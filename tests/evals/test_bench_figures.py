"""What benches count: nothing is left out unsaid, and no figure is right because nothing was looked at."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from agent.document import Applied
from agent.errors import BadInput
from evals.bench import editing, editing_random, fidelity, novelty, reading, routing
from evals.bench.editing_speed import speed
from evals.bench.peers import correction_of
from evals.bench.perturb.__main__ import run as perturb
from tests.evals.test_routing_bench import CASE, write

Told = dict[str, Any]


@pytest.fixture
def told(
    capsys: pytest.CaptureFixture[str],
) -> Callable[[Callable[[Sequence[str]], int], Sequence[str]], Told]:
    """The result of a bench as it prints it."""

    def run(bench: Callable[[Sequence[str]], int], words: Sequence[str]) -> Told:
        bench([*words, "--json"])
        found: Told = json.loads(capsys.readouterr().out)
        return found

    return run


def rows(path: Path, *made: Told) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in made), encoding="utf-8")
    return str(path)


def test_reading__a_folder_of_which_nothing_is_read_meets_no_target(tmp_path: Path, told: Any) -> None:
    (tmp_path / "a.md").write_bytes(b"")
    found = told(reading.run, [str(tmp_path)])
    assert found["metrics"]["refused"] == 1
    assert found["pass"] is False


def test_reading__a_number_is_not_kept_as_a_part_of_another(
    tmp_path: Path, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("The 1500 requests took 25 s.\n")
    truth = reading.truth
    monkeypatch.setattr(reading, "truth", lambda suffix, data: truth(suffix, data + b"and 50 more\n"))
    assert told(reading.run, [str(tmp_path)])["metrics"]["numbers_kept"] == pytest.approx(2 / 3)


def test_routing__a_heading_that_is_not_found_is_a_miss(tmp_path: Path, told: Any) -> None:
    lost = {**CASE, "heading_lines": [0, 8]}
    found = told(routing.run, [str(write(tmp_path, lost))])
    assert (found["n"], found["metrics"]["top1"], found["notes"]["not scored"]) == (1, 0.0, {})


def test_routing__what_is_not_scored_is_told(tmp_path: Path, told: Any) -> None:
    file = write(tmp_path, CASE)
    rows(file, CASE, {**CASE, "kind": "new_section"}, {"id": "x", "doc": "docs/d.md", "item_text": "a b"})
    assert told(routing.run, [str(file)])["notes"]["not scored"] == {"a new section": 1, "no answer": 1}


def test_novelty__a_limit_is_kept_and_cases_are_drawn_by_document(tmp_path: Path, told: Any) -> None:
    file = write(tmp_path, CASE)
    rows(file, *({**CASE, "id": f"c{number}"} for number in range(5)))
    notes = told(novelty.run, [str(file), "--limit", "3"])["notes"]
    assert notes["cases"] == 3
    assert notes["right by variant"]["new"].endswith("/3")
    # Cases of one document are drawn together: with a single one nothing can vary.
    assert notes["recall_new_95"][0] == notes["recall_new_95"][1]


def test_fidelity__rows_without_a_label_are_counted_beside_the_figures(tmp_path: Path, told: Any) -> None:
    row = {
        "id": 1,
        "dataset": "toy",
        "source": "Kestrel 2.5 reads 412 MB/s.",
        "claim": "Kestrel reads 412 MB/s.",
    }
    file = rows(
        tmp_path / "f.jsonl", {**row, "label": True}, {**row, "label": 0, "kind": "Not enough info"}, row
    )
    found = told(fidelity.run, [file, "--rounds", "2"])
    assert found["n"] == 1
    assert found["notes"]["left out: no label, or not enough information"] == {"toy": 2}


def test_perturb__labels_are_read_in_every_form(tmp_path: Path, told: Any) -> None:
    row = {"source": "Kestrel reads 412 MB/s.", "claim": "Kestrel reads 412 MB/s.", "kind": "quoted"}
    wrong = {**row, "claim": "Kestrel reads 421 MB/s.", "kind": "digit"}
    file = rows(tmp_path / "p.jsonl", {**row, "label": 1.0}, {**wrong, "label": 0.0}, {**row, "label": None})
    found = told(lambda words: perturb(["check", *words]), [file])
    assert (found["metrics"]["caught.digit"], found["metrics"]["false_alarm"]) == (1.0, 0.0)
    assert found["notes"]["faithful claims"] == 1


def test_editing__a_crash_is_counted_and_the_run_goes_on(
    tmp_path: Path, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "d.md").write_text("# A\n\n- a\n- b\n\nText.\n")
    whole = editing_random.apply

    def breaks(document: Any, edits: Any) -> Applied | Any:
        if len(edits) == 1 and edits[0].op == "insert_item":
            raise IndexError("list index out of range")
        return whole(document, edits)

    monkeypatch.setattr(editing_random, "apply", breaks)
    monkeypatch.setattr(editing_random, "subsets", lambda *_: [])
    monkeypatch.setattr(editing, "subsets", lambda *_: [])
    monkeypatch.setattr(editing, "speed", lambda _: {})
    found = told(editing.run, [str(tmp_path), "--edits", "30"])
    assert 0 < found["metrics"]["untouched"] < 1
    assert any("crashed: IndexError" in why for why in found["notes"]["why"])


def test_editing__a_folder_without_a_document_is_named_and_does_not_go_on_for_ever(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(BadInput, match="no Markdown"):
        editing.run([str(tmp_path)])


def test_editing__documents_without_a_list_and_with_an_open_fence_have_a_speed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("evals.bench.editing_speed.MEGABYTE", 3_000)
    found = speed([b"# A\n\ntext\n\n```\ncode\n"])
    assert found["edit_ms"] is None
    assert found["parse_ms"] is not None


def test_peers__a_correction_of_what_no_note_says_is_refused(tmp_path: Path) -> None:
    note = tmp_path / "n.md"
    note.write_text("It takes 12.86 ms.")
    assert correction_of((str(note), "12.86", "12.68"), [note]) == (note, "12.86", "12.68")
    assert correction_of(None, [note]) is None
    with pytest.raises(BadInput, match="nothing to correct"):
        correction_of((str(note), "99", "98"), [note])
    with pytest.raises(BadInput, match="none of the notes"):
        correction_of((str(note), "12.86", "12.68"), [])
