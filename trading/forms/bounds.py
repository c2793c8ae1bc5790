"""How far a development may go, and what any strategy of it must keep to."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from trading.domain.limits import BOUNDS, Limits

_LIMITS = Limits()


def _number(name: str, label: Any, help_text: Any = "") -> forms.IntegerField:
    low, high = BOUNDS[name]
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        initial=getattr(_LIMITS, name),
        help_text=help_text,
    )


def _date(label: Any, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


def _percent(label: Any, low: int, high: int, help_text: Any = "") -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        required=False,
        min_value=low,
        max_value=high,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"step": "any"}),
    )


class LimitsForm(forms.Form):
    """Rounds, variants, the seed and the gates."""

    max_iterations = _number("max_iterations", _("Maximum number of iterations"))
    max_strategy_iterations = _number(
        "max_strategy_iterations", _("Most designs per round of research")
    )
    max_research_iterations = _number(
        "max_research_iterations", _("Maximum number of research rounds")
    )
    variants = _number("variants", _("Variants an iteration"))
    seed = _number(
        "seed", _("Seed"), _("The same seed, data and memory give the same development.")
    )
    profile = forms.ChoiceField(
        label=_("Quality gates"), help_text=_("What a variant must reach. Kept as they are now.")
    )


class ConstraintsForm(forms.Form):
    """The side, the dates, the costs and what the rules may be made of."""

    long_only = forms.BooleanField(label=_("Long only: never sell short"), required=False)
    start = _date(_("Bars from"))
    end = _date(_("Bars to"), _("Both included; empty: all there are."))
    commission = _percent(_("Commission a side, in percent"), 0, 9)
    spread = _percent(
        _("Spread and slippage, in percent"), 0, 9, _("Of the price, paid at each entry.")
    )
    margin = _percent(
        _("Margin, in percent"), 2, 100, _("Of a position: 50 allows twice the equity.")
    )
    borrow = _percent(_("Fee for short positions, in percent a year"), 0, 99, _("Of their value."))
    cash = forms.FloatField(
        label=_("Cash to begin with"),
        required=False,
        min_value=0,
        max_value=1e12,
        help_text=_("In the currency of the prices."),
    )
    fractions = forms.ChoiceField(
        label=_("Parts of a unit"),
        required=False,
        choices=[
            ("", _("for prices above a hundredth of the cash")),
            ("yes", _("traded")),
            ("no", _("whole units alone")),
        ],
    )
    most_complexity = forms.IntegerField(
        label=_("Maximum complexity"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Parts of the rules, counted. Empty: any."),
    )
    forbidden_indicators = forms.MultipleChoiceField(
        label=_("Indicators to leave out"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        start, end = told.get("start"), told.get("end")
        if start and end and start > end:
            self.add_error("end", _("the last day is before the first"))
        return told
