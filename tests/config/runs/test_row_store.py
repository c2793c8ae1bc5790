from __future__ import annotations

import asyncio
from decimal import Decimal

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.llm.provider import Tokens
from config.llm.store import Call, SettledAttempt
from config.runs.calls import RowStore
from config.runs.models import LlmCall

pytestmark = pytest.mark.django_db(transaction=True)
CALL = Call("node", "prompt", "h" * 64, "model", Tokens(10, 20), Decimal("0.001"))


def rows() -> list[tuple[str, int, int]]:
    return list(LlmCall.objects.values_list("outcome", "tokens_in", "tokens_out"))


def test_a_call_that_is_given_up_while_it_is_reserved_costs_nothing() -> None:
    async def go() -> None:
        store = RowStore()
        reserving = asyncio.create_task(store.reserve(CALL))
        await asyncio.sleep(0)
        reserving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reserving

    async_to_sync(go)()

    assert rows() == [("interrupted", 0, 0)]


def test_calls_made_side_by_side_are_all_written() -> None:
    async def go() -> None:
        store = RowStore()
        tickets = await asyncio.gather(*(store.reserve(CALL) for _each in range(15)))
        assert sorted(tickets) == sorted(set(tickets)) == sorted(store.tickets)
        ended = SettledAttempt("ok", Tokens(1, 2), Decimal("0.0001"), 0.1, "", "raw")
        await asyncio.gather(*(store.settle(ticket, ended) for ticket in tickets))

    async_to_sync(go)()

    assert rows() == [("ok", 1, 2)] * 15


def test_what_each_of_several_calls_came_to_is_written_to_its_own_row() -> None:
    store = RowStore()
    first, second, other = (async_to_sync(store.reserve)(CALL) for _each in range(3))
    failed = SettledAttempt(
        "timeout", Tokens(10, 0), Decimal("0.12345678"), 2.5, "too late", "", "", "", (), True
    )
    answered = SettledAttempt("ok", Tokens(1, 2), Decimal("0.5"), 0.1, "", "é", "", "", ("a", "b"))

    async def settle() -> None:
        await asyncio.gather(store.settle(first, failed), store.settle(second, answered))

    with CaptureQueriesContext(connection) as asked:
        async_to_sync(settle)()

    assert sum("CASE WHEN" in each["sql"] for each in asked) == 0
    names = ("pk", "outcome", "cost_usd", "seconds", "error", "mended", "estimated", "raw")
    assert list(LlmCall.objects.order_by("pk").values_list(*names)) == [
        (first, "timeout", Decimal("0.123457"), 2.5, "too late", "", True, ""),
        (second, "ok", Decimal("0.500000"), 0.1, "", "a, b", False, "é"),
        (other, "reserved", Decimal("0.001000"), 0, "", "", False, ""),
    ]
