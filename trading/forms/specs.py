"""The spec editor, and how the list of saved specs is narrowed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

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
