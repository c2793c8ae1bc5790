"""Sends a trace to Langfuse by OpenTelemetry, with the attributes that Langfuse documents for any
sender. Imported only where tracing is on.

Nothing waits for it: ended spans go into a queue that a thread of OpenTelemetry empties; what does
not fit is dropped. The tracer provider is our own and not the process's: it holds no other spans.
"""

from __future__ import annotations

import base64
import gzip
import json
import logging
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.util import Finalize
from typing import Any
from urllib.parse import urlsplit

import httpx2
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanLimits, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import Span, set_span_in_context

from .addresses import Rules, check_addresses, check_url
from .errors import AddressError
from .tracing import Began, Ended, Facts, warn_once
from .wire import trusted

SECONDS = 5.0  # seconds of one request
FLUSH_SECONDS = 2.0
_QUEUE, _BATCH, _EVERY_SECONDS = 2_000, 100, 0.5
_OPEN = 5_000  # spans whose end is never reported are not kept for ever
_PATH = "/api/public/otel/v1/traces"
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


@dataclass(frozen=True)
class Target:
    """Where traces are sent, under which public key, and how the secret key is read."""

    url: str
    public_key: str
    rules: Rules
    secret: Callable[[], str]


class _Ids(RandomIdGenerator):
    """Sets the trace to which the next span belongs."""

    trace = 0

    def generate_trace_id(self) -> int:
        return self.trace


class Langfuse:
    """Holds spans open until they end. One for each destination and process."""

    def __init__(self, target: Target) -> None:
        for name in ("opentelemetry.sdk", "opentelemetry.attributes"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # we log it ourselves, once
        self._ids, self._lock = _Ids(), threading.Lock()
        self._provider = TracerProvider(
            sampler=ALWAYS_ON,
            resource=Resource({"service.name": "crivo"}),
            shutdown_on_exit=False,
            id_generator=self._ids,
            span_limits=SpanLimits(**_LIMITS),
        )
        queue = BatchSpanProcessor(
            Exporter(target),
            max_queue_size=_QUEUE,
            schedule_delay_millis=_EVERY_SECONDS * 1_000,
            max_export_batch_size=_BATCH,
            export_timeout_millis=SECONDS * 1_000,
        )
        self._provider.add_span_processor(queue)
        self._tracer = self._provider.get_tracer("crivo")
        self._open: dict[tuple[int, int], tuple[Span, Began]] = {}
        self._names: dict[int, str] = {}
        # Workers of the queue are multiprocessing's, which exit without running `atexit`.
        Finalize(None, self.flush, exitpriority=100)

    def tell(self, event: Began | Ended) -> None:
        try:
            with self._lock:
                self._begin(event) if isinstance(event, Began) else self._end(event)
        except Exception as error:  # noqa: BLE001 - the boundary to an optional library
            warn_once(f"{type(error).__name__}: {error}")

    def flush(self, seconds: float = FLUSH_SECONDS) -> bool:
        """Wait until all ended spans are sent, for `seconds` at most; return whether they are."""
        done = threading.Event()

        def send() -> None:
            self._provider.force_flush()
            done.set()

        threading.Thread(target=send, daemon=True).start()
        return done.wait(seconds)

    def _begin(self, began: Began) -> None:
        parent = self._open.get((began.trace, began.parent or 0))
        context = set_span_in_context(parent[0], Context()) if parent else Context()
        self._ids.trace = began.trace
        if began.kind == "run":
            self._names[began.trace] = began.name
        named = {"langfuse.trace.name": self._names.get(began.trace, "")}
        attributes = named | _attributes(began.kind, began.facts)
        span = self._tracer.start_span(
            began.name, context, start_time=began.at, attributes=attributes
        )
        self._open[began.trace, began.span] = span, began
        while len(self._open) > _OPEN:
            self._open.pop(next(iter(self._open)))

    def _end(self, ended: Ended) -> None:
        if (ended.trace, ended.span) not in self._open:
            return
        span, began = self._open.pop((ended.trace, ended.span))
        span.set_attributes(_attributes(began.kind, ended.facts, ended.fault))
        span.end(ended.at)
        if began.kind == "run":
            self._names.pop(ended.trace, None)


class Exporter(SpanExporter):
    """Sends spans to the address that was checked, signed with the secret key, which is held for
    one request only. Nothing is taken from the environment."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        target, body = self._target, gzip.compress(encode_spans(spans).SerializeToString())
        try:
            status = self._post(target.url.rstrip("/") + _PATH, body)
        except (httpx2.HTTPError, AddressError, OSError) as error:
            # Its type only: the text of a library's error may hold the request.
            why = str(error) if isinstance(error, AddressError) else type(error).__name__
        else:
            why = "" if 200 <= status < 300 else str(status)
        if not why:
            return SpanExportResult.SUCCESS
        warn_once(f"Langfuse at {urlsplit(target.url).netloc}: {why}")
        return SpanExportResult.FAILURE

    def _post(self, url: str, body: bytes) -> int:
        """The status of the answer; the body is not read."""
        parts = check_url(url, self._target.rules)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        addresses = resolved(parts.hostname or "", port)
        check_addresses(parts, addresses, self._target.rules)
        request = httpx2.Request(
            "POST",
            httpx2.URL(url).copy_with(host=addresses[0]),
            headers=self._headers(parts.netloc),
            content=body,
            extensions={
                "sni_hostname": parts.hostname or "",
                "timeout": dict.fromkeys(("connect", "read", "write", "pool"), SECONDS),
            },
        )
        tls = trusted() if parts.scheme == "https" else False
        # No connection is kept open that a forked process could share.
        with httpx2.HTTPTransport(verify=tls, trust_env=False) as transport:
            answer = transport.handle_request(request)
            answer.close()
        return answer.status_code

    def _headers(self, host: str) -> Mapping[str, str]:
        key = self._target.public_key
        pair = base64.b64encode(f"{key}:{self._target.secret()}".encode()).decode()
        return {
            "Host": host,
            "Authorization": f"Basic {pair}",
            "Content-Type": "application/x-protobuf",
            "Content-Encoding": "gzip",
            "User-Agent": "crivo",
            "x-langfuse-public-key": key,
            "x-langfuse-ingestion-version": "4",
        }


def resolved(host: str, port: int) -> list[str]:
    """Runs in this thread, which is our own: no other code is delayed."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def _attributes(kind: str, facts: Facts, fault: str = "") -> dict[str, str]:
    """The attributes of a span's beginning, or of its end."""
    generation = kind == "generation"
    found: dict[str, Any] = {"type": "generation" if generation else "span"}
    if fault:
        found |= {"level": "WARNING", "status_message": fault}
    if generation:
        cost = facts.get("cost")
        found |= {
            "model.name": facts.get("model"),
            "input": _json(facts.get("input")),
            "output": facts.get("output"),
            "usage_details": _json(facts.get("tokens")),
            "cost_details": None if cost is None else _json({"total": cost}),
        }
    about = facts["about"] if generation else facts
    found |= {f"metadata.{name}": _json(value) for name, value in about.items()}
    attributes = {name: value for name, value in found.items() if value is not None}
    return {f"langfuse.observation.{name}": value for name, value in attributes.items()}


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)
