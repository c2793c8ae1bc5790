"""A new password by mail: for who has the address, told to nobody else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from config.desk import sign_in
from config.desk.models import AuditEntry
from config.desk.tokens import make_token
from tests.config.desk.smtp_server import smtp_server
from tests.people import person

pytestmark = pytest.mark.django_db
OLD, NEW = "long enough for all", "another that is long"
ASK = "/sign-in/forgotten/"


@pytest.fixture(autouse=True)
def _mail(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site with a mail server, whose mails are sent at once."""

    class Now:
        def submit(self, work: Any, *given: Any) -> None:
            work(*given)

    settings.MAIL = True
    monkeypatch.setattr(sign_in, "SENDER", Now())


@pytest.fixture
def ana() -> User:
    made = person("ana", password=OLD)
    User.objects.filter(pk=made.pk).update(email="ana@example.org")
    return made


def asked(email: str = "ana@example.org", client: Client | None = None, **options: Any) -> Any:
    return (client or Client(**options)).post(ASK, {"email": email}, follow=True)


def link_in(text: str) -> str:
    found = re.search(r"http://testserver(/\S+)", text)
    assert found is not None
    return found[1]


def test_a_link_in_the_mail_leads_to_a_new_password_once(ana: User, mailoutbox: list[Any]):
    elsewhere = Client()
    elsewhere.post("/sign-in/", {"username": "ana", "password": OLD})
    make_token(user=ana, name="mine", scopes=["read"], days=7)
    asked()
    (mail,) = mailoutbox
    assert mail.to == ["ana@example.org"]
    assert "account ana" in mail.body
    choose = chosen_by(link_in(mail.body))
    ana.refresh_from_db()
    assert ana.check_password(NEW)
    assert elsewhere.get("/account/").status_code == 302  # other sessions end, and all tokens
    assert not ana.auth_token_set.exists()  # type: ignore[attr-defined]
    again = Client().get(choose, follow=True)
    assert "This link is used" in again.text


def chosen_by(link: str) -> str:
    """Choose the new password by the link of a mail. Returns the address of the form."""
    here = Client()
    found = re.search(r'href="(/sign-in/new/[^"]+/choose/)"', here.get(link).text)
    assert found is not None
    form = here.get(found[1], follow=True)
    told = {"new_password1": NEW, "new_password2": NEW}
    assert here.post(form.redirect_chain[-1][0], told)["Location"] == "/sign-in/"
    return found[1]


def test_the_mail_leaves_by_smtp_and_its_link_is_good_once(ana: User, settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.DEFAULT_FROM_EMAIL = "crivo@example.org"
    with smtp_server() as (port, received):
        settings.EMAIL_PORT = port
        asked(headers={"accept-language": "pt-br"})
        mail = received.get(timeout=30)
    assert (mail["From"], mail["To"]) == ("crivo@example.org", "ana@example.org")
    assert "nova senha" in mail["Subject"]
    choose = chosen_by(link_in(mail.get_content()))
    ana.refresh_from_db()
    assert ana.check_password(NEW)
    assert "This link is used" in Client().get(choose, follow=True).text


def test_a_mail_server_that_is_down_is_not_told_to_who_asks(ana: User, settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with smtp_server() as (port, _):
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    assert asked().redirect_chain[-1][0].endswith("/sent/")


def test_nobody_learns_whether_an_address_has_an_account(ana: User, mailoutbox: list[Any]):
    person("eva", password=OLD)
    known, unknown = asked(), asked("nobody@example.org")
    assert (known.status_code, known.redirect_chain) == (200, unknown.redirect_chain)
    assert cleaned(known.text) == cleaned(unknown.text)
    assert len(mailoutbox) == 1
    assert "nobody@example.org" not in str(list(AuditEntry.objects.values()))


def cleaned(page: str) -> str:
    return re.sub(r'(nonce|value|token)="[^"]*"', "", page)


def test_the_mail_is_in_the_language_of_who_asked(ana: User, mailoutbox: list[Any]):
    asked(headers={"accept-language": "pt-br"})
    assert "nova senha" in mailoutbox[0].subject


def test_a_person_is_sent_one_in_a_while(ana: User, mailoutbox: list[Any]):
    asked()
    assert asked().status_code == 200
    assert len(mailoutbox) == 1


def test_from_one_place_it_is_asked_for_a_few_times(ana: User, settings: Any):
    for n in range(settings.AXES_FAILURE_LIMIT):
        assert asked(f"person-{n}@example.org").status_code == 200
    answer = asked("ana@example.org")
    assert answer.status_code == 429
    assert "Wait an hour" in answer.text
    assert asked(REMOTE_ADDR="203.0.113.9").status_code == 200


def test_without_a_mail_server_there_is_no_such_page(settings: Any):
    assert ASK in Client().get("/sign-in/").text
    settings.MAIL = False
    assert ASK not in Client().get("/sign-in/").text
    for address in (ASK, f"{ASK}sent/", "/sign-in/new/MQ/a-b/", "/sign-in/new/MQ/a-b/choose/"):
        assert Client().get(address).status_code == 404


def test_an_address_is_changed_by_who_knows_the_password(ana: User):
    client = Client()
    client.force_login(ana)
    url = reverse("change-address")
    wrong = client.post(url, {"email": "new@example.org", "password": "a guess"})
    assert (wrong.status_code, "that is not your password" in wrong.text) == (422, True)
    assert 'value="new@example.org"' in wrong.text
    client.post(url, {"email": "new@example.org", "password": OLD})
    ana.refresh_from_db()
    assert ana.email == "new@example.org"
    assert AuditEntry.objects.filter(act="address", subject=f"user {ana.pk}").exists()
