"""What the tests of asking share: a schema, a prompt, and a short way to ask."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel

from config import env
from config.llm.addresses import Rules
from config.llm.asker import Answered, Check, Prompt
from config.llm.model_asker import ModelAsker
from config.llm.provider import Budget, Provider
from config.llm.retry import Patience
from tests.llm.memory_store import MemoryStore
from tests.llm.server import FaultServer

HERE = Rules(private=("127.0.0.1",))
QUICK = Patience(attempts=3, first=0.01, longest=0.05, longest_asked=1.0)
PROMPT = Prompt("verdict", "a" * 64, "You judge.", "Is it good?", "en")
GOOD = {"status": "approved", "why": "it holds"}


class Verdict(BaseModel):
    status: Literal["approved", "rejected"]
    why: str = ""


def provider(server: FaultServer, **changes: Any) -> Provider:
    values: dict[str, Any] = {
        "name": "here",
        "base_url": server.url,
        "model": "model-1",
        "timeout_seconds": 60.0,
        "price_in": Decimal(1),
        "price_out": Decimal(2),
        **changes,
    }
    return Provider(**values)


def memory(calls: int = 100, tokens: int = 1_000_000, cost: str = "10") -> MemoryStore:
    return MemoryStore(Budget(calls, tokens, Decimal(cost)))


def ask(
    providers: Provider | Sequence[Provider],
    store: MemoryStore,
    *,
    times: int = 1,
    agent: str = "judge",
    prompt: Prompt = PROMPT,
    check: Check[Verdict] | None = None,
    patience: Patience = QUICK,
    cache: bool = False,
) -> Answered[Verdict]:
    """The last answer of an asker that is asked so many times."""

    async def go() -> Answered[Verdict]:
        several = [providers] if isinstance(providers, Provider) else providers
        asker = ModelAsker(
            several, store, rules=HERE, secret=env.secret, cache=cache, patience=patience
        )
        async with asker:
            for _time in range(times):
                answered = await asker.ask(
                    agent=agent, node="node", prompt=prompt, schema=Verdict, check=check
                )
        return answered

    return asyncio.run(go())
