"""Chat models behind any server that speaks OpenAI's protocol; every way in which one fails has a name.

The client's own retries are off: stamina alone retries, with jitter, and as the server asks (`Retry-After`).
How a server wants to be asked (by JSON schema, in JSON mode, in plain words; what it calls the limit of
tokens; whether it takes a temperature) is found out by its refusals, once, and remembered.
"""

from __future__ import annotations

import datetime as dt
import json
import threading
import time
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Annotated, Any, NoReturn

import httpx2
import openai
import stamina
from pydantic import StringConstraints, ValidationError

from agent.completion import AGAIN, Failure, answer_in, begun, error_in, fail
from agent.dialects import Dialect, is_of_the_form, messages, options, simpler
from agent.errors import ModelError, ModelUnavailable
from agent.files import write_atomically
from agent.interrupt import abandonable
from agent.llm import ChatReply, ChatRequest
from agent.models import Model
from agent.wire import LONGEST_REPLY, TooLong, client

_HOPELESS: frozenset[Failure] = frozenset({"key refused", "no such model", "quota spent", "sent elsewhere"})
_LONGEST_WAIT = 60.0
"""Seconds; a server that asks for more is given up for this night."""
_GIVEN_UP_AFTER = 2
"""Calls in a row that failed after all their tries, before the rest of the night does without."""
_TOLD = 200
_TOO_LONG = ("context length", "context_length", "too long", "maximum context")
_FILTERED = ("content_filter", "content management policy", "content policy")
_SECRET_FROM = 12
"""Characters of a key that is a secret; servers at home are given words such as `none`, which texts may hold."""


class Endpoint(Model):
    """A model at an address."""

    base_url: str
    """Empty: OpenAI's own."""
    name: str
    key: Annotated[str, StringConstraints(strip_whitespace=True)]
    """The secret itself: it is kept out of every message, file and representation."""
    timeout: float = 120.0
    """Seconds for one call, all in all, each try anew."""
    attempts: int = 4
    max_tokens: int = 4000

    def __repr__(self) -> str:
        return f"Endpoint({self.name!r} at {httpx2.URL(self.base_url).host or 'OpenAI'})"

    __str__ = __repr__


