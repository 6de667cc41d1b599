"""The application: pages that show, forms that decide, and a place for what others add."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus

from jinja2 import Environment, PackageLoader
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from agent.errors import Locked, NotReviewable, Outdated, RedlineError
from agent.models import Language
from agent.report import WORDS, asset, environment
from agent.review.saying import said_in
from agent.web.desk import Desk
from agent.web.gate import Doorkeeper, Gate, Session
from agent.web.words import WEB_WORDS

MOST_BYTES = 1 << 20
"""Of a request's body: a wording of a whole section is far below."""

Work = Callable[[Request, Session], Response]
Post = Callable[[Request, Session, FormData], Response]
Endpoint = Callable[[Request], Awaitable[Response]]

_STATUS: tuple[tuple[type[RedlineError], int], ...] = (
    (Outdated, HTTPStatus.CONFLICT),
    (
        NotReviewable,
        HTTPStatus.NOT_FOUND,
    ),  # forms tell theirs themselves: what is left is a night that is not there
    (Locked, HTTPStatus.SERVICE_UNAVAILABLE),
)


@dataclass(frozen=True)
class Plugged:
    """Pages that somebody adds: where they begin, what the menu calls them, and their routes."""

    path: str
    label: dict[Language, str]
    routes: tuple[BaseRoute, ...]


Plug = Callable[["Web"], Plugged]


@dataclass
class Web:
    """What pages are made with; whoever adds some is given it."""

    desk: Desk
    gate: Gate
    plugged: list[Plugged] = field(default_factory=list)

    @cached_property
    def _templates(self) -> Environment:
        return environment(PackageLoader("agent.web"))

    def page(
        self,
        template: str,
        session: Session | None,
        *,
        language: Language | None = None,
        status: int = HTTPStatus.OK,
        **more: object,
    ) -> HTMLResponse:
        """A page from a template; it is given the words, the session, and what else is named."""
        spoken = language or self.desk.language()
        menu = [(one.path, one.label[spoken]) for one in self.plugged]
        more.setdefault("reviewing", False)
        more.setdefault("messages", session.told() if session else [])
        text = self._templates.get_template(template).render(
            w=WORDS[spoken],
            t=WEB_WORDS[spoken],
            session=session,
            menu=menu,
            **more,
        )
        return HTMLResponse(text.encode("utf-8", "replace"), status)

    def looking(self, work: Work) -> Endpoint:
        """An endpoint for people with a session and a name; `work` runs in a thread of its own."""

        async def look(request: Request) -> Response:
            session: Session | None = request.state.session
            if session is None:
                return await run_in_threadpool(self.closed)
            if not session.who:
                return RedirectResponse("/name", HTTPStatus.SEE_OTHER)
            return await run_in_threadpool(work, request, session)

        return look

    def posting(self, work: Post, *, named: bool = True) -> Endpoint:
        """An endpoint for a form of ours: the session's hidden token must be in it."""

        async def post(request: Request) -> Response:
            session: Session | None = request.state.session
            if session is None or (named and not session.who):
                return await run_in_threadpool(self.closed)
            async with request.form(max_files=0, max_fields=50) as form:
                token = form.get("form_token")
                if not isinstance(token, str) or not _same(token, session.form_token):
                    return await run_in_threadpool(self.stale_form, session)
                return await run_in_threadpool(work, request, session, form)

        return post

    def closed(self) -> Response:
        """What a browser without a session is told."""
        language = self._spoken()
        words = WEB_WORDS[language]
        return self._sentence(None, HTTPStatus.FORBIDDEN, language, words["closed_title"], words["closed"])

    def stale_form(self, session: Session) -> Response:
        """What is told where the hidden token of a form is not the session's."""
        language = self._spoken()
        words = WEB_WORDS[language]
        return self._sentence(session, HTTPStatus.FORBIDDEN, language, words["wrong"], words["form_old"])

    def failed(self, session: Session | None, error: RedlineError) -> Response:
        """An error of ours as a page: one sentence, and what to do."""
        language = self._spoken()
        status = next(
            (code for kind, code in _STATUS if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR
        )
        text, hint = said_in(language, str(error)), said_in(language, error.hint)
        return self._sentence(session, status, language, WEB_WORDS[language]["wrong"], text, hint)

    def missing(self, session: Session | None) -> Response:
        """There is no such page."""
        language = self._spoken()
        return self._sentence(session, HTTPStatus.NOT_FOUND, language, WEB_WORDS[language]["no_page"], "")

    def _spoken(self) -> Language:
        """The language of a page that must be shown even where the workspace cannot be read."""
        try:
            return self.desk.language()
        except RedlineError:
            return "en"

    def _sentence(
        self, session: Session | None, status: int, language: Language, title: str, text: str, hint: str = ""
    ) -> Response:
        return self.page(
            "sentence.html", session, language=language, status=status, title=title, text=text, hint=hint
        )


def _same(given: str, wanted: str) -> bool:
    import secrets

    return secrets.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


def make_app(desk: Desk, gate: Gate, plugs: Sequence[Plug] = ()) -> Starlette:
    """The web application over a workspace; `plugs` add pages, behind the same gate."""
    from agent.web.deciding import routes as deciding
    from agent.web.looking import routes as looking

    web = Web(desk, gate)
    web.plugged.extend(plug(web) for plug in plugs)

    async def ours(request: Request, error: Exception) -> Response:
        assert isinstance(error, RedlineError), "registered for these alone"
        return await run_in_threadpool(web.failed, request.state.session, error)

    async def theirs(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException), "registered for these alone"
        if error.status_code == HTTPStatus.NOT_FOUND and request.state.session:
            return await run_in_threadpool(web.missing, request.state.session)
        return Response(f"{error.detail}\n", error.status_code, media_type="text/plain")

    return Starlette(
        routes=[
            *looking(web),
            *deciding(web),
            *(route for plugged in web.plugged for route in plugged.routes),
            Route("/static/style.css", _static("text/css", "report:style.css", "web:web.css")),
            Route("/static/script.js", _static("text/javascript", "report:script.js", "web:web.js")),
        ],
        middleware=[Middleware(Doorkeeper, gate=gate)],
        exception_handlers={RedlineError: ours, HTTPException: theirs},
        max_body_size=MOST_BYTES,
    )


def _static(kind: str, *names: str) -> Endpoint:
    """A style sheet or script, from its parts; nothing in it is anybody's."""
    parts = [asset(name.partition(":")[2], f"agent.{name.partition(':')[0]}") for name in names]
    body = "\n".join(parts).encode()

    async def serve(_request: Request) -> Response:
        return Response(body, media_type=f"{kind}; charset=utf-8")

    return serve
