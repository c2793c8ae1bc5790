"""What runs took of language models, as a page shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from config.desk.roles import is_admin

from . import providers
from .call_lines import CallLine, groups_of, lines_by, outcomes_of, times_of
from .models import Run
from .usage import spent_by

ASKED_AGAIN = ("invalid", "unfit", "truncated")
"""Outcomes of answers that came and could not be used: the model is asked once more."""
_UNDER_WAY = "reserved"


class Purse(NamedTuple):
    """One of a run's three budgets; `left_share` in hundredths."""

    name: str
    setting: str
    limit: Any
    spent: Any
    left: Any

    @property
    def left_share(self) -> int:
        return int(100 * self.left / self.limit) if self.limit else 0


@dataclass(frozen=True)
class Spending:
    """All of it. `asked_again`, `failed` and `answered` count calls; `mended` are answers whose
    form was, `cached` answers without a call, `unanswered` questions to which the built-in
    analyst's reading stands."""

    runs: Sequence[Run]
    total: CallLine
    by_prompt: list[CallLine]
    by_model: list[CallLine]
    outcomes: list[tuple[str, int]]
    purses: list[Purse]
    mended: int
    cached: int
    unanswered: int
    shows_admin: bool

    @property
    def answered(self) -> int:
        return self._count(lambda outcome: outcome == "ok")

    @property
    def asked_again(self) -> int:
        return self._count(lambda outcome: outcome in ASKED_AGAIN)

    @property
    def under_way(self) -> int:
        return self._count(lambda outcome: outcome == _UNDER_WAY)

    @property
    def failed(self) -> int:
        return self.total.calls - self.answered - self.asked_again - self.under_way

    @property
    def newest(self) -> Run:
        """The run whose budgets are shown."""
        return self.runs[-1]

    def _count(self, fits: Callable[[str], bool]) -> int:
        return sum(number for outcome, number in self.outcomes if fits(outcome))


def spending(runs: Sequence[Run], reader: Any) -> Spending | None:
    """What a subject's runs took, read `with_usage`, the newest last.

    None, and no query, where no model was asked for anything.
    """
    told: list[Any] = [run for run in runs if _asked(run)]
    if not told:
        return None
    ids = [run.pk for run in told if run.call_count]
    groups, timed = (groups_of(ids), times_of(ids)) if ids else ([], [])
    return Spending(
        runs=runs,
        total=(lines_by(groups, timed, lambda row: ("", "")) or [CallLine("")])[0],
        by_prompt=lines_by(groups, timed, lambda row: (row.node, row.prompt)),
        by_model=lines_by(groups, timed, lambda row: (row.model, "")),
        outcomes=outcomes_of(groups),
        purses=purses(runs[-1]),
        mended=sum(run.mended for run in told),
        cached=sum(run.cached for run in told),
        unanswered=sum(run.unanswered for run in told),
        shows_admin=is_admin(reader),
    )


def purses(run: Run) -> list[Purse]:
    """The budgets of a run read `with_usage`, by today's settings."""
    budget, spent = providers.budget(), spent_by(run)
    left = budget.left(spent)
    return [
        Purse("calls", "CRIVO_LLM_MAX_CALLS", budget.max_calls, spent.calls, left.calls),
        Purse("tokens", "CRIVO_LLM_MAX_TOKENS", budget.max_tokens, spent.tokens, left.tokens),
        Purse("cost", "CRIVO_LLM_MAX_COST_USD", budget.max_cost_usd, spent.cost, left.cost),
    ]


def _asked(run: Any) -> bool:
    return bool(run.call_count or run.cached or run.unanswered)
