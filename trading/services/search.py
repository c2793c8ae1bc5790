"""Strategies, findings and lessons, found by their words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from config.desk.search import SHOWN, Hit, SearchGroup
from config.doctor.finding import DoctorFinding
from config.doctor.services import text_indexes
from config.runs.metrics import Metric
from config.text.validation import as_number
from trading.models import Finding, Lesson, Strategy, Trial
from trading.querysets import FINDINGS, INDEXES, LARGE, LARGE_OF_STRATEGY, LESSONS, STRATEGIES
from trading.services.wording import objective, wording

_LENGTH = 160


def found(user: Any, term: str) -> Iterator[SearchGroup]:
    """Of the strategies that a person may see: by ticker, objective or number; what their agents
    found; what was learned from them."""
    seen: Any = Strategy.objects.visible_to(user)
    query = urlencode({"q": term})
    strategies = STRATEGIES.matching(term)
    if (number := as_number(term)) is not None:
        strategies |= Q(pk=number)
    rows = seen.defer(*LARGE).filter(strategies).order_by("-pk")[:SHOWN]
    more = f"{reverse('strategies')}?{query}"
    yield SearchGroup(_("Strategies"), [_strategy(row) for row in rows], more)
    findings = Finding.objects.filter(FINDINGS.matching(term), strategy__in=seen.values("pk"))
    findings = findings.select_related("strategy").defer(*LARGE_OF_STRATEGY).order_by("-pk")
    yield SearchGroup(_("Findings"), [_finding(row) for row in findings[:SHOWN]])
    seen_lessons = Lesson.objects.visible_to(user).with_wording()
    lessons = seen_lessons.filter(LESSONS.matching(term)).order_by("-pk")[:SHOWN]
    more = f"{reverse('memory')}?{query}"
    yield SearchGroup(_("Lessons"), [_lesson(row) for row in lessons], more)


def _strategy(row: Strategy) -> Hit:
    text = objective(row)
    line = f"{row.ticker}: {Truncator(text.text).chars(_LENGTH)}"
    return Hit(line, reverse("strategy", args=[row.pk]), f"№ {row.pk}", text.language)


def _finding(row: Finding) -> Hit:
    page = reverse("strategy", args=[row.strategy_id])
    worded = wording(row)
    return Hit(
        Truncator(worded.text).chars(_LENGTH),
        f"{page}?research={row.research_iteration}#findings",
        f"{row.strategy.ticker}, № {row.strategy_id}",
        worded.language,
    )


def _lesson(row: Lesson) -> Hit:
    url = reverse("lesson", args=[row.pk])
    worded = wording(row)
    return Hit(Truncator(worded.text).chars(_LENGTH), url, row.ticker, worded.language)


# Whether searches can trust the stored indexes.


def searching() -> DoctorFinding:
    """Do searches find strategies, findings and lessons by their words?"""
    return text_indexes("strategy search", "trading.querysets", INDEXES)


# Trials and endings, for Prometheus.


def figures() -> Iterator[Metric]:
    """The parameter sets played, from which a rate can be computed; and how developments ended."""
    played = Trial.objects.order_by().values_list("source").annotate(n=Count("pk"))
    values = [((source,), float(n)) for source, n in played]
    yield Metric("crivo_backtests", "Parameter sets played", values, ["source"], total=True)
    ended = Strategy.objects.exclude(final_status="").order_by()
    counted = ended.values_list("final_status").annotate(n=Count("pk"))
    ends = [((status,), float(n)) for status, n in counted]
    yield Metric("crivo_developments_ended", "Developments by their outcome", ends, ["outcome"])
