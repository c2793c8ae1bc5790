"""Why a variant that passed the cheap gates is not believed: class and cause from its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from config.runs.ledger import require_plain
from trading.domain.failure import Attempt, Diagnosis, EdgeEvidence, diagnose
from trading.domain.gates import RIGOROUS, evaluate
from trading.domain.routing import recommend

PLAYED = {"sharpe_ratio": 1.2, "max_drawdown": -0.1, "profit_factor": 2.0, "total_trades": 40}
WALKED = {"sharpe_ratio": 1.1, "psr": 0.99, "dsr": 0.97, "permutation_p": 0.01, "efficiency": 0.8,
          "double_cost_sharpe": 0.7, "enough_evidence": 1.0, "total_trades": 60}  # fmt: skip
SOLID = {"plateau": 0.9, "look_ahead": 0.0}
FEW = {"reason": "few_trades", "details": {"trades": 8, "bars": 900, "needed": 30}}
SHORT = {"reason": "short_record",
         "details": {"trades": 12, "bars": 900, "needed": 30, "needed_bars": 1_400}}  # fmt: skip


def examined(
    *, kind: str = "trend", train: float = 1.3, error: str = "", pbo: float | None = 0.1,
    plateau: float | None = 0.9, look_ahead: float = 0.0, answers: Mapping[str, Any] | None = None,
    **walked: Any,
) -> Attempt:  # fmt: skip
    """A variant whose evidence would pass, but for what is given."""
    figures: dict[str, dict[str, Any]] = {
        "train": {"sharpe_ratio": train, "total_trades": 90},
        "validation": PLAYED,
        "walk_forward": WALKED | walked,
        "before_holdout": {"plateau": plateau, "look_ahead": look_ahead},
        "trials": {"pbo": pbo},
    }
    return Attempt(kind, evaluate(RIGOROUS, figures, answers), figures, error)


def stopped(**validation: Any) -> Attempt:
    """A variant that the cheap gates stopped."""
    asked = [f"{one.segment}.{one.name}" for one in RIGOROUS.criteria if not one.cheap]
    figures = {"train": {"sharpe_ratio": 1.3, "total_trades": 90},
               "validation": PLAYED | validation}  # fmt: skip
    answers = {name: {"reason": "not_reached"} for name in asked}
    return Attempt("trend", evaluate(RIGOROUS, figures, answers), figures)


def known(
    significant: bool = True, chances: Mapping[str, float] | None = None, untried: str = ""
) -> EdgeEvidence:
    return EdgeEvidence(significant, frozenset({"trend"}), 0.5, 1, untried, chances or {})


def said(*attempts: Attempt, **evidence: Any) -> Diagnosis:
    found = diagnose(attempts, known(**evidence))
    require_plain("diagnosis", dict(found.values))
    return found


def lacks(reason: Mapping[str, Any]) -> dict[str, Any]:
    return {"enough_evidence": None, "answers": {"walk_forward.enough_evidence": reason}}


@pytest.mark.parametrize(
    ("changes", "failure_class", "cause"),
    [
        # good in sample, poor out of sample
        ({"efficiency": 0.49}, "DESIGN_FLAW", "overfit_forward"),
        ({"efficiency": 0.49, "sharpe_ratio": 0.79}, "DESIGN_FLAW", "overfit_forward"),
        ({"train": 3.0, "dsr": 0.9}, "DESIGN_FLAW", "overfit_forward"),
        ({"sharpe_ratio": 0.64, "double_cost_sharpe": 0.1}, "DESIGN_FLAW", "overfit_forward"),
        # the line of rules is what was chosen by luck
        ({"pbo": 0.51}, "DESIGN_FLAW", "overfitted_line"),
        ({"pbo": 0.51, "efficiency": 0.1}, "DESIGN_FLAW", "overfitted_line"),
        # close, and not on a peak
        ({"sharpe_ratio": 0.79}, "PARAMETER_ISSUE", "near_plateau"),
        ({"dsr": 0.90}, "PARAMETER_ISSUE", "near_plateau"),
        ({"pbo": 0.25}, "PARAMETER_ISSUE", "near_plateau"),
        ({"permutation_p": 0.06}, "PARAMETER_ISSUE", "near_plateau"),
        # not close
        ({"plateau": 0.69}, "PARAMETER_ISSUE", "peak"),
        ({"plateau": 0.69, "dsr": 0.9}, "PARAMETER_ISSUE", "peak"),
        ({"permutation_p": 0.4}, "RESEARCH_GAP", "entries_by_chance"),
        ({"double_cost_sharpe": -0.9}, "DESIGN_FLAW", "costs"),
        ({"dsr": 0.3}, "RESEARCH_GAP", "luck_forward"),
        # what could not be judged is no finding
        ({"dsr": None}, "DESIGN_FLAW", "unjudged"),
        ({"pbo": None}, "DESIGN_FLAW", "unjudged"),
        ({"permutation_p": None}, "DESIGN_FLAW", "unjudged"),
        ({"permutation_p": None, "dsr": 0.3}, "RESEARCH_GAP", "luck_forward"),
        # what it says is worth nothing
        ({"look_ahead": 1.0}, "ALGORITHM_BUG", "look_ahead"),
        ({"look_ahead": 3.0, "pbo": 0.9, "efficiency": 0.1}, "ALGORITHM_BUG", "look_ahead"),
        # too little to say
        (lacks(FEW), "DESIGN_FLAW", "too_few_trades"),
        (lacks(SHORT), "DESIGN_FLAW", "short_record"),
        (lacks(FEW) | {"pbo": 0.9, "efficiency": 0.1}, "DESIGN_FLAW", "too_few_trades"),
    ],
)
def test_the_evidence_tells_the_cause(
    changes: dict[str, Any], failure_class: str, cause: str
) -> None:
    found = said(examined(**changes))
    assert (found.failure_class, found.cause) == (failure_class, cause)


@pytest.mark.parametrize(
    ("changes", "action"),
    [
        ({"efficiency": 0.1}, "REFINE_ALGORITHM"),
        ({"pbo": 0.6}, "REFINE_ALGORITHM"),
        ({"dsr": 0.90}, "TUNE_PARAMETERS"),
        ({"look_ahead": 2.0}, "FIX_BUG"),
        ({"permutation_p": 0.4}, "REFINE_RESEARCH"),
    ],
)
def test_the_class_is_the_route(changes: dict[str, Any], action: str) -> None:
    assert recommend(said(examined(**changes)).failure_class) == action


def test_too_little_evidence_says_what_would_be_enough() -> None:
    found = said(examined(**lacks(SHORT)))
    numbers = {name: found.values[name] for name in ("trades", "bars", "needed", "needed_bars")}
    assert numbers == {"trades": 12, "bars": 900, "needed": 30, "needed_bars": 1_400}


@pytest.mark.parametrize(
    ("chances", "significant", "cause"),
    [
        ({"trend": 0.6, "volume": 0.51}, False, "random_entries"),
        ({"trend": 0.6, "volume": 0.5}, False, "entries_by_chance"),
        ({"trend": 0.6, "volume": 0.9}, True, "entries_by_chance"),
        ({"trend": 0.6}, False, "entries_by_chance"),  # one kind says nothing of the others
    ],
)
def test_entries_of_no_kind_beat_random_ones(
    chances: dict[str, float], significant: bool, cause: str
) -> None:
    found = said(examined(permutation_p=0.6), chances=chances, significant=significant)
    assert found.cause == cause


def test_when_nothing_is_to_be_found_it_ends() -> None:
    found = said(examined(permutation_p=0.6), chances={"a": 0.6, "b": 0.7}, significant=False)
    assert recommend(found.failure_class) == "ABANDON"


def test_an_untried_edge_goes_before_changing_what_does_not_carry_over() -> None:
    found = said(examined(efficiency=0.1), untried="volume")
    assert (found.cause, found.values["edge"]) == ("untried_edge", "volume")
    assert said(examined(dsr=0.9), untried="volume").cause == "near_plateau"


def test_one_that_peeks_counts_only_if_all_do() -> None:
    peeks = examined(look_ahead=1.0, sharpe_ratio=9.0)
    assert said(peeks, examined(dsr=0.9)).cause == "near_plateau"
    assert said(peeks, peeks).cause == "look_ahead"


def test_an_examination_that_failed_is_not_looked_at() -> None:
    assert said(examined(error="killed"), examined(dsr=0.9)).cause == "near_plateau"
    assert said(examined(error="killed")).cause == "errors"


def test_examined_variants_are_looked_at_before_those_that_were_stopped() -> None:
    assert said(stopped(max_drawdown=-0.5), examined(dsr=0.9)).cause == "near_plateau"


def test_of_a_variant_that_was_stopped_only_the_cheap_gates_are_told() -> None:
    found = said(stopped(max_drawdown=-0.5))
    assert (found.cause, found.values["missed"]) == ("drawdown", ["max_drawdown"])
    near = said(stopped(sharpe_ratio=0.9))
    assert (near.cause, near.values["score"]) == ("near_miss", pytest.approx(0.475))


def test_gates_missed_are_told_with_where_they_are_of() -> None:
    found = said(examined(sharpe_ratio=0.79, psr=0.9, dsr=0.9))
    assert found.values["missed"] == ["forward_sharpe_ratio", "forward_psr", "dsr"]
