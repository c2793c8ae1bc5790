"""One question to one model: ways of asking, a longer limit, one round of repair.

Each attempt is recorded before it is made, and again when it ends. What a server refuses is
remembered for all questions (`abilities`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, Generic, NamedTuple

from config.llm.abilities import (
    FUNCTION,
    PLAIN,
    Abilities,
    Messages,
    SchemaPrompt,
    Server,
    learned,
    room,
)
from config.llm.addresses import Reach
from config.llm.answers import AttemptOutcome, Received, Unreadable, read
from config.llm.asker import Check, Salvage, T
from config.llm.errors import CallFailed
from config.llm.provider import Provider, Tokens, cost, estimate, estimate_messages, slot
from config.llm.redaction import Redactor
from config.llm.reply import ARGUMENTS, CONTENT

from .asker import Prompt
from .errors import Doubt
from .store import AttemptStore, Call, SettledAttempt

_REPEATED = 20_000  # characters of an answer that is sent back for repair
_REFUSALS = ("bad_request", "server_error")


class Ask(NamedTuple):
    """What is sent to the model in one attempt. `other_way` is whether it can be asked in
    another way; `made` counts failed attempts in other ways."""

    messages: Messages
    request: dict[str, Any]
    max_tokens: int
    limit_name: str = "max_tokens"
    temperature: bool = True
    other_way: bool = False
    made: int = 0


Judge = Callable[[AttemptOutcome, Redactor], AttemptOutcome]
"""Reads the answer of an outcome, or says what is wrong with it; the key is removed from it."""

Attempt = Callable[[Ask, Judge], Awaitable[AttemptOutcome]]
"""Makes an attempt, repeated where that helps, and passes each outcome on to be judged."""


class Conversation(Generic[T]):
    """Gets a valid answer from a model, or raises CallFailed with the last reason."""

    def __init__(
        self,
        attempt: Attempt,
        question: SchemaPrompt,
        schema: type[T],
        check: Check[T] | None,
        *,
        provider: Provider,
        server: Server,
        salvage: Salvage[T] | None = None,
    ) -> None:
        self._attempt = attempt
        self._question = question
        self._schema = schema
        self._check = check
        self._salvage = salvage
        self._provider = provider
        self._server = server
        self._max_tokens = provider.max_tokens
        self._doubled = False

    async def answer(self) -> T:
        """A valid answer. Raises CallFailed."""
        mend: tuple[str, AttemptOutcome] | None = None
        refusal: CallFailed | None = None
        failed: list[str] = []  # ways in which the server failed with an error
        ways = self._server.abilities.order()
        for number, way in enumerate(ways, start=1):
            if way in self._server.abilities.ways or (way == PLAIN and mend is not None):
                continue  # refused meanwhile; or there is an answer that may be repaired
            other_way = number < len(ways)
            outcome = await self._ask(way, self._question.messages(way), other_way, len(failed))
            failure = outcome.failure
            if failure is None:
                self._server.answered(way, failed)
                value: T = outcome.value
                return value
            if failure.code in ("invalid", "unfit"):
                mend = way, outcome
                if failure.code == "unfit":  # it fits the schema: no other way of asking would help
                    break
            elif way in self._server.abilities.ways:
                refusal = failure
            elif outcome.other_way:
                refusal = failure
                failed.append(way)
            elif mend is None or failure.code not in _REFUSALS:
                raise failure
        if mend is not None:
            return await self._repaired(*mend)
        assert refusal is not None  # noqa: S101 - asking in plain words is never left out
        raise refusal

    async def _repaired(self, way: str, outcome: AttemptOutcome) -> T:
        """The model's answer after it was asked once to repair it."""
        assert outcome.failure is not None  # noqa: S101 - for mypy
        fault = str(outcome.failure.values["said"])
        answer = outcome.text[:_REPEATED] or "{}"
        mended = await self._ask(way, self._question.repair(way, answer, fault))
        if mended.failure is None:
            self._server.answered(way, ())
            value: T = mended.value
            return value
        for left in (mended, outcome):
            sound = self._salvaged(left)
            if sound is not None:
                return sound
        raise mended.failure

    async def _ask(
        self, way: str, messages: Messages, other_way: bool = False, made: int = 0
    ) -> AttemptOutcome:
        """An attempt. It is repeated in another form when the server asks for one; and, once,
        with twice the limit, when the answer was cut off."""
        expected = ARGUMENTS if way == FUNCTION else CONTENT
        while True:
            known = self._server.abilities
            limit = known.limit(self._max_tokens)
            ask = Ask(
                known.messages(messages),
                self._question.request(way),
                limit,
                known.limit_name(self._provider.limit_name),
                known.temperature,
                other_way,
                made,
            )
            outcome = await self._attempt(ask, partial(self._judged, expected))
            if not self._longer(outcome, limit) and not self._adapted(outcome, known, way, ask):
                return outcome

    def _longer(self, outcome: AttemptOutcome, limit: int) -> bool:
        """Whether an answer was cut off for the first time, at a limit that can be doubled."""
        cut = outcome.failure is not None and outcome.failure.code == "truncated"
        if not cut or self._doubled or self._server.abilities.limit(2 * limit) == limit:
            return False
        self._doubled = True
        self._max_tokens = 2 * limit
        return True

    def _adapted(self, outcome: AttemptOutcome, known: Abilities, way: str, ask: Ask) -> bool:
        """Whether the same way is worth another attempt after what a refusal taught."""
        failure, complaint = outcome.failure, outcome.complaint
        if failure is None or complaint is None or failure.code not in _REFUSALS:
            return False
        now = self._server.abilities
        if replace(now, answered="") != replace(known, answered=""):
            return way not in now.ways  # another question has learned it meanwhile
        taught = learned(
            now,
            complaint,
            way,
            limit=ask.max_tokens,
            name=ask.limit_name,
            guess=failure.code == "bad_request",
        )
        if taught != now:
            self._server.learn(taught)
            return way not in taught.ways
        left = room(complaint, ask.max_tokens)
        if left is None:
            return False
        self._max_tokens = left
        return True

    def _judged(self, expected: str, outcome: AttemptOutcome, redactor: Redactor) -> AttemptOutcome:
        """The outcome with the answer parsed from its texts, or with what is wrong with it.

        An answer that was cut off may still be whole: some models continue after it until the
        limit.
        """
        failure = outcome.failure
        cut = failure is not None and failure.code == "truncated"
        if failure is not None and not cut:
            return outcome
        try:
            answer = read(outcome.texts, self._schema, redactor, expected, cut=cut)
        except Unreadable as error:
            return outcome if cut else self._wrong(outcome, "invalid", str(error))
        notes = (*outcome.notes, *(["cut after its end"] if cut else []), *answer.mended)
        found = outcome._replace(text=answer.text, notes=notes, failure=None)
        if self._check is not None and (fault := self._check(answer.value)):
            return self._wrong(found._replace(unfit=answer.value), "unfit", fault)
        return found._replace(value=answer.value)

    def _salvaged(self, outcome: AttemptOutcome) -> T | None:
        """The sound part of an answer that is wrong even after its repair."""
        if self._salvage is None or outcome.unfit is None:
            return None
        return self._salvage(outcome.unfit)

    def _wrong(self, outcome: AttemptOutcome, code: str, answer: str) -> AttemptOutcome:
        return outcome._replace(failure=CallFailed(code, model=self._provider.model, said=answer))


