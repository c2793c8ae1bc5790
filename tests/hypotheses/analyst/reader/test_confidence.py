"""How likely a slot is right, from all that was read in the text."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader.model import load
from hypotheses.analyst.reader.parts import SCORED_SLOTS, Parts, load_confidence, parts_of
from hypotheses.analyst.syntax.tokens import split


def parts_in(text: str) -> Parts:
    words = split(text)
    return parts_of(words, "en", load().read(words))


@pytest.mark.parametrize("slot", SCORED_SLOTS)
def test_another_word_for_the_slot_lowers_its_chance(slot: str) -> None:
    parts = parts_in("Later school starts raise attendance")
    span = next(span for span in parts.put.spans if span.tag == "exposure")
    found = list(parts.features(span))
    alone = load_confidence().chance(slot, found)
    found[2], found[3] = 0.7, 1.0  # the mass beside the slot, and its likeliest word
    assert load_confidence().chance(slot, found) < alone


def test_a_plain_claim_is_sure_and_a_story_with_two_candidates_is_not() -> None:
    plain = parts_in("Later school starts raise attendance")
    assert all(plain.is_sure(span) for span in plain.put.spans if span.tag in SCORED_SLOTS)
    story = parts_in(
        "The bus got a new driver and the line changed. People say it is faster, or is it the new"
        " lane?"
    )
    assert not all(story.is_sure(span) for span in story.put.spans if span.tag == "exposure")
