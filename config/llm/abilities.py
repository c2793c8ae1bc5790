"""What a server accepts, learned from what it refuses: per provider, not per question."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

from config.llm.repair import ServerError
from config.llm.texts import Prompt, words

LIMIT_NAMES = ("max_tokens", "max_completion_tokens")
_LEAST = 32  # tokens: smaller numbers in an error mean other things
_UNREADY = 2  # failures of a way of asking, while another worked, before it is given up

# The subject of a refusal. The first pattern that fits counts: texts about a length may name tools,
# and texts about roles name all of them.
_ABOUT = {
    "context": r"context.{0,10}(?:length|window|size|limit)|maximum context|n_ctx"
    r"|(?:prompt|input|request|conversation)\b.{0,20}too (?:long|large)|longer than the context"
    r"|too many (?:input )?tokens",
    "system": r"\bsystem\b.{0,20}(?:role|message|prompt|instruction)|\broles?\b.{0,60}(?:alternat"
    r"|system|only|must)|(?:unknown|invalid|unexpected|unsupported).{0,20}\brole\b"
    r"|only.{0,40}\broles?\b|developer instruction",
    "temperature": r"temperature",
    "limit": r"max_(?:completion_|output_|new_)?tokens|max(?:imum)?(?:Output| output| completion)"
    r".?tokens|completion tokens",
    "strategy": r"response.?format|json.?(?:schema|object|mode)|schema|\btool|\bfunction|grammar"
    r"|structured|guided",
}
_PATTERNS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _ABOUT.items()}
_FIELDS = {
    "temperature": "temperature",
    "max_tokens": "limit",
    "max_completion_tokens": "limit",
    "response_format": "strategy",
    "tools": "strategy",
    "tool_choice": "strategy",
    "functions": "strategy",
    "role": "system",
}
_UNKNOWN_NAME = re.compile(
    r"unsupported|not supported|not support|unrecogni|unknown|unexpected|not permitted"
    r"|not allowed|deprecated|instead|extra", re.IGNORECASE,
)  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.-])\d{1,3}(?:,\d{3})+\b|(?<![\w.-])\d+\b(?!\.\d)")
_CONTEXT = re.compile(r"context.{0,40}?(?<![\w.-])(\d{3,})", re.IGNORECASE)
_INPUT = re.compile(
    r"(\d+)(?: tokens)?(?: (?:input|prompt) tokens| (?:tokens )?(?:in|from) (?:the|your)"
    r" (?:messages|prompt|input))", re.IGNORECASE,
)  # fmt: skip
# A refusal that says nothing: some part of the request is not accepted.
_NOTHING = re.compile(
    r"(?:\W|\d|bad|request|invalid|error|unprocessable|entity|content|http|client|failed|provider"
    r"|returned|upstream|status|code)*", re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True)
class Abilities:
    """What a server is known to refuse, and the last way of asking that it answered.

    `names` are the refused names of the answer's limit, `ways` the refused ways of asking, `most`
    the longest limit that it accepts. Without `temperature` or `system` it accepts none.
    """

    names: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    most: int | None = None
    temperature: bool = True
    system: bool = True
    answered: str = ""

    def limit_name(self, first: str) -> str:
        """The name of the answer's limit; empty when the server accepts none."""
        names = sorted(LIMIT_NAMES, key=lambda name: name != first)
        return next((name for name in names if name not in self.names), "")

    def order(self) -> list[str]:
        """The ways of asking, the likeliest first; asking in plain words comes last."""
        ways = [way for way in (JSON_SCHEMA, FUNCTION, JSON_OBJECT) if way not in self.ways]
        return sorted([*ways, PLAIN], key=lambda way: way != self.answered)

    def limit(self, wanted: int) -> int:
        return wanted if self.most is None else min(wanted, self.most)

    def messages(self, messages: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]]:
        """The messages with the system's part put before the user's, where the server has no
        such role."""
        system = [each["content"] for each in messages if each["role"] == "system"]
        if self.system or not system:
            return list(messages)
        first, *rest = (each for each in messages if each["role"] != "system")
        return [{**first, "content": "\n\n".join([*system, first["content"]])}, *rest]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, found: Mapping[str, Any]) -> Abilities:
        """The abilities as stored; what another version stored is ignored."""
        if not found or found.keys() != cls.__dataclass_fields__.keys():
            return cls()
        return cls(**{**found, "names": tuple(found["names"]), "ways": tuple(found["ways"])})


def learned(
    known: Abilities, complaint: ServerError, way: str, *, limit: int, name: str, guess: bool
) -> Abilities:
    """The abilities after a refusal of a request with this way and this name of the limit.

    Unchanged when the refusal teaches nothing: then the request as such is refused. When a refusal
    says nothing at all, a `guess` is that the way of asking is not accepted.
    """
    about = _about(complaint)
    if not about and guess and _NOTHING.fullmatch(complaint.message):
        about = "strategy"
    if about == "temperature":
        return replace(known, temperature=False)
    if about == "system":
        return replace(known, system=False)
    if about == "limit":
        most = _most(complaint.message, limit)
        if most is not None:
            return replace(known, most=most)
        return replace(known, names=tuple({*known.names, name} - {""}))
    if about == "strategy" and way != PLAIN:
        return replace(known, ways=tuple(sorted({*known.ways, way})))
    return known


