"""A reviewer's second look at a sealed holdout."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from trading.domain.limits import MAX_REASON_CHARACTERS


class LookForm(forms.Form):
    """Why, and how many openings the person knew of when they asked."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It goes on record with your name and stands beside the result for good."),
        error_messages={"required": _("opening the sealed holdout needs a reason")},
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)


def look_form(context: dict[str, Any], data: Any = None) -> LookForm:
    """The form on what `look_context` gave."""
    return LookForm(data, initial={"expected": context["known"]})
