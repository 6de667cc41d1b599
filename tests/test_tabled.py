"""Rows go into the document's table of the same heads, and a sentence edits the cell that it turns."""

from __future__ import annotations

from agent.document import Applied, apply, parse
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRow, DraftTable, Planned
from agent.models import Credibility, Increment, Language, Quote, Relation
from agent.placement import Placer
from agent.revision import edits_of

TEXT = """\
# Boats

## Speeds

| Boat | Version | Knots |
|---|---|---|
| Swift | 2.4 | 14 |
| Drift | 1.1 | — |

## Notes

- Nothing yet.
"""
HEADS = ("Boat", "Version", "Knots")


def table(*rows: tuple[str, ...], header: tuple[str, ...] = HEADS) -> DraftTable:
    return DraftTable(header=header, rows=tuple(DraftRow(cells=row) for row in rows))


def point(text: str) -> DraftPoint:
    return DraftPoint(claims=(DraftClaim(text=text),))


def changes(
    *parts: DraftTable | DraftPoint,
    relation: Relation = "new",
    line: int = 0,
    text: str = TEXT,
    language: Language = "en",
    urls: tuple[str, ...] = (),
) -> list[str]:
    """The lines that go, with a minus, and those that come, with a plus."""
    document = parse(text.encode())
    planned = Planned(
        increment=Increment(
            id="i", number=1, title="Boats", urls=urls, credibility=Credibility(stars=3, reason="")
        ),
        evidence=(),
        section=document.sections[2].ref,
        relation=relation,
        document_says=Quote(quote=text.split("\n")[line - 1], line=line) if line else None,
    )
    patch = DraftPatch(
        increment="i",
        title=DraftClaim(text="Boats, October"),
        parts=parts,
        sources=("[s](https://s.example)",),
    )
    edits = edits_of(Placer(document), planned, patch, language)
    applied = apply(document, edits)
    assert isinstance(applied, Applied), applied
    before, after = text.split("\n"), applied.data.decode().split("\n")
    return [
        *(f"- {one}" for one in before if one not in after),
        *(f"+ {one}" for one in after if one not in before),
    ]


def test_table__a_new_row_stands_in_the_table_in_its_columns() -> None:
    assert changes(table(("Haste", "21", "3.0"), header=("Boat", "Knots", "Version"))) == [
        "+ | Haste | 3.0 | 21 |"
    ]


def test_table__a_row_of_the_same_thing_edits_its_cell_and_names_the_old_one() -> None:
    found = changes(table(("Swift", "2.4", "14"), ("Drift", "1.1", "9")), relation="supersedes", line=8)
    assert found == [
        "- | Drift | 1.1 | — |",
        "+ | Drift | 1.1 | 9 ([s](https://s.example); Said before: —) |",
    ]


def test_table__with_other_heads_stands_by_itself() -> None:
    found = changes(table(("Haste", "21"), header=("Boat", "Crew")))
    assert any("Boats, October" in line for line in found)
    assert not any(line.startswith("-") for line in found)


def test_sentence__edits_the_cell_that_it_turns() -> None:
    assert changes(point("Swift 2.5 is out."), relation="supersedes", line=7) == [
        "- | Swift | 2.4 | 14 |",
        "+ | Swift | 2.5 ([s](https://s.example); Said before: 2.4) | 14 |",
    ]


def test_sentence__what_it_has_besides_is_told_below_with_the_source__and_cells_stay_short() -> None:
    found = changes(point("Swift 2.5 came out on 2026-10-03 with a keel."), relation="supersedes", line=7)
    assert found[:2] == ["- | Swift | 2.4 | 14 |", "+ | Swift | 2.5 (Said before: 2.4) | 14 |"]
    below = "\n".join(found[2:])
    assert "https://s.example" in below
    assert "2026-10-03 with a keel" in below


def test_sentence__what_the_patch_says_besides_stands_in_the_section() -> None:
    found = changes(point("Swift 2.5 is out."), point("Its crew is 4 people."), relation="supersedes", line=7)
    assert any("2.5 (" in line for line in found)
    assert any("crew is 4" in line for line in found)


def test_sentence__a_figure_taken_back_is_changed_within_its_cell() -> None:
    text = TEXT.replace("| Swift | 2.4 | 14 |", "| Swift | 2.4 | 满帆 14×，空载另计 |")
    found = changes(
        point("Swift 撤回 14× 的说法，更正为 11×。"), relation="supersedes", line=7, text=text, language="zh"
    )
    assert (
        found[1]
        == "+ | Swift | 2.4 | 满帆 11×，空载另计（[s](https://s.example)；此前记载：满帆 14×，空载另计） |"
    )


YARD = """\
# Yard

## Rules

Boats lie in the yard for 30 days, masts for 14 days and sails for 7 days. The crane carries 12 t.

| Thing | Stays | Fee per month |
|---|---|---|
| Boats | 30 days | $570 |
| Masts | 14 days | $90 |

## Notes

- Nothing yet.
"""


def told(*sentences: str) -> DraftPoint:
    return DraftPoint(claims=tuple(DraftClaim(text=text) for text in sentences))


def test_prose__a_figure_is_edited_where_it_stands_with_the_old_one_named() -> None:
    assert changes(told("Sails now lie for 21 days."), relation="supersedes", line=5, text=YARD) == [
        "- Boats lie in the yard for 30 days, masts for 14 days and sails for 7 days. The crane carries 12 t.",
        "+ Boats lie in the yard for 30 days, masts for 14 days and sails for 21 days ([s](https://s.example); "
        "Said before: 7 days). The crane carries 12 t.",
    ]


