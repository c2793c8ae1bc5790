"""Envelopes that no server should send and some do: a good one, changed at random places."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from .server import Response

Path = tuple[Any, ...]

_OTHERS: list[Any] = [
    None, True, False, 0, -1, 7.5, 10**30, 1e300, float("nan"), float("inf"), "", "12", "12.0",
    "n/a", "\x00\ud800", [], {}, [None], [[]], {"a": None}, [1, "a", {}], "x" * 100_000, {"": ""},
]  # fmt: skip
_STATUSES = [200] * 12 + [201, 204, 301, 400, 402, 403, 404, 408, 413, 422, 429, 500, 501, 503, 529]
_TYPES = [
    "application/json", "application/json; charset=latin-1", "text/plain; charset=utf-16",
    "text/html; charset=nonsense", "", "application/json; charset=base64",
    "text/event-stream",
]  # fmt: skip
_TEXTS = ["{}", "[]", "{", '{"status": "approved"', "<think>{", "{{{{", "null", '"{}"', "```json"]


def envelopes(answer: dict[str, Any], count: int, seed: int = 1) -> Iterator[Response]:
    """So many, always the same ones."""
    draw = random.Random(seed)  # noqa: S311 - to be the same each time
    for _ in range(count):
        yield _envelope(answer, draw)


def _envelope(answer: dict[str, Any], draw: random.Random) -> Response:
    value = _whole(answer, draw)
    for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
        value = _changed(value, draw)
    body = json.dumps(value, ensure_ascii=draw.random() < 0.5).encode(errors="surrogatepass")
    if draw.random() < 0.1:
        body = _damaged(body, draw)
    headers = {"Content-Type": draw.choice(_TYPES), "Retry-After": draw.choice(("0", "nan", "x"))}
    return Response(body, draw.choice(_STATUSES), headers)


def _whole(answer: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """An envelope with every field that servers are known to send."""
    text = draw.choice([json.dumps(answer)] * 3 + _TEXTS)
    function = {"name": "Verdict", "arguments": draw.choice([text, dict(answer)])}
    message = {
        "role": "assistant",
        "content": draw.choice([text, [{"type": "text", "text": text}], None]),
        "refusal": None,
        "reasoning_content": draw.choice([None, text]),
        "tool_calls": [{"id": "1", "type": "function", "function": function}],
        "function_call": function,
        "toolCalls": draw.choice([None, json.dumps([function])]),
    }
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "details": {"reasoning_tokens": 0}}
    error = {"message": "it failed", "type": "t", "code": 429, "param": "p",
             "failed_generation": text, "details": [{"retryDelay": "1s"}],
             "metadata": {"raw": "{}"}}  # fmt: skip
    return {
        "id": "1",
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "usage": usage}],
        "usage": usage,
        "x_groq": {"usage": usage},
        "errors": draw.choice([None, None, None, [error]]),
        "base_resp": {"status_code": 0, "status_msg": ""},
        "data": draw.choice([None, {"choices": [{"message": message}]}]),
        "error": draw.choice([None, None, error, "it failed", [error]]),
        "detail": draw.choice([None, [{"loc": ["body", "tools"], "msg": "no", "type": "x"}]]),
    }


def _changed(value: Any, draw: random.Random) -> Any:
    """With one field left out, of another type, nested or huge."""
    path = draw.choice(list(_paths(value)) or [()])
    kind = draw.choice(("missing", "other", "other", "nested", "wrapped"))
    if not path:
        return deepcopy(draw.choice(_OTHERS))
    into = value
    for key in path[:-1]:
        into = into[key]
    if kind == "missing":
        del into[path[-1]]
    elif kind == "other":
        into[path[-1]] = deepcopy(draw.choice(_OTHERS))
    elif kind == "nested":
        into[path[-1]] = _nested(draw.choice((50, 200, 600)), draw)
    else:
        into[path[-1]] = draw.choice(([into[path[-1]]], {"value": into[path[-1]]}))
    return value


def _nested(levels: int, draw: random.Random) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value] if draw.random() < 0.5 else {"a": value}
    return value


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    if len(path) > 8:
        return
    if path or not isinstance(value, dict):
        yield path
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield from _paths(value[key], (*path, key))


def _damaged(body: bytes, draw: random.Random) -> bytes:
    """Cut, with odd bytes, behind a mark of its order, within a stream, or empty."""
    at = draw.randrange(len(body) + 1)
    return draw.choice((
        body[:at], body[:at] + b"\xff\x00\xfe" + body[at:], b"\xef\xbb\xbf" + body, b"",
        b": wait\n\n" + body, b"data: " + body + b"\n\ndata: [DONE]\n", b"\xff\xfe" + body,
        b"[" * 100_000, b"1" * 10_000,
    ))  # fmt: skip
