"""Export of a list as CSV or JSON: what is listed, keys as numbers, no formula."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import tablib
from django.core.exceptions import PermissionDenied
from django.db.models import ForeignKey, Model, QuerySet
from django.http import HttpRequest
from import_export.admin import ExportActionModelAdmin
from import_export.fields import Field
from import_export.formats.base_formats import CSV, JSON
from import_export.resources import ModelResource
from import_export.widgets import Widget
from unfold.contrib.import_export.forms import ExportForm

from config.desk.spreadsheets import harmless

from .base import LedgerAdmin


class HarmlessCSV(CSV):
    """CSV in which no cell is a formula."""

    def export_data(self, dataset: tablib.Dataset, **kwargs: Any) -> Any:
        safe = tablib.Dataset(headers=dataset.headers)
        for row in dataset:
            safe.append([harmless(cell) for cell in row])
        return safe.export("csv", **kwargs)


class Native(Widget):
    """A value as it is; a time in ISO 8601 with its zone, money to a millionth."""

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> Any:
        if isinstance(value, Decimal):
            return float(round(value, 6))
        return value.isoformat() if hasattr(value, "isoformat") else value


def resource(model: type[Model], *fields: str) -> type[ModelResource]:
    """What is exported of a model: its fields and annotations, a foreign key as its number."""
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
