"""The way to Langfuse: OpenTelemetry's exporter, to an address that was checked, and signed.

As with models (wire.py): the secret is here for the length of one request, and nothing of the
environment's proxies, headers and certificates goes along.
"""

from __future__ import annotations

import base64
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import requests
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from requests.adapters import HTTPAdapter

from .addresses import Rules, check_addresses, check_url
from .errors import AddressError

SECONDS = 5  # for one request, or for all tries of it
UNSIGNED = "set-by-the-adapter"
_PATH = "/api/public/otel/v1/traces"
_ANSWER = 10_000  # bytes of an answer that are read
_OURS = ("content-type", "content-encoding", "content-length")


@dataclass(frozen=True)
class Target:
    """Where traces go, by whom, and how the secret is read."""

    url: str
    public_key: str
    rules: Rules
    secret: Callable[[], str]

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc


class NotTaken(Exception):
    """A batch that did not arrive. No error of the library's, so that it does not try again."""


class CheckedAdapter(HTTPAdapter):
    """Connects to the very address that was checked; used by one thread at a time."""

    def __init__(self, target: Target) -> None:
        super().__init__(pool_connections=1, pool_maxsize=1, max_retries=0)
        self._target = target
        self._address = ""
        self.why = ""

    def send(self, request: requests.PreparedRequest, *_given: Any, **options: Any) -> Any:
        """The answer, its body cut. Raises NotTaken, for a redirect too."""
        try:
            return self._sent(request, options.get("timeout"))
        except (requests.RequestException, AddressError, OSError) as error:
            # Its name alone: the text of an error of the library may hold the request.
            self.why = str(error) if isinstance(error, AddressError) else type(error).__name__
            raise NotTaken(self.why) from None

    def build_connection_pool_key_attributes(self, *given: Any, **named: Any) -> Any:
        """As the library has it, with the checked address instead of the name."""
        host, pool = super().build_connection_pool_key_attributes(*given, **named)
        if host["scheme"] == "https":
            pool |= {"server_hostname": host["host"], "assert_hostname": host["host"]}
        return {**host, "host": self._address}, pool

    def _sent(self, request: requests.PreparedRequest, timeout: Any) -> requests.Response:
        parts = check_url(str(request.url), self._target.rules)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        addresses = _resolved(parts.hostname or "", port)
        check_addresses(parts, addresses, self._target.rules)
        self._address = addresses[0]
        kept = {k: v for k, v in request.headers.items() if k.lower() in _OURS}
        request.headers.clear()
        request.headers.update(kept | self._signed(parts.netloc))
        answer = super().send(request, stream=True, timeout=timeout, verify=True)
        answer._content = answer.raw.read(_ANSWER)  # a longer one is nobody's concern
        answer.close()
        if not answer.ok or answer.is_redirect:
            self.why = str(answer.status_code)
        if answer.is_redirect:
            raise NotTaken(self.why)
        return answer

    def _signed(self, host: str) -> dict[str, str]:
        key = self._target.public_key
        pair = base64.b64encode(f"{key}:{self._target.secret()}".encode()).decode()
        return {
            "Host": host,
            "Authorization": f"Basic {pair}",
            "Accept-Encoding": "identity",
            "Connection": "close",  # no connection that a forked process could share
            "User-Agent": "crivo",
            "x-langfuse-public-key": key,
            "x-langfuse-ingestion-version": "4",
        }


@dataclass
class _Told(SpanExporter):
    """An exporter that says why it failed to whom it concerns."""

    inner: SpanExporter
    adapter: CheckedAdapter
    failed: Callable[[str], None]
    host: str

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = self.inner.export(spans)
        if result is not SpanExportResult.SUCCESS:
            self.failed(f"Langfuse at {self.host}: {self.adapter.why or 'no answer'}")
        return result

    def shutdown(self) -> None:
        self.inner.shutdown()


def exporter(target: Target, failed: Callable[[str], None]) -> SpanExporter:
    """OpenTelemetry's exporter on a session that takes nothing from the environment."""
    adapter, session = CheckedAdapter(target), requests.Session()
    session.trust_env = False
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    inner = OTLPSpanExporter(
        endpoint=target.url.rstrip("/") + _PATH,
        timeout=SECONDS,
        compression=Compression.Gzip,
        session=session,
    )
    return _Told(inner, adapter, failed, target.host)


def _resolved(host: str, port: int) -> list[str]:
    """In this very thread, which is nobody's but ours: nothing waits for it when we leave."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))
