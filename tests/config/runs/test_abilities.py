"""How long it is remembered what a server refuses, and how it is learned again."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from config.runs.models import LlmCall, ServerAbilities
from tests.history import before
from tests.llm.server import Asked, FaultServer, Response

from .asking import GOOD, asking_run, configure, done

pytestmark = pytest.mark.django_db(transaction=True)


def no_temperature(asked: Asked) -> Response | str:
    if "temperature" not in asked.body:
        return "ok"
    return Response({"error": {"message": "temperature: unsupported parameter"}}, 400)


def aged(days: float) -> None:
    ServerAbilities.objects.update(learned_at=timezone.now() - timedelta(days=days))


def outcomes_of_a_run() -> list[str]:
    LlmCall.objects.all().delete()
    assert done(asking_run()).status == "done"
    return list(LlmCall.objects.order_by("pk").values_list("outcome", flat=True))


@pytest.mark.parametrize(
    ("days", "outcomes"), [(29.9, ["ok"]), (30, ["bad_request", "ok"])]
)  # fmt: skip
def test_it_is_learned_again_after_its_days(
    settings: Any, days: float, outcomes: list[str]
) -> None:
    with FaultServer(GOOD, always="custom") as server:
        server.respond = no_temperature
        configure(settings, server, CACHE=False)
        assert outcomes_of_a_run() == ["bad_request", "ok"]
        aged(days)
        assert outcomes_of_a_run() == outcomes
        aged(1)
        assert outcomes_of_a_run() == ["ok"]

    row = ServerAbilities.objects.get()
    assert (row.base_url, row.model) == (server.url, "model-1")


def test_what_is_learned_later_grows_old_with_the_rest(settings: Any) -> None:
    def refuses(asked: Asked) -> Response | str:
        if asked.strategy != "json_schema":
            return no_temperature(asked)
        return Response({"error": {"message": "response_format: unsupported"}}, 400)

    with FaultServer(GOOD, always="custom") as server:
        server.respond = no_temperature
        configure(settings, server, CACHE=False)
        outcomes_of_a_run()
        aged(20)
        server.respond = refuses
        outcomes_of_a_run()

    row = ServerAbilities.objects.get()
    assert row.abilities["ways"] == ["json_schema"]
    assert not row.is_old
    assert timezone.now() - row.learned_at >= timedelta(days=20)


def test_a_server_that_was_updated_is_asked_in_full_after_its_check(settings: Any) -> None:
    with FaultServer({"language": "en", "words": 10}, always="custom") as server:
        server.respond = no_temperature
        configure(settings, server)
        call_command("check_model", stdout=io.StringIO())
        assert ServerAbilities.objects.get().abilities["temperature"] is False
        server.respond = lambda asked: "ok"
        call_command("check_model", stdout=io.StringIO())
        assert not ServerAbilities.objects.exists()
        assert "temperature" in server.asked[-1].body


def test_rows_that_name_no_server_are_learned_again() -> None:
    with before("runs", "0006_server_abilities") as old:
        old.get_model("runs", "ServerAbilities").objects.create(key="k", abilities={})
    assert not ServerAbilities.objects.exists()
