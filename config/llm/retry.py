"""Which failures are tried again, and when. The client library itself never retries."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import inf

from config.llm.answers import AttemptOutcome

from .errors import CallFailed

AGAIN = frozenset({"rate_limited", "server_error", "timeout", "connection", "garbage",
                   "loading"})  # fmt: skip
_BROKE, _NOT_IMPLEMENTED = 500, 501
_FOREVER = 1e9  # "inf" is no time to wait
_LATEST = 1e8  # seconds; a larger number is a time since 1970
_UNITS = {"ms": 0.001, "milli": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|milli|s|m|h)", re.IGNORECASE)
_LENGTH = (
    r"(?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|segundos?|secs?|s|minut[eo]s?|mins?|m"
    r"|hours?|horas?|hrs?|h)(?![a-z])\s*(?:,|and\b|e\b)?\s*)+"
)
_WHOLE = re.compile(rf"(?:PT)?({_LENGTH})", re.IGNORECASE)
_ASKED = re.compile(
    r"(?:again|retry|wait|available|reset\w*|back|novamente|aguarde|espere)\b"
    rf"[^.\d]{{0,30}}?({_LENGTH})",
    re.IGNORECASE,
)
Tell = Callable[[CallFailed, float], Awaitable[None]]
"""Told of each wait: its reason, and the seconds until the next attempt."""

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True)
class Patience:
    """The most attempts, and the waits between them.

    A wait is drawn between half of `first`, doubled each time, and the whole of it; `longest` is
    the limit. A server that asks for more than `longest_asked` seconds is left for the next model;
    one that loads its model is waited for up to `loading` seconds, whatever the number of attempts.
    `in_all` is the time in which a run's questions may be asked. A server that fails at a question
    is asked in up to `ways` other ways, whatever the number of attempts.
    """

    attempts: int = 3
    first: float = 1.0
    longest: float = 20.0
    longest_asked: float = 60.0
    loading: float = 120.0
    in_all: float = inf
    ways: int = 0

    def wait(self, tries: int, wanted: float | None) -> float:
        """Seconds until the next attempt, after `tries` attempts."""
        if wanted is not None:
            return wanted + random.uniform(0, 0.1) * self.first  # noqa: S311 - to spread calls
        most: float = min(self.longest, self.first * 2 ** (tries - 1))
        return most * random.uniform(0.5, 1)  # noqa: S311


async def patiently(
    attempt: Callable[[], Awaitable[AttemptOutcome]],
    patience: Patience,
    sleep: Sleep = asyncio.sleep,
    *,
    other_way: bool = False,
    made: int = 0,
    left: Callable[[], float] = lambda: inf,
    tell: Tell | None = None,
) -> AttemptOutcome:
    """The first outcome that is good, is not worth another attempt, or is the last one allowed.

    Where a server fails at a request that can be made in an `other_way`, that is the next attempt;
    attempts `made` before count. No wait exceeds the `left` seconds. `tell` is called for each wait
    for a server that loads its model.
    """
    tries, waits, waited = made, 0, 0.0
    while True:
        outcome = await attempt()
        tries += 1
        failure, wanted = outcome.failure, outcome.retry_after
        if failure is None or failure.code not in AGAIN:
            return outcome
        status = failure.values.get("status") if failure.code == "server_error" else None
        if status == _NOT_IMPLEMENTED:  # it will not be there at the next attempt either
            return outcome._replace(other_way=other_way)
        broke = other_way and status == _BROKE
        if failure.code == "loading" and waited < patience.loading:
            tries -= 1  # it is being loaded
        most = max(patience.attempts, patience.ways) if broke else patience.attempts
        if tries >= most:
            return outcome
        if wanted is not None and wanted > patience.longest_asked:
            model = failure.values["model"]
            too_long = CallFailed("wait_too_long", model=model, seconds=round(wanted))
            return outcome._replace(failure=too_long)
        waits += 1
        seconds = patience.wait(waits, wanted)
        if seconds > left():
            return outcome
        waited += seconds
        if failure.code == "loading" and tell is not None:
            await tell(failure, waited)
        await sleep(seconds)
        if broke:
            return outcome._replace(other_way=True)


def asked_seconds(headers: Mapping[str, str], message: str) -> float | None:
    """How long a server asks to wait, in a header or in words; None when it does not say."""
    milliseconds = asked_wait(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1_000
    seconds = asked_wait(headers.get("retry-after", ""))
    found = _ASKED.search(message) if seconds is None else None
    return seconds if found is None else _seconds(found[1])


def asked_wait(value: str, now: datetime | None = None) -> float | None:
    """The seconds of a Retry-After header: a number, one with units, or a date; None for
    anything else. Of several the first counts."""
    here = now or datetime.now(UTC)
    first = value.partition(",")[0].strip()
    try:
        seconds = float(first)
    except ValueError:
        pass
    else:
        if _LATEST < seconds < inf:
            moment = seconds / 1_000 if seconds > _LATEST * 1_000 else seconds
            seconds = moment - here.timestamp()
        return min(max(0.0, seconds), _FOREVER)
    if units := _WHOLE.fullmatch(first):
        return _seconds(units[1])
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - here).total_seconds())


def _seconds(length: str) -> float:
    """`6.5s`, `2 minutes`, `1m30s`, `1 minute and 3 seconds`."""
    parts = _PART.findall(length)
    return min(sum(float(number) * _UNITS[unit.lower()] for number, unit in parts), _FOREVER)
