"""What a trace tells is sent by a thread that nobody waits for."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import Any

import pytest

from config.llm import tracing
from config.llm.addresses import Rules
from config.llm.tracing import Began, Ended
from tests.llm.langfuse import PUBLIC, LangfuseServer

pytest.importorskip("opentelemetry.sdk")
HERE = Rules(private=("127.0.0.1",))


@pytest.fixture(autouse=True)
def _unwarned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "_warned", threading.Event())


def sender(server: LangfuseServer) -> Any:
    from config.llm.langfuse import Langfuse, Target

    return Langfuse(Target(server.url, PUBLIC, HERE, lambda: "a secret"))


def tell(langfuse: Any, number: int) -> None:
    langfuse.tell(Began(7, number, None, "run", f"run {number}", number, {}))
    langfuse.tell(Ended(7, number, number + 1, {}))


def test_one_that_hangs_holds_nobody_and_the_wait_at_the_end_is_bounded() -> None:
    from config.llm import langfuse as sending

    with LangfuseServer("hang") as server:
        langfuse = sender(server)
        for number in range(3_000):  # more than are kept
            tell(langfuse, number + 1)
        assert not langfuse.flush(0.05)
    assert sending.FLUSH_SECONDS <= 2


def test_what_ended_arrives_and_what_never_began_is_nothing() -> None:
    with LangfuseServer() as server:
        langfuse = sender(server)
        langfuse.tell(Ended(7, 99, 5, {}))
        tell(langfuse, 1)
        assert langfuse.flush(20)
        assert [span.name for span in server.spans] == ["run 1"]


def test_what_cannot_be_told_is_said_once_and_raises_nothing(
    caplog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The sender of the test before may have had its line while this one was set up.
    monkeypatch.setattr(tracing, "_warned", threading.Event())
    with LangfuseServer() as server:
        langfuse = sender(server)
        for number in range(3):
            langfuse.tell(Began(7, number, None, "run", "run", number, {"no JSON": object()}))
        tell(langfuse, 9)
        assert langfuse.flush(20)
        assert [span.name for span in server.spans] == ["run 9"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_after_a_fork_it_goes_on() -> None:
    with LangfuseServer() as server:
        langfuse = sender(server)
        tell(langfuse, 1)
        assert langfuse.flush(20)
        child = os.fork()
        if child == 0:
            tell(langfuse, 2)
            os._exit(0 if langfuse.flush(20) else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert [span.name for span in server.spans] == ["run 1", "run 2"]


def test_without_a_trace_nothing_is_loaded() -> None:
    libraries = ("opentelemetry", "httpx2")
    code = (
        "import sys, config.llm.tracing, config.llm.store;"
        f"print([name for name in sys.modules if name.split('.')[0] in {libraries}])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
