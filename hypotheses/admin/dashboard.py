"""Hypotheses on the admin's first page."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import gettext_lazy as _

from config.desk import dashboard
from config.desk.admin.links import list_url
from hypotheses.models import Hypothesis

from .codes import STATUSES
from .parts import SOURCES, VERDICTS


def hypotheses_panel(user: Any) -> dashboard.DashboardPanel:
    """How many stand where, of those that are not archived; one query."""
    rows: QuerySet[Any] = Hypothesis.objects.visible_to(user).kept().with_status()
    tally = list(rows.values_list("status", "source").annotate(number=Count("pk")).order_by())
    figures = [
        dashboard.DashboardFigure(words, _sum(tally, 0, code), _list(status=code), VERDICTS[code])
        for code, words in STATUSES.items()
    ]
    forced = _sum(tally, 1, "forced")
    figures.append(
        dashboard.DashboardFigure(_("forced"), forced, _list(source="forced"), SOURCES["forced"])
    )
    return dashboard.DashboardPanel(_("Hypotheses"), figures)


def _sum(tally: list[tuple[Any, ...]], place: int, code: str) -> int:
    return sum(row[-1] for row in tally if row[place] == code)


def _list(**lookups: str) -> str:
    return list_url(Hypothesis, kept="shown", **lookups)


dashboard.register(hypotheses_panel)
