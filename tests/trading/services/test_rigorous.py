"""A development under gates that ask for evidence, with all that it leaves."""

from __future__ import annotations

import pytest

from config.runs.models import Step
from tests.trading.services.inline import InlinePool, developed, momentum
from tests.trading.storage.stored import dataset
from trading.memory.trials import trial_count
from trading.models import Evidence, GateOutcome, Strategy, Trial, TrialCount

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Strategy:
    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)
    dataset(momentum(), ticker="EDGE")
    return developed("EDGE", objective="short-term momentum", profile="rigorous")


def test_what_is_examined_is_on_record_and_counted(planted: Strategy) -> None:
    state = planted.state
    assert planted.final_status == "SUCCESS", planted.final_message
    steps = Step.objects.filter(node="quality_gate", item__startswith="evidence")
    assert Evidence.objects.count() == steps.count() >= 1
    examined = Trial.objects.filter(source__in=("walk_forward", "neighbour")).count()
    assert examined == sum(Evidence.objects.values_list("trials", flat=True)) > 0
    assert trial_count(planted)["total"] == state["trials"] == Trial.objects.count()
    assert TrialCount.objects.latest("iteration").raw == state["trials"]
    judged = GateOutcome.objects.filter(variant__evidence__isnull=False, segment="walk_forward")
    assert judged.exclude(value=None).exists()
    unexamined = GateOutcome.objects.filter(variant__evidence=None, segment="walk_forward")
    assert not unexamined.exclude(reason="not_reached").exists()
