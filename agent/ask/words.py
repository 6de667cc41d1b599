"""What an answer says besides its quotations, in the question's language."""

from __future__ import annotations

from agent.models import Language

NOTHING: dict[Language, str] = {
    "en": "The sources do not say.",
    "zh": "来源里没有说。",
}
LACKING: dict[Language, str] = {
    "en": "The sources do not say: what comes nearest does not speak of {terms}.",
    "zh": "来源里没有说：最接近的段落没有讲到{terms}。",
}
NO_KIND: dict[Language, str] = {
    "en": "The sources do not say: what comes nearest gives no {kind}.",
    "zh": "来源里没有说：最接近的段落没有给出{kind}。",
}
KINDS: dict[Language, dict[str, str]] = {
    "en": {
        "quantity": "such figure",
        "date": "date",
        "version": "version",
        "link": "link",
        "work": "arXiv id",
        "author": "author",
        "person": "name",
        "licence": "licence",
        "system": "operating system",
        "language": "language",
        "hardware": "hardware",
        "option": "option",
        "command": "command",
        "variable": "variable",
    },
    "zh": {
        "quantity": "这样的数字",
        "date": "日期",
        "version": "版本",
        "link": "链接",
        "work": "arXiv 号",
        "author": "作者",
        "person": "名字",
        "licence": "许可证",
        "system": "操作系统",
        "language": "语言",
        "hardware": "硬件",
        "option": "参数",
        "command": "命令",
        "variable": "环境变量",
    },
}
PART: dict[Language, str] = {
    "en": "Of {terms} the sources do not say it.",
    "zh": "关于{terms}，来源里没有说。",
}
EMPTY: dict[Language, str] = {
    "en": "The question names nothing that can be looked for.",
    "zh": "问题里没有可以查找的内容。",
}
NO_NEWS: dict[Language, str] = {
    "en": "Nothing of that kind has come in since then.",
    "zh": "这段时间没有这方面的新内容。",
}
NO_DISAGREEMENT: dict[Language, str] = {
    "en": "No sources were found that disagree about it.",
    "zh": "没有找到彼此不一致的来源。",
}
NO_REFUSAL: dict[Language, str] = {
    "en": "Nothing was refused, as far as the ledger of this clone knows.",
    "zh": "就本仓库的账本所知，没有拒绝过什么。",
}
REFUSED: dict[Language, str] = {
    "en": "Refused by {who} on {day}: {title}. Reason: {reason}",
    "zh": "{day} 由 {who} 拒绝：{title}。理由：{reason}",
}
NO_REASON: dict[Language, str] = {"en": "none given", "zh": "未写"}
COMMA: dict[Language, str] = {"en": ", ", "zh": "、"}
