"""Pages that a server sent in place of the one that was asked for."""

from __future__ import annotations

import re

from agent.readers.reading import Reading

_LONGEST = 1_500
_LONGEST_NOTE = 300
"""Characters of a page, and of a note that holds one: an error says little, and what is written about
errors says more."""
_TITLE = re.compile(
    r"(?:error\s*)?(?:40[0-9]|410|418|429|451|50[0-9]|52[0-9])(?!\d)(?:\s*[-–—:|.]?\s*(?:error|forbidden|not found|"
    r"unauthori[sz]ed|bad (?:request|gateway)|too many requests|service (?:temporarily )?unavailable|gateway time-?out|"
    r"internal server error|access denied|page|client error|that|页面|禁止|找不到|错误|服务).*)?"
    r"|just a moment.*|attention required!?.*|access (?:to this page has been )?denied.*|(?:page |file )?not found.*"
    r"|forbidden|bad gateway|service (?:temporarily )?unavailable.*|are you (?:a )?(?:human|robot)\??.*|security check.*"
    r"|checking your browser.*|verif(?:y|ying) you are human.*|too many requests.*|request (?:blocked|rejected).*"
    r"|(?:page|site) (?:unavailable|can.t be reached).*|error parsing web ?page.*|rate limit(?:ed)? exceeded.*"
    r"|页面(?:不存在|未找到|找不到|走丢了).*|(?:您|你)?访问的页面(?:不存在|已被删除|出错).*|(?:安全|人机|滑动)验证.*|访问(?:被拒绝|受限|过于频繁|异常).*"
    r"|请求过于频繁.*|环境异常.*|服务器(?:错误|繁忙).*|内容已被(?:删除|发布者删除).*|该内容已被.*删除.*",
    re.IGNORECASE | re.DOTALL,
)
_BODY = re.compile(
    r"enable javascript and cookies to continue|checking (?:if the site connection is secure|your browser before)"
    r"|verify(?:ing)? (?:that )?you are (?:a )?human|cf-error|cloudflare ray id|ray id:|please enable cookies"
    r"|you have been blocked|unusual traffic from your|complete the (?:captcha|security check)"
    r"|完成(?:安全|人机|滑动)验证|当前环境异常|请开启\s*javascript",
    re.IGNORECASE,
)


def failure(reading: Reading) -> str:
    """What an error page says it is, in a few words; empty for everything else."""
    words = " ".join(reading.text.split())
    if len(words) > (_LONGEST if reading.format == "html" else _LONGEST_NOTE):
        return ""
    lines = [reading.title, *(reading.text[block.start : block.end] for block in reading.blocks[:2])]
    for line in lines:
        said = " ".join(line.split())
        if 0 < len(said) <= 120 and _TITLE.fullmatch(said):
            return said
    found = _BODY.search(words)
    return found[0] if found else ""
