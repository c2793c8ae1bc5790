"""A file of market data, and what its content leaves open."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from trading.market.csv_reader import Options
from trading.models import AuxiliaryDataset, Dataset, Upload
from trading.services.pending_uploads import PRICES

_FOUND_OUT: tuple[str, Any] = ("", _("detect from the file"))


KINDS: dict[str, Any] = {PRICES: _("prices"), **dict(AuxiliaryDataset.Kind.choices)}


class UploadForm(forms.Form):
    """A new upload; with `again`, one that is there already and may get another file."""

    file = forms.FileField(
        label=_("CSV file"),
        allow_empty_file=True,  # the service says that it is empty
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
        help_text=_("UTF-8, with a header; ',', ';' or tabs between columns; the oldest first."),
    )
    ticker = forms.CharField(
        label=_("Ticker"), max_length=40, help_text=_("What the data are of, such as PETR4.")
    )
    kind = forms.ChoiceField(
        label=_("What it holds"),
        choices=list(KINDS.items()),
        initial=PRICES,
    )
    source = forms.CharField(
        label=_("Source"),
        required=False,
        max_length=Dataset.SOURCE_LENGTH,
        help_text=_("Where the data come from; the file's name unless you say it."),
    )
    licence = forms.CharField(
        label=_("Licence"),
        required=False,
        max_length=Dataset.LICENCE_LENGTH,
        help_text=_("What may be done with the data."),
    )
    date_order = forms.ChoiceField(
        label=_("Dates such as 01/02/2020"),
        required=False,
        choices=[_FOUND_OUT, ("dmy", _("day first")), ("mdy", _("month first"))],
    )
    decimal = forms.ChoiceField(
        label=_("Decimal sign"),
        required=False,
        choices=[_FOUND_OUT, ("point", _("point: 1,234.56")), ("comma", _("comma: 1.234,56"))],
    )
    timezone = forms.CharField(
        label=_("Time zone"),
        required=False,
        max_length=60,
        help_text=_(
            "Where bars of less than a day trade, such as America/Sao_Paulo; else as the file has "
            "them, or UTC. Dates stay as they are."
        ),
    )
    bars_per_year = forms.FloatField(
        label=_("Bars a year"),
        required=False,
        min_value=1,
        max_value=1_000_000,
        help_text=_("From the days on which the bars trade, unless you enter a number."),
    )
    keep_partial = forms.BooleanField(
        label=_("Keep a last week or month that is not over"), required=False
    )
    adjusted = forms.BooleanField(
        label=_("The prices are adjusted for splits and dividends already"), required=False
    )

    def __init__(self, *args: Any, again: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if again:
            self.fields["file"].required = False
            self.fields["file"].label = _("Another file in its place")
            self.fields["file"].help_text = _("Such as the same, mended.")

    @property
    def asked(self) -> dict[str, Any]:
        """What the services take."""
        told = self.cleaned_data
        file = told["file"]
        return {
            "data": file,
            "ticker": told["ticker"],
            "kind": told["kind"],
            "name": file.name if file else "",
            "source": told["source"],
            "licence": told["licence"],
            "options": Options(
                date_order=told["date_order"] or None,
                decimal=told["decimal"] or None,
                timezone=told["timezone"].strip(),
                adjusted=told["adjusted"],
                bars_per_year=told["bars_per_year"],
                keep_partial=told["keep_partial"],
            ),
        }


def of_upload(upload: Upload) -> dict[str, Any]:
    """A form's values for an upload that is there."""
    names = ("date_order", "decimal", "timezone", "bars_per_year")
    said = {name: upload.options.get(name) or "" for name in names}
    return {
        "ticker": upload.ticker,
        "kind": upload.kind,
        "source": upload.source,
        "licence": upload.licence,
        "adjusted": upload.options.get("adjusted", False),
        "keep_partial": upload.options.get("keep_partial", False),
        **said,
    }


FIELD_OF = {
    "bad_ticker": "ticker",
    "bad_zone": "timezone",
    "too_large": "file",
    "empty": "file",
    "not_text": "file",
    "utf16": "file",
    "nul": "file",
    "not_utf8": "file",
}
"""The field that a refusal is about, by the code of a MarketError."""
