"""Every call goes over one desk: it is answered from what was kept, paid for once, recorded, and logged.

Answers are kept by the content of their question, so that a night which was killed pays for nothing twice, and
a recorded night can be run again, offline, to the same bytes. No key and no header is written anywhere.
"""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from agent.budget import Budget
from agent.errors import BadInput, BadReply, BudgetSpent, ModelError, ModelUnavailable
from agent.files import write_atomically
from agent.interrupt import abandonable
from agent.llm import ChatModel, ChatReply, ChatRequest
from agent.models import Model
from agent.prompts import Role
from agent.rotation import append

_MANIFEST = "recording.json"
_KINDS: dict[str, type[ModelError]] = {
    kind.__name__: kind for kind in (BadReply, ModelUnavailable, BudgetSpent)
}


class Failed(Model):
    """A call that came to nothing."""

    kind: Literal["BadReply", "ModelUnavailable", "BudgetSpent"]
    message: str
    failure: str
    tokens_in: int = 0
    tokens_out: int = 0

    def error(self) -> ModelError:
        """The error again."""
        return _KINDS[self.kind](
            self.message, failure=self.failure, tokens_in=self.tokens_in, tokens_out=self.tokens_out
        )

    def cost(self) -> ChatReply:
        """What it cost, as a reply without words."""
        return ChatReply(text="", tokens_in=self.tokens_in, tokens_out=self.tokens_out)


class Exchange(Model):
    """A question and what became of it."""

    request: ChatRequest
    reply: ChatReply | None = None
    failed: Failed | None = None


class Manifest(Model):
    """What a recording is of: by role, the model's name and the longest reply that it may be asked for."""

    models: dict[Role, tuple[str, int]]


