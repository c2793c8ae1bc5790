"""Decisions on strategies, and second looks at holdouts."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesCheckboxFilter

from config.desk.admin import ExportAdmin
from config.desk.admin.columns import CALM, GOOD, WARN, display, flag, state, text, when
from config.desk.admin.filters import YesNoFilter
from trading.admin.parts import CREATED, OUTCOMES, StrategyPartAdmin, VariantPartAdmin, link, of
from trading.models import Decision, SecondLook


@admin.register(SecondLook)
class SecondLookAdmin(VariantPartAdmin, ExportAdmin):
    list_display = ["id", link(SecondLook, "variant"), link(SecondLook, "opening"), "who",
                    text(SecondLook, "reason", 50), when(SecondLook, "created_at")]  # fmt: skip
    list_filter = [of("variant"), ("user", AutocompleteSelectFilter), CREATED]
    list_select_related = ["variant", "opening__dataset", "user"]
    search_fields = ["=variant__id", "=variant__strategy__id", "reason", "actor",
                     "user__username"]  # fmt: skip
    date_hierarchy = "created_at"
    exported = ("id", "variant", "opening", "user", "actor", "reason", "engine", "error",
                "metrics", "created_at")  # fmt: skip


VERDICTS = OUTCOMES | {"ACCEPTED": GOOD, "SENT_BACK": WARN, "EXTENDED": WARN}
SOURCES = {"agent": CALM, "forced": WARN, "human": GOOD}


@admin.register(Decision)
class StrategyDecisionAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(Decision, "strategy"), state(Decision, "before", VERDICTS),
                    state(Decision, "after", VERDICTS), state(Decision, "source", SOURCES),
                    "who", link(Decision, "variant"), text(Decision, "reason", 50),
                    flag(Decision, "current", GOOD), when(Decision, "created_at")]  # fmt: skip
    list_filter = [of("strategy"), of("variant"), ("after", ChoicesCheckboxFilter),
                   ("source", ChoicesCheckboxFilter), ("current", YesNoFilter),
                   ("user", AutocompleteSelectFilter), CREATED]  # fmt: skip
    list_select_related = ["strategy", "variant", "user"]
    search_fields = ["=strategy__id", "strategy__ticker", "reason", "actor", "user__username"]
    date_hierarchy = "created_at"
    exported = ("id", "strategy", "variant", "before", "after", "source", "user", "actor",
                "reason", "current", "created_at")  # fmt: skip

    @display(description=_("user"), ordering="user__username")
    def who(self, decision: Decision) -> Any:
        """The account, or the name of a person without one."""
        return decision.user or decision.actor or None
