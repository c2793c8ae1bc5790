"""The model analyst over the real wire, to the loopback server."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from config.llm.addresses import Rules
from config.llm.model_asker import ModelAsker
from config.llm.provider import Budget, Provider
from config.llm.retry import Patience
from hypotheses.model_analyst.analyst import ModelAnalyst
from tests.llm.memory_store import MemoryStore
from tests.llm.server import FaultServer

HERE = Rules(private=("127.0.0.1",))
QUICK = Patience(attempts=2, first=0.01, longest=0.02, longest_asked=1.0)


def provider(server: FaultServer, **changes: Any) -> Provider:
    values: dict[str, Any] = {
        "name": "here", "base_url": server.url, "model": "model-1", "timeout_seconds": 60.0,
        "price_in": Decimal(1), "price_out": Decimal(2), **changes,
    }  # fmt: skip
    return Provider(**values)


class OverTheWire:
    """A model analyst whose connections last for one call: each call has a loop of its own."""

    name = ModelAnalyst.name

    def __init__(self, server: FaultServer, **changes: Any) -> None:
        self.provider = provider(server, **changes)
        self.store = MemoryStore(Budget(10_000, 10**9, Decimal(1000)))

    async def _call(self, method: str, *arguments: Any) -> Any:
        asker = ModelAsker([self.provider], self.store, rules=HERE, cache=False, patience=QUICK)
        async with asker:
            return await getattr(ModelAnalyst(asker), method)(*arguments)

    async def read(self, text: str, language: str) -> Any:
        return await self._call("read", text, language)

    async def structure(self, brief: Mapping[str, Any]) -> Any:
        return await self._call("structure", brief)

    async def review(self, brief: Mapping[str, Any]) -> Any:
        return await self._call("review", brief)

    async def decide(self, brief: Mapping[str, Any]) -> Any:
        return await self._call("decide", brief)
