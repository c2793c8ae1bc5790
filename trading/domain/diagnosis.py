"""What a failed round is judged by, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from trading.domain.gates import GateResult
from trading.domain.types import FailureClass

WORKS = 0.3
"""An annual Sharpe ratio on train below which a rule did not even work where it was made."""

CARRIES_OVER = 0.5
"""The share of the train Sharpe ratio that validation must show, or the rule was overfitted."""

NEAR = 0.5
"""A gate score from which a rule is worth tuning."""


@dataclass(frozen=True)
class Attempt:
    """What one variant came to. Figures by segment; Sharpe ratios are annual."""

    kind: str
    gates: GateResult
    figures: Mapping[str, Mapping[str, Any]]
    error: str = ""
    name: str = ""

    def sharpe(self, segment: str) -> float | None:
        """The annual Sharpe ratio on a segment."""
        return self.figures.get(segment, {}).get("sharpe_ratio")

    @property
    def examined(self) -> bool:
        """Whether it passed the cheap gates, so that there is evidence."""
        return "walk_forward" in self.figures

    @property
    def unpaid(self) -> int:
        """The most entries dropped on train or validation where the cash paid for no entry."""
        segments = [self.figures.get(name, {}) for name in ("train", "validation")]
        return max(0 if one.get("total_trades") else one.get("dropped") or 0 for one in segments)

    @property
    def traded(self) -> bool:
        """Whether it ran and traded at all on train."""
        return not self.error and bool(self.figures.get("train", {}).get("total_trades"))


@dataclass(frozen=True)
class EdgeEvidence:
    """What speaks for there being an edge at all.

    `luck` is the best annual train Sharpe ratio that the tries so far would show without skill,
    `best_train` the best that any variant of the run shows; `chances` the lowest probability, by
    kind, that random entries do as well as a rule of it. `kinds_allowed` are the kinds of rule that
    the objective, the constraints and the bars leave; none where nobody says.
    """

    significant: bool
    kinds_tried: frozenset[str]
    luck: float
    research_iteration: int
    untried_edge: str = ""
    chances: Mapping[str, float] = field(default_factory=dict)
    kinds_allowed: frozenset[str] = frozenset()
    best_train: float | None = None

    @property
    def kinds_untried(self) -> list[str]:
        """The kinds that are allowed and of which no rule was tried, by name."""
        return sorted(self.kinds_allowed - self.kinds_tried)

    @property
    def enough_kinds(self) -> bool:
        """Whether so many kinds were tried that there may be no edge: half of those allowed."""
        return len(self.kinds_untried) * 2 <= len(self.kinds_allowed)

    def beats_luck(self, ratio: float) -> bool:
        """Whether an annual Sharpe ratio on train is more than luck, or research has an edge."""
        return self.significant or ratio >= self.luck


@dataclass(frozen=True)
class Diagnosis:
    """A failure's class and its cause, a code; `actions` are codes of what to do, in order.

    `values` are the numbers that the cause rests on.
    """

    failure_class: FailureClass
    cause: str
    values: Mapping[str, Any] = field(default_factory=dict)
    actions: tuple[str, ...] = ()


def or_worst(figure: float | None) -> float:
    """A ratio to compare by: one that is undefined is below all others."""
    return float("-inf") if figure is None else figure
