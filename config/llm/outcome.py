"""How one attempt at a model ended."""

from __future__ import annotations

from typing import Any, NamedTuple

from .complaints import ServerError
from .errors import CallFailed
from .reply import Said
from .usage import Tokens


class Received(NamedTuple):
    """What came over the wire for one attempt, whole or not; `error` is what ended it early."""

    status: int
    headers: dict[str, str]
    body: bytes
    error: Exception | None = None


class AttemptOutcome(NamedTuple):
    """What an attempt brought: texts in which the answer may be, or a failure.

    `text` is the one that was read, or the first of them. `tokens` are those the server
    reported. `billed` is whether it may have charged for the attempt although it reported none.
    `retry_after` is how long it asks to wait. `complaint` is what it says is wrong. `value` is
    the validated answer, once it was read; `notes` are what had to be mended for that. `unfit`
    is an answer of the right form that the agent's check refused. `other_way` is whether the
    server may take the same question when it is asked in another way.
    """

    said: tuple[Said, ...] = ()
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
