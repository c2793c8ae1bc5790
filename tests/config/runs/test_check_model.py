"""`manage.py check_model`, and what `doctor` says of models."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings as site
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from config.doctor.services import models
from config.runs.models import LlmCall, ModelProvider, ServerAbilities
from tests.llm.server import Asked, FaultServer, Response

from .asking import asking_run, configure, done

GOOD = {"language": "en", "words": 10}
KEY = "sk-planted-9f3b1c77d2"

pytestmark = pytest.mark.django_db(transaction=True)


def check(*args: str) -> str:
    out = io.StringIO()
    call_command("check_model", *args, stdout=out)
    return out.getvalue()


def test_without_a_model_it_says_what_to_set() -> None:
    with pytest.raises(CommandError, match="CRIVO_LLM_BASE_URL"):
        check()


def test_a_model_that_answers(settings: Any) -> None:
    with FaultServer(GOOD) as server:
        configure(settings, server)
        said = check()
        (found,) = json.loads(check("--json"))

    assert said.startswith("settings: model-1 answered as asked: 1 call, ")
    assert (found["ok"], found["provider"], found["calls"]) == (True, "settings", 1)
    assert found["cost_usd"] > 0


def test_each_model_is_asked_and_one_that_fails_is_named(settings: Any) -> None:
    with FaultServer(GOOD) as server, FaultServer(always="server_error") as broken:
        configure(settings, server)
        ModelProvider.objects.create(name="b", base_url=broken.url, model="m", enabled=False)
        with pytest.raises(CommandError, match="not fit for use: b"):
            check()
        assert "settings: " in check("settings")
        ways = [asked.strategy for asked in broken.asked]
        assert ways == ["json_schema", "function", "json_object", "none"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ["asked by: function", "not by: json_schema", "takes no temperature",
             "the limit of an answer is sent as: max_completion_tokens", "reports no tokens"]),
     ("pt-br", ["consultado por: function", "não por: json_schema", "não aceita temperatura",
                "o limite da resposta é enviado como: max_completion_tokens",
                "não informa tokens"])],
)  # fmt: skip
def test_what_a_server_can_do_is_said_and_kept_for_runs(
    settings: Any, language: str, said: list[str]
) -> None:
    def respond(asked: Asked) -> Response:
        for name in ("max_tokens", "temperature", "response_format"):
            if name in asked.body:
                return Response({"error": {"message": f"{name}: unsupported parameter"}}, 400)
        return Response(server.completion(asked) | {"usage": None})

    with FaultServer(GOOD, always="custom") as server, translation.override(language):
        server.respond = respond
        configure(settings, server)
        lines = check().splitlines()
        (found,) = json.loads(check("--json"))
        before = len(server.asked)
        server.answer = {"status": "approved", "why": "it holds"}
        assert done(asking_run()).status == "done"
        assert len(server.asked) == before + 1  # nothing is refused any more

    assert found["can"] == [line.strip() for line in lines[1:]]
    assert all(any(part in line for line in lines[1:]) for part in said), lines
    assert ServerAbilities.objects.get().abilities["temperature"] is False


def test_a_server_that_loads_its_model_is_waited_for_and_that_is_said(settings: Any) -> None:
    loading = Response({"error": {"message": "Loading model", "code": 503}}, 503)
    err = io.StringIO()
    with FaultServer(GOOD, always="custom") as server:
        server.respond = lambda asked: loading if len(server.asked) < 4 else "ok"
        configure(settings, server)
        call_command("check_model", stdout=io.StringIO(), stderr=err)

    assert err.getvalue().count("Loading model") == 3
    assert "s so far: " in err.getvalue()


def test_a_name_that_nobody_has(settings: Any) -> None:
    with pytest.raises(CommandError, match="nobody"):
        check("nobody")


def told() -> list[tuple[str, str]]:
    return [(finding.level, finding.what) for finding in models()]


def test_the_doctor_is_content_without_a_model() -> None:
    assert told() == [("ok", "none configured: the built-in analyst does all")]


def test_the_doctor_asks_no_model(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_API_KEY", KEY)
    with FaultServer(GOOD) as server:
        configure(settings, server, KEY_ENV="TEST_API_KEY")
        assert told() == [("ok", "settings: model-1 (127.0.0.1); the key is from TEST_API_KEY")]
        assert server.asked == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"ALLOW_PRIVATE": []}, "127.0.0.1 is a private address"),
        ({"KEY_ENV": "UNSET_API_KEY"}, "UNSET_API_KEY, which is to hold the key, is not set"),
    ],
)
def test_the_doctor_says_what_is_missing(settings: Any, changes: dict[str, Any], said: str) -> None:
    with FaultServer(GOOD) as server:
        configure(settings, server, **changes)
        ((level, what),) = told()

    assert level == "fail"
    assert said in what


def test_the_key_is_nowhere_in_the_database(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Runs that go well and badly, with a server that says the key aloud: then every row."""
    monkeypatch.setenv("TEST_API_KEY", KEY)
    with FaultServer({"status": "approved", "why": f"the key is {KEY}"}) as server:
        configure(settings, server, KEY_ENV="TEST_API_KEY", ATTEMPTS=1)
        server.plan("ok", "echo_key", "server_error")
        ended = [done(asking_run(questions=n)).status for n in (1, 2, 3)]

    assert set(ended) == {"done", "failed"}
    assert LlmCall.objects.count() >= 3
    assert KEY not in caplog.text
    assert KEY not in _dump()


def _dump() -> str:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        rows = []
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - our own tables
            rows += cursor.fetchall()
    return repr(rows)


def test_without_a_model_no_library_for_models_is_loaded() -> None:
    """What the embedded default imports at start, and when a run is made ready."""
    script = (
        "import sys, django; django.setup();"
        "from django.urls import get_resolver; get_resolver().url_patterns;"
        "import hypotheses.services.execute, config.runs.calls;"
        "wrong = {'openai', 'langchain_openai', 'langchain_core', 'httpx2', 'httpx'};"
        "print(sorted(wrong & set(sys.modules)))"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, text=True, cwd=site.BASE_DIR, env=environment, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "[]"
