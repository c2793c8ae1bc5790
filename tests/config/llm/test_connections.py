"""Connections to a model's server: what is read from them, and which are used again."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import httpx2
import pytest

from config.llm.addresses import Reach, Rules
from config.llm.provider import Provider
from config.llm.wire import Wire, WireResponse
from tests.processes import CEILING

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
KEY = "sk-planted-9f3b1c77d2"
PING = b'{"p": 1}'


class Server:
    """Answers each request with the next of `answers`, as it stands, and `after` that `then`."""

    def __init__(
        self,
        answers: Sequence[bytes],
        *,
        close: bool = False,
        then: bytes = b"",
        after: float = 0.02,
    ) -> None:
        self.answers, self.close, self.then, self.after = list(answers), close, then, after
        self.answered = asyncio.Event()
        self.connections = 0
        self.heard: list[bytes] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while self.answers:
                head = await reader.readuntil(b"\r\n\r\n")
                self.heard.append(head + await reader.readexactly(len(PING)))
                writer.write(self.answers.pop(0))
                self.answered.set()
                if self.then:
                    await asyncio.sleep(self.after)
                    writer.write(self.then)
                if self.close:
                    return
            await reader.read()
        except asyncio.IncompleteReadError:
            return
        finally:
            writer.close()


def wire_to(port: int, key: str = "") -> Wire:
    provider = Provider("p", f"http://127.0.0.1:{port}/v1", "m", key_env="KEY" if key else "")
    return Wire(provider, Reach(Rules(private=("127.0.0.1",)), lambda name: key))


async def ping(wire: Wire) -> WireResponse:
    heard = WireResponse()
    await wire.post_json("/", {"p": 1}, heard)
    return heard


def through(
    server: Server,
    go: Callable[[Callable[[], Awaitable[WireResponse]]], Awaitable[Any]],
    key: str = "",
) -> Any:
    """What `go` makes of a way to ask a server."""

    async def run() -> Any:
        listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
        wire = wire_to(listening.sockets[0].getsockname()[1], key)
        try:
            return await go(lambda: ping(wire))
        finally:
            await wire.aclose()
            listening.close()

    return asyncio.run(run())


@pytest.mark.parametrize(
    "answer",
    [
        OK,
        b"HTTP/1.1 100 Continue\r\n\r\n" + OK,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n",
        b"HTTP/1.0 200 OK\r\n\r\nok",  # until the connection ends
    ],
)
def test_every_form_of_an_answer_is_read(answer: bytes) -> None:
    server = Server([answer], close=True)
    heard = through(server, lambda ask: ask())

    assert (heard.status, heard.body) == (200, b"ok")
    assert server.heard[0].endswith(b"\r\n\r\n" + PING)


async def twice(ask: Callable[[], Awaitable[WireResponse]]) -> list[bytes]:
    first = await ask()
    await asyncio.sleep(0.05)
    return [bytes(first.body), bytes((await ask()).body)]


@pytest.mark.parametrize(
    ("server", "connections"),
    [
        (Server([OK, OK]), 1),
        (Server([OK, OK], close=True), 2),
        (Server([OK, OK], then=OK), 2),  # nobody asked for that: it is not the next answer
        (Server([OK.replace(b"OK\r\n", b"OK\r\nConnection: close\r\n")] * 2), 2),
    ],
    ids=["kept", "closed while kept", "more than was asked for", "not to be kept"],
)
def test_a_connection_is_used_again_if_it_is_still_good(server: Server, connections: int) -> None:
    assert through(server, twice) == [b"ok", b"ok"]
    assert server.connections == connections


def test_a_connection_that_ends_unseen_is_not_used() -> None:
    """The server closes it while the event loop has no time to hear of that."""
    listening = socket.create_server(("127.0.0.1", 0))
    close, closed, taken = threading.Event(), threading.Event(), []

    def serve() -> None:
        for _ in range(2):
            taken.append(listening.accept()[0])
            taken[-1].recv(1_000)
            taken[-1].sendall(OK)
            if len(taken) == 1:
                close.wait(CEILING)
            taken[-1].close()
            closed.set()

    async def go() -> list[bytes]:
        wire = wire_to(listening.getsockname()[1])
        first = await ping(wire)
        close.set()
        closed.wait(CEILING)  # the loop stands still
        second = await ping(wire)
        await wire.aclose()
        return [bytes(first.body), bytes(second.body)]

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    with listening:
        assert asyncio.run(go()) == [b"ok", b"ok"]


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"", httpx2.RemoteProtocolError),
        (b"SSH-2.0-server\r\n\r\n", httpx2.RemoteProtocolError),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", httpx2.RemoteProtocolError),
        (b"HTTP/1.1 200 OK\r\nA: " + b"x" * 200_000, httpx2.RemoteProtocolError),
    ],
    ids=["nothing", "another protocol", "less than was said", "a head without end"],
)
def test_what_is_no_answer_is_an_error(answer: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        through(Server([answer], close=True), lambda ask: ask())


def test_whoever_waits_no_more_leaves_no_answer_to_the_next() -> None:
    async def go(ask: Callable[[], Awaitable[WireResponse]]) -> bytes:
        asking = asyncio.ensure_future(ask())
        await late.answered.wait()
        await asyncio.sleep(0.02)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        return bytes((await ask()).body)

    late = Server([b"HTTP/1.1 200 OK\r\n", OK], then=b"Content-Length: 4\r\n\r\nlate", after=0.2)
    assert through(late, go) == b"ok"
    assert late.connections == 2


def test_a_header_that_cannot_be_sent_is_not_told() -> None:
    server = Server([OK])
    with pytest.raises(httpx2.LocalProtocolError) as raised:
        through(server, lambda ask: ask(), key=KEY + "\r\nx: y")

    assert KEY not in repr(raised.value)
    assert not server.heard
