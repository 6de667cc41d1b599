"""The offline writer: it selects and quotes the evidence and arranges it; it words nothing of its own.

A key point is taken over in the words of the brief or note that carries it. What is written in another
language than the document's is quoted as it stands, marked as the original. Sentences about the work on
the document itself (where a thing should be filed, what was anchored yesterday) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.drafts import (
    DraftClaim,
    DraftPatch,
    DraftPoint,
    DraftReply,
    DraftRequest,
    DraftRow,
    DraftTable,
    Planned,
    Rejected,
)
from agent.entries import is_hail, without_hail
from agent.facts import split_claims
from agent.facts.urls import find_urls, page_of
from agent.language import language_of
from agent.markup import plain
from agent.models import Increment, Language, Point, Table
from agent.orders import without_quoted_orders
from agent.planning import links_of
from agent.selection import is_process, selected
from agent.tokens import tokens
from agent.verification import row_text

_STARS = re.compile(r"\s*[（(]\s*[⭐★☆\s]+[)）]\s*$|\s*[⭐★☆]+\s*$")
_SCAFFOLD = re.compile(
    r"^(?:要点|关键要点|核心要点|主要内容|摘要|概述|key points?|highlights?|summary|abstract|tl;?dr|points?)(?!\w)",
    re.IGNORECASE,
)
"""Lead-ins that only announce a list."""
_CAPTION = re.compile(
    r"^(?:要点|关键要点|核心要点|key points?)?\s*[（(](?P<inner>[^（）()]*)[）)]\s*$|^(?:要点|关键要点|核心要点|key points?)$",
    re.IGNORECASE,
)
"""A caption that only announces, with what it says in brackets."""
_ENUMERATED = re.compile(
    r"^\s*(?:条目|要点|第|items?|entry|no\.?|#)\s?\d{1,3}\s?(?:条|项)?\s*[:：.、)]\s*", re.IGNORECASE
)
"""The number that a note gives one of its items."""
_NUMBER = re.compile(r"^\s*(?:\d{1,2}[.、)]\s*|[一二三四五六七八九十]{1,3}、\s*)(?=[^\s\d])")
"""The number that a note gives one of its headings."""
_POINTER = re.compile(
    r"[\s，,。.;；:：<（(\-–—]{0,9}(?:(?:详情)?(?:请)?(?:详见|参见|见|参考|来源|出处|原文|链接|地址)|\b(?:see(?: also)?|via|sources?|links?|more(?: at)?|details|from|at))?[\s:：<（(\-–—]{0,9}$",
    re.IGNORECASE,
)
"""What leads to an address at the end of a sentence."""
_GOES_ON = re.compile(
    r"(?:\b(?:for|to|of|on|in|by|with|as|is|are|was|the|an?|and|or)|[的是为在于由与和及])\Z", re.IGNORECASE
)
"""Words of which an address is a part."""
_STOP = re.compile(r"(?<![.])[.!?](?=\s*\Z)")
"""The end of a sentence in Latin letters: the next one follows it. Chinese ones are set apart by what joins them."""
_DATED = re.compile(r"\d{4}-\d{2}|\d{4}\s?年")
_SHORT = 60
"""Characters up to which points under one lead-in are set in one line."""
_A_SENTENCE = 4
"""Words below which a line is a label rather than a sentence."""
_SAME_THING = 0.5
"""Share of words from which a sentence of the source is taken to say what a rejected one meant to say."""
_VOLATILE = re.compile(
    r"\d[\d,.]*\s*[kKwW万]?\s*(?:★|⭐|stars?\b|颗星|次?下载|downloads?\b|forks?\b)|每[周月日][^，。；]{0,6}(?:安装|下载)|(?:weekly|monthly|daily) (?:installs|downloads)",
    re.IGNORECASE,
)
"""Figures that are true only on the day they were read."""

_CLAUSE_ENDS = re.compile(r"[，。；！？]|[,.;!?](?=\s|$)")
_LONGEST_TITLE = 80
"""Characters."""
_LEAST_TITLE = 3
"""Words."""


class OfflineWriter:
    """Quotes and arranges; needs no model and no network."""

    name = "offline/1"

    def draft(self, request: DraftRequest) -> DraftReply:
        """See `llm.Writer.draft`."""
        patches = (self._patch(planned, request) for planned in request.increments)
        return DraftReply(patches=tuple(patch for patch in patches if patch), writer=self.name)

    def _patch(self, planned: Planned, request: DraftRequest) -> DraftPatch | None:
        refused = _Refused(request.rejected, planned.increment.id)
        chosen = _Chooser(planned, request, refused)
        parts = tuple(_joined(chosen.parts()))
        if not _chosen_by_a_person(planned):
            parts = selected(parts, request.section_text)
        title = refused.trimmed(_title(planned.increment)) or _first_words(parts)
        if not parts or not title:
            return None
        return DraftPatch(
            increment=planned.increment.id,
            title=DraftClaim(text=title, evidence=chosen.ids),
            parts=parts,
            sources=links_of(planned),
            caveats=planned.increment.caveats,
        )


class _Refused:
    """What the verifier sent back of one increment."""

    def __init__(self, rejected: Sequence[Rejected], increment: str) -> None:
        self._texts = {entry.text: entry for entry in rejected if entry.increment == increment}

    def __contains__(self, text: str) -> bool:
        return text in self._texts

    def trimmed(self, title: str) -> str:
        """The title without the parts that did not hold: it is a claim too."""
        while title in self._texts:
            shorter = _without(title, self._texts[title].facts)
            if shorter == title or not tokens(shorter):
                return ""
            title = shorter
        return title


class _Chooser:
    """Which points and rows of one increment are said, in whose words, and in which frame."""

    def __init__(self, planned: Planned, request: DraftRequest, refused: _Refused) -> None:
        self._increment = planned.increment
        self._language = request.language
        self._night = request.night
        self._refused = refused
        self._quotable = _quotable(planned)
        self.ids = tuple(evidence.id for evidence in planned.evidence)

    def parts(self) -> Iterable[tuple[DraftPoint | DraftTable, int]]:
        """What is said, each with the depth at which the increment says it."""
        for part in self._increment.body:
            if isinstance(part, Table):
                table = self._table(part)
                if table:
                    yield table, 0
            else:
                point = self._point(part)
                if point:
                    yield point, part.depth

    def _point(self, point: Point) -> DraftPoint | None:
        own = _without_title(without_hail(_ENUMERATED.sub("", point.text)), _title(self._increment))
        texts = (
            _without_links(without_quoted_orders(claim.text), self._increment.urls)
            for claim in split_claims(own)
        )
        said = [words for text in texts if text and not is_process(text) and (words := self._worded(text))]
        if not said:
            return None
        quoted = language_of(" ".join(said)) not in (self._language, None)
        label = _label(point.label, _title(self._increment))
        return DraftPoint(
            claims=tuple(DraftClaim(text=self._dated(text, quoted), evidence=self.ids) for text in said),
            label=label,
            quoted=quoted,
        )

    def _worded(self, text: str) -> str:
        """The text, or where it was sent back the source's own sentence on the same thing."""
        if text not in self._refused and self._dated(text, quoted=False) not in self._refused:
            return text
        near = _nearest(text, self._quotable)
        if near:
            self._quotable.remove(near)
        return near

    def _dated(self, text: str, quoted: bool) -> str:
        return text if quoted else dated(text, self._night, self._language)

    def _table(self, table: Table) -> DraftTable | None:
        rows = [row for row in table.rows if row_text(row) not in self._refused]
        if not rows:
            return None
        volatile = any(_VOLATILE.search(cell) for row in rows for cell in row) and self._night
        caption = [
            _CAPTION.sub(r"\g<inner>", table.caption).strip(" ：:"),
            _stamp(self._night, self._language) if volatile else "",
        ]
        return DraftTable(
            header=table.header,
            rows=tuple(DraftRow(cells=row, evidence=self.ids) for row in rows),
            caption=" · ".join(part for part in caption if part),
        )


