"""Embeddings by a model provider: over the checked wire, each call a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from asgiref.sync import async_to_sync
from django.conf import settings

from config import env
from config.llm.addresses import Reach
from config.llm.errors import BudgetExceeded, CallFailed
from config.llm.provider import Provider, chain
from config.llm.retry import Patience
from config.recall.port import RecallError
from config.runs import providers
from config.runs.calls import RowStore
from config.runs.rules import rules

from .port import Vector

AGENT = "memory"
SECONDS = 10.0  # somebody waits for it, and the search by words needs no server


class ProviderEmbedder:
    """`CRIVO_MEMORY_MODEL` at the first provider that serves the agent `memory`."""

    floor = 0.20  # not measured: models differ
    alike = 0.75

    def __init__(self) -> None:
        self.provider = _provider()
        self.name = f"provider:{self.provider.host}:{self.provider.model}"
        self.tickets: list[int] = []

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        from config.llm.embeddings import Embeddings

        store = RowStore()
        reach = Reach(rules(), env.secret)
        asked = Embeddings(self.provider, store, reach, Patience(attempts=1))
        try:
            return async_to_sync(asked.embed)(list(texts), AGENT)
        except (CallFailed, BudgetExceeded) as error:
            raise RecallError("embeddings", why=error) from None
        finally:
            self.tickets += store.tickets

    def query(self, text: str) -> Vector:
        return self.passages([text])[0]


def _provider() -> Provider:
    """Raises RecallError when none is configured."""
    serving = chain(providers.configured(), AGENT)
    if not serving or not settings.MEMORY_MODEL:
        raise RecallError("no_model")
    first = serving[0]
    return replace(
        first,
        model=settings.MEMORY_MODEL,
        price_in=Decimal(str(settings.MEMORY_PRICE_IN)),
        price_out=Decimal(0),
        timeout_seconds=min(first.timeout_seconds, SECONDS),
    )
