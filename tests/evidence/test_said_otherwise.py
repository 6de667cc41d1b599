"""Faithful rewordings that are not called wrong, and their unfaithful neighbours that are."""

from __future__ import annotations

import pytest

from agent.evidence import supports

_BAD = {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("It needs at least two Z30 / K55 nodes.", "You need two Z30 or K55 nodes or more."),
        ("The answers were collected over seven days.", "答案收集历时七天。"),
        ("首周将提供双倍额度。", "Limits are doubled in the first week."),
        ("完整运行可达 40 到 50 小时。", "A full run can take 40 to 50 hours."),
        ("当 m < 78 时，W4 的吞吐更高。", "W4 的吞吐在 m 小于 78 时更高。"),
        ("Only 38% of the time was spent on the GPU.", "No more than 38% of the time went to the GPU."),
        (
            "The team reports up to 24x higher throughput than Acorn.",
            "团队报告其吞吐最高可达 Acorn 的 24 倍。",
        ),
        ("Willow gives 1.8x higher throughput on 70B.", "Willow 在 70B 上把吞吐提高到 1.8 倍。"),
        ("减轻 4位 KV 量化的损失。", "减轻 4-bit KV 量化的损失。"),
        ("For Tern 3 8B on 1 Z100, the gate takes 33%.", "With Tern 3 8B on one Z100 the gate takes 33%."),
        ("它基于真实会话构建，而非公开代码仓库。", "它来自真实会话，不是公开的代码仓库。"),
    ],
)
def test_a_faithful_rewording_is_not_called_wrong(source: str, claim: str) -> None:
    assert supports(claim, source).status not in _BAD


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("该技术可将 Token 数量减少最多 100 倍。", "该技术至少可以把 Token 数量减少 100 倍。"),
        ("merge: 自动合并所有结果，默认为false", "merge 默认是打开的，所有结果自动合并。"),
        ("认证学生的免费访问权限、学术状态及配额保持不变。", "认证学生的免费访问权限也随之取消。"),
        (
            "This improves the throughput of Tern on 4xZ100 by 28%.",
            "It lowers the throughput of Tern on 4xZ100 by 28%.",
        ),
        ("The cache is turned on with the flag.", "The cache is turned on by default."),
    ],
)
def test_its_unfaithful_neighbour_is(source: str, claim: str) -> None:
    assert supports(claim, source).status in _BAD


@pytest.mark.parametrize(
    ("source", "claim", "right"),
    [
        ("Alder has released MX4 weights. Birch is named elsewhere.", "Alder published the MX4 weights.", True),
        ("Alder has released MX4 weights. Birch is named elsewhere.", "Birch published the MX4 weights.", False),
        ("红杉科技推出云端服务 StepNest。蓝湾发布了新手机。", "蓝湾推出了云端服务 StepNest。", False),
        ("红杉科技推出云端服务 StepNest。蓝湾发布了新手机。", "红杉科技推出了云端服务 StepNest。", True),
        ("OpenNest 开发者 Ann Lee 指责蓝湾未经授权抓取数据。", "蓝湾指责 OpenNest 的开发者未经授权抓取数据。", False),
        ("The gate takes 33% of the time. 29% of the time goes to sorting. 38% of the time goes to the card.", "Sorting takes the largest share of the time.", False),
        ("The gate takes 33% of the time. 29% of the time goes to sorting. 38% of the time goes to the card.", "Of the time, the card takes the largest share.", True),
        ("Topics:\n\n- serving: 12\n- state: 11\n- kernels: 9\n", "kernels 以 9 篇居首。", False),
        ("Topics:\n\n- serving: 12\n- state: 11\n- kernels: 9\n", "serving 以 12 篇居首。", True),
        ("交互式图表向包括免费版在内的所有订阅计划开放。", "交互式图表只对付费订阅计划开放。", False),
        ("It builds on Heron K2.5.", "It builds on Heron K2.", False),
        ("As one of the largest open models released, Tern needs two nodes.", "Tern is the largest open model.", False),
        ("当 m < 78 时，W4 更快，而当 m > 78 时，W8 更快。", "m 大于 78 时 W4 更快。", False),
        ("当 m < 78 时，W4 更快，而当 m > 78 时，W8 更快。", "m 大于 78 时 W8 更快。", True),
    ],
)  # fmt: skip
def test_who_what_most_and_for_whom(source: str, claim: str, right: bool) -> None:
    assert (supports(claim, source).status not in _BAD) is right


@pytest.mark.parametrize(
    ("source", "claim", "right"),
    [
        ("Its cost fell: ads +1.04%, latency only +5.6%.", "Latency fell by 5.6%.", False),
        ("Its cost fell: ads +1.04%, latency only +5.6%.", "Latency grew by 5.6%.", True),
        ("It gives 3.0x throughput in plain tasks, and 46.4x more hits in mixed loads.", "It gives 3.0x throughput in mixed loads.", False),
        ("It gives 3.0x throughput in plain tasks, and 46.4x more hits in mixed loads.", "It gives 3.0x throughput in plain tasks.", True),
        ("静态量化会使准确度显著下降。", "静态量化会使准确度显著提升。", False),
        ("用户可通过 `/fast` 命令启用。", "用户可通过 `/slow` 命令启用。", False),
        ("已将所有订阅计划中的上限翻倍。", "The limits are doubled on all subscription plans.", True),
        ("内存占用减少了3倍。", "内存占用降到原来的三分之一。", True),
        ("它有三个组件：1）量化方案；2）蒸馏算法；3）后端。", "它由三部分组成：量化方案、蒸馏算法、后端。", True),
        ("速度约为标准模式的 2.5 倍。", "速度约为其 2.5 倍。", True),
    ],
)  # fmt: skip
def test_where_and_which_way(source: str, claim: str, right: bool) -> None:
    assert (supports(claim, source).status not in _BAD) is right


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("That is about 83% of the ideal 4x scaling of the card.", "That is about 83% of the ideal up to 4x scaling of the card."),
        ("Only 38% of the time was spent on the card.", "Only up to 38% of the time was spent on the card."),
    ],
)  # fmt: skip
def test_a_bound_put_into_a_repeated_sentence_is_another_bound(source: str, claim: str) -> None:
    assert supports(claim, source).status in _BAD


_SIZES = """
| Model | A2 parallelism | A9 parallelism |
|---|---|---|
| Heron-7B | runs at 1、2 | runs at 2 |
| Heron-32B | runs at 4,8 | × |
"""


@pytest.mark.parametrize(
    ("claim", "right"),
    [
        ("Heron-32B 在 A2 上以 4 和 8 运行。", True),
        ("Heron-32B runs at 8 on A2.", True),
        ("Heron-7B runs at 1 or 2 on A2.", True),
        ("Heron-32B runs at 2 and 8 on A2.", False),
        ("Heron-7B runs at 8 on A2.", False),
    ],
)
def test_each_of_the_values_that_a_cell_lists_is_the_cells(claim: str, right: bool) -> None:
    assert (supports(claim, _SIZES).status not in _BAD) is right


def test_a_number_that_ends_a_name_is_said_of_nothing() -> None:
    source = "公司发布 Heron 60B 2603，压缩到 600 亿，保持 48 亿激活参数。Heron 60B 2603 拥有 60B 总参数。"
    assert supports("Heron 60B 2603 每次激活的参数只占总参数的 8%。", source).status not in _BAD
    assert supports("Heron 60B 2607 每次激活的参数只占总参数的 8%。", source).status in _BAD
