"""The connection to a model's server: to checked addresses, with the key, and with limits.

The key exists only here, for the length of one request: no client or model object holds it.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import httpx2

from config.llm.addresses import Reach
from config.llm.answers import Received

from .addresses import allowed_addresses
from .errors import AddressError, CallFailed
from .provider import Provider

MAX_BYTES = 2_000_000  # of one answer
_CONNECT_SECONDS = 10.0
_KEPT_SECONDS = 15.0  # seconds: servers close unused connections, so none is kept for long


@dataclass
class WireResponse:
    """What arrived over the wire for one attempt."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytearray = field(default_factory=bytearray)

    def received(self, error: Exception | None = None) -> Received:
        """All of it, and what ended it early."""
        return Received(self.status, self.headers, bytes(self.body), error)


@lru_cache(maxsize=1)
def trusted() -> ssl.SSLContext:
    """The trusted certificate authorities: loaded once, since that takes long."""
    return httpx2.create_ssl_context(trust_env=False)


class Wire:
    """Connects to the address that was checked, whatever the name resolves to later.

    Nothing is taken from the environment, and no redirect is followed. Used and closed in one event
    loop.
    """

    def __init__(self, provider: Provider, reach: Reach) -> None:
        self.provider = provider
        self.reach = reach
        self._transport = httpx2.AsyncHTTPTransport(
            verify=trusted() if provider.base_url.startswith("https:") else False,
            trust_env=False,
            # The number of connections is limited by the provider's semaphore.
            limits=httpx2.Limits(keepalive_expiry=_KEPT_SECONDS),
        )

    async def post_json(self, path: str, payload: Mapping[str, Any], heard: WireResponse) -> None:
        """Send a request to a path below the provider's address; `heard` receives the answer in any
        case.

        Raises CallFailed, httpx2.TransportError.
        """
        base = urlsplit(self.provider.base_url)
        url = httpx2.URL(base._replace(path=base.path.rstrip("/") + path).geturl())
        body = json.dumps(payload, ensure_ascii=False).encode()
        try:
            addresses = await allowed_addresses(
                str(url).partition("?")[0], self.reach.rules, self.reach.resolver
            )
        except AddressError as error:
            raise CallFailed("address", model=self.provider.model, why=error) from None
        headers = self._headers(url)
        for address in addresses:
            request = httpx2.Request(
                "POST",
                url.copy_with(host=address),
                headers=headers,
                content=body,
                # The server's certificate is for that name.
                extensions={"sni_hostname": url.host, "timeout": {"connect": _CONNECT_SECONDS}},
            )
            try:
                await self._ask(request, heard)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                if address == addresses[-1]:
                    raise
            else:
                return

    async def aclose(self) -> None:
        await self._transport.aclose()

    async def _ask(self, request: httpx2.Request, heard: WireResponse) -> None:
        """One request and its whole answer, cut off when it grows too long."""
        try:
            answer = await self._transport.handle_async_request(request)
        except httpx2.LocalProtocolError:  # its text holds the header that cannot be sent
            raise httpx2.LocalProtocolError("such a request cannot be sent") from None
        try:
            heard.status, heard.headers = answer.status_code, dict(answer.headers)
            if heard.headers.get("content-encoding", "identity") != "identity":
                # it could grow without bound
                model = self.provider.model
                raise CallFailed("garbage", model=model, said="content-encoding")
            async for part in answer.aiter_raw():
                heard.body += part[: MAX_BYTES + 1]
                if len(heard.body) > MAX_BYTES:
                    raise CallFailed("too_large", model=self.provider.model, bytes=MAX_BYTES)
        finally:
            await answer.aclose()

    def _headers(self, url: httpx2.URL) -> dict[str, str]:
        """The headers with the key, read just now."""
        headers = {
            "Host": url.netloc.decode("ascii"),
            "Accept": "application/json",
            "Content-Type": "application/json",
            "Accept-Encoding": "identity",
        }
        if key := self.reach.key_of(self.provider):
            headers["Authorization"] = f"Bearer {key}"
            if self.provider.azure_style:
                headers["api-key"] = key
        return headers
