"""What a run asks language models with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

from config import env
from config.llm.store import AttemptStore
from config.llm.traced_store import TracedStore

from . import providers
from .calls import RowStore
from .ledger import Ledger
from .rules import rules

if TYPE_CHECKING:
    from config.llm.model_asker import ModelAsker


def asker_for(ledger: Ledger) -> ModelAsker | None:
    """The models a run may ask, within its budget; None when none is configured.

    Its `aclose` goes into the job, which calls it in the loop that the asker was used in.
    """
    configured = providers.configured()
    if not configured:
        return None
    from config.llm.model_asker import ModelAsker

    store: AttemptStore = RowStore(ledger.lease, providers.budget())
    if ledger.trace.on:
        store = TracedStore(store, ledger.trace, texts=settings.LANGFUSE_TEXTS)
    return ModelAsker(
        configured,
        store,
        rules=rules(),
        secret=env.secret,
        cache=settings.LLM_CACHE,
        patience=providers.patience(),
    )
