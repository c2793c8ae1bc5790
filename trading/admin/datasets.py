"""The admin of datasets, of holdout openings, and of strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import (
    AllValuesCheckboxFilter,
    AutocompleteSelectFilter,
    ChoicesCheckboxFilter,
)

from config.desk.admin import ExportAdmin
from config.desk.admin.base import ReadOnlyAdmin
from config.desk.admin.columns import (
    GOOD,
    DayFilter,
    YesNoFilter,
    count,
    cut,
    display,
    flag,
    link,
    links_to,
    list_url,
    number,
    state,
    text,
    when,
)
from config.lazy_import import LazyImport, LazyModule
from config.runs.models import Run
from trading.admin.parts import CREATED, OUTCOMES, code_column, values_of
from trading.admin.parts import link as number_link
from trading.models import (
    AuxiliaryDataset,
    Backtest,
    Dataset,
    ErrorEntry,
    Evidence,
    FactSheet,
    Finding,
    GateOutcome,
    HoldoutOpening,
    Iteration,
    Lesson,
    Reading,
    RoundVerdict,
    Strategy,
    StrategyDecision,
    Trial,
    TrialCount,
    TrialRules,
    Variant,
)
from trading.querysets import LARGE

if TYPE_CHECKING:
    from trading.services import submit
    from trading.services.wording import objective, signs_closed, wording
    from trading.storage import cautions, in_words
else:  # called with a request: to import them takes longer than all of the admin
    objective = LazyImport("trading.services.wording.objective")
    signs_closed = LazyImport("trading.services.wording.signs_closed")
    wording = LazyImport("trading.services.wording.wording")
    cautions = LazyImport("trading.storage.cautions")
    in_words = LazyImport("trading.storage.in_words")
    submit = LazyModule("trading.services.submit")


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


_ORIGIN = ["source", "licence", "created_by", "created_at"]


@admin.register(Dataset)
class DatasetAdmin(ReadOnlyAdmin):
    list_display = ["id", "ticker", "version", "bars",
                    code_column(Dataset, "frequency", "frequency"), when(Dataset, "first_at"),
                    when(Dataset, "last_at"), flag(Dataset, "adjusted", GOOD),
                    text(Dataset, "source", 40),
                    count("opening_count", _("holdout openings"),
                          lambda row: list_url(HoldoutOpening, dataset__id__exact=row.pk)),
                    when(Dataset, "created_at")]  # fmt: skip
    list_filter = [("ticker", AllValuesCheckboxFilter), values_of("frequency", "frequency"),
                   ("adjusted", YesNoFilter), ("created_at", DayFilter)]  # fmt: skip
    search_fields = ["ticker", "source", "sha256"]
    date_hierarchy = "created_at"
    readonly_fields = ["warnings"]
    fieldsets = [
        (None, {"fields": ["ticker", "version", "bars", "first_at", "last_at", "frequency",
                           "bars_per_year", "adjusted", "warnings"]}),
        (_("Origin"), {"fields": [*_ORIGIN, "sha256"]}),
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        counted: QuerySet[Any] = rows.annotate(opening_count=Count("openings"))
        return counted

    @display(description=_("warnings"))
    def warnings(self, dataset: Dataset) -> Any:
        lines = ((signs_closed(in_words(caution)),) for caution in cautions(dataset))
        return format_html_join("", "<p>{}</p>", lines) or None


@admin.register(AuxiliaryDataset)
class AuxiliaryDatasetAdmin(ReadOnlyAdmin):
    list_display = ["id", "ticker", "kind", "version", "rows", when(AuxiliaryDataset, "first_at"),
                    when(AuxiliaryDataset, "last_at"), text(AuxiliaryDataset, "source", 40),
                    when(AuxiliaryDataset, "created_at")]  # fmt: skip
    list_filter = [("ticker", AllValuesCheckboxFilter), ("kind", ChoicesCheckboxFilter),
                   ("created_at", DayFilter)]  # fmt: skip
    search_fields = ["ticker", "source", "sha256"]
    date_hierarchy = "created_at"
    fieldsets = [
        (None, {"fields": ["ticker", "kind", "version", "rows", "first_at", "last_at"]}),
        (_("Origin"), {"fields": [*_ORIGIN, "sha256"]}),
    ]  # fmt: skip


# Strategies: the request, and how each development ended.

_OWN = (StrategyDecision, Iteration, Variant, Finding, FactSheet, Reading, Trial, TrialCount,
        TrialRules, Lesson, ErrorEntry)  # fmt: skip
_OF_VARIANTS = (Backtest, GateOutcome, Evidence)


@admin.register(Strategy)
class StrategyAdmin(ExportAdmin):
    root, large = Strategy, LARGE
    list_display = ["id", "ticker", "wanted",
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
    readonly_fields = ["related", "wanted", "sentence"]
    fieldsets = [
        (None, {"fields": ["ticker", "wanted", "final_status", "sentence", "related",
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

    @display(description=_("objective"), ordering="objective")
    def wanted(self, row: Any) -> Any:
        return cut(objective(row).text)

    @display(description=_("in a sentence"))
    def sentence(self, row: Any) -> str:
        return wording(row).text

    @display(description=_("related"))
    def related(self, row: Any) -> str:
        """Links to its rounds, variants and their results, and its runs."""
        parts: list[Any] = [(model, {"strategy__id__exact": row.pk}) for model in _OWN]
        parts += [(model, {"variant__strategy__id__exact": row.pk}) for model in _OF_VARIANTS]
        parts.append((RoundVerdict, {"iteration__strategy__id__exact": row.pk}))
        return links_to([*parts, (Run, {"kind": submit.KIND, "subject_id": row.pk})])
