"""A variant for its page: rows and recomputed series in reading order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from django.core.paginator import Page, Paginator

from config.runs.errors import REFUSALS, explain
from trading.models import Variant
from trading.presenting.code_names import parameter_word
from trading.presenting.gates import verdict_of
from trading.presenting.numbers import heat, scale_of
from trading.presenting.picture import sheet
from trading.presenting.result import look_lines
from trading.presenting.series import chart_words, distributions, month_ends, months
from trading.presenting.trades import TradeRow, segment_rows, trade_rows
from trading.services.opening_marks import data_marks, marks_of
from trading.services.replay import Replay, benchmark_of, choices, market, replay_variant
from trading.services.trial_series import TriedSet, TriedSets, key_of, tried_parameters
from trading.services.wording import reader_language
from trading.strategies.description import describe
from trading.strategies.errors import SpecError
from trading.strategies.parse import parse_spec

MOST_VALUES = 25
"""The most values of an axis: those nearest to the chosen one."""


@dataclass(frozen=True)
class Cell:
    """A cell of the map: the set that was tried there, if any."""

    tried: TriedSet | None
    heat: str = ""

    @property
    def chosen(self) -> bool:
        return self.tried is not None and self.tried.chosen


@dataclass(frozen=True)
class ParameterMap:
    """Two parameters against each other, at the chosen values of all others; one alone is a strip.

    `shown` of the `count` sets that were tried lie in it: the others differ in other parameters, or
    lie farther than MOST_VALUES values away.
    """

    x: str
    y: str
    xs: list[float]
    rows: list[tuple[float | None, list[Cell]]]
    shown: int
    count: int
    others: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Side:
    """One step of one parameter up or down."""

    value: float
    tried: TriedSet | None


@dataclass(frozen=True)
class Neighbour:
    """A parameter with its bounds, and what one step of it changes; None beyond them."""

    name: str
    value: float
    low: float
    high: float
    step: float
    down: Side | None
    up: Side | None


def axes(tried: TriedSets, x: str = "", y: str = "") -> tuple[str, str]:
    """The parameters to draw: the ones asked for, else those with most values tried in the map.

    Where one is asked for, the other is chosen beside it. Empty names for what there is not.
    """
    names = list(tried.spec.parameters)
    ranked = sorted(names, key=lambda name: (-len(_values(tried, name)), names.index(name)))
    first = x if x in names else next((name for name in ranked if name != y), "")
    second = y if y in names and y != first else next((n for n in ranked if n != first), "")
    return first, second


def _values(tried: TriedSets, *free: str) -> set[float]:
    """The values of the first parameter that were tried at the chosen values of the others."""
    return {float(one.values[free[0]]) for one in _slice(tried, free)}


def _slice(tried: TriedSets, free: Sequence[str]) -> list[TriedSet]:
    """The sets that differ from the chosen one in `free` parameters alone."""
    fixed = {name: value for name, value in tried.spec.values.items() if name not in free}
    return [
        one
        for one in tried.sets
        if all(float(one.values.get(name, "nan")) == float(value) for name, value in fixed.items())
    ]


def parameter_map(tried: TriedSets, x: str = "", y: str = "") -> ParameterMap | None:
    """The map of two parameters, None without any. Cells that were not tried are empty."""
    x, y = axes(tried, x, y)
    if not x:
        return None
    free = [name for name in (x, y) if name]
    here = _slice(tried, free)
    xs = _nearest({float(one.values[x]) for one in here}, float(tried.spec.values[x]))
    ys: Sequence[float | None] = [None]
    if y:
        at = float(tried.spec.values[y])
        ys = _nearest({float(one.values[y]) for one in here}, at)[::-1]
    by_place = {(float(one.values[x]), float(one.values[y]) if y else None): one for one in here}
    scale = scale_of(one.sharpe for one in tried.sets)
    rows = [
        (b, [_cell(by_place.get((a, b)), scale) for a in xs])
        for b in ys
    ]  # fmt: skip
    shown = sum(cell.tried is not None for _b, cells in rows for cell in cells)
    others = {name: value for name, value in tried.spec.values.items() if name not in free}
    return ParameterMap(x, y, xs, rows, shown, len(tried.sets), others)


def _cell(one: TriedSet | None, scale: float) -> Cell:
    return Cell(one, heat(one.sharpe, scale) if one else "")


def _nearest(values: set[float], chosen: float) -> list[float]:
    return sorted(sorted(values, key=lambda value: abs(value - chosen))[:MOST_VALUES])


def neighbourhood(tried: TriedSets) -> list[Neighbour]:
    """Each parameter, and the sets one step of it away: tried or not."""
    found = []
    for name, parameter in tried.spec.parameters.items():
        sides: dict[bool, Side] = {}
        for values in tried.beside:
            if key_of({**values, name: 0}) == key_of({**tried.spec.values, name: 0}):
                sides[values[name] > parameter.number] = Side(values[name], tried.of(values))
        found.append(Neighbour(name, parameter.number, parameter.low, parameter.high,
                               parameter.step, sides.get(False), sides.get(True)))  # fmt: skip
    return found


@dataclass(frozen=True)
class Plateau:
    """How flat the neighbourhood is: the median Sharpe ratio of the neighbours that were tried."""

    known: int
    of: int
    median: float | None


def plateau(tried: TriedSets) -> Plateau:
    """What is known of the sets one step away."""
    found = [tried.of(values) for values in tried.beside]
    rated = [one.sharpe for one in found if one and one.sharpe is not None]
    return Plateau(len(rated), len(found), median(rated) if rated else None)


TRADES = 200
"""Trades per page of their table."""

SETS = 100
"""Parameter sets in the table; the CSV has all."""

FIGURES = (
    "sharpe_ratio", "psr", "annual_return", "volatility", "total_return", "max_drawdown",
    "win_rate", "profit_factor", "total_trades", "dropped", "avg_trade_duration", "exposure",
    "sortino", "calmar", "turnover", "costs_paid", "final_equity", "bars", "buy_hold_return",
    "buy_hold_sharpe", "buy_hold_max_drawdown",
)  # fmt: skip
KEY = (
    "sharpe_ratio", "psr", "annual_return", "max_drawdown", "total_trades", "exposure",
    "buy_hold_sharpe",
)  # fmt: skip
EXPECTED = ("sharpe_ratio", "annual_return", "volatility")


def variant_context(
    variant: Variant, axes: tuple[str, ...], trades_page: int, against: str = ""
) -> dict[str, Any]:
    """The context of the page. `unplayable` says why something cannot be recomputed,
    `no_benchmark` why the benchmark cannot be used."""
    strategy = variant.strategy
    family = strategy.variants.defer("code", "spec").order_by("iteration", "index")
    context: dict[str, Any] = {
        "variant": variant,
        "strategy": strategy,
        "verdict": verdict_of(variant.gates.all(), strategy.profile.get("pass_score", 1.0)),
        "segments": segment_rows(variant),
        "figures": (known := figures(variant)),
        "key": [line for line in known if line[0] in KEY],
        "expected": expected(variant),
        "lineage": lineage(variant, family),
        "rules": rules(variant),
        "findings": sorted(variant.findings.all(), key=lambda row: (not row.significant, row.pk)),
        "words": chart_words(),
        "marks": data_marks(strategy.dataset) + marks_of([variant]).get(variant.pk, []),
        "looks": look_lines(strategy, variant),
    }
    try:
        replay = replay_variant(variant=variant)
        context |= _recomputed(replay, trades_page) | sheet_context(variant, replay, against)
    except REFUSALS as error:
        context["unplayable"] = explain(error)
    try:
        context |= _parameters(tried_parameters(variant=variant), *axes)
    except SpecError:
        context["tried"] = None
    return context


def rules(variant: Variant) -> list[str]:
    """The rules in the reader's language; the stored description when they cannot be read."""
    try:
        return describe(parse_spec(variant.spec), reader_language())
    except SpecError:
        return [variant.description]


