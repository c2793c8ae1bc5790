"""The distinct trials behind a strategy, with the rules to play each anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trading.analyst.variants import YOURS, rules_hash
from trading.memory.trials import inherited_trials, played_before, trial_count
from trading.models import Strategy, Trial, TrialRules
from trading.services.parameter_sets import Key, key_of
from trading.strategies.errors import SpecError
from trading.strategies.parse import parse_spec

Document = dict[str, Any]


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

    @property
    def parameters(self) -> dict[str, float]:
        return dict(self.values)


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
