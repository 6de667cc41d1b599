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


_COURTESY = re.compile(
    r"(?:大家|各位|同学们|朋友们)[^。！!\n]{0,6}好|(?:早上|上午|中午|下午|晚上)好|早安|晚安|(?:明天|下[期周次]|回头)(?:再)?见|祝[^。！!\n]{0,12}(?:愉快|顺利|安好|快乐)|"
    r"(?:周[一二三四五六日天末]|周末|节日|假期)(?:愉快|快乐)|(?:欢迎|求|请|记得|别忘了?)[^。！!\n]{0,8}(?:转发|关注|订阅|点赞|收藏|投稿|加群|留言)|"
    r"(?:谢谢|感谢)[^。！!\n]{0,6}(?:阅读|观看|关注|收看|支持|大家)|此致|祝好|顺颂|"
    r"\b(?:good (?:morning|afternoon|evening)|(?:hello|hi|hey|dear)\s(?:all|everyone|everybody|team|folks|friends|colleagues|readers|there)|"
    r"see you (?:tomorrow|soon|next|on)|(?:best|kind|warm) (?:regards|wishes)|thanks for (?:reading|watching|subscribing)|"
    r"have a (?:nice|great|good|lovely)|stay tuned|that['’]s (?:all|it) for|until (?:next|tomorrow)|happy (?:\w{3,6}day|weekend|reading)|"
    r"(?:please |don['’]t forget to )?(?:like and subscribe|subscribe to|share this))\b",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"\W*(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)|你好|您好|各位|大家好|早)(?:[,，\s]{1,2}[^\W\d_]{1,20}){0,3}\s?[,，!！.。:：~～]*",
    re.IGNORECASE,
)
"""A line that only greets: `Hello Bo,`."""
_SIGNATURE = re.compile(
    r"\s*(?:best(?: regards| wishes)?|(?:kind |warm )?regards|cheers|thanks(?: a lot| again)?|many thanks|yours|sincerely|"
    r"此致|祝好|顺颂商祺|谢谢)[,，!！.。]?\s*(?:\n|$)",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"(?:归入|归到|放入|写入|并入|列入|放到|收入|补入|file (?:it |this )?(?:under|in)|put (?:it |this )?(?:under|in|into)|"
    r"add (?:it |this )?(?:to|under)|go(?:es)? (?:to|into|under)|belongs? (?:to|in|under))\s?(?:the\s)?"
    r"(?:§|section|chapter|第|章节|“|「|\d+\.\d|活文档|正文|文档)|"
    r"\b(?:go(?:es)?|put|placed?|filed?|belongs?|fits?|added)\s(?:well\s|best\s|nicely\s)?(?:in|into|to|under)\s(?:the\s|our\s)?(?:[^\s.:;,]{1,20}\s){1,4}(?:section|chapter)\b|"
    r"^\W*(?:(?:suggested|target|proposed|possible)\s(?:section|chapter|place)|(?:建议|目标|归属|对应|拟入|收录)(?:章节|小节|位置))\s?[:：]|"
    r"^\W*(?:优先级|优先度|priority)\s?[:：为是]?\s?(?:极高|高|中|低|p[0-4]|high|medium|low|urgent)\W*$|"
    r"(?:^|[，,；;]\s?)(?:优先级|priority)\s?[:：]?\s?(?:极高|高|中|低|p[0-4]|high|medium|low|urgent)\W*$",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"(?:section|chapter|place|章节|小节|位置)\s?[:：]\s?(?P<after>[^\n。；;]{2,60}?)[.。\s]*$|"
    r"\b(?:in|into|to|under)\s(?:the\s|our\s)?(?P<named>(?:[^\s.:;,]{1,20}\s){1,4}?)(?:section|chapter)\b|"
    r"(?:归入|归到|放入|写入|并入|列入|放到|收入|补入|收录[到进]|\b(?:under|into|in|to))\s?(?:the\s)?[“「\"']?(?P<numbered>(?:§|section\s|chapter\s)?\s?\d{1,2}(?:\.\d{1,2})*)(?![\w%.]*\d)",
    re.IGNORECASE | re.MULTILINE,
)
"""The place that a line of advice names."""
_WISH = re.compile(
    r"\b(?:i|we)\s(?:think|suggest|propose|believe|guess|feel|would)\s[^.!?\n]{0,30}"
    r"\b(?:add|put|include|mention|cover|file)\s(?:it|this|that|them|these)\b|"
    r"^\W*(?:we|you)\s(?:should|could|might|must)\s(?:also\s|really\s)?(?:add|put|include|mention|cover|file)\s(?:it|this|that|them|these)\b|"
    r"^\W*(?:let['’]s|please|(?:can|could|shall|should) (?:we|you))\s(?:also\s)?(?:add|include|mention|cover|file)\s(?:it|this|that|them|these)\b|"
    r"^\W*(?:please|kindly|could you|can you)\s(?:also\s)?(?:update|correct|amend|change|fix|adjust|revise)\s(?:it|this|the|our)\b[^.!?\n]{0,40}[.!?\s]*$|"
    r"^\W*(?:请|麻烦|烦请|劳烦)(?:各位|大家|编辑)?(?:帮忙)?(?:更新|修改|修正|改)(?:一?下)?(?:文档|手册|正文|这里|指南|条目|表格)?[。！!\s]*$|"
    r"(?:我(?:们)?(?:觉得|认为|想|建议|看)|咱们|要不|不如|建议)[^。！？!?\n]{0,16}(?:加|写|收|放|补|添)(?:进去?|进来|上去?|进文档|到文档)",
    re.IGNORECASE,
)
"""What the writer of a letter would have done with a thing."""
_PERIODICAL = re.compile(
    r"(?:日报|周报|月报|早报|晚报|简报|快报|速递|周刊|月刊|日刊|动态|趋势|资讯|要闻|速览|汇总|精选)(?=$|[\s·|｜:：（(第\d#-])|第\s?\d{1,5}\s?[期号]|"
    r"^\W*(?:week|day|issue|digest|newsletter|bulletin|roundup|round-up|daily|weekly|monthly|trending|news|updates?|links?|notes?)\b"
    r"[\s,:#·|–—-]*(?:no\.?\s?)?(?:of|for|from|on)?[\s\d:./,–—-]*(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})?[\s\d:./,–—-]*$|"
    r"\b(?:daily|weekly|monthly)\s(?:digest|news|brief|notes|roundup|update|report)\b|\b(?:digest|newsletter|bulletin|roundup)\b",
    re.IGNORECASE,
)


def is_courtesy(sentence: str) -> bool:
    """Whether a sentence greets, thanks or takes leave."""
    return bool(_COURTESY.search(sentence) or _GREETING.fullmatch(sentence.strip()))


def is_signature(text: str) -> bool:
    """Whether a paragraph is the end of a letter: what follows the leave is the writer's name and number."""
    return bool(_SIGNATURE.match(text))


def is_advice(text: str) -> bool:
    """Whether a line says where a thing is to be filed, or how urgent it is: words for the editor."""
    if _WISH.search(text) and not any(map(str.isdecimal, text)):
        return True
    return bool(_ADVICE.search(text))


def advised_place(text: str) -> str:
    """The section that a note advises for what it tells, as it words it; empty where it advises none."""
    for line in text.split("\n"):
        found = _PLACED.search(plain(line)) if is_advice(line) else None
        if found:
            return next(part for part in found.groups() if part).strip()
    return ""


def is_periodical(title: str) -> bool:
    """Whether a title names an issue of something that comes out regularly, and no thing of its own."""
    return bool(_PERIODICAL.search(plain(title)))


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
