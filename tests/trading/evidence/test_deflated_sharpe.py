"""The deflated Sharpe ratio against its paper, purgedcv, and what must hold of it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trading.domain.luck import expected_maximum
from trading.evidence.sharpe import (
    Moments,
    Trials,
    deflated_sharpe_ratio,
    moments,
    probabilistic_sharpe_ratio,
)

ANNUAL = 2.5 / math.sqrt(250)
VARIANCE = 1 / (2 * 250)


def tried(count: int, variance: float = VARIANCE) -> Trials:
    return Trials(count, count, variance, variance)


@pytest.mark.parametrize(
    ("trials", "skew", "kurtosis", "expected"),
    [(100, -3, 10, 0.9004), (46, -3, 10, 0.9505), (88, 0, 3, 0.9505)],
)
def test_the_papers_example(trials: int, skew: float, kurtosis: float, expected: float) -> None:
    # Bailey & Lopez de Prado 2014, pp. 9-10: annual ratio 2.5 over five years of 250 days.
    found = deflated_sharpe_ratio(Moments(ANNUAL, 1250, skew, kurtosis), tried(trials))
    assert found.value == pytest.approx(expected, abs=5e-5)


def test_the_luck_of_the_papers_example() -> None:
    found = deflated_sharpe_ratio(Moments(ANNUAL, 1250, -3, 10), tried(100))
    assert found.details["luck"] == pytest.approx(0.1132, abs=5e-5)


def test_purgedcv_finds_the_same() -> None:
    from purgedcv import deflated_sharpe_ratio as theirs

    rng = np.random.default_rng(1)
    for trials in (1, 7, 300):
        returns = rng.standard_t(4, 700) * 0.01 + 0.0006
        ours = deflated_sharpe_ratio(moments(returns), tried(trials, 0.0021)).value
        assert ours == pytest.approx(theirs(returns, trials, 0.0021), abs=2e-3)


def test_the_raw_count_stands_beside_the_effective_one() -> None:
    known = Moments(ANNUAL, 1250, 0, 3)
    found = deflated_sharpe_ratio(known, Trials(500, 12, 0.001, 0.002))
    raw = probabilistic_sharpe_ratio(known, expected_maximum(500, math.sqrt(0.002)))
    assert found.details["raw"] == raw
    assert found.value == probabilistic_sharpe_ratio(known, expected_maximum(12, math.sqrt(0.001)))
    assert (found.details["trials"], found.details["raw_trials"]) == (12, 500)


def test_what_noise_alone_would_show_stands_beside_it_as_well() -> None:
    known = Moments(0.1, 1001, 0, 3)
    found = deflated_sharpe_ratio(known, tried(20, 0.02))
    luck = expected_maximum(20, math.sqrt(1 / 1000))
    assert found.details["noise"] == probabilistic_sharpe_ratio(known, luck)
    assert found.value is not None
    assert found.value < found.details["noise"]


def test_one_trial_has_no_luck_to_beat() -> None:
    known = Moments(0.08, 400, -0.4, 5)
    found = deflated_sharpe_ratio(known, tried(1))
    assert found.value == probabilistic_sharpe_ratio(known, 0.0)


def test_clusters_that_agree_by_chance_are_no_licence() -> None:
    known = Moments(0.05, 401, 0, 3)
    agreeing = deflated_sharpe_ratio(known, tried(20, 0.0))
    assert agreeing.details["variance"] == 1 / 400
    assert agreeing.value == deflated_sharpe_ratio(known, tried(20, 1 / 400)).value


def test_moments_without_a_standard_error_give_no_value() -> None:
    assert deflated_sharpe_ratio(Moments(2.0, 100, 3.0, 1.0), tried(5)).reason == "no_spread"
    assert deflated_sharpe_ratio(None, tried(5)).reason == "constant"


@pytest.mark.parametrize("wrong", [(0, 0, 0, 0), (3, 4, 0, 0), (3, 3, -1, 0), (3, 3, 0, math.nan)])
def test_trials_that_cannot_be_are_refused(wrong: tuple[int, int, float, float]) -> None:
    with pytest.raises(ValueError, match="clusters|variance"):
        Trials(*wrong)


known_moments = st.builds(
    Moments,
    ratio=st.floats(-0.3, 0.3),
    bars=st.integers(20, 5_000),
    skew=st.floats(-2, 2),
    kurtosis=st.floats(6, 20),
)


@settings(max_examples=60, deadline=None)
@given(known_moments, st.integers(1, 10_000), st.integers(1, 10_000), st.floats(0, 0.01))
def test_it_falls_as_the_trials_grow(known: Moments, some: int, more: int, variance: float) -> None:
    few, many = sorted((some, some + more))
    one, other = (deflated_sharpe_ratio(known, tried(n, variance)).value for n in (few, many))
    assert one is not None
    assert other is not None
    assert one >= other


@settings(max_examples=60, deadline=None)
@given(known_moments, st.floats(-0.5, 0.5), st.floats(0, 0.5))
def test_psr_is_a_probability_and_falls_with_the_benchmark(
    known: Moments, benchmark: float, higher: float
) -> None:
    one = probabilistic_sharpe_ratio(known, benchmark)
    other = probabilistic_sharpe_ratio(known, benchmark + higher)
    assert one is not None
    assert other is not None
    assert 0 <= other <= one <= 1


@settings(max_examples=60, deadline=None)
@given(st.floats(0.001, 0.3), st.floats(0.001, 0.3), st.integers(20, 5_000))
def test_psr_rises_with_the_ratio_of_normal_returns(low: float, more: float, bars: int) -> None:
    one, other = (
        probabilistic_sharpe_ratio(Moments(ratio, bars, 0, 3)) for ratio in (low, low + more)
    )
    assert one is not None
    assert other is not None
    assert one <= other
