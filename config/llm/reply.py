"""The content of a server's response: any envelope that looks like a chat completion, or an error.

Servers leave fields out, change their types and add their own. Whatever can be read is read; a
field of another type counts as missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from config.llm.provider import Tokens, whole_number
from config.llm.repair import ServerError, complaint_in, complaint_of, words_of

DEEPEST = 100  # levels of JSON: no answer of ours has ten
_LONGEST_INTEGER = 300  # digits: the interpreter refuses to parse some thousands
CONTENT, ARGUMENTS, REASONING, FAILED = "content", "arguments", "reasoning", "failed generation"
_THOUGHTS = ("reasoning_content", "reasoning", "thinking")
_TEXTS = ("content", "output_text", "generated_text", "response")
_CALLS = ("tool_calls", "toolCalls", "tool_call", "function_call", "functionCall")
_ARGUMENTS = ("arguments", "parameters", "args", "input", "json")
_OF_PARTS = {"type", "text", "content", "thinking", "functionCall", "function"}
_SENT = ("prompt_tokens", "input_tokens", "promptTokens", "inputTokens", "promptTokenCount",
         "prompt_eval_count")  # fmt: skip
_RECEIVED = ("completion_tokens", "output_tokens", "completionTokens", "outputTokens",
             "candidatesTokenCount", "eval_count")  # fmt: skip
_NOTHING = {"null", "none", "false", "no", "n/a", "undefined"}
_ENDS = {
    **dict.fromkeys(("length", "max_tokens", "max_output_tokens", "model_length", "max_length"),
                    "length"),
    **dict.fromkeys(("content_filter", "safety", "refusal", "sensitive", "recitation", "blocklist",
                     "prohibited_content", "spii"), "content_filter"),
    **dict.fromkeys(("error", "insufficient_system_resource", "network_error", "abort"), "error"),
}  # fmt: skip
_ENCODING = re.compile(r"(utf|iso-?8859|latin|windows-|cp1|ascii|us-ascii|gb|big5|shift|euc)", re.I)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)


class AnswerText(NamedTuple):
    """A text in which an answer may be, and the field of the envelope that held it."""

    source: str
    text: str


class Reply(NamedTuple):
    """An envelope: its texts, the likeliest first."""

    texts: tuple[AnswerText, ...] = ()
    finish: str = ""
    refusal: str = ""
    tokens: Tokens | None = None
    error: ServerError | None = None
    notes: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether it holds neither an answer nor a reason why there is none."""
        return not self.texts and not self.finish and not self.refusal and self.error is None


class Unread(ValueError):
    """A body that is no envelope; the text says why."""


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
    choices = _choices(envelope.get("choices"))
    messages = [_message(choice) for choice in choices]
    if not choices:
        envelope = _inner(envelope)
        messages = [_alone(envelope)]
    error = complaint_in(envelope, [*choices, *messages])
    parts = tuple(part for message in messages for part in _passages(message))
    failed = _field(envelope, "error").get("failed_generation")
    if isinstance(failed, str) and failed.strip():
        parts = (*parts, AnswerText(FAILED, failed))
    return Reply(
        parts,
        next(filter(None, map(_finish, (*choices, envelope))), ""),
        next(filter(None, (_refusal(message, parts) for message in messages)), ""),
        _tokens(envelope, choices),
        error,
        notes,
    )


def read_error(body: bytes, content_type: str = "") -> Reply:
    """The message of a body with an error status: an error in any form, or any text."""
    text, _notes = decoded(body, content_type)
    try:
        reply = read_reply(body, content_type)
    except Unread:
        reply = Reply()
    if reply.error is not None:
        return reply
    try:
        found = complaint_of(_parsed(text))
    except Unread:
        found = None
    return reply._replace(error=found or ServerError(words_of(text)))


def decoded(body: bytes, content_type: str = "") -> tuple[str, tuple[str, ...]]:
    """A body as text, in the encoding that it names or shows; and the repairs that this needed."""
    named = _CHARSET.search(content_type)
    encodings: list[str] = [
        json.detect_encoding(body)
    ]  # text in another encoding is hardly ever valid UTF-8
    if named and _ENCODING.match(named[1]):
        encodings.append(named[1])
    for encoding in encodings:
        try:
            return body.decode(encoding).lstrip("\ufeff"), ()
        except (LookupError, ValueError):
            continue
    return body.decode(errors="replace").lstrip("\ufeff"), ("encoding",)


def too_deep(value: Any) -> bool:
    """Whether JSON has more levels than any answer has."""
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
    """One envelope made of the parts of an unrequested stream."""
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
    """The parts of a function call joined: the arguments of the first one come in pieces."""
    pieces = [_field(each, "function").get("arguments") for each in [*_list(before), *more]]
    return [{"function": {"arguments": "".join(p for p in pieces if isinstance(p, str))}}]


def _choices(value: Any) -> list[Mapping[str, Any]]:
    """The answers of an envelope, in order: a list, one, or one for each number."""
    if isinstance(value, dict):
        several = not value.keys() & {"message", "delta", "text", "messages", "error"}
        value = list(value.values()) if several else [value]
    found = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
    return sorted(found, key=lambda each: whole_number(each.get("index")) or 0)


def _message(choice: Mapping[str, Any]) -> Mapping[str, Any]:
    """The assistant's message; the role may be missing."""
    found = choice.get("message") or choice.get("delta") or choice.get("messages")
    if isinstance(found, list):  # a whole conversation, or a list of one message
        found = next((each for each in reversed(found) if isinstance(each, dict)), None)
    if isinstance(found, str):
        return {"content": found}
    return found if isinstance(found, dict) else {"content": choice.get("text")}


