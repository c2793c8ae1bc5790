"""The meaning of an attempt's end: a code for each way in which a server can fail."""

from __future__ import annotations

import re

import httpx2

from config.llm.answers import AttemptOutcome, Received
from config.llm.repair import ServerError, words_of

from .errors import CallFailed
from .provider import Provider
from .redaction import Redactor
from .reply import Reply, Unread, decoded, read_error, read_reply
from .retry import asked_seconds

RAW_CHARACTERS = 100_000
_SHOWN = 150  # characters of a server's message
_FAULT = 1_000  # characters of an answer's faults: the model reads them
_LOADING = re.compile(r"\b(loading|warming up|starting up|initiali[sz]ing|being loaded)\b", re.I)
_GENERATION_FAILED = {"json_validate_failed", "tool_use_failed"}
_CODES = {
    400: "bad_request", 401: "unauthorized", 402: "no_credit", 403: "unauthorized",
    404: "not_found", 413: "bad_request", 422: "bad_request", 429: "rate_limited",
}  # fmt: skip
_WORTH_A_TRY = (408, 409, 425)
# Servers' own names of errors that say more than the status: by type or by code.
_NAMED = {
    "insufficient_quota": "no_credit",
    "billing_hard_limit_reached": "no_credit",
    "billing_not_active": "no_credit",
    "insufficient_balance": "no_credit",
    "insufficient_credits": "no_credit",
    "payment_required": "no_credit",
    "rate_limit_exceeded": "rate_limited",
    "rate_limit_error": "rate_limited",
    "resource_exhausted": "rate_limited",
    "too_many_requests": "rate_limited",
    "overloaded_error": "server_error",
    "service_unavailable": "server_error",
    "authentication_error": "unauthorized",
    "invalid_api_key": "unauthorized",
    "permission_error": "unauthorized",
    "model_not_found": "not_found",
    "not_found_error": "not_found",
}
_THROTTLED = "throttling"  # Throttling.RateQuota and others of DashScope
_BROKEN = 500
_GATEWAY = (502, 503, 504, 529)
_IN_WORDS = (
    ("no_credit", (400, 403, 429), re.compile(
        r"insufficient.{0,10}(?:balance|credit|fund|quota)|(?:out of|run out of|no|not enough)"
        r" credits?\b|credit balance is too low|balance is not enough|payment required", re.I)),
    ("unauthorized", (400,), re.compile(
        r"(?:invalid|incorrect|missing|wrong).{0,10}\bapi.?key"
        r"|\bapi.?key\b.{0,20}(?:not valid|invalid|incorrect|not found|expired)", re.I)),
    ("rate_limited", (), re.compile(r"rate.?limit|too many requests|throttl", re.I)),
)  # fmt: skip
"""Outcomes by words of the message, with the statuses below 500 for which the words are read."""


def outcome_of(received: Received, provider: Provider, max_tokens: int) -> AttemptOutcome:
    """What an attempt returned, by name. Its texts are complete and may hold the key: see
    `safe`."""
    if received.error is not None:
        return _of_error(received.error, provider)
    kind = received.headers.get("content-type", "")
    if not 200 <= received.status < 300:
        return _of_refusal(received.status, read_error(received.body, kind), received, provider)
    try:
        reply = read_reply(received.body, kind)
    except Unread as error:
        answer = words_of(decoded(received.body, kind)[0].strip()) or str(error)
        return _billed(_failed("garbage", provider, said=answer))
    broken = reply.finish == "error" and not reply.texts
    if reply.error is not None and (not reply.texts or reply.finish == "error"):
        return _of_refusal(reply.error.status or 500, reply, received, provider)
    if broken:
        return _of_refusal(500, reply._replace(error=ServerError(reply.finish)), received, provider)
    if reply.empty:
        answer = "an answer without a message"
        return _billed(_failed("garbage", provider, said=answer), reply)
    if reply.refusal or reply.finish == "content_filter":
        answer = reply.refusal or reply.finish
        return AttemptOutcome(
            failure=_failed("refused", provider, said=answer), tokens=reply.tokens
        )
    found = _billed(None, reply)
    if reply.finish == "length":
        return found._replace(failure=_failed("truncated", provider, tokens=max_tokens))
    return found


def garbage(error: Exception, provider: Provider) -> AttemptOutcome:
    """An answer on which our own parsing failed: the exception's text could hold anything, its
    type cannot."""
    return _billed(_failed("garbage", provider, said=type(error).__name__))


