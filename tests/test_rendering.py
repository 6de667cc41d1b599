"""Where the new text goes, and that no form loses what is said."""

import pytest

from agent.document import Applied, Document, apply, parse
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRow, DraftTable, Planned
from agent.items import inert
from agent.models import Credibility, Increment, Quote, Relation
from agent.placement import Placer
from agent.rendering import edit_for

FIGURES = """\
# Machines

| machine | power | price |
| --- | --- | --- |
| Bianca | 1400 W | 2,399 EUR |
| Silvia | 1100 W | 749 EUR |

The Bianca heats up in 12 minutes.
"""
BOOKS = """\
# Books

| date | title | link |
| --- | --- | --- |
| 2025-01 | Water | [pdf](https://a.example/1.pdf) |
| 2025-02 | Steam | [pdf](https://a.example/2.pdf) |
"""


def written(text: str, patch: DraftPatch, relation: Relation = "new", line: int = 0) -> str:
    """The document after the patch, by the one edit that is made for it."""
    document: Document = parse(text.encode())
    says = Quote(quote=text.split("\n")[line - 1], line=line) if line else None
    increment = Increment(
        id="i",
        number=1,
        title="News",
        credibility=Credibility(stars=3, reason=""),
        urls=("https://a.example/n",),
    )
    planned = Planned(
        increment=increment,
        evidence=(),
        section=document.sections[-1].ref,
        relation=relation,
        document_says=says,
    )
    applied = apply(document, [edit_for(Placer(document), planned, patch, "en")])
    assert isinstance(applied, Applied), applied
    return applied.data.decode()


def patch_of(*parts: str | DraftTable) -> DraftPatch:
    points = tuple(
        DraftPoint(claims=(DraftClaim(text=part),)) if isinstance(part, str) else part for part in parts
    )
    return DraftPatch(
        increment="i", title=DraftClaim(text="News"), parts=points, sources=("[a](https://a.example/n)",)
    )


def table(*rows: tuple[str, ...]) -> DraftTable:
    return DraftTable(header=("machine", "power"), rows=tuple(DraftRow(cells=row) for row in rows))


def test_edit_for__a_table_of_figures_takes_no_prose() -> None:
    after = written(FIGURES, patch_of("The Mara draws 1200 W.", "It costs 1,199 EUR."))
    assert not [line for line in after.split("\n") if line.startswith("|") and "Mara" in line]
    assert "- The Mara draws 1200 W." in after


def test_edit_for__a_table_of_things_takes_a_row() -> None:
    after = written(BOOKS, patch_of("Milk foams at 60 °C."))
    assert [line for line in after.split("\n") if line.startswith("|") and "Milk" in line]


def test_edit_for__a_table_in_a_patch_is_not_lost_in_a_row() -> None:
    after = written(BOOKS, patch_of(table(("Mara", "1200 W"))))
    assert "| Mara | 1200 W |" in after


@pytest.mark.parametrize("relation", ["supersedes", "contradicts"])
def test_edit_for__a_changed_cell_names_both_values(relation: Relation) -> None:
    after = written(FIGURES, patch_of("The Silvia now costs 799 EUR."), relation, line=6)
    row = next(line for line in after.split("\n") if "Silvia" in line)
    assert row == "| Silvia | 1100 W | 799 EUR ([a](https://a.example/n); Said before: 749 EUR) |"


def test_edit_for__what_no_cell_holds_stands_under_the_table_with_the_row() -> None:
    after = written(FIGURES, patch_of("The Silvia costs 799 EUR.", "It draws 1000 W."), "contradicts", line=6)
    assert after.startswith(FIGURES.split("\n\nThe", maxsplit=1)[0])
    assert "Said before: “\\| Silvia" in after or "Said before: “| Silvia" in after
    assert after.index("News") < after.index("heats up")


def test_edit_for__a_replaced_paragraph_stays_a_paragraph_with_a_list_after_a_blank_line() -> None:
    after = written(FIGURES, patch_of("The Bianca heats up in 10 minutes."), "supersedes", line=8)
    assert (
        "\n\n- The Bianca heats up in 10 minutes.\n- Said before: “The Bianca heats up in 12 minutes.”"
        in after
    )


