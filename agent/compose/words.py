"""The words of a composed brief, in the document's language. Whatever they stand around is quoted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from agent.models import Language, Priority, Relation

Stand = Literal["anchored", "in reserve", "kept on", "refused", "gone"]
"""The first three are the standings of the design; what was refused or taken back has none any more."""
Move = Literal[
    "accepted", "edited", "merged", "promoted", "demoted", "proposed", "refused", "withdrawn", "taken out"
]
"""What gave a thing its standing: a person's decision, where it stands in the document, or that nobody decided."""


@dataclass(frozen=True)
class Phrases:
    """One language's wordings; each takes what `str.format` names."""

    language: Language
    comma: str
    semicolon: str
    count: str
    news: str
    works: str
    write: str
    edit: str
    settle: str
    listed: str
    dated: Mapping[str, str]
    """By what a date comes from, how that is told."""
    told_in: str
    near: str
    """Of what is only near the document."""
    slight: str
    """Of what is one person's word, or a title."""
    raw: str
    """Of rows of raw data, which are no increment."""
    new_here: str
    kept: str
    earlier_pending: str
    kept_on: str
    brought: str
    not_judged: str
    arrow: str
    stands: dict[Stand, str]
    moves: dict[Move, str]
    met: dict[Relation, str]
    baseline_count: str
    baseline_line: str
    baseline_more: str
    baseline_source: str
    before_first: str
    """Of notes that are older than any night: no night has dealt with them."""
    not_there: str
    no_reason: str
    watched: str
    settled: str
    at_line: str
    plus_kept: str
    relations: dict[Relation, str]
    nothing: str
    unread: str
    still_unread: str
    baseline: str
    covered: str
    confirmed: str
    borderline: str
    turned_away: str
    contradiction: str
    contradiction_problem: str
    contradiction_advice: str
    filing: str
    filing_problem: str
    filing_advice: str
    foreseen: str
    foreseen_problem: str
    foreseen_advice: str
    foreseen_again: str
    rivals: str
    rivals_problem: str
    disputed: str
    yields: str
    high: str
    medium: str
    low: str
    sources: str
    no_source: str
    alone: str
    unsourced: str
    preprint: str
    published: str
    one_page: str
    first_hand: str
    digest_only: str
    notes: str
    reserve: str
    unsure: str
    footer: str
    priorities: dict[Priority, str]

    def differing(self, why: str) -> str:
        """The two values that a reason of the comparison names, `43 against 41`, in this language."""
        return (
            why.replace("version ", "版本 ", 1).replace(" against ", " 对 ") if self.language == "zh" else why
        )


