"""Accounts in their roles."""

from __future__ import annotations

from django.contrib.auth.models import Group, User


def person(name: str, role: str = "researcher", password: str = "") -> User:
    """An account in the group of its role; without a password nobody signs in with it."""
    user = User.objects.create_user(name, password=password or None)
    user.groups.add(Group.objects.get_or_create(name=role)[0])
    return user
