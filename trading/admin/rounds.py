"""Rounds of a development, and the variants tried in them."""

from __future__ import annotations

from django.contrib import admin

from config.desk.admin import ExportAdmin, LedgerAdmin
from config.desk.admin.columns import WARN, flag, text, when
from config.desk.admin.columns import link as link_to
from config.desk.admin.filters import DayFilter, YesNoFilter
from trading.models import Evidence, Iteration, RoundVerdict, Strategy, TrialCount, Variant

from .parts import StrategyPartAdmin, VariantPartAdmin, figure, link, of, related_of, values_of


@admin.register(Iteration)
class IterationAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(Iteration, "strategy"), "number", "action",
                    link(Iteration, "best_variant"), figure(Iteration, "best_score"),
                    figure(Iteration, "best_sharpe"), figure(Iteration, "improvement", "+.2f"),
                    "failure_class", "convergence", "next_action",
                    when(Iteration, "timestamp")]  # fmt: skip
    list_filter = [of("strategy"), values_of("next_action"), values_of("failure_class"),
                   values_of("convergence"), ("timestamp", DayFilter)]  # fmt: skip
    list_select_related = ["strategy", "best_variant"]
    search_fields = ["=strategy__id", "strategy__ticker", "reasoning"]
    date_hierarchy = "timestamp"
    exported = ("id", "strategy", "run", "number", "research_iteration", "strategy_iteration",
                "action", "next_action", "failure_class", "convergence", "best_variant",
                "best_score", "best_sharpe", "improvement", "parameters_changed", "reasoning",
                "timestamp")  # fmt: skip


@admin.register(Variant)
class VariantAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(Variant, "strategy"), "iteration", "index",
                    text(Variant, "name", 40), "approach", "template", "complexity",
                    "designed_by", link(Variant, "parent")]  # fmt: skip
    list_filter = [of("strategy"), values_of("approach"), values_of("template"),
                   values_of("designed_by"), ("degraded", YesNoFilter),
                   of("findings")]  # fmt: skip
    list_select_related = ["strategy", "parent"]
    search_fields = ["=strategy__id", "strategy__ticker", "name", "spec_hash"]
    readonly_fields = ["related"]
    related = related_of(
        ("Backtest", "variant__id__exact"),
        ("GateOutcome", "variant__id__exact"),
        ("Evidence", "variant__id__exact"),
        ("Lesson", "variant__id__exact"),
        ("Finding", "variants__id__exact"),
    )
    exported = ("id", "strategy", "iteration", "index", "name", "approach", "template",
                "complexity", "spec_hash", "parameters", "parent", "designed_by",
                "degraded")  # fmt: skip


@admin.register(RoundVerdict)
class RoundVerdictAdmin(LedgerAdmin):
    root, path = Strategy, "iteration__strategy"
    list_display = ["id", link_to(RoundVerdict, "iteration"), "subject", "judge", "verdict",
                    text(RoundVerdict, "text", 80),
                    flag(RoundVerdict, "degraded", WARN)]  # fmt: skip
    list_filter = [of("iteration"), of("iteration__strategy"), values_of("subject"),
                   values_of("judge"), values_of("verdict"),
                   ("degraded", YesNoFilter)]  # fmt: skip
    list_select_related = ["iteration"]
    search_fields = ["=iteration__strategy__id", "judge", "verdict", "text"]


@admin.register(Evidence)
class EvidenceAdmin(VariantPartAdmin):
    list_display = ["id", link_to(Evidence, "variant"), "trials", text(Evidence, "error", 80)]
    list_filter = [of("variant"), of("variant__strategy")]
    search_fields = ["=variant__strategy__id", "=variant__id", "variant__name", "error"]


@admin.register(TrialCount)
class TrialCountAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(TrialCount, "strategy"), "iteration", "raw", "distinct",
                    "effective", "inherited", "unplayed",
                    figure(TrialCount, "overfitting")]  # fmt: skip
    list_filter = [of("strategy")]
    search_fields = ["=strategy__id", "strategy__ticker"]
    exported = ("id", "strategy", "iteration", "raw", "distinct", "effective", "inherited",
                "unplayed", "overfitting")  # fmt: skip
