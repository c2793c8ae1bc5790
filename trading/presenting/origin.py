"""Where a strategy came from, and what the page of a hypothesis shows of strategies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from config.desk.page_sections import PageSection
from hypotheses.models import Hypothesis
from hypotheses.services.deviations import part_name, value_name
from trading.models import Strategy
from trading.querysets import LARGE
from trading.services.hypothesis_draft import about_markets
from trading.services.preregistration import Registered, registered


def developed_from(hypothesis: Any, reader: Any) -> PageSection | None:
    """The strategies developed from a hypothesis that the reader may see, and, while it is
    approved and about markets, the way to a further one. None where there is neither."""
    rows = Strategy.objects.visible_to(reader).filter(hypothesis=hypothesis.pk).with_status()
    strategies = list(rows.defer(*LARGE).order_by("-pk"))
    approved = hypothesis.status == "approved" and not hypothesis.archived_at
    may_develop = approved and about_markets(hypothesis)
    if not strategies and not may_develop:
        return None
    context = {"strategies": strategies, "may_develop": may_develop}
    return PageSection("trading/_developed_from.html", context)


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
