"""What a variant is held against: its own market, cash, or another ticker's prices.

Only bars that may be seen are read: those before the seal of the benchmark's own dataset, at the
times of the variant's bars, which end before the seal of its dataset until that is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from django.utils.translation import gettext as _
from numpy.typing import NDArray

from config.desk.refusals import Missing, Refusal
from trading.backtest.relative import Relative, relative
from trading.market.clock import all_in_utc
from trading.market.tickers import TICKERS
from trading.models import Dataset, Strategy
from trading.services.replay import Replay
from trading.storage import find_dataset, load

Floats = NDArray[np.float64]
HOLD, CASH = "hold", "cash"
_BUNDLED = "1d"  # the frequency of all prices that ship


@dataclass(frozen=True, eq=False)
class Benchmark:
    """A benchmark's value at each bar that a replay shows, NaN where it has none.

    `key` is how it is asked for: HOLD, CASH or a ticker; `ticker` is whose prices these are.
    """

    key: str
    ticker: str
    values: Floats = field(repr=False)

    def within(self, begin: int, end: int) -> Floats:
        """Its values on some bars."""
        return self.values[begin:end]

    def drawn(self) -> Floats:
        """Its values with the last known one where a bar is missing between two."""
        values = pd.Series(self.values)
        return np.asarray(values.ffill().where(values.bfill().notna()), dtype=np.float64)


def market(replay: Replay) -> Benchmark:
    """Holding what the variant trades."""
    return Benchmark(HOLD, "", replay.played.frame["Close"].to_numpy(np.float64))


def benchmark_of(*, strategy: Strategy, replay: Replay, against: str = "") -> Benchmark:
    """The benchmark that an address asks for; without one, holding the variant's own market.

    Raises Missing for what is neither HOLD, CASH nor among `choices`, Refusal where none of its
    bars lies within the replay, and MarketError.
    """
    if against in ("", HOLD):
        return market(replay)
    if against == CASH:
        return Benchmark(CASH, "", np.ones(len(replay.played.frame)))
    if against not in choices(strategy):
        raise Missing(_("there is no such benchmark"))
    return Benchmark(against, against, _aligned(find_dataset(against), replay))


def choices(strategy: Strategy) -> list[str]:
    """The other tickers with prices of the same frequency, shipped ones included."""
    frequency = strategy.dataset.frequency
    stored = Dataset.objects.newest().filter(frequency=frequency).values_list("ticker", flat=True)
    shipped = TICKERS if frequency == _BUNDLED else ()
    return sorted({*stored, *shipped} - {strategy.ticker})


def by_segment(replay: Replay, benchmark: Benchmark) -> list[tuple[str, Relative]]:
    """Alpha, beta and correlation on each segment that was played."""
    year = replay.money["bars_per_year"]
    return [
        (part.segment, relative(part.equity, benchmark.within(part.begin, part.end), year))
        for part in replay.parts
    ]


def _aligned(dataset: Dataset, replay: Replay) -> Floats:
    """The dataset's closes at the times of the replay's bars."""
    frame = load(dataset, auxiliary=[]).frame
    closes = frame["Close"].set_axis(all_in_utc(pd.DatetimeIndex(frame.index)))
    found: Floats = closes.reindex(all_in_utc(replay.times)).to_numpy(np.float64)
    if not np.isfinite(found).any():
        raise Refusal(
            _("%(ticker)s has no bars that may be seen on the days of this history")
            % {"ticker": dataset.ticker}
        )
    return found
