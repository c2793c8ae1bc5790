"""Saved specs with their backtests, uploads, and gate profiles.

Gate profiles are editable, each change checked; developments keep the copy they started with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesCheckboxFilter
from unfold.widgets import UnfoldAdminSelectWidget

from config.desk.admin import Act, ActsAdmin, ExportAdmin, LedgerAdmin, by_number
from config.desk.admin.base import PlainAdmin
from config.desk.admin.columns import (
    WARN,
    DayFilter,
    count,
    display,
    in_words,
    list_url,
    state,
    text,
    when,
)
from config.desk.admin.columns import link as link_to
from config.lazy_import import LazyImport
from trading.admin.parts import CREATED, link, of, values_of
from trading.domain.figures import JUDGED, SEGMENTS
from trading.domain.gates import PROFILES
from trading.domain.profiles import Criterion, Profile, ProfileError, check_profile
from trading.models import (
    AuxiliaryDataset,
    GateCriterion,
    GateProfile,
    GateSegment,
    SavedSpec,
    SpecBacktest,
    Upload,
)
from trading.models.datasets import PRICES

if TYPE_CHECKING:
    from trading.presenting.code_names import word
    from trading.services.specs import archive_spec, restore_spec
else:  # called with a request: to import them takes longer than all of the admin
    word = LazyImport("trading.presenting.code_names.word")
    archive_spec = LazyImport("trading.services.specs.archive_spec")
    restore_spec = LazyImport("trading.services.specs.restore_spec")


PARTS = {"all": WARN}


ACTS = [
    Act("archive", _("Archive"), _("archived"), by_number(archive_spec, "spec_id"), icon="archive",
        fits=lambda spec: not spec.archived_at),
    Act("restore", _("Restore"), _("restored"), by_number(restore_spec, "spec_id"),
        icon="unarchive",
        fits=lambda spec: spec.archived_at),
]  # fmt: skip


@admin.register(SavedSpec)
class SavedSpecAdmin(ActsAdmin, ExportAdmin):
    root = SavedSpec
    list_display = ["id", text(SavedSpec, "name", 40), "version", "owner",
                    text(SavedSpec, "spec_hash", 12), link(SavedSpec, "variant"),
                    count("backtest_count", _("backtests"),
                          lambda row: list_url(SpecBacktest, q=row.spec_hash)),
                    when(SavedSpec, "archived_at"), when(SavedSpec, "created_at")]  # fmt: skip
    list_filter = [("owner", AutocompleteSelectFilter), of("variant"),
                   ("archived_at", DayFilter), CREATED]  # fmt: skip
    list_select_related = ["owner", "variant"]
    search_fields = ["=id", "name", "spec_hash", "owner__username"]
    date_hierarchy = "created_at"
    exported = ("id", "name", "version", "spec", "spec_hash", "variant", "owner", "archived_at",
                "created_at")  # fmt: skip
    acts = ACTS

    def annotated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.with_backtests()  # type: ignore[attr-defined,no-any-return]


@admin.register(SpecBacktest)
class SpecBacktestAdmin(ExportAdmin):
    root = SpecBacktest
    list_display = ["id", text(SpecBacktest, "name", 40), link_to(SpecBacktest, "dataset"),
                    state(SpecBacktest, "part", PARTS), "sharpe", "trade_count", "engine",
                    link(SpecBacktest, "opening"), "owner",
                    when(SpecBacktest, "created_at")]  # fmt: skip
    list_filter = [("part", ChoicesCheckboxFilter), values_of("dataset__ticker"),
                   ("dataset", AutocompleteSelectFilter), values_of("engine"),
                   ("owner", AutocompleteSelectFilter), CREATED]  # fmt: skip
    list_select_related = ["dataset", "owner", "opening"]
    search_fields = ["=id", "name", "spec_hash", "dataset__ticker", "owner__username"]
    date_hierarchy = "created_at"
    fieldsets = [
        (None, {"fields": ["name", "dataset", "part", "date_from", "date_to", "engine", "cash",
                           "commission", "opening", "owner", "created_at"]}),
        (_("Rules"), {"fields": ["spec_hash", "spec"]}),
        (_("Results"), {"fields": ["metrics", "trades"], "classes": ["collapse"]}),
    ]  # fmt: skip
    exported = ("id", "name", "spec_hash", "dataset", "part", "date_from", "date_to", "engine",
                "cash", "commission", "metrics", "opening", "owner", "created_at")  # fmt: skip

    @display(description=_("Sharpe ratio"))
    def sharpe(self, row: SpecBacktest) -> str | None:
        value = row.metrics.get("sharpe_ratio")
        return None if value is None else format(value, ".2f")

    @display(description=_("trades"))
    def trade_count(self, row: SpecBacktest) -> Any:
        return row.metrics.get("total_trades")


UPLOADED: dict[str, Any] = {PRICES: _("prices"), **dict(AuxiliaryDataset.Kind.choices)}


@admin.register(Upload)
class UploadAdmin(LedgerAdmin):
    """Files that wait for their preview: by whom and since when, without their content."""

    root = Upload
    list_display = ["id", "ticker", in_words(Upload, "kind", UPLOADED), "owner",
                    text(Upload, "source", 40),
                    when(Upload, "created_at")]  # fmt: skip
    list_filter = [values_of("ticker"), values_of("kind"), ("owner", AutocompleteSelectFilter),
                   CREATED]  # fmt: skip
    list_select_related = ["owner"]
    search_fields = ["=id", "ticker", "source", "owner__username"]
    date_hierarchy = "created_at"
    fields = readonly_fields = ["ticker", "kind", "owner", "options", "source", "licence",
                                "created_at"]  # fmt: skip

    def annotated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.defer("content")

    def title_of(self, row: Upload) -> str:
        return f"{row.ticker} {UPLOADED.get(row.kind, row.kind)}"


class CriterionForm(forms.ModelForm):  # type: ignore[type-arg]  # no generic at run time
    """Offers the existing figures and segments; the model checks the input."""

    class Meta:
        model = GateCriterion
        fields = GateCriterion.PARTS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        figures = sorted(
            ((name, word(name, "figure")) for name in JUDGED), key=lambda each: each[1]
        )
        segments = [(name, GateSegment(name).label) for name in SEGMENTS]
        self.fields["name"].widget = UnfoldAdminSelectWidget(choices=[("", "---------"), *figures])
        self.fields["segment"].widget = UnfoldAdminSelectWidget(choices=segments)


class CriteriaFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]  # as above
    """All gates of a profile, checked together once each is valid."""

    def clean(self) -> None:
        """Raises ValidationError for gates that contradict each other, score nothing or could
        all be missed."""
        super().clean()
        if any(self.errors):
            return
        rows = [form.cleaned_data for form in self.forms if form not in self.deleted_forms]
        criteria = [{part: row[part] for part in GateCriterion.PARTS} for row in rows if row]
        if not criteria:
            return  # the form already asks for one
        try:
            check_profile(
                Profile(self.instance.name, tuple(Criterion(**row) for row in criteria), 0)
            )
        except ProfileError as error:
            raise ValidationError(gettext(error.template) % error.values) from error


class CriterionInline(TabularInline):
    model = GateCriterion
    form = CriterionForm
    formset = CriteriaFormSet
    extra = 0
    min_num = 1
    hide_title = True  # codes: the fields show their names

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """At least one criterion: without any, every variant would pass."""
        return super().get_formset(request, obj, validate_min=True, **kwargs)


@admin.register(GateProfile)
class GateProfileAdmin(PlainAdmin):
    list_display = ["in_words", "pass_score", "criteria_count", when(GateProfile, "changed_at")]
    search_fields = ["name", "criteria__name"]
    inlines = [CriterionInline]
    readonly_fields = ["in_words"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        counted: QuerySet[Any] = rows.annotate(criteria_count=Count("criteria"))
        return counted

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """The name of a shipped profile cannot be changed: developments ask for it."""
        shipped = obj is not None and obj.name in PROFILES
        return ["in_words" if shipped else "name", "pass_score", "final_error"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        shipped = obj is not None and obj.name in PROFILES
        return not shipped and bool(super().has_delete_permission(request, obj))

    def title_of(self, row: Any) -> str:
        return self.in_words(row)

    @display(description=_("name"), ordering="name")
    def in_words(self, row: Any) -> str:
        """What it is called on pages; commands take its name as it is stored."""
        shown = word(row.name, "profile")
        return shown if shown == row.name else f"{shown} ({row.name})"

    @display(description=_("criteria"), ordering="criteria_count")
    def criteria_count(self, row: Any) -> int:
        return int(row.criteria_count)