CHINESE = Phrases(
    language="zh",
    comma="、",
    semicolon="；",
    count="增量条数：{n} 条主增量（目标区间 {least}-{most}；{start} ~ {end}）",
    news="核心新增：{titles}",
    works="涉及文献号：本次新增 {new} 个{ids}；续用 {kept} 个",
    write="写入 {target}",
    edit="改写 {target} L{line}",
    settle="核实后改写 {target} L{line}，两说并陈",
    dated={
        "front matter": "{day}，据文首信息",
        "git": "{day}，据最后一次 git 提交",
        "mtime": "{day}，据文件时间",
    },
    told_in="{why}；见 {place}",
    near="临近，是否属活文档的主题待定；建议 {target}",
    slight="一家之言而无出处，或只有题目，待核实；建议 {target}",
    raw="原始数据表，不作增量；相关章节 {target}",
    listed="未入前 {most} 条；建议 {target}",
    new_here="本次新增 → {target}",
    kept="续立（活文档 L{line}）",
    earlier_pending="{night} 已提出「{title}」（预备，未定）；",
    kept_on="续立（活文档 L{line}，本夜未见新说）",
    brought="{night} 基线：{stand}；{moved}",
    not_judged="本夜未评",
    arrow=" → ",
    stands={
        "anchored": "锚定",
        "in reserve": "预备",
        "kept on": "续立",
        "refused": "已拒绝",
        "gone": "已撤",
    },
    moves={
        "accepted": "已接受，写入 {section}",
        "edited": "经人改写后接受，写入 {section}",
        "merged": "已合入 {section}",
        "promoted": "由预备升为锚定，现在 {section}",
        "demoted": "由正文移入预备 {section}",
        "proposed": "已提出，未定，建议 {section}",
        "refused": "未采纳：{reason}",
        "withdrawn": "分支已不在，未合入",
        "taken out": "合入后又从活文档移出",
    },
    met={
        "covered": "本夜 {path} 再次提到",
        "confirms": "本夜 {path} 另有来源印证",
        "extends": "本夜 {path} 有补充",
        "supersedes": "本夜 {path} 有更新的说法",
        "contradicts": "本夜 {path} 与之不一致，待核实",
        "new": "本夜 {path} 相关",
    },
    baseline_count="基线：此前夜间带来 {n} 项，其中上一夜 {recent} 项；{told}",
    baseline_line="「{title}」（{night}）：{stand}；{moved}",
    baseline_more="另有 {n} 项从略",
    baseline_source="此前夜间的基线：{told}",
    before_first="早于首夜的来稿，未起草：{told}",
    not_there="活文档未见",
    no_reason="未说明理由",
    watched="{n} 处待核实仍在观察",
    settled="{n} 处待核实已了结",
    at_line="（活文档 L{line}）",
    plus_kept="，续立",
    relations={
        "new": "活文档尚无本条",
        "extends": "活文档 L{line} 已有「{quote}」，本条补充",
        "confirms": "活文档 L{line} 已有「{quote}」，本条另有来源印证",
        "supersedes": "活文档 L{line} 写「{quote}」，本条较新",
        "contradicts": "活文档 L{line} 写「{quote}」，本条与之不一致",
        "covered": "活文档 L{line} 已有「{quote}」",
    },
    nothing="只列题目，没有可核对的内容",
    unread="未读：{reason}",
    still_unread="另有 {n} 个此前已报不可读的文件，未变",
    baseline="早于首夜的来稿，未起草",
    covered="已被活文档覆盖（L{lines}）",
    confirmed="活文档已有（L{lines}），本夜另有来源印证，续立",
    borderline="（临近，待审）",
    turned_away="；另有 {n} 条不采：{titles}（{why}）",
    contradiction="{title}：来源与活文档不一致",
    contradiction_problem="活文档 L{line}「{quote}」；来源：{why}",
    contradiction_advice="核对原始来源后再改，改时写明两说与日期",
    filing="卡片分类存疑：{path}",
    filing_problem="归在「{filed}」，内容更像「{other}」：共有用词 {words}；最近的卡片 {like}",
    filing_advice="核对后改归「{other}」，或在卡片上说明为何归在「{filed}」",
    foreseen="增量 {n} {title}",
    foreseen_problem="尚缺：{what}",
    foreseen_advice="写入「{place}」时标注「{marks}」",
    foreseen_again="；{date} 再看",
    rivals="{title}：两条来源不一致",
    yields="与「{title}」同一处而说法不一，只起草其一，两说不合之处随其标注",
    rivals_problem="「{a}」与「{b}」不能同时成立：{why}",
    disputed="另一来源与此不一致：「{quote}」（{place}）",
    high="高",
    medium="中",
    low="低",
    sources="{n} 个独立来源：{names}",
    no_source="未注明原始来源",
    alone="仅有单一来源，未附原始出处，与本文旧说不同",
    unsourced="仅有单一来源，未附原始出处",
    preprint="arXiv 预印本，未见同行评审",
    published="正式发表",
    one_page="单一来源",
    first_hand="一手来源（{name}）",
    digest_only="仅见于转述",
    notes="{n} 份笔记",
    reserve="（待定章节）",
    unsure="{heading}（待定）",
    footer="增量条目：{n} 条；来源 {sources} 个，其中无新增 {idle} 个",
    priorities={"high": "最高", "medium": "中", "low": "低"},
)
ENGLISH = Phrases(
    language="en",
    comma=", ",
    semicolon="; ",
    count="Increments: {n} (between {least} and {most} wanted; {start} to {end})",
    news="What is new: {titles}",
    works="Works: {new} new{ids}; {kept} kept on",
    write="write into {target}",
    edit="edit {target} L{line}",
    settle="verify, then edit {target} L{line} and name both statements",
    dated={
        "front matter": "{day} by its front matter",
        "git": "{day} by its last commit",
        "mtime": "{day} by the file's time",
    },
    told_in="{why}; see {place}",
    near="borderline: a person may judge whether it is of the document's topic; suggested place: {target}",
    slight="one person's word without a source, or a title alone: to be verified; suggested place: {target}",
    raw="raw rows of data, no increment; near {target}",
    listed="not among the first {most}; suggested place: {target}",
    new_here="new tonight → {target}",
    kept="kept on (document L{line})",
    earlier_pending="proposed on {night} as “{title}” (in reserve, not decided); ",
    kept_on="kept on (document L{line}, nothing new tonight)",
    brought="of {night}: {stand}; {moved}",
    not_judged="not judged tonight",
    arrow=" → ",
    stands={
        "anchored": "anchored",
        "in reserve": "in reserve",
        "kept on": "kept on",
        "refused": "refused",
        "gone": "taken back",
    },
    moves={
        "accepted": "accepted into {section}",
        "edited": "accepted into {section} as a person worded it",
        "merged": "merged into {section}",
        "promoted": "moved up from the reserve to {section}",
        "demoted": "moved down to the reserve, {section}",
        "proposed": "proposed and not decided, for {section}",
        "refused": "refused: {reason}",
        "withdrawn": "its branch is gone and it was not merged",
        "taken out": "merged, and taken out of the document again",
    },
    met={
        "covered": "{path} tells it again tonight",
        "confirms": "{path} confirms it tonight from another source",
        "extends": "{path} adds to it tonight",
        "supersedes": "{path} has something newer tonight",
        "contradicts": "{path} does not agree with it tonight: to be verified",
        "new": "{path} touches it tonight",
    },
    baseline_count="Baseline: {n} things of earlier nights, {recent} of the last one; {told}",
    baseline_line="“{title}” ({night}): {stand}; {moved}",
    baseline_more="{n} more",
    baseline_source="baseline of an earlier night: {told}",
    before_first="dated before the first night, not drafted: {told}",
    not_there="not in the document",
    no_reason="no reason given",
    watched="{n} caveats still watched",
    settled="{n} caveats settled",
    at_line=" (document L{line})",
    plus_kept=", kept on",
    relations={
        "new": "the document does not have this",
        "extends": "the document has on L{line}: “{quote}”; this adds to it",
        "confirms": "the document has on L{line}: “{quote}”; another source confirms it",
        "supersedes": "the document says on L{line}: “{quote}”; this is newer",
        "contradicts": "the document says on L{line}: “{quote}”; this does not agree",
        "covered": "the document has on L{line}: “{quote}”",
    },
    nothing="names subjects and says nothing that could be checked",
    unread="not read: {reason}",
    still_unread="{n} known unreadable files, unchanged",
    baseline="dated before the first night, not drafted",
    covered="the document has it already (L{lines})",
    confirmed="the document has it (L{lines}), and another source confirms it tonight: kept on",
    borderline=" (borderline, for a person to judge)",
    turned_away="; {n} more turned away: {titles} ({why})",
    contradiction="{title}: source and document do not agree",
    contradiction_problem="the document says on L{line}: “{quote}”; the source: {why}",
    contradiction_advice="check the primary source before editing, and name both statements with their dates",
    filing="filed under a doubtful class: {path}",
    filing_problem="it is filed under “{filed}” and reads like “{other}”: both say {words}; the nearest cards are {like}",
    filing_advice="look at it and file it under “{other}”, or say on the card why it is “{filed}”",
    foreseen="increment {n}, {title}",
    foreseen_problem="not at hand: {what}",
    foreseen_advice="when it goes into “{place}”, mark it as “{marks}”",
    foreseen_again="; look again on {date}",
    rivals="{title}: two sources do not agree",
    yields="of the same place as “{title}”: only that one is drafted, and it names the other where they disagree",
    rivals_problem="“{a}” and “{b}” cannot both be right: {why}",
    disputed="another source does not agree: “{quote}” ({place})",
    high="high",
    medium="medium",
    low="low",
    sources="{n} independent sources: {names}",
    no_source="no primary source is named",
    alone="from a single source that names no primary one, against what this document said",
    unsourced="from a single source that names no primary one",
    preprint="arXiv preprint, no peer review seen",
    published="published",
    one_page="one source",
    first_hand="first hand ({name})",
    digest_only="seen only at second hand",
    notes="{n} notes",
    reserve="(place to be decided)",
    unsure="{heading} (not certain)",
    footer="Increments: {n}; sources: {sources}, of which {idle} without news",
    priorities={"high": "highest", "medium": "medium", "low": "low"},
)


def phrases(language: Language) -> Phrases:
    """The wordings of a language."""
    return CHINESE if language == "zh" else ENGLISH
