"""The answer in a model's texts: found among thoughts, words and code fences, parsed, and
validated.

An answer that fits as it is comes before one that has to be repaired. A repair changes the form
only, never the content, and is recorded: see `repair`.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, NoReturn

from pydantic import BaseModel, ConfigDict, ValidationError

from config.llm.asker import T
from config.llm.errors import CallFailed
from config.llm.provider import Tokens
from config.llm.redaction import NO_KEY, Redactor
from config.llm.repair import ServerError, mended
from config.llm.reply import CONTENT, DEEPEST, REASONING, AnswerText, integer, too_deep

_SHOWN_FAULTS = 12
_TRIES = 1_000  # places in one text where an object may begin
_LONGEST_BROKEN = 6_000  # characters that are repaired: the time grows with their square
_MARK = "the end of the text"
_END = f'{{"{_MARK}": 1}}'
_ARGUMENTS = ("arguments", "parameters", "input", "args")
_NAME = (
    r"[\w:-]{0,20}(?:think|thought|reason|reflect|analysis|scratchpad|monologue|deliberat)"
    r"[\w:-]{0,20}"
)
_THOUGHT = re.compile(
    rf"<\s*(/?)\s*{_NAME}(?:\s[^<>]*)?>|\[(/?)think(?:ing)?\]|◁(/?)think(?:ing)?▷"
    rf"|<\|\s*(?:(/|end_)|start_|begin_)?(?:of_)?{_NAME}\|>",
    re.IGNORECASE,
)
_CHANNEL = re.compile(
    r"<\|channel\|>\s*(\w+)[^<{]*(?:<\|constrain\|>[^<{]*)?(?:<\|message\|>)?", re.IGNORECASE
)
_BARE_CHANNEL = re.compile(r"assistant(?:final|commentary\s+to=[^{]*)")
_OTHER_MARKS = (  # marks of thoughts besides those that `_THOUGHT` matches
    (re.compile(rf"&lt;\s*(/?{_NAME})\s*&gt;", re.IGNORECASE), r"<\1>"),
    (re.compile(r"<unused94>\s*(?:thought)?"), "<think>"),  # Gemma's
    (re.compile(r"<unused95>"), "</think>"),
    (re.compile(r"<details\b[^<>]*\breason[^<>]*>(.*?)</details>", re.IGNORECASE | re.DOTALL),
     r"<think>\1</think>"),  # Open WebUI's
)  # fmt: skip
_SO = re.compile(
    r"(?:^|\n)\W*(?:final\s+)?(?:answer|output|result|resposta(?:\s+final)?)\W*(?::|\n)"
    r"|<\s*(?:final[_ ]?)?(?:answer|output|response|result|solution)\s*>",
    re.IGNORECASE,
)
_OBJECT = re.compile(r"\{\s*(?:[\"'“}]|[A-Za-z_]\w*\s*:)")
_NO_VALUE = re.compile(r"[:,\[]\s*(?:-?(?:NaN|Infinity)|\.\.\.|…)\s*[,\]}]")


class Unreadable(ValueError):
    """An answer that does not fit the schema; the text says why, so that the model can correct
    it."""


class StrictAnswer(BaseModel):
    """The base of answers: an unknown key is refused."""

    model_config = ConfigDict(extra="forbid")


class ValidAnswer(NamedTuple, Generic[T]):
    """A valid answer, its text, and the repairs that it needed."""

    value: T
    text: str
    mended: tuple[str, ...] = ()


class _Found(NamedTuple):
    """A JSON object in a text, and where it ends."""

    value: dict[str, Any]
    end: int
    notes: tuple[str, ...] = ()


class _Objects(NamedTuple):
    """All JSON objects of a text; the start of the first one whose JSON is broken; the reason
    why there is none."""

    found: list[_Found]
    broken: int | None
    why: str

    @property
    def broken_first(self) -> bool:
        return self.broken is not None and all(each.end > self.broken for each in self.found)


def read(
    parts: Sequence[AnswerText],
    schema: type[T],
    redactor: Redactor = NO_KEY,
    expected: str = CONTENT,
    *,
    cut: bool = False,
) -> ValidAnswer[T]:
    """The answer in the first of some texts that holds one. Raises Unreadable.

    `expected` is where it should be; another place is noted. Thoughts are searched when there is
    nothing else, from their end, since drafts come first. Thoughts that were `cut` are drafts only.
    """
    if cut:
        parts = [each for each in parts if each.source != REASONING]
    why: Unreadable | None = None
    for source, text in sorted(parts, key=lambda each: each.source != expected):
        noted = () if source in (expected, CONTENT) else (source,)
        try:
            value, notes = _read(source, text, schema, redactor, cut)
        except Unreadable as error:
            why = why or error
        else:
            return ValidAnswer(value, text, (*noted, *notes))
    raise why or Unreadable("there is no JSON object in it")


def _read(
    source: str, text: str, schema: type[T], redactor: Redactor, cut: bool
) -> tuple[T, tuple[str, ...]]:
    """The answer in one text, and its repairs. Raises Unreadable."""
    bare, drafts = (text, True) if source == REASONING else spoken(text, cut=cut)
    bare = _unquoted(bare)
    objects = _objects(bare)
    found, broken = objects.found, objects.broken
    if drafts:
        found.reverse()
    else:
        end = max((mark.end() for mark in _SO.finditer(bare)), default=0)
        found.sort(key=lambda each: each.end <= end)
    faults: ValidationError | None = None
    for mend in (False, True):
        if mend and broken is not None:  # what follows it may be a part of it
            found = [each for each in found if each.end <= broken] + _repaired(bare[broken:])
        if mend and not found:
            found = _unescaped(bare)
        for each in found:
            for value, _end, notes in _unwrapped(each):
                clean = redactor.answer(value)
                more: tuple[str, ...] = ()
                if mend:
                    clean, more = mended(clean, schema)
                try:
                    return schema.model_validate(clean), (*notes, *more)
                except ValidationError as error:
                    faults = faults or error
    raise Unreadable(_fault_list(faults) if faults and not objects.broken_first else objects.why)


def spoken(text: str, *, cut: bool = False) -> tuple[str, bool]:
    """What a model said after its thoughts, in any spelling of their marks; and whether it may
    begin with drafts: where the end of the thoughts is missing they may hold the answer, unless
    they were `cut`."""
    if _is_json(text):  # the mark stands inside one of its strings
        return text, False
    for mark, known in _OTHER_MARKS:
        text = mark.sub(known, text)
    if _CHANNEL.search(text):
        return _channels(text, cut=cut)
    if text.startswith("analysis") and (marks := list(_BARE_CHANNEL.finditer(text))):
        return text[marks[-1].end() :], False  # the other marks are missing
    answer, start, thinking = "", 0, False
    for mark_ in _THOUGHT.finditer(text):
        closes = any(mark_.groups())
        if closes and not thinking:
            answer = ""  # the thoughts began before the text did
        elif not thinking:
            answer += text[start : mark_.start()]
        thinking, start = not closes, mark_.end()
    if not thinking:
        return answer + text[start:], False
    return (answer, False) if cut or "{" in answer else (text[start:], True)


def _is_json(text: str) -> bool:
    """Whether a text is one JSON object and nothing else."""
    bare = text.strip()
    if not bare.startswith("{") or not bare.endswith("}"):
        return False
    try:
        _value, end = _decoder(strict=False).raw_decode(bare)
    except (ValueError, RecursionError):
        return False
    return end == len(bare)


def _channels(text: str, *, cut: bool) -> tuple[str, bool]:
    """The text of the channel for the answer; else of all but the channel for thoughts; else of
    that one."""
    parts = _CHANNEL.split(text)
    names = [name.casefold() for name in parts[1::2]]
    texts = [part.partition("<|")[0] for part in parts[2::2]]
    for wanted in (("final",), set(names) - {"analysis", "final"}):
        wanted_parts = [part for name, part in zip(names, texts, strict=True) if name in wanted]
        if any("{" in part for part in wanted_parts):
            return "\n".join(wanted_parts), False
    return ("", False) if cut or "final" in names else ("\n".join(texts), True)


def _unquoted(text: str) -> str:
    """A text that is one JSON text as a whole, decoded."""
    if not text.lstrip().startswith('"'):
        return text
    try:
        value = json.loads(text, strict=False)
    except ValueError:
        return text
    return value if isinstance(value, str) else text


def _objects(text: str) -> _Objects:
    """The JSON objects in a text, none of them a part of another one that can be read.

    After one that is cut off or is no JSON of ours nothing is searched: the rest may be part of it.
    """
    found: list[_Found] = []
    why, broken, at = "", None, text.find("{")
    for _try in range(_TRIES):
        if at < 0:
            break
        try:
            value, end, notes = _decoded(text, at)
        except json.JSONDecodeError as error:
            why = why or f"it is no JSON: {error}"
            if broken is None and _OBJECT.match(text, at):
                broken = at
            if error.msg.startswith("Unterminated") or error.pos >= len(text.rstrip()):
                break
            at = text.find("{", at + 1)
            continue
        except (ValueError, RecursionError) as error:
            why = f"it is no JSON: {error}"
            break
        if too_deep(value):
            why = f"it has more than {DEEPEST} levels"
            break
        found.append(_Found(value, end, notes))
        at = text.find("{", end)
    return _Objects(found, broken, why or "there is no JSON object in it")


def _decoded(text: str, at: int) -> tuple[Any, int, tuple[str, ...]]:
    """The value, its end, and whether its strings hold raw line breaks."""
    try:
        return (*_decoder(strict=True).raw_decode(text, at), ())
    except json.JSONDecodeError as error:
        if not error.msg.startswith("Invalid control"):
            raise
    return (*_decoder(strict=False).raw_decode(text, at), ("line breaks",))


@lru_cache(maxsize=2)
def _decoder(*, strict: bool) -> json.JSONDecoder:
    return json.JSONDecoder(strict=strict, parse_constant=_no_number, parse_int=integer)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _repaired(text: str) -> list[_Found]:
    """The object at the start of a text whose JSON is broken; one that is cut off is never
    completed."""
    import json_repair

    broken = text[: text.rfind("}") + 1]
    if not broken or len(broken) > _LONGEST_BROKEN or _NO_VALUE.search(broken):
        return []
    try:
        # What follows it is left out only if it has an end.
        found: Any = json_repair.loads(f"{broken} {_END}")
    except ValueError:  # too many levels
        return []
    whole = isinstance(found, list) and len(found) > 1 and str(found).count(_MARK) == 1
    if not whole or not isinstance(found[0], dict) or _MARK in str(found[0]):
        return []
    return [_Found(found[0], len(broken), ("broken JSON",))]


def _unescaped(text: str) -> list[_Found]:
    """The object of a text whose quotes are all escaped, for JSON or for HTML."""
    if '\\"' in text and not re.search(r'(?<!\\)"', text):
        bare = text.replace('\\"', '"').replace("\\\\", "\\")
    elif "&quot;" in text and '"' not in text:
        bare = html.unescape(text)
    else:
        return []
    return [
        each._replace(end=len(text), notes=(*each.notes, "broken JSON"))
        for each in _objects(bare).found
    ]


def _unwrapped(found: _Found) -> Iterator[_Found]:
    """The object, or the object inside a wrapping: its only value, or the arguments of a
    function."""
    yield found
    value = found.value
    call = _object(value.get("tool_calls")) or value
    call = _object(call.get("function")) or call
    inner = [call[name] for name in _ARGUMENTS if name in call]
    if not inner:
        inner = [each for each in map(_object, value.values()) if each is not None][:2]
    if len(inner) == 1 and (document := _object(inner[0])) is not None:
        yield _Found(document, found.end, (*found.notes, "wrapping"))


def _object(value: Any) -> dict[str, Any] | None:
    """A value that is an object, a list of one object, or an object's JSON."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = _decoder(strict=False).decode(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) and not too_deep(value) else None


