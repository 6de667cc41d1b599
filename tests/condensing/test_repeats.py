"""What can go without a model: only what stands word for word elsewhere, said of the same thing."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.condensing import Condensed, Task, condensed
from agent.document import Applied, apply, parse

TODAY = dt.date(2026, 10, 12)


def proposals(
    text: str, *, limit: int = 10, taken: tuple[int, ...] = (), known: tuple[str, ...] = ()
) -> tuple[Condensed, ...]:
    task = Task(parse(text.encode()), "storage", "storage.md", limit, TODAY)
    return condensed(task, taken=taken, known=known)


def gone(text: str) -> list[int]:
    """Lines that are proposed to go."""
    return [change.line for one in proposals(text) for change in one.changes]


ITEM = "- **Kestrel v2.4.0** 于 2026-09-30 发布，默认纠删码 8+3。"
ROW = "| Kestrel | 128 | 41 ms |"
TABLE = "| 引擎 | 批量 | P99 |\n|---|---|---|\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"# A\n\n{ITEM}\n- Heron 进入维护模式，不再发版。\n{ITEM}\n", [5]),
        (
            f"# A\n\n{ITEM}\n- Heron 进入维护模式，不再发版。\n- Kestrel v2.4.0 于 2026-09-30 发布，默认纠删码 8+3\n",
            [5],
        ),
        (f"# A\n\n{ITEM}\n{ITEM}写放大为 1.2 倍。\n", [3]),
        (f"# A\n\n{TABLE}{ROW}\n| Heron | 64 | 29 ms |\n{ROW}\n", [7]),
        (f"# A\n\n{TABLE}{ROW}\n| Kestrel | 128 | 41 ms → 37 ms |\n", [5]),
        (f"# A\n\n{TABLE}{ROW}\n| Kestrel | 128 | 37 ms（此前 41 ms） |\n", [5]),
        (
            "# A\n\n- Kestrel latest version v2.4.0.\n- Kestrel latest version v2.5.0, supersedes v2.4.0.\n",
            [3],
        ),
        (
            "# A\n\n- Kestrel 预取收益：观察期至 2026-09-01。\n- Kestrel 预取收益：观察期至 2026-09-01，已结束，结论为收益 12%。\n",
            [3],
        ),
        (
            "# A\n\nSee arXiv:2607.01234 for silent corruption at 1.8% cost.\n\n# B\n\n"
            "Another paragraph.\n\nSee arXiv:2607.01234 for silent corruption at 1.8% cost.\n",
            [9],
        ),
    ],
)
def test_a_true_repetition_goes(text: str, lines: list[int]) -> None:
    assert gone(text) == lines
    document = parse(text.encode())
    for one in proposals(text):
        applied = apply(document, one.edits)
        assert isinstance(applied, Applied)
        assert len(applied.data.decode()) < len(text)
        assert all(proof.verdict.status == "supported" for change in one.changes for proof in change.proofs)


@pytest.mark.parametrize(
    "text",
    [
        # another value, unit, subject, bound, polarity, condition, hedge
        f"# A\n\n{ITEM}\n{ITEM.replace('8+3', '8+2')}\n",
        "# A\n\n- Kestrel 的 P99 为 41 ms。\n- Kestrel 的 P99 为 41 μs。\n",
        "# A\n\n- Kestrel 的 P99 为 41 ms。\n- Heron 的 P99 为 41 ms。\n",
        "# A\n\n- Kestrel 的 P99 为 41 ms。\n- Kestrel 的 P99 ≤ 41 ms。\n",
        "# A\n\n- Kestrel 支持跨区复制。\n- Kestrel 不支持跨区复制。\n",
        "# A\n\n- Kestrel 的吞吐提升 30%。\n- 若启用预取，Kestrel 的吞吐提升 30%。\n",
        "# A\n\n- Kestrel 的吞吐提升 30%。\n- Kestrel 的吞吐提升 30%，仅限冷读。\n",
        "# A\n\n- Kestrel reaches 30% more throughput.\n- Kestrel may reach 30% more throughput.\n",
        # a variant of the thing is another thing
        f"# A\n\n{TABLE}| Kestrel | 128 | 41 ms |\n| Kestrel (cold) | 128 | 41 ms |\n",
        f"# A\n\n{TABLE}| Kestrel | 128 | 41 ms |\n| Kestrel | 128 | 41 ms (SSD) |\n",
        # the same words under another lead, parent or heading are said of another thing
        "# A\n\n- Kestrel\n  - 批量 128 时 P99 为 41 ms\n- Heron\n  - 批量 128 时 P99 为 41 ms\n",
        "# A\n\n**Kestrel**\n\n- 批量 128 时 P99 为 41 ms\n\n**Heron**\n\n- 批量 128 时 P99 为 41 ms\n",
        "# A\n\nKestrel：\n\n- 批量 128 时 P99 为 41 ms\n\nHeron：\n\n- 批量 128 时 P99 为 41 ms\n",
        "# A\n\n## Kestrel\n\n- 批量 128 时 P99 为 41 ms\n\n## Heron\n\n- 批量 128 时 P99 为 41 ms\n",
        f"# A\n\n{TABLE}| **冷读** | | |\n{ROW}\n| **热读** | | |\n{ROW}\n",
        # two tables, numbers that are referred to, footnotes, anchors
        f"# A\n\n{TABLE}{ROW}\n\ntext between\n\n{TABLE}{ROW}\n",
        "# A\n\n1. Kestrel 的 P99 为 41 ms。\n2. Kestrel 的 P99 为 41 ms。\n",
        "# A\n\n- Kestrel 的 P99 为 41 ms。[^1]\n- Kestrel 的 P99 为 41 ms。[^2]\n\n[^1]: a\n[^2]: b\n",
        '# A\n\n- Kestrel 的 P99 为 41 ms。\n- <a id="p99"></a>Kestrel 的 P99 为 41 ms。\n',
        # a link, a code span more
        "# A\n\n- Kestrel 的 P99 为 41 ms。\n- [Kestrel](https://example.org/k) 的 P99 为 41 ms。\n".replace(
            "- Kestrel 的 P99 为 41 ms。\n", "", 1
        ),
        "# A\n\n- 用 `batch=128` 测得 Kestrel 的 P99。\n- 用 `batch=64` 测得 Kestrel 的 P99。\n",
        # a value of the new state is not one of the old
        "# A\n\n- Kestrel latest version v2.4.0, P99 41 ms.\n- Kestrel latest version v2.5.0 (previously v2.4.0), P99 41 ms.\n",
        # watched, and nothing came of it yet
        "# A\n\n- Kestrel 预取收益：观察期至 2026-09-01。\n- Kestrel 预取收益：观察期至 2026-09-01，由 tom 负责。\n",
        # what it says of is not in the item
        "# A\n\n- It reaches 30% more throughput there.\n- Heron is new. It reaches 30% more throughput there.\n",
    ],
)
def test_what_is_not_the_same_stays(text: str) -> None:
    assert gone(text) == []


def test_nothing_is_looked_for_in_a_section_within_its_limit() -> None:
    assert not proposals(f"# A\n\n{ITEM}\n{ITEM}\n", limit=4000)


def test_blocks_that_are_taken_neither_go_nor_stand_for_others() -> None:
    text = f"# A\n\n{ITEM}\n- Heron 进入维护模式，不再发版。\n{ITEM}\n"
    assert not proposals(text, taken=(1,))
    assert not proposals(text, taken=(3,))
    assert proposals(text, taken=(2,))


def test_what_was_proposed_is_known_by_its_key_though_the_section_grows() -> None:
    text = f"# A\n\n{ITEM}\n- Heron 进入维护模式，不再发版。\n{ITEM}\n"
    (first,) = proposals(text)
    keys = tuple(change.key for change in first.changes)
    assert proposals(text)[0].id == first.id
    assert proposals(f"{text}- 又一条新的内容，日期 2026-10-11。\n")[0].id == first.id
    assert not proposals(f"{text}- 又一条新的内容，日期 2026-10-11。\n", known=keys)


def test_two_sections_never_count_on_each_other() -> None:
    same = "See arXiv:2607.01234 for silent corruption at 1.8% cost."
    text = f"# A\n\n{same}\n\nMore of A.\n\n# B\n\n{same}\n\nMore of B.\n"
    found = proposals(text)
    applied = apply(parse(text.encode()), [edit for one in found for edit in one.edits])
    assert isinstance(applied, Applied)
    assert applied.data.decode().count(same) == 1


def test_three_times_the_same_leaves_one() -> None:
    text = f"# A\n\n{ITEM}\n{ITEM}\n{ITEM}\n"
    (one,) = proposals(text)
    applied = apply(parse(text.encode()), one.edits)
    assert isinstance(applied, Applied)
    assert applied.data.decode() == f"# A\n\n{ITEM}\n"
    assert (one.before, one.after) == (len(text), len(applied.data.decode()))


def test_a_section_of_a_thousand_repetitions_is_proposed_a_few_at_a_time() -> None:
    items = [f"- **Kestrel v2.{n}.0** 于 2026-09-30 发布，默认纠删码 8+3。" for n in range(60)]
    text = "# A\n\n" + "\n".join([*items, *items]) + "\n"
    (first,) = proposals(text)
    assert len(first.changes) == 40
    keys = tuple(change.key for change in first.changes)
    (second,) = proposals(text, known=keys)
    assert len(second.changes) == 20
    assert not set(keys) & {change.key for change in second.changes}
