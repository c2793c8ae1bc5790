"""The way to a model's server: to addresses that were checked, with the key, and bounded.

The key exists here alone, for the length of one request: no client or model object holds it.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache

import httpx2

from .addresses import allowed_addresses
from .errors import AddressError, CallFailed
from .provider import Provider
from .reach import Reach

MAX_BYTES = 2_000_000  # of one answer
_CONNECT_SECONDS = 10.0
# Taken from this machine's environment by the client: nobody's business but OpenAI's own.
_OF_OPENAI = ("openai-organization", "openai-project")


@dataclass
class Heard:
    """What came over the wire for one attempt."""

    body: bytearray = field(default_factory=bytearray)

    def text(self, length: int) -> str:
        """The start of it, as text that any database takes."""
        found = bytes(self.body[: 4 * length]).decode(errors="replace")
        return found.replace("\x00", "")[:length]


hearing: ContextVar[Heard] = ContextVar("hearing")


@lru_cache(maxsize=1)
def _trusted() -> ssl.SSLContext:
    """The authorities that are trusted: read once, as that takes long."""
    return httpx2.create_ssl_context(trust_env=False)


class CheckedTransport(httpx2.AsyncBaseTransport):
    """Connects to the very address that was checked, whatever the name stands for later."""

    def __init__(self, provider: Provider, reach: Reach) -> None:
        self.provider = provider
        self.reach = reach
        # Connections are limited by the provider's slots; none is kept for long.
        limits = httpx2.Limits(max_connections=None, keepalive_expiry=15.0)
        verify = provider.base_url.startswith("https:") and _trusted()
        self._inner = httpx2.AsyncHTTPTransport(verify=verify, trust_env=False, limits=limits)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Raises CallFailed; httpx2's errors for what the network does."""
        try:
            url = str(request.url).partition("?")[0]
            addresses = await allowed_addresses(url, self.reach.rules, self.reach.resolver)
        except AddressError as error:
            raise CallFailed("address", model=self.provider.model, why=error) from None
        self._sign(request)
        response = await self._first_reached(request, addresses)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()  # it could grow without bound
            said = "content-encoding"
            raise CallFailed("garbage", model=self.provider.model, said=said)
        assert isinstance(response.stream, httpx2.AsyncByteStream)  # noqa: S101 - for mypy
        response.stream = _Bounded(response.stream, self.provider.model)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _sign(self, request: httpx2.Request) -> None:
        """The key goes into the headers just now, and what is not this server's goes out."""
        key = self.reach.key_of(self.provider)
        request.headers.pop("authorization", None)
        if key:
            request.headers["authorization"] = f"Bearer {key}"
            if self.provider.azure_style:
                request.headers["api-key"] = key
        if self.provider.host != "api.openai.com":
            for name in _OF_OPENAI:
                request.headers.pop(name, None)
        request.headers["accept-encoding"] = "identity"

    async def _first_reached(
        self, request: httpx2.Request, addresses: list[str]
    ) -> httpx2.Response:
        host = request.url.host
        request.extensions = {**request.extensions, "sni_hostname": host}
        for address in addresses:
            if address != request.url.host:
                request.url = request.url.copy_with(host=address)
            try:
                return await self._inner.handle_async_request(request)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                if address == addresses[-1]:
                    raise
        raise AssertionError("no address is never allowed")


class _Bounded(httpx2.AsyncByteStream):
    """A body that is heard as it is read, and cut off when it grows too long."""

    def __init__(self, inner: httpx2.AsyncByteStream, model: str) -> None:
        self._inner = inner
        self._model = model

    async def __aiter__(self) -> AsyncIterator[bytes]:
        heard = hearing.get()
        async for chunk in self._inner:
            heard.body += chunk[: MAX_BYTES + 1]
            if len(heard.body) > MAX_BYTES:
                raise CallFailed("too_large", model=self._model, bytes=MAX_BYTES)
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


def client(provider: Provider, reach: Reach) -> httpx2.AsyncClient:
    """A client that follows no redirect and takes nothing from the environment."""
    return httpx2.AsyncClient(
        transport=CheckedTransport(provider, reach),
        follow_redirects=False,
        trust_env=False,
        timeout=httpx2.Timeout(provider.timeout_seconds, connect=_CONNECT_SECONDS),
    )
