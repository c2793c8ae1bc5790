"""Rounds of a development: variants, backtests, gates, trials, errors, verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesCheckboxFilter

from config.desk.admin import ExportAdmin, LedgerAdmin
from config.desk.admin.columns import (
    BAD,
    CALM,
    GOOD,
    WARN,
    DayFilter,
    YesNoFilter,
    display,
    flag,
    in_words,
    state,
    text,
    title_of,
    when,
)
from config.desk.admin.columns import link as link_to
from config.lazy_import import LazyImport
from trading.admin.parts import (
    CREATED,
    OUTCOMES,
    SEGMENTS,
    TITLE,
    StrategyPartAdmin,
    VariantPartAdmin,
    code_column,
    figure,
    link,
    of,
    related_of,
    rounded,
    values_of,
    worded,
)
from trading.domain.types import BUILTIN
from trading.models import (
    Backtest,
    ErrorEntry,
    Evidence,
    GateOutcome,
    Iteration,
    RoundVerdict,
    SecondLook,
    Strategy,
    StrategyDecision,
    Trial,
    TrialCount,
    TrialRules,
    Variant,
)
from trading.querysets import LARGE_OF_STRATEGY

if TYPE_CHECKING:
    from trading.presenting.code_names import word
    from trading.services.wording import variant_name
else:  # called with a request: to import them takes longer than all of the admin
    word = LazyImport("trading.presenting.code_names.word")
    variant_name = LazyImport("trading.services.wording.variant_name")


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

    def title_of(self, row: Backtest) -> str:
        return f"{row.variant_id} {row.get_segment_display()}"


@admin.register(GateOutcome)
class GateOutcomeAdmin(VariantPartAdmin):
    list_display = ["id", link_to(GateOutcome, "variant"),
                    code_column(GateOutcome, "name", "figure"),
                    code_column(GateOutcome, "segment", "segment"),
                    "operator",
                    figure(GateOutcome, "threshold", "g"), figure(GateOutcome, "value", ".3g"),
                    figure(GateOutcome, "score"), flag(GateOutcome, "passed", GOOD),
                    flag(GateOutcome, "required", BAD)]  # fmt: skip
    list_filter = [of("variant"), of("variant__strategy"), values_of("name", "figure"),
                   ("passed", YesNoFilter), ("required", YesNoFilter)]  # fmt: skip
    search_fields = ["=variant__strategy__id", "=variant__id", "name"]

    def title_of(self, row: GateOutcome) -> str:
        name, threshold = word(row.name, "figure"), rounded(row.threshold, "g")
        return f"{name} {row.operator} {threshold} ({word(row.segment, 'segment')})"


@admin.register(Trial)
class TrialAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(Trial, "strategy"), "iteration", "source",
                    state(Trial, "segment", SEGMENTS), code_column(Trial, "kind", "kind"),
                    text(Trial, "parameters"),
                    figure(Trial, "sharpe_ratio"), "total_trades"]  # fmt: skip
    list_filter = [of("strategy"), ("source", ChoicesCheckboxFilter),
                   ("segment", ChoicesCheckboxFilter), values_of("kind", "kind")]  # fmt: skip
    search_fields = ["=strategy__id", "kind", "rules_hash"]
    exported = ("id", "strategy", "iteration", "source", "segment", "kind", "rules_hash",
                "parameters", "sharpe_ratio", "total_trades")  # fmt: skip

    def title_of(self, row: Trial) -> str:
        return f"{row.strategy_id}/{row.iteration} {word(row.kind, 'kind')}"


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
    list_display = ["id", link(ErrorEntry, "strategy"), "iteration",
                    code_column(ErrorEntry, "node", "node"),
                    text(ErrorEntry, "message", 110), when(ErrorEntry, "created_at")]  # fmt: skip
    list_filter = [of("strategy"), values_of("node", "node"), CREATED]
    search_fields = ["=strategy__id", "message"]
    date_hierarchy = "created_at"

    def title_of(self, row: ErrorEntry) -> str:
        return f"{word(row.node, 'node')}: {Truncator(row.message).chars(TITLE)}"


@admin.register(Iteration)
class IterationAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(Iteration, "strategy"), "number",
                    code_column(Iteration, "action", "action"),
                    link(Iteration, "best_variant"), figure(Iteration, "best_score"),
                    figure(Iteration, "best_sharpe"), figure(Iteration, "improvement", "+.2f"),
                    code_column(Iteration, "failure_class", "failure"),
                    code_column(Iteration, "convergence", "trajectory"),
                    code_column(Iteration, "next_action", "action"),
                    when(Iteration, "timestamp")]  # fmt: skip
    list_filter = [of("strategy"), values_of("next_action", "action"),
                   values_of("failure_class", "failure"),
                   values_of("convergence", "trajectory"), ("timestamp", DayFilter)]  # fmt: skip
    list_select_related = ["strategy", "best_variant"]
    search_fields = ["=strategy__id", "strategy__ticker", "reasoning"]
    date_hierarchy = "timestamp"
    exported = ("id", "strategy", "run", "number", "research_iteration", "strategy_iteration",
                "action", "next_action", "failure_class", "convergence", "best_variant",
                "best_score", "best_sharpe", "improvement", "parameters_changed", "reasoning",
                "timestamp")  # fmt: skip
    further_columns = [worded(Iteration, "reasoning")]

    def title_of(self, row: Iteration) -> str:
        return f"{row.strategy_id}/{row.number}: {word(row.next_action, 'action')}"


@admin.register(Variant)
class VariantAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(Variant, "strategy"), "iteration", "index",
                    worded(Variant, "name", 40), code_column(Variant, "approach", "kind"),
                    code_column(Variant, "template", "kind"), "complexity", "designed_by",
                    link(Variant, "parent")]  # fmt: skip
    list_filter = [of("strategy"), values_of("approach", "kind"),
                   values_of("template", "kind"),
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

    def title_of(self, row: Variant) -> str:
        return f"{row.strategy_id}/{row.iteration}.{row.index + 1} {variant_name(row)}"


JUDGES = {BUILTIN: _("by the numbers")}


@admin.register(RoundVerdict)
class RoundVerdictAdmin(LedgerAdmin):
    root, path = Strategy, "iteration__strategy"
    list_display = ["id", link_to(RoundVerdict, "iteration"), "subject",
                    in_words(RoundVerdict, "judge", JUDGES), "in_verdict",
                    worded(RoundVerdict, "text", 80),
                    flag(RoundVerdict, "degraded", WARN)]  # fmt: skip
    list_filter = [of("iteration"), of("iteration__strategy"), values_of("subject"),
                   values_of("judge"), values_of("verdict"),
                   ("degraded", YesNoFilter)]  # fmt: skip
    list_select_related = ["iteration__strategy"]
    large = tuple(f"iteration__{name}" for name in LARGE_OF_STRATEGY)
    search_fields = ["=iteration__strategy__id", "judge", "verdict", "text"]

    @display(description=_("verdict"), ordering="verdict")
    def in_verdict(self, row: RoundVerdict) -> str:
        return word(row.verdict, row.subject)

    def title_of(self, row: RoundVerdict) -> str:
        return f"{JUDGES.get(row.judge, row.judge)}: {word(row.verdict, row.subject)}"


@admin.register(Evidence)
class EvidenceAdmin(VariantPartAdmin):
    list_display = ["id", link_to(Evidence, "variant"), "trials", text(Evidence, "error", 80)]
    list_filter = [of("variant"), of("variant__strategy")]
    search_fields = ["=variant__strategy__id", "=variant__id", "variant__name", "error"]

    def title_of(self, row: Evidence) -> str:
        return title_of(row.variant)


@admin.register(TrialCount)
class TrialCountAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(TrialCount, "strategy"), "iteration", "raw", "distinct",
                    "effective", "inherited", "unplayed",
                    figure(TrialCount, "overfitting")]  # fmt: skip
    list_filter = [of("strategy")]
    search_fields = ["=strategy__id", "strategy__ticker"]
    exported = ("id", "strategy", "iteration", "raw", "distinct", "effective", "inherited",
                "unplayed", "overfitting")  # fmt: skip


# Decisions on strategies, and second looks at holdouts.


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


@admin.register(StrategyDecision)
class StrategyDecisionAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(StrategyDecision, "strategy"),
                    state(StrategyDecision, "before", VERDICTS),
                    state(StrategyDecision, "after", VERDICTS),
                    state(StrategyDecision, "source", SOURCES), "who",
                    link(StrategyDecision, "variant"), worded(StrategyDecision, "reason", 50),
                    flag(StrategyDecision, "current", GOOD),
                    when(StrategyDecision, "created_at")]  # fmt: skip
    list_filter = [of("strategy"), of("variant"), ("after", ChoicesCheckboxFilter),
                   ("source", ChoicesCheckboxFilter), ("current", YesNoFilter),
                   ("user", AutocompleteSelectFilter), CREATED]  # fmt: skip
    list_select_related = ["strategy", "variant", "user"]
    search_fields = ["=strategy__id", "strategy__ticker", "reason", "actor", "user__username"]
    date_hierarchy = "created_at"
    exported = ("id", "strategy", "variant", "before", "after", "source", "user", "actor",
                "reason", "current", "created_at")  # fmt: skip

    @display(description=_("user"), ordering="user__username")
    def who(self, decision: StrategyDecision) -> Any:
        """The account; without one, the person's name."""
        return decision.user or decision.actor or None
