"""What hides words of a Word document from its readers, taken off before it is read.

python-docx, and unstructured over it, see only the runs that are direct children of paragraphs, and
the paragraphs that are direct children of the body: words in content controls, tracked insertions,
smart tags, text boxes and formulas would be lost, and hidden ones read.
"""

from __future__ import annotations

from docx.oxml import OxmlElement
from lxml.etree import _Element

from agent.markup import is_exponent

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_WRAPPERS = tuple(f"{_W}{name}" for name in ("ins", "moveTo", "smartTag", "customXml", "sdtContent", "sdt"))
_REMOVED = (f"{_W}del", f"{_W}moveFrom", f"{_W}sdtPr", f"{_W}sdtEndPr", f"{_MC}Fallback")


def unfold(body: _Element) -> int:
    """Bring every shown word to where it is looked for; returns the number of hidden runs taken out."""
    hidden = _drop_hidden(body)
    for raised in body.iter(f"{_W}vertAlign"):
        _mark_exponent(raised)
    for element in list(body.iter(*_REMOVED)):
        _remove(element)
    for formula in list(body.iter(f"{_M}oMath")):
        _formula_to_run(formula)
    for box in list(body.iter(f"{_W}txbxContent")):
        _box_after_paragraph(box)
    for wrapper in list(body.iter(*_WRAPPERS)):
        _unwrap(wrapper)
    return hidden


def _drop_hidden(body: _Element) -> int:
    count = 0
    for mark in list(body.iter(f"{_W}vanish")):
        marks = mark.getparent()
        run = marks.getparent() if marks is not None else None
        if run is not None and run.tag == f"{_W}r" and mark.get(f"{_W}val") not in {"0", "false"}:
            _remove(run)
            count += 1
    return count


def _mark_exponent(raised: _Element) -> None:
    """`10` and a raised `6` must not read as 106."""
    marks = raised.getparent()
    run = marks.getparent() if marks is not None and raised.get(f"{_W}val") == "superscript" else None
    words = run.find(f"{_W}t") if run is not None else None
    if words is not None and is_exponent(words.text or ""):
        words.text = f"^{words.text}"


def _remove(element: _Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _unwrap(wrapper: _Element) -> None:
    parent = wrapper.getparent()
    if parent is None:
        return
    at = parent.index(wrapper)
    for number, child in enumerate(list(wrapper)):
        parent.insert(at + number, child)
    parent.remove(wrapper)


def _formula_to_run(formula: _Element) -> None:
    """A formula's words as one run; its layout is lost, its numbers are not."""
    run, words = OxmlElement("w:r"), OxmlElement("w:t")
    words.text = "".join(part.text or "" for part in formula.iter(f"{_M}t"))
    run.append(words)
    place = formula.getparent()
    if place is not None and place.tag == f"{_M}oMathPara":
        formula, place = place, place.getparent()
    if place is not None:
        place.replace(formula, run)


def _box_after_paragraph(box: _Element) -> None:
    """The blocks of a text box, put after the paragraph that it is anchored to."""
    anchor = next((above for above in box.iterancestors(f"{_W}p")), None)
    if anchor is None:
        return
    for block in reversed(list(box)):
        anchor.addnext(block)
