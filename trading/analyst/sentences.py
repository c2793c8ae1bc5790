"""The strategist's sentences, in both languages, from files."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "messages"
_PERCENT = frozenset(
    {"drawdown", "psr", "expected_return", "volatility"}
    | {"pbo", "dsr", "permutation_p", "efficiency", "plateau"}
)

_SMALL = frozenset({"luck_p", "combined_p", "error"})
"""Shares of which a tenth of a percent tells."""


@cache
def templates(language: str) -> Mapping[str, str]:
    """Every sentence of a language, by code."""
    with (_FOLDER / f"{language}.toml").open("rb") as file:
        found: dict[str, str] = tomllib.load(file)
    return found


def say(code: str, values: Mapping[str, Any], language: str) -> str:
    """A sentence with its numbers as the language writes them. Raises KeyError for a missing one.

    Ratios have two digits, shares are percentages, thousands are grouped; what is undefined is a
    dash. A value
    `{sentences: [...]}` stands for these (`told`).
    """
    shown = {name: _shown(name, value, language) for name, value in values.items()}
    return templates(language)[code].format_map(shown)


def told(sentences: Sequence[Mapping[str, Any]], language: str) -> str:
    """Sentences by their codes and values, `{code, values}`, one after the other."""
    return " ".join(say(one["code"], one["values"], language) for one in sentences)


def _shown(name: str, value: Any, language: str) -> str:
    if value is None:
        return "–"
    if isinstance(value, dict) and "sentences" in value:
        return told(value["sentences"], language)
    if isinstance(value, float):
        if not math.isfinite(value):
            return "–"
        return _written(f"{value:{_form(name)}}", language)
    if isinstance(value, int) and not isinstance(value, bool):
        return _written(f"{value:,}", language)
    if isinstance(value, list | tuple):
        return ", ".join(kind_name(str(one), language) for one in value)
    if name in ("edge", "kind"):
        return kind_name(str(value), language)
    if name == "change":
        return templates(language)[str(value)]
    return str(value)


def _written(number: str, language: str) -> str:
    """A number's digits with the signs of the language: 1,977.5 or 1.977,5."""
    signs = str.maketrans(",.-", ".,−" if language == "pt" else ",.−")
    return number.translate(signs)


def _form(name: str) -> str:
    if name in _SMALL:
        return ".1%"
    return ".0%" if name in _PERCENT else ",.2f"


def kind_name(kind: str, language: str) -> str:
    """A kind of strategy, a figure or an action in words; itself where there is no word for it."""
    return templates(language).get(f"kind_{kind}", kind)
