"""Questions that are answered by a member of a class, which need not be named: a licence, an operating system, a person.

A passage answers `which operating systems` by `macOS`, and `什么许可证` by `Apache 2.0`; one that names the class by
another sense of its word (`支持 MCP 协议`) does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.ask.model import Expected
from agent.ask.surface import folded

_TURNS: tuple[tuple[Expected, str], ...] = (
    (
        "licence",
        r"\b(?:what|which|under)\b[^?.;]{0,40}\blicen[cs]e|\blicen[cs]ed\b[^?]{0,30}\b(?:how|what)\b"
        r"|(?:什么|哪[一种个些]*)[^？?。，]{0,8}(?:许可|协议|授权|licen[cs]e)"
        r"|(?:许可证|许可协议|开源协议|授权协议|开源许可|licen[cs]e)[^？?。，]{0,6}(?:是|为|用|叫|采用)[^？?。，]{0,4}(?:什么|哪)",
    ),
    (
        "system",
        r"\b(?:what|which)\b[^?.;]{0,30}\boperating systems?\b|\b(?:what|which) (?:\w+ )?os\b"
        r"|(?:什么|哪[一种个些]*|几[种个])[^？?。，]{0,6}操作系统|操作系统[^？?。，]{0,4}(?:是|有)(?:什么|哪)",
    ),
    (
        "language",
        r"\b(?:what|which) (?:programming )?languages?\b[^?]{0,60}\b(?:written|implemented|built|coded|programmed|developed)\b"
        r"|\b(?:written|implemented|built|coded) in (?:what|which)\b|\b(?:what|which) programming languages?\b"
        r"|(?:什么|哪[一种个门些]*)(?:编程)?语言[^？?。，]{0,6}(?:写|实现|开发|编写)|(?:什么|哪[一种个门些]*)编程语言",
    ),
    (
        "hardware",
        r"\b(?:what|which|whose) (?:[\w-]+ ){0,2}(?:hardware|gpus?|chips?|accelerators?|graphics cards?)\b"
        r"|(?:什么|哪[一种个款些家]*|谁的)[^？?。，]{0,6}(?:硬件|显卡|芯片|加速卡|gpu)",
    ),
    (
        "author",
        r"\bwho (?:wrote|authored|co-?authored)\b|\bwho (?:is|are|was|were) the authors?\b|\bauthors? of\b[^?]{0,80}\bwho\b"
        r"|\bwho published\b[^?]{0,60}\b(?:paper|article|post|report|book)\b"
        r"|谁(?:撰写|写)(?:了|的)|作者(?:是谁|有谁|有哪|都?是哪|为谁|叫什么)|(?:论文|文章|博客|帖子|书)[^？?。]{0,12}是?(?:由)?谁(?:写|撰写|作)",
    ),
    (
        "variable",
        r"\b(?:what|which) (?:[\w-]+ )?(?:environment|env) variables?\b|(?:什么|哪[一个些]*)[^？?。，]{0,4}环境变量",
    ),
    (
        "option",
        r"\b(?:what|which) (?:[\w-]+ ){0,3}(?:options?|flags?|switch(?:es)?|arguments?|parameters?)\b(?! (?:count|size))"
        r"|(?:什么|哪[一个些]*)(?:启动|命令行)?(?:参数|选项|开关|标志)(?!量)",
    ),
    ("command", r"\b(?:what|which) (?:[\w-]+ ){0,2}commands?\b|(?:什么|哪[一个些条]*)(?:命令|指令)"),
    ("person", r"\bwho\b|\bwhose (?:idea|work|company)\b|谁|哪位|何人"),
)
_ASKED = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _TURNS)
_MEMBERS: dict[str, re.Pattern[str]] = {
    "licence": re.compile(
        r"\b(?:apache|mit|bsd|[al]?gpl|mpl|isc|epl|unlicense|cc0|cc[- ]by|creative commons|public domain|licen[cs]ed?|proprietary)\b"
        r"|许可|专有|闭源|公有领域",
        re.IGNORECASE,
    ),
    "system": re.compile(
        r"\b(?:mac ?os|os x|windows|linux|ubuntu|debian|centos|fedora|red hat|rhel|rocky|android|ios|ipados|symbian|unix|freebsd|openbsd"
        r"|harmonyos|chrome ?os|openeuler|kylin|wsl)\b|鸿蒙|安卓|麒麟|欧拉|统信",
        re.IGNORECASE,
    ),
    "language": re.compile(
        r"(?<![\w+#])(?:python|c\+\+|c#|c/c\+\+|rust|golang|go|java|javascript|typescript|cuda|kotlin|swift|ruby|scala|julia|zig|lua|php|perl"
        r"|mojo|haskell|erlang|elixir|ocaml|fortran|shell|bash|sql|dart|clojure|c)(?![\w+#])",
        re.IGNORECASE,
    ),
    "hardware": re.compile(
        r"\b(?:nvidia|amd|intel|ascend|apple|qualcomm|arm|tpus?|gpus?|cpus?|npus?|fpgas?|rtx|gtx|mi\d{3}\w?|instinct|hopper|blackwell|ampere"
        r"|[abhlv]\d{2,3}[a-z]?|gb\d{3}|cerebras|groq|trainium|inferentia)\b|昇腾|英伟达|华为|寒武纪|海光|苹果|高通",
        re.IGNORECASE,
    ),
    "variable": re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*_[A-Z0-9_]{2,}"),
    "option": re.compile(
        r"(?<![\w-])--?[A-Za-z][\w-]*|(?<![\w-])[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+(?![\w-])|`[\w.-]+`|\w=\w"
    ),
    "command": re.compile(
        r"(?<![\w/])/[a-z][\w-]+|`[^`\n]+`|(?:^|\n)\s{0,8}(?:\$ )?[a-z][\w.-]* [-\w./]+|(?<![\w-])[a-z]+(?:_[a-z]+)+"
    ),
    "author": re.compile(
        r"(?i:(?<!\w)authors?)[ *_\"']*[:：][ *_\"']*[A-Z\u00c0-\u024f\u4e00-\u9fff]|(?i:\bauthors? (?:is|are|was|were)\b)"
        r"|(?i:(?:^|\n|\b(?:written|authored|posted|published|presented|paper|post|article|report|book) )by)[ *_:]{1,4}[A-Z\u00c0-\u024f]"
        r"|\bet al\b|[\w.+-]{1,60}@[\w-]{1,60}\.\w|作者|撰稿|撰写|署名|(?:撰|著|文)[/／:：]"
    ),
}
_LATIN_NAME = re.compile(r"(?<![\w.-])[A-Z\u00c0-\u024f][\w'.-]*[\w](?:[ -][A-Z\u00c0-\u024f][\w'.-]*){0,3}")
_SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹喻苏潘葛范彭郎鲁韦马苗方俞任袁柳史唐费岑薛雷贺倪汤殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟"
    "黄和穆萧尹姚邵汪祁毛狄米贝明臧戴谈宋庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田胡凌霍万柯卢莫房解应宗丁宣邓洪包左石崔吉龚程裴陆翁叶"
)
_HAN_NAME = re.compile(
    rf"(?:者|长|事|员|授|师|官|人|裁|管|席|任|士|者|由|被|是)[ *_「『（(]{{0,4}}[{_SURNAMES}] ?[\u4e00-\u9fff]{{1,2}}"
    rf"|[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}[ *_」』]{{0,3}}(?:认为|表示|指出|称|说|透露|强调|提出|创立|创办|创建|撰写|先生|女士|教授)"
)
_ROLE = re.compile(r"公司|团队|大学|研究院|实验室|基金会|联盟|协会|工会|集团|组织|社区|委员会")


def asked_class(text: str) -> Expected:
    """The class that a question asks a member of; empty where it asks none."""
    return next((kind for kind, pattern in _ASKED if pattern.search(text)), "")


def named_class(forms: Iterable[str], expected: Expected) -> bool:
    """Whether a word of the question is the class's own name: a passage that names a member need not hold it."""
    pattern = _CLASS_WORDS.get(expected)
    return pattern is not None and any(pattern.fullmatch(form) for form in forms)


