"""Generated Markdown in the manner of real documents, broken ones too."""

from __future__ import annotations

from hypothesis import strategies as st

from agent.document import (
    Document,
    Edit,
    Section,
    add_subsection,
    add_table,
    insert_item,
    insert_row,
    insert_text,
    replace,
    replace_cell,
    table_of,
)
from agent.document.model import Block
from agent.document.style import column_count

LINES = (
    "",
    "",
    "# 推理引擎",
    "## 1.1 框架格局",
    "## 1.2 Serving ##",
    "### Serving",
    "#### 深 📖 [链接](https://example.org/a(b))",
    "#not a heading",
    "    # code, not a heading",
    "Setext 标题",
    "===",
    "---",
    "- - -",
    "***",
    "正文一句，含 `code | pipe` 与 **加粗：**后文。",
    "plain words\fform feed\u2028separator",
    "  indented by two",
    "    indented by four",
    "\ttabbed",
    "- 条目一",
    "- [ ] 待办",
    "-",
    "* star",
    "  - nested item",
    "    - deeper",
    "1. one",
    "2. two",
    "7) seven",
    "   continued",
    "| 引擎 | 值 |",
    "|---|:-:|",
    "| vLLM | 17.71 |",
    "| 少一格 |",
    "| a | b | 多一格 |",
    "a | b",
    "```",
    "```python",
    "~~~",
    "# in a fence?",
    "> 引用",
    "> - item in quote",
    "> ```",
    ">",
    "<div align=center>",
    "</div>",
    "<h2>HTML 标题</h2>",
    "<details>",
    "<summary>折叠</summary>",
    "</details>",
    "<!-- 注释",
    "-->",
    "<!-- closed -->",
    "<b>inline</b> html",
    '<a id="x"></a>',
    "-\ttab after mark",
    "10. ten",
)

TEXTS = (
    "新增一句：TTFT 为 17.71 ms。",
    "Two lines\nof one paragraph",
    "第一段\n\n第二段 **加粗**",
    "```bash\n# not heading\n```",
    "- 列表\n- 两项",
    "> 引用",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "    code",
)


def files(most: int = 30) -> st.SearchStrategy[bytes]:
    """Bytes of a Markdown file: any line ending, sometimes a BOM, sometimes no final line ending."""
    return st.builds(
        _join,
        st.lists(st.sampled_from(LINES), max_size=most),
        st.sampled_from(["\n", "\r\n", "\r"]),
        st.booleans(),
        st.sampled_from([b"", b"", b"\xef\xbb\xbf"]),
        st.sampled_from(["", "", "---\ntitle: x\n---\n"]),
    )


def _join(lines: list[str], ending: str, final: bool, mark: bytes, front: str) -> bytes:
    text = ending.join(lines) + (ending if final and lines else "")
    return mark + (front.replace("\n", ending) + text).encode()


def legal_edit(draw: st.DrawFn, document: Document, order: str = "") -> Edit | None:
    """An edit that names what is there; it may still be refused for what it would do."""
    section = document.sections[draw(st.integers(0, len(document.sections) - 1))]
    if section.first_block == section.last_block:
        return None
    blocks = section.blocks
    return edit_at(draw, section, blocks[draw(st.integers(0, len(blocks) - 1))], order)


def edit_at(draw: st.DrawFn, section: Section, block: Block, order: str = "") -> Edit:
    """An edit of a kind that the block allows."""
    side = draw(st.sampled_from(["before", "after"]))
    text = draw(st.sampled_from(TEXTS))
    kinds = ["text", "table", "subsection"]
    if block.kind == "list_item":
        kinds += ["item", "item", "child", "replace"]
    if block.kind in ("table_head", "table_row"):
        kinds += ["row", "row", "cell"]
    if block.kind == "paragraph":
        kinds.append("replace")
    kind = draw(st.sampled_from(kinds))
    if kind == "item":
        return insert_item(section, block, text, side=side, order=order)
    if kind == "child":
        return insert_item(section, block, "子条目", inside=True, order=order)
    if kind == "row":
        count = (
            column_count(table_of(section, block)) if table_of(section, block)[0].kind == "table_head" else 1
        )
        return insert_row(section, block, tuple("甲|乙" for _ in range(count)), side=side, order=order)
    if kind == "cell" and block.cells:
        return replace_cell(section, block, draw(st.integers(0, len(block.cells) - 1)), "29.67", order=order)
    if kind == "replace":
        return replace(section, (block,), text, order=order)
    if kind == "table":
        return add_table(section, block, ("a", "b"), (("1", "2|3"),), side=side, order=order)
    if kind == "subsection":
        return add_subsection(section, f"新小节 {draw(st.integers(0, 99))}", text, order=order)
    return insert_text(section, block, text, side=side, order=order)
