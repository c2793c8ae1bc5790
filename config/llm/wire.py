"""The way to a model's server: to addresses that were checked, with the key, and bounded.

The key exists here alone, for the length of one request: no client or model object holds it.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import httpx2

from .addresses import allowed_addresses
from .connection import Headers, Post
from .connections import Connections, Place
from .errors import AddressError, CallFailed
from .outcome import Received
from .provider import Provider
from .reach import Reach

_JSON = b"application/json"
MAX_BYTES = 2_000_000  # of one answer
# Taken from this machine's environment by the client: nobody's business but OpenAI's own.
_OF_OPENAI = (b"openai-organization", b"openai-project")
_SET_HERE = (b"authorization", b"accept-encoding", b"content-length", b"transfer-encoding")


@dataclass
class Heard:
    """What came over the wire for one attempt."""

    status: int = 0
    headers: Headers = field(default_factory=list)
    body: bytearray = field(default_factory=bytearray)

    def received(self, error: Exception | None = None) -> Received:
        """All of it, and what ended it early."""
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in self.headers
        }
        return Received(self.status, headers, bytes(self.body), error)


hearing: ContextVar[Heard] = ContextVar("hearing")


@lru_cache(maxsize=1)
def _trusted() -> ssl.SSLContext:
    """The authorities that are trusted: read once, as that takes long."""
    context = httpx2.create_ssl_context(trust_env=False)
    context.set_alpn_protocols(["http/1.1"])
    return context


class Answer:
    """What a server answers, heard as it comes, and cut off when it grows too long."""

    def __init__(self, model: str) -> None:
        self._model = model
        self._heard = hearing.get()

    def head(self, status: int, headers: Headers) -> None:
        self._heard.status, self._heard.headers = status, headers
        if any(name == b"content-encoding" and value != b"identity" for name, value in headers):
            # it could grow without bound
            raise CallFailed("garbage", model=self._model, said="content-encoding")

    def more(self, data: bytes) -> None:
        self._heard.body += data[: MAX_BYTES + 1]
        if len(self._heard.body) > MAX_BYTES:
            raise CallFailed("too_large", model=self._model, bytes=MAX_BYTES)

    def response(self, request: httpx2.Request) -> httpx2.Response:
        """As the client's own object."""
        heard = self._heard
        content = bytes(heard.body)
        return httpx2.Response(
            heard.status, headers=heard.headers, content=content, request=request
        )


class Wire:
    """Connects to the very address that was checked, whatever the name stands for later."""

    def __init__(self, provider: Provider, reach: Reach) -> None:
        self.provider = provider
        self.reach = reach
        # Connections are limited by the provider's slots.
        self._connections = Connections(
            _trusted() if provider.base_url.startswith("https:") else None
        )

    async def post(self, url: httpx2.URL, headers: Headers, body: bytes) -> Answer:
        """A server's whole answer, whatever it is. Raises CallFailed, httpx2.TransportError."""
        try:
            addresses = await allowed_addresses(
                str(url).partition("?")[0], self.reach.rules, self.reach.resolver
            )
        except AddressError as error:
            raise CallFailed("address", model=self.provider.model, why=error) from None
        post = Post(url.raw_path, self._signed(headers, len(body)), body)
        port = url.port or (443 if url.scheme == "https" else 80)
        answer = Answer(self.provider.model)
        for address in addresses:
            try:
                place = Place(address, port, url.host)
                await self._connections.ask(place, post, answer)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                if address == addresses[-1]:
                    raise
            else:
                return answer
        raise AssertionError("no address is never allowed")

    async def post_json(self, path: str, payload: Mapping[str, Any]) -> Answer:
        """`post` of JSON to a path below the provider's address."""
        base = urlsplit(self.provider.base_url)
        url = httpx2.URL(base._replace(path=base.path.rstrip("/") + path).geturl())
        headers = [(b"Host", url.netloc), (b"Accept", _JSON), (b"Content-Type", _JSON)]
        return await self.post(url, headers, json.dumps(payload, ensure_ascii=False).encode())

    async def aclose(self) -> None:
        await self._connections.aclose()

    def _signed(self, headers: Headers, length: int) -> Headers:
        """The key goes into the headers just now, and what is not this server's goes out."""
        own = self.provider.host == "api.openai.com"
        signed = [
            (name, value)
            for name, value in headers
            if (low := name.lower()) not in _SET_HERE and (own or low not in _OF_OPENAI)
        ]
        signed += [(b"accept-encoding", b"identity"), (b"content-length", b"%d" % length)]
        if key := self.reach.key_of(self.provider).encode("ascii"):
            signed.append((b"authorization", b"Bearer " + key))
            if self.provider.azure_style:
                signed.append((b"api-key", key))
        return signed


class CheckedTransport(httpx2.AsyncBaseTransport):
    """The wire for whoever has the client's own objects. It has posts alone."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Raises CallFailed; httpx2's errors for what the network does."""
        answer = await self._wire.post(request.url, request.headers.raw, await request.aread())
        return answer.response(request)

    async def aclose(self) -> None:
        await self._wire.aclose()


def client(wire: Wire) -> httpx2.AsyncClient:
    """A client that follows no redirect and takes nothing from the environment."""
    return httpx2.AsyncClient(
        transport=CheckedTransport(wire), follow_redirects=False, trust_env=False
    )
