"""What research found, domain by domain, and what it keeps for the next time."""

from __future__ import annotations

from django.contrib import admin
from unfold.contrib.filters.admin import ChoicesCheckboxFilter

from config.desk.admin import ExportAdmin, ReadOnlyAdmin
from config.desk.admin.columns import BAD, GOOD, PLAIN, WARN, flag, state, text, when
from config.desk.admin.filters import YesNoFilter
from trading.models import CachedResearch, FactSheet, Finding, Reading

from .parts import CREATED, StrategyPartAdmin, figure, link, of, related_of, values_of

STATUSES = {"OK": GOOD, "PROXY": WARN, "NO_DATA": PLAIN, "STALE": WARN, "INSUFFICIENT": BAD}


@admin.register(Finding)
class FindingAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(Finding, "strategy"), "research_iteration", "agent", "domain",
                    state(Finding, "status", STATUSES), "name", figure(Finding, "value", ".4g"),
                    figure(Finding, "signal", "+.2f"), figure(Finding, "p_value", ".3g"),
                    flag(Finding, "significant", GOOD),
                    text(Finding, "interpretation")]  # fmt: skip
    list_filter = [of("strategy"), of("variants"), ("domain", ChoicesCheckboxFilter),
                   ("status", ChoicesCheckboxFilter), values_of("agent"),
                   ("significant", YesNoFilter)]  # fmt: skip
    search_fields = ["=strategy__id", "agent", "name", "interpretation"]
    readonly_fields = ["related"]
    related = related_of(("Variant", "findings__id__exact"), ("Lesson", "findings__id__exact"))
    exported = ("id", "strategy", "research_iteration", "agent", "domain", "status", "name",
                "value", "unit", "n_obs", "signal", "confidence", "p_value", "significant",
                "interpretation")  # fmt: skip


@admin.register(FactSheet)
class FactSheetAdmin(StrategyPartAdmin):
    list_display = ["id", link(FactSheet, "strategy"), "research_iteration", "domain",
                    "with_data", "of", figure(FactSheet, "signal", "+.2f"),
                    figure(FactSheet, "confidence"), text(FactSheet, "text", 110)]  # fmt: skip
    list_filter = [of("strategy"), ("domain", ChoicesCheckboxFilter)]
    search_fields = ["=strategy__id", "text"]


@admin.register(Reading)
class ReadingAdmin(StrategyPartAdmin):
    list_display = ["id", link(Reading, "strategy"), "research_iteration", "part", "name", "judge",
                    flag(Reading, "degraded", WARN), flag(Reading, "carried", PLAIN),
                    text(Reading, "caution", 80)]  # fmt: skip
    list_filter = [of("strategy"), ("part", ChoicesCheckboxFilter), values_of("judge"),
                   ("degraded", YesNoFilter)]  # fmt: skip
    search_fields = ["=strategy__id", "name", "judge", "text", "caution"]


@admin.register(CachedResearch)
class CachedResearchAdmin(ReadOnlyAdmin):
    list_display = ["id", "agent", text(CachedResearch, "key", 16),
                    when(CachedResearch, "created_at")]  # fmt: skip
    list_filter = [values_of("agent"), CREATED]
    search_fields = ["agent", "key"]
    date_hierarchy = "created_at"