def room(complaint: ServerError, limit: int) -> int | None:
    """The tokens that the context leaves for an answer, where a refusal states them."""
    context, sent = _CONTEXT.search(complaint.message), _INPUT.search(complaint.message)
    if not context or not sent:
        return None
    left = int(context[1]) - int(sent[1])
    return left if _LEAST <= left < limit else None


def _about(complaint: ServerError) -> str:
    """What is refused, by the field that the error names or by its words; empty for anything
    else."""
    for part in reversed(re.findall(r"\w+", complaint.param)):
        if part in _FIELDS:
            return _FIELDS[part]
    for name, pattern in _PATTERNS.items():
        if pattern.search(complaint.message):
            return name
    return ""


def _most(message: str, limit: int) -> int | None:
    """The limit that a refusal states: the largest number below the one that was asked for."""
    if _UNKNOWN_NAME.search(message):
        return None
    numbers = [int(found.replace(",", "")) for found in _NUMBER.findall(message)]
    return max((number for number in numbers if _LEAST <= number < limit), default=None)


class Server:
    """What is known so far of a provider's server, shared by all questions of a run."""

    def __init__(self, abilities: Abilities) -> None:
        self.abilities = abilities
        self._unready: dict[str, int] = {}

    def learn(self, abilities: Abilities) -> None:
        self.abilities = abilities

    def answered(self, way: str, failed: Sequence[str]) -> None:
        """Record an answer to a way of asking after failures (500) of others: a single one may
        be chance."""
        for each in failed:
            self._unready[each] = self._unready.get(each, 0) + 1
        lasting = {each for each, number in self._unready.items() if number >= _UNREADY}
        ways = tuple(sorted({*self.abilities.ways, *lasting} - {way}))
        known = replace(self.abilities, ways=ways)
        self.abilities = known if known.order()[0] == way else replace(known, answered=way)


# Ways to get an answer that fits a schema, in the order in which they are tried.
#
# No server knows all of them: some honour `json_schema` and ignore `tool_choice`, others do the
# opposite, and one that knows neither still reads a schema in its prompt.

JSON_SCHEMA, FUNCTION, JSON_OBJECT = "json_schema", "function", "json_object"
PLAIN = "plain"
_IN_PROMPT = (JSON_OBJECT, PLAIN)  # where the schema is placed
_NAME = re.compile(r"[^a-zA-Z0-9_-]")
_NAME_LENGTH = 64  # the most that OpenAI takes
Messages = Sequence[Mapping[str, str]]


@dataclass(frozen=True)
class SchemaPrompt:
    """A question and the form of its answer."""

    prompt: Prompt
    schema: type[BaseModel]

    def request(self, strategy: str) -> dict[str, Any]:
        """The arguments of the request besides the messages."""
        name = _NAME.sub("_", self.schema.__name__)[:_NAME_LENGTH]
        shape, strict = json_schema(self.schema)
        if strategy == JSON_SCHEMA:
            inner = {"name": name, "schema": shape, "strict": strict}
            return {"response_format": {"type": "json_schema", "json_schema": inner}}
        if strategy == FUNCTION:
            function = {"name": name, "parameters": shape, "strict": strict}
            chosen = {"type": "function", "function": {"name": name}}
            return {"tools": [{"type": "function", "function": function}], "tool_choice": chosen}
        return {"response_format": {"type": "json_object"}} if strategy == JSON_OBJECT else {}

    def messages(self, strategy: str) -> Messages:
        """The prompt's messages; the schema is put into the prompt when nothing else carries it."""
        user = self.prompt.user
        if strategy in _IN_PROMPT:
            user = f"{user}\n\n{words(self.prompt.language, 'schema')}\n{self._shown()}"
        return [
            {"role": "system", "content": self.prompt.system},
            {"role": "user", "content": user},
        ]

    def repair(self, strategy: str, answer: str, fault: str) -> Messages:
        """The messages for a repair: the prompt, the answer, what is wrong with it, and the
        request to correct it."""
        ask = words(self.prompt.language, "repair") % {"fault": fault}
        if strategy not in _IN_PROMPT:
            ask = f"{ask}\n\n{words(self.prompt.language, 'schema')}\n{self._shown()}"
        return [
            *self.messages(strategy),
            {"role": "assistant", "content": answer},
            {"role": "user", "content": ask},
        ]

    def _shown(self) -> str:
        return json.dumps(json_schema(self.schema)[0], ensure_ascii=False)


@lru_cache(maxsize=256)
def json_schema(schema: type[BaseModel]) -> tuple[dict[str, Any], bool]:
    """The schema in strict form where it has one: every object closed, every part required.

    An object with free keys has no strict form; then the schema is sent as it is.
    """
    shape = schema.model_json_schema()
    if not _closable(shape):
        return shape, False
    import openai

    parameters = openai.pydantic_function_tool(schema)["function"]["parameters"]
    return dict(parameters), True


def _closable(shape: Any) -> bool:
    """Whether every object in a JSON schema lists its properties."""
    if isinstance(shape, list):
        return all(_closable(part) for part in shape)
    if not isinstance(shape, Mapping):
        return True
    if shape.get("type") == "object" and ("properties" not in shape or shape.get(_FREE)):
        return False
    return all(_closable(part) for part in shape.values())


_FREE = "additionalProperties"
