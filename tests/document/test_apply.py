"""Edits change what they name and no other byte; a set of them gives one result in any order."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from agent.document import (
    Applied,
    Block,
    Document,
    Edit,
    Refused,
    ReplaceBlocks,
    ReplaceCell,
    Section,
    add_subsection,
    add_table,
    append_item,
    append_row,
    apply,
    condense,
    insert_item,
    insert_lines,
    insert_text,
    parse,
    replace,
    replace_cell,
)
from tests.document.markdown import edit_at, files, legal_edit

relaxed = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large],
)


def common(base: bytes, new: bytes) -> int:
    """Bytes that both have at the beginning and, apart from those, at the end."""
    limit = min(len(base), len(new))
    head = next((i for i in range(limit) if base[i] != new[i]), limit)
    tail = next((i for i in range(limit - head) if base[-1 - i] != new[-1 - i]), limit - head)
    return head + tail


@relaxed
@given(st.data(), files())
def test_one_edit_leaves_every_other_byte(data: st.DataObject, file: bytes) -> None:
    document = parse(file)
    edit = data.draw(st.composite(lambda draw: legal_edit(draw, document))())
    assume(edit is not None)
    assert edit is not None
    applied = apply(document, [edit])
    if isinstance(applied, Refused):
        assert applied.edits == (0,) or applied.reason == "not_utf8"
        return
    replaced = 0
    section = document.section(edit.section)
    assert section is not None
    if isinstance(edit, ReplaceBlocks):
        block = section.resolve(edit.blocks[0])
        replaced = len(block.data) if block else 0
    elif isinstance(edit, ReplaceCell):
        block = section.resolve(edit.block)
        replaced = len(block.data) if block else 0
    assert common(file, applied.data) >= len(file) - replaced
    assert applied.document.to_bytes() == applied.data
    first, last = applied.lines[0]
    assert 1 <= first <= last <= applied.document.line_count


@relaxed
@given(st.data(), files())
def test_all_other_blocks_are_read_as_before_by_a_parse_of_the_whole(
    data: st.DataObject, file: bytes
) -> None:
    document = parse(file)
    made = st.composite(
        lambda draw: [legal_edit(draw, document, str(n)) for n in range(draw(st.integers(1, 3)))]
    )
    edits = [edit for edit in data.draw(made()) if edit is not None]
    applied = apply(document, edits)
    if isinstance(applied, Refused) or any(edit.op.startswith("replace") for edit in edits):
        return
    new = [
        block
        for block in applied.document.blocks
        if not any(first <= block.end_line and block.line <= last for first, last in applied.lines)
    ]
    assert [seen(b, applied.document) for b in new] == [seen(b, document) for b in document.blocks]


def seen(block: Block, document: Document) -> tuple[object, ...]:
    return block.kind, block.depth, block.details, block.data, document.columns.level[block.index]


@relaxed
@given(st.data(), files())
def test_any_subset_in_any_order_gives_one_result(data: st.DataObject, file: bytes) -> None:
    document = parse(file)
    places = [(s, b) for s in document.sections for b in s.blocks]
    assume(places)
    section, block = data.draw(st.sampled_from(places))
    made = st.composite(lambda draw: edit_at(draw, section, block, draw(st.sampled_from("ab"))))
    edits = data.draw(st.lists(made(), min_size=1, max_size=6))
    for count in range(1, len(edits) + 1):
        for subset in combinations(edits, count):
            results = {outcome(document, order) for order in (subset, subset[::-1], sorted(subset, key=repr))}
            assert len(results) == 1


def outcome(document: Document, edits: tuple[Edit, ...] | list[Edit]) -> bytes | str:
    applied = apply(document, edits)
    return applied.reason if isinstance(applied, Refused) else applied.data


def test_all_orders_of_six_edits_at_one_point_agree() -> None:
    document, section = at("# A\n\n1. one\n2. two\n\nend\n")
    item = section.blocks[2]
    edits = [append_item(section, item, f"item {n}", order=str(n)) for n in (3, 1, 2)]
    edits += [insert_text(section, item, f"text {n}", order=str(n)) for n in (2, 1)]
    edits.append(add_subsection(section, "B", "b"))
    results = {ok(apply(document, order)).data for order in permutations(edits)}
    assert results == {
        b"# A\n\n1. one\n2. two\n3. item 1\n4. item 2\n5. item 3\n\ntext 1\n\ntext 2\n\nend\n\n## B\n\nb\n"
    }


def at(text: str, heading: str = "A") -> tuple[Document, Section]:
    document = parse(text.encode())
    return document, next(s for s in document.sections if s.heading == heading)


def ok(applied: Applied | Refused) -> Applied:
    assert isinstance(applied, Applied), applied
    return applied


def edited(text: str, make: object, heading: str = "A") -> str:
    document, section = at(text, heading)
    assert callable(make)
    return ok(apply(document, [make(section)])).data.decode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n- a\n- b\n", "# A\n- a\n- b\n- new\n"),
        ("# A\r\n* a\r\n", "# A\r\n* a\r\n* new\r\n"),
        ("# A\n- a", "# A\n- a\n- new"),
        ("# A\n- a\n\n- b\n\nend", "# A\n- a\n\n- b\n\n- new\n\nend"),
        ("# A\n-  a\n-  b\n", "# A\n-  a\n-  b\n-  new\n"),
        ("# A\n- [ ] a\n- [x] b\n", "# A\n- [ ] a\n- [x] b\n- [ ] new\n"),
        ("# A\n1. a\n2. b\n", "# A\n1. a\n2. b\n3. new\n"),
        ("# A\n1) a\n1) b\n", "# A\n1) a\n1) b\n1) new\n"),
        ("# A\n01. a\n02. b\n", "# A\n01. a\n02. b\n03. new\n"),
        ("# A\n3. a\n2. b\n", "# A\n3. a\n2. b\n1. new\n"),
        ("# A\n- a\n  - child\n\n# B\n", "# A\n- a\n  - child\n- new\n\n# B\n"),
        ("# A\n- a\n# B\n", "# A\n- a\n- new\n# B\n"),
    ],
)
def test_an_appended_item_looks_like_its_siblings(text: str, expected: str) -> None:
    assert edited(text, lambda s: append_item(s, s.blocks[1], "new")) == expected


def test_an_item_inserted_in_the_middle_leaves_later_numbers_alone() -> None:
    assert (
        edited("# A\n1. a\n2. b\n", lambda s: insert_item(s, s.blocks[1], "new"))
        == "# A\n1. a\n2. new\n2. b\n"
    )


def test_the_newest_first_in_a_falling_list_takes_the_next_number() -> None:
    text = "# A\n50. b\n49. a\n"
    assert (
        edited(text, lambda s: insert_item(s, s.blocks[1], "c", side="before"))
        == "# A\n51. c\n50. b\n49. a\n"
    )


def test_a_mark_in_the_text_of_an_item_is_not_doubled() -> None:
    assert (
        edited("# A\n* a\n", lambda s: append_item(s, s.blocks[1], "- new\nmore"))
        == "# A\n* a\n* new\n  more\n"
    )


def test_the_first_child_is_indented_to_the_content_of_its_item() -> None:
    assert (
        edited("# A\n- a\n- b\n", lambda s: insert_item(s, s.blocks[1], "c", inside=True))
        == "# A\n- a\n  - c\n- b\n"
    )


def test_text_inside_an_item_stays_inside() -> None:
    text = "# A\n- a\n- b\n"
    assert (
        edited(text, lambda s: insert_text(s, s.blocks[1], "more", inside=True))
        == "# A\n- a\n\n  more\n\n- b\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n|a|b|\n|---|---|\n|1|2|\n", "# A\n|a|b|\n|---|---|\n|1|2|\n|x\\|y|z|\n"),
        ("# A\na | b\n---|---\n1 | 2\n", "# A\na | b\n---|---\n1 | 2\nx\\|y | z\n"),
        ("# A\n| a | b |\n|---|---|", "# A\n| a | b |\n|---|---|\n| x\\|y | z |"),
        (
            "# A\n| 引擎   | b |\n|--------|---|\n| vLLM   | 1 |\n",
            "# A\n| 引擎   | b |\n|--------|---|\n| vLLM   | 1 |\n| x\\|y   | z |\n",
        ),
    ],
)
def test_an_appended_row_is_written_as_the_table_is(text: str, expected: str) -> None:
    assert edited(text, lambda s: append_row(s, s.blocks[1], ("x|y", "z"))) == expected


def test_a_cell_keeps_its_blanks_and_its_width() -> None:
    text = "# A\n| a | b    |\n|---|------|\n| 1 | 90.4 |\n"
    assert edited(text, lambda s: replace_cell(s, s.blocks[2], 1, "7")).endswith("| 1 | 7    |\n")


def test_two_cells_of_one_row_change_together() -> None:
    document, section = at("# A\n|a|b|\n|---|---|\n|1|2|\n")
    row = section.blocks[2]
    edits = [replace_cell(section, row, 0, "x"), replace_cell(section, row, 1, "y")]
    assert ok(apply(document, edits)).data.endswith(b"|x|y|\n")


def test_text_stands_apart_by_blank_lines() -> None:
    text = "# A\nfirst\n- list\n"
    assert edited(text, lambda s: insert_text(s, s.blocks[1], "new")) == "# A\nfirst\n\nnew\n\n- list\n"


def test_text_before_the_first_block_keeps_the_blank_line_of_the_heading() -> None:
    text = "# A\n\nfirst\n"
    assert edited(text, lambda s: insert_text(s, s.blocks[0], "new")) == "# A\n\nnew\n\nfirst\n"


def test_a_replaced_item_keeps_its_mark_and_its_children() -> None:
    text = "# A\n- old\n  - child\n"
    assert (
        edited(text, lambda s: replace(s, (s.blocks[1],), "new\nmore")) == "# A\n- new\n  more\n  - child\n"
    )


def test_a_section_is_condensed_up_to_the_next_heading() -> None:
    text = "# A\n\nlong\n\n- long\n\n## B\n\nb\n"
    assert edited(text, lambda s: condense(s, "short")) == "# A\n\nshort\n\n## B\n\nb\n"


def test_a_subsection_goes_one_deeper_and_takes_the_next_number() -> None:
    text = "# A\n\n## 1.1 x\n\nx\n\n## 1.2 y\n\ny\n\n# B\n"
    expected = "# A\n\n## 1.1 x\n\nx\n\n## 1.2 y\n\ny\n\n## 1.3 新\n\nz\n\n# B\n"
    assert edited(text, lambda s: add_subsection(s, "新", "z")) == expected


def test_a_subsection_before_another_stands_before_it() -> None:
    text = "# A\n\n## x\n\nx\n"
    make = lambda s: add_subsection(s, "w", "w", before=s.children[0])  # noqa: E731
    assert edited(text, make) == "# A\n\n## w\n\nw\n\n## x\n\nx\n"


def test_a_table_is_spaced_as_the_last_table_of_the_file() -> None:
    text = "# A\n\na\n\n|x|\n|---|\n|1|\n"
    make = lambda s: add_table(s, s.blocks[1], ("p", "q"), (("1", "2"),))  # noqa: E731
    assert "\n\n| p | q |\n|---|---|\n| 1 | 2 |\n\n|x|" in edited(text, make)


def test_lines_as_they_are_go_where_the_gap_says() -> None:
    text = "# A\n\na\n\n\nb\n"
    assert edited(text, lambda s: insert_lines(s, s.blocks[1], "x  \n", gap=1)) == "# A\n\na\n\nx  \n\nb\n"


def test_equal_edits_count_once() -> None:
    document, section = at("# A\n- a\n")
    edit = append_item(section, section.blocks[1], "new")
    applied = ok(apply(document, [edit, edit]))
    assert applied.data == b"# A\n- a\n- new\n"
    assert applied.lines == ((3, 3), (3, 3))


def test_an_edit_made_on_an_older_file_holds_while_its_surroundings_do() -> None:
    _, section = at("# A\n- a\n- b\n")
    edit = append_item(section, section.blocks[1], "new")
    newer = parse(b"intro\n\n# A\n- x\n- a\n- b\n\n# C\n")
    assert ok(apply(newer, [edit])).data == b"intro\n\n# A\n- x\n- a\n- b\n- new\n\n# C\n"


def test_the_byte_order_mark_stays_first() -> None:
    document = parse("\ufeffa\n".encode())
    section = document.sections[0]
    edit = insert_text(section, section.blocks[0], "new", side="before")
    assert ok(apply(document, [edit])).data == "\ufeffnew\n\na\n".encode()


@pytest.mark.parametrize("file", [b"", b"\xef\xbb\xbf", b"---\na: 1\n---\n", b"\n\n"])
def test_a_document_without_text_takes_a_first_section(file: bytes) -> None:
    document = parse(file)
    applied = ok(apply(document, [add_subsection(document.sections[0], "A", "a")]))
    assert applied.data.startswith(file.rstrip(b"\n"))
    assert [section.heading for section in applied.document.sections] == ["", "A"]


def test_a_row_in_a_list_joins_its_table() -> None:
    document = parse(b"- x\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n- y\n")
    section = document.sections[0]
    applied = ok(apply(document, [append_row(section, section.blocks[2], ("3", "4"))]))
    assert applied.data.endswith(b"  | 1 | 2 |\n  | 3 | 4 |\n- y\n")


def test_what_follows_far_below_is_not_scanned_again_and_stays() -> None:
    tail = "".join(f"\n## s{n}\n\ntext\n" for n in range(50))
    document, section = at(f"# A\n\n- a\n{tail}")
    applied = ok(apply(document, [append_item(section, section.blocks[1], "new")]))
    assert applied.data.endswith(tail.encode())
    assert [s.path for s in applied.document.sections] == [s.path for s in document.sections]


@pytest.mark.parametrize(
    "waymark", ["**[⬆ 返回目录](#目录)**", '<a name="b"></a>', "---", "[Back](#a) · [Top](#top)"]
)
def test_a_new_heading_may_come_before_what_only_shows_the_way(waymark: str) -> None:
    text = f"# A\n\nend of a\n\n{waymark}\n\n# B\n\nb\n"
    document, section = at(text)
    edit = insert_lines(section, section.body[0], "## New\n\nn\n\n", gap=1, under=section)
    assert ok(apply(document, [edit])).data.decode() == text.replace(
        "end of a\n\n", "end of a\n\n## New\n\nn\n\n"
    )


@pytest.mark.parametrize(
    "words", ["See [the table](#t) of 41 ms.", "- [x](#y) z", "[x](https://example.org)"]
)
def test_a_new_heading_may_not_come_before_words(words: str) -> None:
    document, section = at(f"# A\n\nend of a\n\n{words}\n\n# B\n\nb\n")
    edit = insert_lines(section, section.body[0], "## New\n\nn\n\n", gap=1, under=section)
    refused = apply(document, [edit])
    assert isinstance(refused, Refused)
    assert refused.reason == "outside_section"
