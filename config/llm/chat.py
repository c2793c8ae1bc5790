"""One attempt at one model. What a server does is never raised from here."""

from __future__ import annotations

import asyncio

from .conversation import Ask
from .outcome import Received
from .provider import Provider
from .reach import Reach


class Chat:
    """A provider's model, with connections that are kept as long as the object is used."""

    def __init__(self, provider: Provider, reach: Reach) -> None:
        # Only now, and not in an attempt, whose time is limited: the library takes seconds to
        # load, and most processes ask no model.
        from . import client, wire

        self.provider = provider
        self._wire = wire.Wire(provider, reach)
        self._completions = client.Completions(provider, self._wire)

    async def attempt(self, ask: Ask) -> Received:
        """Ask once, for no longer than the provider's time-out in all."""
        from .wire import Heard, hearing

        heard = Heard()
        token = hearing.set(heard)
        limit = {ask.limit_name: ask.max_tokens} if ask.limit_name else {}
        body = {**ask.request, **limit}
        try:
            async with asyncio.timeout(self.provider.timeout_seconds):
                await self._completions.send(ask.messages, body, ask.temperature)
        # None is raised on from here: the libraries' errors hold requests, and these the key.
        except Exception as error:  # noqa: BLE001 - the boundary to the server
            return heard.received(error)
        finally:
            hearing.reset(token)
        return heard.received()

    async def aclose(self) -> None:
        await self._wire.aclose()
