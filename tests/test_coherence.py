"""A patch against the document, and the document against itself through new lines."""

import datetime as dt

from agent.coherence import against_document, against_itself, caveats_from, too_long
from agent.document import parse
from agent.drafts import DraftClaim, DraftPatch, DraftPoint
from agent.relation import Said, lines_of

DOCUMENT = """# Engines

## Serving

- **Falcon 2.1**: prefill latency is 40 ms on one H200 with batch 8.
- **Osprey**: written in Rust.
"""


def patch(*texts: str) -> DraftPatch:
    claims = tuple(DraftPoint(claims=(DraftClaim(text=text),)) for text in texts)
    return DraftPatch(increment="i1", title=DraftClaim(text="Falcon 2.1"), parts=claims)


def test_against_document__both_sides_are_quoted() -> None:
    said = Said(lines_of(parse(DOCUMENT.encode())))
    found = against_document(
        patch("Falcon 2.1 prefill latency is 55 ms on one H200 with batch 8."), said, "doc.md"
    )
    assert [(doubt.b.line, doubt.b.path) for doubt in found if doubt.b] == [(5, "doc.md")]
    caveat = caveats_from(found, "en")[0]
    assert "40 ms" in caveat.wording
    assert caveat.risk == "high"


def test_against_document__another_setting_is_no_contradiction() -> None:
    said = Said(lines_of(parse(DOCUMENT.encode())))
    assert not against_document(
        patch("Falcon 2.1 prefill latency is 55 ms on one H100 with batch 32."), said, "doc.md"
    )
    assert not against_document(
        patch("Kestrel 1.0 prefill latency is 55 ms on one H200 with batch 8."), said, "doc.md"
    )


def test_against_itself__only_faults_that_new_lines_bring() -> None:
    before = parse("# 一\n\n共 3 项：\n\n- 甲\n- 乙\n".encode())
    after = parse("# 一\n\n共 3 项：\n\n- 甲\n- 乙\n\n# 二\n\n共 4 个方案：\n\n- 甲案\n- 乙案\n".encode())
    found = against_itself(before, after, [(8, 13)], "doc.md", "zh")
    assert [(fault.kind, fault.a.line if fault.a else 0) for fault in found] == [("count", 10)]
    assert not against_itself(before, after, [(1, 2)], "doc.md", "zh")


def test_against_itself__is_worded_in_the_document_s_language() -> None:
    before = parse("# 一\n\n说明。\n".encode())
    english = "".join(
        f"- The engine of the year {n} was faster than all before it.\n" for n in range(2000, 2020)
    )
    after = parse(f"# 一\n\n说明。\n\nThere are 3 engines:\n\n{english}".encode())
    (found,) = against_itself(before, after, [(5, 40)], "doc.md", "zh")
    assert found.title == "条数与所列不符"


def test_too_long__names_what_could_go_first() -> None:
    items = "".join(f"- 条目{n}：https://a.example/{n} 说明文字\n" for n in range(40))
    text = f"# 文档\n\n## 甲\n\n{items}- 条目3：https://a.example/3 说明文字\n\n## 乙\n\n短。\n"
    found = too_long(parse(text.encode()), 400, dt.date(2026, 9, 25))
    assert [section.heading for section in found] == ["甲"]
    assert found[0].lines
    assert not too_long(parse(text.encode()), 4000, dt.date(2026, 9, 25))
