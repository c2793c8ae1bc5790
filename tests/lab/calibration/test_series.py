"""The prices of a calibration have the order that is said of them, and no other."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests.lab.calibration.series import (
    COLUMNS,
    ar1,
    bounce,
    frame_of,
    garch,
    jumps,
    noise,
    permuted,
    permuted_blocks,
    volatility_regimes,
)
from trading.market import sources

BARS = 3_000
BOUND = 4 / np.sqrt(BARS)  # four standard errors of an autocorrelation of noise


def carried(returns: np.ndarray) -> float:
    """The autocorrelation of lag 1."""
    return float(np.corrcoef(returns[1:], returns[:-1])[0, 1])


def log_returns(frame: pd.DataFrame) -> np.ndarray:
    return np.diff(np.log(frame["Close"].to_numpy()))


def moves(frame: pd.DataFrame) -> np.ndarray:
    """What each bar did to the close before it, and its volume."""
    logs = np.log(frame[list(COLUMNS)].to_numpy())
    return np.column_stack([logs[1:] - logs[:-1, 3:], frame["Volume"].to_numpy()[1:]])


def in_order(rows: np.ndarray) -> np.ndarray:
    return rows[np.lexsort(rows.round(9).T)]


@pytest.mark.parametrize("phi", [0.35, 0.05, -0.35])
def test_a_planted_strength_is_the_one_stated(phi: float):
    found = [carried(log_returns(frame_of(ar1(BARS, phi, seed), seed))) for seed in range(20)]
    assert np.mean(found) == pytest.approx(phi, abs=0.02)
    assert np.std(ar1(BARS, phi, 1)) == pytest.approx(0.012, rel=0.06)


def test_walks_carry_nothing_on():
    assert all(abs(carried(noise(BARS, seed))) < BOUND for seed in range(20))


@pytest.mark.parametrize("ticker", ["AAPL", "GOOG", "IBM", "MSFT"])
def test_permuted_bars_are_the_same_bars(ticker: str):
    real = sources.read_bundled(ticker).frame
    mixed = permuted(real, 3)
    np.testing.assert_allclose(in_order(moves(mixed)), in_order(moves(real)), atol=1e-9)
    assert (mixed.index == real.index).all()
    assert list(mixed.columns) == list(real.columns)
    first_and_last = [0, -1]
    np.testing.assert_allclose(
        mixed["Close"].iloc[first_and_last], real["Close"].iloc[first_and_last]
    )
    assert (mixed["High"] >= mixed[["Open", "Close"]].max(axis=1)).all()
    assert (mixed["Low"] <= mixed[["Open", "Close"]].min(axis=1)).all()


def test_permuting_takes_the_order_away():
    planted = frame_of(ar1(BARS, 0.35, 5), 5)
    assert carried(log_returns(planted)) > 0.3
    assert all(abs(carried(log_returns(permuted(planted, seed)))) < BOUND for seed in range(20))
    real = sources.read_bundled("AAPL").frame
    assert carried(np.abs(log_returns(real))) > 0.15  # volatility comes in clusters
    assert all(abs(carried(np.abs(log_returns(permuted(real, seed))))) < 0.1 for seed in range(20))


def test_blocks_keep_clusters_and_lose_the_drift():
    real = sources.read_bundled("AAPL").frame
    mixed = permuted_blocks(real, 3)
    changes = log_returns(mixed)
    assert abs(changes.sum()) < 1e-9
    assert carried(np.abs(changes)) > 0.1
    assert (mixed.index == real.index).all()
    # Beside the mean move, taken from each bar, the moves are the same ones.
    again = moves(mixed)
    again[:, :4] += log_returns(real).mean()
    np.testing.assert_allclose(in_order(again), in_order(moves(real)), atol=1e-9)
    assert (mixed["High"] >= mixed[["Open", "Close"]].max(axis=1)).all()
    assert not mixed.equals(permuted_blocks(real, 4))


def test_calm_spells_rise_and_wild_ones_fall():
    found = [volatility_regimes(BARS, 0.2, seed) for seed in range(20)]
    assert np.mean(found) == pytest.approx(0.0, abs=2e-4)
    assert np.mean([np.std(one) for one in found]) == pytest.approx(0.012, rel=0.05)
    calm = [one[np.abs(one) < 0.009].mean() for one in found]
    wild = [one[np.abs(one) > 0.018].mean() for one in found]
    assert np.mean(calm) > 5e-4
    assert np.mean(wild) < -1e-3


def test_a_seed_makes_the_same_and_another_another():
    real = sources.read_bundled("IBM").frame
    pd.testing.assert_frame_equal(permuted(real, 7), permuted(real, 7))
    assert not permuted(real, 7).equals(permuted(real, 8))
    assert real.equals(sources.read_bundled("IBM").frame)


def test_kinds_of_noise_do_not_share_their_draws():
    """Three false finds on one history are one."""
    made = np.stack([maker(BARS, 7) for maker in (noise, garch, jumps, bounce)])
    between = np.asarray(np.corrcoef(made))[np.triu_indices(len(made), 1)]
    assert abs(between).max() < BOUND
