"""The way to the server: what is looked up at each call, and what goes along."""

from __future__ import annotations

import asyncio
import logging
import traceback
from typing import Any

import pytest

from config import env
from config.llm.addresses import Rules
from config.llm.errors import ModelFailed
from config.llm.model_asker import ModelAsker
from config.llm.provider import Provider
from tests.llm.memory_store import MemoryStore
from tests.llm.server import FaultServer

from .helpers import GOOD, HERE, PROMPT, QUICK, Verdict, ask, memory, provider

KEY = "sk-planted-9f3b1c77d2"
FAULTS = [
    "ok", "echo_key", "unauthorized", "server_error", "garbage", "hang", "reset", "truncated",
    "wrong_schema", "redirect", "huge", "bad_request",
]  # fmt: skip


def test_the_key_goes_to_the_server_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not into logs, exceptions, what is stored, or the text of any object on the way."""
    monkeypatch.setenv("TEST_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="openai")
    told: list[str] = []
    for fault in FAULTS:
        store = memory()
        with FaultServer(GOOD, always=fault) as server:
            here = provider(server, key_env="TEST_API_KEY", timeout_seconds=0.4)
            try:
                told.append(repr(ask(here, store, patience=QUICK)))
            except ModelFailed as failed:
                told.append("".join(traceback.format_exception(failed, chain=True)))
                told.append(repr(failed.__context__) + repr(failed.__cause__))
            assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
            told += [repr(here), repr(store.calls), repr(store.settled)]

    assert KEY not in "".join(told)
    assert KEY not in caplog.text
    assert "[key]" in "".join(told)  # a server that says it aloud is not repeated


def test_the_key_is_read_at_each_call(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with ModelAsker([here], memory(), rules=HERE, secret=env.secret) as asker:
            for number, key in enumerate(["first-key-1", "second-key-2"]):
                monkeypatch.setenv("TEST_API_KEY", key)
                prompt = PROMPT._replace(user=str(number))
                await asker.ask(agent="judge", node="n", prompt=prompt, schema=Verdict)

    with FaultServer(GOOD) as server:
        here = provider(server, key_env="TEST_API_KEY")
        asyncio.run(go())
        sent = [each.headers["authorization"] for each in server.asked]

    assert sent == ["Bearer first-key-1", "Bearer second-key-2"]


def test_without_its_key_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_API_KEY", raising=False)
    store = memory()
    with FaultServer(GOOD) as server, pytest.raises(ModelFailed, match="TEST_API_KEY"):
        ask(provider(server, key_env="TEST_API_KEY"), store)

    assert server.asked == []
    assert store.outcomes == ["no_key"]


def test_nothing_of_this_machine_goes_to_other_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would take keys and names from the environment on its own."""
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "planted-in-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "https://elsewhere.example")
    monkeypatch.setenv("OPENAI_PROXY", "http://elsewhere.example")
    monkeypatch.setenv("HTTP_PROXY", "http://elsewhere.example")
    monkeypatch.setenv("LANGSMITH_GATEWAY", "true")
    with FaultServer(GOOD) as server:
        ask(provider(server), memory())
        (asked,) = server.asked

    assert "planted" not in repr(asked.headers)
    assert "authorization" not in asked.headers


def test_gateways_of_azure_get_the_key_in_their_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_API_KEY", KEY)
    with FaultServer(GOOD) as server:
        url = f"{server.url}?api-version=2024-10-21"
        ask(provider(server, base_url=url, key_env="TEST_API_KEY"), memory())
        (asked,) = server.asked

    assert asked.headers["api-key"] == KEY
    assert asked.path == "/v1/chat/completions?api-version=2024-10-21"


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://api.openai.com/v1", "max_completion_tokens"),
        ("https://mine.openai.azure.com/openai/v1", "max_completion_tokens"),
        ("http://127.0.0.1:11434/v1", "max_tokens"),
    ],
)
def test_the_limit_is_named_as_the_server_knows_it(url: str, name: str) -> None:
    assert Provider("p", url, "m").limit_name == name


def _through(resolver: Any, rules: Rules, server: FaultServer, store: MemoryStore) -> str:
    """The answer's model, asked by a name that the resolver looks up."""
    url = server.url.replace("127.0.0.1", "models.example")

    async def go() -> str:
        asker = ModelAsker(
            [provider(server, base_url=url)],
            store,
            rules=rules,
            cache=False,
            patience=QUICK,
            resolver=resolver,
        )
        async with asker:
            for _time in range(2):
                answered = await asker.ask(agent="judge", node="n", prompt=PROMPT, schema=Verdict)
        return answered.model

    return asyncio.run(go())


def test_a_name_that_turns_to_a_private_address_is_refused_at_the_call() -> None:
    """What was public when it was saved, and for the first call, is looked up again."""
    answers = iter([["127.0.0.1"], ["10.0.0.7"]])

    async def resolver(host: str, port: int) -> list[str]:
        return next(answers)

    store = memory()
    rules = Rules(hosts=("*",), private=("127.0.0.1",))
    with FaultServer(GOOD) as server, pytest.raises(ModelFailed, match="private address"):
        _through(resolver, rules, server, store)

    assert store.outcomes == ["ok", "address"]


def test_the_call_goes_to_the_address_that_was_checked() -> None:
    """The name has no address of its own: had it been looked up again, the call had failed."""

    async def resolver(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    with FaultServer(GOOD) as server:
        _through(resolver, Rules(private=("models.example",)), server, memory())
        host = server.asked[0].headers["host"]

    assert host.startswith("models.example:")


def test_an_address_that_does_not_answer_is_followed_by_the_next() -> None:
    async def resolver(host: str, port: int) -> list[str]:
        return ["::1", "127.0.0.1"]

    with FaultServer(GOOD) as server:
        assert _through(resolver, Rules(private=("models.example",)), server, memory())