def figures(variant: Variant) -> list[tuple[str, list[Any]]]:
    """One line per figure, with its value on each segment of `segment_rows`."""
    rows = [row.backtest for row in segment_rows(variant)]
    known = [{**row.metrics, **_columns(row)} for row in rows]
    lines = [(name, [one.get(name) for one in known]) for name in FIGURES]
    return [(name, values) for name, values in lines if any(v is not None for v in values)]


def _columns(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in FIGURES if hasattr(row, name)}


def expected(variant: Variant) -> list[tuple[str, Any, Any]]:
    """The expected performance, and the result on validation."""
    got = next((row for row in variant.backtests.all() if row.segment == "validation"), None)
    pairs = [(name, variant.expected.get(name), getattr(got, name, None)) for name in EXPECTED]
    return [pair for pair in pairs if pair[1] is not None]


def _recomputed(replay: Replay, trades_page: int) -> dict[str, Any]:
    trades = trade_rows(replay)
    return {
        "replay": replay,
        "trades": _paged(trades, trades_page),
        "months": months(replay, trades),
        "month_ends": month_ends(replay),
        "distributions": distributions(replay, trades),
        "costs": cost_rows(replay),
        "unplayed": {name: explain(error) for name, error in replay.played.errors.items()},
    }


def sheet_context(variant: Variant, replay: Replay, against: str = "") -> dict[str, Any]:
    """`sheet`, and `no_benchmark` where the requested benchmark cannot be used: then it is the
    market."""
    strategy, errors = variant.strategy, {}
    try:
        benchmark = benchmark_of(strategy=strategy, replay=replay, against=against)
    except REFUSALS as error:
        errors, benchmark = {"no_benchmark": explain(error)}, market(replay)
    return {"sheet": sheet(replay, benchmark, choices(strategy)), **errors}


