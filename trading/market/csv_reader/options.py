"""What a user can say of a file that its content leaves open, and the limits it must keep."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Literal

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
