"""The judge of the night with a small real model: what is no fact of a note is found."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.models import SourceItem, SourceText
from agent.outcome import Counts, Outcome
from agent.readers import read
from evals.small_model import Night, strays, wrongs

_NIGHT = dt.date(2026, 10, 12)
_NOTE = """# Kestrel

- Kestrel v2.5.1, released on 2026-10-08, reads 412 MB/s at 64 clients (arXiv:2610.01234).
- See https://example.org/kestrel for the 3 runs; CVE-2026-12345 is fixed.
"""
_DOCUMENT = "- **Kestrel v2.4.0**: the default.\n"


def note() -> SourceText:
    item = SourceItem(
        path="inbox/ann/kestrel.md",
        item="a" * 64,
        contributor="ann",
        date=dt.datetime(2026, 10, 12, tzinfo=dt.UTC),
        dated_by="name",
    )
    text = read(item, _NOTE.encode())
    assert isinstance(text, SourceText)
    return text


@pytest.mark.parametrize(
    "added",
    [
        "Kestrel v2.5.1 (2026-10-08) reads 412 MB/s.",
        "Kestrel v2.5.1, before v2.4.0, fixes CVE-2026-12345 (as of 2026-10-12).",
        "arXiv:2610.01234; https://example.org/kestrel",
        "",
    ],
)
def test_strays__what_the_note_or_the_document_gives_is_none(added: str) -> None:
    assert strays(added, [note()], _DOCUMENT, _NIGHT) == []


@pytest.mark.parametrize(
    ("added", "wrong"),
    [
        ("It reads 421 MB/s.", "421"),
        ("It reads 412 GB/s.", "412 GB/s"),
        ("Kestrel v2.5.2 is out.", "2.5.2"),
        ("Released on 2026-10-09.", "2026-10-09"),
        ("See arXiv:2610.01235.", "2610.01235"),
        ("CVE-2026-12346 is fixed.", "CVE-2026-12346"),
        ("See https://example.com/kestrel.", "https://example.com/kestrel"),
    ],
)
def test_strays__a_planted_error_is_named(added: str, wrong: str) -> None:
    assert any(wrong in found for found in strays(added, [note()], _DOCUMENT, _NIGHT))


@pytest.mark.parametrize(
    ("added", "wrong"),
    [
        ("- Kestrel v2.5.1, released on 2026-10-08, reads 412 MB/s at 64 clients.\n- Said before: “**Kestrel v2.4.0**: the default.”", 0),
        ("- Kestrel v2.4.0, released on 2026-10-08, reads 412 MB/s at 64 clients.", 1),
    ],
)  # fmt: skip
def test_wrongs__what_the_document_said_until_then_is_told_and_not_claimed(added: str, wrong: int) -> None:
    outcome = Outcome(
        document="d",
        path="d.md",
        night=_NIGHT,
        base="b" * 40,
        branch="redline/d/2026-10-12",
        commits=(),
        increments=(),
        counts=Counts(drafted=0, proved=0, refused=0),
        writer="offline/1",
    )
    night = Night(outcome=outcome, before=_DOCUMENT, added=added, notes=(note(),), exchanges=())
    assert len(wrongs(night)["claims that do not hold"]) == wrong
