"""A count and the names that stand beside it in the same sentence."""

from __future__ import annotations

import re

from agent.consistency.amounts import amounts
from agent.consistency.stated import Stated

_OPEN_END = re.compile(
    r"等(?!级|效|价|同|于|待|长|距)|……|\.\.\.|…|\betc\b\.?|\band so on|\band more|\bsuch as|例如|比如|包括但不限于|\bincluding|\bamong|\band others|其中|如[：:]",
    re.I,
)
_MARKS = (
    re.compile(r"([①-⑳])"),
    re.compile(r"[（(](\d)[)）]"),
    re.compile(r"[（(]([a-h])[)）]"),
    re.compile(r"([一二三四五六七八九])(?:是|则|为)"),
    re.compile(r"第([一二三四五六七八九])(?:[，、：:]|是|点)"),
    re.compile(r"\b(first|second|third|fourth|fifth|sixth)(?:ly)?,", re.I),
)
_ORDERS = {
    _MARKS[0].pattern: tuple("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"),
    _MARKS[1].pattern: tuple("123456789"),
    _MARKS[2].pattern: tuple("abcdefgh"),
    _MARKS[3].pattern: tuple("一二三四五六七八九"),
    _MARKS[4].pattern: tuple("一二三四五六七八九"),
    _MARKS[5].pattern: ("first", "second", "third", "fourth", "fifth", "sixth"),
}
_TAIL = re.compile(r"[^:：。，,.;；]{0,24}[:：]\s?")
"""What may stand between a count's noun and the colon after it: `three fixes this week:`."""
_FULL_STOP = re.compile(r"[。！？]|\.\s|\.$")
_LEAST = 3
"""From so many on, clauses of one form are an enumeration."""
_PARENS = re.compile(r"[（(]([^（()）]{3,400})[)）]")
_CONJOINED = re.compile(r"\s?(?:以及|和|及|与)\s?")
_UNEVEN = re.compile(r"各|分别|混合|每|\beach\b|respectively|以及其他|等等")
_NUMBERED = re.compile(r"^[\s#>*-]*(?:第?[一二三四五六七八九十]{1,3}|\d{1,3})[、.．）)]\s*")
"""The number of a heading or item, which is none of the names."""
_NAMES_BEFORE = re.compile(
    r"([^，。；：:（()）]{0,80}、[^，。；：:（()）、]{1,24}?)\s?(?P<and_so>等[^，。、；]{0,6}?)?\s?(?:这|共|全部|一共)?\s?$"
)


def enumerated(stated: Stated, after: str = "") -> int | None:
    """How many names the sentence gives for a count, or None where it gives no closed list of names.

    `after` is what follows the sentence on its line: numbered points may run on there.
    """
    if stated.back:
        return _named_before(stated)
    rest = stated.text[stated.end :]
    if _OPEN_END.search(rest[:400]) or rest[:3].count("共"):
        return None
    marks = _marked(rest + after)
    if marks is not None:
        return marks
    tail = _TAIL.match(rest)
    alike = _told_alike(_FULL_STOP.split(rest[tail.end() :], maxsplit=1)[0]) if tail else None
    if alike is not None:
        return alike
    body = _body(rest, stated)
    return _named_before(stated) if body is None else _named_in(body, stated)


def _marked(rest: str) -> int | None:
    """How many numbered points follow: `① … ②`, `(1) … (2)`, `一是 … 二是`, `first, … second, …`."""
    for mark in _MARKS:
        found = [group for match in mark.finditer(rest) for group in match.groups() if group]
        order = list(dict.fromkeys(group.lower() for group in found))
        first = mark.search(rest[:40])
        if len(order) >= 2 and first is not None and order == list(_ORDERS[mark.pattern][: len(order)]):
            return len(order)
    return None


def _named_in(body: str, stated: Stated) -> int | None:
    if _UNEVEN.search(body):
        return None
    body = re.split(r"[。！？]|——|，(?=其|均|都|并|而|但|可|用|以|已)", body)[0].strip()
    if len(body.split("、")) == stated.n and _one_name(body):
        return stated.n
    parts = _parts(body)
    if len(parts) < 2 or sum(bool(amounts(part)) for part in parts) >= 2:
        return None
    return len(parts)


_TOLD = re.compile(
    r"\s?(?:and\s)?(?P<name>[A-Z][\w.+-]{0,40}|《[^》]{1,60}》|「[^」]{1,60}」)\s?(?P<verb>[\u4e00-\u9fff]|[a-z]{2,20})"
)


