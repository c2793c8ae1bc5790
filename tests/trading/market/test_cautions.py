"""What may be said of a history without a word on its sealed bars."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests.trading.market.files import walk
from trading.market.cautions import cautions_of, unsealed
from trading.market.frequency import infer
from trading.market.prices import Caution

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


def test_what_only_sealed_bars_foretell_is_not_told() -> None:
    told = pd.Series(np.random.default_rng(3).normal(1e6, 1e5, 600))
    told[480:] = 1e6 * (1 + 20 * TOMORROW[480:].to_numpy())
    assert said_of(told) == []
