"""Every value of a table stands under its head: spans, several head rows, tables without a head."""

from __future__ import annotations

import pytest

from agent.models import SourceText
from tests.readers.conftest import Reader

SPANNED = (
    '<table>\n<thead>\n<tr><th rowspan=2>Model</th><th colspan="2">Speed</th></tr>\n'
    "<tr><th>TTFT</th><th>TPOT</th></tr>\n</thead>\n"
    "<tr><td rowspan='2'>A</td><td>1.0</td><td>2.0</td></tr>\n<tr><td>3.0</td><td>4.0</td></tr>\n</table>\n"
)
SIDED = "<table>\n<tr><th>Latency</th><td>17 ms</td></tr>\n<tr><th>Licence</th><td>free</td></tr>\n</table>\n"


@pytest.mark.parametrize(("name", "before"), [("a.html", ""), ("a.md", "Words first.\n\n")])
def test_html_table__spans_are_filled_and_head_rows_are_one_head(
    reader: Reader, name: str, before: str
) -> None:
    rows = [b for b in reader(name, before + SPANNED).blocks if b.kind == "table_row" and b.header]
    assert {row.header for row in rows} == {("Model", "Speed TTFT", "Speed TPOT")}
    assert [row.cells for row in rows] == [("A", "1.0", "2.0"), ("A", "3.0", "4.0")]


@pytest.mark.parametrize(("name", "before"), [("a.html", ""), ("a.md", "Words first.\n\n")])
def test_html_table_with_heads_at_its_side__has_no_head_row(reader: Reader, name: str, before: str) -> None:
    assert _rows(reader(name, before + SIDED)) == [
        (("Latency", "17 ms"), ("", "")),
        (("Licence", "free"), ("", "")),
    ]


def _rows(text: SourceText) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(block.cells, block.header) for block in text.blocks if block.kind == "table_row"]
