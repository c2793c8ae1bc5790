"""How lists of strategies, variants and specs are narrowed (an unknown value is an error), and the
form of the spec editor.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from trading.models import SegmentName
from trading.services.specs import MAX_NAME
from trading.storage import known_tickers
from trading.strategies.names import DOCUMENT_CHARACTERS


class SpecForm(forms.Form):
    """A spec as text. What is wrong with it is told beside it, not by the form."""

    text = forms.CharField(
        label=_("The spec, as JSON"),
        strip=False,
        required=False,
        max_length=2 * DOCUMENT_CHARACTERS,  # the reader says what is too long, and by how much
        widget=forms.Textarea(
            attrs={
                "rows": 26,
                "spellcheck": "false",
                "autocomplete": "off",
                "autocapitalize": "off",
                "wrap": "off",
                "aria-describedby": "check",
            }
        ),
    )
    name = forms.CharField(
        label=_("Name to keep it under"),
        required=False,
        max_length=MAX_NAME,
        help_text=_("A name that you used before: the next version. Empty: the spec's own name."),
    )
    ticker = forms.ChoiceField(label=_("Ticker"), required=False)
    variant = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["ticker"]
        field.choices = [(ticker, ticker) for ticker in known_tickers()]

    def clean_text(self) -> str:
        """The text with the line ends that are counted."""
        return str(self.cleaned_data["text"]).replace("\r\n", "\n")


class SpecFilterForm(forms.Form):
    """How the list of saved specs is narrowed."""

    q = forms.CharField(label=_("Search"), required=False, max_length=200)
    archived = forms.ChoiceField(
        label=_("Archived"),
        required=False,
        choices=[("", _("hidden")), ("only", _("only these"))],
    )


ANY: tuple[str, Any] = ("", _("any"))


class VariantFilterForm(forms.Form):
    """What a table of variants is asked for."""

    iteration = forms.TypedChoiceField(
        label=_("Iteration"), required=False, coerce=int, empty_value=None
    )
    passed = forms.ChoiceField(
        label=_("Gates"),
        required=False,
        choices=[ANY, ("yes", _("passes")), ("no", _("does not pass"))],
    )
    on = forms.ChoiceField(label=_("Sort figures by"), required=False, choices=SegmentName.choices)

    def __init__(self, data: Any, iterations: Iterable[int]) -> None:
        # Without a word on it, figures are those that the gates judge.
        super().__init__({"on": "validation", **data})
        field: Any = self.fields["iteration"]
        field.choices = [ANY, *((number, number) for number in iterations)]


STATUSES = (
    ("SUCCESS", _("success")),
    ("ACCEPTED", _("accepted")),
    ("ABANDONED", _("abandoned")),
    ("MAX_ITERATIONS", _("limit reached")),
    ("working", _("at work")),
    ("failed", _("failed")),
    ("cancelled", _("cancelled")),
)
SOURCES = (("agent", _("agent")), ("forced", _("forced")), ("human", _("person")))


class StrategyFilterForm(forms.Form):
    """What a list of strategies is asked for."""

    q = forms.CharField(label=_("Search"), required=False, max_length=200)
    status = forms.ChoiceField(label=_("Status"), required=False, choices=[ANY, *STATUSES])
    ticker = forms.CharField(label=_("Ticker"), required=False, max_length=20)
    source = forms.ChoiceField(label=_("Decided by"), required=False, choices=[ANY, *SOURCES])
    owner = forms.CharField(label=_("Owner"), required=False, max_length=150)
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        since, until = values.get("since"), values.get("until")
        if since and until and since > until:
            self.add_error("until", _("ends before it begins"))
        return values


class DatasetFilterForm(forms.Form):
    """A ticker, or a part of one."""

    q = forms.CharField(label=_("Ticker"), required=False, max_length=40)
