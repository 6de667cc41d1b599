"""Questions in the browser: answers as they are proved, each quotation opened where it stands, one conversation a person."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import queue
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from pathlib import Path

from jinja2 import Environment, PackageLoader
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from agent.ask import Answer, Asker, Citation, Filters, Sentence
from agent.ask.context import Excerpt, opened
from agent.ask.kept import KeptAsker
from agent.ask.quoting import glanced_at
from agent.errors import RedlineError
from agent.models import Language
from agent.opening import Clock, open_workspace, system_clock
from agent.report import asset, environment
from agent.web.app import Plugged, Web
from agent.web.chat_words import CHAT_WORDS
from agent.web.gate import Session
from agent.web.looking import text_of

PATH = "/ask"
_LOOK_UP = 0.2
"""Seconds between two looks whether the reader is still there."""
_LONGEST = 2_000
"""Characters of a question."""
_SHOWN = 20
"""Answers of a conversation that the page shows."""
Show = Callable[[str, str], None]


@dataclass
class Chat:
    """The page with questions over the workspace around a folder."""

    folder: Path
    clock: Clock = system_clock
    _turns: dict[str, threading.Lock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def _kept(self) -> KeptAsker:
        return KeptAsker(lambda: open_workspace(self.folder))

    @cached_property
    def _templates(self) -> Environment:
        return environment(PackageLoader("agent.web"))

    def plug(self, web: Web) -> Plugged:
        """The page's routes."""
        labels: dict[Language, str] = {spoken: words["menu"] for spoken, words in CHAT_WORDS.items()}
        routes: tuple[BaseRoute, ...] = (
            Route(PATH, web.looking(lambda _, session: self._page(web, session)), methods=["GET"]),
            Route(
                PATH, web.posting(lambda _, session, form: self._asked(web, session, form)), methods=["POST"]
            ),
            Route(
                f"{PATH}/stream",
                web.posting(lambda _, session, form: self._streamed(web, session, form)),
                methods=["POST"],
            ),
            Route(
                f"{PATH}/forget",
                web.posting(lambda _, session, _form: self._forgotten(session)),
                methods=["POST"],
            ),
            Route(f"{PATH}/chat.css", _static("chat.css", "text/css")),
            Route(f"{PATH}/chat.js", _static("chat.js", "text/javascript")),
        )
        return Plugged(PATH, labels, routes)

    def close(self) -> None:
        """Let go of every file."""
        self._kept.close()

    def _page(
        self, web: Web, session: Session, *, question: str = "", told: str = "", status: int = HTTPStatus.OK
    ) -> Response:
        language = web.desk.language()
        asker = self._kept.get()
        turns = [self._turn(answer, asker, language) for answer in asker.told(_name(session), most=_SHOWN)]
        return web.page(
            "ask.html",
            session,
            language=language,
            status=status,
            a=CHAT_WORDS[language],
            turns=turns,
            question=question,
            told=told,
            contributors=asker.library.contributors(),
        )

    def _asked(self, web: Web, session: Session, form: FormData) -> Response:
        """A question put by a plain form: the page again, with its answer at the end."""
        question = text_of(form, "question").strip()
        words = CHAT_WORDS[web.desk.language()]
        if not question or len(question) > _LONGEST:
            told = words["empty" if not question else "long"].format(n=_LONGEST)
            return self._page(
                web, session, question=question, told=told, status=HTTPStatus.UNPROCESSABLE_ENTITY
            )
        filters = filters_of(form)
        with self._turn_of(session):
            self._kept.get().ask(
                question, filters=filters, conversation=_name(session), asked_on=self.clock().date()
            )
        return RedirectResponse(f"{PATH}#last", HTTPStatus.SEE_OTHER)

    def _forgotten(self, session: Session) -> Response:
        with self._turn_of(session):
            self._kept.get().forget(_name(session))
        return RedirectResponse(PATH, HTTPStatus.SEE_OTHER)

    def _streamed(self, web: Web, session: Session, form: FormData) -> Response:
        """The same for a script: one JSON object a line, a sentence as soon as it is proved, at the end the whole answer."""
        language = web.desk.language()
        question, filters = text_of(form, "question").strip()[:_LONGEST], filters_of(form)
        parts: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        left = threading.Event()

        def show(kind: str, html: str) -> None:
            parts.put(json.dumps({"kind": kind, "html": html}) + "\n")

        def work() -> None:
            try:
                self._tell(session, question, filters, language, show, left)
            except RedlineError as error:
                show(
                    "error", self._rendered("ask_error.html", language, told=f"{error} {error.hint}".strip())
                )
            finally:
                parts.put(None)

        threading.Thread(target=work, daemon=True).start()
        return StreamingResponse(_lines(parts, left), media_type="application/x-ndjson")

    def _tell(
        self,
        session: Session,
        question: str,
        filters: Filters,
        language: Language,
        show: Show,
        left: threading.Event,
    ) -> None:
        """Answer in a thread of its own until the reader has left."""
        with self._turn_of(session):
            asker = self._kept.get()
            told = asker.stream(
                question, filters=filters, conversation=_name(session), asked_on=self.clock().date()
            )
            try:
                for part in told:
                    if left.is_set():
                        return
                    if isinstance(part, Sentence):
                        shown = {"sentence": part, "open": _opener(asker)}
                        show("sentence", self._rendered("ask_sentence.html", language, **shown))
                    else:
                        show("answer", self._turn(part, asker, language))
            finally:
                told.close()

    def _turn(self, answer: Answer, asker: Asker, language: Language) -> str:
        """A question and its answer as a piece of the page."""
        return self._rendered(
            "ask_turn.html", language, answer=answer, open=_opener(asker), glanced_at=glanced_at
        )

    def _rendered(self, template: str, language: Language, **more: object) -> str:
        return self._templates.get_template(template).render(a=CHAT_WORDS[language], **more)

    def _turn_of(self, session: Session) -> threading.Lock:
        """One question of a conversation at a time."""
        with self._lock:
            return self._turns.setdefault(_name(session), threading.Lock())


def _opener(asker: Asker) -> Callable[[Citation], Excerpt | None]:
    return lambda cited: opened(asker.library, cited)


def _name(session: Session) -> str:
    """The conversation of a person: it goes on after a restart, under the same name."""
    return f"web-{hashlib.sha256(session.who.encode('utf-8', 'replace')).hexdigest()[:20]}"


def filters_of(form: FormData) -> Filters:
    """The filters of a form; a day that is none filters nothing."""

    def day(name: str) -> dt.date | None:
        try:
            return dt.date.fromisoformat(text_of(form, name))
        except ValueError:
            return None

    who = text_of(form, "by").strip()
    section = text_of(form, "section").strip()[:200]
    return Filters(
        contributors=(who,) if who else (),
        since=day("since"),
        until=day("until"),
        sections=(section,) if section else (),
    )


async def _lines(parts: queue.SimpleQueue[str | None], left: threading.Event) -> AsyncIterator[str]:
    """What the thread has to show; a reader who leaves ends it."""
    try:
        while True:
            try:
                part = await run_in_threadpool(parts.get, timeout=_LOOK_UP)
            except queue.Empty:
                continue
            if part is None:
                return
            yield part
    finally:
        left.set()


def _static(name: str, kind: str) -> Callable[[Request], Response]:
    body = asset(name, "agent.web").encode()

    def serve(_request: Request) -> Response:
        return Response(body, media_type=f"{kind}; charset=utf-8")

    return serve
