"""What a source denies, passes over, excepts, wishes or says of another is no proof, in other words each time."""

import pytest

from agent.evidence import supports

CAUGHT = {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Firefly 12 bundles WebCodecs (2026-03-02).", "Firefly 12 does not bundle WebCodecs."),
        ("Firefly 12 bundles WebCodecs (2026-03-02).", "Firefly 12 no longer bundles WebCodecs."),
        ("Basil supports warm restarts.", "Basil doesn't support warm restarts."),
        ("Basil lacks warm restarts.", "Basil has warm restarts."),
        ("萤火 12 自带端到端加密。", "萤火 12 并不自带端到端加密。"),
        ("罗勒未必兼容旧驱动。", "罗勒兼容旧驱动。"),
        ("罗勒不再需要旧驱动。", "罗勒需要旧驱动。"),
        ("罗勒面向异步任务而非同步任务。", "罗勒面向同步任务。"),
    ],
)
def test_a_negation_put_in_or_left_out_is_caught(source: str, claim: str) -> None:
    assert supports(claim, source).status in CAUGHT


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Basil not only reads YAML, it also writes TOML.", "Basil reads YAML."),
        ("Basil does not read YAML, but it reads TOML.", "Basil reads TOML."),
        ("Basil does not read YAML, but it reads TOML.", "Basil does not read YAML."),
        ("罗勒不仅支持快照，还支持回滚。", "罗勒支持快照。"),
        ("罗勒不支持快照，但支持回滚。", "罗勒支持回滚。"),
        ("罗勒不能不依赖快照。", "罗勒依赖快照。"),
        ("罗勒无需改代码。", "罗勒不需要改代码。"),
    ],
)
def test_what_is_no_denial_is_none(source: str, claim: str) -> None:
    assert supports(claim, source).status not in CAUGHT


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Polderwind wants to raise its turbines from 118 to 240 by 2031.", "Polderwind has 240 turbines."),
        ("Basil will gain warm restarts next year.", "Basil has gained warm restarts."),
        ("The vendor claims that Basil answers in 14 ms.", "Basil answers in 14 ms."),
        ("Basil could answer in 14 ms.", "Basil answers in 14 ms."),
        ("Does Basil answer in 14 ms?", "Basil answers in 14 ms."),
        ("甲骨计划到 2031 年把机柜增加到 240 个。", "甲骨有 240 个机柜。"),
        ("据传罗勒的首字延迟为 14 ms。", "罗勒的首字延迟为 14 ms。"),
        ("M7 的下一代 M8 将配 96 GB 显存。", "M7 配 96 GB 显存。"),
        ("M7 的下一代 M8 将配 96 GB 显存。", "M8 配 96 GB 显存。"),
    ],
)
def test_a_plan_a_rumour_or_a_question_is_no_fact(source: str, claim: str) -> None:
    assert supports(claim, source).status in CAUGHT


