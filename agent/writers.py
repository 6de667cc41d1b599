"""Which writer a run has: the model that the settings name, where its key is at hand, else the offline one."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agent.budget import Budget, Limits
from agent.condensing import Condenser
from agent.llm import ChatModel, Writer
from agent.llm_offline import OfflineWriter
from agent.prompts import Role
from agent.recording import Desk, Exchanges, Replay, begin_recording, manifest_of
from agent.settings import ModelSettings

if TYPE_CHECKING:
    from agent.judging import ModelJudge
    from agent.llm_openai import OpenAIModel

_LOG = "logs/calls.jsonl"
_ANSWERS = "answers"
_MEMORY = "servers.json"
_M_PERTURB = -6
"""Parameter of mallopt(3)."""


@dataclass(frozen=True)
class Hired:
    """A writer, who is asked beside it, what they have spent, and what an operator should know of the choice."""

    writer: Writer
    judge: ModelJudge | None = None
    budget: Budget | None = None
    note: str = ""
    condenser: Condenser | None = None


def hire(
    settings: ModelSettings,
    environment: Mapping[str, str],
    state_dir: Path,
    *,
    record: Path | None = None,
    replay: Path | None = None,
) -> Hired:
    """The writer of a run; raises `BadInput` where `replay` is no recording.

    A verifier is asked only where one is named of its own: the checks do not need it.
    """
    offline = OfflineWriter()
    models: dict[Role, ChatModel] = {}
    if replay:
        models = {role: Replay(replay, role) for role in manifest_of(replay).models}
    else:
        chosen = settings.of_role("writer")
        if not chosen.name:
            return Hired(offline)
        if chosen.key_env and not environment.get(chosen.key_env):
            return Hired(offline, note=f"no key in {chosen.key_env}: the offline writer words this night")
        models = _connected(settings, environment, state_dir)
    if record:
        begin_recording(record, {role: (model.name, model.max_tokens) for role, model in models.items()})
    from agent.condenser import ModelCondenser
    from agent.judging import Critic, ModelJudge
    from agent.llm_model import ModelWriter

    budget = Budget(limits_of(settings) if not replay else Limits())
    desks = {
        role: Desk(
            model,
            budget,
            kept=None if replay else Exchanges(state_dir / _ANSWERS),
            record=record,
            log=state_dir / _LOG,
            parallel=settings.parallel,
        )
        for role, model in models.items()
    }
    critic = Critic(desks["verifier"]) if "verifier" in desks else None
    return Hired(
        ModelWriter(desks["writer"], offline, critic),
        ModelJudge(desks["judge"]) if "judge" in desks else None,
        budget,
        condenser=ModelCondenser(desks["writer"]),
    )


def _connected(
    settings: ModelSettings, environment: Mapping[str, str], state_dir: Path
) -> dict[Role, ChatModel]:
    """A model for each role that a night has work for; roles at one address share one."""
    wipe_freed_memory()
    models: dict[Role, ChatModel] = {"writer": connect(settings, "writer", environment, state_dir)}
    same = settings.of_role("judge") == settings.of_role("writer")
    models["judge"] = models["writer"] if same else connect(settings, "judge", environment, state_dir)
    if "verifier" in settings.roles:
        models["verifier"] = connect(settings, "verifier", environment, state_dir)
    return models


def connect(
    settings: ModelSettings, role: Role, environment: Mapping[str, str], state_dir: Path
) -> OpenAIModel:
    """The model of a role at its address."""
    from agent.llm_openai import Endpoint, OpenAIModel

    chosen = settings.of_role(role)
    endpoint = Endpoint(
        base_url=chosen.base_url,
        name=chosen.name,
        key=environment.get(chosen.key_env, "") if chosen.key_env else "",
        timeout=settings.timeout,
        attempts=settings.attempts,
        max_tokens=settings.max_tokens,
    )
    return OpenAIModel(endpoint, state_dir / _MEMORY)


def wipe_freed_memory() -> None:
    """Have the C library overwrite memory when it is freed, where it can (glibc).

    The vector index writes to its files memory that it never set (chroma-core/chroma issue 7688): without this,
    what was freed there before, such as the headers of a request with their key, is found on the disk.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if os.name == "posix" else None
    if mallopt is not None:
        mallopt(_M_PERTURB, 0xFF)


def limits_of(settings: ModelSettings) -> Limits:
    """The budget that the settings give."""
    return Limits(**settings.model_dump(include=set(Limits.model_fields)))
