"""The words of a composed brief, in the document's language. Whatever they stand around is quoted."""

from __future__ import annotations

from dataclasses import dataclass

from agent.models import Language, Priority, Relation


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
    new_here: str
    kept: str
    said_before: str
    relations: dict[Relation, str]
    nothing: str
    unread: str
    baseline: str
    covered: str
    merged: str
    contradiction: str
    contradiction_problem: str
    contradiction_advice: str
    rivals: str
    disputed: str
    high: str
    medium: str
    low: str
    sources: str
    no_source: str
    preprint: str
    published: str
    one_page: str
    first_hand: str
    digest_only: str
    notes: str
    reserve: str
    footer: str
    priorities: dict[Priority, str]


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
    listed="未入前 {most} 条，列此备查；建议 {target}",
    new_here="本次新增 → {target}",
    kept="续立（活文档 L{line}）",
    said_before="基线，续立",
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
    baseline="此前夜间的基线，已处理",
    covered="已被活文档覆盖（L{lines}）",
    merged="与增量 {numbers} 同一事，未单列",
    contradiction="{title}：来源与活文档不一致",
    contradiction_problem="活文档 L{line}「{quote}」；来源：{why}",
    contradiction_advice="核对原始来源后再改，改时写明两说与日期",
    rivals="{title}：两条来源不一致",
    disputed="另一来源与此不一致：「{quote}」（{place}）",
    high="高",
    medium="中",
    low="低",
    sources="{n} 个独立来源：{names}",
    no_source="未注明原始来源",
    preprint="arXiv 预印本，未见同行评审",
    published="正式发表",
    one_page="单一来源",
    first_hand="一手来源（{name}）",
    digest_only="仅见于转述",
    notes="{n} 份笔记",
    reserve="（待定章节）",
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
    listed="not among the first {most}, listed for reference; suggested place: {target}",
    new_here="new tonight → {target}",
    kept="kept on (document L{line})",
    said_before="baseline, kept on",
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
    baseline="baseline of an earlier night, dealt with",
    covered="the document has it already (L{lines})",
    merged="the same thing as increment {numbers}",
    contradiction="{title}: source and document do not agree",
    contradiction_problem="the document says on L{line}: “{quote}”; the source: {why}",
    contradiction_advice="check the primary source before editing, and name both statements with their dates",
    rivals="{title}: two sources do not agree",
    disputed="another source does not agree: “{quote}” ({place})",
    high="high",
    medium="medium",
    low="low",
    sources="{n} independent sources: {names}",
    no_source="no primary source is named",
    preprint="arXiv preprint, no peer review seen",
    published="published",
    one_page="one source",
    first_hand="first hand ({name})",
    digest_only="seen only at second hand",
    notes="{n} notes",
    reserve="(place to be decided)",
    footer="Increments: {n}; sources: {sources}, of which {idle} without news",
    priorities={"high": "highest", "medium": "medium", "low": "low"},
)


def phrases(language: Language) -> Phrases:
    """The wordings of a language."""
    return CHINESE if language == "zh" else ENGLISH
