"""The test of a position on the bars that follow."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_ind

from tests.trading.research.support import noise
from trading.research.inference import MINIMUM, compare

NONE = np.zeros(400)


def states(n: int = 400, seed: int = 1) -> np.ndarray:
    return np.where(np.random.default_rng(seed).uniform(size=n) < 0.4, 1.0, -1.0)


def test_t_and_p_are_those_of_welch():
    position, ahead = states(), noise(400, 2)
    found = compare(position, ahead, NONE)
    expected = ttest_ind(ahead[position > 0], ahead[position < 0], equal_var=False)
    assert found is not None
    assert found.t == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert found.n_obs == 400


def test_bars_between_the_two_states_do_not_count():
    position, ahead = states(), noise(400, 2)
    position[::4] = 0.0
    found = compare(position, ahead, NONE)
    assert found is not None
    assert found.n_obs == 300


def test_undefined_bars_do_not_count():
    position, ahead = states(), noise(400, 2)
    position[:50], ahead[-2:] = np.nan, np.nan
    found = compare(position, ahead, NONE)
    assert found is not None
    assert found.n_obs == 348


def test_in_and_out_of_the_market_as_computed_by_hand():
    """In on every second bar, which pays 1 %; out on the others, which pay nothing."""
    position = np.tile([1.0, 0.0], 200)
    ahead = np.tile([0.01, 0.0], 200) + np.tile([1e-6, 1e-6, -1e-6, -1e-6], 100)
    found = compare(position, ahead, NONE)
    assert found is not None
    assert found.spread == pytest.approx(0.01)
    assert found.gain == pytest.approx(0.01 / 4)  # half the time, 0.5 % more than the mean bar
    assert found.break_even == pytest.approx(0.01 / 4)  # one side a bar


def test_the_bias_of_trend_rules_is_removed():
    """A rule on its own past leans to reversal by the difference of that past over n."""
    position, ahead = states(), noise(400, 2)
    past = np.where(position > 0, 0.3, -0.1)
    plain, mended = compare(position, ahead, NONE), compare(position, ahead, past)
    assert plain is not None
    assert mended is not None
    assert mended.spread - plain.spread == pytest.approx(0.4 / 400)


def test_a_rare_state_is_not_judged():
    position = np.full(400, -1.0)
    position[: MINIMUM - 1] = 1.0
    assert compare(position, noise(400, 2), NONE) is None


def test_returns_without_variance_are_not_judged():
    assert compare(states(), np.zeros(400), NONE) is None
