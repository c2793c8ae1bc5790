"""What a broker asks for beside a commission, and fractions of a unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

LEAST_MARGIN, MOST_SPREAD, MOST_BORROW = 0.02, 0.1, 1.0


class Broker(NamedTuple):
    """The terms of a broker, by default those of cash without further costs.

    `spread` is a fraction of the price that each entry pays above it (a short gets below it), as
    backtesting.py has it; slippage is part of it. `margin` is the part of a position's value that
    must be one's own: .5 allows positions of twice the equity. `borrow` is the fee a bar for units
    sold short, a fraction of their value.
    """

    spread: float = 0.0
    margin: float = 1.0
    borrow: float = 0.0

    @property
    def leverage(self) -> float:
        return 1 / self.margin

    def dearer(self, multiple: float) -> Broker:
        """The same at so many times the costs."""
        return self._replace(spread=self.spread * multiple, borrow=self.borrow * multiple)


CASH = Broker()
ASKED = Broker._fields
"""What may be asked for, by name; `borrow` a year."""


def broker_of(asked: Mapping[str, Any], bars_per_year: float) -> Broker:
    """The terms that are asked for by name, `borrow` a year; those of CASH where none are."""
    named = {name: float(asked[name]) for name in ASKED if asked.get(name) is not None}
    if "borrow" in named:
        named["borrow"] /= bars_per_year
    return CASH._replace(**named)


# Fractions of a unit: the engines count whole units, of which a fraction is made by scaling money.
#
# `cash / UNIT` buys as many whole units as `cash` buys parts of UNIT. A power of two changes no
# digit of what is computed, so that both engines stay equal.

UNIT = 2.0**-20
"""The part of a unit that can be traded, about a millionth."""
DEAR = 0.01
"""The part of the cash from which on a price asks for fractions."""


def unit_of(fractions: bool) -> float:
    """What is traded at least, in units."""
    return UNIT if fractions else 1.0


def asks_for_fractions(highest: float, cash: float) -> bool:
    """Whether whole units at prices up to `highest` would leave too much of the cash idle."""
    return highest > DEAR * cash
