"""Runs in the admin, with their steps and events; the models that may be asked, and the calls."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html_join
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django_q.models import Failure, OrmQ, Schedule, Success
from unfold.admin import TabularInline
from unfold.contrib.filters.admin import (
    AllValuesCheckboxFilter,
    AutocompleteSelectFilter,
    ChoicesCheckboxFilter,
    DropdownFilter,
    SingleNumericFilter,
)

from config import env
from config.desk import site
from config.desk.admin.acts import Act, ActsAdmin, AdminRequest
from config.desk.admin.base import ExportAdmin, LedgerAdmin, PlainAdmin, ReadOnlyAdmin, VisibleAdmin
from config.desk.admin.columns import (
    BAD,
    CALM,
    GOOD,
    PLAIN,
    WARN,
    Column,
    DayFilter,
    anchor,
    change_url,
    coded,
    count,
    display,
    link,
    links_to,
    list_url,
    number,
    state,
    text,
    when,
)
from config.desk.admin.people import PersonAdmin
from config.lazy_import import LazyImport
from config.runs import registry
from config.runs.errors import UnknownKind
from config.runs.models import (
    Event,
    LlmCall,
    ModelAnswer,
    ModelProvider,
    Run,
    RunQuota,
    ServerAbilities,
    Step,
    WorkerHost,
)
from config.runs.querysets import RunQuerySet
from config.runs.services import cancel_run, retry_run, started_lately

if TYPE_CHECKING:
    from config.runs.model_check import check_model
    from config.runs.providers import ability_lines, forget
else:  # called with a request: with them come the clients of models
    check_model = LazyImport("config.runs.model_check.check_model")
    ability_lines = LazyImport("config.runs.providers.ability_lines")
    forget = LazyImport("config.runs.providers.forget")

EVENT_COLOURS = {
    "started": CALM, "resumed": CALM, "retried": CALM, "finished": GOOD, "failed": BAD,
    "crashed": BAD, "interrupted": WARN, "cancelling": WARN, "cancelled": WARN,
}  # fmt: skip


def _step_column(model: type[Model], field: str) -> Column:
    """A step's node or item, in the words of its kind of run."""

    def show(row: Any) -> Any:
        return registry.in_words(row.run.kind, getattr(row, field)) or None

    return coded(model, field, show)


@admin.register(Step)
class StepAdmin(LedgerAdmin):
    root, path = Run, "run"
    list_display = [
        "id",
        link(Step, "run", number),
        _step_column(Step, "node"),
        "iteration",
        _step_column(Step, "item"),
        "took",
        when(Step, "finished_at"),
    ]
    list_filter = [("run", AutocompleteSelectFilter), ("node", AllValuesCheckboxFilter),
                   ("finished_at", DayFilter)]  # fmt: skip
    list_select_related = ["run"]
    search_fields = ["=run__id", "node", "item"]

    def title_of(self, step: Step) -> str:
        names = [registry.in_words(step.run.kind, code) for code in (step.node, step.item)]
        return " ".join(filter(None, [names[0], str(step.iteration), names[1]]))

    @display(description=_("seconds"), ordering="seconds")
    def took(self, step: Any) -> float:
        return round(float(step.seconds), 3)


@admin.register(Event)
class EventAdmin(LedgerAdmin):
    root, path = Run, "run"
    list_display = ["id", link(Event, "run", number), state(Event, "kind", EVENT_COLOURS),
                    _step_column(Event, "node"),
                    when(Event, "created_at")]  # fmt: skip
    list_filter = [("run", AutocompleteSelectFilter), ("kind", ChoicesCheckboxFilter),
                   ("created_at", DayFilter)]  # fmt: skip
    list_select_related = ["run"]
    search_fields = ["=run__id", "node"]

    def title_of(self, event: Event) -> str:
        named = registry.in_words(event.run.kind, event.node)
        return " ".join(filter(None, [event.get_kind_display(), named]))


COLOURS = {"queued": PLAIN, "running": CALM, "done": GOOD, "failed": BAD, "cancelled": WARN,
           "dead": BAD}  # fmt: skip


class KindFilter(DropdownFilter):
    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(kind.name, kind.title or kind.name) for kind in registry.all_kinds()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Run]) -> QuerySet[Run]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


def _cancel(admin_request: AdminRequest) -> None:
    cancel_run(run_id=admin_request.pk)


def _retry(admin_request: AdminRequest) -> None:
    retry_run(run_id=admin_request.pk)


