"""A spec as a standalone script that anybody can run: backtesting, pandas and numpy only."""

from __future__ import annotations

import dis
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterable
from typing import Any

from trading.domain.broker import CASH, Broker, unit_of
from trading.strategies.description import describe
from trading.strategies.expressions import (
    WIDTH,
    ScriptNames,
    call_lines,
    condition_text,
    number_text,
)
from trading.strategies.indicator_models import in_order
from trading.strategies.indicators.formulae import volatility_size
from trading.strategies.names import parameter_of
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.trade_rules import FixedFraction, VolatilityTarget

# What the strategy class of a script does on each bar.

_SIDES = {"long": "short", "short": "long"}


def decision_lines(spec: StrategySpec, names: ScriptNames) -> list[str]:
    """The body of `next`: the rules, then what they mean in or out of a position."""
    lines = [
        "if len(self.data) == self._bars:",
        "    return  # what is decided on the last bar is never filled",
        *_rule_lines(spec, names),
        "trade = self.trades[0] if self.trades else None",
        "if trade is None:",
    ]
    word = "if"
    for side in _sides(spec):
        lines += [f"    {word} enter_{side}:", f"        self.go_{side}()"]
        word = "elif"
    for side in _sides(spec):
        branch = _position_lines(spec, side)
        if branch:
            lines += [f"elif trade.is_{side}:", *(f"    {line}" for line in branch)]
    return lines


def _sides(spec: StrategySpec) -> list[str]:
    return [side for side in _SIDES if spec.direction in (side, "both")]


def _rule_lines(spec: StrategySpec, names: ScriptNames) -> list[str]:
    """The rules as variables; an entry gives way to the exit of its side and the other entry."""
    lines = []
    both = spec.direction == "both"
    for side in _sides(spec):
        leave = getattr(spec, f"{side}_exit")
        if leave is not None:
            lines += _rule(f"leave_{side}", condition_text(leave, names))
    for side in _sides(spec):
        entry = getattr(spec, f"{side}_entry")
        stem = "signal" if both else "enter"
        text = condition_text(entry, names)
        if not both and getattr(spec, f"{side}_exit") is not None:
            text = f"({text}) and not leave_{side}"
        lines += _rule(f"{stem}_{side}", text)
    for side in _sides(spec) if both else ():
        text = f"signal_{side} and not signal_{_SIDES[side]}"
        if getattr(spec, f"{side}_exit") is not None:
            text += f" and not leave_{side}"
        lines.append(f"enter_{side} = {text}")
    return lines


def _rule(name: str, text: str) -> list[str]:
    """A rule on one line, or where it is long a line for each of its outer parts."""
    line = f"{name} = {text}"
    if len(line) <= WIDTH:
        return [line]
    parts, depth, start = [], 0, 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and text.startswith((" and ", " or "), at):
            parts.append(text[start:at])
            start = at + 1
    return [f"{name} = (", *(f"    {part}" for part in (*parts, text[start:])), ")"]


def _position_lines(spec: StrategySpec, side: str) -> list[str]:
    """What may end a position of this side, the first that holds."""
    cases: list[tuple[str, list[str]]] = []
    if spec.direction == "both":
        other = _SIDES[side]
        cases.append((f"enter_{other}", ["trade.close()", f"self.go_{other}()"]))
    if getattr(spec, f"{side}_exit") is not None:
        cases.append((f"leave_{side}", ["trade.close()"]))
    if spec.stops.time_stop is not None:
        held = "len(self.data) - trade.entry_bar"
        cases.append((f"{held} >= {number(spec.stops.time_stop)}", ["trade.close()"]))
    lines = []
    for at, (test, acts) in enumerate(cases):
        lines += [f"{'elif' if at else 'if'} {test}:", *(f"    {act}" for act in acts)]
    if spec.stops.trailing_stop is not None:
        trail = _trail_lines(spec, side)
        lines += ["else:", *(f"    {line}" for line in trail)] if cases else trail
    return lines


def _trail_lines(spec: StrategySpec, side: str) -> list[str]:
    """Move the stop after the best close since the entry was decided, never away from it."""
    better, sign, nearer = ("max", "-", ">") if side == "long" else ("min", "+", "<")
    return [
        f"self._best = {better}(self._best, self.data.Close[-1])",
        f"stop = self._best * (1 {sign} {number(spec.stops.trailing_stop)})",
        f"if stop {nearer} trade.sl:",
        "    trade.sl = stop",
    ]


def entry_methods(spec: StrategySpec, names: ScriptNames) -> list[str]:
    """A method a side that orders a position with its size and stops."""
    lines = []
    for side in _sides(spec):
        lines += ["", f"def go_{side}(self):"]
        if spec.stops.trailing_stop is not None:
            lines.append("    self._best = self.data.Close[-1]")
        order = "buy" if side == "long" else "sell"
        call = call_lines(f"self.{order}", ", ".join(_order_arguments(spec, side)))
        lines += [f"    {line}" for line in call]
    return lines


