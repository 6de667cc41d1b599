"""The editing bench on a folder of its own."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from agent.document import apply, parse
from evals.bench import editing
from evals.bench.editing_random import common_bytes, random_edit
from evals.bench.editing_replayed import replayed

DOCUMENT = "# A\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n## B\n\nb\n"
CASES = (
    {"id": "item", "insert_before_line": 4, "added_lines": ["- c"], "kind": "list_item"},
    {"id": "inside", "insert_before_line": 12, "added_lines": ["", "## C", "", "c"], "kind": "new_section"},
    {"id": "takes over", "insert_before_line": 4, "added_lines": ["", "## D", ""], "kind": "new_section"},
)


def test_people_are_replayed_save_where_a_heading_takes_over_what_follows(tmp_path: Path) -> None:
    (tmp_path / "d.md").write_text(DOCUMENT, encoding="utf-8")
    cases = tmp_path / "cases.jsonl"
    cases.write_text("".join(json.dumps({**case, "doc": "d.md"}) + "\n" for case in CASES), encoding="utf-8")
    rows = {(row["doc"], row["edit"]): row for row in replayed(cases)}
    assert rows["item", "replayed"]["ok"]
    assert rows["item", "replayed_styled"]["ok"]
    assert rows["inside", "replayed"]["ok"]
    assert not rows["takes over", "replayed"]["ok"]
    assert rows["takes over", "replayed"]["why"] == "refused: outside_section"


@pytest.mark.parametrize(
    ("base", "new", "shared"),
    [
        (b"abc", b"abXc", 3),
        (b"abc", b"abc", 3),
        (b"aa", b"aaa", 2),
        (b"abc", b"xyz", 0),
        (b"", b"x", 0),
        (b"abc", b"bc", 2),
    ],
)
def test_common_bytes_are_counted_once(base: bytes, new: bytes, shared: int) -> None:
    assert common_bytes(base, new) == shared


def test_a_file_of_any_bytes_has_the_identity(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_bytes(b"\xff\xfe# \x00a\r\r\n```\n")
    assert editing._identity(path)["ok"]


def test_random_edits_are_legal_or_refused() -> None:
    document = parse(DOCUMENT.encode())
    draw = random.Random(1)
    for section in document.sections[1:]:
        for block in section.blocks:
            for _ in range(20):
                apply(document, [random_edit(draw, section, block)])
