"""Fractions of a unit: the engines count whole units, of which a fraction is made by scaling money.

`cash / UNIT` buys as many whole units as `cash` buys parts of UNIT. A power of two changes no digit
of what is computed, so that both engines stay equal.
"""

from __future__ import annotations

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
