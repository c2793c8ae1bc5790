"""Runs in the admin: to look at, never to change."""

from __future__ import annotations

from django.contrib import admin

from config.desk.admin import ReadOnlyAdmin

from .models import Event, LlmCall, Run, Step


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
