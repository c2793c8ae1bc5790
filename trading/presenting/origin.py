"""Where a strategy came from, as its reader may see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from hypotheses.models import Hypothesis
from hypotheses.services.deviations import part_name, value_name
from trading.models import Strategy
from trading.services.preregistration import Registered, registered


@dataclass(frozen=True)
class Change:
    """A deviation in the reader's language."""

    name: str
    before: str
    after: str
    at: datetime
    version: int | None
    declared: int | None


@dataclass(frozen=True)
class Registration:
    """The pre-registration that a strategy is compared with; `before`: it was there first."""

    number: int
    sha256: str
    at: datetime
    before: bool
    deviations: list[Change]


@dataclass(frozen=True)
class Origin:
    """The hypothesis of a strategy; `text` is empty for who may not see it."""

    pk: int
    seen: bool
    text: str = ""
    language: str = ""
    registration: Registration | None = None


def from_hypothesis(user: Any, strategy: Strategy) -> Origin | None:
    """The hypothesis that a strategy was developed from: `origin` of `_from_hypothesis.html`."""
    if strategy.hypothesis_id is None:
        return None
    found = Hypothesis.objects.visible_to(user).filter(pk=strategy.hypothesis_id).first()
    if found is None:
        return Origin(strategy.hypothesis_id, seen=False)
    last = found.versions.order_by("-number").values_list("question", flat=True).first()
    compared = registered(strategy)
    return Origin(
        found.pk,
        seen=True,
        text=last or found.text,
        language=found.language,
        registration=_registration(compared) if compared else None,
    )


def _registration(compared: Registered) -> Registration:
    row = compared.row
    changes = [
        Change(
            _("objective") if each.part == "objective" else part_name(each.part),
            value_name(each.part, each.before),
            value_name(each.part, each.after),
            each.at,
            each.version,
            each.declared,
        )
        for each in compared.deviations
    ]
    return Registration(row.number, row.sha256, row.created_at, compared.before, changes)
