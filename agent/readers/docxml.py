"""What hides words of a Word document from its readers, taken off before it is read.

python-docx, and unstructured over it, see only the runs that are direct children of paragraphs, and
the paragraphs that are direct children of the body: words in content controls, tracked insertions,
smart tags, text boxes and formulas would be lost, and hidden ones read.
"""

from __future__ import annotations

import re

from docx.oxml import OxmlElement
from lxml.etree import _Element

from agent.markup import is_exponent

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_WRAPPERS = tuple(
    f"{_W}{name}" for name in ("ins", "moveTo", "smartTag", "customXml", "sdtContent", "sdt", "fldSimple")
)
_REMOVED = (f"{_W}del", f"{_W}moveFrom", f"{_W}sdtPr", f"{_W}sdtEndPr", f"{_MC}Fallback")
_OFF = frozenset({"0", "false", "off"})
_TINY = 4
"""Half points: nobody reads letters of 2 pt."""
_SHADED = f"{_W}shd"
_ADDRESS = re.compile(r"\s*HYPERLINK\s+\"(https?://[^\"\s]+)\"", re.IGNORECASE)


def unfold(body: _Element) -> int:
    """Bring every shown word to where it is looked for; returns the number of hidden runs taken out."""
    hidden = _drop_hidden(body)
    _write_addresses(body)
    for ruby in list(body.iter(f"{_W}ruby")):
        _lift_ruby(ruby)
    for struck in list(body.iter(f"{_W}strike", f"{_W}dstrike")):
        _mark_struck(struck)
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
    hidden = [run for run in body.iter(f"{_W}r") if _is_hidden(run)]
    for run in hidden:
        _remove(run)
    return len(hidden)


def _is_hidden(run: _Element) -> bool:
    """Whether a run is marked as hidden, too small to read, or white where nothing is shaded."""
    marks = run.find(f"{_W}rPr")
    if marks is None:
        return False
    if (vanish := marks.find(f"{_W}vanish")) is not None:
        return vanish.get(f"{_W}val") not in _OFF
    size = marks.find(f"{_W}sz")
    points = size.get(f"{_W}val", "") if size is not None else ""
    if points.isascii() and points.isdigit() and int(points) <= _TINY:
        return True
    colour = marks.find(f"{_W}color")
    white = colour is not None and colour.get(f"{_W}val", "").upper() == "FFFFFF"
    return white and marks.find(f"{_W}highlight") is None and not _is_shaded(run)


def _is_shaded(run: _Element) -> bool:
    """Whether the run, its paragraph, its cell or its table has a ground that white stands out from."""
    around = [run, *run.iterancestors(f"{_W}p", f"{_W}tc", f"{_W}tr", f"{_W}tbl")]
    shades = (mark for element in around for child in element for mark in child.iterchildren(_SHADED))
    tables = any(element.tag == f"{_W}tbl" for element in around)
    return tables or any(mark.get(f"{_W}fill", "auto").upper() not in {"AUTO", "FFFFFF"} for mark in shades)


def _write_addresses(body: _Element) -> None:
    """The address of a link that is a field, after the words that it shows."""
    for field in list(body.iter(f"{_W}fldSimple")):
        found = _ADDRESS.match(field.get(f"{_W}instr") or "")
        if found:
            field.append(_run(f" ({found[1]})"))
    for said in list(body.iter(f"{_W}instrText")):
        found = _ADDRESS.match(said.text or "")
        run = said.getparent()
        if found is None or run is None:
            continue
        for later in run.itersiblings(f"{_W}r"):
            mark = later.find(f"{_W}fldChar")
            if mark is not None and mark.get(f"{_W}fldCharType") == "end":
                later.addnext(_run(f" ({found[1]})"))
                break


def _lift_ruby(ruby: _Element) -> None:
    """The words below a gloss, as runs beside the run that holds them."""
    run = ruby.getparent()
    if run is None or run.tag != f"{_W}r":
        return
    for base in ruby.iterchildren(f"{_W}rubyBase"):
        for inner in reversed(list(base)):
            run.addnext(inner)
    _remove(ruby)


def _mark_struck(struck: _Element) -> None:
    """What is struck out must not read as said."""
    marks = struck.getparent()
    run = marks.getparent() if marks is not None and struck.get(f"{_W}val") not in _OFF else None
    words = run.find(f"{_W}t") if run is not None and run.tag == f"{_W}r" else None
    said = (words.text or "") if words is not None else ""
    if words is not None and said.strip():
        words.text = said.replace(said.strip(), f"~~{said.strip()}~~")


def _run(words: str) -> _Element:
    run, text = OxmlElement("w:r"), OxmlElement("w:t")
    text.text = words
    text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    run.append(text)
    return run


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
    run = _run("".join(part.text or "" for part in formula.iter(f"{_M}t")))
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
