"""A question as a file in the inbox, and the file with an answer as a source."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping

from agent.models import Language, Quote, SourceText
from agent.orders import shown_path
from agent.questions.asking import Question

FOLDER = "questions"
_LINE = "<!-- answer below this line -->"
_HEAD = re.compile(r"\A---\nredline: question\n")
_ID = re.compile(r"^id: (q[0-9a-f]{11})$", re.MULTILINE)
_KIND = re.compile(r"^kind: ([a-z ]{1,40})$", re.MULTILINE)
_UNSAFE = re.compile(r"[<>`@\[\]]")
_SIGN = re.compile(r"[^\w]+")
_HOW: Mapping[Language, str] = {
    "zh": "写在下面这条线之后，或者另放一份提到 `{id}` 的新笔记；之后的一夜会读到。不回答也没有关系。",
    "en": "Write below the line, or leave a new note that names `{id}`; the next night reads it. No answer is fine too.",
}


def path_of(question: Question, night: dt.date) -> str:
    """Where the file stands: beside the contributor's notes."""
    slug = _SIGN.sub("-", question.title).strip("-").casefold()[:40].strip("-") or "question"
    return f"{question.folder}/{FOLDER}/{night}-{slug}-{question.id[1:5]}.md"


def written(question: Question, night: dt.date, document: str, language: Language) -> str:
    """The file: what is asked, both places quoted, and how to answer. Quotations bring no markup along."""
    places = "\n\n".join(_shown(place) for place in (question.a, question.b) if place)
    return (
        "---\nredline: question\n"
        f"id: {question.id}\ndocument: {document}\nnight: {night}\n"
        f"increment: {question.increment}\nkind: {question.kind}\n---\n\n"
        f"# {_plain(question.title)}\n\n{_plain(question.text)}\n\n{places}\n\n"
        f"{_HOW[language].format(id=question.id)}\n\n{_LINE}\n"
    )


def _shown(place: Quote) -> str:
    return f"> {_plain(place.quote)}\n>\n> {_plain(shown_path(place.path))}:{place.line}"


def _plain(text: str) -> str:
    """One line without signs that would ping, link, comment or mark up."""
    return " ".join(_UNSAFE.sub(" ", text).split())


def id_in(text: str) -> str:
    """The id of the question that a file puts; empty where it is no question."""
    if not _HEAD.match(text.replace("\r\n", "\n")[:100]):
        return ""
    found = _ID.search(text[:1000].replace("\r\n", "\n"))
    return found[1] if found else ""


def kind_in(text: str) -> str:
    """The kind of the question that a file puts."""
    found = _KIND.search(text[:1000])
    return found[1] if found else ""


def is_unanswered(path: str, data: bytes) -> bool:
    """Whether a file is a question below whose line nothing stands: no news of anybody."""
    text = data.decode("utf-8", "replace")
    if f"/{FOLDER}/" not in path or not id_in(text):
        return False
    return not text.partition(_LINE)[2].strip()


def answer_alone(source: SourceText) -> SourceText:
    """A question's file as a source of its answer: the question's own words are blanked, line for line.

    Other sources come back as they are.
    """
    before, line, _ = source.text.partition(_LINE)
    if f"/{FOLDER}/" not in source.source.path or not line or not id_in(source.text):
        return source
    end = len(before) + len(line)
    blank = "".join(char if char in "\r\n" else " " for char in source.text[:end])
    blocks = tuple(block for block in source.blocks if block.start >= end)
    return source.model_copy(update={"text": blank + source.text[end:], "blocks": blocks})
