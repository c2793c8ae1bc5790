"""One development of a calibration, in this process."""

from __future__ import annotations

import json

import pytest

from tests.lab.calibration import playing
from tests.lab.calibration.plan import Case
from tests.lab.calibration.playing import play
from trading.models import Dataset, GateOutcome, HoldoutOpening, Strategy, Trial

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("inline")]


def test_a_strong_effect_is_found_and_its_line_is_what_the_rows_say():
    found = play(Case("planted", 0.35, 5), bars=1_500, profile="classic")
    strategy = Strategy.objects.get()
    assert found["status"] == strategy.final_status == "SUCCESS"
    assert [found[name] for name in ("passed", "opened", "held")] == [True] * 3
    assert HoldoutOpening.objects.count() == 1
    assert found["trials"] == Trial.objects.count()
    assert found["rounds"] == strategy.iterations.count()
    best = strategy.variants.get(spec_hash=strategy.state["final_strategy"]["spec_hash"])
    assert found["best"] == best.approach
    verdicts = {name: gate["verdict"] for name, gate in found["gates"].items() if gate["required"]}
    assert set(verdicts.values()) == {"passed"}
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_of_noise_the_best_variant_tells_which_gates_it_missed():
    found = play(Case("walk", 0.0, 5), bars=600, profile="classic")
    strategy = Strategy.objects.get()
    assert found["status"] in ("ABANDONED", "MAX_ITERATIONS")
    assert [found[name] for name in ("passed", "opened", "held")] == [False] * 3
    best = max(strategy.iterations.all(), key=lambda one: (one.best_score or 0, -one.number))
    rows = GateOutcome.objects.filter(variant=best.best_variant)
    missed = {f"{row.name} of {row.segment}" for row in rows if not row.passed}
    assert {name for name, gate in found["gates"].items() if gate["verdict"] == "missed"} == missed
    assert missed
    assert (strategy.seed, strategy.memory, strategy.max_iterations) == (5, None, 15)
    assert Dataset.objects.get().bars == 600


def test_the_same_case_again_is_the_same_line():
    case = Case("permuted", 0.0, 2)
    first = play(case, bars=500, profile="classic")
    second = play(case, bars=500, profile="classic")
    assert first | {"seconds": 0} == second | {"seconds": 0}


def test_a_run_that_fails_says_why(monkeypatch: pytest.MonkeyPatch):
    def failing(*_args: object, **_options: object) -> None:
        raise RuntimeError("no bench")

    monkeypatch.setattr("trading.services.bench.PoolBench.__init__", failing)
    found = play(Case("walk", 0.0, 1), bars=500, profile="classic")
    assert set(found) == {"error", "seconds"}
    assert "no bench" in found["error"]
    assert Strategy.objects.get().ticker == playing.TICKER
