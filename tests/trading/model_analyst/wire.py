"""The model strategist and judges over the real wire, to the loopback server."""

from __future__ import annotations

import asyncio
from typing import Any

from config.llm.asker import AgentAsker
from config.llm.model_asker import ModelAsker
from tests.config.llm.helpers import HERE, QUICK, memory, provider
from tests.llm.memory_store import MemoryStore
from tests.llm.server import FaultServer
from tests.trading.analyst.surface import Surface
from trading.analyst.strategist import BuiltinStrategist
from trading.model_analyst.judges import ModelJudges
from trading.model_analyst.mask import Unmasked
from trading.model_analyst.strategist import ModelStrategist

BENCH = Surface(lambda values: 0.5)


class OverTheWire:
    """A strategist whose connections last for one call: each call has a loop of its own."""

    def __init__(self, server: FaultServer, store: MemoryStore | None = None, **changes: Any):
        self.provider = provider(server, **changes)
        self.store = store or memory()

    async def propose(self, brief: dict[str, Any], bench: Any) -> dict[str, Any]:
        """As the strategist's."""
        async with self.asker() as asker:
            strategist = ModelStrategist(AgentAsker(asker), BuiltinStrategist(), Unmasked())
            return await strategist.propose(brief, bench)

    def explain(self, code: str, values: Any, language: str) -> str:
        return BuiltinStrategist().explain(code, values, language)

    def asker(self) -> ModelAsker:
        return ModelAsker([self.provider], self.store, rules=HERE, cache=True, patience=QUICK)


def proposed(
    server: FaultServer,
    brief: dict[str, Any],
    store: MemoryStore | None = None,
    bench: Surface = BENCH,
) -> dict[str, Any]:
    return asyncio.run(OverTheWire(server, store).propose(brief, bench))


def judged(server: FaultServer, what: str, brief: dict[str, Any]) -> dict[str, Any] | None:
    """Both judges on `failure` or `trajectory`."""

    async def go() -> dict[str, Any] | None:
        async with OverTheWire(server).asker() as asker:
            found: dict[str, Any] | None = await getattr(
                ModelJudges(AgentAsker(asker), Unmasked()), what
            )(brief)
            return found

    return asyncio.run(go())
