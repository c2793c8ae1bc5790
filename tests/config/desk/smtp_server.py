"""A mail server on loopback that keeps what it is given: SMTP (RFC 5321), as far as needed."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Queue


@contextmanager
def smtp_server() -> Iterator[tuple[int, Queue[EmailMessage]]]:
    """Its port, and the mails in the order in which they come in."""
    received: Queue[EmailMessage] = Queue()

    class Conversation(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._answer("220 loopback")
            while line := self.rfile.readline():
                verb = line[:4].upper().strip()
                if verb == b"DATA":
                    self._answer("354 end with a full stop")
                    received.put(self._mail())
                    self._answer("250 received")
                elif verb == b"QUIT":
                    self._answer("221 closed")
                    return
                else:
                    self._answer("250 OK")

        def _mail(self) -> EmailMessage:
            lines: list[bytes] = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
            return message_from_bytes(b"".join(lines), policy=policy.default)

        def _answer(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield int(server.server_address[1]), received
        server.shutdown()
