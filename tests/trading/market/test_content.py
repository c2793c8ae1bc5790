"""The same history under another name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from tests.trading.services.inline import momentum
from tests.trading.storage.stored import prices
from trading.market import sources
from trading.models import HoldoutOpening
from trading.storage import find_dataset, open_holdout, store_prices
from trading.storage.holdout import WINDOW, same_history, ups_of

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

    def earlier(ticker: str, **given: Any) -> int:
        return open_holdout(dataset=find_dataset(ticker), purpose="a look", **given).earlier

    assert [earlier("ONE"), earlier("TWO"), earlier("THREE")] == [0, 1, 0]
    # One from before histories had names is named by its bars.
    HoldoutOpening.objects.filter(dataset__ticker="ONE").update(ups=b"", history="")
    assert earlier("TWO", key="another") == 2
    names = dict(HoldoutOpening.objects.values_list("dataset__ticker", "history"))
    assert names["ONE"] == names["TWO"] != names["THREE"]
