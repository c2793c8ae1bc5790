"""The whole loop, to each of its ends."""

from __future__ import annotations

from typing import Any, get_type_hints

import pytest

from config.runs.ledger import require_plain
from tests.trading.graph.fakes import (
    CLOSE,
    DEEP,
    Bench,
    Holdout,
    Researcher,
    Script,
    context,
    develop,
    plays,
    states,
    swings,
)
from trading.graph import WorkflowState, initial_state

SPECIFIED = """
    ticker user_objective max_iterations max_strategy_iterations max_research_iterations
    research_findings technical_fact_sheet fundamental_fact_sheet sentiment_fact_sheet
    research_synthesis research_confidence strategy_variants strategy_rationale
    expected_performance backtest_results best_variant_index backtest_summary quality_gate_results
    passed_quality_gates failure_analysis trajectory_analysis next_action decision_reasoning
    current_iteration strategy_iteration research_iteration iteration_history final_strategy
    final_status final_message workflow_id start_time end_time total_llm_calls total_cost error_log
""".split()
NEAR = [plays(**CLOSE)]


def actions(state: dict[str, Any]) -> list[str]:
    return [entry["next_action"] for entry in state["iteration_history"]]


def test_the_state_has_every_field_from_the_start():
    state = initial_state(ticker="AAPL")
    later = {"research_readings"}  # there with language models alone
    assert set(SPECIFIED) <= set(state) == set(get_type_hints(WorkflowState)) - later
    require_plain("initial state", dict(state))
    assert (state["final_status"], state["final_strategy"]) == (None, None)


@pytest.mark.parametrize("last", [plays(), plays(train=None), plays(error="it broke")])
def test_the_state_is_plain_json_after_each_node(last: dict[str, Any]):
    rounds = ([plays(train=0.1)], [plays(trades=0)], [plays(sharpe_ratio=None)], [last])
    for state in states(context(*rounds), max_iterations=6):
        require_plain("state", state)


def test_a_variant_that_passes_and_holds_is_success():
    final = develop(context([plays(**CLOSE), plays()]))
    assert final["final_status"] == "SUCCESS"
    assert final["final_strategy"]["name"] == "1.1"
    assert final["passed_quality_gates"] is True
    assert final["next_action"] == "SUCCESS"
    assert final["failure_analysis"] is None
    assert "was found: 1.1" in final["final_message"]
    assert final["end_time"] == "2026-03-01T12:00:00+00:00"


def test_a_holdout_that_does_not_hold_ends_it():
    holdout = Holdout(holds=False)
    final = develop(context([plays()], holdout=holdout))
    assert (final["final_status"], final["next_action"]) == ("ABANDONED", "ABANDON")
    assert final["final_strategy"] is None
    assert final["passed_quality_gates"] is True
    assert final["failure_analysis"]["cause"] == "holdout_failed"
    assert holdout.opened == [("1.0", 1)]
    assert "a second look" in final["final_message"]


def test_the_round_limit_ends_it_as_max_iterations():
    final = develop(context(NEAR), max_iterations=3)
    assert (final["final_status"], final["current_iteration"]) == ("MAX_ITERATIONS", 3)
    assert actions(final) == ["TUNE_PARAMETERS", "TUNE_PARAMETERS", "ABANDON"]
    assert final["final_strategy"] is None
    assert final["end_time"]


def test_all_designs_of_all_research_end_it_as_max_iterations():
    final = develop(context(NEAR), max_strategy_iterations=2, max_research_iterations=2)
    assert final["final_status"] == "MAX_ITERATIONS"
    assert actions(final) == ["TUNE_PARAMETERS", "REFINE_RESEARCH", "TUNE_PARAMETERS", "ABANDON"]
    assert (final["current_iteration"], final["research_iteration"]) == (4, 2)


def test_research_used_up_ends_it_as_max_iterations():
    final = develop(context([plays(train=0.1)]), max_research_iterations=2)
    assert actions(final) == ["REFINE_RESEARCH", "ABANDON"]
    assert final["final_status"] == "MAX_ITERATIONS"


def test_no_edge_ends_it_as_abandoned():
    kinds = [plays(train=0.1, kind=kind) for kind in ("trend", "momentum", "volume")]
    final = develop(context(kinds))
    assert actions(final) == ["REFINE_RESEARCH", "ABANDON"]
    assert final["final_status"] == "ABANDONED"
    assert final["failure_analysis"]["failure_class"] == "FUNDAMENTAL_IMPOSSIBILITY"
    assert "abandoned (iterations: 2" in final["final_message"]


def test_the_default_limits_are_reached_without_a_limit_of_the_graph_itself():
    # Fifteen rounds and three of research are 48 nodes; no hidden limit may come first.
    final = develop(context(*swings(15)))
    assert final["final_status"] == "MAX_ITERATIONS"
    assert (final["current_iteration"], final["research_iteration"]) == (15, 3)


def test_the_most_rounds_there_may_be_are_run():
    final = develop(context(*swings(100)), max_iterations=100, max_strategy_iterations=20,
                    max_research_iterations=10)  # fmt: skip
    assert final["current_iteration"] == 100


