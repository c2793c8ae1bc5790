"""What may be said of a history without a word on its sealed bars."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests.lab.calibration.plan import NOISE, Case, frame_for
from tests.trading.market.files import walk
from trading.market import sources
from trading.market.cautions import cautions_of, unsealed
from trading.market.data import split
from trading.market.frequency import infer
from trading.market.prices import BESIDE_RESULTS, Caution
from trading.market.tickers import TICKERS

TIMES = pd.DatetimeIndex(walk(100).index)
SEALED = 80


def at(bar: int) -> str:
    return f"{TIMES[bar]:%Y-%m-%d}"


@pytest.mark.parametrize(("bar", "told"), [(79, "jumps"), (80, "jumps_sealed")])
def test_a_jump(bar: int, told: str) -> None:
    jump = Caution("jumps", {"count": 2, "percent": "+50.0", "at": at(bar)})
    found = next(unsealed([jump], TIMES, SEALED))
    assert found.code == told
    assert ("50" in str(found), at(bar) in str(found)) == (bar < SEALED,) * 2


@pytest.mark.parametrize(("bars", "told"), [(10, "constant"), (11, "constant_sealed")])
def test_closes_that_stay_the_same_into_the_holdout(bars: int, told: str) -> None:
    same = Caution("constant", {"bars": bars, "at": at(70)})
    found = next(unsealed([same], TIMES, SEALED))
    assert found.code == told
    assert (str(bars) in str(found)) == (told == "constant")


def test_what_is_said_of_no_price_stays() -> None:
    others = [Caution("gaps", {"count": 1, "first": at(85), "last": at(90)}),
              Caution("no_volume", {}), Caution("idle", {"count": 3})]  # fmt: skip
    assert list(unsealed(others, TIMES, SEALED)) == others


def said_of(volume: pd.Series) -> list[str]:
    frame = PRICES.assign(Volume=volume.to_numpy())
    return [one.code for one in cautions_of(frame, infer(pd.DatetimeIndex(frame.index)))]


PRICES = walk(600)
TOMORROW = PRICES["Close"].pct_change().shift(-1).fillna(0.0)


def test_a_volume_that_holds_tomorrows_return_is_named() -> None:
    told = 1e6 * (1 + 20 * TOMORROW)
    assert said_of(told) == ["foretells"]
    noisy = told + np.random.default_rng(2).normal(0, told.std(), 600)
    assert said_of(noisy) == ["foretells"]
    assert said_of(told.cumsum()) == ["foretells"]  # it is the change that tells


def test_a_volume_that_follows_the_day_is_no_leak() -> None:
    today = PRICES["Close"].pct_change().fillna(0.0)
    assert said_of(1e6 * (1 + 20 * today.abs())) == []
    assert said_of(1e6 * (1 + 20 * today)) == []


def said_of_prices(**columns: pd.Series) -> list[tuple[str, str]]:
    """What is said of REAL with columns in place of its own, highs and lows widened to them."""
    frame = REAL.assign(**columns)
    inner = frame[["Open", "Close"]]
    frame["High"] = np.maximum(frame["High"], inner.max(axis=1))
    frame["Low"] = np.minimum(frame["Low"], inner.min(axis=1))
    return [
        (one.code, str(one.params["column"]))
        for one in cautions_of(frame, infer(pd.DatetimeIndex(frame.index)))
        if one.code in BESIDE_RESULTS
    ]


REAL = sources.read_bundled("MSFT").frame
NEXT = REAL["Close"].shift(-1).fillna(REAL["Close"])


@pytest.mark.parametrize(
    ("columns", "named"),
    [
        ({"Open": NEXT}, "Open"),
        ({"High": np.maximum(REAL["High"], NEXT)}, "High"),
        ({"Low": np.minimum(REAL["Low"], NEXT)}, "Low"),
        ({"High": np.maximum(REAL["High"], REAL["High"].shift(-1).fillna(0))}, "High"),
        ({"Close": NEXT}, "Close"),
        ({"Open": REAL["Open"].shift(1).fillna(REAL["Open"])}, "Close"),
    ],
    ids=["open", "high", "low", "tomorrow's high", "shifted close", "open of the day before"],
)
def test_a_price_that_holds_tomorrows_is_named(columns: dict[str, pd.Series], named: str) -> None:
    assert said_of_prices(**columns) == [("foretells_price", named)]


def test_prices_as_they_are_foretell_nothing() -> None:
    for ticker in TICKERS:
        frame = sources.read_bundled(ticker).frame
        found = cautions_of(frame, infer(pd.DatetimeIndex(frame.index)))
        assert not {one.code for one in found} & set(BESIDE_RESULTS)


@pytest.mark.parametrize("kind", [*NOISE, "planted"])
def test_noise_and_a_strong_effect_are_no_leak(kind: str) -> None:
    strength = 0.35 * (kind == "planted")
    for seed in range(20):
        frame = frame_for(Case(kind, strength, 5_000 + seed), 1_260 if strength else 320)
        found = cautions_of(frame, infer(pd.DatetimeIndex(frame.index)))
        assert not {one.code for one in found} & set(BESIDE_RESULTS)


def test_what_only_sealed_bars_foretell_is_not_told() -> None:
    told = pd.Series(np.random.default_rng(3).normal(1e6, 1e5, 600))
    told[480:] = 1e6 * (1 + 20 * TOMORROW[480:].to_numpy())
    assert said_of(told) == []
    sealed = split(len(REAL)).holdout[0]
    only = NEXT.where(np.arange(len(REAL)) >= sealed, REAL["Open"])
    assert said_of_prices(Open=only) == []