def _label(label: str, title: str) -> str:
    """A lead-in without its number and stars; none where it only announces, greets, or is the title again."""
    bare = _STARS.sub("", _NUMBER.sub("", label)).strip()
    again = tokens(plain(bare)) == tokens(plain(title))
    return "" if again or _SCAFFOLD.match(label) or is_hail(label) else bare


def _without_title(text: str, title: str) -> str:
    """The text without a first line that is the title alone, which stands over it already."""
    first, _, rest = text.partition("\n")
    return (
        rest.strip() if rest.strip() and plain(first).strip(" :：").casefold() == title.casefold() else text
    )


def _without_links(text: str, urls: Sequence[str]) -> str:
    """The text without addresses at its end that stand with the title already, nor the words that lead to them."""
    own = {page_of(url) for url in urls}
    stop = _STOP.search(text)
    for url in reversed(find_urls(text)):
        if page_of(url.raw) not in own or text[url.end :].strip(" 。.;；）)>"):
            return text
        if text[: url.start].endswith("]("):
            return text
        before = _POINTER.sub("", text[: url.start])
        if _GOES_ON.search(before):
            return text
        text = f"{before}{stop[0]}" if stop and before else before
    return text


def _chosen_by_a_person(planned: Planned) -> bool:
    """Whether the increment comes from a brief that somebody wrote, who has chosen what is to be said."""
    return any(evidence.distance == 2 for evidence in planned.evidence)


