"""The desk: what is answered is paid for once, and what failed costs what it cost."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from agent.budget import Budget, Limits
from agent.errors import BadReply, BudgetSpent, ModelError, ModelUnavailable
from agent.judging import ModelJudge
from agent.llm import ChatReply, ChatRequest, Turn
from agent.recording import Desk, Exchange, Exchanges, Replay, begin_recording


def request(text: str = "1 2") -> ChatRequest:
    return ChatRequest(
        model="m", role="judge", prompt="p", prompt_hash="0", system="s",
        turns=(Turn(role="user", content=text),), reply="R", wanted="{}", max_tokens=50,
    )  # fmt: skip


class Failing:
    """A model that fails at a cost."""

    name = "m"
    max_tokens = 50

    def __init__(self, kind: type[ModelError]) -> None:
        self.calls = 0
        self._kind = kind

    def complete(self, request: ChatRequest) -> ChatReply:
        self.calls += 1
        raise self._kind("cut", failure="cut short", tokens_in=100, tokens_out=50)


def test_a_call_that_was_cut__is_charged_and_logged_with_what_it_cost(tmp_path: Path) -> None:
    budget = Budget(Limits(price_in=1.0, price_out=10.0))
    desk = Desk(Failing(BadReply), budget, log=tmp_path / "calls.jsonl")
    with pytest.raises(BadReply):
        desk.complete(request())
    usage = budget.usage()
    assert (usage.calls, usage.failed, usage.tokens_in, usage.tokens_out) == (0, 1, 100, 50)
    assert usage.money == pytest.approx(0.0006)
    line = json.loads((tmp_path / "calls.jsonl").read_text())
    assert (line["outcome"], line["tokens_in"], line["tokens_out"]) == ("cut short", 100, 50)
    assert line["money"] == pytest.approx(0.0006)


def test_calls_that_were_cut__spend_the_budget(tmp_path: Path) -> None:
    model = Failing(BadReply)
    desk = Desk(model, Budget(Limits(night_tokens=200)))
    with pytest.raises(BadReply):
        desk.complete(request("1"))
    with pytest.raises(BadReply):
        desk.complete(request("1"))
    with pytest.raises(BudgetSpent):
        desk.complete(request("2"))


def test_what_was_cut__is_not_paid_for_again_and_counts_in_the_run_that_goes_on(tmp_path: Path) -> None:
    model = Failing(BadReply)
    for _ in range(2):
        budget = Budget(Limits())
        desk = Desk(model, budget, kept=Exchanges(tmp_path))
        for _ in range(2):
            with pytest.raises(BadReply):
                desk.complete(request())
        assert (budget.usage().failed, budget.usage().tokens_in) == (1, 100)
    assert model.calls == 1


@pytest.mark.parametrize("kind", [BadReply, ModelUnavailable])
def test_a_recorded_failure__costs_the_same_in_the_replay(kind: type[ModelError], tmp_path: Path) -> None:
    begin_recording(tmp_path, {"judge": ("m", 50)})
    with pytest.raises(kind):
        Desk(Failing(kind), Budget(Limits()), record=tmp_path).complete(request())
    budget = Budget(Limits())
    with pytest.raises(kind):
        Desk(Replay(tmp_path, "judge"), budget).complete(request())
    assert (budget.usage().tokens_in, budget.usage().tokens_out) == (100, 50)


class Dying:
    """A judge that dies at its second question; in a later run it answers."""

    name = "m"
    max_tokens = 50

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.alive = False

    def complete(self, request: ChatRequest) -> ChatReply:
        self.asked.append(request.turns[0].content)
        if len(self.asked) == 2 and not self.alive:
            raise KeyboardInterrupt
        return ChatReply(text='{"places": [{"note": "n1", "sections": ["s2"]}]}', tokens_in=1, tokens_out=1)


def test_questions_of_a_judge_killed_in_the_middle_of_a_call__are_not_paid_for_twice(tmp_path: Path) -> None:
    model = Dying()

    def run() -> list[int | None]:
        judge = ModelJudge(Desk(model, Budget(Limits()), kept=Exchanges(tmp_path)))
        notes = [f"note {number}" for number in range(20)]
        for note in notes:
            judge.place("", ("A\na", "B\nb"), note)
        judge.settle()
        return [judge.place("", ("A\na", "B\nb"), note) for note in notes]

    with pytest.raises(KeyboardInterrupt):
        run()
    model.alive = True
    placed = run()
    assert (placed[0], placed[12]) == (1, 1)
    assert len(model.asked) == 3
    assert model.asked[1] == model.asked[2] != model.asked[0]


def test_an_exchange_that_lies_where_another_questions_would__is_no_answer_to_it(tmp_path: Path) -> None:
    kept = Exchanges(tmp_path)
    kept.put(Exchange(request=request("1 2"), reply=ChatReply(text="{}", tokens_in=1, tokens_out=1)))
    kept.put(Exchange(request=request("3 4"), reply=ChatReply(text="{}", tokens_in=1, tokens_out=1)))
    first, second = (tmp_path / f"{request(text).key()[:40]}.json" for text in ("1 2", "3 4"))
    second.write_bytes(first.read_bytes())
    assert kept.get(request("1 2")) is not None
    assert kept.get(request("3 4")) is None


class Slow:
    """A model that answers when the test ends."""

    name = "m"
    max_tokens = 50

    def __init__(self) -> None:
        self.over = threading.Event()
        self.calls = 0

    def complete(self, request: ChatRequest) -> ChatReply:
        self.calls += 1
        self.over.wait()
        return ChatReply(text="late", tokens_in=1, tokens_out=1)


def test_a_call__is_not_waited_for_past_the_end_of_the_nights_time() -> None:
    model = Slow()
    desk = Desk(model, Budget(Limits(night_seconds=0.05)))
    for text in ("1", "2"):
        with pytest.raises(BudgetSpent, match="are over"):
            desk.complete(request(text))
    model.over.set()
    assert model.calls == 1


def test_calls_at_the_same_time__do_not_spend_more_than_the_night_has() -> None:
    model = Slow()
    desk = Desk(model, Budget(Limits(night_tokens=80)))
    first = threading.Thread(target=desk.complete, args=(request("1"),))
    first.start()
    while not model.calls:
        first.join(0.01)
    with pytest.raises(BudgetSpent):
        desk.complete(request("2"))
    model.over.set()
    first.join()
    desk.complete(request("2"))
