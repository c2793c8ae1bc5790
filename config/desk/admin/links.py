"""Addresses of the admin's pages, and links to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst


def change_url(row: Model) -> str:
    """A row's page in the admin."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def list_url(model: type[Model], **lookups: Any) -> str:
    """A model's list in the admin, filtered."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(lookups, doseq=True)}"


def anchor(url: str, words: Any, title: Any = "") -> str:
    return format_html('<a class="crivo-link" href="{}" title="{}">{}</a>', url, title, words)


def links_to(lists: Iterable[tuple[type[Model], dict[str, Any]]]) -> str:
    """A link to each of several filtered lists."""
    addresses = [
        (list_url(model, **lookups), capfirst(model._meta.verbose_name_plural))
        for model, lookups in lists
    ]
    return format_html_join(" · ", "{}", ((anchor(url, name),) for url, name in addresses))
