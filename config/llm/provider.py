"""A model that can be asked: where it is, what it takes and costs; tokens, prices and budgets."""

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

# Those whose servers take the limit of an answer by its new name, and refuse the old one.
_NEW_LIMIT = ("api.openai.com", ".openai.azure.com", ".cognitiveservices.azure.com")
_AZURE = (".azure.com", ".azure-api.net")


@dataclass(frozen=True)
class Provider:
    """One entry of the fallback chain. It knows the NAME of the variable that holds the key.

    Prices are US dollars per million tokens. `agents` are those that may ask it (empty: all);
    `parallel` is how many of its calls may be under way at once.
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
        """Whether the key goes along in a header `api-key` too, as those gateways want it."""
        return self.host.endswith(_AZURE) or "api-version=" in urlsplit(self.base_url).query

    @property
    def limit_name(self) -> str:
        """What its servers call the limit of an answer."""
        return "max_completion_tokens" if self.host.endswith(_NEW_LIMIT) else "max_tokens"


def chain(providers: Iterable[Provider], agent: str) -> list[Provider]:
    """Those an agent may ask, in the order in which it asks them."""
    serving = [provider for provider in providers if provider.serves(agent)]
    return sorted(serving, key=lambda provider: (provider.order, provider.name))


# How many calls to a provider may be under way at once in this process.

_Slots = dict[tuple[str, int], asyncio.Semaphore]
# A semaphore belongs to the event loop it was first waited for in.
_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Slots] = WeakKeyDictionary()


def slot(provider: Provider) -> asyncio.Semaphore:
    """What a call to this provider holds while it is under way, shared by all in this loop."""
    slots = _of_loops.setdefault(asyncio.get_running_loop(), {})
    return slots.setdefault(
        (provider.base_url, provider.parallel), asyncio.Semaphore(provider.parallel)
    )


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
                limit=_decimal_text(self.max_cost_usd),
                spent=_decimal_text(spent.cost),
                wanted=_decimal_text(wanted.cost),
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


def _decimal_text(amount: Decimal) -> str:
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
