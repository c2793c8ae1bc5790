"""Strategies: what was asked, and how each development ended."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesCheckboxFilter

from config.desk.admin import ExportAdmin
from config.desk.admin.columns import count, display, link, links_to, list_url, state, text, when
from config.runs.models import Run
from trading.admin.parts import CREATED, OUTCOMES, values_of
from trading.admin.parts import link as number_link
from trading.models import (
    Backtest,
    Decision,
    ErrorEntry,
    Evidence,
    FactSheet,
    Finding,
    GateOutcome,
    Iteration,
    Lesson,
    Reading,
    RoundVerdict,
    Strategy,
    Trial,
    TrialCount,
    TrialRules,
    Variant,
)
from trading.querysets import LARGE
from trading.services.submit import KIND

_OWN = (Decision, Iteration, Variant, Finding, FactSheet, Reading, Trial, TrialCount, TrialRules,
        Lesson, ErrorEntry)  # fmt: skip
_OF_VARIANTS = (Backtest, GateOutcome, Evidence)


@admin.register(Strategy)
class StrategyAdmin(ExportAdmin):
    root, large = Strategy, LARGE
    list_display = ["id", "ticker", text(Strategy, "objective", 60),
                    state(Strategy, "final_status", OUTCOMES),
                    count("round_count", _("iterations"),
                          lambda row: list_url(Iteration, strategy__id__exact=row.pk)),
                    count("variant_count", _("variants"),
                          lambda row: list_url(Variant, strategy__id__exact=row.pk)),
                    count("trial_count", _("trials"),
                          lambda row: list_url(Trial, strategy__id__exact=row.pk)),
                    link(Strategy, "dataset"), number_link(Strategy, "hypothesis"), "owner",
                    when(Strategy, "created_at")]  # fmt: skip
    list_filter = [("final_status", ChoicesCheckboxFilter), values_of("ticker"),
                   ("dataset", AutocompleteSelectFilter), ("owner", AutocompleteSelectFilter),
                   ("memory", AutocompleteSelectFilter),
                   ("hypothesis", AutocompleteSelectFilter), CREATED]  # fmt: skip
    list_select_related = ["dataset", "owner", "hypothesis"]
    search_fields = ["=id", "ticker", "objective"]
    date_hierarchy = "created_at"
    readonly_fields = ["related"]
    fieldsets = [
        (None, {"fields": ["ticker", "objective", "final_status", "final_message", "related",
                           "language", "hypothesis", "owner", "created_at"]}),
        (_("Data"), {"fields": ["dataset", "date_from", "date_to", "memory", "forked_from"]}),
        (_("Limits"), {"fields": ["max_iterations", "max_strategy_iterations",
                                  "max_research_iterations", "variants_wanted", "seed",
                                  "masked"]}),
        (_("Rules"), {"fields": ["profile", "constraints", "starting_spec"]}),
        (_("State"), {"fields": ["state"], "classes": ["collapse"]}),
    ]  # fmt: skip
    exported = ("id", "ticker", "objective", "language", "final_status", "dataset", "owner",
                "memory", "forked_from", "hypothesis", "seed", "round_count", "variant_count",
                "trial_count", "disputes", "created_at")  # fmt: skip

    def annotated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.with_counts()  # type: ignore[attr-defined,no-any-return]

    @display(description=_("related"))
    def related(self, row: Any) -> str:
        """Its rounds, variants and all that they left, and its runs."""
        parts: list[Any] = [(model, {"strategy__id__exact": row.pk}) for model in _OWN]
        parts += [(model, {"variant__strategy__id__exact": row.pk}) for model in _OF_VARIANTS]
        parts.append((RoundVerdict, {"iteration__strategy__id__exact": row.pk}))
        return links_to([*parts, (Run, {"kind": KIND, "subject_id": row.pk})])
