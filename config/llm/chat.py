"""One attempt at one model, through langchain-openai. It never raises for what a server does."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from .outcome import Outcome
from .provider import Provider
from .reach import Reach

Messages = Sequence[Mapping[str, str]]
RAW_CHARACTERS = 100_000


class Chat:
    """A provider's model, with connections that are kept as long as the object is used."""

    def __init__(self, provider: Provider, reach: Reach) -> None:
        # Only now, and not in an attempt, whose time is limited: the library takes seconds to
        # load, and most processes ask no model.
        from . import client, faults, wire  # noqa: F401 - the faults are loaded with them

        self.provider = provider
        self.reach = reach
        self._wire = wire.Wire(provider, reach)
        self._completions = client.Completions(provider, self._wire)

    async def attempt(
        self, messages: Messages, request: Mapping[str, Any], max_tokens: int
    ) -> Outcome:
        """Ask once, for no longer than the provider's time-out in all."""
        from . import faults
        from .wire import Heard, hearing

        heard = Heard()
        token = hearing.set(heard)
        body = {**request, self.provider.limit_name: max_tokens}
        try:
            async with asyncio.timeout(self.provider.timeout_seconds):
                message = await self._completions.complete(messages, body)
            outcome = faults.outcome_of(message, self.provider, max_tokens)
        # The libraries raise whatever a server's answer makes them raise: each becomes an outcome
        # with a name. None is raised on from here, as their requests hold the key.
        except Exception as error:  # noqa: BLE001 - the boundary to the server
            raw = heard.text(RAW_CHARACTERS)
            outcome = faults.outcome_of_error(error, self.provider, max_tokens, raw)
        finally:
            hearing.reset(token)
        outcome = outcome._replace(raw=heard.text(RAW_CHARACTERS))
        return faults.without_key(outcome, self.provider, self.reach)

    async def aclose(self) -> None:
        await self._wire.aclose()