def _paged(trades: list[TradeRow], number: int) -> Page[TradeRow]:
    return Paginator(trades, TRADES).get_page(number)


@dataclass(frozen=True)
class SetRow:
    """A set that was tried, its values in the order of the spec's parameters."""

    one: TriedSet
    in_order: list[float | None]


def _parameters(tried: TriedSets, x: str = "", y: str = "") -> dict[str, Any]:
    best = sorted(tried.sets, key=lambda one: -math.inf if one.sharpe is None else one.sharpe)
    names = list(tried.spec.parameters)
    return {
        "tried": tried,
        "map": parameter_map(tried, x, y),
        "neighbours": neighbourhood(tried),
        "plateau": plateau(tried),
        "tried_sets": [
            SetRow(one, [one.values.get(name) for name in names]) for one in best[::-1][:SETS]
        ],
    }


@dataclass(frozen=True)
class Kin:
    """A relative, and the parameters in which it differs from its predecessor in the line."""

    variant: Variant
    changes: list[tuple[str, Any, Any]]


@dataclass(frozen=True)
class Lineage:
    """The line of parents from the first design on, and the children."""

    ancestors: list[Kin]
    own: list[tuple[str, Any, Any]]
    children: list[Kin]


def lineage(variant: Variant, family: Iterable[Variant]) -> Lineage:
    """The lineage of a variant among all variants of its development."""
    known = {one.pk: one for one in family}
    line, at = [], known.get(variant.parent_id or 0)
    while at is not None and at not in line:
        line.append(at)
        at = known.get(at.parent_id or 0)
    line = line[::-1]
    before = [None, *line]
    ancestors = [Kin(one, changes(prior, one)) for prior, one in zip(before, line, strict=False)]
    children = [
        Kin(one, changes(variant, one)) for one in known.values() if one.parent_id == variant.pk
    ]
    return Lineage(ancestors, changes(line[-1] if line else None, variant), children)


def changes(before: Variant | None, after: Variant) -> list[tuple[str, Any, Any]]:
    """The parameters that differ: name, value before, value after; None for no value."""
    if before is None:
        return []
    old, new = before.parameters, after.parameters
    names = [*old, *(name for name in new if name not in old)]
    return [
        (parameter_word(name, after.template), old.get(name), new.get(name))
        for name in names
        if old.get(name) != new.get(name)
    ]


@dataclass(frozen=True)
class CostRow:
    """A segment's costs. `gross` is the winning trades' profit before costs; `share` the costs'
    part of it, None without any."""

    segment: str
    trades: int
    paid: float
    gross: float
    net: float
    turnover: float | None

    @property
    def share(self) -> float | None:
        return self.paid / self.gross if self.gross > 0 else None

    @property
    def a_trade(self) -> float | None:
        return self.paid / self.trades if self.trades else None


def cost_rows(replay: Replay) -> list[CostRow]:
    """One row per segment."""
    return [
        CostRow(
            segment=part.segment,
            trades=len(part.trades),
            paid=sum(trade.commission for trade in part.trades),
            gross=sum(max(0.0, trade.pnl + trade.commission) for trade in part.trades),
            net=sum(trade.pnl for trade in part.trades),
            turnover=part.figures.get("turnover"),
        )
        for part in replay.parts
    ]
