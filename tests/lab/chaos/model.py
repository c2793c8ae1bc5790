"""A language model that is none: an OpenAI-compatible server on the loopback.

It gives each question the answer that its app has for it, the same each time, and counts what it
is asked. Whoever starts it is not killed, and so neither are the counts.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any, Self

from . import loopback
from .questions import Body, digest_of

NAME = "chaos"
ID = "chaos-"
"""What the id of an answer begins with; after it stands which question it answers."""
SECONDS = 0.1  # it thinks: a kill is to come upon calls that are under way


class Model:
    """Serves until the end of the block; `asked` counts each question by its digest."""

    def __init__(self, answer: Callable[[Body], Mapping[str, Any]], seconds: float = SECONDS):
        self.asked: Counter[str] = Counter()
        self._answer = answer
        self._seconds = seconds
        self._lock = threading.Lock()
        self._http = _Server(_Handler)
        self._http.model = self

    @property
    def settings(self) -> dict[str, str]:
        """The environment of those that are to ask it, as often as they have to."""
        return {
            "CRIVO_LLM_BASE_URL": f"http://127.0.0.1:{self._http.server_port}/v1",
            "CRIVO_LLM_MODEL": NAME,
            "CRIVO_LLM_ALLOW_PRIVATE": "127.0.0.1",
            "CRIVO_LLM_BUDGET": "calls=1000000,tokens=1000000000",
        }

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.1,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def completion(self, body: Body) -> dict[str, Any]:
        """Count a question and answer it, after a while."""
        digest = digest_of(body)
        with self._lock:
            self.asked[digest] += 1
        text = json.dumps(self._answer(body), ensure_ascii=False)
        time.sleep(self._seconds)
        return {
            "id": f"{ID}{digest}",
            "object": "chat.completion",
            "created": 1,
            "model": NAME,
            "choices": [{"index": 0, "finish_reason": "stop",
                         "message": {"role": "assistant", "content": text}}],
            "usage": {"prompt_tokens": 400, "completion_tokens": 100, "total_tokens": 500},
        }  # fmt: skip


class _Server(loopback.Server):
    model: Model


class _Handler(loopback.Quiet, BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
        written = json.dumps(self.server.model.completion(body)).encode()
        with suppress(OSError):  # who asked was killed
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(written)))
            self.end_headers()
            self.wfile.write(written)
