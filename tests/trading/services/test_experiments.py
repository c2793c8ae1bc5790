"""The experiment log: a line a round."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.trading.helpers import make_developed, make_iteration, make_strategy
from trading.models import Trial
from trading.services.experiments import experiment_log

pytestmark = pytest.mark.django_db


def test_a_round_is_an_entry() -> None:
    strategy = make_developed(rounds=1, trials=4)
    (entry,) = experiment_log(strategy)
    assert entry | {"reasoning": "", "timestamp": ""} == {
        "strategy": strategy.pk, "ticker": "AAPL", "timestamp": "", "iteration": 1,
        "research_iteration": 1, "strategy_iteration": 1, "action_taken": "INITIAL_DESIGN",
        "best_variant_index": 0, "best_variant": "RSI reversion 1.0",
        "best_parameters": {"length": 14}, "best_score": 0.4, "best_sharpe": 0.42,
        "improvement": None, "parameters_changed": {}, "failure_class": "DESIGN_FLAW",
        "cause": "drawdown", "convergence": None, "next_action": "REFINE_ALGORITHM",
        "reasoning": "", "disputed": False, "judges": [],
        "kinds": ["mean_reversion"], "templates": ["rsi_reversion"], "trials": 4,
    }  # fmt: skip
    assert entry["timestamp"] == "2026-03-01T12:01:00+00:00"
    json.dumps(entry, allow_nan=False)


def test_rounds_stand_in_order_and_trials_add_up() -> None:
    strategy = make_developed(rounds=3, trials=2)
    Trial.objects.create(strategy=strategy, iteration=3, source="tuning", segment="train",
                         kind="trend", rules_hash="", parameters={})  # fmt: skip
    log = list(experiment_log(strategy))
    assert [(entry["iteration"], entry["trials"]) for entry in log] == [(1, 2), (2, 2), (3, 3)]


def test_a_round_without_a_best_variant_is_an_entry_too() -> None:
    strategy = make_strategy()
    make_iteration(strategy, None, best_score=None, best_sharpe=None, failure={})
    (entry,) = experiment_log(strategy)
    assert (entry["best_variant"], entry["best_score"], entry["cause"]) == (None, None, None)


def test_a_development_that_has_not_begun_has_an_empty_log() -> None:
    assert list(experiment_log(make_strategy())) == []


def test_more_rounds_take_no_more_queries() -> None:
    few, many = make_developed(rounds=1), make_developed(rounds=9)
    counts = []
    for strategy in (few, many):
        with CaptureQueriesContext(connection) as taken:
            list(experiment_log(strategy))
        counts.append(len(taken))
    assert counts == [4, 4]
