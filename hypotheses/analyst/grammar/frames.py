"""Frames as `frames.toml` lists them: rows of words with gaps, in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from hypotheses.analyst.grammar import FOLDER
from hypotheses.analyst.lexicon.schema import LexiconError
from hypotheses.analyst.text import fold

_GAPS = {"..": 4, "...": 10}
_STEM = 3  # the fewest letters of a stem that a frame may open with

Phrase = tuple[str, ...]


class Place(NamedTuple):
    """What may stand at one place of a frame: a gap of words, or one of some phrases."""

    gap: int
    optional: bool
    phrases: tuple[Phrase, ...]
    categories: tuple[str, ...]


class Frame(NamedTuple):
    """A row of places; a bare one counts only in a text whose outcome has no measure."""

    places: tuple[Place, ...]
    opening: bool
    bare: bool


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "frames.toml").read_text(encoding="utf-8"))


@cache
def frames(language: str) -> tuple[tuple[str, Frame], ...]:
    """All frames, each with its kind. Raises LexiconError for one that opens with a gap."""
    return tuple(
        (kind, _frame(language, pattern.split(), bool(row.get("bare"))))
        for kind, rows in _tables().items()
        if kind != "sets"
        for row in rows
        for pattern in row[language].split(",")
    )


@cache
def vocabulary(language: str) -> frozenset[str]:
    """The whole words of all frames: no slip is mended away from them."""
    return frozenset(
        word
        for _, frame in frames(language)
        for place in frame.places
        for phrase in place.phrases
        for word in phrase
        if word.isalpha()
    )


def _frame(language: str, words: list[str], bare: bool) -> Frame:
    opening = words[0] == "^"
    places = tuple(_place(language, word) for word in words[opening:])
    first = places[0]
    stems = [phrase[0] for phrase in first.phrases if "*" in phrase[0]]
    if first.gap or first.optional or any(len(stem) <= _STEM for stem in stems):
        raise LexiconError(f"grammar/frames.toml: no frame opens so: {' '.join(words)}")
    return Frame(places, opening, bare)


def _place(language: str, word: str) -> Place:
    if word in _GAPS:
        return Place(_GAPS[word], False, (), ())
    choices = list(_choices(language, word.removesuffix("?")))
    phrases = tuple(
        tuple(fold(part) for part in choice.split("_")) for choice in choices if choice[0] != "#"
    )
    categories = tuple(choice[1:] for choice in choices if choice[0] == "#")
    return Place(0, word.endswith("?"), phrases, categories)


def _choices(language: str, word: str) -> Iterator[str]:
    """The alternatives of a place, those of its sets included."""
    for choice in word.split("/"):
        if choice[0] == "@":
            for inner in _tables()["sets"][language][choice[1:]].split():
                yield from _choices(language, inner)
        else:
            yield choice
