"""Questions on which a model may have an opinion: among the places that come into question, and against a draft.

Its answer counts only within what it was given: it chooses one of the candidates, or lowers what was drafted.
It cannot name a place of its own, and it cannot make a sentence pass.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from agent.answers import Choice, Doubted
from agent.drafts import DraftPatch, DraftPoint, Planned
from agent.errors import ModelError
from agent.llm import ChatModel, ask
from agent.orders import without_orders
from agent.prompts import fence, load

_TEXT = 600
"""Characters of a note that tell where it belongs."""
_OPTION = 300
"""Characters of a section that tell what it holds."""


class ModelChooser:
    """Chooses among sections (`placement.Chooser`); each question is put once a run."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._prompt = load("place")
        self._known: dict[tuple[str, tuple[str, ...]], int | None] = {}
        self._lock = threading.Lock()

    def __call__(self, contents: str, options: Sequence[str], text: str) -> int | None:  # noqa: ARG002
        """See `placement.Chooser`; the table of contents is not shown, so that the cost does not grow with it."""
        key = (text[:_TEXT], tuple(options))
        with self._lock:
            if key in self._known:
                return self._known[key]
        chosen = self._asked(options, text)
        with self._lock:
            self._known[key] = chosen
        return chosen

    def _asked(self, options: Sequence[str], text: str) -> int | None:
        shown = "\n".join(
            fence(f"section {number}", one[:_OPTION]) for number, one in enumerate(options, start=1)
        )
        values = {"text": fence("note", without_orders(text[:_TEXT])), "options": shown}
        try:
            answer = ask(self._model, self._prompt, values, Choice)
        except ModelError:
            return None  # the rules' own choice stands, and is not sure
        return answer.choice - 1 if 1 <= answer.choice <= len(options) else None


class Critic:
    """Looks for sentences of a draft that their evidence does not bear out."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._prompt = load("doubt")

    def doubted(self, patch: DraftPatch, planned: Planned) -> frozenset[str]:
        """The texts of the sentences that it doubts; none where it cannot be asked."""
        claims = [claim for part in patch.parts if isinstance(part, DraftPoint) for claim in part.claims]
        cited = {name for claim in claims for name in claim.evidence}
        known = [entry for entry in planned.evidence if entry.id in cited]
        if not claims or not known:
            return frozenset()
        short = {entry.id: f"e{number}" for number, entry in enumerate(known, start=1)}
        values = {
            "evidence": "\n".join(fence(short[entry.id], without_orders(entry.quote)) for entry in known),
            "sentences": "\n".join(
                fence(f"{number} {' '.join(short[i] for i in claim.evidence if i in short)}", claim.text)
                for number, claim in enumerate(claims, start=1)
            ),
        }
        try:
            answer = ask(self._model, self._prompt, values, Doubted)
        except ModelError:
            return frozenset()  # the deterministic checks have passed them; nobody else was asked
        return frozenset(claims[number - 1].text for number in answer.doubted if 1 <= number <= len(claims))
