"""A note that comes again corrected changes its figure where it stands, and nothing else."""

import pytest

from agent.document import Applied, apply, parse
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRow, DraftTable, Planned
from agent.models import Credibility, Evidence, Increment, Quote, Relation, Span
from agent.placement import Placer
from agent.revision import edits_of, revision

LEAD = "- **The new grinder** (Source: [source](https://a.example/n))"
TEXT = f"""\
# Grinders

{LEAD}
  - It grinds 40 g in 12 seconds.
  - Its burrs are flat.

  | setting | speed | noise |
  | --- | --- | --- |
  | fine | 2.1 g/s | 71 dB |
  | coarse | 3.4 g/s | 74 dB |

  - To be verified: 2.1 g/s is the maker's own number
- Another one grinds 40 g in 30 seconds.

# Elsewhere

| setting | speed | noise |
| --- | --- | --- |
| fine | 2.1 g/s | 71 dB |
| fine | 1.9 g/s | 71 dB |
"""
HEADER = ("setting", "speed", "noise")
FINE, COARSE = ("fine", "2.1 g/s", "71 dB"), ("coarse", "3.4 g/s", "74 dB")
POINTS = ("It grinds 40 g in 12 seconds.", "Its burrs are flat.")


def revised(
    line: int,
    points: tuple[str, ...] = POINTS,
    rows: tuple[tuple[str, ...], ...] = (FINE, COARSE),
    *,
    header: tuple[str, ...] = HEADER,
    title: str = "The new grinder",
    relation: Relation = "contradicts",
    text: str = TEXT,
    evidence: str = "",
) -> list[str]:
    """The lines that go, with a minus, and those that come, with a plus."""
    document = parse(text.encode())
    increment = Increment(id="i", number=1, title=title, credibility=Credibility(stars=3, reason=""))
    planned = Planned(
        increment=increment,
        evidence=(Evidence(id="e", span=Span(path="n", start=0, end=1), quote=evidence, distance=1),),
        section=document.sections[1].ref,
        relation=relation,
        document_says=Quote(quote=text.split("\n")[line - 1], line=line),
    )
    parts = [DraftPoint(claims=(DraftClaim(text=point),)) for point in points]
    patch = DraftPatch(
        increment="i",
        title=DraftClaim(text=title),
        parts=(*parts, DraftTable(header=header, rows=tuple(DraftRow(cells=row) for row in rows))),
        sources=("[source](https://a.example/n)",),
    )
    applied = apply(document, revision(document, planned, patch, "en").edits)
    assert isinstance(applied, Applied), applied
    before, after = text.split("\n"), applied.data.decode().split("\n")
    return [f"-{x}" for x in before if x not in after] + [f"+{x}" for x in after if x not in before]


def test_revision__a_corrected_cell_is_edited_and_its_copy_elsewhere_is_marked() -> None:
    document_rows = revised(9, rows=(("fine", "2.7 g/s", "71 dB"), COARSE))
    aside = "([source](https://a.example/n); Said before: 2.1 g/s)"
    assert document_rows == [
        "-  | fine | 2.1 g/s | 71 dB |",
        "-| fine | 2.1 g/s | 71 dB |",
        "+  | fine | 2.7 g/s | 71 dB |",
        f"+| fine | 2.7 g/s {aside} | 71 dB |",
    ]


def test_revision__a_corrected_sentence_takes_the_place_of_the_old_one() -> None:
    assert revised(4, ("It grinds 40 g in 9 seconds.", POINTS[1])) == [
        "-  - It grinds 40 g in 12 seconds.",
        "+  - It grinds 40 g in 9 seconds.",
    ]


def test_revision__the_same_sentence_in_another_item_keeps_the_old_words_behind_the_new() -> None:
    text = TEXT.replace("- Another one grinds 40 g in 30 seconds.", "- It grinds 40 g in 12 seconds.")
    after = revised(4, ("It grinds 40 g in 9 seconds.", POINTS[1]), text=text)
    assert (
        "+- It grinds 40 g in 9 seconds. ([source](https://a.example/n); "
        "Said before: It grinds 40 g in 12 seconds.)"
    ) in after


def test_revision__what_is_new_is_added_and_nothing_is_said_twice() -> None:
    after = revised(
        9,
        (*POINTS, "It weighs 8 kg."),
        (("fine", "2.7 g/s", "71 dB"), COARSE, ("filter", "3.0 g/s", "73 dB")),
    )
    assert [line for line in after if line.startswith("+  ")] == [
        "+  - It weighs 8 kg.",
        "+  | fine | 2.7 g/s | 71 dB |",
        "+  | filter | 3.0 g/s | 73 dB |",
    ]


