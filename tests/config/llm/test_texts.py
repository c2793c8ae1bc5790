"""What a model wrote: readable, and in the language it was asked in."""

from __future__ import annotations

import pytest

from config.llm.texts import language_fault, text_fault, written

ENGLISH = "The trend held in both halves of the data."
PORTUGUESE = "A tendência se manteve nas duas metades dos dados."


def test_a_sentence_of_the_language_has_no_fault() -> None:
    assert text_fault("text", ENGLISH, "en") == ""
    assert language_fault(ENGLISH, "en") == language_fault(PORTUGUESE, "pt") == ""


def test_another_language_is_told_in_the_one_asked_for() -> None:
    assert language_fault(PORTUGUESE, "en") == "It has to be in English."
    assert language_fault(ENGLISH, "pt") == "Precisa estar em português do Brasil."


def test_what_is_quoted_is_not_the_model_s() -> None:
    assert language_fault(f"It says “{PORTUGUESE}”, which is the same for all of them.", "en") == ""


@pytest.mark.parametrize("text", ["", " \n ", "a" * 801, "<b>up</b>", "up \x07", "up 🎉"])
def test_what_nobody_could_keep_is_a_fault_of_its_field(text: str) -> None:
    assert text_fault("reading", text, "en").startswith("reading: ")


def test_lines_become_one() -> None:
    assert written(" a\n b ") == "a b"
