"""Names, numbers and limits of a spec."""

from __future__ import annotations

import functools
import keyword
import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Discriminator, Field, StringConstraints, Tag

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


# How large a spec may be: what people write by hand stays far below.

DOCUMENT_CHARACTERS = 50_000
DOCUMENT_DEPTH = 40  # of the JSON itself
PARAMETERS = 12
INDICATORS = 16
NODES = 80  # of all conditions together, operands included
DEPTH = 8  # of one condition, operands included
CHAIN = 4  # indicators of indicators
GRID_STEPS = 10_000  # of one parameter
NAME_CHARACTERS = 80
DESCRIPTION_CHARACTERS = 2_000
ORDERED = 12  # pairs of parameters
MAX_LENGTH = 1_000  # bars of one indicator


# Numbers of a spec: written out, or a reference to a parameter such as "$fast".

# Beyond this no price or indicator lies; products of such numbers stay finite.
MOST = 1e12
Number = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-MOST, le=MOST)]
Whole = Annotated[int, Field(strict=True)]


def _form(value: Any) -> str:
    """Which form an operand or argument takes; what is neither is told that it is no number."""
    if isinstance(value, str):
        return "reference"
    return "number" if isinstance(value, (int, float)) or value is None else "arithmetic"


def _plain_form(value: Any) -> str:
    return "reference" if isinstance(value, str) else "number"


FloatValue = Annotated[
    Annotated[Number, Tag("number")] | Annotated[ParameterReference, Tag("reference")],
    Discriminator(_plain_form),
]
IntValue = Annotated[
    Annotated[Whole, Tag("number")] | Annotated[ParameterReference, Tag("reference")],
    Discriminator(_plain_form),
]
NumberOperand = Annotated[Number, Tag("number")]
ReferenceOperand = Annotated[OperandReference, Tag("reference")]
operand_form = Discriminator(_form)


def resolve(value: float | str, values: Mapping[str, float]) -> float:
    """The number itself, or the value of the parameter it refers to."""
    name = parameter_of(value)
    return value if name is None else values[name]  # type: ignore[return-value]
