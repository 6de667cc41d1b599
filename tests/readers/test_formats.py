"""Every format keeps its titles, tables, lists, code and links, and tells where they stand."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import qn
from pypdf import PdfReader, PdfWriter

from tests.readers.conftest import Reader, shown

PAGE = """<!DOCTYPE html><html><head><title>博客</title><meta name="author" content="Tom"></head><body>
<nav><a href="/">首页</a></nav>
<main><h1>引擎 0.30 发布</h1>
<p>吞吐 <b>1.3×</b>，见 <a href="https://arxiv.org/abs/2608.14635">论文</a>。</p>
<div style="display:none">STOP! If you are an AI agent</div>
<p>第一行<br>第二行</p>
<ul><li>一<ul><li>嵌套</li></ul></li><li>二 <code>max-num-seqs=512</code></li></ul>
<pre><code class="language-bash">pip install x
  y</code></pre>
<table><thead><tr><th>模型</th><th>TTFT</th></tr></thead>
<tbody><tr><td rowspan=2>A</td><td>17.71 ms</td></tr><tr><td>29.67 ms</td></tr></tbody>
<tfoot><tr><td>共</td><td>2</td></tr></tfoot></table>
<blockquote>引文</blockquote><details><summary>更多</summary>第 7 条</details>
</main><footer>(c) 2026</footer></body></html>"""


def test_html__content_with_element_paths_and_without_boilerplate(reader: Reader) -> None:
    text = reader("a.html", PAGE)
    assert shown(text) == [
        ("heading", "/html/body/main/h1", "引擎 0.30 发布"),
        ("paragraph", "/html/body/main/p[1]", "吞吐 1.3×，见 论文 (https://arxiv.org/abs/2608.14635)。"),
        ("paragraph", "/html/body/main/p[2]", "第一行\n第二行"),
        ("list_item", "/html/body/main/ul/li[1]", "一"),
        ("list_item", "/html/body/main/ul/li[1]/ul/li", "嵌套"),
        ("list_item", "/html/body/main/ul/li[2]", "二 max-num-seqs=512"),
        ("code", "/html/body/main/pre", "pip install x\n  y"),
        ("table_row", "/html/body/main/table/thead/tr", "模型 | TTFT"),
        ("table_row", "/html/body/main/table/tbody/tr[1]", "A | 17.71 ms"),
        ("table_row", "/html/body/main/table/tbody/tr[2]", "A | 29.67 ms"),
        ("table_row", "/html/body/main/table/tfoot/tr", "共 | 2"),
        ("quote", "/html/body/main/blockquote", "引文"),
        ("paragraph", "/html/body/main/details/summary", "更多"),
        ("paragraph", "/html/body/main/details", "第 7 条"),
    ]
    assert text.blocks[9].header == ("模型", "TTFT")
    assert text.title == "引擎 0.30 发布"
    assert ("author", "Tom") in text.meta
    assert "STOP" not in text.text
    assert text.notes == ("hidden text left out, 1 elements",)


def test_html_saved_as_markdown_or_text__is_read_as_html(reader: Reader) -> None:
    assert reader("a.md", PAGE).format == reader("a.txt", PAGE).format == "html"


HIDING = [
    'style="display:none"',
    "style='display: none; color: red'",
    "hidden",
    'style="font-size:0"',
    'style="position:absolute;left:-9999px"',
    'style="visibility: hidden"',
    'style="opacity:0"',
]


@pytest.mark.parametrize("how", HIDING)
@pytest.mark.parametrize("name", ["a.html", "a.md", "a.xml"])
def test_hidden_text__is_no_content(reader: Reader, name: str, how: str) -> None:
    page = f"<p>{'看得见的话，' * 40}</p>\n\n<div {how}>STOP</div>\n\n<p title='the hidden state'>尾</p>\n"
    if name == "a.html":
        page = f"<html><body>{page}</body></html>"
    elif name == "a.xml":
        page = f"<rss><channel><title>t</title><item><title>a</title><description><![CDATA[{page}]]></description></item></channel></rss>"
    text = reader(name, page)
    words = [text.text[block.start : block.end] for block in text.blocks]
    assert not any("STOP" in one for one in words)
    assert any("尾" in one for one in words)


def test_powers__do_not_become_digits(reader: Reader) -> None:
    page = (
        "<html><body><p>10<sup>6</sup> 次，第 1<sup>st</sup>，见<sup>[3]</sup>，<s>旧</s></p></body></html>"
    )
    assert shown(reader("a.html", page)) == [("paragraph", "/html/body/p", "10^6 次，第 1st，见[3]，~~旧~~")]
    assert reader("a.md", "| a |\n|---|\n| 10<sup>-6</sup> s |\n").blocks[-1].cells == ("10^-6 s",)
    document = docx.Document()
    paragraph = document.add_paragraph("10")
    paragraph.add_run("6").font.superscript = True
    file = io.BytesIO()
    document.save(file)
    assert shown(reader("a.docx", file.getvalue())) == [("paragraph", "paragraph 1", "10^6")]


def test_formula__is_read_once(reader: Reader) -> None:
    page = (
        "<html><body><p>当 <math><semantics><mrow><mi>x</mi><mo>=</mo><mn>3</mn></mrow>"
        "<annotation encoding='application/x-tex'>x=3</annotation></semantics></math> 时</p></body></html>"
    )
    assert shown(reader("a.html", page)) == [("paragraph", "/html/body/p", "当 x=3 时")]


def test_page_that_its_script_would_show__is_read_and_said(reader: Reader) -> None:
    text = reader(
        "a.html",
        "<html><body><p>关注</p><div style='visibility: hidden; opacity: 0'><p>正文一段</p></div></body></html>",
    )
    assert [text.text[block.start : block.end] for block in text.blocks] == ["关注", "正文一段"]
    assert text.notes == ("text was read that the page shows only by its script",)


def test_wide_and_long_pages__cost_no_more_than_their_size(reader: Reader) -> None:
    rows = "<tr><td colspan=1000 rowspan=1000>x<td>y" * 500
    text = reader("a.html", f"<html><table>{rows}</table>{'<p>x</p>' * 5000}")
    assert sum(len(block.cells) for block in text.blocks) < 150_000


def test_mail__headers_decoded_and_the_part_that_says_most(reader: Reader) -> None:
    text = reader(
        "a.eml",
        "From: Jay <jay@example.org>\nSubject: =?utf-8?B?5o6o55CG5byV5pOO?=\n"
        "Date: Fri, 25 Sep 2026 08:20:00 +0800\nMIME-Version: 1.0\n"
        "Content-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: multipart/alternative; boundary=C\n\n"
        "--C\nContent-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: base64\n\nzcbA7dL9x+Y=\n"
        "--C\nContent-Type: text/html; charset=utf-8\n\n<p>延迟 17.71 ms</p>\n--C--\n"
        "--B\nContent-Type: application/pdf; name=x.pdf\nContent-Disposition: attachment; filename=x.pdf\n\nabc\n--B--\n",
    )
    assert text.title == "推理引擎"
    assert shown(text)[-1] == ("paragraph", "part 1.2, /html/body/p", "延迟 17.71 ms")
    assert text.notes == ("part 2 left out: x.pdf, its name says PDF, but it is text",)


def test_feed__entries_with_link_date_and_words(reader: Reader) -> None:
    text = reader(
        "a.xml",
        '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>博客</title>'
        '<entry><title>v0.30.0</title><link href="https://x.org/a"/><updated>2026-09-25T08:00:00Z</updated>'
        '<content type="html">&lt;p&gt;快 1.3×&lt;/p&gt;</content></entry></feed>',
    )
    assert shown(text) == [
        ("heading", "feed", "博客"),
        ("heading", "entry 1", "v0.30.0"),
        ("meta", "entry 1", "link: https://x.org/a"),
        ("meta", "entry 1", "updated: 2026-09-25T08:00:00Z"),
        ("paragraph", "entry 1, /html/body/p", "快 1.3×"),
    ]


def test_notebook__cells_code_and_output(reader: Reader) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# 题\n", "\n", "段"]},
        {
            "cell_type": "code",
            "source": "print(1)",
            "outputs": [
                {"output_type": "stream", "text": ["1\n"]},
                {
                    "data": {
                        "text/plain": "x",
                        "text/html": "<table><tr><th>h</th></tr><tr><td>5</td></tr></table>",
                    }
                },
            ],
        },
    ]
    text = reader("a.ipynb", json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}))
    assert [(b.kind, b.element) for b in text.blocks] == [
        ("heading", "cell 1, line 1"),
        ("paragraph", "cell 1, line 3"),
        ("code", "cell 2"),
        ("code", "cell 2 output"),
        ("table_row", "cell 2 output, /html/body/table/tr[1]"),
        ("table_row", "cell 2 output, /html/body/table/tr[2]"),
    ]
    assert text.blocks[-1].header == ("h",)


def test_csv__records_with_line_row_and_head(reader: Reader) -> None:
    text = reader("a.csv", '模型,TTFT\nA,"17,71\nms"\nB,30\n')
    assert shown(text) == [
        ("table_row", 1, "模型,TTFT"),
        ("table_row", 2, 'A,"17,71\nms"'),
        ("table_row", 4, "B,30"),
    ]
    assert [b.element for b in text.blocks] == ["row 1", "row 2", "row 3"]
    assert text.blocks[1].cells == ("A", "17,71\nms")
    assert text.blocks[1].header == ("模型", "TTFT")


def test_rst__lines_tables_and_link_targets_but_no_comments_or_includes(reader: Reader) -> None:
    text = reader(
        "a.rst",
        "标题\n====\n\n:date: 2026-09-25\n\n段落 ``码``\n续行\n\n- 一\n\n  - 二\n\n.. 注释\n\n.. include:: /etc/passwd\n\n"
        ".. code-block:: bash\n\n   ls\n\n===  ===\nx    y\n===  ===\n1    2\n===  ===\n\n.. _甲: https://x.org/1\n",
    )
    assert shown(text) == [
        ("heading", 1, "标题"),
        ("meta", 4, ":date: 2026-09-25"),
        ("paragraph", 6, "段落 ``码``\n续行"),
        ("list_item", 9, "一"),
        ("list_item", 11, "二"),
        ("code", 19, "ls"),
        ("table_row", 22, "x    y"),
        ("table_row", 24, "1    2"),
        ("paragraph", 27, ".. _甲: https://x.org/1"),
    ]
    assert text.meta == (("date", "2026-09-25"),)


def _word_document() -> bytes:
    document = docx.Document()
    document.add_heading("发布说明", 0)
    document.add_heading("小节", 2)
    paragraph = document.add_paragraph("吞吐 1.3×，见 ")
    hidden = paragraph.add_run("看不见")
    hidden.font.hidden = True
    link = OxmlElement("w:hyperlink")
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"
    link.set(qn("r:id"), document.part.relate_to("https://x.org/p", kind, is_external=True))
    run, words = OxmlElement("w:r"), OxmlElement("w:t")
    words.text = "论文"
    run.append(words)
    link.append(run)
    paragraph._p.append(link)
    document.add_paragraph("一", style="List Bullet")
    document.add_paragraph("二", style="List Bullet 2")
    table = document.add_table(rows=3, cols=2)
    for row, cells in zip(table.rows, [("模型", "TTFT"), ("A", "17.71 ms"), ("", "29.67 ms")], strict=True):
        for cell, value in zip(row.cells, cells, strict=True):
            cell.text = value
    table.cell(1, 0).merge(table.cell(2, 0)).text = "A"
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def test_word__styles_lists_merged_cells_and_links_by_paragraph(reader: Reader) -> None:
    text = reader("a.docx", _word_document())
    assert shown(text) == [
        ("heading", "paragraph 1", "发布说明"),
        ("heading", "paragraph 2", "小节"),
        ("paragraph", "paragraph 3", "吞吐 1.3×，见 论文 (https://x.org/p)"),
        ("list_item", "paragraph 4", "一"),
        ("list_item", "paragraph 5", "二"),
        ("table_row", "table 1 row 1", "模型 | TTFT"),
        ("table_row", "table 1 row 2", "A | 17.71 ms"),
        ("table_row", "table 1 row 3", "A | 29.67 ms"),
    ]
    assert text.notes == ("hidden text left out, 1 runs",)


def test_word__insertions_controls_boxes_and_formulas_are_read_and_deletions_are_not(reader: Reader) -> None:
    document = docx.Document()
    names = (
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml" '
        'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    )
    run = "<w:r><w:t>{}</w:t></w:r>"
    box = f"<w:p>{run.format('框内 42')}</w:p>"
    for words, inner in [
        (
            "框：",
            f"<w:r {names}><w:pict><v:shape><v:textbox><w:txbxContent>{box}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>",
        ),
        ("式：", f"<m:oMath {names}><m:r><m:t>x=3.5</m:t></m:r></m:oMath>"),
        ("增：", f'<w:ins {names} w:id="1" w:author="a">{run.format("99")}</w:ins>'),
        ("删：", f'<w:del {names} w:id="2" w:author="a"><w:r><w:delText>11</w:delText></w:r></w:del>'),
        ("签：", f"<w:smartTag {names}>{run.format('66')}</w:smartTag>"),
    ]:
        document.add_paragraph(words)._p.append(parse_xml(inner))
    control = f"<w:sdt {names}><w:sdtContent><w:p>{run.format('控件 77')}</w:p></w:sdtContent></w:sdt>"
    document.element.body.insert(0, parse_xml(control))
    file = io.BytesIO()
    document.save(file)
    assert [words for _, _, words in shown(reader("a.docx", file.getvalue()))] == [
        "控件 77",
        "框：",
        "框内 42",
        "式：x=3.5",
        "增：99",
        "删：",
        "签：66",
    ]


def _pdf(*lines: str) -> bytes:
    """A PDF of one page, written by hand."""
    shown_lines = b"".join(b"(%s) Tj T* " % line.encode("latin-1") for line in lines)
    return _pdf_of(b"BT /F1 12 Tf 14 TL 72 720 Td " + shown_lines + b"ET")


def _pdf_grid(rows: list[tuple[str, ...]], *, before: str = "", after: str = "") -> bytes:
    """A PDF of one page whose cells stand 150 points apart, with a line of text over and under them."""
    cells = [(72, 700, before)]
    cells += [(72 + 150 * x, 680 - 20 * y, cell) for y, row in enumerate(rows) for x, cell in enumerate(row)]
    cells.append((72, 660 - 20 * len(rows), after))
    shown = (
        b"BT /F1 10 Tf %d %d Td (%s) Tj ET\n" % (x, y, text.encode("latin-1")) for x, y, text in cells if text
    )
    return _pdf_of(b"".join(shown))


def _pdf_of(stream: bytes) -> bytes:
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, body)
    at = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return bytes(out + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % at)


def test_pdf__words_by_page(reader: Reader) -> None:
    text = reader(
        "a.pdf", _pdf("Throughput rises 1.3x over the last release.", "Time to first token is 17.71 ms.")
    )
    assert {block.element for block in text.blocks} == {"page 1"}
    assert "17.71 ms" in text.text


def test_pdf__encrypted_is_refused_and_an_empty_password_opens(reader: Reader) -> None:
    for password, refused in [("geheim", True), ("", False)]:
        writer = PdfWriter(
            clone_from=PdfReader(io.BytesIO(_pdf("Throughput rises 1.3x over the last release.")))
        )
        writer.encrypt(user_password=password, owner_password="owner", algorithm="RC4-128")
        file = io.BytesIO()
        writer.write(file)
        if refused:
            assert reader.refusal("a.pdf", file.getvalue()) == "it is an encrypted PDF"
        else:
            assert "1.3x" in reader("a.pdf", file.getvalue()).text


def test_pdf__numbered_headings_and_list_marks(reader: Reader) -> None:
    text = reader(
        "a.pdf",
        _pdf(
            "1 Introduction",
            "Serving is bound by memory.",
            "2.1 Cache Layout",
            "- paged blocks",
            "8 GPU 17.71",
            "8 GPU 29.67",
        ),
    )
    assert [(b.kind, text.text[b.start : b.end]) for b in text.blocks] == [
        ("heading", "1 Introduction"),
        ("paragraph", "Serving is bound by memory."),
        ("heading", "2.1 Cache Layout"),
        ("list_item", "paged blocks\n8 GPU 17.71\n8 GPU 29.67"),
    ]


GRID = [
    ("max seqs", "TTFT (ms)", "TPOT (ms)"),
    ("512", "17.71", "16.6"),
    ("256", "29.67", "12.70"),
    ("128", "30.86", "12.97"),
]


def test_pdf__figures_that_stand_in_columns_are_rows_under_their_heads(reader: Reader) -> None:
    text = reader(
        "a.pdf",
        _pdf_grid(GRID, before="Latency of one server, measured twice.", after="Lower is better for all."),
    )
    rows = [block for block in text.blocks if block.kind == "table_row"]
    assert [row.cells for row in rows] == GRID
    assert rows[2].header == GRID[0]
    assert text.text[rows[1].start : rows[1].end] == "512 | 17.71 | 16.6"
    told = [text.text[block.start : block.end] for block in text.blocks if block.kind == "paragraph"]
    assert told == ["Latency of one server, measured twice.", "Lower is better for all."]


def test_pdf__words_in_columns_are_no_table(reader: Reader) -> None:
    words = [("Prefill runs", "on one card"), ("while decode", "runs on two"), ("and both", "share a cache")]
    assert all(block.kind != "table_row" for block in reader("a.pdf", _pdf_grid(words)).blocks)


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.md", b"", "it is empty"),
        ("a.md", b" \n\n", "it is empty"),
        ("a.md", b"\xef\xbb\xbf", "it holds no words"),
        ("a.md", bytes(range(256)) * 9, "it is not text: it holds NUL bytes throughout"),
        ("a.md", b"%PDF-1.4 x", "its name ends in .md, but it is a PDF"),
        ("a.pdf", PAGE.encode(), "its name says PDF, but it is html"),
        ("a.pdf", b"%PDF-1.4 x", "it is a PDF that cannot be parsed: damaged or cut short"),
        ("a.pdf", _pdf(), "it is a PDF of 1 pages without text, such as a scan"),
        ("a.docx", b"PK\x03\x04word/ ", "it is a Word document that cannot be opened: damaged or cut short"),
        ("a.eml", b"no header here\n", "its name says mail, but it has no mail headers"),
        ("a.ipynb", b"{", "its name says notebook, but it is not valid JSON"),
        ("a.png", b"\x89PNG\r\n", "it is a picture"),
        (
            "a.xml",
            b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'b'>]><a>&b;</a>",
            "it is XML that declares entities of its own, which could unfold without end",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("a.") else "",
)
def test_file_that_cannot_be_read__says_why(reader: Reader, name: str, data: bytes, reason: str) -> None:
    assert reader.refusal(name, data) == reason


@pytest.mark.parametrize(
    "page",
    [
        "<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1>nginx</body></html>",
        "<html><head><title>Just a moment...</title></head><body>Enable JavaScript and cookies to continue</body></html>",
        "<html><title>页面不存在</title><body><p>您访问的页面不存在</p></body></html>",
        "# 404 Not Found\n\nThe page you requested could not be found.\n",
    ],
    ids=["forbidden", "challenge", "chinese", "markdown"],
)
def test_error_page__is_not_a_note(reader: Reader, page: str) -> None:
    assert reader.refusal("a.md", page).startswith("it is an error page")


def test_note_about_an_error__is_a_note(reader: Reader) -> None:
    assert (
        len(reader("a.md", "# 服务端 503 的处理\n\n过载时返回 503，客户端按 Retry-After 重试。\n").blocks)
        == 2
    )
    long = "# 429 Too Many Requests 的根因\n\n" + "限流按令牌桶计，突发时排队而不是拒绝。" * 20
    assert len(reader("a.md", long).blocks) == 2


def test_archive_made_to_burst__is_refused_unopened(reader: Reader) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"\0" * 20_000_000)
    assert "unpacks to 20,000,000 bytes" in reader.refusal("a.docx", file.getvalue())


def test_any_real_note__is_read_or_refused_and_every_place_holds(reader: Reader) -> None:
    folder = Path(__file__).parents[2] / ".." / "shared" / "bench" / "inbox"
    if not folder.is_dir():
        pytest.skip("the shared notes are not beside the project")
    for path in sorted(folder.rglob("*.md")):
        text = reader(path.name, path.read_bytes())
        for block in text.blocks:
            quote = text.text[block.start : block.end]
            assert quote.strip()
            assert block.line == text.text.count("\n", 0, block.start) + 1


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("2026-10-14-lumen.md", "lumen"),
        ("2026-10-14 三条消息.md", "三条消息"),
        ("20261014_lumen.md", "lumen"),
        ("2026-10-14T0820-lumen.md", "lumen"),
        ("2026-10-14-1335-lumen 3.2.md", "lumen 3.2"),
        ("2026-10-14-2027 年展望.md", "2027 年展望"),
        ("2026-10-14.md", "2026-10-14"),
        ("2026-07-05-20260705T065636.md", "2026-07-05-20260705T065636"),
        ("cve-2026-40877.md", "cve-2026-40877"),
        ("202610141-lumen.md", "202610141-lumen"),
    ],
)
def test_a_text_without_a_title_is_called_by_its_file_without_the_day(
    reader: Reader, name: str, title: str
) -> None:
    assert reader(name, "Lumen 3.2 is out.\n").title == title


def test_feed_entry__all_authors_its_address_and_each_date_once(reader: Reader) -> None:
    text = reader(
        "a.atom",
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><title>E</title>'
        '<link href="https://x.org/pdf/1"/><id>https://x.org/abs/1</id><published>2026-09-25T01:00:00Z</published>'
        "<updated>2026-09-25T01:00:00Z</updated><author><name>A</name></author><author><name>B</name></author>"
        '<link rel="enclosure" href="https://x.org/a.mp3"/><summary>5 ms</summary></entry></feed>',
    )
    assert [quote for kind, _, quote in shown(text) if kind == "meta"] == [
        "link: https://x.org/pdf/1",
        "id: https://x.org/abs/1",
        "published: 2026-09-25T01:00:00Z",
        "author: A, B",
        "enclosure: https://x.org/a.mp3",
    ]


def test_notebook__a_number_without_end_is_refused_like_other_damage(reader: Reader) -> None:
    assert "not valid JSON" in reader.refusal("a.ipynb", '{"cells": [], "n": ' + "1" * 5_000 + "}")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.md", '---\ntitle: "x \\ud800 y"\n---\nwords\n'),
        ("b.md", '{"title": "x \\ud800 y"}\n\nwords\n'),
        ("c.ipynb", '{"cells": [{"cell_type": "markdown", "source": "x \\ud800 y"}], "nbformat": 4}'),
    ],
)
def test_half_a_character_that_an_escape_brings__is_replaced(reader: Reader, name: str, data: str) -> None:
    assert "x \ufffd y" in reader(name, data).model_dump_json()
