"""A model that can be asked: where it is, what it takes and what it costs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

# Those whose servers take the limit of an answer by its new name, and refuse the old one.
_NEW_LIMIT = ("api.openai.com", ".openai.azure.com", ".cognitiveservices.azure.com")
_AZURE = (".azure.com", ".azure-api.net")


@dataclass(frozen=True)
class Provider:
    """One entry of the fallback chain. It knows the NAME of the variable that holds the key.

    Prices are US dollars per million tokens. `agents` are those that may ask it (empty: all);
    `parallel` is how many of its calls may be under way at once.
    """

    name: str
    base_url: str
    model: str
    key_env: str = ""
    temperature: float | None = 0.0
    max_tokens: int = 2_000
    timeout_seconds: float = 60.0
    price_in: Decimal = Decimal(0)
    price_out: Decimal = Decimal(0)
    parallel: int = 4
    agents: tuple[str, ...] = ()
    order: int = 0

    def serves(self, agent: str) -> bool:
        """Whether this agent may ask it."""
        return not self.agents or agent in self.agents

    @property
    def host(self) -> str:
        return (urlsplit(self.base_url).hostname or "").lower()

    @property
    def azure_style(self) -> bool:
        """Whether the key goes along in a header `api-key` too, as those gateways want it."""
        return self.host.endswith(_AZURE) or "api-version=" in urlsplit(self.base_url).query

    @property
    def limit_name(self) -> str:
        """What its servers call the limit of an answer."""
        return "max_completion_tokens" if self.host.endswith(_NEW_LIMIT) else "max_tokens"


def chain(providers: Iterable[Provider], agent: str) -> list[Provider]:
    """Those an agent may ask, in the order in which it asks them."""
    serving = [provider for provider in providers if provider.serves(agent)]
    return sorted(serving, key=lambda provider: (provider.order, provider.name))


# How many calls to a provider may be under way at once in this process.

_Slots = dict[tuple[str, int], asyncio.Semaphore]
# A semaphore belongs to the event loop it was first waited for in.
_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Slots] = WeakKeyDictionary()


def slot(provider: Provider) -> asyncio.Semaphore:
    """What a call to this provider holds while it is under way, shared by all in this loop."""
    slots = _of_loops.setdefault(asyncio.get_running_loop(), {})
    return slots.setdefault(
        (provider.base_url, provider.parallel), asyncio.Semaphore(provider.parallel)
    )
