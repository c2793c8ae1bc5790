"""The checked shape of a lexicon file: one TOML file a language and a field.

Terms are matched without case, accents or plural endings, so a file lists each term once, in the
singular and with its accents. Phrases that the structurer may put into a sentence carry no digit:
Crivo never makes up a number.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

LANGUAGES = ("en", "pt")
Language = Literal["en", "pt"]


class LexiconError(ValueError):
    """A lexicon file that cannot be used; the message names the file, the place and the value."""


def _line(value: str) -> str:
    if value != value.strip() or not value or "\n" in value:
        raise ValueError("a term is one line without blanks around it")
    return value


def _term(value: str) -> str:
    _line(value)
    if len(value) > 80:
        raise ValueError("a term has at most 80 characters")
    return value


def _suggestion(value: str) -> str:
    if re.search(r"\d", value):
        raise ValueError("a suggested phrase carries no digit")
    if value.endswith((".", ",", ";")):
        raise ValueError("a suggested phrase is put inside a sentence: no closing punctuation")
    return _line(value)


Term = Annotated[str, AfterValidator(_term)]
Suggestion = Annotated[str, AfterValidator(_suggestion), Field(max_length=140)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Population(_Strict):
    """A bounded population that may be suggested, for texts about one of `units` (or any)."""

    text: Suggestion
    units: tuple[Term, ...] = ()


class Construct(_Strict):
    """An outcome in words, and the measure that makes it observable."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    terms: Annotated[tuple[Term, ...], Field(min_length=1)]
    measure: Suggestion


class Factor(_Strict):
    """A typical independent variable, and what it is compared with."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    terms: Annotated[tuple[Term, ...], Field(min_length=1)]
    comparator: Suggestion


class FieldLexicon(_Strict):
    """The terms of one field in one language."""

    field: Annotated[str, Field(pattern=r"^[a-z][a-z_]*$")]
    language: Language
    title: Term
    topics: tuple[Term, ...] = ()
    units: tuple[Term, ...] = ()
    settings: tuple[Term, ...] = ()
    named: tuple[Term, ...] = ()
    bounds: tuple[Term, ...] = ()
    measures: tuple[Term, ...] = ()
    symbols: tuple[Term, ...] = ()
    populations: tuple[Population, ...] = ()
    comparators: tuple[Suggestion, ...] = ()
    constructs: tuple[Construct, ...] = ()
    factors: tuple[Factor, ...] = ()


def read_field(path: Path) -> FieldLexicon:
    """Read and check one file. Raises LexiconError naming the file, the key and the value."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LexiconError(f"{path.name}: not valid TOML in UTF-8: {error}") from error
    try:
        lexicon = FieldLexicon.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise LexiconError(
            f"{path.parent.name}/{path.name}: {where}: {first['msg']}: {first['input']!r}"
        ) from error
    if (lexicon.language, lexicon.field) != (path.parent.name, path.stem):
        raise LexiconError(
            f"{path.parent.name}/{path.name}: says language {lexicon.language!r}, "
            f"field {lexicon.field!r}"
        )
    return lexicon