Read = Callable[[Received], AttemptOutcome]
"""Parses what arrived; it may raise anything."""

_log = logging.getLogger(__name__)
_BELIEVED = 4  # times the reservation: it is half the bytes, and no text has more tokens


class Attempts:
    """Makes attempts, within the provider's limit of parallel calls."""

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
        """One attempt and its outcome. Raises BudgetExceeded before anything is sent."""
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
            except BaseException:  # the run was stopped: the cost of the call is not known
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
    """The outcome of an attempt, and its record.

    All code that reads a server's answer runs in here. Whatever it raises becomes an outcome like
    any other: the call is recorded and the next model is asked.
    """
    from . import faults

    try:
        outcome = faults.safe(read(received), received, redactor)
        return outcome, settled(provider, call, outcome, seconds)
    except Exception as error:  # noqa: BLE001 - the boundary: an answer may break any reader
        _log.warning("an answer of %s could not be read: %s", provider.model, _where(error))
        without_headers = received._replace(headers={})
        outcome = faults.safe(faults.garbage(error, provider), without_headers, redactor)
        return outcome, settled(provider, call, outcome, seconds)


def settled(
    provider: Provider, call: Call, outcome: AttemptOutcome, seconds: float
) -> SettledAttempt:
    """The record of an attempt that ended.

    Tokens that the server did not report are estimated: from the text, or, when nothing arrived
    that might have been charged for, as many as were reserved. Impossible figures are not used, and
    the record says so: no budget should end by them unnoticed.
    """
    tokens, doubt = Tokens(0, 0), ""
    if outcome.tokens is not None:
        tokens = Tokens(*map(_believed, outcome.tokens, call.tokens))
        if tokens != outcome.tokens:
            doubt = str(Doubt("usage", model=provider.model, **_figures(outcome.tokens, tokens)))
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
    """The type of an error and the line that raised it; its text could hold what a server sent."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    return " ".join([type(error).__name__, *(f"{part.name}:{part.lineno}" for part in last)])


def _believed(reported: int, reserved: int) -> int:
    """The figures that a server reports, as far as they are possible."""
    return reserved if reported < 0 else min(reported, _BELIEVED * reserved)


def _figures(reported: Tokens, counted: Tokens) -> dict[str, int]:
    """Both as texts without characters that a sentence cannot hold."""
    return {
        "sent": reported.sent,
        "received": reported.received,
        "counted_sent": counted.sent,
        "counted_received": counted.received,
    }


_REASONING = re.compile(r"o\d")
"""OpenAI's models that know the system role under the name developer."""


class Chat:
    """A provider's model, with connections that are kept open as long as the object is used."""

    def __init__(self, provider: Provider, reach: Reach) -> None:
        # Imported here and not within an attempt, whose time is limited: most processes ask no
        # model.
        from .wire import Wire

        self.provider = provider
        self._wire = Wire(provider, reach)

    async def attempt(self, ask: Ask) -> Received:
        """Ask once, for no longer than the provider's timeout in all."""
        from .wire import WireResponse

        heard = WireResponse()
        try:
            async with asyncio.timeout(self.provider.timeout_seconds):
                await self._wire.post_json("/chat/completions", self._payload(ask), heard)
        # `from None`: the libraries' errors hold requests, and these hold the key.
        except Exception as error:  # noqa: BLE001 - the boundary to the server
            return heard.received(error)
        return heard.received()

    def _payload(self, ask: Ask) -> dict[str, Any]:
        model, temperature = self.provider.model, self.provider.temperature
        sent = [dict(message) for message in ask.messages]
        if _REASONING.match(model):
            for message in sent:
                if message["role"] == "system":
                    message["role"] = "developer"
        limit = {ask.limit_name: ask.max_tokens} if ask.limit_name else {}
        warmth = {"temperature": temperature} if ask.temperature and temperature is not None else {}
        return {"model": model, "stream": False, **warmth, "messages": sent, **ask.request, **limit}

    async def aclose(self) -> None:
        await self._wire.aclose()
