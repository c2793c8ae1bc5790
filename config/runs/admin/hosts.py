"""The hosts that work, in the admin: to look at."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django_q.models import Failure, OrmQ, Schedule, Success

from config.desk.admin.base import PlainAdmin
from config.runs.models import WorkerHost


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
