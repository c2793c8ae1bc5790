"""Answers of models that the cache keeps, in the admin: to look at, and to let go."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AllValuesCheckboxFilter

from config.desk.admin.base import LedgerAdmin
from config.desk.admin.columns import display, link, number, text, when
from config.desk.admin.filters import DayFilter
from config.runs.models import ModelAnswer, Run


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
