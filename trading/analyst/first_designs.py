"""First designs: which kinds of strategy to try, and with which parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from trading.analyst.objective import Wishes
from trading.analyst.variants import Design, changes, spec_of
from trading.strategies.errors import SpecError
from trading.strategies.mutate import (
    to_long_only,
    with_regime_filter,
    with_stops,
    with_volatility_target,
)
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec
from trading.strategies.templates import TEMPLATES, Template

_WANTED, _SIGNIFICANT, _SUPPORTED, _LESSON, _TRIED = 4.0, 3.0, 1.0, 0.5, -6.0
_LOOKBACKS = ("length", "lookback", "months", "slow", "entry")
"""Parameters that say how far a rule looks back, the telling one first."""
_LOOKS = 4
"""Look-backs that train must hold: the first fold of a walk forward has two of them, at least."""
_REGIMES = {"above_mean": ("uptrend", "uptrend"), "calm": ("calm", "calm")}
"""Where an edge was found -> the label and the kind of the filter that keeps a rule to it."""


def approach_of(template: Template) -> str:
    """The kind of strategy that findings and lessons call it."""
    return template.kind if template.family == "single_bar" else template.family


def without_dropped(wishes: Wishes, history: Sequence[Mapping[str, Any]]) -> Wishes:
    """The wishes without the kinds that a round gave up, wished for or not."""
    dropped = {kind for entry in history for kind in entry.get("dropped", ())}
    gone = frozenset(one.kind for one in TEMPLATES if approach_of(one) in dropped)
    return replace(wishes, kinds=wishes.kinds - gone, unwanted=wishes.unwanted | gone)


def rank_templates(
    wishes: Wishes,
    edges: Sequence[Mapping[str, Any]],
    lessons: Sequence[Mapping[str, Any]],
    tried: Mapping[str, int],
    usable: Sequence[Template] = TEMPLATES,
) -> list[tuple[Template, float]]:
    """The templates by how much speaks for them: objective, findings, lessons, not tried before.

    A significant finding outweighs a wish only together with lessons: the user is asked what they
    want, the data what is there, and both get a place among the variants.
    """
    by_kind = {edge["kind"]: edge for edge in edges}
    scored = []
    for place, template in enumerate(usable):
        if template.kind in wishes.unwanted:
            continue
        approach = approach_of(template)
        score = _WANTED if template.kind in wishes.kinds else 0.0
        score += _of_edge(by_kind.get(approach))
        score += _LESSON * _of_lessons(approach, lessons)
        score += _TRIED * tried.get(template.kind, 0)
        if wishes.low_risk and approach == "volatility":
            score += _SUPPORTED
        scored.append((template, score, place))
    scored.sort(key=lambda row: (-row[1], row[2]))
    return [(template, score) for template, score, _ in scored]


def first_designs(
    ranking: Sequence[tuple[Template, float]],
    edges: Sequence[Mapping[str, Any]],
    count: int,
    wishes: Wishes,
    train_bars: int,
) -> list[Design]:
    """`count` designs from the ranking, each of another kind as long as there are kinds left."""
    chosen: list[Template] = []
    for again in (False, True):
        for template, _score in ranking:
            kinds = {approach_of(one) for one in chosen}
            if template in chosen or (approach_of(template) in kinds and not again):
                continue
            if len(chosen) < count:
                chosen.append(template)
    by_kind = {edge["kind"]: edge for edge in edges}
    return [_design(one, by_kind.get(approach_of(one)), wishes, train_bars) for one in chosen]


def _design(
    template: Template, edge: Mapping[str, Any] | None, wishes: Wishes, train_bars: int
) -> Design:
    spec = within(template.make(), train_bars)
    why: list[tuple[str, Mapping[str, Any]]] = []
    structure: tuple[str, ...] = ()
    if template.kind in wishes.kinds:
        why.append(("why_wanted", {"name": spec.name}))
    if edge is not None:
        spec, structure = _as_found(spec, edge)
        code = "why_found" if edge["significant"] else "why_hinted"
        why.append((code, {"kind": edge["kind"], "p": edge["p_adjusted"]}))
    why.append(("why_source", {"source": template.source}))
    named = tuple(f"{row['agent']}/{row['name']}" for row in edge["evidence"]) if edge else ()
    return Design(
        spec, approach_of(template), template.kind, tuple(why), named, structure=structure
    )


def _as_found(spec: StrategySpec, edge: Mapping[str, Any]) -> tuple[StrategySpec, tuple[str, ...]]:
    """The spec with the look-back of the leading finding, and in the regime it was found in."""
    spec = _with_lookback(spec, edge["params"])
    label, regime = _REGIMES.get(str(edge["params"].get("scope", "")), ("", ""))
    if not regime or not edge["significant"]:
        return spec, ()
    return with_regime_filter(spec, regime), (label,)


def within(spec: StrategySpec, train_bars: int) -> StrategySpec:
    """The spec whose look-back leaves a walk forward enough of `train_bars` to tune on."""
    document = spec.document()
    for name in set(_LOOKBACKS) & set(document["parameters"]):
        bounds = document["parameters"][name]
        room = max(0, train_bars // _LOOKS - bounds["low"]) // bounds["step"]
        bounds["high"] = min(bounds["high"], bounds["low"] + room * bounds["step"])
        bounds["value"] = min(bounds["value"], bounds["high"])
    try:
        return parse_spec(document)
    except SpecError:  # a shorter look-back would no longer be above the other one
        return spec


def _with_lookback(spec: StrategySpec, params: Mapping[str, Any]) -> StrategySpec:
    bars = params.get("lookback") or params.get("length")
    name = next((name for name in _LOOKBACKS if name in spec.parameters), None)
    if name is None or not isinstance(bars, int) or bars < 2:
        return spec
    parameter = spec.parameters[name]
    step = round((bars * params.get("horizon", 1) - parameter.low) / parameter.step)
    value = parameter.at(min(max(step, 0), parameter.steps))
    for low, high in spec.ordered:
        if name == high and value <= spec.values[low]:
            return spec
    return spec.with_parameters(**{name: value})


def _of_edge(edge: Mapping[str, Any] | None) -> float:
    if edge is None:
        return 0.0
    return (
        _SIGNIFICANT + float(edge["score"]) if edge["significant"] else _SUPPORTED * edge["score"]
    )


def _of_lessons(approach: str, lessons: Sequence[Mapping[str, Any]]) -> float:
    """How earlier developments fared with a kind: their validation Sharpe ratios, -1..1 each."""
    rated = [
        max(-1.0, min(1.0, float(sharpe)))
        for lesson in lessons
        if lesson.get("approach") == approach
        and (sharpe := (lesson.get("values") or {}).get("validation")) is not None
    ]
    return sum(rated) / len(rated) if rated else 0.0


# Changes of structure: filters, stops, sizes; and what is done about a variant that is broken.

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
