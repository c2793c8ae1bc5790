"""What the rows of a development cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from config.runs.models import Run
from tests.trading.helpers import (
    make_developed,
    make_finding,
    make_holdout,
    make_iteration,
    make_strategy,
    make_variant,
)
from trading.models import Backtest, GateCriterion, GateProfile, Iteration, Lesson

pytestmark = pytest.mark.django_db


def refused(make: Any) -> bool:
    try:
        with transaction.atomic():
            make()
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize(
    "fields", [{"signal": 0.0}, {"confidence": 0.5}, {"value": 1.0}, {"significant": True}]
)
def test_a_finding_without_data_says_nothing(fields: dict[str, Any]) -> None:
    strategy = make_strategy()
    nothing = {"status": "NO_DATA", "value": None, "signal": None, "confidence": None,
               "p_value": None, "significant": False}  # fmt: skip
    make_finding(strategy, **nothing)
    assert refused(lambda: make_finding(strategy, **{**nothing, **fields}))


def test_a_holdout_is_not_backtested_without_its_opening() -> None:
    variant = make_variant(make_strategy())
    assert refused(lambda: Backtest.objects.create(variant=variant, segment="holdout"))
    opening = make_holdout(variant).opening
    other = make_variant(variant.strategy, index=1)
    assert refused(lambda: Backtest.objects.create(variant=other, segment="train", opening=opening))


def test_a_lesson_is_written_once() -> None:
    strategy = make_strategy()
    lesson = {"strategy": strategy, "kind": "lesson", "key": "drawdown/x", "ticker": "AAPL",
              "frequency": "1d", "text": "t", "words": "t", "language": "en"}  # fmt: skip
    Lesson.objects.create(**lesson)
    assert refused(lambda: Lesson.objects.create(**lesson))


@pytest.mark.parametrize(("operator", "soft"), [(">=", 1.1), ("<=", 0.9)])
def test_a_soft_threshold_lies_on_its_side(operator: str, soft: float) -> None:
    profile = GateProfile.objects.get(name="classic")
    row = {"profile": profile, "name": "calmar", "segment": "train", "operator": operator,
           "threshold": 1.0}  # fmt: skip
    assert refused(lambda: GateCriterion.objects.create(**row, soft=soft))
    assert not refused(lambda: GateCriterion.objects.create(**row, soft=1.0))


def test_the_experiment_log_outlives_its_run() -> None:
    strategy = make_strategy()
    run = Run.objects.create(kind="development", subject_id=strategy.pk)
    row = make_iteration(strategy, run=run)
    run.delete()
    assert Iteration.objects.get() == row


def test_a_strategy_takes_all_its_rows_with_it() -> None:
    strategy = make_developed()
    strategy.delete()
    assert not Iteration.objects.exists()
    assert not Lesson.objects.exists()
