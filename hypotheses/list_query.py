"""Which hypotheses a list shows, and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from config.text.validation import as_number
from hypotheses.querysets import IDEAS, QUESTIONS, HypothesisQuerySet

ORDERS = {
    "new": ["-pk"],
    "old": ["pk"],
    "status": ["state", "-pk"],
    "text": ["text", "pk"],
    "gaps": ["-open_gaps", "-pk"],
}


def listed(
    seen: HypothesisQuerySet, values: Mapping[str, Any], order: str = "new"
) -> HypothesisQuerySet:
    """`seen` narrowed by the clean values of a FilterForm, in one of ORDERS."""
    rows = seen.with_state().select_related("owner").filter(_condition(values))
    if values.get("status"):
        rows = rows.in_state(values["status"])
    return rows.order_by(*ORDERS.get(order, ORDERS["new"]))


def _condition(values: Mapping[str, Any]) -> Q:
    condition = Q(archived_at__isnull=values.get("archived") != "only")
    for name, lookup in (
        ("language", "language"),
        ("field", "field"),
        ("owner", "owner__username__iexact"),
        ("since", "created_at__date__gte"),
        ("until", "created_at__date__lte"),
    ):
        if values.get(name):
            condition &= Q(**{lookup: values[name]})
    if values.get("forced"):
        forced = Q(source="forced")
        condition &= forced if values["forced"] == "yes" else ~forced
    if query := values.get("q", "").strip():
        condition &= searched(query)
    return condition


def searched(query: str) -> Q:
    """Every word stands in the idea, or in one of its questions; a number is a hypothesis, too.

    One set of keys, by which the database reads the rows: of alternatives it would try every row.
    """
    from hypotheses.models import Hypothesis, Version

    by_question = Version.objects.filter(QUESTIONS.matching(query)).order_by().values("hypothesis")
    own = Hypothesis.objects.order_by().values("pk")
    number = as_number(query)
    by_number = [] if number is None else [own.filter(pk=number)]
    return Q(pk__in=own.filter(IDEAS.matching(query)).union(by_question, *by_number))
