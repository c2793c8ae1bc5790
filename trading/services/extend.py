"""Giving a development that ended at a limit more room."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing
from config.runs.services import enqueue_run
from trading.domain.limits import Limits, check_limits
from trading.domain.routing import determine_next_action, wanted_action
from trading.models import HoldoutOpening, Strategy
from trading.services.submit import KIND, Development

EXTENDABLE = ("max_iterations", "max_strategy_iterations", "max_research_iterations")
"""The limits under which a development may go on; its variants a round and its seed stay."""


@transaction.atomic
def extend_development(
    *, strategy_id: int, limits: Mapping[str, int], user: User | None = None, wake: bool = True
) -> Development:
    """Let a development that ended at a limit go on under higher ones, from where it stood.

    `limits` gives new values for some of EXTENDABLE. Raises Missing, Conflict (not ended,
    succeeded, its holdout opened, or still nothing to do), RequestError.
    """
    strategy = _locked(strategy_id)
    _check_extendable(strategy)
    now = {name: getattr(strategy, name) for name in EXTENDABLE}
    given = {name: limits[name] for name in EXTENDABLE if limits.get(name) is not None}
    check_limits(Limits(**(now | given)))
    state = strategy.state | now | given
    action = determine_next_action(state["failure_analysis"], state["trajectory_analysis"], state)
    if wanted_action(state["failure_analysis"], state["trajectory_analysis"], state) == "ABANDON":
        raise Conflict(
            _("strategy %(id)s has nothing left to try under any limits: %(cause)s")
            % {"id": strategy.pk, "cause": state["failure_analysis"]["root_cause"]}
        )
    if action == "ABANDON":
        raise Conflict(
            _("strategy %(id)s has nothing left to do under these limits: raise them further")
            % {"id": strategy.pk}
        )
    for name, value in given.items():
        setattr(strategy, name, value)
    strategy.final_status = ""
    strategy.final_message = ""
    ended = {"final_status": None, "final_message": "", "end_time": None}
    strategy.state = state | ended | {"next_action": action}
    strategy.save()
    run = enqueue_run(
        kind=KIND,
        subject_id=strategy.pk,
        user=user,
        wake=wake,
        params={"from_iteration": state["current_iteration"], "state": strategy.state},
    )
    return Development(strategy, run)


def _locked(strategy_id: int) -> Strategy:
    strategy = Strategy.objects.select_for_update().filter(pk=strategy_id).first()
    if strategy is None:
        raise Missing(_("there is no strategy %(id)s") % {"id": strategy_id})
    return strategy


def _check_extendable(strategy: Strategy) -> None:
    """Raises Conflict for one that has not ended, has succeeded or has seen its holdout."""
    values = {"id": strategy.pk, "status": strategy.get_final_status_display()}
    if not strategy.final_status:
        raise Conflict(_("strategy %(id)s has not ended: there is nothing to extend") % values)
    if strategy.final_status == Strategy.Final.SUCCESS:
        raise Conflict(_("strategy %(id)s ended in %(status)s: start another") % values)
    if HoldoutOpening.objects.filter(backtest__variant__strategy=strategy).exists():
        raise Conflict(
            _("strategy %(id)s has seen its sealed holdout: going on would tune on it") % values
        )
