"""Coroutines that want the same of the database's thread at once have it done in one call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from asgiref.sync import sync_to_async

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class _Ask(Generic[Asked, Answer]):
    """What one coroutine asks, and what came of it."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.done = False
        self.answer: Answer
        self.error: Exception | None = None

    def answered(self, answer: Answer) -> None:
        self.answer, self.done = answer, True

    def failed(self, error: Exception) -> None:
        self.error, self.done = error, True


class Together(Generic[Asked, Answer]):
    """`await together(asked)` gives what `work([asked])` gives, in the database's thread.

    What is asked while a call is under way waits, and is asked in one call after it; `work`
    answers in the order it is asked. Where it raises for several, each is asked alone: an error
    reaches nobody but the one whose it is. So `work` must leave nothing behind when it raises.
    """

    def __init__(self, work: Callable[[Sequence[Asked]], Sequence[Answer]]) -> None:
        self._work = work
        self._waiting: list[_Ask[Asked, Answer]] = []
        self._turn = asyncio.Lock()

    async def __call__(self, asked: Asked) -> Answer:
        ask: _Ask[Asked, Answer] = _Ask(asked)
        self._waiting.append(ask)
        try:
            async with self._turn:
                if not ask.done:
                    await asyncio.sleep(0)  # whoever is ready by now comes along
                    await sync_to_async(self._answer)(list(self._waiting))
        finally:  # also of those answered by another, and of a coroutine that is cancelled
            self._waiting.remove(ask)
        if ask.error is not None:
            raise ask.error
        return ask.answer

    def _answer(self, asks: Sequence[_Ask[Asked, Answer]]) -> None:
        asks = [ask for ask in asks if not ask.done]
        try:
            answers = self._work([ask.asked for ask in asks])
        except Exception as error:  # noqa: BLE001  # raised again in the coroutine that asked
            if len(asks) == 1:
                asks[0].failed(error)
            else:
                for ask in asks:
                    self._answer([ask])
            return
        for ask, answer in zip(asks, answers, strict=True):
            ask.answered(answer)
