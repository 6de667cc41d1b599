"""Counts and what stands beside them."""

import pytest

from agent.consistency import faults


@pytest.mark.parametrize("text", ["四、Agent 记忆三层架构", "## 二、缓存四级分类", "3、调度器五种策略"])
def test_faulty_counts__the_number_of_a_heading_is_no_name(text: str) -> None:
    assert not faults(f"{text}\n\n正文。\n")
