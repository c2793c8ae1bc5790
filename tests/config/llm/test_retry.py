from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from config.llm.answers import AttemptOutcome
from config.llm.errors import CallFailed
from config.llm.retry import Patience, asked_seconds, asked_wait, patiently

NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("-1", 0.0),
        ("inf", 1e9),
        ("nan", 0.0),
        ("Thu, 01 Jan 2026 12:00:30 GMT", 30.0),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    assert asked_wait(value, NOW) == seconds


def test_waits_double_within_their_jitter_up_to_a_bound() -> None:
    patience = Patience(attempts=9, first=1.0, longest=4.0)

    for tries, most in [(1, 1.0), (2, 2.0), (3, 4.0), (8, 4.0)]:
        assert all(most / 2 <= patience.wait(tries, None) <= most for _time in range(50))


def test_what_the_server_asks_for_is_waited_in_full() -> None:
    assert 7 <= Patience().wait(1, 7.0) <= 7.1


@pytest.mark.parametrize(
    ("headers", "message", "seconds"),
    [
        ({"retry-after-ms": "250", "retry-after": "9"}, "", 0.25),
        ({"retry-after": "3"}, "try again in 9s", 3.0),
        ({"retry-after": "soon"}, "Please try again in 6.5s. Visit", 6.5),
        ({}, "Rate limit reached: Limit 30000, Used 29000. Please try again in 1m30.5s.", 90.5),
        ({}, "please retry in 31.2s", 31.2),
        ({}, "Please retry after 20 seconds.", 20.0),
        ({}, "wait 120ms", 0.12),
        ({}, "try again in 20 milliseconds", 0.02),
        ({}, "try again later: 500 requests a day", None),
        ({}, "", None),
    ],
)
def test_a_wait_is_read_from_headers_or_words(
    headers: dict[str, str], message: str, seconds: float | None
) -> None:
    assert asked_seconds(headers, message) == seconds


def loading(times: int) -> Callable[[], Awaitable[AttemptOutcome]]:
    """A server that loads its model for so many attempts, then answers."""
    left = iter([CallFailed("loading", model="m", status=503, said="Loading model")] * times)

    async def attempt() -> AttemptOutcome:
        return AttemptOutcome(failure=next(left, None))

    return attempt


def waited_for(
    attempt: Callable[[], Awaitable[AttemptOutcome]], patience: Patience, **more: Any
) -> Any:
    """The outcome, the waits, and what was said of them."""
    waits: list[float] = []
    told: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def tell(failure: CallFailed, seconds: float) -> None:
        told.append(seconds)

    outcome = asyncio.run(patiently(attempt, patience, sleep, tell=tell, **more))
    return outcome, waits, told


def test_a_server_that_loads_its_model_is_waited_for_whatever_the_attempts() -> None:
    outcome, waits, told = waited_for(loading(8), Patience(attempts=1))

    assert outcome.failure is None
    assert len(waits) == len(told) == 8
    assert told[-1] == pytest.approx(sum(waits))


def test_a_server_that_loads_its_model_for_ever_is_left_after_two_minutes() -> None:
    outcome, waits, _told = waited_for(loading(1_000), Patience(attempts=1))

    assert outcome.failure.code == "loading"
    assert 120 <= sum(waits) <= 140


def test_no_wait_goes_beyond_the_time_of_a_run() -> None:
    outcome, waits, _told = waited_for(loading(9), Patience(), left=lambda: 0.1)

    assert outcome.failure.code == "loading"
    assert waits == []
