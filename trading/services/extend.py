"""Giving a development that ended at a limit more room."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict
from trading.domain.limits import Limits, check_limits
from trading.domain.routing import determine_next_action, wanted_action
from trading.models import Strategy
from trading.services.going_on import go_on
from trading.services.subject import holdout_seen, locked
from trading.services.submit import Development

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
    strategy = locked(strategy_id)
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
    run = go_on(strategy, state | {"next_action": action}, user=user, wake=wake)
    return Development(strategy, run)


def _check_extendable(strategy: Strategy) -> None:
    """Raises Conflict for one that has not ended, has succeeded or has seen its holdout."""
    values = {"id": strategy.pk, "status": strategy.get_final_status_display()}
    if not strategy.final_status:
        raise Conflict(_("strategy %(id)s has not ended: there is nothing to extend") % values)
    if strategy.final_status == Strategy.Final.SUCCESS:
        raise Conflict(_("strategy %(id)s ended in %(status)s: start another") % values)
    if holdout_seen(strategy):
        raise Conflict(
            _("strategy %(id)s has seen its sealed holdout: going on would tune on it") % values
        )