def test_new_research_is_a_new_start_for_the_designs():
    seen = [
        (s["research_iteration"], s["strategy_iteration"])
        for s in states(context(NEAR), max_strategy_iterations=2, max_research_iterations=2)
    ]
    assert seen[-1] == (2, 2)
    assert (2, 0) in seen
    assert max(strategy for _research, strategy in seen) == 2


def test_a_design_flaw_found_three_times_asks_for_research():
    final = develop(context([plays(**DEEP)]), max_iterations=3)
    assert actions(final)[:2] == ["REFINE_ALGORITHM", "REFINE_ALGORITHM"]
    assert final["failure_analysis"]["recommendation"] == "REFINE_RESEARCH"
    assert final["failure_analysis"]["times"] == 3


def test_a_bug_is_mended():
    final = develop(context([plays(error="it broke")], [plays()]))
    assert actions(final) == ["FIX_BUG", "SUCCESS"]
    assert final["error_log"] == ["parallel_backtest 1: 1.0: it broke"]


def test_a_falling_score_asks_for_research():
    final = develop(context([plays(**CLOSE)], [plays(**CLOSE | {"win_rate": 0.0})]),
                    max_iterations=3)  # fmt: skip
    assert final["iteration_history"][1]["next_action"] == "REFINE_RESEARCH"


def test_each_round_leaves_one_entry():
    final = develop(context([plays(**DEEP)], [plays(**CLOSE)], [plays()]))
    history = final["iteration_history"]
    assert [entry["iteration"] for entry in history] == [1, 2, 3]
    assert [entry["action_taken"] for entry in history] == [
        "INITIAL_DESIGN", "REFINE_ALGORITHM", "TUNE_PARAMETERS",
    ]  # fmt: skip
    assert [entry["best_variant"] for entry in history] == ["1.0", "2.0", "3.0"]
    assert history[0]["improvement"] is None
    assert history[1]["improvement"] == pytest.approx(
        history[1]["best_score"] - history[0]["best_score"]
    )
    assert history[2]["parameters_changed"] == {"length": [10, 20]}
    assert {"timestamp", "best_sharpe", "failure_class", "trials"} <= set(history[0])


def test_an_entry_of_a_round_without_scores_has_none_of_its_own():
    final = develop(context([plays(error="it broke")]), max_iterations=1)
    (entry,) = final["iteration_history"]
    assert entry["best_sharpe"] is None
    assert entry["best_score"] == 0.0


def test_trials_are_counted():
    final = develop(context(strategist=Script(NEAR, trials=60)), max_iterations=2)
    assert final["trials"] == 2 * (60 + 1)


def test_inherited_trials_count_from_the_start():
    state = initial_state(ticker="AAPL", trials=1_000)
    assert develop(context([plays()]), state)["trials"] == 1_001


def test_model_calls_and_cost_are_told():
    async def usage() -> tuple[int, float]:
        return 7, 0.25

    final = develop(context([plays()], usage=usage))
    assert (final["total_llm_calls"], final["total_cost"]) == (7, 0.25)


def test_the_strategist_is_told_what_happened():
    script = Script([plays(**DEEP)], [plays()])
    develop(context(strategist=script, constraints={"long_only": True}))
    first, second = script.briefs
    assert (first["iteration"], first["next_action"], first["iteration_history"]) == (1, "", [])
    assert second["next_action"] == "REFINE_ALGORITHM"
    assert second["failure_analysis"]["cause"] == "drawdown"
    assert second["strategy_variants"][0]["name"] == "1.0"
    assert second["constraints"] == {"long_only": True}
    assert second["train_bars"] == 2_520


def test_later_research_is_told_of_the_failure():
    researcher = Researcher()
    develop(context([plays(train=0.1)], [plays()], researcher=researcher))
    (first, nothing), (second, failure) = researcher.asked
    assert (first, nothing, second) == (1, None, 2)
    assert failure["cause"] == "nothing_works"


def test_finished_steps_are_not_repeated():
    ports = context(NEAR, bench=Bench(), holdout=Holdout())
    first = develop(ports, max_iterations=3)
    script = ports.strategist
    asked = len(script.briefs)  # type: ignore[attr-defined]
    assert develop(ports, max_iterations=3) == first
    assert len(script.briefs) == asked  # type: ignore[attr-defined]


def test_one_that_goes_on_carries_out_what_was_decided():
    stopped = develop(context(NEAR), max_iterations=2)
    researcher = Researcher()
    going_on = stopped | {"max_iterations": 3, "next_action": "TUNE_PARAMETERS",
                          "final_status": None}  # fmt: skip
    final = develop(context(NEAR, researcher=researcher), going_on)
    assert researcher.asked == []
    assert final["research_iteration"] == 1
    assert [entry["iteration"] for entry in final["iteration_history"]] == [1, 2, 3]
    assert final["iteration_history"][2]["action_taken"] == "TUNE_PARAMETERS"


def test_one_that_goes_on_with_research_does_research():
    stopped = develop(context([plays(train=0.1)]), max_research_iterations=1)
    going_on = stopped | {"max_research_iterations": 2, "next_action": "REFINE_RESEARCH"}
    final = develop(context([plays(train=0.1)]), going_on)
    assert final["research_iteration"] == 2
