"""The words of a text with their parts of speech."""

from __future__ import annotations

import pytest

from hypotheses.analyst.proposals.units import kind_of
from hypotheses.analyst.syntax.tokens import parts_of_speech, split


@pytest.mark.parametrize(
    ("bare", "accented"),
    [
        ("a racao nova nao muda o peso", "a ração nova não muda o peso"),
        ("plantoes cansam tambem", "plantões cansam também"),
    ],
)
def test_portuguese_without_accents_is_tagged_like_it_with_them(bare: str, accented: str) -> None:
    assert parts_of_speech(split(bare), "pt") == parts_of_speech(split(accented), "pt")


@pytest.mark.parametrize("words", ["plantões de 24 horas", "plantoes de 24 horas"])
def test_shifts_are_no_plants(words: str) -> None:
    assert kind_of(words, "pt") is None
