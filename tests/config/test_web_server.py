"""The answer of our web server to an address that is too long."""

from __future__ import annotations

import socket

import pytest
from gunicorn.http.errors import LimitRequestLine

from config.server_processes import LONGEST_LINE, web_command
from config.web_server import LONGEST, WebWorker


def test_a_long_address_is_answered_by_us() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"x" * 1_000)  # more than was looked at
        theirs.shutdown(socket.SHUT_WR)
        WebWorker.__new__(WebWorker).handle_error(
            None, ours, None, LimitRequestLine(9_000, LONGEST)
        )
        head, body = theirs.makefile("r").read().split("\n\n", 1)
    assert head.startswith("HTTP/1.1 414 URI Too Long\n")
    assert body == "the address is longer than 8190 characters: send long texts in the body\n"
    assert f"Content-Length: {len(body)}" in head


def test_serve_starts_it() -> None:
    web = web_command("127.0.0.1", 8000, 4)
    assert "config.web_server.WebWorker" in web
    assert LONGEST_LINE == LONGEST


@pytest.mark.parametrize("name", ["--worker-class config.web_server.WebWorker", f"line {LONGEST}"])
def test_the_deployed_web_server_starts_it(name: str, settings) -> None:
    assert name in (settings.BASE_DIR / "deploy" / "web").read_text()
