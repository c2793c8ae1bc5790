"""A model's server that answers anything after a while: `python -m ... SECONDS`.

It does next to nothing else, so that what is measured is the caller. It prints its address and
ends when its standard input does.
"""

from __future__ import annotations

import asyncio
import json
import sys

_REPLY = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "slow",
    "choices": [
        {
            "index": 0,
            "finish_reason": "stop",
            "message": {
                "role": "assistant",
                "content": '{"interpretation": "The series rises on most days of the sample."}',
            },
        }
    ],
    "usage": {"prompt_tokens": 400, "completion_tokens": 20, "total_tokens": 420},
}
_BODY = json.dumps(_REPLY).encode()
_ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(_BODY)
) + _BODY


class Slow(asyncio.Protocol):
    """One connection, kept: each whole request is answered `seconds` after it came."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._heard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard += data
        head, end, rest = self._heard.partition(b"\r\n\r\n")
        if end and len(rest) >= _length(head):
            self._heard = b""
            asyncio.get_running_loop().call_later(
                self._seconds, lambda: self._transport.write(_ANSWER)
            )


def _length(head: bytes) -> int:
    """The length of the body that the head tells."""
    lines = (line.split(b":", 1) for line in head.lower().split(b"\r\n")[1:])
    return int(next((value for name, value in lines if name == b"content-length"), b"0"))


async def _serve(seconds: float) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Slow(seconds), "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    sys.stdout.write(f"http://{host}:{port}/v1\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)


def main(seconds: str) -> None:
    asyncio.run(_serve(float(seconds)))


if __name__ == "__main__":
    main(*sys.argv[1:])