def test_edit_for__rows_of_a_table_have_the_cells_of_its_head() -> None:
    after = written(
        FIGURES, patch_of("News of two.", table(("Mara",), ("Odd", "5 W", "extra"), ("Elizabeth", "1 W")))
    )
    assert "| Mara |  |" in after
    assert "| Elizabeth | 1 W |" in after
    assert "Odd" not in after


def test_edit_for__latin_sentences_follow_one_another() -> None:
    point = DraftPoint(claims=(DraftClaim(text="It was released."), DraftClaim(text="It reaches 9 bar.")))
    after = written(
        "# A\n\nText.\n", DraftPatch(increment="i", title=DraftClaim(text="News"), parts=(point,))
    )
    assert "It was released. It reaches 9 bar." in after


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("![track](https://a.example/x.gif) 9 bar", "track 9 bar"),
        ("[click](javascript:alert(1)) 9 bar", "click 9 bar"),
        ("[click](<vbscript:x>) 9 bar", "click 9 bar"),
        ("[notes](../../secret.md) 9 bar", "notes 9 bar"),
        ("[page](https://a.example/b_(c)) 9 bar", "[page](https://a.example/b_(c)) 9 bar"),
        ("`[x](javascript:1)` 9 bar", "`[x](javascript:1)` 9 bar"),
    ],
)
def test_inert__no_pictures_and_no_links_that_are_no_web_addresses(text: str, shown: str) -> None:
    assert inert(text) == shown


@pytest.mark.parametrize("mark", ["- ", "* ", "2. ", "- [x] "])
def test_edit_for__what_was_said_before_keeps_its_bold_and_loses_its_mark(mark: str) -> None:
    text = f"# A\n\n{mark}**Silvia**: 749 EUR.\n"
    after = written(text, patch_of("The Silvia costs 799 EUR."), "contradicts", line=3)
    assert "Said before: “**Silvia**: 749 EUR.”" in after


@pytest.mark.parametrize(
    ("point", "kept"),
    [
        ("[News](https://a.example/n) (A, a weekly query)", False),
        ("News.", False),
        ("[News](https://a.example/n): 38% less memory", True),
        (
            "[News](https://a.example/n) of the Silvia, which has a new pump and a better tank than any other before it had",
            True,
        ),
        ("News of the Silvia", True),
    ],
)
def test_edit_for__the_title_is_not_said_twice(point: str, kept: bool) -> None:
    after = written("# A\n\nText.\n", patch_of(point))
    assert "**News**" in after
    assert (after.count("News") > 1) is kept


def test_edit_for__what_was_said_before_is_no_row_of_a_table_before_it() -> None:
    patch = patch_of("The Bianca heats up in 9 minutes.", table(("Bianca", "1500 W")))
    after = written(FIGURES, patch, "contradicts", line=8)
    assert "| Bianca | 1500 W |\n\n- Said before: “The Bianca heats up in 12 minutes.”" in after


@pytest.mark.parametrize("old", ["> The Bianca costs 9 EUR.", "```\nThe Bianca costs 9 EUR.\n```"])
def test_edit_for__what_cannot_be_edited_is_named_beside_the_new(old: str) -> None:
    line = 2 + old.count("\n")
    after = written(f"# A\n\n{old}\n", patch_of("The Bianca costs 8 EUR."), "contradicts", line=max(3, line))
    assert old in after
    assert "Said before: “The Bianca costs 9 EUR.”" in after


def test_in_one_line__sentences_follow_one_another() -> None:
    after = written(BOOKS, patch_of("Milk foams at 60 °C.", "It burns at 70 °C."))
    assert "News: Milk foams at 60 °C. It burns at 70 °C." in after


@pytest.mark.parametrize("text", ["The Bianca costs 9 EUR.\n", "The Bianca costs 9 EUR.", "- one\n- two\n"])
def test_edit_for__a_document_without_headings(text: str) -> None:
    assert "The Bianca weighs 30 kg." in written(text, patch_of("The Bianca weighs 30 kg."))


