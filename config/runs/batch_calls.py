"""Coroutines that want the same of the database's thread at once have it done in one call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from asgiref.sync import sync_to_async

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class _Ask(NamedTuple, Generic[Asked, Answer]):
    """What one coroutine asks, and where it waits for the answer."""

    asked: Asked
    answer: asyncio.Future[Answer]


class BatchedCalls(Generic[Asked, Answer]):
    """`await together(asked)` gives what `work([asked])` gives, in the database's thread.

    What is asked while a call is under way waits, and is asked in one call after it; `work`
    answers in the order it is asked. Where it raises for several, each is asked alone: an error
    reaches only the caller who caused it. So `work` must leave nothing behind when it raises.
    What was asked is done even if whoever asked is cancelled meanwhile.
    """

    def __init__(self, work: Callable[[Sequence[Asked]], Sequence[Answer]]) -> None:
        self._work = work
        self._waiting: list[_Ask[Asked, Answer]] = []
        self._calling: asyncio.Task[None] | None = None

    async def __call__(self, asked: Asked) -> Answer:
        loop = asyncio.get_running_loop()
        ask: _Ask[Asked, Answer] = _Ask(asked, loop.create_future())
        self._waiting.append(ask)
        if self._calling is None or self._calling.done():
            self._calling = loop.create_task(self._call())
        return await ask.answer

    async def _call(self) -> None:
        """Ask until nobody waits."""
        while self._waiting:
            await asyncio.sleep(0)  # whoever is as far by now comes along
            asks, self._waiting = self._waiting, []
            try:
                outcomes = await sync_to_async(self._outcomes)([ask.asked for ask in asks])
            except BaseException:
                for ask in asks:
                    ask.answer.cancel()
                raise
            for ask, outcome in zip(asks, outcomes, strict=True):
                if not ask.answer.done():  # unless who asked is gone
                    settle(ask.answer, outcome)

    def _outcomes(self, asked: Sequence[Asked]) -> list[Answer | Exception]:
        try:
            return list(self._work(asked))
        except Exception as error:  # noqa: BLE001  # raised again in the coroutine that asked
            if len(asked) == 1:
                return [error]
            return [outcome for one in asked for outcome in self._outcomes([one])]


def settle(answer: asyncio.Future[Answer], outcome: Answer | Exception) -> None:
    if isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)
