"""Filters by what is computed of a hypothesis."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import DropdownFilter

from hypotheses.models import Decision

from .codes import STATUSES


class StatusFilter(DropdownFilter):
    title = _("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(STATUSES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(status=self.value()) if self.value() else queryset


class SourceFilter(DropdownFilter):
    title = _("decided by")
    parameter_name = "source"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(Decision.Source.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(source=self.value()) if self.value() else queryset


class KeptFilter(DropdownFilter):
    title = _("kept")
    parameter_name = "kept"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("shown", _("in lists")), ("archived", _("archived")), ("erased", _("erased"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "shown":
            return queryset.filter(archived_at=None)
        if self.value() == "archived":
            return queryset.filter(archived_at__isnull=False, erased_at=None)
        return queryset.filter(erased_at__isnull=False) if self.value() else queryset
