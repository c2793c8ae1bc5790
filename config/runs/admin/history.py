"""Steps and events of runs, in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import (
    AllValuesCheckboxFilter,
    AutocompleteSelectFilter,
    ChoicesCheckboxFilter,
)

from config.desk.admin.base import LedgerAdmin
from config.desk.admin.columns import BAD, CALM, GOOD, WARN, display, link, number, state, when
from config.desk.admin.filters import DayFilter
from config.runs.models import Event, Run, Step

EVENT_COLOURS = {
    "started": CALM, "resumed": CALM, "retried": CALM, "finished": GOOD, "failed": BAD,
    "crashed": BAD, "interrupted": WARN, "cancelling": WARN, "cancelled": WARN,
}  # fmt: skip


@admin.register(Step)
class StepAdmin(LedgerAdmin):
    root, path = Run, "run"
    list_display = [
        "id",
        link(Step, "run", number),
        "node",
        "iteration",
        "item",
        "took",
        when(Step, "finished_at"),
    ]
    list_filter = [("run", AutocompleteSelectFilter), ("node", AllValuesCheckboxFilter),
                   ("finished_at", DayFilter)]  # fmt: skip
    list_select_related = ["run"]
    search_fields = ["=run__id", "node", "item"]

    @display(description=_("seconds"), ordering="seconds")
    def took(self, step: Any) -> float:
        return round(float(step.seconds), 3)


@admin.register(Event)
class EventAdmin(LedgerAdmin):
    root, path = Run, "run"
    list_display = ["id", link(Event, "run", number), state(Event, "kind", EVENT_COLOURS), "node",
                    when(Event, "created_at")]  # fmt: skip
    list_filter = [("run", AutocompleteSelectFilter), ("kind", ChoicesCheckboxFilter),
                   ("created_at", DayFilter)]  # fmt: skip
    list_select_related = ["run"]
    search_fields = ["=run__id", "node"]
