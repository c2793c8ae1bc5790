"""Gates: thresholds, scores between them, and what passes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from config.runs.ledger import require_plain
from trading.domain.gates import CLASSIC, RIGOROUS, cheap_gates, evaluate
from trading.domain.profiles import Criterion, Profile

RISING = Criterion("sharpe_ratio", "validation", ">=", 1.0, 0.0)
FALLING = Criterion("max_drawdown", "validation", "<=", 0.20, 0.40)
GOOD: dict[str, Any] = {
    "sharpe_ratio": 1.0, "max_drawdown": -0.20, "win_rate": 0.5, "profit_factor": 1.5,
    "total_trades": 30,
}  # fmt: skip


SURE = {"psr": 0.95, "psr_above_luck": 0.5}


def judged(train: Mapping[str, Any] = SURE, **figures: Any):
    """The classic gates on good figures, changed as given."""
    return evaluate(CLASSIC, {"train": SURE | dict(train), "validation": GOOD | figures})


@pytest.mark.parametrize(
    ("value", "score", "passes"),
    [(-1.0, 0, False), (0.0, 0, False), (0.25, 0.25, False), (0.999, 0.999, False),
     (1.0, 1, True), (7.0, 1, True), (None, 0, False)],
)  # fmt: skip
def test_a_score_rises_from_the_soft_to_the_hard_threshold(
    value: float | None, score: float, passes: bool
):
    assert RISING.score(value) == pytest.approx(score)
    assert RISING.passes(value) is passes


@pytest.mark.parametrize(
    ("value", "score", "passes"),
    [(0.0, 1, True), (0.20, 1, True), (0.25, 0.75, False), (0.40, 0, False), (0.9, 0, False)],
)
def test_a_score_falls_where_less_is_better(value: float, score: float, passes: bool):
    assert FALLING.score(value) == pytest.approx(score)
    assert FALLING.passes(value) is passes


def test_equal_thresholds_are_all_or_nothing():
    sharp = Criterion("win_rate", "validation", ">=", 0.5, 0.5)
    assert [sharp.score(value) for value in (0.49, 0.5)] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("criterion", "value", "margin"),
    [(RISING, 1.25, 0.25), (RISING, 0.5, -0.5), (FALLING, 0.15, 0.05), (FALLING, 0.3, -0.1),
     (RISING, None, None)],
)  # fmt: skip
def test_a_margin_is_positive_on_the_right_side(
    criterion: Criterion, value: float | None, margin: float | None
):
    assert criterion.margin(value) == (None if margin is None else pytest.approx(margin))


def test_at_every_threshold_everything_passes():
    found = judged()
    assert found.passed
    assert found.score == pytest.approx(1.0)
    assert found.failed == []


@pytest.mark.parametrize(
    ("name", "value"),
    [("sharpe_ratio", 0.999), ("sharpe_ratio", None), ("max_drawdown", -0.2001),
     ("max_drawdown", None)],
)  # fmt: skip
def test_a_required_gate_cannot_be_made_up_for(name: str, value: float | None):
    figures: dict[str, Any] = {name: value}
    found = judged(**figures)
    assert not found.passed
    assert [result.criterion.name for result in found.failed] == [name]


@pytest.mark.parametrize("name", SURE)
@pytest.mark.parametrize("value", [0.49, None])
def test_certainty_on_train_is_required_and_scores_nothing(name: str, value: float | None):
    found = judged({name: value})
    assert (found.passed, found.score) == (False, pytest.approx(1.0))
    assert [result.criterion.name for result in found.failed] == [name]


def test_other_gates_can_be_missed_up_to_the_weighted_score():
    found = judged(win_rate=0.3, total_trades=5)
    assert found.passed
    assert found.score == pytest.approx(1 - 0.10 - 0.15)


def test_below_the_weighted_score_nothing_passes():
    found = judged(win_rate=0, total_trades=0, profit_factor=1.3)
    assert found.score == pytest.approx(1 - 0.10 - 0.15 - 0.15 * 0.4)
    assert not found.passed


def test_what_has_no_value_is_not_judged_and_its_weight_leaves_the_score():
    found = judged(win_rate=None, profit_factor=1.3)
    assert found.score == pytest.approx((1 - 0.10 - 0.15 * 0.4) / 0.90)
    assert [(one.criterion.name, one.reason) for one in found.unjudged] == [
        ("win_rate", "no_losses")
    ]
    assert [one.criterion.name for one in found.missed] == ["profit_factor"]


def test_a_required_gate_that_cannot_be_judged_passes_nothing():
    found = judged(sharpe_ratio=None)
    assert not found.passed
    assert not found.missed
    assert (found.unjudged[0].reason, found.unjudged[0].as_dict()["judged"]) == ("constant", False)


def test_a_profit_factor_without_a_losing_trade_passes():
    found = judged(profit_factor=None)
    gate = next(one for one in found.results if one.criterion.name == "profit_factor")
    assert (gate.passed, gate.score, gate.value, gate.reason) == (True, 1.0, None, "no_losses")
    assert found.passed


def test_in_the_first_calculation_what_has_no_value_was_missed():
    first = replace(CLASSIC, calculation=1)
    found = evaluate(first, {"train": SURE, "validation": GOOD | {"profit_factor": None}})
    assert [one.criterion.name for one in found.missed] == ["profit_factor"]
    assert Profile.from_dict(first.as_dict()) == first
    assert Profile.from_dict(CLASSIC.as_dict()) == CLASSIC


def test_the_weighted_score_itself_passes():
    gates = Profile("half", (RISING, Criterion("win_rate", "validation", ">=", 1, 0)), 0.5)
    assert evaluate(gates, {"validation": {"sharpe_ratio": 2.0, "win_rate": 0.0}}).passed


def test_a_drawdown_is_judged_by_its_size():
    deep = judged(max_drawdown=-0.5).failed[0]
    assert (deep.value, deep.score, deep.margin) == (0.5, 0.0, pytest.approx(-0.3))


def test_required_gates_stand_first_among_those_missed():
    found = judged(sharpe_ratio=0.1, win_rate=0.1, max_drawdown=-0.9)
    names = [result.criterion.name for result in found.failed]
    assert names == ["sharpe_ratio", "max_drawdown", "win_rate"]


@pytest.mark.parametrize("figures", [{}, {"train": {}}, {"validation": {}}])
def test_what_was_not_played_passes_nothing(figures: dict[str, Any]):
    found = evaluate(CLASSIC, figures)
    assert (found.passed, found.score) == (False, 0.0)
    assert len(found.failed) == len(CLASSIC.criteria)


def test_the_classic_profile_is_the_one_described():
    hard = {c.name: (c.segment, c.operator, c.threshold, c.required) for c in CLASSIC.criteria}
    assert hard == {
        "sharpe_ratio": ("validation", ">=", 1.0, True),
        "max_drawdown": ("validation", "<=", 0.2, True),
        "win_rate": ("validation", ">=", 0.5, False),
        "profit_factor": ("validation", ">=", 1.5, False),
        "total_trades": ("validation", ">=", 30, False),
        "psr": ("train", ">=", 0.95, True),
        "psr_above_luck": ("train", ">=", 0.5, True),
    }
    assert CLASSIC.pass_score == 0.7
    assert sum(criterion.weight for criterion in CLASSIC.criteria) == pytest.approx(1.0)


def test_a_profile_survives_its_json():
    assert Profile.from_dict(json.loads(json.dumps(CLASSIC.as_dict()))) == CLASSIC


def test_results_are_plain_json():
    require_plain("gates", judged(sharpe_ratio=None, max_drawdown=-1 / 3).as_dict())


STRICT = Criterion("permutation_p", "walk_forward", "<", 0.05, 0.5)
AGREED = Criterion("plateau", "before_holdout", ">=", 0.7, 0.0, required=True)


@pytest.mark.parametrize(
    ("operator", "value", "passes"),
    [(">", 0.0, False), (">", 1e-9, True), ("<", 0.0, False), ("<", -1e-9, True),
     (">=", 0.0, True), ("<=", 0.0, True)],
)  # fmt: skip
def test_a_strict_gate_is_not_passed_at_its_threshold(operator: Any, value: float, passes: bool):
    assert Criterion("sharpe_ratio", "train", operator, 0.0, 0.0).passes(value) is passes


def test_a_strict_gate_scores_and_lacks_like_any_other():
    assert STRICT.score(0.275) == pytest.approx(0.5)
    assert STRICT.margin(0.25) == pytest.approx(-0.2)


def test_a_gate_that_does_not_apply_passes_and_leaves_the_score():
    gates = Profile("own", (RISING, AGREED), 0.7)
    answers: dict[str, Any] = {"before_holdout.plateau": {"reason": "no_neighbours"}}
    found = evaluate(gates, {"validation": {"sharpe_ratio": 0.75}}, answers)
    assert found.passed
    assert found.score == pytest.approx(0.75)
    assert found.results[1].as_dict() | {"applicable": False, "weight": 0.0, "passed": True,
                                         "reason": "no_neighbours", "value": None} == (
        found.results[1].as_dict())  # fmt: skip


@pytest.mark.parametrize("reason", ["few_trades", "short_record", "best_not_positive", ""])
def test_what_cannot_be_said_is_never_a_pass(reason: str):
    answers = {"before_holdout.plateau": {"value": None, "reason": reason,
                                          "details": {"trades": 7}}}  # fmt: skip
    found = evaluate(Profile("own", (AGREED,), 0.0), {}, answers).results[0]
    assert (found.passed, found.score, found.applicable) == (False, 0.0, True)
    assert (found.reason, found.details) == (reason or "not_known", {"trades": 7})


def test_a_reason_goes_where_there_is_a_value():
    answers = {"before_holdout.plateau": {"value": 0.9, "reason": "no_neighbours", "details": {}}}
    found = evaluate(Profile("own", (AGREED,), 0.0), {"before_holdout": {"plateau": 0.9}}, answers)
    assert (
        found.results[0].as_dict()
        == evaluate(Profile("own", (AGREED,), 0.0), {"before_holdout": {"plateau": 0.9}})
        .results[0]
        .as_dict()
    )


def test_the_cheap_gates_are_those_of_train_and_validation():
    assert [gate.name for gate in RIGOROUS.cheap] == ["sharpe_ratio", "max_drawdown",
                                                      "profit_factor"]  # fmt: skip
    assert (RIGOROUS.staged, CLASSIC.staged) == (True, False)


@pytest.mark.parametrize(
    ("figures", "passes"),
    [({}, True), ({"sharpe_ratio": 0.9}, False), ({"profit_factor": 1.0}, True),
     ({"max_drawdown": None}, False)],
)  # fmt: skip
def test_the_cheap_gates_are_judged_by_themselves(figures: dict[str, Any], passes: bool):
    assert cheap_gates(RIGOROUS, {"validation": GOOD | figures}).passed is passes


def test_cheap_gates_have_a_score_of_their_own_to_reach():
    gates = Profile("own", (RISING, replace(FALLING, weight=3.0), AGREED), 0.7)
    assert cheap_gates(gates, {"validation": GOOD | {"sharpe_ratio": 0.0}}).passed
    assert not cheap_gates(gates, {"validation": GOOD | {"max_drawdown": -0.3}}).passed


def test_without_cheap_gates_everything_is_examined():
    assert cheap_gates(Profile("own", (AGREED,), 0.7), {}).passed


def test_the_rigorous_profile_is_the_one_described():
    hard = {(c.segment, c.name): (c.operator, c.threshold) for c in RIGOROUS.criteria if c.required}
    assert hard == {
        ("validation", "sharpe_ratio"): (">=", 1.0),
        ("validation", "max_drawdown"): ("<=", 0.2),
        ("walk_forward", "enough_evidence"): (">=", 1),
        ("walk_forward", "sharpe_ratio"): (">=", 0.8),
        ("walk_forward", "psr"): (">=", 0.95),
        ("walk_forward", "dsr"): (">=", 0.95),
        ("walk_forward", "permutation_p"): ("<", 0.05),
        ("walk_forward", "efficiency"): (">=", 0.5),
        ("walk_forward", "double_cost_sharpe"): (">", 0),
        ("trials", "pbo"): ("<=", 0.2),
        ("before_holdout", "plateau"): (">=", 0.7),
        ("before_holdout", "look_ahead"): ("<=", 0),
    }
    assert "win_rate" not in {criterion.name for criterion in RIGOROUS.criteria}
    assert sum(criterion.weight for criterion in RIGOROUS.criteria) == pytest.approx(1.0)
