"""Nights with a careful model that counts, in a repository of their own: what `cost` and `peers` measure with."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from agent.app import wire
from agent.budget import Budget, Limits
from agent.embeddings import DIMENSIONS, Role
from agent.index import Index
from agent.judging import ModelJudge
from agent.llm_model import ModelWriter
from agent.llm_offline import OfflineWriter
from agent.outcome import Outcome
from agent.recording import Desk
from agent.running import run as run_night
from agent.store import content_hash
from evals.bench.honest import HonestModel, increments_in

if TYPE_CHECKING:
    from agent.embeddings import Vectors


class WordVectors:
    """Vectors by hash: what is asked of a model does not hang on their meaning, and a hundred documents are many."""

    name = "hash"

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:  # noqa: ARG002
        """See `embeddings.Embedder.embed`."""
        import numpy as np

        rows = [
            np.random.default_rng(int(content_hash(t.encode())[:8], 16)).standard_normal(DIMENSIONS)
            for t in texts
        ]
        found = np.array(rows, dtype=np.float32).reshape(len(texts), DIMENSIONS)
        made: Vectors = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
        return made

    def close(self) -> None:
        """Nothing is held."""


class Silent:
    """Progress that nobody watches."""

    def stage(self, name: str, detail: str = "") -> None:
        """See `state.Progress.stage`."""

    def step(self, done: int, total: int, what: str) -> None:
        """See `state.Progress.step`."""


@dataclass(frozen=True, slots=True)
class Night:
    """What one night took."""

    outcome: Outcome
    tokens_in: int
    tokens_out: int
    calls: int
    by_increments: tuple[tuple[int, int, int], ...]
    """Of each call: increments asked about, tokens in, tokens out."""
    prompts: tuple[str, ...]


def one_night(folder: Path, date: dt.date, model: HonestModel | None = None) -> Night:
    """Run a night with a careful model that counts, as writer and as judge; another `model` may word otherwise."""
    model = model or HonestModel()
    model.asked.clear()
    desk = Desk(model, Budget(Limits()), log=None)
    with tempfile.TemporaryDirectory() as place:
        services = wire(folder, document=None, base=None, progress=Silent())
        services = replace(
            services,
            writer=ModelWriter(desk, OfflineWriter()),
            judge=ModelJudge(desk),
            index=Index(Path(place), WordVectors()),
        )
        started = dt.datetime.combine(date, dt.time(23), tzinfo=services.zone)
        outcome, _ = run_night(services, date, "", lambda: started)
    calls = [(request, reply) for request, reply in model.asked]
    return Night(
        outcome=outcome,
        tokens_in=sum(reply.tokens_in for _, reply in calls),
        tokens_out=sum(reply.tokens_out for _, reply in calls),
        calls=len(calls),
        by_increments=tuple(
            (len(increments_in(request.turns[0].content)), reply.tokens_in, reply.tokens_out)
            for request, reply in calls
        ),
        prompts=tuple(request.turns[0].content for request, _ in calls),
    )
