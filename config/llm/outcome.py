"""How one attempt at a model ended."""

from __future__ import annotations

from typing import Any, NamedTuple

from .errors import CallFailed
from .usage import Tokens


class Outcome(NamedTuple):
    """What an attempt brought: a text (of a function call its arguments), or a failure.

    `tokens` are those the server reported. `billed` is whether it may have charged for the
    attempt although it reported none. `retry_after` is how long it asks to wait. `value` is the
    validated answer, once the text was read.
    """

    text: str = ""
    failure: CallFailed | None = None
    tokens: Tokens | None = None
    billed: bool = False
    retry_after: float | None = None
    raw: str = ""
    value: Any = None
