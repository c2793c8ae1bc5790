"""The demo's users: made once, with a new password at each start, never somebody else's."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from config.desk.refusals import Conflict
from config.desk.roles import make_demo_users, role_of

pytestmark = pytest.mark.django_db


def test_there_is_one_a_role_and_the_password_opens():
    passwords = make_demo_users()
    for name, password in passwords.items():
        user = User.objects.get(username=name)
        assert user.check_password(password)
        assert role_of(user) == name


def test_each_start_makes_new_passwords_and_no_new_users():
    first, second = make_demo_users(), make_demo_users()
    assert all(first[name] != second[name] for name in first)
    assert User.objects.count() == 3


def test_an_account_of_somebody_else_is_left_alone():
    User.objects.create_user("reviewer", email="rita@example.org", password="her own")
    with pytest.raises(Conflict, match="reviewer is an account that the demo did not make"):
        make_demo_users()
    assert User.objects.get().check_password("her own")
