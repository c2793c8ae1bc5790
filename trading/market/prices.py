"""A whole price history with what is said of it, on its way into storage."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from config.error_texts import N_
from trading.market.canonical import COLUMNS
from trading.market.errors import MarketError

CAUTIONS = {
    "gaps": N_("bars are missing (places: %(count)s), the longest gap from %(first)s to %(last)s"),
    "jumps": N_("the close jumps (places: %(count)s), the most by %(percent)s %% on %(at)s"),
    "constant": N_("the close stays the same over %(bars)s bars from %(at)s on"),
    "jumps_sealed": N_("the close jumps (places: %(count)s), the most within the sealed holdout"),
    "constant_sealed": N_("the close stays the same over many bars of the sealed holdout"),
    "idle": N_("%(count)s bars have a volume of zero"),
    "foretells": N_(
        "the volume foretells the next bar's move (rank correlation %(correlation)s): it may hold "
        "what was not known at that bar's close, and rules that look at it would be worthless"
    ),
    "foretells_price": N_(
        "the column %(column)s foretells the next bar (rank correlation %(correlation)s): it may "
        "hold prices that were not known at that bar's close, or the bars' columns may not be of "
        "one time; results on such prices may be worth nothing"
    ),
    "trained": N_(
        "bars that are sealed here were train or validation of developments on other prices "
        "(%(count)s): they are not unseen, whatever holds on them"
    ),
    "some_volume": N_("%(count)s bars have no volume: what looks at it finds nothing there"),
    "no_volume": N_("there is no volume: what looks at it finds nothing"),
    "adjusted_here": N_("prices were adjusted by the column %(column)s"),
    "dates_of_utc": N_(
        "daily bars have times of UTC, and their dates are those of UTC: say --timezone if they "
        "trade elsewhere"
    ),
    "encoding": N_("the file is not in UTF-8: it was read as %(encoding)s"),
    "above_header": N_("%(count)s lines above the header, which is line %(line)s, were left out"),
    "no_header": N_(
        "the file has no header: its columns were taken for date (and time), open, high, low, "
        "close and volume, in this order"
    ),
    "events": N_("%(count)s rows of dividends or splits are no bars: they were left out"),
    "repeated": N_("%(count)s rows are the same as the one before: they were left out"),
    "newest_first": N_("the newest bar stood first: the order was turned round"),
    "widened": N_(
        "%(count)s bars have a price beyond their low or high by rounding: these were widened"
    ),
    "partial_week": N_("the last bar, of %(at)s, is of a week that is not over: it was left out"),
    "partial_month": N_("the last bar, of %(at)s, is of a month that is not over: it was left out"),
    "partial_week_kept": N_("the last bar, of %(at)s, is of a week that is not over"),
    "partial_month_kept": N_("the last bar, of %(at)s, is of a month that is not over"),
    "columns_ignored": N_("columns not used: %(columns)s"),
}
BESIDE_RESULTS = ("foretells", "foretells_price", "trained")
"""Cautions that stand beside every result on the prices."""
TICKER = re.compile(r"[A-Z0-9^][A-Z0-9.^=_-]{0,19}")


class Caution(NamedTuple):
    """What a user should know of data that were accepted all the same."""

    code: str
    params: dict[str, object]

    @property
    def template(self) -> str:
        """The sentence in English, its variables open; a face translates it."""
        return CAUTIONS[self.code]

    def __str__(self) -> str:
        return self.template % self.params


@dataclass(frozen=True)
class Prices:
    """All bars of a source, the later holdout among them: only sources and storage hold it.

    `frame` as in MarketData. `bars_per_year` annualises; `calendar` says what it rests on, as
    plain JSON of `Calendar`. `timezone` is where bars of less than a day trade ("": in UTC).
    """

    frame: pd.DataFrame = field(repr=False)
    frequency: str
    bars_per_year: float
    adjusted: bool
    cautions: tuple[Caution, ...] = ()
    calendar: Mapping[str, Any] = field(default_factory=dict)
    timezone: str = ""


def known_form(ticker: str) -> str:
    """The ticker in capitals, without blanks around it. Raises MarketError `bad_ticker`."""
    name = ticker.strip().upper()
    if not TICKER.fullmatch(name):
        raise MarketError("bad_ticker", ticker=ticker[:40])
    return name


# Prices corrected for splits and dividends, and for the rounding that this leaves.


def adjust(raw: pd.DataFrame, adjusted_close: pd.Series[float]) -> pd.DataFrame:
    """O/H/L/C times adjusted close / close; Volume as it was traded. Both by the same dates."""
    ratio = adjusted_close / raw["Close"]
    prices = raw[["Open", "High", "Low", "Close", "Volume"]].copy()
    for name in ("Open", "High", "Low"):
        prices[name] = raw[name] * ratio
    prices["Close"] = adjusted_close
    return enclosed(prices)


def enclosed(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame in our columns, High and Low widened to open and close where rounding left them."""
    inner = (frame["Open"].to_numpy(), frame["Close"].to_numpy())
    frame = frame[list(COLUMNS)].astype(float)
    frame["High"] = np.maximum.reduce([frame["High"].to_numpy(), *inner])
    frame["Low"] = np.minimum.reduce([frame["Low"].to_numpy(), *inner])
    return frame
