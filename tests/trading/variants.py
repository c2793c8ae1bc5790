"""Variants with real figures, in a fraction of the time that a development takes.

Backtests, gates and the holdout are played and recorded by the code that a development uses, for
a spec of ours on stored prices.
"""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import User

from config.runs.models import Run
from tests.trading.helpers import make_strategy, make_variant
from tests.trading.services.inline import InlinePool, momentum
from tests.trading.storage.stored import dataset
from trading.domain.gates import evaluate
from trading.domain.profiles import Profile
from trading.models import Backtest, Dataset, GateOutcome, HoldoutOpening, Strategy, Trial, Variant
from trading.services.bench import PoolBench
from trading.services.holdout import RecordedHoldout
from trading.services.terms import money_of, terms_of
from trading.storage import load
from trading.strategies.parse import parse_spec
from trading.strategies.render import render
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.templates import template

MONEY: dict[str, Any] = {"cash": 10_000.0, "commission": 0.001}
_FIGURES = (
    "sharpe_ratio", "annual_return", "volatility", "total_return", "max_drawdown", "win_rate",
    "profit_factor", "total_trades", "final_equity",
)  # fmt: skip


def edge() -> Dataset:
    """A history of 1,500 bars with an edge in it."""
    found = Dataset.objects.filter(ticker="EDGE").first()
    return found or dataset(momentum(), ticker="EDGE")


def own_strategy(owner: User | None = None, ticker: str = "", **fields: Any) -> Strategy:
    """A development's row with its costs, on the edge unless another ticker is named."""
    data = {} if ticker else {"dataset": edge()}
    told = {"constraints": MONEY, "owner": owner, "ticker": ticker or "EDGE", **data, **fields}
    return make_strategy(**told)


def own_variant(
    strategy: Strategy | None = None, spec: StrategySpec | str = "sma_long", **fields: Any
) -> Variant:
    """A variant of a template or spec, without results."""
    made = template(spec).make() if isinstance(spec, str) else spec
    told = {
        "name": made.name, "spec": made.document(), "spec_hash": spec_hash(made),
        "parameters": made.values, "code": render(made, **MONEY), "complexity": made.complexity(),
    }  # fmt: skip
    return make_variant(strategy or own_strategy(), **{**told, **fields})


def played_variant(*args: Any, **fields: Any) -> Variant:
    """A variant with its backtests and gates on record."""
    variant = own_variant(*args, **fields)
    outcome = async_to_sync(_bench(variant).backtest)({"spec": variant.spec})
    for segment, figures in outcome["segments"].items():
        _record(variant, segment, figures, outcome["engine"])
    profile = Profile.from_dict(variant.strategy.profile)
    for result in evaluate(profile, outcome["segments"]).results:
        told = {name: value for name, value in result.as_dict().items() if name != "judged"}
        GateOutcome.objects.create(variant=variant, **told)
    return variant


def opened_variant(*args: Any, **fields: Any) -> Variant:
    """One for which the sealed holdout was opened, on record."""
    variant = played_variant(*args, **fields)
    run = Run.objects.create(kind="development", subject_id=variant.strategy_id)
    money = money_of(variant.strategy)
    holdout = RecordedHoldout(variant.strategy, run, InlinePool(), money)  # type: ignore[arg-type]
    seen = async_to_sync(holdout.open)({"spec": variant.spec, "spec_hash": variant.spec_hash}, 1)
    opening = HoldoutOpening.objects.get(pk=seen["opening"])
    _record(variant, "holdout", seen["metrics"] | {"psr": seen["psr"]}, seen["engine"], opening)
    return variant


def tried(variant: Variant, sets: list[dict[str, float]]) -> None:
    """Parameter sets of the variant's rules, evaluated on train as tuning does."""
    from trading.analyst.variants import rules_hash

    spec = parse_spec(variant.spec)
    rows = async_to_sync(_bench(variant).search)(spec, sets)
    Trial.objects.bulk_create(
        Trial(strategy=variant.strategy, iteration=2, source="tuning", segment="train",
              kind=variant.approach, rules_hash=rules_hash(spec), parameters=row["parameters"],
              sharpe_ratio=row["sharpe_ratio"], total_trades=row["total_trades"])
        for row in rows
    )  # fmt: skip


def _bench(variant: Variant) -> PoolBench:
    strategy = variant.strategy
    data = load(strategy.dataset, strategy.date_from, strategy.date_to, [])
    return PoolBench(InlinePool(), data, **terms_of(strategy))  # type: ignore[arg-type]


def _record(
    variant: Variant,
    segment: str,
    figures: dict[str, Any],
    engine: str,
    opening: HoldoutOpening | None = None,
) -> None:
    Backtest.objects.create(
        variant=variant, segment=segment, engine=engine, metrics=figures, opening=opening,
        **{name: figures.get(name) for name in _FIGURES},
    )  # fmt: skip
