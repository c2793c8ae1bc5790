"""Filters of unfold, where its own err."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.contrib.filters.admin import BooleanRadioFilter, RangeDateFilter
from unfold.utils import parse_date_str


class DayFilter(RangeDateFilter):
    """From one day to another, both included, in the site's time zone.

    Unfold's own compares a time with the midnight that the last day begins with.
    """

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        for end, lookup in (("from", "gte"), ("to", "lte")):
            day = parse_date_str(self.used_parameters.get(f"{self.parameter_name}_{end}"))
            if day is not None:
                queryset = queryset.filter(**{f"{self.parameter_name}__date__{lookup}": day})
        return queryset


class YesNoFilter(BooleanRadioFilter):
    """Unfold's own fails on "All", which its form sends along with every other filter."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        return super().queryset(request, queryset) if self.value() else queryset
