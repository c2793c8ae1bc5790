"""Roles: groups of these names, each with what the one before it may."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User

from config.desk.roles import (
    ADMIN,
    RESEARCHER,
    REVIEWER,
    is_admin,
    is_reviewer,
    make_roles,
    role_of,
)

pytestmark = pytest.mark.django_db


def person(*groups: str, **fields) -> User:
    user = User.objects.create_user("ana", **fields)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


@pytest.mark.parametrize(
    ("groups", "role"),
    [
        ([], RESEARCHER),
        ([RESEARCHER], RESEARCHER),
        ([REVIEWER], REVIEWER),
        ([RESEARCHER, ADMIN], ADMIN),
    ],
)
def test_the_role_is_the_highest_of_the_groups(groups, role):
    assert role_of(person(*groups)) == role


def test_a_superuser_is_an_admin():
    assert is_admin(person(is_superuser=True))


def test_who_is_not_signed_in_has_no_role():
    assert role_of(AnonymousUser()) == ""
    assert not is_reviewer(AnonymousUser())


def test_an_account_that_is_closed_has_no_role():
    assert role_of(person(ADMIN, is_active=False)) == ""


def test_an_admin_is_a_reviewer_and_a_reviewer_no_admin():
    user = person(REVIEWER)
    assert is_reviewer(user)
    assert not is_admin(user)
    assert is_reviewer(User.objects.create_superuser("root"))


def test_the_role_is_asked_of_the_database_once(django_assert_num_queries):
    user = User.objects.get(pk=person(REVIEWER).pk)
    with django_assert_num_queries(1):
        assert (is_reviewer(user), is_admin(user)) == (True, False)


def test_the_admins_may_change_what_is_ours():
    make_roles()
    admins = Group.objects.get(name=ADMIN)
    names = set(admins.permissions.values_list("codename", flat=True))
    assert {"view_hypothesis", "view_strategy", "change_runquota", "change_user"} <= names
    assert not Group.objects.get(name=REVIEWER).permissions.exists()
