"""How long lists are cut."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination

from config.desk.lists import RowPaginator

MAX_PAGE_SIZE = 200


class Pages(PageNumberPagination):
    """25 a page unless `page_size` says otherwise, at most 200."""

    page_size = 25
    django_paginator_class = RowPaginator
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE

    def get_page_size(self, request: Any) -> int:
        """The size asked for. Raises ValidationError for one that cannot be had, never guesses."""
        asked = request.query_params.get("page_size")
        if asked is None:
            return self.page_size
        if asked.isascii() and asked.isdigit() and 1 <= int(asked[:6]) <= MAX_PAGE_SIZE:
            return int(asked[:6])
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
