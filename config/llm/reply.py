"""What a server's answer holds: any envelope that looks like a chat completion, or an error.

Servers leave fields out, change their types and add their own. Whatever can be read is read; a
field of another type counts as missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from .usage import Tokens, whole_number

DEEPEST = 100  # levels of JSON: no answer of ours has ten
_LONGEST_INTEGER = 300  # digits: the interpreter refuses to read some thousands
CONTENT, ARGUMENTS, REASONING, FAILED = "content", "arguments", "reasoning", "failed generation"
_THOUGHTS = ("reasoning_content", "reasoning", "thinking")
_ENCODING = re.compile(r"(utf|iso-?8859|latin|windows-|cp1|ascii|us-ascii|gb|big5|shift|euc)", re.I)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)


class Said(NamedTuple):
    """A text in which an answer may be, and the field of the envelope that held it."""

    source: str
    text: str


class ServerError(NamedTuple):
    """An error that a server describes: its words, its names for it, and what it is about.

    `status` is the HTTP status that it names; 0 when it names none.
    """

    message: str
    names: frozenset[str] = frozenset()
    param: str = ""
    status: int = 0


class Reply(NamedTuple):
    """An envelope: the likeliest text first."""

    said: tuple[Said, ...] = ()
    finish: str = ""
    refusal: str = ""
    tokens: Tokens | None = None
    error: ServerError | None = None
    notes: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether it holds neither an answer, nor a reason why there is none."""
        return not self.said and not self.finish and not self.refusal and self.error is None


class Unread(ValueError):
    """A body that is no envelope; its text says why."""


def read_reply(body: bytes, content_type: str = "") -> Reply:
    """The envelope in a body. Raises Unread."""
    text, notes = decoded(body, content_type)
    if not text.strip():
        raise Unread("an empty body")
    envelope = _envelope(text)
    if isinstance(envelope, list) and len(envelope) == 1:  # Gemini's errors
        envelope = envelope[0]
    if not isinstance(envelope, dict):
        raise Unread("no JSON object")
    choice = _first(envelope.get("choices"))
    message = _message(envelope, choice)
    error = _error(envelope.get("error")) or _error(choice.get("error"))
    failed = _field(envelope, "error").get("failed_generation")
    said = tuple(_said(message))
    if isinstance(failed, str) and failed.strip():
        said = (*said, Said(FAILED, failed))
    return Reply(
        said,
        _text(choice.get("finish_reason")) or _text(envelope.get("done_reason")),
        _refusal(message, said),
        _tokens(envelope),
        error,
        notes,
    )


def read_error(body: bytes, content_type: str = "") -> Reply:
    """What a body says that came with an error's status: any form of error, or any text."""
    text, _notes = decoded(body, content_type)
    try:
        reply = read_reply(body, content_type)
    except Unread:
        reply = Reply()
    if reply.error is not None:
        return reply
    try:
        found = _error(_parsed(text))
    except Unread:
        found = None
    return reply._replace(error=found or ServerError(text))


def decoded(body: bytes, content_type: str = "") -> tuple[str, tuple[str, ...]]:
    """A body as text, in the encoding that it names or shows; and what had to be mended."""
    named = _CHARSET.search(content_type)
    encodings: list[str] = [
        json.detect_encoding(body)
    ]  # text in another one is hardly ever valid UTF-8
    if named and _ENCODING.match(named[1]):
        encodings.append(named[1])
    for encoding in encodings:
        try:
            return body.decode(encoding).lstrip("\ufeff"), ()
        except (LookupError, ValueError):
            continue
    return body.decode(errors="replace").lstrip("\ufeff"), ("encoding",)


def too_deep(value: Any) -> bool:
    """Whether JSON has more levels than anything that is asked for."""
    level = [value]
    for _depth in range(DEEPEST):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return False
    return True


def integer(digits: str) -> int | float:
    """A JSON integer of any length."""
    return int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _envelope(text: str) -> Any:
    """The JSON of a body: alone, after lines that keep a connection open, or as a stream."""
    try:
        return _parsed(text)
    except Unread:
        lines = [line for line in text.splitlines() if not line.startswith(":")]
    events = [line[5:].strip() for line in lines if line.startswith("data:")]
    if not events:
        return _parsed("\n".join(lines))
    parsed = [_parsed(event) for event in events if event and event != "[DONE]"]
    return _merged([each for each in parsed if isinstance(each, dict)])


def _parsed(text: str) -> Any:
    try:
        value = json.loads(text, strict=False, parse_int=integer)
    except (ValueError, RecursionError):
        raise Unread("no JSON") from None
    if too_deep(value):
        raise Unread(f"JSON of more than {DEEPEST} levels")
    return value


def _merged(events: list[dict[str, Any]]) -> dict[str, Any]:
    """One envelope of the parts of a stream that nobody asked for."""
    whole: dict[str, Any] = {}
    message: dict[str, Any] = {}
    finish = ""
    for event in events:
        whole |= {name: value for name, value in event.items() if value is not None}
        choice = _first(event.get("choices"))
        finish = _text(choice.get("finish_reason")) or finish
        for name, value in (_field(choice, "delta") or _field(choice, "message")).items():
            if isinstance(value, str) and isinstance(message.get(name, ""), str):
                message[name] = message.get(name, "") + value
            elif isinstance(value, list):
                message[name] = _calls(message.get(name, []), value)
            elif value is not None:
                message[name] = value
    return {**whole, "choices": [{"message": message, "finish_reason": finish}] if message else []}


def _calls(before: Any, more: list[Any]) -> list[Any]:
    """Parts of a function call joined: the arguments of the first come in pieces."""
    pieces = [_field(each, "function").get("arguments") for each in [*_list(before), *more]]
    return [{"function": {"arguments": "".join(p for p in pieces if isinstance(p, str))}}]


