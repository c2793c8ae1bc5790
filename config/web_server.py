"""gunicorn's worker, with a response of ours for a URL that is too long."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Any

from gunicorn.http.errors import LimitRequestLine
from gunicorn.workers.gthread import ThreadWorker

from config.lazy_import import import_pages

LONGEST = 8_190
"""Characters of a request's first line: the most that gunicorn accepts."""


class WebWorker(ThreadWorker):  # type: ignore[misc]  # it ships no types
    def run(self) -> None:
        """Answers at once, and imports beside it what most pages need."""
        threading.Thread(target=import_pages, name="pages", daemon=True).start()
        super().run()

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """414 for a long URL, where gunicorn answers 400; everything else is gunicorn's."""
        if not isinstance(exc, LimitRequestLine):
            super().handle_error(req, client, addr, exc)
            return
        body = f"the address is longer than {LONGEST} characters: send long texts in the body\n"
        head = (
            "HTTP/1.1 414 URI Too Long\r\nConnection: close\r\n"
            f"Content-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with contextlib.suppress(OSError):  # the client may be gone
            client.sendall((head + body).encode("ascii"))
            _take_the_rest(client)


def _take_the_rest(client: Any) -> None:
    """Read what was sent and not used: closing over it would reset the connection, and the
    response could be lost."""
    client.shutdown(socket.SHUT_WR)
    client.settimeout(1)
    for _ in range(8):
        if not client.recv(LONGEST):
            return
