"""The forms of a person's account: the role is one choice rather than a set of groups."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from unfold.forms import UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminSelectWidget

from config.desk.roles import ADMIN, NAMES, RESEARCHER, ROLES


def role_in(person: User) -> str:
    """The role that a person's groups (prefetched in lists) give; a superuser is an admin."""
    if person.is_superuser:
        return ADMIN
    names = {group.name for group in person.groups.all()}
    return next((role for role in reversed(ROLES) if role in names), RESEARCHER)


class RoleForm(forms.ModelForm):  # type: ignore[type-arg]  # no generic at run time
    """Adds `role`; what it says replaces the groups of the roles, other groups stay."""

    reader: User | None = None
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(role, _(NAMES[role])) for role in ROLES],
        initial=RESEARCHER,
        widget=UnfoldAdminSelectWidget(),
        help_text=_(
            "A researcher sees their own work; a reviewer sees all and decides on the work of "
            "others; an admin curates data here."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["role"].initial = role_in(self.instance)

    def clean(self) -> dict[str, Any] | None:
        """Raises ValidationError for an admin who would lock themselves out."""
        said = super().clean()
        same = self.reader is not None and self.instance.pk == self.reader.pk
        stays = self.cleaned_data.get("is_active", True) and (
            self.cleaned_data.get("role") == ADMIN or self.instance.is_superuser
        )
        if same and not stays:
            raise ValidationError(_("you would lock yourself out of the admin"))
        return said

    def save_role(self) -> None:
        """Once the person is stored."""
        self.instance.groups.remove(*Group.objects.filter(name__in=ROLES))
        self.instance.groups.add(Group.objects.get(name=self.cleaned_data["role"]))


class PersonForm(RoleForm, UserChangeForm):
    pass


class NewPersonForm(RoleForm, UserCreationForm):
    pass
