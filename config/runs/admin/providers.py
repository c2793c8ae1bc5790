"""The models that may be asked, what their servers refuse, the calls to them, stored answers."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AllValuesCheckboxFilter, AutocompleteSelectFilter

from config import env
from config.desk.admin.acts import Act, ActsAdmin, AdminRequest
from config.desk.admin.base import ExportAdmin, LedgerAdmin, PlainAdmin, ReadOnlyAdmin, VisibleAdmin
from config.desk.admin.columns import BAD, GOOD, PLAIN, DayFilter, display, link, number, text, when
from config.runs.model_check import check_model
from config.runs.models import LlmCall, ModelAnswer, ModelProvider, Run, ServerAbilities
from config.runs.providers import forget, told


def _forget(asked: AdminRequest) -> None:
    forget(pk=asked.pk)


@admin.register(ServerAbilities)
class ServerAbilitiesAdmin(ActsAdmin, ReadOnlyAdmin):
    list_display = ["model", text(ServerAbilities, "base_url", 50), "found",
                    when(ServerAbilities, "learned_at"), "until"]  # fmt: skip
    list_filter = [("model", AllValuesCheckboxFilter)]
    search_fields = ["model", "base_url"]
    fields = ["base_url", "model", "found", "learned_at", "until"]
    readonly_fields = ["found", "until"]
    has_history = False  # it would end with the row
    acts = [
        Act("forget", _("Forget"), _("forgotten: the next run learns it again"), _forget,
            warning=_("The next run asks this server again for what it refused: a few calls more."),
            icon="delete"),
    ]  # fmt: skip

    @display(description=_("what it takes"))
    def found(self, row: ServerAbilities) -> str:
        from config.llm.abilities import Abilities

        lines = told(Abilities.of_json(row.abilities))
        return format_html_join("", "<div>{}</div>", ((line,) for line in lines))

    @display(description=_("remembered until"), ordering="learned_at")
    def until(self, row: ServerAbilities) -> str:
        return str(localtime(row.old_at).date())


def _test(asked: AdminRequest) -> str:
    row = ModelProvider.objects.get(pk=asked.pk)
    language = "pt" if (get_language() or "").startswith("pt") else "en"
    checked = check_model(name=row.name, language=language)
    return "; ".join([str(checked), *checked.can])


@admin.register(ModelProvider)
class ModelProviderAdmin(ActsAdmin, PlainAdmin):
    list_display = ["name", "model", text(ModelProvider, "base_url", 50), "key", "use",
                    "agents", "order"]  # fmt: skip
    list_filter = ["enabled"]
    search_fields = ["name", "model", "base_url"]
    fieldsets = [
        (None, {"fields": ["name", "enabled", "base_url", "model", "key_env"]}),
        (_("Answers"), {"fields": ["temperature", "max_tokens", "timeout_seconds", "parallel"]}),
        (_("Costs"), {"fields": ["price_in", "price_out"]}),
        (_("Chain"), {"fields": ["order", "agents"]}),
    ]
    acts = [
        Act("test", _("Test this model"), _("answered"), _test,
            warning=_("The model is asked one small question; the provider may charge for it."),
            icon="network_check"),
    ]  # fmt: skip

    @display(description=_("key"), label={"set": GOOD, "missing": BAD, "none": PLAIN})
    def key(self, row: ModelProvider) -> tuple[str, Any]:
        """Whether the variable is set where this page is served; its value is nobody's to see."""
        if not row.key_env:
            return "none", _("none needed")
        if env.secret(row.key_env):
            return "set", row.key_env
        return "missing", _("%(variable)s is not set") % {"variable": row.key_env}

    @display(description=_("enabled"), label={"on": GOOD, "off": PLAIN})
    def use(self, row: ModelProvider) -> tuple[str, Any]:
        return ("on", _("yes")) if row.enabled else ("off", _("no"))


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
