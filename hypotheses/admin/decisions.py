"""Decisions: append-only, one in force."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import (
    AutocompleteSelectFilter,
    ChoicesCheckboxFilter,
)

from config.desk.admin import ExportAdmin
from config.desk.admin.columns import GOOD, display, flag, link, state, text, when
from config.desk.admin.filters import YesNoFilter
from hypotheses.models import Decision, Hypothesis

from .parts import CREATED, SOURCES, VERDICTS, of


@admin.register(Decision)
class DecisionAdmin(ExportAdmin):
    root, path = Hypothesis, "hypothesis"
    list_display = ["id", link(Decision, "hypothesis"), state(Decision, "before", VERDICTS),
                    state(Decision, "after", VERDICTS), state(Decision, "source", SOURCES),
                    "who", text(Decision, "reason", 50), flag(Decision, "current", GOOD),
                    when(Decision, "created_at")]  # fmt: skip
    list_filter = [of("hypothesis"), of("version"), ("after", ChoicesCheckboxFilter),
                   ("source", ChoicesCheckboxFilter), ("current", YesNoFilter),
                   ("user", AutocompleteSelectFilter), CREATED]  # fmt: skip
    list_select_related = ["hypothesis", "user"]
    search_fields = ["=hypothesis__id", "reason", "actor", "user__username"]
    exported = ("id", "hypothesis", "version", "before", "after", "source", "user", "actor",
                "reason", "current", "created_at")  # fmt: skip

    @display(description=_("user"), ordering="user__username")
    def who(self, decision: Decision) -> Any:
        """The account, or the name of a person without one."""
        return decision.user or decision.actor or None
