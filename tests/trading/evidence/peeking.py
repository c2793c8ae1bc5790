"""Ten strategies that peek at the future, and honest ones beside them."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from backtesting import Strategy

from trading.evidence.lookahead.detect import Said


def truth(condition: Any) -> Said:
    return np.asarray(condition, dtype=bool)


def trending(bars: int, change: float) -> pd.DataFrame:
    """Bars that each close by the same log change above (or below) the one before."""
    close = 100 * np.exp(change * np.arange(bars))
    index = pd.bdate_range("2015-01-05", periods=bars)
    frame = pd.DataFrame({"Open": close, "High": close, "Low": close, "Close": close}, index=index)
    return frame.assign(Volume=1_000.0)


def next_close(frame: pd.DataFrame) -> Said:
    """shift(-1): buys when tomorrow is higher."""
    return truth(frame["Close"].shift(-1) > frame["Close"])


def rare_next_close(frame: pd.DataFrame) -> Said:
    """The same on very few bars: a cut elsewhere shows nothing."""
    return truth(frame["Close"].shift(-1) > frame["Close"] * 1.03)


def centred_mean(frame: pd.DataFrame) -> Said:
    mean = frame["Close"].rolling(9, center=True).mean()
    return truth(frame["Close"] < mean)


def whole_zscore(frame: pd.DataFrame) -> Said:
    close = frame["Close"]
    return truth((close - close.mean()) / close.std() < -1)


def whole_maximum(frame: pd.DataFrame) -> Said:
    return truth(frame["Close"] < 0.8 * frame["Close"].max())


def future_volume(frame: pd.DataFrame) -> Said:
    return truth(frame["Volume"].shift(-3) > frame["Volume"].rolling(20).mean())


def week_known_on_monday(frame: pd.DataFrame) -> Said:
    """resample: the week's close on each of its days."""
    weekly = frame["Close"].resample("W").last()
    return truth(weekly.reindex(frame.index, method="bfill") > frame["Close"])


def filled_from_the_future(frame: pd.DataFrame) -> Said:
    """bfill: the next known monthly mean stands on the days before it."""
    monthly = frame["Close"].where(np.arange(len(frame)) % 21 == 20).bfill()
    return truth(monthly > frame["Close"])


def sorted_by_the_last(frame: pd.DataFrame) -> Said:
    """Takes the rule that ends best: momentum or its opposite, by the last close."""
    momentum = frame["Close"].diff(5) > 0
    rose = frame["Close"].iloc[-1] > frame["Close"].iloc[0]
    return truth(momentum if rose else ~momentum)


class FittedInInit(Strategy):  # type: ignore[misc]
    """Fits a threshold on all the data it is given in `init`."""

    def init(self) -> None:
        changes = pd.Series(self.data.df["Close"]).pct_change()
        self.low = float(changes.quantile(0.2))

    def next(self) -> None:
        change = self.data.Close[-1] / self.data.Close[-2] - 1
        if not self.position and change < self.low:
            self.buy()
        elif self.position and change > 0:
            self.position.close()


class PeeksInInit(Strategy):  # type: ignore[misc]
    """Writes tomorrow's changes down in `init`."""

    def init(self) -> None:
        close = pd.Series(self.data.Close)
        self.rises = (close.shift(-1) > close * 1.01).to_numpy()

    def next(self) -> None:
        if not self.position and self.rises[len(self.data) - 1]:
            self.buy(sl=0.8 * self.data.Close[-1])
        elif self.position and not self.rises[len(self.data) - 1]:
            self.position.close()


FUNCTIONS = (
    next_close, rare_next_close, centred_mean, whole_zscore, whole_maximum, future_volume,
    week_known_on_monday, filled_from_the_future, sorted_by_the_last,
)  # fmt: skip
CODE = (FittedInInit, PeeksInInit)


def mean(values: Any, length: int) -> Any:
    return pd.Series(values).rolling(length).mean()


class Honest(Strategy):  # type: ignore[misc]
    """Two moving averages, a stop and a target."""

    def init(self) -> None:
        self.fast = self.I(mean, self.data.Close, 5)
        self.slow = self.I(mean, self.data.Close, 20)

    def next(self) -> None:
        close = self.data.Close[-1]
        if not self.position and self.fast[-1] > self.slow[-1]:
            self.buy(sl=0.95 * close, tp=1.1 * close)
        elif self.position and self.fast[-1] < self.slow[-1]:
            self.position.close()


class NeedsHistory(Honest):
    """Fails on a short history, and says nothing before it is long enough."""

    def init(self) -> None:
        if len(self.data) < 60:
            raise ValueError("too little history")
        super().init()

    def next(self) -> None:
        if len(self.data) > 60:
            super().next()


class FailsWhenCut(Honest):
    """Fails on any history but the one it was made for."""

    def init(self) -> None:
        if len(self.data) < 130:
            raise ValueError("not my history")
        super().init()


class Guesses(Strategy):  # type: ignore[misc]
    """Draws without a seed."""

    def init(self) -> None:
        self.coins = np.random.default_rng().random(len(self.data))

    def next(self) -> None:
        if self.coins[len(self.data) - 1] < 0.5:
            self.buy(size=1)