def _fault_list(faults: ValidationError) -> str:
    """What is wrong, in terms of the schema only."""
    lines = [
        f"{'.'.join(map(str, fault['loc'])) or '.'}: {fault['msg']}"
        for fault in faults.errors(include_url=False, include_context=False, include_input=False)
    ]
    return "; ".join(lines[:_SHOWN_FAULTS])


# The end of one attempt at a model.


class Received(NamedTuple):
    """What arrived over the wire for one attempt, complete or not; `error` is what ended it
    early."""

    status: int
    headers: dict[str, str]
    body: bytes
    error: Exception | None = None


class AttemptOutcome(NamedTuple):
    """The result of an attempt: texts in which the answer may be, or a failure.

    `text` is the text that was used, or the first one. `tokens` are those that the server reported.
    `billed` is whether it may have charged for the attempt although it reported none. `retry_after`
    is how long it asks to wait. `complaint` is its description of what is wrong. `value` is the
    validated answer, once there is one; `notes` are the repairs for it. `unfit` is an answer of the
    right form that the agent's check refused. `other_way` is whether the server may accept the same
    question when it is asked in another way.
    """

    texts: tuple[AnswerText, ...] = ()
    text: str = ""
    failure: CallFailed | None = None
    tokens: Tokens | None = None
    billed: bool = False
    retry_after: float | None = None
    complaint: ServerError | None = None
    raw: str = ""
    value: Any = None
    notes: tuple[str, ...] = ()
    unfit: Any = None
    other_way: bool = False
