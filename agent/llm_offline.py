"""The offline writer: it selects and quotes the evidence and arranges it; it words nothing of its own.

A key point is taken over in the words of the brief or note that carries it. What is written in another
language than the document's is quoted as it stands, marked as the original. Sentences about the work on
the document itself (where a thing should be filed, what was anchored yesterday) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

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
from agent.evidence import split_claims
from agent.language import language_of
from agent.models import Increment, Language, Point, Table

_STARS = re.compile(r"\s*[（(]\s*[⭐★☆\s]+[)）]\s*$|\s*[⭐★☆]+\s*$")
_PROCESS = re.compile(
    r"活文档|昨日锚[定入]|昨日续立|续立确认|建议归入|本条|本次新增|预消化|已锚定|对账|主轴|"
    r"living document|anchored yesterday|suggested section|this increment",
    re.IGNORECASE,
)
"""Words of the work on the document, which its reader has no use for."""
_SCAFFOLD = re.compile(
    r"^(?:要点|关键要点|核心要点|主要内容|key points?|highlights?|summary|points?)\b", re.IGNORECASE
)
"""Lead-ins that only announce a list."""
_SHORT = 60
"""Characters up to which points under one lead-in are set in one line."""
_VOLATILE = re.compile(
    r"\d[\d,.]*\s*[kKwW万]?\s*(?:★|⭐|stars?\b|颗星|次?下载|downloads?\b|forks?\b)|每[周月日][^，。；]{0,6}(?:安装|下载)|(?:weekly|monthly|daily) (?:installs|downloads)",
    re.IGNORECASE,
)
"""Figures that are true only on the day they were read."""


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
        title = refused.trimmed(_title(planned.increment))
        if not parts or not title:
            return None
        return DraftPatch(
            increment=planned.increment.id,
            title=DraftClaim(text=title, evidence=chosen.ids),
            parts=parts,
            sources=_sources(planned, request.language),
            caveats=planned.increment.caveats,
            reason=planned.why,
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
            if shorter == title:
                return ""
            title = shorter
        return title


class _Chooser:
    """Which points and rows of one increment are said, and in which frame."""

    def __init__(self, planned: Planned, request: DraftRequest, refused: _Refused) -> None:
        self._increment = planned.increment
        self._language = request.language
        self._night = request.night
        self._refused = refused
        self.ids = tuple(evidence.id for evidence in planned.evidence)

    def parts(self) -> Iterable[DraftPoint | DraftTable]:
        for part in self._increment.body:
            chosen = self._table(part) if isinstance(part, Table) else self._point(part)
            if chosen:
                yield chosen

    def _point(self, point: Point) -> DraftPoint | None:
        claims = [claim.text for claim in split_claims(point.text)]
        said = [text for text in claims if text not in self._refused and not _PROCESS.search(text)]
        if not said:
            return None
        quoted = language_of(point.text) not in (self._language, None)
        label = "" if _SCAFFOLD.match(point.label) else point.label
        return DraftPoint(
            claims=tuple(DraftClaim(text=self._dated(text, quoted), evidence=self.ids) for text in said),
            label=label,
            quoted=quoted,
        )

    def _dated(self, text: str, quoted: bool) -> str:
        if quoted or not self._night or not _VOLATILE.search(text):
            return text
        stamp = f"（截至 {self._night}）" if self._language == "zh" else f" (as of {self._night})"
        return f"{text.rstrip('。.；;')}{stamp}"

    def _table(self, table: Table) -> DraftTable | None:
        rows = [row for row in table.rows if " | ".join(row) not in self._refused]
        if not rows:
            return None
        caption = "" if _SCAFFOLD.match(table.caption) and "（" not in table.caption else table.caption
        return DraftTable(
            header=table.header,
            rows=tuple(DraftRow(cells=row, evidence=self.ids) for row in rows),
            caption=_SCAFFOLD.sub("", caption).strip("（）() ："),
        )


def _title(increment: Increment) -> str:
    return _STARS.sub("", increment.title).strip(" ：:")


def _without(title: str, facts: Sequence[str]) -> str:
    for fact in facts:
        title = title.replace(fact, " ")
    return re.sub(r"\s+", " ", title).strip(" ·：:，,（(")


def _joined(parts: Iterable[DraftPoint | DraftTable]) -> Iterable[DraftPoint | DraftTable]:
    """Short points under one lead-in become one line; others keep their own."""
    held: DraftPoint | None = None
    for part in parts:
        if held and isinstance(part, DraftPoint) and _together(held, part):
            held = held.model_copy(update={"claims": held.claims + part.claims})
            continue
        if held:
            yield held
        held = part if isinstance(part, DraftPoint) else None
        if held is None:
            yield part
    if held:
        yield held


def _together(first: DraftPoint, second: DraftPoint) -> bool:
    if not first.label or first.label != second.label or first.quoted != second.quoted:
        return False
    return all(len(claim.text) <= _SHORT for claim in (*first.claims, *second.claims))


def _sources(planned: Planned, language: Language) -> tuple[str, ...]:
    """Links to what it goes back to; the notes' own paths where there is no link."""
    links = tuple(f"[{_host(url)}]({url})" for url in planned.increment.urls)
    if links:
        return links
    paths = dict.fromkeys(_place(evidence.span.path, evidence.span.line) for evidence in planned.evidence)
    named = planned.increment.origins or tuple(paths)[:3]
    return named


def _place(path: str, line: int | None) -> str:
    return f"`{path}`" if line is None else f"`{path}:{line}`"


def _host(url: str) -> str:
    parts = urlsplit(url)
    work = re.search(r"\d{4}\.\d{4,5}(?:v\d+)?", parts.path)
    if work and parts.netloc.endswith("arxiv.org"):
        return f"arXiv:{work.group()}"
    if parts.netloc in {"github.com", "gitlab.com", "huggingface.co"}:
        return parts.path.strip("/")
    return parts.netloc.removeprefix("www.")
