"""An answer has a value or a reason, never neither."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from tests.trading.backtest.prices import signals
from tests.trading.strategies.bars import made_up
from trading.backtest.run import run_backtest
from trading.evidence.answer import REASONS, Answer, known, unknown
from trading.evidence.bootstrap import intervals
from trading.evidence.overfitting import probability_of_overfitting, superior
from trading.evidence.permutation import entry_permutation
from trading.evidence.sharpe import deflated_sharpe_ratio, minimum_track_record, moments
from trading.evidence.tally import Clusters, clusters_of
from trading.evidence.walk_forward.examine import sharpe_at_costs
from trading.evidence.walk_forward.forward import walk_forward_efficiency


def test_a_value() -> None:
    found = known(0.25, bars=10)
    assert (found.known, found.reason, found.template) == (True, "", "")
    assert found.as_plain() == {"value": 0.25, "reason": "", "details": {"bars": 10}}


def test_no_value_says_why() -> None:
    found = unknown("too_short", bars=3, needed=20)
    assert not found.known
    assert str(found) == "3 bars are too few: at least 20"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_value_that_is_not_finite_is_no_answer(value: float) -> None:
    with pytest.raises(ValueError, match="no answer"):
        known(value)


@pytest.mark.parametrize(("value", "reason"), [(1.0, "constant"), (None, ""), (None, "other")])
def test_neither_or_both_is_refused(value: float | None, reason: str) -> None:
    with pytest.raises(ValueError, match="reason"):
        Answer(value, reason)


def test_every_reason_is_filled_from_details_that_are_given() -> None:
    details = {"bars": 1, "needed": 2, "arrangements": 3, "commission": 0.2}
    details |= {"trades": 4, "needed_bars": 5}
    assert all(str(unknown(code, **details)) for code in REASONS)


def test_answers_are_plain_json_also_of_half_precision() -> None:
    rng = np.random.default_rng(0)
    kept = rng.normal(0.0002, 0.01, (6, 300)).astype(np.float32)  # as a grid keeps them
    clusters = clusters_of(kept)
    assert isinstance(clusters, Clusters)
    known_moments = moments(kept[0].astype(float))
    frame, given = made_up(300), signals(300, long_entry=range(5, 290, 11), time_stop=3)
    answers = [
        probability_of_overfitting(clusters.returns),
        probability_of_overfitting(kept),
        deflated_sharpe_ratio(known_moments, clusters.trials),
        minimum_track_record(known_moments),
        superior(kept, rng, resamples=20),
        intervals(kept[0].astype(float), rng, resamples=20).drawdown,
        walk_forward_efficiency([(kept[0], kept[1])]),
        sharpe_at_costs(frame, given, commission=0.001),
        entry_permutation(frame, given, run_backtest(frame, given).trades, rng, permutations=20),
    ]
    for answer in answers:
        assert json.loads(json.dumps(answer.as_plain(), allow_nan=False))["details"]


def test_a_constant_of_half_precision_does_not_vary() -> None:
    flat = np.full((3, 300), 0.01, dtype=np.float32)
    assert probability_of_overfitting(flat).reason == "constant"
