"""The page of a list: its rows narrowed and sorted as the address asks."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from .paging import RowPaginator


def list_page(
    request: HttpRequest,
    *,
    template: str,
    form: forms.Form,
    orders: Container[str],
    rows: Callable[[Mapping[str, Any], str], QuerySet[Any]],
) -> HttpResponse:
    """`rows` gives a list's rows for the clean values of `form` and for one of `orders`.

    An unknown order is "new"; a value that the form refuses leaves the list empty.
    """
    values = form.cleaned_data if form.is_valid() else {}
    order = request.GET.get("order", "new")
    found = rows(values, order if order in orders else "new")
    if not form.is_valid():
        found = found.none()
    asked = {name for name, value in values.items() if value}
    context = {
        "form": form,
        "page": RowPaginator(found, settings.PAGE_SIZE).get_page(request.GET.get("page")),
        "order": order,
        "asked": asked,
        "more": asked - {"q", "status", "ticker"},  # what stands behind “More filters”
    }
    return render(request, template, context)
