"""Calls to a language model, in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AllValuesCheckboxFilter, AutocompleteSelectFilter

from config.desk.admin.base import LedgerAdmin, VisibleAdmin
from config.desk.admin.columns import BAD, GOOD, PLAIN, display, link, number, text, when
from config.desk.admin.export import ExportAdmin
from config.desk.admin.filters import DayFilter
from config.runs.models import LlmCall, ModelAnswer, Run


@admin.register(LlmCall)
class LlmCallAdmin(ExportAdmin):
    root, path = Run, "run"
    list_display = ["id", link(LlmCall, "run", number), "node", "prompt", "model", "result",
                    "tokens_in", "tokens_out", "cost_usd", "seconds", "mended",
                    text(LlmCall, "error", 40), when(LlmCall, "created_at")]  # fmt: skip
    list_filter = [("run", AutocompleteSelectFilter), ("outcome", AllValuesCheckboxFilter),
                   ("model", AllValuesCheckboxFilter), ("created_at", DayFilter)]  # fmt: skip
    list_select_related = ["run"]
    search_fields = ["=run__id", "node", "prompt", "model", "error", "mended"]
    exported = ("id", "run", "node", "prompt", "prompt_hash", "model", "tokens_in", "tokens_out",
                "cost_usd", "seconds", "outcome", "error", "mended", "estimated",
                "created_at")  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """A call outside any run is nobody's work, and seen by those who see the admin."""
        seen = Run.objects.visible_to(request.user)
        rows: QuerySet[Any] = super(VisibleAdmin, self).get_queryset(request)
        return rows.filter(Q(run=None) | Q(run__in=seen))

    @display(description=_("outcome"), ordering="outcome",
             label={"ok": GOOD, "reserved": PLAIN, "error": BAD})  # fmt: skip
    def result(self, call: LlmCall) -> tuple[str, Any]:
        """`ok`, `reserved` as long as it lasts, else the kind of error."""
        known = {"ok": _("ok"), "reserved": _("under way")}
        if call.outcome == "reserved" and call.run is not None and call.run.is_finished:
            return "error", _("lost in a crash")
        if call.outcome in known:
            return call.outcome, known[call.outcome]
        return "error", call.outcome


@admin.register(ModelAnswer)
class ModelAnswerAdmin(LedgerAdmin):
    root, path = Run, "run"
    list_display = ["id", "model", link(ModelAnswer, "run", number),
                    text(ModelAnswer, "answer", 90), "short_key",
                    when(ModelAnswer, "created_at")]  # fmt: skip
    list_filter = [("model", AllValuesCheckboxFilter), ("created_at", DayFilter)]
    list_select_related = ["run"]
    search_fields = ["model", "=run__id", "key"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An answer that is let go is asked for again; nothing else changes."""
        return request.user.has_perm("runs.delete_modelanswer")

    @display(description=_("key"), ordering="key")
    def short_key(self, answer: ModelAnswer) -> str:
        return answer.key[:12]