@admin.register(Run)
class RunAdmin(ActsAdmin, ExportAdmin):
    root = Run
    list_display = ["id", "title", "subject", state(Run, "status", COLOURS), "duration",
                    count("call_count", _("model calls"),
                          lambda run: list_url(LlmCall, run__id__exact=run.pk)),
                    "cost", "crashes", text(Run, "error", 50), "created_by",
                    when(Run, "created_at")]  # fmt: skip
    list_filter = [("status", ChoicesCheckboxFilter), KindFilter,
                   ("subject_id", SingleNumericFilter), ("created_by", AutocompleteSelectFilter),
                   ("created_at", DayFilter)]  # fmt: skip
    list_select_related = ["created_by"]
    search_fields = ["=id", "kind", "=subject_id", "error", "worker"]
    readonly_fields = ["title", "subject", "duration", "cost", "left_behind"]
    fieldsets = [
        (None, {"fields": ["title", "subject", "status", "error", "created_by", "left_behind"]}),
        (_("Times"), {"fields": ["created_at", "queued_at", "woken_at", "started_at",
                                 "finished_at", "cancel_requested_at", "duration"]}),
        (_("Execution"), {"fields": ["worker", "fence", "lease_until", "crashes", "code_version",
                                     "cost", "params"]}),
    ]  # fmt: skip
    exported = ("id", "kind", "subject_id", "status", "crashes", "error", "worker", "code_version",
                "created_by", "created_at", "queued_at", "started_at", "finished_at",
                "call_count", "cost_usd")  # fmt: skip
    acts = [
        Act("retry", _("Run again"), _("queued again"), _retry, icon="replay",
            fits=lambda run: run.status not in ("running", "done")),
        Act("cancel", _("Cancel"), _("cancelled, or asked to stop"), _cancel, icon="cancel",
            fits=lambda run: not run.is_finished),
    ]  # fmt: skip

    def annotated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.with_costs()  # type: ignore[attr-defined,no-any-return]

    @display(description=_("kind"), ordering="kind")
    def title(self, run: Run) -> Any:
        return title_of(run.kind)

    @display(description=_("subject"), ordering="subject_id")
    def subject(self, run: Run) -> Any:
        return subject_link(run)

    @display(description=_("duration"))
    def duration(self, run: Run) -> Any:
        """Seconds from the first start to the end; a run that has not ended has none."""
        if run.started_at is None or run.finished_at is None:
            return None
        seconds = (run.finished_at - run.started_at).total_seconds()
        return _("%(seconds)s s") % {"seconds": number_format(round(seconds, 1), 1)}

    @display(description=_("cost (USD)"), ordering="cost_usd")
    def cost(self, run: Any) -> str:
        return number_format(round(run.cost_usd, 4), 4)

    @display(description=_("left behind"))
    def left_behind(self, run: Run) -> Any:
        """Links to the lists of its steps, events and calls."""
        return links_to([(model, {"run__id__exact": run.pk}) for model in (Step, Event, LlmCall)])


def title_of(kind: str) -> Any:
    """A kind's title; its name when no app registers it any more."""
    try:
        return registry.get(kind).title or kind
    except UnknownKind:
        return kind


def subject_link(run: Run) -> Any:
    """The number of the run's subject, linked when the subject has a page."""
    try:
        visible = registry.get(run.kind).visible
    except UnknownKind:
        return run.subject_id
    model = visible(AnonymousUser()).model if visible else None
    if model is None or not admin.site.is_registered(model):
        return run.subject_id
    meta = model._meta
    url = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[run.subject_id])
    return anchor(url, f"{meta.verbose_name} {run.subject_id}")


_DAY = timedelta(days=1)
_SHOWN = 5  # failed runs listed by number
_ACTIVE, _FAILED = ["queued", "running"], ["failed", "dead"]


def runs_panel(user: Any) -> site.DashboardPanel:
    """The running runs and those of the last day, their cost, and the latest failures."""
    since = timezone.now() - _DAY
    runs = Run.objects.visible_to(user)
    failed = runs.filter(status__in=_FAILED, finished_at__gte=since).order_by("-pk")[:_SHOWN]
    return site.DashboardPanel(
        _("Runs of the last 24 hours"),
        [*_worked(runs, since), *_spent(since)],
        [(str(run), change_url(run), run.error) for run in failed],
        _("Failed lately"),
    )


def _worked(runs: RunQuerySet, since: datetime) -> list[site.DashboardFigure]:
    lately = Q(finished_at__gte=since)
    counts = runs.aggregate(
        active=Count("pk", filter=Q(status__in=_ACTIVE)),
        done=Count("pk", filter=lately & Q(status="done")),
        failed=Count("pk", filter=lately & Q(status__in=_FAILED)),
    )
    return [
        site.DashboardFigure(_("queued or running"), counts["active"], _list(_ACTIVE), CALM),
        site.DashboardFigure(_("done"), counts["done"], _list(["done"])),
        site.DashboardFigure(_("failed or dead"), counts["failed"], _list(_FAILED), BAD),
    ]


