"""The iterations of a development: a line each, and their course as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from trading.domain.best import best_round
from trading.models import Iteration, RoundVerdict, Strategy, Variant
from trading.presenting.gates import GateVerdict, verdict_of
from trading.services.reading import Course


@dataclass(frozen=True)
class RoundLine:
    """An iteration; `best` marks the one with the best gate score so far."""

    row: Iteration
    variants: int
    best: bool

    @property
    def judges(self) -> Sequence[JudgedQuestion]:
        """What the judges say of it, where there are several."""
        return questions(self.row)

    @property
    def disputed(self) -> bool:
        """Whether they differ."""
        return any(question.disputed for question in self.judges)

    @property
    def cause(self) -> str:
        """The code of what failed."""
        return str(self.row.failure.get("cause") or "")

    @property
    def missed(self) -> Sequence[str]:
        """The gates that its best variant missed."""
        return list((self.row.failure.get("values") or {}).get("missed") or [])


def round_lines(course: Course) -> list[RoundLine]:
    """The iterations in order."""
    best = best_round(course.iterations)
    return [
        RoundLine(row, course.variants.get(row.number, 0), row is best) for row in course.iterations
    ]


def best_verdict(strategy: Strategy, best: Iteration | None) -> GateVerdict | None:
    """What the gates say of the best variant: a high score alone is not enough."""
    if best is None or best.best_variant is None:
        return None
    pass_score = float(strategy.profile.get("pass_score") or 0)
    return verdict_of(best.best_variant.gates.all(), pass_score)


def hold_of(best: Iteration | None) -> float | None:
    """The Sharpe ratio of buying and holding on validation, beside that of the best variant."""
    if best is None or best.best_variant is None:
        return None
    played = {row.segment: row for row in best.best_variant.backtests.all()}
    if "validation" not in played:
        return None
    found: float | None = played["validation"].metrics.get("buy_hold_sharpe")
    return found


def best_variant(iterations: Sequence[Iteration]) -> Variant | None:
    """The best variant so far, by gate score."""
    best = best_round(iterations)
    return best.best_variant if best else None


def chart(course: Course) -> dict[str, Any]:
    """The course of the best gate score and Sharpe ratio, for the script that draws it."""
    rows = course.iterations
    return {
        "iterations": [row.number for row in rows],
        "scores": [row.best_score for row in rows],
        "sharpes": [row.best_sharpe for row in rows],
        "pass": course.strategy.profile.get("pass_score"),
        "words": {
            "iteration": _("iteration"),
            "score": _("best gate score"),
            "sharpe": _("best Sharpe ratio"),
            "pass": _("score to pass"),
        },
    }


@dataclass(frozen=True)
class JudgedQuestion:
    """What the judges were asked about a round, and their verdicts, the computed one first.

    `group` is that of the words for the verdicts.
    """

    name: str
    group: str
    verdicts: Sequence[RoundVerdict]

    @property
    def disputed(self) -> bool:
        return len({row.verdict for row in self.verdicts}) > 1


def questions(iteration: Iteration) -> list[JudgedQuestion]:
    """The questions of a round whose verdicts were read with it; none where no model was asked."""
    rows = sorted(iteration.verdicts.all(), key=lambda row: (row.subject, row.pk))
    grouped = groupby(rows, key=lambda row: row.get_subject_display())
    kept = [(name, list(verdicts)) for name, verdicts in grouped]
    return [JudgedQuestion(name, verdicts[0].subject, verdicts) for name, verdicts in kept]
