"""The parameter sets that a development tried of a variant's rules: read, never run."""

from __future__ import annotations

from dataclasses import dataclass

from trading.analyst.variants import rules_hash
from trading.models import Trial, Variant
from trading.strategies.parse import parse_spec
from trading.strategies.search import neighbours
from trading.strategies.spec import StrategySpec

Key = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class TriedSet:
    """A parameter set evaluated on train."""

    values: dict[str, float]
    sharpe: float | None
    trades: int | None
    iteration: int
    chosen: bool = False


@dataclass(frozen=True)
class TriedSets:
    """What is known of a variant's rules on train. `beside` are the sets one step away, as they
    could be tried; `sets` those that were, the variant's own among them."""

    spec: StrategySpec
    sets: tuple[TriedSet, ...]
    beside: tuple[dict[str, float], ...]

    @property
    def chosen(self) -> TriedSet:
        return next(one for one in self.sets if one.chosen)

    def of(self, values: dict[str, float]) -> TriedSet | None:
        """The set of these values, if it was tried."""
        return next((one for one in self.sets if key_of(one.values) == key_of(values)), None)


def tried_parameters(*, variant: Variant) -> TriedSets:
    """Every parameter set of the variant's rules that its development tried on train.

    The trials of its tuning, and what the variant itself came to on train. A set that was tried
    twice counts as it was last. Raises SpecError for a spec that cannot be read.
    """
    spec = parse_spec(variant.spec)
    trials = Trial.objects.filter(
        strategy=variant.strategy_id, rules_hash=rules_hash(spec), segment="train"
    ).order_by("pk")
    own = next((row for row in variant.backtests.all() if row.segment == "train"), None)
    found = {
        key_of(trial.parameters): TriedSet(
            trial.parameters, trial.sharpe_ratio, trial.total_trades, trial.iteration
        )
        for trial in trials
    }
    found[key_of(spec.values)] = TriedSet(
        spec.values,
        own.sharpe_ratio if own else None,
        own.total_trades if own else None,
        variant.iteration,
        chosen=True,
    )
    beside = tuple(other.values for other in neighbours(spec))
    return TriedSets(spec, tuple(found.values()), beside)


def key_of(values: dict[str, float]) -> Key:
    """A parameter set as a key: 20 and 20.0 are the same."""
    return tuple(sorted((name, float(value)) for name, value in values.items()))
