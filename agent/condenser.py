"""Asks a model to say passages of a section that is too long in fewer words; what it says is checked elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.answers import CondenseAnswer
from agent.condensing import Passage
from agent.llm import ChatModel, ask
from agent.orders import without_orders
from agent.prompts import fence, load


class ModelCondenser:
    """See `condensing.Condenser`; one call a section."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._prompt = load("condense")
        self.name = f"{model.name} prompt:{self._prompt.hash}"

    def __call__(self, heads: Sequence[str], passages: Sequence[Passage]) -> Mapping[str, str]:
        """The new wordings; a passage that gives orders is not shown. Raises `ModelError`."""
        shown = [one for one in passages if without_orders(one.text) == one.text]
        if not shown:
            return {}
        values = {
            "place": fence("place", " > ".join(heads)),
            "passages": "\n".join(fence(one.name, one.text) for one in shown),
        }
        answer = ask(self._model, self._prompt, values, CondenseAnswer)
        names = {one.name for one in shown}
        found: dict[str, str] = {}
        for entry in answer.passages:
            if entry.passage.strip() in names:
                found.setdefault(entry.passage.strip(), entry.text)
        return found
