"""Which kind of strategy a spec is, from its entry rule: never from what its designer calls it.

Classes of failure count the kinds that were tried, so a name given by a model would steer them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from trading.strategies.conditions import (
    Arithmetic,
    Between,
    Combine,
    Compare,
    Condition,
    Cross,
    Not,
)
from trading.strategies.names import COLUMNS, series_of
from trading.strategies.spec import StrategySpec
from trading.strategies.walk import Node, nodes

TELLING = (
    "seasonality", "single_bar_momentum", "single_bar_reversal", "breakout", "volume",
    "mean_reversion", "momentum", "volatility", "trend",
)  # fmt: skip
"""The kinds, the most telling first: of a rule and its filter, the rule names the strategy."""

_MIDDLE = {"rsi": 50.0, "stochastic": 50.0, "zscore": 0.0, "bollinger": 0.5}
_OSCILLATORS = {"rsi", "stochastic", "zscore"}
_AVERAGES = ("sma", "ema", "wma", "median")
_RANGES = ("highest", "lowest", "donchian", "keltner", "bollinger")
_SPREADS = ("realised_volatility", "atr", "stdev", "variance_ratio")
_VOLUMES = ("obv", "volume_sma", "relative_volume")
_FLIPPED = {">": "<", ">=": "<=", "<": ">", "<=": ">=",
            "crosses_above": "crosses_below", "crosses_below": "crosses_above"}  # fmt: skip


class Leaf(NamedTuple):
    """One comparison as a buyer reads it: `up` is whether what leads has to be high."""

    kinds: frozenset[str]
    outputs: frozenset[str]
    up: bool
    crosses: bool
    level: float | None
    ratio: bool


def approach_of_spec(spec: StrategySpec) -> str:
    """The kind of strategy; of one that sells short only, as if it bought on the reverse."""
    rule, turn = (spec.long_entry, False) if spec.long_entry else (spec.short_entry, True)
    assert rule is not None  # noqa: S101 - a spec without any entry is none
    found = {kind for leaf in _leaves(spec, rule, turn) if (kind := _kind(leaf))}
    return next((kind for kind in TELLING if kind in found), "trend")


def _kind(leaf: Leaf) -> str:
    kinds = leaf.kinds
    if "calendar" in kinds:
        return "seasonality"
    if "return" in kinds:
        return "single_bar_momentum" if leaf.up else "single_bar_reversal"
    if kinds & {*_VOLUMES, "volume"}:
        return "volume"
    if kinds & {*_SPREADS} or "bandwidth" in leaf.outputs:
        return "volatility"
    if kinds & _MIDDLE.keys() and (kinds <= _OSCILLATORS or "percent" in leaf.outputs):
        return _of_oscillator(leaf)
    if kinds & {*_RANGES}:
        return _of_range(leaf)
    return _of_averages(leaf)


def _of_oscillator(leaf: Leaf) -> str:
    """High is momentum, low a fall to be bought; so is coming out of it."""
    middle = _MIDDLE[min(leaf.kinds & _MIDDLE.keys())]
    out_of = leaf.crosses and leaf.level is not None and leaf.level < middle
    return "momentum" if leaf.up and not out_of else "mean_reversion"


def _of_range(leaf: Leaf) -> str:
    if leaf.ratio:
        return "momentum"
    low_side = leaf.outputs & {"lower", "low"} or "lowest" in leaf.kinds
    return "breakout" if leaf.up and not low_side else "mean_reversion"


def _of_averages(leaf: Leaf) -> str:
    kinds = leaf.kinds
    if kinds & {"roc", "momentum"}:
        return "momentum" if leaf.up else "mean_reversion"
    if kinds & {"macd", "adx"}:
        return "trend"
    if kinds & {*_AVERAGES}:
        return "trend" if leaf.up else "mean_reversion"
    return ""


def _leaves(spec: StrategySpec, rule: Condition, turn: bool) -> Iterator[Leaf]:
    """The comparisons of a rule; `turn` for one that is read the other way round."""
    match rule:
        case Combine():
            for part in rule.conditions:
                yield from _leaves(spec, part, turn)
        case Not():
            yield from _leaves(spec, rule.condition, not turn)
        case Between():
            yield _leaf(spec, rule.value, ">=", rule.low, turn)
        case Compare() | Cross():
            yield _leaf(spec, rule.left, rule.op, rule.right, turn)


def _leaf(spec: StrategySpec, left: Node, op: str, right: Node, turn: bool) -> Leaf:
    leading, level = _series(spec, left), _number(spec, right)
    behind = _series(spec, right)
    if _leads(behind, leading):
        leading, behind, op, level = behind, leading, _FLIPPED[op], _number(spec, left)
    kinds = {**leading, **behind}
    return Leaf(
        frozenset(kinds),
        frozenset(output for outputs in kinds.values() for output in outputs),
        (op in (">", ">=", "crosses_above")) is not turn,
        op.startswith("crosses"),
        level,
        any(isinstance(part, Arithmetic) for part in (left, right)),
    )


def _leads(one: Mapping[str, set[str]], other: Mapping[str, set[str]]) -> bool:
    """Whether the right side is what a comparison is about: numbers lead nothing, prices do."""
    return bool(one) and (not other or ("price" in one and "price" not in other))


def _series(spec: StrategySpec, node: Node) -> dict[str, set[str]]:
    """The kinds of indicators that an operand reads, each with its outputs."""
    found: dict[str, set[str]] = {}
    for _path, part, _depth in nodes(node, ""):
        if isinstance(part, str) and not part.startswith("$"):
            _trace(spec, part, found)
    return found


def _trace(spec: StrategySpec, reference: str, found: dict[str, set[str]]) -> None:
    """A reference down to what it is computed from."""
    name, output = series_of(reference)
    if name in COLUMNS:
        found.setdefault("volume" if name == "volume" else "price", set())
        return
    indicator = spec.indicators[name]
    found.setdefault(indicator.kind, set()).add(output or indicator.definition.outputs[0])
    source = indicator.source_reference
    if source and series_of(source)[0] not in ("open", "high", "low", "close"):
        _trace(spec, source, found)


def _number(spec: StrategySpec, node: Node) -> float | None:
    if isinstance(node, str):
        return spec.values.get(node[1:]) if node.startswith("$") else None
    return float(node) if isinstance(node, int | float) else None
