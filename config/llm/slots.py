"""How many calls to a provider may be under way at once in this process."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from .provider import Provider

_Slots = dict[tuple[str, int], asyncio.Semaphore]
# A semaphore belongs to the event loop it was first waited for in.
_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Slots] = WeakKeyDictionary()


def slot(provider: Provider) -> asyncio.Semaphore:
    """What a call to this provider holds while it is under way, shared by all in this loop."""
    slots = _of_loops.setdefault(asyncio.get_running_loop(), {})
    return slots.setdefault(
        (provider.base_url, provider.parallel), asyncio.Semaphore(provider.parallel)
    )
