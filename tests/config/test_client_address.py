"""Behind proxies: all that looks at an address sees the visitor's, and no made-up one."""

from __future__ import annotations

import pytest
from axes.models import AccessAttempt
from django.core.checks import Tags, run_checks
from django.test import Client

from config import doctor
from config.doctor.finding import Level
from config.web import visitor
from tests.people import person


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        ("203.0.113.7", 1, "203.0.113.7"),
        ("10.9.9.9, 203.0.113.7", 1, "203.0.113.7"),
        ("10.9.9.9, 203.0.113.7, 10.0.0.2", 2, "203.0.113.7"),
        ("2001:DB8::1", 1, "2001:db8::1"),
        ("203.0.113.7", 0, ""),
        ("203.0.113.7", 2, ""),
        ("", 1, ""),
        ("someone", 1, ""),
        ("10.9.9.9,", 1, ""),
    ],
)
def test_the_address_that_our_first_proxy_was_asked_from(forwarded, proxies, address):
    assert visitor(forwarded, proxies) == address


def fail_to_sign_in(address: str) -> int:
    answer = Client().post(
        "/sign-in/",
        {"username": "ana", "password": "wrong"},
        headers={"x-forwarded-for": address},
    )
    return answer.status_code


@pytest.mark.django_db
def test_the_lock_out_is_of_the_visitor_s_address(settings):
    settings.PROXIES = 1
    person("ana", password="right-password-1")
    statuses = [fail_to_sign_in("203.0.113.7") for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert statuses[-1] == 429
    assert set(AccessAttempt.objects.values_list("ip_address", flat=True)) == {"203.0.113.7"}
    assert fail_to_sign_in("203.0.113.8") == 200


@pytest.mark.django_db
def test_the_limit_of_who_is_not_signed_in_is_of_the_visitor_s_address(settings):
    settings.PROXIES = 1
    settings.API_RATES = {**settings.API_RATES, "sign_in": "1/min"}
    body = {"username": "ana", "password": "wrong"}

    def ask(address: str) -> int:
        return (
            Client()
            .post(
                "/api/v1/tokens/",
                body,
                content_type="application/json",
                headers={"x-forwarded-for": address},
            )
            .status_code
        )

    assert [ask("203.0.113.7"), ask("1.1.1.1, 203.0.113.7"), ask("203.0.113.8")] == [401, 429, 401]


@pytest.mark.parametrize(("https", "proxies", "level"), [
    (True, 0, Level.WARN), (True, 1, Level.OK), (False, 0, Level.OK),
])  # fmt: skip
def test_a_site_behind_tls_that_counts_no_proxy_is_told(settings, https, proxies, level):
    settings.HTTPS, settings.PROXIES = https, proxies
    assert doctor.proxies().level == level
    found = [each.id for each in run_checks(tags=[Tags.security])]
    assert ("crivo.W001" in found) == (level == Level.WARN)
