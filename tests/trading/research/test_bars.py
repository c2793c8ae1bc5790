"""Bars as arrays."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trading.research.support import frame_of, noise
from trading.research.bars import Bars


def test_what_lies_ahead_is_paid_from_the_next_open_to_the_open_after():
    frame = frame_of(noise(10))
    opened = frame["Open"].to_numpy()
    bars = Bars.of(frame, 252.0)
    assert bars.ahead[3] == pytest.approx(np.log(opened[5] / opened[4]))
    assert np.isnan(bars.ahead[-2:]).all()


def test_the_past_starts_with_the_first_bar():
    frame = frame_of(noise(10))
    close = frame["Close"].to_numpy()
    past = Bars.of(frame, 252.0).past(4)
    assert past[6] == pytest.approx(np.log(close[6] / close[2]))
    assert past[2] == pytest.approx(np.log(close[2] / close[0]))


def test_blocks_are_counted_from_the_end():
    frame = frame_of(noise(13))
    weeks = Bars.of(frame, 252.0, horizon=5)
    assert len(weeks) == 2
    last = frame.iloc[8:]
    assert weeks.index[-1] == frame.index[-1]
    assert weeks.open[-1] == last["Open"].iloc[0]
    assert weeks.high[-1] == last["High"].max()
    assert weeks.low[-1] == last["Low"].min()
    assert weeks.close[-1] == last["Close"].iloc[-1]
    assert weeks.volume[-1] == last["Volume"].sum()
    assert weeks.bars_per_year == pytest.approx(252 / 5)


def test_look_backs_shrink_with_the_horizon():
    weeks = Bars.of(frame_of(noise(500)), 252.0, horizon=5)
    assert (weeks.scaled(50), weeks.scaled(3), weeks.span(1.0)) == (10, 2, 50)


def test_a_single_bar_has_nothing_ahead():
    assert np.isnan(Bars.of(frame_of(noise(1)), 252.0).ahead).all()
