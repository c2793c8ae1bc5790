"""Admin pages: how lists look, which rows they show, and rows nobody edits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from unfold.admin import ModelAdmin

from config.desk.paging import RowPaginator
from config.desk.roles import is_admin


class PlainAdmin(ModelAdmin):
    """A list in the house style."""

    list_per_page = 50
    paginator = RowPaginator
    show_full_result_count = False
    list_filter_submit = True
    list_fullwidth = True


class ReadOnlyAdmin(PlainAdmin):
    """Rows that a run or a service wrote: to look at and search, never to change."""

    has_history = False  # nobody changes them here, so there is none to show

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        context = {"show_history": self.has_history, **(extra_context or {})}
        page: HttpResponse = super().change_view(request, object_id, form_url, context)
        return page

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class VisibleAdmin(ModelAdmin):
    """Lists only what the reader may see.

    `root` is the model whose queryset answers `visible_to`, and `path` leads from a row to it;
    without a path the rows are of that model.
    """

    root: type[Model]
    path = ""
    large: Sequence[str] = ()
    """Fields that are loaded with the page of one row, not with a list of many."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        seen = self.root._default_manager.visible_to(request.user)  # type: ignore[attr-defined]
        if not self.path:
            return self.annotated(seen).defer(*self.large)
        rows = super().get_queryset(request)
        if not is_admin(request.user):  # who sees all: no row needs a look at what it belongs to
            rows = rows.filter(**{f"{self.path}__in": seen})
        return self.annotated(rows).defer(*self.large)

    def annotated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The rows with what their columns count; one query, however many rows."""
        return rows


class LedgerAdmin(VisibleAdmin, ReadOnlyAdmin):
    """Rows that a run or a service wrote, as far as the reader may see them; the newest first."""

    ordering = ("-id",)
