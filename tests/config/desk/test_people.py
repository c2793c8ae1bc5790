"""Users in the admin: roles, quotas, tokens, and what one admin may not do to another."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from knox.models import AuthToken

from config.desk.roles import role_of
from config.runs.models import RunQuota

pytestmark = pytest.mark.django_db
INLINE = {"run_quota-TOTAL_FORMS": 0, "run_quota-INITIAL_FORMS": 0}


@pytest.fixture
def ana() -> User:
    user = User.objects.create_user("ana", password="a-long-secret")
    user.groups.add(Group.objects.get(name="admin"))
    return user


@pytest.fixture
def as_ana(ana: User) -> Client:
    client = Client()
    client.force_login(ana)
    return client


@pytest.fixture
def rui() -> User:
    return User.objects.create_user("rui", password="a-long-secret")


def page(user: User, action: str = "change") -> str:
    return reverse(f"admin:auth_user_{action}", args=[user.pk])


def save(client: Client, user: User, **said: Any) -> Any:
    form = {"username": user.username, "role": "researcher", "is_active": "on", **INLINE, **said}
    return client.post(page(user), form)


@pytest.mark.parametrize("role", ["researcher", "reviewer", "admin"])
def test_a_role_is_one_choice(as_ana: Client, rui: User, role: str) -> None:
    assert save(as_ana, rui, role=role).status_code == 302
    assert role_of(User.objects.get(pk=rui.pk)) == role
    assert as_ana.get(page(rui)).context["adminform"].form["role"].value() == role


def test_a_person_is_added_with_a_role(as_ana: Client) -> None:
    said = {"username": "rita", "role": "reviewer", "usable_password": "true",
            "password1": "tall-trees-4", "password2": "tall-trees-4", **INLINE}  # fmt: skip
    as_ana.post(reverse("admin:auth_user_add"), said)
    assert role_of(User.objects.get(username="rita")) == "reviewer"


def test_a_quota_is_set_on_the_users_page(as_ana: Client, rui: User) -> None:
    inline = {"run_quota-TOTAL_FORMS": 1, "run_quota-0-runs_per_day": 3, "run_quota-0-user": rui.pk}
    save(as_ana, rui, **inline)
    assert RunQuota.objects.get(user=rui).runs_per_day == 3


def test_nobody_locks_themselves_out(as_ana: Client, ana: User) -> None:
    answer = save(as_ana, ana, role="reviewer")
    assert "lock yourself out" in answer.text
    assert role_of(User.objects.get(pk=ana.pk)) == "admin"


def test_a_superusers_account_is_a_superusers_matter(as_ana: Client) -> None:
    root = User.objects.create_superuser("root", password="a-long-secret")
    assert save(as_ana, root).status_code == 403
    secret = {"password1": "tall-trees-4", "password2": "tall-trees-4"}
    assert as_ana.post(page(root, "password_change"), secret).status_code in (403, 404)
    assert User.objects.get(pk=root.pk).check_password("a-long-secret")


def test_no_admin_makes_a_superuser(as_ana: Client, rui: User) -> None:
    save(as_ana, rui, is_superuser="on", is_staff="on")
    rui.refresh_from_db()
    assert not rui.is_superuser
    assert not rui.is_staff


def test_tokens_are_counted_and_revoked_but_never_shown(as_ana: Client, rui: User) -> None:
    token, secret = AuthToken.objects.create(rui)
    shown = as_ana.get(reverse("admin:auth_user_changelist")).text + as_ana.get(page(rui)).text
    assert not [word for word in (secret, token.digest, token.token_key) if word in shown]
    revoke = reverse("admin:auth_user_act_revoke") + f"?rows={rui.pk}"
    assert as_ana.get(revoke).status_code == 200
    assert AuthToken.objects.count() == 1
    as_ana.post(revoke)
    assert AuthToken.objects.count() == 0


def test_an_act_on_one_row_ends_at_the_row_and_on_several_at_the_list(
    as_ana: Client, rui: User
) -> None:
    revoke = reverse("admin:auth_user_act_revoke")
    rita = User.objects.create_user("rita")
    for user in (rui, rui, rita):
        AuthToken.objects.create(user)
    several = as_ana.post(f"{revoke}?rows={rui.pk},{rita.pk}")
    assert several["Location"] == reverse("admin:auth_user_changelist")
    AuthToken.objects.create(rui)
    assert as_ana.post(f"{revoke}?rows={rui.pk}")["Location"] == page(rui)


def test_revoking_nothing_says_so(as_ana: Client, rui: User) -> None:
    revoke = reverse("admin:auth_user_act_revoke") + f"?rows={rui.pk}"
    assert "there is no token to revoke" in as_ana.post(revoke).text


@pytest.mark.parametrize(("role", "names"), [("admin", {"ana", "root"}), ("researcher", {"rui"})])
def test_people_are_listed_by_role(as_ana: Client, rui: User, role: str, names: set[str]) -> None:
    User.objects.create_superuser("root")
    found = as_ana.get(reverse("admin:auth_user_changelist"), {"role": role})
    assert {user.username for user in found.context["cl"].result_list} == names


def test_a_search_does_not_count_the_rows_it_leaves_out(as_ana: Client, rui: User) -> None:
    found = as_ana.get(reverse("admin:auth_user_changelist"), {"q": "rui"}).context["cl"]
    assert (found.result_count, found.full_result_count) == (1, None)


def test_the_list_takes_no_more_queries_for_more_people(
    as_ana: Client, django_assert_num_queries
) -> None:
    address = reverse("admin:auth_user_changelist")
    as_ana.get(address)
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as few:
        as_ana.get(address)
    User.objects.bulk_create(User(username=f"p{n}") for n in range(10))
    with django_assert_num_queries(len(few)):
        as_ana.get(address)
