"""Several faults of one file: collected where a reading would have stopped at the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from trading.market.errors import MarketError

MOST = 50
"""Faults that are collected of one file: who mends so many sees what is wrong with the rest."""

Result = TypeVar("Result")
Faults = list[MarketError]


class Halt(Exception):
    """What follows rests on what is at fault, or MOST were collected."""


def keep(faults: Faults | None, error: MarketError) -> None:
    """Raise the error; with a list to collect in, keep it there and go on. Raises Halt at MOST."""
    if faults is None:
        raise error
    faults.append(error)
    if len(faults) >= MOST:
        raise Halt


def attempt(faults: Faults, work: Callable[[], Result]) -> Result | None:
    """What `work` returns; None when a fault, which is then collected, kept it from its end."""
    try:
        return work()
    except Halt:
        return None
    except MarketError as error:
        faults.append(error)
        return None


def in_order(faults: Faults) -> Faults:
    """At most MOST faults: those of the file as a whole, then line by line."""
    return sorted(faults, key=_line)[:MOST]


def _line(error: MarketError) -> int:
    line = error.values.get("line")
    return line if isinstance(line, int) else 0
