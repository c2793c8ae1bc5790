"""Which rows of a list, in which order, how many per page; an unknown parameter is an error."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema_field
from rest_framework.exceptions import ValidationError
from rest_framework.filters import OrderingFilter
from rest_framework.pagination import PageNumberPagination

from config.desk.lists import RowPaginator
from config.text.validation import as_number

MAX_PAGE_SIZE = 200


class Pages(PageNumberPagination):
    """25 a page unless `page_size` says otherwise, at most 200."""

    page_size = 25
    django_paginator_class = RowPaginator
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE

    def get_page_size(self, request: Any) -> int:
        """The page size asked for. Raises ValidationError for one out of bounds instead of
        adjusting it."""
        wanted = request.query_params.get("page_size")
        if wanted is None:
            return self.page_size
        size = as_number(wanted)
        if size is not None and 1 <= size <= MAX_PAGE_SIZE:
            return size
        raise ValidationError(
            {"page_size": _("takes a whole number from 1 to %(limit)s") % {"limit": MAX_PAGE_SIZE}}
        )

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """`page` and `page_size` with their bounds."""
        found: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in found:
            parameter["schema"]["minimum"] = 1
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"]["maximum"] = MAX_PAGE_SIZE
        return found


@extend_schema_field({"type": "boolean"})
class YesNo(filters.TypedChoiceFilter):
    """`true` or `false`; anything else is an error (the packaged filter ignores it)."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[("true", "true"), ("false", "false")], coerce=_true, **options)

    def filter(self, qs: Any, value: Any) -> Any:
        return qs if value in (None, "") else super().filter(qs, value)


def _true(value: str) -> bool:
    return value == "true"


@extend_schema_field({"type": "integer", "minimum": 0, "maximum": 2**63 - 1})
class Number(filters.Filter):
    """A whole number that an id can be; anything else is an error."""

    field_class = forms.IntegerField

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"min_value": 0, "max_value": 2**63 - 1, **options})


_YEARS = (1900, 9000)
"""Within the years 1 to 9999 of Python and of the databases, whatever the time zone."""


class _MomentField(filters.IsoDateTimeFilter.field_class):
    """A time that every database and time zone can hold."""

    def to_python(self, value: Any) -> Any:
        found = super().to_python(value)
        if found is not None and not _YEARS[0] <= found.year <= _YEARS[1]:
            raise forms.ValidationError(_("takes a year from 1900 to 9000"), code="invalid")
        # In UTC: PostgreSQL refuses an offset of 16 hours and more, which ISO 8601 allows.
        return found and found.astimezone(UTC)


@extend_schema_field(
    {"type": "string", "format": "date-time", "pattern": "^(19[0-9]{2}|[2-8][0-9]{3}|9000)-"}
)
class Moment(filters.IsoDateTimeFilter):
    """A date and time in ISO 8601; without a time zone it is the site's."""

    field_class = _MomentField


class Ordering(OrderingFilter):
    """`ordering=field` or `-field`; rows with equal values are ordered by id."""

    def remove_invalid_fields(
        self, queryset: QuerySet[Any], fields: Iterable[str], view: Any, request: Any
    ) -> list[str]:
        """The fields asked for. Raises ValidationError if one is not on the view's list."""
        names = list(fields)
        allowed = [name for name, _label in self.get_valid_fields(queryset, view)]
        if unknown := [name for name in names if name.removeprefix("-") not in allowed]:
            raise ValidationError(
                {
                    "ordering": _("%(name)s cannot be ordered by; there are: %(known)s")
                    % {"name": ", ".join(unknown), "known": ", ".join(allowed)}
                }
            )
        return [*names, "pk"] if names else []

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """The parameter's part of the schema: nothing where a list has only one order."""
        if not (names := getattr(view, "ordering_fields", None)):
            return []
        field = f"-?({'|'.join(map(re.escape, names))})"
        shown: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        return [
            {**each, "schema": {"type": "string", "pattern": f"^{field}(,{field})*$"}}
            for each in shown
        ]


def known_parameters(view: Any) -> set[str]:
    """The query parameters of a list: its filters, its order, its pages."""
    known = {"page", "page_size"}
    if getattr(view, "ordering_fields", None):
        known.add("ordering")
    filterset = getattr(view, "filterset_class", None)
    return known | set(filterset.base_filters) if filterset else known


def refuse_unknown(request: Any, known: set[str]) -> None:
    """Raises ValidationError naming each query parameter that is unknown or empty."""
    unknown = set(request.query_params) - known
    if unknown:
        message = _("there is no such parameter; there are: %(known)s")
        detail = message % {"known": ", ".join(sorted(known)) or "-"}
        raise ValidationError(dict.fromkeys(sorted(unknown), detail), code="unknown_parameter")
    if empty := sorted(name for name, value in request.query_params.items() if not value):
        detail = _("has no value: give one, or leave it out")
        raise ValidationError(dict.fromkeys(empty, detail), code="empty")
