"""The faults of sources, and which of them touch an increment."""

import datetime as dt

from agent.consistency import faults
from agent.faulty import SourceFaults, is_conclusion, touches
from agent.models import Doubt, Evidence, Quote, SourceItem, SourceText, Span

TEXT = "# 批大小\n\n共 3 项：\n\n- 甲\n- 乙\n\n别的话。\n"


def source(text: str = TEXT, path: str = "inbox/jay/a.md") -> SourceText:
    item = SourceItem(
        path=path,
        item="0" * 64,
        contributor="jay",
        date=dt.datetime(2026, 9, 25, tzinfo=dt.UTC),
        dated_by="name",
    )
    return SourceText(source=item, format="markdown", title="", text=text, blocks=())


def evidence(first: int, last: int, path: str = "inbox/jay/a.md") -> Evidence:
    span = Span(path=path, start=0, end=1, line=first, end_line=last)
    return Evidence(id="e1", span=span, quote="x", distance=1)


def test_of__names_the_file_in_both_places() -> None:
    found = SourceFaults([source()]).of("inbox/jay/a.md")
    assert [fault.kind for fault in found] == ["count"]
    assert {quote.path for fault in found for quote in (fault.a, fault.b) if quote} == {"inbox/jay/a.md"}


def test_of__a_source_that_is_not_at_hand_has_none() -> None:
    assert SourceFaults([source()]).of("inbox/tom/b.md") == ()


def test_touching__only_where_the_lines_meet() -> None:
    faults = SourceFaults([source()])
    assert faults.touching([evidence(3, 3)])
    assert not faults.touching([evidence(8, 8)])
    assert not faults.touching([evidence(3, 3, path="inbox/tom/b.md")])


def test_touching__given_faults_count_too() -> None:
    given = Doubt(kind="ratio", title="t", a=Quote(quote="q", line=40, path="brief.md"))
    faults = SourceFaults([source()], [given])
    assert faults.touching([evidence(30, 50, path="brief.md")]) == (given,)
    assert touches(given, [evidence(40, 40, path="brief.md")])


def test_is_conclusion__a_ratio_beside_its_operands_is_told_with_its_doubt() -> None:
    said = "The kernel takes Basil from 40 tok/s to 60 tok/s on one card (batch 1), a 2.3x speedup."
    (ratio,) = faults(said)
    (best,) = faults(
        "# T\n\nAsh has the lowest latency.\n\n| Engine | Latency (ms) |\n|---|---|\n| Ash | 15 |\n| Elm | 12 |\n"
    )
    assert not is_conclusion(ratio)
    assert is_conclusion(best)
