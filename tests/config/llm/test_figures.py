"""Numbers that nobody gave."""

from __future__ import annotations

import pytest

from config.llm.figures import given, strike
from config.text.tokens import SLOT


@pytest.mark.parametrize(
    ("text", "struck"),
    [
        ("reduces time by 30% in teams", "reduces time by #% in teams"),
        ("reduz o tempo em 30 % nas equipes", "reduz o tempo em # % nas equipes"),
        ("in teams of 2-5 developers", "in teams of # developers"),
        ("em equipes de 2 a 5 pessoas", "em equipes de # pessoas"),
        ("a dose of 0.5 mg", "a dose of # mg"),
        ("uma dose de 0,5mg", "uma dose de #mg"),
        ("for eight weeks", "for # weeks"),
        ("por três semanas", "por # semanas"),
        ("by half", "#"),
        ("p<0.05", "p<#"),
        ("1,000 patients", "# patients"),
    ],
)
def test_each_is_struck(text: str, struck: str) -> None:
    found = strike(text, frozenset(), "#")
    assert found.text == struck
    assert found.figures


@pytest.mark.parametrize(
    "text",
    [
        "measured by the PHQ-9 and HbA1c during COVID-19",
        "the two groups differ",
        "os dois grupos diferem",
        "V2 and H0",
        "no number at all",
    ],
)
def test_names_and_counting_words_are_none(text: str) -> None:
    assert strike(text, frozenset(), "#") == (text, ())


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("em adultos de 18 a 40 anos", "adultos 18-40 anos"),
        ("for eight weeks", "over 8 weeks"),
        ("8 weeks", "eight weeks"),
        ("0,50 mg", "0.5 mg"),
        ("1.000 pessoas", "1000 pessoas"),
        ("pela metade", "pela metade"),
    ],
)
def test_what_was_given_stays_however_it_is_written(source: str, text: str) -> None:
    assert strike(text, given([source]), "#").figures == ()


def test_a_number_in_an_open_slot_goes_without_opening_another() -> None:
    struck = strike("bugs [to be defined: 30% or so]", frozenset(), "#", SLOT)
    assert struck == ("bugs [to be defined: …% or so]", ("30",))


def test_one_that_was_given_does_not_cover_another() -> None:
    assert strike("from 18 to 65 years", given(["18"]), "#").text == "from 18 to # years"
