"""Pages that only show: the way in, the nights, one night, its report."""

from __future__ import annotations

import datetime as dt
from functools import partial
from http import HTTPStatus

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from agent.ledger.words import one_line
from agent.report import report_of
from agent.web.app import Web
from agent.web.desk import Opened
from agent.web.gate import Session
from agent.web.words import WEB_WORDS

_REPORT_POLICY = "frame-ancestors 'none'"
"""The report carries its own, stricter one."""
_ODD = frozenset('<>"\\\n\r\t\0')


def routes(web: Web) -> list[BaseRoute]:
    """The routes of the pages that show."""
    return [
        Route("/enter", partial(_enter, web)),
        Route("/name", partial(_ask_name, web), methods=["GET"]),
        Route("/name", web.posting(partial(_name, web), named=False), methods=["POST"]),
        Route("/", web.looking(partial(_nights, web))),
        Route("/nights/{document}/{night}", web.looking(partial(_night, web)), name="night"),
        Route("/nights/{document}/{night}/report", web.looking(partial(_report, web))),
    ]


async def _enter(web: Web, request: Request) -> Response:
    """Exchange the printed token for a cookie; the page is shown here, since a redirect would not carry it."""
    if not web.gate.opens(request.query_params.get("token", "")):
        return await run_in_threadpool(web.closed)
    session: Session = request.state.session or web.gate.sessions.new()
    response = await run_in_threadpool(_name_page, web, session)
    response.headers["set-cookie"] = web.gate.cookie_for(session)
    return response


async def _ask_name(web: Web, request: Request) -> Response:
    session: Session | None = request.state.session
    if session is None:
        return await run_in_threadpool(web.closed)
    return await run_in_threadpool(_name_page, web, session)


def _name_page(web: Web, session: Session) -> Response:
    name, _, rest = session.who.partition(" <")
    email = rest.removesuffix(">")
    if not name:
        name, email = web.desk.user()
    return web.page("name.html", session, name=name, email=email)


def _name(web: Web, _request: Request, session: Session, form: FormData) -> Response:
    name, email = (" ".join(text_of(form, key).split()) for key in ("name", "email"))
    spoken = WEB_WORDS[web.desk.language()]
    if not name or len(name) > 100 or len(email) > 200 or _ODD & {*name, *email} or one_line(name) != name:
        session.tell("bad", spoken["name_odd" if name else "name_needed"])
        return web.page("name.html", session, status=HTTPStatus.UNPROCESSABLE_ENTITY, name=name, email=email)
    session.who = f"{name} <{email}>" if email else name
    return RedirectResponse("/", HTTPStatus.SEE_OTHER)


def _nights(web: Web, _request: Request, session: Session) -> Response:
    return web.page("nights.html", session, nights=web.desk.nights(), many=web.desk.document is None)


def _night(web: Web, request: Request, session: Session) -> Response:
    return night_page(web, session, opened_of(web, request))


def night_page(web: Web, session: Session, opened: Opened, *, status: int = HTTPStatus.OK) -> Response:
    """The page of one night, with what can be decided."""
    if lag := opened.review.lag():
        session.tell("warn", lag)
    messages = session.told()
    return web.page(
        "review.html",
        session,
        messages=[one for one in messages if one.about not in opened.cards],
        about=[one for one in messages if one.about in opened.cards],
        language=opened.language,
        status=status,
        night=opened.night,
        o=opened.night.outcome,
        base=opened.url,
        opened=opened,
        reviewing=True,
    )


def _report(web: Web, request: Request, _session: Session) -> Response:
    text = report_of(opened_of(web, request).night)
    return Response(
        text.encode("utf-8", "replace"),
        media_type="text/html; charset=utf-8",
        headers={"content-security-policy": _REPORT_POLICY},
    )


def opened_of(web: Web, request: Request) -> Opened:
    """The night that a path names; no page where it names none."""
    try:
        night = dt.date.fromisoformat(request.path_params["night"])
    except ValueError:
        raise HTTPException(HTTPStatus.NOT_FOUND) from None
    return web.desk.open(request.path_params["document"], night)


def text_of(form: FormData, key: str) -> str:
    """A field of a form; empty where it is not there."""
    value = form.get(key, "")
    return value if isinstance(value, str) else ""