def _message(envelope: Mapping[str, Any], choice: Mapping[str, Any]) -> Mapping[str, Any]:
    """The assistant's message; the role may be missing."""
    message = choice.get("message") or choice.get("delta") or envelope.get("message")
    if isinstance(message, str):
        return {"content": message}
    if isinstance(message, dict):
        return message
    return {"content": choice.get("text")}


def _said(message: Mapping[str, Any]) -> Iterator[Said]:
    """Content; arguments of a function, as a text or as an object; thoughts."""
    thoughts = [message.get(name) for name in _THOUGHTS]
    content = message.get("content")
    if isinstance(content, dict):
        content = json.dumps(content, ensure_ascii=False)
    if isinstance(content, list):
        parts = [(_is_thought(part), _part(part)) for part in content]
        content = "".join(text for thought, text in parts if not thought)
        thoughts += [text for thought, text in parts if thought]
    yield from _if_any(CONTENT, content)
    calls = [_field(call, "function") or call for call in _list(message.get("tool_calls"))]
    for call in [*calls, message.get("function_call")]:
        yield from _if_any(ARGUMENTS, _arguments(call))
    for thought in thoughts:
        yield from _if_any(REASONING, thought)


def _if_any(source: str, text: Any) -> Iterator[Said]:
    if isinstance(text, str) and text.strip():
        yield Said(source, text)


def _arguments(call: Any) -> str:
    if not isinstance(call, dict):
        return ""
    found = call.get("arguments", call.get("parameters"))
    if isinstance(found, dict) and found:
        return json.dumps(found, ensure_ascii=False)
    return found if isinstance(found, str) else ""


def _is_thought(part: Any) -> bool:
    kind = part.get("type") if isinstance(part, dict) else "text"
    return isinstance(kind, str) and re.search(r"think|thought|reason", kind, re.I) is not None


def _part(part: Any) -> str:
    """The text of one part of a content that is a list."""
    if isinstance(part, dict):
        found = part.get("text", part.get("content", part.get("thinking")))
        if isinstance(found, dict):
            found = found.get("value")
        if isinstance(found, list):  # Mistral's thoughts hold parts themselves
            found = "".join(each.get("text", "") for each in found if isinstance(each, dict)
                            and isinstance(each.get("text"), str))  # fmt: skip
        return found if isinstance(found, str) else ""
    return part if isinstance(part, str) else ""


def _refusal(message: Mapping[str, Any], said: tuple[Said, ...]) -> str:
    """Why the model declines; what is no text beside an answer says nothing."""
    found = message.get("refusal")
    if isinstance(found, str):
        return found.strip()
    return "" if said or not found else str(found)


def _tokens(envelope: Mapping[str, Any]) -> Tokens | None:
    """What was counted, when both figures can be read; OpenAI's names, then others'."""
    usage = _field(envelope, "usage")
    sent = _figure(usage, ("prompt_tokens", "input_tokens"))
    received = _figure(usage, ("completion_tokens", "output_tokens"))
    if sent is None:
        sent = _figure(envelope, ("prompt_eval_count",))
    if received is None:
        received = _figure(envelope, ("eval_count",))
    return None if sent is None or received is None else Tokens(sent, received)


def _figure(found: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    figures = (whole_number(found.get(name)) for name in names)
    return next((figure for figure in figures if figure is not None), None)


def _error(found: Any) -> ServerError | None:
    """An error in any of the forms that servers have for it; None where there is none."""
    if isinstance(found, list) and found:
        found = found[0] if len(found) == 1 else {"detail": found}
    if isinstance(found, str) and found.strip():
        return ServerError(found)
    if not isinstance(found, dict) or not found:
        return None
    if nested := found.get("error"):
        inner = _error(nested)
        if inner is not None and not isinstance(nested, str):
            return inner
    for name in ("message", "error", "detail", "msg", "title"):
        value = found.get(name)
        if isinstance(value, list) and value:  # FastAPI's: one an invalid field
            return _of_fields(value)
        if isinstance(value, dict) and value:
            return _error(value)
        if isinstance(value, str) and value.strip():
            break
    else:
        value = json.dumps(found, ensure_ascii=False)
    names = {str(found[n]).lower() for n in ("type", "code", "status") if _is_name(found.get(n))}
    hint = _delay(found.get("details"))
    return ServerError(
        f"{value}{hint}",
        frozenset(names),
        _text(found.get("param")),
        next((n for n in map(_status, (found.get("code"), found.get("status"))) if n), 0),
    )


def _of_fields(faults: list[Any]) -> ServerError:
    """Complaints about fields of the request: where each is, and what is wrong there."""
    said, places = [], []
    for fault in faults:
        if not isinstance(fault, dict):
            said.append(str(fault))
            continue
        place = ".".join(str(part) for part in _list(fault.get("loc")) if part != "body")
        places.append(place)
        said.append(f"{place}: {_text(fault.get('msg'))}")
    return ServerError("; ".join(said), param=places[0] if places else "")


def _delay(details: Any) -> str:
    """How long Google asks to wait."""
    found = [part.get("retryDelay") for part in _list(details) if isinstance(part, dict)]
    return "".join(f" (retry in {each})" for each in found if isinstance(each, str))


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _status(value: Any) -> int:
    number = whole_number(value)
    return number if number is not None and 400 <= number < 600 else 0


def _first(value: Any) -> Mapping[str, Any]:
    return next((each for each in _list(value) if isinstance(each, dict)), {})


def _field(found: Any, name: str) -> Mapping[str, Any]:
    value = found.get(name) if isinstance(found, dict) else None
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, dict) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
