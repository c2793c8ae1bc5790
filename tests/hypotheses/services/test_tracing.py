"""Refinements that are traced, over the real wire, to a Langfuse of our own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from config.llm import tracing
from config.runs.models import LlmCall, Step
from hypotheses.models import Hypothesis
from tests.config.runs.asking import configure
from tests.hypotheses.helpers import REFINED, last_run, refined
from tests.hypotheses.model_analyst.talker import talk
from tests.llm.langfuse import PATH, SECRET, Arrived, LangfuseServer, flushed, trace_to
from tests.llm.server import FaultServer
from tests.people import person

pytest.importorskip("opentelemetry.sdk")
pytestmark = pytest.mark.django_db(transaction=True)
KEY = "sk-model-planted-fedcba9876543210"


@pytest.fixture(autouse=True)
def _unwarned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "_warned", type(tracing._warned)())


@pytest.fixture
def keyed(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("TESTS_API_KEY", KEY)
    return {"KEY_ENV": "TESTS_API_KEY"}


def of_kind(spans: list[Arrived], kind: str) -> list[Arrived]:
    return [span for span in spans if span.kind == kind]


def test_a_refinement_is_one_trace_with_a_span_a_node_and_its_calls(
    settings: Any, monkeypatch: Any, keyed: Any
) -> None:
    with FaultServer(talk) as model, LangfuseServer() as langfuse:
        configure(settings, model, **keyed)
        trace_to(settings, monkeypatch, langfuse.url)
        hypothesis = refined(REFINED["en"], user=person("ana", "researcher"))
        assert flushed(settings)
        spans = langfuse.spans

    run = last_run(hypothesis)
    assert len({span.trace for span in spans}) == 1
    assert {span.scope for span in spans} == {"crivo"}
    assert {span.attributes["langfuse.trace.name"] for span in spans} == {"refinement"}
    (root,) = [span for span in spans if not span.parent]
    told = [root.about(name) for name in ("run", "kind", "subject", "status")]
    assert told == [run.pk, "refinement", hypothesis.pk, "done"]
    nodes = [span for span in of_kind(spans, "span") if span.parent == root.span]
    assert [span.name for span in nodes] == list(run.steps.values_list("node", flat=True))
    for span in of_kind(spans, "generation"):
        (node,) = [each for each in nodes if each.span == span.parent]
        assert node.name == span.about("node")
        assert node.began <= span.began <= span.ended <= node.ended <= root.ended


def test_what_a_call_took_is_what_its_row_says(settings: Any, monkeypatch: Any) -> None:
    with FaultServer(talk) as model, LangfuseServer() as langfuse:
        model.plan("server_error", "wrong_schema")
        configure(settings, model)
        trace_to(settings, monkeypatch, langfuse.url)
        refined(REFINED["en"])
        assert flushed(settings)
        calls = of_kind(langfuse.spans, "generation")

    told = {
        span.about("call"): (
            span.attributes["langfuse.observation.model.name"],
            span.about("prompt"),
            span.about("prompt_hash"),
            span.about("outcome"),
            span.read("usage_details"),
            round(span.read("cost_details")["total"], 6),
            span.about("seconds"),
        )
        for span in calls
    }
    rows = {
        row.pk: (
            row.model,
            row.prompt,
            row.prompt_hash,
            row.outcome,
            {"input": row.tokens_in, "output": row.tokens_out},
            float(row.cost_usd),
            round(row.seconds, 4),
        )
        for row in LlmCall.objects.all()
    }
    assert told == rows
    outcomes = Counter(row[3] for row in rows.values())
    assert outcomes["server_error"] == outcomes["invalid"] == 1
    assert outcomes["ok"] > 5
    assert sum(row[5] for row in rows.values()) > 0


def test_nothing_secret_and_nobody_s_name_or_words_arrive(
    settings: Any, monkeypatch: Any, keyed: Any
) -> None:
    with FaultServer(talk) as model, LangfuseServer() as langfuse:
        model.plan("echo_key")
        configure(settings, model, **keyed)
        trace_to(settings, monkeypatch, langfuse.url)
        refined(REFINED["en"], user=person("zenobia", "researcher"))
        assert flushed(settings)
        everything, sent = langfuse.everything, langfuse.sent

    assert {each.path for each in sent} == {PATH}
    for hidden in (KEY, SECRET, settings.SECRET_KEY, "zenobia", "TDD", "small teams"):
        assert hidden.encode() not in everything, hidden


def test_what_was_said_arrives_where_it_is_asked_for_without_keys(
    settings: Any, monkeypatch: Any, keyed: Any
) -> None:
    with FaultServer(talk) as model, LangfuseServer() as langfuse:
        model.plan("echo_key")
        configure(settings, model, **keyed)
        trace_to(settings, monkeypatch, langfuse.url, TEXTS=True)
        refined(REFINED["en"])
        assert flushed(settings)
        everything, calls = langfuse.everything, of_kind(langfuse.spans, "generation")

    assert KEY.encode() not in everything
    assert SECRET.encode() not in everything
    said = calls[-1].read("input")
    assert [part["role"] for part in said] == ["system", "user"]
    assert REFINED["en"] in calls[-1].attributes["langfuse.observation.input"]
    assert calls[-1].attributes["langfuse.observation.output"].startswith("{")


FAULTS = ["hang", "unauthorized", "failing", "busy", "garbage", "no_http", "redirect", "dead"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_langfuse_that_fails_changes_nothing_but_one_line_of_the_log(
    settings: Any, monkeypatch: Any, caplog: Any, capfd: Any, fault: str
) -> None:
    langfuse = LangfuseServer(fault if fault != "dead" else "ok")
    with FaultServer(talk) as model, langfuse:
        configure(settings, model, CACHE=False)
        steps = [outputs(refined(REFINED["en"]))]
        url = "http://127.0.0.1:9" if fault == "dead" else langfuse.url  # nobody listens there
        trace_to(settings, monkeypatch, url)
        steps += [outputs(refined(REFINED["en"])) for _again in range(2)]
        if fault != "hang":
            assert flushed(settings)

    assert steps[0] == steps[1] == steps[2]
    assert flushed(settings)  # the server is gone, and lets go of whoever hangs on it
    assert {sent.path for sent in langfuse.sent} <= {PATH}
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == (0 if fault == "garbage" else 1), lines
    assert all("runs are not traced (Langfuse at 127.0.0.1" in line for line in lines)
    shown = capfd.readouterr()
    assert SECRET not in shown.err + shown.out + caplog.text
    assert shown.out == ""


def outputs(hypothesis: Hypothesis) -> list[Any]:
    run = last_run(hypothesis)
    assert run.status == "done", run.error
    return list(Step.objects.filter(run=run).order_by("pk").values_list("node", "output"))
