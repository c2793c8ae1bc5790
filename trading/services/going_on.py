"""A development that had ended goes on, from where it stood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict
from config.runs.models import Run
from config.runs.services import enqueue_run
from trading.analyst.objective import read_objective
from trading.domain.limits import Limits, check_limits
from trading.domain.routing import wanted_action
from trading.memory import trial_count
from trading.models import Decision, Strategy
from trading.services.subject import holdout_seen
from trading.services.submit import KIND

_DESIGN = ("TUNE_PARAMETERS", "FIX_BUG", "REFINE_ALGORITHM")


def one_round_more(
    strategy: Strategy, guidance: str, *, user: User | None = None, wake: bool = True
) -> Run:
    """One further round under a limit of its own, with guidance. The caller holds the lock.

    What was asked for stays: only a limit that the round would exceed is raised. Raises Conflict,
    RequestError (as many rounds as there may be), RunError.
    """
    _check_at_an_end(strategy)
    rounds = strategy.state["current_iteration"] + 1
    check_limits(Limits(max_iterations=rounds))
    strategy.max_iterations = max(strategy.max_iterations, rounds)
    state = strategy.state | {"max_iterations": rounds}
    state["next_action"] = _action(state, guidance)
    return go_on(strategy, state, guided=True, user=user, wake=wake)


def go_on(
    strategy: Strategy,
    state: Mapping[str, Any],
    *,
    guided: bool = False,
    user: User | None = None,
    wake: bool = True,
) -> Run:
    """A further run from a state. All guidance so far goes with it, the newest last; `guided` for
    a run that the newest was given for."""
    strategy.final_status = strategy.final_message = ""
    ended = {"final_status": None, "final_message": "", "end_time": None}
    # What its owner tried by hand since it ended may have led to going on.
    counted = {"trials": trial_count(strategy, until=timezone.now())["total"]}
    strategy.state = dict(state) | ended | counted
    strategy.save()
    return enqueue_run(
        kind=KIND,
        subject_id=strategy.pk,
        user=user,
        wake=wake,
        params={
            "from_iteration": state["current_iteration"],
            "state": strategy.state,
            "guidance": _guidance(strategy),
            "guided": guided,
        },
    )


def _guidance(strategy: Strategy) -> list[str]:
    given = strategy.decisions.filter(after=Decision.Outcome.SENT_BACK).order_by("pk")
    return list(given.values_list("reason", flat=True))


def _check_at_an_end(strategy: Strategy) -> None:
    """Raises Conflict for one that has not ended, has no round, or has seen its holdout."""
    if not strategy.final_status:
        raise Conflict(
            _("strategy %(id)s has not ended: retry its run instead") % {"id": strategy.pk}
        )
    if holdout_seen(strategy):
        raise Conflict(
            _(
                "strategy %(id)s has seen its sealed holdout: another round would tune on it; "
                "start a fork of it instead"
            )
            % {"id": strategy.pk}
        )


def _action(state: Mapping[str, Any], guidance: str) -> str:
    """What the round does: what the numbers ask for. Guidance that names something to design, and
    numbers that would end it or research beyond the limit, make it a design."""
    wanted = wanted_action(state["failure_analysis"], state["trajectory_analysis"], state)
    wishes = read_objective(guidance)
    named = wishes.kinds or wishes.unwanted or wishes.long_only or wishes.low_risk
    may_research = state["research_iteration"] < state["max_research_iterations"]
    if wanted in _DESIGN or (wanted == "REFINE_RESEARCH" and may_research and not named):
        return wanted
    return "REFINE_ALGORITHM"
