"""What is told of something recalled, in the language of the document."""

from __future__ import annotations

from agent.models import Language
from agent.recall.model import Recalled

_LONGEST = 300
"""Characters of a person's reason."""
_MOST = 4
"""Sources or figures that are named."""
_WORDS: dict[Language, dict[str, str]] = {
    "zh": {
        "refused": "未再提出：{when} 由 {who} 拒绝，理由：{reason}；此后没有新证据",
        "open": "续立：{night} 那一夜已提出，尚待合并，不重复提出",
        "again": "此前于 {when} 由 {who} 拒绝，理由：{reason}。这次新的是：{news}。",
        "left": "{when} 由 {who} 接受过；此后所在章节已改动，重新起草，请再次决定。",
        "changed": "{night} 那一夜已提出、尚待合并的内容有变：{news}。",
        "origins": "新来源 {what}",
        "figures": "数据 {what}",
        "raised": "有了更接近一手的来源",
        "none": "未说明",
        "nobody": "审阅者",
        "and": "；",
        "comma": "、",
    },
    "en": {
        "refused": "left out: refused on {when} by {who}: {reason}; no new evidence has come since",
        "open": "kept on: open from the night of {night}, whose branch is not merged; not proposed twice",
        "again": "Refused on {when} by {who}: {reason}. New this time: {news}.",
        "left": "Accepted on {when} by {who}; the section has changed since, so it was drafted again: please decide anew.",
        "changed": "Changes what the night of {night} proposed and is open still: {news}.",
        "origins": "source {what}",
        "figures": "figures {what}",
        "raised": "a source nearer to the original",
        "none": "no reason given",
        "nobody": "a reviewer",
        "and": "; ",
        "comma": ", ",
    },
}


def told(recalled: Recalled, language: Language) -> str:
    """One sentence: why it is not proposed again, or why it is and what was said of it before."""
    words, was = _WORDS[language], recalled.remembered
    kind = (
        was.stand if recalled.is_held else {"refused": "again", "open": "changed", "left": "left"}[was.stand]
    )
    return words[kind].format(
        when=was.when or was.night,
        night=was.night,
        who=_name(was.who) or words["nobody"],
        reason=_short(was.reason) or words["none"],
        news=_news(recalled, words),
    )


def _news(recalled: Recalled, words: dict[str, str]) -> str:
    parts = [
        words[name].format(what=words["comma"].join(found[:_MOST]))
        for name, found in (("origins", recalled.origins), ("figures", recalled.figures))
        if found
    ]
    if recalled.raised:
        parts.append(words["raised"])
    return words["and"].join(parts)


def _name(who: str) -> str:
    """Of `Name <email>` the name: an address is no matter for a document's history."""
    return " ".join(who.partition("<")[0].split()) or who.strip("<> ")


def _short(reason: str) -> str:
    flat = " ".join(reason.split()).rstrip("。.;； ")
    return flat if len(flat) <= _LONGEST else flat[:_LONGEST].rstrip() + "…"
