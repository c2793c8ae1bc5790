"""Attempts: each written down before it is made, and again when its end is known."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
import traceback
from collections.abc import Callable
from typing import Any

from config.llm.addresses import Reach
from config.llm.answers import AttemptOutcome, Received
from config.llm.provider import Tokens, cost, estimate, estimate_messages, slot

from .asker import Prompt
from .conversation import Ask, Judge
from .errors import Doubt
from .provider import Provider
from .redaction import Redactor
from .store import AttemptStore, Call, SettledAttempt

Read = Callable[[Received], AttemptOutcome]
"""Reads what came; it may raise anything."""

_log = logging.getLogger(__name__)
_BELIEVED = 4  # times what was reserved: no text has more tokens than bytes, two for each of ours


class Attempts:
    """Makes attempts, a provider's within its limit of parallel calls."""

    def __init__(self, store: AttemptStore, reach: Reach) -> None:
        self._store = store
        self._reach = reach
        self._chats: dict[Provider, Chat] = {}

    async def aclose(self) -> None:
        for chat in self._chats.values():
            await chat.aclose()
        self._chats.clear()

    async def make(
        self, provider: Provider, node: str, prompt: Prompt, ask: Ask, judged: Judge
    ) -> AttemptOutcome:
        """One attempt and what it brought. Raises BudgetExceeded before anything is sent."""
        chat = self._chat(provider)
        sent = estimate_messages(ask.messages, json.dumps(ask.request, ensure_ascii=False))
        most = Tokens(sent, ask.max_tokens)
        price = cost(provider, most)
        call = Call(node, prompt.name, prompt.hash, provider.model, most, price, ask.messages)
        redactor = self._reach.redactor(provider)

        def read(received: Received) -> AttemptOutcome:
            from . import faults

            return judged(faults.outcome_of(received, provider, ask.max_tokens), redactor)

        async with slot(provider):
            ticket = await self._store.reserve(call)
            began = time.monotonic()
            try:
                received = await chat.attempt(ask)
            except BaseException:  # the run was stopped: what the call cost is not known
                seconds = time.monotonic() - began
                ended = SettledAttempt("interrupted", call.tokens, call.cost, seconds)
                await self._store.settle(ticket, ended)
                raise
            seconds = time.monotonic() - began
            outcome, ended = recorded(received, provider, call, seconds, redactor, read)
            await self._store.settle(ticket, ended)
        return outcome

    def _chat(self, provider: Provider) -> Chat:
        if provider not in self._chats:
            self._chats[provider] = Chat(provider, self._reach)
        return self._chats[provider]


def recorded(
    received: Received,
    provider: Provider,
    call: Call,
    seconds: float,
    redactor: Redactor,
    read: Read,
) -> tuple[AttemptOutcome, SettledAttempt]:
    """What an attempt brought, and what is written down of it.

    All that reads a server's answer runs in here. Whatever it raises is an outcome like others:
    the call is settled and the next model is asked.
    """
    from . import faults

    try:
        outcome = faults.safe(read(received), received, redactor)
        return outcome, settled(provider, call, outcome, seconds)
    except Exception as error:  # noqa: BLE001 - the boundary: an answer may break any reader
        _log.warning("an answer of %s could not be read: %s", provider.model, _where(error))
        plain = received._replace(headers={})
        outcome = faults.safe(faults.garbage(error, provider), plain, redactor)
        return outcome, settled(provider, call, outcome, seconds)


def settled(
    provider: Provider, call: Call, outcome: AttemptOutcome, seconds: float
) -> SettledAttempt:
    """What is written down of an attempt that came to its end.

    Tokens that the server did not report are estimated: from the text, or, when nothing came that
    might have been charged for, as many as were reserved. Figures that cannot be are not believed,
    and that is said: a budget must not end by them unnoticed.
    """
    tokens, doubt = Tokens(0, 0), ""
    if outcome.tokens is not None:
        tokens = Tokens(*map(_believed, outcome.tokens, call.tokens))
        if tokens != outcome.tokens:
            doubt = str(Doubt("usage", model=provider.model, **_told(outcome.tokens, tokens)))
    elif outcome.text:
        tokens = Tokens(call.tokens.sent, min(estimate(outcome.text), call.tokens.received))
    elif outcome.billed:
        tokens = call.tokens
    failure = outcome.failure
    return SettledAttempt(
        failure.code if failure else "ok",
        tokens,
        cost(provider, tokens),
        seconds,
        str(failure) if failure else "",
        outcome.raw,
        outcome.text,
        doubt,
        outcome.notes,
        estimated=outcome.tokens is None and tokens != Tokens(0, 0),
    )


def _where(error: Exception) -> str:
    """The kind of an error and the line that raised it; its text could hold what a server sent."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    return " ".join([type(error).__name__, *(f"{part.name}:{part.lineno}" for part in last)])


def _believed(reported: int, reserved: int) -> int:
    """What a server reports, as far as it can be."""
    return reserved if reported < 0 else min(reported, _BELIEVED * reserved)


def _told(reported: Tokens, counted: Tokens) -> dict[str, int]:
    """Both in a form that any sentence can hold."""
    return {
        "sent": reported.sent,
        "received": reported.received,
        "counted_sent": counted.sent,
        "counted_received": counted.received,
    }


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
