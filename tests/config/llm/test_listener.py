"""What a trace tells is handed on in a thread of its own, which nobody waits for."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from config.llm import listener
from config.llm.listener import QUEUE, Listener
from config.llm.tracing import Began, Ended

END = Ended(1, 1, 0, {})


class Other:
    """A listener's other side; a stuck one takes for ever, until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.heard: list[Began | Ended] = []

    def hear(self, told: Began | Ended) -> None:
        self.go.wait(30)
        self.heard.append(told)

    def flush(self) -> None:
        self.go.wait(30)


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[Other]:
    monkeypatch.setattr(listener, "_warned", threading.Event())
    other = Other()
    yield other
    other.go.set()


def test_what_is_told_arrives_in_its_order(stuck: Other) -> None:
    stuck.go.set()
    listening = Listener(lambda: stuck)
    told = [END._replace(span=span) for span in range(50)]
    for each in told:
        listening.tell(each)
    assert listening.flush(10)
    assert stuck.heard == told


def test_one_that_is_stuck_holds_nobody_and_no_more_than_the_queue(stuck: Other) -> None:
    listening = Listener(lambda: stuck)
    for _each in range(QUEUE + 100):
        listening.tell(END)
    assert not listening.flush(30)  # not even asked for: there is no room for it
    stuck.go.set()
    while not listening.flush(10):
        pass
    assert QUEUE <= len(stuck.heard) <= QUEUE + 1


def test_the_wait_at_the_end_of_a_process_is_bounded(stuck: Other) -> None:
    listening = Listener(lambda: stuck)
    listening.tell(END)
    assert not listening.flush(0.05)
    assert listener.FLUSH_SECONDS <= 2


def test_a_library_that_is_not_there_is_said_once(stuck: Other, caplog: Any) -> None:
    def make() -> Other:
        raise ImportError("no such library")

    listening = Listener(make)
    for _each in range(3):
        listening.tell(END)
    assert listening.flush(10)
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_library_that_raises_is_said_once_and_goes_on(stuck: Other, caplog: Any) -> None:
    class Broken(Other):
        def hear(self, told: Began | Ended) -> None:
            super().hear(told)
            raise TypeError("not in this way")

    broken = Broken()
    broken.go.set()
    listening = Listener(lambda: broken)
    for _each in range(3):
        listening.tell(END)
    assert listening.flush(10)
    assert len(broken.heard) == 3
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_after_a_fork_it_begins_anew(stuck: Other) -> None:
    stuck.go.set()
    listening = Listener(lambda: stuck)
    listening.tell(END)
    assert listening.flush(10)
    child = os.fork()
    if child == 0:
        listening.tell(END._replace(span=2))
        os._exit(0 if listening.flush(10) and stuck.heard[-1].span == 2 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert len(stuck.heard) == 1


def test_nothing_is_begun_before_there_is_something_to_tell(stuck: Other) -> None:
    made = []

    def make() -> Other:
        made.append(stuck)
        return stuck

    assert not Listener(make).flush(0)
    assert made == []


def test_without_a_trace_nothing_is_loaded() -> None:
    libraries = ("langfuse", "opentelemetry", "requests")
    code = (
        "import sys, config.llm.tracing, config.llm.traced_store, config.llm.listener;"
        f"print([name for name in sys.modules if name.split('.')[0] in {libraries}])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
