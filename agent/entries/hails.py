"""What people write in a message before the thing that they tell: it names nothing, and is no part of the thing."""

from __future__ import annotations

import re

from agent.markup import plain

_MOST = 60
"""Characters of the words before a colon that can be a hail."""
_HAIL = re.compile(
    r"(?:hey|hi|hello|everyone|everybody|team|folks|all|check (?:this|it) out|look at (?:this|these)|sharing(?= (?:this|one|a)\b)|fyi|btw|ps|by the way|heads[- ]up|(?:quick |small |one )?(?:correction|erratum|reminder)s?|(?:an?other |an? |one )?(?:quick|short|brief|small) (?:note|update|summary|word)s?|"
    r"(?:i |we |just )*(?:saw|spotted|noticed|read|found|came across)\b(?= (?:this|that|these|it|one|another|an?|the|today|yesterday)\b)|"
    r"(?:two|three|four|a few|a couple|some|another|one more|one)(?: more| new| quick| small| other)?"
    r"(?= for (?:the|our|your|this)\b| (?:things?|items?|links?|finds?|notes?|one)\b)|"
    r"(?:nice|cool|interesting|great|good|worth)(?= (?:new |a )?(?:one|find|read|look|trace|paper|repo|tool|post|link)s?\b)|"
    r"for (?:the|our|your)(?= list\b))(?:[\s,!]|(?=$))[a-z ,!'’-]*",
    re.IGNORECASE,
)
_HAIL_HAN = re.compile(
    r"(?:大家(?!电)|各位|同学们|老师们|你们|麻烦|快?看[下看一]|顺便|顺手|更正|勘误|订正|提醒)[^，,A-Za-z\d]{0,8}|"
    r"(?:我|刚|今天|昨天|刚刚|今早){0,3}(?:看到|刷到|读到|翻到)(?:的|了)?(?:一?[篇个条则款])?(?:新?(?:论文|文章|项目|消息|新闻|工具|东西))?|"
    r"(?:简单|快速|顺手|简短)(?:说|更新|记录?|同步|汇报)(?:一下|下|几句)?|"
    r"(?:分享|推荐|补充|汇报)(?:一下|[一两三几][篇个条则件点])(?:新?(?:论文|文章|项目|消息|新闻|工具|东西))?|"
    r"[一两三几][篇个条则件](?:事|消息|新闻|东西|更新)?"
)
_BEFORE_COLON = re.compile(r"([^:：\n]{1,60})(?:[:：]\s+|：)(?=\S)")
_NAME = re.compile(r"\s\S*[A-Z\d]")
_MOREOVER = re.compile(
    r"\s*(?:Also|And|Plus|另外还有|另外|还有|此外|以及)[\s,，:：]{0,3}(?<=[\s,，:：有外及])(?=[A-Z\d\[*`])"
)
"""Before the name of one more thing."""


def is_hail(label: str) -> bool:
    """Whether words before a colon only say that something follows: `hey, nice find`, `Two for the list`, `更正`."""
    bare = plain(label).strip(" *_.。!！,，:：")
    if not bare or len(bare) > _MOST or _NAME.search(bare.replace(" I ", " ")):
        return False
    return bool(_HAIL.fullmatch(bare) or _HAIL_HAN.fullmatch(bare))


def without_hail(text: str) -> str:
    """The text without such words before its first colon, and without `also` before a name."""
    found = _BEFORE_COLON.match(text)
    text = text[found.end() :] if found and is_hail(found[1]) else text
    return _MOREOVER.sub("", text, count=1) if _MOREOVER.match(text) else text
