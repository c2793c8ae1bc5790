"""What of a development changes with a round at most: runs, trials, openings, errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from config.runs.models import Run
from trading.memory import trial_count
from trading.memory.trials import TrialNumbers
from trading.models import AuxiliaryDataset, ErrorEntry, HoldoutOpening, Strategy
from trading.services.reading.lessons import recalled_lessons
from trading.services.subject import occasion
from trading.services.submit import KIND

LEDGER = "trial_ledger"
"""Where the state of a development keeps it."""


class CountedOpening(NamedTuple):
    """An opening of the holdout, and how many had seen any of its bars before."""

    opening: HoldoutOpening
    before: int


@dataclass(frozen=True)
class Rest:
    """`lessons` are the ids of recalled lessons that are still there, by place in the snapshot."""

    runs: Sequence[Run]
    auxiliary: Sequence[AuxiliaryDataset]
    trials: TrialNumbers
    ledger: Mapping[str, Any] | None
    openings: Sequence[CountedOpening]
    openings_of_ticker: int
    errors: Sequence[ErrorEntry]
    lessons: Mapping[int, int]


def rest_of(strategy: Strategy, user: Any) -> Rest:
    """The remaining rows; of lessons those that `user` may see."""
    runs = Run.objects.filter(kind=KIND, subject_id=strategy.pk).with_usage().defer("params")
    of_ticker = _of_ticker(strategy)
    return Rest(
        runs=list(runs.select_related("created_by").order_by("pk")),
        auxiliary=list(strategy.auxiliary.defer("content")),
        trials=trial_count(strategy),
        ledger=newest_tally(strategy),
        openings=_opened(strategy, of_ticker),
        openings_of_ticker=len(of_ticker),
        errors=list(strategy.errors.order_by("id")),
        lessons=recalled_lessons(strategy, user),
    )


def newest_tally(strategy: Strategy) -> Mapping[str, Any] | None:
    """What the trial ledger said when the gates asked it last; the state itself is large."""
    kept = Strategy.objects.filter(pk=strategy.pk).values_list(f"state__{LEDGER}", flat=True)
    found: Mapping[str, Any] | None = kept.first()
    return found


def _of_ticker(strategy: Strategy) -> list[HoldoutOpening]:
    """Every opening of its ticker's sealed bars, or of the same bars under another name."""
    rows = HoldoutOpening.objects.of_market(sha256=strategy.dataset.sha256, ticker=strategy.ticker)
    named = ("user", "backtest__variant", "second_look__variant", "second_look__user")
    return list(rows.order_by("pk").select_related(*named))


def _opened(strategy: Strategy, rows: Sequence[HoldoutOpening]) -> list[CountedOpening]:
    """Its own openings, each with the number of earlier ones that saw any of the same bars."""
    return [
        CountedOpening(row, sum(_overlap(row, other) for other in rows if other.pk < row.pk))
        for row in rows
        if _is_of(row, strategy)
    ]


def _is_of(row: HoldoutOpening, strategy: Strategy) -> bool:
    """Whether a development made it: by its key, as its backtest may have failed."""
    played = getattr(row, "backtest", None)
    own = played is not None and played.variant.strategy_id == strategy.pk
    return own or row.key.startswith(occasion(strategy))


def _overlap(one: HoldoutOpening, other: HoldoutOpening) -> bool:
    same = bool(one.history) and one.history == other.history
    return same or (other.first_at <= one.last_at and other.last_at >= one.first_at)
