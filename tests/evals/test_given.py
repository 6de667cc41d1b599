"""What benches are given: rows, labels, files; and that each bench tells bad input in one sentence with its place."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from agent.errors import BadInput
from evals.bench import (
    ask,
    consistency,
    editing,
    fidelity,
    joining,
    liars,
    night,
    novelty,
    peers,
    reading,
    routing,
)
from evals.bench.given import Row, count, document_of, files_of, nothing_scored, read_rows
from evals.bench.perturb import __main__ as perturb
from evals.bench.report import write_rows

Run = Callable[[Sequence[str]], int]


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    rows = [{"id": "一", "n": 1}, {"id": "b\u2028", "n": None}]
    write_rows(tmp_path / "rows.jsonl", rows)
    assert list(read_rows(tmp_path / "rows.jsonl")) == rows


@pytest.mark.parametrize("line", [b"{", b"[1]", b'{"id": 2'])
def test_a_line_that_is_not_one_object_is_named(tmp_path: Path, line: bytes) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"id": 1}\n\n' + line + b"\n")
    with pytest.raises(BadInput, match=r"rows\.jsonl:3: "):
        list(read_rows(file))


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="UTF-8"):
        list(read_rows(tmp_path / "rows.jsonl"))


def test_a_key_that_is_not_there_or_of_another_kind_is_named_with_its_line() -> None:
    row = Row({"a": 1, "b": True, "c": None}, "f.jsonl:7")
    assert row.of("a", int) == 1
    with pytest.raises(BadInput, match=r"f\.jsonl:7: the row has no 'x'"):
        row["x"]
    with pytest.raises(BadInput, match=r"f\.jsonl:7: 'a' must be a text"):
        row.of("a", str)
    with pytest.raises(BadInput, match="'b' must be a whole number"):
        row.of("b", int)


@pytest.mark.parametrize(
    ("label", "said"),
    [(1, True), (1.0, True), (True, True), ("yes", True), ("Fine", True), (0, False), (0.0, False), ("false", False),
     ("0", False), (None, None)],
)  # fmt: skip
def test_a_label_is_true_or_false__in_whatever_form(label: object, said: bool | None) -> None:
    assert Row({"label": label}, "f:1").answer("same", "label", yes=("fine",)) is said


def test_a_label_of_an_unknown_word_is_no_answer_that_may_be_guessed() -> None:
    with pytest.raises(BadInput, match="f:1: 'label' is 'perhaps'"):
        Row({"label": "perhaps"}, "f:1").answer("label")


def test_a_document_is_found_by_its_path_or_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "d.md").write_text("x")
    assert document_of(Row({"doc": "docs/d.md"}, "f:1"), tmp_path) == tmp_path / "d.md"
    with pytest.raises(BadInput, match=r"f:2: there is no file e\.md"):
        document_of(Row({"doc": "e.md"}, "f:2"), tmp_path)


def test_files__hidden_ones_are_left_out_and_absent_places_are_named(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.md").write_text("x")
    (tmp_path / ".hidden").write_text("x")
    assert files_of([tmp_path]) == [(tmp_path / "a" / "b.md", "a/b.md")]
    assert files_of([tmp_path / "a" / "b.md"]) == [(tmp_path / "a" / "b.md", "b.md")]
    with pytest.raises(BadInput, match="none: there is no such"):
        files_of([tmp_path, tmp_path / "none"])


def test_nothing_scored__is_said__and_is_no_success_where_nothing_was_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert nothing_scored(3, tmp_path / "out.jsonl") == 0
    assert "3 predictions" in capsys.readouterr().err
    with pytest.raises(BadInput, match="--out"):
        nothing_scored(3, None)
    with pytest.raises(BadInput, match="no row"):
        nothing_scored(0, tmp_path / "out.jsonl")


def test_a_count_is_a_number_from_1() -> None:
    assert count("12") == 12
    for said in ("0", "-3", "many"):
        with pytest.raises(argparse.ArgumentTypeError):
            count(said)


@pytest.mark.parametrize(
    "bench", [joining.run, novelty.run, routing.run, fidelity.run, consistency.run, editing.run, reading.run, liars.run,
              night.run, peers.run, ask.run]
)  # fmt: skip
def test_every_bench_names_a_file_that_is_not_there(bench: Run, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="none"):
        bench([str(tmp_path / "none")])


@pytest.mark.parametrize("words", [("check",), ("make",)])
def test_perturb_names_a_file_that_is_not_there(words: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="none"):
        perturb.run([*words, str(tmp_path / "none")])


@pytest.mark.parametrize(
    ("bench", "row", "wrong"),
    [
        (joining.run, {"id": 1, "a": "x"}, "no 'b'"),
        (joining.run, {"id": 1, "a": "x", "b": "y", "same": "maybe"}, "'same' is 'maybe'"),
        (novelty.run, {"id": 1, "item_text": "x"}, "no 'doc'"),
        (routing.run, {"id": 1, "doc": "none.md"}, "no file none.md"),
        (fidelity.run, {"id": 1, "source": "x"}, "no 'claim'"),
        (fidelity.run, {"id": 1, "source": "x", "claim": "y", "label": "half"}, "'label' is 'half'"),
        (consistency.run, {"id": 1}, "no 'text'"),
        (consistency.run, {"id": 1, "text": "x", "date": "soon"}, "'soon' is no date"),
    ],
)
def test_every_bench_names_the_line_that_is_wrong(
    bench: Run, row: dict[str, Any], wrong: str, tmp_path: Path
) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text("\n" + json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match=f"rows.jsonl:2: .*{wrong}"):
        bench([str(file), "--out", str(tmp_path / "out.jsonl")])
