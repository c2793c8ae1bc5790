"""What a model's caller needs kept: calls and answers. The port, and the one in memory."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple, Protocol

from .caching import server_key
from .errors import CallFailed
from .provider import Provider
from .usage import Budget, Spent, Tokens


class Call(NamedTuple):
    """One attempt, before it is made: `tokens` and `cost` are the most it may come to.

    `said` are the messages, for those who trace them.
    """

    node: str
    prompt: str
    prompt_hash: str
    model: str
    tokens: Tokens
    cost: Decimal
    said: Sequence[Mapping[str, str]] = ()

    @property
    def wanted(self) -> Spent:
        return Spent(1, sum(self.tokens), self.cost)


class Settled(NamedTuple):
    """How an attempt ended: `outcome` is `ok` or the code of what went wrong.

    `raw` is what came over the wire, `text` the model's words in it, `doubt` what the server said
    and was not believed, `mended` what had to be mended to read the answer. `estimated` is whether
    the tokens are, because the server did not report them.
    """

    outcome: str
    tokens: Tokens
    cost: Decimal
    seconds: float
    error: str = ""
    raw: str = ""
    text: str = ""
    doubt: str = ""
    mended: tuple[str, ...] = ()
    estimated: bool = False


class Kept(NamedTuple):
    """An answer of the cache: the validated answer as JSON, and the model that gave it."""

    key: str
    model: str
    answer: str


class Store(Protocol):
    """Keeps every attempt, and answers that were good."""

    async def reserve(self, call: Call) -> int:
        """Write an attempt down before it is made. Raises BudgetExceeded: nothing is written."""

    async def settle(self, ticket: int, settled: Settled) -> None:
        """Write down how it ended."""

    async def recall(self, keys: Sequence[str]) -> Kept | None:
        """The first of these answers that is kept."""

    async def keep(self, kept: Kept) -> None:
        """Keep an answer."""

    async def known(self, provider: Provider) -> Mapping[str, Any]:
        """What was learned of its server; nothing at first."""

    async def learn(self, provider: Provider, abilities: Mapping[str, Any]) -> None:
        """Keep what was learned of its server, for later runs."""

    async def note_recalled(self, node: str, prompt: str, model: str) -> None:
        """Say that an answer came from the cache: no call was made."""

    async def note_waiting(self, node: str, failure: CallFailed, seconds: float) -> None:
        """Say what is waited for, and for how many seconds in all so far."""

    async def note_unanswered(self, node: str, prompt: str, why: str) -> None:
        """Say that no model gave a usable answer: whoever asked goes on without."""


class MemoryStore:
    """Everything kept for the life of the object."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.calls: dict[int, Call] = {}
        self.settled: dict[int, Settled] = {}
        self.answers: dict[str, Kept] = {}
        self.servers: dict[str, Mapping[str, Any]] = {}
        self.recalled: list[tuple[str, str, str]] = []
        self.unanswered: list[tuple[str, str, str]] = []
        self.waited: list[tuple[str, str, float]] = []
        self._tickets = itertools.count(1)

    async def reserve(self, call: Call) -> int:
        self.budget.check(self.spent, call.wanted)
        ticket = next(self._tickets)
        self.calls[ticket] = call
        return ticket

    async def settle(self, ticket: int, settled: Settled) -> None:
        self.settled[ticket] = settled

    async def recall(self, keys: Sequence[str]) -> Kept | None:
        return next((self.answers[key] for key in keys if key in self.answers), None)

    async def keep(self, kept: Kept) -> None:
        self.answers[kept.key] = kept

    async def known(self, provider: Provider) -> Mapping[str, Any]:
        return self.servers.get(server_key(provider), {})

    async def learn(self, provider: Provider, abilities: Mapping[str, Any]) -> None:
        self.servers[server_key(provider)] = abilities

    async def note_recalled(self, node: str, prompt: str, model: str) -> None:
        self.recalled.append((node, prompt, model))

    async def note_waiting(self, node: str, failure: CallFailed, seconds: float) -> None:
        self.waited.append((node, str(failure), seconds))

    async def note_unanswered(self, node: str, prompt: str, why: str) -> None:
        self.unanswered.append((node, prompt, why))

    @property
    def spent(self) -> Spent:
        """What counts toward the budget: an attempt not settled yet in full."""
        counted = [self.settled.get(ticket, call) for ticket, call in self.calls.items()]
        return Spent(
            len(counted),
            sum(sum(each.tokens) for each in counted),
            sum((each.cost for each in counted), Decimal(0)),
        )

    @property
    def outcomes(self) -> list[str]:
        """How each attempt ended, in the order in which they were made."""
        return [
            self.settled[ticket].outcome if ticket in self.settled else "reserved"
            for ticket in self.calls
        ]
