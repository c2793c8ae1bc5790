"""Starting a development, giving it more room, or starting another from it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing
from config.runs.models import Run
from config.runs.services import enqueue_run
from trading.domain.limits import Limits, RequestError, check_limits, check_objective
from trading.domain.routing import determine_next_action, wanted_action
from trading.graph.state import DEFAULT_OBJECTIVE
from trading.market.storage import auxiliary_of, find_dataset, load
from trading.memory import recall
from trading.models import HoldoutOpening, MemorySnapshot, Strategy
from trading.services.profiles import frozen_profile
from trading.strategies.constraints import Constraints, check, parse_constraints
from trading.strategies.parse import parse_spec

KIND = "development"
LANGUAGES = ("en", "pt")
EXTENDABLE = ("max_iterations", "max_strategy_iterations", "max_research_iterations")
"""The limits under which a development may go on; its variants a round and its seed stay."""


class Development(NamedTuple):
    """A strategy and the run that develops it."""

    strategy: Strategy
    run: Run


def start_development(
    *,
    ticker: str,
    objective: str = DEFAULT_OBJECTIVE,
    limits: Limits = Limits(),  # noqa: B008  # a tuple of numbers
    profile: str = "classic",
    language: str = "en",
    constraints: Mapping[str, Any] | None = None,
    starting_spec: Mapping[str, Any] | None = None,
    memory: str = "recall",
    user: User | None = None,
    forked_from: Strategy | None = None,
    wake: bool = True,
) -> Development:
    """Keep what is asked for, freeze gates, costs and memory, and start the run.

    `memory` is "recall" (what earlier developments left), "none", or the hash of a snapshot.
    Raises RequestError, MarketError (unknown ticker, too few bars), SpecError, ConstraintError,
    ProfileError, Missing (snapshot), QuotaExceeded; then nothing is written.
    """
    asked = check_objective(objective)
    check_limits(limits)
    if language not in LANGUAGES:
        raise RequestError("language", given=language)
    wanted = _with_costs(parse_constraints(constraints or {}))
    spec = None
    if starting_spec is not None:
        parsed = parse_spec(starting_spec)
        check(parsed, wanted)
        spec = parsed.document()
    gates = frozen_profile(profile)
    dataset = find_dataset(ticker)
    data = load(dataset, wanted.start, wanted.end)
    data.require(settings.MIN_BARS)
    with transaction.atomic():
        strategy = Strategy.objects.create(
            ticker=dataset.ticker,
            objective=asked,
            language=language,
            dataset=dataset,
            date_from=wanted.start,
            date_to=wanted.end,
            max_iterations=limits.max_iterations,
            max_strategy_iterations=limits.max_strategy_iterations,
            max_research_iterations=limits.max_research_iterations,
            variants_wanted=limits.variants,
            seed=limits.seed,
            profile=gates.as_dict(),
            constraints=wanted.model_dump(mode="json", exclude_defaults=True),
            starting_spec=spec,
            memory=_memory(memory, asked, data, language, user),
            forked_from=forked_from,
            owner=user,
        )
        strategy.auxiliary.set(auxiliary_of(strategy.ticker))
        run = enqueue_run(kind=KIND, subject_id=strategy.pk, user=user, wake=wake)
    return Development(strategy, run)


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


def fork_development(
    *,
    strategy_id: int,
    objective: str | None = None,
    limits: Mapping[str, int] | None = None,
    user: User | None = None,
    wake: bool = True,
    **changes: Any,
) -> Development:
    """Another development on the same ticker, which inherits the trials of the first.

    What is not given is as it was: `limits` holds those of Limits that change, `changes` are
    further arguments of `start_development`. Raises Missing and what that raises.
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
    asked = {
        "profile": first.profile["name"],
        "language": first.language,
        "constraints": first.constraints,
        "starting_spec": first.starting_spec,
    } | changes
    return start_development(
        ticker=first.ticker,
        objective=first.objective if objective is None else objective,
        limits=same._replace(**(limits or {})),
        user=user,
        forked_from=first,
        wake=wake,
        **asked,
    )


def _with_costs(constraints: Constraints) -> Constraints:
    """The constraints with the costs of this site where the user names none: frozen with them."""
    costs = {"commission": settings.BACKTEST_COMMISSION, "cash": settings.BACKTEST_CASH}
    missing = {name: value for name, value in costs.items() if getattr(constraints, name) is None}
    return constraints.model_copy(update=missing)


def _memory(
    wanted: str, objective: str, data: Any, language: str, user: User | None
) -> MemorySnapshot | None:
    if wanted == "none":
        return None
    if wanted == "recall":
        return recall(
            user=user,
            ticker=data.ticker,
            objective=objective,
            frequency=data.frequency,
            language=language,
            until=data.frame.index[-1].to_pydatetime().replace(tzinfo=UTC),
        )
    named = MemorySnapshot.objects.filter(sha256__startswith=wanted) if wanted else None
    found = named.first() if named is not None else None
    if found is None:
        raise Missing(_("there is no memory snapshot %(hash)r") % {"hash": wanted})
    return found


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
