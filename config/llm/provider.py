"""A model that can be asked: its address, limits and prices; tokens, costs and budgets."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_UP, Decimal
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from config.llm.errors import BudgetExceeded

# Providers whose servers take the answer's limit by its new name, and refuse the old one.
_NEW_LIMIT = ("api.openai.com", ".openai.azure.com", ".cognitiveservices.azure.com")
_AZURE = (".azure.com", ".azure-api.net")


@dataclass(frozen=True)
class Provider:
    """One entry of the fallback chain. It holds the NAME of the key's variable.

    Prices are US dollars per million tokens. `agents` are those that may ask it (empty: all);
    `parallel` is the most calls at once.
    """

    name: str
    base_url: str
    model: str
    key_env: str = ""
    temperature: float | None = 0.0
    max_tokens: int = 2_000
    timeout_seconds: float = 60.0
    price_in: Decimal = Decimal(0)
    price_out: Decimal = Decimal(0)
    parallel: int = 4
    agents: tuple[str, ...] = ()
    order: int = 0

    def serves(self, agent: str) -> bool:
        """Whether this agent may ask it."""
        return not self.agents or agent in self.agents

    @property
    def host(self) -> str:
        return (urlsplit(self.base_url).hostname or "").lower()

    @property
    def azure_style(self) -> bool:
        """Whether the key is also sent in a header `api-key`, as these gateways require."""
        return self.host.endswith(_AZURE) or "api-version=" in urlsplit(self.base_url).query

    @property
    def limit_name(self) -> str:
        """The name of the answer's limit for its servers."""
        return "max_completion_tokens" if self.host.endswith(_NEW_LIMIT) else "max_tokens"


def chain(providers: Iterable[Provider], agent: str) -> list[Provider]:
    """The providers that an agent may ask, in order."""
    serving = [provider for provider in providers if provider.serves(agent)]
    return sorted(serving, key=lambda provider: (provider.order, provider.name))


# The limit of parallel calls to a provider in this process.

_Slots = dict[tuple[str, int], asyncio.Semaphore]
# A semaphore belongs to the event loop in which it was first awaited.
_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Slots] = WeakKeyDictionary()


def slot(provider: Provider) -> asyncio.Semaphore:
    """The semaphore that a call to this provider holds, shared by all calls in this event loop."""
    slots = _of_loops.setdefault(asyncio.get_running_loop(), {})
    return slots.setdefault(
        (provider.base_url, provider.parallel), asyncio.Semaphore(provider.parallel)
    )


_BYTES_A_TOKEN = 2  # English has four and Portuguese three with large vocabularies
_TOKENS_A_MESSAGE = 8
_MICRO = Decimal("0.000001")
_MILLION = 1_000_000
_MOST = 10**15  # no server reports larger figures; a larger one is not used


class Tokens(NamedTuple):
    """Tokens in and out."""

    sent: int
    received: int


class Spent(NamedTuple):
    """Calls, tokens and US dollars: of a run so far, or of a call to come."""

    calls: int = 0
    tokens: int = 0
    cost: Decimal = Decimal(0)

    def plus(self, more: Spent) -> Spent:
        return Spent(self.calls + more.calls, self.tokens + more.tokens, self.cost + more.cost)


@dataclass(frozen=True)
class Budget:
    """The most that a run may use of models."""

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
        """Raises BudgetExceeded when a further call could exceed it."""
        if spent.calls + wanted.calls > self.max_calls:
            raise BudgetExceeded("calls", limit=self.max_calls)
        if spent.tokens + wanted.tokens > self.max_tokens:
            raise BudgetExceeded(
                "tokens", limit=self.max_tokens, spent=spent.tokens, wanted=wanted.tokens
            )
        if spent.cost + wanted.cost > self.max_cost_usd:
            raise BudgetExceeded(
                "cost",
                limit=_decimal_text(self.max_cost_usd),
                spent=_decimal_text(spent.cost),
                wanted=_decimal_text(wanted.cost),
            )


def estimate(text: str) -> int:
    """An upper bound of a text's tokens under any common vocabulary, from its length alone. (The
    library's own counter downloads a vocabulary.)"""
    return -(-len(text.encode(errors="replace")) // _BYTES_A_TOKEN)


def estimate_messages(messages: Sequence[Mapping[str, str]], extra: str = "") -> int:
    """The tokens of a conversation and of its additions, such as a schema."""
    texts = [message["content"] for message in messages]
    return sum(map(estimate, texts)) + _TOKENS_A_MESSAGE * len(texts) + estimate(extra)


def whole_number(value: Any) -> int | None:
    """A server's figure, given as an integer, a decimal or a text, rounded up; None if it is no
    figure."""
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


def _decimal_text(amount: Decimal) -> str:
    return f"{amount.normalize():f}"


# The expected usage of questions to come.


class Expected(NamedTuple):
    """One expected call: its agent and its tokens."""

    agent: str
    sent: int
    received: int


def priced(calls: Iterable[Expected], providers: Sequence[Provider]) -> Spent:
    """Calls, tokens and cost if the first model of each agent answers at once; agents without a
    model make no call."""
    spent = Spent()
    for call in calls:
        if serving := chain(providers, call.agent):
            tokens = Tokens(call.sent, call.received)
            spent = spent.plus(Spent(1, sum(tokens), cost(serving[0], tokens)))
    return spent
