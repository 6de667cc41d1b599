"""What is said of one work is not put to another, however many pieces of evidence a claim cites."""

from __future__ import annotations

import pytest

from agent.misjoined import misjoined
from agent.models import Evidence, Span

LINES = (
    "CVE-2026-40101 in lathe before 2.4.1 allows code execution; severity 9.1.",
    "CVE-2026-40202 in chisel up to 1.8 overwrites files; severity 6.5, and there is no fix yet.",
    "lathe 2.4.1, released on 2026-10-07, fixes CVE-2026-40101.",
    "Disable custom tags meanwhile; 3 of 5 projects have.",
)


def evidence(*numbers: int) -> list[Evidence]:
    return [
        Evidence(id=f"e{n}", span=Span(path="a.md", start=0, end=1), quote=LINES[n], distance=1)
        for n in numbers
    ]


@pytest.mark.parametrize(
    ("claim", "cited", "of"),
    [
        ("CVE-2026-40202 was fixed on 2026-10-07.", (1, 2), "CVE-2026-40101"),
        ("lathe 2.4.1 fixes CVE-2026-40202.", (2, 1), "CVE-2026-40101"),
        ("CVE-2026-40202 has a severity of 9.1.", (0, 1), "CVE-2026-40101"),
    ],
)
def test_what_is_said_of_another_work__is_told(claim: str, cited: tuple[int, ...], of: str) -> None:
    assert of in misjoined(claim, evidence(*cited))


@pytest.mark.parametrize(
    ("claim", "cited"),
    [
        ("lathe 2.4.1 of 2026-10-07 fixes CVE-2026-40101, which has a severity of 9.1.", (0, 2)),
        ("CVE-2026-40101 is fixed (2026-10-07); CVE-2026-40202 is not.", (1, 2)),
        ("Against CVE-2026-40202, 3 of 5 projects have custom tags disabled.", (1, 3)),
        ("lathe 2.4.1 was released on 2026-10-07.", (2, 1)),
    ],
)
def test_what_is_said_of_the_work_or_of_none__is_not(claim: str, cited: tuple[int, ...]) -> None:
    assert misjoined(claim, evidence(*cited)) == ""
