"""Columns, links and filters that lists share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator, capfirst
from django.utils.timezone import localtime
from unfold.contrib.filters.admin import BooleanRadioFilter, RangeDateFilter
from unfold.decorators import display as unfold
from unfold.utils import display_for_label, parse_date_str

Column = Callable[[Any], Any]
Method = TypeVar("Method", bound=Callable[..., Any])
Words = str | Promise
LENGTH = 70
GOOD, BAD, WARN, CALM, PLAIN = "success", "danger", "warning", "info", ""


def display(
    *, description: Words, ordering: str | None = None, label: Mapping[str, str] | None = None
) -> Callable[[Method], Method]:
    """Unfold's decorator of a method that is a column, with its types."""
    decorate: Callable[[Method], Method] = unfold(
        description=description, ordering=ordering, label=label
    )
    return decorate


def cut(text: Any, length: int = LENGTH) -> Any:
    """A long text cut to one cell; the whole text shows on hovering."""
    text = str(text or "")
    if not text:
        return None
    short = Truncator(text).chars(length)
    title, size = text if short != text else "", "wide" if length > LENGTH else "text"
    return format_html('<span class="crivo-{}" title="{}">{}</span>', size, title, short)


def text(model: type[Model], field: str, length: int = LENGTH) -> Column:
    """A long text, cut."""
    return _column(field, _name(model, field), lambda row: cut(getattr(row, field), length))


def title_of(row: Model) -> str:
    """What a row is called in the reader's language, by its own page in the admin."""
    page: Any = admin.site._registry.get(type(row))
    return str(page.title_of(row)) if hasattr(page, "title_of") else str(row)


def link(model: type[Model], field: str, name_of: Callable[[Any], Any] = title_of) -> Column:
    """The target of a foreign key. Its list loads it in the same query (`list_select_related`)."""

    def show(row: Any) -> Any:
        target = getattr(row, field)
        if target is None:
            return None
        return anchor(change_url(target), Truncator(name_of(target)).chars(28), title_of(target))

    return _column(field, _name(model, field), show)


def link_whole(model: type[Model], field: str) -> Column:
    """The target of a foreign key under its whole title, for the page of one row."""

    def show(row: Any) -> Any:
        target = getattr(row, field)
        return None if target is None else anchor(change_url(target), title_of(target))

    return _column(field, _name(model, field), show)


def number(row: Model) -> str:
    """The row's number, where the row's own text would only repeat the column."""
    return str(row.pk)


def state(model: type[Model], field: str, colours: Mapping[str, str]) -> Column:
    """A choice, translated and coloured."""
    choices = dict(model._meta.get_field(field).flatchoices)  # type: ignore[union-attr]
    return coloured(field, _name(model, field), choices, colours)


def coloured(
    field: str, title: Words, choices: Mapping[Any, Words], colours: Mapping[str, str]
) -> Column:
    """A code, annotated or stored, translated and coloured."""

    def show(row: Any) -> Any:
        code = getattr(row, field)
        return _label(str(choices.get(code, code)), colours.get(code, PLAIN)) if code else None

    return _column(field, title, show)


def flag(model: type[Model], field: str, colour: str) -> Column:
    """A coloured label where a condition holds; nothing where it does not."""
    name = _name(model, field)
    return _column(
        field, name, lambda row: _label(str(name), colour) if getattr(row, field) else None
    )


@lru_cache(maxsize=512)
def _label(name: str, colour: str) -> str:
    """A coloured label: its template is rendered once for all rows that have it."""
    made: str = display_for_label((name, name), "", {name: colour})
    return made


def when(model: type[Model], field: str) -> Column:
    """A short form of a time, in the reader's format."""

    def show(row: Any) -> Any:
        moment = getattr(row, field)
        if moment is None:
            return None
        shown = date_format(localtime(moment), "SHORT_DATETIME_FORMAT")
        return format_html('<span class="crivo-when">{}</span>', shown)

    return _column(field, _name(model, field), show)


def in_words(model: type[Model], field: str, names: Mapping[str, Words]) -> Column:
    """A code, translated."""

    def show(row: Any) -> Any:
        code = getattr(row, field)
        return names.get(code, code) or None

    return coded(model, field, show)


def coded(model: type[Model], field: str, show: Callable[[Any], Any]) -> Column:
    """A column that shows a code in words; the page of one row shows it alike."""
    column = _column(field, _name(model, field), show)
    column.in_words = True  # type: ignore[attr-defined]
    return column


def count(field: str, title: Words, url: Callable[[Any], str]) -> Column:
    """An annotated count that links to what it counts."""

    def show(row: Any) -> Any:
        number = getattr(row, field) or 0
        return anchor(url(row), number_format(number, force_grouping=True)) if number else 0

    return _column(field, title, show)


def _name(model: type[Model], field: str) -> Words:
    return model._meta.get_field(field).verbose_name  # type: ignore[union-attr]


def _column(field: str, title: Words, show: Callable[[Any], Any]) -> Column:
    def column(row: Any) -> Any:
        return show(row)

    column.__name__ = field
    column.short_description = title  # type: ignore[attr-defined]
    column.admin_order_field = field  # type: ignore[attr-defined]
    column.empty_value_display = "-"  # type: ignore[attr-defined]
    return column


# URLs of the admin's pages, and links to them.


def change_url(row: Model) -> str:
    """The URL of a row's page in the admin."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def list_url(model: type[Model], **lookups: Any) -> str:
    """The URL of a model's list in the admin, filtered."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(lookups, doseq=True)}"


def anchor(url: str, text: Any, title: Any = "") -> str:
    return format_html('<a class="crivo-link" href="{}" title="{}">{}</a>', url, title, text)


def links_to(lists: Iterable[tuple[type[Model], dict[str, Any]]]) -> str:
    """Links to several filtered lists."""
    addresses = [
        (list_url(model, **lookups), capfirst(model._meta.verbose_name_plural))
        for model, lookups in lists
    ]
    return format_html_join(" · ", "{}", ((anchor(url, name),) for url, name in addresses))


# Replacements for filters of unfold that have a bug.


class DayFilter(RangeDateFilter):
    """From one day to another, both included, in the site's time zone. Unfold's own filter ends at
    the midnight at which the last day begins."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        for end, lookup in (("from", "gte"), ("to", "lte")):
            day = parse_date_str(self.used_parameters.get(f"{self.parameter_name}_{end}"))
            if day is not None:
                queryset = queryset.filter(**{f"{self.parameter_name}__date__{lookup}": day})
        return queryset


class YesNoFilter(BooleanRadioFilter):
    """Unfold's own filter fails on "All", which its form sends along with every other filter."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        return super().queryset(request, queryset) if self.value() else queryset
