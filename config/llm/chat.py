"""One attempt at one model. What a server does is never raised from here."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from .conversation import Ask
from .outcome import Received
from .provider import Provider
from .reach import Reach

_REASONING = re.compile(r"o\d")
"""Models of OpenAI that know the system's part under the name of developer."""


class Chat:
    """A provider's model, with connections that are kept as long as the object is used."""

    def __init__(self, provider: Provider, reach: Reach) -> None:
        # Only now, and not in an attempt, whose time is limited: most processes ask no model.
        from .wire import Wire

        self.provider = provider
        self._wire = Wire(provider, reach)

    async def attempt(self, ask: Ask) -> Received:
        """Ask once, for no longer than the provider's time-out in all."""
        from .wire import WireResponse

        heard = WireResponse()
        try:
            async with asyncio.timeout(self.provider.timeout_seconds):
                await self._wire.post_json("/chat/completions", self._payload(ask), heard)
        # None is raised on from here: the libraries' errors hold requests, and these the key.
        except Exception as error:  # noqa: BLE001 - the boundary to the server
            return heard.received(error)
        return heard.received()

    def _payload(self, ask: Ask) -> dict[str, Any]:
        model, temperature = self.provider.model, self.provider.temperature
        said = [dict(message) for message in ask.messages]
        if _REASONING.match(model):
            for message in said:
                if message["role"] == "system":
                    message["role"] = "developer"
        limit = {ask.limit_name: ask.max_tokens} if ask.limit_name else {}
        warmth = {"temperature": temperature} if ask.temperature and temperature is not None else {}
        return {"model": model, "stream": False, **warmth, "messages": said, **ask.request, **limit}

    async def aclose(self) -> None:
        await self._wire.aclose()
