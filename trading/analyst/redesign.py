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
    "overfit_forward": (_TREND, _CALM, _LONG, _SIZE, _WEAK, _STOP),
    "costs": (_TREND, _STRONG, _CALM, _LONG),
}
"""What to try for a cause of failure, the most telling first."""

OTHER_KINDS = frozenset({"untried_edge", "overfitted_line", "too_few_trades", "short_record"})
"""Causes that no change of the same rules mends: another kind is tried."""


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
            done = tuple(variant["structure"])
            changed = _changed(spec, label, change) if label not in done else None
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
                    structure=(*done, label),
                )
            )
    return designs[:count]


def _changed(
    spec: StrategySpec, label: str, change: Callable[[StrategySpec], StrategySpec]
) -> StrategySpec | None:
    """The changed spec under a name that says so; None where it is no change or impossible."""
    try:
        changed = change(spec)
    except SpecError:  # the spec grew beyond its bounds: this change is not for it
        return None
    if changed == spec:
        return None
    return changed


def mend(variant: Mapping[str, Any], index: int, error: str, train_bars: int) -> Design | None:
    """A broken variant with look-backs half as far above their least, or at it.

    None where it has none to shorten, or too few bars even for the shortest.
    """
    spec = spec_of(variant)
    lengths = {name: spec.parameters[name] for name in _lengths(spec)}
    half = {name: length.at(length.position // 2) for name, length in lengths.items()}
    least = {name: length.at(0) for name, length in lengths.items()}
    for values in (half, least):
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
                structure=tuple(variant["structure"]),
            )
    return None


def _lengths(spec: StrategySpec) -> list[str]:
    """The parameters that say over how many bars something is computed."""
    used = {
        value.removeprefix("$")
        for indicator in spec.indicators.values()
        for value in indicator.arguments.values()
        if isinstance(value, str)
    }
    return [
        name for name in spec.parameters if name in used and spec.parameters[name].type == "int"
    ]
