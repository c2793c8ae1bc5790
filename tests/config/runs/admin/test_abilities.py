"""What servers refuse, in the admin."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.llm.abilities import Abilities
from config.runs.models import ServerAbilities
from tests.people import person

LIST = "admin:runs_serverabilities_changelist"
FORGET = "admin:runs_serverabilities_act_forget"
pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Any:
    known = Abilities(ways=("json_schema",), most=1_024, temperature=False)
    return ServerAbilities.objects.create(
        key="k", base_url="https://models.example/v1", model="<b>m", abilities=known.as_json()
    )


def change(row: ServerAbilities) -> str:
    return reverse("admin:runs_serverabilities_change", args=[row.pk])


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ["not by: json_schema", "longest answer: 1024 tokens", "takes no temperature"]),
     ("pt-br", ["não por: json_schema", "resposta mais longa: 1024 tokens",
                "não aceita temperatura"])],
)  # fmt: skip
def test_list_and_page_say_what_is_known_in_words(
    admin_client: Client, row: ServerAbilities, language: str, said: list[str]
) -> None:
    headers = {"accept-language": language}
    for address in (reverse(LIST), change(row)):
        page = admin_client.get(address, headers=headers).content.decode()
        assert all(part in page for part in said)
        assert "models.example" in page
        assert "<b>m" not in page


def test_nobody_writes_it_by_hand(admin_client: Client, row: ServerAbilities) -> None:
    add = reverse("admin:runs_serverabilities_add")
    delete = reverse("admin:runs_serverabilities_delete", args=[row.pk])
    posted = [admin_client.post(url, {"model": "x"}).status_code
              for url in (add, delete, change(row))]  # fmt: skip
    assert posted == [403, 403, 403]
    assert ServerAbilities.objects.get().model == "<b>m"


def test_an_admin_has_it_forgotten_after_being_asked(
    admin_client: Client, row: ServerAbilities
) -> None:
    url = f"{reverse(FORGET)}?rows={row.pk}"
    assert "that takes a few calls" in admin_client.get(url).content.decode()
    assert ServerAbilities.objects.exists()

    answer = admin_client.post(url, follow=True)

    assert not ServerAbilities.objects.exists()
    assert answer.redirect_chain[-1][0] == reverse(LIST)
    assert "the next run learns it again" in answer.content.decode()


@pytest.mark.parametrize("role", ["researcher", "reviewer"])
def test_no_other_role_has_it_forgotten(client: Client, row: ServerAbilities, role: str) -> None:
    client.force_login(person("rui", role))
    assert client.post(f"{reverse(FORGET)}?rows={row.pk}").status_code == 403
    assert ServerAbilities.objects.exists()
