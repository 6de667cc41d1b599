"""The bench of reading counts what is lost, and its rows let anybody count again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.bench import reading
from evals.bench.reading_truth import truth

NOTE = "---\ntitle: 甲\n---\n# 题\n\n说明 v0.30.0，见 https://x.org/a 与 2609.25050。\n\n| 模型 | TTFT |\n|---|---|\n| A | 17.71 ms |\n"


def run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[dict[str, float], int, list[dict[str, object]]]:
    code = reading.run([str(folder), "--json", "--out", str(folder.parent / "rows.jsonl")])
    result = json.loads(capsys.readouterr().out)
    rows = [
        json.loads(line) for line in (folder.parent / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return result["metrics"], code, rows


def test_folder_of_notes__everything_kept_and_refusals_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text(NOTE, encoding="utf-8")
    (folder / "b.csv").write_bytes("模型,值\nA,1\n".encode("gb18030"))
    (folder / "c.md").write_bytes(b"")
    metrics, code, rows = run(folder, capsys)
    assert code == 0
    assert (metrics["read"], metrics["refused"], metrics["crashed"]) == (2, 1, 0)
    kept = [value for name, value in metrics.items() if name.endswith(("_kept", "_ok"))]
    assert kept == [1] * 6
    assert [row["refused"] for row in rows] == ["", "", "it is empty"]
    text, offsets = rows[0]["text"], rows[0]["offsets"]
    assert isinstance(text, str)
    assert isinstance(offsets, list)
    assert all(text[place["start"] : place["end"]] == place["quote"] for place in offsets)


def test_lost_words_and_cells__lower_the_shares(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text(NOTE, encoding="utf-8")
    monkeypatch.setattr(
        "evals.bench.reading.truth", lambda suffix, data: truth(suffix, data + b"| lost | 42.5 |\n")
    )
    metrics, code, _ = run(folder, capsys)
    assert code == 1
    assert metrics["words_kept"] < 1
    assert metrics["numbers_kept"] < 1
    assert metrics["cells_kept"] < 1


@pytest.mark.parametrize(
    ("suffix", "data", "words"),
    [
        ("md", "a <!-- b --> c\n```x\nd\n```\n1. e", ["a", "c", "d", "e"]),
        ("html", "<body><nav>n</nav><p>a &amp; b</p><script>s</script></body>", ["a", "b"]),
        ("rst", "a\n\n.. b\n\n.. _c: https://x.org\n", ["a", "c", "https", "x.org"]),
        ("xml", "<rss><description>&lt;p&gt;a&lt;/p&gt;</description></rss>", ["a"]),
    ],
)
def test_truth__is_what_a_reader_of_the_file_sees(suffix: str, data: str, words: list[str]) -> None:
    held = truth(suffix, data.encode())
    assert held is not None
    assert sorted(held.tokens()) == sorted(words)
