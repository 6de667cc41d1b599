"""Records of nights, made by hand: what the report is given."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from agent.document import Document, Edit, insert_item, insert_row, parse, replace, replace_cell
from agent.models import (
    Caveat,
    Doubt,
    Evidence,
    FactCheck,
    Language,
    Quote,
    SourceItem,
    SourceText,
    Span,
    Status,
    Verdict,
)
from agent.nights import NightRecord, ProposalStep
from agent.outcome import ClaimOutcome, Counts, IncrementOutcome, Kept, Listed, Outcome, Unread, Usage

NIGHT = dt.date(2026, 10, 12)
ITEM = "a" * 64
BASE = """# 存储

## 引擎

- **Kestrel v2.3.0**：吞吐 4.8 GB/s，三节点实测。
- **Heron**：维护模式。

## 性能

| 引擎 | 吞吐 |
| --- | --- |
| Kestrel | 4.8 GB/s |
| Heron | 2.1 GB/s |

## 可靠性

纠删的校验由后台完成。
"""
SOURCE = "# 笔记\n\n前一行。\nKestrel v2.4.0 的吞吐为 7.9 GB/s。\n后一行。\n再后一行。\n"
QUOTE = "Kestrel v2.4.0 的吞吐为 7.9 GB/s。"


def document() -> Document:
    """The document before the night."""
    return parse(BASE.encode())


def source(text: str = SOURCE, path: str = "inbox/ann/2026-10-12-a.md") -> SourceText:
    """A note as it was read."""
    item = SourceItem(
        path=path,
        item=ITEM,
        contributor="ann",
        date=dt.datetime(2026, 10, 12, tzinfo=dt.UTC),
        dated_by="name",
    )
    return SourceText(source=item, format="markdown", title="笔记", text=text, blocks=())


def texts(item: str) -> SourceText | None:
    """The one note, by its hash."""
    return source() if item == ITEM else None


def evidence(quote: str = QUOTE, **more: object) -> Evidence:
    """A quotation of the note."""
    start = SOURCE.find(quote)
    at = max(start, 0)
    line = SOURCE.count("\n", 0, at) + 1
    fields: dict[str, object] = {
        "id": "e1",
        "span": Span(
            path="inbox/ann/2026-10-12-a.md",
            start=at,
            end=at + len(quote),
            item=ITEM,
            line=line,
            end_line=line,
        ),
        "quote": quote,
        "distance": 1,
        "origin": "https://kestrel.example/v240",
        "contributor": "ann",
        "date": NIGHT,
    }
    return Evidence.model_validate({**fields, **more})


def claim(
    text: str = "Kestrel v2.4.0 的吞吐为 7.9 GB/s",
    status: Status = "supported",
    kept: Kept = "proved",
    facts: Sequence[FactCheck] | None = None,
    backing: Sequence[Evidence] | None = None,
    reason: str = "every fact is proved",
) -> ClaimOutcome:
    """A sentence of a draft with two facts."""
    own = (fact("version", "v2.4.0", text), fact("quantity", "7.9 GB/s", text))
    return ClaimOutcome(
        text=text,
        verdict=Verdict(status=status, reason=reason, facts=tuple(own if facts is None else facts)),
        kept=kept,
        evidence=tuple((evidence(),) if backing is None else backing),
    )


def fact(kind: str, text: str, within: str, **more: object) -> FactCheck:
    """A fact of a sentence; proved unless said otherwise."""
    start = max(within.find(text), 0)
    fields: dict[str, object] = {
        "kind": kind,
        "text": text,
        "start": start,
        "end": start + len(text),
        "status": "proved",
        "how": "exact",
        "evidence": "e1",
        "quote": QUOTE,
    }
    return FactCheck.model_validate({**fields, **more})


def increment(number: int, **more: object) -> IncrementOutcome:
    """An increment that is on the branch."""
    fields: dict[str, object] = {
        "id": f"i{number}",
        "number": number,
        "title": f"增量 {number}",
        "section": "存储 › 引擎",
        "line": 5,
        "relation": "new",
        "disposition": "draft",
        "why": "写入 引擎",
        "claims": (claim(),),
        "caveats": (Caveat(kind="preprint", risk="medium", wording="预印本，尚未同行评审"),),
        "commit": f"{number:x}" * 40,
        "sources": ("inbox/ann/2026-10-12-a.md:4-4",),
    }
    return IncrementOutcome.model_validate({**fields, **more})


def steps_of(edits: Sequence[tuple[str, Edit]]) -> tuple[ProposalStep, ...]:
    """One step an edit, by increment."""
    return tuple(
        ProposalStep(
            increment=name,
            title=name,
            edits=(edit,),
            subject=name,
            body="",
            trailers=(),
            date=dt.datetime(2026, 10, 12, 14, tzinfo=dt.UTC),
        )
        for name, edit in edits
    )


def edits(first: str = "**Gull v1.0**：吞吐 7.9 GB/s。") -> tuple[tuple[str, Edit], ...]:
    """An item inserted, an item reworded, a cell changed, a row inserted."""
    found = document()
    engine = next(section for section in found.sections if section.title == "引擎")
    speed = next(section for section in found.sections if section.title == "性能")
    kestrel, heron = [block for block in engine.body if block.kind == "list_item"]
    rows = [block for block in speed.body if block.kind == "table_row"]
    return (
        ("i1", insert_item(engine, heron, first)),
        ("i2", replace(engine, (kestrel,), "**Kestrel v2.4.0**：吞吐 7.9 GB/s，三节点实测。")),
        ("i3", replace_cell(speed, rows[0], 1, "7.9 GB/s")),
        ("i4", insert_row(speed, rows[1], ("Gull", "7.9 GB/s"))),
    )


def record(
    increments: Sequence[IncrementOutcome] = (),
    steps: Sequence[ProposalStep] | None = None,
    language: Language = "zh",
    **more: object,
) -> NightRecord:
    """A night with what it is given, else with one increment of each sort."""
    made = tuple(increments) or tuple(increment(number) for number in (1, 2, 3, 4))
    fields: dict[str, object] = {
        "document": "storage",
        "path": "living_doc/storage.md",
        "night": NIGHT,
        "base": "b" * 40,
        "branch": "redline/storage/2026-10-12",
        "commits": tuple(one.commit for one in made if one.commit),
        "increments": made,
        "listed": (Listed(content="别处的事", why="由 spark 处理"),),
        "doubts": (
            Doubt(
                kind="count",
                title="条数不符",
                risk="high",
                a=Quote(quote="共 8 条", line=3, path="a.md"),
                b=Quote(quote="列出 7 条", line=9, path="b.md"),
                advice="以清单为准",
            ),
        ),
        "unread": (Unread(path="inbox/x.pdf", reason="加密"),),
        "notes": ("已重建：索引",),
        "counts": Counts(items=3, drafted=len(made), proved=8, added_lines=4),
        "writer": "offline/1",
        "usage": Usage(calls=3, tokens_in=1200, tokens_out=340, money=0.0123),
    }
    outcome = Outcome.model_validate({**fields, **more})
    return NightRecord(
        document="storage",
        path="living_doc/storage.md",
        language=language,
        night=NIGHT,
        base="b" * 40,
        branch=outcome.branch,
        commits=outcome.commits,
        steps=tuple(steps_of(edits()) if steps is None else steps),
        outcome=outcome,
        brief="",
    )
