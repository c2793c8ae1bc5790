"""How real servers answer, oddly: a table of quirks, each with its source, for the loopback server.

A quirk makes a response of a good answer: `respond(asked, server)` gives it, or the name of one of
the server's own faults. Sources are public threads on GitHub; without one it was thought of.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from config.llm.texts import words

from .server import Asked, FaultServer, Response

Respond = Callable[[Asked, FaultServer], Response | str]

USED, STOOD_IN = "used", "stood in"
"""What becomes of a run: the model's answers are used, or the built-in analyst's readings stand."""


class Quirk(NamedTuple):
    """One way of answering. `outcomes` are all that rows may hold; `said` stands in an error;
    `mended` is noted on each row of an answer."""

    source: str
    respond: Respond
    becomes: str = USED
    outcomes: frozenset[str] = frozenset({"ok"})
    said: str = ""
    mended: str = ""
    refused_once: bool = False


def text_of(asked: Asked, server: FaultServer) -> str:
    """The good answer as JSON."""
    answer = server.answer(asked) if callable(server.answer) else server.answer
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def saying(change: Callable[[str], Any]) -> Respond:
    """A message whose content is made of the good answer's text."""

    def respond(asked: Asked, server: FaultServer) -> Response:
        return message(content=change(text_of(asked, server)))

    return respond


def message(finish: str | None = "stop", **fields: Any) -> Response:
    choice = {"index": 0, "message": {"role": "assistant", **fields}, "finish_reason": finish}
    usage = {"prompt_tokens": 30, "completion_tokens": 20, "total_tokens": 50}
    return Response({"object": "chat.completion", "choices": [choice], "usage": usage})


def fields(change: Callable[[str], dict[str, Any]]) -> Respond:
    """A message with fields made of the good answer's text."""
    return lambda asked, server: message(**change(text_of(asked, server)))


def form(change: Callable[[Any], Any]) -> Respond:
    """A message whose content is the good answer's value, changed."""
    return saying(lambda text: json.dumps(change(json.loads(text)), ensure_ascii=False))


def envelope(**changes: Any) -> Respond:
    """A good reply whose envelope has other fields; `...` leaves one out."""

    def respond(asked: Asked, server: FaultServer) -> Response:
        whole = {**server.completion(asked), **changes}
        return Response({name: value for name, value in whole.items() if value is not ...})

    return respond


def body(change: Callable[[bytes], bytes], kind: str = "application/json") -> Respond:
    """A good reply whose bytes are changed."""

    def respond(asked: Asked, server: FaultServer) -> Response:
        sent = json.dumps(server.completion(asked), ensure_ascii=False).encode()
        return Response(change(sent), 200, {"Content-Type": kind})

    return respond


def error(status: int, text: str, headers: dict[str, str] | None = None, **more: Any) -> Response:
    return Response({"error": {"message": text, **more}}, status, headers or {})


def refusing(wrong: Callable[[Asked], bool], response: Response) -> Respond:
    """Refuses requests of a form, and answers others."""
    return lambda asked, server: response if wrong(asked) else "ok"


def always(response: Response) -> Respond:
    return lambda asked, server: response


def first(number: int, response: Response) -> Respond:
    """So many responses of a kind, then good answers."""
    return lambda asked, server: response if len(server.asked) <= number else "ok"


def for_seconds(seconds: float, response: Response) -> Respond:
    """A response until so long after the first request, then good answers."""
    return lambda asked, server: (
        response if time.monotonic() - server.first_asked < seconds else "ok"
    )


def has_system(asked: Asked) -> bool:
    return any(each["role"] == "system" for each in asked.body["messages"])


def every(value: Any, change: Callable[[Any], Any]) -> Any:
    """Each text, number and null in a value changed."""
    if isinstance(value, dict):
        return {name: every(part, change) for name, part in value.items()}
    if isinstance(value, list):
        return [every(part, change) for part in value]
    return change(value)


