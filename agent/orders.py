"""Words in a note that give orders to whoever reads it by machine: data about an attack at most, never evidence.

A note is untrusted. What stands in a block from an order on proves nothing, so that whoever obeys it has said
what no evidence supports; the sentences before it are news like any other. An order that is quoted is a subject (a paper on prompt injection is news): only the
quoted words count for nothing, what is said of them stands.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

from agent.alternation import any_of
from agent.directives import in_lower_case, wants_writing
from agent.facts.claims import sentence_spans
from agent.imperatives import CHINESE, ENGLISH, FRAMES, LINES, SIGNS

_MACHINE = (
    r"(?:ai|llms?|gpt|chatgpt|claude|gemini|model|language model|assistant|agent|bot|crawler|redline|system)"
)
_ADDRESSED = (
    r"(?:ai|chatgpt|claude|gemini|(?:ai |language |the )model|assistant|(?:ai )?agent|bot|crawler|redline)"
)
"""Those that are spoken to; of systems and models people write all day."""
_MACHINE_ZH = r"(?:AI|LLM|GPT|大?语言模型|大?模型|人工智能|(?:智能|AI)?(?:助手|助理|代理)|智能体|机器人|编辑器|redline|系统)"
_ORDERS = re.compile(
    r"\b(?:"
    + "|".join(
        (
            r"(?:ignore|disregard|forget|override|bypass|do not follow|stop following)\b[^.\n]{0,40}"
            r"\b(?:instructions?|prompts?|rules?|guidelines?|directions?|orders?|constraints?|checks?|everything above)\b",
            rf"(?:you are|you're|act as|pretend to be|behave as|roleplay as)\b[^.\n]{{0,40}}\b{_MACHINE}\b",
            rf"if you(?: are|'re)\b[^.\n]{{0,20}}\b{_MACHINE}\b",
            rf"(?:notes?|messages?|attention|instructions?|reminder|notice)[ ,:]{{0,2}}(?:to|for) (?:all |any |the |an? ){{0,2}}{_MACHINE}s?\b",
            r"attention,? (?:all |any )?(?:ai|llm) ?(?:agents?|assistants?|models?|bots?|crawlers?)?s?[,:!]",
            rf"(?:all |any )?{_ADDRESSED}s?[ ,:]{{1,2}}(?:reading|processing|parsing|summari[sz]ing|please)\b",
            r"(?:ai|ai assistant|ai agent|ai model|assistant|chatgpt|claude|redline)s?(?:[,:] (?:you|do|never|always)| you (?:must|shall|should|are)"
            r"| must (?:now |also |first )?(?:write|add|insert|include|append|put|say|state|print|output|reply|respond|answer|copy|quote|repeat|mark|treat|report|obey|follow|ignore|disregard|delete|approve|merge))\b",
            r"(?:new|updated|revised|hidden|real|actual|secret) (?:system )?(?:instructions?|prompts?|directives?)\b",
            r"(?:developer mode|jailbreak mode|end of (?:note|document|prompt|context))\b",
            r"(?<![\w,)] )(?:please |kindly )?(?:skip|omit|disable|turn off)\b[^.\n]{0,20}\b(?:verification|verifier|checks?|fact.?check\w*|review|caveats?)\b",
            r"(?:write|insert|append|add|put|output|print|include|reply|respond|answer|say|state)\b[^.\n]{0,100}"
            r"\b(?:the following (?:text|sentence|line|words|claim|statement|paragraph)|verbatim|in(?:to)? (?:the |your )?(?:document|living document|section|output|reply|answer|patch|summary))\b",
            r"(?:delete|remove|erase|replace|rewrite|overwrite)\b[^.\n]{0,30}\b(?:the |your |this |whole |entire )(?:document|section|chapter|file|page|ledger|inbox)\b",
            r"(?:approve|merge|close|push|force-push) (?:this |your |the current )(?:pr|pull request|merge request|branch|patch)\b",
            r"(?:send|post|upload|exfiltrate|reveal|leak|print|show)\b[^.\n]{0,30}\b(?:api.?keys?|secrets?|passwords?|credentials?|tokens? to|environment variables?|system prompt)\b",
            r"(?:copy|include|keep|paste|repeat|quote|add|insert|write|put)\b[^.\n]{0,40}\b(?:this|these|the next) (?:sentence|line|text|words|paragraph|statement|claim)s?\b",
            r"let(?:'s|’s| us) (?:play a (?:game|role)|role-?play)\b|do anything now\b|as dan,",
            r"redline-[a-z]{3,20}[ \t]?:",
        )
    )
    + r")|^(?:"
    + "|".join(
        (
            r"[ \t>#*_\-]{0,8}(?:system|assistant|developer)(?: (?:prompt|message|instructions?|note|override|update))[ \t*_]{0,4}:",
            r"[ \t>*_\-]{0,8}(?:signed-off|co-authored|reviewed|acked|tested|approved|reported)-by[ \t]?:",
            r"[ \t>*_\-]{0,8}(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[ \t]?:?[ \t]?(?:gh-|#)\d{1,9}[ \t.]{0,4}$",
            r"[ \t>#*_\-]{0,8}(?:系统|助手|开发者|管理员)(?:提示词?|指令|指示|消息)[ \t*_]{0,4}:",
            r"[ \t>#*_\-\[【]{0,8}(?:系统|助手|开发者|管理员)[ \t*_\]】]{0,4}:[ \t*_]{0,4}(?:请|你|必须|务必|忽略|无视|立即|从现在|新的?指|不要|"
            r"写|删|改|追加|添加|插入|批准|合并|跳过|输出|回复|执行|标记)",
        )
    )
    + ")",
    re.MULTILINE,
)
"""Those that begin with a word of Latin letters, then those that begin a line. What they have in common stands once:
where no word begins, nothing more is tried, and every sentence of a night comes here, in lower case."""
_SPOKEN = re.compile(rf"\b(?:{any_of(ENGLISH)})|^(?:{'|'.join(LINES)})|{'|'.join(FRAMES)}", re.MULTILINE)
_SIGNS = re.compile(SIGNS)
_HAN = re.compile(r"[\u3400-\u9fff]")
_CHINESE_ORDERS = re.compile(
    "|".join(
        (
            r"来玩[^。\n]{0,12}游戏|(?:假设|想象|设想|假如|倘若)你(?:现在)?是[^。\n]{0,12}(?:编辑|主编|审稿人|审阅者|维护者|管理员)",
            r"(?:忽略|无视|忘记|忘掉|不要理会|不要遵守|跳过|绕过|覆盖)(?!了)[^。\n]{0,12}(?:指令|指示|提示词?|规则|设定|核实|核查|验证|校验|检查|审核|待核实)",
            rf"(?:你(?:现在|其实)?是|请?扮演|如果你是|若你是|假装(?:你)?是)[^。\n]{{0,10}}{_MACHINE_ZH}",
            rf"(?:(?<![导招引一以细极大景雅])致|请|告知|提醒|写给|发给|注意[,:])\s?{_MACHINE_ZH}",
            rf"{_MACHINE_ZH}[,:]?\s?(?:务必|请(?!求))",
            r"(?:新的|最新|隐藏|真正的?|更新后的?)(?:系统)?(?:指令|指示|提示词)|系统提示词|开发者模式|越狱模式",
            r"(?:标记|标注|视|当作|作)[^。\n]{0,12}(?:为|成|作)?已?(?:核实|证实|验证|确认|证明)(?:的|过)?(?:内容|事实)?(?=[。,;:!\n]|$)",
            r"(?:在|向|往|将|把)[^。\n]{0,12}(?:文档|正文|章节|本节|补丁|合并请求|PR)(?:中|里|内|末尾|开头)?[^。\n]{0,8}(?:写入|插入|添加|追加|加上|写上|删除|清空|替换|改为|改成|合并|批准)",
            r"(?:删除|清空|重写|覆盖)(?:整个|全部|所有|该|这个|本)(?:文档|章节|文件|账本|收件箱|内容)",
            r"(?:批准|合并|关闭|推送|强推)(?:此|该|这个|本|当前)?(?:PR|拉取请求|合并请求|分支|补丁)",
            r"(?:发送|上传|泄露|透露|打印|输出|显示)[^。\n]{0,12}(?:密钥|口令|密码|凭据|令牌|环境变量|系统提示)",
            *CHINESE,
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)
"""Every repetition is bounded, so that the search is linear."""
_FORMULA = re.compile(
    r"(?:^[ \t]{0,8}|\|[ \t]{0,8}|[,;])\"?(?:=[ \t]{0,2}(?:hyperlink|webservice|import(?:data|xml|html|feed|range)|dde|exec|call|register)[ \t]{0,2}\(|[=+@\-]{1,2}cmd\|)",
    re.IGNORECASE | re.MULTILINE,
)
"""A cell that a spreadsheet would carry out, and that reaches out of it."""
_QUOTATIONS = re.compile(
    r"“[^“”\n]{1,400}”|\"[^\"\n]{1,400}\"|「[^「」\n]{1,400}」|『[^『』\n]{1,400}』|`[^`\n]{1,400}`|‘[^‘’\n]{1,400}’|《[^《》\n]{1,100}》"
)
_NOTHING = "…"
_PIECES = re.compile(r"(?:[“\"「『`‘][^“”\"「」『』`‘’\n]{1,400}[”\"」』`’][ \t+&…]{0,4}){2,12}")
"""Quotations one after the other with nothing said between them: a quoted subject stands in one."""
_QUOTE_MARKS = re.compile(r"[“”\"「」『』`‘’][ \t+&…]{0,4}")
_WORDS_APART = re.compile(r"[A-Za-z]+|[\u3400-\u9fff]{2}")
_LEAST_SPLIT = 3
"""Words of an order that is put together of pieces: `ignore` beside `rules` may be two settings."""
_TAGS = {0xE0000 + code: code for code in range(0x20, 0x7F)}
"""Tag characters carry ASCII that nobody sees, and models read it."""


_WRAPPED = re.compile(r"(?<=[^\n.。:!?;|])\n(?=[a-z\u4e00-\u9fff])")
"""The end of a line within a sentence."""
_BACKWARDS = re.compile("\u202e([^\u202c\n]{1,400})\u202c?")
"""What stands between an override of direction and its end is seen from its end, and read either way."""
_WORD = re.compile(r"[^\W\d_]+")
_LOOKALIKES = str.maketrans(
    "аеорсхуіјѕһԁԛԝѵАВЕЅІЈКМНОРСТХУοανριυκτηΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcxyijshdqwvABESIJKMHOPCTXYoavpiuktnABEZHIKMNOPTYX",
)
"""Letters of Cyrillic and Greek that are seen as Latin ones (Unicode's confusables, UTS 39)."""


@lru_cache(maxsize=4096)
def gives_orders(text: str) -> bool:
    """Whether a text tells a machine what to do, other than in quotation marks; a formula that reaches out does."""
    folded = _folded(text)
    if _FORMULA.search(folded) or _orders(
        _QUOTATIONS.sub(lambda found: f"{found[0][0]}{_NOTHING}{found[0][-1]}", folded)
    ):
        return True
    return any(_in_pieces(found[0]) for found in _PIECES.finditer(folded))


def _in_pieces(quotations: str) -> bool:
    """Whether quotations that stand side by side give an order together that none gives alone."""
    if any(_order_in(one[0][1:-1]) for one in _QUOTATIONS.finditer(quotations)):
        return False
    found = _order_in(" ".join(_QUOTE_MARKS.sub(" ", quotations).split()))
    return found is not None and len(_WORDS_APART.findall(found[0])) >= _LEAST_SPLIT


def _orders(folded: str) -> bool:
    """Whether an order stands in a text: as its lines are, or read on over the ends of lines and marks of emphasis."""
    if _ordered(folded):
        return True
    read_on = _WRAPPED.sub(" ", folded.replace("*", ""))
    return read_on != folded and _ordered(read_on)


def _ordered(text: str) -> bool:
    return bool(_order_in(text)) or any(wants_writing(text[start:end]) for start, end in sentence_spans(text))


def _order_in(text: str) -> re.Match[str] | None:
    """The first order in a text that is known by its form."""
    low = in_lower_case(text)
    found = _ORDERS.search(low) or (_SPOKEN.search(low) if _SIGNS.search(low) else None)
    chinese = _CHINESE_ORDERS.search(text) if _HAN.search(text) else None
    return chinese if chinese and (found is None or chinese.start() < found.start()) else found


def without_orders(text: str) -> str:
    """The text as evidence: up to the sentence that gives orders, without the quotations that do; else unchanged.

    What follows an order may be what it orders to be said, so that it goes with it.
    """
    folded = _folded(text)
    if not _FORMULA.search(folded) and not _orders(folded):
        return text
    if gives_orders(text):
        folded = _before_orders(folded)
    return _QUOTATIONS.sub(lambda found: _unquoted(found[0], found[0][1:-1]), folded)


def without_quoted_orders(text: str) -> str:
    """The text as it can be said: an order that it quotes left out, its other words and signs as they stand.

    A text that gives orders itself comes back as it is: nothing of it is to be said.
    """
    said = _QUOTATIONS.sub(lambda found: _unquoted(found[0], _folded(found[0][1:-1])), text)
    return text if gives_orders(said) else said


def _before_orders(text: str) -> str:
    """The sentences before the first that gives orders; nothing where no one sentence does so alone."""
    end = 0
    for start, stop in sentence_spans(text):
        if gives_orders(text[start:stop]):
            return "" if gives_orders(text[:end]) else text[:end]
        end = stop
    return ""


def _unquoted(quotation: str, read: str) -> str:
    """A quotation, without its words where these, as a machine reads them, are an order."""
    return f"{quotation[0]}{_NOTHING}{quotation[-1]}" if _order_in(read) else quotation


def _folded(text: str) -> str:
    """One spelling for look-alike widths and letters, without characters that nobody sees: as a machine reads it."""
    if "&" in text:
        text = html.unescape(text)
    if "<!--" in text:
        text = _without_comments(text)
    if text.isascii():
        return text
    text = _BACKWARDS.sub(lambda found: f"{found[1]} {found[1][::-1]}", text.translate(_TAGS))
    text = "".join(char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char) != "Cf")
    return _WORD.sub(_in_one_script, text)


