"""What was found about variants that passed the cheap gates, and how much had been tried."""

from __future__ import annotations

from django.contrib import admin

from config.desk.admin import ExportAdmin
from config.desk.admin.columns import link as link_to
from config.desk.admin.columns import text
from trading.models import Evidence, TrialCount

from .parts import StrategyPartAdmin, VariantPartAdmin, figure, link, of


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
