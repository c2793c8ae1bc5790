"""Connections to a model's server, kept between calls.

The client's own pool looks at all of its connections at each call, and each byte passes through
five layers: with fifteen calls at once that took longer than all the rest of them.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import defaultdict
from typing import NamedTuple

import httpx2

from .connection import Connection, Listener, Post

_CONNECT_SECONDS = 10.0


class Place(NamedTuple):
    """An address to connect to, and the name that its certificate is for."""

    address: str
    port: int
    name: str


class Connections:
    """Of one provider. How many there are is its slots' affair; used and closed in one loop."""

    def __init__(self, tls: ssl.SSLContext | None) -> None:
        self._tls = tls
        self._idle: defaultdict[Place, list[Connection]] = defaultdict(list)

    async def ask(self, place: Place, post: Post, listener: Listener) -> None:
        """One request and its whole answer. Raises httpx2.TransportError, or as the listener."""
        connection = self._kept(place) or await self._connected(place)
        await connection.ask(post, listener)
        if connection.free:
            self._idle[place].append(connection)

    async def aclose(self) -> None:
        idle = [connection for kept in self._idle.values() for connection in kept]
        self._idle.clear()
        for connection in idle:
            connection.close()
        await asyncio.gather(*(connection.lost for connection in idle))

    def _kept(self, place: Place) -> Connection | None:
        idle = self._idle[place]
        while idle:
            connection = idle.pop()
            if connection.usable:
                return connection
            connection.close()
        return None

    async def _connected(self, place: Place) -> Connection:
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                _transport, connection = await asyncio.get_running_loop().create_connection(
                    Connection,
                    place.address,
                    place.port,
                    ssl=self._tls,
                    server_hostname=place.name if self._tls else None,
                )
        except TimeoutError:
            raise httpx2.ConnectTimeout(f"no connection in {_CONNECT_SECONDS:g} seconds") from None
        except OSError as error:
            raise httpx2.ConnectError(str(error)) from error
        return connection
