"""Embeddings from a provider's `/embeddings`, over the same checked wire as its chats."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from config.llm.addresses import Reach
from config.llm.answers import AttemptOutcome, Received
from config.llm.provider import Tokens, cost, estimate, slot, whole_number

from .attempts import recorded
from .errors import CallFailed
from .provider import Provider
from .retry import Patience, patiently
from .store import AttemptStore, Call

if TYPE_CHECKING:
    from .wire import Wire

BATCH = 16  # texts of one call: the answer stays well below the limit of the wire
MOST_PARTS = 8_192  # dimensions of a vector
PROMPT = "embeddings"


class Embeddings:
    """A provider's embeddings; its `model` is one for embeddings. Each attempt is a row."""

    def __init__(
        self, provider: Provider, store: AttemptStore, reach: Reach, patience: Patience
    ) -> None:
        self.provider = provider
        self._store = store
        self._reach = reach
        self._patience = patience

    async def embed(self, texts: Sequence[str], node: str) -> list[list[float]]:
        """A vector of length 1 for each text, in order. Raises CallFailed, BudgetExceeded."""
        from .wire import Wire

        found: list[list[float]] = []
        wire = Wire(self.provider, self._reach)
        try:
            for start in range(0, len(texts), BATCH):
                once = partial(self._attempt, wire, list(texts[start : start + BATCH]), node)
                outcome = await patiently(once, self._patience)
                if outcome.failure is not None:
                    raise outcome.failure
                found += outcome.value
        finally:
            await wire.aclose()
        if len({len(vector) for vector in found}) > 1:
            raise CallFailed("garbage", model=self.provider.model, said="vectors of two lengths")
        return found

    async def _attempt(self, wire: Wire, texts: list[str], node: str) -> AttemptOutcome:
        """Make a call, recorded before it is sent. The answer is not stored: it is numbers."""
        most = Tokens(sum(map(estimate, texts)), 0)
        provider = self.provider
        call = Call(node, PROMPT, "", provider.model, most, cost(provider, most))
        redactor = self._reach.redactor(provider)
        async with slot(provider):
            ticket = await self._store.reserve(call)
            began = time.monotonic()
            received = await self._ask(wire, texts)
            seconds = time.monotonic() - began
            read = partial(_read, wanted=len(texts), provider=provider)
            outcome, ended = recorded(received, provider, call, seconds, redactor, read)
            await self._store.settle(ticket, ended._replace(raw=""))
        return outcome

    async def _ask(self, wire: Wire, texts: list[str]) -> Received:
        """What a server answers; as in Chat, nothing is raised."""
        from .wire import WireResponse

        heard = WireResponse()
        payload = {"model": self.provider.model, "input": texts, "encoding_format": "float"}
        try:
            async with asyncio.timeout(self.provider.timeout_seconds):
                await wire.post_json("/embeddings", payload, heard)
        except Exception as error:  # noqa: BLE001 - the boundary to the server
            return heard.received(error)
        return heard.received()


def _read(received: Received, *, wanted: int, provider: Provider) -> AttemptOutcome:
    """The vectors, if the answer holds them, in the order of the texts."""
    from . import faults

    outcome = faults.outcome_of(received, provider, 0)
    if outcome.failure is not None and outcome.failure.code != "garbage":
        return outcome
    if received.error is not None:
        return outcome
    answer = json.loads(received.body)
    count = whole_number((answer.get("usage") or {}).get("prompt_tokens"))
    tokens = None if count is None else Tokens(count, 0)
    try:
        rows = sorted(answer["data"], key=lambda row: int(row["index"]))
        vectors = [_unit(row["embedding"]) for row in rows]
        fits = [row["index"] for row in rows] == list(range(wanted))
    except (KeyError, TypeError, ValueError, OverflowError):
        fits = False
    if not fits:
        failure = CallFailed("garbage", model=provider.model, said="no vector for each text")
        return AttemptOutcome(failure=failure, tokens=tokens, billed=True)
    return AttemptOutcome(tokens=tokens, billed=True, value=vectors)


def _unit(vector: Sequence[float]) -> list[float]:
    """The vector scaled to length 1. Raises ValueError for what is no vector."""
    parts = [float(part) for part in vector]
    length = math.hypot(*parts)
    if not 0 < len(parts) <= MOST_PARTS or not math.isfinite(length) or length == 0:
        raise ValueError("no vector")
    return [part / length for part in parts]
