"""Spans of a claim mended by the tree of its sentence."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader.grammar import mended
from hypotheses.analyst.reader.spans import spans
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from tests.lab.reader.annotation import tags, unmarked


@pytest.mark.parametrize(
    ("marked", "tag", "found"),
    [
        ("{exposure|Our night shift} {relation|makes more} {outcome|errors} when we're low",
         "exposure", "when we're low"),
        ("Planting {exposure|clover} cuts down on {unit|weeds} without hurting {outcome|the yield}",
         "outcome", "weeds"),
        ("{unit|Code reviews} {relation|take longer} when {exposure|the request} is bigger",
         "exposure", "when the request is bigger"),
        ("In {bound|my clinic}, {unit|patients} {bound|over 65} {outcome|sleep} {relation|better}",
         "unit", "patients over 65"),
        (("{exposure|When the court sends a text} {window|two days before}, {unit|people} "
          "{outcome|show up} {relation|more}"), "exposure",
         "When the court sends a text two days before"),
        ("{exposure|Breaks} bring the {outcome|speed back} up", "outcome", "speed"),
    ],
)  # fmt: skip
def test_a_part_has_the_words_that_its_sentence_gives_it(marked: str, tag: str, found: str) -> None:
    text, marks = unmarked(marked)
    words = split(text)
    made = mended(spans(tags(words, marks)), parsed(words))
    first = next(span for span in made if span.tag == tag)
    assert words.quote(first.first, first.end) == found
