"""Whose a figure is: of a setting, of the thing asked about, or of one with a longer or a shorter name."""

from __future__ import annotations

import re

from agent.ask.model import Question
from agent.ask.surface import Surface, folded, stems
from agent.facts import Fact
from agent.facts.names import STOPWORDS

_SETTINGS = re.compile(
    r"\b(?:settings?|defaults?|flags?|options?|arguments?|config\w*|values?|set(?:s|ting)? to|pass(?:ed)?|command|example|script)\b"
    r"|配置|设置|设定|默认|缺省|参数(?!量|规模)|取值|选项|开关|命令|脚本|示例|例子|[设调]为|[设调]成",
    re.IGNORECASE,
)
"""Asks for a setting."""
_KEY = re.compile(r"(?P<key>[A-Za-z]+(?:[_-][A-Za-z0-9]+)+)[\"'`]{0,2} {0,2}(?:=|:|(?<! )[ ]) {0,2}[\"'`]?\Z")
"""What stands before the value of a setting: `--max-len 4096`, `"num_steps": 10`."""
_BEFORE = 80
_FILLING = frozenset({"num", "max", "min", "size", "n", "len", "number"})
_NAMED = re.compile(r"[A-Z0-9]")
_STRONG = ("name", "id", "version", "number")


def may_answer(fact: Fact, text: str, sentence: str, question: Question) -> bool:
    """Whether a figure may be of what is asked: `text` is that which it was read from, `sentence` the one around it."""
    return not (_of_setting(fact, text, question) or _of_namesake(fact, sentence, question))


def _of_setting(fact: Fact, text: str, question: Question) -> bool:
    """Whether a figure is the value of a setting that the question neither asks for nor names."""
    found = _KEY.search(text[max(0, fact.start - _BEFORE) : fact.start])
    if found is None or _SETTINGS.search(question.text):
        return False
    words = {word for word in re.split(r"[_-]", found["key"].lower()) if word not in _FILLING}
    return not all(map(Surface(_said(question)).holds, words))


def _of_namesake(fact: Fact, sentence: str, question: Question) -> bool:
    """Whether a figure is said of a thing whose name has a word more or less than the one that is asked about."""
    asked = [term for term in question.terms if term.kind == "name" and not term.side]
    words = {word for term in asked for form in term.forms for word in _parts(form)}
    said = Surface(_said(question))
    for subject in fact.subject[-1:]:
        whose = _parts(folded(subject))
        if not whose & words or not _NAMED.search(subject):
            continue
        if any(not said.holds(word) for word in whose):
            return True
        here = Surface(sentence)
        head = asked[:1] if question.language == "en" else []  # `the drafter of Tern`: the drafter is meant
        longer = [term for term in asked if whose < _parts(term.forms[0])]
        return any(not any(map(here.holds, term.forms)) for term in (*head, *longer))
    return False


def _parts(name: str) -> set[str]:
    return {word for word in stems(name.replace("-", " ")).split() if word not in STOPWORDS}


def _said(question: Question) -> str:
    """All that a question names, in every form."""
    forms = [form for term in question.terms for form in term.forms]
    return "\n".join((question.text.replace("-", " "), question.text, *forms))
