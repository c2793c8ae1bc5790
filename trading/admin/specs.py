"""Specs that people keep, what they came to by themselves, and files that wait."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesCheckboxFilter

from config.desk.admin import Act, ActsAdmin, AdminRequest, ExportAdmin, LedgerAdmin
from config.desk.admin.columns import WARN, count, display, state, text, when
from config.desk.admin.columns import link as link_to
from config.desk.admin.filters import DayFilter
from config.desk.admin.links import list_url
from trading.models import SavedSpec, SpecBacktest, Upload
from trading.services.specs import archive_spec, restore_spec

from .parts import CREATED, link, of, values_of

PARTS = {"all": WARN}


def _archive(asked: AdminRequest) -> None:
    archive_spec(spec_id=asked.pk, user=asked.user)


def _restore(asked: AdminRequest) -> None:
    restore_spec(spec_id=asked.pk, user=asked.user)


ACTS = [
    Act("archive", _("Archive"), _("archived"), _archive, icon="archive",
        fits=lambda spec: not spec.archived_at),
    Act("restore", _("Restore"), _("restored"), _restore, icon="unarchive",
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


@admin.register(Upload)
class UploadAdmin(LedgerAdmin):
    """Files that wait for a look: by whom and since when, never what is in them."""

    root = Upload
    list_display = ["id", "ticker", "kind", "owner", text(Upload, "source", 40),
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
