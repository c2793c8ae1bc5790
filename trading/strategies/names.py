"""What parameters and indicators may be called, and how conditions refer to them."""

from __future__ import annotations

import functools
import keyword
import re
from typing import Annotated

from pydantic import StringConstraints

COLUMNS = ("open", "high", "low", "close", "volume")
NAME = r"[a-z][a-z0-9_]{0,30}"
_NAME = re.compile(NAME)

ParameterReference = Annotated[str, StringConstraints(pattern=rf"^\${NAME}$")]
SeriesReference = Annotated[str, StringConstraints(pattern=rf"^{NAME}(\.{NAME})?$")]
OperandReference = Annotated[str, StringConstraints(pattern=rf"^(\${NAME}|{NAME}(\.{NAME})?)$")]

# What a rendered script's class already calls something else.
_TAKEN = frozenset(
    "buy sell init next data equity position orders trades closed_trades"
    " self math np pd sys json".split()
)


def is_name(text: str) -> bool:
    """Whether `text` can name a parameter or an indicator."""
    return _NAME.fullmatch(text) is not None


def is_reserved(name: str) -> bool:
    """Whether `name` already means something: a price column, a word of Python or of the script."""
    return name in COLUMNS or keyword.iskeyword(name) or name in _TAKEN


def parameter_of(value: object) -> str | None:
    """The parameter a value such as "$fast" refers to; None for anything else."""
    return value[1:] if isinstance(value, str) and value.startswith("$") else None


@functools.lru_cache(maxsize=4096)
def series_of(reference: str) -> tuple[str, str | None]:
    """A reference such as "macd.signal" as (name, output); None where no output is said."""
    name, _, output = reference.partition(".")
    return name, output or None
