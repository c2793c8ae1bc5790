"""What a server says is wrong: an error in any of the forms that servers have for it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from .usage import whole_number

_MESSAGES = (
    "message", "error", "detail", "msg", "title", "error_description", "errorMessage", "status_msg",
)  # fmt: skip
_STATUSES = ("code", "status", "status_code", "statusCode", "http_status")
_WAITS = ("retry_after", "retryAfter", "retry_after_seconds", "retryDelay")
_DEEPEST = 10  # errors within errors
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body|title|center|h1)\b", re.IGNORECASE)
_HIDDEN = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^<>]*>", re.IGNORECASE | re.DOTALL)
_STATUS_IN_WORDS = re.compile(
    r"\b(?:error code|status(?: code)?|http(?:/[\d.]+)?(?: error)?)\s*[:=]?\s*([45]\d\d)\b", re.I
)


class ServerError(NamedTuple):
    """An error that a server describes: its words, its names for it, and what it is about.

    `status` is the HTTP status that it names; 0 when it names none.
    """

    message: str
    names: frozenset[str] = frozenset()
    param: str = ""
    status: int = 0


def complaint_of(found: Any, depth: int = 0) -> ServerError | None:
    """An error in any form; None where there is none."""
    if isinstance(found, str):
        return _of_text(found, depth)
    if isinstance(found, list) and found:
        several = all(isinstance(each, dict) and "loc" in each for each in found)
        return _of_fields(found) if several else complaint_of(found[0], depth + 1)
    if not isinstance(found, dict) or not found or depth > _DEEPEST:
        return None
    for name in ("error", "errors"):
        inner = complaint_of(found.get(name), depth + 1)
        if inner is not None and not isinstance(found[name], str):
            return inner
    return _of_parts(found, depth)


def complaint_in(envelope: Mapping[str, Any], parts: Iterable[Mapping[str, Any]]) -> Any:
    """The error of an envelope that came with a success: its own, or that of one of its parts."""
    for each in (envelope, *parts):
        for name in ("error", "errors"):
            if found := complaint_of(each.get(name)):
                return found
    told = envelope.get("base_resp")  # MiniMax
    if isinstance(told, dict) and told.get("status_code"):
        return complaint_of(told)
    if envelope.get("choices"):
        return None
    named = envelope.get("object") == "error" or envelope.get("success") is False
    coded = envelope.get("code") not in (None, 0, 200, "0", "200", "")
    worded = any(envelope.get(name) for name in ("message", "msg"))
    if named or (coded and worded) or envelope.get("detail"):
        return complaint_of(dict(envelope))
    return None


def words_of(text: str) -> str:
    """A text; of a page what a person would see of it."""
    if not _PAGE.match(text):
        return text
    return " ".join(html.unescape(_HIDDEN.sub(" ", text)).split()) or text


def _of_text(text: str, depth: int) -> ServerError | None:
    """An error that is a bare text, or JSON in a text."""
    if not text.strip():
        return None
    inner = _json_in(text, depth)
    found = inner or ServerError(words_of(text))
    status = found.status or _status_in(text)
    return found._replace(status=status)


def _of_parts(found: Mapping[str, Any], depth: int) -> ServerError | None:
    """An error of fields: a message, names, a status."""
    for name in _MESSAGES:
        value = found.get(name)
        if isinstance(value, dict | list) and value:
            return complaint_of(value, depth + 1)
        if isinstance(value, str) and value.strip():
            break
    else:
        value = json.dumps(found, ensure_ascii=False)
    inner = _json_in(value, depth)
    names = {str(found[n]).lower() for n in ("type", "code", "status") if _is_name(found.get(n))}
    status = next((n for n in map(_status, (found.get(n) for n in _STATUSES)) if n), 0)
    told = inner or ServerError(words_of(value))
    raw = found.get("metadata")
    further = raw.get("raw") if isinstance(raw, dict) else None  # OpenRouter: its provider's words
    return ServerError(
        f"{told.message}{f': {further}' if _is_name(further) else ''}{''.join(_waits(found))}",
        told.names | names,
        told.param or _text(found.get("param")),
        told.status or status or _status_in(value),
    )


def _json_in(text: str, depth: int) -> ServerError | None:
    """The error of a text that is JSON, or ends with it."""
    at = text.find("{")
    if at < 0 or not text.rstrip().endswith("}") or depth > _DEEPEST:
        return None
    try:
        found = json.loads(text[at:])
    except (ValueError, RecursionError):
        return None
    known = isinstance(found, dict) and any(name in found for name in ("error", *_MESSAGES))
    return complaint_of(found, depth + 1) if known else None


def _of_fields(faults: list[Any]) -> ServerError:
    """Complaints about fields of the request (FastAPI's): where each is, what is wrong there."""
    said, places = [], []
    for fault in faults:
        place = ".".join(str(part) for part in _list(fault.get("loc")) if part != "body")
        places.append(place)
        said.append(f"{place}: {_text(fault.get('msg'))}")
    return ServerError("; ".join(said), param=places[0])


def _waits(found: Mapping[str, Any]) -> Iterator[str]:
    """How long a field asks to wait: the error's own, or of its details (Google's)."""
    for each in (found, *_list(found.get("details"))):
        for name in _WAITS:
            value = each.get(name) if isinstance(each, dict) else None
            if isinstance(value, str) and value.strip():
                yield f" (retry in {value})"
            elif isinstance(value, int | float) and not isinstance(value, bool):
                yield f" (retry in {value} s)"


def _status(value: Any) -> int:
    number = whole_number(value)
    return number if number is not None and 400 <= number < 600 else 0


def _status_in(text: str) -> int:
    found = _STATUS_IN_WORDS.search(text)
    return int(found[1]) if found else 0


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, dict) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
