"""A spec for its editor: its schema, text, faults, rules in words, results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from trading.analyst.sentences import kind_name, templates
from trading.models import SavedSpec, SpecBacktest
from trading.presenting.code_names import word
from trading.presenting.numbers import figure
from trading.strategies.description import describe, series_words
from trading.strategies.errors import SpecError
from trading.strategies.faults import read_text
from trading.strategies.indicators import KINDS
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.templates import TEMPLATES
from trading.strategies.walk import rules

FIELDS = (
    ("name", gettext_lazy("what you call it")),
    ("description", gettext_lazy("what it is meant to do; changes nothing")),
    ("direction", gettext_lazy("long, short or both")),
    (
        "parameters",
        gettext_lazy('numbers that may be tuned: type, value, low, high, step; used as "$name"'),
    ),
    ("ordered", gettext_lazy("pairs of parameters, the first always below the second")),
    ("indicators", gettext_lazy("what the rules read, each with its kind and arguments (below)")),
    ("long_entry, long_exit, short_entry, short_exit", gettext_lazy("the rules: conditions")),
    (
        "sizing",
        gettext_lazy("all_in, fixed_fraction (fraction) or volatility_target (annual, length)"),
    ),
    ("stops", gettext_lazy("stop_loss, take_profit, trailing_stop (fractions), time_stop (bars)")),
)
CONDITIONS = (
    (
        '{"op": ">", "left": ..., "right": ...}',
        gettext_lazy("also >=, <, <=, crosses_above, crosses_below"),
    ),
    (
        '{"op": "between", "value": ..., "low": ..., "high": ...}',
        gettext_lazy("both ends included"),
    ),
    ('{"op": "and", "conditions": [...]}', gettext_lazy("all of them; with or, at least one")),
    ('{"op": "not", "condition": ...}', gettext_lazy("it does not hold")),
    ('{"op": "-", "left": ..., "right": ...}', gettext_lazy("an operand; also +, *, /")),
    (
        '"close", "rsi", "macd.signal", "$fast", 30',
        gettext_lazy("operands: a price, an indicator, one of its outputs, a parameter, a number"),
    ),
)


class IndicatorRow(NamedTuple):
    """An indicator: its kind, arguments with defaults, the meaning of each output, its
    look-back."""

    kind: str
    arguments: str
    outputs: list[tuple[str, str]]
    lookback: int


def language() -> str:
    """The reader's language among those of specs."""
    return "pt" if (get_language() or "").startswith("pt") else "en"


def indicators() -> list[IndicatorRow]:
    """Every indicator, in the reader's language."""
    return [_indicator(kind) for kind in KINDS.values()]


def _indicator(kind: Any) -> IndicatorRow:
    numbers = kind.defaults
    inputs = ["source: close"] if "source" in kind.inputs else []
    inputs += [f"{name}: {value:g}" for name, value in numbers.items()]
    inputs += [name for name in kind.arguments if name not in numbers]
    described = series_words(kind, language())
    one = len(described) == 1
    outputs = [("" if one else name, description) for name, description in described.items()]
    defaults = {name: int(value) for name, value in numbers.items()}
    return IndicatorRow(kind.name, ", ".join(inputs), outputs, kind.lookback(**defaults))


def gallery() -> list[tuple[str, list[tuple[str, str]]]]:
    """The templates by family: the family's name, and the kind and name of each of them."""
    sentences = language()
    families: dict[str, list[tuple[str, str]]] = {}
    for each in TEMPLATES:
        name = templates(sentences).get(f"name_{each.kind}", each.name)
        families.setdefault(each.family, []).append((each.kind, name))
    return [(_family(family, sentences), rows) for family, rows in families.items()]


def _family(family: str, message: str) -> str:
    return str(gettext_lazy("one bar")) if family == "single_bar" else kind_name(family, message)


_WIDTH = 88


def pretty_json(document: Any, indent: int = 0) -> str:
    """JSON in which short lists and objects stand on one line."""
    flat = json.dumps(document, ensure_ascii=False)
    if (indent and len(flat) + indent <= _WIDTH) or not isinstance(document, dict | list):
        return flat
    inner = " " * (indent + 2)
    if isinstance(document, dict):
        parts = [
            f"{json.dumps(name, ensure_ascii=False)}: {pretty_json(value, indent + 2)}"
            for name, value in document.items()
        ]
        begin, end = "{", "}"
    else:
        parts = [pretty_json(value, indent + 2) for value in document]
        begin, end = "[", "]"
    if not parts:
        return flat
    return f"{begin}\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * indent}{end}"


