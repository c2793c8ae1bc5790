"""The trials of a development, played anew on train and counted: no returns are stored."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from trading.analyst.variants import YOURS, rules_hash
from trading.backtest.pool import Pool
from trading.backtest.types import JobFailure
from trading.domain.broker import CASH, Broker
from trading.domain.calculation import CURRENT, judges_by_noise
from trading.market.data import MarketData
from trading.memory.trials import inherited_trials, played_before, trial_count
from trading.models import Strategy, Trial, TrialRules, Variant
from trading.strategies.errors import SpecError
from trading.strategies.parse import parse_spec
from trading.strategies.search import neighbours
from trading.strategies.spec import StrategySpec

Document = dict[str, Any]

MOST = 4_000
"""Trials that are played, at most; further ones count each as its own."""
CELLS = 12_000_000
"""Returns that are held at once, 48 MB: of a long history those of several bars are added up.
Before the third calculation fewer trials were played instead."""
PART_CELLS = 1_000_000
PART_SETS = 250
"""Trials of the same rules that are played together, at most: where one fails, they all do."""
SECONDS = 3_600.0
"""All is one job: of a long history it takes minutes."""


# The distinct trials behind a strategy, with the rules to play each anew.


# The parameter sets that a development tried of a variant's rules: read, never run.

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


@dataclass
class Distinct:
    """Rules and values that were tried, once or often; `spec` is None where it was not kept.

    A `candidate` was a variant, or played by hand: it could have been chosen for what it came to.
    Others were looked at while one was tuned.
    """

    rules: str
    values: Key
    own: bool
    spec: Document | None = None
    kinds: set[str] = field(default_factory=set)
    candidate: bool = False

    def as_job(self) -> Document:
        """What a worker has to know to play and to count it."""
        return {
            "parameters": dict(self.values),
            "kinds": sorted(self.kinds),
            "candidate": self.candidate,
        }


@dataclass(frozen=True)
class Gathered:
    """Every evaluation so far (`raw`), and what is different among them, in a fixed order.

    `lost` are inherited ones whose rows are gone, as with a strategy that was deleted: each may
    have been different from all others.
    """

    raw: int
    inherited: int
    trials: tuple[Distinct, ...]
    lost: int

    @property
    def distinct(self) -> int:
        return len(self.trials) + self.lost


def gather(strategy: Strategy) -> Gathered:
    """What a strategy tried so far and what it inherits, its own first, then by rules and values:
    rows that are written side by side have no order of their own."""
    counts = trial_count(strategy)
    known = {int(key): count for key, count in inherited_trials(strategy).items()}
    found: dict[tuple[str, Key], Distinct] = {}
    _add(found, _rows(strategy.pk), own=True)
    lost = 0
    for pk, count in known.items():
        rows = list(_rows(pk, count))
        lost += count - len(rows)
        _add(found, rows, own=False)
    specs = _specs([*sorted(known), strategy.pk])
    for each in found.values():
        each.spec = specs.get(each.rules)
    _add_played(found, strategy)
    order = sorted(found.values(), key=lambda one: (not one.own, one.rules, one.values))
    return Gathered(counts["total"], counts["inherited"], tuple(order), lost)


def _rows(strategy_id: int, most: int | None = None) -> Iterator[tuple[str, str, Any, str]]:
    """Kind, rules, values and source of a strategy's trials: as many as there were when it was
    recalled."""
    rows = Trial.objects.filter(strategy=strategy_id).order_by("pk")
    yield from rows.values_list("kind", "rules_hash", "parameters", "source")[:most]


def _add(
    found: dict[tuple[str, Key], Distinct], rows: Iterable[tuple[str, str, Any, str]], *, own: bool
) -> None:
    for kind, rules, parameters, source in rows:
        key = rules, key_of(parameters)
        one = found.setdefault(key, Distinct(*key, own))
        one.kinds.add(kind)
        one.candidate |= source == Trial.Source.BACKTEST


def _specs(strategies: list[int]) -> Mapping[str, Document]:
    """A spec for each rules that were kept; of several the last of these strategies' own."""
    kept: dict[int, dict[str, Document]] = {pk: {} for pk in strategies}
    rows = TrialRules.objects.filter(strategy__in=strategies)
    for pk, rules, spec in rows.values_list("strategy_id", "rules_hash", "spec"):
        kept[pk][rules] = spec
    return {rules: spec for pk in strategies for rules, spec in kept[pk].items()}


