"""Whether and where runs are traced: settings, address, environment, and what is missing."""

from __future__ import annotations

import sys
import threading
from typing import Any

import pytest

from config.doctor.finding import Level
from config.doctor.services import langfuse as examined
from config.llm import tracing as telling
from config.llm.tracing import NO_TRACE
from config.runs import tracing
from config.runs.models import LlmCall, Run
from tests.llm.langfuse import PATH, PUBLIC, SECRET, LangfuseServer, flushed, trace_to
from tests.llm.server import FaultServer

from .asking import GOOD, asking_run, configure, done

pytest.importorskip("opentelemetry.sdk")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _unwarned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_warned", threading.Event())


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenTelemetry is not installed."""
    monkeypatch.setattr(tracing, "PACKAGES", ("not.there",))


def test_nodes_side_by_side_keep_their_calls_apart(settings: Any, monkeypatch: Any) -> None:
    with FaultServer(GOOD) as model, LangfuseServer() as langfuse:
        configure(settings, model)
        trace_to(settings, monkeypatch, langfuse.url)
        run = done(asking_run(nodes=4, questions=2))
        assert flushed(settings)
        spans = langfuse.spans

    assert run.status == "done", run.error
    names = {span.span: span.name for span in spans}
    calls = [span for span in spans if span.kind == "generation"]
    assert len(calls) == LlmCall.objects.count() == 8
    assert all(names[span.parent] == span.about("node") for span in calls)


def test_a_run_that_fails_says_so_and_why_not(settings: Any, monkeypatch: Any) -> None:
    with FaultServer(GOOD, always="unauthorized") as model, LangfuseServer() as langfuse:
        configure(settings, model)
        trace_to(settings, monkeypatch, langfuse.url)
        run = done(asking_run())
        assert flushed(settings)
        spans = langfuse.spans

    assert run.status == "failed"
    (root,) = [span for span in spans if not span.parent]
    assert root.about("status") == "failed"
    assert {span.attributes["langfuse.observation.level"] for span in spans} == {"WARNING"}
    assert run.error.encode() not in langfuse.everything


def test_a_run_tried_again_goes_on_in_its_trace(settings: Any, monkeypatch: Any) -> None:
    from config.runs.services import retry_run

    with FaultServer(GOOD) as model, LangfuseServer() as langfuse:
        configure(settings, model, ATTEMPTS=1)
        model.plan("ok", "server_error")
        trace_to(settings, monkeypatch, langfuse.url)
        run = done(asking_run(questions=3))
        retry_run(run_id=run.pk, wake=False)
        assert done(run).status == "done"
        assert flushed(settings)
        spans = langfuse.spans

    assert len({span.trace for span in spans}) == 1
    assert [span.about("status") for span in spans if not span.parent] == ["failed", "done"]
    calls = [span.about("outcome") for span in spans if span.kind == "generation"]
    assert calls == list(LlmCall.objects.order_by("pk").values_list("outcome", flat=True))


def test_nothing_of_the_environment_goes_along(settings: Any, monkeypatch: Any) -> None:
    with FaultServer(GOOD) as model, LangfuseServer() as langfuse, LangfuseServer() as other:
        for name in ("LANGFUSE_HOST", "LANGFUSE_BASE_URL", "OTEL_EXPORTER_OTLP_ENDPOINT",
                     "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "HTTP_PROXY", "http_proxy"):  # fmt: skip
            monkeypatch.setenv(name, other.url)
        monkeypatch.setenv("LANGFUSE_PUBLIC_KEY", "pk-of-another")
        monkeypatch.setenv("LANGFUSE_SECRET_KEY", "sk-of-another")
        monkeypatch.setenv("LANGFUSE_TRACING_ENABLED", "false")
        monkeypatch.setenv("LANGFUSE_DEBUG", "true")
        monkeypatch.setenv("LANGFUSE_OTEL_TRACES_EXPORT_PATH", "elsewhere")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-other=sk-of-another")
        monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "owner=sk-of-another")
        monkeypatch.delenv("no_proxy", raising=False)
        configure(settings, model)
        trace_to(settings, monkeypatch, langfuse.url)
        assert done(asking_run()).status == "done"
        assert flushed(settings)

    assert other.sent == []
    assert {sent.path for sent in langfuse.sent} == {PATH}
    assert b"of-another" not in langfuse.everything
    assert {sent.headers["x-langfuse-public-key"] for sent in langfuse.sent} == {PUBLIC}


def test_the_provider_of_the_process_is_left_alone(settings: Any, monkeypatch: Any) -> None:
    from opentelemetry import trace

    with FaultServer(GOOD) as model, LangfuseServer() as langfuse:
        configure(settings, model)
        trace_to(settings, monkeypatch, langfuse.url)
        before = trace.get_tracer_provider()
        with trace.get_tracer("another").start_as_current_span("of somebody else"):
            done(asking_run())
        assert flushed(settings)
        assert trace.get_tracer_provider() is before
        spans = langfuse.spans

    assert "of somebody else" not in {span.name for span in spans}
    assert len([span for span in spans if not span.parent]) == 1


@pytest.mark.parametrize(
    ("url", "allowed", "why"),
    [
        ("http://127.0.0.1:9", [], "private"),
        ("http://langfuse.example", [], ""),  # its name is looked up where something is sent
        ("ftp://langfuse.example", [], "scheme"),
        ("https://me:pass@langfuse.example", [], "secrets"),
        ("http://127.0.0.1:9", ["127.0.0.1"], ""),
        ("https://cloud.langfuse.com", [], ""),
    ],
)
def test_the_address_is_held_to_the_rules_for_models(
    settings: Any, monkeypatch: Any, url: str, allowed: list[str], why: str
) -> None:
    trace_to(settings, monkeypatch, url)
    settings.LLM_ALLOW_PRIVATE = allowed
    refused = tracing.refused_host()
    assert (refused.code if refused else "") == why
    assert examined().level == (Level.WARN if why else Level.OK)
    assert (tracing.trace_of(Run.objects.create(kind="k", subject_id=1)) is NO_TRACE) == bool(why)


def test_a_run_asked_for_without_a_trace_has_none(settings: Any, monkeypatch: Any) -> None:
    trace_to(settings, monkeypatch, "https://cloud.langfuse.com")
    for params, traced in (({}, True), ({tracing.TRACED: False}, False)):
        run = Run.objects.create(kind="k", subject_id=1, params=params)
        assert (tracing.trace_of(run) is not NO_TRACE) == traced


def test_a_name_that_leads_into_our_network_is_not_followed(
    settings: Any, monkeypatch: Any, caplog: Any
) -> None:
    from config.llm import langfuse as sending

    with FaultServer(GOOD) as model, LangfuseServer() as langfuse:
        configure(settings, model)
        monkeypatch.setattr(sending, "resolved", lambda host, port: ["127.0.0.2"])
        trace_to(settings, monkeypatch, langfuse.url.replace("127.0.0.1", "langfuse.example"))
        assert done(asking_run()).status == "done"
        assert flushed(settings)
    assert langfuse.sent == []
    (line,) = [record.getMessage() for record in caplog.records]
    assert "langfuse.example is a private address" in line


def test_without_the_library_doctor_has_the_mend_and_runs_go_on(
    settings: Any, monkeypatch: Any, caplog: Any, absent: Any
) -> None:
    with FaultServer(GOOD) as model:
        configure(settings, model)
        trace_to(settings, monkeypatch, "https://cloud.langfuse.com")
        assert {done(asking_run()).status for _again in range(2)} == {"done"}
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    found = examined()
    assert (found.level, "pip install" in found.mend) == (Level.WARN, True)


def test_without_the_secret_doctor_names_its_variable(settings: Any, monkeypatch: Any) -> None:
    trace_to(settings, monkeypatch, "https://cloud.langfuse.com")
    assert "without their texts" in examined().what
    settings.LANGFUSE_TEXTS = True
    assert ", with their texts" in examined().what
    assert SECRET not in str(examined())
    monkeypatch.delenv("LANGFUSE_SECRET_KEY")
    found = examined()
    assert (found.level, settings.LANGFUSE_SECRET_ENV in found.what) == (Level.WARN, True)
    assert tracing.trace_of(Run.objects.create(kind="k", subject_id=1)) is NO_TRACE


def test_where_none_is_configured_doctor_is_content(settings: Any, absent: Any) -> None:
    assert examined().level == Level.OK
    assert tracing.trace_of(Run(kind="k", subject_id=1)) is NO_TRACE
    assert sys.modules.get("config.llm.langfuse") is None or settings.LANGFUSE_HOST == ""
