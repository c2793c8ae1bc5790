"""How a development stands to the pre-registration of the hypothesis that it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from hypotheses.domain.registration import Deviation
from hypotheses.models import Hypothesis, Preregistration
from hypotheses.services.preregister import deviations_at, registration_row, told
from trading.models import Strategy
from trading.services.hypothesis_draft import objective_of


@dataclass(frozen=True)
class Registered:
    """The first pre-registration, whether it was `before` the development, and how the hypothesis
    and the objective deviated from it when that began."""

    row: Preregistration
    before: bool
    deviations: list[Deviation]


def registered(strategy: Strategy) -> Registered | None:
    """What a development is compared with; None without a hypothesis that was pre-registered."""
    if strategy.hypothesis_id is None:
        return None
    rows = Preregistration.objects.filter(hypothesis=strategy.hypothesis_id)
    series = list(rows.order_by("number"))
    if not series:
        return None
    first, began = series[0], strategy.created_at
    found = deviations_at(series, began)
    now = next((each.after for each in found if each.part == "question"), "")
    found += _objective(first, now, strategy)
    return Registered(first, first.created_at <= began, found)


def _objective(first: Preregistration, now: str, strategy: Strategy) -> list[Deviation]:
    """The objective where it was not drafted from the question, be that as frozen or as it is
    `now`: a person may have changed it before the start."""
    asked = " ".join(strategy.objective.split())
    frozen = objective_of(first.content["version"]["question"])
    if asked in (frozen, objective_of(now)):
        return []
    return [Deviation("objective", frozen, asked, strategy.created_at)]


def preregistration_of(strategy: Strategy, reader: User | None) -> dict[str, Any] | None:
    """The same as plain JSON, for whoever may see the hypothesis (None: who holds the database)."""
    compared = registered(strategy)
    if compared is None:
        return None
    seen = Hypothesis.objects.visible_to(reader) if reader else Hypothesis.objects.all()
    if not seen.filter(pk=compared.row.hypothesis_id).exists():
        return None
    return {
        **registration_row(compared.row),
        "before_start": compared.before,
        "deviations": [told(each) for each in compared.deviations],
    }