class Exchanges:
    """Exchanges in a folder, one file each, named for the question's content."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, request: ChatRequest) -> Exchange | None:
        """What became of a question; None where it was never put, or its file is damaged."""
        try:
            found = Exchange.model_validate_json(self._path(request).read_bytes())
        except (OSError, ValidationError):
            return None
        return found if found.request == request else None

    def put(self, exchange: Exchange) -> None:
        """Keep an exchange."""
        write_atomically(
            self._path(exchange.request), exchange.model_dump_json(indent=1).encode("utf-8", "surrogatepass")
        )

    def _path(self, request: ChatRequest) -> Path:
        return self._folder / f"{request.key()[:40]}.json"


class Replay:
    """Answers from a recording, and from nothing else."""

    def __init__(self, folder: Path, role: Role) -> None:
        self.name, self.max_tokens = manifest_of(folder).models[role]
        self._folder = folder
        self._exchanges = Exchanges(folder)

    def complete(self, request: ChatRequest) -> ChatReply:
        """See `llm.ChatModel.complete`; raises `BadInput` for a question that was not recorded."""
        found = self._exchanges.get(request)
        if found is None:
            raise BadInput(
                f"The recording {self._folder} holds no answer to this question of the prompt {request.prompt!r} "
                f"({request.prompt_hash}).",
                "The prompt, the inbox or the document has changed since: record the night again.",
            )
        if found.failed:
            raise found.failed.error()
        assert found.reply is not None, "an exchange holds a reply or a failure"
        return found.reply


def manifest_of(folder: Path) -> Manifest:
    """What a folder is a recording of; raises `BadInput` where it is none."""
    try:
        return Manifest.model_validate_json((folder / _MANIFEST).read_bytes())
    except (OSError, ValidationError) as error:
        raise BadInput(
            f"{folder} is no recording: {_MANIFEST} is missing or damaged.", "Make one with --record DIR."
        ) from error


def begin_recording(folder: Path, models: dict[Role, tuple[str, int]]) -> None:
    """Say what a folder is going to be a recording of."""
    write_atomically(folder / _MANIFEST, Manifest(models=models).model_dump_json(indent=1).encode())


class LogLine(Model):
    """One line of the run log."""

    model: str
    role: str
    prompt: str
    prompt_hash: str
    request: str
    """Content hash of the whole question."""
    outcome: str
    """`answered`, `kept` (from an earlier run), or the name of the failure."""
    tokens_in: int = 0
    tokens_out: int = 0
    money: float = 0.0
    seconds: float = 0.0


class Desk:
    """A chat model with a budget, a memory and a log; threads may share it."""

    def __init__(
        self,
        model: ChatModel,
        budget: Budget,
        *,
        kept: Exchanges | None = None,
        record: Path | None = None,
        log: Path | None = None,
        parallel: int = 4,
    ) -> None:
        self.name = model.name
        self.max_tokens = model.max_tokens
        self._model = model
        self._budget = budget
        self._kept = kept
        self._record = Exchanges(record) if record else None
        self._log = log
        self._slots = threading.Semaphore(parallel)
        self._lock = threading.Lock()
        self._answered: dict[str, ChatReply | Failed] = {}

    def complete(self, request: ChatRequest) -> ChatReply:
        """See `llm.ChatModel.complete`; raises `BudgetSpent` before a call that would go over a limit."""
        with self._slots:
            found = self._before(request)
            if found is not None:
                return found
            began = time.monotonic()
            try:
                with self._budget.room_for(request):
                    reply = self._in_time(request)
                    if self._kept:
                        self._kept.put(Exchange(request=request, reply=reply))
                    money = self._budget.charge(reply, kept=False)
            except ModelError as error:
                self._failed(request, error, time.monotonic() - began)
                raise
            with self._lock:
                self._answered[request.key()] = reply
            self._note(request, "answered", reply, money, time.monotonic() - began)
            return reply

    def _in_time(self, request: ChatRequest) -> ChatReply:
        """The answer, with all tries and waits; nobody waits for it past the end of the night's time."""
        try:
            return abandonable(lambda: self._model.complete(request), self._budget.seconds_left())
        except TimeoutError as error:
            raise self._budget.out_of_time() from error

    def _before(self, request: ChatRequest) -> ChatReply | None:
        """The answer that this run, or an earlier one, has had already; an earlier one's is counted once.

        Raises `BadReply` where the answer was cut, refused or filtered.
        """
        key = request.key()
        with self._lock:
            known = self._answered.get(key)
        if isinstance(known, Failed):
            raise known.error()
        if known is not None:
            return known
        found = self._kept.get(request) if self._kept else None
        if found and found.failed:
            with self._lock:
                self._answered[key] = found.failed
            money = self._budget.failed(found.failed.cost())
            self._write(request, found.failed.failure, found.failed.cost(), money, 0.0)
            raise found.failed.error()
        if found is None or found.reply is None:
            return None
        with self._lock:
            self._answered[key] = found.reply
        self._note(request, "kept", found.reply, self._budget.charge(found.reply, kept=True), 0.0)
        return found.reply

    def _failed(self, request: ChatRequest, error: ModelError, seconds: float) -> None:
        kind = next((name for name, known in _KINDS.items() if isinstance(error, known)), "ModelUnavailable")
        told = Failed.model_validate(
            {
                "kind": kind,
                "message": str(error),
                "failure": error.failure,
                "tokens_in": error.tokens_in,
                "tokens_out": error.tokens_out,
            }
        )
        exchange = Exchange(request=request, failed=told)
        money = self._budget.failed(told.cost())
        if self._record:
            self._record.put(exchange)
        if self._kept and told.kind == "BadReply":
            self._kept.put(exchange)  # it was answered, and paid for: it would come again
            with self._lock:
                self._answered[request.key()] = told
        self._write(request, error.failure or kind, told.cost(), money, seconds)

    def _note(
        self, request: ChatRequest, outcome: str, reply: ChatReply, money: float, seconds: float
    ) -> None:
        if self._record:
            self._record.put(Exchange(request=request, reply=reply))
        self._write(request, outcome, reply, money, seconds)

    def _write(
        self, request: ChatRequest, outcome: str, reply: ChatReply, money: float, seconds: float
    ) -> None:
        if self._log is None:
            return
        line = LogLine(
            model=request.model,
            role=request.role,
            prompt=request.prompt,
            prompt_hash=request.prompt_hash,
            request=request.key()[:16],
            outcome=outcome,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            money=money,
            seconds=round(seconds, 3),
        )
        with self._lock:
            append(self._log, json.dumps(line.model_dump(), ensure_ascii=False))
