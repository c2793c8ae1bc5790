"""Sentences of findings and sheets: message files in both languages, numbers written as there."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from trading.research.types import ResearchError

FOLDER = Path(__file__).parent / "messages"
LANGUAGES = ("en", "pt")
Style = Literal["number", "percent", "change", "integer", "p"]


@dataclass(frozen=True)
class Quantity:
    """A number and how it is written; percent and change are given as fractions."""

    value: float
    style: Style = "number"


@dataclass(frozen=True)
class Text:
    """A sentence (or part of one) by its dotted key; its values may be texts themselves."""

    key: str
    values: Mapping[str, Quantity | Text | str] = field(default_factory=dict)


Words = Mapping[str, Quantity | Text | str]
Document = dict[str, Any]


def as_document(text: Text) -> Document:
    """A text as plain JSON: `{key, values}`; a quantity is `{value, style}`."""
    return {
        "key": text.key,
        "values": {name: _as_document(value) for name, value in text.values.items()},
    }


def _as_document(value: Quantity | Text | str) -> Document | str:
    if isinstance(value, Text):
        return as_document(value)
    if isinstance(value, Quantity):
        return {"value": float(value.value), "style": value.style}
    return value


def from_document(document: Mapping[str, Any]) -> Text:
    """The text that `as_document` was given. Raises KeyError for what is none."""
    values = {name: _from_document(value) for name, value in document["values"].items()}
    return Text(document["key"], values)


def _from_document(value: Any) -> Quantity | Text | str:
    if not isinstance(value, dict):
        return str(value)
    return from_document(value) if "key" in value else Quantity(value["value"], value["style"])


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All sentences of a language by dotted key; ResearchError for a language without any."""
    path = FOLDER / f"{language}.toml"
    if language not in LANGUAGES:
        raise ResearchError("unknown_language", language=language)
    return dict(_flat(tomllib.loads(path.read_text(encoding="utf-8"))))


def _flat(tree: Mapping[str, object], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in tree.items():
        if isinstance(value, dict):
            found += _flat(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, str(value)))
    return found


def say(text: Text, language: str) -> str:
    """The text in `language`, its first letter upper case; an unknown key or variable raises."""
    sentence = _fill(text, language)
    return sentence[:1].upper() + sentence[1:]


def in_other_languages(text: str, document: Mapping[str, Any]) -> str:
    """What a sentence says in the languages that `text` is not in, a line each.

    Empty for a document that is none, or one of another version, with other keys or values.
    """
    try:
        sentence = from_document(document)
        said = [say(sentence, language) for language in LANGUAGES]
    except (KeyError, ValueError, TypeError):
        return ""
    return "\n".join(each for each in dict.fromkeys(said) if each != text)


def _fill(text: Text, language: str) -> str:
    values = {name: _part(value, language) for name, value in text.values.items()}
    return catalogue(language)[text.key].format_map(values)


def _part(value: Quantity | Text | str, language: str) -> str:
    if isinstance(value, Text):
        return _fill(value, language)
    if isinstance(value, Quantity):
        return written(value, language)
    return value


def written(quantity: Quantity, language: str) -> str:
    """The number as the language writes it: 1,234.5 or 1.234,5; p-values with their sign."""
    value, style = quantity.value, quantity.style
    if style == "integer":
        plain = f"{value:,.0f}"
    elif style == "p":
        plain = "< 0.001" if value < 0.001 else f"= {value:.3f}"
    elif style in ("percent", "change"):
        plain = _percent(100.0 * value, "+" if style == "change" else "")
    else:
        plain = f"{value:,.2f}"
    if language == "pt":
        plain = plain.translate(str.maketrans(",.", ".,")).replace(" %", "%")
    return plain.replace("-", "−")


def _percent(value: float, sign: str) -> str:
    """Two decimals, three below a tenth, one from a hundred."""
    size = abs(value)
    decimals = 3 if size < 0.1 else 2 if size < 100 else 1
    return f"{value:{sign},.{decimals}f} %"
