"""A Langfuse on the loopback that takes traces as the real one does, or fails as it is told.

    with LangfuseServer() as langfuse:
        trace_to(settings, monkeypatch, langfuse)
        ...
        assert flushed(settings)
        langfuse.spans                  what arrived, decoded from OpenTelemetry's protocol

`always` is what becomes of each request: `ok`, `hang`, `unauthorized`, `failing`, `busy`,
`garbage`, `no_http`, `redirect`.
"""

from __future__ import annotations

import gzip
import json
import os
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any, NamedTuple, Self

import pytest

from config.runs import tracing
from tests.lab.chaos import loopback

PUBLIC, SECRET = "pk-lf-of-the-tests", "sk-lf-planted-0123456789abcdef"
PATH = "/api/public/otel/v1/traces"
_PLAIN = "langfuse.observation."


class Sent(NamedTuple):
    """One request; `body` is what it unpacks to."""

    path: str
    headers: dict[str, str]
    body: bytes


class Arrived(NamedTuple):
    """One span."""

    trace: str
    span: str
    parent: str
    name: str
    began: int
    ended: int
    scope: str
    attributes: dict[str, Any]

    @property
    def kind(self) -> str:
        return str(self.attributes[f"{_PLAIN}type"])

    def about(self, name: str) -> Any:
        """A value of its metadata; None when there is none of that name."""
        found = self.attributes.get(f"{_PLAIN}metadata.{name}")
        return None if found is None else json.loads(found)

    def read(self, name: str) -> Any:
        """An attribute of Langfuse's that holds JSON."""
        return json.loads(self.attributes[_PLAIN + name])


class LangfuseServer:
    """Takes traces in threads of its own."""

    def __init__(self, always: str = "ok") -> None:
        self.always = always
        self.sent: list[Sent] = []
        self.closing = threading.Event()
        self._http = _Server(_Handler)
        self._http.told = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def spans(self) -> list[Arrived]:
        """Every span that arrived, in the order in which they began."""
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
            ExportTraceServiceRequest,
        )

        found = []
        for sent in self.sent:
            request = ExportTraceServiceRequest.FromString(sent.body)
            for resource in request.resource_spans:
                for scope in resource.scope_spans:
                    found += [_arrived(span, scope.scope.name) for span in scope.spans]
        return sorted(found, key=lambda span: span.began)

    @property
    def everything(self) -> bytes:
        """All that was said to it, but how its client signs."""
        said = [
            repr((sent.path, {**sent.headers, "authorization": ""})).encode() + sent.body
            for sent in self.sent
        ]
        return b"\n".join(said)


def _arrived(span: Any, scope: str) -> Arrived:
    values = {pair.key: _value(pair.value) for pair in span.attributes}
    ids = span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex()
    return Arrived(
        *ids, span.name, span.start_time_unix_nano, span.end_time_unix_nano, scope, values
    )


def _value(value: Any) -> Any:
    return getattr(value, value.WhichOneof("value"))


class _Server(loopback.Server):
    told: LangfuseServer


class _Handler(loopback.Quiet, BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Where a redirect would lead to, and what a client might ask besides."""
        self.server.told.sent.append(Sent(self.path, {}, b""))
        self._say(200)

    def do_POST(self) -> None:
        told = self.server.told
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        told.sent.append(Sent(self.path, headers, body))
        with suppress(BrokenPipeError, ConnectionResetError):
            getattr(self, f"_{told.always}")()

    def _ok(self) -> None:
        self._say(200)

    def _hang(self) -> None:
        self.close_connection = True
        self.server.told.closing.wait(60)

    def _unauthorized(self) -> None:
        said = f"I say it aloud: {self.headers.get('authorization')}"
        self._say(401, json.dumps({"message": said}).encode())

    def _failing(self) -> None:
        self._say(500)

    def _busy(self) -> None:
        self._say(429, headers={"Retry-After": "3600"})

    def _garbage(self) -> None:
        self._say(200, b"<html>a proxy's own page</html>" * 100_000)

    def _no_http(self) -> None:
        self.close_connection = True
        self.wfile.write(b"\x00\x01 this is no HTTP\r\n\r\n")

    def _redirect(self) -> None:
        self._say(307, headers={"Location": "/elsewhere"})

    def _say(self, status: int, body: bytes = b"", headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def trace_to(settings: Any, monkeypatch: pytest.MonkeyPatch, url: str, **changes: Any) -> None:
    """Runs are traced to this address; `changes` without their prefix LANGFUSE_."""
    monkeypatch.setenv("LANGFUSE_SECRET_KEY", SECRET)
    values = {"HOST": url, "PUBLIC_KEY": PUBLIC, **changes}
    for name, value in values.items():
        setattr(settings, f"LANGFUSE_{name}", value)
    settings.LLM_ALLOW_PRIVATE = ["127.0.0.1"]


def flushed(settings: Any, seconds: float = 20) -> bool:
    """Whether all that was told is handed on."""
    target = settings.LANGFUSE_HOST, settings.LANGFUSE_PUBLIC_KEY, tracing.rules(), os.getpid()
    return tracing.langfuse_of(*target).flush(seconds)
