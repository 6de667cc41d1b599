"""Names of two spellings are learnt from the sources, and used across languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.ask.spellings import spellings_in
from tests.ask.notes import asker


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("- 青岚平台（Qinglan Cloud）发布", {"青岚平台": ("qinglan cloud",), "qinglan cloud": ("青岚平台",)}),
        ("Kestrel Store (红隼库) is out", {"红隼库": ("kestrel store",), "kestrel store": ("红隼库",)}),
        ("价格（Price）与新模型（Osprey）", {}),
        ("由青岚（QLC）", {}),
        ("plain text", {}),
    ],
)
def test_spellings(text: str, pairs: dict[str, tuple[str, ...]]) -> None:
    assert dict(spellings_in([text])) == pairs


def test_spellings__what_is_paired_with_many_is_no_name() -> None:
    assert "青岚" not in spellings_in([f"青岚（{name}）" for name in ("Kestrel", "Osprey", "Heron")])


def test_a_name_in_the_other_spelling__is_found(tmp_path: Path) -> None:
    notes = {
        "ana/2026-10-11-a.md": "# 云厂商\n\n青岚工坊（Qinglan Works）是一家厂商。\n",
        "bo/2026-10-12-b.md": "# Storage\n\nQinglan Works keeps 7 replicas.\n\n青岚工坊的压缩率为 72%。\n",
    }
    desk = asker(tmp_path, notes)
    assert "7 replicas" in desk.ask("青岚工坊 保留几个副本？").sentences[0].text
    assert "72%" in desk.ask("What is the compression rate of Qinglan Works?").sentences[0].text
    desk.close()
