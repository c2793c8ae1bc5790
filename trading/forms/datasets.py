"""How the list of datasets is narrowed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class DatasetFilterForm(forms.Form):
    """A ticker, or a part of one."""

    q = forms.CharField(label=_("Ticker"), required=False, max_length=40)
