"""What questions to come will about take of the models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .provider import Provider, chain
from .usage import Spent, Tokens, cost


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