def _order_arguments(spec: StrategySpec, side: str) -> list[str]:
    loss, gain = ("-", "+") if side == "long" else ("+", "-")
    stops, sizing, close = spec.stops, spec.sizing, "self.data.Close[-1]"
    found = []
    if isinstance(sizing, FixedFraction):
        found.append(f"size=min({number(sizing.fraction)}, ALL_IN)")
    if isinstance(sizing, VolatilityTarget):
        found.append("size=min(self._size[-1], ALL_IN)")
    limits = [number(stop) for stop in (stops.stop_loss, stops.trailing_stop) if stop is not None]
    if limits:
        nearest = limits[0] if len(limits) == 1 else f"min({', '.join(limits)})"
        found.append(f"sl={close} * (1 {loss} {nearest})")
    if stops.take_profit is not None:
        found.append(f"tp={close} * (1 {gain} {number(stops.take_profit)})")
    return found


def number(value: float | str | None) -> str:
    """A number, or the attribute of the parameter it refers to."""
    name = parameter_of(value)
    return number_text(value) if name is None else f"self.{name}"


# The strategy class of a script.

CLASS = "RenderedStrategy"


def class_text(spec: StrategySpec, names: ScriptNames) -> str:
    """The whole class: rules in words, parameters, indicators and decisions."""
    body = [
        *_docstring(spec),
        *(f"{name} = {number_text(value)}" for name, value in spec.values.items()),
        *([""] if spec.parameters else []),
        "def init(self):",
        *_indented(_init_lines(spec, names)),
        "",
        "def next(self):",
        *_indented(decision_lines(spec, names)),
        *entry_methods(spec, names),
    ]
    return "\n".join([f"class {CLASS}(Strategy):", *_indented(body)])


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" if line else "" for line in lines]


def _docstring(spec: StrategySpec) -> list[str]:
    """The rules in words; they hold nothing that a user wrote."""
    lines = [line for said in describe(spec, "en") for line in textwrap.wrap(said, 92)]
    return ['"""The rules of the spec.', "", *lines, '"""', ""]


def _init_lines(spec: StrategySpec, names: ScriptNames) -> list[str]:
    lines = ["self._bars = len(self.data)"]
    for name in in_order(spec.indicators):
        indicator = spec.indicators[name]
        kind = indicator.definition
        inputs = [_input_text(spec, names, name, column) for column in kind.inputs]
        numbers = [f"{key}={value_text(value)}" for key, value in indicator.arguments.items()]
        if "bars_per_year" in kind.arguments and "bars_per_year" not in indicator.arguments:
            numbers.append("bars_per_year=BARS_PER_YEAR")
        targets = ", ".join(f"self.{target}" for target in names.outputs[name].values())
        lines += call_lines(
            f"{targets} = self.I", ", ".join((kind.function.__name__, *inputs, *numbers))
        )
    if isinstance(spec.sizing, VolatilityTarget):
        sizing = spec.sizing
        numbers = [f"{key}={value_text(getattr(sizing, key))}" for key in ("length", "annual")]
        year = sizing.bars_per_year
        numbers.append(f"bars_per_year={'BARS_PER_YEAR' if year is None else value_text(year)}")
        lines += call_lines(
            "self._size = self.I", ", ".join(("volatility_size", "self.data.Close", *numbers))
        )
    return lines


def _input_text(spec: StrategySpec, names: ScriptNames, name: str, column: str) -> str:
    if column == "source":
        return names.series(spec.indicators[name].source_reference or "close")
    return "self.data.index" if column == "dates" else f"self.data.{column.title()}"


def value_text(value: float | str) -> str:
    """A number, or the attribute of the parameter it refers to."""
    name = parameter_of(value)
    return number_text(value) if name is None else f"self.{name}"


# The source text of indicator functions and of all they call: one truth for us and the script.


def source_texts(functions: Iterable[Callable[..., Any]]) -> list[str]:
    """The source of each function, after those of ours that it calls."""
    found: dict[str, str] = {}
    for function in functions:
        _collect(function, found)
    return list(found.values())


def _is_global(step: dis.Instruction) -> bool:
    return step.opname == "LOAD_GLOBAL"


def _collect(function: Callable[..., Any], found: dict[str, str]) -> None:
    if function.__name__ in found:
        return
    module = vars(sys.modules[function.__module__])
    called_names = [step.argval for step in dis.get_instructions(function) if _is_global(step)]
    for name in called_names:
        called = module.get(name)
        if inspect.isfunction(called) and called.__module__.startswith(__package__.split(".")[0]):
            _collect(called, found)
    found[function.__name__] = inspect.getsource(function).strip()