def test_a_plan_may_be_told_in_other_words_as_a_plan() -> None:
    source = "Polderwind wants to raise its turbines from 118 to 240 by 2031."
    assert supports("Polderwind is to raise its turbines to 240.", source).status not in CAUGHT


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Loading takes 3.1 s instead of 7.4 s.", "Loading takes 7.4 s."),
        ("Loading now takes 3.1 s (was 7.4 s).", "Loading takes 7.4 s."),
        ("Loading went from 7.4 s to 3.1 s.", "Loading takes 7.4 s."),
        ("Basil uses Zig rather than Nim.", "Basil uses Nim."),
        ("罗勒的加载用时降到 3.1 秒（此前为 7.4 秒）。", "罗勒的加载用时为 7.4 秒。"),
        ("罗勒的加载用时从 7.4 秒降到 3.1 秒。", "罗勒的加载用时从 3.1 秒变为 7.4 秒。"),
        ("罗勒采用快照，而不是回滚。", "罗勒采用回滚。"),
    ],
)
def test_what_was_or_was_passed_over_is_not_what_is(source: str, claim: str) -> None:
    assert supports(claim, source).status in CAUGHT


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Loading takes 3.1 s instead of 7.4 s.", "Loading takes 3.1 s."),
        ("罗勒的加载用时从 7.4 秒降到 3.1 秒。", "罗勒的加载用时为 3.1 秒。"),
        ("主从切换平均用时降到 3 秒（此前为 9 秒）。", "主从切换平均用时为 3 秒。"),
        ("罗勒单表上限提高到 64 TB。", "罗勒单表上限为 64 TB。"),
    ],
)
def test_the_end_of_a_change_is_what_is(source: str, claim: str) -> None:
    assert supports(claim, source).status == "supported"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("- CVE-2025-11111: heap overflow, severity high\n- CVE-2025-22222: log flood, severity low", "CVE-2025-22222 has the severity high."),
        ("- M7 涨价 300 元；M8 显存 96 GB；M9 驱动修复。", "M7 的显存为 96 GB。"),
        ("Basil has 12 GB, Sage has 40 GB, and Thyme has 7 GB.", "Basil has 40 GB."),
        ("Basil needs 12 GB, compared with 40 GB for Sage.", "Sage needs 12 GB."),
        ("罗勒得 51.2%，超过鼠尾草（Sage）；Thyme 得 33.8%。", "Sage 得 33.8%。"),
        ("Basil, Sage and Thyme draw 12, 40 and 7 W respectively.", "Sage draws 7 W."),
    ],
)  # fmt: skip
def test_what_is_said_of_the_neighbour_is_not_said_of_a_thing(source: str, claim: str) -> None:
    assert supports(claim, source).status in CAUGHT


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Basil beats Sage in recall.", "Sage beats Basil in recall."),
        ("Sage is beaten by Basil in recall.", "Sage is ahead of Basil in recall."),
        ("Basil 在榜上得 51.2%，超过 Sage 的 33.8%。", "Sage 在榜上超过 Basil。"),
        ("Sage 由 Basil 取代。", "Sage 取代 Basil。"),
        ("Basil 的召回率比 Sage 高。", "Sage 的召回率高于 Basil。"),
        ("Basil acquired Sage.", "Basil was acquired by Sage."),
    ],
)
def test_a_relation_turned_round_is_caught(source: str, claim: str) -> None:
    assert supports(claim, source).status == "contradicted"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Sage is beaten by Basil in recall.", "Basil beats Sage in recall."),
        ("Sage 由 Basil 取代。", "Basil 取代 Sage。"),
        ("与 Sage 相比，Basil 的召回率更高。", "Basil 的召回率高于 Sage。"),
    ],
)
def test_a_relation_in_the_other_voice_is_the_same(source: str, claim: str) -> None:
    assert supports(claim, source).status not in CAUGHT


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Basil：9.1k★，本周新增 480 个。", "Basil 本周新增 9.1k★。"),
        ("Basil has 612 tests, of which 15 fail.", "612 tests of Basil fail."),
        ("罗勒共 612 项测试，其中 15 项失败。", "罗勒共 15 项测试。"),
        ("Basil cut the bill by 12% to 830 euros.", "Basil cut the bill by 830 euros."),
        ("罗勒的上限提高了 24 TB，达到 64 TB。", "罗勒的上限为 24 TB。"),
    ],
)
def test_two_figures_of_one_clause_keep_their_roles(source: str, claim: str) -> None:
    assert supports(claim, source).status in CAUGHT


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("All engines except Basil support snapshots.", "Basil supports snapshots."),
        ("除 Basil 外，所有引擎都支持快照。", "所有引擎都支持快照。"),
        ("Only Basil supports snapshots.", "Sage supports snapshots."),
        ("罗勒仅在关闭日志时支持快照。", "罗勒始终支持快照。"),
        ("Voltline says 98.1% of the charges succeed.", "An independent survey found that 98.1% of Voltline's charges succeed."),
    ],
)  # fmt: skip
def test_exceptions_limits_and_origins_are_kept(source: str, claim: str) -> None:
    assert supports(claim, source).status in CAUGHT


def test_neutral_verbs_stand_for_a_colon_and_no_more() -> None:
    assert supports("Basil 收录 930 条资源。", "Basil：210★，930 条资源").status == "supported"
    assert supports("Basil 需要快照接口。", "Basil 提供快照接口。").status != "supported"
    assert supports("平均 TTFT 30 ms。", "Mean TTFT 30 ms").status == "supported"


def test_a_value_of_a_columns_head_may_be_said_of_its_row() -> None:
    table = "| Car | Pack (kWh) | 20–70 % (min) |\n|---|---|---|\n| Egret | 55 | 19 |\n| Heron | 71 | 24 |\n"
    assert supports("The Egret charges from 20 to 70 % in 19 minutes.", table).status not in CAUGHT
    assert supports("The Egret charges from 20 to 70 % in 24 minutes.", table).status in CAUGHT


def test_an_id_in_brackets_is_not_in_the_place_of_the_name() -> None:
    source = "TrapNote (arXiv:2511.04410) holds 310 tasks in which a tool lies."
    assert supports("TrapNote holds 310 tasks.", source).status == "supported"
