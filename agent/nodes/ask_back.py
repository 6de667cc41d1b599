"""Questions to contributors on the night's branch, and the answers that the night has read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from agent.assembly import Built
from agent.ledger import Answered, Event, Sighted
from agent.models import Language, SourceText
from agent.nights import Nights, ProposalStep
from agent.nodes.read import sources_of
from agent.orders import shown_path
from agent.outcome import IncrementOutcome
from agent.questions import Question, questions_of, written
from agent.questions.answers import answers_in
from agent.questions.file import kind_in, path_of
from agent.state import RunState, Services, night_of
from agent.watching import answered_by
from agent.workspace import OUR_TRAILERS

_WHY: Mapping[Language, str] = {
    "zh": "关于「{title}」的疑问，只有提供者能解答：{text}",
    "en": "a doubt about “{title}” that only its contributor can settle: {text}",
}
_TITLE: Mapping[Language, str] = {"zh": "问 {who}：{title}", "en": "question to {who}: {title}"}
_NOTED: Mapping[Language, str] = {
    "zh": "{path} 回答了问题 {id}（{title}）",
    "en": "{path} answers the question {id} ({title})",
}


def questions(
    state: RunState, services: Services, built: Sequence[Built], language: Language
) -> tuple[Question, ...]:
    """What is asked tonight: nothing that an earlier night has asked, whatever became of it."""
    name, night = services.document.name, night_of(state)
    asked = {one.increment for one in services.ledger.proposals(name) if one.night != night}
    asked |= {one.increment for one in services.ledger.decisions(name) if one.night != night}
    return questions_of(built, asked, language)


def step_of(question: Question, state: RunState, language: Language, date: dt.datetime) -> ProposalStep:
    """The commit of a question: its file alone."""
    night = night_of(state)
    title = _TITLE[language].format(who=shown_path(question.who), title=question.title)
    path = path_of(question, night)
    return ProposalStep(
        increment=question.id,
        title=title,
        edits=(),
        subject=f"{state['document']}: {title}",
        body=question.text,
        trailers=(
            (f"{OUR_TRAILERS}Increment", question.id),
            (f"{OUR_TRAILERS}Night", state["night"]),
            (f"{OUR_TRAILERS}Question", f"{path} {question.increment}"),
        ),
        date=date,
        file=path,
        text=written(question, night, state["document"], language),
    )


def outcomes_of(
    asked: Sequence[Question], language: Language, first: int, commits: Sequence[str]
) -> tuple[IncrementOutcome, ...]:
    """The records of the questions, numbered from `first`."""
    return tuple(
        IncrementOutcome(
            kind="question",
            id=question.id,
            number=number,
            title=_TITLE[language].format(who=shown_path(question.who), title=question.title),
            section="",
            relation="new",
            disposition="draft",
            why=_WHY[language].format(title=question.title, text=question.text),
            sources=tuple(f"{one.path}:{one.line}" for one in (question.a, question.b) if one),
            commit=commit,
        )
        for number, (question, commit) in enumerate(zip(asked, commits, strict=True), start=first)
    )


def answered(state: RunState, services: Services) -> list[Event]:
    """What tonight's notes answer, and what that says of the watched caveats that the question was about.

    The answer is evidence: the next night proposes to lift the caveat with it, and a person decides.
    """
    name, night = services.document.name, night_of(state)
    asked = _asked(services, name, night)
    events: list[Event] = []
    texts = {text.source.path: text for text in _texts(state, services)}
    for answer in answers_in(tuple(texts.values()), asked):
        step = asked[answer.question]
        events.append(
            Answered(document=name, night=night, increment=step.increment, path=answer.path, item=answer.item)
        )
        about = dict(step.trailers).get(f"{OUR_TRAILERS}Question", "").rpartition(" ")[2]
        evidence = answered_by(texts[answer.path], answer.question)
        events += [
            Sighted(document=name, night=night, watch=watch.id, effect="settles", evidence=evidence)
            for watch in services.ledger.watching(name)
            if evidence and watch.increment == about and watch.caveat.kind == kind_in(step.text)
        ]
    return events


def notes(state: RunState, services: Services, language: Language) -> tuple[str, ...]:
    """Which questions tonight's notes answer, in a sentence each."""
    asked = _asked(services, services.document.name, night_of(state))
    return tuple(
        _NOTED[language].format(path=shown_path(one.path), id=one.question, title=asked[one.question].title)
        for one in answers_in(_texts(state, services), asked)
    )


def _texts(state: RunState, services: Services) -> list[SourceText]:
    return [] if state["given_brief"] else sources_of(state, services)


def _asked(services: Services, document: str, night: dt.date) -> dict[str, ProposalStep]:
    """The questions of earlier nights that nobody has answered, by id."""
    records = Nights.open(services.repository, services.ledger)
    open_ones = {one.increment: one.night for one in services.ledger.proposals(document) if one.night < night}
    days = {day for name, day in open_ones.items() if name.startswith("q")}
    done = services.ledger.answered(document)
    found: dict[str, ProposalStep] = {}
    for day in sorted(days):
        record = records.get(document, day)
        for step in record.steps if record else ():
            if step.file and step.increment not in done:
                found[step.increment] = step
    return found
