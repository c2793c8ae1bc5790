"""Each way in which a model's server can fail, over both graphs: the run always ends well.

Once each in all tests; `pytest tests/llm/faults --rounds 25` more often, each time at another call.
"""

from __future__ import annotations

import logging
import random
import time
from typing import Any

import pytest

from config.runs.models import Event, LlmCall, Step
from tests.config.runs.asking import configure
from tests.llm.server import FaultServer
from tests.processes import CEILING

from .graphs import GRAPHS, Ended, Graph
from .leaks import KEY, database, pages

pytestmark = pytest.mark.django_db(transaction=True)
FAULTS = [
    "rate_limited", "rate_limited_bare", "quota", "server_error", "overloaded", "bad_request",
    "unauthorized", "echo_key", "forbidden", "not_found", "redirect", "hang", "drip", "truncated",
    "filtered", "refusal", "garbage", "broken_json", "null_choices", "no_choices", "no_usage",
    "absurd_usage", "inflated_usage", "prose", "empty", "wrong_schema", "wrong_language",
    "injected", "huge", "zipped", "reset", "reset_midway",
]  # fmt: skip
# A reply that holds a good answer all the same.
HARMLESS = {"no_usage", "absurd_usage", "inflated_usage"}
DOUBTED = {"absurd_usage", "inflated_usage"}
TINY = {
    "TIMEOUT_SECONDS": 60, "ATTEMPTS": 2, "MAX_CALLS": 100, "MAX_ANSWER_TOKENS": 500,
    "MAX_TOKENS": 400_000, "KEY_ENV": "PLANTED_API_KEY",
}  # fmt: skip
WAITED_FOR = {"hang", "drip"}  # not for long; the others answer at once, on a busy machine late
LONGEST = CEILING

_steps: dict[str, set[Any]] = {}


def steps_of(ended: Ended) -> set[Any]:
    return set(Step.objects.filter(run=ended.run).values_list("node", "iteration", "item"))


def expected_steps(graph: Graph, settings: Any) -> set[Any]:
    """The steps of a run on which nothing fails."""
    if graph.name not in _steps:
        with FaultServer(graph.answer) as server:
            configure(settings, server, **TINY, CACHE=False)
            _steps[graph.name] = steps_of(graph.play())
            assert len(server.asked) == graph.calls
        assert set(LlmCall.objects.values_list("outcome", flat=True)) == {"ok"}
    return _steps[graph.name]


def make(server: FaultServer, fault: str, graph: Graph, round_: int) -> None:
    """First without end; then now and then, from a call that the round's number gives."""
    if round_ == 0:
        server.always = fault
        return
    draw = random.Random(f"{fault} {round_}")  # noqa: S311
    for _ in range(graph.calls):
        server.plan(fault if draw.random() < draw.choice((0.1, 0.3, 0.6)) else "ok")


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_run_ends_well_whatever_the_server_does(
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    name: str,
    fault: str,
    round_: int,
) -> None:
    graph = GRAPHS[name]
    monkeypatch.setenv("PLANTED_API_KEY", KEY)
    caplog.set_level(logging.INFO)
    expected = expected_steps(graph, settings)
    LlmCall.objects.all().delete()
    with FaultServer(graph.answer) as server:
        make(server, fault, graph, round_)
        seconds = 0.3 if fault in WAITED_FOR else TINY["TIMEOUT_SECONDS"]
        configure(settings, server, **{**TINY, "TIMEOUT_SECONDS": seconds})
        began = time.monotonic()
        ended = graph.play()
        assert time.monotonic() - began < LONGEST
        asked = len(server.asked)

    ends_as_specified(ended, graph)
    calls_are_complete(ended, fault, asked)
    within_budget(settings)
    assert steps_of(ended) == expected
    if round_ == 0:
        assert is_degraded(ended) == (fault not in HARMLESS)
    nothing_leaks(ended, caplog)


def ends_as_specified(ended: Ended, graph: Graph) -> None:
    assert ended.run.status == "done", ended.run.error
    assert ended.outcome in graph.outcomes


def calls_are_complete(ended: Ended, fault: str, asked: int) -> None:
    """A row for every request that came, none in the air; what was not believed is said."""
    calls = LlmCall.objects.all()
    assert {call.run_id for call in calls} == {ended.run.pk}
    assert not calls.filter(outcome__in=["reserved", "interrupted"]).exists()
    assert calls.count() == asked > 0
    if fault in DOUBTED:
        doubted = calls.filter(error__contains="which cannot be")
        told = Event.objects.filter(run=ended.run).values_list("data", flat=True)
        said = any("which cannot be" in data.get("text", "") for data in told)
        assert doubted.exists() == said


def within_budget(settings: Any) -> None:
    spent = LlmCall.objects.all().spent()
    assert spent.calls <= settings.LLM_MAX_CALLS
    assert spent.tokens <= settings.LLM_MAX_TOKENS
    assert spent.cost <= settings.LLM_MAX_COST_USD


def is_degraded(ended: Ended) -> bool:
    """Whether the built-in analyst stood in for a model anywhere in the run."""
    outputs = Step.objects.filter(run=ended.run).values_list("output", flat=True)
    return any("'degraded': True" in repr(output) for output in outputs)


def nothing_leaks(ended: Ended, caplog: pytest.LogCaptureFixture) -> None:
    assert KEY not in caplog.text
    assert all(KEY not in row for row in database())
    assert all(KEY not in text for text in pages(ended.page))
