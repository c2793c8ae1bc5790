"""Where the authors see what they claim, and what they say of themselves."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.reader.assembly import is_sample
from hypotheses.analyst.reader.spans import Span
from hypotheses.analyst.syntax.tokens import split
from hypotheses.domain.types import Language

SETTINGS: list[tuple[Language, str, str]] = [
    ("en", "I'm a cook in a hospital kitchen and I think blunt knives cause more cuts.",
     "in a hospital kitchen"),
    ("en", "I run a kennel in Utrecht and I've noticed dogs that sleep in pairs bark less.",
     "in Utrecht"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "place"), SETTINGS)
def test_the_place_that_speakers_name_bounds_their_claim(language, text, place):
    bound = read(text, language).claim.bound
    assert bound is not None
    assert bound.text == text[bound.start : bound.end] == place


@pytest.mark.parametrize(
    ("words", "tags", "counts"),
    [
        (("90", "students"), ("NUM", "NP"), True),
        (("n", "=", "40"), ("NS", "PUNCT", "NUM"), True),
        (("18", "-", "40"), ("NUM", "PUNCT", "NUM"), False),
        (("70", "anos"), ("NUM", "N.m.p"), False),
        (("31", "banks", "in", "wales"), ("NUM", "NP", "ADP", "NAME"), False),
        (("rural",), ("J",), False),
    ],
)
def test_how_many_are_observed_bounds_nobody(words, tags, counts):
    text = split(" ".join(words))
    assert is_sample(text, tags, Span("bound", 0, len(words))) == counts


def test_a_name_within_a_unit_bounds_it():
    text = "Has the length of sentences in US Supreme Court majority opinions gone down since 1950?"
    bound = read(text, "en").claim.bound
    assert bound is not None
    assert bound.text == text[bound.start : bound.end] == "US Supreme Court majority"


@pytest.mark.parametrize(
    "text",
    [
        "In my thesis I ask whether salt raises blood pressure in sailors.",
        "On the whole I think that salt raises blood pressure.",
        "I have cooked in the last ten years and I think that salt raises blood pressure.",
    ],
)
def test_a_study_an_opinion_and_a_time_are_no_place(text):
    bound = read(text, "en").claim.bound
    assert bound is None or bound.text not in text[:30]


def test_what_speakers_are_is_not_what_they_observe():
    claim = read(
        "As a bus driver in Oslo I see that passengers wave more often in May.", "en"
    ).claim
    assert claim.unit is not None
    assert claim.unit.text == "passengers"


def test_what_speakers_say_beside_the_claim_is_not_asked_about():
    text = "The more rings a tree has, the more beetles it houses - odd but I see it in my notes."
    assert read(text, "en").claim.leftover is None