def safe(outcome: AttemptOutcome, received: Received, redactor: Redactor) -> AttemptOutcome:
    """The outcome as it may be stored and shown: the key is removed from all texts, then they are
    shortened.

    Nothing that a server sent is passed on in any other way.
    """
    failure, complaint = outcome.failure, outcome.complaint
    if failure is not None:
        length = _FAULT if failure.code in ("invalid", "unfit") else _SHOWN
        values = {
            name: _shown(value, length, redactor) if isinstance(value, str) else value
            for name, value in failure.values.items()
        }
        failure = CallFailed(failure.code, **values)
    if complaint is not None:
        complaint = complaint._replace(
            message=redactor.shown(complaint.message, RAW_CHARACTERS),
            param=redactor.shown(complaint.param, _SHOWN),
        )
    raw = decoded(received.body, received.headers.get("content-type", ""))[0]
    return outcome._replace(
        texts=(),
        text=redactor.shown(outcome.text, RAW_CHARACTERS),
        raw=redactor.shown(raw, RAW_CHARACTERS),
        failure=failure,
        complaint=complaint,
    )


def _of_error(error: Exception, provider: Provider) -> AttemptOutcome:
    """What ended an attempt early: before the server answered, or within its answer."""
    if isinstance(error, CallFailed):
        return AttemptOutcome(failure=error, billed=error.code in ("too_large", "garbage"))
    if isinstance(error, TimeoutError | httpx2.TimeoutException):
        seconds = f"{provider.timeout_seconds:g}"
        return _billed(_failed("timeout", provider, seconds=seconds))
    if isinstance(error, httpx2.TransportError):
        sent = not isinstance(error, httpx2.ConnectError)  # else nothing was sent
        failure = _failed("connection", provider, said=type(error).__name__)
        return AttemptOutcome(failure=failure, billed=sent)
    return garbage(error, provider)


def _of_refusal(
    status: int, reply: Reply, received: Received, provider: Provider
) -> AttemptOutcome:
    """The outcome of an error status, or of an error inside a successful response."""
    complaint = reply.error or ServerError("")
    if status >= _BROKEN and complaint.status:  # a gateway's, of the server behind it
        status = complaint.status
    if complaint.names & _GENERATION_FAILED:  # the model's fault, not the request's
        if reply.texts:
            return AttemptOutcome(texts=reply.texts, text=reply.texts[0].text, billed=True)
        return _billed(_failed("invalid", provider, said=complaint.message))
    seconds = asked_seconds(received.headers, complaint.message)
    code = _code(status, complaint, waits=seconds is not None)
    message = complaint.message
    if seconds is not None and code == "rate_limited":
        message = f"{message} ({seconds:g} s)"
    failure = _failed(
        code,
        provider,
        status=status,
        said=message,
        variable=provider.key_env or "CRIVO_LLM_KEY_ENV",
    )
    return AttemptOutcome(failure=failure, retry_after=seconds, complaint=complaint)


def _code(status: int, complaint: ServerError, *, waits: bool) -> str:
    """The outcome of a refusal: by the error's name, by its status, or by its words where the
    status says too little. A server that asks to wait has credit left."""
    for name in sorted(complaint.names):
        if name in _NAMED and status != 404:
            return _NAMED[name]
        if name.startswith(_THROTTLED):
            return "rate_limited"
    if 300 <= status < 400:
        return "redirected"
    if status not in _CODES and _LOADING.search(complaint.message):
        return "loading"
    for outcome, statuses, pattern in _IN_WORDS:
        vague = status in statuses or (status >= _BROKEN and status not in _GATEWAY)
        if vague and pattern.search(complaint.message) and not (outcome == "no_credit" and waits):
            return outcome
    if status in _WORTH_A_TRY or status >= _BROKEN:
        return "server_error"
    return _CODES.get(status, "bad_request")


def _billed(failure: CallFailed | None, reply: Reply | None = None) -> AttemptOutcome:
    """The outcome of an answer that may be charged for."""
    if reply is None:
        return AttemptOutcome(failure=failure, billed=True)
    text = reply.texts[0].text if reply.texts else ""
    return AttemptOutcome(reply.texts, text, failure, reply.tokens, billed=True, notes=reply.notes)


def _failed(code: str, provider: Provider, **values: object) -> CallFailed:
    return CallFailed(code, model=provider.model, **values)


def _shown(text: str, length: int, redactor: Redactor) -> str:
    """On one line; shortened texts end with an ellipsis."""
    line = redactor.shown(" ".join(text.split()), len(text))
    return line if len(line) <= length else f"{line[: length - 1]}…"
