"""What a model answers when it is asked for a draft, and what of that can become a patch.

The reply is data: an increment that was not asked about, evidence that was not given, a table of its own, a
label, a link from elsewhere, HTML, a second line, wording in a language that is not the document's: none of it
comes through. Doubts and reasons are chosen from a list, so that no reply can address a reader.
"""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict

from agent.caveats.raised import Doubting, raised
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRequest, DraftTable, Purpose
from agent.facts import find_urls, normal_url
from agent.language import language_of
from agent.llm_offline import dated
from agent.material import Material
from agent.models import Language
from agent.orders import gives_orders
from agent.prompts import neutral
from agent.relation import Says

_LONGEST = 600
"""Characters of a sentence."""
_SHORTEST = 4
_CODE = re.compile(r"`[^`]*`")
_HTML = re.compile(r"<[A-Za-z/!?]")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(([^()\s]*)[^()]*\)")
_IMAGE = re.compile(r"!\[")
_TEMPLATE = re.compile(r"\{[{%]")
_BLOCK = re.compile(r"^(?:[-*+>#|~=]+|\d{1,3}[.)、])\s+")
_DEFINITION = re.compile(r"^\[[^\]]+\]:|^\[\^")
_CITED = re.compile(r"\s*[\[(（【](?:[eit]\d+(?:\s*[,，、;]\s*)?)+[\])）】]")
_REST = re.compile(
    r"其余(?:内容)?不变|existing content|rest (?:of .{0,20})?unchanged|\[truncated\]", re.IGNORECASE
)
_SPACE = re.compile(r"\s+")
_FIGURE = re.compile(r"\d[\d.,]*")
_WORD = re.compile(r"[A-Za-z]{2,}")
_WORDS_A_FIGURE = 4


class Answer(BaseModel):
    """What a model says: an unknown field is no harm, a wrong type is."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class SentenceAnswer(Answer):
    """One sentence and the ids of the evidence that it rests on."""

    text: str
    evidence: tuple[str, ...] = ()


class PointAnswer(Answer):
    """One line of sentences."""

    sentences: tuple[SentenceAnswer, ...]


class IncrementAnswer(Answer):
    """One increment, worded."""

    increment: str
    title: SentenceAnswer
    points: tuple[PointAnswer, ...] = ()
    tables: tuple[str, ...] = ()
    doubts: tuple[Doubting, ...] = ()
    reason: Purpose = "adds"


class Shortened(Answer):
    """One passage in fewer words."""

    passage: str
    text: str


class CondenseAnswer(Answer):
    """The passages of a section that can be said in fewer words."""

    passages: tuple[Shortened, ...] = ()


class DraftAnswer(Answer):
    """One section, worded."""

    increments: tuple[IncrementAnswer, ...]


class PlaceAnswer(Answer):
    """A note and the sections that it belongs to, best first."""

    note: str
    sections: tuple[str, ...] = ()


class Places(Answer):
    """Where notes belong."""

    places: tuple[PlaceAnswer, ...]


class RelationAnswer(Answer):
    """What a line of the document is to a statement."""

    statement: str
    line: str
    says: Says


class Relations(Answer):
    """The statements of which something is certain."""

    relations: tuple[RelationAnswer, ...]


class Sames(Answer):
    """Numbers of pairs, from 1."""

    same: tuple[int, ...]


class Doubted(Answer):
    """Numbers of sentences, from 1."""

    doubted: tuple[int, ...]


class Ping(Answer):
    """What an endpoint that is tried must say: the word that it was given."""

    word: str


def patch_of(
    entry: IncrementAnswer, one: Material, offline: DraftPatch, request: DraftRequest, writer: str
) -> DraftPatch | None:
    """The patch that an answer makes; None where nothing usable is in it.

    Sources and tables are those of the offline draft: what can be taken over is not retold.
    """
    urls = _known_urls(one)
    points = tuple(point for answer in entry.points if (point := _point(answer, one, urls, request)))
    given = dict(zip(one.tables, (p for p in offline.parts if isinstance(p, DraftTable)), strict=False))
    tables = tuple(given[name] for name in dict.fromkeys(entry.tables) if name in given)
    if not points and not tables:
        return None
    return offline.model_copy(
        update={
            "title": _claim(entry.title, one, urls, request) or offline.title,
            "parts": (*points, *tables),
            "caveats": (
                *offline.caveats,
                *(raised(doubt, request.language) for doubt in dict.fromkeys(entry.doubts)),
            ),
            "purpose": entry.reason,
            "writer": writer,
        }
    )


def _point(
    answer: PointAnswer, one: Material, urls: frozenset[str], request: DraftRequest
) -> DraftPoint | None:
    claims = [
        claim for sentence in answer.sentences if (claim := _claim(sentence, one, urls, request)) is not None
    ]
    foreign = [claim for claim in claims if _foreign(claim.text, request.language)]
    if not claims or not foreign:
        return DraftPoint(claims=tuple(claims)) if claims else None
    if len(foreign) == len(claims) and all(_verbatim(claim, one) for claim in claims):
        return DraftPoint(claims=tuple(claims), quoted=True)
    ours = tuple(claim for claim in claims if claim not in foreign)
    return DraftPoint(claims=ours) if ours else None


def _claim(
    answer: SentenceAnswer, one: Material, urls: frozenset[str], request: DraftRequest
) -> DraftClaim | None:
    text = plain_sentence(answer.text, urls)
    cited = tuple(one.evidence[name].id for name in dict.fromkeys(answer.evidence) if name in one.evidence)
    if not text or not cited:
        return None
    if not _foreign(text, request.language):
        text = dated(text, request.night, request.language)
    return DraftClaim(text=text, evidence=cited)


def plain_sentence(text: str, urls: frozenset[str]) -> str:
    """A sentence in one line of inline Markdown; empty where it is none.

    `urls` are the pages that may be linked, in normal form; a link to another is left as its words.
    """
    text = _SPACE.sub(" ", neutral(text)).strip()
    text = _BLOCK.sub("", _CITED.sub("", text)).strip().replace("**", "").replace("__", "")
    if text.count("`") % 2:
        text = text.replace("`", "")
    bare = _CODE.sub("", text)
    if _HTML.search(bare) or _IMAGE.search(text) or _TEMPLATE.search(text) or _DEFINITION.match(text):
        return ""
    if not _SHORTEST <= len(text) <= _LONGEST or _REST.search(text) or gives_orders(text):
        return ""
    text = _LINK.sub(lambda found: found[0] if normal_url(found[2]) in urls else found[1], text)
    if any(normal_url(url.raw) not in urls for url in find_urls(text)):
        return ""
    return text


def _known_urls(one: Material) -> frozenset[str]:
    found = [url.raw for entry in one.planned.evidence for url in find_urls(entry.quote)]
    return frozenset(normal_url(url) for url in (*found, *one.planned.increment.urls))


def _foreign(text: str, language: Language) -> bool:
    """Whether a sentence is prose of another language; `Mean TTFT: 30.88 ms (P99: 40.34 ms)` is a reading."""
    return language_of(text) not in (language, None) and (
        _WORDS_A_FIGURE * len(_FIGURE.findall(text)) < len(_WORD.findall(text))
    )


def _verbatim(claim: DraftClaim, one: Material) -> bool:
    bare = _SPACE.sub("", claim.text).rstrip("。.;；")
    quotes = (entry.quote for entry in one.evidence.values() if entry.id in claim.evidence)
    return any(bare in _SPACE.sub("", quote) for quote in quotes)
