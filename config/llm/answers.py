"""The answer in a model's texts: found among thoughts, words and fences, read, and validated.

An answer that fits as it is wins over one that has to be mended. What is mended is only form,
never content, and it is said: see `mending` for what that is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, NoReturn

from pydantic import ValidationError

from .asking import T
from .mending import mended
from .redaction import NO_KEY, Redactor
from .reply import CONTENT, DEEPEST, REASONING, Said, integer, too_deep

_SHOWN_FAULTS = 12
_TRIES = 1_000  # places in one text where an object may begin
_LONGEST_BROKEN = 6_000  # characters that are mended: the time grows with their square
_MARK = "the end of the text"
_END = f'{{"{_MARK}": 1}}'
_ARGUMENTS = ("arguments", "parameters", "input")
_NAME = r"[\w:-]{0,20}(?:think|thought|reason|reflect|analysis|scratchpad)[\w:-]{0,20}"
_THOUGHT = re.compile(
    rf"<\s*(/?)\s*{_NAME}(?:\s[^<>]*)?>|\[(/?)think(?:ing)?\]|◁(/?)think(?:ing)?▷"
    rf"|<\|\s*(?:(/|end_)|start_|begin_)?(?:of_)?{_NAME}\|>",
    re.IGNORECASE,
)
_CHANNEL = re.compile(r"<\|channel\|>\s*(\w+)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>")
_OBJECT = re.compile(r"\{\s*(?:[\"'“}]|[A-Za-z_]\w*\s*:)")
_NO_VALUE = re.compile(r"[:,\[]\s*(?:-?(?:NaN|Infinity)|\.\.\.|…)\s*[,\]}]")


class Unreadable(ValueError):
    """An answer that does not fit the schema; its text says why, for the model to mend."""


class Answer(NamedTuple, Generic[T]):
    """A valid answer, the text it was in, and what was mended."""

    value: T
    text: str
    mended: tuple[str, ...] = ()


class _Found(NamedTuple):
    """A JSON object in a text, and where it ends."""

    value: dict[str, Any]
    end: int
    notes: tuple[str, ...] = ()


class _Objects(NamedTuple):
    """All of them; where the first begins whose JSON is broken; why there is none."""

    found: list[_Found]
    broken: int | None
    why: str

    @property
    def broken_first(self) -> bool:
        return self.broken is not None and all(each.end > self.broken for each in self.found)


def read(
    said: Sequence[Said],
    schema: type[T],
    redactor: Redactor = NO_KEY,
    expected: str = CONTENT,
    *,
    cut: bool = False,
) -> Answer[T]:
    """The answer in the first of some texts that holds one. Raises Unreadable.

    `expected` is where it should be; another place is noted. Thoughts are read when nothing else
    was said, and from their end: before it are drafts. Those that were `cut` are drafts alone.
    """
    if cut:
        said = [each for each in said if each.source != REASONING]
    why: Unreadable | None = None
    for source, text in sorted(said, key=lambda each: each.source != expected):
        noted = () if source in (expected, CONTENT) else (source,)
        try:
            value, notes = _read(source, text, schema, redactor, cut)
        except Unreadable as error:
            why = why or error
        else:
            return Answer(value, text, (*noted, *notes))
    raise why or Unreadable("there is no JSON object in it")


def _read(
    source: str, text: str, schema: type[T], redactor: Redactor, cut: bool
) -> tuple[T, tuple[str, ...]]:
    """The answer in one text, and what was mended. Raises Unreadable."""
    bare = _unquoted(text if source == REASONING else without_thoughts(text, cut=cut))
    objects = _objects(bare)
    found, broken = objects.found, objects.broken
    if source == REASONING:
        found.reverse()
    faults: ValidationError | None = None
    for mend in (False, True):
        if mend and broken is not None:  # what stands behind it may be a part of it
            found = [each for each in found if each.end <= broken] + _repaired(bare[broken:])
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
    raise Unreadable(_said(faults) if faults and not objects.broken_first else objects.why)


def without_thoughts(text: str, *, cut: bool = False) -> str:
    """What a model said after it thought, in any spelling of that.

    Where the end of the thoughts is left out they may hold the answer, unless they were `cut`.
    """
    if _CHANNEL.search(text):
        return _channels(text)
    if text.startswith("analysis") and "assistantfinal" in text:  # its marks were left out
        return text.rpartition("assistantfinal")[2]
    kept, start, thinking = "", 0, False
    for mark in _THOUGHT.finditer(text):
        closes = any(mark.groups())
        if closes and not thinking:
            kept = ""  # it began before the text did
        elif not thinking:
            kept += text[start : mark.start()]
        thinking, start = not closes, mark.end()
    if thinking:
        return kept if cut or "{" in kept else text[start:]
    return kept + text[start:]


def _channels(text: str) -> str:
    """All channels but the one for thoughts."""
    parts = _CHANNEL.split(text)
    names, texts = parts[1::2], [part.partition("<|")[0] for part in parts[2::2]]
    return "\n".join(part for name, part in zip(names, texts, strict=True) if name != "analysis")


def _unquoted(text: str) -> str:
    """A text that is all of it one JSON text, read."""
    if not text.lstrip().startswith('"'):
        return text
    try:
        value = json.loads(text, strict=False)
    except ValueError:
        return text
    return value if isinstance(value, str) else text


def _objects(text: str) -> _Objects:
    """The JSON objects in a text, none of them a part of another one that can be read.

    After one that is cut, or is no JSON of ours, nothing is looked for: all the rest may be in it.
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
    """The value, its end, and whether its texts hold line breaks as they are."""
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
    """The object at the start of a text, whose JSON is broken; what is cut is never completed."""
    import json_repair

    broken = text[: text.rfind("}") + 1]
    if not broken or len(broken) > _LONGEST_BROKEN or _NO_VALUE.search(broken):
        return []
    try:
        # What follows it stays outside only if it has an end.
        found: Any = json_repair.loads(f"{broken} {_END}")
    except ValueError:  # too many levels
        return []
    whole = isinstance(found, list) and len(found) > 1 and str(found).count(_MARK) == 1
    if not whole or not isinstance(found[0], dict) or _MARK in str(found[0]):
        return []
    return [_Found(found[0], len(broken), ("broken JSON",))]


def _unwrapped(found: _Found) -> Iterator[_Found]:
    """The object; and what it holds where it is but a wrapping: one key, or a function's call."""
    yield found
    value = found.value
    inner: list[Any] = []
    if len(value) == 1:
        inner = list(value.values())
    elif "name" in value:
        inner = [value[name] for name in _ARGUMENTS if name in value]
    for each in map(_object, inner):
        if each is not None:
            yield _Found(each, found.end, (*found.notes, "wrapping"))


def _object(value: Any) -> dict[str, Any] | None:
    """A value that is an object, the one item of a list, or an object's JSON."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = _decoder(strict=False).decode(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) and not too_deep(value) else None


def _said(faults: ValidationError) -> str:
    """What is wrong, in the words of the schema alone."""
    said = [
        f"{'.'.join(map(str, fault['loc'])) or '.'}: {fault['msg']}"
        for fault in faults.errors(include_url=False, include_context=False, include_input=False)
    ]
    return "; ".join(said[:_SHOWN_FAULTS])
