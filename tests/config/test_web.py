"""What every page sends along, and that what goes wrong in a request is logged."""

from __future__ import annotations

import io
import logging

import pytest
from django.test import Client
from django.urls import reverse

from config.logs import Redacting
from tests.people import person


@pytest.mark.django_db
def test_a_page_may_load_our_own_files_only(client: Client) -> None:
    policy = client.get(reverse("login")).headers["Content-Security-Policy"]
    told = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert told["script-src"] == told["style-src"] == told["default-src"] == "'self'"
    assert told["object-src"] == told["frame-ancestors"] == "'none'"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/sign-in/", "/nowhere/"])
def test_no_page_holds_a_script_or_a_style_of_its_own(client: Client, path: str) -> None:
    text = client.get(path).text
    assert "<script>" not in text
    assert "<style" not in text
    assert " onclick=" not in text
    assert " style=" not in text


@pytest.mark.django_db
def test_what_goes_wrong_in_a_request_is_logged(monkeypatch, caplog) -> None:
    from config.desk import inbox

    def broken(user):
        raise RuntimeError("the roof is on fire")

    monkeypatch.setattr(inbox, "waiting_for", broken)
    from django.contrib.auth.models import User

    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_user("ana"))
    logger = logging.getLogger("django.request")
    logger.addHandler(caplog.handler)
    try:
        answer = client.get("/")
    finally:
        logger.removeHandler(caplog.handler)
    assert answer.status_code == 500
    assert "the roof is on fire" in caplog.text
    assert "the roof is on fire" not in answer.text
    assert "Algo deu errado" in answer.text
    assert any(isinstance(handler, Redacting) for handler in logger.handlers)


@pytest.mark.django_db
def test_no_cache_keeps_what_a_person_reads(client: Client) -> None:
    client.force_login(person("ana"))
    for path in ("/", "/hypotheses/", "/hypotheses/new/", "/nowhere/"):
        assert "no-store" in client.get(path).headers["Cache-Control"]


@pytest.mark.django_db
def test_signing_out_clears_what_the_browser_keeps(client: Client) -> None:
    client.force_login(person("ana"))
    assert "Clear-Site-Data" not in client.get("/").headers
    answer = client.post(reverse("logout"))
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_foreign_host_is_one_line_in_the_log(client: Client) -> None:
    logger, lines = logging.getLogger("django.security.DisallowedHost"), io.StringIO()
    handler = Redacting()
    handler.setStream(lines)
    logger.addHandler(handler)
    try:
        assert client.get("/sign-in/", headers={"host": "evil.example"}).status_code == 400
    finally:
        logger.removeHandler(handler)
    assert lines.getvalue().count("\n") == 1
    assert "evil.example" in lines.getvalue()


@pytest.mark.django_db
def test_an_address_that_only_takes_a_form_shows_a_page_of_ours(client: Client) -> None:
    client.force_login(person("ana"))
    found = client.get(reverse("logout"), HTTP_ACCEPT="text/html", HTTP_ACCEPT_LANGUAGE="pt-br")
    assert found.status_code == 405
    assert "POST" in found.headers["Allow"]
    assert "Este endereço só recebe o que um formulário envia" in found.text
    assert reverse("inbox") in found.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/hypotheses/1/archive/", "/hypotheses/1/"),
        ("/strategies/1/decisions/2/withdraw/", "/strategies/1/"),
        ("/account/password/", "/account/"),
    ],
)
def test_that_page_leads_back_to_the_one_with_the_form(client: Client, address: str, page: str):
    client.force_login(person("ana"))
    found = client.get(address, HTTP_ACCEPT="text/html")
    assert found.status_code == 405
    assert f'<a class="button primary" href="{page}">' in found.text


@pytest.mark.django_db
def test_where_no_page_is_above_only_the_inbox_is_offered(client: Client) -> None:
    client.force_login(person("ana"))
    found = client.get(reverse("logout"), HTTP_ACCEPT="text/html")
    assert "button primary" not in found.text
