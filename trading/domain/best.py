"""The best of a run: one rule for all that names it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class ScoredRound(Protocol):
    """A round with the gate score of its best variant; `has_best` where there is one."""

    @property
    def number(self) -> int: ...
    @property
    def best_score(self) -> float | None: ...
    @property
    def has_best(self) -> bool: ...


R = TypeVar("R", bound=ScoredRound)


def ranked_rounds(rounds: Iterable[R]) -> list[R]:
    """Those with a scored variant, the highest gate score first; of equal ones the earlier."""
    scored = [one for one in rounds if one.best_score is not None and one.has_best]
    return sorted(scored, key=lambda one: (-(one.best_score or 0.0), one.number))


def best_round(rounds: Iterable[R]) -> R | None:
    """The round whose best variant is that of the run; None while nothing was scored."""
    return next(iter(ranked_rounds(rounds)), None)
