"""Any model in each role of a night: one that Inspect knows (`provider/name`), or one behind the product's own seam."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import anyio
import anyio.from_thread
from anyio.lowlevel import EventLoopToken, current_token

from agent.budget import Budget, Limits
from agent.errors import BadInput, ModelUnavailable
from agent.judging import Critic, ModelJudge
from agent.llm import ChatModel, ChatReply, ChatRequest
from agent.llm_model import ModelWriter
from agent.llm_offline import OfflineWriter
from agent.prompts import Role
from agent.recording import Desk, Exchanges, Replay, begin_recording
from agent.settings import RoleSettings, Settings
from agent.writers import connect, hire
from evals.staging import Cast, Crew, offline

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, Model, ModelOutput

ROLES: tuple[Role, ...] = ("writer", "verifier", "judge")
_TOKEN: ContextVar[EventLoopToken | None] = ContextVar("loop", default=None)
_CHARS_A_TOKEN = 3
_STYLE = re.compile(r"\[/?[a-z ]*\]")
"""Marks of style in what Inspect says."""
_MAX_TOKENS = 6000
_KEY_HINT = (
    "Set it, or name another variable in REDLINE_MODEL__KEY_ENV (and the server in REDLINE_MODEL__BASE_URL)."
)


def on_this_loop() -> None:
    """Have calls of Inspect's models, from whatever thread of this task, run on this event loop."""
    _TOKEN.set(current_token())