REWORDED = ("Within 12 seconds it grinds 40 g.", "Flat burrs.")
CORRECTED = (("fine", "2.7 g/s", "71 dB"), COARSE)


def test_revision__a_note_in_other_words_edits_the_cell_and_leaves_the_items_own_words() -> None:
    after = revised(9, REWORDED, CORRECTED)
    assert [line for line in after if line.startswith(("-  ", "+  "))] == [
        "-  | fine | 2.1 g/s | 71 dB |",
        "+  | fine | 2.7 g/s | 71 dB |",
    ]


def test_revision__a_sentence_in_other_words_with_another_figure_takes_the_place_of_the_old_one() -> None:
    assert revised(4, ("Within 9 seconds it grinds 40 g.", POINTS[1])) == [
        "-  - It grinds 40 g in 12 seconds.",
        "+  - Within 9 seconds it grinds 40 g.",
    ]


@pytest.mark.parametrize(
    ("evidence", "child"),
    [
        ("On fine it reaches 2.7 g/s.", "On fine it reaches 2.7 g/s."),
        ("Fine: 2.7 g/s. Coarse: 3.4 g/s.", "On fine it reaches 2.1 g/s."),
    ],
    ids=["borne out", "not borne out"],
)
def test_revision__a_line_that_holds_the_corrected_figure_follows_as_far_as_the_evidence_says_it(
    evidence: str, child: str
) -> None:
    text = TEXT.replace(
        "  - Its burrs are flat.\n", "  - Its burrs are flat.\n  - On fine it reaches 2.1 g/s.\n"
    )
    after = revised(10, REWORDED, CORRECTED, text=text, evidence=evidence)
    assert (f"+  - {child}" in after) == (child != "On fine it reaches 2.1 g/s.")
    assert "+  | fine | 2.7 g/s | 71 dB |" in after


def test_revision__a_title_in_other_words_is_known_by_its_names() -> None:
    text = TEXT.replace("The new grinder", "The new KX-200 grinder")
    after = revised(9, rows=CORRECTED, title="KX-200, the new grinder", text=text)
    assert "+  | fine | 2.7 g/s | 71 dB |" in after
    assert revised(9, rows=CORRECTED, title="KX-300, the new grinder", text=text) == []


@pytest.mark.parametrize(
    "other",
    [
        {"title": "Another grinder"},
        {"header": ("setting", "speed of the old model", "noise")},
        {"relation": "extends"},
        {"points": ("It is loud.", "It is heavy.", "It is red."), "rows": (("fine", "2.7 g/s", "71 dB"),)},
        {"rows": (("fine", "2.7 g/s", "71 dB"), ("fine", "2.8 g/s", "71 dB"), COARSE)},
    ],
)
def test_revision__no_edit_of_what_may_be_another_note(other: dict[str, object]) -> None:
    assert revised(9, **{"rows": (("fine", "2.7 g/s", "71 dB"), COARSE), **other}) == []


def test_edits_of__a_row_of_which_a_sentence_among_others_gives_a_cell_another_figure_names_both() -> None:
    text = (
        "# Speeds\n\n| grinder | speed | weight |\n| --- | --- | --- |\n| Niche | 1.8 g/s | 4 kg |\n\nEnd.\n"
    )
    document = parse(text.encode())
    increment = Increment(id="i", number=1, title="News", credibility=Credibility(stars=3, reason=""))
    planned = Planned(
        increment=increment,
        evidence=(),
        section=document.sections[-1].ref,
        relation="contradicts",
        document_says=Quote(quote="", line=5),
    )
    said = ("It comes in two colours.", "Niche has a weight of 5 kg. It is sold out.")
    points = tuple(DraftPoint(claims=(DraftClaim(text=one),)) for one in said)
    patch = DraftPatch(increment="i", title=DraftClaim(text="News"), parts=points, sources=("inbox/n.md",))
    applied = apply(document, edits_of(Placer(document), planned, patch, "en"))
    assert isinstance(applied, Applied), applied
    after = applied.data.decode()
    assert "| Niche | 1.8 g/s | 5 kg (inbox/n.md; Said before: 4 kg) |" in after
    assert "- It comes in two colours." in after


def test_revision__an_item_of_one_line_gets_its_corrected_figure_and_no_second_item() -> None:
    text = "# Mills\n\n- **News**: Alder weighs {} kg (Source: [source](https://a.example/n))\n- **Birch**: wood\n- **Cedar**: two wheels\n"
    document = parse(text.format(30).encode())
    increment = Increment(id="i", number=1, title="News", credibility=Credibility(stars=3, reason=""))
    planned = Planned(
        increment=increment,
        evidence=(),
        section=document.sections[1].ref,
        relation="supersedes",
        document_says=Quote(quote=text.format(30).split("\n")[2], line=3),
    )
    patch = DraftPatch(
        increment="i",
        title=DraftClaim(text="News"),
        parts=(DraftPoint(claims=(DraftClaim(text="Alder weighs 40 kg"),)),),
        sources=("[source](https://a.example/n)",),
    )
    applied = apply(document, revision(document, planned, patch, "en").edits)
    assert isinstance(applied, Applied)
    assert applied.data.decode() == text.format(40)


