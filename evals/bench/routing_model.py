"""The routing bench with a model: of the cases whose place words do not decide, it ranks the best sections.

It is asked as a night asks it (`judging.ModelJudge`): the eight best sections, a few notes a call, nothing else of
the document. A run can be recorded, and repeated from the recording without a model.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.budget import Budget, Limits
from agent.judging import MOST, ModelJudge
from agent.outcome import Usage
from agent.placement.place import BEST, SURE, option
from agent.placement.rank import Ranked
from agent.placement.survey import Survey
from agent.recording import Desk, Replay, begin_recording
from agent.settings import ModelSettings
from agent.writers import connect
from evals.bench.report import Bound


@dataclass(frozen=True, slots=True)
class Open:
    """A case whose place words do not decide."""

    id: str
    doc: str
    text: str
    ranked: Sequence[Ranked]
    survey: Survey


def options(parser: argparse.ArgumentParser) -> None:
    """The flags of a run with a model."""
    parser.add_argument("--model", metavar="NAME", help="ask this model where the ranking is not sure")
    parser.add_argument("--base-url", default="", help="address of its server; OpenAI's own by default")
    parser.add_argument("--key-env", default="OPENAI_API_KEY", help="variable with its key; empty for none")
    parser.add_argument("--record", type=Path, metavar="DIR", help="keep every exchange with the model")
    parser.add_argument("--replay", type=Path, metavar="DIR", help="answer from such a folder alone")
    parser.add_argument("--sample", type=int, metavar="N", help="ask about so many of the unsure cases only")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")


class Asked:
    """One run's questions to a model, and its answers."""

    def __init__(self, args: argparse.Namespace, place: Path) -> None:
        """`place` is a folder for what is found out about the server."""
        self._budget = Budget(Limits())
        if args.replay:
            model: Replay | None = Replay(args.replay, "judge")
        else:
            model = None
        settings = ModelSettings(name=args.model or "", base_url=args.base_url, key_env=args.key_env)
        chosen = model or connect(settings, "judge", os.environ, place)
        if args.record:
            begin_recording(args.record, {"judge": (chosen.name, chosen.max_tokens)})
        self._desk = Desk(chosen, self._budget, record=args.record)
        self._sample, self._seed = args.sample, args.seed

    def chosen(self, cases: Sequence[Open]) -> list[Open]:
        """The cases that are asked about."""
        if self._sample is None or self._sample >= len(cases):
            return list(cases)
        drawn = random.Random(self._seed).sample(range(len(cases)), self._sample)  # noqa: S311  (sampling, not secrecy)
        return [cases[number] for number in sorted(drawn)]

    def answers(self, cases: Sequence[Open]) -> Mapping[str, tuple[int, ...]]:
        """By case, places among its eight best sections, best first; those of one document are asked together."""
        found: dict[str, tuple[int, ...]] = {}
        for some in _together(cases):
            judge = ModelJudge(self._desk)
            told = {
                case.id: [option(case.survey, one, case.text) for one in case.ranked[:BEST]] for case in some
            }
            for case in some:
                judge.places("", told[case.id], case.text)
            judge.settle()
            found.update({case.id: judge.places("", told[case.id], case.text) for case in some})
        return found

    def usage(self) -> Usage:
        """Calls and tokens."""
        return self._budget.usage()


def unsure(confidence: float) -> bool:
    """Whether a night would ask."""
    return confidence < SURE


def reordered(ranked: Sequence[Ranked], best: Sequence[int]) -> list[Ranked]:
    """The ranking with what a model named first."""
    named = [ranked[number] for number in best if number < len(ranked)]
    return [*named, *(one for number, one in enumerate(ranked) if number not in best)]


def targets() -> dict[str, Bound]:
    """What a strong model should reach (with a model; without one see `routing.TARGETS`)."""
    return {"top1": (">=", 0.78), "top3": (">=", 0.94)}


def _together(cases: Sequence[Open]) -> Iterator[list[Open]]:
    by_doc: dict[str, list[Open]] = {}
    for case in cases:
        by_doc.setdefault(case.doc, []).append(case)
    for some in by_doc.values():
        for at in range(0, len(some), MOST):
            yield some[at : at + MOST]
