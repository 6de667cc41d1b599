"""Write a brief as Markdown for people; reading it back gives the same model, line numbers aside.

What the model has twice is written once: an increment's priority, action, owner and caveats are
written beside it only where the priorities and doubts do not already say them. Counts are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.briefs import fields, inline
from agent.briefs.inert import inert
from agent.briefs.links import derived
from agent.briefs.words import CAVEAT_KINDS, DOUBT_KINDS, RELATION_WORDS, WORDS, Part, Words
from agent.facts.urls import find_urls
from agent.models import Brief, Caveat, Doubt, Increment, NoNews, Point, Quote, SourceRef, Table

_SAFE_PATH = re.compile(r"[\w./*@+~-]+")
_DIVIDES = re.compile(r"[：`]|:[ \t]|[ \t][—–-]{1,2}[ \t]")
_NOT_STATED = {"zh": "（未说明）", "en": "(not stated)"}


def write_brief(brief: Brief) -> str:
    """The brief as Markdown, in its language: the six parts in order, then the rest and the footer.

    Inline markup of texts is kept as it is, but HTML and pictures are only shown; a line break inside a text becomes a space.
    """
    return inert("\n".join(_Writer(brief).lines())).rstrip("\n") + "\n"


def _flat(text: str) -> str:
    return " ".join(text.split("\n"))


def _cell(text: str) -> str:
    return _flat(text).replace("|", "\\|")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [_row(header), f"|{'---|' * len(header)}", *(_row(row) for row in rows), ""]


class _Writer:
    def __init__(self, brief: Brief) -> None:
        self._brief = brief
        self._words: Words = WORDS[brief.language]

    def lines(self) -> list[str]:
        brief, w = self._brief, self._words
        out = [f"# {w.title.format(topic=brief.topic, date=brief.date.isoformat())}", ""]
        out += [f"## {w.parts['summary']}", "", *self._summary(), ""]
        rows = [(s.place, s.files, s.relevance) for s in brief.sources]
        out += self._part("sources", len(rows), self._list(w.source_head, rows))
        out += self._part("increments", len(brief.increments), self._increments())
        doubts = [line for at, doubt in enumerate(brief.doubts, start=1) for line in self._doubt(at, doubt)]
        out += self._part("doubts", len(brief.doubts), doubts)
        works = [(c.id, c.title, c.credibility, c.standing) for c in brief.citables]
        out += self._part("citables", len(works), self._list(w.citable_head, works))
        out += self._part("no_news", len(brief.no_news), self._no_news())
        todo = [(w.priorities[p.priority], p.content, p.action) for p in brief.priorities]
        out += self._part("priorities", len(todo), self._list(w.priority_head, todo))
        out += self._rest()
        return [*out, "---", "", _flat(brief.footer)] if brief.footer else out

    def _part(self, part: Part, count: int, body: list[str]) -> list[str]:
        w = self._words
        ids = len({citable.id for citable in self._brief.citables})
        counted = w.counted[part].format(n=count, ids=ids)
        return [f"## {w.parts[part]}{w.opening}{counted}{w.closing}", "", *(body or [w.none, ""])]

    def _list(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
        return _table([cell.format(topic=self._brief.topic) for cell in head], rows) if rows else []

    def _summary(self) -> list[str]:
        w, count = self._words, len(self._brief.increments)
        texts = [point.text for point in self._brief.summary]
        label = f"{w.count_label}{w.colon}"
        if not any(text.lstrip("* ").startswith(w.count_label) for text in texts):
            unit = "条" if w.language == "zh" else ""
            texts.insert(0, f"{label} {count}" if not unit else f"{label}{count} {unit}")
        corrected = re.compile(rf"^([* ]*{re.escape(w.count_label)}[* ]*[：:][* \t]*)\d+")
        depths = [0] * (len(texts) - len(self._brief.summary)) + [p.depth for p in self._brief.summary]
        counted = [corrected.sub(lambda found: f"{found[1]}{count}", text, count=1) for text in texts]
        return [f"{'  ' * depth}- {_flat(text)}" for depth, text in zip(depths, counted, strict=True)]

    def _increments(self) -> list[str]:
        found = derived(self._brief, self._brief.increments)
        out: list[str] = []
        for increment, derivation in zip(self._brief.increments, found, strict=True):
            out += self._increment(increment, derivation)
        return out

    def _field(self, label: str, value: str) -> list[str]:
        return [f"**{label}**{self._words.colon}{self._gap}{_flat(value)}", ""]

    @property
    def _gap(self) -> str:
        return "" if self._words.language == "zh" else " "

    def _increment(self, one: Increment, derivation: dict[str, object]) -> list[str]:
        w = self._words
        starred = f"{w.opening}{'⭐' * one.importance}{w.closing}" if one.importance else ""
        out = [f"### {w.increment} {one.number}{w.colon}{self._gap}{_flat(one.title)}{starred}", ""]
        if one.sources or one.origins:
            out += self._field(w.fields["sources"], self._sources(one))
        out += self._urls(one)
        if one.arxiv or fields.read_arxiv(None, one.title, one.urls):
            out += self._field(w.fields["arxiv"], ", ".join(one.arxiv) or w.none)
        if one.work_title:
            out += self._field(w.fields["work_title"], one.work_title)
        out += self._body(one.body)
        stars = "★" * one.credibility.stars or "☆☆☆☆☆"
        reason = f" — {one.credibility.reason}" if one.credibility.reason else ""
        out += self._field(w.fields["credibility"], stars + reason)
        relation = RELATION_WORDS[one.relation][0 if w.language == "zh" else 1]
        note = f" — {one.relation_note}" if one.relation_note else ""
        out += self._field(w.fields["relation"], relation + note)
        if one.target:
            out += self._field(w.fields["target"], one.target)
        return out + self._stated(one, derivation)

    def _stated(self, one: Increment, derivation: dict[str, object]) -> list[str]:
        """The fields that the other parts do not give, or give otherwise."""
        w = self._words
        out: list[str] = []
        if one.priority != derivation["priority"]:
            out += self._field(w.fields["priority"], w.priorities[one.priority] if one.priority else w.none)
        if one.action != derivation["action"]:
            out += self._field(w.fields["action"], one.action or w.none)
        if one.owner != derivation["owner"]:
            out += self._field(w.fields["owner"], one.owner or w.none)
        if one.caveats != derivation["caveats"]:
            for text in [self._caveat(caveat) for caveat in one.caveats] or [w.none]:
                out += self._field(w.fields["caveats"], text)
        return out

    def _caveat(self, caveat: Caveat) -> str:
        w = self._words
        own = CAVEAT_KINDS.get(caveat.kind, caveat.kind) if w.language == "zh" else caveat.kind
        marks = [self._kind(caveat.kind) or own, w.risks[caveat.risk]]
        if caveat.look_again:
            marks.append(f"{w.look_again} {caveat.look_again.isoformat()}")
        if caveat.settled_by:
            marks.append(f"{w.settled_by}{w.colon} {caveat.settled_by}")
        return f"{caveat.wording}{w.opening}{' · '.join(marks)}{w.closing}"

    def _kind(self, kind: str) -> str:
        """The label of a known kind of doubt, else an empty string."""
        at = 1 if self._words.language == "zh" else 2
        return next((names[at] for names in DOUBT_KINDS if names[0] == kind), "")

    def _sources(self, one: Increment) -> str:
        w = self._words
        named = [_source(ref) for ref in one.sources]
        if one.origins:
            named.append(f"{w.origin} {' / '.join(one.origins)}")
        return (w.semicolon + self._gap).join(named)

    def _urls(self, one: Increment) -> list[str]:
        w = self._words
        label = w.fields["urls"]
        if not one.urls:
            implied = fields.read_urls(None, one.title, one.origins)[0]
            return self._field(label, w.none) if implied else []
        if len(one.urls) == 1 and not one.url_notes:
            return self._field(label, _url(one.urls[0]))
        notes = one.url_notes or ("",) * len(one.urls)
        items = [
            f"- {_url(url)}{f'{w.opening}{_flat(note)}{w.closing}' if note else ''}"
            for url, note in zip(one.urls, notes, strict=True)
        ]
        return [f"**{label}**{w.colon}", "", *items, ""]

    def _body(self, body: Sequence[Point | Table]) -> list[str]:
        """Points under their lead-ins, tables under their captions.

        A list without a lead-in has another bullet, which makes it a list of its own (CommonMark 5.3).
        """
        out: list[str] = []
        label: str | None = None
        for piece in body:
            if isinstance(piece, Table):
                out += [""] if label is not None else []
                out += self._lead(piece.caption) if piece.caption else []
                out += _table(piece.header, piece.rows)
                label = None
                continue
            if piece.label != label:
                out += [""] if label is not None else []
                out += self._lead(piece.label) if piece.label else []
                label = piece.label
            out.append(f"{'  ' * piece.depth}{'-' if label else '*'} {_flat(piece.text)}")
        return [*out, ""] if label is not None else out

    def _lead(self, text: str) -> list[str]:
        mark = "" if "*" in text else "**"
        return [f"{mark}{_flat(text)}{mark}{self._words.colon}", ""]

    def _doubt(self, number: int, doubt: Doubt) -> list[str]:
        w = self._words
        known = self._kind(doubt.kind)
        label = known or self._kind("unverified")
        marks = w.risks[doubt.risk] + ("" if known else f" · {doubt.kind}")
        head = f"### {label} {inline.circled(number)}{w.colon}{self._gap}{_flat(doubt.title)}"
        pairs = [
            (w.problem, doubt.problem),
            (w.statement_a, _quote(doubt.a)),
            (w.statement_b, _quote(doubt.b)),
            (w.impact, doubt.impact),
            (w.advice, doubt.advice),
        ]
        items = [f"- {name}{w.colon}{self._gap}{_flat(text)}" for name, text in pairs if text]
        return [f"{head}{w.opening}{marks}{w.closing}", "", *items, ""]

    def _no_news(self) -> list[str]:
        w = self._words
        out: list[str] = [w.preface, ""] if self._brief.no_news else []
        group = ""
        for row in self._brief.no_news:
            if row.group != group and row.group:
                out.append(f"- {_flat(row.group)}{w.colon}")
            group = row.group
            out.append(f"{'  ' if group else ''}- {self._no_news_item(row)}")
        return [*out, ""] if out else []

    def _no_news_item(self, row: NoNews) -> str:
        w = self._words
        if (
            row.group == row.source
            and row.reason
            and not _DIVIDES.search(row.reason)
            and row.reason[-1] not in ")）:："
        ):
            return _flat(row.reason)
        source = f"`{row.source}`" if _DIVIDES.search(row.source) else row.source
        reason = row.reason or _NOT_STATED[w.language]
        return f"{_flat(source)}{w.colon}{self._gap}{_flat(reason)}"

    def _rest(self) -> list[str]:
        out: list[str] = []
        label: str | None = None
        for point in self._brief.rest:
            if point.label != label:
                out += ["", f"## {point.label or self._words.parts['other']}", ""]
                label = point.label
            out.append(f"{'  ' * point.depth}- {_flat(point.text)}")
        return [*out[1:], ""] if out else []


def _url(url: str) -> str:
    """A URL that a text shows where it ends; in angle brackets where its own letters would not."""
    return url if [found.raw for found in find_urls(url)] == [url] else f"<{url}>"


def _source(ref: SourceRef) -> str:
    """A source as it is named, its path marked as code where it would be misread otherwise."""
    plain = f"{ref.path} {ref.locator}".strip()
    if (
        _SAFE_PATH.fullmatch(ref.path)
        and fields.source_ref(plain) == ref
        and "；" not in plain
        and ";" not in plain
    ):
        return plain
    return f"`{ref.path}` {ref.locator}".strip()


def _quote(quote: Quote | None) -> str:
    if quote is None:
        return ""
    return f"「{quote.quote}」（{quote.path}:{quote.line}）" if quote.line or quote.path else quote.quote