def _spent(since: datetime) -> list[site.DashboardFigure]:
    usage = LlmCall.objects.filter(created_at__gte=since).usage()
    url = list_url(LlmCall)
    return [
        site.DashboardFigure(_("model calls"), usage["llm_calls"], url),
        site.DashboardFigure(_("cost (USD)"), number_format(round(usage["cost_usd"], 2), 2), url),
    ]


def _list(statuses: list[str]) -> str:
    return list_url(Run, status__exact=statuses)


site.register(runs_panel)


# Quotas: how many runs a person may start; and the hosts that execute them.


@admin.register(WorkerHost)
class WorkerHostAdmin(PlainAdmin):
    list_display = ["name", "supervisor", "workers", "seen_at"]
    search_fields = ["name"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: WorkerHost | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: WorkerHost | None = None) -> bool:
        return False


for model in (Failure, OrmQ, Schedule, Success):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


@admin.register(RunQuota)
class RunQuotaAdmin(PlainAdmin):
    list_display = ["id", link(RunQuota, "user"), "runs_per_day", "used"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    autocomplete_fields = ["user"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        started = started_lately().filter(created_by=OuterRef("user")).order_by()
        counted = started.values("created_by").annotate(number=Count("pk")).values("number")
        rows: QuerySet[Any] = super().get_queryset(request)
        with_use: QuerySet[Any] = rows.annotate(started=Coalesce(Subquery(counted), 0))
        return with_use

    @display(description=_("started within 24 hours"), ordering="started")
    def used(self, quota: Any) -> int:
        return int(quota.started)


class QuotaInline(TabularInline):
    model = RunQuota
    extra = 0
    verbose_name_plural = _("run quota")

    def get_formset(self, request: HttpRequest, obj: User | None = None, **kwargs: Any) -> Any:
        """States the limit for a person without a quota of their own."""
        kwargs["help_texts"] = {
            "runs_per_day": gettext(
                "How many runs within 24 hours; 0 allows none. Without a quota: %(count)s."
            )
            % {"count": settings.RUNS_PER_DAY}
        }
        return super().get_formset(request, obj, **kwargs)


PersonAdmin.inlines.append(QuotaInline)


def _forget(admin_request: AdminRequest) -> None:
    forget(pk=admin_request.pk)


@admin.register(ServerAbilities)
class ServerAbilitiesAdmin(ActsAdmin, ReadOnlyAdmin):
    list_display = ["model", text(ServerAbilities, "base_url", 50), "found",
                    when(ServerAbilities, "learned_at"), "until"]  # fmt: skip
    list_filter = [("model", AllValuesCheckboxFilter)]
    search_fields = ["model", "base_url"]
    fields = ["base_url", "model", "found", "learned_at", "until"]
    readonly_fields = ["found", "until"]
    has_history = False  # it would be deleted with the row
    acts = [
        Act("forget", _("Forget"), _("forgotten: the next run learns it again"), _forget,
            warning=_("The next run tries again what this server refused: that takes a few calls."),
            icon="delete"),
    ]  # fmt: skip

    @display(description=_("what it takes"))
    def found(self, row: ServerAbilities) -> str:
        from config.llm.abilities import Abilities

        lines = ability_lines(Abilities.of_json(row.abilities))
        return format_html_join("", "<div>{}</div>", ((line,) for line in lines))

    @display(description=_("remembered until"), ordering="learned_at")
    def until(self, row: ServerAbilities) -> str:
        return date_format(localtime(row.old_at), "SHORT_DATE_FORMAT")


def _test(admin_request: AdminRequest) -> str:
    row = ModelProvider.objects.get(pk=admin_request.pk)
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
        """Whether the variable is set where this page is served; its value is never shown."""
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
        """A call outside any run has no owner; every admin sees it."""
        seen = Run.objects.visible_to(request.user)
        rows: QuerySet[Any] = super(VisibleAdmin, self).get_queryset(request)
        return rows.filter(Q(run=None) | Q(run__in=seen))

    def title_of(self, call: LlmCall) -> str:
        return f"{call.model} {call.prompt} ({self.result(call)[1]})"

    @display(description=_("outcome"), ordering="outcome",
             label={"ok": GOOD, "reserved": PLAIN, "error": BAD})  # fmt: skip
    def result(self, call: LlmCall) -> tuple[str, Any]:
        """`ok`, `reserved` while it lasts, else the kind of error."""
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
        """A deleted answer is asked for again; nothing else changes."""
        return request.user.has_perm("runs.delete_modelanswer")

    @display(description=_("key"), ordering="key")
    def short_key(self, answer: ModelAnswer) -> str:
        return answer.key[:12]
