"""Template tags of trading: names of codes, formatted figures."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import template
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from config.desk.templatetags.desk import marked
from config.lazy_import import LazyModule
from trading.presenting import numbers

if TYPE_CHECKING:
    from trading import storage
    from trading.presenting import code_names
    from trading.services import wording
else:  # Django imports the tags of all apps before it shows a page
    storage = LazyModule("trading.storage")
    code_names = LazyModule("trading.presenting.code_names")
    wording = LazyModule("trading.services.wording")

register = template.Library()
register.filter("percent", numbers.percent)
register.filter("probability", numbers.probability)
register.filter("significant", numbers.significant)
register.filter("p_value", numbers.p_value)
register.filter("change", numbers.change)


@register.filter
def word(code: Any, group: str = "") -> str:
    """A code's name: `{{ code|word }}`, `{{ agent|word:"agent" }}`."""
    return code_names.word("" if code is None else str(code), group)


@register.filter
def figure(value: Any, name: str = "") -> str:
    """A metric's value: `{{ value|figure:"max_drawdown" }}`, `{{ row.value|figure:row.name }}`."""
    return numbers.figure(value, name)


@register.filter
def played_segment(code: str) -> str:
    """The name of a part of the bars."""
    return code_names.segment_word(code)


@register.filter
def step_word(code: str) -> str:
    """The name of a run's step."""
    return code_names.step_word(code)


@register.filter
def measured(value: float | None, unit: str) -> str:
    """A finding's value with its unit: `{{ finding.value|measured:finding.unit }}`."""
    return numbers.measured(value, word(unit, "unit"))


@register.filter
def in_words(row: Any, strategy: Any = None) -> str:
    """A row's sentence, for its reader: `{{ finding|in_words:strategy }}`."""
    return wording.wording(row, strategy).text if row else ""


@register.filter
def words_lang(row: Any, strategy: Any = None) -> str:
    """The language of that sentence: `<p lang="{{ finding|words_lang:strategy }}">`."""
    return wording.wording(row, strategy).language if row else ""


@register.filter
def name_in_words(name: str, strategy: Any) -> str:
    """The name of a variant that a document names."""
    return wording.name_wording(name, strategy)


@register.filter
def objective(strategy: Any) -> str:
    """The request."""
    return wording.objective(strategy).text


@register.filter
def objective_lang(strategy: Any) -> str:
    """The language of the request."""
    return wording.objective(strategy).language


@register.filter
def rationale(variant: Any, strategy: Any) -> wording.Wording:
    """Why a variant was designed: `text` and `language`."""
    return wording.rationale(variant, strategy)


@register.filter
def advice(iteration: Any, strategy: Any) -> list[wording.Wording]:
    """The remedies for a round's failure."""
    return wording.advice(iteration, strategy)


@register.filter
def calendar(of: Any) -> str:
    """What the bars a year of a dataset, or of a file's preview, are based on."""
    return storage.calendar_in_words(of.calendar, of.bars_per_year)


# Outcome -> the colour that the hypotheses' pages use for the same, and its name.
_VERDICTS = {
    "SUCCESS": ("approved", _("success")),
    "ACCEPTED": ("approved", _("accepted")),
    "ABANDONED": ("rejected", _("abandoned")),
    "MAX_ITERATIONS": ("needs_refinement", _("limit reached")),
    "SENT_BACK": ("again", _("sent back")),
    "EXTENDED": ("again", _("limits extended")),
}
_UNDECIDED = {"working": _("at work"), "cancelled": _("cancelled")}


@register.simple_tag
def verdict(status: str, source: str | None = "", name: str = "") -> SafeString:
    """A strategy's status or a decision's outcome, and who came to it: `source` is agent, forced
    or human, `name` who the human was."""
    if status in _VERDICTS:
        return marked(*_VERDICTS[status], source, name)
    return marked(status, _UNDECIDED.get(status, _("failed")))


@register.filter
def points(share: float | None) -> str:
    """A share of one as a percentage without its sign, for a table with the sign in its head."""
    return numbers.NONE if share is None else numbers.number(100 * share, 1)


@register.filter
def money(value: float | None) -> str:
    """An amount, to the cent."""
    return numbers.NONE if value is None else numbers.number(value, 2)


register.filter("plain", numbers.parameter_value)


@register.filter
def bar_time(moment: datetime, daily: bool) -> str:
    """A bar's time: its date, or its time in UTC."""
    return date_format(moment, "SHORT_DATE_FORMAT" if daily else "SHORT_DATETIME_FORMAT")


@register.filter
def line_value(value: Any, name: str) -> str:
    """A recorded or recomputed value of any type, formatted as its figure."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return numbers.figure(value, name)
    return numbers.NONE if value is None else str(value)


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
    "spread": _("spread"),
    "margin": _("margin"),
    "borrow": _("fee for short positions, a year"),
    "fractions": _("parts of a unit"),
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
def parameter_word(name: str, variant: Any) -> str:
    """A parameter of a variant's rules in words."""
    return code_names.parameter_word(name, variant.template)


@register.filter
def figure_word(name: str) -> str:
    """A figure's name in words."""
    return code_names.word(name, "figure")
