"""What of a long note is said."""

from agent.drafts import DraftClaim, DraftPoint, DraftRow, DraftTable
from agent.selection import LONG, MOST_LINES, MOST_ROWS, selected


def point(text: str, label: str = "") -> DraftPoint:
    return DraftPoint(claims=(DraftClaim(text=text, evidence=("e1",)),), label=label)


def table(rows: int) -> DraftTable:
    made = tuple(DraftRow(cells=(f"r{n}", f"{n}.5 ms"), evidence=("e1",)) for n in range(rows))
    return DraftTable(header=("run", "TTFT"), rows=made)


def test_selected__a_short_note_is_said_whole() -> None:
    parts = [point("吞吐提升 30%"), table(3), point("延迟降到 12 ms")]
    assert selected(parts) == tuple(parts)


def test_selected__a_long_note_keeps_what_has_figures() -> None:
    prose = [point(f"背景说明之{n}，没有数字") for n in range(30)]
    figures = [point(f"第 {n} 组的延迟为 {n}.25 ms") for n in range(2, 6)]
    kept = selected([*prose[:15], *figures, *prose[15:]])
    assert len(kept) <= MOST_LINES
    assert [part for part in kept if part in figures] == figures


def test_selected__keeps_the_order() -> None:
    parts = [point(f"延迟 {n}.5 ms，吞吐 {n}00 tok/s") for n in range(1, 40)]
    kept = selected(parts)
    assert list(kept) == [part for part in parts if part in kept]


def test_selected__commands_and_colophons_are_left_out() -> None:
    parts = [
        point("vllm serve some/model-8B \\"),
        point("--tensor-parallel-size 8"),
        point("Ann Alder, Bob Birch", label="Authors"),
        point("Latency falls to 12 ms"),
    ]
    assert selected(parts) == (parts[3],)


def test_selected__a_long_point_keeps_its_telling_sentences() -> None:
    filler = (
        "This sentence tells at great length of a thing that everybody knew before, and of no figure at all."
    )
    claims = tuple(
        DraftClaim(text=text) for text in (filler, filler + " ", "Latency falls to 12 ms.", filler)
    )
    kept = selected([DraftPoint(claims=claims)])[0]
    assert isinstance(kept, DraftPoint)
    assert "Latency falls to 12 ms." in [claim.text for claim in kept.claims]
    assert sum(len(claim.text) for claim in kept.claims) <= LONG


def test_selected__prose_that_repeats_a_table_is_left_out() -> None:
    figures = DraftTable(
        header=("batch", "TTFT (ms)"),
        rows=(DraftRow(cells=("512", "17.71")), DraftRow(cells=("256", "29.67"))),
    )
    again = point("batch 取 512 时 TTFT 17.71ms，取 256 时 29.67ms")
    more = point("batch 取 512 时 TTFT 17.71ms，功耗 450 W")
    assert selected([figures, again, more]) == (figures, more)


def test_selected__what_the_document_has_gives_way_to_what_is_new() -> None:
    parts = [point(f"延迟 {n}.5 ms，吞吐 {n}00 tok/s") for n in range(1, 40)]
    already = "；".join(claim.text for part in parts[1:20] for claim in part.claims)
    assert selected(parts, already) == (parts[0], *parts[20 : 20 + MOST_LINES - 1])


def test_selected__figures_that_are_said_once_give_way_to_others() -> None:
    again = [point(f"第 {n} 次测得延迟 12 ms，吞吐 900 tok/s", label=str(n)) for n in "甲乙丙丁" * 5]
    new = [point(f"{n} 号机的功耗为 {n}50 W") for n in range(2, 14)]
    kept = selected([*again, *new])
    assert [part for part in kept if part in new] == new


def test_selected__of_a_long_table_rows_with_new_figures_are_kept() -> None:
    long = table(MOST_ROWS + 3)
    already = "run r0 至 r2 的 TTFT 为 0.5 ms、1.5 ms、2.5 ms"
    kept = selected([long], already)[0]
    assert isinstance(kept, DraftTable)
    assert kept.rows == long.rows[3:]
    short = table(3)
    assert selected([short], already) == (short,)


def test_selected__what_a_text_says_of_itself_and_of_its_pictures_is_left_out() -> None:
    parts = [
        point("本文将讲述鹦鹉的叫声"),
        point("parrot_policy"),
        point("This post is not about birds, though."),
        point("*Figure 2. Both birds from a real cage.*"),
        point("<br>"),
        point("The model card recommends the following settings:"),
        point("We thank Ann Alder.", label="Acknowledgements"),
        point("The parrot calls at 12 dB"),
    ]
    assert selected(parts) == (parts[-1],)


def test_selected__a_sentence_with_a_quantity_or_one_that_leads_to_a_table_stays() -> None:
    parts = [
        point("This post shows that latency falls to 12 ms:"),
        point("Three cages side by side:"),
        table(2),
    ]
    assert selected(parts) == tuple(parts)


def test_selected__of_a_note_that_says_nothing_else_it_is_kept() -> None:
    parts = [point("本文介绍鹦鹉")]
    assert selected(parts) == tuple(parts)


def test_selected__a_line_of_the_document_is_what_its_width_takes() -> None:
    long = "A parrot says at some length what it has heard of others, and more than once. "
    parts = [point(f"{long * 4}Its voice has {n} dB.") for n in range(40, 60)]
    assert len(selected(parts)) == MOST_LINES // 2


def test_what_has_no_part__has_nothing_to_say() -> None:
    assert selected(()) == ()
