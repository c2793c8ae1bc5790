"""Users and roles, failed sign-ins, and the audit log."""

from __future__ import annotations

from typing import Any, ClassVar

import knox.admin  # noqa: F401  # it registers the tokens, which are unregistered here
from axes.models import AccessAttempt
from axes.utils import reset
from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from knox.models import AuthToken
from unfold.contrib.filters.admin import DropdownFilter
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminSelectWidget

from config.desk.admin.acts import Act, ActsAdmin, AdminRequest
from config.desk.admin.base import ExportAdmin, PlainAdmin, ReadOnlyAdmin
from config.desk.admin.columns import (
    BAD,
    CALM,
    GOOD,
    PLAIN,
    DayFilter,
    YesNoFilter,
    anchor,
    display,
    list_url,
    when,
)
from config.desk.models import AuditEntry
from config.desk.refusals import Conflict
from config.desk.roles import ADMIN, NAMES, RESEARCHER, REVIEWER, ROLES
from config.desk.sign_in import is_paused
from config.desk.tokens import revoke_all_tokens

# A list of tokens would show what only their owners may see: the number of tokens is shown.
admin.site.unregister(AuthToken)


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
        """Raises ValidationError for admins who would lock themselves out."""
        values = super().clean()
        same = self.reader is not None and self.instance.pk == self.reader.pk
        stays = self.cleaned_data.get("is_active", True) and (
            self.cleaned_data.get("role") == ADMIN or self.instance.is_superuser
        )
        if same and not stays:
            raise ValidationError(_("you would lock yourself out of the admin"))
        return values

    def save_role(self) -> None:
        """Set the groups, once the person is stored."""
        self.instance.groups.remove(*Group.objects.filter(name__in=ROLES))
        self.instance.groups.add(Group.objects.get(name=self.cleaned_data["role"]))


class PersonForm(RoleForm, UserChangeForm):
    pass


class NewPersonForm(RoleForm, UserCreationForm):
    pass


admin.site.unregister(User)
admin.site.unregister(Group)


def with_role(people: QuerySet[User], role: str) -> QuerySet[User]:
    """The people whose highest role is this one, as `role_of` finds it, in one query."""
    admins = Q(is_superuser=True) | Q(pk__in=User.objects.filter(groups__name=ADMIN))
    reviewers = ~admins & Q(pk__in=User.objects.filter(groups__name=REVIEWER))
    return people.filter({ADMIN: admins, REVIEWER: reviewers}.get(role, ~admins & ~reviewers))


class RoleFilter(DropdownFilter):
    title = _("role")
    parameter_name = "role"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(role, _(NAMES[role])) for role in ROLES]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        return with_role(queryset, self.value()) if self.value() in ROLES else queryset


def _revoke(admin_request: AdminRequest) -> None:
    if not revoke_all_tokens(user_id=admin_request.pk):
        raise Conflict(_("there is no token to revoke"))


