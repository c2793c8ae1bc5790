"""Starting a development from another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from config.desk.refusals import Missing
from trading.domain.limits import Limits
from trading.models import Strategy
from trading.services.submit import Development, start_development


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
    asked = {
        "profile": first.profile["name"],
        "language": first.language,
        "constraints": first.constraints,
        "starting_spec": first.starting_spec,
        "masked": first.masked,
    } | changes
    if demanded:
        asked["constraints"] = asked["constraints"] | demanded
    return start_development(
        ticker=first.ticker,
        objective=first.objective if objective is None else objective,
        limits=same._replace(**(limits or {})),
        user=user,
        forked_from=first,
        wake=wake,
        **asked,
    )
