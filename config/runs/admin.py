"""Runs in the admin: to look at, never to change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from .models import Event, LlmCall, Run, Step


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # no generic at run time
    """What a run produced is read-only."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    list_display = ["id", "kind", "subject_id", "status", "crashes", "worker", "created_at"]
    list_filter = ["status", "kind", "created_at"]
    search_fields = ["=id", "kind", "=subject_id", "error", "worker"]


@admin.register(Step)
class StepAdmin(ReadOnlyAdmin):
    list_display = ["id", "run_id", "node", "iteration", "item", "seconds", "finished_at"]
    list_filter = ["node", "finished_at"]
    search_fields = ["=run__id", "node", "item"]


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ["id", "run_id", "kind", "node", "created_at"]
    list_filter = ["kind", "created_at"]
    search_fields = ["=run__id", "node"]


@admin.register(LlmCall)
class LlmCallAdmin(ReadOnlyAdmin):
    list_display = ["id", "run_id", "node", "prompt", "model", "outcome", "tokens_in",
                    "tokens_out", "cost_usd", "seconds", "created_at"]  # fmt: skip
    list_filter = ["outcome", "model", "created_at"]
    search_fields = ["=run__id", "node", "prompt", "model", "error"]
