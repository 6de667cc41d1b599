"""The routing bench on cases of its own: figures, rows, and input without answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from evals.bench import routing
from tests.llm_server import Response, said, serving

DOCUMENT = """\
# 目录

## 调度

- [Orca](https://arxiv.org/abs/2206.00001): iteration-level scheduling
- [Sarathi](https://arxiv.org/abs/2308.16369): chunked prefill scheduling

## 量化

- [GPTQ](https://arxiv.org/abs/2210.17323): quantization of weights
- [AWQ](https://arxiv.org/abs/2306.00978): weight quantization
"""
CASE: dict[str, Any] = {
    "id": "c1",
    "repo": "someone/something",
    "file": "README.md",
    "lang": "zh",
    "kind": "list_item",
    "doc": "docs/d.md",
    "item_text": "SmoothQuant: weight and activation quantization",
    "urls": ["https://arxiv.org/abs/2311.10438"],
    "arxiv": ["2311.10438"],
    "heading_path": ["目录", "量化"],
    "heading_lines": [0, 7],
    "also_inserted_under": [],
    "insert_before_line": 11,
    "added_lines": ["- [SmoothQuant](https://arxiv.org/abs/2311.10438): weight and activation quantization"],
}


def write(folder: Path, case: dict[str, Any]) -> Path:
    (folder / "docs").mkdir()
    (folder / "docs" / "d.md").write_text(DOCUMENT, encoding="utf-8")
    path = folder / "cases.jsonl"
    path.write_text(json.dumps(case, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def test_a_case_that_goes_where_the_person_put_it_scores_in_full(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    routing.run([str(write(tmp_path, CASE)), "--json", "--out", str(out)])
    metrics = json.loads(capsys.readouterr().out)["metrics"]
    assert {name: metrics[name] for name in ("top1", "top3", "mrr", "place", "shape")} == dict.fromkeys(
        ("top1", "top3", "mrr", "place", "shape"), 1.0
    )
    row = json.loads(out.read_text(encoding="utf-8"))
    assert (row["ranked"][0], row["line"], row["new_text"]) == (7, 11, CASE["added_lines"][0])
    assert len(row["lines"]) == len(row["ranked"]) == 3


def test_without_answers_only_the_rows_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    asked = {name: CASE[name] for name in ("id", "doc", "item_text", "urls")}
    assert (
        routing.run(
            [str(write(tmp_path, asked)), "--docs", str(tmp_path / "docs"), "--json", "--out", str(out)]
        )
        == 0
    )
    assert capsys.readouterr().out == ""
    assert json.loads(out.read_text(encoding="utf-8"))["id"] == "c1"


@pytest.mark.parametrize(
    ("added", "ours", "same"),
    [
        ("- a", "- b", True),
        ("- a", "* b", False),
        ("1. a", "7. b", True),
        ("|a|b|", "| x | y |", True),
        ("|a|b|", "|x|", False),
        ("text", "other text", True),
        ("text", "- item", False),
    ],
)
def test_shape_is_the_mark_or_the_number_of_cells(added: str, ours: str, same: bool) -> None:
    assert routing._same_shape([added], ours) is same


def test_a_model_is_asked_about_what_words_do_not_decide__and_its_answers_can_be_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = {**CASE, "item_text": "一个 新 条目 prefill weights"}
    cases, record = str(write(tmp_path, case)), str(tmp_path / "record")

    def wherever(request: dict[str, Any], _: int) -> Response:
        sections = re.findall(r"⟦(s\d+)⟧\n(.*)", request["messages"][1]["content"])
        best = [name for name, path in sections if path.endswith("量化")]
        return said(json.dumps({"places": [{"note": "n1", "sections": best}]}))

    found = []
    with serving(wherever) as server:
        flags = ["--model", "loop", "--base-url", server.url, "--key-env", "", "--record", record]
        for more in (flags, ["--replay", record]):
            routing.run([cases, "--json", *more])
            found.append(json.loads(capsys.readouterr().out)["metrics"])
        assert len(server.asked) == 1
    assert found[0] == found[1]
    assert (found[0]["asked"], found[0]["asked.top1"], found[0]["top1"]) == (1.0, 1.0, 1.0)
