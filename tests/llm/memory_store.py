"""A store in memory: what a model's caller needs kept, without a database."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from config.llm.errors import CallFailed
from config.llm.provider import Budget, Provider, Spent
from config.llm.store import Call, Kept, SettledAttempt, server_key


class MemoryStore:
    """Everything kept for the life of the object."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.calls: dict[int, Call] = {}
        self.settled: dict[int, SettledAttempt] = {}
        self.answers: dict[str, Kept] = {}
        self.servers: dict[str, Mapping[str, Any]] = {}
        self.recalled: list[tuple[str, str, str]] = []
        self.unanswered: list[tuple[str, str, str]] = []
        self.waited: list[tuple[str, str, float]] = []
        self.spent = Spent()
        """What counts toward the budget: an attempt not settled yet in full."""
        self._tickets = itertools.count(1)

    async def reserve(self, call: Call) -> int:
        self.budget.check(self.spent, call.wanted)
        ticket = next(self._tickets)
        self.calls[ticket] = call
        self.spent = self.spent.plus(call.wanted)
        return ticket

    async def settle(self, ticket: int, settled: SettledAttempt) -> None:
        before = self.settled.get(ticket, self.calls[ticket])
        self.settled[ticket] = settled
        tokens, cost = sum(settled.tokens) - sum(before.tokens), settled.cost - before.cost
        self.spent = self.spent.plus(Spent(0, tokens, cost))

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
    def outcomes(self) -> list[str]:
        """How each attempt ended, in the order in which they were made."""
        return [
            self.settled[ticket].outcome if ticket in self.settled else "reserved"
            for ticket in self.calls
        ]
