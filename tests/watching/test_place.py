"""Where a caveat stands: its own line and nobody else's, whatever a person did to the document around it."""

from __future__ import annotations

import pytest

from agent.document import parse
from agent.watching import Places

PREPRINT = "arXiv preprint, not yet peer reviewed"
DOCUMENT = f"""# Storage

## Engines

- **Tanuki prefetches**
  - 43% earlier
  - To be verified: {PREPRINT}; 43% was measured by the authors
- **Mimizuku compacts**
  - To be verified: {PREPRINT}
- **Kawauso waits**
  - nothing is in doubt

**Hayabusa restores**

- in 12 minutes
- To be verified: {PREPRINT}.

| engine | note |
| --- | --- |
| Fukurou | To be verified: {PREPRINT} |
"""


def place(lead: str, wording: str = PREPRINT, text: str = DOCUMENT) -> tuple[int, bool] | None:
    found = Places(parse(text.encode()), "en").of(wording, [lead, "  - something"])
    return (found.line, found.block is not None) if found else None


@pytest.mark.parametrize(
    ("lead", "found"),
    [
        ("- **Tanuki prefetches**", (7, True)),
        ("- **Mimizuku compacts**", (9, True)),
        ("- **Kawauso waits**", (10, False)),
        ("**Hayabusa restores**", (16, True)),
        ("- **Fukurou hoots**", None),
    ],
)
def test_a_caveat_stands_with_the_thing_that_it_came_with(lead: str, found: tuple[int, bool] | None) -> None:
    assert place(lead) == found


def test_a_wording_that_is_part_of_another_is_not_it() -> None:
    assert place("- **Tanuki prefetches**", "arXiv preprint") == (5, False)
    assert place("- **Tanuki prefetches**", "43% was measured by the authors") == (7, True)


def test_a_line_that_moved_is_found_where_it_is_now() -> None:
    moved = "# Storage\n\nNew.\n\n" + DOCUMENT.removeprefix("# Storage\n\n").replace("## Engines", "## Moved")
    assert place("- **Tanuki prefetches**", text=moved) == (9, True)


def test_of_two_the_same_nobody_can_tell() -> None:
    twice = DOCUMENT + "\n## Again\n\n- **Mimizuku compacts**\n  - To be verified: " + PREPRINT + "\n"
    assert place("- **Mimizuku compacts**", text=twice) is None


def test_a_lead_that_a_person_reworded_is_found_by_the_line_alone_where_that_is_the_only_one() -> None:
    text = "# S\n\n## E\n\n- **Tanuki, reworded**\n  - To be verified: only here\n"
    found = Places(parse(text.encode()), "en").of(
        "only here", ["- **Tanuki**", "  - To be verified: only here"]
    )
    assert found
    assert (found.line, found.block is not None) == (6, True)
