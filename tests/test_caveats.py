"""Each caveat comes where its sign stands, and not elsewhere."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest

from agent.caveats import RULES, caveats_for, months_after
from agent.models import Caveat, Doubt, Evidence, FactCheck, Span, Verdict

NIGHT = dt.date(2026, 9, 25)


def caveats(claim: str, **given: Any) -> dict[str, Caveat]:
    return {c.kind: c for c in caveats_for(claim, date=NIGHT, language=given.pop("language", "zh"), **given)}


def evidence(distance: int, origin: str = "https://site.org/a") -> Evidence:
    return Evidence.model_validate(
        {
            "id": "e",
            "span": Span(path="n.md", start=0, end=1),
            "quote": "q",
            "distance": distance,
            "origin": origin,
        }
    )


def test_a_preprint_says_so_until_it_is_published() -> None:
    found = caveats("Orca 提出三平面架构", urls=["https://arxiv.org/abs/2608.01234"])
    assert found["preprint"].wording == "arXiv 预印本，尚未同行评审"
    assert found["preprint"].look_again == dt.date(2027, 3, 25)
    assert "preprint" not in caveats("Orca accepted at OSDI 2026", urls=["https://arxiv.org/abs/2608.01234"])


def test_a_paper_that_gains_without_figures_is_to_be_read() -> None:
    assert (
        caveats("面向训练的故障容忍架构", urls=["arXiv:2608.01234"])["no figures"].wording
        == "具体故障容忍数字需读全文核实"
    )
    assert "no figures" not in caveats("恢复时间降低 40%", urls=["arXiv:2608.01234"])


def test_a_word_of_a_title_claims_no_gain() -> None:
    for claim in (
        "Seal: Efficient Scheduling for Long Prompts appeared.",
        "《高效率推理的提升之道》发布预印本",
        "They posted [faster recovery and performance](https://example.org/p).",
    ):
        assert "no figures" not in caveats(claim, urls=["arXiv:2608.01234"]), claim
    assert "no figures" in caveats("Seal has an efficient scheduler.", urls=["arXiv:2608.01234"])


def test_a_word_within_the_name_of_a_setting_claims_no_gain() -> None:
    for claim in ("Runs use `--speed-test-length 256`.", "The set is `recovery_set`."):
        assert "no figures" not in caveats(claim, urls=["arXiv:2608.01234"]), claim


def test_a_young_repository_is_watched_for_three_months() -> None:
    found = caveats("orca/orca（2026-09-21 创建）支持决策", urls=["https://github.com/orca/orca"])
    assert found["young"].wording == "2026-09 新立生态，3–6 个月观察期"
    assert found["young"].look_again == dt.date(2026, 12, 25)
    table = "| 项目 | 创建时间 |\n|---|---|\n| orca/orca | 2026-08-21 |"
    assert caveats(table, urls=["https://github.com/orca/orca"])["young"].wording.startswith("2026-08")
    assert "young" not in caveats("orca/orca（2024-09-21 创建）", urls=["https://github.com/orca/orca"])


def test_a_figure_of_a_readme_awaits_verification() -> None:
    found = caveats("Orca 前向仅 50ms", urls=["https://github.com/orca/orca"])
    assert found["README claim"].wording == "50ms 来自 GitHub README，待独立核实"
    other = caveats("Orca 前向仅 50ms", urls=["https://github.com/orca/orca", "https://lab.edu/review"])
    assert "README claim" not in other


def test_an_issue_is_no_page_of_its_project() -> None:
    assert "README claim" not in caveats("Orca 前向仅 50ms", urls=["https://github.com/orca/orca/issues/37"])


def test_a_vendors_own_number_says_so() -> None:
    found = caveats("Orca 吞吐提升 2.8×", urls=["https://blog.orca.ai/fast"], context="Orca 官方博客")
    assert found["vendor"].wording == "2.8× 吞吐 为官方自报数字，待独立核实"
    english = caveats(
        "Orca is 2.8x faster", urls=["https://blog.orca.ai/fast"], language="en", context="official blog"
    )
    assert english["vendor"].wording == "2.8x is the vendor's own number; not independently verified"


def test_an_address_in_a_claim_makes_nobody_its_vendor() -> None:
    url = "https://fastbench.dev/2026"
    assert "vendor" not in caveats(
        f"Orca is 4 times as fast as Kite. Source: {url}", urls=[url], language="en"
    )
    assert "vendor" in caveats(
        f"fastbench is 4 times as fast as Kite. Source: {url}", urls=[url], language="en"
    )


def test_an_offshoot_without_a_version_has_an_unclear_release_state() -> None:
    found = caveats(
        "tinyLLM-Vision 进军视频字幕，tinyLLM-Vision 与 FastClip 集成", urls=["https://blog.tiny.ai"]
    )
    assert found["release state"].wording == "tinyLLM-Vision 当前 GA 状态待核实，建议在生产部署前验证"
    assert found["release state"].risk == "high"
    assert "release state" not in caveats("tinyLLM-Vision v1.2 正式发布", urls=["https://blog.tiny.ai"])


def test_what_the_source_calls_unreleased_is_marked() -> None:
    assert "unreleased" in caveats("该特性仅在 nightly 可用")
    assert "unreleased" not in caveats("该特性已正式发布")


def test_a_figure_without_conditions_is_not_comparable() -> None:
    assert "conditions" in caveats("吞吐提升 2.8×", urls=["https://a.org/x"])
    assert "conditions" not in caveats("H100 上吞吐提升 2.8×", urls=["https://a.org/x"])
    assert "conditions" not in caveats("16 核、64 GB 内存上查询耗时 18 ms", urls=["https://a.org/x"])
    assert "conditions" not in caveats("answers a query in 18 ms on 16 cores", urls=["https://a.org/x"])


def test_origins_count_once_however_they_are_written() -> None:
    one = caveats("吞吐 100 tok/s", urls=["https://a.org/x", "http://www.a.org/x/"])
    assert "single origin" in one
    assert "single origin" not in caveats("吞吐 100 tok/s", urls=["https://a.org/x", "https://b.org/y"])


def test_a_report_of_a_report_says_so() -> None:
    assert caveats("甲", evidence=[evidence(2)])["second-hand"].wording == "转述，原文未核"
    assert "second-hand" not in caveats("甲", evidence=[evidence(1), evidence(2)])
    near = Verdict(status="supported", reason="", distance=1)
    assert "second-hand" not in caveats("甲", evidence=[evidence(2)], verdict=near)


def test_a_source_that_contradicts_itself_says_what_clashes() -> None:
    clash = Doubt(kind="superlative", title="t", problem="称 128 最优，而 256 更低")
    assert caveats("甲", doubts=[clash])["contradicts itself"].wording.startswith("来源自相矛盾：称 128 最优")
    assert "contradicts itself" not in caveats("甲", doubts=[Doubt(kind="duplicate", title="t")])


def test_a_rounded_figure_names_the_original() -> None:
    fact = FactCheck(
        kind="quantity", text="1k★", start=0, end=3, status="proved", how="rounded", quote="1014★"
    )
    verdict = Verdict(status="supported", reason="", facts=(fact,), distance=1)
    assert caveats("Orca 1k★", verdict=verdict)["derived"].wording == "1k★ 为约数或换算值（原文：1014★）"


def test_a_volatile_figure_carries_its_day_and_grows_stale() -> None:
    assert caveats("Orca 有 1014★")["volatile"].wording == "1014★ 截至 2026-09-25，会变动"
    old = caveats("Orca 每周安装量约 200 万次（2026-03）")
    assert old["stale"].wording == "200 万次 为 2026-03 的数字，已逾 3 个月，需更新"
    assert "volatile" not in old


def test_a_plain_claim_carries_nothing() -> None:
    assert caveats("Orca 采用三平面架构", urls=["https://a.org/x", "https://b.org/y"]) == {}


def test_months_end_on_a_day_that_exists() -> None:
    assert months_after(dt.date(2026, 11, 30), 3) == dt.date(2027, 2, 28)
    assert months_after(dt.date(2026, 1, 31), 1) == dt.date(2026, 2, 28)


def test_every_rule_is_worded_in_both_languages() -> None:
    for rule in RULES:
        assert re.search("[\u4e00-\u9fff]", rule.zh)
        assert not re.search("[\u4e00-\u9fff]", rule.en)
        assert rule.settled_zh
        assert rule.settled_en
    assert len({rule.kind for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (3, ("2026-09 新立生态，3–6 个月观察期", "50ms 来自 GitHub README，待独立核实")),
        (4, ("vLLM-Omni 当前 GA 状态待核实，建议在生产部署前验证",)),
        (5, ("arXiv 预印本，尚未同行评审", "具体故障容忍数字需读全文核实")),
    ],
)
def test_the_doubts_of_the_real_brief_come_out_of_its_increments(
    number: int, expected: tuple[str, ...]
) -> None:
    brief = Path(__file__).parents[2] / "shared" / "brief" / "e1-inference-2026-09-25.md"
    if not brief.exists():
        pytest.skip("the real brief lies outside the project and is absent here")
    text = brief.read_text(encoding="utf-8")
    part = re.search(rf"^增量 {number}：.*?(?=^增量 {number + 1}：|^三、)", text, re.S | re.M)
    assert part is not None
    kept = [line for line in part[0].split("\n") if not line.startswith(("可信度", "与活文档", "建议归入"))]
    urls = re.findall(r"https?://[^\s）（)]+", part[0])
    wordings = {c.wording for c in caveats_for("\n".join(kept), date=NIGHT, language="zh", urls=urls)}
    assert set(expected) <= wordings


@pytest.mark.parametrize(
    ("claim", "measured"),
    [
        ("缓存条目默认保留 600 秒。", False),
        ("The health check times out after 30 s by default.", False),
        ("`--alder-wait 5s` sets the interval.", False),
        ("抽检比例从 2% 提高到 5%。", False),
        ("The timeout was cut from 30 s to 10 s.", False),
        ("首 token 延迟为 180 ms。", True),
        ("首 token 延迟从 180 ms 降到 95 ms。", True),
        ("It is 1.8x faster than before.", True),
        ("默认配置下吞吐提升 30%。", True),
    ],
)
def test_a_setting_or_a_time_limit_is_no_measurement(claim: str, measured: bool) -> None:
    kinds = {caveat.kind for caveat in caveats_for(claim, date=NIGHT, language="zh")}
    assert ("conditions" in kinds) is measured


@pytest.mark.parametrize(
    ("claim", "urls", "preprint"),
    [
        ("Alder 分层缓存，见 arXiv:2605.01234。", (), True),
        ("Alder 分层缓存，arXiv:2605.01234，发表于 AAAI 2026。", (), False),
        ("Alder caches in layers, arXiv:2605.01234.", ("https://www.usenix.org/conference/osdi26/alder",), False),
        ("Alder caches in layers, arXiv:2605.01234.", ("https://doi.org/10.48550/arXiv.2605.01234",), True),
        ("Alder caches in layers, arXiv:2605.01234.", ("https://doi.org/10.1145/1234567",), False),
    ],
)  # fmt: skip
def test_a_published_work_is_no_preprint(claim: str, urls: tuple[str, ...], preprint: bool) -> None:
    kinds = {caveat.kind for caveat in caveats_for(claim, date=NIGHT, language="zh", urls=urls)}
    assert ("preprint" in kinds) is preprint
