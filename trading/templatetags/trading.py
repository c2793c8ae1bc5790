"""What the templates of trading use: codes in words, figures as one reads them."""

from __future__ import annotations

from typing import Any

from django import template

from trading.market.storage import calendar_in_words
from trading.presenting import numbers, words

register = template.Library()
register.filter("percent", numbers.percent)
register.filter("significant", numbers.significant)
register.filter("p_value", numbers.p_value)
register.filter("change", numbers.change)


@register.filter
def word(code: Any, group: str = "") -> str:
    """A code in the reader's words: `{{ code|word }}`, `{{ agent|word:"agent" }}`."""
    return words.word("" if code is None else str(code), group)


@register.filter
def figure(value: Any, name: str = "") -> str:
    """A metric's value: `{{ value|figure:"max_drawdown" }}`, `{{ row.value|figure:row.name }}`."""
    return numbers.figure(value, name)


@register.filter
def calendar(of: Any) -> str:
    """What the bars a year of a dataset, or of what a file would become, rest on."""
    return calendar_in_words(of.calendar, of.bars_per_year)
