"""Where a development is heading: the change of its best gate score, iteration by iteration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from trading.domain.types import Convergence

STEP = 0.05
"""A change of the best score an iteration that counts as better or worse."""

_CHANGES = 2  # how many of the newest changes are looked at


@dataclass(frozen=True)
class Trajectory:
    """`slope` is the mean change of the score an iteration, over the newest changes."""

    convergence_status: Convergence
    slope: float
    changes: tuple[float, ...]
    best_score: float

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self) | {
            "slope": round(self.slope, 6),
            "changes": [round(change, 6) for change in self.changes],
        }


def trajectory(scores: Sequence[float | None]) -> Trajectory | None:
    """The trajectory of the best gate score of each iteration; None before the second.

    A missing score is the worst, 0. OSCILLATING: the newest two changes are both at least STEP in
    size and of opposite sign.
    """
    if len(scores) < 2:
        return None
    values = [score or 0.0 for score in scores]
    changes = [after - before for before, after in pairwise(values)]
    newest = tuple(changes[-_CHANGES:])
    slope = sum(newest) / len(newest)
    return Trajectory(_status(newest, slope), slope, newest, max(values))


def _status(changes: tuple[float, ...], slope: float) -> Convergence:
    swings = len(changes) == _CHANGES and changes[0] * changes[1] < 0
    if swings and all(_reaches(abs(change)) for change in changes):
        return "OSCILLATING"
    if _reaches(slope):
        return "CONVERGING"
    return "DIVERGING" if _reaches(-slope) else "STAGNANT"


def _reaches(change: float) -> bool:
    return change >= STEP - 1e-12  # .6 - .55 is a step, whatever binary fractions say
