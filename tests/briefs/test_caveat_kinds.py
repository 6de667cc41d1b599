"""Kinds of caveats have a Chinese label, and reading the brief back gives the kind."""

import re

import pytest

from agent.briefs.fields import read_caveat
from agent.briefs.words import CAVEAT_KINDS
from agent.caveats.rules import RULES

KINDS = sorted({rule.kind for rule in RULES})


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_chinese_label_of_its_own(kind: str) -> None:
    label = CAVEAT_KINDS[kind]
    assert re.search("[\u4e00-\u9fff]", label)
    assert list(CAVEAT_KINDS.values()).count(label) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_reading_a_label_gives_the_kind(kind: str) -> None:
    caveat = read_caveat(f"待独立核实（{CAVEAT_KINDS[kind]} · 中风险）")
    assert caveat is not None
    assert (caveat.kind, caveat.risk, caveat.wording) == (kind, "medium", "待独立核实")
