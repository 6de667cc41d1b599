"""Ctrl-C in the middle of a call: nobody waits for the answer, and nothing half-done is kept.

Worker threads are waited for when a run ends, and a call may take minutes with its tries. So the call itself is
made in a thread that nobody waits for; who waits for its answer looks up often enough to see that a person has
stopped the run. Signals belong to the whole process, and so does the event that tells of one.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

Answer = TypeVar("Answer")

_STOPPED = threading.Event()
_LOOK_UP = 0.1
"""Seconds."""
_POOLS = logging.getLogger("concurrent.futures")
"""It prints a traceback for each piece of work that can no longer be handed out: after a stop that is no news."""


@contextmanager
def stops_at_once() -> Iterator[None]:
    """While the body runs, Ctrl-C ends every `abandonable` wait."""
    _STOPPED.clear()
    _POOLS.disabled = False
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stop(_number: int, _frame: FrameType | None) -> None:
    _STOPPED.set()
    _POOLS.disabled = True
    raise KeyboardInterrupt


def abandonable(work: Callable[[], Answer], within: float | None = None) -> Answer:
    """What `work` returns or raises; `KeyboardInterrupt` as soon as a person stops the run, whatever it does, and
    `TimeoutError` where it is not done within so many seconds."""
    ends = None if within is None else time.monotonic() + within
    answers: list[Answer] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:  # noqa: BLE001  (handed on to the one who waits, whatever it is)
            errors.append(error)
        finally:
            done.set()

    threading.Thread(target=run, daemon=True).start()
    while not done.wait(_LOOK_UP):
        if _STOPPED.is_set():
            raise KeyboardInterrupt
        if ends is not None and time.monotonic() > ends:
            raise TimeoutError
    if errors:
        raise errors[0]
    return answers[0]
