"""Event studies."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from tests.trading.research.support import noise
from trading.research.inference import MINIMUM_EVENTS, event_study


def test_t_and_p_are_those_of_one_sample():
    ahead, events = noise(600, 1), np.zeros(600)
    at = np.arange(10, 560, 20)
    events[at] = 1.0
    found = event_study(events, ahead, window=5)
    abnormal = [sum(ahead[i : i + 5] - ahead.mean()) for i in at]
    expected = ttest_1samp(abnormal, 0.0)
    assert found is not None
    assert found.mean == pytest.approx(np.mean(abnormal))
    assert found.t == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)


def test_windows_do_not_overlap():
    events = np.ones(600)
    found = event_study(events, noise(600, 1), window=10)
    assert found is not None
    assert found.n_events == 59


def test_downward_events_count_with_their_sign():
    ahead, events = noise(600, 1), np.zeros(600)
    events[10:560:20] = 1.0
    up, down = event_study(events, ahead, 5), event_study(-events, ahead, 5)
    assert up is not None
    assert down is not None
    assert up.mean == pytest.approx(-down.mean)


def test_few_events_are_not_judged():
    events = np.zeros(600)
    events[10 : 10 + 20 * (MINIMUM_EVENTS - 1) : 20] = 1.0
    assert event_study(events, noise(600, 1), 5) is None