class OpenAIModel:
    """One endpoint; threads may share it."""

    def __init__(self, endpoint: Endpoint, memory: Path | None = None) -> None:
        self.name = endpoint.name
        self.max_tokens = endpoint.max_tokens
        self._endpoint = endpoint
        self._memory = memory
        self._lock = threading.Lock()
        self._failed = 0
        self._dead: ModelError | None = None
        stamina.instrumentation.set_on_retry_hooks(
            []
        )  # the run log tells of failures; nothing goes to stderr
        self._client = openai.OpenAI(
            base_url=endpoint.base_url or None,
            api_key=endpoint.key or "none",
            max_retries=0,
            default_headers={"Connection": "close"},  # a call takes seconds: no connection waits for the next
            http_client=client(endpoint.timeout),
            timeout=openai.NOT_GIVEN,
        )
        self._dialect = self._remembered()

    @property
    def dialect(self) -> Dialect:
        """How the server wants to be asked, as far as that is known."""
        return self._dialect

    def complete(self, request: ChatRequest) -> ChatReply:
        """See `llm.ChatModel.complete`."""
        with self._lock:
            if self._dead:
                said = f"{self.name} was given up earlier in this night: {self._dead}"
                raise ModelUnavailable(said, self._dead.hint, failure=self._dead.failure)
        try:
            reply = self._tried(request)
        except ModelError as error:
            self._note(error)
            raise
        with self._lock:
            self._failed = 0
        return reply

    def _note(self, error: ModelError) -> None:
        with self._lock:
            self._failed += isinstance(error, ModelUnavailable) and error.failure != "prompt too long"
            if error.failure in _HOPELESS or self._failed >= _GIVEN_UP_AFTER:
                self._dead = error

    def _tried(self, request: ChatRequest) -> ChatReply:
        """The answer of the first try that has one; its tokens, or those of the last error, are those of all tries."""
        spent_in = spent_out = 0
        for attempt in stamina.retry_context(
            on=_backoff,
            attempts=self._endpoint.attempts,
            timeout=None,
            wait_initial=1,
            wait_max=30,
            wait_jitter=1,
        ):
            with attempt:
                try:
                    reply = self._in_its_dialect(request)
                except ModelError as error:
                    spent_in, spent_out = spent_in + error.tokens_in, spent_out + error.tokens_out
                    error.tokens_in, error.tokens_out = spent_in, spent_out
                    raise
                return reply.model_copy(
                    update={
                        "tokens_in": reply.tokens_in + spent_in,
                        "tokens_out": reply.tokens_out + spent_out,
                    }
                )
        raise AssertionError("stamina raises the last error")

    def _in_its_dialect(self, request: ChatRequest) -> ChatReply:
        """Ask; while the server refuses the form of the question, ask in the next simpler form.

        What is learnt of it is what it answers to: a question that is refused in every form says nothing of forms.
        """
        dialect = self._dialect
        while True:
            try:
                reply = self._once(request, dialect)
            except _Refused as error:
                plainer = simpler(dialect, error.said)
                if plainer is None:
                    fail("request refused", f"{self.name} refused the request: {error.said}.")
                dialect = plainer
                continue
            if not dialect.proven:
                self._learn(dialect.model_copy(update={"proven": True}))
            return reply

    def _once(self, request: ChatRequest, dialect: Dialect) -> ChatReply:
        """One try, ended by the clock whatever comes over the wire."""
        if not (self._endpoint.key.isascii() and self._endpoint.key.isprintable()):
            fail("key refused", f"The key for {self._where()} holds characters that no key can have.")
        came: list[bytes] = []
        try:
            abandonable(lambda: self._send(request, dialect, came), self._endpoint.timeout)
        except (TimeoutError, openai.APITimeoutError, httpx2.TimeoutException) as error:
            said = f"{self.name} did not answer within {self._endpoint.timeout:g} s."
            fail("timeout", said, error, spent=begun(request, came))
        except openai.APIConnectionError as error:
            said = f"{self._where()} cannot be reached: {self._told(_cause(error))}."
            fail("no connection", said, error)
        except openai.APIStatusError as error:
            self._refusal(error)
        except TooLong as error:
            said = f"{self.name} sent more than {LONGEST_REPLY} bytes."
            fail("endless", said, error, spent=begun(request, came))
        except httpx2.HTTPError as error:
            said = f"The connection to {self._where()} broke off: {self._told(_cause(error))}."
            fail("connection lost", said, error, spent=begun(request, came))
        body = self._without_key(b"".join(came).decode("utf-8", "surrogateescape"))
        return answer_in(body.encode("utf-8", "surrogateescape"), request, self.name, self._where())

    def _send(self, request: ChatRequest, dialect: Dialect, came: list[bytes]) -> None:
        """Ask; the body of the response comes into `came`."""
        ends = time.monotonic() + self._endpoint.timeout
        asked = self._client.chat.completions.with_streaming_response.create(
            model=request.model, messages=messages(request, dialect), **options(request, dialect)
        )
        with asked as response:
            for part in response.iter_bytes():
                came.append(part)
                if time.monotonic() > ends:
                    raise TimeoutError

    def _refusal(self, error: openai.APIStatusError) -> NoReturn:
        """A status that is no answer, by name."""
        status = error.status_code
        said = self._told(error_in(error.body) or str(error.message))
        words = said.casefold()
        if 300 <= status < 400:
            to = httpx2.URL(error.response.headers.get("location", "")).host or "another address"
            fail("sent elsewhere", f"{self._where()} sends questions on to {to}: none was sent there.", error)
        if status in (401, 403):
            fail("key refused", f"{self._where()} refuses the key: {said}.", error)
        if status == 404:
            fail(
                "no such model",
                f"{self._where()} has no model {self.name!r} or is no such API: {said}.",
                error,
            )
        if status == 402 or (status == 429 and ("insufficient_quota" in said or "billing" in words)):
            fail("quota spent", f"The quota of {self.name} is spent: {said}.", error)
        if status == 429:
            raise _RateLimited(f"{self.name} asks to slow down: {said}.", _retry_after(error)) from error
        if status == 500 and is_of_the_form(said):
            raise _Refused(said) from error
        if status in (408, 409, 425) or status >= 500:
            raise _Busy(f"{self._where()} answered {status}: {said}.", _retry_after(error)) from error
        if status == 413 or any(sign in words for sign in _TOO_LONG):
            fail("prompt too long", f"The prompt is too long for {self.name}: {said}.", error)
        if any(sign in words for sign in _FILTERED):
            fail("filtered", f"A content filter refused what was asked of {self.name}: {said}.", error)
        raise _Refused(said) from error

    def _where(self) -> str:
        return str(self._client.base_url.host) or self._endpoint.base_url

    def _told(self, text: str) -> str:
        """The beginning of what a server says, as a part of our own sentence."""
        plain = "".join(sign if sign.isprintable() else " " for sign in self._without_key(text))
        return " ".join(plain.split())[:_TOLD].rstrip(".")

    def _without_key(self, text: str) -> str:
        key = self._endpoint.key
        return text.replace(key, "[key]") if len(key) >= _SECRET_FROM else text

    def _remembered(self) -> Dialect:
        try:
            return Dialect.model_validate(_memories(self._memory).get(self._id(), {}))
        except ValidationError:
            return Dialect()

    def _learn(self, dialect: Dialect) -> None:
        with self._lock:
            self._dialect = dialect
            if self._memory and dialect.proven:
                known = {**_memories(self._memory), self._id(): dialect.model_dump()}
                write_atomically(self._memory, json.dumps(known, indent=1, sort_keys=True).encode())

    def _id(self) -> str:
        return f"{self._client.base_url.copy_with(userinfo=b'', query=None)} {self.name}"


class _Refused(Exception):
    """The server does not take the request as it stands."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class _Busy(ModelUnavailable):
    """The server says that it cannot now, and perhaps when it can."""

    name: Failure = "server error"

    def __init__(self, message: str, wait: float | None) -> None:
        super().__init__(message, failure=self.name)
        self.wait = wait


class _RateLimited(_Busy):
    name: Failure = "rate limited"


def _backoff(error: Exception) -> bool | float:
    """Whether to try again; the seconds to wait where the server names them."""
    if not isinstance(error, ModelError) or error.failure not in AGAIN:
        return False
    wait = error.wait if isinstance(error, _Busy) else None
    if wait is None:
        return True
    return wait if wait <= _LONGEST_WAIT else False


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Seconds that the server asks for. A date is held against the response's own date: no clock of ours is asked."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            wait = float(error.response.headers.get(name, "")) * unit
        except ValueError:
            continue
        if wait >= 0:
            return wait
    until, sent = (_http_date(error.response.headers.get(name, "")) for name in ("retry-after", "date"))
    return max(0.0, (until - sent).total_seconds()) if until and sent else None


def _http_date(text: str) -> dt.datetime | None:
    """A date as HTTP gives it (RFC 9110, 5.6.7), aware; None for anything else."""
    try:
        found = parsedate_to_datetime(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)


def _cause(error: BaseException) -> str:
    return str(error.__cause__ or error) or type(error).__name__


def _memories(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        known = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}
