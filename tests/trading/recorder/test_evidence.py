"""The rows of evidence."""

from __future__ import annotations

from typing import Any

import pytest

from config.runs.ledger import insert
from tests.trading.graph.staged import Ledger, finds
from tests.trading.helpers import make_strategy, make_variant
from trading.models import ErrorEntry, Evidence, GateOutcome, Strategy, Trial, TrialCount
from trading.recorder import StrategyRecorder

pytestmark = pytest.mark.django_db


@pytest.fixture
def strategy() -> Strategy:
    made = make_strategy()
    make_variant(made)
    return made


def examined(strategy: Strategy, **found: Any) -> None:
    output = {"iteration": 1, "variant_index": 0, **finds(**found)}
    insert(StrategyRecorder(strategy.pk, 1).examined_evidence(output))


def test_an_examination_is_kept_with_its_trials(strategy: Strategy) -> None:
    examined(strategy, trials=3)
    row = Evidence.objects.get(variant__strategy=strategy)
    assert (row.trials, row.error) == (3, "")
    assert row.document["segments"]["walk_forward"]["sharpe_ratio"] == 1.2
    assert "trials" not in row.document
    kept = Trial.objects.filter(strategy=strategy)
    assert {(one.iteration, one.source, one.segment) for one in kept} == {(1, "neighbour", "train")}
    assert sorted(one.parameters["n"] for one in kept) == [0, 1, 2]


def test_one_that_failed_is_an_error_on_record(strategy: Strategy) -> None:
    examined(strategy, error="a worker was killed", trials=0)
    assert Evidence.objects.get().error == "a worker was killed"
    assert "a worker was killed" in ErrorEntry.objects.get(node="quality_gate").message


async def _counted(**options: Any) -> Any:
    return await Ledger(**options).count({})


@pytest.mark.parametrize("pbo", [0.1, None])
def test_a_count_is_kept_for_its_round(strategy: Strategy, pbo: float | None) -> None:
    from asgiref.sync import async_to_sync

    ledger = async_to_sync(_counted)(pbo=pbo)
    insert(StrategyRecorder(strategy.pk, 1).counted({"iteration": 4, "ledger": ledger}))
    row = TrialCount.objects.get(strategy=strategy)
    assert (row.iteration, row.raw, row.effective, row.overfitting) == (4, 40, 6, pbo)
    assert "raw" not in row.document


def test_why_a_gate_has_no_value_is_kept(strategy: Strategy) -> None:
    from trading.recorder import _outcome

    told = {"name": "plateau", "segment": "before_holdout", "operator": ">=", "threshold": 0.7,
            "soft": 0.0, "weight": 0.0, "required": True, "value": None, "score": 0.0,
            "passed": True, "margin": None, "reason": "no_neighbours",
            "applicable": False}  # fmt: skip
    row = GateOutcome.objects.create(variant=strategy.variants.get(), **_outcome(told))
    assert (row.reason, row.applicable, row.details) == ("no_neighbours", False, {})
