"""How many runs a person may start, and the hosts that execute them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_q.models import Failure, OrmQ, Schedule, Success
from unfold.admin import TabularInline

from config.desk.admin.base import PlainAdmin
from config.desk.admin.columns import display, link
from config.desk.admin.people import PersonAdmin
from config.runs.models import RunQuota, WorkerHost
from config.runs.quotas import started_lately


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
        """Says what holds without a quota of one's own."""
        kwargs["help_texts"] = {
            "runs_per_day": gettext(
                "How many runs within 24 hours; 0 allows none. Without a quota: %(count)s."
            )
            % {"count": settings.RUNS_PER_DAY}
        }
        return super().get_formset(request, obj, **kwargs)


PersonAdmin.inlines.append(QuotaInline)
