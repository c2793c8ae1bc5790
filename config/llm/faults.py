"""What an attempt's end means: each way in which a server can fail has a name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import langchain_openai as _loaded  # noqa: F401 - the library that raises what is named here
import openai
from langchain_core.messages import AIMessage

from .errors import CallFailed
from .outcome import Outcome
from .provider import Provider
from .reach import Reach
from .retrying import asked_wait
from .usage import Tokens

_SAID = 150  # characters of what a server said
_SHORTEST_KEY = 8  # what is shorter is a word such as "none", and no secret
_CODES = {
    400: "bad_request", 401: "unauthorized", 402: "no_credit", 403: "unauthorized",
    404: "not_found", 413: "bad_request", 422: "bad_request", 429: "rate_limited",
}  # fmt: skip
_WORTH_A_TRY = (408, 409, 425)


def outcome_of(message: AIMessage, provider: Provider, max_tokens: int) -> Outcome:
    """What a completion brought: a text, a refusal, or one that was cut."""
    usage = message.usage_metadata
    tokens = Tokens(usage["input_tokens"], usage["output_tokens"]) if usage else None
    if message.response_metadata.get("finish_reason") == "length":
        return _truncated(provider, max_tokens, tokens)
    if said := message.additional_kwargs.get("refusal"):
        return Outcome(failure=_failed("refused", provider, said=_short(said)), tokens=tokens)
    if message.response_metadata.get("finish_reason") == "content_filter":
        failure = _failed("refused", provider, said="content_filter")
        return Outcome(failure=failure, tokens=tokens)
    return Outcome(text=_text(message), tokens=tokens, billed=True)


def outcome_of_error(
    error: Exception, provider: Provider, max_tokens: int, raw: str = ""
) -> Outcome:
    """What the library raised, by name; `raw` is the start of what the server sent."""
    behind = list(_causes(error))
    for own in behind:
        if isinstance(own, CallFailed):  # raised on the way to the server
            return Outcome(failure=own, billed=own.code in ("too_large", "garbage"))
    if isinstance(error, openai.APIStatusError):
        return _of_status(error, provider)
    if isinstance(error, TimeoutError | openai.APITimeoutError | httpx2.TimeoutException):
        failure = _failed("timeout", provider, seconds=f"{provider.timeout_seconds:g}")
        return Outcome(failure=failure, billed=True)
    if isinstance(error, openai.APIConnectionError | httpx2.TransportError):
        of_wire = next((cause for cause in behind if isinstance(cause, httpx2.HTTPError)), error)
        sent = not isinstance(of_wire, httpx2.ConnectError)  # else nothing was asked
        said = type(of_wire).__name__
        return Outcome(failure=_failed("connection", provider, said=said), billed=sent)
    if isinstance(error, openai.LengthFinishReasonError):
        return _truncated(provider, max_tokens, _usage(error.completion))
    if isinstance(error, openai.ContentFilterFinishReasonError):
        failure = _failed("refused", provider, said="content_filter")
        return Outcome(failure=failure, billed=True)
    failure = _failed("garbage", provider, said=_short(raw) or type(error).__name__)
    return Outcome(failure=failure, billed=True)


def without_key(outcome: Outcome, provider: Provider, reach: Reach) -> Outcome:
    """The outcome with the key struck wherever the server sent it back."""
    try:
        key = reach.key_of(provider)
    except CallFailed:
        return outcome
    if len(key) < _SHORTEST_KEY:
        return outcome
    failure = outcome.failure
    if failure is not None:
        values = {
            name: value.replace(key, "[key]") if isinstance(value, str) else value
            for name, value in failure.values.items()
        }
        failure = CallFailed(failure.code, **values)
    return outcome._replace(
        text=outcome.text.replace(key, "[key]"),
        raw=outcome.raw.replace(key, "[key]"),
        failure=failure,
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what led to it: the libraries wrap each other's."""
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or found.__context__


def _of_status(error: openai.APIStatusError, provider: Provider) -> Outcome:
    status = error.status_code
    said = _short(_said(error))
    headers = error.response.headers
    asked = asked_wait(headers["retry-after"]) if "retry-after" in headers else None
    code = _CODES.get(status, "server_error" if status >= 500 else "bad_request")
    if error.code in ("insufficient_quota", "billing_hard_limit_reached"):
        code = "no_credit"
    elif status in _WORTH_A_TRY:
        code = "server_error"
    elif 300 <= status < 400:
        code = "redirected"
    failure = _failed(
        code, provider, status=status, said=said, variable=provider.key_env or "CRIVO_LLM_KEY_ENV"
    )
    return Outcome(failure=failure, retry_after=asked)


def _said(error: openai.APIStatusError) -> str:
    """The server's own message, without the library's words around it."""
    body = error.body
    if isinstance(body, dict) and isinstance(body.get("message"), str):
        return str(body["message"])
    return error.response.text if error.response.is_closed else str(error.message)


def _truncated(provider: Provider, max_tokens: int, tokens: Tokens | None) -> Outcome:
    failure = _failed("truncated", provider, tokens=max_tokens)
    return Outcome(failure=failure, tokens=tokens, billed=True)


def _usage(completion: Any) -> Tokens | None:
    usage = getattr(completion, "usage", None)
    return Tokens(usage.prompt_tokens, usage.completion_tokens) if usage else None


def _text(message: AIMessage) -> str:
    """The arguments of the function it called, or else its words."""
    if message.tool_calls:
        return json.dumps(message.tool_calls[0]["args"], ensure_ascii=False)
    if message.invalid_tool_calls:
        return message.invalid_tool_calls[0]["args"] or ""
    content = message.content
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content if isinstance(part, dict))


def _failed(code: str, provider: Provider, **values: object) -> CallFailed:
    return CallFailed(code, model=provider.model, **values)


def _short(text: str) -> str:
    words = " ".join(text.replace("\x00", "").split())
    return words if len(words) <= _SAID else words[: _SAID - 1] + "…"
