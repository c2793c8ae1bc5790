"""Openings of a holdout in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AllValuesCheckboxFilter, AutocompleteSelectFilter

from config.desk.admin.base import ReadOnlyAdmin
from config.desk.admin.columns import link, number, text, when
from config.desk.admin.filters import DayFilter
from trading.models import HoldoutOpening


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
