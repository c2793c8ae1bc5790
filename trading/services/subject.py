"""The strategy of a person's request: locked, without a running run, and unchanged since the
person saw it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing, Refusal
from config.runs.models import Run
from trading.domain.limits import check_reason
from trading.models import HoldoutOpening, Strategy, StrategyDecision
from trading.services.submit import KIND

NOTHING_DECIDED = 0
"""Stands for "no decision" in a request that names the decision it saw."""


def locked(strategy_id: int) -> Strategy:
    """The strategy, locked until the transaction ends. Raises Missing."""
    strategy = Strategy.objects.select_for_update().filter(pk=strategy_id).first()
    if strategy is None:
        raise Missing(_("there is no strategy %(id)s") % {"id": strategy_id})
    return strategy


def no_run_at_work(strategy: Strategy) -> None:
    """Raises Conflict while a run of the strategy is queued or running."""
    active = Run.objects.active().filter(kind=KIND, subject_id=strategy.pk).first()
    if active is not None:
        raise Conflict(
            _("run %(run)s of strategy %(id)s is %(status)s: wait for it or cancel it")
            % {"run": active.pk, "id": strategy.pk, "status": active.get_status_display()}
        )


def stated_reason(reason: str, without: str) -> str:
    """A person's reason as it is recorded. Raises Refusal with `without` for an empty one."""
    if not reason.strip():
        raise Refusal(without)
    return check_reason(reason)


def holdout_seen(strategy: Strategy) -> bool:
    """Whether the sealed bars were opened for one of its variants, be it by a second look or
    with nothing that could be played."""
    own = Q(backtest__variant__strategy=strategy) | Q(second_look__variant__strategy=strategy)
    return HoldoutOpening.objects.filter(own | Q(key__startswith=occasion(strategy))).exists()


def occasion(strategy: Strategy) -> str:
    """The beginning of the key of every opening that was made for a development."""
    return f"strategy {strategy.pk} "


def outcomes_open(strategy: Strategy) -> list[str]:
    """What a person could decide as things stand; who may, and what the numbers leave, is for the
    acts to say. None while a run is at work."""
    if Run.objects.active().filter(kind=KIND, subject_id=strategy.pk).exists():
        return []
    outcome = StrategyDecision.Outcome
    found = [outcome.ACCEPTED] if strategy.variants.acceptable().exists() else []
    found.append(outcome.ABANDONED)
    if strategy.final_status and not holdout_seen(strategy):
        found.append(outcome.SENT_BACK)
        if strategy.final_status != Strategy.Final.SUCCESS:
            found.append(outcome.EXTENDED)
    return [str(one) for one in found]


# The present state of a strategy in short: for a person whose request came too late.


def state_of(*, strategy_id: int) -> dict[str, Any]:
    """Its status, and the decision in force."""
    strategy: Any = Strategy.objects.with_status().get(pk=strategy_id)  # with its annotations
    decision = strategy.decisions.filter(current=True).first()
    return {
        "strategy": strategy.pk,
        "status": strategy.status,
        "decision": decision
        and {"id": decision.pk, "source": decision.source, "after": decision.after},
    }
