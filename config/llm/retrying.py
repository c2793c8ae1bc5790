"""Which failures are tried again, and when. The client itself never tries again."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import inf

from .errors import CallFailed
from .outcome import Outcome

AGAIN = frozenset({"rate_limited", "server_error", "timeout", "connection", "garbage",
                   "loading"})  # fmt: skip
_BROKE, _NOT_IMPLEMENTED = 500, 501
_FOREVER = 1e9  # "inf" is no time to wait
_UNITS = {"ms": 0.001, "milli": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|milli|s|m|h)", re.IGNORECASE)
_ASKED = re.compile(
    r"(?:again|retry|wait|available|reset\w*|back)\b[^.\d]{0,30}?((?:\d+(?:\.\d+)?\s*"
    r"(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h)(?![a-z])\s*)+)",
    re.IGNORECASE,
)
Tell = Callable[[CallFailed, float], Awaitable[None]]
"""Says what is waited for, and for how many seconds until the next try."""

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True)
class Patience:
    """How often an attempt is made in all, and how long is waited between two.

    A wait is drawn from half of `first`, doubled each time, up to the whole of it; `longest` is
    the bound. A server that asks for more than `longest_asked` seconds is left for the next model;
    one that loads its model is waited for up to `loading` seconds, whatever the attempts. `in_all`
    is the time in which a run's questions may be asked. A server that breaks at a question is asked
    in up to `ways` other ways, whatever the attempts.
    """

    attempts: int = 3
    first: float = 1.0
    longest: float = 20.0
    longest_asked: float = 60.0
    loading: float = 120.0
    in_all: float = inf
    ways: int = 0

    def wait(self, tries: int, asked: float | None) -> float:
        """Seconds until the next attempt, after so many tries."""
        if asked is not None:
            return asked + random.uniform(0, 0.1) * self.first  # noqa: S311 - to spread calls
        most: float = min(self.longest, self.first * 2 ** (tries - 1))
        return most * random.uniform(0.5, 1)  # noqa: S311


async def patiently(
    attempt: Callable[[], Awaitable[Outcome]],
    patience: Patience,
    sleep: Sleep = asyncio.sleep,
    *,
    other_way: bool = False,
    made: int = 0,
    left: Callable[[], float] = lambda: inf,
    tell: Tell | None = None,
) -> Outcome:
    """The first outcome that is good, or is not worth another try, or is the last one allowed.

    Where a server breaks at a request that can be asked for in an `other_way`, that is the next
    try; attempts `made` so count. No wait goes beyond the `left` seconds. `tell` hears of each
    wait for a server that loads its model.
    """
    tries, waits, waited = made, 0, 0.0
    while True:
        outcome = await attempt()
        tries += 1
        failure, asked = outcome.failure, outcome.retry_after
        if failure is None or failure.code not in AGAIN:
            return outcome
        status = failure.values.get("status") if failure.code == "server_error" else None
        if status == _NOT_IMPLEMENTED:  # it will not be at the next try either
            return outcome._replace(other_way=other_way)
        broke = other_way and status == _BROKE
        if failure.code == "loading" and waited < patience.loading:
            tries -= 1  # it works on it
        most = max(patience.attempts, patience.ways) if broke else patience.attempts
        if tries >= most:
            return outcome
        if asked is not None and asked > patience.longest_asked:
            model = failure.values["model"]
            too_long = CallFailed("wait_too_long", model=model, seconds=round(asked))
            return outcome._replace(failure=too_long)
        waits += 1
        seconds = patience.wait(waits, asked)
        if seconds > left():
            return outcome
        waited += seconds
        if failure.code == "loading" and tell is not None:
            await tell(failure, waited)
        await sleep(seconds)
        if broke:
            return outcome._replace(other_way=True)


def asked_seconds(headers: Mapping[str, str], message: str) -> float | None:
    """How long a server asks to wait: in a header, or in words; None when it does not say."""
    milliseconds = asked_wait(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1_000
    seconds = asked_wait(headers.get("retry-after", ""))
    return _in_words(message) if seconds is None else seconds


def asked_wait(value: str, now: datetime | None = None) -> float | None:
    """The seconds of a Retry-After header, which holds seconds or a date; None for neither."""
    try:
        return min(max(0.0, float(value)), _FOREVER)
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def _in_words(message: str) -> float | None:
    """`try again in 6.5s`, `retry after 2 minutes`, `wait 1m30s`."""
    found = _ASKED.search(message)
    if found is None:
        return None
    parts = _PART.findall(found[1])
    return min(sum(float(number) * _UNITS[unit.lower()] for number, unit in parts), _FOREVER)
