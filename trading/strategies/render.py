"""A spec as a standalone script that anybody can run: backtesting, pandas and numpy only."""

from __future__ import annotations

from trading.domain.broker import CASH, Broker
from trading.domain.units import unit_of
from trading.strategies.indicators.sizes import volatility_size
from trading.strategies.rendering.functions import source_texts
from trading.strategies.rendering.names import ScriptNames
from trading.strategies.rendering.strategy import CLASS, class_text
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.trade_rules import VolatilityTarget

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
