"""What the tests of trading share: a small strategy with all that a development leaves."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User

from trading.domain.gates import CLASSIC
from trading.models import (
    Backtest,
    ErrorEntry,
    FactSheet,
    Finding,
    GateOutcome,
    HoldoutOpening,
    Iteration,
    Strategy,
    Trial,
    Variant,
)
from trading.storage import find_dataset

SPEC = {
    "spec_version": 1,
    "name": "RSI reversion",
    "direction": "long",
    "parameters": {"length": {"type": "int", "value": 14, "low": 2, "high": 30, "step": 1}},
    "indicators": {},
}
HOLDOUT_SHARPE = 9.87654
"""A figure that only a holdout has: nothing that is remembered may hold it."""

WEAK = {"sharpe_ratio": 0.42, "annual_return": 0.06, "max_drawdown": -0.34, "win_rate": 0.55,
        "profit_factor": 1.2, "total_trades": 41}  # fmt: skip


def make_strategy(
    *,
    ticker: str = "AAPL",
    objective: str = "mean reversion with low drawdown",
    language: str = "en",
    owner: User | None = None,
    **fields: Any,
) -> Strategy:
    """A strategy that was asked for, on bundled prices, and nothing done yet."""
    return Strategy.objects.create(
        **{
            "ticker": ticker,
            "objective": objective,
            "language": language,
            "dataset": find_dataset(ticker),
            "max_iterations": 15,
            "max_strategy_iterations": 5,
            "max_research_iterations": 3,
            "variants_wanted": 3,
            "seed": 7,
            "profile": CLASSIC.as_dict(),
            "owner": owner,
            **fields,
        }
    )


def make_finding(strategy: Strategy, **fields: Any) -> Finding:
    """A significant technical finding."""
    return Finding.objects.create(
        **{
            "strategy": strategy,
            "research_iteration": 1,
            "agent": "momentum",
            "domain": "technical",
            "status": "OK",
            "name": "autocorrelation_1",
            "value": -0.081234,
            "n_obs": 1961,
            "signal": -0.4,
            "confidence": 0.9,
            "p_value": 0.0004,
            "significant": True,
            "interpretation": "One bar tends to be followed by its opposite.",
            "data_ref": {"sha256": strategy.dataset.sha256, "columns": ["Close"]},
            "params": {"lag": 1},
            **fields,
        }
    )


def make_variant(
    strategy: Strategy,
    *,
    iteration: int = 1,
    index: int = 0,
    approach: str = "mean_reversion",
    findings: tuple[Finding, ...] = (),
    **fields: Any,
) -> Variant:
    """A variant without results."""
    variant = Variant.objects.create(
        **{
            "strategy": strategy,
            "iteration": iteration,
            "index": index,
            "name": f"RSI reversion {iteration}.{index}",
            "description": "Buys when oversold.",
            "approach": approach,
            "template": "rsi_reversion",
            "complexity": 3,
            "spec": SPEC,
            "spec_hash": f"{strategy.pk:04}{iteration:02}{index:02}".ljust(64, "0"),
            "code": "import backtesting\n",
            "parameters": {"length": 14},
            "rationale": "Research found reversal from one bar to the next.",
            **fields,
        }
    )
    variant.findings.set(findings)
    return variant


def make_backtests(variant: Variant, **figures: Any) -> None:
    """Its figures on train and validation, alike but for what is given for validation."""
    on: list[tuple[str, dict[str, Any]]] = [("train", {}), ("validation", figures)]
    for segment, own in on:
        Backtest.objects.create(variant=variant, segment=segment, engine="kernel",
                                **{**WEAK, **own})  # fmt: skip


def make_holdout(variant: Variant, **figures: Any) -> Backtest:
    """Its figures on the holdout, with the opening on record."""
    dataset = variant.strategy.dataset
    opening = HoldoutOpening.objects.create(
        key=f"test/{variant.pk}", dataset=dataset, sha256=dataset.sha256,
        first_at=dataset.first_at, last_at=dataset.last_at, purpose="a test",
    )  # fmt: skip
    own = {**WEAK, "sharpe_ratio": HOLDOUT_SHARPE, "max_drawdown": -HOLDOUT_SHARPE, **figures}
    return Backtest.objects.create(variant=variant, segment="holdout", engine="reference",
                                   opening=opening, metrics=own, **own)  # fmt: skip


def make_gates(variant: Variant, **scores: float) -> None:
    """The classic gates on its figures of validation; a score by name, 0 where none is given."""
    figures = variant.backtests.get(segment="validation")
    for criterion in CLASSIC.criteria:
        score = scores.get(criterion.name, 0.0)
        GateOutcome.objects.create(
            variant=variant, name=criterion.name, segment=criterion.segment,
            operator=criterion.operator, threshold=criterion.threshold, soft=criterion.soft,
            weight=criterion.weight, required=criterion.required,
            value=getattr(figures, criterion.name, None), score=score, passed=score == 1.0,
        )  # fmt: skip


def make_iteration(strategy: Strategy, best: Variant | None = None, **fields: Any) -> Iteration:
    """A round that failed by its drawdown."""
    number = fields.pop("number", 1)
    return Iteration.objects.create(
        **{
            "strategy": strategy,
            "number": number,
            "research_iteration": 1,
            "strategy_iteration": number,
            "action": "REFINE_ALGORITHM" if number > 1 else "",
            "next_action": "REFINE_ALGORITHM",
            "reasoning": "the drawdown is too deep",
            "failure_class": "DESIGN_FLAW",
            "best_variant": best,
            "best_score": 0.4,
            "best_sharpe": 0.42,
            "failure": {"failure_class": "DESIGN_FLAW", "cause": "drawdown",
                        "values": {"luck": 0.2, "missed": ["max_drawdown"]}},
            "timestamp": datetime(2026, 3, 1, 12, number, tzinfo=UTC),
            **fields,
        }
    )  # fmt: skip


def make_developed(*, rounds: int = 1, trials: int = 4, **fields: Any) -> Strategy:
    """A development that ended at its limit: a row at least of all that it may leave."""
    strategy = make_strategy(**{"final_status": "MAX_ITERATIONS", **fields})
    finding = make_finding(strategy)
    FactSheet.objects.create(strategy=strategy, research_iteration=1, domain="technical",
                             with_data=5, of=5, signal=-0.2, confidence=0.6,
                             text="Prices turn back from one bar to the next.")  # fmt: skip
    for number in range(1, rounds + 1):
        variant = make_variant(strategy, iteration=number, findings=(finding,))
        make_backtests(variant)
        make_gates(variant, sharpe_ratio=0.42, win_rate=1.0, total_trades=1.0)
        make_iteration(strategy, variant, number=number)
    make_trials(strategy, trials)
    ErrorEntry.objects.create(strategy=strategy, iteration=1, node="parallel_backtest",
                              message="a worker was killed")  # fmt: skip
    return strategy


def make_trials(strategy: Strategy, count: int) -> None:
    """So many parameter sets, tried on train."""
    Trial.objects.bulk_create(
        Trial(strategy=strategy, iteration=1, source="tuning", segment="train",
              kind="mean_reversion", rules_hash="r" * 64, parameters={"length": 2 + length},
              sharpe_ratio=0.1 * length, total_trades=10)
        for length in range(count)
    )  # fmt: skip
