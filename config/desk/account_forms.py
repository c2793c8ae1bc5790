"""What a person fills in on the page of their account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from .tokens import READ, REVIEW, SUBMIT

DAYS = (1, 7, 30, 90, 365)


class PasswordForm(PasswordChangeForm):
    """Django's, with what a password must be in plain sentences."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = " ".join(password_validators_help_texts())
        self.fields["new_password1"].help_text = rules
        self.fields["old_password"].widget.attrs.pop("autofocus", None)


class AddressForm(forms.Form):
    """Where a link for a new password is sent; only who knows the password may change it."""

    email = forms.EmailField(
        label=_("Mail address"),
        required=False,
        max_length=254,
        help_text=_("Where a link is sent when you forget your password. Empty: nowhere."),
    )
    password = forms.CharField(
        label=_("Your password"), widget=forms.PasswordInput, strip=False, max_length=4096
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id, self.user = "address-%s", user
        self.fields["email"].initial = user.email

    def clean_password(self) -> str:
        """Raises ValidationError for another one."""
        given: str = self.cleaned_data["password"]
        if not self.user.check_password(given):
            raise ValidationError(_("that is not your password"))
        return given


class TokenForm(forms.Form):
    """A new API token."""

    name = forms.CharField(
        label=_("Name"), max_length=100, help_text=_("What it is for: a script, a machine.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=[
            (READ, _("read what you may see")),
            (SUBMIT, _("submit, answer and change your own work")),
            (REVIEW, _("decide on the work of others, if you may")),
        ],
        initial=[READ],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("choose one at least")},
    )
    days = forms.TypedChoiceField(label=_("Ends after"), coerce=int, initial=30)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        most = settings.REST_KNOX["TOKEN_TTL"].days
        days = [each for each in DAYS if each <= most] or [1]
        field: Any = self.fields["days"]
        field.choices = [
            (each, ngettext("%(n)s day", "%(n)s days", each) % {"n": each}) for each in days
        ]