def _inner(envelope: dict[str, Any]) -> dict[str, Any]:
    """The content of a gateway's own envelope; the envelope itself when there is none."""
    for name in ("data", "result", "response"):
        inner = _field(envelope, name)
        if inner.keys() & {"choices", "message", *_TEXTS}:
            choices = _choices(inner.get("choices"))
            return {**inner, "message": _message(choices[0])} if choices else dict(inner)
    return envelope


def _alone(envelope: Mapping[str, Any]) -> Mapping[str, Any]:
    """The message of an envelope without choices."""
    message = envelope.get("message")
    if isinstance(message, dict):
        return message
    found = (envelope.get(name) for name in _TEXTS)
    return {"content": next((each for each in found if isinstance(each, str | list)), None)}


def _passages(message: Mapping[str, Any]) -> Iterator[AnswerText]:
    """Content; arguments of a function, as a text or an object; thoughts."""
    thoughts = [message.get(name) for name in _THOUGHTS]
    content, calls = message.get("content"), []
    if isinstance(content, dict):
        shown = _part(content) if "type" in content else ""
        content = shown or json.dumps(content, ensure_ascii=False)
    if isinstance(content, list):
        calls = [part for part in content if isinstance(part, dict)]
        parts = [(_is_thought(part), _part(part)) for part in content]
        content = "".join(text for thought, text in parts if not thought)
        thoughts += [text for thought, text in parts if thought]
    yield from _if_any(CONTENT, content)
    for name in _CALLS:
        found = message.get(name)
        calls += _list(_value(found) if isinstance(found, str) else found)
    for call in calls:
        yield from _if_any(ARGUMENTS, _arguments(call))
    for thought in thoughts:
        yield from _if_any(REASONING, thought)


def _if_any(source: str, text: Any) -> Iterator[AnswerText]:
    if isinstance(text, str) and text.strip():
        yield AnswerText(source, text)


def _arguments(call: Any) -> str:
    """The arguments of a function as JSON, whatever the field is called."""
    for name in ("function", "functionCall"):
        call = _field(call, name) or call
    for name in _ARGUMENTS:
        found = call.get(name) if isinstance(call, dict) else None
        if isinstance(found, list) and len(found) == 1:
            found = found[0]
        if isinstance(found, dict) and found:
            return json.dumps(found, ensure_ascii=False)
        if isinstance(found, str) and found.strip():
            return found
    return ""


def _is_thought(part: Any) -> bool:
    kind = part.get("type") if isinstance(part, dict) else "text"
    return isinstance(kind, str) and re.search(r"think|thought|reason", kind, re.I) is not None


def _part(part: Any) -> str:
    """The text of one part of a content; an object that is no part is an answer itself."""
    if not isinstance(part, dict):
        return part if isinstance(part, str) else ""
    if not part.keys() & _OF_PARTS:
        return json.dumps(part, ensure_ascii=False)
    found = part.get("text", part.get("content", part.get("thinking")))
    if isinstance(found, dict):
        found = found.get("value")
    if isinstance(found, list):  # Mistral's thoughts hold parts themselves
        found = "".join(each.get("text", "") for each in found if isinstance(each, dict)
                        and isinstance(each.get("text"), str))  # fmt: skip
    return found if isinstance(found, str) else ""


def _refusal(message: Mapping[str, Any], given: tuple[AnswerText, ...]) -> str:
    """Why the model declines, in a field or a part of the content; beside an answer, only a text
    counts that says something."""
    parts = [part.get("refusal") for part in _list(message.get("content")) if _is_refusal(part)]
    for found in (message.get("refusal"), *parts):
        if isinstance(found, str) and found.strip():
            word = found.strip().casefold()
            return "" if given and word in _NOTHING else found.strip()
        if found and not given:
            return str(found)
    return ""


def _is_refusal(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == "refusal"


def _finish(found: Mapping[str, Any]) -> str:
    """Why an answer ended: "length", "content_filter", "error", or another word for a normal
    end."""
    names = ("finish_reason", "finishReason", "stop_reason", "done_reason")
    word = next((found[name] for name in names if _text(found.get(name))), "")
    return _ENDS.get(word.casefold().replace("-", "_"), word)


def _tokens(envelope: Mapping[str, Any], choices: list[Mapping[str, Any]]) -> Tokens | None:
    """The token counts, when both can be read; OpenAI's names first, then others'."""
    groq = _field(envelope, "x_groq").get("usage")
    places = [envelope.get(name) for name in ("usage", "usageMetadata", "usage_metadata")]
    places += [groq, *(choice.get("usage") for choice in choices), envelope]
    for place in places:
        usage = _usage(place)
        sent, received = _figure(usage, _SENT), _figure(usage, _RECEIVED)
        if sent is not None and received is not None:
            return Tokens(sent, received)
    return None


def _usage(found: Any) -> Mapping[str, Any]:
    """Figures as an object, as JSON in a text, or as a list of one."""
    value = _value(found) if isinstance(found, str) else found
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value if isinstance(value, dict) else {}


def _figure(found: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    figures = (whole_number(found.get(name)) for name in names)
    return next((figure for figure in figures if figure is not None), None)


def _value(text: str) -> Any:
    """The JSON that a text holds; None for one that is none."""
    try:
        return _parsed(text)
    except Unread:
        return None


def _first(value: Any) -> Mapping[str, Any]:
    return next((each for each in _list(value) if isinstance(each, dict)), {})


def _field(found: Any, name: str) -> Mapping[str, Any]:
    value = found.get(name) if isinstance(found, dict) else None
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, dict) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
