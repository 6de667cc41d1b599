"""Words that a statement puts in the place of others: `from team Stork to team Heron`, `the default is now Retain`.

Only what can have one value is turned: a property that is named, a pair of opposites, or words that the statement itself
says to hold no more. What is added to others (`now supports`, `also has`) turns nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from agent.facts.folding import has_han
from agent.gist import content
from agent.markup import plain
from agent.relation.keys import standing_at
from agent.relation.measured import CellTurn
from agent.relation.owned import FRAME, is_said_now, signs_of
from agent.relation.said import Line
from agent.relation.signs import DOUBTED, PLAN
from agent.relation.values import FOR_A_WHILE, ValueTurn

_WORDS = r"[^\s,.;:()，。；：（）][^,.;:()\n，。；：（）]{{0,{0}}}?"
_PHRASE = _WORDS.format(40)
_EXCHANGES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:mov|chang|switch|migrat|renam|shift|transferr|convert|swapp)(?:e|ed|es|ing|s)?\b[^.;\n]{{0,40}}?"
        rf"\bfrom\s(?P<old>{_PHRASE})\sto\s(?P<new>{_PHRASE})(?=$|[,.;()]|\s(?:since|as of|last|this|on|in|for|after|because)\b)",
        rf"\b(?:is|are|happens?|runs?|goes|uses?|use)\s(?:now\s)?(?P<new>{_PHRASE}),?\s(?:instead of|rather than|and no longer|not)\s"
        rf"(?P<old>{_PHRASE})(?=$|[,.;()])",
        rf"\bnow\s(?:uses?|runs?|happens?|goes|takes place|is|are)\s(?P<new>{_PHRASE}),?\s(?:instead of|rather than|and no longer|not)\s"
        rf"(?P<old>{_PHRASE})(?=$|[,.;()])",
        rf"\bnow\s(?:\w{{2,12}}\s)?(?P<new>(?:every|on|at|by|with)\s{_PHRASE})\s(?:instead of|rather than)\s(?P<old>{_PHRASE})(?=$|[,.;()])",
        r"[从由](?P<old>[^，。；,;\n从由]{2,20}?)(?:改|换|切换|调整|变更|移交|转|升级|迁移)(?:[为成到至]|给了?)(?P<new>[^，。；,;\n]{2,20})(?=$|[，。；,;\n])",
        r"(?:改为|改用|换成|现为|现在是|现在用)(?P<new>[^，。；,;\n]{2,20}?)[，,]?(?:而不是|而非|不再是|不再用)(?P<old>[^，。；,;\n]{2,20})(?=$|[，。；,;\n])",
    )
)
"""What a statement says to hold no more, and what holds in its place."""
_IS_NOW = re.compile(
    rf"(?P<subject>[^,.;\n]{{3,80}}?)\s(?:is|are)\snow\s(?:set to\s|at\s)?(?P<new>{_WORDS.format(30)})(?=$|[,.;]|\s(?:since|as of)\b)"
    rf"|(?P<zh>[^，。；,;\n]{{2,30}}?)(?:现已?[为是]|现在[为是]|已?改[为成]|已?调整为|已?换成)(?P<new_zh>[^，。；,;\n]{{1,16}})(?=$|[，。；,;\n])",
    re.IGNORECASE,
)
_PROPERTY = re.compile(
    r"\b(?:defaults?|polic(?:y|ies)|modes?|owners?|regions?|status|levels?|types?|backends?|engines?|providers?|vendors?|suppliers?|"
    r"methods?|protocols?|formats?|leads?|contacts?|languages?|channels?|frequency|schedule|strategy|scheduler|licen[cs]e|location|"
    r"class|grade|colou?r|carrier|host|name|title|chair|head|currency|basis|unit|drug|dose form|route)\b|"
    r"默认|策略|模式|负责人|值班|区域|状态|级别|类型|后端|引擎|供应商|厂商|方式|方法|协议|格式|联系人|语言|渠道|频率|周期|许可证|位置|等级|颜色|名称|币种|剂型|途径|型号",
    re.IGNORECASE,
)
"""What has one value at a time."""
_OPPOSITES = (
    ("on", "off"), ("enabled", "disabled"), ("open", "closed"), ("allowed", "forbidden"), ("mandatory", "optional"),
    ("required", "optional"), ("active", "inactive"), ("manual", "automatic"), ("public", "private"), ("free", "paid"),
    ("开启", "关闭"), ("开放", "关闭"), ("启用", "停用"), ("启用", "禁用"), ("允许", "禁止"), ("必填", "可选"), ("强制", "可选"),
    ("手动", "自动"), ("免费", "收费"), ("公开", "私有"),
)  # fmt: skip
_OPPOSITE = {one: other for pair in _OPPOSITES for one, other in (pair, pair[::-1])}
_IS = re.compile(
    r"(?P<subject>[^,.;:\n]{3,80}?)\s(?:is|are)\s(?:set to\s|at\s)?(?P<old>[^,.;:\n]{1,30}?)(?=$|[,.;:\n])"
    r"|(?P<zh>[^，。；：,;:\n]{2,30}?)[为是](?P<old_zh>[^，。；：,;:\n]{1,16}?)(?=$|[，。；：,;:\n])",
    re.IGNORECASE,
)
_LONGEST_SWAP = 5
"""Words of what takes a place, at most."""
_SCOPE = re.compile(
    r"\b(?:in|at|for|with|under|within|during|except|only)\s\w|[仅在对][\u4e00-\u9fff]", re.IGNORECASE
)
"""That a value holds in one setting."""


def words_turned(text: str, line: Line, *, about: str = "") -> tuple[ValueTurn | CellTurn, ...]:
    """The words of a line that a statement says to hold no more, or gives another value of the same property for."""
    if (
        line.code
        or DOUBTED.search(text)
        or PLAN.search(text)
        or FOR_A_WHILE.search(text)
        or not is_said_now(text)
    ):
        return ()
    said = line.says
    for old, new, subject in _exchanges(text):
        at = standing_at(said, old)
        if at < 0 or standing_at(said, old, at + 1) >= 0 or not _is_of(f"{about}\n{subject}", line):
            continue
        if not line.cells:
            return (ValueTurn(at, at + len(old), said[at : at + len(old)], new),)
        columns = [
            column for column, cell in enumerate(line.values) if column and standing_at(cell, old) >= 0
        ]
        if len(columns) == 1:
            return (_in_cell(line.values[columns[0]], columns[0], old, new),)
    return tuple(_properties(text, line))


def _in_cell(cell: str, column: int, old: str, new: str) -> CellTurn:
    at = standing_at(cell, old)
    return CellTurn(column, cell.strip(), f"{cell[:at]}{new}{cell[at + len(old) :]}".strip())


@lru_cache(maxsize=4_096)
def _exchanges(text: str) -> tuple[tuple[str, str, str], ...]:
    """What goes, what comes, and the words before both; what has a figure is no matter of words."""
    bare = plain(text)
    found = []
    for pattern in _EXCHANGES:
        for match in pattern.finditer(bare):
            old, new = match["old"].strip(), match["new"].strip()
            short = max(len(content(old)), len(content(new))) <= _LONGEST_SWAP
            if (
                short
                and old
                and new
                and not any(map(str.isdecimal, old + new))
                and has_han(old) == has_han(new)
            ):
                found.append((old, new, bare[: match.start()]))
    return tuple(found)


def _is_of(subject: str, line: Line) -> bool:
    """Whether a line speaks of the subject of a statement: its name, or most of its words."""
    if line.key and standing_at(subject, line.key.name) >= 0:
        return True
    last = subject.rpartition("\n")[2]
    words = {word for word in content(last) if word.isascii()} - FRAME
    signs = signs_of(last)
    if not words and not signs:
        return False
    told = f"{line.section}\n{line.text}"
    shared = len(words & set(content(told))) + len(signs & signs_of(told))
    return 2 * shared > len(words) + len(signs)


def _properties(text: str, line: Line) -> Iterator[ValueTurn]:
    """The values of properties for which a statement has another, in the same words for the property."""
    if line.cells:
        return
    for match in _IS_NOW.finditer(text):
        subject, new = (match["subject"] or match["zh"]).strip(), (match["new"] or match["new_zh"]).strip()
        if any(map(str.isdecimal, new)) or _SCOPE.search(new) or len(content(new)) > _LONGEST_SWAP:
            continue
        for there in _IS.finditer(line.says):
            old = there["old"] or there["old_zh"]
            if not _same(subject, there["subject"] or there["zh"]) or any(map(str.isdecimal, old)):
                continue
            opposite = _OPPOSITE.get(old.casefold()) == new.casefold()
            if old.casefold() != new.casefold() and (
                opposite or (_PROPERTY.search(subject) and not _SCOPE.search(old))
            ):
                start = there.start("old") if there["old"] else there.start("old_zh")
                yield ValueTurn(start, start + len(old), old, new)


def _same(one: str, other: str) -> bool:
    """Whether two subjects are the same words."""
    mine, yours = ({word for word in content(text) if word.isascii()} - FRAME for text in (one, other))
    return mine == yours and signs_of(one) == signs_of(other) and bool(mine or signs_of(one))
