"""Model providers in the admin."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.runs.models import LlmCall, ModelProvider
from tests.llm.server import FaultServer
from tests.people import person

LIST, ADD = "admin:runs_modelprovider_changelist", "admin:runs_modelprovider_add"
GOOD = {"language": "en", "words": 10}
KEY = "sk-planted-9f3b1c77d2"

pytestmark = pytest.mark.django_db


def filled(**changes: Any) -> dict[str, Any]:
    return {
        "name": "mine", "enabled": "on", "base_url": "https://api.openai.com/v1",
        "model": "model-1", "key_env": "OPENAI_API_KEY", "temperature": "0", "max_tokens": "2000",
        "timeout_seconds": "60", "price_in": "0.15", "price_out": "0.6", "parallel": "4",
        "agents": "", "order": "10", **changes,
    }  # fmt: skip


def refused(client: Client, **changes: Any) -> str:
    """What the page says; empty when the provider was saved."""
    answer = client.post(reverse(ADD), filled(**changes))
    return "" if answer.status_code == 302 else str(answer.context["errors"])


@pytest.fixture
def allowed(settings: Any) -> None:
    settings.LLM_ALLOWED_HOSTS = ["93.184.216.34", "*"]
    settings.LLM_ALLOW_PRIVATE = ["127.0.0.1"]
    settings.LLM_KEY_HOSTS = [
        ("OPENAI_API_KEY", "93.184.216.34"), ("TEST_API_KEY", "127.0.0.1"),
        ("A_API_KEY", "93.184.216.34"),
    ]  # fmt: skip


def test_an_admin_adds_a_model(admin_client: Client, allowed: None) -> None:
    assert refused(admin_client, base_url="https://93.184.216.34/v1") == ""

    row = ModelProvider.objects.get()
    assert row.as_provider().key_env == "OPENAI_API_KEY"


def test_others_do_not_get_there(client: Client) -> None:
    client.force_login(person("rui", "reviewer"))

    assert client.get(reverse(LIST)).status_code in (302, 403)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://10.0.0.1/v1", "private address"),
        ("http://169.254.169.254/latest", "private address"),
        ("https://user:pw@93.184.216.34/v1", "keys go in a variable"),
        ("http://93.184.216.34/v1", "use https"),
        ("ftp://93.184.216.34/v1", "only http and https"),
    ],
)
def test_an_address_that_no_call_would_be_made_to_is_refused(
    admin_client: Client, allowed: None, url: str, said: str
) -> None:
    assert said in refused(admin_client, base_url=url)


def test_a_name_is_looked_up_when_it_is_saved(admin_client: Client, settings: Any) -> None:
    settings.LLM_ALLOWED_HOSTS = ["*"]

    assert "localhost is a private address" in refused(
        admin_client, base_url="https://localhost/v1"
    )


def test_a_host_that_is_not_listed_is_refused(admin_client: Client) -> None:
    assert "CRIVO_LLM_ALLOWED_HOSTS" in refused(admin_client, base_url="https://evil.example/v1")


@pytest.mark.parametrize("name", [KEY, "DATABASE_URL", "CRIVO_SECRET_KEY", "PATH", "A_API_KEY\n"])
def test_only_the_name_of_a_variable_for_keys_is_taken(
    admin_client: Client, allowed: None, name: str
) -> None:
    said = refused(admin_client, base_url="https://93.184.216.34/v1", key_env=name)

    assert ("never the key" in said) == (name.strip() == name)


def test_the_list_says_whether_the_key_is_there(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SET_API_KEY", KEY)
    monkeypatch.delenv("UNSET_API_KEY", raising=False)
    for name in ("SET_API_KEY", "UNSET_API_KEY", ""):
        ModelProvider.objects.create(name=f"p {name}", base_url="u", model="m", key_env=name)

    page = admin_client.get(reverse(LIST)).content.decode()

    assert KEY not in page
    assert "UNSET_API_KEY is not set" in page
    assert "none needed" in page


def test_a_key_is_pointed_at_its_own_host_alone(admin_client: Client, settings: Any) -> None:
    host = "93.184.216.34"
    settings.LLM_ALLOWED_HOSTS = ["*"]
    said = refused(admin_client, base_url=f"https://{host}/v1")
    assert f"OPENAI_API_KEY may not be sent to {host}: CRIVO_LLM_ALLOWED_HOSTS says" in said
    settings.LLM_KEY_HOSTS = [("OPENAI_API_KEY", host)]
    assert refused(admin_client, base_url=f"https://{host}/v1") == ""


@pytest.mark.django_db(transaction=True)
def test_a_key_that_is_not_for_a_host_is_not_sent_there(
    admin_client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However the row came to be."""
    monkeypatch.setenv("OTHER_API_KEY", KEY)
    settings.LLM_ALLOW_PRIVATE = ["127.0.0.1"]
    with FaultServer(GOOD) as server:
        row = ModelProvider.objects.create(
            name="mine", base_url=server.url, model="model-1", key_env="OTHER_API_KEY"
        )
        said = message_of_test(admin_client, row)
        assert server.asked == []
    assert "OTHER_API_KEY may not be sent to 127.0.0.1" in said


def message_of_test(client: Client, row: ModelProvider) -> str:
    url = reverse("admin:runs_modelprovider_act_test")
    answer = client.post(f"{url}?rows={row.pk}", follow=True)
    return " | ".join(str(message) for message in answer.context["messages"])


@pytest.mark.django_db(transaction=True)
def test_a_model_is_tested(admin_client: Client, allowed: None) -> None:
    with FaultServer(GOOD) as server:
        row = ModelProvider.objects.create(name="mine", base_url=server.url, model="model-1")
        said = message_of_test(admin_client, row)

    assert "model-1 answered as asked: 1 call" in said
    call = LlmCall.objects.get()
    assert (call.run, call.node, call.outcome) == (None, "check", "ok")


@pytest.mark.django_db(transaction=True)
def test_a_model_that_fails_its_test_says_why(
    admin_client: Client, allowed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_API_KEY", KEY)
    with FaultServer(always="echo_key") as server:
        row = ModelProvider.objects.create(
            name="mine", base_url=server.url, model="model-1", key_env="TEST_API_KEY"
        )
        said = message_of_test(admin_client, row)

    assert "the key was refused (401): see TEST_API_KEY" in said
    assert KEY not in said


@pytest.mark.django_db(transaction=True)
def test_a_test_is_made_by_a_post_alone(admin_client: Client, allowed: None) -> None:
    with FaultServer(GOOD) as server:
        row = ModelProvider.objects.create(name="mine", base_url=server.url, model="model-1")
        url = reverse("admin:runs_modelprovider_act_test")
        page = admin_client.get(f"{url}?rows={row.pk}")
        assert server.asked == []

    assert "may charge for it" in page.content.decode()
