"""The judging node: who is best, what passes, what is an error."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trading.graph.fakes import CLOSE, DEEP, Bench, Holdout, context, develop, plays, states

EDGE = {"kind": "volume", "significant": True, "score": 1.0}


def test_the_best_variant_is_the_passing_one_with_the_highest_gate_score():
    # The first has the highest Sharpe ratio but too large a drawdown; the second passes with a
    # lower score than the third.
    final = develop(context([plays(sharpe_ratio=3.0, max_drawdown=-0.5),
                             plays(sharpe_ratio=2.0, win_rate=0.3), plays()]))  # fmt: skip
    assert final["final_status"] == "SUCCESS"
    assert final["best_variant_index"] == 2
    assert final["final_strategy"]["name"] == "1.2"


def test_of_equal_scores_the_higher_ratio_is_best():
    assert develop(context([plays(), plays(sharpe_ratio=1.5)]))["best_variant_index"] == 1


def test_the_final_strategy_is_never_one_that_only_has_the_best_ratio():
    final = develop(context([plays(sharpe_ratio=9.0, max_drawdown=-0.9)]), max_iterations=2)
    assert final["final_strategy"] is None
    assert final["passed_quality_gates"] is False


@pytest.mark.parametrize("order", [0, 1])
def test_a_missing_ratio_is_never_chosen(order: int):
    variants = [plays(sharpe_ratio=None), plays(sharpe_ratio=-2.0, max_drawdown=-0.9)]
    variants = variants[::-1] if order else variants
    seen = states(context(variants), max_iterations=1)
    backtested = next(s for s in seen if s["backtest_results"])
    assert backtested["backtest_results"][backtested["best_variant_index"]]["sharpe_ratio"] == -2.0


def test_without_any_ratio_there_is_no_best():
    seen = states(context([plays(error="it broke"), plays(sharpe_ratio=None)]), max_iterations=1)
    backtested = next(s for s in seen if s["backtest_results"])
    assert backtested["best_variant_index"] is None
    assert "none has a Sharpe ratio" in backtested["backtest_summary"]


def test_the_gates_of_every_variant_are_told_in_their_order():
    final = develop(context([plays(error="it broke"), plays(**DEEP), plays()]))
    rows = final["quality_gate_results"]
    assert [row["variant_index"] for row in rows] == [0, 1, 2]
    assert [row["passed_all_gates"] for row in rows] == [False, False, True]


def test_only_finalists_are_played_on_both_engines():
    bench = Bench()
    develop(context([plays(**CLOSE), plays(), plays(sharpe_ratio=2.0)], bench=bench))
    assert sorted(bench.rechecked) == ["1.1", "1.2"]


def test_engines_that_differ_are_an_error_and_do_not_pass():
    bench, holdout = Bench(differ=["1.0"]), Holdout()
    final = develop(context([plays(sharpe_ratio=2.0), plays()], bench=bench, holdout=holdout))
    assert final["final_strategy"]["name"] == "1.1"
    assert final["error_log"] == ["quality_gate: 1.0: equity differs by 3 cents"]
    assert final["quality_gate_results"][0]["passed_all_gates"] is False
    assert holdout.opened == [("1.1", 1)]


def test_engines_that_differ_on_the_only_finalist_are_told_as_a_bug():
    bench, holdout = Bench(differ=["1.0"]), Holdout()
    ports = context([plays(), plays(trades=0, sharpe_ratio=None)], bench=bench, holdout=holdout)
    final = develop(ports, max_iterations=1)
    assert (final["passed_quality_gates"], final["final_strategy"]) == (False, None)
    assert holdout.opened == []
    assert final["failure_analysis"]["failure_class"] == "ALGORITHM_BUG"
    assert "equity differs by 3 cents" in final["failure_analysis"]["root_cause"]
    assert final["best_variant_index"] == 1


def test_the_holdout_is_opened_once_and_only_for_what_passed():
    holdout = Holdout()
    final = develop(context([plays(**DEEP)], [plays(**CLOSE)], [plays(), plays()],
                            holdout=holdout))  # fmt: skip
    assert holdout.opened == [("3.0", 3)]
    assert final["holdout"]["metrics"]["sharpe_ratio"] == 1.1


@pytest.mark.parametrize("rounds", [[plays(**DEEP)], [plays(error="it broke")], [plays(0.1)]])
def test_without_a_pass_it_stays_sealed(rounds: Any):
    holdout = Holdout()
    assert develop(context(rounds, holdout=holdout), max_iterations=4)["holdout"] is None
    assert holdout.opened == []


def test_reasons_name_cause_heading_and_what_is_next():
    seen = states(context([plays(**DEEP)]), max_iterations=3)
    second = next(s for s in seen if len(s["iteration_history"]) == 2)
    assert "drawdown is too large" in second["decision_reasoning"]
    assert "hardly moves" in second["decision_reasoning"]
    assert second["decision_reasoning"].endswith("Next: change the design.")
    assert second["failure_analysis"]["specific_actions"] == [
        "Size positions by volatility.", "Add a stop.",
    ]  # fmt: skip
    assessed = second["failure_analysis"]["statistical_assessment"]
    assert set(assessed) == {"expected_best_by_luck", "significant_edges", "trials"}


def test_reasons_are_in_the_language_of_the_run():
    from trading.graph import initial_state

    final = develop(context([plays()]), initial_state(ticker="AAPL", language="pt"))
    assert final["final_message"].startswith("Uma estratégia para AAPL foi encontrada")


def test_a_significant_edge_that_was_not_tried_is_tried():
    from tests.trading.graph.fakes import Researcher

    ports = context([plays(0.1)], [plays(kind="volume")], researcher=Researcher(edges=[EDGE]))
    final = develop(ports)
    assert final["iteration_history"][0]["next_action"] == "REFINE_ALGORITHM"
    assert final["final_status"] == "SUCCESS"


def test_luck_grows_with_the_trials():
    from trading.graph import initial_state

    few = develop(context([plays(1.0)]), initial_state(ticker="AAPL"))
    many = develop(context([plays(1.0)]), initial_state(ticker="AAPL", trials=50_000))
    assert few["final_status"] == "SUCCESS"
    assert many["iteration_history"][0]["failure_class"] == "RESEARCH_GAP"


def test_a_round_without_variants_ends_with_the_reason():
    final = develop(context([]), max_iterations=6)
    assert final["final_status"] == "ABANDONED"
    assert final["current_iteration"] == 1
    assert "no variant" in final["final_message"]
