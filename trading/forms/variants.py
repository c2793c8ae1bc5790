"""How the table of variants is narrowed and sorted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from trading.models import SegmentName

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
