"""One connection to a model's server: HTTP/1.1 as h11 reads it, on the event loop itself."""

from __future__ import annotations

import asyncio
import select
from typing import NamedTuple, Protocol

import h11
import httpx2

Headers = list[tuple[bytes, bytes]]
_KEPT_SECONDS = 15.0  # servers close connections that nobody uses: none is kept for long
_HEAD = 100_000  # bytes of an answer's head
_NO_ANSWER = "what came is no answer of HTTP"


class Post(NamedTuple):
    """What is sent; its headers tell the length of its body."""

    target: bytes
    headers: Headers
    body: bytes


class Listener(Protocol):
    """Hears an answer as it comes. What it raises ends the call."""

    def head(self, status: int, headers: Headers) -> None:
        """The answer begins."""

    def more(self, data: bytes) -> None:
        """A part of its body."""


class _Call(NamedTuple):
    """The request under way, and where its end is waited for."""

    listener: Listener
    answered: asyncio.Future[None]


class Connection(asyncio.Protocol):
    """For one request at a time."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.lost: asyncio.Future[None] = self._loop.create_future()
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_HEAD)
        self._call: _Call | None = None
        self._since = 0.0

    @property
    def free(self) -> bool:
        """Whether a further request may follow the one that was answered."""
        return self._http.our_state is h11.IDLE and not self._transport.is_closing()

    @property
    def usable(self) -> bool:
        """Whether it is still good after it was kept: not closed, and nothing came unasked."""
        if not self.free or self._loop.time() - self._since > _KEPT_SECONDS:
            return False
        poll = select.poll()
        poll.register(self._transport.get_extra_info("socket"), select.POLLIN)
        return not poll.poll(0)

    async def ask(self, post: Post, listener: Listener) -> None:
        """See Connections.ask. After an error, or when nobody waits any more, it is closed."""
        self._call = _Call(listener, self._loop.create_future())
        try:
            self._transport.write(self._wired(post))
            await self._call.answered
        except BaseException:
            self.close()
            raise
        finally:
            self._call = None
        self._since = self._loop.time()

    def close(self) -> None:
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - for mypy
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        call = self._call
        if call is None or call.answered.done():  # nobody asked for it
            self.close()
            return
        try:
            if self._whole(data, call.listener):
                self._end()
                call.answered.set_result(None)
        except h11.RemoteProtocolError:  # its text may hold what came
            call.answered.set_exception(httpx2.RemoteProtocolError(_NO_ANSWER))
        except Exception as error:  # noqa: BLE001 - the listener's, raised where it is waited for
            call.answered.set_exception(error)

    def eof_received(self) -> None:
        self.data_received(b"")  # that may be how an answer ends

    def connection_lost(self, error: Exception | None) -> None:
        if not self.lost.done():
            self.lost.set_result(None)
        if self._call is not None and not self._call.answered.done():
            self._call.answered.set_exception(httpx2.ReadError(str(error or "closed")))

    def _wired(self, post: Post) -> bytes:
        try:
            request = h11.Request(method=b"POST", target=post.target, headers=post.headers)
            events = (request, h11.Data(data=post.body), h11.EndOfMessage())
            return b"".join(self._http.send(event) or b"" for event in events)
        except h11.LocalProtocolError:  # its text holds the headers
            raise httpx2.LocalProtocolError("such a request cannot be sent") from None

    def _whole(self, data: bytes, listener: Listener) -> bool:
        """Tell what came; say whether the answer is whole with it."""
        self._http.receive_data(data)
        while (event := self._http.next_event()) is not h11.NEED_DATA:
            if isinstance(event, h11.Data):
                listener.more(bytes(event.data))
            elif isinstance(event, h11.Response):
                listener.head(event.status_code, list(event.headers))
            elif isinstance(event, h11.EndOfMessage):
                return True
            elif not isinstance(event, h11.InformationalResponse):
                raise h11.RemoteProtocolError("closed before the answer")
        return False

    def _end(self) -> None:
        """A further request may follow if all of this one was sent and nothing came after."""
        trailing, closed = self._http.trailing_data
        done = self._http.our_state is h11.DONE and self._http.their_state is h11.DONE
        if done and not trailing and not closed and not self._transport.get_write_buffer_size():
            self._http.start_next_cycle()
        else:
            self.close()
