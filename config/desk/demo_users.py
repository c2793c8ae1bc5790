"""The three people of the demo, one a role."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.utils.translation import gettext as _

from .refusals import Conflict
from .roles import ROLES

# `.invalid` names nobody (RFC 2606): it marks the accounts that the demo made.
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
