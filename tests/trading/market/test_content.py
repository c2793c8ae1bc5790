"""The same history under another name."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from tests.trading.services.inline import momentum
from tests.trading.storage.stored import prices
from tests.trading.variants import own_strategy
from trading.market import sources
from trading.market.data import split
from trading.market.tickers import TICKERS
from trading.models import HoldoutOpening
from trading.services.opening_marks import data_marks
from trading.storage import find_dataset, open_holdout, store_prices
from trading.storage.likeness import RUN, WINDOW, BarPrices, same_history, same_moves, ups_of

CLOSE: NDArray[np.float64] = sources.read_bundled("AAPL").frame["Close"].to_numpy(np.float64)


@pytest.mark.parametrize(
    "other",
    [
        CLOSE * 1.01,
        np.round(CLOSE * 7.3, 2),
        CLOSE.astype(np.float32).astype(np.float64),
        CLOSE[300:],
        CLOSE[:-500],
        np.concatenate([CLOSE[:900], CLOSE[905:]]),
    ],
    ids=["rescaled", "rescaled and rounded", "float32", "suffix", "prefix", "gap"],
)
def test_it_is_known_however_it_is_called(other: NDArray[np.float64]):
    assert same_history(ups_of(CLOSE), ups_of(other))


def test_other_histories_are_others():
    known = {name: sources.read_bundled(name).frame["Close"] for name in ("GOOG", "IBM", "MSFT")}
    walk = np.cumprod(1 + np.random.default_rng(5).normal(0, 0.01, 3_000))
    backwards = CLOSE[::-1].copy()
    for other in (*(one.to_numpy(np.float64) for one in known.values()), walk, backwards):
        assert not same_history(ups_of(CLOSE), ups_of(other))


def test_too_few_bars_are_like_nothing():
    assert not same_history(ups_of(CLOSE[:WINDOW]), ups_of(CLOSE[:WINDOW]))


AAPL = sources.read_bundled("AAPL").frame
PRICES = ["Open", "High", "Low", "Close"]
RNG = np.random.default_rng(1)


def times(frame: pd.DataFrame, factor: Any) -> pd.DataFrame:
    return frame[PRICES].mul(pd.Series(factor, frame.index), axis=0)


def longer(frame: pd.DataFrame, rule: str) -> pd.DataFrame:
    how = {"Open": "first", "High": "max", "Low": "min", "Close": "last"}
    return frame.resample(rule).agg(how).dropna()


def noisy(share: float) -> pd.DataFrame:
    return times(AAPL, np.exp(RNG.normal(0, share, len(AAPL))))


def sealed(frame: pd.DataFrame) -> BarPrices:
    last = frame.iloc[split(len(frame)).holdout[0] :]
    opens, closes = (last[name].to_numpy(np.float64) for name in ("Open", "Close"))
    return BarPrices(pd.DatetimeIndex(last.index), opens, closes)


DISGUISES = {
    "of a fortieth, in cents": times(AAPL, 1 / 40).round(2),
    "three weeks later": AAPL.set_axis(AAPL.index + pd.Timedelta(days=21)),
    "weekly": longer(AAPL, "W-FRI"),
    "weekly, other days": longer(AAPL, "W-WED").pipe(
        lambda one: one.set_axis(one.index + pd.Timedelta(days=3))
    ),
    "monthly": longer(AAPL, "ME"),
    "noise of a fifth of a percent": noisy(0.002),
    "noise of half a percent": noisy(0.005),
    "turned over": (1 / AAPL[PRICES]).rename(columns={"High": "Low", "Low": "High"}),
    "another currency": times(AAPL, np.cumprod(1 + RNG.normal(0, 0.006, len(AAPL)))),
    "not adjusted": times(AAPL, np.cumprod(np.where(np.arange(len(AAPL)) % 63, 1.0, 0.99))),
    "every twentieth bar left out": AAPL.drop(AAPL.index[10::20]),
    "every twentieth bar twice": pd.concat(
        [AAPL, AAPL.iloc[10::20].set_axis(AAPL.index[10::20] + pd.Timedelta(hours=12))]
    ).sort_index(),
    "opens for closes": AAPL.assign(Close=AAPL["Open"]),
    "typical prices": AAPL.assign(Close=AAPL[["High", "Low", "Close"]].mean(axis=1)),
    "without its end": AAPL.iloc[:-500],
    "its end alone": AAPL.iloc[1_000:],
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_its_moves_tell_it(disguise: str):
    own, other = sealed(AAPL), sealed(DISGUISES[disguise])
    assert same_moves(own, other)
    assert same_moves(other, own)


def test_other_moves_are_others():
    """Of markets, in days, weeks and months, and of walks with fat tails."""
    frames = {name: sources.read_bundled(name).frame for name in TICKERS}
    for one, other in itertools.combinations(frames.values(), 2):
        assert not same_moves(sealed(one), sealed(other))
        if len(other) > 1_000:
            for rule in ("W-FRI", "ME"):
                assert not same_moves(sealed(one), sealed(longer(other, rule)))
    moves = 0.01 * RNG.standard_t(3, (6, len(AAPL)))
    walks = [sealed(AAPL.assign(Close=np.cumprod(1 + each))) for each in moves]
    for some, another in itertools.combinations(walks, 2):
        assert not same_moves(some, another)


def test_prices_that_never_move_are_like_nothing():
    still = sealed(AAPL.assign(Open=1.0, Close=1.0))
    assert not same_moves(still, still)
    assert not same_moves(still, sealed(AAPL))


def test_few_moves_are_like_nothing():
    bars = sealed(AAPL)
    few = BarPrices(bars.times[:RUN], bars.open[:RUN], bars.close[:RUN])
    assert not same_moves(few, few)


def shifted(frame: pd.DataFrame) -> pd.DataFrame:
    """Prices times 1.01, three weeks later."""
    names = ["Open", "High", "Low", "Close"]
    return frame.assign(**{name: frame[name] * 1.01 for name in names}).set_axis(
        frame.index + pd.Timedelta(days=21)
    )


@pytest.mark.django_db(transaction=True)
def test_an_opening_counts_for_the_same_history_under_another_name():
    frame = momentum(900)
    store_prices(ticker="ONE", prices=prices(frame), source="a test")
    store_prices(ticker="TWO", prices=prices(shifted(frame)), source="a test")
    store_prices(ticker="THREE", prices=prices(momentum(900, seed=8)), source="a test")
    over = (1 / frame[PRICES]).rename(columns={"High": "Low", "Low": "High"})
    over = over[PRICES].assign(Volume=frame["Volume"])
    store_prices(ticker="OVER", prices=prices(over), source="a test")

    def earlier(ticker: str, **given: Any) -> int:
        return open_holdout(dataset=find_dataset(ticker), purpose="a look", **given).earlier

    assert [earlier("ONE"), earlier("TWO"), earlier("THREE")] == [0, 1, 0]
    assert earlier("OVER") == 2
    # One from before histories had names is named by its bars.
    HoldoutOpening.objects.filter(dataset__ticker="ONE").update(ups=b"", history="")
    assert earlier("TWO", key="another") == 3
    names = dict(HoldoutOpening.objects.values_list("dataset__ticker", "history"))
    assert names["ONE"] == names["TWO"] != names["THREE"]


@pytest.mark.django_db(transaction=True)
def test_bars_that_others_trained_on_are_marked_where_they_are_sealed():
    frame = momentum(900)
    store_prices(ticker="WHOLE", prices=prices(frame), source="a test")
    store_prices(ticker="PART", prices=prices(shifted(frame.iloc[:800])), source="a test")
    store_prices(ticker="OTHER", prices=prices(momentum(900, seed=8)), source="a test")

    def marks(ticker: str) -> list[str]:
        open_holdout(dataset=find_dataset(ticker), purpose="a look")
        return data_marks(find_dataset(ticker))

    assert marks("PART") == []
    own_strategy(ticker="WHOLE", dataset=find_dataset("WHOLE"))
    for _ in range(2):
        (mark,) = marks("PART")
        assert "train or validation of developments on other prices (1)" in mark
    # Its own train is no news, and neither is that of other prices.
    assert marks("WHOLE") == marks("OTHER") == []
