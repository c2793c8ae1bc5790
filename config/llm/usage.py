"""Tokens, prices and budgets; what questions to come will take."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_UP, Decimal
from typing import Any, NamedTuple

from config.llm.errors import BudgetExceeded
from config.llm.provider import Provider, chain

_BYTES_A_TOKEN = 2  # English has four and Portuguese three with large vocabularies
_TOKENS_A_MESSAGE = 8
_MICRO = Decimal("0.000001")
_MILLION = 1_000_000
_MOST = 10**15  # no figure of a server is larger; what is above it is not believed anyway


class Tokens(NamedTuple):
    """What went in and what came out."""

    sent: int
    received: int


class Spent(NamedTuple):
    """Calls, tokens and US dollars: those of a run so far, or those of a call to come."""

    calls: int = 0
    tokens: int = 0
    cost: Decimal = Decimal(0)

    def plus(self, more: Spent) -> Spent:
        return Spent(self.calls + more.calls, self.tokens + more.tokens, self.cost + more.cost)


@dataclass(frozen=True)
class Budget:
    """What a run may take of models."""

    max_calls: int
    max_tokens: int
    max_cost_usd: Decimal

    def left(self, spent: Spent) -> Spent:
        """What may still be taken."""
        return Spent(
            max(0, self.max_calls - spent.calls),
            max(0, self.max_tokens - spent.tokens),
            max(Decimal(0), self.max_cost_usd - spent.cost),
        )

    def check(self, spent: Spent, wanted: Spent) -> None:
        """Raises BudgetExceeded when a further call could go over it."""
        if spent.calls + wanted.calls > self.max_calls:
            raise BudgetExceeded("calls", limit=self.max_calls)
        if spent.tokens + wanted.tokens > self.max_tokens:
            raise BudgetExceeded(
                "tokens", limit=self.max_tokens, spent=spent.tokens, wanted=wanted.tokens
            )
        if spent.cost + wanted.cost > self.max_cost_usd:
            raise BudgetExceeded(
                "cost",
                limit=_plain(self.max_cost_usd),
                spent=_plain(spent.cost),
                wanted=_plain(wanted.cost),
            )


def estimate(text: str) -> int:
    """No fewer tokens than a text has with any common vocabulary, by its length alone.

    (The library's own counter fetches a vocabulary from the network.)
    """
    return -(-len(text.encode(errors="replace")) // _BYTES_A_TOKEN)


def estimate_messages(messages: Sequence[Mapping[str, str]], extra: str = "") -> int:
    """The tokens of a conversation, and of what goes along with it, such as a schema."""
    texts = [message["content"] for message in messages]
    return sum(map(estimate, texts)) + _TOKENS_A_MESSAGE * len(texts) + estimate(extra)


def whole_number(value: Any) -> int | None:
    """A server's figure, given whole, as a decimal or as a text, rounded up; None if it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value.replace(",", "") if isinstance(value, str) else value)
    except (ValueError, OverflowError):
        return None
    if math.isnan(number):
        return None
    return math.ceil(max(-_MOST, min(_MOST, number)))


def cost(provider: Provider, tokens: Tokens) -> Decimal:
    """What tokens cost in US dollars, rounded up to a millionth."""
    price = tokens.sent * provider.price_in + tokens.received * provider.price_out
    return (price / _MILLION).quantize(_MICRO, rounding=ROUND_UP)


def _plain(amount: Decimal) -> str:
    return f"{amount.normalize():f}"


# What questions to come will about take of the models.


class Expected(NamedTuple):
    """One call to come: whose, and its tokens."""

    agent: str
    sent: int
    received: int


def priced(calls: Iterable[Expected], providers: Sequence[Provider]) -> Spent:
    """Calls, tokens and cost where the first model that serves each agent answers at once; agents
    that none serves make no call."""
    spent = Spent()
    for call in calls:
        if serving := chain(providers, call.agent):
            tokens = Tokens(call.sent, call.received)
            spent = spent.plus(Spent(1, sum(tokens), cost(serving[0], tokens)))
    return spent