def _without_comments(text: str) -> str:
    """The text without HTML comments; one that never ends is none, and stands as it is."""
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        kept.append(text[at:start])
        at = end + 3
    return "".join(kept) + text[at:]


def _in_one_script(found: re.Match[str]) -> str:
    """A word that mixes Latin letters with look-alikes of other scripts, in Latin letters."""
    word = found[0]
    if word.isascii() or not any("A" <= char <= "z" for char in word):
        return word
    return word.translate(_LOOKALIKES)


_NAME_PARTS = re.compile(
    r"(?P<date>(?:\d{4}-\d{2}-\d{2}(?:T\d{2,6})?-?)?)(?P<name>.*?)(?P<end>(?:\.\w{1,8})?(?::\d+(?:-\d+)?)?)"
)
_JOINERS = re.compile(r"[-_+.~]+")
_BRACKETS = re.compile(r"[^\w\s:：,，'’]+")


def shown_path(path: str) -> str:
    """A path as people and documents are shown it, its line numbers too: a name that gives orders is left out but
    for its date and ending, and so are characters that nobody sees."""
    seen = "".join(char for char in path if unicodedata.category(char)[0] != "C")
    return "/".join(_shown_name(name) for name in seen.split("/"))


def _shown_name(name: str) -> str:
    found = _NAME_PARTS.fullmatch(name)
    if found is None or not gives_orders(_BRACKETS.sub("\n", _JOINERS.sub(" ", found["name"]))):
        return name
    return f"{found['date']}{_NOTHING}{found['end']}"
