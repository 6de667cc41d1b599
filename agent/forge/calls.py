"""One call to a forge: tried again while that helps, and every way in which it fails in one sentence.

The libraries' own retries are off: stamina alone retries, bounded, with jitter, and as the server asks
(`Retry-After`, and the headers of its rate limit). No message holds the token.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import TypeVar

import stamina

from agent.errors import ForgeError, ForgeRefused, ForgeUnavailable
from agent.interrupt import abandonable
from agent.ledger.words import one_line
from agent.models import Model

Answer = TypeVar("Answer")

ATTEMPTS = 4
STRANGE = 599
"""Stands for the status of an answer that is none of a forge's: a proxy's page, half a body, another form."""
_LONGEST_WAIT = 60.0
"""Seconds; a server that asks for more is left alone until the next run."""
_TOLD = 200
_SLOW_DOWN = re.compile(r"rate limit|abuse detection|retry your request again later|wait a few minutes", re.I)
"""GitHub tells its secondary limit by words alone, with status 403."""


class Problem(Exception):
    """What a library ran into, before it has its sentence. `status` 0: there was no answer."""

    def __init__(self, status: int, said: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(said)
        self.status = status
        self.said = said
        self.headers = {name.lower(): str(value) for name, value in (headers or {}).items()}


class Place(Model):
    """Whom we speak to, for sentences; the token is held to be kept out of them."""

    host: str
    project: str
    token: str
    token_name: str
    rights: str
    """What a token needs, in words."""

    def __repr__(self) -> str:
        return f"Place({self.project!r} at {self.host!r})"

    __str__ = __repr__


class _Again(ForgeUnavailable):
    """A failure that may pass; `wait` is what the server asks for, in seconds."""

    wait: float | None = None


def ask(place: Place, what: str, work: Callable[[], Answer]) -> Answer:
    """What `work` returns; `what` is what it does, in words. Raises ForgeRefused or ForgeUnavailable."""
    for attempt in stamina.retry_context(
        on=_backoff, attempts=ATTEMPTS, timeout=None, wait_initial=1, wait_max=20, wait_jitter=1
    ):
        with attempt:
            try:
                return abandonable(work)
            except Problem as problem:
                named = _named(place, what, problem)
            raise named
    raise AssertionError("stamina raises the last error")


def _backoff(error: Exception) -> bool | float:
    """Whether to try again; the seconds to wait where the server names them."""
    if not isinstance(error, _Again):
        return False
    if error.wait is None:
        return True
    return error.wait if error.wait <= _LONGEST_WAIT else False


def _named(place: Place, what: str, problem: Problem) -> ForgeError:
    """The problem in one sentence, and what to do."""
    said = _plain(problem.said, place.token)
    told = said if problem.status == STRANGE else f"{problem.status}: {said}".rstrip(": ")
    if not problem.status:
        return _again(
            f"{place.host} could not be reached to {what}: {said}.", "Check the network and the address"
        )
    if _is_limit(problem):
        return _slow_down(place, what, problem, told)
    if problem.status == 408 or problem.status >= 500:
        made = _again(f"{place.host} could not {what} ({told}).", "It seems to be in trouble")
        made.wait = _wait(problem.headers)
        return made
    sentence, hint = _refusal(place, what, problem.status)
    return ForgeRefused(f"{sentence} ({told}).", hint=hint)


def _refusal(place: Place, what: str, status: int) -> tuple[str, str]:
    """What a status says that will not pass by itself, and what to do about it."""
    token = f"the token in {place.token_name}"
    if status == 401:
        return (
            f"{place.host} refuses {token}",
            f"Put a valid one there, with {place.rights}; it may have expired.",
        )
    if status == 403:
        return (
            f"{place.host} does not let {token} {what} in {place.project}",
            f"Give it the right: {place.rights}.",
        )
    if status in (404, 410):
        return (
            f"{place.host} has no {place.project}, or does not show it to {token}, to {what}",
            f"Correct `project` under [forge], or give the token the right: {place.rights}.",
        )
    if 300 <= status < 400:
        return (
            f"{place.host} says that {place.project} has moved",
            "Correct `project` or `base_url` under [forge].",
        )
    return (
        f"{place.host} did not {what}",
        "Look at the branch and at the project's settings there, then run this again.",
    )


def _again(sentence: str, hint: str) -> _Again:
    return _Again(sentence, hint=f"{hint}; run the same command again later: what is done is kept.")


def _slow_down(place: Place, what: str, problem: Problem, told: str) -> _Again:
    wait = _wait(problem.headers)
    when = f" in {max(1, round(wait / 60))} min" if wait is not None and wait > _LONGEST_WAIT else " later"
    made = _Again(
        f"The rate limit of {place.host} is reached, so it did not {what} ({told}).",
        hint=f"Run the same command again{when}: what is done is kept.",
    )
    made.wait = wait
    return made


def _is_limit(problem: Problem) -> bool:
    if problem.status == 429:
        return True
    spent = problem.headers.get("x-ratelimit-remaining") == "0" or "retry-after" in problem.headers
    return problem.status == 403 and (spent or bool(_SLOW_DOWN.search(problem.said)))


def _wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asks for; moments are held against the response's own date: no clock of ours is asked."""
    asked = headers.get("retry-after", "")
    sent, until = _http_date(headers.get("date", "")), _http_date(asked)
    if seconds := _number(asked):
        return seconds
    if until and sent:
        return max(0.0, (until - sent).total_seconds())
    remaining = headers.get("x-ratelimit-remaining", headers.get("ratelimit-remaining"))
    reset = _number(headers.get("x-ratelimit-reset", headers.get("ratelimit-reset", "")))
    if remaining == "0" and reset and sent:
        return max(0.0, reset - sent.timestamp())
    return None


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"\d{1,12}", text.strip()) else None


def _http_date(text: str) -> dt.datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)


def _plain(text: str, token: str) -> str:
    """A server's words on one line, short, without the token and without what steers a terminal."""
    safe = text.replace(token, "[token]") if token else text
    return one_line(safe)[:_TOLD].rstrip(".: ")
