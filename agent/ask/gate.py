"""Whether the words that would be cited hold what is asked for, of the thing that is asked about."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agent.ask.levels import HEADED, LABELLED, LED
from agent.ask.library import View
from agent.ask.model import Question
from agent.ask.surface import folded, has_han, stems
from agent.facts.names import STOPWORDS
from agent.tokens import CJK

_SIDE = r"[a-z][\w.+-]*"
_BETWEEN = r"\s*(?:/|、|&|和|与|vs\.?|versus|\band\b)\s*"
_SIDES = re.compile(f"(?P<one>{_SIDE}){_BETWEEN}(?P<other>{_SIDE})")
"""Two things that a heading names side by side."""
_WHO = re.compile(r"^\W*who(?:'s| is| was| are| were)\b|^\W*谁是|是谁\W*$", re.IGNORECASE)
_ADDRESS = re.compile(
    r"[\w.+-]+@[\w.-]+|https?://\S+|[\w./-]+\.(?:pdf|md|txt|eml|html?|docx|csv|png|jpe?g)\b"
)
_FIELD = re.compile(
    r"\b(?:from|to|by|author|authors|contributor|name|cc|title)\b[ *_]*[:：]|(?:作者|贡献者|姓名|发件人|收件人|标题)[ *_]*[:：]"
)
_BOUNDS = {
    "default": re.compile(r"\bdefaults?\b|默认值?|缺省值?"),
    "most": re.compile(r"\b(?:max|maximum|at most|upper limit)\b|最大值?|最多|最高|上限|至多"),
    "least": re.compile(r"\b(?:min|minimum|at least|lower limit)\b|最小值?|最少|最低|下限|至少"),
    "mean": re.compile(r"\b(?:average|mean|avg|median)\b|平均值?|均值|中位数"),
}
_WORD = re.compile(r"[^\W\d_]{2,}")
_HAN = re.compile(f"[{CJK}]")
_BY_NAME = 3
"""Words beside the name in a cell that is still about what it names: a version, a kind, an edition."""
_ENOUGH_WORDS = 2
"""Words beside the name that tell who or what bears it; of Chinese twice as many characters."""


def says_it(view: View, question: Question, levels: Mapping[str, float]) -> bool:
    """Whether a passage may be cited: it says something, and of the thing asked about rather than of the one beside it.

    `levels` tell by the text of a term where the passage holds it.
    """
    return not (
        _of_another(view, question, levels)
        or _beside_version(view, question, levels)
        or _bare(view, question)
        or _adds_nothing(view, question)
        or _of_another_bound(view, question, levels)
        or (question.expected == "date" and _other_event(view, question))
    )


def _beside_version(view: View, question: Question, levels: Mapping[str, float]) -> bool:
    """Whether the version asked about stands only in a statement before a list that does not lead it in."""
    passage = view.passage
    if passage.block != "list_item" or passage.goes_on or passage.lead.rstrip(" *_").endswith((":", "：")):
        return False
    return any(term.kind == "version" and 0 < levels.get(term.text, 0.0) <= LED for term in question.terms)


def _other_event(view: View, question: Question) -> bool:
    """Whether a row gives a day of something else that only has the name in it: `K3 performance notes` is not K3."""
    passage = view.passage
    if not passage.cells or any(term.kind not in ("name", "type") for term in question.terms):
        return False
    names = [term for term in question.terms if term.kind == "name"]
    known = stems(" ".join(form for term in question.terms for form in term.forms)).split()
    cells = [folded(cell) for cell in passage.cells]
    holding = [cell for cell in cells if any(form in cell for term in names for form in term.forms)]
    return bool(holding) and len(set(stems(holding[0]).split()) - set(known)) > _BY_NAME


def _of_another(view: View, question: Question, levels: Mapping[str, float]) -> bool:
    """Whether a heading names the thing asked about beside another one, and the passage speaks of the other alone."""
    names = [term for term in question.terms if term.kind == "name" and term.text in levels]
    asked = {form for term in names for form in term.forms}
    absent = {form for term in names if 0 < levels[term.text] < LABELLED for form in term.forms}
    if not absent:
        return False
    for head in (*view.passage.heads, view.passage.title):
        for match in _SIDES.finditer(folded(head)):
            for mine, beside in ((match["one"], match["other"]), (match["other"], match["one"])):
                if mine in absent and beside not in asked and view.own.holds(beside):
                    return True
    return False


def _of_another_bound(view: View, question: Question, levels: Mapping[str, float]) -> bool:
    """Whether the default, the most, the least or the mean is asked for, and the passage gives another of them."""
    for term in question.terms:
        asked = next((name for name, words in _BOUNDS.items() if words.fullmatch(folded(term.text))), None)
        if asked is None or levels.get(term.text, 0.0) >= HEADED:
            continue
        if asked == "default":
            return True  # nobody gives a default without the word
        own = folded("\n".join((view.passage.text, *view.passage.header)))
        if any(words.search(own) for name, words in _BOUNDS.items() if name != asked):
            return True
    return False


def _adds_nothing(view: View, question: Question) -> bool:
    """Whether a passage says no word that the question does not say itself: a label, the name of a parameter."""
    if view.passage.cells or question.intent != "fact":
        return False
    asked = {
        word
        for term in question.terms
        for form in (*term.forms, *term.glosses)
        for word in stems(form).split()
    }
    han = folded(view.passage.text)
    for form in sorted(
        {form for term in question.terms for form in term.forms if has_han(form)}, key=len, reverse=True
    ):
        han = han.replace(form, "")
    return view.text.words - STOPWORDS <= asked and len(_HAN.findall(han)) < _ENOUGH_WORDS


def _bare(view: View, question: Question) -> bool:
    """Whether a passage that should tell who somebody is says nothing beside the name: a signature, a file's name."""
    if not _WHO.search(question.text) or view.passage.cells:
        return False
    text = _FIELD.sub(" ", _ADDRESS.sub(" ", folded(view.passage.text)))
    forms = [form for term in question.terms for form in term.forms]
    for form in sorted(forms, key=len, reverse=True):
        text = text.replace(form, " ")
    words = [word for word in _WORD.findall(text) if word not in STOPWORDS and not has_han(word)]
    return len(words) < _ENOUGH_WORDS and len(_HAN.findall(text)) < 2 * _ENOUGH_WORDS
