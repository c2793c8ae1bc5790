"""Who may do what: researcher, reviewer, admin. Each role includes the one before it."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group, User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from config.desk.refusals import Conflict

RESEARCHER, REVIEWER, ADMIN = "researcher", "reviewer", "admin"
ROLES = (RESEARCHER, REVIEWER, ADMIN)
NAMES = {
    RESEARCHER: gettext_noop("researcher"),
    REVIEWER: gettext_noop("reviewer"),
    ADMIN: gettext_noop("admin"),
}
Person = AbstractBaseUser | AnonymousUser


def role_of(user: Any) -> str:
    """The highest role of a person; empty for somebody who is not signed in.

    The roles are groups of these names. A superuser is an admin; everybody with an account is at
    least a researcher. Computed once for each user object.
    """
    if not user.is_authenticated or not user.is_active:
        return ""
    if not hasattr(user, "_role"):
        user._role = _highest(user)
    return str(user._role)


def is_reviewer(user: Any) -> bool:
    """Whether a person sees all work and may decide on others' work."""
    return role_of(user) in (REVIEWER, ADMIN)


def is_admin(user: Any) -> bool:
    """Whether a person curates data: the admin pages, erasure."""
    return role_of(user) == ADMIN


def _highest(user: Any) -> str:
    if user.is_superuser:
        return ADMIN
    groups = set(user.groups.filter(name__in=ROLES).values_list("name", flat=True))
    return next((role for role in reversed(ROLES) if role in groups), RESEARCHER)


def make_roles(**_signal: Any) -> None:
    """Create the three groups; the admins' has every permission on our own models. Runs after
    each migration, so that it covers new models."""
    from django.contrib.auth.models import Group, Permission

    for role in ROLES:
        Group.objects.get_or_create(name=role)
    ours = Permission.objects.filter(content_type__app_label__in=_CURATED)
    Group.objects.get(name=ADMIN).permissions.set(ours)


_CURATED = ("hypotheses", "trading", "runs", "desk", "auth", "knox", "django_q", "axes")


# The three users of the demo, one for each role.

# `.invalid` is reserved (RFC 2606): it marks the accounts that the demo created.
_ADDRESS = "demo@{role}.invalid"


@transaction.atomic
def make_demo_users() -> dict[str, str]:
    """Each demo user's name and new password. Raises Conflict if a name is somebody else's."""
    return {role: _make(role) for role in ROLES}


def _make(role: str) -> str:
    address = _ADDRESS.format(role=role)
    user, made = User.objects.get_or_create(username=role, defaults={"email": address})
    if not made and user.email != address:
        raise Conflict(
            _("%(name)s is an account that the demo did not make: serve without --demo")
            % {"name": role}
        )
    password = secrets.token_urlsafe(9)
    user.set_password(password)
    user.is_active = True
    user.save()
    user.groups.set([Group.objects.get(name=role)])
    return password
