"""The chain from a question to a validated answer: the cache, then model after model."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Self

from pydantic import ValidationError

from config.llm.abilities import SchemaPrompt
from config.llm.addresses import Reach, Secret, no_secret
from config.llm.answers import AttemptOutcome
from config.llm.attempts import Ask, Conversation, Judge
from config.llm.store import cache_key

from .abilities import Abilities, Server
from .addresses import Resolve, Rules, resolve
from .asker import Answered, Check, Prompt, Salvage, T
from .attempts import Attempts
from .errors import BudgetExceeded, CallFailed, ModelFailed
from .provider import Provider, chain
from .retry import Patience, patiently
from .store import AttemptStore, Kept


class ModelAsker:
    """Asks the providers of a run, in order. Close it in the event loop in which it was used."""

    def __init__(
        self,
        providers: Sequence[Provider],
        store: AttemptStore,
        *,
        rules: Rules,
        secret: Secret = no_secret,
        cache: bool = True,
        patience: Patience | None = None,
        resolver: Resolve = resolve,
    ) -> None:
        self.providers = list(providers)
        self.store = store
        self.cache = cache
        self.patience = patience or Patience()
        self._attempts = Attempts(store, Reach(rules, secret, resolver))
        self._under_way = UnderWay()
        self._servers: dict[Provider, Server] = {}
        self._looking = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._attempts.aclose()

    def serves(self, agent: str) -> bool:
        """Whether any model is configured for an agent."""
        return any(provider.serves(agent) for provider in self.providers)

    async def ask(
        self,
        *,
        agent: str,
        node: str,
        prompt: Prompt,
        schema: type[T],
        check: Check[T] | None = None,
        salvage: Salvage[T] | None = None,
    ) -> Answered[T]:
        """See `asker.Asker`."""
        async with self._under_way.question():
            return await self._ask(agent, node, prompt, schema, check, salvage)

    async def _ask(
        self,
        agent: str,
        node: str,
        prompt: Prompt,
        schema: type[T],
        check: Check[T] | None,
        salvage: Salvage[T] | None,
    ) -> Answered[T]:
        serving = chain(self.providers, agent)
        if not serving:
            raise ModelFailed("no_model", agent=agent)
        keys = {cache_key(provider, prompt, schema): provider for provider in serving}
        if found := await self._recalled(keys, node, prompt, schema, check):
            return found
        why: CallFailed | ModelFailed | None = None
        for key, provider in keys.items():
            if self._left() <= 0:
                why = ModelFailed("no_time", seconds=f"{self.patience.in_all:g}")
                break
            try:
                value = await self._answer(provider, node, prompt, schema, check, salvage)
            except CallFailed as failure:
                why = failure
                continue
            if self.cache:
                await self.store.keep(Kept(key, provider.model, value.model_dump_json()))
            return Answered(value, provider.model, False)
        await self.store.note_unanswered(node, prompt.name, str(why))
        raise ModelFailed("failed", agent=agent, why=why)

    async def _recalled(
        self,
        keys: Mapping[str, Provider],
        node: str,
        prompt: Prompt,
        schema: type[T],
        check: Check[T] | None,
    ) -> Answered[T] | None:
        """The cached answer of the first model that has one, if it still passes the checks."""
        recalled = await self.store.recall(list(keys)) if self.cache else None
        if recalled is None:
            return None
        try:
            value = schema.model_validate_json(recalled.answer)
        except ValidationError:
            return None
        if check is not None and check(value):
            return None
        await self.store.note_recalled(node, prompt.name, recalled.model)
        return Answered(value, recalled.model, True)

    async def _answer(
        self,
        provider: Provider,
        node: str,
        prompt: Prompt,
        schema: type[T],
        check: Check[T] | None,
        salvage: Salvage[T] | None,
    ) -> T:
        """One model's answer. Raises CallFailed, BudgetExceeded."""

        async def attempt(ask: Ask, judged: Judge) -> AttemptOutcome:
            once = partial(self._attempts.make, provider, node, prompt, ask, judged)
            return await patiently(
                once,
                self.patience,
                other_way=ask.other_way,
                made=ask.made,
                left=self._left,
                tell=partial(self.store.note_waiting, node),
            )

        server = await self._server(provider)
        known = server.abilities
        conversation = Conversation(
            attempt,
            SchemaPrompt(prompt, schema),
            schema,
            check,
            provider=provider,
            server=server,
            salvage=salvage,
        )
        try:
            return await conversation.answer()
        finally:
            if server.abilities != known:
                await self.store.learn(provider, server.abilities.as_json())

    def _left(self) -> float:
        """The seconds in which this run's questions may still be asked."""
        return self.patience.in_all - self._under_way.seconds

    async def abilities(self, provider: Provider) -> Abilities:
        """What is known of a provider's server so far."""
        return (await self._server(provider)).abilities

    async def _server(self, provider: Provider) -> Server:
        """A provider's server as known from this run, or from earlier ones."""
        async with self._looking:  # those beside the first wait for what it finds
            if provider not in self._servers:
                found = await self.store.known(provider)
                self._servers[provider] = Server(Abilities.of_json(found))
        return self._servers[provider]


class UnderWay:
    """The questions of one run that are being asked.

    A used-up budget ends the run and would cancel the questions beside it. Their end is waited for:
    they are paid for, and their answers need not be bought again.
    """

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._before, self._since = 0.0, 0.0

    @property
    def seconds(self) -> float:
        """The seconds in which at least one question was being asked, so far."""
        return self._before + (time.monotonic() - self._since if self._count else 0.0)

    @asynccontextmanager
    async def question(self) -> AsyncIterator[None]:
        """A context around a question; BudgetExceeded leaves it only when no other one is being
        asked."""
        if not self._count:
            self._since = time.monotonic()
        self._count += 1
        self._none.clear()
        try:
            yield
        except BudgetExceeded:
            self._done()
            await self._none.wait()
            raise
        except BaseException:
            self._done()
            raise
        self._done()

    def _done(self) -> None:
        self._count -= 1
        if not self._count:
            self._before += time.monotonic() - self._since
            self._none.set()
