"""What variants came to: backtests, gates, trials, errors."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesCheckboxFilter

from config.desk.admin import ExportAdmin
from config.desk.admin.columns import BAD, GOOD, display, flag, state, text, when
from config.desk.admin.columns import link as link_to
from config.desk.admin.filters import YesNoFilter
from trading.models import Backtest, ErrorEntry, GateOutcome, Trial, TrialRules

from .parts import (
    CREATED,
    SEGMENTS,
    StrategyPartAdmin,
    VariantPartAdmin,
    figure,
    link,
    of,
    values_of,
)


@admin.register(Backtest)
class BacktestAdmin(VariantPartAdmin, ExportAdmin):
    list_display = ["id", link_to(Backtest, "variant"), state(Backtest, "segment", SEGMENTS),
                    figure(Backtest, "sharpe_ratio"), figure(Backtest, "annual_return", ".1%"),
                    figure(Backtest, "max_drawdown", ".1%"), figure(Backtest, "win_rate", ".0%"),
                    figure(Backtest, "profit_factor"), "total_trades", "engine",
                    text(Backtest, "error", 40)]  # fmt: skip
    list_filter = [of("variant"), of("variant__strategy"), ("segment", ChoicesCheckboxFilter),
                   values_of("engine")]  # fmt: skip
    search_fields = ["=variant__strategy__id", "=variant__id", "variant__name", "error"]
    exported = ("id", "variant", "segment", "engine", "sharpe_ratio", "annual_return",
                "volatility", "total_return", "max_drawdown", "win_rate", "profit_factor",
                "total_trades", "final_equity", "opening", "error")  # fmt: skip


@admin.register(GateOutcome)
class GateOutcomeAdmin(VariantPartAdmin):
    list_display = ["id", link_to(GateOutcome, "variant"), "name", "segment", "operator",
                    figure(GateOutcome, "threshold", "g"), figure(GateOutcome, "value", ".3g"),
                    figure(GateOutcome, "score"), flag(GateOutcome, "passed", GOOD),
                    flag(GateOutcome, "required", BAD)]  # fmt: skip
    list_filter = [of("variant"), of("variant__strategy"), values_of("name"),
                   ("passed", YesNoFilter), ("required", YesNoFilter)]  # fmt: skip
    search_fields = ["=variant__strategy__id", "=variant__id", "name"]


@admin.register(Trial)
class TrialAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(Trial, "strategy"), "iteration", "source",
                    state(Trial, "segment", SEGMENTS), "kind", text(Trial, "parameters"),
                    figure(Trial, "sharpe_ratio"), "total_trades"]  # fmt: skip
    list_filter = [of("strategy"), ("source", ChoicesCheckboxFilter),
                   ("segment", ChoicesCheckboxFilter), values_of("kind")]  # fmt: skip
    search_fields = ["=strategy__id", "kind", "rules_hash"]
    exported = ("id", "strategy", "iteration", "source", "segment", "kind", "rules_hash",
                "parameters", "sharpe_ratio", "total_trades")  # fmt: skip


@admin.register(TrialRules)
class TrialRulesAdmin(StrategyPartAdmin):
    list_display = ["id", link(TrialRules, "strategy"), "spec_name", "rules_hash"]
    list_filter = [of("strategy")]
    search_fields = ["=strategy__id", "rules_hash"]

    @display(description=_("name"))
    def spec_name(self, rules: TrialRules) -> str:
        return str(rules.spec["name"])


@admin.register(ErrorEntry)
class ErrorEntryAdmin(StrategyPartAdmin):
    list_display = ["id", link(ErrorEntry, "strategy"), "iteration", "node",
                    text(ErrorEntry, "message", 110), when(ErrorEntry, "created_at")]  # fmt: skip
    list_filter = [of("strategy"), values_of("node"), CREATED]
    search_fields = ["=strategy__id", "message"]
    date_hierarchy = "created_at"
