"""What is refused, and the sentence that says why: one golden file for each reason."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest

from agent.document import (
    AddSubsection,
    BlockRef,
    Edit,
    Refused,
    Section,
    SectionRef,
    add_subsection,
    add_table,
    append_item,
    append_row,
    apply,
    insert_item,
    insert_lines,
    insert_text,
    parse,
    remove,
    replace,
    replace_cell,
)
from agent.document.edits import Reason

GOLDEN = Path(__file__).parent / "golden" / "refusals"
BASE = """\
---
title: 推理
---
# A

第一段。

- a
- b

| x | y |
|---|---|
| 1 | 2 |

<a id="kv"></a>
KV cache。

## S

s
"""


@dataclass(frozen=True)
class Case:
    """An edit of section `A` of a file, and the reason for which it is refused."""

    name: str
    reason: Reason
    make: Callable[[Section], list[Edit]]
    base: bytes = BASE.encode()


def text(new: str, block: int = 1) -> Callable[[Section], list[Edit]]:
    return lambda section: [insert_text(section, section.blocks[block], new)]


def moved(section: Section, /, **changes: object) -> list[Edit]:
    return [insert_text(section, section.blocks[1], "新").model_copy(update=changes)]


CASES = (
    Case("unknown section", "unknown_section", lambda s: moved(s, section=SectionRef(path=("B",)))),
    Case("stale block", "stale", lambda s: moved(s, block=BlockRef(hash="0"))),
    Case("stale neighbour", "stale", lambda s: moved(s, beside="0")),
    Case(
        "stale end",
        "stale",
        lambda s: [AddSubsection(section=s.ref, heading="新", text="t", beside="0")],
    ),
    Case("item beside a paragraph", "wrong_kind", lambda s: [insert_item(s, s.blocks[1], "x")]),
    Case(
        "two replacements",
        "overlap",
        lambda s: [replace(s, (s.blocks[1],), "甲"), replace(s, (s.blocks[1],), "乙")],
    ),
    Case("too many cells", "columns", lambda s: [append_row(s, s.blocks[4], ("1", "2", "3"))]),
    Case("no such cell", "columns", lambda s: [replace_cell(s, s.blocks[5], 7, "1")]),
    Case("text splits a table", "columns", text("t", 4)),
    Case(
        "table splits a table",
        "columns",
        lambda s: [add_table(s, s.blocks[4], ("p", "q"), (("3", "4"),))],
    ),
    Case("table with a short row", "columns", text("| a | b |\n|---|---|\n| 1 |")),
    Case("open fence", "open_fence", text("```python\nx")),
    Case("heading", "heading", text("# B")),
    Case("underline", "heading", text("正文\n---")),
    Case("item with a heading", "heading", lambda s: [append_item(s, s.blocks[2], "x\n\n# B")]),
    Case("open comment", "swallows", text("<!-- 待核实")),
    Case("open details", "swallows", text("<details>\n\nx")),
    Case("text inside HTML", "swallows", text("t", 1), b"# A\n\n<div>\n    <h2>B</h2>\n</div>\n"),
    Case("anchor", "anchor", text('<a id="kv"></a> 再次')),
    Case("heading of that name", "anchor", lambda s: [add_subsection(s, "S", "t")]),
    Case("heading renamed to that name", "anchor", lambda s: [replace(s, (s.blocks[0],), "# S")]),
    Case("footnote of that name", "anchor", text("[^1]: 又"), BASE.encode() + b"\n[^1]: x\n"),
    Case(
        "definition of said words",
        "anchor",
        text("[x]: https://example.org"),
        BASE.encode() + b"\n- [x] done\n",
    ),
    Case(
        "footnote that is referred to",
        "anchor",
        lambda s: [replace(s, (s.blocks[2],), "新的一段。")],
        "# A\n\n见注[^1]。\n\n[^1]: 出处。\n\n## S\n\ns\n".encode(),
    ),
    Case(
        "heading that is linked to",
        "anchor",
        lambda s: [replace(s, (s.blocks[0],), "# B")],
        b"[go](#a)\n\n# A\n\nwords\n",
    ),
    Case(
        "several items for one",
        "wrong_kind",
        lambda s: [append_item(s, s.blocks[2], "1. x\n2. y")],
    ),
    Case(
        "fence behind a box",
        "swallows",
        lambda s: [append_item(s, s.blocks[1], "```\nx\n```")],
        b"# A\n\n- [x] done\n",
    ),
    Case("front matter", "front_matter", text("---\ntitle: 乙\n---")),
    Case(
        "rule that ends front matter",
        "front_matter",
        lambda s: [insert_text(s, s.blocks[1], "---")],
        b"---\nx: y\n# A\n\nwords\n\n- item\n",
    ),
    Case("rest unchanged", "elision", text("更新后的一段。\n\n（其余内容不变）")),
    Case(
        "existing content",
        "elision",
        lambda s: [replace(s, (s.blocks[1],), "New.\n\n... existing content ...")],
    ),
    Case(
        "before the heading", "outside_section", lambda s: [insert_text(s, s.blocks[0], "t", side="before")]
    ),
    Case("closes a fold", "outside_section", text("t\n</details>")),
    Case(
        "lines with a section beside it",
        "outside_section",
        lambda s: [insert_lines(s, s.blocks[1], "# B\n", under=s)],
    ),
    Case("removal of a heading", "wrong_kind", lambda s: [remove(s, (s.blocks[0],), (s.blocks[1],))]),
    Case(
        "removal without its children",
        "outside_section",
        lambda s: [remove(s, (s.blocks[1],), (s.blocks[3],))],
        b"# A\n\n- a\n  - b\n- a\n",
    ),
    Case(
        "removal of what nothing says",
        "stale",
        lambda s: [
            remove(s, (s.blocks[1],), (parse(b"gone\n").block(0),)).model_copy(update={"section": s.ref})
        ],
    ),
    Case(
        "removal of what stands for another",
        "overlap",
        lambda s: [remove(s, (s.blocks[2],), (s.blocks[3],)), remove(s, (s.blocks[3],), (s.blocks[2],))],
    ),
    Case(
        "removal that joins text",
        "swallows",
        lambda s: [remove(s, (s.blocks[2],), (s.blocks[1],))],
        b"# A\n\none\n- - -\ntwo\n",
    ),
    Case("reversed text", "control_character", text("safe \u202etxt.exe")),
    Case("line separator", "control_character", text("a\u2028b")),
    Case("empty", "empty", text(" \n")),
    Case("not UTF-8", "not_utf8", text("t"), "# A\n\n推理\n".encode("gb18030")),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_harmful_edit_is_refused_with_its_reason(case: Case) -> None:
    document = parse(case.base)
    section = next(s for s in document.sections if s.heading == "A")
    refused = apply(document, case.make(section))
    assert isinstance(refused, Refused), refused
    shown = f"{refused.reason}\n{refused.sentence}\nedits: {list(refused.edits)}\n"
    assert refused.reason == case.reason
    assert shown == (GOLDEN / f"{case.name.replace(' ', '-')}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("unit", ["\n", " ", "(", "<a ", "<a id", "`", "其余", "rest of ", "[^", "](", "a]("])
def test_a_long_text_is_checked_in_linear_time(unit: str) -> None:
    document = parse(BASE.encode())
    section = document.sections[1]
    edit = insert_text(section, section.blocks[1], "x" + unit * (200_000 // len(unit)) + "x")
    start = time.process_time()
    apply(document, [edit])
    assert time.process_time() - start < 3


def test_every_reason_has_a_golden_file() -> None:
    assert {case.reason for case in CASES} == set(get_args(Reason))


def test_rest_unchanged_may_stay_where_the_old_text_said_it() -> None:
    document = parse("# A\n\n其余不变。\n".encode())
    section = document.sections[1]
    assert not isinstance(
        apply(document, [replace(section, (section.blocks[1],), "一改。其余不变。")]), Refused
    )


@pytest.mark.parametrize(
    "new",
    [
        "batch 翻倍，其余参数不变时吞吐为 1.3×。",
        "The rest of the queue is unchanged by a preemption, so that order holds.",
        "显存占用保持不变。",
        "Existing content management systems lack this.",
        "- - -",
        "`<details>` 与 `</div>` 只是示例。",
        '```html\n<div id="kv">\n```',
        "价格为 `$&`、`$$`。",
    ],
)
def test_honest_text_is_not_refused(new: str) -> None:
    document = parse(BASE.encode())
    section = document.sections[1]
    assert not isinstance(apply(document, [insert_text(section, section.blocks[1], new)]), Refused)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[^1]: 出处。", "[^1]: 另一出处。"),
        ("[注]: 一段 文字。", "注：另一段文字。"),
        ("[unused]: https://example.org", "一段文字。"),
    ],
)
def test_what_is_defined_anew_or_by_nobody_needed_may_go(old: str, new: str) -> None:
    document = parse(f"# A\n\n见[^1]与[注]。\n\n{old}\n".encode())
    section = document.sections[1]
    assert not isinstance(apply(document, [replace(section, (section.blocks[2],), new)]), Refused)
