"""Datasets, and the openings of their holdouts."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import (
    AllValuesCheckboxFilter,
    AutocompleteSelectFilter,
    ChoicesCheckboxFilter,
)

from config.desk.admin.base import ReadOnlyAdmin
from config.desk.admin.columns import (
    GOOD,
    DayFilter,
    YesNoFilter,
    count,
    display,
    flag,
    link,
    list_url,
    number,
    text,
    when,
)
from trading.models import AuxiliaryDataset, Dataset, HoldoutOpening
from trading.storage import cautions, in_words


@admin.register(HoldoutOpening)
class HoldoutOpeningAdmin(ReadOnlyAdmin):
    list_display = ["id", link(HoldoutOpening, "dataset"), when(HoldoutOpening, "first_at"),
                    when(HoldoutOpening, "last_at"), text(HoldoutOpening, "purpose", 40),
                    link(HoldoutOpening, "run", number), link(HoldoutOpening, "user"),
                    when(HoldoutOpening, "created_at")]  # fmt: skip
    list_select_related = ["dataset", "run", "user"]
    list_filter = [("dataset", AutocompleteSelectFilter),
                   ("dataset__ticker", AllValuesCheckboxFilter),
                   ("created_at", DayFilter)]  # fmt: skip
    search_fields = ["=run__id", "dataset__ticker", "purpose", "sha256", "spec_hash"]
    date_hierarchy = "created_at"
    fieldsets = [
        (None, {"fields": ["dataset", "first_at", "last_at", "purpose", "run", "user",
                           "created_at"]}),
        (_("Identity"), {"fields": ["key", "sha256", "spec_hash"]}),
    ]  # fmt: skip


_ORIGIN = ["source", "licence", "created_by", "created_at"]


@admin.register(Dataset)
class DatasetAdmin(ReadOnlyAdmin):
    list_display = ["id", "ticker", "version", "bars", "frequency", when(Dataset, "first_at"),
                    when(Dataset, "last_at"), flag(Dataset, "adjusted", GOOD),
                    text(Dataset, "source", 40),
                    count("opening_count", _("holdout openings"),
                          lambda row: list_url(HoldoutOpening, dataset__id__exact=row.pk)),
                    when(Dataset, "created_at")]  # fmt: skip
    list_filter = [("ticker", AllValuesCheckboxFilter), ("frequency", AllValuesCheckboxFilter),
                   ("adjusted", YesNoFilter), ("created_at", DayFilter)]  # fmt: skip
    search_fields = ["ticker", "source", "sha256"]
    date_hierarchy = "created_at"
    readonly_fields = ["warnings"]
    fieldsets = [
        (None, {"fields": ["ticker", "version", "bars", "first_at", "last_at", "frequency",
                           "bars_per_year", "adjusted", "warnings"]}),
        (_("Origin"), {"fields": [*_ORIGIN, "sha256"]}),
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        counted: QuerySet[Any] = rows.annotate(opening_count=Count("openings"))
        return counted

    @display(description=_("warnings"))
    def warnings(self, dataset: Dataset) -> Any:
        lines = ((in_words(caution),) for caution in cautions(dataset))
        return format_html_join("", "<p>{}</p>", lines) or None


@admin.register(AuxiliaryDataset)
class AuxiliaryDatasetAdmin(ReadOnlyAdmin):
    list_display = ["id", "ticker", "kind", "version", "rows", when(AuxiliaryDataset, "first_at"),
                    when(AuxiliaryDataset, "last_at"), text(AuxiliaryDataset, "source", 40),
                    when(AuxiliaryDataset, "created_at")]  # fmt: skip
    list_filter = [("ticker", AllValuesCheckboxFilter), ("kind", ChoicesCheckboxFilter),
                   ("created_at", DayFilter)]  # fmt: skip
    search_fields = ["ticker", "source", "sha256"]
    date_hierarchy = "created_at"
    fieldsets = [
        (None, {"fields": ["ticker", "kind", "version", "rows", "first_at", "last_at"]}),
        (_("Origin"), {"fields": [*_ORIGIN, "sha256"]}),
    ]  # fmt: skip