_SHOWN = (
    ("sharpe_ratio", "buy_hold_sharpe"),
    ("total_return", "buy_hold_return"),
    ("max_drawdown", "buy_hold_max_drawdown"),
    ("annual_return", ""),
    ("total_trades", ""),
    ("win_rate", ""),
    ("profit_factor", ""),
    ("exposure", ""),
    ("costs_paid", ""),
    ("final_equity", ""),
)
_IN_A_LINE = ("sharpe_ratio", "total_return", "max_drawdown", "total_trades")
_POINTS = 240  # points of the picture: more cannot be distinguished on a screen
WIDTH, HEIGHT = 480.0, 140.0


class SpecFaultLine(NamedTuple):
    """The fault in the reader's language, and its place."""

    path: str
    message: str
    line: int | None
    column: int | None


class ReadSpec(NamedTuple):
    """A parsed text: either its faults, or its rules and size."""

    spec: StrategySpec | None
    faults: list[SpecFaultLine]
    rules: list[str]
    hash: str = ""
    complexity: int = 0
    lookback: int = 0


class BacktestFigure(NamedTuple):
    """A figure of a backtest, and of buying and holding where there is one."""

    name: str
    value: str
    hold: str = ""


def read_spec(text: str) -> ReadSpec:
    """A spec's text in the editor's format."""
    reading = read_text(text)
    if reading.spec is None:
        lines = [_fault(each.error, each.position) for each in reading.faults]
        return ReadSpec(None, lines, [])
    spec = reading.spec
    sentences = describe(spec, language())
    return ReadSpec(spec, [], sentences, spec_hash(spec), spec.complexity(), spec.lookback())


def _fault(error: SpecError, position: tuple[int, int] | None) -> SpecFaultLine:
    line, column = position or (None, None)
    return SpecFaultLine(error.path, _(error.template) % error.values, line, column)


def figures(metrics: Mapping[str, Any]) -> list[BacktestFigure]:
    """The main figures of a backtest."""
    return [
        BacktestFigure(
            word(name, "figure"),
            figure(metrics.get(name), name),
            figure(metrics.get(hold), name) if hold else "",
        )
        for name, hold in _SHOWN
    ]


class BacktestLine(NamedTuple):
    """A stored backtest, with its figures formatted."""

    row: SpecBacktest
    sharpe: str
    total: str
    drawdown: str
    trades: str


def looks(rows: Iterable[SpecBacktest]) -> list[BacktestLine]:
    """Backtests of a spec, one a line."""
    return [
        BacktestLine(
            row,
            *(figure(row.metrics.get(name), name) for name in _IN_A_LINE),
        )
        for row in rows
    ]


def picture(equity: Any, close: Any) -> dict[str, Any]:
    """Equity, and buying and holding, as polylines of one small picture: their `points`."""
    hold = close / close.iloc[0] * equity.iloc[0]
    step = max(1, len(equity) // _POINTS)
    own, market = equity.iloc[::step], hold.iloc[::step]
    low, high = float(min(own.min(), market.min())), float(max(own.max(), market.max()))
    return {
        "own": _points(own, low, high),
        "benchmark": _points(market, low, high),
        "low": figure(low, "final_equity"),
        "high": figure(high, "final_equity"),
        "first": equity.index[0],
        "last": equity.index[-1],
    }


def _points(values: Any, low: float, high: float) -> str:
    across = WIDTH / max(1, len(values) - 1)
    scale = HEIGHT / (high - low) if high > low else 0.0
    return " ".join(
        f"{at * across:.1f},{HEIGHT - (value - low) * scale:.1f}"
        for at, value in enumerate(values.tolist())
    )


class SpecLine(NamedTuple):
    """A saved spec in a list: its rules in words, and the strategies that tried it."""

    row: SavedSpec
    rules: list[str]
    tried: list[int]


def spec_lines(rows: Iterable[SavedSpec], tried: Mapping[str, list[int]]) -> list[SpecLine]:
    """Saved specs as a list shows them; `tried` has the numbers of strategies by spec hash."""
    return [SpecLine(row, _rules(row.spec), tried.get(row.spec_hash, [])) for row in rows]


def _rules(document: Mapping[str, Any]) -> list[str]:
    """The rules that open and close positions, in words."""
    spec = parse_spec(document)
    return describe(spec, language())[: sum(1 for _name in rules(spec))]
