"""Two questions in one sentence."""

from __future__ import annotations

import pytest

from agent.ask.parts import parts_of
from agent.ask.understand import understand


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("What throughput does Heron reach, and how many nodes does it need?", 2),
        ("Heron 的吞吐是多少？它需要几个节点？", 2),
        ("What throughput does Heron reach?", 0),
        ("Heron 和 Kestrel 的吞吐是多少？", 0),
    ],
)
def test_parts(text: str, count: int) -> None:
    assert len(parts_of(understand(text))) == count


def test_parts__the_later_one_is_about_what_the_first_names() -> None:
    _, later = parts_of(understand("What throughput does Heron reach, and how many nodes does it need?"))
    assert {"Heron", "nodes"} <= {term.text for term in later.terms}
