"""What a user can say of a file that its content leaves open, and the limits it must keep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Literal, TypeVar

from trading.market.clock import zone_of
from trading.market.errors import MarketError

DateOrder = Literal["dmy", "mdy"]
Decimal = Literal["point", "comma"]
MEBIBYTE = 1_048_576
MOST_A_YEAR = 1_000_000  # bars; a minute's are 525,600


@dataclass(frozen=True)
class Options:
    """How to read a file; an empty value is found out from the data, or refused as ambiguous.

    `timezone` is where the bars trade: times without a zone were taken there (empty: in UTC). Bars
    that are dates never move. `adjusted` says that splits are accounted for already.
    `bars_per_year` takes the place of what the calendar of the bars comes to. `now` (UTC, without a
    zone; None: nothing is asked of it) tells which bars are not over yet: none may begin after it,
    and a last week or month that it lies in is left out unless `keep_partial`.
    """

    date_order: DateOrder | None = None
    decimal: Decimal | None = None
    timezone: str = ""
    adjusted: bool = False
    bars_per_year: float | None = None
    keep_partial: bool = False
    now: datetime | None = None
    max_bytes: int = 50 * MEBIBYTE
    min_bars: int = 30

    @property
    def zone(self) -> tzinfo | None:
        """The zone asked for. Raises MarketError `bad_zone`."""
        return zone_of(self.timezone) if self.timezone else None

    @property
    def year(self) -> float | None:
        """The bars a year asked for. Raises MarketError `bad_year`."""
        if self.bars_per_year is not None and not 1 <= self.bars_per_year <= MOST_A_YEAR:
            raise MarketError("bad_year", bars=f"{self.bars_per_year:g}", most=MOST_A_YEAR)
        return self.bars_per_year

    def check(self) -> None:
        """Raises MarketError for a zone, or a number of bars a year, that is none."""
        _ = self.zone, self.year


def shown(value: object, length: int = 60) -> str:
    """A value as an error quotes it: on one line, not too long."""
    text = " ".join(str(value).split())
    return text if len(text) <= length else text[: length - 3] + "..."


# Several faults of one file: collected where a reading would have stopped at the first.

MOST = 50
"""Faults that are collected of one file: who mends so many sees what is wrong with the rest."""

Result = TypeVar("Result")
Faults = list[MarketError]


class Halt(Exception):
    """What follows rests on what is at fault, or MOST were collected."""


def keep(faults: Faults | None, error: MarketError) -> None:
    """Raise the error; with a list to collect in, keep it there and go on. Raises Halt at MOST."""
    if faults is None:
        raise error
    faults.append(error)
    if len(faults) >= MOST:
        raise Halt


def attempt(faults: Faults, work: Callable[[], Result]) -> Result | None:
    """What `work` returns; None when a fault, which is then collected, kept it from its end."""
    try:
        return work()
    except Halt:
        return None
    except MarketError as error:
        faults.append(error)
        return None


def in_order(faults: Faults) -> Faults:
    """At most MOST faults: those of the file as a whole, then line by line."""
    return sorted(faults, key=_line)[:MOST]


def _line(error: MarketError) -> int:
    line = error.values.get("line")
    return line if isinstance(line, int) else 0
