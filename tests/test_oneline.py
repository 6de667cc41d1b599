"""What is short stands in one line where the items around it do, and nothing is lost for it."""

import pytest

from agent.document import parse
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRow, DraftTable
from agent.models import Caveat, Language
from agent.oneline import OneLine, as_one_line, form_at, form_of
from agent.placement.runs import runs_of

BOLD = """# 磨

- **石磨**：入门，58 mm。
- **水磨**：双桨，12 分钟。
- **风磨**：四叶。
"""
LINKED = """# Mills

- [Alder](https://a.example/1): a mill of stone
- [Birch](https://a.example/2): a mill of wood
- [Cedar](https://a.example/3): a mill with two wheels
"""
NESTED = """# Mills

- **Alder**
  - of stone
- **Birch**
  - of wood
- **Cedar**
  - two wheels
"""


def form(text: str, language: Language = "en") -> OneLine | None:
    document = parse(text.encode())
    return form_of(runs_of(document.sections[-1])[0], document, language)


def patch(
    title: str, *points: str, sources: tuple[str, ...] = ("[a.example](https://a.example/9)",)
) -> DraftPatch:
    parts = tuple(DraftPoint(claims=(DraftClaim(text=point),)) for point in points)
    return DraftPatch(increment="i", title=DraftClaim(text=title), parts=parts, sources=sources)


def line(text: str, made: DraftPatch, language: Language = "en") -> str:
    found = form(text, language)
    assert found is not None
    return "\n".join(as_one_line(made, found, language))


def test_form__of_bold_names() -> None:
    found = form(BOLD, "zh")
    assert found is not None
    assert (found.bold, found.linked, found.between, found.stop) == (True, False, "：", "。")


def test_form__of_linked_names() -> None:
    found = form(LINKED)
    assert found is not None
    assert (found.bold, found.linked, found.between, found.stop) == (False, True, ": ", "")


@pytest.mark.parametrize("text", [NESTED, "# Mills\n\n- **Alder**: stone\n- **Birch**: wood\n"])
def test_form__none_where_items_hold_more_or_are_too_few(text: str) -> None:
    assert form(text) is None


def test_form__a_list_of_few_has_that_of_the_documents_other_lists() -> None:
    young = "\n# More\n\n- [Fir](https://a.example/7): a mill of brass\n"
    assert form(LINKED + young) == form(LINKED)
    assert form(NESTED + young) is None


def test_form_at__none_outside_a_list() -> None:
    section = parse(b"# M\n\nText.\n\n- **A**: x\n- **B**: y\n- **C**: z\n").sections[-1]
    assert form_at(section, 3, "en") is None
    assert form_at(section, 6, "en") is not None


def test_a_bold_line_has_its_source_behind() -> None:
    said = line(BOLD, patch("铁磨", "重 30 公斤。"), "zh")
    assert said == "**铁磨**：重 30 公斤（来源：[a.example](https://a.example/9)）。"


def test_a_linked_name_is_its_source() -> None:
    assert (
        line(LINKED, patch("Douglas", "a mill of iron")) == "[Douglas](https://a.example/9): a mill of iron"
    )


def test_a_source_that_is_no_link_stands_behind() -> None:
    said = line(LINKED, patch("Douglas", "a mill of iron", sources=("`inbox/a/n.md:3`",)))
    assert said == "Douglas: a mill of iron (Source: `inbox/a/n.md:3`)"


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("A mill of iron (with gears", "[Douglas](https://a.example/9): a mill of iron (with gears, brass)"),
        ("Douglas", "[Douglas](https://a.example/9): a mill of iron (with gears, brass)"),
    ],
)
def test_a_title_that_the_statement_holds_is_not_said_twice(title: str, said: str) -> None:
    assert line(LINKED, patch(title, "Douglas: a mill of iron (with gears, brass)")) == said


def test_a_name_that_goes_on_behind_a_comma_is_whole() -> None:
    made = patch("From grain to flour", "From grain to flour, how stones are dressed: also in German")
    assert line(LINKED, made) == (
        "[From grain to flour, how stones are dressed](https://a.example/9): also in German"
    )


def test_a_sentence_without_a_name_of_its_own_gets_none() -> None:
    made = patch("The mill of iron", "The mill of iron grinds 30 kg an hour")
    assert line(BOLD, made) == (
        "The mill of iron grinds 30 kg an hour (Source: [a.example](https://a.example/9))。"
    )


def test_doubts_stand_under_it() -> None:
    made = patch("铁磨", "重 30 公斤").model_copy(
        update={"caveats": (Caveat(kind="unverified", risk="high", wording="待独立核实。"),)}
    )
    assert line(BOLD, made, "zh").split("\n")[1] == "- 待核实：待独立核实"


@pytest.mark.parametrize(
    "made",
    [
        patch("Douglas", *(f"it has {n} gears" for n in range(40))),
        patch("Douglas", "it grinds " + "and grinds " * 40),
        patch("Douglas", "x").model_copy(
            update={"parts": (DraftTable(header=("a",), rows=(DraftRow(cells=("1",)),)),)}
        ),
    ],
    ids=["many statements", "many words", "a table"],
)
def test_nothing_is_left_out_for_the_form(made: DraftPatch) -> None:
    found = form(LINKED)
    assert found is not None
    assert as_one_line(made, found, "en") == []


def test_one_line__an_address_that_the_words_hold_is_not_said_again() -> None:
    linked = form(LINKED)
    assert linked is not None
    said = "[Dogwood](https://a.example/9): a mill of bone"
    assert as_one_line(patch("Dogwood", said), linked, "en") == [said]


def test_one_line__room_is_what_limits_it_and_not_the_number_of_statements() -> None:
    made = patch("Douglas", *(f"it has {n} gears" for n in range(4)))
    (said,) = line(LINKED, made).split("\n")
    assert all(f"it has {n} gears" in said for n in range(4))


def test_one_line__a_quotation_keeps_the_name_of_its_thing() -> None:
    quoted = DraftPoint(claims=(DraftClaim(text="Douglas 有两个轮子。"),), quoted=True)
    made = patch("Douglas").model_copy(update={"parts": (quoted,)})
    assert line(LINKED, made) == "[Douglas](https://a.example/9): Original: “Douglas 有两个轮子。”"


def test_one_line__a_sentence_before_a_colon_is_no_name() -> None:
    said = "Douglas 4 reads its wheels from other mills over the river: with two of them it takes 3 hours"
    assert line(LINKED, patch("Douglas 4", said)).startswith(f"{said} (Source: ")