_HEAD = '''"""A trading strategy rendered from its spec. A research tool, not investment advice.

Needs Python 3.11, backtesting 0.6.6, pandas and numpy. Reads daily prices as CSV with the columns
Date, Open, High, Low, Close and Volume from a file or standard input:

    python strategy.py prices.csv
    python strategy.py --json < prices.csv
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings

import numpy as np
import pandas as pd
from backtesting import Backtest, Strategy
'''

_MAIN = '''def load(path):
    """The prices of a CSV file, or of standard input."""
    prices = pd.read_csv(
        path or sys.stdin, index_col="Date", parse_dates=["Date"], float_precision="round_trip"
    )
    return prices[["Open", "High", "Low", "Close", "Volume"]].astype(float)


def main():
    parser = argparse.ArgumentParser(description=NAME.replace("%", "%%"))
    parser.add_argument("prices", nargs="?", help="CSV file; standard input if left out")
    parser.add_argument("--json", action="store_true", help="print the statistics as JSON")
    options = parser.parse_args()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of orders dropped for lack of cash
        test = Backtest(
            load(options.prices),
            CLASS,
            cash=CASH / UNIT,
            commission=COMMISSION,
            finalize_trades=False,  # what is open at the end is valued at the last close
        )
        statistics = test.run()
        for money in MONEY:
            if money in statistics:
                statistics[money] *= UNIT
        statistics["# Open Trades"] = len(statistics["_strategy"].trades)
    if not options.json:
        print(statistics.drop(["_strategy", "_equity_curve", "_trades"]).to_string())
        return
    shown = {
        key: None if pd.isna(value) else value if isinstance(value, (int, float)) else str(value)
        for key, value in statistics.items()
        if not key.startswith("_")
    }
    print(json.dumps(shown, indent=2))


if __name__ == "__main__":
    main()
'''.replace("CLASS", CLASS)

_COSTS = "            commission=COMMISSION,\n"
_TERMS = "            spread=SPREAD,\n            margin=MARGIN,\n"

_QUOTIENT = '''def quotient(top, bottom):
    """top / bottom; undefined in a division by zero."""
    return top / bottom if bottom else np.nan
'''


def render(
    spec: StrategySpec,
    *,
    cash: float = 10_000.0,
    commission: float = 0.001,
    bars_per_year: float = 252.0,
    fractions: bool = False,
    broker: Broker = CASH,
) -> str:
    """The script of a spec; its equity and trades are those of our engines on the same prices.

    `commission` is a fraction a side; the fee for shorts is charged by our engines alone. What a
    user wrote (name, description) stands only in string literals that `repr` made.
    """
    unit = unit_of(fractions if spec.fractions is None else spec.fractions)
    names = ScriptNames(spec)
    functions = [indicator.definition.function for indicator in spec.indicators.values()]
    if isinstance(spec.sizing, VolatilityTarget):
        functions.append(volatility_size)
    strategy = class_text(spec, names)
    helpers = [_QUOTIENT] if "quotient(" in strategy else []
    crossing = "from backtesting.lib import crossover\n" if "crossover(" in strategy else ""
    constants = _constants(spec, cash, commission, bars_per_year, unit)
    main = _MAIN
    if broker != CASH:
        constants += "\n" + _terms(broker)
        main = _MAIN.replace(_COSTS, _COSTS + _TERMS)
    parts = [_HEAD + crossing, constants, *helpers]
    parts += [*source_texts(functions), strategy, main]
    return "\n\n\n".join(part.strip() for part in parts) + "\n"


def _constants(
    spec: StrategySpec, cash: float, commission: float, bars_per_year: float, unit: float
) -> str:
    lines = [
        f"NAME = {spec.name!r}",
        f"DESCRIPTION = {spec.description!r}",
        f'SPEC_SHA256 = "{spec_hash(spec)}"',
        f"CASH = {float(cash)!r}",
        f"COMMISSION = {float(commission)!r}  # a side, a fraction of the price",
        f"UNIT = {unit!r}  # what is traded at least; money is counted in parts of it",
        f"BARS_PER_YEAR = {float(bars_per_year)!r}",
        "ALL_IN = 1 - sys.float_info.epsilon  # backtesting.py takes a size of 1 for one share",
        'MONEY = ("Equity Final [$]", "Equity Peak [$]", "Commissions [$]")',
        "Array = np.ndarray",
    ]
    return "\n".join(lines)


def _terms(broker: Broker) -> str:
    lines = [
        f"SPREAD = {float(broker.spread)!r}  # a fraction of the price, paid at each entry",
        f"MARGIN = {float(broker.margin)!r}  # the part of a position that must be one's own",
    ]
    if broker.borrow:
        lines += [
            f"# A short also costs {float(broker.borrow)!r} of its value from bar to bar, which",
            "# backtesting.py does not know: it is not charged here.",
        ]
    return "\n".join(lines)