def _add_played(found: dict[tuple[str, Key], Distinct], strategy: Strategy) -> None:
    """What its owner played by hand; a spec that cannot be read by now counts all the same."""
    played = played_before(strategy).order_by("spec_hash").values_list("spec_hash", "spec")
    for digest, document in dict(played).items():
        try:
            spec = parse_spec(document)
        except SpecError:
            key: tuple[str, Key] = digest, ()
            one = found.setdefault(key, Distinct(*key, own=False))
        else:
            key = rules_hash(spec), key_of(spec.values)
            one = found.setdefault(key, Distinct(*key, own=False))
            one.spec = one.spec or spec.document()
        one.kinds.add(YOURS)
        one.candidate = True


class TrainSeries:
    """Plays trials on the train bars of one development, at its costs. It is given no others."""

    def __init__(
        self,
        pool: Pool,
        data: MarketData,
        *,
        cash: float,
        commission: float,
        calculation: int = CURRENT,
        fractions: bool = False,
        broker: Broker = CASH,
    ) -> None:
        frame = data.train
        self._bars = len(frame) - 1
        self._pool = pool
        self._prices = f"train {data.train_sha256}"
        self._money: Document = {
            "cash": cash,
            "commission": commission,
            "bars_per_year": data.bars_per_year,
            "calculation": calculation,
            "fractions": fractions,
            "broker": broker,
        }
        pool.offer(self._prices, frame)

    async def count(
        self,
        gathered: Gathered,
        judged: Mapping[str, Sequence[float] | None],
        seed: Sequence[int],
    ) -> Document:
        """What `trading.evidence.tally` says of the trials; those that cannot be played count each
        as its own. Raises JobFailure where no worker can count them."""
        (found,) = await self._pool.run([self._job(gathered, judged, seed)])
        if found.result is None:
            error = found.error or {}
            if error.get("code") in JobFailure.messages:
                raise JobFailure(error["code"], **error["params"])
            raise JobFailure("failed", kind=error.get("code"), detail="", where="trials")
        return found.result

    def _job(
        self,
        gathered: Gathered,
        judged: Mapping[str, Sequence[float] | None],
        seed: Sequence[int],
    ) -> Document:
        bars = self._bars
        playable = [trial for trial in gathered.trials if trial.spec is not None][:MOST]
        step = 1
        if judges_by_noise(self._money["calculation"]):
            step = max(1, math.ceil(len(playable) * bars / CELLS))
        else:
            playable = playable[: CELLS // max(bars, 1)]
        playable.sort(key=lambda trial: (trial.rules, trial.values))
        parts = _parts(playable, max(1, min(PART_SETS, PART_CELLS // max(bars, 1))))
        return {
            "id": "trials",
            "kind": "count",
            "window": {"prices": self._prices, "bars": [0, bars + 1], "trade_from": 0},
            "parts": [
                {"spec": part[0].spec, "trials": [trial.as_job() for trial in part]}
                for part in parts
            ],
            "step": step,
            "distinct": gathered.distinct,
            "judged": dict(judged),
            "seed": list(seed),
            "deadline": SECONDS,
            **self._money,
        }


def _parts(trials: Sequence[Distinct], sets: int) -> Iterator[list[Distinct]]:
    """Trials of the same rules, in parts of at most `sets`."""
    for _rules, same in groupby(trials, key=lambda trial: trial.rules):
        group = list(same)
        yield from (group[begin : begin + sets] for begin in range(0, len(group), sets))
