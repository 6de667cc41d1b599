"""The table of caveats: kind, risk, wording, what settles it, and when to look again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.caveats.signs import (
    Case,
    Fields,
    contradicts_itself,
    is_fresh,
    is_preprint,
    is_stale,
    is_young,
    lacks_conditions,
    lacks_results,
    readme_claim,
    rounded,
    second_hand,
    self_reported,
    single_origin,
    unclear_release,
    unreleased,
    vendor_claim,
)
from agent.models import Risk


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of caveat: when it holds, and what it says."""

    kind: str
    risk: Risk
    zh: str
    en: str
    settled_zh: str
    settled_en: str
    months: int | None
    when: Callable[[Case], Fields | None]
    """The words that fill the wording, or None where the rule does not hold."""


RULES: tuple[Rule, ...] = (
    Rule(
        "contradicts itself", "high",
        "来源自相矛盾：{problem}；引用前需核对原文", "The source contradicts itself: {problem}; check the original before citing",
        "原文更正，或另一独立来源", "A correction of the original, or a second independent source", None, contradicts_itself,
    ),
    Rule(
        "release state", "high",
        "{name} 当前 GA 状态待核实，建议在生产部署前验证", "Whether {name} is generally available is unchecked; verify before production use",
        "发布说明或带版本号的文档", "Release notes, or documentation that names a version", 1, unclear_release,
    ),
    Rule(
        "unreleased", "medium",
        "尚未正式发布（{what}），建议在生产部署前验证", "Not released yet ({what}); verify before production use",
        "正式版本的发布说明", "The notes of a release that holds it", 1, unreleased,
    ),
    Rule(
        "young", "medium",
        "{month} 新立生态，3–6 个月观察期", "New in {month}; under observation for 3 to 6 months",
        "观察期内的版本发布、独立评测与生产使用报告", "Releases, independent evaluations and reports of production use", 3, is_young,
    ),
    Rule(
        "README claim", "medium",
        "{figure} 来自 GitHub README，待独立核实", "{figure} is claimed by the project's own page; not independently verified",
        "第三方复现或评测", "A reproduction or evaluation by a third party", 3, readme_claim,
    ),
    Rule(
        "vendor", "medium",
        "{figure} 为官方自报数字，待独立核实", "{figure} is the vendor's own number; not independently verified",
        "第三方复现或评测", "A reproduction or evaluation by a third party", 3, vendor_claim,
    ),
    Rule(
        "preprint", "medium",
        "arXiv 预印本，尚未同行评审", "arXiv preprint, not yet peer reviewed",
        "正式发表或同行评审结果", "Publication after peer review", 6, is_preprint,
    ),
    Rule(
        "no figures", "medium",
        "具体{what}数字需读全文核实", "The figures behind “{what}” are to be read in the full text",
        "全文中的实验数值", "The measured values in the full text", 1, lacks_results,
    ),
    Rule(
        "self-reported", "low",
        "{figure} 为作者自测，待独立核实", "{figure} was measured by the authors; not independently verified",
        "第三方复现或评测", "A reproduction or evaluation by a third party", 3, self_reported,
    ),
    Rule(
        "single origin", "low",
        "仅有单一来源，待独立核实", "From a single source; not independently verified",
        "另一独立来源", "A second independent source", 3, single_origin,
    ),
    Rule(
        "conditions", "medium",
        "{figure} 未给出测试条件，不宜直接比较", "{figure} is given without the conditions of its measurement; not comparable as it stands",
        "原文的测试条件", "The conditions in the original", 1, lacks_conditions,
    ),
    Rule(
        "second-hand", "medium",
        "转述，原文未核", "Reported second-hand; the original was not checked",
        "核对一手来源", "A check of the primary source", 1, second_hand,
    ),
    Rule(
        "derived", "low",
        "{figure} 为约数或换算值（原文：{quote}）", "{figure} is rounded or worked out (source: {quote})",
        "改用原文数值", "The source's own figure", None, rounded,
    ),
    Rule(
        "stale", "medium",
        "{figure} 为 {date} 的数字，已逾 3 个月，需更新", "{figure} was true on {date}, more than 3 months ago",
        "当前数值", "The value today", 0, is_stale,
    ),
    Rule(
        "volatile", "low",
        "{figure} 截至 {date}，会变动", "{figure} as of {date}; it changes",
        "下次查看时的数值", "The value when looked at again", 3, is_fresh,
    ),
)  # fmt: skip
