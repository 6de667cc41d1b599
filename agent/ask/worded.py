"""An answer worded by a model, and the proof of each of its sentences: what is not proved is not said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from agent.answers import PointAnswer, plain_sentence
from agent.ask.model import Citation, Question, Sentence
from agent.errors import ModelError
from agent.evidence import supports
from agent.facts.claims import sentence_spans
from agent.language import language_of
from agent.llm import ChatModel, ask
from agent.models import Evidence, Language, Span
from agent.orders import gives_orders, without_orders
from agent.prompts import fence, load
from agent.store import content_hash
from agent.tokens import tokens

_LANGUAGES: dict[Language, str] = {"zh": "Chinese (simplified)", "en": "English"}
_CLAUSES = "，。；：、,.;:!?！？()（）[]【】|\n—>#"
"""Where a clause may begin or end."""
_MOST = 6
"""Sentences of a reply that are looked at."""


def evidence_of(cited: Citation) -> Evidence:
    """A citation as evidence for the checks."""
    name = content_hash(f"{cited.path}\0{cited.start_line}\0{cited.quote}".encode("utf-8", "surrogatepass"))
    return Evidence(
        id=name[:12],
        span=Span(
            path=cited.path, start=0, end=len(cited.quote), line=cited.start_line, end_line=cited.end_line
        ),
        quote=cited.quote,
        distance=1,
        contributor=cited.contributor,
        date=cited.date,
        heads=cited.heads,
    )


def worded(question: Question, quotes: Sequence[Sentence], model: ChatModel) -> tuple[Sentence, ...]:
    """What a model makes of the quotations, not proved yet; nothing where it cannot be asked."""
    named = {
        f"e{number}": cited
        for number, cited in enumerate(
            dict.fromkeys(cited for quote in quotes for cited in quote.citations), start=1
        )
    }
    values = {
        "language": _LANGUAGES[question.language],
        "question": fence("question", question.resolved),
        "evidence": "\n".join(
            fence(name, "\n".join((*cited.heads, without_orders(cited.quote))))
            for name, cited in named.items()
        ),
    }
    try:
        reply = ask(model, load("answer"), values, PointAnswer)
    except ModelError:
        return ()  # the quotations answer by themselves
    return tuple(_sentences(reply, named))


def _sentences(reply: PointAnswer, named: Mapping[str, Citation]) -> Iterator[Sentence]:
    """Sentences that cite what they were given; an id of the model's own is no citation."""
    for told in reply.sentences[:_MOST]:
        text = plain_sentence(told.text, frozenset())
        if text and told.evidence and all(name in named for name in told.evidence):
            yield Sentence(text=text, citations=tuple(named[name] for name in dict.fromkeys(told.evidence)))


def proved(sentence: Sentence) -> bool:
    """Whether a sentence is proved by what it cites: it is a whole sentence of it, or the facts checks prove it.

    A part of a sentence is no quotation: what was left out may have denied it.
    """
    if not sentence.citations or gives_orders(sentence.text):
        return False
    if any(_said_whole(sentence.text, cited.quote) for cited in sentence.citations):
        return True
    if _translated(sentence) or any(_torn(sentence.text, cited.quote) for cited in sentence.citations):
        return False
    verdict = supports(sentence.text, [evidence_of(cited) for cited in sentence.citations])
    return verdict.status == "supported"


def quotes_itself(sentence: Sentence) -> bool:
    """Whether a sentence of the offline mode says nothing but words of its quotations and their heads."""
    if any(sentence.text in cited.quote for cited in sentence.citations):
        return True
    known = {
        word for cited in sentence.citations for text in (cited.quote, *cited.heads) for word in tokens(text)
    }
    return bool(sentence.citations) and set(tokens(sentence.text)) <= known


def _torn(text: str, quote: str) -> bool:
    """Whether a text is a stretch of the quotation that begins or ends within a clause."""
    bare = text.rstrip("。.!！;；")
    at = quote.find(bare)
    if at < 0:
        return False
    before, after = quote[:at].rstrip(" *`_"), quote[at + len(bare) :].lstrip(" *`_")
    return bool(before and before[-1] not in _CLAUSES) or bool(after and after[0] not in _CLAUSES)


def _said_whole(text: str, quote: str) -> bool:
    return text == quote.strip() or any(text == quote[start:end] for start, end in sentence_spans(quote))


def _translated(sentence: Sentence) -> bool:
    """Whether the sentence is in a language of none of its quotations: its wording cannot be checked."""
    spoken = {language_of(cited.quote) for cited in sentence.citations}
    return language_of(sentence.text) not in {*spoken, None}