LIST = """\
# Grinders

- [Alpha](https://a.example/alpha): flat burrs.
- Beta (arXiv:2510.00002): conical burrs.
- [Gamma](https://a.example/gamma), a copy of [Alpha](https://a.example/alpha).
- Delta: blunt.
"""


def extended(
    line: int,
    title: str,
    *points: str,
    urls: tuple[str, ...],
    relation: Relation = "extends",
    text: str = LIST,
) -> list[str]:
    """The lines that come, with a plus, by an increment that has a relation to a line."""
    document = parse(text.encode())
    increment = Increment(
        id="i", number=1, title=title, urls=urls, credibility=Credibility(stars=3, reason="")
    )
    planned = Planned(
        increment=increment,
        evidence=(),
        section=document.sections[-1].ref,
        relation=relation,
        document_says=Quote(quote=text.split("\n")[line - 1], line=line),
    )
    patch = DraftPatch(
        increment="i",
        title=DraftClaim(text=title),
        parts=tuple(DraftPoint(claims=(DraftClaim(text=point),)) for point in points),
        sources=tuple(f"[source]({url})" for url in urls),
    )
    applied = apply(document, edits_of(Placer(document), planned, patch, "en"))
    assert isinstance(applied, Applied), applied
    return [
        line if line in text.split("\n") else f"+{line}" for line in applied.data.decode().split("\n") if line
    ]


def test_edits__what_extends_an_item_of_the_same_source_stands_within_it_and_says_neither_again() -> None:
    lines = extended(3, "Alpha", "It grinds 40 g in 9 seconds.", urls=("https://a.example/alpha",))
    assert lines[1:3] == [LIST.split("\n")[2], "+  - It grinds 40 g in 9 seconds."]


def test_edits__a_title_and_a_source_that_the_item_has_not_are_said() -> None:
    urls = ("https://arxiv.org/abs/2510.00002v2", "https://b.example/tests")
    lines = extended(4, "Tests of the year", "It grinds 40 g in 9 seconds.", urls=urls)
    (new,) = [line for line in lines if line.startswith("+")]
    assert new.startswith("+  - ")
    assert "Tests of the year" in new
    assert "b.example" in new
    assert "arxiv.org" not in new
    assert lines[lines.index(new) - 1] == LIST.split("\n")[3]


@pytest.mark.parametrize(("line", "url"), [(5, "https://a.example/alpha"), (6, "https://b.example/delta")])
def test_edits__what_only_mentions_the_source_gets_an_item_beside_it(line: int, url: str) -> None:
    lines = extended(line, "News", "It grinds 40 g in 9 seconds.", urls=(url,))
    assert [new[:3] for new in lines if new.startswith("+")] == ["+- "]


@pytest.mark.parametrize(
    ("lead", "title", "urls"),
    [
        ("", "Alpha", ("https://a.example/alpha",)),
        (
            "  - **Tests of the year** (Source: [source](https://b.example/tests))\n",
            "Tests of the year",
            ("https://a.example/alpha", "https://b.example/tests"),
        ),
    ],
    ids=["the item has title and source", "a title and a source of its own"],
)
def test_edits__what_completed_an_item_and_comes_again_corrected_is_edited_where_it_stands(
    lead: str, title: str, urls: tuple[str, ...]
) -> None:
    margin = "    " if lead else "  "
    said = f"{lead}{margin}- It grinds 40 g in 12 seconds.\n{margin}- Its burrs are flat.\n"
    item = "- [Alpha](https://a.example/alpha): flat burrs.\n"
    text = LIST.replace(item, f"{item}{said}")
    line = 4 + bool(lead)
    points = ("It grinds 40 g in 9 seconds.", "Its burrs are flat.")
    lines = extended(line, title, *points, urls=urls, relation="contradicts", text=text)
    assert [new for new in lines if new.startswith("+")] == [f"+{margin}- It grinds 40 g in 9 seconds."]
    assert not [old for old in lines if "12 seconds" in old]


def test_edits__a_source_that_is_a_bare_id_is_known_by_it() -> None:
    lines = extended(
        4, "Beta again", "It grinds 40 g in 9 seconds.", urls=("https://arxiv.org/abs/2510.00002",)
    )
    (new,) = [line for line in lines if line.startswith("+")]
    assert "arxiv" not in new.casefold()
