"""One thing listed twice in one table or list."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from agent.consistency.amounts import amounts
from agent.consistency.lexicon import metrics
from agent.consistency.reading import Grid, Listing, Reading, Sentence, plain
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

ARXIV = re.compile(r"(?<![\d.])(\d{4}\.\d{4,5})(?:v\d+)?(?!\d)")
LINK = re.compile(r"https?://[^\s)）（】>\]，。；、|\"'<]+")
_ROW_ID = re.compile(r"(?<![\d.])(\d{4}\.\d{4,5})(?:v\d+)?(?!\d)|CVE-\d{4}-\d{4,7}|10\.\d{4,9}/[\w./()-]+")
_ID_HEAD = re.compile(
    r"arxiv|doi|链接|编号|\bid\b|\bids\b|link|url|paper|论文|题目|标题|title|项目|project|repo|仓库|名称|\bname\b",
    re.I,
)
_INDEX_HEAD = re.compile(r"#|序号|编号|No\.?|Nr\.?|ID|index|rank|排名", re.I)
_NAME_HEAD = re.compile(r"题目|标题|title|项目|project|repo|仓库|名称|\bname\b|论文|paper", re.I)


_CLOSING_ID = re.compile(r"arxiv\s?[:：]?\s?\d{4}\.\d{4,5}(?:v\d+)?[\s)）\]】.。;；,，]{0,4}$", re.I)
"""The work that an entry closes with: `Title, arXiv:2610.04410`."""


def page(url: str) -> str:
    """A URL so that the same page compares equal."""
    url = re.sub(r"^https?://(?:www\.)?", "", url.rstrip(".,;:'\"*_`")).split("#")[0]
    url = re.sub(r"[?&](?:utm_\w+|fbclid|_gl|ref|source)=[^&]*", "", url)
    arxiv = re.match(r"(?:export\.)?arxiv\.org/(?:abs|pdf|html)/(\d{4}\.\d{4,5})", url)
    if arxiv:
        return "arxiv:" + arxiv[1]
    return url.removesuffix(".git").rstrip("/").lower()


def listed_twice(reading: Reading) -> list[Doubt]:
    """Entries of one table, or of one list, that are the same thing."""
    found: list[Doubt] = []
    for table in reading.tables:
        found += _in_table(reading, table)
    for listing in reading.lists:
        found += _in_list(reading, listing)
    for sentence in reading.sentences:
        found += _in_sentence(reading, sentence)
    return found


def _in_table(reading: Reading, table: Grid) -> Iterator[Doubt]:
    keyed: dict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(table.rows):
        for key in _row_keys(table, row):
            keyed[key].append(at)
    told: set[int] = set()
    for key, rows in keyed.items():
        if len(rows) < 2 or len(rows) * 2 > len(table.rows) + 1:
            continue
        for later in rows[1:]:
            if later in told:
                continue
            told.add(later)
            first = rows[0]
            shown = _as_listed(table, first, key)
            yield doubt(
                reading,
                "duplicate",
                quote(table.raws[first], table.lines[first]),
                quote(table.raws[later], table.lines[later]),
                zh=f"「{shown}」在同一表中列出 {len(rows)} 次",
                en=f"{shown} stands {len(rows)} times in one table",
            )


_PLAIN = frozenset(
    "with from that this into large language model models efficient serving inference learning systems system using based towards toward arxiv paper".split()
)
"""Words of titles in this and any field that two different works may share."""
_REF = re.compile(r"(?<![\w./-])[\w.-]{1,40}/[\w.-]{1,60}#\d{1,6}(?!\d)")
"""An issue or pull request by its repository and number."""
_REPO = re.compile(r"([A-Za-z][\w.-]{1,38}/[\w.-]{2,60})\s?(?:[—–:：]|-\s)")
"""The repository that an entry begins with."""
_BARE_NAME = re.compile(r"[A-Z][A-Za-z]*[A-Z0-9][\w.+-]{0,12}")
"""A short item that is nothing but a name with capitals or digits in it: `AWQ`, `FP8`."""
_NAMED_LIST = re.compile(r"[：:]\s?([^：:。；;（(]{8,300})")


def _in_sentence(reading: Reading, sentence: Sentence) -> Iterator[Doubt]:
    """A name given twice in an enumeration after a colon."""
    if sentence.text.count("、") < 3 and sentence.text.count(", ") < 3:
        return
    for match in _NAMED_LIST.finditer(sentence.text):
        body = match[1].strip(" .")
        parts = [part.strip().lower() for part in re.split(r"、|,\s(?:and\s)?|\s?和\s?|\sand\s", body)]
        if len(parts) < 4 or any(len(part) > 24 or not part for part in parts) or "，" in body:
            continue
        twice = next((part for at, part in enumerate(parts) if len(part) >= 3 and part in parts[:at]), None)
        if twice is not None and re.search(r"[a-z\u4e00-\u9fff]", twice):
            place = quote(sentence.quote, sentence.line)
            yield doubt(
                reading, "duplicate", place, place,
                zh=f"「{twice}」在同一列举中出现两次", en=f"{twice!r} stands twice in one enumeration",
            )  # fmt: skip
            return


_SHOWN = 60
"""Characters of an entry that its finding shows."""


def _as_listed(table: Grid, row: int, key: str) -> str:
    """An entry of a table as it stands there: its id, or its first cells."""
    sort, _, name = key.partition(":")
    cells = [cell for cell in table.rows[row] if cell]
    return name if sort == "id" else _cut(" · ".join(cells))


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…"


def _row_keys(table: Grid, row: tuple[str, ...]) -> Iterator[str]:
    if sum(bool(cell) for cell in row) < 2 and len(row) > 1:
        return
    head = table.header[0] if table.header else ""
    for column in (0, 1):
        if column < len(row) and (column == 0 or _ID_HEAD.search(table.header[column])):
            ids = {match[1] or match[0] for match in _ROW_ID.finditer(row[column])}
            if len(ids) == 1 and len(_ROW_ID.sub("", row[column])) <= 30:
                yield "id:" + ids.pop()
                return
    text = " | ".join(" ".join(cell.lower().split()) for cell in row)
    if len(text) >= 12 and any(char.isalpha() for char in text):
        yield "row:" + text
    at = 1 if _INDEX_HEAD.fullmatch(head.strip()) and len(row) > 1 else 0
    if at:
        text = " | ".join(" ".join(cell.lower().split()) for cell in row[1:])
        if len(text) >= 6 and any(char.isalpha() for char in text):
            yield "row:" + text
    head, name = table.header[at], row[at].strip()
    if _NAME_HEAD.search(head) and len(name) >= 4 and not name.isdigit():
        values = [cell for cell in row[at + 1 :] if cell]
        settings = [row[c].strip().lower() for c in range(at + 1, len(row)) if _is_setting(table.header[c])]
        measured = any(metrics(title) for title in table.header) or any(amounts(cell) for cell in settings)
        if values and not measured and len(settings) < len(row) - at - 1:
            yield "|".join(("name:" + name.lower(), *settings))


def _is_setting(head: str) -> bool:
    """Whether a column tells variants of one thing apart."""
    return not re.search(
        r"stars?|★|创建|时间|日期|date|定位|说明|简介|描述|description|作者|author|链接|link|url|备注|note|年份|year|venue|summary|关系|可信|状态|star|机构|org",
        head,
        re.I,
    )


def _in_list(reading: Reading, listing: Listing) -> Iterator[Doubt]:
    keyed: dict[str, tuple[int, str]] = {}
    edge = min(item.depth for item in listing.items)
    works = sum(
        bool(
            ARXIV.search(item.raw) or LINK.search(item.raw) or _REF.search(item.raw) or _REPO.match(item.text)
        )
        for item in listing.items
    )
    bibliography = works * 5 >= len(listing.items) * 3
    for at, item in enumerate(listing.items):
        if item.depth > edge:
            continue
        keys = [key for key in item_keys(item.raw, item.text) if bibliography or key.startswith("text:")]
        earlier = next((keyed[key] for key in keys if key in keyed), None)
        for key in keys:
            keyed.setdefault(key, (at, key))
        if earlier is None:
            continue
        first = listing.items[earlier[0]]
        shown = earlier[1] if earlier[1].startswith("arXiv:") else _cut(first.text)
        other = earlier[1].startswith("arXiv:") and not _share_words(first.text, item.text)
        yield doubt(
            reading,
            "duplicate",
            quote(first.raw, first.number),
            quote(item.raw, item.number),
            zh=f"「{shown}」用在两个标题上，其一的链接可能有误"
            if other
            else f"「{shown}」在同一列表中列出两次",
            en=f"{shown!r} stands under two titles; one link may be wrong"
            if other
            else f"{shown!r} stands twice in one list",
        )


def _share_words(one: str, other: str) -> bool:
    """Whether two titles have at least one rarer word or two Chinese characters in common."""
    words = [
        set(re.findall(r"[a-z][a-z0-9]{3,}|[\u4e00-\u9fff]", text.lower())) - _PLAIN for text in (one, other)
    ]
    return bool(words[0] & words[1])


def item_keys(raw: str, text: str) -> Iterator[str]:
    """What tells an entry of a list apart: its own words, or the work that it begins with."""
    words = " ".join(text.lower().split()).rstrip(" .。；;,，")
    if (len(words) >= 8 or _BARE_NAME.fullmatch(text.strip())) and any(char.isalpha() for char in words):
        yield "text:" + words
    opened = _REPO.match(text)
    if opened:
        yield "link:" + opened[1].lower()
    refs = set(_REF.findall(raw))
    if len(refs) == 1:
        yield "link:" + refs.pop().lower()
    ids = list(dict.fromkeys(ARXIV.findall(raw)))
    opens = ARXIV.search(text[:20]) or "arxiv.org/" in raw or f"[{ids[0] if ids else ''}" in raw
    if len(ids) == 1 and (opens or _CLOSING_ID.search(raw)):
        yield "arXiv:" + ids[0]
        return
    links = _own_links(raw)
    if len(links) == 1:
        title = re.match(r"\s*(?:[-*+•]|\d+[.)])?\s*(?:\*\*)?\[([^\]]{3,200})\]\(", raw)
        lead = _LEAD.match(words)
        name = plain(title[1]).lower() if title else lead[1] if lead else words[:60]
        yield "link:" + links[0] if name.startswith("http") else f"link:{name} {links[0]}"


_LEAD = re.compile(r"([^：:]{2,40}?)\s?(?:：|:(?=\s))")
"""The name that an entry begins with, before its colon."""


def _own_links(raw: str) -> list[str]:
    return list(dict.fromkeys(page(link) for link in LINK.findall(raw)))