def test_prose__every_place_of_the_old_figure_is_edited() -> None:
    found = changes(
        told("As of May boats lie in the yard for 60 days instead of 30."),
        relation="supersedes",
        line=5,
        text=YARD,
    )
    assert "+ | Boats | 60 days ([s](https://s.example); Said before: 30 days) | $570 |" in found
    assert any(line.startswith("+ Boats lie in the yard for 60 days, masts for 14 days") for line in found)
    assert len(found) == 4


def test_prose__each_sentence_turns_its_own_place_and_what_is_as_it_was_is_not_told() -> None:
    found = changes(
        told(
            "As of June masts lie for 10 days.",
            "The crane now carries 16 t.",
            "The fee for boats went to $600.",
            "Sails did not change.",
        ),
        relation="supersedes",
        line=5,
        text=YARD,
    )
    assert [line for line in found if line.startswith("+")] == [
        "+ Boats lie in the yard for 30 days, masts for 10 days and sails for 7 days ([s](https://s.example); "
        "Said before: 14 days). The crane carries 16 t ([s](https://s.example); Said before: 12 t).",
        "+ | Boats | 30 days | $600 ([s](https://s.example); Said before: $570) |",
        "+ | Masts | 10 days ([s](https://s.example); Said before: 14 days) | $90 |",
    ]


def test_prose__a_sentence_with_a_figure_more_takes_the_place_of_the_old_one_as_a_whole() -> None:
    found = changes(
        told("The crane now carries 16 t, 2 of which are for the hook."),
        relation="supersedes",
        line=5,
        text=YARD,
    )
    assert "+ Boats lie in the yard for 30 days, masts for 14 days and sails for 7 days." in found
    assert "+ - Said before: “The crane carries 12 t.”" in found


def test_prose__what_a_note_says_besides_stands_after_it() -> None:
    found = changes(
        told("The crane now carries 16 t.", "It was built by Haste & Sons in 1974."),
        relation="supersedes",
        line=5,
        text=YARD,
    )
    assert any(
        "The crane carries 16 t ([s](https://s.example); Said before: 12 t)." in line for line in found
    )
    assert any("built by Haste & Sons in 1974" in line and line.startswith("+") for line in found)


def test_prose__what_stood_before_is_kept_in_one_pair_of_brackets() -> None:
    text = YARD.replace("7 days.", "7 days ([a](https://a.example); Said before: 5 days).", 1)
    found = changes(told("Sails now lie for 21 days."), relation="supersedes", line=5, text=text)
    assert (
        "sails for 21 days ([a](https://a.example); Said before: 5 days; [s](https://s.example); Said before: 7 days)."
        in found[1]
    )


def test_prose__words_that_hold_no_more_are_edited_where_they_stand() -> None:
    text = YARD.replace("The crane carries 12 t.", "The crane is let by the harbour office.")
    assert changes(
        told("The crane moved from the harbour office to the guild."),
        relation="supersedes",
        line=5,
        text=text,
    )[1].endswith("The crane is let by the guild ([s](https://s.example); Said before: the harbour office).")


def test_extends__a_work_that_has_its_row_gets_no_second_one() -> None:
    text = """# Papers

## List

### Read

| Paper | What it says | State |
|---|---|---|
| 2609.19657 | Reuse of prefixes on boats | kept |
| 2605.01234 | Sails | kept |
"""
    found = changes(
        told("Version 2 adds a test in the North Sea."),
        relation="extends",
        line=9,
        text=text,
        urls=("https://arxiv.org/abs/2609.19657v2",),
    )
    assert not any(line.startswith("+ |") for line in found)
    assert any("North Sea" in line for line in found)


def test_prose__a_quotation_is_not_edited() -> None:
    text = YARD.replace("Boats lie", "> Boats lie", 1)
    found = changes(told("Sails now lie for 21 days."), relation="supersedes", line=5, text=text)
    assert not any(line.startswith("- > Boats") for line in found)
    assert any("Sails now lie for 21 days" in line for line in found)


def test_prose__a_note_in_the_other_language_corrects_each_of_its_lines() -> None:
    text = """# Backups

## Rules

- Snapshots are taken every 6 hours and kept for 14 days.
- Restoring a 500 GB volume takes around 25 minutes.

## Notes

- Nothing yet.
"""
    found = changes(
        told("快照保留期从 14 天改为 21 天，恢复 500 GB 卷现在只要 18 分钟，不是 25 分钟。"),
        relation="supersedes",
        line=6,
        text=text,
    )
    assert [line for line in found if line.startswith("+")] == [
        "+ - Snapshots are taken every 6 hours and kept for 21 days ([s](https://s.example); Said before: 14 days).",
        "+ - Restoring a 500 GB volume takes around 18 minutes ([s](https://s.example); Said before: 25 minutes).",
    ]


def test_prose__the_day_from_which_it_is_so_stands_beside_the_old_figure() -> None:
    found = changes(
        told("As of 1 June boats lie in the yard for 60 days instead of 30."),
        relation="supersedes",
        line=5,
        text=YARD,
    )
    assert "+ | Boats | 60 days (from 1 June; [s](https://s.example); Said before: 30 days) | $570 |" in found
    assert not any(line.startswith("+ **") for line in found)
