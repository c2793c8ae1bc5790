"""Pages of long lists."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet


class RowPaginator(Paginator):  # type: ignore[type-arg]  # not subscriptable when it runs
    """Finds the rows of a page by their keys alone, then reads these: what a list shows of a row
    is not worked out for all the rows before it."""

    def page(self, number: int | str) -> Page[Any]:
        """The page of that number. Raises InvalidPage."""
        page = super().page(number)
        rows: Any = self.object_list
        if isinstance(page.object_list, QuerySet):
            keys = list(page.object_list.values_list("pk", flat=True))
            page.object_list = rows.filter(pk__in=keys)
        return page
