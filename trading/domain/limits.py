"""What a development may be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import category

from config.error_texts import N_, TranslatableError
from trading.domain.types import (
    DEFAULT_MAX_ITERATIONS,
    DEFAULT_MAX_RESEARCH_ITERATIONS,
    DEFAULT_MAX_STRATEGY_ITERATIONS,
    DEFAULT_VARIANTS,
    MAX_VARIANTS,
    MIN_VARIANTS,
)

BOUNDS: Mapping[str, tuple[int, int]] = {
    "max_iterations": (1, 100),
    "max_strategy_iterations": (1, 20),
    "max_research_iterations": (1, 10),
    "variants": (MIN_VARIANTS, MAX_VARIANTS),
    "seed": (0, 2**31 - 1),
}
"""The least and the most that each limit takes."""

MAX_OBJECTIVE_CHARACTERS = 2_000
MAX_REASON_CHARACTERS = 5_000


class RequestError(TranslatableError):
    """A development asked for with a limit or an objective out of range."""

    messages = {
        "range": N_("%(name)s=%(given)s: takes a whole number from %(low)s to %(high)s"),
        "language": N_("the language %(given)r is not one of en, pt"),
        "objective_empty": N_("the objective is empty: say what the strategy should achieve"),
        "objective_long": N_("the objective has %(given)s characters; at most %(limit)s are taken"),
        "objective_control": N_(
            "the objective holds a control character at position %(position)s (%(character)s)"
        ),
        "reason_long": N_("the reason has %(given)s characters; at most %(limit)s are taken"),
        "reason_control": N_(
            "the reason holds a control character at position %(position)s (%(character)s)"
        ),
    }


class Limits(NamedTuple):
    """How far a development may go; its seed draws every random number of it."""

    max_iterations: int = DEFAULT_MAX_ITERATIONS
    max_strategy_iterations: int = DEFAULT_MAX_STRATEGY_ITERATIONS
    max_research_iterations: int = DEFAULT_MAX_RESEARCH_ITERATIONS
    variants: int = DEFAULT_VARIANTS
    seed: int = 0


def limit_options(limits: Mapping[str, int]) -> str:
    """Limits as options of the command."""
    return " ".join(f"--{name.replace('_', '-')} {value}" for name, value in limits.items())


def check_limits(limits: Limits) -> Limits:
    """The limits themselves. Raises RequestError for the first that is out of range."""
    for name, given in limits._asdict().items():
        low, high = BOUNDS[name]
        if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
            raise RequestError("range", name=name, given=given, low=low, high=high)
    return limits


def check_objective(text: str) -> str:
    """The objective, spaces tidied. Raises RequestError when empty, too long or with controls."""
    _no_controls(text, "objective_control")
    objective = " ".join(text.split())
    if not objective:
        raise RequestError("objective_empty")
    if len(objective) > MAX_OBJECTIVE_CHARACTERS:
        raise RequestError("objective_long", given=len(objective), limit=MAX_OBJECTIVE_CHARACTERS)
    return objective


def check_reason(text: str) -> str:
    """A person's words on record, trimmed, lines kept. Raises RequestError for what nobody can
    read, or too much of it."""
    reason = text.replace("\r\n", "\n").strip()
    _no_controls(reason, "reason_control")
    if len(reason) > MAX_REASON_CHARACTERS:
        raise RequestError("reason_long", given=len(reason), limit=MAX_REASON_CHARACTERS)
    return reason


def _no_controls(text: str, code: str) -> None:
    for position, character in enumerate(text, start=1):
        # Cs: half a character, as broken UTF-8 on a command line becomes; nothing can store it.
        if category(character) in ("Cc", "Cs") and character not in "\t\n\r":
            raise RequestError(code, position=position, character=f"U+{ord(character):04X}")
