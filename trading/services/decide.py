"""A reviewer's acts on a development: accept, abandon, send back, extend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.decisions import as_seen, put_in_force, take_back
from config.desk.refusals import Conflict, Missing, NotAllowed
from config.desk.roles import is_reviewer
from config.runs.models import Run
from config.runs.services import enqueue_run
from trading.analyst.objective import read_objective
from trading.domain.limits import Limits, check_limits
from trading.domain.routing import determine_next_action, wanted_action
from trading.memory import trial_count
from trading.models import Strategy, StrategyDecision, Variant
from trading.services.subject import (
    NOTHING_DECIDED,
    holdout_seen,
    locked,
    no_run_at_work,
    stated_reason,
)
from trading.services.submit import KIND, Development, start_development


def accept_variant(
    *,
    strategy_id: int,
    variant_id: int,
    reason: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
) -> StrategyDecision:
    """A person takes a variant that was backtested without error, whatever the gates said.

    What the gates said stays as it is; the decision names the variant. `expected` is the id of
    the decision that the person saw (0: none). Raises Refusal for no reason, NotAllowed for
    anybody but a reviewer and for one's own strategy, Missing, Conflict while a run is at work
    or when somebody decided meanwhile; then nothing is written.
    """
    reason = stated_reason(reason, _("a decision needs a reason"))
    with transaction.atomic():
        strategy = _open_to(user, strategy_id, expected)
        variant = _acceptable(strategy, variant_id)
        return _decide(strategy, StrategyDecision.Outcome.ACCEPTED, reason, user, actor, variant)


def abandon_strategy(
    *,
    strategy_id: int,
    reason: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
) -> StrategyDecision:
    """A person gives a development up, whatever was decided before. Raises as `accept_variant`."""
    reason = stated_reason(reason, _("a decision needs a reason"))
    with transaction.atomic():
        strategy = _open_to(user, strategy_id, expected)
        return _decide(strategy, StrategyDecision.Outcome.ABANDONED, reason, user, actor)


def send_back(
    *,
    strategy_id: int,
    guidance: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
    wake: bool = True,
) -> Run:
    """One further round of design, with guidance that the strategist reads, on record.

    Raises as `accept_variant`; Conflict for a development that has not ended or that has seen its
    sealed holdout; RunError.
    """
    guidance = stated_reason(guidance, _("a further round needs a reason: what should it try?"))
    with transaction.atomic():
        strategy = _open_to(user, strategy_id, expected)
        _decide(strategy, StrategyDecision.Outcome.SENT_BACK, guidance, user, actor)
        return one_round_more(strategy, guidance, user=user, wake=wake)


def extend_limits(
    *,
    strategy_id: int,
    limits: Mapping[str, int],
    reason: str,
    user: User | None = None,
    actor: str = "",
    expected: int | None = None,
    wake: bool = True,
) -> Run:
    """Let a development go on under higher limits, on record.

    Raises as `accept_variant` and as `extend_development`.
    """
    reason = stated_reason(reason, _("a decision needs a reason"))
    with transaction.atomic():
        strategy = _open_to(user, strategy_id, expected)
        _decide(strategy, StrategyDecision.Outcome.EXTENDED, reason, user, actor)
        return extend_development(strategy_id=strategy.pk, limits=limits, user=user, wake=wake).run


@transaction.atomic
def withdraw_decision(*, strategy_id: int, decision_id: int, user: User) -> StrategyDecision:
    """A person takes back, at once, that they accepted a variant or gave a development up.

    What was in force before is again; the row stays, marked. Raises as `take_back`.
    """
    strategy = locked(strategy_id)
    begun = [StrategyDecision.Outcome.SENT_BACK, StrategyDecision.Outcome.EXTENDED]
    return take_back(strategy.decisions, decision_id=decision_id, user=user, began=begun)


def _open_to(user: User | None, strategy_id: int, expected: int | None) -> Strategy:
    """The strategy without a running run, for a person who may decide on it; without a user, for
    a person at the console, who has access to the database anyhow."""
    if user is not None and not is_reviewer(user):
        raise NotAllowed(_("only a reviewer decides on a strategy"))
    strategy = locked(strategy_id)
    if user is not None and strategy.owner_id == user.pk:
        raise NotAllowed(_("you cannot decide on your own strategy"))
    as_seen(strategy.decisions, expected, nothing=NOTHING_DECIDED)
    no_run_at_work(strategy)
    return strategy


def _acceptable(strategy: Strategy, variant_id: int) -> Variant:
    """The variant. Raises Missing if it is not of this strategy, Conflict if it did not run."""
    variant = strategy.variants.filter(pk=variant_id).first()
    if variant is None:
        raise Missing(
            _("strategy %(id)s has no variant %(variant)s")
            % {"id": strategy.pk, "variant": variant_id}
        )
    if not strategy.variants.acceptable().filter(pk=variant.pk).exists():
        raise Conflict(
            _("%(name)s did not come through its backtests: there is nothing to accept")
            % {"name": variant.name}
        )
    return variant


def _decide(
    strategy: Strategy,
    outcome: str,
    reason: str,
    user: User | None,
    actor: str,
    variant: Variant | None = None,
) -> StrategyDecision:
    return put_in_force(
        strategy.decisions,
        source=StrategyDecision.Source.HUMAN,
        after=outcome,
        reason=reason,
        variant=variant,
        user_id=user.pk if user else None,
        actor=actor,
    )


# A development continues: with higher limits, from where it stopped, or as another one.

EXTENDABLE = ("max_iterations", "max_strategy_iterations", "max_research_iterations")
"""The limits under which a development may continue; its variants per round and its seed stay."""


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
    _check_rounds(strategy)


def _check_rounds(strategy: Strategy) -> None:
    """Raises Conflict for one that ended before its first round."""
    if not strategy.state.get("current_iteration"):
        raise Conflict(
            _("strategy %(id)s has no round to go on from: start another") % {"id": strategy.pk}
        )


# A development that had ended continues from where it stopped.

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
    """A further run from a state. All guidance so far goes with it, newest last; `guided` for a
    run that the newest was given for."""
    strategy.final_status = strategy.final_message = strategy.final_words = ""
    ended = {"final_status": None, "final_message": "", "end_time": None}
    # Trials by hand of its owner since it ended may have led to continuing.
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
    given = strategy.decisions.filter(after=StrategyDecision.Outcome.SENT_BACK).order_by("pk")
    return list(given.values_list("reason", flat=True))


def _check_at_an_end(strategy: Strategy) -> None:
    """Raises Conflict for one that has not ended, has no round, or has seen its holdout."""
    if not strategy.final_status:
        raise Conflict(
            _("strategy %(id)s has not ended: retry its run instead") % {"id": strategy.pk}
        )
    _check_rounds(strategy)
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


# Starting a development from another one.


def fork_development(
    *,
    strategy_id: int,
    objective: str | None = None,
    limits: Mapping[str, int] | None = None,
    demanded: Mapping[str, Any] | None = None,
    user: User | None = None,
    wake: bool = True,
    **changes: Any,
) -> Development:
    """Another development on the same ticker, which inherits the trials of the first.

    What is not given is as it was: `limits` holds those of Limits that change, `demanded` is put
    beside the constraints, `changes` are further arguments of `start_development`. Raises Missing
    and what that raises.
    """
    first = Strategy.objects.filter(pk=strategy_id).first()
    if first is None:
        raise Missing(_("there is no strategy %(id)s") % {"id": strategy_id})
    same = Limits(
        first.max_iterations,
        first.max_strategy_iterations,
        first.max_research_iterations,
        first.variants_wanted,
        first.seed,
    )
    request = {
        "profile": first.profile["name"],
        "language": first.language,
        "constraints": first.constraints,
        "starting_spec": first.starting_spec,
        "masked": first.masked,
    } | changes
    if demanded:
        request["constraints"] = request["constraints"] | demanded
    return start_development(
        ticker=first.ticker,
        objective=first.objective if objective is None else objective,
        limits=same._replace(**(limits or {})),
        user=user,
        forked_from=first,
        wake=wake,
        **request,
    )