def _told_alike(body: str) -> int | None:
    """How many names are told of one after the other with one verb: `A 讲 …，B 讲 …`, `A covers …, B covers …`."""
    told = [_TOLD.match(part) for part in re.split(r"[，；;]|,\s", body)]
    if len(told) < _LEAST or not all(told):
        return None
    names = {one["name"] for one in told if one}
    verbs = {one["verb"] for one in told if one}
    return len(told) if len(names) == len(told) and len(verbs) == 1 else None


def _one_name(body: str) -> bool:
    """Whether the 和 in the last of some names may belong to that name: `缓存、调度、部署和运维`.

    Where both its sides are as long as the other names, or stand apart from it, it joins two names.
    """
    pieces = body.split("、")
    if re.search(r"[A-Za-z\d]\s?(?:和|与|及)|(?:和|与|及)\s?[A-Za-z\d]|\s(?:和|与|及)\s", body):
        return False
    halves = _CONJOINED.split(pieces[-1])
    lengths = [len(piece.strip(" 。.；")) for piece in (*pieces[:-1], *halves)]
    return len(halves) < 2 or max(lengths) - min(lengths) > 1


def _body(rest: str, stated: Stated) -> str | None:
    """The words that list what is counted: after a colon, in brackets, or names right after the noun."""
    opening = re.match(r"\s?(?:[，,]\s?)?(?:分别(?:是|为)?|即)\s?[：:]?\s?|\s?[：:（(]\s?", rest)
    if opening is None:
        names = re.match(r",?\s(?=[A-Z][\w.-]*(?:, | and ))", rest)
        return rest[names.end() :].split(". ", maxsplit=1)[0] if names and stated.noun.isascii() else None
    if opening[0].strip() in "（(" and stated.noun[:1] in "位名":
        return None  # people in brackets may be their places of work
    if opening[0].strip() in "（(":
        inside = _PARENS.match(rest.strip())
        return inside[1] if inside else None
    return rest[opening.end() :]


def _named_before(stated: Stated) -> int | None:
    """`A、B 和 C 三种方法`: with 等 more may exist, but not fewer."""
    match = _NAMES_BEFORE.search(_NUMBERED.sub("", stated.text[: stated.start]))
    if (
        match is None
        or stated.n > 12
        or not stated.listable
        or re.search(r"\d\s?[个篇条项次张名款种]", match[1])
    ):
        return None
    if not stated.back and stated.noun in ("个", "篇", "条", "项", "份", "步", "点", "层"):
        return None
    pieces = match[1].split("、")
    last = _CONJOINED.split(pieces[-1])
    if any(len(piece) > 24 or amounts(piece) for piece in (*pieces[1:], *last)) or not all(last):
        return None
    if any(_CONJOINED.search(piece) for piece in pieces[:-1]) or "并称" in match[1]:
        return None
    count = len(pieces) - 1 + len(last)
    if match["and_so"] is not None:
        return max(count, stated.n)
    return stated.n if stated.n == len(pieces) and _one_name(match[1]) else count


def _parts(body: str) -> list[str]:
    """The parts of an enumeration by its strongest mark; empty when they are no plain names."""
    bare = re.sub(r"[（(][^（()）]*[)）]", "", body).rstrip(" .。；;")
    for mark, closing in (
        (" / ", None),
        ("；", None),
        ("、", re.compile(r"、|以及|和|及|与")),
        (", ", re.compile(r",\s+and\s|,\s|\sand\s")),
    ):
        if mark not in bare:
            continue
        if "，" in bare and mark != "；":
            return []
        parts = [part.strip() for part in (closing.split(bare) if closing else bare.split(mark))]
        if mark == "、":
            # 「A、B 和 C」: only the last part may hold the conjunction; elsewhere it is inside a name.
            pieces = bare.split("、")
            parts = pieces[:-1] + re.split(r"\s?(?:以及|和|及|与)\s?", pieces[-1], maxsplit=1)
        if mark == ", " and re.search(r"\sand\s[^,]*,", bare):
            return []
        if all(part and len(part) <= 40 for part in parts):
            return parts
        return []
    if re.fullmatch(r"[A-Za-z0-9.+-]+ and [A-Za-z0-9.+-]+", bare):
        return bare.split(" and ")
    return []
