"""Real prices, and signals of all kinds, for the tests of the engines."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

import bokeh_sampledata
import numpy as np
import pandas as pd

from trading.strategies.signals import Signals

TICKERS = ("AAPL", "FB", "GOOG", "IBM", "MSFT")
RULES = ("long_entry", "long_exit", "short_entry", "short_exit")


@functools.cache
def samples() -> pd.DataFrame:
    folder = Path(bokeh_sampledata.__file__).parent
    return pd.read_csv(folder / "_data" / "stocks.csv.gz", parse_dates=["Date"])


@functools.cache
def bundled(ticker: str) -> pd.DataFrame:
    """Daily prices of bokeh's samples, adjusted for splits and dividends."""
    rows = samples()[samples()["Ticker"] == ticker].set_index("Date").sort_index()
    factor = rows["Adj Close"] / rows["Close"]
    frame = rows[["Open", "High", "Low", "Close"]].mul(factor, axis=0)
    return frame.assign(Volume=rows["Volume"].astype(float))


def frame_of(bars: list[tuple[float, float, float, float]]) -> pd.DataFrame:
    """A frame of (open, high, low, close) bars, a day each."""
    index = pd.bdate_range("2024-01-01", periods=len(bars))
    frame = pd.DataFrame(bars, columns=["Open", "High", "Low", "Close"], index=index, dtype=float)
    return frame.assign(Volume=1000.0)


def signals(n: int, **given: object) -> Signals:
    """Signals that say nothing but what is given: bars by their places, arrays, stops."""
    values: dict[str, object] = {
        "size": np.ones(n), "warmup": 0, "stop_loss": None, "take_profit": None,
        "trailing_stop": None, "time_stop": None,
    }  # fmt: skip
    for name in RULES:
        array = np.zeros(n, dtype=bool)
        array[list(given.pop(name, ()))] = True  # type: ignore[call-overload]
        values[name] = array
    return Signals(**{**values, **given})  # type: ignore[arg-type]


def sma_cross(frame: pd.DataFrame, fast: int, slow: int, **given: object) -> Signals:
    """Long above, short below: always in the market from the first crossing on."""
    above = frame["Close"].rolling(fast).mean() > frame["Close"].rolling(slow).mean()
    below = frame["Close"].rolling(fast).mean() < frame["Close"].rolling(slow).mean()
    up = above & below.shift(fill_value=False)
    down = below & above.shift(fill_value=False)
    return signals(
        len(frame),
        long_entry=np.flatnonzero(up),
        short_entry=np.flatnonzero(down),
        warmup=slow - 1,
        **given,
    )


def random_signals(n: int, random: np.random.Generator) -> Signals:
    """Any rules, from rare to on every bar; any stops, sizes and warm-up."""

    def stop(low: float, high: float) -> float | None:
        return (
            float(np.exp(random.uniform(*np.log([low, high])))) if random.random() < 0.5 else None
        )

    rates = {name: 10 ** random.uniform(-3, 0) for name in RULES}
    rates[str(random.choice(["long_entry", "short_entry", "long_exit"]))] = 0.0
    sized = random.random() < 0.5
    return Signals(
        **{name: random.random(n) < rate for name, rate in rates.items()},  # type: ignore[arg-type]
        size=random.uniform(1e-4, 1, n) if sized else np.ones(n),
        warmup=int(random.integers(0, 60)),
        stop_loss=stop(0.002, 0.2),
        take_profit=stop(0.002, 1.4),
        trailing_stop=stop(0.002, 0.2),
        time_stop=int(random.integers(1, 40)) if random.random() < 0.3 else None,
    )


def changing(signals: Signals, random: np.random.Generator) -> Signals:
    """The signals with stops that change every few bars, some of them none for a while."""
    n = len(signals.size)
    rows = np.zeros((4, n))
    for row, high in zip(rows, (0.2, 1.4, 0.2), strict=False):
        values = np.exp(random.uniform(np.log(0.002), np.log(high), n)) * (random.random(n) < 0.6)
        row[:] = np.repeat(values, 7)[:n]
    rows[3] = np.repeat(random.integers(0, 40, n), 7)[:n]
    none = dict.fromkeys(("stop_loss", "take_profit", "trailing_stop", "time_stop"))
    return replace(signals, stops=rows, **none)  # type: ignore[arg-type]
