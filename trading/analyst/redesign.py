"""Changes of structure: filters, stops, sizes; and what is done about a variant that is broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from trading.analyst.variants import Design, changes, spec_of
from trading.strategies.errors import SpecError
from trading.strategies.mutate import (
    to_long_only,
    with_regime_filter,
    with_stops,
    with_volatility_target,
)
from trading.strategies.spec import StrategySpec

Change = tuple[str, Callable[[StrategySpec], StrategySpec]]

_TREND: Change = ("uptrend", lambda spec: with_regime_filter(spec, "uptrend"))
_CALM: Change = ("calm", lambda spec: with_regime_filter(spec, "calm"))
_STRONG: Change = ("strong", lambda spec: with_regime_filter(spec, "strong_trend"))
_STOP: Change = ("stop", lambda spec: with_stops(spec, stop_loss=0.08))
_TRAIL: Change = ("trail", lambda spec: with_stops(spec, trailing_stop=0.12))
_SIZE: Change = ("volatility", lambda spec: with_volatility_target(spec, 0.15))
_SMALL: Change = ("small_volatility", lambda spec: with_volatility_target(spec, 0.10))
_WEAK: Change = ("weak", lambda spec: with_regime_filter(spec, "weak_trend"))
_LONG: Change = ("long_only", to_long_only)

CHANGES: Mapping[str, tuple[Change, ...]] = {
    "drawdown": (_SIZE, _CALM, _TRAIL, _TREND, _SMALL, _STOP),
    "overfit": (_TREND, _CALM, _LONG, _SIZE, _WEAK, _STOP),
    "weak": (_TREND, _LONG, _STRONG, _SIZE, _CALM, _TRAIL),
}
"""What to try for a cause of failure, the most telling first."""


def redesign(
    bases: Sequence[tuple[int, Mapping[str, Any]]], cause: str, count: int
) -> list[Design]:
    """`count` designs at most, each a base with one change of structure it does not have yet.

    `bases` are variants of the round before with their indexes, the best first. Changes are dealt
    to the bases in turn, so that the best gets the most telling one.
    """
    designs = []
    for label, change in CHANGES.get(cause, CHANGES["weak"]):
        for index, variant in bases:
            spec = spec_of(variant)
            changed = _changed(spec, label, change)
            if changed is None:
                continue
            why = ("why_redesigned", {"name": variant["name"], "change": f"change_{label}"})
            designs.append(
                Design(
                    changed,
                    variant["approach"],
                    variant["template"],
                    (why,),
                    tuple(variant["findings"]),
                    index,
                    changes(spec, changed) | {"structure": [None, label]},
                )
            )
    return designs[:count]


def _changed(
    spec: StrategySpec, label: str, change: Callable[[StrategySpec], StrategySpec]
) -> StrategySpec | None:
    """The changed spec under a name that says so; None where the change is in it or impossible."""
    if f"+ {label}" in spec.name:
        return None
    try:
        changed = change(spec)
    except SpecError:  # the spec grew beyond its bounds: this change is not for it
        return None
    if changed == spec:
        return None
    return changed.model_copy(update={"name": f"{spec.name} + {label}"[:120]})


def mend(variant: Mapping[str, Any], index: int, error: str, train_bars: int) -> Design | None:
    """A broken variant with shorter look-backs, or without the stops and sizes that bind it."""
    spec = spec_of(variant)
    low = {name: parameter.at(0) for name, parameter in spec.parameters.items()}
    middle = {name: p.at(p.steps // 2) for name, p in spec.parameters.items()}
    for values in (middle, low):
        try:
            changed = spec.with_parameters(**values)
        except SpecError:  # the order of its parameters forbids this one
            continue
        if changed != spec and changed.lookback() + 3 <= train_bars:
            code = "why_mended_error" if error else "why_mended_silent"
            why = (code, {"name": variant["name"]})
            return Design(
                changed,
                variant["approach"],
                variant["template"],
                (why,),
                tuple(variant["findings"]),
                index,
                changes(spec, changed),
            )
    return None
