"""Spans of a claim mended by the tree of its sentence."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader.grammar import mended
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from tests.lab.reader.annotation import tags, unmarked


@pytest.mark.parametrize(
    ("marked", "tag", "found"),
    [
        ("In {bound|my clinic}, {unit|patients} {bound|over 65} {outcome|sleep} {relation|better}",
         "unit", "patients over 65"),
        (("{exposure|When the court sends a text} {window|two days before}, {unit|people} "
          "{outcome|show up} {relation|more}"), "exposure",
         "When the court sends a text"),
        ("{exposure|Breaks} bring the {outcome|speed back} up", "outcome", "speed"),
        # What somebody or something comes to be.
        ("{unit|The custard} {outcome|turns} {relation|grainier} when {exposure|it boils}",
         "outcome", "turns grainier"),
        ("O {unit|bolo} {outcome|fica} {relation|mais seco} quando {exposure|uso margarina}",
         "outcome", "fica mais seco"),
        ("When {exposure|the lift was out}, {outcome|the porters} {relation|went quiet}",
         "outcome", "the porters went quiet"),
        ("{unit|Gato} {exposure|que come cedo} acorda {relation|mais} {outcome|manso}",
         "outcome", "acorda mais manso"),
        # A verb that does not take place, what it is like to be something.
        ("{unit|Dogs} {outcome|dont chew the sofa} {relation|more}", "outcome", "chew the sofa"),
        ("I wonder what it is {outcome|like to be the only man} in {bound|the choir}",
         "outcome", "like to be the only man"),
        # What is done with one thing more than with another keeps its verb; what happens where.
        (("{unit|Cyclists} {exposure|choose the lane with trees} {relation|more} than "
          "{comparator|the lane without them}"), "exposure", "choose the lane with trees"),
        (("{unit|Old place names} {relation|survive} mostly {exposure|where the land was poor}"),
         "outcome", "survive"),
        # A clause that tells which comes with its noun.
        (("{unit|Swifts} {outcome|come back} to the boxes {exposure|that had sparrows} "
          "{relation|sooner} than to {comparator|the empty ones}"), "exposure",
         "boxes that had sparrows"),
        # What stands against what is behind `than` varies, not the subject.
        (("{exposure|The kiosk} {relation|sells more} {outcome|maps} {exposure|on} rainy days than "
          "on {comparator|dry ones}"), "exposure", "on rainy days"),
        (("{unit|Gulls} {outcome|steal from tourists in hats} {relation|less} than "
          "{comparator|ones in caps}"), "outcome", "steal"),
        ("{unit|Tenors} were {outcome|paid} {relation|later} than {comparator|sopranos}",
         "exposure", "Tenors"),
        (("O {exposure|bonde} {outcome|atrasa} {relation|mais} {exposure|em dia de jogo} do que "
          "{comparator|em dia de chuva}"), "exposure", "em dia de jogo"),
        # Of those that are counted, what they do; whom something made how.
        (("What share of {unit|the guests} {bound|who book} {window|in May} are coming "
          "{window|in July}?"), "bound", "who book in May"),
        ("How many of {unit|the hens} lay {outcome|an egg} {window|in winter}?",
         "outcome", "lay an egg"),
        ("{exposure|Chanting} makes {unit|the rowers} {relation|calmer}", "outcome", "calmer"),
        # Not whose is measured.
        (("{exposure|Lending} {unit|my neighbours} {exposure|a ladder} for a week made them "
          "{relation|friendlier}"), "exposure", "Lending my neighbours a ladder for a week"),
    ],
)  # fmt: skip
def test_a_part_has_the_words_that_its_sentence_gives_it(marked: str, tag: str, found: str) -> None:
    text, marks = unmarked(marked)
    words = split(text)
    made = mended(spans(tags(words, marks)), parsed(words))
    first = next(span for span in made if span.tag == tag)
    assert words.quote(first.first, first.end) == found


def test_a_comparison_of_a_further_clause_is_not_the_claims() -> None:
    """It has a subject of its own."""
    marked = (
        "{unit|People} {outcome|board} {relation|slower} with {exposure|the new reader} and then "
        "it is quicker than {comparator|it was with cash}"
    )
    text, marks = unmarked(marked)
    words = split(text)
    made = mended(spans(tags(words, marks)), parsed(words))
    assert "comparator" not in {span.tag for span in made}


@pytest.mark.parametrize(
    "text",
    ["Falls are more frequent than (in the ward) before", "Rust is worse than “usual” on nets",
     "O mofo é pior do que (no porão) antes"],
)  # fmt: skip
def test_a_mark_behind_than_is_no_comparison(text: str) -> None:
    words = split(text)
    outcome = Span("outcome", 0, 1)
    found = mended([outcome, Span("relation", 2, 3)], parsed(words))
    assert all(span.first < span.end for span in found)
