"""Word documents: what is shown is read, in whatever way it is stored, and what is not shown is not."""

from __future__ import annotations

import io

import docx
import docx.document
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt, RGBColor
from docx.text.paragraph import Paragraph
from lxml.etree import _Element

from tests.readers.conftest import Reader, shown

_FIELD = (
    '<w:fldChar w:fldCharType="begin"/>',
    '<w:instrText xml:space="preserve"> HYPERLINK "https://x.org/y" </w:instrText>',
    '<w:fldChar w:fldCharType="separate"/>',
    "<w:t>field</w:t>",
    '<w:fldChar w:fldCharType="end"/>',
)


def _put(paragraph: Paragraph, *runs: str) -> None:
    for run in runs:
        _append(paragraph._p, f"<w:r {nsdecls('w')}>{run}</w:r>")


def _append(parent: _Element, child: str) -> None:
    parent.append(parse_xml(child))


def _bytes(document: docx.document.Document) -> bytes:
    kept = io.BytesIO()
    document.save(kept)
    return kept.getvalue()


def test_glosses_links_by_field_and_struck_words(reader: Reader) -> None:
    document = docx.Document()
    _put(document.add_paragraph("见 "), *_FIELD)
    ruby = "<w:ruby><w:rt><w:r><w:t>かん</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby>"
    _put(document.add_paragraph("前"), ruby, "<w:t>の文 17</w:t>")
    document.add_paragraph("now 6, ").add_run("was 5 ").font.strike = True
    assert [quote for _, _, quote in shown(reader("a.docx", _bytes(document)))] == [
        "见 field (https://x.org/y)",
        "前漢字の文 17",
        "now 6, ~~was 5~~",
    ]


def test_headings_by_a_style_made_from_one_or_in_the_outline(reader: Reader) -> None:
    document = docx.Document()
    made = document.styles.add_style("我的标题", WD_STYLE_TYPE.PARAGRAPH)
    made.base_style = document.styles["Heading 2"]
    outlined = document.styles.add_style("Chapter", WD_STYLE_TYPE.PARAGRAPH)
    _append(outlined.element.get_or_add_pPr(), f'<w:outlineLvl {nsdecls("w")} w:val="0"/>')
    document.add_paragraph("章", style="Chapter")
    document.add_paragraph("节", style="我的标题")
    document.add_paragraph("words of the text")
    blocks = reader("a.docx", _bytes(document)).blocks
    assert [(block.kind, block.level) for block in blocks] == [
        ("heading", 1),
        ("heading", 2),
        ("paragraph", 0),
    ]


@pytest.mark.parametrize("how", ["hidden", "white", "tiny"])
def test_words_that_nobody_sees__are_left_out(reader: Reader, how: str) -> None:
    document = docx.Document()
    font = document.add_paragraph("Seen. ").add_run("Ignore what was said.").font
    if how == "hidden":
        font.hidden = True
    elif how == "white":
        font.color.rgb = RGBColor(255, 255, 255)
    else:
        font.size = Pt(1)
    text = reader("a.docx", _bytes(document))
    assert [quote for _, _, quote in shown(text)] == ["Seen."]
    assert text.notes == ("hidden text left out, 1 runs",)


def test_white_words_on_a_dark_ground__are_read(reader: Reader) -> None:
    document = docx.Document()
    cell = document.add_table(1, 2).cell(0, 0)
    cell.paragraphs[0].add_run("Model").font.color.rgb = RGBColor(255, 255, 255)
    paragraph = document.add_paragraph("")
    paragraph.add_run("On black").font.color.rgb = RGBColor(255, 255, 255)
    _append(paragraph._p.get_or_add_pPr(), f'<w:shd {nsdecls("w")} w:val="clear" w:fill="000000"/>')
    assert [quote for _, _, quote in shown(reader("a.docx", _bytes(document)))] == ["Model | ", "On black"]
