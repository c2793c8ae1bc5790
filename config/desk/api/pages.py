"""How long lists are cut."""

from __future__ import annotations

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """25 a page unless `page_size` says otherwise, at most 200."""

    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = 200