def test_edit_for__a_paragraphs_other_sentences_stay() -> None:
    text = "# A\n\nKestrel writes 410 MB/s. Osprey keeps 3 replicas. Teal is free.\n"
    after = written(text, patch_of("Osprey keeps 5 replicas."), "contradicts", line=3)
    assert "\n\nKestrel writes 410 MB/s. Teal is free.\n\n**News**" in after
    assert "- Said before: “Osprey keeps 3 replicas.”" in after


def test_edit_for__a_list_items_other_sentences_stay() -> None:
    text = "# A\n\n1. Kestrel writes 410 MB/s. Osprey keeps 3 replicas.\n2. Two.\n"
    after = written(text, patch_of("Kestrel writes 510 MB/s."), "contradicts", line=3)
    assert after.split("\n")[2:7] == [
        "1. Osprey keeps 3 replicas.",
        "   - **News** (Source: [a](https://a.example/n))",
        "   - Kestrel writes 510 MB/s.",
        "   - Said before: “Kestrel writes 410 MB/s.”",
        "2. Two.",
    ]


@pytest.mark.parametrize(
    ("doubt", "goes"),
    [
        ("To be verified: 14 seconds is the vendor's own number", True),
        ("To be verified: 99 seconds is the vendor's own number", False),
        ("14 seconds is a good time", False),
    ],
)
def test_edit_for__a_doubt_about_the_old_figure_goes_with_it(doubt: str, goes: bool) -> None:
    text = f"# A\n\n**Snapshots**\n\n- Kestrel takes 1 TB in 14 seconds.\n- {doubt}\n- Else.\n"
    after = written(text, patch_of("Kestrel takes 1 TB in 17 seconds."), "contradicts", line=5)
    assert (f"- {doubt}" not in after) is goes
    assert "- Else." in after
    assert "Said before: “Kestrel takes 1 TB in 14 seconds.”" in after


def test_as_text__one_blank_line_under_the_lead() -> None:
    after = written("# A\n\nText.\n", patch_of(table(("Mara", "1 W"))))
    assert "(Source: [a](https://a.example/n))\n\n| machine" in after


def test_edit_for__one_line_among_items_of_one_line() -> None:
    text = "# Mills\n\n- **Alder**: stone\n- **Birch**: wood\n- **Cedar**: two wheels\n"
    assert "\n- **News**: it is of iron (Source: [a](https://a.example/n))\n" in written(
        text, patch_of("it is of iron")
    )


def test_edit_for__one_line_names_what_stood_in_its_place_under_it() -> None:
    text = "# Mills\n\n- **Alder**: 30 kg\n- **Birch**: wood\n- **Cedar**: two wheels\n"
    said = written(text, patch_of("Alder weighs 40 kg"), "supersedes", line=3)
    assert (
        "- **News**: Alder weighs 40 kg (Source: [a](https://a.example/n))\n  - Said before: “**Alder**: 30 kg”\n"
        in said
    )


ENGINES = """\
# Engines

| engine | version | date | remark |
| --- | --- | --- | --- |
| Lathe | 2.1 | 2025-01-03 | our default |
| Kiln | 0.9 | 2025-02-14 | for small models |
"""
_SHORT_NEWS = "The Loom prefills on one machine and decodes on another."


def test_edit_for__a_row_without_the_name_of_its_thing_is_no_row() -> None:
    after = written(ENGINES, patch_of(_SHORT_NEWS))
    assert not [line for line in after.split("\n") if line.startswith("|") and "Loom" in line]
    assert "**News**" in after


def test_edit_for__a_cell_does_not_hold_an_article() -> None:
    long = patch_of(*(f"In test {number} the milk foams at {50 + number} °C." for number in range(12)))
    after = written(BOOKS, long)
    assert not [line for line in after.split("\n") if line.startswith("|") and "milk" in line]


def test_edit_for__what_is_no_row_stands_in_the_list_of_its_section() -> None:
    after = written(
        f"{ENGINES}\n- [Lathe](https://a.example/l): fast.\n\nMore follows.\n", patch_of(_SHORT_NEWS)
    )
    lines = after.split("\n")
    at = next(number for number, line in enumerate(lines) if "Loom" in line)
    assert any("[Lathe]" in line for line in lines[at - 2 : at])
    assert lines.index("More follows.") > at
