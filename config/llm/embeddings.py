"""Embeddings from a provider's `/embeddings`, over the same checked wire as its chats."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from .attempts import settled
from .errors import CallFailed
from .outcome import Outcome
from .provider import Provider
from .reach import Reach
from .retrying import Patience, patiently
from .slots import slot
from .store import Call, Store
from .usage import Tokens, cost, estimate

BATCH = 16  # texts of one call: its answer stays well below the bound of the wire
MOST_PARTS = 8_192  # of a vector
PROMPT = "embeddings"
_NO_KEY = "set-by-the-transport"


class Embeddings:
    """A provider's embeddings; its `model` is one for embeddings. Each attempt is a row."""

    def __init__(self, provider: Provider, store: Store, reach: Reach, patience: Patience) -> None:
        self.provider = provider
        self._store = store
        self._reach = reach
        self._patience = patience

    async def embed(self, texts: Sequence[str], node: str) -> list[list[float]]:
        """A vector of length 1 for each text, in order. Raises CallFailed, BudgetExceeded."""
        from . import wire

        found: list[list[float]] = []
        async with wire.client(wire.Wire(self.provider, self._reach)) as http:
            for start in range(0, len(texts), BATCH):
                once = partial(self._attempt, http, list(texts[start : start + BATCH]), node)
                outcome = await patiently(once, self._patience)
                if outcome.failure is not None:
                    raise outcome.failure
                found += outcome.value
        if len({len(vector) for vector in found}) > 1:
            raise CallFailed("garbage", model=self.provider.model, said="vectors of two lengths")
        return found

    async def _attempt(self, http: Any, texts: list[str], node: str) -> Outcome:
        """Written down before it is made. Of the answer nothing is kept: it is numbers."""
        most = Tokens(sum(map(estimate, texts)), 0)
        provider = self.provider
        call = Call(node, PROMPT, "", provider.model, most, cost(provider, most))
        async with slot(provider):
            ticket = await self._store.reserve(call)
            began = time.monotonic()
            outcome = await self._ask(http, texts)
            ended = settled(provider, call, outcome, time.monotonic() - began)
            await self._store.settle(ticket, ended)
        return outcome

    async def _ask(self, http: Any, texts: list[str]) -> Outcome:
        from . import faults
        from .wire import Heard, hearing

        heard = Heard()
        token = hearing.set(heard)
        try:
            async with asyncio.timeout(self.provider.timeout_seconds):
                answer = await _openai(self.provider, http).embeddings.create(
                    model=self.provider.model, input=texts, encoding_format="float"
                )
            outcome = _read(answer, len(texts), self.provider)
        # As in Chat: whatever the libraries raise becomes an outcome with a name.
        except Exception as error:  # noqa: BLE001 - the boundary to the server
            outcome = faults.outcome_of_error(error, self.provider, 0, heard.text(1_000))
        finally:
            hearing.reset(token)
        return faults.without_key(outcome._replace(raw=""), self.provider, self._reach)


def _openai(provider: Provider, http: Any) -> Any:
    from openai import AsyncOpenAI

    url = urlsplit(provider.base_url)
    return AsyncOpenAI(
        base_url=url._replace(query="").geturl(),
        default_query=dict(parse_qsl(url.query)) or None,
        api_key=_NO_KEY,
        max_retries=0,
        timeout=provider.timeout_seconds,
        http_client=http,
    )


def _read(answer: Any, wanted: int, provider: Provider) -> Outcome:
    """The vectors, if that is what came; they are put in the order of the texts."""
    usage = getattr(answer, "usage", None)
    count = getattr(usage, "prompt_tokens", None)
    tokens = Tokens(count, 0) if isinstance(count, int) else None
    try:
        rows = sorted(answer.data, key=lambda row: int(row.index))
        vectors = [_unit(row.embedding) for row in rows]
        fits = [row.index for row in rows] == list(range(wanted))
    except (TypeError, ValueError, AttributeError, OverflowError):
        fits = False
    if not fits:
        failure = CallFailed("garbage", model=provider.model, said="no vector for each text")
        return Outcome(failure=failure, tokens=tokens, billed=True)
    return Outcome(tokens=tokens, billed=True, value=vectors)


def _unit(vector: Sequence[float]) -> list[float]:
    """Of length 1. Raises ValueError for what is no vector."""
    parts = [float(part) for part in vector]
    length = math.hypot(*parts)
    if not 0 < len(parts) <= MOST_PARTS or not math.isfinite(length) or length == 0:
        raise ValueError("no vector")
    return [part / length for part in parts]
