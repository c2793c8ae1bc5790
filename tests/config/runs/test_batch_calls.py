"""What coroutines ask at once is asked in one call."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest
from asgiref.sync import async_to_sync

from config.runs.ledger import BatchedCalls
from tests.processes import CEILING


class Doubler:
    """Answers with the double, keeps what it was asked, refuses 13 whole batches at a time."""

    def __init__(self) -> None:
        self.calls: list[list[int]] = []

    def __call__(self, asked: Sequence[int]) -> list[int]:
        self.calls.append(list(asked))
        if 13 in asked:
            raise ValueError("unlucky")
        return [2 * one for one in asked]


async def outcomes(double: Doubler, *asked: int) -> list[object]:
    together = BatchedCalls(double)
    return await asyncio.gather(*(together(one) for one in asked), return_exceptions=True)


def test_each_gets_its_own_answer() -> None:
    assert async_to_sync(outcomes)(Doubler(), 3, 1, 2) == [6, 2, 4]


def test_what_is_asked_at_once_is_one_call() -> None:
    double = Doubler()
    async_to_sync(outcomes)(double, 3, 1, 2)
    assert double.calls == [[3, 1, 2]]


def test_what_is_asked_during_a_call_is_the_next() -> None:
    double = Doubler()

    async def ask() -> None:
        begun, go_on = threading.Event(), threading.Event()

        def work(asked: Sequence[int]) -> list[int]:
            begun.set()
            assert go_on.wait(CEILING)
            return double(asked)

        together = BatchedCalls(work)
        first = asyncio.create_task(together(1))
        await asyncio.to_thread(begun.wait, CEILING)
        others = [asyncio.create_task(together(2)) for _ in range(2)]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(first, *others)

    async_to_sync(ask)()
    assert double.calls == [[1], [2, 2]]


def test_an_error_reaches_only_the_one_whose_it_is() -> None:
    first, wrong, last = async_to_sync(outcomes)(Doubler(), 1, 13, 2)
    assert (first, last) == (2, 4)
    assert isinstance(wrong, ValueError)


def test_one_that_is_cancelled_leaves_the_others_their_answers() -> None:
    async def ask() -> list[int]:
        together = BatchedCalls(Doubler())
        tasks = [asyncio.create_task(together(one)) for one in (1, 2, 3)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        with pytest.raises(asyncio.CancelledError):
            await tasks[0]
        return list(await asyncio.gather(*tasks[1:]))

    assert async_to_sync(ask)() == [4, 6]


def test_it_serves_one_loop_after_another() -> None:
    together = BatchedCalls(Doubler())
    assert async_to_sync(together)(1) == 2
    assert async_to_sync(together)(2) == 4