class InspectModel:
    """A model of Inspect's behind the product's seam: calls stand in the log of the sample that makes them."""

    max_tokens = _MAX_TOKENS

    def __init__(self, name: str) -> None:
        """Raises `BadInput` where Inspect knows no such model, or lacks its package or key."""
        from inspect_ai._util.error import PrerequisiteError  # raised by get_model, exported nowhere else
        from inspect_ai.model import get_model

        self.name = name
        try:
            self._model: Model = get_model(name)
        except (PrerequisiteError, ImportError, RuntimeError, ValueError) as error:
            said = " ".join(_STYLE.sub("", str(error)).split()).removeprefix("ERROR: ").rstrip(".:")
            raise BadInput(f"The model {name} cannot be asked: {said}.") from error
        self._token = _TOKEN.get()

    def complete(self, request: ChatRequest) -> ChatReply:
        """See `llm.ChatModel.complete`; whatever keeps the provider from answering is `ModelUnavailable`."""
        from inspect_ai.model import GenerateConfig

        ask = partial(
            self._model.generate, _messages(request), config=GenerateConfig(max_tokens=request.max_tokens)
        )
        try:
            output: ModelOutput = (
                anyio.from_thread.run(ask, token=self._token) if self._token else anyio.run(ask)
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise ModelUnavailable(f"{self.name} did not answer: {error}", failure="no answer") from error
        if output.error:
            raise ModelUnavailable(f"{self.name} did not answer: {output.error}", failure="no answer")
        usage = output.usage
        return ChatReply(
            text=output.completion,
            tokens_in=usage.input_tokens if usage else request.characters() // _CHARS_A_TOKEN,
            tokens_out=usage.output_tokens if usage else len(output.completion) // _CHARS_A_TOKEN,
            counted=usage is not None,
        )


def _messages(request: ChatRequest) -> list[ChatMessage]:
    from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser

    turns: list[ChatMessage] = [ChatMessageSystem(content=request.system)]
    for turn in request.turns:
        kind = ChatMessageUser if turn.role == "user" else ChatMessageAssistant
        turns.append(kind(content=turn.content))
    return turns


def cast_of(names: Sequence[str]) -> Cast:
    """Who plays a night: `NAME` in all roles, `ROLE=NAME` in one; the offline writer where none is named.

    A name with a `/` is one of Inspect's (`openai/…`, `mockllm/model`); another is a model behind the address
    and key that the product's own settings name. Raises `BadInput` for a role that there is not, or no key.
    """
    roles = _roles(names)
    if not roles:
        return offline()
    if "writer" not in roles:
        raise BadInput("A model is named for a role, and none for the writer.", "Add --model writer=NAME.")
    told = ",".join(f"{role}={name}" for role, name in sorted(roles.items()))
    name = roles["writer"] if len(set(roles.values())) == 1 else told
    if all("/" in one for one in roles.values()):
        for one in set(roles.values()):
            InspectModel(one)
        return Cast(name, lambda _: _of_inspect(roles))
    if any("/" in one for one in roles.values()):
        raise BadInput("Models of Inspect's and of the product's own settings cannot be mixed.")
    _check_models(roles)
    return Cast(name, lambda state: _of_settings(roles, state))


def _roles(names: Sequence[str]) -> dict[Role, str]:
    roles: dict[Role, str] = {}
    for name in names:
        role, given, model = name.partition("=")
        if not given:
            roles.update({"writer": name, "judge": name})
            continue
        if role not in ROLES:
            raise BadInput(f"There is no role {role!r}.", f"Roles: {', '.join(ROLES)}.")
        roles[next(one for one in ROLES if one == role)] = model
    return roles


def _check_models(roles: Mapping[Role, str]) -> None:
    """Say before the first night that a key is missing, rather than in each of them."""
    own = Settings().model
    for role, name in roles.items():
        key = own.of_role(role).key_env
        if key and not os.environ.get(key):
            raise BadInput(f"{name} cannot be asked: there is no key in {key}.", _KEY_HINT)


def _of_inspect(roles: Mapping[Role, str]) -> Crew:
    budget = Budget(Limits())
    models: dict[str, ChatModel] = {name: InspectModel(name) for name in set(roles.values())}
    desks = {role: Desk(models[name], budget, log=None) for role, name in roles.items()}
    critic = Critic(desks["verifier"]) if "verifier" in desks else None
    return Crew(
        ModelWriter(desks["writer"], OfflineWriter(), critic),
        ModelJudge(desks["judge"]) if "judge" in desks else None,
        budget.usage,
    )


def _of_settings(roles: Mapping[Role, str], state: Path) -> Crew:
    own = Settings().model
    kept: dict[Literal["writer", "verifier", "chat", "judge"], RoleSettings] = dict(own.roles)
    kept.update(
        {
            role: own.of_role(role).model_copy(update={"name": name})
            for role, name in roles.items()
            if role != "writer"
        }
    )
    hired = hire(own.model_copy(update={"name": roles["writer"], "roles": kept}), os.environ, state)
    return Crew(hired.writer, hired.judge, lambda: hired.budget.usage() if hired.budget else None)


def asked(name: str, folder: Path, role: Role, budget: Budget | None = None) -> Desk:
    """A model by its name, whose exchanges are kept in a folder, so that nothing is paid for twice.

    That folder is a recording; the path of a recording in place of a name answers from it alone. Raises `BadInput`
    where there is no key.
    """
    spent = budget or Budget(Limits())
    if (place := Path(name)).is_dir():
        return Desk(Replay(place, role), spent)
    model = model_of(name, folder.parent)
    begin_recording(folder, {role: (model.name, model.max_tokens)})
    return Desk(model, spent, kept=Exchanges(folder))


def check_model(name: str) -> None:
    """Say before the first question that a model cannot be asked; raises `BadInput`."""
    if Path(name).is_dir():
        return
    if "/" in name:
        InspectModel(name)
        return
    own = Settings().model.model_copy(update={"name": name, "roles": {}})
    if own.key_env and not os.environ.get(own.key_env):
        raise BadInput(f"{name} cannot be asked: there is no key in {own.key_env}.", _KEY_HINT)


def model_of(name: str, state: Path) -> ChatModel:
    """One model by its name, for a judge of drafts; raises `BadInput` where there is no key for it."""
    if "/" in name:
        return InspectModel(name)
    check_model(name)
    own = Settings().model.model_copy(update={"name": name, "roles": {}})
    return connect(own, "judge", os.environ, state)
