"""The answer of the offline mode: the passages themselves, chosen, ordered and quoted; or a refusal that says why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.ask.differ import differing
from agent.ask.levels import LABELLED, OWN
from agent.ask.library import FIELD, Library
from agent.ask.match import Found, hold
from agent.ask.model import Answer, Citation, Comparison, Question, Sentence, Term
from agent.ask.parts import parts_of
from agent.ask.quoting import quoted, without_tags
from agent.ask.refusing import listed, refused
from agent.ask.scale import Scale
from agent.ask.search import found_for, ranked_by_score, scale_for
from agent.ask.words import (
    COMMA,
    EMPTY,
    NO_DISAGREEMENT,
    NO_NEWS,
    NO_REASON,
    NO_REFUSAL,
    PART,
    REFUSED,
)
from agent.ledger import REF, Decided
from agent.orders import without_orders

MOST = 5
"""Passages that an answer quotes at most, and that are shown of a search."""
_CLOSE = 0.82
"""Share of the best score from which on another passage answers too."""
_KEPT = 80
"""Passages that the answer is chosen from."""
_NEWS = 12


Ranked = list[tuple[str, float]]
"""Keys of passages with their scores, best first."""


def searched(question: Question, library: Library) -> Ranked:
    """The passages that come into question; none where the question is not answered from passages it must match."""
    if question.intent == "rejected" or not question.terms:
        return []
    with library.lock:
        found = found_for(question, library)[:_KEPT]
    return [(one.view.passage.key, round(one.score, 6)) for one in found]


def answer_of(question: Question, library: Library, ranked: Sequence[tuple[str, float]]) -> Answer:
    """What the passages that were found say to a question."""
    with library.lock:
        if question.intent == "rejected":
            return _rejected(question, library)
        if not any(term.kind not in ("type", "number") for term in question.terms):
            if question.intent == "new" or question.filters.contributors:
                return _news(question, _recent(library, question))
            return Answer(question=question, refused=True, reason=EMPTY[question.language])
        scale = scale_for(question, library)
        found: list[Found] = []
        for key, score in ranked:
            if key in library.passages and without_orders(library.passages[key].text).strip():
                one = hold(library.view(key), question, scale)
                one.score = score
                found.append(one)
        shown = tuple(one.view.passage.citation() for one in found[:MOST])
        told = _of_intent(question, found, scale)
        if told.refused and question.intent in ("fact", "compare"):
            told = _in_parts(question, library) or told
        return _with_led_in(told, library).model_copy(update={"found": shown})


def _with_led_in(told: Answer, library: Library) -> Answer:
    """The answer, and after words that end in a colon what they lead in: the words alone promise and tell nothing."""
    sentences: list[Sentence] = []
    for sentence in told.sentences:
        sentences.append(sentence)
        cited = sentence.citations[-1]
        if cited.quote.rstrip(" *_`").endswith((":", "：")):
            after = [one for one in library.led_in(cited) if without_orders(one.text).strip()]
            sentences += [Sentence(text=one.text, citations=(one.citation(),)) for one in after]
    return told.model_copy(update={"sentences": tuple(dict.fromkeys(sentences))})


def _in_parts(question: Question, library: Library) -> Answer | None:
    """The answers to a sentence that asks several things, one after the other; None where too few are answered."""
    parts = parts_of(question)
    answers = [_fact(part, found_for(part, library)[:_KEPT], scale_for(part, library)) for part in parts]
    open_ = [part.text for part, told in zip(parts, answers, strict=True) if told.refused]
    if not answers or answers[0].refused or len(open_) > len(parts) // 2:
        return None
    sentences = dict.fromkeys(sentence for told in answers for sentence in told.sentences)
    reason = PART[question.language].format(terms=COMMA[question.language].join(open_)) if open_ else ""
    return Answer(question=question, sentences=tuple(sentences), reason=reason)


def _of_intent(question: Question, found: list[Found], scale: Scale) -> Answer:
    match question.intent:
        case "new":
            related = [one for one in found if _related(one, question)]
            return _news(question, [one.view.passage.citation() for one in related])
        case "who":
            return _told(
                question, [one for one in found if _related(one, question)], scale, found, most=2 * MOST
            )
        case "disagree":
            return _disagreeing(question, found, scale)
        case "compare" if question.sides >= 2:
            return _compared(question, found, scale)
        case _:
            return _fact(question, found, scale)


def _fact(question: Question, found: list[Found], scale: Scale) -> Answer:
    answering = _best(question, [one for one in found if one.answers])
    if answering and question.sides >= 2 and not any(_of_all_sides(one, question) for one in answering):
        each = _side_by_side(question, found, scale)
        if not each.refused:
            return each
    if answering:
        return _told(question, answering, scale, found)
    if question.sides >= 2:
        return _side_by_side(question, found, scale)
    return refused(question, found, scale)


def _of_all_sides(one: Found, question: Question) -> bool:
    """Whether a passage itself speaks of everything that is asked about side by side."""
    return all(one.levels.get(term.text, 0.0) >= LABELLED for term in question.terms if term.side)


def _best(question: Question, answering: list[Found]) -> list[Found]:
    """The best, and those that come close; of two that say the same words the first."""
    if not answering:
        return []
    limit = _CLOSE * answering[0].score
    numbers = [term.text for term in question.terms if term.kind == "number"]
    once: dict[str, Found] = {}
    for one in answering:
        if one.score >= limit and not _row_beside(one, answering[0], numbers):
            once.setdefault(" ".join(one.view.passage.text.split()), one)
    return list(once.values())


def _row_beside(one: Found, best: Found, numbers: Iterable[str]) -> bool:
    """Whether a row stands beside the one of the figure that is asked for: its own text does not hold that."""
    row, other = one.view.passage, best.view.passage
    if not row.cells or row.path != other.path or row.header != other.header:
        return False
    held = [number for number in numbers if best.levels.get(number) == OWN]
    return bool(held) and not any(one.levels.get(number, 0.0) >= LABELLED for number in numbers)


def _told(
    question: Question, answering: list[Found], scale: Scale, found: list[Found], *, most: int = MOST
) -> Answer:
    if not answering:
        return refused(question, found, scale)
    chosen = answering[:most]
    sentences = tuple(quoted(one, question, scale) for one in chosen)
    return Answer(
        question=question, sentences=sentences, disagreements=differing(question, chosen, sentences)
    )


def _side_by_side(question: Question, found: list[Found], scale: Scale) -> Answer:
    """Each thing asked about by itself: no single passage speaks of all of them."""
    told: list[Sentence] = []
    open_: list[Term] = []
    for side in range(1, question.sides + 1):
        best = _best(question, [one for one in _held_again(question, found, scale, side) if one.answers])
        if best:
            told += [quoted(one, question, scale) for one in best[:2]]
        else:
            open_ += [term for term in question.terms if term.side == side]
    if not told or len(open_) > question.sides // 2:
        return refused(question, found, scale)
    reason = PART[question.language].format(terms=listed(question, open_)) if open_ else ""
    return Answer(question=question, sentences=tuple(dict.fromkeys(told)), reason=reason)


def _held_again(question: Question, found: Iterable[Found], scale: Scale, side: int) -> list[Found]:
    return ranked_by_score(hold(one.view, question, scale, side=side) for one in found)


def _compared(question: Question, found: list[Found], scale: Scale) -> Answer:
    """A table: a row an aspect, a column a thing, every cell quoted."""
    columns: list[dict[str, Sentence]] = []
    things: list[str] = []
    for side in range(1, question.sides + 1):
        named = [term for term in question.terms if term.side == side]
        things.append(" ".join(term.text for term in named))
        held = [
            one
            for one in _held_again(question, found, scale, side)
            if all(one.levels.get(term.text, 0.0) >= 0.8 for term in named) and _asked_aspect(one, question)
        ]
        columns.append(_aspects(held[: 2 * MOST], question, scale))
    _tell_apart(columns)
    if sum(map(bool, columns)) < 2:
        return refused(question, found, scale)
    shared = [aspect for aspect in columns[0] if sum(aspect in column for column in columns) >= 2]
    if shared:
        rows = [tuple(column.get(aspect) for column in columns) for aspect in shared]
        table = Comparison(things=tuple(things), aspects=tuple(shared), cells=tuple(rows))
    else:
        firsts = tuple(next(iter(column.values()), None) for column in columns)
        table = Comparison(things=tuple(things), aspects=("",), cells=(firsts,))
    return Answer(question=question, comparison=table)


def _tell_apart(columns: Sequence[dict[str, Sentence]]) -> None:
    """Take out of the columns the sentence that speaks of the things together, where cells tell of each by itself."""
    plain = [column.get("") for column in columns]
    if any(len(column) > 1 for column in columns) and len(set(plain)) < len(plain):
        for column in columns:
            column.pop("", None)


def _asked_aspect(one: Found, question: Question) -> bool:
    """Whether a passage speaks of what is compared, where the question says what."""
    aspects = [term for term in question.terms if term.kind == "word" and not term.side]
    return not aspects or any(one.levels.get(term.text, 0.0) for term in aspects)


def _aspects(held: Sequence[Found], question: Question, scale: Scale) -> dict[str, Sentence]:
    """What is said of one thing, by the heads of the columns where it is said in a table."""
    told: dict[str, Sentence] = {}
    for one in held:
        passage = one.view.passage
        if not (passage.cells and passage.header):
            told.setdefault("", quoted(one, question, scale))
            continue
        for head, cell in list(zip(passage.header, passage.cells, strict=False))[1:]:
            if cell.strip() and head.strip():
                told.setdefault(
                    head.strip(), Sentence(text=without_tags(cell.strip()), citations=(passage.citation(),))
                )
    return told


def _disagreeing(question: Question, found: list[Found], scale: Scale) -> Answer:
    related = [one for one in found if _related(one, question)][: 3 * MOST]
    sentences = tuple(quoted(one, question, scale) for one in related)
    sides = differing(question, related, sentences)
    if not sides:
        answering = _best(question, [one for one in found if one.answers]) if question.expected else []
        told = _told(question, answering, scale, found)
        return told.model_copy(update={"reason": NO_DISAGREEMENT[question.language]})
    return Answer(question=question, disagreements=sides)


def _related(one: Found, question: Question) -> bool:
    """Whether a passage speaks of the subject: it holds nearly all names, and half of the rest."""
    names = [term for term in question.terms if term.kind not in ("word", "type")]
    if names:
        return all(one.levels.get(term.text, 0.0) > 0 for term in names) and one.share >= 0.5
    return one.share >= 0.6


def _recent(library: Library, question: Question) -> list[Citation]:
    """The first statement of each text that came in, the latest first; a field (`Topics: …`) only where there is no other."""
    firsts: dict[str, tuple[bool, Citation]] = {}
    for key, passage in library.passages.items():
        if passage.block in ("heading", "meta") or not library.may_tell(key, question):
            continue
        if question.filters.since is None and passage.kind == "document":
            continue
        if without_orders(passage.text).strip():
            states = FIELD.match(passage.text) is None
            if passage.path not in firsts or (states and not firsts[passage.path][0]):
                firsts[passage.path] = (states, passage.citation())
    cited = (one for _, one in firsts.values())
    return sorted(cited, key=lambda one: (-one.date.toordinal(), one.path))


def _news(question: Question, citations: list[Citation]) -> Answer:
    """What came in, the latest first, each quoted."""
    if question.filters.since is None and citations:
        last = max(cited.date for cited in citations)
        citations = [cited for cited in citations if cited.date == last]
    ordered = sorted(citations, key=lambda cited: -cited.date.toordinal())[:_NEWS]
    if not ordered:
        return Answer(question=question, refused=True, reason=NO_NEWS[question.language])
    return Answer(
        question=question, sentences=tuple(Sentence(text=one.quote, citations=(one,)) for one in ordered)
    )


def _rejected(question: Question, library: Library) -> Answer:
    """What people refused, by the ledger; its words are the ledger's, and cite its ref."""
    language = question.language
    told: list[Sentence] = []
    ledger = library.ledger
    for document in library.documents if ledger else ():
        titles = {event.increment: event.title for event in ledger.proposals(document.name)} if ledger else {}
        for event in ledger.refused(document.name) if ledger else ():
            title = titles.get(event.increment) or event.increment
            if _wanted(question, title):
                day = event.when.date()
                reason = event.reason or NO_REASON[language]
                text = REFUSED[language].format(
                    who=event.who, day=day.isoformat(), title=title, reason=reason
                )
                told.append(Sentence(text=text, citations=(_entry(event, text),)))
    if not told:
        return Answer(question=question, refused=True, reason=NO_REFUSAL[language])
    return Answer(question=question, sentences=tuple(told))


def _entry(event: Decided, text: str) -> Citation:
    """The ledger's entry of a decision as a citation."""
    return Citation(
        path=REF,
        start_line=1,
        end_line=1,
        date=event.when.date(),
        contributor=event.who,
        quote=text,
        element=event.id,
    )


def _wanted(question: Question, title: str) -> bool:
    names = [term for term in question.terms if term.kind in ("name", "id", "version")]
    return not names or any(form in title.lower() for term in names for form in term.forms)
