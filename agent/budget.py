"""What a night may spend on a model: tokens, money and time; when one is spent, no further call is made."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from agent.errors import BudgetSpent
from agent.llm import ChatReply, ChatRequest
from agent.models import Model
from agent.outcome import Usage

_CHARS_A_TOKEN = 3
"""For what a prompt will cost before it is sent; mixed Chinese and English text is about that."""
_MILLION = 1_000_000


class Limits(Model):
    """Bounds of a night, each 0 for none, and the prices that money is counted with."""

    call_tokens: int = 0
    night_tokens: int = 0
    night_money: float = 0.0
    night_seconds: float = 0.0
    price_in: float = 0.0
    """Of a million tokens of prompt."""
    price_out: float = 0.0
    """Of a million tokens of reply."""
    currency: str = "USD"


class Budget:
    """Counts what is spent; threads may share it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._usage = Usage(currency=limits.currency)
        self._set_aside: list[Usage] = []

    def usage(self) -> Usage:
        """What was spent so far."""
        with self._lock:
            return self._usage

    @contextmanager
    def room_for(self, request: ChatRequest) -> Iterator[None]:
        """While the call is made, what it may cost is set aside; `BudgetSpent` where it could go over a limit."""
        coming_in = request.characters() // _CHARS_A_TOKEN
        coming = Usage(
            tokens_in=coming_in,
            tokens_out=request.max_tokens,
            money=self.price(coming_in, request.max_tokens),
            currency=self._limits.currency,
        )
        with self._lock:
            self._check(coming)
            self._set_aside.append(coming)
        try:
            yield
        finally:
            with self._lock:
                self._set_aside.remove(coming)

    def _check(self, coming: Usage) -> None:
        limits, used = self._limits, self._usage
        others = (used, *self._set_aside)
        tokens = sum(one.tokens_in + one.tokens_out for one in others)
        money = sum(one.money for one in others)
        needed = coming.tokens_in + coming.tokens_out
        if limits.call_tokens and needed > limits.call_tokens:
            raise _spent(
                f"A call of up to {needed} tokens is over the limit of {limits.call_tokens} a call.",
                "call_tokens",
            )
        if limits.night_tokens and tokens + needed > limits.night_tokens:
            raise _spent(
                f"{tokens} of the night's {limits.night_tokens} tokens are spent, and a call needs up to {needed}.",
                "night_tokens",
            )
        if limits.night_money and money + coming.money > limits.night_money:
            raise _spent(
                f"{money:.4f} of the night's {limits.night_money:g} {limits.currency} are spent.",
                "night_money",
            )
        if limits.night_seconds and not self.seconds_left():
            raise self.out_of_time()

    def seconds_left(self) -> float | None:
        """Of the night's time for its model; None where it has no end."""
        if not self._limits.night_seconds:
            return None
        return max(0.0, self._limits.night_seconds - (time.monotonic() - self._began))

    def out_of_time(self) -> BudgetSpent:
        """The error for a night whose time is over."""
        return _spent(f"The model's {self._limits.night_seconds:g} s of the night are over.", "night_seconds")

    def charge(self, reply: ChatReply, *, kept: bool) -> float:
        """Count an answer; returns its price. One that was kept from an earlier run was paid for by this night."""
        return self._add(reply, calls=1, kept=int(kept))

    def failed(self, cost: ChatReply) -> float:
        """Count a call that came to nothing, and what it cost all the same; returns that price."""
        return self._add(cost, failed=1)

    def _add(self, reply: ChatReply, **counts: int) -> float:
        money = self.price(reply.tokens_in, reply.tokens_out)
        with self._lock:
            used = self._usage
            self._usage = used.model_copy(
                update={
                    **{name: getattr(used, name) + count for name, count in counts.items()},
                    "tokens_in": used.tokens_in + reply.tokens_in,
                    "tokens_out": used.tokens_out + reply.tokens_out,
                    "money": round(used.money + money, 6),
                }
            )
        return money

    def price(self, tokens_in: int, tokens_out: int) -> float:
        """Money for that many tokens."""
        return round((tokens_in * self._limits.price_in + tokens_out * self._limits.price_out) / _MILLION, 6)


def _spent(message: str, key: str) -> BudgetSpent:
    return BudgetSpent(message, f"Raise model.{key} in redline.toml to go on.", failure="budget spent")
