"""What the templates of variants use."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext_lazy as _

from trading.presenting.code_names import segment_word, word
from trading.presenting.numbers import NONE, figure, number

register = template.Library()
register.filter("played_segment", segment_word)


@register.filter
def points(share: float | None) -> str:
    """A share of one as a percentage without its sign, for a table that says so."""
    return NONE if share is None else number(100 * share, 1)


@register.filter
def money(value: float | None) -> str:
    """An amount, to the cent."""
    return NONE if value is None else number(value, 2)


@register.filter
def plain(value: Any) -> str:
    """A parameter's value with as many digits as it has; a yes or no, or a text, as it is."""
    if value is None:
        return NONE
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    digits = f"{value:.10f}".rstrip("0").rstrip(".")
    places = len(digits.partition(".")[2])
    return number_format(value, places, use_l10n=True, force_grouping=False).replace("-", "−")


@register.filter
def bar_time(moment: datetime, daily: bool) -> str:
    """A bar's time: its date, or its moment in UTC."""
    return date_format(moment, "SHORT_DATE_FORMAT" if daily else "SHORT_DATETIME_FORMAT")


@register.filter
def line_value(value: Any, name: str) -> str:
    """A recorded or recomputed value that may be anything, said as the figure it is."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return figure(value, name)
    return NONE if value is None else str(value)


ASKED = {
    "ticker": _("ticker"),
    "data": _("data"),
    "dates": _("dates"),
    "max_iterations": _("max. iterations"),
    "max_strategy_iterations": _("max. strategy iterations"),
    "max_research_iterations": _("max. research iterations"),
    "variants_wanted": _("variants an iteration"),
    "seed": _("seed"),
    "profile": _("gates"),
    "memory": _("memory"),
    "cash": _("cash"),
    "commission": _("commission a side"),
    "long_only": _("long only"),
    "forbidden_indicators": _("forbidden indicators"),
    "most_complexity": _("most parts"),
    "start": _("from"),
    "end": _("to"),
}


@register.filter
def asked_word(name: str) -> str:
    """What a development was asked for, by its code."""
    return str(ASKED.get(name, name.replace("_", " ")))


@register.filter
def figure_word(name: str) -> str:
    """A figure's name in words."""
    return word(name, "figure")
