"""Admin pages: the look of lists, which rows they show, read-only rows, and export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

import tablib
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import ForeignKey, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from import_export.admin import ExportActionModelAdmin
from import_export.fields import Field
from import_export.formats.base_formats import CSV, JSON
from import_export.resources import ModelResource
from import_export.widgets import Widget
from unfold.admin import ModelAdmin, checkbox
from unfold.contrib.import_export.forms import ExportForm
from unfold.views import ChangeList

from config.desk.admin.columns import link_whole
from config.desk.lists import RowPaginator
from config.desk.roles import is_admin
from config.desk.spreadsheets import harmless

_ROW = "THE-ROW"


@cache
def _box(_language: str | None) -> str:
    """The checkbox of a row, with a placeholder for its key."""
    return str(checkbox.render(ACTION_CHECKBOX_NAME, _ROW))


class PlainList(ChangeList):
    """A list that makes each of its addresses once: its headings are made anew for every row."""

    preserved_filters: str

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._addresses: dict[str, str] = {}
        super().__init__(*args, **kwargs)
        self._addresses.clear()  # what it filters by is settled now
        # What a row's address keeps: else Django resolves each of them only to add the same to all.
        self._kept, self.preserved_filters = self.preserved_filters, ""

    def url_for_result(self, result: Model) -> str:
        address: str = super().url_for_result(result)
        return f"{address}?{self._kept}" if self._kept else address

    def get_query_string(
        self, new_params: Mapping[str, Any] | None = None, remove: Sequence[str] | None = None
    ) -> str:
        key = repr((sorted((new_params or {}).items()), sorted(remove or ())))  # values are lists
        if key not in self._addresses:
            self._addresses[key] = super().get_query_string(new_params, remove)
        return self._addresses[key]


class TitledRow(SimpleLazyObject):  # type: ignore[type-arg]  # no generic at run time
    """A row that reads as its title: the trail at a page's head prints the row."""

    def __init__(self, row: Model, title: str) -> None:
        super().__init__(lambda: row)
        self.__dict__["title"] = title

    def __str__(self) -> str:
        return str(self.__dict__["title"])


class PlainAdmin(ModelAdmin):
    """A list in the house style."""

    list_per_page = settings.PAGE_SIZE
    paginator = RowPaginator
    show_full_result_count = False
    list_filter_submit = True
    list_fullwidth = True
    list_sections = ()  # said, or each row searches all of this class for it twice

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return PlainList

    def title_of(self, row: Any) -> str:
        """What a row is called, in the reader's language: where the row alone would show codes."""
        return str(row)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        if (row := kwargs.get("obj")) is not None:
            title = self.title_of(row)
            context |= {"subtitle": title, "original": TitledRow(row, title)}
        page: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return page

    @admin.display(description=ModelAdmin.action_checkbox.short_description)
    def action_checkbox(self, obj: Model) -> str:
        """The checkbox of a row: its template is rendered once per language, not once per row."""
        return mark_safe(_box(get_language()).replace(_ROW, escape(obj.pk)))  # noqa: S308  # escaped


class ReadOnlyAdmin(PlainAdmin):
    """Rows that a run or a service wrote: they can be viewed and searched, never changed."""

    has_history = False  # rows are not changed here, so there is no change to show
    further_columns: Sequence[Any] = ()
    """Columns of translated codes that the list has no room for."""

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """A code that the list translates (`in_words` of its column) is translated here, too; a
        text that the list cuts is `whole`; a row that it refers to is called by its title."""
        columns = [*self.list_display, *self.further_columns]
        translated = {
            each.__name__: getattr(each, "whole", each)
            for each in columns
            if hasattr(each, "in_words")
        }
        for field in self.opts.fields:
            if isinstance(field, ForeignKey) and field.related_model in self.admin_site._registry:
                translated[field.name] = link_whole(self.model, field.name)
        return [
            (
                title,
                {**options, "fields": [translated.get(name, name) for name in options["fields"]]},
            )
            for title, options in super().get_fieldsets(request, obj)
        ]

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
    """Fields that are loaded for the page of one row, not for a list of many."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        seen = self.root._default_manager.visible_to(request.user)  # type: ignore[attr-defined]
        if not self.path:
            return self.annotated(seen).defer(*self.large)
        rows = super().get_queryset(request)
        if not is_admin(request.user):  # an admin sees every row, so no query by owner is needed
            rows = rows.filter(**{f"{self.path}__in": seen})
        return self.annotated(rows).defer(*self.large)

    def annotated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The rows, annotated with the counts that the columns show; one query, whatever the number
        of rows."""
        return rows


class LedgerAdmin(VisibleAdmin, ReadOnlyAdmin):
    """Rows that a run or a service wrote, as far as the reader may see them; the newest first."""

    ordering = ("-id",)


# Export of a list as CSV or JSON: the rows listed, keys as numbers, no formula.


class HarmlessCSV(CSV):
    """CSV in which no cell is a formula."""

    def export_data(self, dataset: tablib.Dataset, **kwargs: Any) -> Any:
        safe = tablib.Dataset(headers=dataset.headers)
        for row in dataset:
            safe.append([harmless(cell) for cell in row])
        return safe.export("csv", **kwargs)


class Native(Widget):
    """A value as it is; a time in ISO 8601 with its zone, money rounded to a millionth."""

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> Any:
        if isinstance(value, Decimal):
            return float(round(value, 6))
        return value.isoformat() if hasattr(value, "isoformat") else value


def resource(model: type[Model], *fields: str) -> type[ModelResource]:
    """The exported columns of a model: its fields and annotations, a foreign key as its number."""
    columns = {name: Field(_attribute(model, name), name, widget=Native()) for name in fields}
    meta = type("Meta", (), {"model": model, "fields": fields, "export_order": fields})
    return type(f"{model.__name__}Resource", (ModelResource,), {**columns, "Meta": meta})


def _attribute(model: type[Model], name: str) -> str:
    found = {field.name: field for field in model._meta.fields}.get(name)
    return found.attname if isinstance(found, ForeignKey) else name


class ExportAdmin(LedgerAdmin, ExportActionModelAdmin):
    """Exports what the list shows, or the rows that were ticked. There is no import."""

    exported: tuple[str, ...] = ()
    show_change_form_export = False
    export_form_class = ExportForm

    def get_export_formats(self) -> list[type[Any]]:
        return [HarmlessCSV, JSON]

    def get_export_resource_classes(self, request: HttpRequest) -> list[type[ModelResource]]:
        return [resource(self.model, *self.exported)]

    def has_export_permission(self, request: HttpRequest) -> bool:
        """Who may read rows one by one may take them along."""
        return bool(self.has_view_permission(request))

    def get_valid_export_item_pks(self, request: HttpRequest) -> Any:
        return self.get_queryset(request).values_list("pk", flat=True)

    def get_export_data(
        self, file_format: Any, request: HttpRequest, queryset: QuerySet[Any], **kwargs: Any
    ) -> Any:
        """The file's content: values as they are, so that JSON has numbers and nulls."""
        if not self.has_export_permission(request):
            raise PermissionDenied
        data = self.get_data_for_export(request, queryset, **kwargs)
        return file_format.export_data(data)