@admin.register(User)
class PersonAdmin(ActsAdmin, UserAdmin, PlainAdmin):  # type: ignore[type-arg, misc]
    """A person's account, role and tokens; an app adds what it knows of them to `inlines`."""

    form, add_form, change_password_form = PersonForm, NewPersonForm, AdminPasswordChangeForm
    list_display = ["username", "email", "role", "is_active", "token_count", "last_login"]
    list_filter = [RoleFilter, ("is_active", YesNoFilter)]
    search_fields = ["username", "first_name", "last_name", "email"]
    filter_horizontal = ()
    date_hierarchy = "date_joined"
    readonly_fields = ["last_login", "date_joined"]
    inlines: ClassVar[list[Any]] = []
    fieldsets = (
        (None, {"fields": ("username", "password", "role", "is_active")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "role", "password1", "password2")}),)
    acts = [
        Act("revoke", _("Revoke API tokens"), _("API tokens revoked"), _revoke,
            warning=_("Programs that use these people's tokens will be refused from now on."),
            icon="key_off"),
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        people: QuerySet[User] = super().get_queryset(request)
        return people.prefetch_related("groups").annotate(token_count=Count("auth_token_set"))

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        form.reader = request.user  # the form keeps admins from locking themselves out
        return form

    def save_related(self, request: Any, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        form.save_role()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only a superuser may change a superuser's account."""
        return self._may(request, obj) and bool(super().has_change_permission(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        may = self._may(request, obj) and obj != request.user
        return may and bool(super().has_delete_permission(request, obj))

    def _may(self, request: HttpRequest, obj: Any) -> bool:
        return not getattr(obj, "is_superuser", False) or bool(request.user.is_superuser)

    @display(description=_("role"), label={ADMIN: GOOD, REVIEWER: CALM, RESEARCHER: PLAIN})
    def role(self, person: User) -> tuple[str, Any]:
        role = role_in(person)
        return role, _(NAMES[role])

    @display(description=_("API tokens"), ordering="token_count")
    def token_count(self, person: Any) -> int:
        return int(person.token_count)


@admin.register(Group)
class RoleAdmin(ReadOnlyAdmin):
    """The roles are fixed (config/desk/roles.py); a person's role is set on the user's page."""

    list_display = ["title", "members"]
    fields = readonly_fields = ["title", "members"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        groups: QuerySet[Group] = super().get_queryset(request)
        return groups.filter(name__in=ROLES)

    @display(description=_("role"), ordering="name")
    def title(self, group: Group) -> Any:
        return _(NAMES[group.name])

    @display(description=_("users"))
    def members(self, group: Group) -> str:
        """The number of people with each role as their highest: one query for all three."""
        number = with_role(User.objects.all(), group.name).count()
        return anchor(list_url(User, role=group.name), number)


# Failed sign-ins, and the audit log.


@admin.register(AuditEntry)
class AuditAdmin(ExportAdmin):
    """Who did what with accounts and data; the log can be viewed, searched and exported."""

    root = AuditEntry
    list_display = [when(AuditEntry, "at"), "act", "person", "address", "subject"]
    list_filter = ["act", ("at", DayFilter)]
    search_fields = ["person", "address", "subject"]
    fields = readonly_fields = ["at", "act", "person", "address", "subject"]
    exported = ("id", "at", "act", "person", "address", "subject")


_OF_AXES = (
    gettext_noop("access attempt"), gettext_noop("access attempts"), gettext_noop("Attempt Time"),
    gettext_noop("Failed Logins"), gettext_noop("IP Address"), gettext_noop("Path"),
    gettext_noop("User Agent"), gettext_noop("Username"),
)  # fmt: skip
"""What axes calls them, for our catalogue: it brings no Portuguese."""


def _let_in(admin_request: AdminRequest) -> None:
    attempt = AccessAttempt.objects.get(pk=admin_request.pk)
    reset(ip=attempt.ip_address, username=attempt.username)


@admin.register(AccessAttempt)
class AttemptAdmin(ActsAdmin, ReadOnlyAdmin):
    """Without the name that was typed: a mistyped name may be a password."""

    list_display = ["attempt_time", "username", "ip_address", "failures_since_start", "locked"]
    list_filter = [("attempt_time", DayFilter)]
    search_fields = ["username", "ip_address"]
    date_hierarchy = "attempt_time"
    fields = ["attempt_time", "username", "ip_address", "user_agent", "path_info",
              "failures_since_start"]  # fmt: skip
    acts = [Act("let_in", _("Unlock"), _("unlocked"), _let_in, icon="lock_open")]

    @display(description=_("state"), label={"locked": BAD, "open": PLAIN})
    def locked(self, attempt: Any) -> tuple[str, Any]:
        """Whether the next attempt would be refused, as long as the pause lasts."""
        failures, last = attempt.failures_since_start, attempt.attempt_time
        if is_paused(failures, last, settings.AXES_FAILURE_LIMIT):
            return "locked", _("locked out")
        return "open", _("next attempt possible")