def objects(value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    if isinstance(value, dict):
        return change({name: objects(part, change) for name, part in value.items()})
    return [objects(part, change) for part in value] if isinstance(value, list) else value


DRAFT = '{"score": 9, "claim": "a draft"}'
NOT_JSON = frozenset({"invalid"})


def ok_or(*others: str) -> frozenset[str]:
    return frozenset({"ok", *others})


ANSWERS: dict[str, Quirk] = {
    "thoughts": Quirk("langchain-ai/langchain#35530", saying(
        lambda text: f"<think>{DRAFT}…</think>\n{text}")),
    "thoughts without an opening": Quirk("vllm-project/vllm#12999", saying(
        lambda text: f"{DRAFT} so</think>{text}")),
    "thoughts in another spelling": Quirk("nanobrowser/nanobrowser#325", saying(
        lambda text: f"<Thinking>{{a}} {DRAFT}</Thinking>{text}")),
    "harmony": Quirk("NVIDIA/TensorRT-LLM#9256", saying(
        lambda text: f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant"
                     f"<|channel|>final<|message|>{text}")),
    "thoughts that do not end": Quirk("", saying(lambda text: f"<think>{DRAFT} no:\n{text}")),
    "thoughts after it": Quirk("", saying(lambda text: f"{text}<think>done</think>")),
    "only reasoning_content": Quirk("vllm-project/vllm#16182", fields(
        lambda text: {"content": None, "reasoning_content": f"{DRAFT} {text}"}),
        mended="reasoning"),
    "both contents": Quirk("vllm-project/vllm#24459", fields(
        lambda text: {"content": text, "reasoning_content": DRAFT, "audio": None})),
    "a list of parts": Quirk("spring-projects/spring-ai#5019", saying(
        lambda text: [{"type": "thinking", "thinking": [{"type": "text", "text": DRAFT}]},
                      {"type": "text", "text": text}])),
    "a part of reasoning": Quirk("", saying(
        lambda text: [{"type": "reasoning", "text": DRAFT}, {"type": "text", "text": text}])),
    "words and a fence": Quirk("lmstudio-ai/lmstudio-bug-tracker#2403", saying(
        lambda text: f"Sure:\n```json\n{text}\n```\nSee {{anything}}.")),
    "a schema first": Quirk("lmstudio-ai/lmstudio-bug-tracker#2403", saying(
        lambda text: f'{{"type": "object", "properties": {{}}}} {text}')),
    "twice": Quirk("", saying(lambda text: text + text)),
    "in a list": Quirk("", saying(lambda text: f"[{text}]")),
    "line breaks": Quirk("mem0ai/mem0#2194", saying(
        lambda text: text.replace('": "', '": "\n'))),
    "trailing commas": Quirk("", saying(lambda text: text.replace("}", ",}")),
                             mended="broken JSON"),
    "single quotes": Quirk("", saying(lambda text: str(json.loads(text))), mended="broken JSON"),
    "a comment": Quirk("", saying(lambda text: f"{text[:-1]} // done\n}}"), mended="broken JSON"),
    "a JSON text": Quirk("", saying(json.dumps)),
    "numbers as texts": Quirk("", form(lambda value: every(
        value, lambda part: str(part) if type(part) is int else part))),
    "decimals": Quirk("", form(lambda value: every(
        value, lambda part: float(part) if type(part) is int else part))),
    "truth as a text": Quirk("", form(lambda value: every(
        value, lambda part: str(part) if isinstance(part, bool) else part))),
    "capitals": Quirk("", form(lambda value: every(
        value, lambda part: part.upper() if isinstance(part, str) and " " not in part else part))),
    "a key too many": Quirk("", form(lambda value: objects(
        value, lambda part: {**part, "confidence": 0.9})), mended="extra fields"),
    "null for nothing": Quirk("", form(lambda value: every(
        value, lambda part: None if part == "" else part))),
    "nothing left out": Quirk("", form(lambda value: objects(
        value, lambda part: {name: each for name, each in part.items() if each not in ("", [])}))),
    "wrapped": Quirk("", form(lambda value: {"Answer": value}), mended="wrapping"),
    "a function as text": Quirk("", form(lambda value: {"name": "answer", "arguments": value}),
                                mended="wrapping"),
    "arguments as an object": Quirk("ggml-org/llama.cpp#20198", fields(
        lambda text: {"content": None, "tool_calls": [
            {"function": {"name": "a", "arguments": json.loads(text)}}]}), mended="arguments"),
    "a function unasked": Quirk("", fields(
        lambda text: {"content": "", "tool_calls": [
            {"id": "1", "function": {"name": "a", "arguments": text}}]}), mended="arguments"),
    "an old function": Quirk("", fields(
        lambda text: {"content": None, "function_call": {"name": "a", "arguments": text}}),
        mended="arguments"),
    "a call by other names": Quirk("", fields(
        lambda text: {"content": None, "toolCalls": [
            {"type": "tool_use", "name": "a", "input": json.loads(text)}]}), mended="arguments"),
    "a refusal": Quirk("", fields(lambda text: {"content": None, "refusal": "I cannot."}),
                       STOOD_IN, frozenset({"refused"}), "I cannot."),
    "filtered": Quirk("", lambda asked, server: "filtered", STOOD_IN, frozenset({"refused"})),
    "no refusal": Quirk("", fields(lambda text: {"content": text, "refusal": False})),
    "an odd refusal": Quirk("", fields(lambda text: {"content": text, "refusal": {"why": ""}})),
    "no role": Quirk("", lambda asked, server: Response(
        {"choices": [{"message": {"content": text_of(asked, server)}}]})),
    "half a character": Quirk("", saying(lambda text: text.replace('": "', '": "\\ud83d\\u0000', 1))
                              , USED, ok_or("unfit", "invalid")),
    "no number": Quirk("", form(lambda value: every(
        value, lambda part: float("nan") if type(part) is int else part)),
        STOOD_IN, ok_or("invalid")),
    "levels": Quirk("", saying(lambda text: f'{{"claim": {"[" * 600}{"]" * 600}}}'),
                    STOOD_IN, NOT_JSON),
    "more levels": Quirk("", saying(lambda text: '{"a":' * 50_000), STOOD_IN, NOT_JSON),
    "whole, then cut": Quirk("ollama/ollama#2577", lambda asked, server: message(
        "length", content=text_of(asked, server) + "\n" * 900), mended="cut after its end"),
    "cut": Quirk("", lambda asked, server: "truncated", STOOD_IN, frozenset({"truncated"})),
    "only thoughts, cut": Quirk("", lambda asked, server: message(
        "length", content=f"<think>{text_of(asked, server)} or"), STOOD_IN,
        frozenset({"truncated"})),
    "cut without a word": Quirk("", saying(lambda text: text[: len(text) // 2]), STOOD_IN,
                                 NOT_JSON),
    "nothing": Quirk("", lambda asked, server: "empty", STOOD_IN, NOT_JSON | {"garbage"}),
    "words": Quirk("", lambda asked, server: "prose", STOOD_IN, NOT_JSON),
    "another language": Quirk("", lambda asked, server: "wrong_language", STOOD_IN,
                              ok_or("unfit")),
}  # fmt: skip


def usage(**found: Any) -> Respond:
    return envelope(usage=found)


def lines(sent: bytes) -> bytes:
    """A stream of the whole in two pieces."""
    whole = json.loads(sent)
    said = whole["choices"][0]["message"]
    text = said["content"] or said["tool_calls"][0]["function"]["arguments"]
    pieces = [text[: len(text) // 2], text[len(text) // 2 :]]
    events = [{"choices": [{"delta": {"content": piece}}]} for piece in pieces]
    return b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events)


ENVELOPES: dict[str, Quirk] = {
    "no usage": Quirk("triton-inference-server/server#8194", envelope(usage=...)),
    "usage of nulls": Quirk("triton-inference-server/server#8194", usage(
        prompt_tokens=None, completion_tokens=None, prompt_tokens_details=None)),
    "usage in part": Quirk("", usage(prompt_tokens=9)),
    "usage a list": Quirk("", envelope(usage=[])),
    "usage in decimals": Quirk("BerriAI/litellm#28023", usage(
        prompt_tokens=12.0, completion_tokens=7.5, total_tokens=19.5)),
    "usage in texts": Quirk("", usage(prompt_tokens="12", completion_tokens="8")),
    "usage in words": Quirk("", usage(prompt_tokens="n/a", completion_tokens="n/a")),
    "odd fields": Quirk("", envelope(model="other", id=7, created="now", object=None)),
    "a mark of its order": Quirk("", body(lambda sent: b"\xef\xbb\xbf" + sent)),
    "text": Quirk("", body(lambda sent: sent, "text/plain")),
    "an odd byte": Quirk("", body(lambda sent: sent.replace(b'"id"', b'"\xff"', 1)),
                         mended="encoding"),
    "latin-1": Quirk("", body(lambda sent: sent.decode().encode("latin-1", "replace"),
                              "application/json; charset=ISO-8859-1")),
    "latin-1 unsaid": Quirk("", body(lambda sent: sent, "application/json; charset=latin-1")),
    "kept alive": Quirk("openai/openai-go#227", body(
        lambda sent: b": OPENROUTER PROCESSING\n\n" * 3 + sent)),
    "a stream": Quirk("", body(lines, "text/event-stream")),
    "blanks": Quirk("jundot/omlx#2066", body(lambda sent: b" \n" * 50_000 + sent)),
    "no choices": Quirk("UKGovernmentBEIS/inspect_ai#1534", envelope(choices=[]), STOOD_IN,
                        frozenset({"garbage"})),
    "null choices": Quirk("pydantic/pydantic-ai#6885", envelope(choices=None), STOOD_IN,
                          frozenset({"garbage"})),
    "429 in a 200": Quirk("UKGovernmentBEIS/inspect_ai#1534", first(2, error(
        200, "slow down", code=429)), USED, ok_or("rate_limited"), "slow down"),
    "errors in a list": Quirk("", first(2, Response(
        {"errors": [{"code": 429, "message": "slow down"}], "success": False})), USED,
        ok_or("rate_limited"), "slow down"),
    "several answers": Quirk("", lambda asked, server: Response({"choices": [
        {"index": 1, "message": {"content": text_of(asked, server)}},
        {"index": 0, "message": {"content": "Well."}}]})),
    "402 in a 200": Quirk("OpenRouterTeam/openrouter-examples#14", always(error(
        200, "Insufficient credits", code=402)), STOOD_IN, frozenset({"no_credit"}),
        "Insufficient credits"),
    "502 in a choice": Quirk("", always(Response({"choices": [
        {"error": {"code": 502, "message": "upstream"}, "finish_reason": "error"}]})), STOOD_IN,
        frozenset({"server_error"}), "upstream"),
    "a page": Quirk("", lambda asked, server: "garbage", STOOD_IN, frozenset({"garbage"}),
                    "a proxy's own page"),
    "nothing in a 200": Quirk("", always(Response(b"")), STOOD_IN, frozenset({"garbage"}),
                              "empty"),
    "gzip": Quirk("", lambda asked, server: "zipped", STOOD_IN, frozenset({"garbage"}),
                  "content-encoding"),
    "too much": Quirk("", always(Response(b" " * 2_100_000)), STOOD_IN, frozenset({"too_large"})),
    "reset": Quirk("", lambda asked, server: "reset_midway", STOOD_IN, frozenset({"connection"})),
}  # fmt: skip

LOADING = error(503, "Loading model", type="unavailable_error", code=503)
CONTEXT = (
    "This model's maximum context length is 4096 tokens. However, your messages resulted in"
    " 5000 tokens (4900 in the messages, 100 in the functions)."
)

ERRORS: dict[str, Quirk] = {
    "Retry-After": Quirk("Aider-AI/aider#3265", first(1, error(
        429, "slow down", {"Retry-After": "0.2"})), USED, ok_or("rate_limited")),
    "retry-after-ms": Quirk("", first(1, error(
        429, "slow down", {"retry-after-ms": "200", "Retry-After": "3600"})), USED,
        ok_or("rate_limited")),
    "an odd Retry-After": Quirk("openai/openai-node#1108", first(1, error(
        429, "slow down", {"Retry-After": "nan"})), USED, ok_or("rate_limited")),
    "a wait with units": Quirk("", first(1, error(
        429, "slow down", {"Retry-After": "200ms"})), USED, ok_or("rate_limited"), "0.2 s"),
    "a wait in words": Quirk("Aider-AI/aider#3265", first(1, error(
        429, "Rate limit reached. Please try again in 0.2s.")), USED, ok_or("rate_limited"),
        "try again in 0.2s"),
    "a wait of an hour": Quirk("", always(error(429, "slow down", {"Retry-After": "3600"})),
                               STOOD_IN, frozenset({"rate_limited"}), "3600"),
    "quota by type": Quirk("", always(error(429, "You exceeded your current quota",
                                            type="insufficient_quota")),
                           STOOD_IN, frozenset({"no_credit"}), "quota"),
    "quota by code": Quirk("", always(error(429, "no", code="insufficient_quota")),
                           STOOD_IN, frozenset({"no_credit"})),
    "loading": Quirk("ggml-org/llama.cpp#9056", for_seconds(1.5, LOADING), USED,
                     ok_or("loading"), "Loading model"),
    "overloaded": Quirk("", first(1, error(529, "overloaded", {"Retry-After": "0.1"})), USED,
                        ok_or("server_error"), "overloaded"),
    "json_schema refused": Quirk("BerriAI/litellm#7580", refusing(
        lambda asked: asked.strategy == "json_schema",
        error(400, "This response_format type is unavailable now")), USED, ok_or("bad_request"),
        refused_once=True),
    "FastAPI's": Quirk("", refusing(
        lambda asked: asked.strategy == "json_schema",
        Response({"detail": [{"type": "literal_error", "loc": ["body", "response_format", "type"],
                              "msg": "Input should be 'text'"}]}, 422)), USED,
        ok_or("bad_request"), refused_once=True),
    "LM Studio": Quirk("lmstudio-ai/lmstudio-bug-tracker#189", lambda asked, server: (
        Response({"error": "'response_format.type' must be 'json_schema' or 'text'"}, 400)
        if asked.strategy == "json_object"
        else "ok" if len(asked.body["messages"]) > 2 else "prose"), USED,
        ok_or("bad_request", "invalid")),
    "plain words alone": Quirk("", refusing(
        lambda asked: asked.strategy != "none",
        error(400, "Unrecognized request arguments: response_format, tools")), USED,
        ok_or("bad_request")),
    "plain words alone, bare": Quirk("", refusing(
        lambda asked: asked.strategy != "none", Response({"error": "Bad Request"}, 400)), USED,
        ok_or("bad_request")),
    "500 for json_schema": Quirk("ggml-org/llama.cpp#23463", refusing(
        lambda asked: asked.strategy == "json_schema", error(500, "Internal Server Error")), USED,
        ok_or("server_error")),
    "501 for all but json_object": Quirk("ggml-org/llama.cpp#23463", refusing(
        lambda asked: asked.strategy in ("json_schema", "function"), error(501, "no")), USED,
        ok_or("server_error")),
    "json_validate_failed, good": Quirk("langchain-ai/langchain#31459", lambda asked, server: error(
        400, "Failed to generate JSON. Please adjust your prompt.", code="json_validate_failed",
        failed_generation=text_of(asked, server)), mended="failed generation"),
    "json_validate_failed": Quirk("langchain-ai/langchain#31459", refusing(
        lambda asked: asked.strategy == "json_schema", error(
            400, "Failed to generate JSON.", code="json_validate_failed", failed_generation="")),
        USED, ok_or("invalid")),
    "max_completion_tokens": Quirk("continuedev/continue#7052", refusing(
        lambda asked: "max_tokens" in asked.body, error(
            400, "Unsupported parameter: 'max_tokens' is not supported with this model. Use"
            " 'max_completion_tokens' instead.", param="max_tokens", code="unsupported_parameter")),
        USED, ok_or("bad_request"), refused_once=True),
    "temperature": Quirk("OpenHands/OpenHands#4131", refusing(
        lambda asked: "temperature" in asked.body, error(
            400, "Unsupported value: 'temperature' does not support 0 with this model. Only the"
            " default (1) value is supported.", param="temperature", code="unsupported_value")),
        USED, ok_or("bad_request"), refused_once=True),
    "a lower limit": Quirk("", refusing(
        lambda asked: asked.limit > 1024, error(400, "`max_tokens` must be <= 1024, got 2000")),
        USED, ok_or("bad_request"), refused_once=True),
    "no system role": Quirk("EricLBuehler/mistral.rs#506", refusing(
        has_system, error(400, "System role not supported")), USED, ok_or("bad_request"),
        refused_once=True),
    "roles alternate": Quirk("suitenumerique/conversations#197", refusing(
        has_system, error(500, "Conversation roles must alternate user/assistant/user/...")), USED,
        ok_or("server_error"), refused_once=True),
    "all of it": Quirk("", lambda asked, server: next((
        error(400, f"{name} is not supported", param=name) for name in
        ("temperature", "max_tokens", "response_format", "tools") if name in asked.body),
        error(400, "System role not supported") if has_system(asked) else "ok"), USED,
        ok_or("bad_request")),
    "too long": Quirk("vllm-project/vllm#20409", always(error(400, CONTEXT)), STOOD_IN,
                      frozenset({"bad_request"}), "maximum context length"),
    "too long, as a 500": Quirk("ogx-ai/ogx#4534", always(error(500, CONTEXT)), STOOD_IN,
                                frozenset({"server_error"}), "maximum context length"),
    "307": Quirk("", lambda asked, server: "redirect", STOOD_IN, frozenset({"redirected"})),
    "no model": Quirk("", always(error(404, 'model "x" not found, try pulling it first')), STOOD_IN,
                      frozenset({"not_found"}), "try pulling it"),
    "a page of 403": Quirk("", always(Response(b"<html>no</html>", 403)), STOOD_IN,
                           frozenset({"unauthorized"})),
    "the key": Quirk("BitterSecurity/Decepticon#435", lambda asked, server: "echo_key", STOOD_IN,
                     frozenset({"unauthorized"})),
}  # fmt: skip

QUIRKS = {**ANSWERS, **ENVELOPES, **ERRORS}


def understood(asked: Asked) -> Asked:
    """A question in the form that the talking model knows, whatever form it was asked in."""
    messages = [dict(each) for each in asked.body["messages"]]
    if not has_system(asked):
        messages.insert(0, {"role": "system", "content": messages[0]["content"]})
    tools = asked.body.get("tools") or []
    for each in messages[1:]:
        for shape in map(words, ("en", "pt"), ("schema", "schema")):
            before, found, shown = each["content"].partition(f"\n\n{shape}\n")
            if found:
                each["content"] = before
                tools = tools or [{"function": {"name": json.loads(shown)["title"]}}]
    body = {**asked.body, "messages": messages}
    if not asked.body.get("response_format", {}).get("json_schema"):
        body["tools"] = tools
    return asked._replace(body=body)


def respond_to(quirk: Quirk, server: FaultServer) -> None:
    """Make a server answer so."""
    server.always = "custom"
    answer = server.answer
    if callable(answer):
        server.answer = lambda asked: answer(understood(asked))
    server.respond = lambda asked: quirk.respond(asked, server)


def once(outcomes: list[str]) -> bool:
    """Whether nothing but the first few calls was refused: what was refused is remembered."""
    return Counter(outcomes)["ok"] > 0 and all(each == "ok" for each in outcomes[6:])
