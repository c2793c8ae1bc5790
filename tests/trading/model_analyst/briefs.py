"""Briefs of a round of design, as the graph gives them."""

from __future__ import annotations

from typing import Any

from tests.trading.analyst.surface import crossing, edge
from trading.analyst.variants import YOURS, Design, as_variant
from trading.domain.gates import CLASSIC, evaluate
from trading.strategies.spec import StrategySpec

COSTS = {"cash": 10_000.0, "commission": 0.001}
FIGURES: dict[str, Any] = {"sharpe_ratio": 0.5, "max_drawdown": -0.3, "win_rate": 0.45,
                           "profit_factor": 1.2, "total_trades": 40}  # fmt: skip


def finding(name: str = "momentum/rsi", **changes: Any) -> dict[str, Any]:
    agent, _, own = name.partition("/")
    return {"agent": agent, "name": own, "domain": "technical", "status": "OK", "value": 0.1234567,
            "unit": "", "p_value": 0.02, "significant": True, "confidence": 0.5, "signal": 1.0,
            "interpretation": "Short falls were bought back."} | changes  # fmt: skip


def brief(**changes: Any) -> dict[str, Any]:
    """The first round, with one finding and one edge."""
    return {
        "ticker": "AAPL", "user_objective": "pullbacks with low drawdown", "language": "en",
        "seed": 7, "variants": 3, "research_iteration": 1, "iteration": 1,
        "research_edges": [edge("mean_reversion")], "research_findings": [finding()],
        "research_confidence": 0.6, "research_synthesis": "One edge.",
        "memory": {"sha256": "", "lessons": []}, "trials": 0, "strategy_variants": [],
        "backtest_results": [], "quality_gate_results": [], "best_variant_index": None,
        "failure_analysis": None, "trajectory_analysis": None, "iteration_history": [],
        "next_action": "", "constraints": COSTS, "starting_spec": None, "guidance": [],
        "guided": False, "train_bars": 1_000, "bars_per_year": 252.0,
    } | changes  # fmt: skip


def variant(spec: StrategySpec | None = None, **changes: Any) -> dict[str, Any]:
    design = Design(spec or crossing(), "trend", YOURS, (), ("momentum/rsi",))
    return as_variant(design, {}, COSTS, "en") | changes


def second(action: str = "REFINE_ALGORITHM", **changes: Any) -> dict[str, Any]:
    """The round after one variant fell too deep."""
    tried = variant()
    segments = {"train": FIGURES, "validation": FIGURES}
    judged = evaluate(CLASSIC, segments).as_dict()
    analysis = {"failure_class": "DESIGN_FLAW", "cause": "drawdown", "times": 1,
                "root_cause": "It falls too deep.", "specific_actions": ["Add a stop."],
                "statistical_assessment": {"expected_best_by_luck": 0.8, "trials": 1,
                                           "significant_edges": True}}  # fmt: skip
    entry = {"iteration": 1, "action_taken": "INITIAL_DESIGN", "kinds": ["trend"],
             "templates": [YOURS], "spec_hashes": [tried["spec_hash"]], "best_variant": "x",
             "best_score": judged["score"], "best_sharpe": 0.5,
             "failure_class": "DESIGN_FLAW"}  # fmt: skip
    return (
        brief(
            strategy_variants=[tried],
            backtest_results=[{"variant_index": 0, "error": "", "segments": segments}],
            quality_gate_results=[{"variant_index": 0, **judged}],
            failure_analysis=analysis,
            iteration_history=[entry],
            next_action=action,
            iteration=2,
            trials=1,
        )
        | changes
    )