_CLASS_WORDS: dict[str, re.Pattern[str]] = {
    "licence": re.compile(r"licen[cs](?:e|es|ed|ing)|许可证?|协议|开源协议|授权"),
    "system": re.compile(r"operating systems?|os|操作系统"),
    "language": re.compile(r"(?:programming )?languages?|(?:编程)?语言"),
    "hardware": re.compile(r"hardware|chips?|硬件|芯片|加速卡"),
    "author": re.compile(r"authors?|wrote|written|作者"),
    "variable": re.compile(r"(?:environment|env) variables?|环境变量"),
    "option": re.compile(r"options?|flags?|switch(?:es)?|arguments?|parameters?|参数|选项|开关"),
    "command": re.compile(r"commands?|命令|指令"),
}


def has_member(text: str, expected: Expected, asked: Iterable[str]) -> bool:
    """Whether a text names a member of the class, other than what the question names itself."""
    if expected == "person":
        return _names_somebody(text, set(asked))
    pattern = _MEMBERS[expected]
    return any(folded(found[0]) not in set(asked) for found in pattern.finditer(text))


def _names_somebody(text: str, asked: set[str]) -> bool:
    """Whether a text names a person or a body besides the words of the question."""
    if _HAN_NAME.search(text) or _ROLE.search(text):
        return True
    for found in _LATIN_NAME.finditer(text):
        words = folded(found[0]).split()
        begins = (
            not text[: found.start()].rstrip(" *_`#>-")
            or text[: found.start()].rstrip()[-1:] in ".!?。！？\n"
        )
        if any(
            not any(word in form for form in asked)
            for word in words[(1 if begins and len(words) == 1 else 0) :]
        ):
            return True
    return False
