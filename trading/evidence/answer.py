"""An answer that may be that nothing can be said: never a number made up, never a pass."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from config.error_texts import N_

REASONS: Mapping[str, str] = {
    "too_short": N_("%(bars)d bars are too few: at least %(needed)d"),
    "not_finite": N_("a return is missing or not finite"),
    "constant": N_("the returns do not vary"),
    "no_spread": N_("the moments of the returns leave the ratio without a standard error"),
    "one_trial": N_("one variant cannot be compared with others: at least two"),
    "not_above": N_("the ratio is not above its target: no length is enough"),
    "no_trades": N_("there is no trade"),
    "no_room": N_("the trades could stand in %(arrangements)d ways only: at least %(needed)d"),
    "in_sample_loss": N_("nothing was earned in sample: there is nothing to keep"),
    "few_trades": N_("%(trades)d trades say too little: at least %(needed)d"),
    "short_record": N_(
        "%(trades)d trades on %(bars)d bars say too little: "
        "%(needed)d trades, or %(needed_bars)d bars"
    ),
    "no_folds": N_("there is no fold"),
    "no_neighbours": N_("not applicable: there are no neighbouring parameters"),
    "not_tuned": N_("not applicable: it is judged with the values that it was handed in with"),
    "best_not_positive": N_("the ratio itself is not above zero"),
    "no_losses": N_("no trade lost anything"),
    "no_drawdown": N_("the equity never fell"),
    "not_played": N_("the backtest failed"),
    "not_known": N_("it cannot be said"),
    "not_deterministic": N_("two runs on the same bars differ: it cannot be judged"),
    "too_costly": N_("costs of %(commission)s a side are beyond what can be played"),
}
"""Why there is no value, by code; a face translates the sentence and fills it from `details`."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A figure, or None and the `reason` (a key of REASONS) why there is none.

    `details` are the numbers behind either; all are finite. What has no value passes no gate.
    """

    value: float | None
    reason: str = ""
    details: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.value is None) != (self.reason in REASONS):
            raise ValueError(f"an answer has a value or a known reason, not {self.reason!r}")

    @property
    def known(self) -> bool:
        return self.value is not None

    @property
    def template(self) -> str:
        """The sentence why there is no value, in English, its places open; "" with a value."""
        return REASONS[self.reason] if self.reason else ""

    def __str__(self) -> str:
        return f"{self.value:.4g}" if self.value is not None else self.template % self.details

    def as_plain(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"value": self.value, "reason": self.reason, "details": dict(self.details)}


def known(value: float, **details: float) -> Answer:
    """An answer with a value. Raises ValueError for one that is not finite."""
    if not math.isfinite(value):
        raise ValueError(f"{value} is no answer")
    return Answer(float(value), "", details)


def unknown(reason: str, **details: float) -> Answer:
    """An answer that there is none, and why."""
    return Answer(None, reason, details)
