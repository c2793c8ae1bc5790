"""Columns that lists share: cut texts, links and coloured states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.timezone import localtime
from unfold.decorators import display as unfold

from .links import anchor, change_url

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


def cut(words: Any, length: int = LENGTH) -> Any:
    """A long text in one cell; the whole of it shows on hovering."""
    words = str(words or "")
    if not words:
        return None
    short = Truncator(words).chars(length)
    title, size = words if short != words else "", "wide" if length > LENGTH else "text"
    return format_html('<span class="crivo-{}" title="{}">{}</span>', size, title, short)


def text(model: type[Model], field: str, length: int = LENGTH) -> Column:
    """A long text, cut."""
    return _column(field, _name(model, field), lambda row: cut(getattr(row, field), length))


def link(model: type[Model], field: str, words: Callable[[Any], Any] = str) -> Column:
    """What a foreign key leads to. Its list selects it along (`list_select_related`)."""

    def show(row: Any) -> Any:
        target = getattr(row, field)
        if target is None:
            return None
        return anchor(change_url(target), Truncator(words(target)).chars(28), target)

    return _column(field, _name(model, field), show)


def number(row: Model) -> str:
    """A row's number, for those whose own words would repeat much."""
    return str(row.pk)


def state(model: type[Model], field: str, colours: Mapping[str, str]) -> Column:
    """A choice, in words and colour."""
    choices = dict(model._meta.get_field(field).flatchoices)  # type: ignore[union-attr]
    return coloured(field, _name(model, field), choices, colours)


def coloured(
    field: str, title: Words, choices: Mapping[Any, Words], colours: Mapping[str, str]
) -> Column:
    """A code, annotated or stored, in words and colour."""

    def show(row: Any) -> Any:
        code = getattr(row, field)
        return (code, choices.get(code, code)) if code else None

    column = _column(field, title, show)
    column.label = {code: colours.get(code, PLAIN) for code in choices}  # type: ignore[attr-defined]
    return column


def flag(model: type[Model], field: str, colour: str) -> Column:
    """A truth worth a coloured word; nothing when it is not so."""
    name = _name(model, field)
    column = _column(field, name, lambda row: (True, name) if getattr(row, field) else None)
    column.label = {True: colour}  # type: ignore[attr-defined]
    return column


def when(model: type[Model], field: str) -> Column:
    """A time in little room, alike in every language."""

    def show(row: Any) -> Any:
        moment = getattr(row, field)
        if moment is None:
            return None
        shown = localtime(moment).strftime("%Y-%m-%d %H:%M")
        return format_html('<span class="crivo-when">{}</span>', shown)

    return _column(field, _name(model, field), show)


def said(model: type[Model], field: str, words: Mapping[str, Words]) -> Column:
    """A code, in words."""

    def show(row: Any) -> Any:
        code = getattr(row, field)
        return words.get(code, code) or None

    return _column(field, _name(model, field), show)


def count(field: str, title: Words, url: Callable[[Any], str]) -> Column:
    """An annotated number that leads to what it counts."""

    def show(row: Any) -> Any:
        number = getattr(row, field) or 0
        return anchor(url(row), number) if number else 0

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
