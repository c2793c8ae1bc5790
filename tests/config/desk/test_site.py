"""The admin as a whole: who enters, that each page opens, and what a browser may load there."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

import config.urls  # noqa: F401  # with it the admin knows all its pages

pytestmark = pytest.mark.django_db
LISTS = sorted(
    f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
    for model in admin.site._registry
)
PAGES = [*LISTS, "admin:index", "admin:password_change"]


def person(role: str = "", staff: bool = False) -> Client:
    user = User.objects.create_user(role or "somebody", is_staff=staff)
    if role:
        user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_for_an_admin_without_staff_status(page: str) -> None:
    assert person("admin").get(reverse(page)).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_in_portuguese(page: str) -> None:
    answer = person("admin").get(reverse(page), headers={"accept-language": "pt-br"})
    assert answer.status_code == 200
    assert 'lang="pt-br"' in answer.text


@pytest.mark.parametrize("page", PAGES)
def test_who_is_not_signed_in_is_sent_to_the_projects_sign_in(client: Client, page: str) -> None:
    answer = client.get(reverse(page), follow=True)
    assert answer.redirect_chain[-1][0] == f"{reverse('login')}?next={reverse(page)}"


@pytest.mark.parametrize("role", ["researcher", "reviewer"])
@pytest.mark.parametrize("page", PAGES)
def test_no_other_role_enters(page: str, role: str) -> None:
    assert person(role).get(reverse(page)).status_code == 403


def test_staff_status_alone_does_not_open_it() -> None:
    assert person(staff=True).get(reverse("admin:index")).status_code == 403


def test_an_admin_who_was_deactivated_is_out() -> None:
    client = person("admin")
    User.objects.update(is_active=False)
    assert client.get(reverse("admin:index")).status_code == 302


def test_the_sidebar_leads_to_every_list() -> None:
    page = person("admin").get(reverse("admin:index"))
    items = [item for group in page.context["sidebar_navigation"] for item in group["items"]]
    assert {str(item["link"]) for item in items} == {reverse(p) for p in [*LISTS, "admin:index"]}


def test_the_way_back_leads_to_the_inbox() -> None:
    page = person("admin").get(reverse("admin:index"))
    assert page.context["site_url"] == "/"


def test_the_admins_policy_allows_eval_and_nothing_inline_but_style_attributes() -> None:
    policy = person("admin").get(reverse("admin:index")).headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["script-src"].split() == ["'self'", "'unsafe-eval'"]
    assert rules["style-src"] == "'self'"
    assert rules["style-src-attr"] == "'unsafe-inline'"


def test_no_other_page_gets_the_admins_policy() -> None:
    policy = person("admin").get(reverse("inbox")).headers["Content-Security-Policy"]
    assert "unsafe" not in policy


@pytest.mark.parametrize("page", PAGES)
def test_no_page_holds_a_script_or_style_of_its_own(page: str) -> None:
    text = person("admin").get(reverse(page)).text
    assert "<style" not in text
    assert text.count("<script") == text.count("<script src=") + text.count('<script id="django')
    assert "onclick=" not in text


def test_what_belongs_to_machinery_has_no_pages() -> None:
    names = {model._meta.label for model in admin.site._registry}
    assert not names & {"knox.AuthToken", "django_q.OrmQ", "django_q.Schedule", "axes.AccessLog"}


def test_the_overview_takes_few_queries(django_assert_max_num_queries) -> None:
    client = person("admin")
    with django_assert_max_num_queries(12):
        client.get(reverse("admin:index"))


@pytest.mark.parametrize(
    ("cookie", "theme"), [("dark", "dark"), ("light", "light"), ("auto", None)]
)
def test_the_theme_is_the_one_chosen_for_the_site(cookie: str, theme: str | None) -> None:
    client = person("admin")
    client.cookies["theme"] = cookie
    assert client.get(reverse("admin:index")).context["theme"] == theme
