"""The chain from a question to a validated answer: the cache, then model after model."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Self

from pydantic import BaseModel, ValidationError

from .addresses import Resolve, Rules, resolve
from .asking import Answered, Check, Prompt, T
from .chat import Chat
from .conversation import Ask, Conversation
from .errors import CallFailed, ModelFailed
from .outcome import Outcome
from .provider import Provider, chain
from .retrying import Patience, patiently
from .slots import slot
from .store import Call, Kept, Settled, Store
from .structured import STRATEGIES, Question, json_schema
from .usage import Tokens, cost, estimate, estimate_messages

_MOST_TOKENS = 10_000_000  # a server that reports more is not believed


class ModelAsker:
    """Asks the providers of a run, in their order. Close it in the loop it was used in."""

    def __init__(
        self,
        providers: Sequence[Provider],
        store: Store,
        *,
        rules: Rules,
        cache: bool = True,
        patience: Patience | None = None,
        resolver: Resolve = resolve,
    ) -> None:
        self.providers = list(providers)
        self.store = store
        self.cache = cache
        self.patience = patience or Patience()
        self._rules = rules
        self._resolver = resolver
        self._chats: dict[Provider, Chat] = {}
        # The strategy that a model answered to last is the first it is asked by again.
        self._answered_to: dict[Provider, str] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        for chat in self._chats.values():
            await chat.aclose()
        self._chats.clear()

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
    ) -> Answered[T]:
        """See asking.Asker."""
        serving = chain(self.providers, agent)
        if not serving:
            raise ModelFailed("no_model", agent=agent)
        keys = {cache_key(provider, prompt, schema): provider for provider in serving}
        if found := await self._recalled(keys, node, prompt, schema, check):
            return found
        why: CallFailed | None = None
        for key, provider in keys.items():
            try:
                value = await self._answer(provider, node, prompt, schema, check)
            except CallFailed as failure:
                why = failure
                continue
            if self.cache:
                await self.store.keep(Kept(key, provider.model, value.model_dump_json()))
            return Answered(value, provider.model, False)
        raise ModelFailed("failed", agent=agent, why=why)

    async def _recalled(
        self,
        keys: Mapping[str, Provider],
        node: str,
        prompt: Prompt,
        schema: type[T],
        check: Check[T] | None,
    ) -> Answered[T] | None:
        """The kept answer of the first model that has one, if it is still a good one."""
        kept = await self.store.recall(list(keys)) if self.cache else None
        if kept is None:
            return None
        try:
            value = schema.model_validate_json(kept.answer)
        except ValidationError:
            return None
        if check is not None and check(value):
            return None
        await self.store.note_recalled(node, prompt.name, kept.model)
        return Answered(value, kept.model, True)

    async def _answer(
        self,
        provider: Provider,
        node: str,
        prompt: Prompt,
        schema: type[T],
        check: Check[T] | None,
    ) -> T:
        """One model's answer. Raises CallFailed, BudgetExceeded."""

        async def attempt(ask: Ask, judged: Callable[[Outcome], Outcome]) -> Outcome:
            once = partial(self._attempt, provider, node, prompt, ask, judged)
            return await patiently(once, self.patience)

        conversation = Conversation(
            attempt,
            Question(prompt, schema),
            schema,
            check,
            model=provider.model,
            max_tokens=provider.max_tokens,
        )
        known = self._answered_to.get(provider)
        order = sorted(STRATEGIES, key=lambda strategy: strategy != known)
        value, self._answered_to[provider] = await conversation.answer(order)
        return value

    async def _attempt(
        self,
        provider: Provider,
        node: str,
        prompt: Prompt,
        ask: Ask,
        judged: Callable[[Outcome], Outcome],
    ) -> Outcome:
        """One attempt: written down before it is made, and again when its end is known."""
        if provider not in self._chats:
            self._chats[provider] = Chat(provider, self._rules, self._resolver)
        sent = estimate_messages(ask.messages, json.dumps(ask.request, ensure_ascii=False))
        most = Tokens(sent, ask.max_tokens)
        call = Call(node, prompt.name, prompt.hash, provider.model, most, cost(provider, most))
        async with slot(provider):
            ticket = await self.store.reserve(call)
            began = time.monotonic()
            try:
                outcome = judged(
                    await self._chats[provider].attempt(ask.messages, ask.request, ask.max_tokens)
                )
            except BaseException:  # the run was stopped: what it cost is not known
                seconds = time.monotonic() - began
                ended = Settled("interrupted", call.tokens, call.cost, seconds)
                await self.store.settle(ticket, ended)
                raise
            await self.store.settle(
                ticket, settled(provider, call, outcome, time.monotonic() - began)
            )
        return outcome


def settled(provider: Provider, call: Call, outcome: Outcome, seconds: float) -> Settled:
    """What is written down of an attempt that came to its end.

    Tokens that the server did not report are estimated: from the text, or, when nothing came that
    might have been charged for, as many as were reserved.
    """
    tokens = Tokens(0, 0)
    if outcome.tokens is not None:
        tokens = Tokens(*(min(max(0, count), _MOST_TOKENS) for count in outcome.tokens))
    elif outcome.text:
        tokens = Tokens(call.tokens.sent, min(estimate(outcome.text), call.tokens.received))
    elif outcome.billed:
        tokens = call.tokens
    failure = outcome.failure
    return Settled(
        failure.code if failure else "ok",
        tokens,
        cost(provider, tokens),
        seconds,
        str(failure) if failure else "",
        outcome.raw,
    )


def cache_key(provider: Provider, prompt: Prompt, schema: type[BaseModel]) -> str:
    """What makes two questions the same: the model, the prompt's file, the schema, the input."""
    asked = [
        provider.base_url,
        provider.model,
        provider.temperature,
        prompt.hash,
        json_schema_hash(schema),
        prompt.system,
        prompt.user,
    ]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def json_schema_hash(schema: type[BaseModel]) -> str:
    shape = json.dumps(schema.model_json_schema(), sort_keys=True)
    return hashlib.sha256(shape.encode()).hexdigest()
