"""A spec as its editor shows it: what is wrong with it, its rules in words, what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from trading.models import SavedSpec, SpecBacktest
from trading.strategies.errors import SpecError
from trading.strategies.faults import read_text
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.words import describe

from .spec_reference import language

_POINTS = 240  # of the picture: more than a screen shows apart
WIDTH, HEIGHT = 480.0, 140.0


class FaultLine(NamedTuple):
    """What is wrong, in the reader's language, and where."""

    path: str
    said: str
    line: int | None
    column: int | None


class ReadSpec(NamedTuple):
    """A text as it was read: either its faults, or its rules and size."""

    spec: StrategySpec | None
    faults: list[FaultLine]
    rules: list[str]
    hash: str = ""
    complexity: int = 0
    lookback: int = 0


class FigureLine(NamedTuple):
    """A figure of a backtest, and that of buying and holding where there is one."""

    name: str
    value: str
    hold: str = ""


def read_spec(text: str) -> ReadSpec:
    """A spec's text as the editor shows it."""
    reading = read_text(text)
    if reading.spec is None:
        lines = [_fault(each.error, each.position) for each in reading.faults]
        return ReadSpec(None, lines, [])
    spec = reading.spec
    words = describe(spec, language())
    return ReadSpec(spec, [], words, spec_hash(spec), spec.complexity(), spec.lookback())


def _fault(error: SpecError, position: tuple[int, int] | None) -> FaultLine:
    line, column = position or (None, None)
    return FaultLine(error.path, _(error.template) % error.values, line, column)


def figures(metrics: Mapping[str, Any]) -> list[FigureLine]:
    """The figures of a backtest that one looks at first."""
    value = metrics.get
    return [
        FigureLine(
            _("Sharpe ratio, annual"),
            _plain(value("sharpe_ratio")),
            _plain(value("buy_hold_sharpe")),
        ),
        FigureLine(
            _("total return"), _share(value("total_return")), _share(value("buy_hold_return"))
        ),
        FigureLine(
            _("maximum drawdown"),
            _share(value("max_drawdown")),
            _share(value("buy_hold_max_drawdown")),
        ),
        FigureLine(_("annual return"), _share(value("annual_return"))),
        FigureLine(_("trades"), _plain(value("total_trades"), 0)),
        FigureLine(_("win rate"), _share(value("win_rate"))),
        FigureLine(_("profit factor"), _plain(value("profit_factor"))),
        FigureLine(_("time in the market"), _share(value("exposure"))),
        FigureLine(_("costs paid"), _plain(value("costs_paid"))),
        FigureLine(_("final equity"), _plain(value("final_equity"))),
    ]


def _plain(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else number_format(value, digits, force_grouping=True)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{number_format(value * 100, 1)} %"


class Look(NamedTuple):
    """A backtest on record, with its figures as one reads them."""

    row: SpecBacktest
    sharpe: str
    total: str
    drawdown: str
    trades: str


def looks(rows: Iterable[SpecBacktest]) -> list[Look]:
    """Backtests of a spec, one a line."""
    return [
        Look(
            row,
            _plain(row.metrics.get("sharpe_ratio")),
            _share(row.metrics.get("total_return")),
            _share(row.metrics.get("max_drawdown")),
            _plain(row.metrics.get("total_trades"), 0),
        )
        for row in rows
    ]


def picture(equity: Any, close: Any) -> dict[str, Any]:
    """Equity, and buying and holding, as lines of one small picture: `points` of a polyline."""
    hold = close / close.iloc[0] * equity.iloc[0]
    step = max(1, len(equity) // _POINTS)
    own, held = equity.iloc[::step], hold.iloc[::step]
    low, high = float(min(own.min(), held.min())), float(max(own.max(), held.max()))
    return {
        "own": _points(own, low, high),
        "held": _points(held, low, high),
        "low": _plain(low, 0),
        "high": _plain(high, 0),
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
    from trading.strategies.parse import parse_spec
    from trading.strategies.walk import rules

    spec = parse_spec(document)
    return describe(spec, language())[: sum(1 for _name in rules(spec))]
