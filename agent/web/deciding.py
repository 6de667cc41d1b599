"""Forms that decide: accept, refuse with a reason, edit after a preview, take back, finish."""

from __future__ import annotations

import os
from functools import partial
from http import HTTPStatus

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from agent.document.diff import word_diff
from agent.errors import BranchTaken, NotReviewable, Outdated
from agent.exchange import earlier_told, sent
from agent.forge import forge_for
from agent.language import counted
from agent.ledger import Decision, Ledger
from agent.report.markdown import rendered
from agent.review import Card, Choice, Rebuilt, Recorded
from agent.review.saying import said_in, spoken
from agent.review.wording import normal
from agent.web.app import Web
from agent.web.desk import Opened
from agent.web.gate import Session
from agent.web.looking import night_page, opened_of, text_of
from agent.web.words import WEB_WORDS

_DECISIONS: dict[str, Decision] = {"accepted": "accepted", "refused": "refused", "undecided": "undecided"}


def routes(web: Web) -> list[BaseRoute]:
    """The routes of the forms that decide."""
    place = "/nights/{document}/{night}"
    return [
        Route(f"{place}/decide", web.posting(partial(_decide, web)), methods=["POST"]),
        Route(f"{place}/edit/{{increment}}", web.looking(partial(_edit, web)), methods=["GET"]),
        Route(f"{place}/edit/{{increment}}", web.posting(partial(_edited, web)), methods=["POST"]),
        Route(f"{place}/finish", web.posting(partial(_finish, web)), methods=["POST"]),
    ]


def _decide(web: Web, request: Request, session: Session, form: FormData) -> Response:
    decision = _DECISIONS.get(text_of(form, "decision"))
    if decision is None:
        raise HTTPException(HTTPStatus.BAD_REQUEST, "The form does not say what is decided.")
    choice = Choice(
        increment=text_of(form, "increment"),
        decision=decision,
        seen=text_of(form, "seen"),
        reason=text_of(form, "reason") if decision == "refused" else "",
    )
    opened = opened_of(web, request)
    try:
        _keep(web, session, opened, choice)
    except (Outdated, NotReviewable) as error:
        now = opened_of(web, request)
        session.tell("bad", said_in(now.language, str(error)), choice.increment)
        return night_page(web, session, now, status=_status(error))
    return _back(opened, choice.increment)


def _status(error: Outdated | NotReviewable) -> int:
    return HTTPStatus.CONFLICT if isinstance(error, Outdated) else HTTPStatus.UNPROCESSABLE_ENTITY


def _keep(web: Web, session: Session, opened: Opened, choice: Choice) -> None:
    """Record a decision, build the branch anew, and say what became of both."""
    words = WEB_WORDS[opened.language]
    recorded = opened.review.decide_all([choice], who=session.who, when=web.desk.clock(), via="web")[0]
    card = opened.cards[choice.increment]
    key = "repeated" if recorded.repeated else f"{choice.decision}_done"
    session.tell("ok", words[key].format(title=card.increment.title), card.increment.id)
    for note in recorded.notes:
        session.tell("warn", note, card.increment.id)
    for warning in recorded.warnings:
        session.tell("warn", f"{warning.text} — {warning.verdict.reason}", card.increment.id)
    try:
        rebuilt = opened.review.rebuild()
    except BranchTaken as error:
        session.tell("warn", spoken(opened.language, error), card.increment.id)
    else:
        if recorded.repeated and rebuilt.status == "unchanged":
            return
        _tell_branch(session, opened, rebuilt, card.increment.id)
        if all(one.decision or one.landed for one in opened.review.cards):
            _send(web, session, opened)
        elif card.increment.corrects:
            _retell(web, session, opened)


def _retell(web: Web, session: Session, opened: Opened) -> None:
    """Earlier nights follow a decision on what corrects them, before all of this night is decided."""
    repository, settings = web.desk.workspace()
    ledger, connect = Ledger.open(repository), partial(forge_for, settings.forge, os.environ)
    for sentence in earlier_told(repository, settings, ledger, opened.review.record, connect):
        session.tell("warn", sentence)


def _send(web: Web, session: Session, opened: Opened) -> None:
    """Bring what stands after a review to the remote and the forge, where the workspace names them."""
    repository, settings = web.desk.workspace()
    ledger, connect = Ledger.open(repository), partial(forge_for, settings.forge, os.environ)
    made = sent(repository, settings, ledger, opened.review.record, connect)
    for sentence in (*made.notes, *made.failures):
        session.tell("warn", sentence)


def _tell_branch(session: Session, opened: Opened, rebuilt: Rebuilt, about: str = "") -> None:
    words = WEB_WORDS[opened.language]
    many = len(rebuilt.commits)
    commits = f"{many} 个提交" if opened.language == "zh" else counted(many, "commit")
    sentence = words[f"branch_{rebuilt.status}"].format(branch=rebuilt.branch, commits=commits)
    session.tell("ok", sentence, about)


def _finish(web: Web, request: Request, session: Session, _form: FormData) -> Response:
    opened = opened_of(web, request)
    try:
        _tell_branch(session, opened, opened.review.finish())
        _send(web, session, opened)
    except (BranchTaken, NotReviewable) as error:
        session.tell("bad", spoken(opened.language, error))
    return _back(opened, "")


def _edit(web: Web, request: Request, session: Session) -> Response:
    opened = opened_of(web, request)
    card = _card(opened, request)
    return _edit_page(web, session, opened, card, card.stands)


def _edited(web: Web, request: Request, session: Session, form: FormData) -> Response:
    opened = opened_of(web, request)
    card = _card(opened, request)
    text = text_of(form, "text")
    if text_of(form, "action") != "save" and normal(text) == card.stands:
        return _edit_page(web, session, opened, card, text)
    choice = Choice(increment=card.increment.id, decision="edited", seen=text_of(form, "seen"), text=text)
    try:
        if text_of(form, "action") == "save":
            _keep(web, session, opened, choice)
            return _back(opened, choice.increment)
        found = opened.review.preview(choice, who=session.who, when=web.desk.clock())
        if found.repeated:
            found = found.model_copy(update={"warnings": opened.review.warnings(card)})
    except (Outdated, NotReviewable) as error:
        session.tell("bad", said_in(opened.language, str(error)))
        # What was written stays in the form, beside the words as they are now.
        return _edit_page(web, session, opened, card, text, status=_status(error))
    return _edit_page(web, session, opened, card, text, found=found)


def _edit_page(
    web: Web,
    session: Session,
    opened: Opened,
    card: Card,
    text: str,
    *,
    found: Recorded | None = None,
    status: int = HTTPStatus.OK,
) -> Response:
    return web.page(
        "edit.html",
        session,
        language=opened.language,
        status=status,
        base=opened.url,
        opened=opened,
        card=card,
        shown=next(one for one in opened.night.cards if one.id == card.increment.id),
        text=text,
        found=found,
        rendered=rendered(text),
        against=word_diff(card.stands, normal(text)),
    )


def _card(opened: Opened, request: Request) -> Card:
    card = opened.cards.get(request.path_params["increment"])
    if card is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return card


def _back(opened: Opened, increment: str) -> Response:
    """To the night's page, at the card that was decided on."""
    card = opened.cards.get(increment)
    anchor = f"#i-{card.increment.number}" if card else ""
    return RedirectResponse(f"{opened.url}{anchor}", HTTPStatus.SEE_OTHER)
