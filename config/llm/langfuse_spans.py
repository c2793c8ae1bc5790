"""What a trace tells, as spans of Langfuse's SDK. Imported only where tracing is on.

The tracer provider is our own and never the process's: it holds no spans but ours, and ours have
no parents but ours.
"""

from __future__ import annotations

import logging
from typing import Any

from langfuse._client.attributes import (
    LangfuseOtelSpanAttributes,
    create_generation_attributes,
    create_span_attributes,
)
from langfuse._client.span_processor import LangfuseSpanProcessor
from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanLimits, TracerProvider
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import Span, set_span_in_context

from .langfuse_wire import SECONDS, UNSIGNED, Target, exporter
from .listener import warn_once
from .tracing import Began, Ended

_OPEN = 5_000  # spans whose end was dropped are not kept for ever
_BATCH, _EVERY_SECONDS = 100, 0.5
_LIBRARIES = ("langfuse", "opentelemetry.exporter", "opentelemetry.sdk", "opentelemetry.attributes")
_LIMITS = {
    "max_attributes": 64,
    "max_events": 8,
    "max_links": 8,
    "max_span_attributes": 64,
    "max_event_attributes": 8,
    "max_link_attributes": 8,
    "max_attribute_length": 100_000,
    "max_span_attribute_length": 100_000,
}


class _Ids(RandomIdGenerator):
    """Makes the trace of the next span the one it belongs to."""

    trace = 0

    def generate_trace_id(self) -> int:
        return self.trace


class LangfuseSpans:
    """Keeps spans open until they end; used by one thread."""

    def __init__(self, target: Target) -> None:
        for name in _LIBRARIES:  # we say what they would say, once
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self._ids = _Ids()
        self._provider = TracerProvider(
            sampler=ALWAYS_ON,
            resource=Resource({"service.name": "crivo"}),
            shutdown_on_exit=False,
            id_generator=self._ids,
            span_limits=SpanLimits(**_LIMITS),
        )
        processor = LangfuseSpanProcessor(
            public_key=target.public_key,
            secret_key=UNSIGNED,
            base_url=target.url,
            timeout=SECONDS,
            flush_at=_BATCH,
            flush_interval=_EVERY_SECONDS,
            should_export_span=lambda _span: True,  # there are none but ours
            span_exporter=exporter(target, warn_once),
        )
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("crivo")
        self._open: dict[tuple[int, int], tuple[Span, Began]] = {}
        self._names: dict[int, str] = {}

    def hear(self, told: Began | Ended) -> None:
        if isinstance(told, Began):
            self._begin(told)
        elif (told.trace, told.span) in self._open:
            self._end(told)

    def flush(self) -> None:
        self._provider.force_flush()

    def _begin(self, told: Began) -> None:
        parent = self._open.get((told.trace, told.parent or 0))
        context = set_span_in_context(parent[0], Context()) if parent else Context()
        self._ids.trace = told.trace
        if told.kind == "run":
            self._names[told.trace] = told.name
        attributes = {LangfuseOtelSpanAttributes.TRACE_NAME: self._names.get(told.trace, "")}
        attributes |= _attributes(told)
        span = self._tracer.start_span(
            told.name, context, start_time=told.at, attributes=attributes
        )
        self._open[told.trace, told.span] = span, told
        while len(self._open) > _OPEN:
            self._open.pop(next(iter(self._open)))

    def _end(self, told: Ended) -> None:
        span, began = self._open.pop((told.trace, told.span))
        span.set_attributes(_attributes(began, told))
        span.end(told.at)
        if began.kind == "run":
            self._names.pop(told.trace, None)


def _attributes(began: Began, ended: Ended | None = None) -> dict[str, Any]:
    """As the SDK writes them: those of the beginning, or those of the end."""
    facts = ended.facts if ended else began.facts
    fault = ended.fault if ended else ""
    common: dict[str, Any] = {"level": "WARNING", "status_message": fault} if fault else {}
    if began.kind != "generation":
        return create_span_attributes(metadata=dict(facts), observation_type="span", **common)
    cost = facts.get("cost")
    return create_generation_attributes(
        model=facts.get("model"),
        input=facts.get("input"),
        output=facts.get("output"),
        usage_details=facts.get("tokens"),
        cost_details=None if cost is None else {"total": cost},
        metadata=facts["about"],
        **common,
    )
