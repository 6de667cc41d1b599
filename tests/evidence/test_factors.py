"""A sign of multiplication is a unit before a plain word, and none before what there are several of."""

from __future__ import annotations

import pytest

from agent.evidence import supports
from agent.models import Evidence, Span


def status(claim: str, source: str) -> str:
    evidence = Evidence(id="e1", span=Span(path="a.md", start=0, end=1), quote=source, distance=1)
    return supports(claim, [evidence]).status


@pytest.mark.parametrize("sign", ["×", "x"])
def test_a_share__is_no_multiple_of_what_is_called_by_capitals(sign: str) -> None:
    source = "The repair holds in 162 cases (0.136, 95% CI [0.117, 0.155])."
    assert status(source, source) == "supported"
    assert status(source.replace("95%", f"95{sign}"), source) != "supported"


@pytest.mark.parametrize("things", ["H100", "A100 GPUs", "GPUs", "Ascend 910B", "RTX 4090"])
def test_so_many_things__are_the_same_with_and_without_the_sign(things: str) -> None:
    assert status(f"It runs on 8 {things}.", f"It runs on 8× {things}.") == "supported"
    assert status(f"It runs on 4× {things}.", f"It runs on 8× {things}.") != "supported"
