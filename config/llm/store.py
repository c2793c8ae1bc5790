"""The port through which the caller of models stores calls and answers; and a store that traces
them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel

from config.llm.errors import CallFailed
from config.llm.provider import Provider, Spent, Tokens
from config.llm.texts import Prompt
from config.llm.tracing import Facts, Tracing


class Call(NamedTuple):
    """One attempt, before it is made: `tokens` and `cost` are the most that it may take.
    `messages` are what the model is sent, for tracing."""

    node: str
    prompt: str
    prompt_hash: str
    model: str
    tokens: Tokens
    cost: Decimal
    messages: Sequence[Mapping[str, str]] = ()

    @property
    def wanted(self) -> Spent:
        return Spent(1, sum(self.tokens), self.cost)


class SettledAttempt(NamedTuple):
    """The end of an attempt: `outcome` is `ok` or the code of a failure.

    `raw` is what arrived over the wire, `text` the model's words in it, `doubt` what the server
    stated and was not used, `mended` the repairs that the answer needed. `estimated` is whether the
    tokens are estimated, because the server did not report them.
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
    """A cached answer: the validated answer as JSON, and the model that gave it."""

    key: str
    model: str
    answer: str


class AttemptStore(Protocol):
    """Stores every attempt, and the answers that passed."""

    async def reserve(self, call: Call) -> int:
        """Record an attempt before it is made. Raises BudgetExceeded; then nothing is recorded."""

    async def settle(self, ticket: int, settled: SettledAttempt) -> None:
        """Record its end."""

    async def recall(self, keys: Sequence[str]) -> Kept | None:
        """The first of these answers that is stored."""

    async def keep(self, answer: Kept) -> None:
        """Store an answer."""

    async def known(self, provider: Provider) -> Mapping[str, Any]:
        """What was learned of its server; empty at first."""

    async def learn(self, provider: Provider, abilities: Mapping[str, Any]) -> None:
        """Store what was learned of its server, for later runs."""

    async def note_recalled(self, node: str, prompt: str, model: str) -> None:
        """Record that an answer came from the cache: no call was made."""

    async def note_waiting(self, node: str, failure: CallFailed, seconds: float) -> None:
        """Record the reason of a wait, and the seconds waited in all so far."""

    async def note_unanswered(self, node: str, prompt: str, why: str) -> None:
        """Record that no model gave a usable answer: the caller goes on without."""


# Keys: questions with equal keys share an answer.


def cache_key(provider: Provider, prompt: Prompt, schema: type[BaseModel]) -> str:
    """One key for the model, the prompt's file, the answer's schema, and the input."""
    parts = [
        provider.base_url,
        provider.model,
        provider.temperature,
        prompt.hash,
        schema_hash(schema),
        prompt.system,
        prompt.user,
    ]
    return _hash(json.dumps(parts))


def server_key(provider: Provider) -> str:
    """One key for a server and its model: what they accept is stored under it."""
    return _hash(json.dumps([provider.base_url, provider.model]))


@lru_cache(maxsize=256)
def schema_hash(schema: type[BaseModel]) -> str:
    return _hash(json.dumps(schema.model_json_schema(), sort_keys=True))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


TEXT = 10_000  # characters of a prompt, and of an answer


class TracedStore:
    """Passes each attempt on to the inner store and traces it; with its texts only when `texts`
    is set."""

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

    async def keep(self, answer: Kept) -> None:
        await self.inner.keep(answer)

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
    """The messages, each shortened so that all fit."""
    each = TEXT // max(1, len(call.messages))
    return [{"role": part["role"], "content": part["content"][:each]} for part in call.messages]
