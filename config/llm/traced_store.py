"""A store whose attempts are told to a trace, with what their rows say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .errors import CallFailed
from .provider import Provider
from .store import AttemptStore, Call, Kept, SettledAttempt
from .tracing import Facts, Tracing

TEXT = 10_000  # characters of what was said, and of what was answered


class TracedStore:
    """Tells each attempt of the inner store; what was said in it only when `texts` is set."""

    def __init__(self, inner: AttemptStore, trace: Tracing, *, texts: bool = False) -> None:
        self.inner = inner
        self.trace = trace
        self.texts = texts
        self._spans: dict[int, int] = {}

    async def reserve(self, call: Call) -> int:
        ticket = await self.inner.reserve(call)
        facts: dict[str, Any] = {
            "model": call.model,
            "about": {"prompt": call.prompt, "prompt_hash": call.prompt_hash, "node": call.node,
                      "call": ticket},
        }  # fmt: skip
        if self.texts:
            facts["input"] = _bounded(call)
        span = self.trace.begin("generation", call.prompt, facts, call.node)
        self._spans[ticket] = span
        return ticket

    async def settle(self, ticket: int, settled: SettledAttempt) -> None:
        try:
            await self.inner.settle(ticket, settled)
        finally:
            span = self._spans.pop(ticket, None)
            if span is not None:
                good = settled.outcome == "ok"
                self.trace.end(span, self._ended(settled), "" if good else settled.outcome)

    async def recall(self, keys: Sequence[str]) -> Kept | None:
        return await self.inner.recall(keys)

    async def keep(self, kept: Kept) -> None:
        await self.inner.keep(kept)

    async def known(self, provider: Provider) -> Mapping[str, Any]:
        return await self.inner.known(provider)

    async def learn(self, provider: Provider, abilities: Mapping[str, Any]) -> None:
        await self.inner.learn(provider, abilities)

    async def note_recalled(self, node: str, prompt: str, model: str) -> None:
        await self.inner.note_recalled(node, prompt, model)
        span = self.trace.begin("step", f"{prompt} (cached)", {"model": model}, node)
        self.trace.end(span, {})

    async def note_waiting(self, node: str, failure: CallFailed, seconds: float) -> None:
        await self.inner.note_waiting(node, failure, seconds)

    async def note_unanswered(self, node: str, prompt: str, why: str) -> None:
        await self.inner.note_unanswered(node, prompt, why)
        span = self.trace.begin("step", f"{prompt} (unanswered)", {}, node)
        self.trace.end(span, {}, "unanswered")

    def _ended(self, settled: SettledAttempt) -> Facts:
        facts: dict[str, Any] = {
            "tokens": {"input": settled.tokens.sent, "output": settled.tokens.received},
            "cost": float(settled.cost),
            "about": {"outcome": settled.outcome, "seconds": round(settled.seconds, 4)},
        }
        if self.texts:
            facts["output"] = settled.text[:TEXT]
            facts["about"]["error"] = settled.error[:TEXT]
        return facts


def _bounded(call: Call) -> list[dict[str, str]]:
    """What was said, its parts cut so that they all fit."""
    each = TEXT // max(1, len(call.said))
    return [{"role": part["role"], "content": part["content"][:each]} for part in call.said]
