"""What a user can say of a file that its content leaves open, and the limits it must keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from zoneinfo import ZoneInfo

from ..errors import MarketError

DateOrder = Literal["dmy", "mdy"]
Decimal = Literal["point", "comma"]
MEBIBYTE = 1_048_576


@dataclass(frozen=True)
class Options:
    """How to read a file; an empty value is found out from the data, or refused as ambiguous.

    `timezone` is where times without a zone were taken (empty: UTC); times with one are converted
    to it before daily bars get their date. `adjusted` says that splits are accounted for already.
    """

    date_order: DateOrder | None = None
    decimal: Decimal | None = None
    timezone: str = ""
    adjusted: bool = False
    max_bytes: int = 50 * MEBIBYTE
    min_bars: int = 30

    @property
    def zone(self) -> ZoneInfo | None:
        """The zone asked for. Raises MarketError `bad_zone`."""
        return zone_of(self.timezone) if self.timezone else None


def zone_of(name: str) -> ZoneInfo:
    """A zone of the time zone database. Raises MarketError `bad_zone`."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError
        raise MarketError("bad_zone", zone=shown(name)) from None


def shown(value: object, length: int = 60) -> str:
    """A value as an error quotes it: on one line, not too long."""
    text = " ".join(str(value).split())
    return text if len(text) <= length else text[: length - 3] + "..."
