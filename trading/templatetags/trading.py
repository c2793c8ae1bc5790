"""What the templates of trading use: codes in words, figures as one reads them."""

from __future__ import annotations

from typing import Any

from django import template

from trading.presenting import code_names, numbers
from trading.services import wording
from trading.storage import calendar_in_words

register = template.Library()
register.filter("percent", numbers.percent)
register.filter("significant", numbers.significant)
register.filter("p_value", numbers.p_value)
register.filter("change", numbers.change)


@register.filter
def word(code: Any, group: str = "") -> str:
    """A code in the reader's words: `{{ code|word }}`, `{{ agent|word:"agent" }}`."""
    return code_names.word("" if code is None else str(code), group)


@register.filter
def figure(value: Any, name: str = "") -> str:
    """A metric's value: `{{ value|figure:"max_drawdown" }}`, `{{ row.value|figure:row.name }}`."""
    return numbers.figure(value, name)


register.filter("step_word", code_names.step_word)


@register.filter
def in_words(row: Any, strategy: Any = None) -> str:
    """What a row says, for its reader: `{{ finding|in_words:strategy }}`."""
    return wording.wording(row, strategy).text if row else ""


@register.filter
def words_lang(row: Any, strategy: Any = None) -> str:
    """The language of that: `<p lang="{{ finding|words_lang:strategy }}">`."""
    return wording.wording(row, strategy).language if row else ""


@register.filter
def name_in_words(name: str, strategy: Any) -> str:
    """The name of a variant that a document names."""
    return wording.name_wording(name, strategy)


@register.filter
def objective(strategy: Any) -> str:
    """What was asked for."""
    return wording.objective(strategy).text


@register.filter
def objective_lang(strategy: Any) -> str:
    """The language of that."""
    return wording.objective(strategy).language


@register.filter
def rationale(variant: Any, strategy: Any) -> wording.Wording:
    """Why a variant was designed: `text` and `language`."""
    return wording.rationale(variant, strategy)


@register.filter
def advice(iteration: Any, strategy: Any) -> list[wording.Wording]:
    """What was to be done about a round's failure."""
    return wording.advice(iteration, strategy)


@register.filter
def calendar(of: Any) -> str:
    """What the bars a year of a dataset, or of what a file would become, rest on."""
    return calendar_in_words(of.calendar, of.bars_per_year)


# Outcome -> the colour of the first desk that says the same.
_TONES = {
    "SUCCESS": "approved",
    "ACCEPTED": "approved",
    "ABANDONED": "rejected",
    "MAX_ITERATIONS": "needs_refinement",
    "SENT_BACK": "again",
    "EXTENDED": "again",
}


@register.inclusion_tag("trading/_verdict.html")
def verdict(status: str, source: str | None = "", name: str = "") -> dict[str, Any]:
    """A strategy's status or a decision's outcome, and who came to it: `source` is agent, forced
    or human, `name` who the human was."""
    decided = status in _TONES
    return {
        "status": status,
        "tone": _TONES.get(status, status),
        "source": (source or "") if decided else "",
        "name": name,
    }
