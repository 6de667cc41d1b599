"""Of a note that comes again corrected only what it says otherwise is drafted, where the document has the rest."""

from __future__ import annotations

from agent.document import parse
from agent.drafts import Planned
from agent.gathering import gather
from agent.models import Credibility, Increment, Point, Quote, Relation, SourceRef
from agent.renewed import fresh, renewed
from tests.notes import note

OLD = note(
    "# The new grinder\n\nIt grinds 40 g in 12 seconds.\n\nIts burrs are flat and made of steel.\n\nIts hopper is glass.\n"
)
NEW = note(
    "# The new grinder\n\nIt grinds 40 g in 14 seconds.\n\nIts burrs are flat and made of steel.\n\nIts hopper is glass.\n\n"
    "It weighs 3 kg.\n"
)
TEXT = f"""\
# Grinders

- **The new grinder** (Source: `{OLD.source.path}:1`)
  - It grinds 40 g in 12 seconds.
"""


def plan(text: str = TEXT, relation: Relation = "contradicts", *, line: int = 4) -> Planned:
    refs = (SourceRef(path=NEW.source.path),)
    body = (Point(text="It grinds 40 g in 14 seconds."), Point(text="Its burrs are flat and made of steel."))
    increment = Increment(
        id="i",
        number=1,
        title="The new grinder",
        sources=refs,
        body=body,
        credibility=Credibility(stars=3, reason=""),
    )
    return Planned(
        increment=increment,
        evidence=gather(increment, [NEW], None).evidence,
        section=parse(text.encode()).sections[-1].ref,
        relation=relation,
        document_says=Quote(quote=text.split("\n")[line - 1], line=line),
    )


def given(planned: Planned, text: str = TEXT, *, known: bool = True) -> Planned:
    """What the writer is given."""
    earlier = {OLD.source.path: OLD} if known else {}
    return fresh(renewed(planned, earlier, parse(text.encode()), "en"))


def test_fresh__what_the_earlier_version_said_is_left_out_but_for_the_name() -> None:
    told = given(plan())
    quotes = [entry.quote for entry in told.evidence if not entry.quote.startswith("#")]
    assert quotes == ["The new grinder", "It grinds 40 g in 14 seconds.", "It weighs 3 kg."]
    assert [part.text for part in told.increment.body if isinstance(part, Point)] == [
        "It grinds 40 g in 14 seconds."
    ]


def test_fresh__its_sources_are_those_of_the_whole_note() -> None:
    assert given(plan()).increment.origins == (f"`{NEW.source.path}:1`",)


def test_fresh__nothing_is_left_out_where_the_document_has_no_item_of_the_note() -> None:
    elsewhere = "# Grinders\n\n- **Another grinder** (Source: [x](https://x.example))\n  - It grinds 40 g in 12 seconds.\n"
    planned = plan(elsewhere)
    assert given(planned, elsewhere) == planned


def test_fresh__nothing_is_left_out_of_what_only_adds_or_has_no_earlier_version() -> None:
    for planned, known in ((plan(relation="extends"), True), (plan(), False)):
        assert given(planned, known=known) == planned


def test_renewed__where_figures_were_edited_in_place_the_sentences_that_stood_go() -> None:
    text = (
        "# Grinders\n\nThe new grinder takes 12 seconds for 40 g "
        f"(`{OLD.source.path}:1`; Said before: 15 seconds).\n"
    )
    refs = (SourceRef(path=NEW.source.path),)
    body = (
        Point(text="It grinds 40 g in 14 seconds. Its hopper is glass."),
        Point(text="Its hopper is glass."),
    )
    increment = Increment(
        id="i",
        number=1,
        title="The new grinder",
        sources=refs,
        origins=(f"`{NEW.source.path}:1`",),
        body=body,
        credibility=Credibility(stars=3, reason=""),
    )
    planned = plan(text, line=3).model_copy(update={"increment": increment})
    told = renewed(planned, {OLD.source.path: OLD}, parse(text.encode()), "en")
    assert [part.text for part in told.increment.body if isinstance(part, Point)] == [
        "It grinds 40 g in 14 seconds."
    ]
    elsewhere = parse(b"# Grinders\n\nThe new grinder takes 12 seconds.\n")
    assert renewed(planned, {OLD.source.path: OLD}, elsewhere, "en").increment.body == body
