"""The editorial words that notes are built of: what a heading or a lead-in announces, never what the field is about."""

from __future__ import annotations

import re

from agent.markup import plain

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_CIRCLED = {chr(0x2460 + n): n + 1 for n in range(20)}
_ROMAN = {name: n for n, name in enumerate("i ii iii iv v vi vii viii ix x xi xii".split(), start=1)}

_NUMBER = r"(?:\d{1,4}|[零〇一二两三四五六七八九十]{1,4}|[\u2460-\u2473])"
_ITEM_WORD = (
    r"条目|增量|保留|要闻|新闻|论文|项目|资讯|动态|发现|信号|"
    r"item|entry|paper|news|story|finding|increment|update|no\.?|number"
)
_ENUMERATED = re.compile(
    rf"^\s*(?:(?:第\s*)?(?:{_ITEM_WORD})\s*[#＃]?\s*(?P<item>{_NUMBER})(?![\w.])"
    r"|[#＃]\s*(?P<hash>\d{1,4})(?!\w)"
    r"|(?P<circled>[\u2460-\u2473])"
    rf"|第\s*(?P<nth>{_NUMBER})\s*[条项节章部篇]"
    rf"|(?P<plain>(?<!\w)(?:\d{{1,3}}|[一二三四五六七八九十]{{1,3}}|[ivxIVX]{{1,4}}))\s*(?:[、)）．]|\.(?!\d))"
    rf"|[^\d\s:：,，。、()（）]{{1,8}}\s?(?P<led>{_NUMBER})\s*(?=[:：]))"
    r"[\s:：.、)）．|｜·\-–—]*",
    re.IGNORECASE,
)
_OUTLINE = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2}){1,3}[.、]?\s+(?=\S)")
"""`1.1 Title`: a place in an outline, not the number of an item."""
_STRONG = re.compile(
    rf"^\s*(?:(?:{_ITEM_WORD})\s*[#＃]?\s*{_NUMBER}(?!\w)|[#＃]\s*\d{{1,4}}(?!\w))", re.IGNORECASE
)
_TAIL_TAG = re.compile(r"\s*[#＃](\d{1,4})\s*$")

_SOURCE = re.compile(
    r"^\W*(?:原始?来源|来源|出处|原文|链接|论文|地址|仓库|项目地址|代码|原文链接|论文链接|url|link|links|source|sources|"
    r"paper|arxiv(?:\s?id|\s?号)?|pdf|github|repo|code|via|doi)(?:\s*[*_`]*\s*[:：]|\s+(?=<?https?://))",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^[^\w<\[]{0,4}(?P<label>[^\s:：<=\[\]][^:：\n<=\[\]]{0,38}?)[*_`]*\s*[:：][*_`]*(?:\s|(?=[^\d/]|$))"
)
_REFERENCES = re.compile(
    r"^\W*(?:\d+[.、]\s*)?(?:参考(?:文献|资料|链接|来源)?|引用(?:来源)?|(?:相关|延伸)(?:链接|阅读|资料)|(?:数据|信息)?来源(?:清单|列表)?|致谢|目录|"
    r"references?|sources?|further reading|see also|links?|related (?:links|work)|acknowledge?ments?|bibliography|"
    r"table of contents|contents|toc|citations?)\W*$",
    re.IGNORECASE,
)
_SET_ASIDE = re.compile(
    r"排除|丢弃|过滤掉|已过滤|不保留|未保留|不收|未收录|舍弃|剔除|跳过|不采纳|未采纳|"
    r"\b(?:excluded?|dropped|discard(?:ed)?|rejected|skipped|filtered out|not kept|set aside)\b",
    re.IGNORECASE,
)
_OVERVIEW = re.compile(
    r"^\W*(?:今日|本日|本期|本周|状态)?(?:概览|概述|摘要|总览|导读|速览|一览|要点速览|小结|总结|状态摘要)\W*$|"
    r"^\W*(?:overview|summary|at a glance|highlights|tl;?dr|in this issue|digest|candidates?)\W*$",
    re.IGNORECASE,
)


def number(text: str) -> int | None:
    """The value of `12`, `十二`, `②` or `iv`; None where the text is no such number."""
    text = text.strip().lower()
    if text.isascii() and text.isdecimal():
        return int(text)
    if text in _CIRCLED:
        return _CIRCLED[text]
    if text in _ROMAN:
        return _ROMAN[text]
    if not text or any(char not in _DIGITS and char != "十" for char in text):
        return None
    if "十" not in text:
        return int("".join(str(_DIGITS[char]) for char in text))
    tens, _, ones = text.partition("十")
    return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)


def enumerated(heading: str) -> tuple[int | None, str]:
    """The number with which a heading begins (or the `#3` with which it ends), and the heading without it."""
    text = plain(heading).strip()
    bare = _TAIL_TAG.sub("", text)
    match = _ENUMERATED.match(bare)
    if match:
        raw = next(value for value in match.groups() if value is not None)
        return number(raw), bare[match.end() :].strip() or bare
    tag = _TAIL_TAG.search(text)
    return (int(tag[1]) if tag else None), _OUTLINE.sub("", bare).strip()


def strongly_enumerated(heading: str) -> bool:
    """Whether a heading says that it is one of several items: `条目 1：…`, `Item 2`, `#3 …`, `… #3`."""
    text = plain(heading)
    return bool(_STRONG.match(text) or _TAIL_TAG.search(text))


def names_source(text: str) -> bool:
    """Whether a line is a labelled source: `来源：…`, `Link: …`."""
    return bool(_SOURCE.match(plain(text)))


def lead_in(text: str) -> tuple[str, str]:
    """The short label before the first colon and what follows; an empty label where there is none."""
    match = _LABEL.match(text)
    if match is None or "://" in text[: match.end() + 2]:
        return "", text
    label = plain(match["label"]).strip(" *_`")
    words = label.split()
    if not label or (len(label) > 24 and len(words) < 2) or len(words) > 5:
        return "", text
    return label, text[match.end() :].strip()


def is_references(heading: str) -> bool:
    """Whether a section only lists links, or finds one's way in the text."""
    return bool(_REFERENCES.match(plain(heading)))


def is_set_aside(heading: str) -> bool:
    """Whether a section holds what the note itself leaves out."""
    return bool(_SET_ASIDE.search(plain(heading)))


def is_overview(heading: str) -> bool:
    """Whether a section says again in short what the rest says at length."""
    return bool(_OVERVIEW.match(plain(heading)))
