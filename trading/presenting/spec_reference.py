"""What a spec may hold, in short: its fields, its indicators, templates to start from."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from trading.analyst.sentences import kind_name, templates
from trading.strategies.description import series_words
from trading.strategies.indicators import KINDS
from trading.strategies.templates import TEMPLATES

FIELDS = (
    ("name", _("what you call it")),
    ("description", _("what it is meant to do; changes nothing")),
    ("direction", _("long, short or both")),
    ("parameters", _('numbers that may be tuned: type, value, low, high, step; used as "$name"')),
    ("ordered", _("pairs of parameters, the first always below the second")),
    ("indicators", _("what the rules read, each with its kind and arguments (below)")),
    ("long_entry, long_exit, short_entry, short_exit", _("the rules: conditions")),
    ("sizing", _("all_in, fixed_fraction (fraction) or volatility_target (annual, length)")),
    ("stops", _("stop_loss, take_profit, trailing_stop (fractions), time_stop (bars)")),
)  # fmt: skip
CONDITIONS = (
    ('{"op": ">", "left": ..., "right": ...}', _("also >=, <, <=, crosses_above, crosses_below")),
    ('{"op": "between", "value": ..., "low": ..., "high": ...}', _("both ends included")),
    ('{"op": "and", "conditions": [...]}', _("all of them; with or, at least one")),
    ('{"op": "not", "condition": ...}', _("it does not hold")),
    ('{"op": "-", "left": ..., "right": ...}', _("an operand; also +, *, /")),
    (
        '"close", "rsi", "macd.signal", "$fast", 30',
        _("operands: a price, an indicator, one of its outputs, a parameter, a number"),
    ),
)  # fmt: skip


class IndicatorRow(NamedTuple):
    """An indicator: its kind, arguments with defaults, what each output is, its look-back."""

    kind: str
    arguments: str
    outputs: list[tuple[str, str]]
    lookback: int


def language() -> str:
    """The language of specs' words that is the reader's."""
    return "pt" if (get_language() or "").startswith("pt") else "en"


def indicators() -> list[IndicatorRow]:
    """Every indicator, in the reader's language."""
    return [_indicator(kind) for kind in KINDS.values()]


def _indicator(kind: Any) -> IndicatorRow:
    numbers = kind.defaults
    told = ["source: close"] if "source" in kind.inputs else []
    told += [f"{name}: {value:g}" for name, value in numbers.items()]
    told += [name for name in kind.arguments if name not in numbers]
    words = series_words(kind, language())
    one = len(words) == 1
    outputs = [("" if one else name, said) for name, said in words.items()]
    defaults = {name: int(value) for name, value in numbers.items()}
    return IndicatorRow(kind.name, ", ".join(told), outputs, kind.lookback(**defaults))


def gallery() -> list[tuple[str, list[tuple[str, str]]]]:
    """The templates by family: each family's name, and the kind and name of each of its own."""
    said = language()
    families: dict[str, list[tuple[str, str]]] = {}
    for each in TEMPLATES:
        name = templates(said).get(f"name_{each.kind}", each.name)
        families.setdefault(each.family, []).append((each.kind, name))
    return [(_family(family, said), rows) for family, rows in families.items()]


def _family(family: str, said: str) -> str:
    return str(_("one bar")) if family == "single_bar" else kind_name(family, said)