def dated(text: str, night: str, language: Language) -> str:
    """A sentence with the night's date where it gives a figure that is true only on its day."""
    if not night or not _VOLATILE.search(text) or _DATED.search(text):
        return text
    stamp = _stamp(night, language)
    return text.rstrip("。.；;") + (f"（{stamp}）" if language == "zh" else f" ({stamp})")


def _stamp(night: str, language: Language) -> str:
    return f"截至 {night}" if language == "zh" else f"as of {night}"


def _quotable(planned: Planned) -> list[str]:
    """The sentences and items of the sources themselves, none that the increment already says."""
    said = {part.text for part in planned.increment.body if isinstance(part, Point)}
    near = (evidence for evidence in planned.evidence if evidence.distance < 2)
    claims = (claim for evidence in near for claim in split_claims(evidence.quote))
    texts = (_unmarked(claim.text) for claim in claims if claim.kind in ("sentence", "list_item"))
    whole = (text for text in dict.fromkeys(texts) if text not in said and not is_process(text))
    return [text for text in whole if len(tokens(text)) >= _A_SENTENCE]


def _unmarked(text: str) -> str:
    return re.sub(r"^\s*(?:[-*+•]|\d{1,3}[.)、])\s+", "", text).strip()


def _nearest(text: str, candidates: Sequence[str]) -> str:
    """The candidate that shares most of its words with the text; none below half."""
    wanted = set(tokens(text))

    def shared(other: str) -> float:
        words = set(tokens(other))
        return len(words & wanted) / max(1, min(len(words), len(wanted)))

    best = max(candidates, key=shared, default="")
    return best if best and shared(best) >= _SAME_THING else ""


def _title(increment: Increment) -> str:
    return without_quoted_orders(_STARS.sub("", increment.title).strip(" ：:"))


def _first_words(parts: Sequence[DraftPoint | DraftTable]) -> str:
    """What an increment is called whose own title does not hold: the first short clause that it says."""
    for part in parts:
        claims = part.claims if isinstance(part, DraftPoint) and not part.quoted else ()
        for claim in claims:
            if first_clause(claim.text):
                return first_clause(claim.text)
    return ""


def first_clause(text: str) -> str:
    """The first clause of a sentence; empty where it is too long to be a title, or says nothing."""
    first = _CLAUSE_ENDS.split(text, maxsplit=1)[0].strip()
    return first if len(tokens(first)) >= _LEAST_TITLE and len(first) <= _LONGEST_TITLE else ""


def _without(title: str, facts: Sequence[str]) -> str:
    for fact in facts:
        title = title.replace(fact, " ")
    spaced = re.sub(r"\s+", " ", title)
    return re.sub(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", "", spaced).strip(" ·：:，,（(")


def _joined(parts: Iterable[tuple[DraftPoint | DraftTable, int]]) -> Iterable[DraftPoint | DraftTable]:
    """Short points under one lead-in, or under a point that announces them, become one line."""
    held: DraftPoint | None = None
    depth_held = 0
    for part, depth in parts:
        joined = _together(held, part, deeper=depth > depth_held) if held else None
        if joined:
            held = joined
            continue
        if held:
            yield held
        held, depth_held = (part, depth) if isinstance(part, DraftPoint) else (None, 0)
        if held is None:
            yield part
    if held:
        yield held


def _together(first: DraftPoint, second: DraftPoint | DraftTable, *, deeper: bool) -> DraftPoint | None:
    if isinstance(second, DraftTable) or first.label != second.label or first.quoted != second.quoted:
        return None
    if not all(len(claim.text) <= _SHORT for claim in (*first.claims, *second.claims)):
        return None
    if deeper:
        return first.model_copy(update={"parts": first.parts + second.claims})
    if first.label and not first.parts:
        return first.model_copy(update={"claims": first.claims + second.claims})
    return None
